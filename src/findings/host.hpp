// SPDX-License-Identifier: MIT
#pragma once

/// What is on a machine: toolkits, compilers, C and C++ libraries, driver, GPUs; and what a toolkit's header checks.

#include "core/diagnostic.hpp"
#include "core/versions.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>
#include <cudastdenv/describe.hpp>
#include <cudastdenv/tables.hpp>
#include <cudastdenv/version.hpp>

#include <filesystem>

namespace cudastdenv {

/// The compilers that the header checks: GCC, Clang, and NVIDIA's own Clang for Grace.
enum class HostCheck { gcc, clang, grace };

CUDASTDENV_NAMED_ENUM(name_of, HostCheck, (gcc, "GCC"), (clang, "Clang"), (grace, "Clang for Grace"))

/// What an nvcc looks for in its toolkit where it does not lie: so pip lays some releases out.
enum class ToolkitLack : std::uint8_t {
    library_folder,  ///< its libraries are in lib, and it links from lib64, which is not there: `-L` helps
    cicc,            ///< the compiler of GPU code is in bin, and it starts that of nvvm/bin: nothing compiles
    link_stub,       ///< bin/crt/link.stub, of which each program with GPU code is linked
};

CUDASTDENV_ENUM(ToolkitLack, (library_folder, "library-folder"), (cicc, "cicc"), (link_stub, "link-stub"))

// A field is one line.
// clang-format off

/// Major versions that a check lets pass, closed at both ends.
struct HeaderBounds {
    CUDASTDENV_RECORD("bounds", "The major versions that a header lets pass.",
        (std::optional<int>, min, "min", "The lowest, included; null: there is no lower bound."),
        (int, max, "max", "The highest, included."))

    friend bool operator==(const HeaderBounds&, const HeaderBounds&) = default;
};

struct HostConfig {
    CUDASTDENV_RECORD("enforced", "What crt/host_config.h checks.",
        (std::optional<HeaderBounds>, gcc, "gcc", "Null: it is not checked."),
        (std::optional<HeaderBounds>, clang, "clang", "Null: it is not checked."),
        (std::optional<HeaderBounds>, grace, "grace", "Clang on Grace; null: it is not checked by itself."))
    std::vector<Diagnostic> problems = {};  ///< what was not understood
};

/// A host compiler that a toolkit names itself, by `NVCC_CCBIN` or `nvcc.profile`.
struct NamedHostCompiler {
    CUDASTDENV_RECORD("namedCompiler", "A host compiler that something names.",
        (std::filesystem::path, path, "path", "Its file."),
        (std::string, named_by, "namedBy", "What names it."))
};

/// A ToolkitLack in words.
struct SaidLack {
    CUDASTDENV_RECORD("toolkitLack", "What a toolkit's nvcc looks for, and does not find.",
        (CodeName, lack, "lack", "Which one, for programs."),
        (std::string, message, "message", "In words."))
};

/// An installed toolkit that has an nvcc. That is as it was found, `PATH`, `CUDA_HOME`, `/usr/local`, `pip`, `conda` or
/// `nix store`: absolute, links and scripts not looked through. Links of the folders are resolved; the root holds bin/.
/// The version is that of version.json, else by the build, else two numbers.
struct FoundToolkit {
    CUDASTDENV_RECORD("toolkit", "A CUDA toolkit on this machine.",
        (Version, version, "version", "Its release, as far as its nvcc says."),
        (std::vector<Version>, same_build, "sameBuild", "Releases that have the same nvcc."),
        (bool, known, "known", "The tables have the release."),
        (std::string, build, "nvcc", "The version that its nvcc prints."),
        (std::filesystem::path, nvcc, "path", "Its nvcc."),
        (std::filesystem::path, root, "root", "Its folder."),
        (std::string, found_by, "foundBy", "How it was found."),
        (OptionalPath, headers, "headers", "The folder of its headers; null: not found."),
        (std::optional<ToolkitHeaders>, headers_place, "headersPlace", "prefix: nvcc hands that folder to the compiler; system: every compiler here searches it by itself; null: not known."),
        (std::optional<NamedHostCompiler>, host_compiler, "hostCompiler", "The compiler that it hands host code to; null: the one that nvcc finds itself."),
        (std::vector<SaidLack>, said_lacks, "lacks", "What keeps programs from being built with it."))
    const Release* release = nullptr;  ///< its row, of several the newest; nullptr: a release that the tables don't know
    std::vector<ToolkitLack> lacks = {};  ///< an answer has words for them
};

/// A C++ compiler driver on PATH, or that CXX names. Its path is absolute, for nvcc, and past a compiler cache; what is
/// wrapped is the compiler itself (nix) or the wrapper (cache).
struct FoundCompiler {
    /// What stands between the path and the compiler itself.
    enum class Wrapper : std::uint8_t { none, cache, nix };

