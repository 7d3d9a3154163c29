// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    size_t size = 1024;
    void* data;
    int device = 0;
    cudaMallocManaged(&data, size);
    cudaMemLocation place{cudaMemLocationTypeDevice, device};
    cudaMemPrefetchAsync_v2(data, size, place, 0, nullptr);  //! api-removed
}
