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

/// How a Clang is made to use the libstdc++ headers of a chosen GCC. `--gcc-toolchain` chooses no GCC: it uses the
/// newest one below its directory. Tried with Debian's Clang 9, 11 and 13 to 16, and through nvcc 13.0 with Clang 14.
enum class ClangHeadersOption : std::uint8_t {
    gcc_install_dir,   ///< `--gcc-install-dir=DIR` (Clang 16 and newer), the directory of the GCC, which it links with
                       ///< too
    stdlib_isystem,    ///< `-stdlib++-isystemDIR` (11 to 15) for each header directory; linking does not change
    no_standard_path,  ///< `-nostdinc++` (10 and older) and `-isystem DIR` for each header directory; likewise
};

[[nodiscard]] ClangHeadersOption clang_headers_option(int clang_major) noexcept;

/// The headers that a Clang must be pointed at.
struct ClangHeaders {
    ClangHeadersOption option = ClangHeadersOption::gcc_install_dir;
    std::vector<std::filesystem::path> folders = {};  ///< of the option, in this order; empty: its default is right
};

/// A toolkit that is not the first in the environment variables; empty: none.
struct ToolkitToFront {
    std::filesystem::path nvcc;  ///< its directory is prepended to PATH
    std::filesystem::path root;
};

/// The two drivers of a compiler.
struct CompilerPair {
    std::filesystem::path cc;
    std::filesystem::path cxx;
};

/// The inputs for the variables of a build environment.
struct BuildChoice {
    const FoundCompiler* compiler = nullptr;      ///< the host compiler
    std::optional<bool> nvcc_heeds_ccbin = true;  ///< if false or absent, nvcc's flags name the compiler too
    std::optional<LinkFolder> link;               ///< the newer libstdc++ to link
    ClangHeaders clang_headers = {};
    std::filesystem::path glibc_shim;         ///< directory of write_glibc_shim(); empty: none
    std::filesystem::path toolkit_headers;    ///< directory for -isystem; empty: none
    std::filesystem::path toolkit_libraries;  ///< the toolkit's libraries, if nvcc does not find them; empty: it does
    ToolkitToFront toolkit = {};              ///< empty: PATH and the other variables already select it
    CompilerPair own_compilers = {};          ///< for CC and CXX; an empty one stays as the user has it
    std::string cmake_architectures;
    std::string torch_architectures;
};

/// Whether a chosen Clang would use other libstdc++ headers than the resolver chose.
[[nodiscard]] bool takes_other_headers(const HostCompiler& chosen, const FoundCompiler& compiler) noexcept;

/// The GCC whose headers such a Clang must use. nullptr: its default is right, or no such GCC is installed.
[[nodiscard]] const FoundCompiler* headers_owner(const Host& host, const HostCompiler& chosen,
                                                 const FoundCompiler& compiler) noexcept;

/// The option and the directories that make a Clang use the headers of that GCC. No directories: they are not known.
[[nodiscard]] ClangHeaders headers_of(const FoundCompiler& gcc, Compiler clang);

/// The options of `cudastdenv env`, each as its text. Empty: the default of `env`, this machine's value.
struct SetupOptions {
    std::string cuda = {};          ///< `13.0`
    std::string stdenv = {};        ///< `gcc-13`
    std::string available = {};     ///< `gcc-12,gcc-13`
    std::string standard = {};      ///< `c++20`
    std::string capabilities = {};  ///< `8.0,9.0a`
    std::string gpus = {};          ///< `RTX 4090,H100`
    std::string consumer = {};      ///< `torch`
    std::string policy = {};        ///< `enforced`
    std::string glibc_shim = {};    ///< directory; a `~/` in front is the home directory
    bool all_gpus = false;
    bool without_ptx = false;  ///< `--no-forward-compat`
    bool is_tried = false;     ///< compile a program with the variables first
};

/// The directory for `glibc_shim` in lines for people.
inline constexpr std::string_view usual_shim_folder = "~/.cache/cudastdenv/glibc-shim";

/// The command whose output sets up this machine: `cudastdenv env --cuda 13.0 --std c++20`, quoted for a POSIX shell.
/// Has only the options that differ from the defaults.
[[nodiscard]] std::string setup_command(const SetupOptions& options);

/// The line that sets up a POSIX shell: `eval "$(cudastdenv env --cuda 13.0)"`.
[[nodiscard]] std::string setup_line(const SetupOptions& options);

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

/// The variables of a shell that executes the assignments.
[[nodiscard]] Variables after_assigning(Variables variables, std::span<const Assignment> assignments);

/// The variables `now` without the changes of an earlier build_environment().
[[nodiscard]] Variables without_build_environment(const Variables& now);

/// Undoes build_environment().
[[nodiscard]] std::vector<Assignment> no_build_environment(const Variables& now);

/// The variables `now` with the user's own CC and CXX, which say which compiler is this machine's default.
[[nodiscard]] Variables with_own_compilers(const Variables& now);

/// Flags of nvcc, without those that name a host compiler (`-ccbin X`, `-ccbin=X`, `--compiler-bindir X`), and these.
/// Read like nvcc 13.0 reads NVCC_PREPEND_FLAGS: words end at a space or tab outside of double quotes.
struct SplitFlags {
    std::string others;         ///< otherwise unchanged
    std::string host_compiler;  ///< empty: none
};
[[nodiscard]] SplitFlags split_host_compiler(std::string_view flags);

/// The variables in which the user names a host compiler for nvcc: it would win against NVCC_CCBIN (in
/// NVCC_PREPEND_FLAGS) or even against a command line (NVCC_APPEND_FLAGS). build_environment() removes it.
[[nodiscard]] std::vector<std::pair<std::string_view, SplitFlags>> own_host_compilers(const Variables& now);

}  // namespace cudastdenv
