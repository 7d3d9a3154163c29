// SPDX-License-Identifier: MIT
#pragma once

/// Reads a log of any length, piece by piece, and keeps what is known of it. What stands around a message in its line
/// says who prints it, and whether it is printed at all or only spoken of.

#include "diagnose/patterns.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv::diagnose {

/// A line of a log.
struct LogLine {
    std::size_t number = 0;  ///< from 1 on
    std::string text;        ///< as plain text, at most some 300 bytes of it
};

/// A message that stands in a log as its tool prints it.
struct SeenMessage {
    const MessageTextRow* wording = nullptr;
    std::uint64_t offset = 0;  ///< in bytes; tells what came first
    LogLine line;
    std::vector<Filling> fillings;
    std::string_view symbol_version =
        {};                        ///< of the symbol that it names, by the tables; empty: it says one, or none is known
    bool is_warning = false;       ///< the tool calls it one, or a note
    bool is_user_warning = false;  ///< Python does, and goes on
    bool is_quoted = false;        ///< somebody speaks of it, or it is a line of a source file
};

struct SeenFact {
    Fact fact = Fact::none;
    std::string value;
    std::size_t line = 0;  ///< number, from 1 on
};

struct SeenGpu {
    const GpuRow* gpu = nullptr;
    std::size_t line = 0;  ///< likewise
};

/// A library that was loaded, maybe from another place than the first one.
struct LoadedLibrary {
    std::string name;          ///< without its folder
    std::uint64_t offset = 0;  ///< in bytes
};

/// What stands in a log.
struct LogReading {
    std::vector<SeenMessage> messages;          ///< in the log's order; the first ones of each message
    std::vector<SeenFact> facts;                ///< likewise; each value once
    std::vector<SeenGpu> gpus;                  ///< likewise
    std::vector<std::string_view> tools;        ///< that printed it, as `--for` calls them; each once
    std::optional<LogLine> first_error;         ///< that is no known message
    std::optional<std::uint64_t> last_failure;  ///< the last line that says that something failed further up
    std::optional<std::uint64_t> last_success;
    std::vector<LoadedLibrary> loaded;  ///< the last place of each; each name once
    bool is_said_to_work = false;       ///< a person says so
    std::size_t line_count = 0;
};

/// Reads a log, whatever its bytes are: the pieces that `next` returns, up to an empty one. It points to rows of
/// `tables`.
[[nodiscard]] LogReading read_log(const Tables& tables, const std::function<std::string_view()>& next);

/// The place and the severity in front of a message: `/usr/include/math.h(79): error: `.
struct Preamble {
    enum class Severity : std::uint8_t {
        none,
        note,
        warning,
        user_warning,  ///< of Python: something failed, and the program goes on without it
        error,
    };

    Severity severity = Severity::none;
    bool has_place = false;
    std::string_view file;  ///< ends with the file's name, squeezed; what stands before it is there too
};

/// `before` is what stands before a message, squeezed; `error_words` how tools of any language begin a failure,
/// squeezed and without the colon.
[[nodiscard]] Preamble read_preamble(std::string_view before, std::span<const std::string> error_words) noexcept;

/// Whether the preamble names one of these files, or none. `is_begin`: whether the log had something that does not
/// count before that byte of Preamble::file.
[[nodiscard]] bool is_of_files(const Preamble& preamble, std::span<const std::string_view> files,
                               const std::function<bool(std::size_t)>& is_begin);

/// Whether a message in a line is spoken of and not printed: it is asked about, or said to be gone, or stands in a
/// source file, in what a search found, in a list of changes or in a manual. `before` and `behind` are the rest of its
/// line.
[[nodiscard]] bool is_spoken_of(std::string_view before, std::string_view behind);

/// The file, library or program that a message names; empty: none. `libcudart.so.{version:library}` names
/// libcudart.so.12.
[[nodiscard]] std::string file_in(const MessageTextRow& wording, const std::vector<Filling>& fillings);

}  // namespace cudastdenv::diagnose
