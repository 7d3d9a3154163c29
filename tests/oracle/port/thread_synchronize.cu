// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaThreadSynchronize();  //! api-removed => cudaDeviceSynchronize();
}
