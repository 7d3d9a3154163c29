// SPDX-License-Identifier: MIT
#pragma once

#include "ask/texts.hpp"
#include "cli/streams.hpp"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace cudastdenv::cli {

/// A file that a command reads from its beginning to its end, or standard input where it is called `-`.
class InputFile {
public:
    /// Throws DataError: missing, a folder, a pipe that has a name, not readable. Descriptors of ours (`/dev/fd/3`) are
    /// read.
    InputFile(const Streams& streams, const std::string& path);

    /// As errors name it.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    /// How many bytes it holds; 0 where only its end tells.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Fills the front of the buffer and says how far; 0 at the end. Throws DataError.
    std::size_t read(std::span<char> buffer);
    /// The rest of the file. Throws DataError, also where there is more than `max_bytes`.
    [[nodiscard]] std::string read_all(std::size_t max_bytes);

private:
    /// Throws DataError: what it takes for a file is none.
    [[nodiscard]] std::size_t size_of(const std::filesystem::path& path) const;

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string name_;
    std::unique_ptr<std::FILE, Close> owned_;
    std::FILE* file_ = nullptr;
    std::size_t size_ = 0;
};

/// The text of a list that was given as an argument: the argument itself, or standard input where it is `-`, at most
/// 1 MiB and without the newline at its end. Throws DataError.
[[nodiscard]] std::string read_list_text(const Streams& streams, const std::string& argument);

/// The question with the list that its `text` stands for.
[[nodiscard]] asking::Texts with_list_text(const Streams& streams, const asking::Texts& texts);

}  // namespace cudastdenv::cli
