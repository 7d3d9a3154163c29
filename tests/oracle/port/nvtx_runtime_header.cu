#include <cuda_runtime.h>
#include <nvToolsExtCudaRt.h>  //! api-header-removed

int main() {
    nvtxNameCudaStreamA(nullptr, "default");
}
