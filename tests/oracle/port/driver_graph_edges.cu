// SPDX-License-Identifier: MIT
#include <cuda.h>

int main() {
    CUgraph graph{};
    size_t count = 0;
    cuGraphGetEdges(graph, nullptr, nullptr, &count);  //! api-signature => cuGraphGetEdges(graph, nullptr, nullptr, nullptr, &count);
}
