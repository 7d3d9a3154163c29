// SPDX-License-Identifier: MIT
#pragma once

/// The effect of lines that a person types, found by reading them. Shares no code with what writes them.

#include <cudastdenv/ask.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::laws {

/// A package that a line installs.
struct InstalledPackage {
    std::string manager;  ///< `apt`, `conda`
    std::string name;     ///< without a version: `gxx_linux-64`
    std::string word;     ///< as typed: `gxx_linux-64=13`

    bool operator==(const InstalledPackage&) const = default;
};

/// A list of capabilities in a format.
struct TypedList {
    std::string format;  ///< `gencode`, as in --format
    std::string text;

    bool operator==(const TypedList&) const = default;
};

struct TypedBlock {
    std::vector<InstalledPackage> packages;
    std::set<std::string> programs;  ///< that become the host compiler: `g++-13`
    std::set<Version> releases;      ///< of CUDA, two numbers; one number where a line has only the major version
    std::set<int> standards;         ///< `-std=c++20`
    std::vector<TypedList> lists;
    bool sets_ccbin_variable = false;  ///< NVCC_CCBIN
    bool passes_ccbin = false;         ///< -ccbin
    bool sets_other_host = false;      ///< CMake's, PyTorch's or Make's own variable for the host compiler
    bool passes_gcc_install_dir = false;
    bool avoids_glibc_conflict = false;  ///< a shim, or -isystem
    bool has_other_effect = false;       ///< besides the choice and installation of a compiler
};

[[nodiscard]] TypedBlock read_block(std::string_view tool, const std::vector<std::string>& lines);

/// The names of compilers in an environment. nullptr: those of every environment.
class CompilerNames {
public:
    CompilerNames(const Tables& tables, const EnvironmentRow* environment);

    /// Absent: the package is not a compiler.
    [[nodiscard]] std::optional<Compiler> of_package(const InstalledPackage& package) const;
    /// Absent: it is not known which compiler that is.
    [[nodiscard]] std::optional<Compiler> of_program(std::string_view program) const;
    /// `apt`; empty: none, or unknown.
    [[nodiscard]] std::string_view manager() const { return manager_; }

private:
    void add(const Tables& tables, const EnvironmentRow& environment);

    std::map<std::string, Compiler, std::less<>> packages_;
    std::map<std::string, Compiler, std::less<>> programs_;
    std::string_view manager_;
};

}  // namespace cudastdenv::laws
