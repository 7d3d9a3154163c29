// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int value = prop.singleToDoublePrecisionPerfRatio;  //! api-removed => int value; cudaDeviceGetAttribute(&value, cudaDevAttrSingleToDoublePrecisionPerfRatio, 0);
    return value;
}
