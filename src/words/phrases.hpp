// SPDX-License-Identifier: MIT
#pragma once

/// Parts of sentences.

#include "core/format.hpp"
#include "resolve/resolve.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::words {

/// Those of a row; none without one.
template <class Row>
[[nodiscard]] SourceIds sources_of(const Row* row) {
    return row ? row->sources : SourceIds{};
}

/// Runs of neighbours: `are_alike(first of a run, one behind it)` says what belongs to it.
template <class Value, class AreAlike>
[[nodiscard]] std::vector<std::span<const Value>> runs_of(std::span<const Value> values, AreAlike are_alike) {
    std::vector<std::span<const Value>> runs;
    while (!values.empty()) {
        std::size_t size = 1;
        while (size < values.size() && are_alike(values.front(), values[size])) ++size;
        runs.push_back(values.first(size));
        values = values.subspan(size);
    }
    return runs;
}

/// Whether a note only says what is assumed or expected: it changes nothing in what the reader does.
[[nodiscard]] bool is_remark(const Said& note) noexcept;

/// `1 node`, `2 nodes`
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// `CUDA 12.8.1`
[[nodiscard]] std::string release_in_words(Version release);

/// `CUDA 12.4.0 to 12.6.3`, `CUDA 12.9 and older`, `CUDA 13.0.0`
[[nodiscard]] std::string releases_in_words(const VersionRange& releases);

/// The text with the first of its sources: `yes: 570.26 or newer is enough [release-notes-12.8]`
[[nodiscard]] std::string cited(std::string text, SourceIds sources);

/// `column 14`, or `line 2, column 14` where the text has several lines. Columns count from 1, in bytes.
[[nodiscard]] std::string place_in_words(std::string_view text, std::size_t offset);

/// `nixpkgs accepts gcc 6 to 14`
[[nodiscard]] std::string range_in_words(Compiler::Family family, const HostCompilerRange& range);

/// How old the tables are: `data of 2026-11-21, CUDA releases through 13.5.0`
[[nodiscard]] std::string age_of(const Tables& tables);

/// `gcc-10.3`, or `gcc-10` where only the major version is known.
[[nodiscard]] std::string name_in_words(Compiler compiler, std::optional<Version> version);

/// What a question leaves out and a variable of the user's says.
struct UserDefault {
    std::string option;    ///< `stdenv`
    std::string value;     ///< `debian-13`
    std::string variable;  ///< `CUDASTDENV_STDENV`
};

/// One note for each.
[[nodiscard]] std::vector<Said> say(const std::vector<UserDefault>& defaults);

}  // namespace cudastdenv::words
