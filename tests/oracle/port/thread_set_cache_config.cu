// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    if (cudaThreadSetCacheConfig(cudaFuncCachePreferL1) != cudaSuccess) return 1;  //! api-removed => if (cudaDeviceSetCacheConfig(cudaFuncCachePreferL1) != cudaSuccess) return 1;
}
