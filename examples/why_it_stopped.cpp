// SPDX-License-Identifier: MIT
// A log of any length, read piece by piece: what `cudastdenv diagnose` answers, as values.

#include <cudastdenv/ask.hpp>

#include <array>
#include <cstdio>
#include <fstream>
#include <string_view>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream log(argv[1], std::ios::binary);
    std::array<char, 65536> piece{};
    const auto found = cudastdenv::diagnose_log_pieces(
        [&] {
            log.read(piece.data(), static_cast<std::streamsize>(piece.size()));
            return std::string_view(piece.data(), static_cast<std::size_t>(log.gcount()));
        },
        {.stdenv = "ubuntu-24.04", .for_tool = "cmake"});
    if (!found) {
        std::fprintf(stderr, "error: %s\n", found.problem().text.c_str());
        return 2;
    }
    for (const auto& finding : found->findings) {
        std::printf("line %zu: %.*s\n", finding.line, static_cast<int>(finding.title.size()), finding.title.data());
        for (const auto& why : finding.why) std::printf("because %s\n", why.text.c_str());
        for (const auto& fix : finding.fix)
            for (const auto& line : fix.lines) std::printf("%s\n", line.c_str());
    }
}
