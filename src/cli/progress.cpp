// SPDX-License-Identifier: MIT
#include "cli/progress.hpp"

#include "cli/command.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>
#include <utility>

namespace cudastdenv::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto moment = 500ms;     // what lasts no longer needs no line
constexpr auto between = 100ms;    // a line that changes faster cannot be read
constexpr std::size_t lines = 20;  // few enough for a log

std::string time_in_words(std::chrono::seconds left) {
    const auto seconds = left.count();
    return seconds < 100 ? fmt::format("{} s", seconds) : fmt::format("{} min", (seconds + 30) / 60);
}

}  // namespace

Progress::Progress(const ParsedOptions& options, InWords in_words, bool always)
    : streams_(options.streams()),
      in_words_(std::move(in_words)),
      quiet_(options.has("quiet")),
      terminal_(isatty(fileno(streams_.err)) == 1),
      always_(always) {}

Progress::~Progress() {
    if (terminal_ && shown_ > 0) std::fprintf(streams_.err, "\r%*s\r", static_cast<int>(shown_), "");
}

void Progress::at(std::size_t done, std::size_t total) {
    if (quiet_) return;
    if (terminal_) on_terminal(done, total);
    else in_log(done, total);
}

void Progress::on_terminal(std::size_t done, std::size_t total) {
    const auto now = Clock::now();
    if (now - begin_ < moment || now - last_ < between || done == 0) return;
    last_ = now;
    std::string line = in_words_(done, total);
    if (total > done) {
        const auto left = (now - begin_) * static_cast<double>(total - done) / static_cast<double>(done);
        line += fmt::format(", about {} left", time_in_words(std::chrono::duration_cast<std::chrono::seconds>(left)));
    }
    const std::size_t blanks = shown_ > line.size() ? shown_ - line.size() : 0;
    std::fprintf(streams_.err, "\r%s%*s", line.c_str(), static_cast<int>(blanks), "");
    std::fflush(streams_.err);
    shown_ = line.size();
}

void Progress::in_log(std::size_t done, std::size_t total) {
    if (total == 0 || (!always_ && Clock::now() - begin_ < moment)) return;
    const std::size_t part = done * lines / total;
    if (part == shown_ && done != total) return;
    if (part == shown_ && shown_ == lines) return;
    shown_ = part;
    print_aside(streams_, "note", in_words_(done, total));
}

}  // namespace cudastdenv::cli
