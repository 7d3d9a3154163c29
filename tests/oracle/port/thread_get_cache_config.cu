// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaFuncCache cache;
    cudaThreadGetCacheConfig(&cache);  //! api-removed => cudaDeviceGetCacheConfig(&cache);
}
