// SPDX-License-Identifier: MIT
#pragma once

#include "findings/abi.hpp"
#include "findings/library_search.hpp"

#include <cudastdenv/answers.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

/// One binary, and what is said of it.
struct AbiEntry {
    const Binary* binary = nullptr;
    AbiVerdict verdict;
    LibrarySearch search;
};

/// Binaries together with what was asked.
struct AbiAnswer {
    const Tables& tables;
    const AbiStdenv& stdenv;
    const std::vector<AbiEntry>& entries;
    const std::vector<std::string>& errors;  ///< of what could not be read
};

/// What would make the verdict another one.
[[nodiscard]] Said say(const AbiAnswer& answer, const AbiVerdict& verdict, const AbiChange& change);

/// Why it is not satisfied, one reason for each version that is missing.
[[nodiscard]] std::vector<std::string> missing_messages(const AbiAnswer& answer, const AbiVerdict& verdict);

/// `satisfied`, `not-satisfied`, `not-judged`
[[nodiscard]] std::string_view verdict_code(const AbiVerdict& verdict) noexcept;

/// The newest versions that it defines: of GLIBCXX, CXXABI and GLIBC, those there are.
[[nodiscard]] std::vector<std::string> newest_defined(const ElfFile& elf);

}  // namespace cudastdenv::words
