// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>
#include <thrust/device_vector.h>

struct Clock {
    int clockRate;
};

struct Device {
    cudaDeviceProp properties;
    Clock clock;
};
