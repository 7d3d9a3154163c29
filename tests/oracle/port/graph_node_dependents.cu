// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t a, b;
    cudaGraphAddEmptyNode(&a, graph, nullptr, 0);
    cudaGraphAddEmptyNode(&b, graph, nullptr, 0);
    size_t count = 0;
    cudaGraphNodeGetDependentNodes(b, nullptr, &count);  //! api-signature => cudaGraphNodeGetDependentNodes(b, nullptr, nullptr, &count);
}
