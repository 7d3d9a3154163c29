// SPDX-License-Identifier: MIT
#include <cuda.h>

int main() {
    CUgraph graph{};
    CUgraphNode a{}, b{};
    cuGraphAddDependencies(graph, &a, &b, 1);  //! api-signature => cuGraphAddDependencies(graph, &a, &b, nullptr, 1);
}
