// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"
#include "resolve/resolve.hpp"

#include <filesystem>

namespace cudastdenv {

/// Every header of glibc includes this one first. It decides what the others declare.
inline constexpr std::string_view glibc_shim_header = "bits/libc-header-start.h";

/// The contents of our header with that name, which is found first.
inline constexpr std::string_view glibc_shim_text =
    R"(/* Written by cudastdenv. glibc 2.41 and later declare sinpi, cospi and others with noexcept, glibc 2.42 and later
   rsqrt too; the CUDA headers declare them without. They are functions of ISO C23's annex F, and this switch affects
   only those: without them the two agree again. */
#include_next <bits/libc-header-start.h>
#undef __GLIBC_USE_IEC_60559_FUNCS_EXT_C23
#define __GLIBC_USE_IEC_60559_FUNCS_EXT_C23 0
)";

/// A directory of a libstdc++, for -L.
struct LinkFolder {
    std::filesystem::path folder;
    bool needs_run_path = false;  ///< whether the loader does not search it by default
};

/// A toolkit that is not the first in the environment variables; empty: none.
struct ToolkitToFront {
    std::filesystem::path nvcc;  ///< its directory is prepended to PATH
    std::filesystem::path root;
};

/// The inputs for the variables of a build environment.
struct BuildChoice {
    const FoundCompiler* compiler = nullptr;      ///< the host compiler
    std::optional<bool> nvcc_heeds_ccbin = true;  ///< if false or absent, nvcc's flags name the compiler too
    std::optional<LinkFolder> link;               ///< the newer libstdc++ to link
    std::filesystem::path clang_install;      ///< GCC directory for --gcc-install-dir of a Clang; empty: its own choice
    std::filesystem::path glibc_shim;         ///< directory of write_glibc_shim(); empty: none
    std::filesystem::path toolkit_headers;    ///< directory for -isystem; empty: none
    std::filesystem::path toolkit_libraries;  ///< the toolkit's libraries, if nvcc does not find them; empty: it does
    ToolkitToFront toolkit = {};              ///< empty: PATH and the other variables already select it
    std::string cmake_architectures;
    std::string torch_architectures;
};

/// Whether a chosen Clang would use other libstdc++ headers than the resolver chose.
[[nodiscard]] bool takes_other_headers(const HostCompiler& chosen, const FoundCompiler& compiler) noexcept;

/// The GCC for `--gcc-install-dir` of such a Clang. nullptr: its default is right, or cannot be changed (Clang older
/// than 16, or no such GCC is installed).
[[nodiscard]] const FoundCompiler* headers_owner(const Host& host, const HostCompiler& chosen,
                                                 const FoundCompiler& compiler) noexcept;

// One line for each field.
// clang-format off

/// The assignment of one variable.
struct Assignment {
    CUDASTDENV_RECORD("variable", "An environment variable.",
        (std::string, name, "name", "Its name."),
        (std::optional<ForeignText>, value, "value", "Null where the variable is to be unset."),
        (std::vector<ForeignText>, why, "why", "Reasons, one sentence each."))
    /// Ids of diagnostics that explain the value; the flags of nvcc can have several. Empty: the variable only gets its
    /// former value back.
    std::vector<std::string_view> purposes = {};
};
// clang-format on

/// Directory of the toolkit's headers, if -isystem with it is the workaround for everything that breaks the answer.
/// Empty: nothing breaks it, or that does not help. It never helps in a default directory of the compiler.
[[nodiscard]] std::filesystem::path headers_to_name(const Resolution& resolution, const FoundToolkit& toolkit);

/// Whether flags can contain the path: no quotes of either kind, backslash, dollar sign, comma, backtick or control
/// character. nvcc 13.0.88 puts a backslash before an apostrophe and then searches for a directory with that name.
[[nodiscard]] bool can_stand_in_flags(const std::filesystem::path& path);

/// A path as one word of flags. nvcc, Make, CMake and Python's build tools all accept double quotes.
[[nodiscard]] std::string flag_word(const std::filesystem::path& path);

/// Environment variables by name.
using Variables = std::map<std::string, std::string, std::less<>>;

/// The first directory of a choice that the variables cannot contain; empty: they can contain all.
[[nodiscard]] std::filesystem::path unfit_folder(const BuildChoice& choice);

/// The variables that make the next build use the choice, in addition to those set `now`. They must be able to contain
/// all of it. Keeps the user's own flags, and replaces those of an earlier environment.
[[nodiscard]] std::vector<Assignment> build_environment(const BuildChoice& choice, const Variables& now);

/// The variables `now` without the changes of an earlier build_environment().
[[nodiscard]] Variables without_build_environment(const Variables& now);

/// Undoes build_environment().
[[nodiscard]] std::vector<Assignment> no_build_environment(const Variables& now);

/// The user's own variable that nvcc prefers to NVCC_CCBIN, `NVCC_APPEND_FLAGS`; empty: none.
[[nodiscard]] std::string overriding_variable(const Variables& now);

}  // namespace cudastdenv
