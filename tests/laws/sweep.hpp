// SPDX-License-Identifier: MIT
#pragma once

/// The queries that the laws are checked with, and the report of a broken law.

#include "sample.hpp"
#include "unit/query.hpp"

#include <array>
#include <cstdint>

namespace cudastdenv::laws {

inline constexpr std::array policies{Policy::nixpkgs, Policy::documented, Policy::enforced};
/// Absent: not given.
inline constexpr std::array<std::optional<CxxStandard>, 3> standards{std::nullopt, CxxStandard::cxx17,
                                                                     CxxStandard::cxx20};

/// Sets of available compilers: none, every one, today's, some with gaps, and only the ends.
inline const std::vector<std::vector<Compiler>>& available_sets() {
    static const std::vector<std::vector<Compiler>> sets = [] {
        std::vector<Compiler> all;
        for (int major = 4; major <= 17; ++major) all.push_back({Compiler::Family::gcc, major});
        for (int major = 5; major <= 24; ++major) all.push_back({Compiler::Family::clang, major});
        return std::vector<std::vector<Compiler>>{
            {},
            all,
            compilers("gcc-13 gcc-14 gcc-15 clang-18 clang-19 clang-20 clang-21"),
            compilers("gcc-7 gcc-9 gcc-11 gcc-15 clang-9 clang-14 clang-20"),
            compilers("gcc-5 gcc-16 clang-6 clang-22"),
        };
    }();
    return sets;
}

/// GCC 5 to 17 and Clang 6 to 23.
inline std::vector<Compiler> stdenvs() {
    std::vector<Compiler> all;
    for (int major = 5; major <= 17; ++major) all.push_back({Compiler::Family::gcc, major});
    for (int major = 6; major <= 23; ++major) all.push_back({Compiler::Family::clang, major});
    return all;
}

/// libstdc++ of GCC 10 to 16.
inline constexpr std::array libraries{10, 11, 12, 13, 14, 15, 16};

/// A request in the form of a command line.
inline std::string typed(const Request& request) {
    std::string line = "--cuda " + to_string(request.cuda) + " --system " + std::string(request.system) + " --stdenv " +
                       to_string(request.stdenv.compiler) + " --libstdcxx gcc-" +
                       std::to_string(request.stdenv.libstdcxx) + " --policy " + std::string(to_string(request.policy));
    if (request.standard) line += " --std " + std::string(to_string(*request.standard));
    if (request.stdenv.glibc) line += " --glibc " + to_string(*request.stdenv.glibc);
    line += " --available ";
    for (const Compiler compiler : request.available) line += to_string(compiler) + ",";
    if (!request.libstdcxx_headers.empty()) line += " (headers";
    for (const int headers : request.libstdcxx_headers) line += " " + std::to_string(headers);
    if (!request.libstdcxx_headers.empty()) line += ")";
    if (!request.capabilities.empty()) line += " --capabilities ";
    for (const Capability capability : request.capabilities) line += to_string(capability) + ",";
    if (!request.forward_compat) line += " --no-forward-compat";
    if (request.nixpkgs_exact) line += " --nixpkgs-exact";
    return line;
}

/// Counts the checks of a law, and prints the first requests that break it.
class Law {
public:
    explicit Law(std::string_view text) : text_(text) {}
    Law(const Law&) = delete;
    Law& operator=(const Law&) = delete;
    ~Law() {
        MESSAGE(std::string(text_), ": ", checks_, " checks");
        if (!is_sanitized) CHECK_MESSAGE(checks_ > 0, std::string(text_), " was never checked");
        CHECK_MESSAGE(broken_ == 0, std::string(text_), " is broken ", broken_, " times");
    }

    void expect(bool holds, const Request& request, std::string_view found = {}) {
        ++checks_;
        if (holds || ++broken_ > shown) return;
        FAIL_CHECK(std::string(text_) << ": " << typed(request) << " " << std::string(found));
    }

private:
    static constexpr std::uint64_t shown = 3;
    std::string_view text_;
    std::uint64_t checks_ = 0;
    std::uint64_t broken_ = 0;
};

}  // namespace cudastdenv::laws
