// SPDX-License-Identifier: MIT
#include "cli/command.hpp"

#include "machine/os/files.hpp"

#include <unistd.h>

namespace cudastdenv::cli {

namespace {

/// The size in bytes; 0: unknown. Throws DataError, with that name, if it is not a file.
std::size_t size_of_file(const std::filesystem::path& path, const std::string& name) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) throw DataError(name, "", "no such file");
    if (std::filesystem::is_directory(status)) throw DataError(name, "", "is a directory, not a file");
    // A read from a pipe could wait for ever.
    if (!std::filesystem::is_regular_file(status))
        throw DataError(name, "", "is a pipe, socket or device, not a file; pass a file, or - for standard input");
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    return error ? 0 : static_cast<std::size_t>(size);
}

using namespace std::chrono_literals;

constexpr auto moment = 500ms;     // shorter work needs no line
constexpr auto between = 100ms;    // faster changes are unreadable
constexpr std::size_t lines = 20;  // few enough for a log

}  // namespace

InputFile::InputFile(const Streams& streams, const std::string& path)
    : name_(path == "-"           ? "standard input"
            : is_plain_text(path) ? path
                                  : in_quotes(path)) {
    if (path == "-") {
        file_ = streams.in;
        return;
    }
    const auto descriptor = machine::own_descriptor(path);
    if (!descriptor) size_ = size_of_file(path, name_);
    owned_.reset(descriptor ? ::fdopen(::dup(*descriptor), "rb") : std::fopen(path.c_str(), "rb"));
    file_ = owned_.get();
    if (!file_) throw DataError(name_, "", "cannot be read");
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

OptionTexts with_list_text(const Streams& streams, const OptionTexts& texts) {
    if (!texts.has("text") || texts.value("text") != "-") return texts;
    constexpr std::size_t longest_list = 1 << 20;
    std::string text = InputFile(streams, "-").read_all(longest_list);
    if (text.ends_with('\n')) text.pop_back();
    if (text.ends_with('\r')) text.pop_back();
    return texts.with("text", text);
}

std::string format_mebibytes(std::size_t done, std::size_t total) {
    return fmt::format("{}{} MiB read", done >> 20, total == 0 ? "" : fmt::format(" of {}", total >> 20));
}

Progress::FormatProgress format_bytes_of(const std::vector<std::string>& files) {
    std::uintmax_t size = 0;
    for (const std::string& file : files) {
        std::error_code unknown;  // a directory
        size += std::filesystem::file_size(file, unknown);
        if (unknown) return format_mebibytes;
    }
    return [size](std::size_t done, std::size_t) { return format_mebibytes(done, size); };
}

Progress::Progress(const Run& run, FormatProgress format_progress, bool always)
    : streams_(run.streams),
      format_progress_(std::move(format_progress)),
      quiet_(run.has("quiet")),
      terminal_(isatty(fileno(streams_.err)) == 1),
      always_(always) {}

Progress::~Progress() {
    if (terminal_ && shown_ > 0) std::fprintf(streams_.err, "\r%*s\r", static_cast<int>(shown_), "");
}

void Progress::at(std::size_t done, std::size_t total) {
    const auto now = Clock::now();
    if (quiet_) return;
    if (!terminal_) {
        if (total == 0 || (!always_ && now - begin_ < moment)) return;
        const std::size_t part = done * lines / total;
        if (part == shown_ && (done != total || shown_ == lines)) return;
        shown_ = part;
        print_remark(streams_, "note", format_progress_(done, total));
        return;
    }
    if (now - begin_ < moment || now - last_ < between || done == 0) return;
    last_ = now;
    std::string line = format_progress_(done, total);
    if (total > done) {
        const auto left = (now - begin_) * static_cast<double>(total - done) / static_cast<double>(done);
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left).count();
        line += seconds < 100 ? fmt::format(", about {} s left", seconds)
                              : fmt::format(", about {} min left", (seconds + 30) / 60);
    }
    const std::size_t blanks = shown_ > line.size() ? shown_ - line.size() : 0;
    std::fprintf(streams_.err, "\r%s%*s", line.c_str(), static_cast<int>(blanks), "");
    std::fflush(streams_.err);
    shown_ = line.size();
}

}  // namespace cudastdenv::cli
