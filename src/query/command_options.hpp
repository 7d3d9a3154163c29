// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

/// Options of the commands that answer queries. The command line, JSON requests and their schema share these
/// descriptions.

namespace cudastdenv::query {

/// An option of a command.
struct OptionSpec {
    std::string_view name;   ///< without the dashes
    std::string_view value;  ///< name of the value in the help, `VERSION`; empty: a switch
    std::string_view help;
    char letter = '\0';           ///< the short form, `o` for `-o`
    std::string_view alias = {};  ///< another name
    std::string_view words = {};  ///< all accepted values, separated by one space; empty: not a fixed list

    /// The same option with a fixed list of values.
    [[nodiscard]] constexpr OptionSpec with_values(std::string_view fixed_words) const noexcept {
        OptionSpec fixed = *this;
        fixed.words = fixed_words;
        return fixed;
    }
    /// A list may be given again, which adds to it.
    [[nodiscard]] constexpr bool is_list() const noexcept { return value == "LIST"; }
};

/// Concatenates two lists of options or commands.
template <class Entry, std::size_t First, std::size_t Second>
constexpr auto combined(const std::array<Entry, First>& first, const std::array<Entry, Second>& second) {
    std::array<Entry, First + Second> all{};
    std::ranges::copy(second, std::ranges::copy(first, all.begin()).out);
    return all;
}

/// The release of a query.
inline constexpr OptionSpec cuda_option{"cuda", "VERSION",
                                        "CUDA release: 12.8, 12.8.1, cuda-12.8, cudaPackages_12, latest, host", 'c'};
/// The environment. Every command uses this option for it.
constexpr OptionSpec stdenv_option(std::string_view help) { return {"stdenv", "ENV", help, 's', "environment"}; }
constexpr OptionSpec format_option(std::string_view help, std::string_view words = {}) {
    return {"format", "FORMAT", help, 'f', {}, words};
}
inline constexpr OptionSpec system_option{"system", "SYSTEM",
                                          "Nix system, redist system or pkgsCross name (default: x86_64-linux)"};
inline constexpr OptionSpec policy_option =
    OptionSpec{"policy", "POLICY", "limits to apply: nixpkgs (default), documented, enforced"}.with_values(
        "nixpkgs documented enforced");

inline constexpr OptionSpec standard_option{
    "std", "STANDARD", "C++ standard of the code (default: c++17, or the newest that the release supports)"};
inline constexpr OptionSpec any_standard_option{
    "std", "STANDARD", "C++ standard of the code (default: c++17, or the newest that a release supports)"};
inline constexpr OptionSpec capabilities_option{
    "capabilities", "LIST", "GPU capabilities: 7.5,9.0a,sm_100,Hopper (default: the release's default list)"};
inline constexpr OptionSpec gpus_option{"gpu", "LIST",
                                        "GPUs to add to the capabilities: 'RTX 4090',H100 (`table gpus`)"};
inline constexpr OptionSpec no_ptx_option{"no-forward-compat", "", "do not include PTX"};
inline constexpr OptionSpec libstdcxx_option{"libstdcxx", "gcc-N",
                                             "GCC whose libstdc++ the environment uses (default: its own)"};
inline constexpr OptionSpec exact_compilers_option{"nixpkgs-exact", "",
                                                   "check only the compilers that nixpkgs itself would use"};

/// For the commands with a list as text.
inline constexpr OptionSpec list_system_option{
    "system", "SYSTEM", "Nix system, redist system or pkgsCross name (default: of each target's GPUs)"};
inline constexpr OptionSpec compiler_option{"compiler", "clang-N",
                                            "Clang that reads TEXT, with --format clang (default: the newest)"};

inline constexpr OptionSpec consumer_option{
    "consumer", "PROGRAM", "build system that reads the list: torch-2.7, cmake-3.31 (default: the newest)"};

inline constexpr OptionSpec for_option{"for", "TOOL",
                                       "tool to print commands for: nvcc, cmake, make, torch, conda, nix, apt, spack, "
                                       "dnf, pacman, zypper, emerge, docker, pip, uv, meson, bazel, wsl, windows, "
                                       "none (default: those that fit)"};

/// Options that select capabilities.
inline constexpr std::array capability_question_options{
    cuda_option,
    stdenv_option("environment: a compiler like gcc-15, a name like debian-12, or host"),
    capabilities_option,
    gpus_option,
    system_option,
    policy_option,
    OptionSpec{"nixpkgs-exact", "", "reproduce nixpkgs' behaviour exactly"},
};

/// Options that select the code to build.
inline constexpr auto list_question_options =
    combined(capability_question_options,
             std::array{OptionSpec{"forward-compat", "", "include PTX for later GPUs (default)"}, no_ptx_option});

/// Options that also select a host compiler.
inline constexpr auto compiler_question_options = combined(
    list_question_options,
    std::array{OptionSpec{"available", "LIST", "compilers to choose from, or host; empty: only the environment's own"},
               standard_option, libstdcxx_option});

/// Options that also affect advisories.
inline constexpr auto question_options = combined(
    compiler_question_options, std::array{OptionSpec{"glibc", "VERSION", "glibc version of the environment: 2.41"}});

inline constexpr auto explain_options = combined(question_options, std::array{for_option});

inline constexpr std::array ask_options{stdenv_option("environment: a compiler, a name like debian-12, or none"),
                                        policy_option, for_option};

inline constexpr auto resolve_options =
    combined(explain_options,
             std::array{OptionSpec{"build-system", "SYSTEM", "build system, for a cross build (default: the same)"}});

/// The values of the command's own --print.
inline constexpr std::string_view printed_words = "host-compiler cxx headers capabilities ptx gencode";

inline constexpr auto capabilities_options = combined(
    std::array{OptionSpec{"all", "", "list every capability that the release supports, not only the default list"}},
    capability_question_options);

inline constexpr auto flags_options =
    combined(std::array{format_option("output format (default: gencode); `list` lists them"), consumer_option,
                        OptionSpec{"strict", "", "fail if the format cannot express the whole list"}},
             list_question_options);

inline constexpr auto compat_options = combined(
    std::array{OptionSpec{"driver", "VERSION",
                          "NVIDIA driver version: 550.54.15, 550.54, 580 (default: report what the release requires)"}},
    list_question_options);

/// The list and the driver of `covers` and `graph coverage`.
inline constexpr std::array coverage_list_options{
    cuda_option,
    capabilities_option,
    no_ptx_option,
    format_option("read TEXT in this format instead; `flags --format list` lists the formats"),
    consumer_option,
    OptionSpec{"driver", "VERSION", "NVIDIA driver version: 550.54.15, 580 (default: one that matches the release)"},
    compiler_option,
    list_system_option,
};

inline constexpr auto covers_options = combined(
    coverage_list_options, std::array{
                               OptionSpec{"device", "CAPABILITY", "GPU, by its capability: 8.9"},
                               OptionSpec{"gpu", "LIST", "GPUs to run on, all of them: 'RTX 4090',H100 (`table gpus`)"},
                               OptionSpec{"all-devices", "", "check every GPU in the tables, those without code first"},
                               OptionSpec{"wheel", "WHEEL", "check a Python wheel: torch==2.9.0+cu128, a file name"},
                               for_option,
                           });

inline constexpr std::array wheel_options{
    OptionSpec{"gpu", "LIST", "GPUs to run on, all of them: 'RTX 4090',H100 (`table gpus`), host"},
    OptionSpec{"driver", "VERSION", "NVIDIA driver version: 550.54.15, 580, host (default: as new as needed)"},
    OptionSpec{"python", "VERSION", "Python release: 3.12 (default: any)"},
    OptionSpec{"cuda", "VERSION", "CUDA release that the build has: 12.8, cu128 (default: any)", 'c'},
    OptionSpec{"system", "SYSTEM", "x86_64-linux (default), aarch64-linux, windows"},
    for_option,
};

inline constexpr std::array lint_options{
    cuda_option,
    format_option("format of TEXT (default: auto); `flags --format list` lists the formats"),
    consumer_option,
    compiler_option,
    list_system_option,
    OptionSpec{"fix", "", "print only the corrected list, in the same format"},
    OptionSpec{"ignore", "LIST", "findings to leave out, by code: uncovered,no-ptx"},
    OptionSpec{"error-on", "LEVEL", "lowest severity with exit code 1: error, warning (default), note, never"}
        .with_values("error warning note never"),
    for_option,
};

inline constexpr std::array port_options{
    OptionSpec{"cuda", "VERSION", "CUDA release to build with: 13.0, latest", 'c', "to"},
    OptionSpec{"from", "VERSION", "CUDA release that the files are for: 12.9 (default: any earlier one)"},
    OptionSpec{"notes", "", "also show deprecated names and uncertain uses"},
};

/// Not typed: the environment of this machine, for a log that names none.
inline constexpr std::string_view environment_of_machine = "environment-here";

inline constexpr std::array diagnose_options{
    OptionSpec{"cuda", "VERSION", "CUDA release: 12.8, latest, host (default: from the log)", 'c'},
    stdenv_option("compiler like gcc-15, environment like debian-12, or host (default: from the log)"),
    OptionSpec{"driver", "VERSION", "NVIDIA driver version: 550.54.15, 580 (default: from the log)"},
    OptionSpec{"gpu", "LIST", "GPUs: 'RTX 4090',8.6 (default: from the log)"},
    any_standard_option,
    for_option,
};

inline constexpr std::array releases_options{
    stdenv_option("environment to support: a compiler like gcc-15, a name like ubuntu-24.04, or host"),
    OptionSpec{"available", "LIST", "compilers to support, at least one of them: gcc-16, clang-19; or host", '\0',
               "compiler"},
    OptionSpec{"capabilities", "LIST", "capabilities to build, all of them: 6.1,9.0a,Hopper"},
    OptionSpec{"gpu", "LIST", "GPUs to run machine code on, all of them: 'RTX 4090',H100 (`table gpus`)"},
    OptionSpec{"driver", "VERSION", "NVIDIA driver version: 550.54.15, 550.54, 580"},
    system_option,
    any_standard_option,
    OptionSpec{"glibc", "VERSION", "glibc version, if not the environment's: 2.41"},
    policy_option,
};

inline constexpr std::array nix_nvcc_options{
    policy_option,
    OptionSpec{"nixpkgs-exact", "", "write only the rows that nixpkgs itself has"},
    OptionSpec{"plain", "", "write rows without a check of their attributes, as in nixpkgs' file"},
};

inline constexpr std::array nix_cuda_options{
    OptionSpec{"all", "", "also write the capabilities that nvcc supports and nixpkgs does not list"},
    OptionSpec{"plain", "", "write every attribute of every row, without functions of lib"},
};

inline constexpr std::array nix_variants_options{
    OptionSpec{"cuda", "VERSION", "build with this release if possible; warn of each variant that it cannot build"},
    OptionSpec{"stdenv", "CHANNEL", "channel that has the package sets: nixos-26.05 (default), nixos-unstable"},
    policy_option,
};

inline constexpr std::array nix_checks_options{
    OptionSpec{"cuda", "LIST", "releases to check (default: all)"},
    OptionSpec{"system", "SYSTEM", "Nix system name (default: x86_64-linux)"},
    stdenv_option("environment: a compiler like gcc-15, or a name like nixos-26.05"),
    standard_option,
    OptionSpec{"available", "LIST", "compilers to check (default: all in the tables, or the environment's)"},
    policy_option,
    exact_compilers_option,
};

inline constexpr std::array nix_impact_options{
    OptionSpec{"from", "ENV", "state before: a channel like nixos-26.05 (default), or its default compiler, gcc-15"},
    OptionSpec{"to", "ENV", "state after: a channel, or the new default compiler: gcc-16, clang-21"},
    OptionSpec{"glibc", "VERSION", "glibc after: 2.44 (default: that of --to, otherwise unchanged)"},
    OptionSpec{"cuda", "VERSION", "release of cudaPackages after: 13.3 (default: that of --to, otherwise unchanged)"},
    OptionSpec{"available", "LIST", "compilers packaged after (default: those of --to, otherwise unchanged)"},
    OptionSpec{"system", "SYSTEM", "Nix system, redist system or pkgsCross name (default: x86_64-linux)"},
    any_standard_option,
    policy_option,
    exact_compilers_option,
    format_option("output format: text (default), json, or markdown for a pull request", "text json markdown"),
};

}  // namespace cudastdenv::query
