// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    int cudaDeviceProp::*field = &cudaDeviceProp::clockRate;  //! api-removed => int cudaDeviceProp::*field = &cudaDeviceProp::major;
    cudaDeviceProp prop{};
    return prop.*field;
}
