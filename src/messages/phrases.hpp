// SPDX-License-Identifier: MIT
#pragma once

/// Parts of sentences.

#include "core/format.hpp"
#include "resolve/resolve.hpp"
#include "tables/shape.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::messages {

/// Splits values into runs of neighbours. `are_alike` gets the first value of a run and a later one.
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

/// Whether a note is only about an assumption or expectation, and does not change what the reader does.
[[nodiscard]] bool is_remark(const Sentence& note) noexcept;

/// `1 node`, `2 nodes`
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// `CUDA 12.8.1`
[[nodiscard]] std::string format_release(Version release);

/// `CUDA 12.4.0 to 12.6.3`, `CUDA 12.9 and older`, `CUDA 13.0.0`
[[nodiscard]] std::string format_releases(const VersionRange& releases);

/// The text with its first source: `yes: 570.26 or newer is enough [release-notes-12.8]`
[[nodiscard]] std::string cited(std::string text, SourceIds sources);

/// `column 14`, or `line 2, column 14` if the text has several lines. Columns count bytes from 1.
[[nodiscard]] std::string format_place(std::string_view text, std::size_t offset);

/// `nixpkgs accepts gcc 6 to 14`
[[nodiscard]] std::string format_range(Compiler::Family family, const HostCompilerRange& range);

/// The age of the tables: `data of 2026-11-21, CUDA releases through 13.5.0`
[[nodiscard]] std::string age_of(const Tables& tables);

/// `gcc-10.3`, or `gcc-10` if only the major version is known.
[[nodiscard]] std::string format_name(Compiler compiler, std::optional<Version> version);

/// A default that an environment variable of the user sets.
struct UserDefault {
    std::string option;    ///< `stdenv`
    std::string value;     ///< `debian-13`
    std::string variable;  ///< `CUDASTDENV_STDENV`
};

/// One note for each.
[[nodiscard]] std::vector<Sentence> describe(const std::vector<UserDefault>& defaults);

}  // namespace cudastdenv::messages
