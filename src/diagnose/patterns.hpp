// SPDX-License-Identifier: MIT
#pragma once

/// Every text that a log is searched for, ready for the search.

#include "diagnose/squeezed_log.hpp"
#include "diagnose/word_search.hpp"
#include "tables/message_template.hpp"

#include <cudastdenv/tables.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv::diagnose {

/// A row whose text was found.
using TextRow = std::variant<const MessageTextRow*, const WrapperTextRow*, const SuccessTextRow*, const FactTextRow*,
                             const ErrorWordRow*, const GpuRow*>;

/// What a hole of a template held, as plain text: it goes into sentences.
struct Filling {
    Fact fact = Fact::none;
    std::string text;
};

/// The name that a text begins with, if it began a line further up and was wrapped.
struct WrappedName {
    std::size_t begin = 0;
    Filling filling;
};

/// A place at which a text was found. Indices are those of the squeezed log.
struct Fit {
    const TextRow* row = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t literals = 0;  ///< bytes of literal text that are there
    bool is_cut_off = false;   ///< the rest is not there
    std::vector<Filling> fillings;
    /// Where the text begins with a name at the beginning of a line. Which of the two it is only who knows all names
    /// can tell.
    std::optional<WrappedName> wrapped = {};
};

class Patterns {
public:
    /// Keeps pointers to rows of `tables`.
    explicit Patterns(const Tables& tables);

    /// All texts that are in the log, in no particular order; of one that says a fact, the first ones. `raw` is what
    /// the log was assigned.
    [[nodiscard]] std::vector<Fit> find_all(const SqueezedLog& log, std::string_view raw) const;

private:
    struct Pattern {
        TextRow row;
        std::vector<TemplatePart> parts;
        std::size_t anchor = 0;  ///< index of a part
        std::size_t literals = 0;
    };
    class Fitting;

    void add(TextRow row, std::string_view text);
    void add(TextRow row, std::vector<TemplatePart> parts);
    void add_gpu(const GpuRow& row, std::string_view name);
    [[nodiscard]] std::vector<std::string> anchors();

    std::vector<Pattern> patterns_;
    std::vector<std::vector<std::uint16_t>> by_anchor_;
    WordSearch search_;
};

}  // namespace cudastdenv::diagnose
