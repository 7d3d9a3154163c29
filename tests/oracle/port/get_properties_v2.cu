// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties_v2(&prop, 0);  //! api-removed
}
