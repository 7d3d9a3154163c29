// SPDX-License-Identifier: MIT
#include "words/diagnosis.hpp"

#include "apply/host_program.hpp"
#include "core/lists.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"
#include "words/drivers.hpp"
#include "words/message.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cudastdenv::words {

namespace {

using diagnose::Advised;
using diagnose::CapabilityPlace;
using diagnose::Contradiction;
using diagnose::DriverInQuestion;
using diagnose::ExplainedMessage;
using diagnose::Knowledge;
using diagnose::Known;
using diagnose::LogLine;
using diagnose::MissingCode;
using diagnose::MissingFile;
using diagnose::OlderGlibc;
using diagnose::OlderLibstdcxx;
using diagnose::OlderNvJitLink;
using diagnose::RefusedCompiler;
using diagnose::SaidByRow;
using diagnose::value_of;

std::string cuda_in_words(const Knowledge& known) {
    if (known.releases.empty()) return "CUDA";
    return releases_in_words(VersionRange{known.releases.front()->version, known.releases.back()->version});
}

std::string line_in_words(const LogLine& line) {
    return line.number == 0 ? "" : fmt::format(" (line {})", line.number);
}

/// `line 4 is of an nvcc that takes gcc up to 13`
std::string toolkit_in_words(const diagnose::SeenFact& fact) {
    const std::string who = fact.line.number == 0 ? std::string("--cuda") : fmt::format("line {}", fact.line.number);
    if (fact.fact == Fact::gcc_bound) return fmt::format("{} is of an nvcc that takes gcc up to {}", who, fact.value);
    if (fact.fact == Fact::clang_bound)
        return fmt::format("{} is of an nvcc that takes no clang from {} on", who, fact.value);
    return fmt::format("{} is of CUDA {}", who, fact.value);
}

/// What a message's own row says, beside what is computed.
void add_own(const std::optional<std::string_view>& text, std::string_view code, SourceIds sources,
             std::vector<Said>& said) {
    if (text) said.push_back({code, std::string(*text), sources});
}

std::string of_gpu(const MissingCode& missing) {
    if (missing.gpu && !missing.gpu->name.empty() && missing.capability == missing.gpu->capability)
        return gpu_in_words(*missing.gpu);
    return missing.capability ? fmt::format("capability {}", to_string(*missing.capability)) : "the GPU";
}

/// `CUDA 8.0 to 12.9`, `CUDA 12.8 or newer`
std::string known_to(const NvccCapability& nvcc) {
    return fmt::format("CUDA {}{}", to_string(nvcc.first),
                       nvcc.last ? fmt::format(" to {}", to_string(*nvcc.last)) : " or newer");
}

/// Says why, one kind of cause after the other.
class Why {
public:
    Why(const Knowledge& known, const Tables& tables) : known_(known), tables_(tables) {}

    std::vector<Said> operator()(const RefusedCompiler& refused) const {
        const std::string_view family = to_string(refused.family);
        if (!refused.newest_taken)
            return {{"host-compiler-refused",
                     fmt::format("each release of CUDA takes {} up to a version of its own", family)}};
        const std::string who = known_.releases.empty() ? "this nvcc" : cuda_in_words(known_);
        std::string text = fmt::format("{} take{} {} up to {}", who, known_.releases.size() > 1 ? "" : "s", family,
                                       *refused.newest_taken);
        if (refused.host)
            text += fmt::format("{}{}{}", refused.host->major > *refused.newest_taken ? ", and " : "; this is ",
                                name_in_words(*refused.host, refused.host_version),
                                refused.host->major > *refused.newest_taken ? " is newer" : "");
        if (known_.releases.empty()) return {{"host-compiler-refused", std::move(text)}};
        const HostCompilerRow* row = find_host_compilers(tables_, refused.family, known_.releases.back()->version);
        return {{"host-compiler-refused", std::move(text), row->enforced->sources}};
    }

    std::vector<Said> operator()(const Advised& advised) const {
        std::vector<Said> said;
        for (const AdvisoryRow* advisory : advised.advisories)
            said.push_back({"advisory", std::string(advisory->message), advisory->sources});
        return said;
    }

