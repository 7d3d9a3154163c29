// SPDX-License-Identifier: MIT
#pragma once

/// What the commands that ask take: described once, for the command line, for requests in JSON and for their schema.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace cudastdenv::asking {

/// An option of a command.
struct OptionSpec {
    std::string_view name;   ///< without the dashes
    std::string_view value;  ///< what it takes, for the help: `V`; empty: a switch
    std::string_view help;
    char letter = '\0';           ///< the short form, `o` for `-o`
    std::string_view alias = {};  ///< another name that it may be given by
    std::string_view words = {};  ///< all that it takes, one space between; empty: no fixed words

    /// The same option, which takes these words.
    [[nodiscard]] constexpr OptionSpec with_words(std::string_view fixed_words) const noexcept {
        OptionSpec fixed = *this;
        fixed.words = fixed_words;
        return fixed;
    }
    [[nodiscard]] constexpr bool is_list() const noexcept { return value.find(',') != value.npos; }
};

/// Two lists, of options or commands, as one.
template <class Entry, std::size_t First, std::size_t Second>
constexpr auto joined(const std::array<Entry, First>& first, const std::array<Entry, Second>& second) {
    std::array<Entry, First + Second> all{};
    std::ranges::copy(second, std::ranges::copy(first, all.begin()).out);
    return all;
}

/// The release that a command asks about.
inline constexpr OptionSpec cuda_option{"cuda", "V",
                                        "CUDA release: 12.8, 12.8.1, cuda-12.8, cudaPackages_12, latest, host", 'c'};
/// The standard environment, the one word for it in every command.
constexpr OptionSpec stdenv_option(std::string_view help) { return {"stdenv", "CC", help, 's', "environment"}; }
constexpr OptionSpec format_option(std::string_view help, std::string_view words = {}) {
    return {"format", "F", help, 'f', {}, words};
}
inline constexpr OptionSpec system_option{"system", "S",
                                          "Nix system, redist system or pkgsCross name (default: x86_64-linux)"};
inline constexpr OptionSpec policy_option =
    OptionSpec{"policy", "P", "whose ranges count: nixpkgs (default), documented, enforced"}.with_words(
        "nixpkgs documented enforced");

inline constexpr OptionSpec standard_option{
    "std", "C++", "C++ standard of the code (default: c++17, or the newest that the release has)"};
inline constexpr OptionSpec any_standard_option{
    "std", "C++", "C++ standard of the code (default: c++17, or the newest that a release has)"};
inline constexpr OptionSpec capabilities_option{"capabilities", "C,C",
                                                "7.5,9.0a,sm_100,Hopper (default: the release's default list)"};
inline constexpr OptionSpec gpus_option{"gpu", "NAME,NAME",
                                        "GPUs whose capabilities join the list: 'RTX 4090',H100 (`table gpus`)"};
inline constexpr OptionSpec no_ptx_option{"no-forward-compat", "", "without PTX"};
inline constexpr OptionSpec libstdcxx_option{"libstdcxx", "gcc-N",
                                             "whose libstdc++ the stdenv has (default: its GCC's)"};
inline constexpr OptionSpec exact_compilers_option{"nixpkgs-exact", "", "the compilers that nixpkgs itself would use"};

/// Of the commands that take a list's text.
inline constexpr OptionSpec list_system_option{
    "system", "S", "Nix system, redist system or pkgsCross name (default: of each target's GPUs)"};
inline constexpr OptionSpec compiler_option{"compiler", "clang-N",
                                            "which Clang reads TEXT, with --format clang (default: the newest)"};

inline constexpr OptionSpec consumer_option{"consumer", "NAME-V",
                                            "whose rules a list follows: torch-2.7, cmake-3.31 (default: the newest)"};

inline constexpr OptionSpec for_option{"for", "TOOL",
                                       "what to type: nvcc, cmake, make, torch, conda, nix, apt, ..., none "
                                       "(default: what fits)"};

/// What chooses capabilities.
inline constexpr std::array capability_question_options{
    cuda_option,
    stdenv_option("the standard environment: a compiler like gcc-15, a name like debian-12, or host"),
    capabilities_option,
    gpus_option,
    system_option,
    policy_option,
    OptionSpec{"nixpkgs-exact", "", "reproduce nixpkgs' own behaviour to the letter"},
};

/// What chooses the code that is built.
inline constexpr auto list_question_options =
    joined(capability_question_options,
           std::array{OptionSpec{"forward-compat", "", "with PTX for later GPUs (the default)"}, no_ptx_option});

/// What chooses a host compiler too.
inline constexpr auto compiler_question_options = joined(
    list_question_options,
    std::array{OptionSpec{"available", "CC,CC", "candidate compilers, or host; empty: none but the stdenv's own"},
               standard_option, libstdcxx_option});

/// And what breaks it.
inline constexpr auto question_options =
    joined(compiler_question_options, std::array{OptionSpec{"glibc", "V", "C library of the environment: 2.41"}});

inline constexpr auto explain_options = joined(question_options, std::array{for_option});

inline constexpr std::array ask_options{policy_option, for_option};

inline constexpr auto resolve_options = joined(
    explain_options,
    std::array{OptionSpec{"build-system", "S", "the system that is built on, for a cross build (default: the same)"}});

/// What the command's own --print takes.
inline constexpr std::string_view printed_words = "host-compiler cxx headers capabilities ptx gencode";

