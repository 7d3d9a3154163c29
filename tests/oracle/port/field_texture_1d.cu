// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    size_t width = prop.maxTexture1DLinear;  //! api-removed => size_t width; cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(); cudaDeviceGetTexture1DLinearMaxWidth(&width, &format, 0);
    return width > 0;
}
