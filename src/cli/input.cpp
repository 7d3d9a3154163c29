#include "cli/input.hpp"

#include "core/quote.hpp"

#include <cudastdenv/load.hpp>

#include <algorithm>
#include <filesystem>

namespace cudastdenv::cli {

namespace {

/// A path as it may stand in an error line.
std::string shown(const std::string& path) {
    return is_plain_text(path) ? path : in_quotes(path);
}

}  // namespace

InputFile::InputFile(const std::string& path) : name_(path == "-" ? "standard input" : shown(path)) {
    if (path == "-") {
        file_ = stdin;
        return;
    }
    std::error_code error;
    if (!std::filesystem::exists(path, error)) throw DataError(name_, "", "no such file");
    if (std::filesystem::is_directory(path, error)) throw DataError(name_, "", "is a folder; a file was expected");
    owned_.reset(std::fopen(path.c_str(), "rb"));
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

}  // namespace cudastdenv::cli
