// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

typedef struct cudaDeviceProp Properties;

int main() {
    Properties a, *b = &a;
    cudaGetDeviceProperties(b, 0);
    return (*b).deviceOverlap;  //! api-removed => return b->asyncEngineCount > 0;
}
