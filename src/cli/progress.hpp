// SPDX-License-Identifier: MIT
#pragma once

#include "cli/options.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace cudastdenv::cli {

inline constexpr OptionSpec quiet_option{"quiet", "", "say nothing of how far it is", 'q'};

/// Says on stderr how far long work is. On a terminal a line that counts and estimates, and goes away; elsewhere a few
/// plain lines; with `--quiet` nothing.
class Progress {
public:
    /// `in_words`: `12 of 36 tried`. What lasts less than a moment is not spoken of where `always` is false.
    using InWords = std::function<std::string(std::size_t done, std::size_t total)>;
    Progress(const ParsedOptions& options, InWords in_words, bool always = true);
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
