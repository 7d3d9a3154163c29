// SPDX-License-Identifier: MIT
#include "spelling/lint.hpp"

#include "core/format.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

using Kind = Capability::Kind;
using Severity = Finding::Severity;

/// More rounds than any list needs. Each round removes or adds what the previous result could not express.
constexpr int most_rounds = 8;

std::vector<Capability> baselines_of(const std::vector<Capability>& targets) {
    std::vector<Capability> baselines;
    std::ranges::copy_if(targets, std::back_inserter(baselines), [](Capability c) { return c.kind == Kind::baseline; });
    return baselines;
}

void insert_sorted(std::vector<Capability>& list, Capability capability) {
    if (!contains(list, capability)) list.insert(std::ranges::upper_bound(list, capability), capability);
}

bool is_for_jetsons(const LintQuestion& question) { return !question.system || question.system == jetson_system; }

std::vector<Capability> named_in(const BuildList& list) {
    std::vector<Capability> named = list.real;
    named.insert(named.end(), list.ptx.begin(), list.ptx.end());
    return named;
}

bool names_jetson(const Tables& tables, const BuildList& list) {
    return std::ranges::any_of(named_in(list), [&](Capability c) { return is_jetson(tables, c); });
}

/// The GPUs of the question that the list runs on. nixpkgs builds for Jetsons or for others.
std::vector<Capability> reached_by(const LintQuestion& question, const BuildList& list) {
    const bool with_jetsons = is_for_jetsons(question) &&
                              (question.ptx() != PtxRule::last || names_jetson(question.tables, list));
    std::vector<Capability> reached;
    for (const DeviceCoverage& device : cover_devices(question.tables, question.release, list))
        if (device.place == DevicePlace::reached && (with_jetsons || !is_jetson(question.tables, device.device)))
            reached.push_back(device.device);
    return reached;
}

bool runs_on(const Tables& tables, const BuildList& list, Capability device) {
    return cover_device(tables, list, device).running.has_value();
}

/// Whether PTX requires machine code of the same target.
bool needs_real(PtxRule rule) { return rule == PtxRule::with_real || rule == PtxRule::last; }

/// Whether the list's author chooses which targets get PTX.
bool chooses_ptx(PtxRule rule) { return rule == PtxRule::any || needs_real(rule); }

/// The first problem of a list with this target alone, on a system that accepts Jetsons.
std::optional<Diagnostic> any_problem_of(const LintQuestion& question, Capability target) {
    Request request;
    request.cuda = question.release;
    request.system = jetson_system;  // a mismatch of system and Jetson is another finding
    const Capability alone[] = {target};
    request.capabilities = alone;
    const std::vector<Diagnostic> problems = check_capabilities(question.tables, request);
    return problems.empty() ? std::nullopt : std::optional(problems.front());
}

/// nvcc can build it, but NVIDIA does not support it there.
bool is_exception(const std::optional<Diagnostic>& problem) {
    return problem && (problem->id == "excepted-gpu" || is_of_jetpacks(*problem));
}

/// Why the release's nvcc rejects a target alone.
std::optional<Diagnostic> problem_of(const LintQuestion& question, Capability target) {
    const std::optional<Diagnostic> problem = any_problem_of(question, target);
    return is_exception(problem) ? std::nullopt : problem;
}

/// Whether the rule holds for the release of the question.
bool has_rule(const LintQuestion& question, std::string_view id) {
    const RuleRow* rule = find_by_id(question.tables.rules, id);
    return rule && VersionRange{rule->first, rule->last}.contains(question.release);
}

