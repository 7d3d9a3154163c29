// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaExternalSemaphoreSignalParams_v1 params{};  //! api-removed => cudaExternalSemaphoreSignalParams params{};
    return params.flags;
}
