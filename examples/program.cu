// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string>
#include <vector>

std::string greeting();  // compiled by the project's own C++ compiler

__global__ void add_one(float* x) { x[threadIdx.x] += 1; }

int main() {
    const std::vector<std::string> words{greeting()};
    std::puts(words.front().c_str());
}