// Every pair was measured with every nvcc that can be had; tests/oracle/nvcc/lists.py repeats this.
/// Why nvcc or its ptxas refuses to build `target` from PTX of `from`, as the id of a rule; `ptx`: to keep it as PTX of
/// `target`.
std::optional<std::string_view> pair_obstacle(const LintQuestion& question, Capability target, bool ptx,
                                              Capability from) {
    if (from == target) return std::nullopt;
    const auto is_compiled = [&](Capability source) {
        return !code_obstacle(question.tables, {Code::Form::ptx, source}, baseline_of(target));
    };
    // PTX can only be kept for its own target, and architecture-specific PTX is compiled for its own target only.
    if (ptx || from.kind == Kind::architecture || !is_compiled(from)) return "target-pairs";
    // Even from baseline PTX.
    const bool is_of_family = target.kind != Kind::family || is_compiled({from.major, from.minor, Kind::family});
    if (!is_of_family && has_rule(question, "target-pairs-family")) return "target-pairs-family";
    return std::nullopt;
}

/// Whether a Jetson's machine code cannot run because the given system is not a Jetson's. False if the format needs it
/// for PTX of the same number.
bool is_useless_jetson(const LintQuestion& question, const BuildList& list, Capability target) {
    if (is_for_jetsons(question) || !is_jetson(question.tables, target)) return false;
    const bool ptx_needs_it = question.ptx() != PtxRule::any && question.ptx() != PtxRule::unsaid;
    return !(ptx_needs_it && target.kind == Kind::baseline && contains(list.ptx, target));
}

/// Removes targets for which is_useless_jetson() is true, and PTX that only they could run.
void drop_useless_jetsons(const LintQuestion& question, BuildList& list) {
    std::erase_if(list.real, [&](Capability c) { return is_useless_jetson(question, list, c); });
    if (is_for_jetsons(question)) return;
    std::erase_if(list.ptx, [&](Capability c) { return c.kind != Kind::baseline && is_jetson(question.tables, c); });
}

/// GPUs between the list's lowest and highest entry that it does not cover, of the listed kinds: Jetsons, others.
std::vector<Capability> left_out_between(const LintQuestion& question, const BuildList& list) {
    const std::vector<Capability> named = named_in(list);
    if (named.empty()) return {};
    const Capability highest = std::ranges::max(named);
    const bool with_jetsons = is_for_jetsons(question) && names_jetson(question.tables, list);
    const bool with_others = std::ranges::any_of(named, [&](Capability c) { return !is_jetson(question.tables, c); }) ||
                             !is_for_jetsons(question);
    std::vector<Capability> left_out;
    for (const DeviceCoverage& device : cover_devices(question.tables, question.release, list))
        if (device.place == DevicePlace::hole && device.device < highest &&
            (is_jetson(question.tables, device.device) ? with_jetsons : with_others))
            left_out.push_back(device.device);
    return left_out;
}

/// The list's highest baseline target whose PTX runs on a GPU, if the format can add its PTX; otherwise the baseline of
/// another target.
std::optional<Capability> ptx_for(const LintQuestion& question, const BuildList& list, Capability device) {
    std::optional<Capability> best;
    if (question.ptx() != PtxRule::any && question.ptx() != PtxRule::with_real) return best;
    for (const Capability capability : baselines_of(list.real))
        if (capability < device) best = capability;
    if (best) return best;
    for (const Capability capability : list.real) {
        const Capability baseline = baseline_of(capability);
        const bool would_conflict = needs_real(question.ptx()) &&
                                    contains(list.real, Capability{baseline.major, baseline.minor, Kind::family});
        if (baseline < device && !would_conflict && !problem_of(question, baseline)) best = baseline;
    }
    return best;
}

/// Adds machine code for the GPUs between the entries, where the format cannot add PTX that runs on them.
void fill_holes(const LintQuestion& question, BuildList& list) {
    if (question.ptx() == PtxRule::unsaid) return;
    for (const Capability device : left_out_between(question, list)) {
        // Code of a lower number, if the release does not build the GPU's own.
        for (auto row = question.tables.capabilities.rbegin(); row != question.tables.capabilities.rend(); ++row) {
            const Capability number = row->capability;
            const bool may_run = number.kind == Kind::baseline && number.major == device.major && number <= device;
            if (runs_on(question.tables, list, device)) break;
            if (!may_run || problem_of(question, number)) continue;
            BuildList with = list;
            insert_sorted(with.real, number);
            if (runs_on(question.tables, with, device)) list = std::move(with);
        }
    }
}

