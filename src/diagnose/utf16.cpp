// SPDX-License-Identifier: MIT
#include "diagnose/utf16.hpp"

namespace cudastdenv::diagnose {

namespace {

void add_character(std::string& text, std::uint32_t character) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (character < 0x80) return add(character);
    if (character < 0x800) {
        add(0xc0 | (character >> 6));
    } else if (character < 0x10000) {
        add(0xe0 | (character >> 12));
        add(0x80 | (character >> 6 & 0x3f));
    } else {
        add(0xf0 | (character >> 18));
        add(0x80 | (character >> 12 & 0x3f));
        add(0x80 | (character >> 6 & 0x3f));
    }
    add(0x80 | (character & 0x3f));
}

}  // namespace

bool Utf16Decoder::takes(std::string_view bytes) noexcept {
    if (form_ == Form::not_known && !bytes.empty()) {
        form_ = Form::other;
        if (bytes.starts_with("\xff\xfe")) form_ = Form::little_endian;
        if (bytes.starts_with("\xfe\xff")) form_ = Form::big_endian;
    }
    return form_ == Form::little_endian || form_ == Form::big_endian;
}

std::string Utf16Decoder::decode(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (!half_) {
            half_ = byte;
            continue;
        }
        const std::uint32_t first = *half_, second = byte;
        half_.reset();
        const std::uint32_t unit = form_ == Form::little_endian ? second << 8 | first : first << 8 | second;
        if (has_mark_) add_unit(text, unit);
        has_mark_ = true;
    }
    return text;
}

void Utf16Decoder::add_unit(std::string& text, std::uint32_t unit) {
    const bool is_first = unit >= 0xd800 && unit < 0xdc00, is_second = unit >= 0xdc00 && unit < 0xe000;
    if (is_second && surrogate_) add_character(text, 0x10000 + ((*surrogate_ - 0xd800) << 10) + (unit - 0xdc00));
    else if (!is_first && !is_second) add_character(text, unit);
    surrogate_ = is_first ? std::optional(unit) : std::nullopt;
}

}  // namespace cudastdenv::diagnose
