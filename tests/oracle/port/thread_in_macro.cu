// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call) if ((call) != cudaSuccess) std::puts(#call)
#define SYNC() CHECK(cudaThreadSynchronize())  //! api-removed => #define SYNC() CHECK(cudaDeviceSynchronize())

int main() {
    SYNC();
}
