// SPDX-License-Identifier: MIT
#include <cuda.h>

int main() {
    CUcontext context;
    cuCtxCreate_v2(&context, 0, 0);  //! api-removed => cuCtxCreate(&context, nullptr, 0, 0);
}
