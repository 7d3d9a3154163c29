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
        const auto& host = answer->host_compiler;
        std::printf("%s: %s\n", to_string(answer->cuda.release).c_str(),
                    host ? to_string(host->compiler).c_str() : "none");
        for (const cudastdenv::ResolveAnswer::Rejection& other : answer->rejected)
            if (other.code == "too-new")
                std::printf("  not %s: %s\n", to_string(other.compiler).c_str(), other.text.c_str());
    }
}
