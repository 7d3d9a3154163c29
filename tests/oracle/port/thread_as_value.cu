// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

using Step = cudaError_t (*)();

Step step = &cudaThreadSynchronize;  //! api-removed => Step step = &cudaDeviceSynchronize;

int main() {
    return step();
}
