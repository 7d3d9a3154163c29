// SPDX-License-Identifier: MIT
#pragma once

/// The software of a machine: toolkits, compilers, C and C++ libraries, driver, GPUs. Also what a toolkit's header
/// checks.

#include "core/diagnostic.hpp"
#include "core/versions.hpp"
#include "tables/shape.hpp"

namespace cudastdenv {

/// The compilers that the header checks: GCC, Clang, and NVIDIA's own Clang for Grace.
enum class HostCheck { gcc, clang, grace };

CUDASTDENV_NAMED_ENUM(name_of, HostCheck, (gcc, "GCC"), (clang, "Clang"), (grace, "Clang for Grace"))

/// Files that nvcc does not find in its toolkit, because of how pip lays out some releases.
// clang-format off
CUDASTDENV_NEW_ENUM(ToolkitLack,
    (library_folder, "library-folder"),  // libraries are in lib, but nvcc links from lib64, which is missing; `-L` helps
    (cicc, "cicc"),                      // the compiler of GPU code is in bin, but nvcc starts it from nvvm/bin
    (link_stub, "link-stub"),            // bin/crt/link.stub, which is linked into each program with GPU code
    (cudart, "cudart"))                  // lib/libcudart.so, which PyTorch's extensions link; only the .so.13 exists
// One line for each field.

/// Major versions that a check accepts, both ends inclusive.
struct HeaderBounds {
    CUDASTDENV_RECORD("bounds", "The major versions that a header accepts.",
        (std::optional<int>, min, "min", "Minimum, inclusive; null where no minimum is checked."),
        (int, max, "max", "Maximum, inclusive."))

    friend bool operator==(const HeaderBounds&, const HeaderBounds&) = default;
};

struct HostConfig {
    CUDASTDENV_RECORD("enforced", "Range that crt/host_config.h checks.",
        (std::optional<HeaderBounds>, gcc, "gcc", "Null where it is not checked."),
        (std::optional<HeaderBounds>, clang, "clang", "Null where it is not checked."),
        (std::optional<HeaderBounds>, grace, "grace", "Clang on Grace; null where it is not checked separately."))
    std::vector<Diagnostic> problems = {};  ///< parts of the header that were not understood
};

/// A host compiler that a toolkit configures with `NVCC_CCBIN` or `nvcc.profile`.
struct NamedHostCompiler {
    CUDASTDENV_RECORD("namedCompiler", "A configured host compiler.",
        (std::filesystem::path, path, "path", "Its file."),
        (std::string, named_by, "namedBy", "The setting that names it."))
};

/// A ToolkitLack with its message.
struct LackMessage {
    CUDASTDENV_RECORD("toolkitLack", "What nvcc searches for in its toolkit but does not find.",
        (CodeName, lack, "lack", "Problem code."),
        (std::string, message, "message", "The message."))
};

/// An installed toolkit with an nvcc. `found_by` is `PATH`, `CUDA_HOME`, `/usr/local`, `pip`, `conda` or `nix store`.
/// The path of nvcc is absolute, without resolving links or scripts. The root contains bin/, with links resolved. The
/// version is from version.json, otherwise from the build, otherwise two numbers.
struct FoundToolkit {
    CUDASTDENV_RECORD("toolkit", "A CUDA toolkit on this machine.",
        (Version, version, "version", "Its release, as far as its nvcc reports it."),
        (std::vector<Version>, same_build, "sameBuild", "Releases with the same nvcc."),
        (bool, known, "known", "Whether the tables have the release."),
        (std::string, build, "nvcc", "The version that its nvcc prints."),
        (std::filesystem::path, nvcc, "path", "Path of its nvcc."),
        (std::filesystem::path, root, "root", "Its directory."),
        (std::string, found_by, "foundBy", "How it was found."),
        (OptionalPath, headers, "headers", "Directory of its headers; null where not found."),
        (std::optional<ToolkitHeaders>, headers_place, "headersPlace", "prefix: nvcc passes that directory to the compiler; system: a default directory of every compiler here; null where unknown."),
        (std::optional<NamedHostCompiler>, host_compiler, "hostCompiler", "The compiler that it uses for host code; null where nvcc finds its own."),
        (std::vector<LackMessage>, lack_messages, "lacks", "Problems that prevent builds with it."))
    const Release* release = nullptr;  ///< its row, the newest of several; nullptr: not in the tables
    std::vector<ToolkitLack> lacks = {};  ///< the answer has their messages
};

/// A C++ compiler driver on PATH or in CXX. Its path is absolute, because nvcc needs that, and bypasses a compiler
/// cache. `wrapped` is the compiler itself (nix) or the wrapper (cache).
struct FoundCompiler {
    /// The program between the path and the compiler itself.
    enum class Wrapper : std::uint8_t { none, cache, nix };

