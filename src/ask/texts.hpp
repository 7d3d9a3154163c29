// SPDX-License-Identifier: MIT
#pragma once

#include "ask/names.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::asking {

/// A question as texts, by the names of the command's options: `cuda`, `stdenv`, `nixpkgs-exact`. A switch that was
/// given has an empty text; what was not given is not there. What was not given and has a default of the user's is
/// there, and it is known which variable it is from.
class Texts {
public:
    Texts() = default;
    explicit Texts(std::map<std::string, std::string, std::less<>> values) : values_(std::move(values)) {}

    [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
    /// Of one that was given.
    [[nodiscard]] const std::string& value(std::string_view name) const { return values_.find(name)->second; }
    [[nodiscard]] std::string value_or(std::string_view name, std::string_view fallback) const {
        return has(name) ? value(name) : std::string(fallback);
    }
    /// The same question with that text, whether or not it had one.
    [[nodiscard]] Texts with(std::string_view name, std::string_view value) const {
        Texts changed = without(name);
        changed.values_.emplace(name, value);
        return changed;
    }
    /// The same question without that text.
    [[nodiscard]] Texts without(std::string_view name) const {
        Texts changed(*this);
        changed.values_.erase(std::string(name));
        changed.variables_.erase(std::string(name));
        return changed;
    }
    /// The variables that texts are from, by the names of the options.
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& variables() const noexcept {
        return variables_;
    }

protected:
    std::map<std::string, std::string, std::less<>> values_;
    std::map<std::string, std::string, std::less<>> variables_;
};

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
