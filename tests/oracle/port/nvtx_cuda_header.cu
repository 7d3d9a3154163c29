#include <cuda.h>
#include "nvToolsExtCuda.h"  //! api-header-removed

int main() {
    nvtxNameCuDeviceA(0, "mine");
}