    CUDASTDENV_RECORD("foundCompiler", "A compiler on this machine.",
        (Compiler, compiler, "compiler"),
        (std::string, version, "version", "The version that it reports."),
        (std::filesystem::path, path, "path", "Its C++ driver."),
        (bool, is_default, "default", "Whether it is c++ on this machine."),
        (std::optional<int>, libstdcxx_headers, "libstdcxxHeaders", "GCC major version of the libstdc++ headers that it finds; null where none."),
        (OptionalPath, libstdcxx, "libstdcxx", "The libstdc++.so that it links with; null where unknown."),
        (std::optional<Version>, glibc, "glibc", "The glibc that it compiles against; null where unknown."),
        (Wrapper, wrapper, "wrapper", "Kind of wrapper in front of it."),
        (OptionalPath, wrapped, "wrapped", "The compiler itself (nix), or the cache (cache); null where there is no wrapper."))
    std::vector<std::filesystem::path> system_folders = {};  ///< default header directories, links resolved
    std::filesystem::path library_folder = {};  ///< directory of its own libstdc++.so.6; empty: none next to what it links
};

/// The libstdc++.so.6 that a program without a run path loads.
struct LoadedLibstdcxx {
    CUDASTDENV_RECORD("loadedLibstdcxx", "The libstdc++ that programs load here.",
        (std::filesystem::path, path, "path", "Its file."),
        (std::optional<int>, gcc, "gcc", "Major version of its GCC; null where newer than the tables."),
        (std::string, glibcxx, "glibcxx", "The newest GLIBCXX version that it defines."),
        (std::string, cxxabi, "cxxabi", "The newest CXXABI version that it defines."))
};

struct FoundGpu {
    CUDASTDENV_RECORD("foundGpu", "A GPU of this machine.",
        (ForeignText, name, "name", "As printed by nvidia-smi."),
        (std::optional<Capability>, capability, "capability", "Null where unknown."))
};
// clang-format on

CUDASTDENV_ENUM(FoundCompiler::Wrapper, (none, "none"), (cache, "cache"), (nix, "nix"))

/// `3 to 20`, `up to 15`, `not checked`
[[nodiscard]] inline std::string format_bounds(const std::optional<HeaderBounds>& bounds) {
    if (!bounds) return "not checked";
    const std::string max = std::to_string(bounds->max);
    return bounds->min ? std::to_string(*bounds->min) + " to " + max : max + " or older";
}

/// The limits of a check. `config` may be const.
template <class Config>
[[nodiscard]] auto& bounds_of(Config& config, HostCheck check) noexcept {
    return check == HostCheck::gcc ? config.gcc : check == HostCheck::clang ? config.clang : config.grace;
}

/// The real header has 12 KiB.
inline constexpr std::size_t max_header_bytes = 1u << 20;
inline constexpr std::size_t max_header_line = 16u << 10;

/// Parses the supported GCC and Clang versions from crt/host_config.h. It reads only the preprocessor lines around
/// those #error lines that GCC or Clang can reach. Unknown constructs are reported, never guessed. Never throws: all
/// problems are in `problems`.
[[nodiscard]] HostConfig read_host_config(std::string_view text);

/// Something that was skipped or is wrong, and why.
struct HostNote {
    Diagnostic message;
    std::filesystem::path unanswered = {};  ///< the program that failed to identify itself; empty: no program did
};

struct Host {
    std::string system;                        ///< Nix system: `x86_64-linux`
    std::vector<FoundToolkit> toolkits;        ///< the first is the one that a shell would use
    std::vector<FoundCompiler> compilers;      ///< without duplicates: GCC before Clang, newest first; within a major
                                               ///< version the default, then by PATH
    std::optional<Compiler> default_compiler;  ///< from CXX, otherwise `c++` on PATH; absent: none
    std::optional<LoadedLibstdcxx> libstdcxx;
    std::optional<Version> glibc;       ///< loaded by programs
    std::optional<std::string> driver;  ///< `580.159.03`
    std::vector<FoundGpu> gpus;
    std::vector<HostNote> notes;
};

/// The release of the toolkit that a query needs.
struct WantedRelease {
    Version version;         ///< a release in the tables
    bool any_patch = false;  ///< only its minor version was named, `13.3`: any installed patch release matches
};

/// Whether the toolkit can be of that release, according to its build.
[[nodiscard]] inline bool may_be(const FoundToolkit& toolkit, const WantedRelease& wanted) noexcept {
    if (wanted.any_patch) return minor_of(toolkit.version) == minor_of(wanted.version);
    return (toolkit.release && toolkit.release->version == wanted.version) ||
           contains(toolkit.same_build, wanted.version);
}

/// The first toolkit of the host that can be of that release; nullptr: none.
[[nodiscard]] inline const FoundToolkit* find_toolkit(const Host& host, const WantedRelease& wanted) noexcept {
    return find_in(host.toolkits, true, [&](const FoundToolkit& toolkit) { return may_be(toolkit, wanted); });
}

/// The release that the answer is for with this toolkit: if any patch release matches, its own, if the tables have it.
[[nodiscard]] inline Version release_of(const FoundToolkit& toolkit, const WantedRelease& wanted) noexcept {
    return wanted.any_patch && toolkit.release ? toolkit.release->version : wanted.version;
}

/// Whether the toolkit's headers are in a default directory of every compiler or of none. Absent if the compilers
/// differ, if there is no compiler, or if the headers were not found.
[[nodiscard]] std::optional<ToolkitHeaders> place_of_headers(const Host& host, const FoundToolkit& toolkit);

/// The first compiler of `host` with that family and major version; nullptr: none.
[[nodiscard]] inline const FoundCompiler* find_compiler(const Host& host, Compiler compiler) noexcept {
    return find_in(host.compilers, compiler, &FoundCompiler::compiler);
}

}  // namespace cudastdenv
