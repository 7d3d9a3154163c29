// SPDX-License-Identifier: MIT
#include <cusolverDn.h>

int main() {
    cusolverDnHandle_t handle{};
    return cusolverDnPotrs(handle, nullptr, CUBLAS_FILL_MODE_LOWER, 2, 1, CUDA_R_32F, nullptr, 2, CUDA_R_32F, nullptr, 2, nullptr);  //! api-removed => return cusolverDnXpotrs(handle, nullptr, CUBLAS_FILL_MODE_LOWER, 2, 1, CUDA_R_32F, nullptr, 2, CUDA_R_32F, nullptr, 2, nullptr);
}
