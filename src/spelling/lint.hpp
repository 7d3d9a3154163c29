// SPDX-License-Identifier: MIT
#pragma once

/// What is wrong with a list of GPU architectures for a release, and what to write instead.

/// What the findings and the corrected list both rest on.

#include "resolve/coverage.hpp"
#include "spelling/spell.hpp"

#include <cudastdenv/diagnostic.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// nvcc of that release refuses the entry: unknown, too new, too old, renamed; or one number twice, family-specific
/// and not.
struct UnfitEntry {
    CapabilityProblem problem;
};

struct Finding {
    using Severity = FindingSeverity;
    using What = std::variant<UnfitEntry, Diagnostic>;

    Severity severity = Severity::warning;
    What what;                         ///< `{format}` of a diagnostic is the name of the spelling
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

namespace cudastdenv::spelling {

/// Whether the writer of the list chooses what gets PTX.
[[nodiscard]] bool chooses_ptx(PtxRule rule) noexcept;

/// What nvcc of the release has against one target by itself.
[[nodiscard]] std::optional<CapabilityProblem> problem_of(const Tables& tables, Version release, Capability target);

/// nvcc makes code for it, but NVIDIA does not support it there.
[[nodiscard]] std::optional<UnfitEntry> exception_of(const Tables& tables, Version release, Capability target);

/// Whether nvcc, or the ptxas that it calls, refuses to make code of `target` from PTX of `from`; `ptx`: to keep it as
/// PTX of `target`.
[[nodiscard]] bool is_refused_pair(const Tables& tables, Capability target, bool ptx, Capability from);

/// Whether a Jetson's machine code has no machine to run on, because the system that was named is none of theirs. Not
/// where the spelling needs it beside PTX of the same number.
[[nodiscard]] bool is_dead_jetson(const Tables& tables, const LintQuestion& question, const BuildList& list,
                                  Capability target);

/// Removes what is_dead_jetson(), and PTX that runs nowhere else.
void drop_dead_jetsons(const Tables& tables, const LintQuestion& question, BuildList& list);

/// GPUs that the list leaves out between its lowest and its highest entry, of the kinds that it names: Jetsons, others.
[[nodiscard]] std::vector<Capability> left_out_between(const Tables& tables, const LintQuestion& question,
                                                       const BuildList& list);

/// The highest baseline target of the list whose PTX a GPU compiles, where the spelling could say that it gets PTX.
[[nodiscard]] std::optional<Capability> ptx_for(const LintQuestion& question, const BuildList& list, Capability device);

/// Whether every baseline target of several has its PTX.
[[nodiscard]] bool has_ptx_of_every(const BuildList& list);

/// Of what later GPUs should have PTX: the highest baseline target, or the baseline of the highest one. Absent: there
/// is no machine code, or none that the spelling could add the baseline of.
[[nodiscard]] std::optional<Capability> wanted_ptx(PtxRule rule, const std::vector<Capability>& real);

/// Of a number that is both family-specific and baseline nvcc makes one, and both run on the same GPUs: the baseline
/// one goes, unless the spelling has its PTX only beside it.
void drop_conflicts(PtxRule rule, BuildList& list);

/// A list that the release takes, with better PTX: none that is architecture- or family-specific, which runs only where
/// machine code of the same does; that of the highest baseline target; and of lower ones where GPUs in between need it,
/// or ran by it. Of what has PTX of every target only what is needed stays.
[[nodiscard]] BuildList with_better_ptx(const Tables& tables, const LintQuestion& question, BuildList list);

/// The baseline ones of sorted targets.
[[nodiscard]] std::vector<Capability> baselines_of(const std::vector<Capability>& targets);

void insert_sorted(std::vector<Capability>& list, Capability capability);

}  // namespace cudastdenv::spelling
