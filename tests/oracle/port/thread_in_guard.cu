// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
#if CUDART_VERSION >= 13000
    cudaDeviceSynchronize();
#else
    cudaThreadSynchronize();
#endif
    return cudaThreadSynchronize();  //! api-removed => return cudaDeviceSynchronize();
}
