// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <cudaTypedefs.h>

int main() {
    PFN_cuMemAlloc alloc = nullptr;  //! api-removed => PFN_cuMemAlloc_v3020 alloc = nullptr;
    return alloc != nullptr;
}
