// SPDX-License-Identifier: MIT
#include "cli/input.hpp"

#include "ask/bad_input.hpp"
#include "cli/command.hpp"
#include "core/quote.hpp"
#include "os/files.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

namespace cudastdenv::cli {

namespace {

/// A path as it may stand in an error line.
std::string shown(const std::string& path) { return is_plain_text(path) ? path : in_quotes(path); }

}  // namespace

InputFile::InputFile(const Streams& streams, const std::string& path)
    : name_(path == "-" ? "standard input" : shown(path)) {
    if (path == "-") {
        file_ = streams.in;
        return;
    }
    const auto descriptor = machine::own_descriptor(path);
    if (!descriptor) size_ = size_of(path);
    owned_.reset(descriptor ? ::fdopen(::dup(*descriptor), "rb") : std::fopen(path.c_str(), "rb"));
    file_ = owned_.get();
    if (!file_) throw DataError(name_, "", "cannot be read");
}

std::size_t InputFile::size_of(const std::filesystem::path& path) const {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) throw DataError(name_, "", "no such file");
    if (std::filesystem::is_directory(status)) throw DataError(name_, "", "is a folder; a file was expected");
    // Whoever should write into a pipe may never come.
    if (!std::filesystem::is_regular_file(status))
        throw DataError(name_, "", "is a pipe, socket or device; a file was expected, or - for standard input");
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    return error ? 0 : static_cast<std::size_t>(size);
}

std::size_t InputFile::read(std::span<char> buffer) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file_);
    if (count == 0 && std::ferror(file_) != 0) throw DataError(name_, "", "cannot be read");
    return count;
}

std::string InputFile::read_all(std::size_t max_bytes) {
    constexpr std::size_t piece = 1 << 16;
    std::string text;
    for (;;) {
        const std::size_t before = text.size();
        text.resize(before + piece);
        const std::size_t count = read(std::span(text).subspan(before));
        text.resize(before + count);
        if (count == 0) return text;
        if (text.size() > max_bytes)
            throw DataError(name_, "", "larger than " + std::to_string(max_bytes >> 20) + " MiB");
    }
}

Texts with_list_text(const Streams& streams, const Texts& texts) {
    if (!texts.has("text") || texts.value("text") != "-") return texts;
    constexpr std::size_t longest_list = 1 << 20;
    std::string text = InputFile(streams, "-").read_all(longest_list);
    if (text.ends_with('\n')) text.pop_back();
    if (text.ends_with('\r')) text.pop_back();
    return texts.with("text", text);
}

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

namespace {

namespace fs = std::filesystem;

std::chrono::seconds read_timeout(const ParsedOptions& options) {
    constexpr int longest = 3600;
    const std::string text = options.value_or("timeout", "30");
    int seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size() || seconds < 1 || seconds > longest)
        throw BadInput(InputError::malformed, "{} is not a time limit; write whole seconds, 1 to {}", in_quotes(text),
                       longest);
    return std::chrono::seconds(seconds);
}

const std::string& given_folder(const ParsedOptions& options, std::string_view command) {
    if (!options.has("dir"))
        throw BadInput(InputError::missing, "which folder? Give a checkout: cudastdenv {} ~/src/nixpkgs", command);
    return options.value("dir");
}

}  // namespace

Checkout::Checkout(const ParsedOptions& options, std::string_view command)
    : given_(given_folder(options, command)), time_limit_(read_timeout(options)) {
    std::error_code error;
    const fs::path resolved = fs::canonical(given_, error);
    folder_ = error ? fs::path(given_) : resolved;
}

std::string Checkout::find(nix::Table table) const {
    const std::vector<std::string> places = nix::places_of(table);
    const std::string path = machine::find_file(folder_, places).string();
    if (path.empty())
        throw machine::MachineError(fmt::format("{}: no {} in any of nixpkgs' layouts; the newest is {}",
                                                folder_.string(), table == nix::Table::nvcc ? "nvcc.nix" : "cuda.nix",
                                                places.front()));
    return path;
}

std::string Checkout::find(std::span<const std::string_view> paths) const {
    return machine::find_file(folder_, std::vector<std::string>(paths.begin(), paths.end())).string();
}

nix::AuditedTable Checkout::read(nix::Table table) const {
    const std::string path = find(table);
    std::vector<nix::Row> there = rows(table, path);
    return {{path, text_of(path)}, std::move(there)};
}

std::vector<nix::Row> Checkout::rows(nix::Table table, const std::string& path,
                                     const std::optional<std::string>& text) const {
    const std::array<std::string, 1> lib{"lib/default.nix"};
    std::optional<machine::NewContent> draft;
    if (text) draft = machine::NewContent{machine::without_links(folder_, path), *text};
    const std::string json =
        machine::evaluate({.expression = nix::expression_for(table, path, !machine::find_file(folder_, lib).empty()),
                           .folder = folder_,
                           .time_limit = time_limit_,
                           .draft = std::move(draft)});
    return nix::read_rows(table, folder_ / path, json);
}

fs::path Checkout::file(const std::string& path) const { return folder_ / machine::without_links(folder_, path); }

std::string Checkout::text_of(const std::string& path) const {
    constexpr std::size_t largest = std::size_t{16} << 20;
    return machine::read_regular_file(file(path), largest);
}

}  // namespace cudastdenv::cli
