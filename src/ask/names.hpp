// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/driver.hpp>
#include <cudastdenv/tables.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// The parts between commas or semicolons, without the spaces around them and the quotes around the whole; none of an
/// empty text.
[[nodiscard]] std::vector<std::string_view> split_list(std::string_view text);

/// The same of a list whose entries are single words: spaces part them too.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view text);

/// Entries as one text, for split_list(). Throws BadInput for an entry that would be several; `what` names the list
/// there.
[[nodiscard]] std::string joined_list(const std::vector<std::string>& entries, std::string_view what);

/// Reads the name of a channel of nixpkgs whose package sets are known. It lives as long as the tables. Throws
/// BadInput.
[[nodiscard]] std::string_view read_channel(const Tables& tables, std::string_view name);

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

/// Reads the version of a driver that was typed. Throws BadInput that says what would be right.
[[nodiscard]] DriverVersion read_driver(std::string_view text);

/// A system that was typed. Its texts live as long as the tables.
struct SystemName {
    std::string_view nix;
    std::string_view redist;  ///< NVIDIA's name, if the system was named by it; else empty
};

/// The system of that name; absent: there is none.
[[nodiscard]] std::optional<SystemName> system_named(const Tables& tables, std::string_view text) noexcept;

/// Reads a Nix system (`aarch64-linux`), NVIDIA's name for one (`linux-sbsa`) or nixpkgs' `pkgsCross` attribute
/// (`aarch64-multiplatform`). `option` is named in the error. Throws BadInput.
[[nodiscard]] SystemName read_system_name(const Tables& tables, std::string_view option, std::string_view text);

}  // namespace cudastdenv::asking
