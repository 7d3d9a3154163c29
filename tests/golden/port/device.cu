// SPDX-License-Identifier: MIT
#include "device.h"
#include <cub/cub.cuh>
#include <nvToolsExt.h>

texture<float> image;

void print(const Device& device) {
    nvtxRangePushA("print");
    int rate = device.properties.clockRate + device.clock.clockRate;
#if CUDART_VERSION < 13000
    cudaThreadSynchronize();
#endif
    cudaMemAdvise_v2(nullptr, rate, cudaMemAdviseSetReadMostly, {});
    cudaMemAdvise(nullptr, rate, cudaMemAdviseSetReadMostly, 0);
    double4 four{};
}
