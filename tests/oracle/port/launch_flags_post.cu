// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    int flags = cudaCooperativeLaunchMultiDeviceNoPostSync;  //! api-removed => int flags = 0;
    return flags;
}
