// SPDX-License-Identifier: MIT
#pragma once

/// What the findings and the corrected list both rest on.

#include "spelling/lint.hpp"

#include <optional>
#include <vector>

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
