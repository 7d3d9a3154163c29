// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <cudaTypedefs.h>

struct Driver {
    PFN_cuInit init = nullptr;  //! api-removed => PFN_cuInit_v2000 init = nullptr;
    PFN_cuDeviceGet get = nullptr;  //! api-removed => PFN_cuDeviceGet_v2000 get = nullptr;
};

int main() {
    Driver driver;
    return driver.init != nullptr;
}
