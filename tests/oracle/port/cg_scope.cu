// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    return cudaCGScopeMultiGrid;  //! api-removed => return cudaCGScopeGrid;
}
