// SPDX-License-Identifier: MIT
#include <cuda_texture_types.h>  //! api-removed => #include <texture_types.h>

int main() {
    cudaTextureDesc description{};
    return description.normalizedCoords;
}
