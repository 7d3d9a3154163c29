// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraphNode_t node{};
    cudaStreamUpdateCaptureDependencies(stream, &node, 1, 0);  //! api-signature => cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, 0);
}
