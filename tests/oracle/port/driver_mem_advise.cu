// SPDX-License-Identifier: MIT
#include <cuda.h>

int main() {
    CUdeviceptr data = 0;
    CUdevice device = 0;
    cuMemAdvise(data, 1024, CU_MEM_ADVISE_SET_READ_MOSTLY, device);  //! api-signature => cuMemAdvise(data, 1024, CU_MEM_ADVISE_SET_READ_MOSTLY, {CU_MEM_LOCATION_TYPE_DEVICE, device});
}
