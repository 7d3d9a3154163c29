// SPDX-License-Identifier: MIT
// TORCH_CUDA_ARCH_LIST as CMAKE_CUDA_ARCHITECTURES: torch_to_cmake 12.8 '8.0;9.0+PTX'

#include <cudastdenv/ask.hpp>

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: torch_to_cmake CUDA LIST\n", stderr);
        return 2;
    }
    const auto cmake = cudastdenv::respell({.text = argv[2], .spelling = "torch", .cuda = argv[1]}, "cmake");
    if (!cmake) {
        std::fprintf(stderr, "error: %s\n", cmake.problem().text.c_str());
        return 2;
    }
    for (const cudastdenv::Sentence& loss : cmake->losses) std::fprintf(stderr, "warning: %s\n", loss.text.c_str());
    std::puts(cmake->text.c_str());
}
