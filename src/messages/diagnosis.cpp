// SPDX-License-Identifier: MIT
#include "messages/diagnosis.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "diagnose/code_paths.hpp"
#include "messages/code_files.hpp"
#include "messages/diagnostics.hpp"
#include "messages/drivers.hpp"
#include "messages/message.hpp"
#include "messages/phrases.hpp"
#include "messages/wheel_causes.hpp"
#include "resolve/drivers.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

namespace cudastdenv::messages {

namespace {

using diagnose::Knowledge;
using diagnose::LogReading;
using diagnose::value_of;

/// `line 4 is of an nvcc that takes gcc up to 13`
std::string format_toolkit(const diagnose::SeenFact& fact) {
    const std::string who = fact.line == 0 ? std::string("--cuda") : fmt::format("line {}", fact.line);
    if (fact.fact == Fact::gcc_bound)
        return fmt::format("{} comes from an nvcc that supports gcc {} or older", who, fact.value);
    if (fact.fact == Fact::clang_bound)
        return fmt::format("{} comes from an nvcc that supports clang older than {}", who, fact.value);
    return fmt::format("{} comes from CUDA {}", who, fact.value);
}

/// The query and what was found.
struct Asked {
    const Tables& tables;
    const LogReading& reading;
    const Knowledge& known;
    const std::optional<PlanTool>& for_tool = known.given.for_tool;
};

/// The facts of a message by name, and what follows from them.
std::optional<std::string> with_facts(const ExplainedMessage& explained, std::string_view line) {
    bool is_known = true;
    // Text from a log is passed to a shell only as one quoted word.
    const auto is_plain = [](char c) { return is_digit(c) || is_letter(c) || c == '.' || c == '+'; };
    std::string text = fill_placeholders(line, [&](std::string_view placeholder) {
        const Fact fact = enumerator_named<Fact>(placeholder).value_or(Fact::none);
        if (fact == Fact::none) return fmt::format("{{{}}}", placeholder);  // a shell variable
        std::string value(value_of(explained.seen->fillings, fact));
        if (fact == Fact::gcc && explained.libstdcxx_gcc) value = *explained.libstdcxx_gcc;
        is_known = is_known && !value.empty() && std::ranges::all_of(value, is_plain);
        return value;
    });
    return is_known ? std::optional(std::move(text)) : std::nullopt;
}

/// Whether lines for the tool are useful: it is the one asked for, or the log or the environment shows that it is used.
/// Every machine has a shell.
bool is_useful(const Asked& asked, const ExplainedMessage& explained, PlanTool tool) {
    if (!is_for_system(tool, asked.known.system)) return false;
    if (tool == PlanTool::conda && explained.is_of_conda == false) return false;
    if (asked.for_tool) return tool == asked.for_tool && is_for(tool, asked.known.environment, asked.tables);
    const std::string_view name = to_string(tool);
    return tool == PlanTool::nvcc || tool == PlanTool::windows ||
           is_manager_of(tool, asked.known.environment, asked.tables) ||
           (contains(asked.reading.tools, name) && is_for(tool, asked.known.environment, asked.tables)) ||
           contains(explained.seen->wording->tools, name) || (tool == PlanTool::torch && asked.known.facts.torch) ||
           (tool == PlanTool::pip && printing_project(asked.tables, explained)) ||
           (tool == PlanTool::conda && explained.is_of_conda == true);
}

/// Whether the nvcc of the log accepts the C++ standard that the line sets, if any.
bool supports_standard_of(const Asked& asked, std::string_view line) {
    for (const std::string_view option : {"-std=", "CUDA_STANDARD="}) {
        const std::size_t found = line.find(option);
        if (found == line.npos || (asked.known.releases.empty() && !asked.known.is_before_tables())) continue;
        const std::string_view name = line.substr(found + option.size());
        const std::optional<CxxStandard> standard = parse_cxx_standard(name.substr(0, name.find(' ')));
        const Release& release = asked.known.releases.empty() ? asked.tables.releases.front()
                                                              : *asked.known.releases.back();
        const std::optional<CxxStandard> newest = release.newest_standard;
        if (standard && newest && *newest < *standard) return false;
    }
    return true;
}

/// The rows of the message.
std::vector<Plan> own_plans(const Asked& asked, const ExplainedMessage& explained) {
    std::vector<Plan> all = is_windows(asked.known.system) ? std::vector<Plan>() : explained.fix;
    for (const MessageLinesRow& row : asked.tables.message_lines) {
        if (row.message != explained.message->id || !is_useful(asked, explained, row.tool)) continue;
        Plan plan{row.tool, {{row.change, row.what, {}, {}}}, {}};
        for (const std::string_view line : row.lines)
            if (std::optional<std::string> text = with_facts(explained, line);
                text && supports_standard_of(asked, *text))
                plan.lines.push_back(*std::move(text));
        if (plan.lines.size() == row.lines.size()) all.push_back(std::move(plan));
    }
    return all;
}

std::vector<Plan> plans_for_missing_file(const Asked& asked, const ExplainedMessage& explained) {
    const MissingFile& missing = *explained.missing_file;
    // nvcc needs the runtime itself, so it is installed, and its directory is not searched.
    const bool is_runtime = missing.file.holders.front().component->id == "cuda_cudart";
    std::vector<Plan> all = is_runtime ? own_plans(asked, explained) : explained.fix;
    if (!missing.release) return all;
    // Empty if no set of the channel has the release.
    const std::string_view nix_set = asked.known.releases.empty()
                                         ? "cudaPackages"
                                         : nixpkgs_set(*missing.release, asked.known.environment, asked.tables);
    // NVIDIA's wheels for Arm are for servers.
    const auto jetpacks = jetpacks_in(asked.tables, asked.known.environment);
    const bool has_wheels = jetpacks.empty() || has_server_platform(asked.tables, jetpacks, *missing.release);
    for (Plan& plan : plans_for_file(asked.tables, missing.file, *missing.release, missing.is_release_known, nix_set,
                                     asked.known.system)) {
        const bool is_wheel = plan.tool == PlanTool::pip || plan.tool == PlanTool::uv;
        if ((has_wheels || !is_wheel) && is_useful(asked, explained, plan.tool)) all.push_back(std::move(plan));
    }
    return all;
}

/// CMake's older way to run nvcc, in the tables of messages and facts.
constexpr std::string_view find_cuda = "find-cuda";

/// The tool that builds: first those that bring the compiler. PyTorch's extensions are built with ninja, and CMake
/// writes Makefiles.
PlanTool builder_in(const LogReading& reading) {
    for (const PlanTool tool : {PlanTool::nix, PlanTool::spack, PlanTool::conda, PlanTool::torch, PlanTool::bazel,
                                PlanTool::meson, PlanTool::cmake, PlanTool::make, PlanTool::docker})
        if (contains(reading.tools, to_string(tool))) return tool;
    return PlanTool::nvcc;
}

std::vector<Plan> plans_for_remedy(const Asked& asked, const ExplainedMessage& explained) {
    PlanInput remedy = explained.remedy;
    if (!asked.for_tool && remedy.compiler) remedy.library.reset();  // the default compiler links without it
    remedy.builder = builder_in(asked.reading);
    if (remedy.builder == PlanTool::nvcc && asked.known.facts.torch &&
        explained.message->cause == MessageCause::coverage)
        remedy.builder = PlanTool::torch;
    if (remedy.builder == PlanTool::nvcc && contains(explained.seen->wording->tools, "ggml"))
        remedy.builder = PlanTool::cmake;
    remedy.with_find_cuda = contains(asked.reading.tools, find_cuda) ||
                            contains(explained.seen->wording->tools, find_cuda);
    if (!asked.for_tool) {
        std::vector<Plan> fitting = plan_that_fits(remedy, asked.tables);
        // A Nix build ignores a shell's variables.
        std::erase_if(fitting,
                      [&](const Plan& plan) { return remedy.builder == PlanTool::nix && plan.tool != remedy.builder; });
        return fitting;
    }
    Plan plan = make_plan(*asked.for_tool, remedy, asked.tables);
    return plan.lines.empty() ? std::vector<Plan>() : std::vector<Plan>{std::move(plan)};
}

/// Installs the build with pip; the same version of another build is removed first, because pip would keep it.
std::vector<Plan> plans_for_wheel(const Asked& asked, const ExplainedMessage& explained) {
    const WheelBuild& build = *explained.wheel;
    const auto& torch = asked.known.facts.torch;
    const bool may_be_same_version = !torch || to_string(torch->value) == to_string(build.version);
    const std::string_view system = asked.known.system.empty() ? Request{}.system : asked.known.system;
    std::vector<Plan> all;
    for (Plan& plan : cudastdenv::plans_for_wheel(asked.tables, build, system, explained.beside_wheel)) {
        const bool is_wanted = asked.for_tool ? plan.tool == asked.for_tool
                                              : plan.tool == PlanTool::pip || contains(asked.reading.tools, "uv");
        if (!is_wanted) continue;
        const bool is_uv = plan.tool == PlanTool::uv;
        const bool has_other_builds = build.row->on_pypi && build.row->variant;
        const bool is_of_pip = plan.tool != PlanTool::conda;
        if (is_of_pip && ((has_other_builds && may_be_same_version) || !explained.beside_wheel.empty())) {
            std::string removed(package_in(build.row->install));
            for (const std::string& other : explained.beside_wheel) removed += ' ' + other;
            plan.lines.insert(plan.lines.begin(), (is_uv ? "uv pip uninstall " : "pip uninstall -y ") + removed);
        }
        all.push_back(std::move(plan));
    }
    return all;
}

std::vector<Plan> plans_of(const Asked& asked, const ExplainedMessage& explained) {
    std::vector<Plan> all = explained.wheel          ? plans_for_wheel(asked, explained)
                            : explained.missing_file ? plans_for_missing_file(asked, explained)
                                                     : plans_for_remedy(asked, explained);
    if (!explained.is_wheel_certain)
        for (Plan& plan : plans_for_remedy(asked, explained)) all.push_back(std::move(plan));
    if (all.empty()) all = own_plans(asked, explained);
    // The command that sets up this machine finds what is installed.
    const bool is_found_here = explained.remedy.is_here && explained.missing_file &&
                               !explained.missing_file->file.is_drivers();
    if (all.empty() && is_found_here) all.push_back(make_plan(PlanTool::nvcc, explained.remedy, asked.tables));
    if (all.empty() && asked.for_tool) all.push_back({.tool = *asked.for_tool});
    return all;
}

/// Known facts about the machine: `CUDA 12.4.0 to 12.6.3 (line 41)`
std::vector<std::string> format_facts(const Knowledge& known) {
    const DiagnoseAnswer::Facts& facts = known.facts;
    std::vector<std::string> texts;
    const auto add = [&](const std::string& text, std::optional<std::size_t> line) {
        texts.push_back(line ? fmt::format("{} (line {})", text, *line) : text);
    };
    const auto add_version_fact = [&](std::string_view name, const std::optional<DiagnoseAnswer::VersionFact>& fact) {
        if (fact) add(fmt::format("{} {}{}", name, fact->value, fact->or_newer ? " or newer" : ""), fact->line);
    };
    if (facts.cuda) add(format_cuda(known), facts.cuda->line);
    if (const auto& host = facts.host_compiler) add(format_name(host->value, host->version), host->line);
    if (known.environment)
        texts.push_back(
            fmt::format("{}{}", known.is_environment_assumed ? "this machine: " : "", known.environment->title));
    if (is_windows(known.system)) add("Windows", facts.system->line);
    add_version_fact("glibc", facts.glibc);
    if (facts.standard) add(facts.standard->value, facts.standard->line);
    add_version_fact("PyTorch", facts.torch);
    add_version_fact("PyTorch's CUDA", facts.torch_cuda);
    if (facts.driver) add("driver " + facts.driver->value, facts.driver->line);
    add_version_fact("a driver for CUDA", known.driver_cuda);
    for (const auto& [name, capability, role, line] : facts.gpus)
        add((name ? "" : "a GPU of capability ") + format_gpu({name.value_or(""), capability}), line);
    return texts;
}

/// Contradictory lines and impossible facts.
std::vector<Sentence> oddities_in(const Diagnosis& diagnosis) {
    std::vector<Sentence> all;
    for (const auto& [one, other] : diagnosis.knowledge.contradictions)
        all.push_back(sentence({"contradiction", {{"one", format_toolkit(one)}, {"other", format_toolkit(other)}}}));
    for (const Diagnostic& oddity : diagnosis.knowledge.oddities) all.push_back(sentence(oddity));
    for (const ExplainedMessage& explained : diagnosis.messages)
        if (explained.oddity) all.push_back(*explained.oddity);
    return all;
}

/// Whether a line names a header of a GCC.
bool names_gcc_header(std::string_view line) {
    return line.find("/c++/") != line.npos || line.find("/lib/gcc/") != line.npos;
}

/// Whether nvcc's own parser prints the error, `FILE(LINE): error: ...`, outside of the compiler's headers: then nvcc
/// has accepted its host compiler.
bool is_of_nvcc_parser(const std::optional<diagnose::LogLine>& error) {
    const std::size_t at = error ? error->text.find("): error") : std::string::npos;
    return at != std::string::npos && at > 0 && is_digit(error->text[at - 1]) && !names_gcc_header(error->text);
}

/// Whether the findings are about headers of a GCC, and none says whether nvcc accepts it.
bool may_be_of_refused_compiler(const Diagnosis& diagnosis) {
    using enum MessageCause;
    return std::ranges::all_of(diagnosis.messages, [](const ExplainedMessage& explained) {
        return explained.message->cause == itself && names_gcc_header(explained.seen->line.text);
    });
}

/// Facts that cannot go together in any release that the log allows. They may be the cause where no message is known.
/// `is_accepted`: nvcc has accepted the host compiler.
std::vector<Sentence> misfits_in(const Tables& tables, const Knowledge& known, bool is_accepted) {
    std::vector<Sentence> all;
    if (known.releases.empty()) {
        const std::optional<Compiler> host = known.host();
        const EarlyRelease* early = known.early.empty() ? nullptr : known.early.back();
        if (early && host && host->family == Compiler::Family::gcc && early->newest_gcc < host->major)
            all.push_back(sentence({"compiler-misfit",
                                    {{"compiler", *host},
                                     {"cuda", format_cuda(known)},
                                     {"range", fmt::format("it accepts gcc {} or older", early->newest_gcc)}},
                                    early->sources}));
        return all;
    }
    const Release& oldest = *known.releases.front();
    if (const std::optional<Compiler> host = known.host(); host && !is_accepted) {
        const auto refuses = [&](const Release* release) { return nvcc_refuses(tables, release->version, *host); };
        const HostCompilerRange range = host_compiler_range(tables, oldest.version, host->family, Policy::enforced,
                                                            false);
        if (std::ranges::all_of(known.releases, refuses))
            all.push_back(sentence(
                {"compiler-misfit",
                 {{"compiler", *host}, {"cuda", format_cuda(known)}, {"range", format_range(host->family, range)}},
                 range.max.sources}));
    }
    for (const Gpu& gpu : known.gpus()) {
        const CapabilityRow* row = find_capability(tables, gpu.capability);
        const auto builds = [&](const Release* release) { return row->nvcc.takes_in(release->version); };
        if (!row || std::ranges::any_of(known.releases, builds)) continue;
        const bool is_later = is_before(oldest.version, row->nvcc.first);
        all.push_back(sentence({is_later ? "capability-releases-later" : "capability-releases-ended",
                                {{"gpu", format_gpu(gpu)}, {"in", format_releases(*row)}, {"cuda", format_cuda(known)}},
                                row->nvcc.sources}));
    }
    if (!known.driver) return all;
    const auto verdict = judge_driver(tables, plain_request(oldest.version, known.system), *known.driver, known.gpus());
    if (runs(verdict) == false)
        all.push_back(sentence({"driver-verdict",
                                {{"driver", known.facts.driver->value},
                                 {"release", oldest.version},
                                 {"verdict", format_driver(verdict)}}}));
    return all;
}

/// Unknown facts that would improve the answer, and the command that prints them on the machine.
void add_unknown(const Diagnosis& diagnosis, DiagnoseAnswer& answer) {
    const Knowledge& known = diagnosis.knowledge;
    const auto add = [&](std::string_view key, std::string_view name, bool is_known) {
        if (is_known || std::ranges::find(answer.unknown, key) != answer.unknown.end()) return;
        answer.unknown_text += fmt::format("{}{}", answer.unknown.empty() ? "" : ", ", name);
        answer.unknown.push_back(key);
    };
    const bool knows_release = !known.releases.empty() &&
                               minor_of(known.releases.front()->version) == minor_of(known.releases.back()->version);
    using enum MessageCause;
    for (const ExplainedMessage& explained : diagnosis.messages) {
        const MessageRow::Cause cause = explained.message->cause;
        const bool is_driver = cause == driver || cause == native_driver || cause == ptx;
        if (cause == libstdcxx) answer.ask = "cudastdenv abi FILE --stdenv host";
        if (cause == libstdcxx || cause == itself) continue;
        add("cuda", known.facts.cuda ? "the exact CUDA release" : "the CUDA release",
            knows_release || known.is_before_tables() || ((is_driver || cause == coverage) && known.facts.torch_cuda));
        if (cause == host_compiler || cause == advisory || cause == header) {
            add("hostCompiler", "the host compiler", known.facts.host_compiler.has_value());
            add("glibc", known.facts.glibc ? "the exact glibc" : "glibc",
                known.facts.glibc && !known.facts.glibc->or_newer);
        }
        if (cause == architecture || cause == coverage) add("gpus", "the GPU", !known.facts.gpus.empty());
        if (is_driver)
            add("driver", known.driver_cuda ? "the driver's version" : "the driver", known.driver.has_value());
    }
    // The command is not for Windows.
    if (is_windows(known.system)) answer.ask.reset();
    else if (!answer.unknown.empty()) answer.ask = "cudastdenv detect";
}

/// Judges the code in the files of the log as `covers` does, for the first message that is about code.
void add_files(const Tables& tables, Diagnosis& diagnosis) {
    const Knowledge& known = diagnosis.knowledge;
    const auto about_code = std::ranges::find_if(diagnosis.messages, [](const ExplainedMessage& explained) {
        return diagnose::is_about_code(*explained.message);
    });
    if (about_code == diagnosis.messages.end()) return;
    CoverageQuestion question{.gpus = known.gpus(), .driver = driver_in(tables, known)};
    if (!known.system.empty()) question.system = known.system;
    // The message is that the driver is too old, so an unknown one is not assumed to be new enough.
    if (about_code->message->cause == MessageCause::ptx && !question.driver) question.gpus.clear();
    about_code->finding.files = files_answer(tables, known.given.code, question, {}, {}).files;
}

/// The answer about a log in which no message counts.
std::string format_other(const DiagnoseAnswer::OtherMessage& other) {
    constexpr std::string_view no_network = "status-without-network";
    const std::string_view id = other.reason.text == text_of({no_network}) ? "no-network"
                                : other.status == FindingStatus::mention   ? "only-mentioned"
                                : other.status == FindingStatus::recovered ? "only-recovered"
                                                                           : "only-warned";
    return text_of({id, {{"message", other.message}, {"line", other.line}}});
}

}  // namespace

DiagnoseAnswer diagnose_answer(const Tables& tables, const LogReading& reading, const diagnose::Given& given,
                               bool with_lines) {
    Diagnosis diagnosis = explain(tables, reading, given);
    const Asked asked{tables, reading, diagnosis.knowledge};
    DiagnoseAnswer answer{.other_messages = std::move(diagnosis.others),
                          .for_all = std::move(diagnosis.for_all),
                          .oddities = oddities_in(diagnosis),
                          .facts = diagnosis.knowledge.facts,
                          .facts_text = format_facts(diagnosis.knowledge),
                          .is_environment_assumed = diagnosis.knowledge.is_environment_assumed};
    if (may_be_of_refused_compiler(diagnosis))
        std::ranges::move(misfits_in(tables, diagnosis.knowledge, is_of_nvcc_parser(reading.first_error)),
                          std::back_inserter(answer.oddities));
    if (diagnosis.messages.empty() && !reading.first_error) answer.health = health_of(tables, diagnosis.knowledge);
    add_unknown(diagnosis, answer);
    add_files(tables, diagnosis);
    for (ExplainedMessage& explained : diagnosis.messages) {
        if (with_lines) explained.finding.fix = plans_of(asked, explained);
        answer.findings.push_back(std::move(explained.finding));
    }
    if (answer.findings.empty() && !answer.other_messages.empty())
        answer.other_text = format_other(answer.other_messages.front());
    const auto is_found = [&](std::size_t line) {
        return find_in(answer.findings, line, &DiagnoseAnswer::Finding::line) != nullptr;
    };
    if (const auto& error = reading.first_error; error && !is_found(error->number)) {
        answer.first_error = ForeignText{error->text};
        answer.first_error_line = error->number;
    }
    return answer;
}

}  // namespace cudastdenv::messages
