// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cuda_runtime.h>

void print(const cudaDeviceProp* prop) {
    std::printf("%d\n", prop->clockRate);  //! api-removed => int rate; cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, 0); std::printf("%d\n", rate);
}

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    print(&prop);
}
