// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <filesystem>

namespace cudastdenv {

[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// A text from outside, safe for one line of a terminal. Controls, line ends and marks that change the direction become
/// `\x1b` or `\u202e`; so does each byte that is not UTF-8.
[[nodiscard]] std::string as_plain_text(std::string_view text);

/// A path, safe for an error line.
[[nodiscard]] inline std::string shown(const std::filesystem::path& path) { return as_plain_text(path.string()); }

/// Whether as_plain_text() leaves it unchanged.
[[nodiscard]] inline bool is_plain_text(std::string_view text) { return as_plain_text(text) == text; }

/// At most the first `most` bytes, without splitting a character.
[[nodiscard]] std::string_view first_bytes(std::string_view text, std::size_t most) noexcept;

/// A text from outside for an error line: quoted, as plain text, at most 60 bytes of it.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// The text with a backslash before each of these characters.
[[nodiscard]] std::string with_backslashes(std::string_view text, std::string_view special);

/// The text between single quotes, so that a POSIX shell reads it literally.
[[nodiscard]] std::string shell_quoted(std::string_view text);

/// The same as one word of a line for people: without quotes if it needs none.
[[nodiscard]] std::string shell_word(std::string_view text);

/// The text between double quotes, so that the Windows command prompt (cmd.exe) and the program read it literally.
/// Absent: no quotes prevent its expansion there.
[[nodiscard]] std::optional<std::string> cmd_quoted(std::string_view text);

/// The same as one word of a line: without quotes if it needs none.
[[nodiscard]] std::optional<std::string> cmd_word(std::string_view text);

/// The text escaped for use within double quotes of a POSIX shell.
[[nodiscard]] inline std::string shell_in_double_quotes(std::string_view text) {
    return with_backslashes(text, "\"\\$`");
}

}  // namespace cudastdenv
