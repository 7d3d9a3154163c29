// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    size_t size = 1024;
    void* data;
    int device = 0;
    cudaMallocManaged(&data, size);
    cudaMemPrefetchAsync(data, size, device, nullptr);  //! api-signature => cudaMemPrefetchAsync(data, size, {cudaMemLocationTypeDevice, device}, 0, nullptr);
}
