// SPDX-License-Identifier: MIT
#include <cuda.h>

int main() {
    CUdeviceptr data = 0;
    CUdevice device = 0;
    cuMemPrefetchAsync(data, 1024, device, nullptr);  //! api-signature => cuMemPrefetchAsync(data, 1024, {CU_MEM_LOCATION_TYPE_DEVICE, device}, 0, nullptr);
}
