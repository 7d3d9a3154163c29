// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int value = prop.computeMode;  //! api-removed => int value; cudaDeviceGetAttribute(&value, cudaDevAttrComputeMode, 0);
    return value;
}
