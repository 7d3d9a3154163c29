// SPDX-License-Identifier: MIT
#pragma once

/// Logs in UTF-16, as PowerShell writes them, as UTF-8.

#include <cudastdenv/export.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace cudastdenv::diagnose
