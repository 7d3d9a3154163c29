// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// Files by their names below a folder, in an archive, or one file by itself.
class FileTree {
public:
    virtual ~FileTree() = default;

    /// The names that fit a pattern of fixed parts, in which each `*` stands for any part of one step:
    /// `targets/*/include/x.h`, `nvidia_cuda_crt-*.dist-info/METADATA`. Sorted.
    [[nodiscard]] virtual std::vector<std::string> find(std::string_view pattern) const = 0;
    /// Throws MachineError, also where it is larger than `max_bytes`.
    [[nodiscard]] virtual std::string read(const std::string& name, std::size_t max_bytes) const = 0;
    /// The folder itself; empty where there is none.
    [[nodiscard]] virtual std::filesystem::path folder() const { return {}; }
    /// Whether two names mean the same file.
    [[nodiscard]] virtual bool same(const std::string& left, const std::string& right) const { return left == right; }
};

/// Throws MachineError: no such file, no folder and no archive, not readable.
[[nodiscard]] std::unique_ptr<FileTree> open_file_tree(const std::filesystem::path& path);

/// Whether `text` fits a pattern in which each `*` stands for any characters but `/`.
[[nodiscard]] bool fits_pattern(std::string_view pattern, std::string_view text) noexcept;

}  // namespace cudastdenv::machine
