// SPDX-License-Identifier: MIT
#pragma once

/// What is wrong with a list of GPU architectures for a release, and what to write instead.

#include "core/diagnostic.hpp"
#include "resolve/drivers.hpp"
#include "spelling/spell.hpp"

namespace cudastdenv {

struct Finding {
    using Severity = FindingSeverity;

    Severity severity = Severity::warning;
    Diagnostic what;                   ///< `{format}` of a diagnostic is the name of the spelling
    std::optional<std::size_t> entry;  ///< index in the listing; absent: it is up to the list as a whole
};

struct LintQuestion {
    Version release;  ///< a release of the tables
    /// Nix system that the result runs on. Absent: a list of Jetsons alone is for aarch64-linux, of another one each
    /// target is for the platform that has its GPUs.
    std::optional<std::string_view> system;
    PtxRule ptx = PtxRule::any;                           ///< of the spelling: what it cannot say is not asked for
    std::optional<int> unasked_ptx_until = std::nullopt;  ///< of the spelling
    std::optional<Version> consumer = std::nullopt;       ///< version of its consumer; absent: the newest
};

/// Everything that is wrong with a list, in the order of its entries; what is up to the whole list comes last.
[[nodiscard]] std::vector<Finding> lint(const Tables& tables, const LintQuestion& question, const Listing& listing);

/// Whether nothing but notes was found.
[[nodiscard]] bool is_clean(std::span<const Finding> findings) noexcept;

/// The list without what was found, as far as it can be said without a guess: entries of another release are renamed
/// or left out, PTX is of the highest baseline target, and of a lower one where a GPU needs it. It runs on every GPU
/// that the list runs on. Keywords are written out. Absent: the list says `native`, or nothing of it is left.
[[nodiscard]] std::optional<BuildList> fixed_list(const Tables& tables, const LintQuestion& question,
                                                  const Listing& listing);

/// The text of fixed_list() in the spelling that it was read in; a clean list's own text. Absent where fixed_list() is,
/// or where the spelling has no word for what is left.
[[nodiscard]] std::optional<Spelled> fixed_text(const Tables& tables, const LintQuestion& question,
                                                const Spelling& spelling, std::string_view text,
                                                const Listing& listing);

}  // namespace cudastdenv
