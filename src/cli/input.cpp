// SPDX-License-Identifier: MIT
#include "cli/input.hpp"

#include "core/quote.hpp"
#include "os/own_descriptor.hpp"

#include <cudastdenv/load.hpp>

#include <unistd.h>

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

std::string read_list_text(const Streams& streams, const std::string& argument) {
    if (argument != "-") return argument;
    constexpr std::size_t longest_list = 1 << 20;
    std::string text = InputFile(streams, argument).read_all(longest_list);
    if (text.ends_with('\n')) text.pop_back();
    if (text.ends_with('\r')) text.pop_back();
    return text;
}

asking::Texts with_list_text(const Streams& streams, const asking::Texts& texts) {
    return texts.has("text") ? texts.with("text", read_list_text(streams, texts.value("text"))) : texts;
}

}  // namespace cudastdenv::cli
