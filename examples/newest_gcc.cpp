// SPDX-License-Identifier: MIT
// The newest GCC for each CUDA release of the last years, and why the next one is not it.

#include <cudastdenv/ask.hpp>

#include <cstdio>

int main() {
    for (const char* cuda : {"11.8", "12.4", "12.6", "12.8", "12.9", "13.0"}) {
        const auto answer = cudastdenv::ask({.cuda = cuda, .stdenv = "debian-13"});
        if (!answer) {
            std::printf("%s: %s\n", cuda, answer.problem().text.c_str());
            continue;
        }
        if (answer->host_compiler) std::printf("%s: %s\n", answer->cuda.c_str(), answer->host_compiler->name.c_str());
        else std::printf("%s: none\n", answer->cuda.c_str());
        for (const cudastdenv::RejectedCompiler& other : answer->rejected)
            if (other.reason.code == "too-new")
                std::printf("  not %s: %s\n", other.name.c_str(), other.reason.text.c_str());
    }
}
