// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t a, b;
    cudaGraphAddEmptyNode(&a, graph, nullptr, 0);
    cudaGraphAddEmptyNode(&b, graph, nullptr, 0);
    cudaGraphRemoveDependencies(graph, &a, &b, 1);  //! api-signature => cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1);
}