    CUDASTDENV_RECORD("foundCompiler", "A compiler on this machine.",
        (Compiler, compiler, "compiler"),
        (std::string, version, "version", "What it says."),
        (std::filesystem::path, path, "path", "Its C++ driver."),
        (bool, is_default, "default", "It is what c++ means here."),
        (std::optional<int>, libstdcxx_headers, "libstdcxxHeaders", "GCC major of the libstdc++ headers that it finds; null: none."),
        (OptionalPath, libstdcxx, "libstdcxx", "The libstdc++.so that it links with; null: not known."),
        (std::optional<Version>, glibc, "glibc", "The glibc that it compiles against; null: not known."),
        (Wrapper, wrapper, "wrapper", "What stands in front of it."),
        (OptionalPath, wrapped, "wrapped", "The compiler behind that; null: nothing does."))
    std::vector<std::filesystem::path> system_folders = {};  ///< of headers, that it searches by itself; links resolved
    std::filesystem::path library_folder = {};  ///< of its own libstdc++.so.6; empty: none beside what it links
};

/// The libstdc++.so.6 that a program without a run path loads.
struct LoadedLibstdcxx {
    CUDASTDENV_RECORD("loadedLibstdcxx", "The libstdc++ that programs load here.",
        (std::filesystem::path, path, "path", "Its file."),
        (std::optional<int>, gcc, "gcc", "Major version of its GCC; null: newer than the tables."),
        (std::string, glibcxx, "glibcxx", "The newest GLIBCXX version that it defines."),
        (std::string, cxxabi, "cxxabi", "The newest CXXABI version that it defines."))
};

struct FoundGpu {
    CUDASTDENV_RECORD("foundGpu", "A GPU of this machine.",
        (ForeignText, name, "name", "As nvidia-smi has it."),
        (std::optional<Capability>, capability, "capability", "Null: not known."))
};
// clang-format on

CUDASTDENV_ENUM(FoundCompiler::Wrapper, (none, "none"), (cache, "cache"), (nix, "nix"))

/// `3 to 20`, `up to 15`, `not checked`
[[nodiscard]] std::string bounds_in_words(const std::optional<HeaderBounds>& bounds);

/// The bounds of a check; `config` is const or not.
template <class Config>
[[nodiscard]] auto& bounds_of(Config& config, HostCheck check) noexcept {
    return check == HostCheck::gcc ? config.gcc : check == HostCheck::clang ? config.clang : config.grace;
}

/// A real one has 12 KiB.
inline constexpr std::size_t max_header_bytes = 1u << 20;
inline constexpr std::size_t max_header_line = 16u << 10;

/// Reads from crt/host_config.h which GCC and Clang nvcc lets pass: nothing but the preprocessor lines around the
/// #error lines that GCC or Clang could meet. What stands there and is not known is reported, never guessed at. Never
/// throws: whatever is wrong is among the problems.
[[nodiscard]] HostConfig read_host_config(std::string_view text);

/// What was left out, or is not as it should be, and why.
struct HostNote {
    Diagnostic message;
    std::filesystem::path unanswered = {};  ///< the program that could not say what it is; empty: it is about none
};

struct Host {
    std::string system;                  ///< Nix system: `x86_64-linux`
    std::vector<FoundToolkit> toolkits;  ///< the first is the one that a shell would use
    std::vector<FoundCompiler>
        compilers;  ///< each once: GCC before Clang, newest first; of one major the default, then by PATH
    std::optional<Compiler> default_compiler;  ///< what CXX names, else `c++` on PATH; absent: none
    std::optional<LoadedLibstdcxx> libstdcxx;
    std::optional<Version> glibc;       ///< that is loaded
    std::optional<std::string> driver;  ///< `580.159.03`
    std::vector<FoundGpu> gpus;
    std::vector<HostNote> notes;
};

/// A release that a toolkit of this machine is wanted of.
struct WantedRelease {
    Version version;         ///< one that the tables have
    bool any_patch = false;  ///< only its minor was named, `13.3`: whichever patch is here is meant
};

/// Whether the toolkit may be of that release, as far as its build tells.
[[nodiscard]] bool may_be(const FoundToolkit& toolkit, const WantedRelease& wanted) noexcept;

/// The first toolkit of the host that may be of that release, or nullptr.
[[nodiscard]] const FoundToolkit* find_toolkit(const Host& host, const WantedRelease& wanted) noexcept;

/// The release to answer for, with such a toolkit: of any patch its own, where the tables know it.
[[nodiscard]] Version release_of(const FoundToolkit& toolkit, const WantedRelease& wanted) noexcept;

/// Whether every compiler, or none, searches the toolkit's headers by itself; absent where they differ, where there is
/// no compiler, or where the headers were not found.
[[nodiscard]] std::optional<ToolkitHeaders> place_of_headers(const Host& host, const FoundToolkit& toolkit);

/// The first of `host` with that family and major, or nullptr.
[[nodiscard]] const FoundCompiler* find_compiler(const Host& host, Compiler compiler) noexcept;

}  // namespace cudastdenv