    std::vector<Said> operator()(const MissingCode& missing) const {
        if (!missing.row) {
            if (!missing.capability && missing.is_refused)
                return {
                    {"unknown-architecture", "each release of CUDA compiles for a list of architectures of its own"}};
            if (!missing.capability) return {{"no-code", "none of the code in the program fits the GPU"}};
            return {{"unknown-capability",
                     fmt::format("there is no capability {} in the tables", to_string(*missing.capability))}};
        }
        std::string text = fmt::format("nvcc compiles for {} in {}", of_gpu(missing), releases_in_words(*missing.row));
        if (missing.place == CapabilityPlace::too_new) text += fmt::format(", and {} is older", cuda_in_words(known_));
        if (missing.place == CapabilityPlace::too_old) text += fmt::format(", and {} is newer", cuda_in_words(known_));
        std::vector<Said> said{{"capability-releases", std::move(text), missing.row->nvcc.sources}};
        if (std::vector<Capability> others = others_than(*missing.capability); !missing.is_refused && !others.empty())
            said.push_back({"built-for", fmt::format("it is built for {}", joined(others, ", "))});
        return said;
    }

    std::vector<Said> operator()(const DriverInQuestion& question) const {
        if (question.verdict)
            return {{"driver-verdict",
                     fmt::format("driver {} with CUDA {}: {}", known_.driver_text, to_string(question.release->version),
                                 driver_in_words(*question.verdict))}};
        if (question.asked == MessageRow::Cause::ptx) return {say_rule("ptx-driver")};
        if (question.needs)
            return {{"driver-needed", fmt::format("CUDA {} asks for {}", to_string(question.release->version),
                                                  needs_in_words(*question.needs))}};
        return {{"driver-needed", "each release of CUDA asks for a driver from one version on"}};
    }

    std::vector<Said> operator()(const OlderLibstdcxx& older) const {
        const std::string what = older.symbol.empty() ? older.version
                                                      : fmt::format("{} ({})", older.symbol, older.version);
        if (older.version.empty())
            return {{"libstdcxx-version", "each release of libstdc++ adds symbols to those of the one before"}};
        if (!older.row)
            return {{"libstdcxx-version", fmt::format("{} is newer than every libstdc++ in the tables", what)}};
        return {{"libstdcxx-version",
                 fmt::format("{} came with the libstdc++ of GCC {}, and the one that was found is older", what,
                             to_string(older.row->gcc)),
                 older.row->sources}};
    }

    std::vector<Said> operator()(const OlderGlibc& older) const {
        if (!older.symbol.empty())
            return {
                {"glibc-version", fmt::format("{} came with glibc {}, and the one that is linked or loaded is older",
                                              older.symbol, to_string(older.needed))}};
        return {{"glibc-version", fmt::format("it was linked with glibc {} or newer and runs with an older one",
                                              to_string(older.needed))}};
    }

    std::vector<Said> operator()(const OlderNvJitLink& older) const {
        if (!older.row) return {{"nvjitlink-symbol", "no libnvJitLink in the tables has the symbol"}};
        return {{"nvjitlink-symbol",
                 fmt::format("the symbol is in libnvJitLink of CUDA {} and of later {}.x releases",
                             to_string(older.row->release), older.row->release.major),
                 older.row->sources}};
    }
    std::vector<Said> operator()(const MissingFile& missing) const {
        std::vector<Said> said{say(missing.file)};
        if (std::optional<Said> release = say_release(missing.file)) said.push_back(*std::move(release));
        return said;
    }

    std::vector<Said> operator()(const SaidByRow&) const { return {}; }

private:
    [[nodiscard]] Said say_rule(std::string_view id) const {
        const RuleRow& rule = *find_by_id(tables_.rules, id);
        return {rule.id, std::string(rule.statement), rule.sources};
    }

    /// The architectures that the log names, but for that one.
    [[nodiscard]] std::vector<Capability> others_than(Capability capability) const {
        std::vector<Capability> others;
        for (const Known<Capability>& known : known_.architectures)
            if (known.value != capability) others.push_back(known.value);
        sort_unique(others);
        return others;
    }

