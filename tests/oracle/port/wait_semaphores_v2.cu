// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaExternalSemaphore_t semaphore{};
    cudaExternalSemaphoreWaitParams params{};
    cudaWaitExternalSemaphoresAsync_v2(&semaphore, &params, 1, nullptr);  //! api-removed
}
