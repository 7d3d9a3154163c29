// SPDX-License-Identifier: MIT
#include <cuda.h>

int main() {
    CUcontext context;
    cuCtxCreate(&context, 0, 0);  //! api-signature => cuCtxCreate(&context, nullptr, 0, 0);
}
