// SPDX-License-Identifier: MIT
#pragma once

/// Messages that a person types from memory: `nvcc not found`, `driver insufficient`, `gcc versions later than 13`.

#include "diagnose/patterns.hpp"

namespace cudastdenv::diagnose {

/// A short text that states that something is missing, as the tool prints it: `libcudart.so.12: cannot open shared
/// object file: ...` for `libcudart.so.12 not found`. A name alone, of a library or a header, is missing too. Empty:
/// another text.
[[nodiscard]] std::string as_printed_by_a_tool(std::string_view text);

/// A wording that a text names, with the values for its placeholders.
struct NamedWording {
    const MessageTextRow* wording = nullptr;
    std::vector<Capture> fillings = {};
};

/// The wording that a text of one or two lines names by its distinctive words, mostly in their order; absent: none, or
/// several messages have these words. `is_plausible` rejects a wording with other values.
[[nodiscard]] std::optional<NamedWording> wording_named_by(
    const Tables& tables, std::string_view text, const std::function<bool(const NamedWording&)>& is_plausible);

}  // namespace cudastdenv::diagnose
