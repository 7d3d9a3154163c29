#include <cudastdenv/lint.hpp>

#include "core/contains.hpp"

#include <cudastdenv/lookup.hpp>

#include "resolve/capabilities.hpp"
#include "resolve/host_compiler.hpp"

#include <algorithm>
#include <set>

namespace cudastdenv {

namespace {

using Kind = Capability::Kind;
using Severity = Finding::Severity;

constexpr std::string_view jetson_system = "aarch64-linux";

void insert_sorted(std::vector<Capability>& list, Capability capability) {
    if (!contains(list, capability)) list.insert(std::ranges::upper_bound(list, capability), capability);
}

/// Whether the writer of the list chooses what gets PTX.
bool chooses_ptx(PtxRule rule) {
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

/// What nvcc of the release has against one target by itself.
std::optional<CapabilityProblem> problem_of(const Tables& tables, const LintQuestion& question, Capability capability) {
    Request request;
    request.cuda = question.release;
    request.system = jetson_system;  // whether the system fits a Jetson is another finding
    const Capability alone[] = {capability};
    request.capabilities = alone;
    const std::vector<CapabilityProblem> problems = check_capabilities(tables, request);
    return problems.empty() ? std::nullopt : std::optional(problems.front());
}

std::vector<Capability> baselines_of(const std::vector<Capability>& list) {
    std::vector<Capability> baselines;
    std::ranges::copy_if(list, std::back_inserter(baselines), [](Capability c) { return c.kind == Kind::baseline; });
    return baselines;
}

/// GPUs that the list leaves out between its lowest and its highest entry. Jetsons count where it names one.
std::vector<Capability> left_out_between(const Tables& tables, const LintQuestion& question, const BuildList& list) {
    std::vector<Capability> named = list.real;
    named.insert(named.end(), list.ptx.begin(), list.ptx.end());
    if (named.empty()) return {};
    const Capability highest = std::ranges::max(named);
    const bool with_jetsons = std::ranges::any_of(named, [&](Capability c) { return is_jetson(tables, c); });
    std::vector<Capability> left_out;
    for (const DeviceCoverage& device : cover_devices(tables, question.release, list))
        if (device.place == DevicePlace::hole && device.device < highest &&
            (with_jetsons || !is_jetson(tables, device.device)))
            left_out.push_back(device.device);
    return left_out;
}

/// The highest baseline target of the list whose PTX a GPU compiles.
std::optional<Capability> ptx_for(const BuildList& list, Capability device) {
    std::optional<Capability> best;
    for (const Capability capability : baselines_of(list.real))
        if (capability < device) best = capability;
    return best;
}

/// Whether every baseline target of several has its PTX.
bool has_ptx_of_every(const BuildList& list) {
    const std::vector<Capability> baselines = baselines_of(list.real);
    return baselines.size() > 1 && baselines_of(list.ptx) == baselines;
}

/// PTX that the machine code of a list wants: of the highest baseline target, of what its writer chose beyond that
/// (but not of every target), and of those that GPUs in between need.
std::vector<Capability> fixed_ptx(const Tables& tables, const LintQuestion& question, BuildList list) {
    list.ptx = has_ptx_of_every(list) ? std::vector<Capability>{} : baselines_of(list.ptx);
    if (!list.real.empty()) {
        const Capability wanted = *forward_compatible_ptx(list.real, false);
        if (list.ptx.empty() || list.ptx.back() < wanted) list.ptx = {wanted};
    }
    for (const Capability device : left_out_between(tables, question, list))
        if (const auto ptx = ptx_for(list, device)) insert_sorted(list.ptx, *ptx);
    return list.ptx;
}

class Linter {
public:
    Linter(const Tables& tables, const LintQuestion& question, const Listing& listing)
        : tables_(tables), question_(question), listing_(listing) {
        const auto expanded = expand(tables, question.release, listing);
        if (const auto* list = std::get_if<BuildList>(&expanded)) list_ = *list;
        // What the release does not take is found as such; the rest is judged without it.
        const auto unfit = [&](Capability target) { return problem_of(tables, question, target).has_value(); };
        std::erase_if(list_.real, unfit);
        std::erase_if(list_.ptx, unfit);
    }

    std::vector<Finding> run() {
        for (std::size_t i = 0; i < listing_.entries.size(); ++i) judge_entry(i);
        judge_slots();
        judge_ptx();
        judge_holes();
        return std::move(findings_);
    }

private:
    void find(Severity severity, Finding::What what, std::optional<std::size_t> entry = std::nullopt) {
        findings_.push_back({severity, std::move(what), entry});
    }

    void judge_entry(std::size_t i) {
        const ListEntry& entry = listing_.entries[i];
        if (entry.keyword == ListKeyword::native) find(Severity::note, DependsOnMachine{}, i);
        else if (entry.keyword) find(Severity::note, AllHoldsJetsons{}, i);
        const std::optional<Code> duplicate = take_duplicate(entry);
        if (judge_target(i, entry.real) || (entry.ptx != entry.real && judge_target(i, entry.ptx)) ||
            judge_target(i, entry.compiled_from))
            return;
        if (duplicate) find(Severity::warning, Duplicate{*duplicate}, i);
        judge_pair(i, entry);
        if (entry.ptx && entry.ptx->kind != Kind::baseline && chooses_ptx(question_.ptx))
            find(Severity::warning, SpecificPtx{*entry.ptx}, i);
        if (entry.real && is_jetson(tables_, *entry.real)) judge_jetson(i, *entry.real);
    }

    bool judge_target(std::size_t i, std::optional<Capability> target) {
        if (!target) return false;
        const auto problem = problem_of(tables_, question_, *target);
        if (problem) find(Severity::error, UnfitEntry{*problem}, i);
        return problem.has_value();
    }

    /// What of the entry stood there before.
    std::optional<Code> take_duplicate(const ListEntry& entry) {
        const auto is_new = [&](Code::Form form, const std::optional<Capability>& target) {
            return !target || seen_.insert({form, *target}).second;
        };
        const bool new_real = is_new(Code::Form::machine_code, entry.real);
        const bool new_ptx = is_new(Code::Form::ptx, entry.ptx);
        if (!new_real) return Code{Code::Form::machine_code, *entry.real};
        if (!new_ptx && !entry.real) return Code{Code::Form::ptx, *entry.ptx};
        return std::nullopt;
    }

    void judge_pair(std::size_t i, const ListEntry& entry) {
        if (!entry.compiled_from) return;
        const Capability target = entry.real ? *entry.real : *entry.ptx;
        const Code from{Code::Form::ptx, *entry.compiled_from};
        // PTX can be kept only as what it was made, and architecture-specific PTX goes to its own target alone.
        const bool own_only = !entry.real || from.capability.kind == Kind::architecture;
        if (own_only || code_obstacle(tables_, from, baseline_of(target)))
            find(Severity::error, RefusedPair{target, *entry.compiled_from}, i);
    }

    void judge_jetson(std::size_t i, Capability jetson) {
        const bool server = question_.system == jetson_system &&
                            !(baseline_of(jetson) < jetson_sbsa_from(tables_, question_.release));
        const auto is_other = [&](Capability c) { return !is_jetson(tables_, c); };
        if (!server && std::ranges::any_of(list_.real, is_other))
            find(Severity::warning, JetsonAmongOthers{jetson}, i);
        else if (question_.system != jetson_system) find(Severity::warning, JetsonElsewhere{jetson}, i);
    }

    void judge_slots() {
        for (std::size_t i = 0; i < listing_.entries.size(); ++i) {
            const auto& real = listing_.entries[i].real;
            if (real && real->kind == Kind::family && contains(list_.real, baseline_of(*real)))
                find(Severity::error, UnfitEntry{SlotConflict{*real, baseline_of(*real)}}, i);
        }
    }

    void judge_ptx() {
        if (!chooses_ptx(question_.ptx) || list_.real.empty()) return;
        const Capability wanted = *forward_compatible_ptx(list_.real, false);
        const std::vector<Capability> useful = baselines_of(list_.ptx);
        if (list_.ptx.empty()) find(Severity::warning, NoPtx{wanted});
        else if (!useful.empty() && useful.back() < wanted && listing_.sorted_as_strings)
            find(Severity::warning, StringOrder{useful.back(), wanted});
        else if (!useful.empty() && useful.back() < wanted && !has_keyword()) find(Severity::warning, LowPtx{useful.back(), wanted});
        if (has_ptx_of_every(list_) &&
            fixed_ptx(tables_, question_, list_).size() < baselines_of(list_.ptx).size())
            find(Severity::warning, PtxOfEvery{wanted});
    }

    /// What a word stands for is not the writer's choice.
    bool has_keyword() const {
        return std::ranges::any_of(listing_.entries, [](const ListEntry& entry) { return entry.keyword.has_value(); });
    }

    void judge_holes() {
        if (question_.ptx == PtxRule::unsaid) return;
        std::vector<Uncovered> majors;
        for (const Capability device : left_out_between(tables_, question_, list_)) {
            if (majors.empty() || majors.back().devices.front().major != device.major)
                majors.push_back({{}, ptx_for(list_, device)});
            majors.back().devices.push_back(device);
        }
        for (Uncovered& major : majors) find(Severity::warning, std::move(major));
    }

    const Tables& tables_;
    const LintQuestion& question_;
    const Listing& listing_;
    BuildList list_;
    std::set<Code> seen_;  ///< of the entries before the one that is judged
    std::vector<Finding> findings_;
};

/// What to build instead of a target, or nothing.
std::optional<Capability> fixed_target(const Tables& tables, const LintQuestion& question, Capability target) {
    const auto problem = problem_of(tables, question, target);
    if (!problem) return target;
    if (const auto* renamed = std::get_if<CapabilityRenamed>(&*problem)) return renamed->now;
    if (const auto* early = std::get_if<CapabilityNotYetRenamed>(&*problem))
        if (!problem_of(tables, question, early->before)) return early->before;
    return std::nullopt;
}

std::vector<Capability> fixed_targets(const Tables& tables, const LintQuestion& question,
                                      const std::vector<Capability>& targets) {
    std::vector<Capability> fixed;
    for (const Capability target : targets)
        if (const auto better = fixed_target(tables, question, target)) insert_sorted(fixed, *better);
    return fixed;
}

/// A Jetson's targets go where other GPUs are built for; elsewhere it is not for us to say which of the two is wanted.
void drop_jetsons(const Tables& tables, const LintQuestion& question, std::vector<Capability>& targets) {
    if (question.system == jetson_system) return;
    const auto jetson = [&](Capability c) { return is_jetson(tables, c); };
    if (!std::ranges::all_of(targets, jetson)) std::erase_if(targets, jetson);
}

}  // namespace

std::string_view to_string(Finding::Severity severity) noexcept {
    switch (severity) {
        case Severity::error: return "error";
        case Severity::warning: return "warning";
        case Severity::note: return "note";
    }
    return "";
}

std::vector<Finding> lint(const Tables& tables, const LintQuestion& question, const Listing& listing) {
    return Linter(tables, question, listing).run();
}

std::optional<BuildList> fixed_list(const Tables& tables, const LintQuestion& question, const Listing& listing) {
    const auto expanded = expand(tables, question.release, listing);
    const auto* read = std::get_if<BuildList>(&expanded);
    if (!read) return std::nullopt;
    BuildList list{fixed_targets(tables, question, read->real), fixed_targets(tables, question, read->ptx)};
    const std::vector<Capability> targets = list.real;
    std::erase_if(list.real, [&](Capability c) {
        return c.kind == Kind::baseline && contains(targets, Capability{c.major, c.minor, Kind::family});
    });
    drop_jetsons(tables, question, list.real);
    if (chooses_ptx(question.ptx)) list.ptx = fixed_ptx(tables, question, list);
    if (list.real.empty() && list.ptx.empty()) return std::nullopt;
    return list;
}

}  // namespace cudastdenv
