// SPDX-License-Identifier: MIT
#pragma once

/// Reads a log of any length, piece by piece. The text around a message in its line shows which tool prints it, and
/// whether it is printed or only quoted.

#include "diagnose/patterns.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv::diagnose {

struct LogLine {
    std::size_t number = 0;  ///< from 1 on
    std::string text;        ///< as plain text, at most some 300 bytes of it
};

/// A message in a log, as its tool prints it.
struct SeenMessage {
    const MessageTextRow* wording = nullptr;
    std::uint64_t offset = 0;  ///< in bytes; gives the order
    LogLine line;
    std::vector<Filling> fillings;
    std::string_view symbol_version = {};  ///< of the symbol that it names, from the tables; may be empty
    bool is_warning = false;               ///< the tool prints it as a warning or a note
    bool is_user_warning = false;          ///< Python prints it as a warning and continues
    bool is_quoted = false;                ///< quoted by a person, or in a source file
};

struct SeenFact {
    Fact fact = Fact::none;
    std::string value;
    std::size_t line = 0;  ///< number, from 1 on
};

struct SeenGpu {
    const GpuRow* gpu = nullptr;
    std::size_t line = 0;  ///< number, from 1
};

/// A library that was loaded, possibly from another place than the first one.
struct LoadedLibrary {
    std::string name;          ///< without its directory
    std::uint64_t offset = 0;  ///< in bytes
};

/// The contents of a log.
struct LogReading {
    std::vector<SeenMessage> messages;          ///< in the log's order; the first ones of each message
    std::vector<SeenFact> facts;                ///< in the same order; each value once
    std::vector<SeenGpu> gpus;                  ///< in the same order
    std::vector<std::string_view> tools;        ///< tools that printed it, by their `--for` names; each once
    std::optional<LogLine> first_error;         ///< the first error that is not a known message
    std::optional<std::uint64_t> last_failure;  ///< the last line that reports an earlier failure
    std::optional<std::uint64_t> last_success;
    std::vector<LoadedLibrary> loaded;  ///< the last place of each; each name once
    bool is_said_to_work = false;       ///< a person says so
    std::size_t line_count = 0;
};

/// Reads a log with any bytes: the pieces that `next` returns, until an empty one. Points to rows of `tables`.
[[nodiscard]] LogReading read_log(const Tables& tables, const std::function<std::string_view()>& next);

/// The place and the severity before a message: `/usr/include/math.h(79): error: `.
struct Preamble {
    enum class Severity : std::uint8_t {
        none,
        note,
        warning,
        user_warning,  ///< of Python: something failed, and the program continues without it
        error,
    };

    Severity severity = Severity::none;
    bool has_place = false;
    std::string_view file;  ///< ends with the file's name, squeezed; the text before it is included
};

/// `before` is the text before a message, squeezed. `error_words` are the beginnings of failures in any tool's
/// language, squeezed and without the colon.
[[nodiscard]] Preamble read_preamble(std::string_view before, std::span<const std::string> error_words) noexcept;

/// Whether the preamble names one of these files, or no file. `is_begin(i)`: whether dropped bytes precede byte i of
/// Preamble::file in the log.
[[nodiscard]] bool is_of_files(const Preamble& preamble, std::span<const std::string_view> files,
                               const std::function<bool(std::size_t)>& is_begin);

/// Whether a message is quoted and not printed: somebody asks about it or reports it fixed, or it is in a source file,
/// a search result, a list of changes or a manual. `before` and `behind` are the rest of its line.
[[nodiscard]] bool is_spoken_of(std::string_view before, std::string_view behind);

/// The file, library or program in a message; may be empty. `libcudart.so.{version:library}` names libcudart.so.12.
[[nodiscard]] std::string file_in(const MessageTextRow& wording, const std::vector<Filling>& fillings);

}  // namespace cudastdenv::diagnose