inline constexpr auto capabilities_options =
    joined(std::array{OptionSpec{"all", "", "every capability the release knows, not only the default list"}},
           capability_question_options);

inline constexpr auto flags_options =
    joined(std::array{format_option("spelling (default: gencode); `list` names them"), consumer_option,
                      OptionSpec{"strict", "", "exit 1 where the spelling cannot say everything"}},
           list_question_options);

inline constexpr auto compat_options =
    joined(std::array{OptionSpec{"driver", "D",
                                 "version of the NVIDIA driver: 550.54.15, 550.54, 580 (default: "
                                 "what the release asks of one)"}},
           list_question_options);

/// By which `covers` and `graph coverage` take a list and a driver.
inline constexpr std::array coverage_list_options{
    cuda_option,
    capabilities_option,
    no_ptx_option,
    format_option("read TEXT in this spelling instead; `flags --format list` names them"),
    consumer_option,
    OptionSpec{"driver", "D", "version of the NVIDIA driver: 550.54.15, 580 (default: as new as the release)"},
    compiler_option,
    list_system_option,
};

inline constexpr auto covers_options = joined(
    coverage_list_options, std::array{
                               OptionSpec{"device", "C", "the GPU, by its capability: 8.9"},
                               OptionSpec{"gpu", "NAME", "the GPU, by its name: 'RTX 4090', H100 (`table gpus`)"},
                               OptionSpec{"all-devices", "", "every GPU that the tables know, holes first"},
                               for_option,
                           });

inline constexpr std::array lint_options{
    cuda_option,        format_option("the spelling of TEXT (default: auto); `flags --format list` names them"),
    consumer_option,    compiler_option,
    list_system_option, OptionSpec{"fix", "", "print the corrected list alone, in the same spelling"},
};

inline constexpr std::array diagnose_options{
    OptionSpec{"cuda", "V", "CUDA release: 12.8, latest, host (default: what the log says)", 'c'},
    stdenv_option("a compiler like gcc-15, an environment like debian-12, or host (default: the log's)"),
    OptionSpec{"driver", "D", "version of the NVIDIA driver: 550.54.15, 580 (default: the log's)"},
    OptionSpec{"gpu", "NAME,NAME", "GPUs: 'RTX 4090',8.6 (default: those that the log names)"},
    for_option,
};

inline constexpr std::array releases_options{
    stdenv_option("a compiler like gcc-15, an environment like ubuntu-24.04, or host, that they are to work in"),
    OptionSpec{"available", "CC,CC", "one of them is to be the host compiler: gcc-16, clang-19; or host", '\0',
               "compiler"},
    OptionSpec{"capabilities", "C,C", "all of them are to be built: 6.1,9.0a,Hopper"},
    OptionSpec{"gpu", "NAME,NAME", "machine code is to run on all of them: 'RTX 4090',H100 (`table gpus`)"},
    OptionSpec{"driver", "D", "version of the NVIDIA driver: 550.54.15, 550.54, 580"},
    system_option,
    any_standard_option,
    OptionSpec{"glibc", "V", "C library, if not the environment's: 2.41"},
    policy_option,
};

inline constexpr std::array nix_nvcc_options{
    policy_option,
    OptionSpec{"nixpkgs-exact", "", "only the rows that nixpkgs itself has"},
    OptionSpec{"plain", "", "rows without a check of their attributes, as nixpkgs' file has them"},
};

inline constexpr std::array nix_cuda_options{
    OptionSpec{"all", "", "also the capabilities that nvcc takes and nixpkgs does not list"},
    OptionSpec{"plain", "", "every attribute of every row, and no function of lib"},
};

inline constexpr std::array nix_variants_options{
    OptionSpec{"cuda", "V", "build with this release where it can; warn of each variant that it cannot build"},
    OptionSpec{"stdenv", "CHANNEL", "the channel whose package sets there are: nixos-26.05 (default), nixos-unstable"},
    policy_option,
};

inline constexpr std::array nix_checks_options{
    OptionSpec{"cuda", "V,V", "releases to check (default: all)"},
    OptionSpec{"system", "S", "Nix system name (default: x86_64-linux)"},
    stdenv_option("the standard environment: a compiler like gcc-15, or a name like nixos-26.05"),
    standard_option,
    OptionSpec{"available", "CC,CC", "compilers to check (default: all that are known, or the environment's)"},
    policy_option,
    exact_compilers_option,
};

inline constexpr std::array nix_impact_options{
    OptionSpec{"from", "E", "before: a channel like nixos-26.05 (the default), or gcc-15 in its place"},
    OptionSpec{"to", "E", "after: a channel, or what the default compiler becomes: gcc-16, clang-21"},
    OptionSpec{"glibc", "V", "C library after: 2.44 (default: that of --to, else as before)"},
    OptionSpec{"cuda", "V", "release that cudaPackages is after: 13.3 (default: that of --to, else as before)"},
    OptionSpec{"available", "CC,CC", "compilers packaged after (default: those of --to, else as before)"},
    OptionSpec{"system", "S", "Nix system, redist system or pkgsCross name (default: x86_64-linux)"},
    any_standard_option,
    policy_option,
    exact_compilers_option,
    format_option("text (default), json, or markdown for a pull request", "text json markdown"),
};

}  // namespace cudastdenv::asking
