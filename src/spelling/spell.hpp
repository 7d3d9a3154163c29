// SPDX-License-Identifier: MIT
#pragma once

/// The spellings: how each build system writes a list of GPU architectures, and how its consumer reads it.

#include "resolve/capabilities.hpp"

#include <variant>

namespace cudastdenv {

/// The PTX that a format can express.
enum class PtxRule : std::uint8_t {
    any,        ///< PTX of any capability, with machine code of it or without
    with_real,  ///< PTX only of what is built as machine code too
    last,       ///< PTX of the list's last entry, or none
    every,      ///< the consumer adds PTX of every entry, always
    highest,    ///< the consumer adds PTX of the highest entry, always
    last_too,   ///< the consumer adds PTX of the last entry, always
    only,       ///< the consumer builds nothing but PTX of its one entry, which the driver compiles
    unsaid,     ///< PTX is unspecified: the consumer decides, or builds none
};

/// The lists that a format can express. Machine code without PTX: all but `every`, `highest`, `last_too` and `only`;
/// PTX alone: `any` and `only`.
struct Abilities {
    bool several = true;                ///< more than one entry
    bool architecture_specific = true;  ///< 9.0a
    bool family_specific = true;        ///< 10.0f
    PtxRule ptx = PtxRule::any;
};

/// A list in an ecosystem's format, without a newline at the end, and the losses.
struct Spelled {
    std::string text;  ///< empty if no entry is left
    std::vector<Diagnostic> losses = {};
    BuildList list = {};  ///< the meaning of the text
};

struct ListReadError {
    Diagnostic what;            ///< `{found}` is the text at that place
    std::size_t offset = 0;     ///< of its first byte, from 0
    std::string found;          ///< empty at the end of the text
    std::string_view expected;  ///< a correct example, in the format's own words; may be empty
};

using ListReadResult = std::variant<Listing, ListReadError>;

/// The context of writers and readers.
struct SpellingContext {
    const Tables& tables;
    std::string_view system = "x86_64-linux";  ///< Nix system that the result runs on
    std::optional<Version> release = {};       ///< of CUDA; absent: the newest
    std::optional<Version> consumer = {};      ///< version of the program that reads the list; absent: the newest
};

namespace spelling {
struct Piece;
}  // namespace spelling

/// How a list with one text for each entry is written. In an entry's text `{dotted}` is `9.0a`, `{number}` `90a`,
/// `{bare}` `90`, `{sm}` `sm_90a` and `{compute}` `compute_90a`.
struct ListForm {
    std::string_view whole = {};  ///< `{}` is replaced by the entries
    std::string_view separator = {};
    std::string_view real = {};  ///< machine code
    std::string_view both = {};  ///< machine code and PTX; empty: PTX has an entry of its own, after all machine code
    std::string_view ptx = {};   ///< PTX alone; empty: not in the text
};

/// One ecosystem's format of a list of GPU architectures.
struct Spelling {
    std::string_view name;     ///< the value of `--format`
    std::string_view summary;  ///< who reads it
    Abilities abilities;
    ListForm form = {};
    /// Writes a list that the format can express exactly; used without a form.
    std::string (*write)(const SpellingContext&, const BuildList&) = nullptr;
    /// Reads a text, without the assignment, as the consumer does. Throws ListReadError.
    Listing (*read_value)(const SpellingContext&, const spelling::Piece&) = nullptr;
    /// Whether the text has the names of its variables, because more than one makes the list.
    bool reads_assignments = false;
    /// The target that the consumer builds for an entry, if it is not just without `a` or `f` and not in the table of
    /// consumers. Absent: no such entry.
    std::optional<Capability> (*entry)(const SpellingContext&, Capability) = nullptr;
    /// Last major version of the consumer that embeds PTX without a request; later ones do not. Absent: the same in all
    /// versions.
    std::optional<int> unasked_ptx_until = std::nullopt;
    bool needs_variable = false;  ///< only the name of its variable shows that it is meant

    /// Reads any text as the consumer does.
    [[nodiscard]] ListReadResult read(const SpellingContext& context, std::string_view text) const;
};

/// Every spelling, sorted by name.
[[nodiscard]] std::span<const Spelling> spellings() noexcept;

[[nodiscard]] const Spelling* find_spelling(std::string_view name) noexcept;

/// The formats that can read a text, the likeliest first.
[[nodiscard]] std::vector<const Spelling*> spellings_that_fit(const SpellingContext& context, std::string_view text);

/// Whether a word with leading dashes is an option for a list of a consumer: `--offload-arch=sm_90`, `--generate-code`.
[[nodiscard]] bool begins_a_list(std::string_view word);

/// The consumer's version that the format follows; absent: its rules do not depend on versions.
[[nodiscard]] std::optional<ConsumerVersion> consumer_of(const Spelling& spelling, const SpellingContext& context);

/// The list in that format. Reading it back gives the list except for the losses; no text if the format can express no
/// entry.
[[nodiscard]] Spelled write_list(const Spelling& spelling, const SpellingContext& context, const BuildList& list);

/// A list in a build file: CMakeLists.txt, a preset, a Dockerfile, a workflow, pyproject.toml, a Makefile, a script.
struct FoundList {
    const Spelling* spelling = nullptr;
    std::string text;      ///< as the build system gets it; may be invalid
    std::size_t line = 0;  ///< from 1
    bool is_whole = true;  ///< otherwise others can add to it, as with `-gencode`
};

/// Finds literal values of the variables and options that consumers read their lists from. An addition to a list is one
/// that is not whole. Skips comments, messages, lines with `cudastdenv: ignore`, and values that only the build knows:
/// `${ARCHS}`, `$<...>`, `@ARCHS@`, `{{ }}`.
[[nodiscard]] std::vector<FoundList> find_lists(const Tables& tables, std::string_view file);

/// The file with blanks in place of comments: CMake's, and elsewhere the rest of the line after a `#`.
[[nodiscard]] std::string without_comments(std::string_view file);

/// The lists in one command or a few lines: like find_lists(), but all options of a compiler are one list.
[[nodiscard]] std::vector<FoundList> find_lists_of_command(const Tables& tables, std::string_view text);

}  // namespace cudastdenv
