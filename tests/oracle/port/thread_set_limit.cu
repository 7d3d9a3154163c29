// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaThreadSetLimit(cudaLimitStackSize, 4096);  //! api-removed => cudaDeviceSetLimit(cudaLimitStackSize, 4096);
}
