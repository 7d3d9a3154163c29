// SPDX-License-Identifier: MIT
#include "diagnose/squeezed_log.hpp"

#include "core/text.hpp"
#include "tables/message_template.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace cudastdenv::diagnose {

namespace {

// What a byte becomes; 0: nothing. These stand for bytes that have to be looked at.
constexpr char is_special = 1;

constexpr std::array<char, 256> make_kinds() {
    std::array<char, 256> kinds{};
    for (std::size_t byte = 0; byte < kinds.size(); ++byte)
        kinds[byte] = byte < 0x80 ? squeezed(static_cast<char>(byte)) : static_cast<char>(byte);
    for (const char special : {'\n', '\x1b', '&', '\\', '\xc2', '\xe2', '\xe3', '\xef'})
        kinds[static_cast<unsigned char>(special)] = is_special;
    return kinds;
}
constexpr std::array kinds = make_kinds();

struct Entity {
    std::string_view name;
    char meaning;  ///< 0: a blank or a quote
};
constexpr std::array entities{
    Entity{"&lt;", '<'},  Entity{"&gt;", '>'},  Entity{"&amp;", '&'}, Entity{"&quot;", 0},  Entity{"&apos;", 0},
    Entity{"&#39;", 0},   Entity{"&#x27;", 0},  Entity{"&#34;", 0},   Entity{"&nbsp;", 0},  Entity{"&#xa;", 0},
    Entity{"&#10;", 0},   Entity{"&#96;", 0},   Entity{"&#x60;", 0},  Entity{"&#8217;", 0}, Entity{"&#8216;", 0},
    Entity{"&lsquo;", 0}, Entity{"&rsquo;", 0}, Entity{"&ldquo;", 0}, Entity{"&rdquo;", 0}, Entity{"&#40;", '('},
    Entity{"&#41;", ')'},
};

std::size_t digits_at(std::string_view text) noexcept {
    return std::min(text.find_first_not_of("0123456789"), text.size());
}

/// `#12 3.456 ` of a docker build; 0: it is none.
std::size_t docker_prefix(std::string_view line) noexcept {
    if (!line.starts_with('#')) return 0;
    std::size_t end = 1 + digits_at(line.substr(1));
    if (end == 1 || end == line.size() || line[end] != ' ') return 0;
    const std::size_t seconds = ++end;
    end = std::min(line.find_first_not_of("0123456789.", end), line.size());
    return end > seconds && end < line.size() && line[end] == ' ' ? end : seconds;
}

/// `2026-11-23T02:41:23.1234567Z ` of a service that runs builds; 0: it is none.
std::size_t time_prefix(std::string_view line) noexcept {
    constexpr std::string_view form = "dddd-dd-ddTdd:dd:dd";
    if (line.size() < form.size()) return 0;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] == 'd' ? !is_digit(line[i]) : line[i] != form[i] && !(form[i] == 'T' && line[i] == ' ')) return 0;
    const std::size_t end = line.find_first_not_of("0123456789.,Z", form.size());
    return end != line.npos && line[end] == ' ' ? end : 0;
}

/// `web-1  | ` of docker compose and `  143 | ` of a compiler; 0: it is none.
std::size_t bar_prefix(std::string_view line) noexcept {
    const std::size_t bar = line.substr(0, 40).find(" | ");
    if (bar == line.npos) return 0;
    const std::string_view name = trimmed(line.substr(0, bar));
    return name.find_first_of(" \t") == name.npos ? bar + 3 : 0;
}

/// The ASCII character of `\u003c`, as JSON may write it; 0: it is none.
char of_unicode_escape(std::string_view text) noexcept {
    if (text.size() < 6 || !text.starts_with("\\u00")) return '\0';
    int value = 0;
    const auto [end, error] = std::from_chars(text.data() + 4, text.data() + 6, value, 16);
    return error == std::errc{} && end == text.data() + 6 && value < 0x80 ? static_cast<char>(value) : '\0';
}

