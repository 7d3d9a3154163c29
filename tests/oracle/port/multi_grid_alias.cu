// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void kernel() {
    cg::this_multi_grid().sync();  //! api-removed => cg::this_grid().sync();
}

int main() {
    kernel<<<1, 1>>>();
}
