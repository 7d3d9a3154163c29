// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaExternalSemaphore_t semaphore{};
    cudaExternalSemaphoreSignalParams params{};
    cudaSignalExternalSemaphoresAsync_v2(&semaphore, &params, 1, nullptr);  //! api-removed
}
