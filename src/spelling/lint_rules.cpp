// SPDX-License-Identifier: MIT
#include "spelling/lint_rules.hpp"

#include "core/contains.hpp"
#include "tables/lookup.hpp"

#include <algorithm>

namespace cudastdenv::spelling {

namespace {

using Kind = Capability::Kind;

bool is_for_jetsons(const LintQuestion& question) { return !question.system || question.system == jetson_system; }

std::vector<Capability> named_in(const BuildList& list) {
    std::vector<Capability> named = list.real;
    named.insert(named.end(), list.ptx.begin(), list.ptx.end());
    return named;
}

bool names_jetson(const Tables& tables, const BuildList& list) {
    return std::ranges::any_of(named_in(list), [&](Capability c) { return is_jetson(tables, c); });
}

/// The GPUs that the question is about, and that the list runs on. nixpkgs builds for Jetsons or for the others.
std::vector<Capability> reached_by(const Tables& tables, const LintQuestion& question, const BuildList& list) {
    const bool with_jetsons = is_for_jetsons(question) && (question.ptx != PtxRule::last || names_jetson(tables, list));
    std::vector<Capability> reached;
    for (const DeviceCoverage& device : cover_devices(tables, question.release, list))
        if (device.place == DevicePlace::reached && (with_jetsons || !is_jetson(tables, device.device)))
            reached.push_back(device.device);
    return reached;
}

bool runs_on(const Tables& tables, const BuildList& list, Capability device) {
    return running_code(cover_device(tables, list, device).coverage).has_value();
}

bool runs_on_all(const Tables& tables, const BuildList& list, const std::vector<Capability>& devices) {
    return std::ranges::all_of(devices, [&](Capability device) { return runs_on(tables, list, device); });
}

/// Whether PTX goes with machine code of the same target only.
bool needs_real(PtxRule rule) { return rule == PtxRule::with_real || rule == PtxRule::last; }

/// Machine code of specific targets runs where their PTX does.
void make_specific_real(BuildList& list) {
    for (const Capability capability : list.ptx)
        if (capability.kind != Kind::baseline) insert_sorted(list.real, capability);
    list.ptx = baselines_of(list.ptx);
}

void add_ptx_of_holes(const Tables& tables, const LintQuestion& question, BuildList& list) {
    for (const Capability device : left_out_between(tables, question, list))
        if (const auto ptx = ptx_for(question, list, device)) insert_sorted(list.ptx, *ptx);
}

/// Of what was PTX before, the highest for each GPU that would be lost.
void keep_needed_ptx(const Tables& tables, const std::vector<Capability>& reached, const std::vector<Capability>& had,
                     BuildList& list) {
    for (const Capability device : reached) {
        if (runs_on(tables, list, device)) continue;
        const auto above = std::ranges::upper_bound(had, device);
        if (above != had.begin()) insert_sorted(list.ptx, *std::prev(above));
    }
}

/// The first problem of a list with this target alone, for a system on which Jetsons are accepted too.
std::optional<CapabilityProblem> any_problem_of(const Tables& tables, Version release, Capability target) {
    Request request;
    request.cuda = release;
    request.system = jetson_system;  // whether the system fits a Jetson is another finding
    const Capability alone[] = {target};
    request.capabilities = alone;
    const std::vector<CapabilityProblem> problems = check_capabilities(tables, request);
    return problems.empty() ? std::nullopt : std::optional(problems.front());
}

}  // namespace

bool chooses_ptx(PtxRule rule) noexcept {
    switch (rule) {
        case PtxRule::any:
        case PtxRule::with_real:
        case PtxRule::last: return true;
        case PtxRule::every:
        case PtxRule::newest:
        case PtxRule::only:
        case PtxRule::unsaid: return false;
    }
    return false;
}

std::optional<CapabilityProblem> problem_of(const Tables& tables, Version release, Capability target) {
    const std::optional<CapabilityProblem> problem = any_problem_of(tables, release, target);
    return problem && std::holds_alternative<CapabilityExcepted>(*problem) ? std::nullopt : problem;
}

std::optional<UnfitEntry> exception_of(const Tables& tables, Version release, Capability target) {
    const std::optional<CapabilityProblem> problem = any_problem_of(tables, release, target);
    if (problem && std::holds_alternative<CapabilityExcepted>(*problem)) return UnfitEntry{*problem};
    return std::nullopt;
}

// Measured with nvcc 13.0.88, every pair: tests/oracle/nvcc/lists.py asks again.
bool is_refused_pair(const Tables& tables, Capability target, bool ptx, Capability from) {
    if (from == target) return false;
    // PTX can be kept only as what it was made, and architecture-specific PTX goes to its own target alone.
    if (ptx || from.kind == Kind::architecture) return true;
    // Family-specific machine code is made from PTX of its family only, though the PTX be baseline.
    if (target.kind == Kind::family) from.kind = Kind::family;
    return code_obstacle(tables, {Code::Form::ptx, from}, baseline_of(target)).has_value();
}

bool is_dead_jetson(const Tables& tables, const LintQuestion& question, const BuildList& list, Capability target) {
    if (is_for_jetsons(question) || !is_jetson(tables, target)) return false;
    const bool ptx_needs_it = question.ptx != PtxRule::any && question.ptx != PtxRule::unsaid;
    return !(ptx_needs_it && target.kind == Kind::baseline && contains(list.ptx, target));
}

void drop_dead_jetsons(const Tables& tables, const LintQuestion& question, BuildList& list) {
    std::erase_if(list.real, [&](Capability c) { return is_dead_jetson(tables, question, list, c); });
    if (is_for_jetsons(question)) return;
    std::erase_if(list.ptx, [&](Capability c) { return c.kind != Kind::baseline && is_jetson(tables, c); });
}

std::vector<Capability> left_out_between(const Tables& tables, const LintQuestion& question, const BuildList& list) {
    const std::vector<Capability> named = named_in(list);
    if (named.empty()) return {};
    const Capability highest = std::ranges::max(named);
    const bool with_jetsons = is_for_jetsons(question) && names_jetson(tables, list);
    const bool with_others = std::ranges::any_of(named, [&](Capability c) { return !is_jetson(tables, c); }) ||
                             !is_for_jetsons(question);
    std::vector<Capability> left_out;
    for (const DeviceCoverage& device : cover_devices(tables, question.release, list))
        if (device.place == DevicePlace::hole && device.device < highest &&
            (is_jetson(tables, device.device) ? with_jetsons : with_others))
            left_out.push_back(device.device);
    return left_out;
}

std::optional<Capability> ptx_for(const LintQuestion& question, const BuildList& list, Capability device) {
    std::optional<Capability> best;
    if (question.ptx != PtxRule::any && question.ptx != PtxRule::with_real) return best;
    for (const Capability capability : baselines_of(list.real))
        if (capability < device) best = capability;
    return best;
}

bool has_ptx_of_every(const BuildList& list) {
    const std::vector<Capability> baselines = baselines_of(list.real);
    return baselines.size() > 1 && baselines_of(list.ptx) == baselines;
}

std::optional<Capability> wanted_ptx(PtxRule rule, const std::vector<Capability>& real) {
    if (const std::vector<Capability> baselines = baselines_of(real); !baselines.empty()) return baselines.back();
    for (auto target = real.rbegin(); target != real.rend(); ++target) {
        const Capability baseline = baseline_of(*target);
        const bool would_conflict = contains(real, Capability{baseline.major, baseline.minor, Kind::family});
        if (!needs_real(rule) || !would_conflict) return baseline;
    }
    return std::nullopt;
}

void drop_conflicts(PtxRule rule, BuildList& list) {
    const std::vector<Capability> targets = list.real;
    std::erase_if(list.real, [&](Capability c) {
        const Capability baseline = baseline_of(c), family{c.major, c.minor, Kind::family};
        if (c.kind == Kind::architecture || !contains(targets, baseline) || !contains(targets, family)) return false;
        const bool ptx_needs_it = needs_real(rule) && contains(list.ptx, baseline);
        return c == (ptx_needs_it ? family : baseline);
    });
}

BuildList with_better_ptx(const Tables& tables, const LintQuestion& question, BuildList list) {
    const std::vector<Capability> reached = reached_by(tables, question, list);
    make_specific_real(list);
    drop_conflicts(question.ptx, list);
    const std::optional<Capability> wanted = wanted_ptx(question.ptx, list.real);
    const std::vector<Capability> had = list.ptx;
    if (has_ptx_of_every(list)) list.ptx.clear();
    if (wanted && (list.ptx.empty() || list.ptx.back() < *wanted)) list.ptx = {*wanted};
    add_ptx_of_holes(tables, question, list);
    keep_needed_ptx(tables, reached, had, list);
    // A spelling that has PTX of one target only keeps what it had, where the other would lose a GPU.
    if (question.ptx == PtxRule::last && list.ptx.size() > 1) {
        list.ptx = {list.ptx.back()};
        if (!runs_on_all(tables, list, reached)) list.ptx = had;
    }
    if (needs_real(question.ptx))
        for (const Capability ptx : list.ptx) insert_sorted(list.real, ptx);
    return list;
}

std::vector<Capability> baselines_of(const std::vector<Capability>& targets) {
    std::vector<Capability> baselines;
    std::ranges::copy_if(targets, std::back_inserter(baselines), [](Capability c) { return c.kind == Kind::baseline; });
    return baselines;
}

void insert_sorted(std::vector<Capability>& list, Capability capability) {
    if (!contains(list, capability)) list.insert(std::ranges::upper_bound(list, capability), capability);
}

}  // namespace cudastdenv::spelling
