// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

struct Device {
    cudaDeviceProp m_prop;
    int rate() const { return this->m_prop.clockRate; }  //! api-removed => int rate() const { int rate; cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, 0); return rate; }
};

struct Clock {
    int clockRate = 1;
};

int main() {
    Clock clock;
    Device device;
    cudaGetDeviceProperties(&device.m_prop, 0);
    return device.rate() + clock.clockRate;
}
