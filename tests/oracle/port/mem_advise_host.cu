// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    size_t size = 1024;
    void* data;
    int device = 0;
    cudaMallocManaged(&data, size);
    cudaMemAdvise(data, size, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId);  //! api-signature => cudaMemAdvise(data, size, cudaMemAdviseSetAccessedBy, {cudaMemLocationTypeHost, 0});
    return device;
}
