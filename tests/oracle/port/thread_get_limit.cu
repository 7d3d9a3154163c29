// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    size_t size = 0;
    cudaError_t error = cudaThreadGetLimit(&size, cudaLimitStackSize);  //! api-removed => cudaError_t error = cudaDeviceGetLimit(&size, cudaLimitStackSize);
    return error;
}
