// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

__global__ void kernel() {}

int main() {
    cudaLaunchParams params = {(void*)kernel, 1, 1, nullptr, 0, nullptr};  //! api-removed => void** arguments = nullptr;
    cudaLaunchCooperativeKernelMultiDevice(&params, 1, 0);  //! api-removed => cudaLaunchCooperativeKernel((void*)kernel, 1, 1, arguments, 0, nullptr);
}
