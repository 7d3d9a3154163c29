// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    int value = 0;
    cudaDeviceGetAttribute(&value, cudaDevAttrCooperativeMultiDeviceLaunch, 0);  //! api-removed => cudaDeviceGetAttribute(&value, cudaDevAttrCooperativeLaunch, 0);
}
