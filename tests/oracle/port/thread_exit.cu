// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    return cudaThreadExit();  //! api-removed => return cudaDeviceReset();
}