    const Knowledge& known_;
    const Tables& tables_;
};

/// Likewise for what can be done.
class Remedies {
public:
    explicit Remedies(const Knowledge& known) : known_(known) {}

    std::vector<Said> operator()(const RefusedCompiler& refused) const {
        std::vector<Said> said;
        if (refused.use) said.push_back(use(*refused.use));
        else if (refused.newest_taken)
            said.push_back({"use-compiler", fmt::format("use {} or an older one as host compiler",
                                                        to_string(Compiler{refused.family, *refused.newest_taken}))});
        else
            said.push_back({"use-compiler", fmt::format("use an older {} as host compiler; `cudastdenv resolve --cuda "
                                                        "V` says which one a release takes",
                                                        to_string(refused.family))});
        if (refused.use && refused.broken_by && refused.broken_by->workaround)
            said.push_back(
                {"way-out",
                 fmt::format("with it {} breaks too: {}", refused.broken_by->id, *refused.broken_by->workaround),
                 refused.broken_by->sources});
        if (refused.takes_host)
            said.push_back(
                {"use-release", fmt::format("or CUDA {} or newer, which takes {}",
                                            to_string(refused.takes_host->version), to_string(*refused.host))});
        return said;
    }

    std::vector<Said> operator()(const Advised& advised) const {
        std::vector<Said> said;
        for (const AdvisoryRow* advisory : advised.advisories)
            if (advisory->workaround)
                said.push_back({"way-out", std::string(*advisory->workaround), advisory->sources});
        const auto is_said = [&](const std::string& text) {
            return std::ranges::any_of(said, [&](const Said& one) { return has_in_any_case(one.text, text); });
        };
        if (advised.mended_in && !is_said(to_string(minor_of(advised.mended_in->version))))
            said.push_back({"use-release",
                            fmt::format("CUDA {} and later do not have it", to_string(advised.mended_in->version))});
        const std::optional<Compiler> other = advised.use ? std::optional(advised.use->compiler) : advised.older;
        const bool is_other_said = other && is_said(fmt::format("{} {}", to_string(other->family), other->major));
        if (advised.use && !is_other_said) said.push_back(use(*advised.use));
        else if (advised.older && !is_other_said)
            said.push_back(
                {"use-compiler", fmt::format("{} as host compiler does not have it", to_string(*advised.older))});
        return said;
    }

    std::vector<Said> operator()(const MissingCode& missing) const {
        if (!missing.capability && missing.is_refused)
            return {{"use-release", "take a release that knows the architecture, or leave it out of the list"}};
        if (!missing.capability)
            return {{"name-gpu", "build for the GPU that it is to run on; --gpu 'RTX 4090' tells for what"}};
        if (!missing.row) return {};
        const NvccCapability& nvcc = missing.row->nvcc;
        if (missing.specific)
            return {{"build-for",
                     fmt::format("build for {}: instructions of one architecture alone are in no other code",
                                 to_string(*missing.specific)),
                     nvcc.sources}};
        switch (missing.place) {
            case CapabilityPlace::too_new:
                return {{"use-release",
                         fmt::format("take CUDA {} or newer, or leave {} out of the list", to_string(nvcc.first),
                                     to_string(*missing.capability)),
                         nvcc.sources}};
            case CapabilityPlace::too_old:
                return {{"use-release",
                         fmt::format("take CUDA {} or older, or leave {} out of the list", to_string(*nvcc.last),
                                     to_string(*missing.capability)),
                         nvcc.sources}};
            case CapabilityPlace::taken:
                if (missing.is_refused)
                    return {{"other-tool",
                             fmt::format("{} knows it: the tool that refuses it is of another release, "
                                         "or brought along by another package",
                                         cuda_in_words(known_)),
                             nvcc.sources}};
                return {{"build-for", fmt::format("build for {}: {} can", of_gpu(missing), cuda_in_words(known_)),
                         nvcc.sources}};
            case CapabilityPlace::not_known:
                if (missing.is_refused)
                    return {{"use-release",
                             fmt::format("take a toolkit of {}, or leave {} out of the list", known_to(nvcc),
                                         to_string(*missing.capability)),
                             nvcc.sources}};
                return {{"build-for",
                         fmt::format("take a build, or build it yourself, with machine code for {}: with {}",
                                     of_gpu(missing), known_to(nvcc)),
                         nvcc.sources}};
        }
        return {};
    }

