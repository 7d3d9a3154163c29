// SPDX-License-Identifier: MIT
#pragma once

/// Logs in UTF-16, as PowerShell writes them, as UTF-8.

/// A piece of a log as it is compared with templates: without what tools, terminals, web pages and people put in.

#include <cudastdenv/export.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::diagnose {

class Utf16Decoder {
public:
    /// Whether the stream that these bytes are the next ones of is in UTF-16: it begins with that mark.
    [[nodiscard]] bool takes(std::string_view bytes) noexcept;
    /// The bytes as UTF-8. What is half of a character waits for the next ones; what is none is left out.
    [[nodiscard]] std::string decode(std::string_view bytes);

private:
    enum class Form : std::uint8_t { not_known, other, little_endian, big_endian };

    void add_unit(std::string& text, std::uint32_t unit);

    Form form_ = Form::not_known;
    bool has_mark_ = false;                   // it has been passed over
    std::optional<unsigned char> half_;       // the first byte of a unit
    std::optional<std::uint32_t> surrogate_;  // the first unit of a character that has two
};

/// Bytes that a program put in front of a line that it passes on: `#12 3.4 ` of a Docker build, the time of a service.
[[nodiscard]] std::size_t prefix_of_line(std::string_view line) noexcept;

/// What counts of a text, and where it came from.
class SqueezedLog {
public:
    /// Takes the place of what was there. `text` has less than 4 GiB.
    void assign(std::string_view text);

    [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), size_}; }
    /// Where the byte at `index` stands in what was assigned.
    [[nodiscard]] std::size_t origin(std::size_t index) const noexcept { return origins_[index]; }

private:
    class Reader;

    std::string text_;  // of which the first size_ bytes count
    std::vector<std::uint32_t> origins_;
    std::size_t size_ = 0;
};

}  // namespace cudastdenv::diagnose
