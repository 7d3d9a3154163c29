// SPDX-License-Identifier: MIT
#pragma once

#include "graph/read_graph.hpp"

#include <cudastdenv/load.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// Reads JSON for read_graph(). Throws DataError.
[[nodiscard]] ReadGraph read_json_graph(Bytes& bytes, std::string_view file, std::optional<GraphFormat> format);

/// Throws DataError where a node may not have this name.
void check_node_name(std::string_view name, std::string_view file, std::size_t position);

[[noreturn]] inline void fail_at(std::string_view file, std::size_t position, const std::string& problem) {
    throw DataError(file, "", problem + " (byte " + std::to_string(position) + ")");
}

/// Throws DataError where more was read than a graph may have.
inline void check_graph_size(std::string_view file, std::size_t position) {
    if (position > max_graph_bytes) throw DataError(file, "", "larger than 512 MiB, which no closure is");
}

/// Longest number or run of blanks, and the longest text that cannot be shortened: the lexer below keeps each as a
/// whole.
inline constexpr std::size_t max_token = 1 << 16;
/// Of a longer text, the rest is kept from the lexer: no name is that long, and what else there is is read over.
/// Derivations hold whole scripts.
inline constexpr std::size_t longest_kept_text = 4 * max_graph_name;

/// Follows the bytes from the lexer's view: which it may not collect, and which of a text it need not.
class TokenGuard {
public:
    enum class Verdict : std::uint8_t { keep, leave_out, too_long };

    /// A byte that comes next.
    Verdict see(char c) {
        if (leaving_out_ || may_leave_out(c)) {
            leaving_out_ = after_backslash_ || c != '"';
            if (leaving_out_) {
                see_in_text(c);
                return Verdict::leave_out;
            }
        }
        ++length_;
        if (in_text_) see_in_text(c);
        else if (c == '"') in_text_ = true, length_ = 1;
        else if (c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}') length_ = 0;
        return length_ > max_token ? Verdict::too_long : Verdict::keep;
    }

    /// How many of these bytes are within a text and nothing but characters of it; they have been seen then.
    std::size_t see_characters(std::string_view bytes) {
        if (!in_text_ || after_backslash_ || digits_left_ > 0 || length_ > longest_kept_text) return 0;
        bytes = bytes.substr(0, longest_kept_text - length_ + 1);
        std::size_t count = 0;
        while (count < bytes.size() && bytes[count] != '"' && bytes[count] != '\\') ++count;
        length_ += count;
        return count;
    }

private:
    /// Neither an escape, nor two that are one character, nor a character is cut in two.
    [[nodiscard]] bool may_leave_out(char next) const {
        return length_ > longest_kept_text && in_text_ && !after_backslash_ && digits_left_ == 0 && next != '\\' &&
               (static_cast<unsigned char>(next) & 0xc0) != 0x80;
    }

    void see_in_text(char c) {
        if (after_backslash_) {
            after_backslash_ = false;
            digits_left_ = c == 'u' ? 4 : 0;
        } else if (digits_left_ > 0) {
            --digits_left_;
        } else if (c == '\\') {
            after_backslash_ = true;
        } else if (c == '"') {
            in_text_ = false;
            length_ = 0;
        }
    }

    std::size_t length_ = 0;  ///< kept, of the token
    bool in_text_ = false;
    bool leaving_out_ = false;
    bool after_backslash_ = false;
    int digits_left_ = 0;  ///< of `\u12ab`
};

/// The bytes that the lexer gets, a block at a time: to ask of each of them whether there is another costs as much as
/// to read it.
class GuardedBytes {
public:
    GuardedBytes(Bytes& bytes, std::string_view file) : bytes_(bytes), file_(file), block_(block_size) {}
    GuardedBytes(const GuardedBytes&) = delete;
    GuardedBytes& operator=(const GuardedBytes&) = delete;

