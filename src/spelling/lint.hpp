// SPDX-License-Identifier: MIT
#pragma once

/// Problems of a list of GPU architectures for a release, and the corrected list.

#include "resolve/drivers.hpp"
#include "spelling/spell.hpp"

namespace cudastdenv {

struct Finding {
    using Severity = FindingSeverity;

    Severity severity = Severity::warning;
    Diagnostic what;                   ///< `{format}` of a diagnostic is the name of the spelling
    std::optional<std::size_t> entry;  ///< index in the listing; absent: the whole list
};

/// The format of a list to check, and what it is for.
struct LintQuestion {
    const Tables& tables;
    const Spelling& spelling;  ///< limits what is expected
    Version release;           ///< a release of the tables
    /// Nix system that the result runs on. Absent: aarch64-linux for a list of Jetsons alone, otherwise for each target
    /// the platform of its GPUs.
    std::optional<std::string_view> system = {};
    std::optional<Version> consumer = {};  ///< version of the program that reads the list; absent: the newest

    [[nodiscard]] PtxRule ptx() const noexcept { return spelling.abilities.ptx; }
};

/// All problems of a list, in the order of its entries; those of the whole list come last.
[[nodiscard]] std::vector<Finding> lint(const LintQuestion& question, const Listing& listing);

/// Whether all findings are notes.
[[nodiscard]] inline bool is_clean(std::span<const Finding> findings) noexcept {
    return std::ranges::all_of(findings, [](const Finding& f) { return f.severity == FindingSeverity::note; });
}

/// The list with all findings fixed that need no guess. Entries of another release are renamed or left out. PTX is of
/// the highest baseline target, and of a lower one if a GPU needs it. It runs on every GPU of the old list. Keywords
/// are expanded. Absent: the list has `native`, or no entry is left.
[[nodiscard]] std::optional<BuildList> fixed_list(const LintQuestion& question, const Listing& listing);

/// The text of fixed_list() in its format; the original text of a clean list. Absent if fixed_list() is, or if the
/// format cannot express the rest.
[[nodiscard]] std::optional<Spelled> fixed_text(const LintQuestion& question, std::string_view text,
                                                const Listing& listing);

}  // namespace cudastdenv
