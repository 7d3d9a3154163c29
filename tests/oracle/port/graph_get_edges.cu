// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    size_t count = 0;
    cudaGraphGetEdges(graph, nullptr, nullptr, &count);  //! api-signature => cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count);
}
