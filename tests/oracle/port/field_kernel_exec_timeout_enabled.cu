// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int value = prop.kernelExecTimeoutEnabled;  //! api-removed => int value; cudaDeviceGetAttribute(&value, cudaDevAttrKernelExecTimeout, 0);
    return value;
}
