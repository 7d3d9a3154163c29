// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int value = prop.clockRate;  //! api-removed => int value; cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, 0);
    return value;
}
