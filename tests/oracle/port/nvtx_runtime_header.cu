// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>
#include <nvToolsExtCudaRt.h>  //! api-removed

int main() {
    nvtxNameCudaStreamA(nullptr, "default");
}
