// SPDX-License-Identifier: MIT
#pragma once

/// The GPU code in the bytes of a file: in executables, libraries and objects (ELF and PE), archives of them, fat
/// binaries, cubins and PTX. Only headers are read. Code is never decompressed.

#include "core/std.hpp"

#include <cudastdenv/answers.hpp>

#include <stdexcept>

namespace cudastdenv {

/// One kind of GPU code.
struct GpuCodeKind {
    GpuCodeForm form = GpuCodeForm::machine_code;
    Capability capability = {};
    std::optional<Version> ptx_version = {};  ///< PTX ISA version; absent: not PTX
    bool compressed = false;
    bool debug = false;  ///< built with debug information (nvcc -G)

    friend auto operator<=>(const GpuCodeKind&, const GpuCodeKind&) = default;
};

/// The GPU code of a file.
struct GpuCode {
    std::map<GpuCodeKind, std::size_t> kinds;  ///< with the number of their occurrences
    /// The fat binaries with functions, by what is in them: each kind once, sorted, without `compressed` and `debug`. A
    /// cubin outside of a fat binary counts as one. The driver selects among the code of one fat binary.
    std::map<std::vector<GpuCodeKind>, std::size_t> fatbins;

    /// Throws GpuCodeError if code is for no architecture, or the file has more kinds or lists than any real one.
    void add_fatbin(const std::vector<GpuCodeKind>& codes, bool has_functions = true);
    friend bool operator==(const GpuCode&, const GpuCode&) = default;
};

/// A file with GPU code.
struct CodeFile {
    std::string name;  ///< as plain text; in a package, the package's path, a colon and the name there
    GpuCode code;
};

/// Files that were read.
struct CodeFiles {
    std::vector<CodeFile> files = {};          ///< those with GPU code
    std::size_t without_code = 0;              ///< the number of the others
    std::vector<std::string> unreadable = {};  ///< one line each

    /// Counts a file without code, and keeps one with code.
    void add(std::string name, GpuCode code) {
        if (code.kinds.empty()) ++without_code;
        else files.push_back({std::move(name), std::move(code)});
    }
};

/// Invalid or truncated. what() begins with a verb: `is truncated: ...`.
class GpuCodeError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The bytes of a file at an offset: fewer only at its end. Valid until the next call.
using ReadAt = std::function<std::string_view(std::uint64_t offset, std::size_t size)>;

/// Whether a file is a shared library by its name: `libx.so`, `libx.so.1`.
[[nodiscard]] inline bool is_shared_library(std::string_view name) noexcept {
    return name.ends_with(".so") || name.find(".so.") != name.npos;
}

/// Whether a file with these first bytes can have GPU code that can be found, or is known for code that cannot: ELF,
/// PE, `ar`, a fat binary, PTX as text, an engine of TensorRT.
[[nodiscard]] bool may_have_gpu_code(std::string_view start) noexcept;
/// The required number of those bytes.
inline constexpr std::size_t gpu_code_start_size = 8;

/// Reads the code in time proportional to the number of its pieces. Throws GpuCodeError. A file of another kind has no
/// code.
[[nodiscard]] GpuCode read_gpu_code(const ReadAt& read, std::uint64_t size);
[[nodiscard]] GpuCode read_gpu_code(std::string_view file);

/// The same for a file that can only be read forward, and is too large for memory: `read` gets ascending offsets.
/// Searches the whole file for fat binaries, and keeps those in the sections for them if the section table and, near
/// it, the names of sections come after them, where linkers write them. Archives have no such table.
[[nodiscard]] GpuCode scan_gpu_code(const ReadAt& read, std::uint64_t size);

}  // namespace cudastdenv
