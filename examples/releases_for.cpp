// SPDX-License-Identifier: MIT
// The CUDA releases that a driver and a compiler leave: what `cudastdenv releases` answers, as values.

#include <cudastdenv/ask.hpp>

#include <cstdio>

int main() {
    const auto found = cudastdenv::releases({.available = {"gcc-13"}, .driver = "550.54.15"});
    if (!found) {
        std::fprintf(stderr, "error: %s\n", found.problem().text.c_str());
        return 2;
    }
    for (const auto& release : found->releases)
        std::printf("%s with %s\n", to_string(release.release).c_str(), to_string(release.host_compiler).c_str());
}
