// SPDX-License-Identifier: MIT
#include <vector>
#include <cuda_runtime.h>

int main() {
    std::vector<cudaDeviceProp> props(1);
    cudaGetDeviceProperties(&props[0], 0);
    return props[0].memoryClockRate > 0;  //! api-removed => int rate; return cudaDeviceGetAttribute(&rate, cudaDevAttrMemoryClockRate, 0) || rate > 0;
}