/// Whether the list has several baseline targets, all with PTX.
bool has_ptx_of_every(const BuildList& list) {
    const std::vector<Capability> baselines = baselines_of(list.real);
    return baselines.size() > 1 && baselines_of(list.ptx) == baselines;
}

/// The target whose PTX later GPUs need: the highest baseline target, or the baseline of the highest target. Absent
/// without machine code, or if the format cannot add that baseline.
std::optional<Capability> wanted_ptx(PtxRule rule, const std::vector<Capability>& real) {
    if (const std::vector<Capability> baselines = baselines_of(real); !baselines.empty()) return baselines.back();
    for (auto target = real.rbegin(); target != real.rend(); ++target) {
        const Capability baseline = baseline_of(*target);
        const bool would_conflict = contains(real, Capability{baseline.major, baseline.minor, Kind::family});
        if (!needs_real(rule) || !would_conflict) return baseline;
    }
    return std::nullopt;
}

/// For a number that is both family-specific and baseline, nvcc builds only one; both run on the same GPUs. Removes the
/// baseline target, unless the format needs it for its PTX.
void drop_conflicts(PtxRule rule, BuildList& list) {
    const std::vector<Capability> targets = list.real;
    std::erase_if(list.real, [&](Capability c) {
        const Capability baseline = baseline_of(c), family{c.major, c.minor, Kind::family};
        if (c.kind == Kind::architecture || !contains(targets, baseline) || !contains(targets, family)) return false;
        const bool ptx_needs_it = needs_real(rule) && contains(list.ptx, baseline);
        return c == (ptx_needs_it ? family : baseline);
    });
}

/// Adds the highest previous PTX for each GPU that would be lost.
void keep_needed_ptx(const Tables& tables, const std::vector<Capability>& reached, const std::vector<Capability>& had,
                     BuildList& list) {
    for (const Capability device : reached) {
        if (runs_on(tables, list, device)) continue;
        const auto above = std::ranges::upper_bound(had, device);
        if (above != had.begin()) insert_sorted(list.ptx, *std::prev(above));
    }
}

/// A list that the release supports, with better PTX. Specific PTX becomes machine code, which runs on the same GPUs.
/// The list has PTX of the highest baseline target, and of lower ones if GPUs in between need it or ran by it. If every
/// target had PTX, only the needed PTX stays.
BuildList with_better_ptx(const LintQuestion& question, BuildList list) {
    const std::vector<Capability> reached = reached_by(question, list);
    for (const Capability capability : list.ptx)
        if (capability.kind != Kind::baseline) insert_sorted(list.real, capability);
    list.ptx = baselines_of(list.ptx);
    drop_conflicts(question.ptx(), list);
    const std::optional<Capability> wanted = wanted_ptx(question.ptx(), list.real);
    const std::vector<Capability> had = list.ptx;
    if (has_ptx_of_every(list)) list.ptx.clear();
    if (wanted && (list.ptx.empty() || list.ptx.back() < *wanted)) list.ptx = {*wanted};
    for (const Capability device : left_out_between(question, list))
        if (const auto ptx = ptx_for(question, list, device)) insert_sorted(list.ptx, *ptx);
    keep_needed_ptx(question.tables, reached, had, list);
    // A format with PTX of one target keeps the old one if the new one would lose a GPU.
    if (question.ptx() == PtxRule::last && list.ptx.size() > 1) {
        list.ptx = {list.ptx.back()};
        const auto runs = [&](Capability device) { return runs_on(question.tables, list, device); };
        if (!std::ranges::all_of(reached, runs)) list.ptx = had;
    }
    if (needs_real(question.ptx()))
        for (const Capability ptx : list.ptx) insert_sorted(list.real, ptx);
    return list;
}

