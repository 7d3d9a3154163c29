// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

cudaDeviceProp properties(int device) {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, device);
    return prop;
}

int main() {
    const auto mine = properties(0);
    return mine.computeMode + properties(0).computeMode;  //! api-removed api-removed => int mode; return cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0) + mine.major;
}
