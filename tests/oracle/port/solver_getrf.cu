// SPDX-License-Identifier: MIT
#include <cusolverDn.h>

int main() {
    cusolverDnHandle_t handle{};
    size_t size = 0;
    cusolverDnGetrf_bufferSize(handle, nullptr, 2, 2, CUDA_R_64F, nullptr, 2, CUDA_R_64F, &size);  //! api-removed => size_t host; cusolverDnXgetrf_bufferSize(handle, nullptr, 2, 2, CUDA_R_64F, nullptr, 2, CUDA_R_64F, &size, &host);
    cusolverDnGetrf(handle, nullptr, 2, 2, CUDA_R_64F, nullptr, 2, nullptr, CUDA_R_64F, nullptr, size, nullptr);  //! api-removed => cusolverDnXgetrf(handle, nullptr, 2, 2, CUDA_R_64F, nullptr, 2, nullptr, CUDA_R_64F, nullptr, size, nullptr, host, nullptr);
}