/// Machine code, and the PTX that it is made from: its own, unless the text says otherwise.
struct Machine {
    Capability real, from;
};

/// Whether both are the same machine code for nvcc: family-specific and baseline are, architecture-specific is not.
bool is_of_one_slot(Capability left, Capability right) {
    const auto is_architecture = [](Capability c) { return c.kind == Kind::architecture; };
    return baseline_of(left) == baseline_of(right) && is_architecture(left) == is_architecture(right);
}

class Linter {
public:
    Linter(const LintQuestion& question, const Listing& listing) : question_(question), listing_(listing) {
        list_ = expand(question.tables, question.release, listing).value_or(BuildList());
        // Unsupported targets have findings of their own; the rest is judged without them.
        const auto unfit = [&](Capability target) { return problem_of(question, target).has_value(); };
        std::erase_if(list_.real, unfit);
        std::erase_if(list_.ptx, unfit);
        better_ = list_;
        drop_useless_jetsons(question, better_);
        better_ = with_better_ptx(question, std::move(better_));
    }

    std::vector<Finding> run() {
        for (std::size_t i = 0; i < listing_.entries.size(); ++i) judge_entry(i);
        judge_slots();
        if (const auto until = question_.spelling.unasked_ptx_until; until && depends_on_version(listing_))
            find(Severity::note, "ptx-by-version", "", {{"until", *until}, {"next", *until + 1}});
        judge_ptx();
        judge_holes();
        return std::move(findings_);
    }

private:
    /// Adds a finding with the sources of its rule.
    void find(Severity severity, std::string_view id, std::string_view rule, std::vector<Argument> arguments = {},
              std::optional<std::size_t> entry = std::nullopt) {
        const RuleRow* row = find_by_id(question_.tables.rules, rule);
        const SourceIds sources = row ? row->sources : SourceIds{};
        findings_.push_back({severity, Diagnostic{id, std::move(arguments), sources}, entry});
    }

    void judge_entry(std::size_t i) {
        const ListEntry& entry = listing_.entries[i];
        if (entry.keyword) judge_keyword(i, *entry.keyword);
        const std::optional<Code> duplicate = take_duplicate(entry);
        if (judge_target(i, entry.real) || (entry.ptx != entry.real && judge_target(i, entry.ptx)) ||
            judge_target(i, entry.compiled_from))
            return;
        if (duplicate)
            find(Severity::warning, "duplicate", "list-duplicate",
                 {{"form", duplicate->form == Code::Form::ptx ? "PTX" : "machine code"},
                  {"capability", duplicate->capability}},
                 i);
        judge_pair(i, entry);
        if (entry.ptx && entry.ptx->kind != Kind::baseline && chooses_ptx(question_.ptx())) {
            const bool is_family = entry.ptx->kind == Kind::family;
            const std::string rest = better_.ptx.empty() ? "without PTX"
                                                         : "and PTX of " + to_string(better_.ptx.back());
            find(Severity::warning, is_family ? "family-specific-ptx" : "architecture-specific-ptx",
                 is_family ? "ptx-family" : "ptx-architecture", {{"ptx", *entry.ptx}, {"rest", rest}}, i);
        }
        if (entry.real && is_jetson(question_.tables, *entry.real)) judge_jetson(i, *entry.real);
    }

    void judge_keyword(std::size_t i, ListKeyword keyword) {
        const bool is_native = keyword == ListKeyword::native;
        const std::string_view rule = is_native ? "list-native" : "list-all";
        // Other programs expand their words themselves.
        if (question_.spelling.name == "gencode" && !has_rule(question_, rule))
            find(Severity::error, "word-too-new", rule,
                 {{"word", to_string(keyword)},
                  {"first", find_by_id(question_.tables.rules, rule)->first.value_or(question_.release)}},
                 i);
        else find(Severity::note, is_native ? "depends-on-machine" : "all-holds-jetsons", rule, {}, i);
    }

