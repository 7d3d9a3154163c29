// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

using namespace cooperative_groups;

__global__ void kernel() {
    multi_grid_group grid = this_multi_grid();  //! api-removed api-removed => grid_group grid = this_grid();
    grid.sync();
}

int main() {
    kernel<<<1, 1>>>();
}
