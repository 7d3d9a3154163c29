// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

__global__ void kernel() {
    cooperative_groups::multi_grid_group grid = cooperative_groups::this_multi_grid();  //! api-removed api-removed => cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    grid.sync();
}

int main() {
    kernel<<<1, 1>>>();
}
