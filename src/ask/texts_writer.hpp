// SPDX-License-Identifier: MIT
#pragma once

#include "ask/list.hpp"
#include "ask/texts.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::asking {

/// Writes a question as texts.
class TextsWriter {
public:
    void give(std::string_view name, const std::optional<std::string>& text) {
        if (text) texts_ = texts_.with(name, *text);
    }
    void give(std::string_view name, const std::vector<std::string>& list) {
        if (!list.empty()) give_list(name, list);
    }
    /// An empty list is one.
    void give_list(std::string_view name, const std::vector<std::string>& list) {
        texts_ = texts_.with(name, joined_list(list, "the list"));
    }
    void give(std::string_view name, bool is_on) {
        if (is_on) texts_ = texts_.with(name, "");
    }
    [[nodiscard]] Texts take() { return std::move(texts_); }

private:
    Texts texts_;
};

}  // namespace cudastdenv::asking
