// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    return prop.cooperativeMultiDeviceLaunch;  //! api-removed => return prop.cooperativeLaunch;
}
