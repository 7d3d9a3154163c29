// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    double value = 1;
    cudaSetDoubleForHost(&value);  //! api-removed =>
}
