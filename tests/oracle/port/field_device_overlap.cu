// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int value = prop.deviceOverlap;  //! api-removed => int value; cudaDeviceGetAttribute(&value, cudaDevAttrGpuOverlap, 0);
    return value;
}
