// SPDX-License-Identifier: MIT
#pragma once

/// What people type, and what programs print, read: compilers, systems, drivers, releases, GPUs, spellings.

#include "ask/command_options.hpp"
#include "ask/context.hpp"
#include "resolve/releases.hpp"
#include "spelling/spell.hpp"
#include "tables/names.hpp"
#include "words/resolution.hpp"

namespace cudastdenv::asking {

/// What `--cuda`, `--stdenv` and `--available` call the machine that the command runs on.
inline constexpr std::string_view host_name = "host";

/// What `--stdenv` calls no environment in particular: nixpkgs' default, with any compiler.
inline constexpr std::string_view any_environment = "none";

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

/// What a text says of a CUDA release.
struct PrintedRelease {
    std::vector<const Release*> meant;  ///< that all of its numbers go with, ascending; empty: none known
    std::optional<Version> version;     ///< the most exact of its numbers
    bool any_patch = false;             ///< no number is more exact than the minor release
};

/// Reads what nvcc, NVIDIA's tools, packages and wheels print: `V12.4.131`, `release 12.4, V12.4.131`,
/// `cuda_12.4.r12.4/compiler.34097967_0`, `CUDA Version: 12.4`, `cu128`, `12080`, `cuda-toolkit-12-8`,
/// `12.4 Update 1`, `nvidia-cuda-nvcc-cu12==12.8.93`. Absent where a word of it is of something else, or there is no
/// number that is a release's.
[[nodiscard]] std::optional<PrintedRelease> printed_release(const Tables& tables, std::string_view text);

/// A release that was typed, and where it was looked up.
struct ReleaseName {
    const Release* release = nullptr;
    bool any_patch = false;              ///< only the minor was named, `12.8`: the row is that of its newest patch
    words::PackageSet package_set = {};  ///< that it was named as
    std::vector<Version> others = {};    ///< that the text may mean too, ascending: their nvcc has the same number
};

/// Reads a release: `12.8`, `12.8.1`, `latest`, `host` for the toolkit of this machine, what nvcc and packages print
/// (printed_release()), a container image with its CUDA, or the name of a package set of nixpkgs:
/// `cudaPackages_12_8`, `cudaPackages_12`, `cudaPackages`. What a package set holds is looked up for `channel`, the
/// id of an environment; of a minor release that the channel has no row for, it is the newest patch release.
/// Throws BadInput that names what would be right.
[[nodiscard]] ReleaseName read_release_name(const Context& context, std::string_view text, std::string_view channel);

/// The same with the channel that is assumed where none is named.
[[nodiscard]] const Release& read_release_name(const Context& context, std::string_view text);

/// The release that a toolkit of this machine is wanted of, by the same texts; absent: `host`, whatever it is of.
[[nodiscard]] std::optional<WantedRelease> read_wanted_release(const Context& context, std::string_view text);

/// Reads the name or the capability (`8.9`) of a GPU: one, or one for each capability where products of one name differ
/// in it; with `is_every_product` each product that the name can mean. A GPU that is given by its capability has no
/// name. Throws BadInput: the name may mean products of different names and capabilities (the error lists them), or the
/// tables lack it (the error names the nearest).
[[nodiscard]] std::vector<Gpu> read_gpu(const Tables& tables, std::string_view name, bool is_every_product = false);

/// Reads GPUs with commas between: `RTX 5090,H100,8.9`. Each gets its name in the tables. Throws BadInput as read_gpu()
/// does, and for an empty list.
[[nodiscard]] std::vector<Gpu> read_gpu_list(const Tables& tables, std::string_view text);

/// Reads the capability of a GPU that was typed, baseline and known to the tables. Throws BadInput.
[[nodiscard]] Capability read_device(const Tables& tables, std::string_view text);

/// Reads `7.5,9.0a,sm_100,Hopper`; whether a release knows them is not asked. The names point into `text`.
/// Throws BadInput: an empty list, or what is neither a capability nor the name of a microarchitecture.
[[nodiscard]] std::vector<ListedCapability> read_capability_list(const Tables& tables, std::string_view text);

/// A version of a program that reads lists of architectures.
struct NamedConsumer {
    const ConsumerRow* consumer = nullptr;
    Version version;  ///< whose rules hold: the named one, with as many numbers, or the newest that was read
    std::optional<Version> newer;  ///< the one that was named, where it is newer than that
};

/// Reads what people type and programs print: `torch-2.7`, `PyTorch 2.7.1`, `torch==2.7.0+cu128`,
/// `cmake version 3.31.6`; without a version the newest. Throws BadInput where nobody is called so, or the version is
/// older than any whose rules are known.
[[nodiscard]] NamedConsumer read_consumer(const Tables& tables, std::string_view text);

/// A spelling, and the version of its consumer whose rules hold.
struct ChosenSpelling {
    const Spelling& spelling;
    std::optional<NamedConsumer> consumer;  ///< absent: none was named
};

/// By `--format`, or else `--consumer`, or else the spelling called `otherwise`. Throws BadInput, also where the
/// consumer reads another spelling than `--format` says.
[[nodiscard]] ChosenSpelling read_chosen_spelling(const Tables& tables, const Texts& texts, std::string_view otherwise);

/// What writers and readers of the spelling need.
[[nodiscard]] SpellingContext context_of(const Tables& tables, std::string_view system, Version release,
                                         const std::optional<NamedConsumer>& consumer);

/// That a consumer newer than the newest is taken for that one; empty: it is not newer.
[[nodiscard]] std::string newer_consumer_message(const std::optional<NamedConsumer>& consumer);

/// The spelling of that name in any case, of the variable or option that takes such lists, or of a program that reads
/// them: `torch`, `PyTorch`, `TORCH_CUDA_ARCH_LIST`; nullptr: none.
[[nodiscard]] const Spelling* spelling_called(std::string_view text);

/// The same. Throws BadInput where there is none.
[[nodiscard]] const Spelling& read_spelling_name(std::string_view name);

/// Reads a list in a spelling. Throws BadInput.
[[nodiscard]] Listing read_listing(const Spelling& spelling, const SpellingContext& context, std::string_view text);

/// What a list builds with that release. Throws BadInput where only the machine that builds knows.
[[nodiscard]] BuildList read_build_list(const Tables& tables, Version release, const Listing& listing);

/// The option that a text without one is probably the value of, among `options` (`cuda`, `stdenv`, `gpu`): a release, a
/// compiler, an environment, a standard, a system, a capability, a driver, a GPU, a spelling. Empty: none of them.
[[nodiscard]] std::string_view option_meant(const Tables& tables, std::string_view text,
                                            std::span<const std::string_view> options);

/// Whether a text is one that the option takes, as far as option_meant() knows the option.
[[nodiscard]] bool is_value_of(const Tables& tables, std::string_view option, std::string_view text);

/// What an option can be given, for a person who types: each a whole value, of a list one entry. The newest or the
/// most usual first; none where it can be anything. `typed` is what stands there so far: the patch releases of 12.8 are
/// not among all releases, and are there for `12.8`.
[[nodiscard]] std::vector<std::string> candidates(const Tables& tables, const OptionSpec& option,
                                                  std::string_view typed);

}  // namespace cudastdenv::asking
