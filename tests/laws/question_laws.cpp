// SPDX-License-Identifier: MIT
/// The laws about questions, one a row of the table at the end.

#include "questions.hpp"

#include "builtin.hpp"
#include "golden/in_process.hpp"

#include "core/lists.hpp"
#include "query/answers.hpp"
#include "resolve/jetpacks.hpp"
#include "spelling/spell.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace cudastdenv::laws {

namespace {

using namespace query;
using Json = nlohmann::ordered_json;

/// A question and what matters of its answer.
struct Said {
    std::string_view command;
    Options question;
    std::string text;
};

std::string shown(const Said& said) {
    return "  " + typed(said.command, said.question) + "\n    " + (said.text.empty() ? "nothing" : said.text) + '\n';
}

const Verdict not_about_it{};

Verdict same(const Said& one, const Said& other) {
    return {1, one.text == other.text ? "" : shown(one) + shown(other)};
}

/// If the first is `yes`, the other is.
Verdict implies(const Said& one, const Said& other) {
    if (one.text != "yes") return not_about_it;
    return {1, other.text == "yes" ? "" : shown(one) + shown(other)};
}

Options with(Options question, std::string_view option, std::string value) {
    question.insert_or_assign(std::string(option), std::move(value));
    return question;
}

Options without(Options question, std::string_view options) {
    for (const std::string_view option : pieces_of(options, ' ')) question.erase(std::string(option));
    return question;
}

bool has(const Options& question, std::string_view option) { return question.find(option) != question.end(); }

std::string value_of(const Options& question, std::string_view option) {
    const auto found = question.find(option);
    return found == question.end() ? std::string() : found->second;
}

std::vector<std::string> entries_of(const Options& question, std::string_view option) {
    std::vector<std::string> entries;
    const std::string value = value_of(question, option);
    for (const std::string_view entry : pieces_of(value, ','))
        if (!entry.empty()) entries.emplace_back(entry);
    return entries;
}

/// The options that all these commands accept.
Options common(std::initializer_list<std::string_view> commands, const Options& question,
               std::string_view left_out = "") {
    return accepted_by(commands, without(question, left_out));
}

/// The answer of a function of query/answers.hpp. Lines to type are most of the work, and are not compared.
template <class Answer>
Result<Answer> answer(Answer (*ask)(const Context&, const OptionTexts&), const Options& question) {
    static const Context context = without_machine(tables);
    return result_of<Answer>([&] { return ask(context, OptionTexts(with(question, "for", "none"))); });
}

Result<ResolveAnswer> resolved(const Options& question) { return answer(resolve_answer, question); }
Result<ReleasesAnswer> reversed(const Options& question) { return answer(releases_answer, question); }
Result<CoversAnswer> covered(const Options& question) { return answer(covers_answer, question); }
Result<CompatAnswer> compatible(const Options& question) { return answer(compat_answer, question); }
Result<LintAnswer> linted(const Options& question) { return answer(lint_answer, question); }

Result<SpelledAnswer> spelled(const Options& question) {
    const Context context = without_machine(tables);
    return result_of<SpelledAnswer>([&] {
        const OptionTexts texts(question);
        const ChosenSpelling chosen = read_chosen_spelling(tables, texts, "gencode");
        return spelled_answer(Query(context, texts).answer(), chosen);
    });
}

/// What matters of the answer, or the code of the problem.
template <class Answer, class Text>
std::string text_of(const Result<Answer>& answer, const Text& text) {
    return answer ? std::string(text(*answer)) : "error " + answer.problem().code;
}

Result<Written> printed(std::string_view command, const Options& question, bool json) {
    return run(command, {question.begin(), question.end()}, json, tables);
}

/// What the command prints.
golden::Outcome run_command(std::string_view command, const Options& question, std::vector<std::string> words) {
    golden::Call call{std::move(words), {"IN_NIX_SHELL=pure"}};
    const std::vector<std::string_view> names = pieces_of(command, ' ');
    call.arguments.insert(call.arguments.begin(), names.begin(), names.end());
    std::vector<std::string> arguments{"--"};
    for (const auto& [option, value] : question) {
        if (contains(asked_command(command)->texts, std::string_view(option))) arguments.push_back(value);
        else call.arguments.push_back("--" + option + (is_switch(option, value) ? "" : "=" + value));
    }
    call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
    return golden::run_in_process(call);
}

std::string yes_or_no(std::optional<bool> verdict) { return !verdict ? "unknown" : *verdict ? "yes" : "no"; }

std::string list_of(std::vector<Capability> capabilities) {
    sort_unique(capabilities);
    return joined(capabilities, ",");
}

std::string ids_of(const std::vector<Advisory>& advisories) {
    std::vector<std::string_view> ids;
    for (const Advisory& advisory : advisories) ids.push_back(advisory.id);
    sort_unique(ids);
    return joined(ids, " ");
}

const Release& release_of(const Options& question) {
    const auto version = parse_version(value_of(question, "cuda"));
    return version ? *find_release(tables, *version) : *newest_release(tables);
}

/// Some releases, and others for another question.
template <class Compare>
Verdict at_some_releases(const Options& question, const Compare& compare) {
    constexpr std::size_t step = 7;
    Verdict all;
    const auto from = static_cast<std::size_t>(&release_of(question) - tables.releases.data()) % step;
    for (std::size_t at = from; at < tables.releases.size() && all.contradiction.empty(); at += step) {
        const Release& release = tables.releases[at];
        if (release.preview) continue;  // `releases` lists previews only if no other fits
        const Verdict one = compare(release, with(question, "cuda", to_string(release.version)));
        all.comparisons += one.comparisons;
        all.contradiction += one.contradiction;
    }
    return all;
}

// Host compilers.

template <class Answer>
std::string host_of(const Answer& answer) {
    return answer.host_compiler ? to_string(answer.host_compiler->compiler) : "none";
}

/// The host compiler that works without a workaround.
std::string working_host(const Result<ResolveAnswer>& answer) {
    return answer && !answer->broken ? host_of(*answer) : "none";
}

/// The same, if NVIDIA's platform is the named one. Another one is no match for `releases`, and a note of `resolve`.
std::string matching_host(const Options& question) {
    const auto answer = resolved(question);
    const auto* named = find_in(tables.redist_systems, value_of(question, "system"), &RedistSystemRow::redist);
    const bool is_other = answer && named && has(question, "capabilities") && answer->system.redist != named->redist;
    return is_other ? "none" : working_host(answer);
}

Said works(const Options& question) {
    return {"resolve", question, yes_or_no(working_host(resolved(question)) != "none")};
}

using Fates = std::map<std::string, std::string>;

/// What becomes of each candidate: chosen, or the code of its reason.
Fates fates_of(const ResolveAnswer& answer) {
    Fates fates;
    if (answer.host_compiler) fates.emplace(to_string(answer.host_compiler->compiler), "chosen");
    for (const ResolveAnswer::Rejection& rejection : answer.rejected)
        fates.emplace(to_string(rejection.compiler), std::string_view(rejection.code));
    return fates;
}

std::string text_of(const Fates& fates) {
    return joined(fates, ", ", [](const auto& fate) { return fate.first + " " + fate.second; });
}

template <class Answer>
std::string advice_of(const Answer& answer) {
    return "; advisories: " + ids_of(answer.advisories) + (answer.broken ? "; broken" : "");
}

Said choice(const Options& question) {
    return {"resolve", question, text_of(resolved(question), [](const ResolveAnswer& answer) {
                return answer.system.nix + ": " + text_of(fates_of(answer)) + advice_of(answer);
            })};
}

template <class Row>
const Row* of_release(const std::vector<Row>& rows, const Release& release) {
    return find_in(rows, release.version, &Row::release);
}

/// Whether the release matches.
bool fits(const Result<ReleasesAnswer>& answer, const Release& release) {
    return answer && of_release(answer->releases, release);
}

Verdict resolve_as_releases(const Options& drawn) {
    Options question = common({"resolve", "releases"}, drawn, "gpu");
    // A compiler that `releases` names has to be the host compiler.
    if (!value_of(question, "available").empty()) question.erase("available");
    const Options asked = without(question, "cuda");
    const auto found = reversed(asked);
    return at_some_releases(drawn, [&](const Release& release, const Options& at) {
        const Options one = with(question, "cuda", value_of(at, "cuda"));
        return same({"resolve", one, matching_host(one)},
                    {"releases", asked,
                     fits(found, release) ? to_string(of_release(found->releases, release)->host_compiler) : "none"});
    });
}

/// The question about an environment of that compiler alone, with the libstdc++ of the question.
Options in_its_own(const Options& question, const std::string& compiler) {
    const auto answer = resolved(question);
    Options own = with(with(question, "stdenv", compiler), "available", "");
    if (answer) own.emplace("libstdcxx", "gcc-" + std::to_string(answer->stdenv.libstdcxx.gcc));
    return own;
}

/// Whether both are only compilers, of one family.
bool are_alike(const std::string& stdenv, const std::string& compiler) {
    const auto one = parse_compiler(stdenv), other = parse_compiler(compiler);
    return one && other && one->family == other->family && *one != *other;
}

Verdict releases_of_compiler(const Options& drawn) {
    const std::string compiler = value_of(drawn, "compiler");
    const Options question = common({"resolve", "releases"}, drawn, "available gpu");
    if (!are_alike(value_of(question, "stdenv"), compiler)) return not_about_it;
    const Options asked = with(without(question, "cuda"), "available", compiler);
    const auto found = reversed(asked);
    return at_some_releases(drawn, [&](const Release& release, const Options& at) {
        const Options own = in_its_own(with(question, "cuda", value_of(at, "cuda")), compiler);
        return same({"resolve", own, yes_or_no(matching_host(own) != "none")},
                    {"releases", asked, yes_or_no(fits(found, release))});
    });
}

Verdict explain_as_resolve(const Options& drawn) {
    const std::string compiler = value_of(drawn, "compiler");
    const Options question = common({"explain", "resolve"}, drawn, "compiler");
    Options among = question;
    auto of_all = resolved(among);
    if (!of_all || !fates_of(*of_all).contains(compiler)) {
        if (!has(question, "available") || compiler.empty()) return not_about_it;
        std::vector<std::string> more = entries_of(question, "available");
        more.push_back(compiler);
        among = with(question, "available", joined(more, ","));
        of_all = resolved(among);
    }
    const Options explained = with(question, "compiler", compiler);
    const auto alone = answer(explain_answer, explained);
    const auto text = [](const auto& one, std::string_view fate) {
        return host_of(one) + "; " + std::string(fate) + (fate == "chosen" ? advice_of(one) : "");
    };
    // explain() also judges the other family, which resolve() does not consider.
    if (of_all && fates_of(*of_all)[compiler] == "other-family") return not_about_it;
    return same({"resolve", among,
                 text_of(of_all, [&](const ResolveAnswer& one) { return text(one, fates_of(one)[compiler]); })},
                {"explain", explained, text_of(alone, [&](const ExplainAnswer& one) {
                     return text(one, one.chosen ? "chosen" : std::string_view(one.rejection->code));
                 })});
}

Verdict explain_as_its_own(const Options& drawn) {
    const std::string compiler = value_of(drawn, "compiler");
    const Options question = common({"explain", "resolve"}, drawn, "compiler available nixpkgs-exact");
    if (!are_alike(value_of(question, "stdenv"), compiler)) return not_about_it;
    const Options explained = with(question, "compiler", compiler);
    const auto alone = answer(explain_answer, explained);
    // Advisories are about the compiler that is chosen.
    if (alone && alone->broken && !alone->chosen) return not_about_it;
    const Options own = in_its_own(question, compiler);
    return same(works(own), {"explain", explained, yes_or_no(alone && alone->works == true && !alone->broken)});
}

Verdict candidate_added(const Options& drawn) {
    const std::string compiler = value_of(drawn, "compiler");
    const Options question = common({"resolve"}, drawn);
    std::vector<std::string> more = entries_of(question, "available");
    if (compiler.empty() || !has(question, "available") || contains(more, compiler)) return not_about_it;
    more.insert(more.begin(), compiler);
    const Options asked = with(question, "available", joined(more, ","));
    const auto before = resolved(question), after = resolved(asked);
    if (!before || !after) return same(choice(question), choice(asked));
    Fates few = fates_of(*before), many = fates_of(*after);
    if (few.contains(compiler)) return not_about_it;
    // It can only replace the one that was chosen.
    if (many[compiler] == "chosen" && before->host_compiler) few[host_of(*before)] = "superseded";
    many.erase(compiler);
    return same({"resolve", question, text_of(few)}, {"resolve", asked, text_of(many)});
}

Verdict candidates_permuted(const Options& drawn) {
    const Options question = common({"resolve"}, drawn);
    std::vector<std::string> available = entries_of(question, "available");
    if (available.size() < 2) return not_about_it;
    std::ranges::reverse(available);
    available.push_back(available.front());
    return same(choice(question), choice(with(question, "available", joined(available, ","))));
}

Verdict same_nvcc(const Options& drawn) {
    const Options question = common({"resolve"}, drawn, "capabilities gpu");
    const Release& release = release_of(question);
    const EnvironmentRow* row = environment_named(tables, value_of(question, "stdenv"));
    if (row && !row->own_cuda.empty()) return not_about_it;  // the package of one release
    const Release* other = find_last_in(tables.releases, [&](const Release& one) {
        return one.nvcc && one.nvcc == release.nvcc && &one != &release;
    });
    return other ? same(choice(question), choice(with(question, "cuda", to_string(other->version)))) : not_about_it;
}

Verdict other_names(const Options& drawn) {
    Options question = common({"resolve"}, drawn);
    const Version named = parse_version(value_of(question, "cuda")).value_or(newest_release(tables)->version);
    const Release* newest = find_last_in(tables.releases, [&](const Release& release) {
        return release.version == named || (named.patch == -1 && minor_of(release.version) == named);
    });
    Options other = with(question, "cuda", to_string(newest->version));
    if (const EnvironmentRow* row = environment_named(tables, value_of(question, "stdenv"))) other["stdenv"] = row->id;
    const auto asked = find_in(tables.redist_systems, value_of(question, "system"), &RedistSystemRow::redist);
    if (asked && !asked->jetson && !has(question, "capabilities") && !has(question, "gpu"))
        other["system"] = asked->nix;
    return same(choice(question), choice(other));
}

Verdict environment_spelled_out(const Options& drawn) {
    Options question = common({"resolve"}, drawn);
    const EnvironmentRow* row = find_environment(tables, value_of(question, "stdenv"));
    // Options cannot say these.
    if (!row || row->nonshared || !row->fixed_advisories.empty() || !jetpacks_in(tables, row->id).empty() ||
        own_cuda_headers(*row, release_of(question).version) || row->compiler.family != Compiler::Family::gcc)
        return not_about_it;
    const auto version_or = [](const auto& version, int major) {
        return version ? std::string(fmt::format("gcc-{}", *version)) : fmt::format("gcc-{}", major);
    };
    Options other = with(question, "stdenv", version_or(row->compiler_version, row->compiler.major));
    other.emplace("libstdcxx", version_or(row->libstdcxx_version, row->libstdcxx));
    if (row->glibc) other.emplace("glibc", to_string(*row->glibc));
    if (row->system) other.emplace("system", *row->system);
    std::vector<std::string> available;
    for (const int major : row->gccs) available.push_back(fmt::format("gcc-{}", major));
    other.emplace("available", joined(available, ","));
    question.emplace("available", joined(available, ","));
    return same(choice(question), choice(other));
}

/// The value before it in a list in order.
std::string before(const std::vector<std::string>& ordered, const std::string& value) {
    const auto found = std::ranges::find(ordered, value);
    return found == ordered.begin() || found == ordered.end() ? std::string() : *std::prev(found);
}

Verdict older_glibc(const Options& drawn) {
    const Options question = common({"resolve"}, drawn);
    const auto glibc = parse_version(value_of(question, "glibc"));
    if (!glibc || glibc->minor < 1) return not_about_it;
    return implies(works(question), works(with(question, "glibc", to_string(Version{glibc->major, glibc->minor - 1}))));
}

Verdict older_standard(const Options& drawn) {
    const Options question = common({"resolve"}, drawn);
    const std::string older = before({"c++11", "c++14", "c++17", "c++20", "c++23"}, value_of(question, "std"));
    return older.empty() ? not_about_it : implies(works(question), works(with(question, "std", older)));
}

Verdict widest_policy(const Options& drawn) {
    const Options question = common({"resolve"}, drawn, "nixpkgs-exact");
    return implies(works(question), works(with(question, "policy", "enforced")));
}

Verdict newest_compiler(const Options& drawn) {
    const auto compiler = parse_compiler(value_of(drawn, "compiler"));
    if (!compiler) return not_about_it;
    const Options question{{"cuda", to_string(release_of(drawn).version)}, {"compiler", to_string(*compiler)}};
    const auto newest = newest_host_compiler(question.at("cuda"), compiler->family, tables);
    const auto explained = answer(explain_answer, question);
    if (!explained || explained->ranges.entries.empty()) return not_about_it;
    const auto& [policy, limits] = explained->ranges.entries.back();  // the widest policy
    return same(
        {"explain", question, "limit of the policy " + policy + ": " + std::to_string(limits ? limits->max : 0)},
        {"explain", question,
         "limit of the policy enforced: " + text_of(newest, [](Compiler one) { return std::to_string(one.major); })});
}

// Lists of capabilities.

Said listed(const Options& question) {
    return {"resolve", question, text_of(resolved(question), [](const ResolveAnswer& answer) {
                return list_of(answer.capabilities.resolved) + " PTX " +
                       (answer.capabilities.ptx ? to_string(*answer.capabilities.ptx) : "none") + " on " +
                       answer.system.nix;
            })};
}

Verdict default_spelled_out(const Options& drawn) {
    const Options question = common({"resolve"}, drawn, "capabilities gpu");
    const auto found = resolved(question);
    if (!found || found->capabilities.resolved.empty()) return not_about_it;
    return same(listed(question), listed(with(question, "capabilities", joined(found->capabilities.resolved, ","))));
}

Verdict list_permuted(const Options& drawn) {
    const Options question = common({"resolve"}, drawn, "nixpkgs-exact");
    std::vector<std::string> entries = entries_of(question, "capabilities");
    if (entries.size() < 2) return not_about_it;
    std::ranges::reverse(entries);
    return same(listed(question), listed(with(question, "capabilities", joined(entries, ","))));
}

Verdict accepts_supported(const Options& drawn) {
    // The policy of nixpkgs lists what nixpkgs does.
    const Options question = with(common({"resolve"}, drawn, "gpu nixpkgs-exact"), "policy", "enforced");
    const auto plain = resolved(without(question, "capabilities"));
    const std::vector<std::string> entries = entries_of(question, "capabilities");
    if (!plain || entries.size() != 1) return not_about_it;
    const Capability one = parse_capability(entries.front()).value();
    // Those of Jetsons are listed everywhere, and built on their system.
    if (is_jetson(tables, one)) return not_about_it;
    return same({"capabilities", with(common({"capabilities"}, question, "capabilities"), "all", ""),
                 yes_or_no(contains(plain->capabilities.supported, one))},
                {"resolve", question, yes_or_no(bool(resolved(question)))});
}

const GpuFacts* only_gpu(const Result<GpuAnswer>& answer) {
    return answer && answer->gpus.size() == 1 ? &answer->gpus.front() : nullptr;
}

/// The number in the release of a product that is no Jetson; absent: another product.
std::optional<Capability> plain_number(const Options& question) {
    const auto answer = gpu(value_of(question, "gpu"));
    const GpuFacts* facts = only_gpu(answer);
    if (!facts || is_jetson(tables, facts->capability)) return std::nullopt;
    return facts->capability;
}

Verdict gpu_as_capability(const Options& drawn) {
    Options question = common({"resolve"}, drawn, "capabilities");
    const auto number = plain_number(question);
    if (!number) return not_about_it;
    const auto found = resolved(question);
    if (found) question.emplace("system", found->system.nix);  // the product's host
    return same(listed(question), listed(with(without(question, "gpu"), "capabilities", to_string(*number))));
}

Verdict capabilities_as_resolve(const Options& drawn) {
    const Options question = common({"capabilities", "resolve"}, drawn);
    const auto some = printed("capabilities", question, false);
    const auto all = printed("capabilities", with(question, "all", ""), false);
    return same({"resolve", question,
                 text_of(resolved(question),
                         [](const ResolveAnswer& answer) {
                             return joined(answer.capabilities.resolved, ",") + "; all " +
                                    joined(answer.capabilities.supported, ",");
                         })},
                {"capabilities", question, text_of(some, [&](const Written& one) {
                     return joined(lines_of(one.text), ",") + "; all " + joined(lines_of(all->text), ",");
                 })});
}

Verdict nix_flags_as_resolve(const Options& drawn) {
    const Options question = common({"nix flags", "resolve"}, drawn);
    const auto written = printed("nix flags", question, true);
    const auto whole = printed("resolve", question, true);
    return same({"resolve", question,
                 text_of(whole, [](const Written& one) { return Json::parse(one.text)["flags"].dump(); })},
                {"nix flags", question, text_of(written, [](const Written& one) {
                     Json flags = Json::parse(one.text);
                     flags.erase("passthru");
                     return flags.dump();
                 })});
}

Verdict printed_as_json(const Options& drawn) {
    Options question = common({"resolve"}, drawn);
    question.erase("nixpkgs-exact");
    const auto whole = resolved(question);
    if (!whole) return not_about_it;
    Verdict all;
    const auto compare = [&](const char* word, const std::string& text) {
        const Options print = with(question, "print", word);
        const Verdict one = same({"resolve", question, text.empty() ? "" : text + "\n"},
                                 {"resolve", print, run_command("resolve", print, {}).out});
        ++all.comparisons;
        all.contradiction += one.contradiction;
    };
    compare("capabilities", joined(whole->capabilities.resolved, ","));
    compare("gencode", whole->flags.gencode_string);
    compare("ptx", whole->capabilities.ptx ? to_string(*whole->capabilities.ptx) : "");
    compare("host-compiler", whole->works ? host_of(*whole) : "");
    return all;
}

// Drivers and GPUs.

std::string runs(const Result<CompatAnswer>& answer) {
    return text_of(answer, [](const CompatAnswer& one) { return yes_or_no(one.runs); });
}

std::string runs(const Result<CoversAnswer>& answer) {
    return text_of(answer, [](const CoversAnswer& one) { return yes_or_no(one.runs); });
}

Said compat_runs(const Options& question) { return {"compat", question, runs(compatible(question))}; }
Said covers_runs(const Options& question) { return {"covers", question, runs(covered(question))}; }

/// Without a package of NVIDIA's.
bool runs_alone(const Result<CompatAnswer>& answer) {
    return answer && answer->runs == true && answer->how != DriverSupport::package;
}

Said runs_alone(const Options& question) { return {"compat", question, yes_or_no(runs_alone(compatible(question)))}; }

/// Whether there is a driver, and no Jetson's.
std::optional<DriverVersion> plain_driver(const Options& question) {
    const auto driver = parse_driver_version(value_of(question, "driver"));
    return driver && !is_jetson(tables, *driver) ? driver : std::nullopt;
}

/// Whether one product and a driver are named, and no Jetson.
bool is_about_driver(const Options& question) { return plain_driver(question) && plain_number(question); }

Verdict compat_as_covers(const Options& drawn) {
    const Options question = common({"compat", "covers"}, drawn, "capabilities no-forward-compat");
    if (!is_about_driver(question)) return not_about_it;
    const auto answer = compatible(question);
    if (!answer) return not_about_it;  // the release builds nothing for it
    Options list = with(question, "capabilities", joined(answer->capabilities.machine_code, ","));
    list.emplace("no-forward-compat", "");
    return same(compat_runs(question), covers_runs(list));
}

Verdict compat_as_releases(const Options& drawn) {
    const Options question = common({"compat", "releases"}, drawn, "capabilities stdenv policy");
    if (!is_about_driver(question)) return not_about_it;
    const Options asked = without(question, "cuda");
    const auto found = reversed(asked);
    return at_some_releases(drawn, [&](const Release& release, const Options& at) {
        const Options one = with(question, "cuda", value_of(at, "cuda"));
        const auto answer = compatible(one);
        const auto* left_out = found ? of_release(found->left_out, release) : nullptr;
        // A condition that is checked before the driver.
        if (!answer || (left_out && (left_out->option == "gpu" || left_out->option == "system"))) return not_about_it;
        return same({"compat", one, yes_or_no(runs_alone(answer))},
                    {"releases", asked, yes_or_no(!left_out || left_out->option != "driver")});
    });
}

Verdict newer_driver(const Options& drawn) {
    const Options question = common({"compat"}, drawn, "capabilities");
    auto driver = plain_driver(question);
    if (!driver || driver->minor < 0) return not_about_it;
    // A GPU has its own list of drivers in each branch.
    DriverVersion newer = *driver;
    if (has(question, "gpu")) ++newer.minor;
    else newer = {driver->branch + 1};
    return is_jetson(tables, newer)
               ? not_about_it
               : implies(runs_alone(question), runs_alone(with(question, "driver", to_string(newer))));
}

Verdict earlier_release(const Options& drawn) {
    const Options question = common({"compat"}, drawn, "capabilities gpu");
    if (!plain_driver(question)) return not_about_it;
    const auto asked = compatible(question);
    const Said earlier{"compat", question, yes_or_no(runs_alone(asked))};
    return at_some_releases(drawn, [&](const Release& release, const Options& at) {
        const Release& own = release_of(question);
        if (release.version.major != own.version.major || release.version <= own.version) return not_about_it;
        const Options later = with(question, "cuda", value_of(at, "cuda"));
        const auto answer = compatible(later);
        // NVIDIA may not have the earlier one for the system.
        const auto is_closed = [](const auto& mode) { return mode.way == platform_way; };
        if (asked && std::ranges::any_of(asked->obstacles, is_closed)) return not_about_it;
        return implies({"compat", later, yes_or_no(answer && answer->how == DriverSupport::native)}, earlier);
    });
}

Verdict minimum_is_enough(const Options& drawn) {
    const Options question = common({"compat"}, drawn, "gpu capabilities driver");
    const auto needed = compatible(question);
    if (!needed || !needed->minimum) return not_about_it;
    const DriverVersion minimum = needed->minimum->driver;
    DriverVersion below = minimum;
    if (minimum.patch > 0) --below.patch;
    else if (minimum.minor > 0) below = {minimum.branch, minimum.minor - 1, 99};
    else below = {minimum.branch - 1, 999, 99};
    const auto is_native = [&](DriverVersion driver) {
        const Options one = with(question, "driver", to_string(driver));
        return Said{"compat", one, text_of(compatible(one), [](const CompatAnswer& answer) {
                        return yes_or_no(answer.how == DriverSupport::native);
                    })};
    };
    Verdict verdict = same({"compat", question, "yes"}, is_native(minimum));
    const Said older = is_native(below);
    verdict.contradiction += same({"compat", question, "no"}, older).contradiction;
    return {2, verdict.contradiction};
}

Verdict driver_never_adds(const Options& drawn) {
    const Options question = common({"covers"}, drawn, "gpu system");
    if (!has(question, "driver")) return not_about_it;
    return implies(covers_runs(question), covers_runs(without(question, "driver")));
}

Verdict driver_whatever_the_list(const Options& drawn) {
    const Options question = common({"covers"}, drawn, "device");
    if (!is_about_driver(question)) return not_about_it;
    const auto number = plain_number(question);
    const Options alone = common({"compat", "covers"}, question, "capabilities no-forward-compat");
    const auto list = covered(question);
    const auto product = compatible(alone);
    if (!list || !product || !number) return not_about_it;
    return same({"covers", question, std::string(to_string(list->driver->how))},
                {"compat", alone, std::string(to_string(*product->how))});
}

Verdict newest_release_of_gpu(const Options& drawn) {
    const Options question = common({"compat"}, drawn, "capabilities system");
    if (!is_about_driver(question)) return not_about_it;
    const auto answer = compatible(question);
    const auto facts = gpu(value_of(question, "gpu"));
    if (!runs_alone(answer) || release_of(question).preview) return not_about_it;
    const auto reaches = [&](const std::optional<Version>& newest) {
        return Said{
            "gpu", {{"name", value_of(question, "gpu")}}, yes_or_no(newest && release_of(question).version <= *newest)};
    };
    Verdict verdict = implies({"compat", question, "yes"}, reaches(only_gpu(facts)->newest_without_ptx));
    if (answer->capabilities.ptx_loads == true)
        verdict.contradiction +=
            implies({"compat", question, "yes"}, reaches(only_gpu(facts)->newest_with_ptx)).contradiction;
    return verdict;
}

Verdict releases_of_gpu(const Options& drawn) {
    const Options question = common({"flags"}, drawn, "capabilities system stdenv policy nixpkgs-exact");
    const auto facts = gpu(value_of(question, "gpu"));
    if (!only_gpu(facts) || is_jetson(tables, only_gpu(facts)->capability)) return not_about_it;
    const VersionRange range{only_gpu(facts)->first_release, only_gpu(facts)->last_release};
    return at_some_releases(drawn, [&](const Release& release, const Options& at) {
        const Options one = with(question, "cuda", value_of(at, "cuda"));
        return same({"gpu", {{"name", value_of(question, "gpu")}}, yes_or_no(range.contains(release.version))},
                    {"flags", one, yes_or_no(bool(spelled(one)))});
    });
}

/// The device of the answer, without its name.
std::string devices_of(const Result<CoversAnswer>& answer) {
    return text_of(answer, [](const CoversAnswer& one) {
        return joined(one.devices, "; ", [](const CoversAnswer::Device& device) {
            return fmt::format("{} {} by {}", device.capability, yes_or_no(device.runs),
                               device.code ? to_string(*device.code) : "nothing");
        });
    });
}

Said on_devices(const Options& question) { return {"covers", question, devices_of(covered(question))}; }

Verdict product_as_device(const Options& drawn) {
    Options question = common({"covers"}, drawn, "device driver");
    const auto number = plain_number(question);
    if (!number) return not_about_it;
    const auto found = covered(question);
    if (found) question.emplace("system", found->system);
    return same(on_devices(question), on_devices(with(without(question, "gpu"), "device", to_string(*number))));
}

Verdict device_among_all(const Options& drawn) {
    const Options question = common({"covers"}, drawn, "gpu system");
    const Options every = with(without(question, "device"), "all-devices", "");
    const auto one = covered(question), all = covered(every);
    if (!one || !all || one->devices.size() != 1) return not_about_it;
    // Only a named one implies its platform.
    const Capability device = one->devices.front().capability;
    const auto* same_one = find_in(all->devices, device, &CoversAnswer::Device::capability);
    if (!same_one || one->system != all->system) return not_about_it;
    const auto text = [](const CoversAnswer::Device& found) {
        return yes_or_no(found.runs) + " by " + (found.code ? to_string(*found.code) : "nothing");
    };
    return same({"covers", question, text(one->devices.front())}, {"covers", every, text(*same_one)});
}

Verdict more_code(const Options& drawn) {
    Options question = common({"covers"}, drawn, "gpu no-forward-compat driver");
    question.emplace("no-forward-compat", "");
    const std::vector<std::string> entries = entries_of(question, "capabilities");
    if (entries.size() < 2) return not_about_it;
    const Said many = covers_runs(question);
    if (many.text.starts_with("error")) return not_about_it;
    return implies(covers_runs(with(question, "capabilities", entries.front())), many);
}

Verdict ptx_of_highest(const Options& drawn) {
    const Options question = with(common({"covers"}, drawn, "gpu device driver no-forward-compat"), "all-devices", "");
    const auto answer = covered(question);
    if (!answer || answer->list.ptx.empty()) return not_about_it;
    const Capability ptx = answer->list.ptx.back();
    Verdict all;
    for (const CoversAnswer::Device& device : answer->devices) {
        if (ptx.kind != Capability::Kind::baseline || device.capability < ptx || device.jetson) continue;
        ++all.comparisons;
        if (device.runs == true) continue;
        all.contradiction = shown(
            {"covers", question, "PTX of " + to_string(ptx) + " does not run on " + to_string(device.capability)});
    }
    return all;
}

Verdict covers_the_resolved(const Options& drawn) {
    const Options question = common({"covers", "resolve"}, drawn, "gpu");
    const Options every = with(question, "all-devices", "");
    const auto resolve = resolved(question);
    const auto covers = covered(every);
    if (!resolve || !covers) return not_about_it;
    return same({"resolve", question, list_of(resolve->capabilities.resolved)},
                {"covers", every, list_of(covers->list.machine_code)});
}

// Lists as text.

bool has_error(const LintAnswer& answer) {
    return std::ranges::any_of(answer.findings, [](const LintAnswer::Finding& finding) {
        return finding.severity == FindingSeverity::error;
    });
}

Options all_devices(const Options& question) {
    return with(common({"covers", "lint"}, question, "system"), "all-devices", "");
}

Verdict refuses_what_lint_refuses(const Options& drawn) {
    const Options question = common({"lint"}, drawn, "system");
    const auto answer = linted(question);
    if (!answer) return not_about_it;
    const Options every = all_devices(question);
    return same({"lint", question, yes_or_no(!has_error(*answer))}, {"covers", every, yes_or_no(bool(covered(every)))});
}

Verdict fix_ends_clean(const Options& drawn) {
    const Options question = common({"lint"}, drawn);
    const auto answer = linted(question);
    if (!answer || !answer->fixed) return not_about_it;
    const Options again = with(question, "text", *answer->fixed);
    const auto fixed = linted(again);
    // What the format cannot express is a loss, and stays a finding.
    const bool is_clean = fixed && (fixed->clean || !answer->losses.empty());
    Verdict verdict = same({"lint", question, "clean"}, {"lint", again, is_clean ? "clean" : "not clean"});
    const std::string twice = text_of(fixed, [](const LintAnswer& one) { return one.fixed.value_or(""); });
    verdict.contradiction += same({"lint", question, *answer->fixed}, {"lint", again, twice}).contradiction;
    if (answer->clean)
        verdict.contradiction +=
            same({"lint", question, value_of(question, "text")}, {"lint", question, *answer->fixed}).contradiction;
    return {answer->clean ? 3 : 2, verdict.contradiction};
}

Verdict fix_loses_nothing(const Options& drawn) {
    const Options question = common({"lint"}, drawn, "system");
    const auto answer = linted(question);
    if (!answer || !answer->fixed || has_error(*answer) || answer->clean) return not_about_it;
    const Options fixed = with(question, "text", *answer->fixed);
    const auto before = covered(all_devices(question)), after = covered(all_devices(fixed));
    if (!before) return not_about_it;
    Verdict all;
    for (const CoversAnswer::Device& device : before->devices) {
        // nixpkgs builds for Jetsons only from lists of theirs, so only PTX may have reached one.
        const bool is_elsewhere = answer->format == "nix" && is_jetson(tables, device.capability);
        if (device.runs != true || is_elsewhere) continue;
        const auto* now = after ? find_in(after->devices, device.capability, &CoversAnswer::Device::capability)
                                : nullptr;
        ++all.comparisons;
        if (now && now->runs == true) continue;
        all.contradiction = shown({"covers", all_devices(question), to_string(device.capability) + " yes"}) +
                            shown({"covers", all_devices(fixed), to_string(device.capability) + " no"});
    }
    return all;
}

std::string list_of(const Result<ReadList>& list) {
    return text_of(list, [](const ReadList& one) {
        std::vector<std::string> code = one.machine_code, ptx = one.ptx;
        sort_unique(code);
        sort_unique(ptx);
        return joined(code, ",") + " PTX " + joined(ptx, ",");
    });
}

ListText list_in(const Options& question, const std::string& text, std::string_view format) {
    return {.text = text, .spelling = std::string(format), .cuda = question.at("cuda"), .consumer = {}};
}

Verdict carried_by_formats(const Options& drawn) {
    const Options question = common({"lint"}, drawn, "system");
    if (!has(question, "text")) return not_about_it;
    const ListText list = list_in(question, value_of(question, "text"), value_of(question, "format"));
    const std::string meant = list_of(read_list(list));
    if (meant.starts_with("error")) return not_about_it;
    Verdict all;
    for (const Spelling& other : spellings()) {
        const auto carried = respell(list, std::string(other.name));
        if (!carried || carried->text.empty() || !carried->losses.empty()) continue;
        ++all.comparisons;
        const Options in_other = with(with(question, "format", std::string(other.name)), "text", carried->text);
        all.contradiction += same({"lint", question, meant},
                                  {"lint", in_other, list_of(read_list(list_in(question, carried->text, other.name)))})
                                 .contradiction;
    }
    return all;
}

Verdict flags_read_back(const Options& drawn) {
    const Options question = common({"flags"}, drawn, "nixpkgs-exact");
    const auto written = spelled(question);
    if (!written || !written->text || !written->losses.empty()) return not_about_it;
    const auto read = read_list(list_in(question, *written->text, written->format));
    std::vector<std::string> meant = written->flags.cuda_capabilities, found;
    if (read) found = read->machine_code;
    sort_unique(meant);
    sort_unique(found);
    const Options lint{
        {"cuda", question.at("cuda")}, {"format", std::string(written->format)}, {"text", *written->text}};
    const auto judged = linted(lint);
    return same({"flags", question, joined(meant, ",") + "; accepted"},
                {"lint", lint, joined(found, ",") + (judged && !has_error(*judged) ? "; accepted" : "; refused")});
}

Verdict newest_consumer(const Options& drawn) {
    const Options question = common({"lint"}, drawn);
    const auto answer = linted(question);
    if (!answer || !answer->consumer) return not_about_it;
    const Options named = with(question, "consumer",
                               fmt::format("{}-{}", answer->consumer->name, answer->consumer->version));
    const auto codes = [](const LintAnswer& one) {
        return joined(one.findings, " ", [](const LintAnswer::Finding& f) { return std::string_view(f.code); }) +
               " => " + one.fixed.value_or("");
    };
    return same({"lint", question, codes(*answer)}, {"lint", named, text_of(linted(named), codes)});
}

// Releases.

std::vector<Version> found_in(const ReleasesAnswer& answer) {
    std::vector<Version> found;
    for (const ReleasesAnswer::Fitting& fitting : answer.releases)
        if (!fitting.preview) found.push_back(fitting.release);
    return found;
}

Verdict every_release_once(const Options& drawn) {
    const Options question = common({"releases"}, drawn);
    const auto answer = reversed(question);
    if (!answer) return not_about_it;
    std::vector<Version> all;
    for (const auto& fitting : answer->releases) all.push_back(fitting.release);
    for (const auto& left_out : answer->left_out) all.push_back(left_out.release);
    std::ranges::sort(all);
    const auto text = [](const auto& versions) { return joined(versions, " "); };
    std::vector<Version> known;
    for (const Release& release : tables.releases) known.push_back(release.version);
    return same({"releases", {}, text(known)}, {"releases", question, text(all)});
}

Verdict condition_dropped(const Options& drawn) {
    const Options question = common({"releases"}, drawn);
    const auto some = reversed(question);
    if (!some) return not_about_it;
    Verdict all;
    for (const std::string_view option : {"driver", "capabilities", "gpu"}) {
        // These can imply the system.
        if (!has(question, option) || !has(question, "system")) continue;
        // A driver with the number of a Jetson's is one only for Jetsons.
        if (option != "driver" && has(question, "driver") && !plain_driver(question)) continue;
        const Options fewer = without(question, option);
        const auto more = reversed(fewer);
        for (const Version release : found_in(*some)) {
            ++all.comparisons;
            if (more && contains(found_in(*more), release)) continue;
            all.contradiction = shown({"releases", question, to_string(release)}) +
                                shown({"releases", fewer, "without " + to_string(release)});
        }
    }
    return all;
}

Verdict conflict_is_real(const Options& drawn) {
    const Options question = common({"releases"}, drawn);
    const auto answer = reversed(question);
    if (!answer || !answer->conflict) return not_about_it;
    Verdict all;
    for (const ReleasesAnswer::GivenUp& given_up : answer->conflict->without) {
        const Options fewer = without(question, given_up.option);
        const auto found = reversed(fewer);
        ++all.comparisons;
        all.contradiction += same({"releases", question, joined(given_up.releases, " ")},
                                  {"releases", fewer,
                                   text_of(found,
                                           [](const ReleasesAnswer& one) {
                                               return joined(one.releases, " ", &ReleasesAnswer::Fitting::release);
                                           })})
                                 .contradiction;
    }
    return all;
}

// Forms of an answer.

constexpr std::string_view commands[] = {"resolve",  "explain", "capabilities", "flags", "compat",
                                         "releases", "covers",  "lint",         "gpu",   "nix flags"};

/// One of the commands, and others for another question.
std::string_view some_command(const Options& question) {
    std::size_t sum = 0;
    for (const auto& [option, value] : question) sum += option.size() * 31 + value.size() * 7;
    return commands[sum % std::size(commands)];
}

Options for_command(std::string_view command, const Options& drawn) {
    Options question = common({command}, drawn);
    if (command == "gpu") question = {{"name", value_of(drawn, "gpu")}};
    if (command == "covers" || command == "lint") question.erase("compiler");  // only of the format clang
    if (command == "covers" && has(question, "text")) question = without(question, "capabilities no-forward-compat");
    if (command == "covers" && has(question, "gpu")) question.erase("device");
    return question;
}

Verdict same_exit_code(const Options& drawn) {
    const std::string_view command = some_command(drawn);
    const Options question = for_command(command, drawn);
    const auto status = [&](bool json) {
        return text_of(printed(command, question, json),
                       [](const Written& one) { return one.answered ? std::string("exit 0") : std::string("exit 1"); });
    };
    return same({command, question, status(true)}, {command, with(question, "json", ""), status(false)});
}

Verdict request_as_command(const Options& drawn) {
    const std::string_view command = some_command(drawn);
    const Options question = for_command(command, drawn);
    Json request{{"command", command}};
    for (const auto& [option, value] : question) {
        std::string key = option;
        for (std::size_t dash; (dash = key.find('-')) != key.npos;)
            key.replace(dash, 2, 1, static_cast<char>(std::toupper(static_cast<unsigned char>(key[dash + 1]))));
        if (is_switch(option, value)) request[key] = true;
        else request[key] = value;
    }
    const golden::Outcome outcome = run_command(command, question, {"--json"});
    const Json reply = Json::parse(ask_json(request.dump(), tables));
    const int status = reply["status"];
    std::string answer;
    if (status < 2) answer = reply["answer"].dump();
    return same(
        {command, question, std::to_string(status) + " " + answer},
        {command, with(question, "json", ""),
         std::to_string(outcome.exit_status) + " " + (outcome.exit_status < 2 ? Json::parse(outcome.out).dump() : "")});
}

Verdict words_as_commands(const Options& drawn) {
    std::string words;
    for (const std::string_view option : {"cuda", "stdenv", "gpu", "driver"})
        if (has(drawn, option))
            words += (words.empty() ? "" : " ") + std::string(option == "driver" ? "driver " : "") +
                     value_of(drawn, option);
    const auto answer = ask(words.c_str(), tables);
    if (!answer) return not_about_it;
    Verdict all;
    for (const AskAnswer::Part& part : answer->answers) {
        Options question;
        for (const auto& [option, value] : part.options.entries) question.emplace(option, value);
        ++all.comparisons;
        all.contradiction +=
            same({"ask", {{"text", words}}, part.text},
                 {part.command, question,
                  text_of(printed(part.command, question, false), [](const Written& one) { return one.text; })})
                .contradiction;
    }
    return all;
}

}  // namespace

