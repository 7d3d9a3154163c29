// SPDX-License-Identifier: MIT
#pragma once

/// The spellings: how each build system writes a list of GPU architectures, and what its consumer makes of a text.

#include "core/diagnostic.hpp"
#include "resolve/capabilities.hpp"

#include <cudastdenv/answers.hpp>

#include <variant>

namespace cudastdenv {

/// How much a spelling can say of PTX.
enum class PtxRule : std::uint8_t {
    any,        ///< PTX of any capability, with machine code of it or without
    with_real,  ///< PTX only of what is built as machine code too
    last,       ///< PTX of the list's last entry, or none
    every,      ///< the consumer adds PTX of every entry, always
    only,       ///< the consumer builds nothing but PTX of its one entry, which the driver compiles
    unsaid,     ///< the text says nothing of PTX: the consumer decides, or builds none
};

/// What a spelling can say. Machine code without PTX: all but `every` and `only`; PTX alone: `any` and `only`.
struct Abilities {
    bool several = true;                ///< more than one entry
    bool architecture_specific = true;  ///< 9.0a
    bool family_specific = true;        ///< 10.0f
    PtxRule ptx = PtxRule::any;
};

/// A list as an ecosystem writes it, without a newline at the end, and what was lost.
struct Spelled {
    std::string text;  ///< empty where nothing of the list is left
    std::vector<Diagnostic> losses = {};
    BuildList list = {};  ///< what the text says
};

/// What is wrong with a text that should be a list.
struct ListReadError {
    Diagnostic what;            ///< `{found}` is what stands there
    std::size_t offset = 0;     ///< of its first byte, from 0
    std::string found;          ///< empty at the end of the text
    std::string_view expected;  ///< what would be right, in the spelling's own words; may be empty
};

using ListReadResult = std::variant<Listing, ListReadError>;

/// What writers and readers may need beside the list.
struct SpellingContext {
    const Tables& tables;
    std::string_view system = "x86_64-linux";  ///< Nix system that the result runs on
    std::optional<Version> release = {};       ///< of CUDA; absent: the newest
    std::optional<Version> consumer = {};      ///< version of the program that reads the list; absent: the newest
};

namespace spelling {
struct Piece;
}  // namespace spelling

/// How a list is put together whose entries stand one after the other. In the text of an entry `{dotted}` is `9.0a`,
/// `{number}` `90a`, `{bare}` `90`, `{sm}` `sm_90a` and `{compute}` `compute_90a`.
struct ListForm {
    std::string_view whole = {};  ///< `{}` stands for the entries
    std::string_view separator = {};
    std::string_view real = {};  ///< machine code
    std::string_view both = {};  ///< machine code and PTX; empty: PTX is an entry of its own, behind all machine code
    std::string_view ptx = {};   ///< PTX alone; empty: the text does not say it
};

/// One ecosystem's way to write a list of GPU architectures.
struct Spelling {
    std::string_view name;     ///< as `--format` takes it
    std::string_view summary;  ///< who reads it
    Abilities abilities;
    /// Of variables and options by which the consumer is given the list. The text may be an assignment to one of them.
    std::array<std::string_view, 3> names = {};
    ListForm form = {};
    /// Writes a list that the spelling can say as it is, where it has no form.
    std::string (*write)(const SpellingContext&, const BuildList&) = nullptr;
    /// Gives what the consumer makes of a text, without the assignment. Throws ListReadError.
    Listing (*read_value)(const SpellingContext&, const spelling::Piece&) = nullptr;
    /// What the consumer builds for an entry, where that is more than the loss of `a` and `f`, and the table of
    /// consumers does not say it. Nothing where it has no such entry.
    std::optional<Capability> (*entry)(const SpellingContext&, Capability) = nullptr;
    /// Last major version of the consumer that embeds PTX of what the text says nothing of; later ones do not.
    /// Absent: that is no matter of versions.
    std::optional<int> unasked_ptx_until = std::nullopt;

    /// Reads what the consumer reads. Takes any text.
    [[nodiscard]] ListReadResult read(const SpellingContext& context, std::string_view text) const;
};

/// Every spelling, sorted by name.
[[nodiscard]] std::span<const Spelling> spellings() noexcept;

[[nodiscard]] const Spelling* find_spelling(std::string_view name) noexcept;

/// The spellings in which a text can be read, the likeliest first.
[[nodiscard]] std::vector<const Spelling*> spellings_that_fit(const SpellingContext& context, std::string_view text);

/// Whether a word that begins with dashes is an option by which a consumer takes its list: `--offload-arch=sm_90`,
/// `--generate-code`.
[[nodiscard]] bool begins_a_list(std::string_view word);

/// Whose rules the spelling follows there; absent: they are not known by version.
[[nodiscard]] std::optional<ConsumerVersion> consumer_of(const Spelling& spelling, const SpellingContext& context);

/// The list in that spelling. Reading it back gives the list but for the losses; of a list of which the spelling can
/// say nothing there is no text.
[[nodiscard]] Spelled write_list(const Spelling& spelling, const SpellingContext& context, const BuildList& list);

/// A list in a file of a build: CMakeLists.txt, a preset, a Dockerfile, a workflow, pyproject.toml, a Makefile, a
/// script.
struct FoundList {
    const Spelling* spelling = nullptr;
    std::string text;      ///< what the build system is given; it need not be a list
    std::size_t line = 0;  ///< from 1
    bool is_whole = true;  ///< else others add to it, or may, as of `-gencode`
};

/// Where a variable by which a consumer takes its list gets a value that stands there, and options that do so. Left
/// out: comments, messages, what is added to a list, lines with `cudastdenv: ignore`, and values that only the build
/// knows, as `${ARCHS}`, `$<...>`, `@ARCHS@`, `{{ }}`.
[[nodiscard]] std::vector<FoundList> find_lists(const Tables& tables, std::string_view file);

}  // namespace cudastdenv
