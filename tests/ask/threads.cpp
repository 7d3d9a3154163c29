// SPDX-License-Identifier: MIT
// Many threads query the built-in tables at once, and all get the same answer as one.

#include <cudastdenv.h>
#include <cudastdenv/ask.hpp>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace {

const std::vector<std::string> requests{
    R"({"command": "resolve", "cuda": "12.8", "stdenv": "debian-13", "gpu": ["RTX 4090"]})",
    R"({"command": "explain", "cuda": "12.4", "compiler": "clang-17"})",
    R"({"command": "releases", "compiler": "gcc-13", "driver": "550"})",
    R"({"command": "covers", "cuda": "12.8", "format": "torch", "text": "8.0;9.0+PTX", "allDevices": true})",
    R"({"command": "lint", "cuda": "13.0", "text": "80-real;90a;101-real"})",
    R"({"command": "compat", "cuda": "13.2", "driver": "535"})",
    R"({"command": "flags", "cuda": "12.8", "format": "hermetic"})",
    R"({"command": "nix flags", "cuda": "all"})",
    R"({"command": "resolve", "cuda": "12.99"})",
};

std::string ask(const std::string& request) {
    char* reply = cudastdenv_ask(request.c_str());
    std::string text(reply ? reply : "");
    cudastdenv_free(reply);
    return text;
}

}  // namespace

int main() {
    constexpr int threads = 8;
    constexpr int rounds = 5;
    // The first query also runs in all of them at once: nothing is prepared.
    std::atomic<int> waiting = threads;
    std::vector<std::vector<std::string>> replies(threads);
    std::vector<std::thread> askers;
    for (int number = 0; number < threads; ++number)
        askers.emplace_back([&, number] {
            --waiting;
            while (waiting > 0) {
            }
            for (int round = 0; round < rounds; ++round)
                for (const std::string& request : requests)
                    replies[static_cast<std::size_t>(number)].push_back(ask(request));
        });
    for (std::thread& asker : askers) asker.join();
    for (const std::vector<std::string>& given : replies)
        for (std::size_t i = 0; i < given.size(); ++i)
            if (given[i].empty() || given[i] != replies.front()[i % requests.size()]) {
                std::printf("another answer to %s\n", requests[i % requests.size()].c_str());
                return 1;
            }
    return 0;
}
