// SPDX-License-Identifier: MIT
#include <cuda.h>
#include "nvToolsExtCuda.h"  //! api-removed

int main() {
    nvtxNameCuDeviceA(0, "mine");
}
