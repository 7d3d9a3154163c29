// SPDX-License-Identifier: MIT
#pragma once

#include "cli/command.hpp"

#include <chrono>
#include <memory>

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

/// The question with the list that its `text` is: where that is `-`, standard input, at most 1 MiB and without the
/// newline at its end. Throws DataError.
[[nodiscard]] Texts with_list_text(const Streams& streams, const Texts& texts);

inline constexpr OptionSpec quiet_option{"quiet", "", "print no progress", 'q'};

/// Says on stderr how far long work is. On a terminal a line that counts and estimates, and goes away; elsewhere a few
/// plain lines; with `--quiet` nothing.
class Progress {
public:
    /// `in_words`: `12 of 36 tried`. What lasts less than a moment is not spoken of where `always` is false.
    using InWords = std::function<std::string(std::size_t done, std::size_t total)>;
    Progress(const Run& run, InWords in_words, bool always = true);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// Of `total` things, which is 0 where nobody knows, that many are done.
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
    std::size_t shown_ = 0;  ///< columns of the terminal's line; or the twentieths that the log has
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_ = begin_;
};

}  // namespace cudastdenv::cli
