// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamCaptureStatus status;
    unsigned long long id;
    cudaGraph_t graph;
    const cudaGraphNode_t* nodes;
    size_t count;
    cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, &count);  //! api-signature => cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, nullptr, &count);
}
