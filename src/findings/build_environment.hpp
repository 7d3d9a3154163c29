// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"
#include "resolve/resolve.hpp"

#include <filesystem>

namespace cudastdenv {

/// Every header of glibc begins by including this one, which decides what the others declare.
inline constexpr std::string_view glibc_shim_header = "bits/libc-header-start.h";

/// What stands in the header of that name that is put in front.
inline constexpr std::string_view glibc_shim_text =
    R"(/* Written by cudastdenv. glibc 2.41 and later declare sinpi, cospi and others with noexcept, glibc 2.42 and later
   rsqrt too; the CUDA headers declare them without. They are functions of ISO C23's annex F, and nothing else hangs
   on this switch: without them the two agree again. */
#include_next <bits/libc-header-start.h>
#undef __GLIBC_USE_IEC_60559_FUNCS_EXT_C23
#define __GLIBC_USE_IEC_60559_FUNCS_EXT_C23 0
)";

/// A folder to link a libstdc++ from with -L.
struct LinkFolder {
    std::filesystem::path folder;
    bool needs_run_path = false;  ///< the loader does not look there by itself
};

/// A toolkit that others stand before; empty: none does.
struct ToolkitToFront {
    std::filesystem::path nvcc;  ///< its folder goes to the front of PATH
    std::filesystem::path root;
};

/// What the variables of a build environment are made of.
struct BuildChoice {
    const FoundCompiler* compiler = nullptr;      ///< the host compiler
    std::optional<bool> nvcc_heeds_ccbin = true;  ///< where not, or not known, its flags name the compiler too
    std::optional<LinkFolder> link;               ///< the newer libstdc++ to link
    std::filesystem::path clang_install;    ///< the GCC folder that a Clang is to be pointed at; empty: its own choice
    std::filesystem::path glibc_shim;       ///< folder of write_glibc_shim(); empty: none
    std::filesystem::path toolkit_headers;  ///< folder that -isystem is to name; empty: none
    std::filesystem::path toolkit_libraries;  ///< where nvcc would not look for the toolkit's own; empty: it does
    ToolkitToFront toolkit = {};              ///< empty: PATH and the other variables lead to it already
    std::string cmake_architectures;
    std::string torch_architectures;
};

/// Whether a chosen Clang would by itself compile with other libstdc++ headers than the resolver's.
[[nodiscard]] bool takes_other_headers(const HostCompiler& chosen, const FoundCompiler& compiler) noexcept;

/// The GCC whose folder such a Clang is pointed at with `--gcc-install-dir`; nullptr: it takes the right headers by
/// itself, or it cannot be told (before Clang 16 there was no such option, or no such GCC is here).
[[nodiscard]] const FoundCompiler* headers_owner(const Host& host, const HostCompiler& chosen,
                                                 const FoundCompiler& compiler) noexcept;

// A field is one line.
// clang-format off

/// What a shell is told to do with one variable.
struct Assignment {
    CUDASTDENV_RECORD("variable", "An environment variable.",
        (std::string, name, "name", "Its name."),
        (std::optional<ForeignText>, value, "value", "Null: unset it."),
        (std::vector<ForeignText>, why, "why", "What for, a sentence each."))
    /// What an answer has sentences for, as ids of diagnostics; several hold for the flags of nvcc. Empty: the variable
    /// only gets back what it was before.
    std::vector<std::string_view> purposes = {};
};
// clang-format on

/// The folder of the toolkit's headers, where naming it with -isystem is the way out of all that breaks the answer;
/// empty: nothing does, or that does not help. It never helps where the compiler searches the folder by itself.
[[nodiscard]] std::filesystem::path headers_to_name(const Resolution& resolution, const FoundToolkit& toolkit);

/// Whether flags can hold it: it has no quote of either kind, backslash, dollar sign, comma, backtick or control
/// character. nvcc 13.0.88 puts a backslash before an apostrophe and looks for a folder of that name.
[[nodiscard]] bool can_stand_in_flags(const std::filesystem::path& path);

/// A path as one word of flags: nvcc, Make, CMake and Python's build tools all take double quotes.
[[nodiscard]] std::string flag_word(const std::filesystem::path& path);

/// Environment variables by their names.
using Variables = std::map<std::string, std::string, std::less<>>;

/// The first folder of a choice whose name the variables cannot hold; empty: they can hold all.
[[nodiscard]] std::filesystem::path unfit_folder(const BuildChoice& choice);

/// The variables that make the next build use the choice, of which they can hold all, on top of those that are set
/// `now`. Flags of the user's own are kept; those of an earlier environment are replaced.
[[nodiscard]] std::vector<Assignment> build_environment(const BuildChoice& choice, const Variables& now);

/// What is set `now`, without what an earlier build_environment() did to it.
[[nodiscard]] Variables without_build_environment(const Variables& now);

/// Undoes build_environment().
[[nodiscard]] std::vector<Assignment> no_build_environment(const Variables& now);

/// A variable of the user's own that nvcc puts above NVCC_CCBIN, `NVCC_APPEND_FLAGS`; empty: none.
[[nodiscard]] std::string overriding_variable(const Variables& now);

}  // namespace cudastdenv
