// SPDX-License-Identifier: MIT
#pragma once

#include "cli/command.hpp"

#include <chrono>
#include <memory>

namespace cudastdenv::cli {

/// A file that a command reads from start to end, or standard input if it is called `-`.
class InputFile {
public:
    /// Throws DataError if it is missing, a directory, a named pipe or unreadable. Our own descriptors (`/dev/fd/3`)
    /// can be read.
    InputFile(const Streams& streams, const std::string& path);

    /// The name in errors.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    /// Size in bytes; 0: unknown until the end.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Fills the front of the buffer, and returns the number of bytes; 0 at the end. Throws DataError.
    std::size_t read(std::span<char> buffer);
    /// The rest of the file. Throws DataError, also if it is larger than `max_bytes`.
    [[nodiscard]] std::string read_all(std::size_t max_bytes);

private:
    /// Throws DataError if it is not a file.
    [[nodiscard]] std::size_t size_of(const std::filesystem::path& path) const;

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string name_;
    std::unique_ptr<std::FILE, Close> owned_;
    std::FILE* file_ = nullptr;
    std::size_t size_ = 0;
};

/// The query with its list `text`. `-` is replaced by standard input, at most 1 MiB, without the newline at the end.
/// Throws DataError.
[[nodiscard]] Texts with_list_text(const Streams& streams, const Texts& texts);

inline constexpr OptionSpec quiet_option{"quiet", "", "print no progress", 'q'};

/// Prints the progress of long work to stderr. On a terminal it is one changing line with a count and an estimate,
/// which disappears. Otherwise it is a few plain lines; with `--quiet`, nothing.
class Progress {
public:
    /// `in_words` returns `12 of 36 tried`. If `always` is false, very short work prints nothing.
    using InWords = std::function<std::string(std::size_t done, std::size_t total)>;
    Progress(const Run& run, InWords in_words, bool always = true);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// Reports that `done` of `total` things are done. `total` is 0 if it is unknown.
    void at(std::size_t done, std::size_t total);

private:
    using Clock = std::chrono::steady_clock;

    void on_terminal(std::size_t done, std::size_t total);
    void in_log(std::size_t done, std::size_t total);

    Streams streams_;
    InWords in_words_;
    bool quiet_;
    bool terminal_;
    bool always_;
    std::size_t shown_ = 0;  ///< width of the terminal's line in columns; or the number of twentieths in the log
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_ = begin_;
};

}  // namespace cudastdenv::cli