/// An escape sequence of a terminal: `\x1b[31m`, `\x1b]0;title\x07`.
std::size_t escape_length(std::string_view text) noexcept {
    if (text.size() < 2) return 1;
    const auto is_final = [](char c) { return c >= 0x40 && c <= 0x7e; };
    std::size_t end = 2;
    if (text[1] == '[') {
        while (end < text.size() && end < 64 && !is_final(text[end])) ++end;
        return std::min(end + 1, text.size());
    }
    if (text[1] == '(' || text[1] == ')') return std::min<std::size_t>(3, text.size());  // a set of characters
    if (text[1] != ']') return 2;
    while (end < text.size() && end < 512 && text[end] != '\x07' && text[end] != '\x1b' && text[end] != '\n') ++end;
    if (end == text.size() || text[end] == '\n') return end;
    return text[end] == '\x07' ? end + 1 : std::min(end + 2, text.size());
}

}  // namespace

std::size_t prefix_of_line(std::string_view line) noexcept {
    const std::size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    const std::string_view rest = line.substr(blanks);
    if (rest.empty()) return 0;
    if (rest.front() == '>') return blanks + 1 + prefix_of_line(rest.substr(1, 200));
    if (rest.front() == '#') return blanks + docker_prefix(rest);
    if (const std::size_t time = is_digit(rest.front()) ? time_prefix(rest) : 0; time > 0) return blanks + time;
    return bar_prefix(line);
}

class SqueezedLog::Reader {
public:
    Reader(SqueezedLog& log, std::string_view text) : log_(log), text_(text) {}

    void read() {
        begin_line();
        while (at_ < text_.size()) {
            const char kind = kinds[static_cast<unsigned char>(text_[at_])];
            if (kind == is_special) {
                read_special();
                continue;
            }
            // Written whether it counts or not: this is quicker than asking.
            log_.text_[log_.size_] = kind;
            log_.origins_[log_.size_] = static_cast<std::uint32_t>(at_);
            log_.size_ += kind != '\0';
            ++at_;
        }
    }

private:
    void keep(char c, std::size_t length) {
        log_.text_[log_.size_] = c;
        log_.origins_[log_.size_++] = static_cast<std::uint32_t>(at_);
        at_ += length;
    }

    void begin_line() { at_ += prefix_of_line(text_.substr(at_, 256)); }

    void read_special() {
        const std::string_view rest = text_.substr(at_);
        switch (rest.front()) {
            case '\n':
                ++at_;
                begin_line();
                return;
            case '\x1b': at_ += escape_length(rest); return;
            case '&': read_entity(rest); return;
            case '\\': read_backslash(rest); return;
            default:
                if (const std::size_t dropped = dropped_character(rest); dropped > 0) at_ += dropped;
                else if (const char wide = of_full_width(rest); wide == '\0') keep(rest.front(), 1);
                else if (const char c = squeezed(wide); c != '\0') keep(c, 3);
                else at_ += 3;
        }
    }

    /// A line end, a tab or a character by its number, as a string of a program has it.
    void read_backslash(std::string_view rest) {
        if (const char c = of_unicode_escape(rest); c != '\0') {
            if (squeezed(c) != '\0') keep(squeezed(c), 6);
            else at_ += 6;
            return;
        }
        at_ += rest.size() > 1 && (rest[1] == 'n' || rest[1] == 't' || rest[1] == 'r') ? 2 : 1;
    }

    void read_entity(std::string_view rest) {
        for (const Entity& entity : entities) {
            if (!rest.starts_with(entity.name)) continue;
            if (entity.meaning != '\0') keep(entity.meaning, entity.name.size());
            else at_ += entity.name.size();
            return;
        }
        keep('&', 1);
    }

    SqueezedLog& log_;
    std::string_view text_;
    std::size_t at_ = 0;
};

void SqueezedLog::assign(std::string_view text) {
    if (text_.size() < text.size() + 1) {
        text_.resize(text.size() + 1);
        origins_.resize(text.size() + 1);
    }
    size_ = 0;
    Reader(*this, text).read();
}

}  // namespace cudastdenv::diagnose
