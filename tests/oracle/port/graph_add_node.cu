// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t node;
    cudaGraphNodeParams params{};
    cudaGraphAddNode(&node, graph, nullptr, 0, &params);  //! api-signature => cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params);
}
