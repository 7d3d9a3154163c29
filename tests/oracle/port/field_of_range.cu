// SPDX-License-Identifier: MIT
#include <array>
#include <cuda_runtime.h>

int main() {
    std::array<cudaDeviceProp, 2> all{};
    int sum = 0;
    for (const auto& one : all) sum += one.clockRate;  //! api-removed => for (const auto& one : all) sum += one.major;
    return sum;
}
