// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    double value = 1;
    cudaSetDoubleForDevice(&value);  //! api-removed =>
}