    bool judge_target(std::size_t i, std::optional<Capability> target) {
        if (!target) return false;
        const auto problem = problem_of(question_, *target);
        if (problem) findings_.push_back({Severity::error, *problem, i});
        return problem.has_value();
    }

    /// The part of the entry that an earlier entry has too.
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
        if (const auto rule = pair_obstacle(question_, target, !entry.real, *entry.compiled_from))
            find(Severity::error, "refused-pair", *rule,
                 {{"real", target}, {"from", *entry.compiled_from}, {"baseline", baseline_of(target)}}, i);
    }

    void judge_jetson(std::size_t i, Capability jetson) {
        const bool is_useless = is_useless_jetson(question_, list_, jetson);
        const bool server = !(baseline_of(jetson) < jetson_sbsa_from(question_.tables, question_.release));
        const auto is_other = [&](Capability c) { return !is_jetson(question_.tables, c); };
        const std::optional<Diagnostic> problem = any_problem_of(question_, jetson);
        if (is_exception(problem)) findings_.push_back({Severity::note, *problem, i});
        const std::string system(question_.system.value_or(""));
        const std::vector<Argument> arguments{{"jetson", jetson}, {"system", system}};
        if (is_useless) find(Severity::warning, "jetson-elsewhere", "cubin-jetson", arguments, i);
        else if (!server && std::ranges::any_of(list_.real, is_other))
            find(Severity::note, "jetson-among-others", "cubin-jetson", arguments, i);
    }

    /// All machine code of the list, in the order of the text, with that of its words.
    [[nodiscard]] std::vector<Machine> machine_code() const {
        std::vector<Machine> all;
        for (const ListEntry& entry : listing_.entries) {
            if (entry.real) all.push_back({*entry.real, entry.compiled_from.value_or(*entry.real)});
            if (!entry.keyword) continue;
            if (const auto expanded = expand(question_.tables, question_.release, {{entry}}))
                for (const Capability real : expanded->real) all.push_back({real, real});
        }
        return all;
    }

    /// nvcc makes machine code of one number from family-specific PTX or from other PTX, not from both.
    void judge_slots() {
        const std::vector<Machine> machine = machine_code();
        for (std::size_t i = 0; i < listing_.entries.size(); ++i) {
            const ListEntry& entry = listing_.entries[i];
            if (!entry.real || entry.compiled_from.value_or(*entry.real).kind != Kind::family) continue;
            const auto is_other = [&](const Machine& other) {
                return is_of_one_slot(*entry.real, other.real) && other.from.kind != Kind::family;
            };
            const auto other = std::ranges::find_if(machine, is_other);
            if (other == machine.end()) continue;
            if (other->real == entry.real)
                find(Severity::error, "slot-made-twice", "target-slots", {{"real", *entry.real}, {"from", other->from}},
                     i);
            else
                find(Severity::error, "slot-conflict", "target-slots",
                     {{"specific", *entry.real}, {"other", other->real}}, i);
        }
    }

    void judge_ptx() {
        const std::optional<Capability> wanted = wanted_ptx(question_.ptx(), better_.real);
        if (!chooses_ptx(question_.ptx()) || !wanted) return;
        const std::vector<Capability> useful = baselines_of(list_.ptx);
        const bool is_low = !useful.empty() && useful.back() < *wanted && contains(better_.ptx, *wanted);
        // The author does not choose the PTX of a keyword.
        const bool has_keyword = std::ranges::any_of(listing_.entries,
                                                     [](const auto& e) { return e.keyword.has_value(); });
        const std::vector<Argument> arguments{{"highest", useful.empty() ? "" : to_string(useful.back())},
                                              {"wanted", *wanted},
                                              {"enough", joined(better_.ptx, " and ")}};
        if (list_.ptx.empty()) find(Severity::warning, "no-ptx", "ptx-baseline", arguments);
        else if (is_low && listing_.sorted_as_strings)
            find(Severity::warning, "string-order", "list-string-order", arguments);
        else if (is_low && !has_keyword) find(Severity::warning, "low-ptx", "ptx-baseline", arguments);
        if (has_ptx_of_every(list_) && better_.ptx.size() < useful.size())
            find(Severity::warning, "ptx-of-every", "ptx-baseline", arguments);
    }

    void judge_holes() {
        if (question_.ptx() == PtxRule::unsaid) return;
        const std::vector<Capability> devices = left_out_between(question_, list_);
        for (auto first = devices.begin(); first != devices.end();) {
            const auto end = std::find_if(first, devices.end(), [&](Capability c) { return c.major != first->major; });
            // That PTX would run on all GPUs of a major number.
            const std::optional<Capability> ptx = ptx_for(question_, list_, *first);
            find(Severity::warning, ptx ? "uncovered" : "uncovered-without-ptx", "ptx-baseline",
                 {{"devices", joined(std::span(first, end), ", ")}, {"target", ptx.value_or(*first)}});
            first = end;
        }
    }

    const LintQuestion& question_;
    const Listing& listing_;
    BuildList list_;
    BuildList better_;     ///< the list with better PTX
    std::set<Code> seen_;  ///< of the entries before the current one
    std::vector<Finding> findings_;
};

