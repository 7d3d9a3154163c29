// SPDX-License-Identifier: MIT
#include "report/nix.hpp"

#include "core/quote.hpp"
#include "report/unified_diff.hpp"
#include "words/nix.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace cudastdenv::report {

namespace {

using State = nix::FieldUpdate::State;

constexpr std::size_t finding_width = 10;

std::size_t count(const nix::TableChanges& update, State state) {
    return static_cast<std::size_t>(std::count_if(update.differences.begin(), update.differences.end(),
                                                  [&](const auto& difference) { return difference.state == state; }));
}

std::string first_line(const nix::CheckoutUpdate& update) {
    std::size_t added = 0, mended = 0, left = 0;
    for (const nix::TableChanges* table : {&update.nvcc.update, &update.cuda.update}) {
        added += table->added.size();
        mended += count(*table, State::mended);
        left += table->differences.size() - count(*table, State::mended) + table->unknown.size() +
                table->not_added.size() + table->older.size();
    }
    if (added + mended + left == 0) return "nothing to do: the checkout says what the tables say\n";
    std::vector<std::string> parts;
    if (added != 0) parts.push_back(words::counted(added, "row") + " added");
    if (mended != 0) parts.push_back(words::counted(mended, "field") + " mended");
    if (left != 0) parts.push_back(words::counted(left, "difference") + " left");
    return fmt::format("{}{}\n", fmt::join(parts, ", "),
                       update.written        ? ""
                       : added + mended != 0 ? " (nothing is written)"
                                             : "");
}

/// A label, and what it is about; lines that go on are indented.
std::string line(std::string_view label, std::string_view text, const Style& style) {
    return fmt::format("  {:<{}}", label, finding_width) +
           wrap(text, style.width, finding_width + 2, finding_width + 2) + '\n';
}

std::string place(const std::string& key, const std::optional<std::size_t>& at) {
    return at ? fmt::format("{} (line {})", as_plain_text(key), *at) : as_plain_text(key);
}

std::string keys_of(const std::vector<nix::AddedRow>& rows) {
    std::vector<std::string> keys;
    for (const nix::AddedRow& row : rows) keys.push_back(row.key);
    return fmt::format("{}", fmt::join(keys, ", "));
}

struct Finding {
    std::string_view label;
    std::string text;
};

std::string_view label_of(State state) {
    return std::array{"differs", "mended", "by hand"}.at(static_cast<std::size_t>(state));
}

Finding finding_of(const nix::FieldUpdate& difference) {
    return {label_of(difference.state), words::cited(fmt::format("{}: {}", place(difference.key, difference.line),
                                                                 words::difference_in_words(difference)),
                                                     difference.sources)};
}

/// What a table still says otherwise.
std::vector<Finding> left_in(const nix::TableChanges& update) {
    std::vector<Finding> findings;
    for (const nix::FieldUpdate& difference : update.differences)
        if (difference.state != State::mended) findings.push_back(finding_of(difference));
    for (const nix::UnknownThere& unknown : update.unknown)
        findings.push_back(
            {"unknown", fmt::format("{}: {}", place(unknown.key, unknown.line),
                                    unknown.attribute.empty() ? "no such row is known, or it is there twice"
                                                              : "attribute " + as_plain_text(unknown.attribute) +
                                                                    ", which nixpkgs' rows do not have")});
    for (const std::string& key : update.not_added)
        findings.push_back(
            {"by hand", fmt::format("{}: is missing, and no row is written out that shows how to write one", key)});
    if (!update.older.empty())
        findings.push_back(
            {"missing",
             fmt::format("{}: older than the first row here; nixpkgs' newest file has them, --release V adds one",
                         fmt::join(update.older, ", "))});
    return findings;
}

std::string table_text(const nix::UpdatedFile& file, const Style& style) {
    std::string text;
    if (!file.update.added.empty()) text += line("added", keys_of(file.update.added), style);
    for (const nix::FieldUpdate& difference : file.update.differences)
        if (difference.state == State::mended) text += line("mended", finding_of(difference).text, style);
    if (!file.update.kept.empty())
        text += line("kept",
                     fmt::format("{}: written as a row that changed, and now say what they said",
                                 fmt::join(file.update.kept, ", ")),
                     style);
    for (const Finding& finding : left_in(file.update)) text += line(finding.label, finding.text, style);
    return text.empty() ? "" : style.strong(file.path) + '\n' + text;
}

/// The fields that differ, as `--fix` takes them.
std::vector<std::string> fields_to_fix(const nix::CheckoutUpdate& update) {
    std::vector<std::string> fields;
    for (const nix::TableChanges* table : {&update.nvcc.update, &update.cuda.update})
        for (const nix::FieldUpdate& difference : table->differences)
            if (difference.state == State::left) fields.push_back(difference.field);
    std::sort(fields.begin(), fields.end());
    fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
    return fields;
}

}  // namespace

std::string update_text(const Tables& tables, const nix::CheckoutUpdate& update, const Style& style) {
    std::string text = first_line(update);
    for (const nix::UpdatedFile* file : {&update.nvcc, &update.cuda})
        if (const std::string lines = table_text(*file, style); !lines.empty()) text += '\n' + lines;
    if (const std::vector<std::string> fields = fields_to_fix(update); !fields.empty())
        text += fmt::format("\nTo mend what differs: --fix {}\n", fmt::join(fields, ","));
    const std::vector<nix::Decision> decisions = nix::decisions_of(tables, update);
    if (!decisions.empty()) text += "\nTo be decided\n";
    for (const nix::Decision& decision : decisions)
        text += "  - " + wrap(words::say(decision).text, style.width, 4, 4) + '\n';
    return text;
}

std::string update_diff(const nix::CheckoutUpdate& update) {
    std::string text;
    for (const nix::UpdatedFile* file : {&update.nvcc, &update.cuda})
        text += unified_diff(file->path, file->before, file->after);
    return text;
}

std::vector<std::string> update_asides(const Tables& tables, const nix::CheckoutUpdate& update) {
    std::vector<std::string> asides;
    for (const nix::UpdatedFile* file : {&update.nvcc, &update.cuda})
        for (const Finding& finding : left_in(file->update))
            asides.push_back(fmt::format("{}: {}", file->path, finding.text));
    for (const nix::Decision& decision : nix::decisions_of(tables, update))
        asides.push_back("to be decided: " + words::say(decision).text);
    return asides;
}

}  // namespace cudastdenv::report
