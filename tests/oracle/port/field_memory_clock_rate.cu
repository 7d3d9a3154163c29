// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int value = prop.memoryClockRate;  //! api-removed => int value; cudaDeviceGetAttribute(&value, cudaDevAttrMemoryClockRate, 0);
    return value;
}
