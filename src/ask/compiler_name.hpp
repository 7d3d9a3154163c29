// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// A compiler that was typed.
struct NamedCompiler {
    Compiler compiler;
    std::optional<Version> version;  ///< absent: the name has the major version only
};

/// The compiler in what people type, and in what compilers and CMake print: `gcc-13`, `GCC 13`, `g++-13.2`,
/// `gcc (Ubuntu 13.2.0-23ubuntu4) 13.2.0`, `clang version 19.1.7`, `GNU 13.3.0`, `/usr/bin/x86_64-linux-gnu-g++-13`.
/// Absent where there is none: Apple's Clang is none either, because its numbers are not LLVM's.
[[nodiscard]] std::optional<NamedCompiler> named_compiler(std::string_view text);

/// The same. Throws BadInput where there is none, or one that is far newer than any the tables know.
[[nodiscard]] NamedCompiler read_compiler(const Tables& tables, std::string_view text);

/// Adds the compiler's version to the list, where it has a minor one. Throws BadInput where the list has another
/// version of that compiler.
void add_version(std::vector<CompilerVersion>& versions, const NamedCompiler& named);

}  // namespace cudastdenv::asking