    std::vector<Said> operator()(const DriverInQuestion& question) const {
        if (question.asked == MessageRow::Cause::ptx) return compile_ptx(question);
        if (question.asked == MessageRow::Cause::native_driver) return be_as_new(question);
        if (question.verdict && runs(*question.verdict) == true)
            return {{"other-driver",
                     fmt::format("see with LD_DEBUG=libs which libcuda is loaded, and find out with which release the "
                                 "program was built: driver {} runs CUDA {}",
                                 known_.driver_text, to_string(question.release->version))}};
        std::vector<Said> said;
        if (question.needs && question.needs->minimum)
            said.push_back({"use-driver", fmt::format("install {}", needs_in_words(*question.needs)),
                            question.needs->minimum->sources});
        if (known_.driver)
            said.push_back(
                {"use-release", fmt::format("{}take a build for a CUDA release that driver {} runs: "
                                            "`cudastdenv releases --driver {}` lists them",
                                            said.empty() ? "" : "or ", known_.driver_text, known_.driver_text)});
        else if (known_.driver_cuda) said.push_back(older_build(said.empty()));
        return said;
    }

    std::vector<Said> operator()(const OlderLibstdcxx& older) const {
        if (!older.row)
            return {{"use-libstdcxx", "load, and link, the libstdc++ of the compiler that it was built with; which one "
                                      "is loaded, LD_DEBUG=libs shows"}};
        std::vector<Said> said{{"use-libstdcxx",
                                fmt::format("load, and link, the libstdc++ of GCC {} or newer; which one is loaded, "
                                            "LD_DEBUG=libs shows",
                                            to_string(older.row->gcc)),
                                older.row->sources}};
        if (!older.environments.empty())
            said.push_back({"use-environment",
                            fmt::format("it is in {} and later ones", environments_in_words(older.environments))});
        said.push_back({"use-older-compiler", fmt::format("or compile with a GCC older than {}, and all that is linked "
                                                          "with it",
                                                          to_string(older.row->gcc))});
        return said;
    }

    std::vector<Said> operator()(const OlderGlibc& older) const {
        const std::string_view make = older.symbol.empty() ? "build" : "compile",
                               use = older.symbol.empty() ? "run" : "link";
        std::vector<Said> said{
            {"build-on-older", fmt::format("{} it where glibc is older than {}, or take a build that was made there",
                                           make, to_string(older.needed))}};
        if (!older.environments.empty())
            said.push_back({"use-environment", fmt::format("or {} it in {} or a later one", use,
                                                           environments_in_words(older.environments))});
        return said;
    }

    std::vector<Said> operator()(const OlderNvJitLink&) const { return {}; }
    std::vector<Said> operator()(const MissingFile& missing) const {
        if (missing.file.is_drivers())
            return {{"use-driver", "install the driver, or let the program find the one of the machine"}};
        if (!missing.release) return {};
        if (missing.is_newest)
            return {
                {"use-package",
                 fmt::format("install the package of your CUDA release that has {}; of CUDA {}, if you have none yet",
                             missing.file.name, to_string(*missing.release))}};
        return {{"use-package", fmt::format("install the package of CUDA {} that has {}", to_string(*missing.release),
                                            missing.file.name)}};
    }
    std::vector<Said> operator()(const SaidByRow&) const { return {}; }

    [[nodiscard]] static Said use(const HostCompiler& host) {
        return {"use-compiler", fmt::format("use {} as host compiler", to_string(host.compiler))};
    }

private:
    [[nodiscard]] static Said newer_driver() {
        return {"use-driver", "install a newer driver; `cudastdenv compat --cuda V` says what a release asks for"};
    }

