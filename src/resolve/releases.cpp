// SPDX-License-Identifier: MIT
#include "resolve/releases.hpp"

#include "resolve/coverage.hpp"
#include "resolve/release_judge.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace cudastdenv {

namespace {

bool runs_on(const Tables& tables, const CapabilityRow& code, Capability gpu, Version release) noexcept {
    return code.capability.kind == Capability::Kind::baseline &&
           machine_code_runs(tables, code.capability, number_in(tables, gpu, release));
}

/// Which sets of a question's conditions can hold together.
class ConflictSearch {
public:
    ConflictSearch(const Tables& tables, const ReleasesQuestion& question)
        : tables_(tables), question_(question), holds_(std::size_t{1} << question.conditions.size(), unknown) {}

    /// The smallest set within `all` no superset of which holds within `all`; of several the first.
    /// `all` does not hold.
    [[nodiscard]] Conflict smallest_conflict(Subset all);

private:
    enum State : char { unknown, no, yes };

    [[nodiscard]] bool holds(Subset subset);

    const Tables& tables_;
    const ReleasesQuestion& question_;
    std::vector<State> holds_;
};

bool ConflictSearch::holds(Subset subset) {
    State& state = holds_[subset];
    if (state != unknown) return state == yes;
    ReleaseJudge judge(tables_, question_, subset);
    const auto fits = [&](const Release& release) {
        return std::holds_alternative<FittingRelease>(judge.judge(release));
    };
    state = std::any_of(tables_.releases.rbegin(), tables_.releases.rend(), fits) ? yes : no;
    return state == yes;
}

std::vector<std::size_t> indices_of(Subset subset) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; bit_of(i) <= subset; ++i)
        if ((subset & bit_of(i)) != 0) indices.push_back(i);
    return indices;
}

Conflict ConflictSearch::smallest_conflict(Subset all) {
    // A condition can make others hold that do not hold without it (a newer compiler than the environment's own):
    // what counts is that nothing asked for along with them helps. So the larger sets are looked at first.
    std::vector<bool> conflicting(holds_.size(), false);
    Conflict smallest = indices_of(all);
    for (Subset subset = all;; subset = (subset - 1) & all) {
        bool helped = false;
        for (const std::size_t other : indices_of(all & ~subset))
            helped = helped || !conflicting[subset | bit_of(other)];
        conflicting[subset] = !helped && !holds(subset);
        const Conflict indices = indices_of(subset);
        if (conflicting[subset] && std::pair(indices.size(), indices) < std::pair(smallest.size(), smallest))
            smallest = indices;
        if (subset == 0) return smallest;
    }
}

/// Judges every release, newest first, by some of the conditions.
FoundReleases judge_all(const Tables& tables, const ReleasesQuestion& question, Subset subset) {
    ReleaseJudge judge(tables, question, subset);
    FoundReleases answer;
    answer.system = judge.system();
    const auto is_public = [](const FittingRelease& fitting) { return !fitting.release->preview; };
    for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
        auto verdict = judge.judge(*release);
        if (const auto* fitting = std::get_if<FittingRelease>(&verdict)) {
            answer.releases.push_back(*fitting);
            continue;
        }
        auto& left_out = std::get<LeftOutRelease>(verdict);
        if (auto* none = std::get_if<NoHostCompiler>(&left_out.obstacle)) none->rejected = judge.rejections();
        answer.left_out.push_back(std::move(left_out));
    }
    if (std::ranges::none_of(answer.releases, is_public)) return answer;
    for (const FittingRelease& fitting : answer.releases)
        if (fitting.release->preview)
            answer.left_out.push_back({.release = fitting.release, .condition = {}, .obstacle = PreviewRelease{}});
    std::erase_if(answer.releases, std::not_fn(is_public));
    std::ranges::stable_sort(answer.left_out, std::greater{},
                             [](const LeftOutRelease& left_out) { return left_out.release->version; });
    return answer;
}

}  // namespace

std::optional<Capability> machine_code_for(const Tables& tables, Capability gpu, Version release) noexcept {
    std::optional<Capability> highest;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.nvcc.takes_in(release) && runs_on(tables, row, gpu, release)) highest = row.capability;
    return highest;
}

ReleaseSet fitting_releases(const Tables& tables, const ReleasesQuestion& question) {
    ReleaseJudge judge(tables, question, bit_of(question.conditions.size()) - 1);
    ReleaseSet fitting;
    for (const Release& release : tables.releases)
        fitting.push_back(std::holds_alternative<FittingRelease>(judge.judge(release)));
    return fitting;
}

FoundReleases find_releases(const Tables& tables, const ReleasesQuestion& question) {
    const Subset all = bit_of(question.conditions.size()) - 1;
    FoundReleases answer = judge_all(tables, question, all);
    if (!answer.releases.empty()) return answer;

    ConflictSearch search(tables, question);
    answer.conflict = search.smallest_conflict(all);
    for (const std::size_t condition : answer.conflict) {
        const Subset others = all & ~bit_of(condition);
        GivenUp given_up{.condition = condition, .releases = {}, .conflict = {}};
        for (const FittingRelease& fitting : judge_all(tables, question, others).releases)
            given_up.releases.push_back(fitting.release);
        if (given_up.releases.empty()) given_up.conflict = search.smallest_conflict(others);
        answer.given_up.push_back(std::move(given_up));
    }
    return answer;
}

}  // namespace cudastdenv
