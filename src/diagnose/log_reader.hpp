// SPDX-License-Identifier: MIT
#pragma once

/// Reads a log of any length, piece by piece, and keeps what is known of it.

#include "diagnose/line_context.hpp"
#include "diagnose/patterns.hpp"
#include "diagnose/squeezed_log.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

class LogReader {
public:
    /// Keeps pointers to rows of `tables`.
    explicit LogReader(const Tables& tables);

    /// The next bytes of the log, whatever they are.
    void add(std::string_view bytes);
    /// What was read. Nothing can be added after it.
    [[nodiscard]] LogReading finish();

private:
    void add_text(std::string_view bytes);
    void read_window(bool is_last);
    void take(const Fit& fit);
    [[nodiscard]] Preamble preamble_of(const Fit& fit) const;
    [[nodiscard]] bool is_meant(const Fit& fit);
    void take_success(const Fit& fit, const SuccessTextRow& row);
    void take_message(const Fit& fit, const MessageTextRow& wording);
    void take_facts(const Fit& fit);
    void take_listed_capabilities(const Fit& fit);
    void take_fact(const Fit& fit, Fact fact, std::string value);
    [[nodiscard]] std::uint64_t offset_of(const Fit& fit) const noexcept;
    [[nodiscard]] LogLine line_of(const Fit& fit);
    [[nodiscard]] std::size_t line_number_of(const Fit& fit) { return line_number_at(squeezed_.origin(fit.begin)); }
    [[nodiscard]] std::size_t line_number_at(std::size_t at);

    Utf16Decoder decoder_;
    Patterns patterns_;
    MessageFilter filter_;
    std::vector<std::string> error_words_;  // squeezed, without the colon
    SqueezedLog squeezed_;
    LogReading reading_;
    std::string window_;                  // the bytes that are looked at
    std::uint64_t window_at_ = 0;         // where they stand in the log
    std::size_t window_line_ = 1;         // number of their first line
    std::vector<std::size_t> line_ends_;  // in the window; empty until somebody asks
    std::vector<LogLine> errors_;         // the first ones
    std::uint64_t read_until_ = 0;        // what begins before this has been taken
};

}  // namespace cudastdenv::diagnose
