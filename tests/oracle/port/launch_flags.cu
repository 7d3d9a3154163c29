// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    unsigned flags = cudaCooperativeLaunchMultiDeviceNoPreSync;  //! api-removed => unsigned flags = 0;
    return flags;
}
