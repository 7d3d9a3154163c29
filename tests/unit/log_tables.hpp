// SPDX-License-Identifier: MIT
#pragma once

/// Tables with a few wordings to find in logs, for tests.

#include "show.hpp"

#include <cudastdenv/tables.hpp>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace cudastdenv {

class LogTables {
public:
    /// Adds a wording of a message. Also adds its row, whose answer is not used.
    LogTables& message(std::string_view id, std::string_view text, std::span<const std::string_view> files = {},
                       MessageTextRow::Outcome outcome = MessageTextRow::Outcome::failure) {
        MessageTextRow wording;
        wording.message = id;
        wording.text = text;
        wording.files = files;
        wording.outcome = outcome;
        texts_.push_back(wording);
        if (std::ranges::find(messages_, id, &MessageRow::id) == messages_.end()) {
            MessageRow row;
            row.id = id;
            row.cause = MessageRow::Cause::itself;
            messages_.push_back(row);
            std::ranges::sort(messages_, {}, &MessageRow::id);
        }
        return *this;
    }
    LogTables& wrapper(std::string_view text) { return add(wrappers_, text); }
    LogTables& success(std::string_view text) { return add(successes_, text); }
    LogTables& fact(std::string_view text) { return add(facts_, text); }
    LogTables& error(std::string_view text) { return add(errors_, text); }

    /// Points into this.
    [[nodiscard]] Tables tables() const {
        Tables tables;
        tables.messages = messages_;
        tables.message_texts = texts_;
        tables.wrapper_texts = wrappers_;
        tables.success_texts = successes_;
        tables.fact_texts = facts_;
        tables.error_words = errors_;
        return tables;
    }

private:
    template <class Row>
    LogTables& add(std::vector<Row>& rows, std::string_view text) {
        Row row;
        row.text = text;
        rows.push_back(row);
        return *this;
    }

    std::vector<MessageRow> messages_;
    std::vector<MessageTextRow> texts_;
    std::vector<WrapperTextRow> wrappers_;
    std::vector<SuccessTextRow> successes_;
    std::vector<FactTextRow> facts_;
    std::vector<ErrorWordRow> errors_;
};

}  // namespace cudastdenv