std::span<const QuestionLaw> question_laws() {
    static constexpr std::string_view host = "cuda stdenv libstdcxx glibc available compiler std policy system";
    static constexpr std::string_view list =
        "cuda stdenv policy system capabilities gpu no-forward-compat nixpkgs-exact";
    static constexpr std::string_view both =
        "cuda stdenv libstdcxx glibc available compiler std policy system capabilities gpu no-forward-compat "
        "nixpkgs-exact";
    static constexpr std::string_view device = "cuda capabilities no-forward-compat gpu device driver system";
    static constexpr std::string_view text = "cuda format text system";
    static constexpr std::string_view any =
        "cuda stdenv libstdcxx glibc available compiler std policy system capabilities gpu driver device format text "
        "no-forward-compat nixpkgs-exact";
    static constexpr std::string_view conditions = "stdenv glibc std system capabilities driver";
    static constexpr QuestionLaw laws[] = {
        {"resolve and releases choose the same compiler", both, resolve_as_releases},
        {"releases with a compiler: those where it works in its own environment", both, releases_of_compiler},
        {"explain answers of a compiler what resolve does", both, explain_as_resolve},
        {"a compiler works as a candidate exactly if it works in its own environment", both, explain_as_its_own},
        {"another candidate changes only the choice", host, candidate_added},
        {"order and repetition of candidates change nothing", host, candidates_permuted},
        {"releases with the same nvcc have the same answer", host, same_nvcc},
        {"a name and what it stands for have the same answer", both, other_names},
        {"an environment is its parts", host, environment_spelled_out},
        {"an older glibc breaks nothing", host, older_glibc},
        {"an older standard breaks nothing", host, older_standard},
        {"no policy exceeds the enforced limits", host, widest_policy},
        {"the newest compiler that nvcc accepts is the enforced limit", host, newest_compiler},
        {"the default list is itself", list, default_spelled_out},
        {"the order of a list changes nothing", list, list_permuted},
        {"a capability can be built exactly if it is listed", list, accepts_supported},
        {"a product is its capability", list, gpu_as_capability},
        {"capabilities prints the lists of resolve", list, capabilities_as_resolve},
        {"nix flags writes the flags of resolve", list, nix_flags_as_resolve},
        {"compat and covers agree on a product", device, compat_as_covers},
        {"compat and releases agree on a driver", device, compat_as_releases},
        {"a newer driver runs as much", device, newer_driver},
        {"a driver of a later release runs the earlier ones of its major", device, earlier_release},
        {"the minimum driver runs the release natively, and an older one does not", device, minimum_is_enough},
        {"a driver adds no GPU", device, driver_never_adds},
        {"a list does not change the driver of a product", device, driver_whatever_the_list},
        {"gpu names the newest release that runs", device, newest_release_of_gpu},
        {"gpu names the releases that have flags", device, releases_of_gpu},
        {"a product is a device of its capability", device, product_as_device},
        {"a device is one of all devices", device, device_among_all},
        {"more code runs on as much", device, more_code},
        {"PTX runs on every later GPU", device, ptx_of_highest},
        {"covers has the list of resolve", device, covers_the_resolved},
        {"covers refuses what lint calls an error", text, refuses_what_lint_refuses},
        {"a corrected list is clean and final", text, fix_ends_clean},
        {"a corrected list runs wherever the original does", text, fix_loses_nothing},
        {"formats carry the same list", text, carried_by_formats},
        {"what flags writes is read back and accepted", any, flags_read_back},
        {"the default consumer is the newest", text, newest_consumer},
        {"releases has every release once", conditions, every_release_once},
        {"without a condition no release is lost", conditions, condition_dropped},
        {"without an option of the conflict the named releases are found", conditions, conflict_is_real},
        {"text and JSON have the same exit code", any, same_exit_code},
        {"a request in JSON has the answer of the command", any, request_as_command},
        {"words have the answers of their commands", any, words_as_commands},
        {"--print prints a value of the answer", both, printed_as_json},
    };
    return laws;
}

}  // namespace cudastdenv::laws
