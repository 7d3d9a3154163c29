// SPDX-License-Identifier: MIT
#include "report/nix.hpp"

#include "core/quote.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

namespace cudastdenv::report {

namespace {

using namespace words;

constexpr std::size_t change_width = 11;  ///< `nvcc 12.10 `, `cuda 10.0a `

/// A name that a checkout gives: shown as it is unless it holds something else than text.
std::string shown(const std::string& name) {
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
    return plain && name.size() <= 60 ? name : in_quotes(name);
}

std::string distance_in_words(int releases) {
    if (releases == 0) return "";
    const int count = std::abs(releases);
    return fmt::format(" ({} release{} {})", count, count == 1 ? "" : "s", releases > 0 ? "later" : "earlier");
}

std::string in_words(const nix::FieldValue& value) {
    const std::string* text = std::get_if<std::string>(&value);
    return text ? shown(*text) : "none";
}

std::string change_in_words(const nix::Change& change) {
    using Kind = nix::ColumnInfo::Kind;
    if (!change.column) return fmt::format("attribute {} there, which nixpkgs' rows do not have", shown(change.field));
    if (!change.here)
        return fmt::format("{} is written {} there", change.field, in_quotes(std::get<std::string>(change.there)));
    const nix::ColumnInfo& column = about(*change.column);
    const std::string here = in_words(*change.here), there = in_words(change.there);
    switch (column.kind) {
        case Kind::major: return fmt::format("{} {} here, {} there ({:+})", column.label, here, there, change.by);
        case Kind::release:
        case Kind::release_or_null:
            return fmt::format("{} {} here, {} there{}", column.label, here, there, distance_in_words(change.by));
        case Kind::truth:
            return change.here == nix::FieldValue(true) ? fmt::format("{} here, not there", column.label)
                                                        : fmt::format("{} there, not here", column.label);
        case Kind::text: return fmt::format("{} here, {} there", here, there);
    }
    return "";
}

std::string row_in_words(nix::Table table, const nix::Row& row) {
    using nix::Column;
    const auto word = [&](Column column) { return in_words(row.value(column).value_or(nullptr)); };
    if (table == nix::Table::nvcc)
        return fmt::format("gcc {} to {}, clang {} to {}", word(Column::gcc_min), word(Column::gcc_max),
                           word(Column::clang_min), word(Column::clang_max));
    const std::string last = word(Column::max);
    return fmt::format(fmt::runtime(last == "none" ? "{}, from {} on" : "{}, {} to {}"), word(Column::architecture),
                       word(Column::min), last);
}

std::string source_of(const nix::WantedRow& row) {
    const auto* nvcc = std::get_if<nix::NvccRow>(&row.ours);
    const bool is_nvidias = !nvcc && !std::get<nix::CudaRow>(row.ours).in_nixpkgs;
    return fmt::format("{} [{}]",
                       is_nvidias ? "nvcc's own range" : view_in_words(nvcc ? nvcc->gcc.view : Policy::nixpkgs),
                       row.sources.empty() ? "" : row.sources.front());
}

std::string difference_in_words(const nix::RowDifference& difference) {
    const auto& [table, here, there, changes] = difference;
    if (!here) return fmt::format("missing here: {} there", row_in_words(table, *there));
    if (!there) return fmt::format("missing there: {} here, from {}", row_in_words(table, here->row), source_of(*here));
    std::vector<std::string> parts;
    for (const nix::Change& change : changes) parts.push_back(change_in_words(change));
    return fmt::format("{}; here from {}", fmt::join(parts, "; "), source_of(*here));
}

}  // namespace

std::string diff_text(const nix::Diff& diff, const Style& style) {
    const std::size_t differing = diff.rows.size();
    std::string text = fmt::format("{} row{} differ{}, {} agree\n", differing, differing == 1 ? "" : "s",
                                   differing == 1 ? "s" : "", diff.agreeing);
    text += style.faint(fmt::format("nvcc: {}\ncuda: {}", diff.nvcc_file, diff.cuda_file)) + '\n';
    if (!diff.same()) text += '\n';
    for (const nix::RowDifference& difference : diff.rows) {
        const std::string_view table = difference.table == nix::Table::nvcc ? "nvcc" : "cuda";
        const std::string name = fmt::format("{} {}", table, difference.key());
        text += style.strong(fmt::format("{:<{}}", name, change_width)) +
                wrap(difference_in_words(difference), style.width, change_width, change_width) + '\n';
    }
    if (diff.given_up.empty()) return text;
    return text + fmt::format("\nOlder than its first row, and not counted: {}\n", joined(diff.given_up, ", "));
}

}  // namespace cudastdenv::report
