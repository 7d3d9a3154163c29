// SPDX-License-Identifier: MIT
#pragma once

/// Parsers for what people type and programs print: compilers, systems, drivers, releases, GPUs, formats.

#include "messages/resolution.hpp"
#include "query/command_options.hpp"
#include "query/context.hpp"
#include "spelling/spell.hpp"
#include "tables/names.hpp"

namespace cudastdenv::query {

/// The value of `--cuda`, `--stdenv` and `--available` for the machine on which the command runs.
inline constexpr std::string_view host_name = "host";

/// The value of `--stdenv` for no particular environment: nixpkgs' default with any compiler.
inline constexpr std::string_view any_environment = "none";

/// `12.8` of `12.8?`, `std` of `-std`
[[nodiscard]] std::string_view without_marks(std::string_view word);

/// A name, and other words for it, separated by one space.
struct OtherNames {
    std::string_view meant;
    std::string_view names;
};

/// The name for which a text is one of the words, ignoring case; empty: none.
[[nodiscard]] std::string_view meant_by(std::string_view text, std::span<const OtherNames> all);

/// The parts between commas or semicolons, without spaces around them and quotes around the text. Empty for an empty
/// text.
[[nodiscard]] std::vector<std::string_view> split_list(std::string_view text);

/// Like split_list(), for single words, which spaces also separate.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view text);

/// Joins entries into one text for split_list(). Throws BadInput for an entry that would become several; `what` is the
/// name of the list there.
[[nodiscard]] std::string joined_list(const std::vector<std::string>& entries, std::string_view what);

/// Parses the name of a channel with package sets in the tables. Lives as long as the tables. Throws BadInput.
[[nodiscard]] std::string_view read_channel(const Tables& tables, std::string_view name);

/// A compiler as typed.
struct NamedCompiler {
    Compiler compiler;
    std::optional<Version> version;  ///< absent: only the major version was typed
};

/// Parses the names that people type, and the output of compilers and CMake: `gcc-13`, `GCC 13`, `g++-13.2`, `gcc
/// (Ubuntu 13.2.0-23ubuntu4) 13.2.0`, `clang version 19.1.7`, `GNU 13.3.0`, `/usr/bin/x86_64-linux-gnu-g++-13`. Absent
/// if there is no compiler. Also absent for Apple's Clang, whose numbers differ from LLVM's.
[[nodiscard]] std::optional<NamedCompiler> named_compiler(std::string_view text);

/// Like named_compiler(). Throws BadInput if the text names no compiler, or one far newer than the tables.
[[nodiscard]] NamedCompiler read_compiler(const Tables& tables, std::string_view text);

/// Adds the compiler's version to the list, if it has a minor version. Throws BadInput if the list has another version
/// of that compiler.
void add_version(std::vector<CompilerVersion>& versions, const NamedCompiler& named);

/// Parses a driver version. Throws BadInput with the correct syntax.
[[nodiscard]] DriverVersion read_driver(std::string_view text);

/// A system as typed. Its texts live as long as the tables.
struct SystemName {
    std::string_view nix;
    std::string_view redist;  ///< NVIDIA's name, if it was typed; otherwise empty
};

/// The system with that name; absent: none.
[[nodiscard]] std::optional<SystemName> system_named(const Tables& tables, std::string_view text);

/// Parses a Nix system (`aarch64-linux`), NVIDIA's name (`linux-sbsa`) or nixpkgs' `pkgsCross` attribute
/// (`aarch64-multiplatform`). `option` is named in the error. Throws BadInput.
[[nodiscard]] SystemName read_system_name(const Tables& tables, std::string_view option, std::string_view text);

/// The CUDA release in a text.
struct PrintedRelease {
    std::vector<const Release*> meant;  ///< releases that match all of its numbers, ascending; empty: none known
    std::optional<Version> version;     ///< the most exact of its numbers
    bool any_patch = false;             ///< whether no number is more exact than the minor release
};

/// Parses the output of nvcc, NVIDIA's tools, packages and wheels: `V12.4.131`, `release 12.4, V12.4.131`,
/// `cuda_12.4.r12.4/compiler.34097967_0`, `CUDA Version: 12.4`, `cu128`, `12080`, `cuda-toolkit-12-8`, `12.4 Update 1`,
/// `nvidia-cuda-nvcc-cu12==12.8.93`. Absent if it contains unrelated words, or no number of a release.
[[nodiscard]] std::optional<PrintedRelease> printed_release(const Tables& tables, std::string_view text);

/// A release as typed, and where it was looked up.
struct ReleaseName {
    const Release* release = nullptr;
    bool any_patch = false;  ///< only the minor version was typed, `12.8`: the row is its newest patch release
    messages::PackageSet package_set = {};  ///< the package set that was typed
    std::vector<Version> others = {};       ///< other releases with the same nvcc number, ascending
};

/// Parses a release: `12.8`, `12.8.1`, `latest`, `host` for the toolkit of this machine, output of nvcc and packages
/// (printed_release()), a container image with its CUDA, or a package set of nixpkgs: `cudaPackages_12_8`,
/// `cudaPackages_12`, `cudaPackages`. Package sets are looked up in `channel`, the id of an environment. If the channel
/// has no row for a minor release, its newest patch release is used. Throws BadInput with the correction.
[[nodiscard]] ReleaseName read_release_name(const Context& context, std::string_view text, std::string_view channel);

/// Parses a release in the default channel.
[[nodiscard]] const Release& read_release_name(const Context& context, std::string_view text);

/// The release of the wanted toolkit on this machine, from the same texts; absent: `host`, which matches any.
[[nodiscard]] std::optional<WantedRelease> read_wanted_release(const Context& context, std::string_view text);

/// Reads the name or the capability (`8.9`) of a GPU: one, or one for each capability where products of one name differ
/// in it; with `is_every_product` each product that the name can mean. A GPU that is given by its capability has no
/// name. Throws BadInput: the name may mean products of different names and capabilities (the error lists them), or the
/// tables lack it (the error names the nearest).
[[nodiscard]] std::vector<Gpu> read_gpu(const Tables& tables, std::string_view name, bool is_every_product = false);

/// Reads GPUs with commas between: `RTX 5090,H100,8.9`. Each gets its name in the tables. Throws BadInput as read_gpu()
/// does, and for an empty list.
[[nodiscard]] std::vector<Gpu> read_gpu_list(const Tables& tables, std::string_view text);

/// Parses the capability of a GPU: baseline, and in the tables. Throws BadInput.
[[nodiscard]] Capability read_device(const Tables& tables, std::string_view text);

/// Parses `7.5,9.0a,sm_100,Hopper`, whether or not a release supports them. The names point into `text`. Throws
/// BadInput for an empty list, and for an entry that is neither a capability nor a microarchitecture.
[[nodiscard]] std::vector<ListedCapability> read_capability_list(const Tables& tables, std::string_view text);

/// A version of a program that reads lists of architectures.
struct NamedConsumer {
    const ConsumerRow* consumer = nullptr;
    Version version;  ///< version whose rules apply: the named one, with as many numbers, or the newest in the tables
    std::optional<Version> newer = {};  ///< the named version, if it is newer than that
};

/// Parses what people type and programs print: `torch-2.7`, `PyTorch 2.7.1`, `torch==2.7.0+cu128`, `cmake version
/// 3.31.6`; without a version, the newest. Throws BadInput for an unknown program, and for a version older than the
/// tables.
[[nodiscard]] NamedConsumer read_consumer(const Tables& tables, std::string_view text);

/// Whether a text is a known program with a version that it can have: `torch 2.7`, `cmake-3.31`; not `torch 12.8`.
[[nodiscard]] bool names_consumer_version(const Tables& tables, std::string_view text);

/// A format, and the version of its consumer whose rules apply.
struct ChosenSpelling {
    const Spelling& spelling;
    std::optional<NamedConsumer> consumer;  ///< absent: none was named
};

/// From `--format`, otherwise `--consumer`, otherwise the format `otherwise`. Throws BadInput, also if the consumer
/// does not read the format in `--format`.
[[nodiscard]] ChosenSpelling read_chosen_spelling(const Tables& tables, const OptionTexts& texts,
                                                  std::string_view otherwise);

/// The context for writers and readers of the format.
[[nodiscard]] SpellingContext context_of(const Tables& tables, std::string_view system, Version release,
                                         const std::optional<NamedConsumer>& consumer);

/// The note that the newest known version is used for a newer consumer; empty: it is not newer.
[[nodiscard]] std::string newer_consumer_message(const std::optional<NamedConsumer>& consumer);

/// The format with that name, ignoring case; or with that variable, option or program: `torch`, `PyTorch`,
/// `TORCH_CUDA_ARCH_LIST`; nullptr: none.
[[nodiscard]] const Spelling* spelling_called(std::string_view text);

/// Like spelling_called(). Throws BadInput for an unknown format.
[[nodiscard]] const Spelling& read_spelling_name(std::string_view name);

/// Parses a list in a format. Throws BadInput.
[[nodiscard]] Listing read_listing(const Spelling& spelling, const SpellingContext& context, std::string_view text);

/// A list in a text.
struct ListInText {
    const Spelling* spelling = nullptr;
    std::optional<NamedConsumer> consumer = {};  ///< absent: none was named
    SpellingContext context;                     ///< of the reader
    std::string text = {};                       ///< the list alone, without what surrounds it
    Listing listing = {};
    std::vector<const Spelling*> also_fit = {};  ///< other formats that the text fits, if none was named
    bool is_guessed = false;                     ///< no format was named
};

/// Reads the list in a text: the text of a format, or a line or command that sets one, `ENV TORCH_CUDA_ARCH_LIST=8.0`,
/// `nvcc -arch=sm_80 x.cu`. `texts` has --format, --consumer and --compiler, all optional. Throws BadInput, also if
/// it sets several.
[[nodiscard]] ListInText read_list_in_text(const Tables& tables, const OptionTexts& texts, std::string_view system,
                                           Version release, const std::string& text);

/// The code that a list builds with that release. Throws BadInput if it depends on the build machine.
[[nodiscard]] BuildList read_build_list(const Tables& tables, Version release, const Listing& listing);

/// The option among `options` (`cuda`, `stdenv`, `gpu`) that the text is probably a value of. It can be a release, a
/// compiler, an environment, a standard, a system, a capability, a driver, a GPU or a format. Empty: none of them.
[[nodiscard]] std::string_view guess_option(const Tables& tables, std::string_view text,
                                            std::span<const std::string_view> options);

/// Whether a text is a value of the option, if guess_option() supports the option.
[[nodiscard]] bool is_value_of(const Tables& tables, std::string_view option, std::string_view text);

/// Completions for the value of an option: whole values, or for a list single entries. The newest or most usual comes
/// first. Empty if the value can be anything. `typed` is the text so far: the patch releases of 12.8 are only included
/// for `12.8`.
[[nodiscard]] std::vector<std::string> candidates(const Tables& tables, const OptionSpec& option,
                                                  std::string_view typed);

}  // namespace cudastdenv::query
