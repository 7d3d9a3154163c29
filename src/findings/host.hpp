// SPDX-License-Identifier: MIT
#pragma once

/// What is on a machine: toolkits, compilers, C and C++ libraries, driver, GPUs; and a CUDA toolkit as it was found:
/// what its files, and its programs where they were asked, say it is.

#include "core/diagnostic.hpp"
#include "core/versions.hpp"

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>
#include <cudastdenv/describe.hpp>
#include <cudastdenv/tables.hpp>
#include <cudastdenv/version.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// The compilers that the header checks: GCC, Clang, and NVIDIA's own Clang for Grace.
enum class HostCheck { gcc, clang, grace };

CUDASTDENV_NAMED_ENUM(name_of, HostCheck, (gcc, "GCC"), (clang, "Clang"), (grace, "Clang for Grace"))

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
// clang-format on

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

/// Something that says which toolkit it is.
struct Clue {
    enum class Kind { version_json, runtime_header, wheel, meta_package, conda, redist, debian, nvcc, option };

    Kind kind = Kind::version_json;
    std::string where = {};               ///< the file, or the name of a folder or of a program
    std::optional<Version> build = {};    ///< nvcc's, three numbers
    std::optional<Version> release = {};  ///< three numbers, or two where it says no more
    std::string package = {};             ///< of a wheel, a .deb, a conda package
    std::string package_version = {};
    std::string platform = {};  ///< `Linux x86_64`; empty: not said
};

// A field is one line.
// clang-format off

/// What its programs say of a toolkit; the capabilities are ascending.
struct ToolAnswers {
    CUDASTDENV_RECORD("toolAnswers", "What the toolkit's programs said when they were run.",
        (std::vector<Capability>, capabilities, "capabilities", "What they list."),
        (std::optional<ForeignText>, listed_by, "listedBy", "Which of them; null: none does."),
        (std::optional<CxxStandard>, newest_standard, "newestStandard", "The newest that nvcc takes; null: not known."))
    std::string nvcc = {};                   ///< the program's name in the toolkit; empty: none
    std::optional<Version> build = {};       ///< `nvcc --version`, else `ptxas --version`
    std::vector<Diagnostic> troubles = {};   ///< why its programs cannot be relied on
};
// clang-format on

/// A toolkit, as far as its files say what it is.
struct Toolkit {
    std::filesystem::path path;
    std::string header;  ///< name of crt/host_config.h in it; empty: there is none
    HostConfig bounds;
    std::vector<Clue> clues;             ///< those that say most first
    std::optional<Version> build;        ///< nvcc's; of the tables where only they say it
    std::optional<Version> release;      ///< that a clue names; two numbers where it says no more
    std::optional<ToolAnswers> answers;  ///< where they were asked
    std::vector<Diagnostic> problems;    ///< beside those of its header, in `bounds`
};

/// Takes together what the clues say, and notes where they contradict each other.
void read_clues(Toolkit& toolkit);

/// Whether it is no toolkit but PyPI's meta package cuda-toolkit, which names a release and the nvcc that belongs to
/// it.
[[nodiscard]] bool is_meta_package(const Toolkit& toolkit) noexcept;

/// What an nvcc looks for in its toolkit where it does not lie: so pip lays some releases out.
enum class ToolkitLack : std::uint8_t {
    library_folder,  ///< its libraries are in lib, and it links from lib64, which is not there: `-L` helps
    cicc,            ///< the compiler of GPU code is in bin, and it starts that of nvvm/bin: nothing compiles
    link_stub,       ///< bin/crt/link.stub, of which each program with GPU code is linked
};

CUDASTDENV_ENUM(ToolkitLack, (library_folder, "library-folder"), (cicc, "cicc"), (link_stub, "link-stub"))

/// An installed toolkit that has an nvcc.
struct FoundToolkit {
    std::filesystem::path nvcc;       ///< as it was found: absolute, links and scripts not looked through
    std::filesystem::path root;       ///< the folder that holds its bin/, links resolved
    std::string found_by;             ///< `PATH`, `CUDA_HOME`, `/usr/local`, `pip`, `conda`, `nix store`
    std::string build;                ///< `13.0.88`, what `nvcc --version` prints
    Version version;                  ///< `13.0.2` by version.json, else by the build, else two numbers
    std::vector<Version> same_build;  ///< where only the build is known and several releases have it: all of them
    const Release* release =
        nullptr;                    ///< its row, of several the newest; nullptr: a release that the tables don't know
    std::filesystem::path headers;  ///< folder of its headers, links resolved; empty: not found
    std::optional<ToolkitHeaders> headers_place;  ///< where that is to the compilers; absent: not known
    std::filesystem::path host_compiler;          ///< that it names itself; empty: none
    std::string host_compiler_named_by;           ///< `NVCC_CCBIN`, `nvcc.profile`; empty: none
    std::vector<ToolkitLack> lacks;
};

/// A C++ compiler driver on PATH, or that CXX names.
struct FoundCompiler {
    /// What stands between the path and the compiler itself.
    enum class Wrapper : std::uint8_t { none, cache, nix };

    std::filesystem::path path;  ///< absolute, to be given to nvcc; past a compiler cache
    Compiler compiler;
    std::string version;  ///< `12.2.0`
    Wrapper wrapper = Wrapper::none;
    std::filesystem::path wrapped;  ///< where there is a wrapper: the compiler itself (nix) or the wrapper (cache)
    std::optional<int> libstdcxx_headers;  ///< GCC major of the headers that it compiles with by default; absent: none
    std::optional<Version> glibc;          ///< of the headers that it compiles with by default
    std::filesystem::path libstdcxx;       ///< the libstdc++.so that it links with by default; empty: none found
    std::vector<std::filesystem::path> system_folders;  ///< of headers, that it searches by itself; links resolved
};

CUDASTDENV_ENUM(FoundCompiler::Wrapper, (none, "none"), (cache, "cache"), (nix, "nix"))

// A field is one line.
// clang-format off

/// The libstdc++.so.6 that a program without a run path loads.
struct LoadedLibstdcxx {
    CUDASTDENV_RECORD("loadedLibstdcxx", "The libstdc++ that programs load here.",
        (ForeignText, path, "path", "Its file."),
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

/// Whether `compiler`, one of the host's, is the one that is meant where none is named.
[[nodiscard]] bool is_default(const Host& host, const FoundCompiler& compiler) noexcept;

}  // namespace cudastdenv