/// The replacement of a target; absent: leave it out.
std::optional<Capability> fixed_target(const LintQuestion& question, Capability target) {
    const auto problem = problem_of(question, target);
    if (!problem) return target;
    if (problem->id == "capability-renamed") return parse_capability(argument_of(*problem, "now"));
    const std::optional<Capability> before = parse_capability(argument_of(*problem, "before"));
    return before && !problem_of(question, *before) ? before : std::nullopt;
}

std::vector<Capability> fixed_targets(const LintQuestion& question, const std::vector<Capability>& targets) {
    std::vector<Capability> fixed;
    for (const Capability target : targets)
        if (const auto better = fixed_target(question, target)) insert_sorted(fixed, *better);
    return fixed;
}

}  // namespace

std::vector<Finding> lint(const LintQuestion& question, const Listing& listing) {
    return Linter(question, listing).run();
}

std::optional<BuildList> fixed_list(const LintQuestion& question, const Listing& listing) {
    const std::optional<BuildList> read = expand(question.tables, question.release, listing);
    if (!read) return std::nullopt;
    BuildList list{fixed_targets(question, read->real), fixed_targets(question, read->ptx)};
    drop_useless_jetsons(question, list);
    if (chooses_ptx(question.ptx())) list = with_better_ptx(question, std::move(list));
    else drop_conflicts(question.ptx(), list);
    drop_useless_jetsons(question, list);  // whose PTX was needed before
    fill_holes(question, list);
    if (list.real.empty() && list.ptx.empty()) return std::nullopt;
    return list;
}

std::optional<Spelled> fixed_text(const LintQuestion& question, std::string_view text, const Listing& listing) {
    Spelled fixed{std::string(text), {}};
    Listing current = listing;
    // Entries that the format cannot express are lost, and the rest may then need another change.
    for (int rounds = 0; rounds < most_rounds && !is_clean(lint(question, current)); ++rounds) {
        const std::optional<BuildList> list = fixed_list(question, current);
        if (!list) return std::nullopt;
        const std::string_view usual = are_jetsons(question.tables, list->real) ? jetson_system : "x86_64-linux";
        const SpellingContext context{question.tables, question.system.value_or(usual), question.release,
                                      question.consumer};
        Spelled better = write_list(question.spelling, context, *list);
        if (better.text.empty()) return std::nullopt;
        fixed.losses.insert(fixed.losses.end(), better.losses.begin(), better.losses.end());
        if (std::exchange(fixed.text, std::move(better.text)) == fixed.text) break;
        current = std::get<Listing>(question.spelling.read(context, fixed.text));
    }
    return fixed;
}

}  // namespace cudastdenv
