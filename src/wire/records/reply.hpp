// SPDX-License-Identifier: MIT
#pragma once

/// What a request in JSON is answered with.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::wire {

struct AsideRecord {
    std::string_view kind;
    std::string text;

    static constexpr std::string_view title = "aside";
    static constexpr std::string_view meaning = "What the command would say beside its answer.";
    static constexpr auto fields = pack_of(Field{"kind", &AsideRecord::kind, "note or warning."},
                                           Field{"text", &AsideRecord::text, "In words."});
};

struct ReplyRecord {
    int status;
    std::optional<std::variant<std::string, Datum>> answer;
    std::vector<AsideRecord> notes;
    std::optional<ProblemRecord> error;

    static constexpr std::string_view title = "reply";
    static constexpr std::string_view meaning = "What the library answers to a request in JSON.";
    static constexpr auto fields = pack_of(
        Field{"status", &ReplyRecord::status, "The exit status that the command would have."},
        Field{"answer", &ReplyRecord::answer,
              "The command's JSON, by its own schema; a text of a command that has none; null: there is no answer."},
        Field{"notes", &ReplyRecord::notes}, Field{"error", &ReplyRecord::error, "Null: there is an answer."});
};

}  // namespace cudastdenv::wire