    [[nodiscard]] bool at_end() {
        if (at_ == until_) next_block();
        return at_ == until_;
    }
    /// Not at the end.
    [[nodiscard]] char front() const { return *at_; }
    void skip() { ++at_; }

    /// Where in the input the byte is that the lexer has as its nth.
    [[nodiscard]] std::size_t position_of(std::size_t nth) const {
        std::size_t left_out = left_out_before_block_;
        for (const Gap& gap : gaps_)
            if (gap.before < nth) left_out = gap.left_out;
        return nth + left_out;
    }
    /// Bytes of the input that were gone past.
    [[nodiscard]] std::size_t position() const {
        return position_of(block_begin_ + static_cast<std::size_t>(at_ - block_.data()));
    }

private:
    /// Bytes that were left out, in all, before one that is kept.
    struct Gap {
        std::size_t before = 0;
        std::size_t left_out = 0;
    };

    void next_block() {
        if (is_too_long_) fail_at(file_, position() + 1, "a text or a run of blanks longer than 64 KiB");
        if (at_) block_begin_ += static_cast<std::size_t>(until_ - block_.data());
        left_out_before_block_ = left_out_;
        gaps_.clear();
        char* kept = block_.data();
        // What is left out may fill many.
        while (kept == block_.data() && !is_too_long_) {
            const std::string_view bytes = bytes_.ahead().substr(0, block_size);
            if (bytes.empty()) break;
            kept = guard(bytes, kept);
            bytes_.skip(bytes.size());
            check_graph_size(file_, bytes_.position());
        }
        at_ = block_.data();
        until_ = kept;
    }

    /// Puts there what is kept; the end of that.
    char* guard(std::string_view bytes, char* kept) {
        for (std::size_t i = 0; i < bytes.size();) {
            const std::size_t characters = guard_.see_characters(bytes.substr(i));
            kept = std::copy_n(bytes.data() + i, characters, kept);
            i += characters;
            if (i == bytes.size()) break;
            switch (guard_.see(bytes[i])) {
                case TokenGuard::Verdict::keep: *kept++ = bytes[i]; break;
                case TokenGuard::Verdict::leave_out: leave_out(static_cast<std::size_t>(kept - block_.data())); break;
                case TokenGuard::Verdict::too_long: is_too_long_ = true; return kept;
            }
            ++i;
        }
        return kept;
    }

    void leave_out(std::size_t kept_of_block) {
        ++left_out_;
        const std::size_t before = block_begin_ + kept_of_block;
        if (gaps_.empty() || gaps_.back().before != before) gaps_.push_back({before, left_out_});
        gaps_.back().left_out = left_out_;
    }

    static constexpr std::size_t block_size = std::size_t{1} << 16;

    Bytes& bytes_;
    std::string_view file_;
    TokenGuard guard_;
    std::vector<char> block_;
    const char* at_ = nullptr;
    const char* until_ = nullptr;
    std::size_t block_begin_ = 0;  ///< bytes that the lexer had before
    std::size_t left_out_ = 0;
    std::size_t left_out_before_block_ = 0;
    std::vector<Gap> gaps_;     ///< of the block
    bool is_too_long_ = false;  ///< what comes behind the block
};

/// Bytes as the iterator that the parser takes; all copies read the same bytes.
class ByteIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    ByteIterator() = default;
    explicit ByteIterator(GuardedBytes& bytes) : bytes_(&bytes) {}

    char operator*() const { return bytes_->front(); }
    ByteIterator& operator++() {
        bytes_->skip();
        return *this;
    }
    ByteIterator operator++(int) { return ++*this; }
    /// Against the end only.
    friend bool operator==(const ByteIterator& left, const ByteIterator& right) {
        return left.at_end() == right.at_end();
    }
    friend bool operator!=(const ByteIterator& left, const ByteIterator& right) { return !(left == right); }

private:
    [[nodiscard]] bool at_end() const { return bytes_ == nullptr || bytes_->at_end(); }

    GuardedBytes* bytes_ = nullptr;
};

}  // namespace cudastdenv
