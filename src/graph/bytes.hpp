// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv {

/// Bytes of an input, read a piece at a time, so that a large one need not be in memory as a whole.
class Bytes {
public:
    /// Fills the front of the buffer and says how far; 0 at the end of the input.
    using Fill = std::function<std::size_t(std::span<char>)>;

    static constexpr int end = -1;

    explicit Bytes(Fill fill) : fill_(std::move(fill)), buffer_(std::size_t{1} << 16) {}
    /// Reads a text, which must outlive this object. For tests.
    explicit Bytes(std::string_view text) : at_(text.data()), until_(text.data() + text.size()) {}
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;

    /// The next byte as 0 to 255, or `end`.
    [[nodiscard]] int peek() {
        if (at_ == until_) refill();
        return at_ == until_ ? end : static_cast<unsigned char>(*at_);
    }
    /// The next bytes, as many as are there without another look at the input; empty at its end only.
    [[nodiscard]] std::string_view ahead() {
        (void)peek();
        return {at_, static_cast<std::size_t>(until_ - at_)};
    }
    /// Goes past bytes that peek() or ahead() showed; not past the end.
    void skip(std::size_t count = 1) {
        at_ += count;
        position_ += count;
    }
    /// How many bytes were gone past.
    [[nodiscard]] std::size_t position() const noexcept { return position_; }

private:
    void refill() {
        if (!fill_) return;
        const std::size_t count = fill_(buffer_);
        at_ = buffer_.data();
        until_ = at_ + count;
    }

    Fill fill_;
    std::vector<char> buffer_;
    const char* at_ = nullptr;
    const char* until_ = nullptr;
    std::size_t position_ = 0;
};

}  // namespace cudastdenv