    /// Of a driver of which it is known what it is as new as.
    [[nodiscard]] Said older_build(bool is_only_way) const {
        return {"use-release",
                fmt::format("{}take a build for CUDA {} or an older release: the driver is as new as that",
                            is_only_way ? "" : "or ", to_string(known_.driver_cuda->value))};
    }

    /// A driver that runs the release by minor-version compatibility does not do.
    [[nodiscard]] std::vector<Said> be_as_new(const DriverInQuestion& question) const {
        std::vector<Said> said;
        if (question.needs && question.needs->minimum)
            said.push_back(
                {"use-driver",
                 fmt::format("install driver {} or newer, which is as new as CUDA {}",
                             to_string(question.needs->minimum->driver), to_string(question.release->version)),
                 question.needs->minimum->sources});
        else said.push_back(newer_driver());
        if (known_.driver_cuda && question.release && is_before(known_.driver_cuda->value, question.release->version))
            said.push_back(older_build(false));
        return said;
    }

    [[nodiscard]] std::vector<Said> compile_ptx(const DriverInQuestion& question) const {
        if (!question.needs || !question.needs->ptx_branch) return {};
        const std::string what = known_.gpus.empty() ? "the GPU" : gpu_in_words(known_.gpus.front().value);
        return {{"use-driver",
                 fmt::format("install a driver of branch {} or newer, which compiles the PTX of CUDA {}",
                             *question.needs->ptx_branch, to_string(question.release->version)),
                 question.needs->ptx_version->sources},
                {"build-for", fmt::format("or build machine code for {}, so that no PTX has to be compiled", what)}};
    }

