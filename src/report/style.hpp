// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cudastdenv::report {

/// How text is laid out: colour only on a terminal, lines of at most `width` columns where words allow it.
struct Style {
    bool colour = false;
    std::size_t width = 80;
    /// Of tables, whose rows are not read as sentences are: as wide as the terminal.
    std::size_t table_width = 80;

    [[nodiscard]] std::string strong(std::string_view text) const { return paint("1", text); }
    [[nodiscard]] std::string faint(std::string_view text) const { return paint("2", text); }
    [[nodiscard]] std::string good(std::string_view text) const { return paint("32", text); }
    [[nodiscard]] std::string bad(std::string_view text) const { return paint("31", text); }
    [[nodiscard]] std::string warn(std::string_view text) const { return paint("33", text); }

private:
    [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
        if (!colour) return std::string(text);
        return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
    }
};

/// Breaks a text at spaces into lines of at most `width` columns, the later ones indented by `indent`.
/// `used` columns of the first line are taken already. No newline at the end.
[[nodiscard]] std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t used);

}  // namespace cudastdenv::report
