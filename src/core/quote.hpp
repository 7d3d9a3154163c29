// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <filesystem>

namespace cudastdenv {

[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// A text from outside as it may stand in a line of a terminal: what would move a cursor, end the line or turn the
/// direction of what follows is shown as `\x1b` or `\u202e`, and so is each byte that is not part of UTF-8.
[[nodiscard]] std::string as_plain_text(std::string_view text);

/// A path as it may stand in an error line.
[[nodiscard]] std::string shown(const std::filesystem::path& path);

/// Whether as_plain_text() would leave it as it is.
[[nodiscard]] bool is_plain_text(std::string_view text);

/// The first `most` bytes, or some fewer where a character would be split.
[[nodiscard]] std::string_view first_bytes(std::string_view text, std::size_t most) noexcept;

/// A text from outside as it may stand in an error line: quoted, as plain text, at most 60 bytes of it.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// The text with a backslash before each of these characters.
[[nodiscard]] std::string with_backslashes(std::string_view text, std::string_view special);

/// A text as a POSIX shell takes it literally, between single quotes whatever it holds.
[[nodiscard]] std::string shell_quoted(std::string_view text);

/// The same as one word of a line for people: without quotes where it needs none.
[[nodiscard]] std::string shell_word(std::string_view text);

/// A text as it stands literally within double quotes of a POSIX shell.
[[nodiscard]] std::string shell_in_double_quotes(std::string_view text);

}  // namespace cudastdenv