    const Knowledge& known_;
};

/// Whether what is known of the machine makes the general advice of the message's row needless.
bool is_answered(const diagnose::Cause& cause) {
    if (const auto* question = std::get_if<DriverInQuestion>(&cause)) {
        if (question->asked == MessageRow::Cause::ptx) return question->needs && question->needs->ptx_branch;
        return question->asked == MessageRow::Cause::driver && question->verdict;
    }
    const auto* missing = std::get_if<MissingCode>(&cause);
    return missing && !missing->is_refused && missing->row;
}

/// What was asked, and what was found.
struct Asked {
    const Tables& tables;
    const diagnose::Diagnosis& diagnosis;
    std::optional<ApplyTool> for_tool;  ///< absent: who fits
};

/// What a message says, by the names of facts, and what follows from it.
std::optional<std::string> with_facts(const ExplainedMessage& finding, std::string_view line) {
    bool is_known = true;
    const auto* older = std::get_if<OlderLibstdcxx>(&finding.cause);
    // What a log says goes to no shell but as a word.
    const auto is_plain = [](char c) {
        return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z') || c == '.' || c == '+';
    };
    std::string text = with_holes_filled(line, [&](std::string_view hole) {
        const Fact fact = fact_named(hole);
        if (fact == Fact::none) return fmt::format("{{{}}}", hole);  // a variable of the shell
        std::string value(value_of(finding.seen->fillings, fact));
        if (fact == Fact::gcc && older != nullptr) value = older->row ? to_string(older->row->gcc) : "";
        is_known = is_known && !value.empty() && std::ranges::all_of(value, is_plain);
        return value;
    });
    return is_known ? std::optional(std::move(text)) : std::nullopt;
}

/// The rows of the message for that tool, or for any.
std::vector<DiagnoseAnswer::Fix> own_lines(const Asked& asked, const ExplainedMessage& finding) {
    std::vector<DiagnoseAnswer::Fix> all;
    for (const MessageLinesRow& row : asked.tables.message_lines) {
        if (row.message != finding.message->id) continue;
        const std::optional<ApplyTool> tool = find_apply_tool(row.tool);
        const bool is_asked = asked.for_tool ? tool == asked.for_tool
                                             : tool && is_for(*tool, finding.remedy.environment, asked.tables);
        if (!is_asked) continue;
        DiagnoseAnswer::Fix lines{row.tool, {}};
        for (const std::string_view line : row.lines)
            if (std::optional<std::string> text = with_facts(finding, line)) lines.lines.push_back(*std::move(text));
        if (lines.lines.size() == row.lines.size()) all.push_back(std::move(lines));
    }
    return all;
}

/// Whether lines that are called so are for the tool.
bool is_way_of(std::string_view way, ApplyTool tool) {
    if (way == "nixpkgs") return tool == ApplyTool::nix;
    if (way == "pip") return tool == ApplyTool::torch;
    return way == to_string(tool);
}

/// The attribute of nixpkgs that has the release; empty: no set of the channel does.
std::string_view nix_set_of(const Asked& asked, Version release) {
    const Knowledge& known = asked.diagnosis.knowledge;
    if (known.releases.empty()) return "cudaPackages";
    return apply::package_set({.releases = {release, release}, .environment = known.environment}, asked.tables);
}

std::vector<DiagnoseAnswer::Fix> lines_for_file(const Asked& asked, const MissingFile& missing) {
    std::vector<DiagnoseAnswer::Fix> all;
    if (!missing.release) return all;
    const EnvironmentRow* environment = asked.diagnosis.knowledge.environment;
    const bool is_nix = environment && environment->id.starts_with("nixos-");
    const std::string_view nix_set = nix_set_of(asked, *missing.release);
    for (ComponentLines& lines : lines_for(asked.tables, missing.file, *missing.release, nix_set)) {
        if (lines.way == to_string(PackageSource::nixpkgs) && nix_set.empty() && !missing.file.is_drivers()) continue;
        const std::optional<ApplyTool> tool = find_apply_tool(lines.way);
        const bool fits = !environment ||
                          (is_nix ? lines.way == "nixpkgs"
                                  : lines.way != "nixpkgs" && (!tool || is_for(*tool, environment, asked.tables)));
        if (asked.for_tool ? is_way_of(lines.way, *asked.for_tool) : fits)
            all.push_back({lines.way, std::move(lines.lines)});
    }
    return all;
}

/// For whom, where nobody says: who fits the environment; else who printed the log.
std::vector<ApplyTool> tools_for(const Asked& asked, const ToApply& remedy) {
    if (asked.for_tool) return {*asked.for_tool};
    if (!remedy.environment)
        for (const std::string_view name : asked.diagnosis.reading.tools)
            if (const auto tool = find_apply_tool(name); tool && !lines_to_type(*tool, remedy, asked.tables).empty())
                return {*tool};
    return tools_that_fit(remedy, asked.tables);
}

std::vector<DiagnoseAnswer::Fix> lines_for_remedy(const Asked& asked, const ExplainedMessage& finding) {
    std::vector<DiagnoseAnswer::Fix> all;
    ToApply remedy = finding.remedy;
    if (!asked.for_tool) remedy.library.reset();  // where the default compiler links, it works without
    for (const ApplyTool tool : tools_for(asked, remedy))
        if (std::vector<std::string> lines = lines_to_type(tool, remedy, asked.tables); !lines.empty())
            all.push_back({to_string(tool), std::move(lines)});
    return all.empty() ? own_lines(asked, finding) : all;
}

std::vector<DiagnoseAnswer::Fix> lines_of(const Asked& asked, const ExplainedMessage& finding) {
    const auto* missing = std::get_if<MissingFile>(&finding.cause);
    std::vector<DiagnoseAnswer::Fix> all = missing ? lines_for_file(asked, *missing) : lines_for_remedy(asked, finding);
    if (all.empty() && asked.for_tool) all.push_back({to_string(*asked.for_tool), {}});
    return all;
}

DiagnoseAnswer::Finding finding_of(const Asked& asked, const ExplainedMessage& finding) {
    const MessageRow& message = *finding.message;
    const Knowledge& known = asked.diagnosis.knowledge;
    DiagnoseAnswer::Finding said{.message = message.id,
                                 .title_text = message.title,
                                 .line = finding.seen->line.number,
                                 .text = {finding.seen->line.text},
                                 .cause = std::string(message.title),
                                 .why = std::visit(Why(known, asked.tables), finding.cause),
                                 .remedies = std::visit(Remedies(known), finding.cause),
                                 .sources = {message.sources.begin(), message.sources.end()}};
    add_own(message.why, "explanation", message.sources, said.why);
    if (!is_answered(finding.cause)) add_own(message.remedy, "remedy", message.sources, said.remedies);
    for (const Said& why : said.why) said.cause += "; " + why.text;
    if (const auto* advised = std::get_if<Advised>(&finding.cause)) said.advisory = advised->advisories.front()->id;
    for (const auto* all : {&said.why, &said.remedies})
        for (const Said& one : *all) said.sources.insert(said.sources.end(), one.sources.begin(), one.sources.end());
    sort_unique(said.sources);
    return said;
}

std::vector<Said> remedies_for_all(const diagnose::Diagnosis& diagnosis) {
    std::vector<Said> said;
    if (diagnosis.release_for_all)
        said.push_back(
            {"use-release", fmt::format("CUDA {} mends all of them", to_string(diagnosis.release_for_all->version))});
    if (diagnosis.compiler_for_all)
        said.push_back({"use-compiler", fmt::format("{} as host compiler mends all of them",
                                                    to_string(diagnosis.compiler_for_all->compiler))});
    return said;
}

std::optional<std::size_t> number_of(const LogLine& line) {
    return line.number == 0 ? std::nullopt : std::optional(line.number);
}

/// What is known of the machine, for programs and for people.
void add_facts(const Knowledge& known, DiagnoseAnswer& answer) {
    DiagnoseAnswer::Facts& facts = answer.facts;
    const auto say = [&](const std::string& text, const LogLine& line) {
        answer.facts_text.push_back(text + line_in_words(line));
    };
    const auto add_version = [&](std::optional<DiagnoseAnswer::VersionFact>& fact, std::string_view name,
                                 const std::optional<Known<Version>>& version, bool or_newer = false) {
        if (!version) return;
        fact = DiagnoseAnswer::VersionFact{version->value, or_newer, number_of(version->line)};
        say(fmt::format("{} {}{}", name, to_string(version->value), or_newer ? " or newer" : ""), version->line);
    };
    if (!known.releases.empty()) {
        facts.cuda = DiagnoseAnswer::ReleasesFact{known.releases.front()->version, known.releases.back()->version,
                                                  number_of(known.release_line)};
        say(cuda_in_words(known), known.release_line);
    }
    if (known.host) {
        facts.host_compiler = DiagnoseAnswer::CompilerFact{known.host->value, known.host_version,
                                                           number_of(known.host->line)};
        say(name_in_words(known.host->value, known.host_version), known.host->line);
    }
    if (known.environment) {
        facts.environment = known.environment->id;
        answer.facts_text.emplace_back(known.environment->title);
    }
    add_version(facts.glibc, "glibc", known.glibc, known.glibc_or_newer);
    add_version(facts.torch, "PyTorch", known.torch);
    add_version(facts.torch_cuda, "PyTorch's CUDA", known.torch_cuda);
    if (known.driver) {
        facts.driver = DiagnoseAnswer::TextFact{known.driver_text, number_of(known.driver->line)};
        say("driver " + known.driver_text, known.driver->line);
    }
    if (known.driver_cuda)
        say(fmt::format("a driver as new as CUDA {}", to_string(known.driver_cuda->value)), known.driver_cuda->line);
    for (const auto& [gpu, line] : known.gpus) {
        const bool has_name = !gpu.name.empty();
        facts.gpus.push_back({has_name ? std::optional(gpu.name) : std::nullopt, gpu.capability, number_of(line)});
        say((has_name ? "" : "a GPU of capability ") + gpu_in_words(gpu), line);
    }
    if (!known.architectures.empty()) facts.architectures.emplace();
    for (const Known<Capability>& named : known.architectures) facts.architectures->push_back(named.value);
    if (facts.architectures) sort_unique(*facts.architectures);
    if (known.system)
        facts.system = DiagnoseAnswer::TextFact{std::string(known.system->value), number_of(known.system->line)};
}

/// Lines that contradict each other, and facts that cannot be.
std::vector<Said> oddities_in(const diagnose::Diagnosis& diagnosis) {
    std::vector<Said> said;
    for (const Contradiction& odd : diagnosis.knowledge.contradictions)
        said.push_back(
            {"contradiction", fmt::format("{}, and {}", toolkit_in_words(odd.one), toolkit_in_words(odd.other))});
    for (const ExplainedMessage& finding : diagnosis.findings)
        if (const auto* missing = std::get_if<MissingCode>(&finding.cause); missing && missing->looks_like_release)
            said.push_back({"release-as-architecture",
                            fmt::format("{} is the number of the release: it may have been typed for an architecture",
                                        to_string(*missing->capability))});
    return said;
}

/// What is not known and would make the answer better, and the command that tells it on the machine itself.
void add_unknown(const diagnose::Diagnosis& diagnosis, DiagnoseAnswer& answer) {
    const Knowledge& known = diagnosis.knowledge;
    const auto add = [&](std::string_view key, std::string_view name, bool is_known) {
        if (is_known || std::ranges::find(answer.unknown, key) != answer.unknown.end()) return;
        answer.unknown_text += fmt::format("{}{}", answer.unknown.empty() ? "" : ", ", name);
        answer.unknown.push_back(key);
    };
    const auto add_release = [&](bool is_known) { add("cuda", "the CUDA release", is_known); };
    const bool knows_release = !known.releases.empty() &&
                               minor_of(known.releases.front()->version) == minor_of(known.releases.back()->version);
    for (const ExplainedMessage& finding : diagnosis.findings) switch (finding.message->cause) {
            case MessageRow::Cause::host_compiler:
            case MessageRow::Cause::advisory:
                add_release(knows_release);
                add("hostCompiler", "the host compiler", known.host.has_value());
                add("glibc", "glibc", known.glibc && !known.glibc_or_newer);
                break;
            case MessageRow::Cause::architecture:
            case MessageRow::Cause::coverage:
                add_release(knows_release);
                add("gpus", "the GPU", !known.gpus.empty());
                break;
            case MessageRow::Cause::driver:
            case MessageRow::Cause::native_driver:
            case MessageRow::Cause::ptx:
                add_release(knows_release || known.torch_cuda);
                add("driver", "the driver", known.driver.has_value());
                break;
            case MessageRow::Cause::component: add_release(knows_release); break;
            case MessageRow::Cause::libstdcxx: answer.ask = "cudastdenv abi FILE --stdenv host"; break;
            case MessageRow::Cause::itself: break;
        }
    if (!answer.unknown.empty()) answer.ask = "cudastdenv detect";
}

/// Which message a text speaks of that is one sentence and no log; empty: it is none, or speaks of none.
std::string spoken_of_in_words(const diagnose::LogReading& reading) {
    // A log has more lines, and what somebody says in it is not what it is about.
    constexpr std::size_t lines_of_sentence = 2;
    const auto spoken = std::ranges::find_if(reading.messages, &diagnose::SeenMessage::is_quoted);
    if (reading.line_count > lines_of_sentence || spoken == reading.messages.end()) return {};
    return fmt::format("line {} speaks of {}; give the log itself to have it diagnosed", spoken->line.number,
                       spoken->wording->message);
}

}  // namespace

DiagnoseAnswer diagnose_answer(const Tables& tables, const diagnose::Diagnosis& diagnosis, bool with_lines,
                               std::optional<ApplyTool> for_tool) {
    const Asked asked{tables, diagnosis, for_tool};
    DiagnoseAnswer answer{.for_all = remedies_for_all(diagnosis),
                          .oddities = oddities_in(diagnosis),
                          .spoken_of_text = spoken_of_in_words(diagnosis.reading)};
    for (const ExplainedMessage& finding : diagnosis.findings) {
        answer.findings.push_back(finding_of(asked, finding));
        if (with_lines) answer.findings.back().fix = lines_of(asked, finding);
    }
    add_facts(diagnosis.knowledge, answer);
    add_unknown(diagnosis, answer);
    if (const auto& error = diagnosis.reading.first_error) {
        answer.first_error = ForeignText{error->text};
        answer.first_error_line = error->number;
    }
    return answer;
}

}  // namespace cudastdenv::words
