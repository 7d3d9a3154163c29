// SPDX-License-Identifier: MIT
#include "diagnose/findings.hpp"

#include "diagnose/message_filter.hpp"

#include <algorithm>

namespace cudastdenv::diagnose {

namespace {

using Outcome = MessageTextRow::Outcome;

/// A log that stops so soon behind a warning was cut out around it.
constexpr std::size_t lines_behind_warning = 6;

bool is_failure(const SeenMessage& message) noexcept {
    return message.wording->outcome == Outcome::failure && !message.is_warning && !message.is_user_warning &&
           !message.is_quoted;
}

/// What says why, and stops nothing by itself.
bool is_reason(const SeenMessage& message) noexcept {
    return !message.is_quoted && !message.is_warning && !is_failure(message);
}

/// Whether everything that failed before was followed by a success, and nothing failed after it.
bool was_got_over(const LogReading& reading, const SeenMessage& message) {
    const std::optional<std::uint64_t> success = reading.last_success;
    if (!success || *success < message.offset) return false;
    const auto fails_later = [&](const SeenMessage& other) { return is_failure(other) && other.offset > *success; };
    // What fails after a success, without a message of its own, may be what this message said.
    const bool is_unexplained = reading.last_failure && *reading.last_failure > *success &&
                                std::ranges::none_of(reading.messages, fails_later);
    return !is_unexplained;
}

/// Whether the library that the message misses was loaded from another place later on.
bool was_loaded_later(const LogReading& reading, const SeenMessage& message) {
    const std::string file = file_in(*message.wording, message.fillings);
    return std::ranges::any_of(reading.loaded, [&](const LoadedLibrary& library) {
        const bool is_it = file.empty() ? message.wording->text.find(library.name) != std::string_view::npos
                                        : file == library.name;
        return is_it && library.offset > message.offset;
    });
}

bool is_known(const std::vector<const SeenMessage*>& causes, const SeenMessage& message) {
    return std::ranges::any_of(causes, [&](const SeenMessage* cause) {
        return cause->wording->message == message.wording->message;
    });
}

}  // namespace

std::vector<const SeenMessage*> causes_in(const LogReading& reading) {
    std::vector<const SeenMessage*> causes;
    if (reading.is_said_to_work) return causes;
    for (const SeenMessage& message : reading.messages)
        if (is_failure(message) && !was_got_over(reading, message) && !was_loaded_later(reading, message) &&
            !is_known(causes, message))
            causes.push_back(&message);

    // A reason counts beside a failure, or where there is nothing else that can be the matter.
    const bool has_failure = !causes.empty();
    const bool has_other_failure = reading.first_error || reading.last_failure || reading.last_success;
    for (const SeenMessage& message : reading.messages) {
        const bool is_all = !has_other_failure && reading.line_count <= message.line.number + lines_behind_warning;
        const bool is_why = has_other_failure && message.is_user_warning &&
                            message.wording->outcome == Outcome::failure && !was_got_over(reading, message);
        // CMake calls it a status line, and the build fails without a word of its own.
        const bool is_unexplained = reading.last_failure && *reading.last_failure > message.offset &&
                                    !reading.first_error && message.wording->outcome == Outcome::warning;
        const bool counts = has_failure || is_all || is_why || is_unexplained;
        if (is_reason(message) && counts && !was_loaded_later(reading, message) && !is_known(causes, message))
            causes.push_back(&message);
    }
    return causes;
}

}  // namespace cudastdenv::diagnose
