// SPDX-License-Identifier: MIT
#include "checkout/diff.hpp"

#include "core/minor_of.hpp"

#include <algorithm>

namespace cudastdenv::nix {

namespace {

/// How many minor releases lie between two, the later one included.
int releases_between(const Tables& tables, Version from, Version to) {
    if (to < from) return -releases_between(tables, to, from);
    int between = 0;
    for (const Release* release : newest_patches(tables)) {
        const Version minor = minor_of(release->version);
        if (from < minor && minor <= to) ++between;
    }
    return between;
}

void compare_majors(Compiler::Family family, const NvccMajors& here, const MajorRange& there,
                    std::vector<Change>& changes) {
    if (here.min != *there.min) changes.emplace_back(MajorChange{family, false, here.min, *there.min});
    if (here.max != *there.max) changes.emplace_back(MajorChange{family, true, here.max, *there.max});
}

void compare_releases(const Tables& tables, ReleaseChange::Field field, const std::optional<Version>& here,
                      const std::optional<Version>& there, std::vector<Change>& changes) {
    if (here == there) return;
    const int releases = here && there ? releases_between(tables, *here, *there) : 0;
    changes.emplace_back(ReleaseChange{field, here, there, releases});
}

void compare_truths(TruthChange::Field field, bool here, const std::optional<bool>& there,
                    std::vector<Change>& changes) {
    if (there && *there != here) changes.emplace_back(TruthChange{field, here, *there});
}

/// What is odd about a row there, as changes: no row here is.
std::vector<Change> changes_by(const std::vector<Oddity>& oddities) {
    std::vector<Change> changes;
    for (const Oddity& oddity : oddities) std::visit([&](const auto& odd) { changes.emplace_back(odd); }, oddity);
    return changes;
}

std::vector<Change> changes_of(const Tables&, const NvccRow& here, const FoundNvccRow& there) {
    std::vector<Change> changes = changes_by(there.oddities);
    compare_majors(Compiler::Family::gcc, here.gcc, there.gcc, changes);
    compare_majors(Compiler::Family::clang, here.clang, there.clang, changes);
    return changes;
}

std::vector<Change> changes_of(const Tables& tables, const CudaRow& here, const FoundCudaRow& there) {
    std::vector<Change> changes = changes_by(there.oddities);
    if (here.architecture != there.architecture)
        changes.emplace_back(ArchitectureChange{std::string(here.architecture), there.architecture});
    compare_releases(tables, ReleaseChange::Field::min, here.min, there.min, changes);
    compare_releases(tables, ReleaseChange::Field::max, here.max, there.max, changes);
    if (!here.in_nixpkgs) return changes;
    if (there.has_dont_default_after)
        compare_releases(tables, ReleaseChange::Field::dont_default_after, here.dont_default_after,
                         there.dont_default_after, changes);
    compare_truths(TruthChange::Field::jetson, here.jetson, there.jetson, changes);
    compare_truths(TruthChange::Field::architecture_specific, here.capability.kind == Capability::Kind::architecture,
                   there.architecture_specific, changes);
    compare_truths(TruthChange::Field::family_specific, here.capability.kind == Capability::Kind::family,
                   there.family_specific, changes);
    return changes;
}

Version key(const NvccRow& row) { return row.release; }
Version key(const FoundNvccRow& row) { return row.release; }
Capability key(const CudaRow& row) { return row.capability; }
Capability key(const FoundCudaRow& row) { return row.capability; }

/// Walks two sorted lists side by side. `missed` says whether a row here that is not there is a difference.
template <class Ours, class Theirs, class Missed>
int compare_rows(const Tables& tables, std::span<const Ours> here, std::span<const Theirs> there, Missed missed,
                 std::vector<DifferenceOf<Ours, Theirs>>& differences) {
    int agreeing = 0;
    std::size_t i = 0, j = 0;
    while (i < here.size() || j < there.size()) {
        if (j == there.size() || (i < here.size() && key(here[i]) < key(there[j]))) {
            if (missed(here[i])) differences.emplace_back(MissingThere<Ours, Theirs>{here[i]});
            ++i;
        } else if (i == here.size() || key(there[j]) < key(here[i])) {
            differences.emplace_back(MissingHere<Ours, Theirs>{there[j++]});
        } else {
            std::vector<Change> changes = changes_of(tables, here[i], there[j]);
            if (changes.empty()) ++agreeing;
            else differences.emplace_back(Different<Ours, Theirs>{here[i], there[j], std::move(changes)});
            ++i, ++j;
        }
    }
    return agreeing;
}

}  // namespace

Diff compare(const Tables& tables, std::span<const NvccRow> nvcc_here, std::span<const FoundNvccRow> nvcc_there,
             std::span<const CudaRow> cuda_here, std::span<const FoundCudaRow> cuda_there) {
    Diff diff;
    const auto missed_release = [&](const NvccRow& row) {
        const bool given_up = !nvcc_there.empty() && row.release < nvcc_there.front().release;
        if (given_up) diff.given_up.push_back(row.release);
        return !given_up;
    };
    diff.agreeing = compare_rows(tables, nvcc_here, nvcc_there, missed_release, diff.nvcc);
    diff.agreeing += compare_rows(
        tables, cuda_here, cuda_there, [](const CudaRow& row) { return row.in_nixpkgs; }, diff.cuda);
    return diff;
}

}  // namespace cudastdenv::nix
