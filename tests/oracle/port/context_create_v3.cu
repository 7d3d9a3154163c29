// SPDX-License-Identifier: MIT
#include <cuda.h>

int main() {
    CUcontext context;
    CUexecAffinityParam affinity{};
    cuCtxCreate_v3(&context, &affinity, 1, 0, 0);  //! api-removed => CUctxCreateParams params{&affinity, 1}; cuCtxCreate(&context, &params, 0, 0);
}
