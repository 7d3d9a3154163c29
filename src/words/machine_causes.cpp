// SPDX-License-Identifier: MIT
// What of a machine stops a build or a program: GPUs, drivers, libraries, files.
#include "diagnose/line_context.hpp"
#include "findings/abi.hpp"
#include "resolve/request.hpp"
#include "tables/lookup.hpp"
#include "words/diagnosis.hpp"
#include "words/diagnostics.hpp"
#include "words/drivers.hpp"
#include "words/message.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

namespace cudastdenv::words {

namespace {

using diagnose::Knowledge;
using diagnose::SeenMessage;
using diagnose::value_of;

/// How a capability stands to a release of nvcc, and the ids of the sentences on that.
struct CapabilityPlace {
    std::string_view why;
    std::string_view remedy;
    std::string_view remedy_where_refused;  ///< where a tool does not know the architecture
};
constexpr CapabilityPlace place_not_known{"capability-releases", "build-it-yourself", "use-toolkit-of"};
constexpr CapabilityPlace place_too_new{"capability-releases-later", "use-release-since", "use-release-since"};
constexpr CapabilityPlace place_too_old{"capability-releases-ended", "use-release-until", "use-release-until"};
constexpr CapabilityPlace place_taken{"capability-releases", "build-for", "other-tool"};

/// There is no code for the GPU, or a tool cannot make it.
struct MissingCode {
    bool is_refused = false;  ///< a tool does not know the architecture

    std::optional<Gpu> gpu;                ///< that the log or an option names
    std::optional<Capability> capability;  ///< that the message or the GPU names; absent: none is named
    const CapabilityRow* row = nullptr;    ///< nullptr: the tables have no such capability
    const CapabilityPlace* place = &place_not_known;
    std::optional<Capability> specific = {};  ///< its architecture-specific form, which the instruction needs
};

std::string gpu_or_capability(const MissingCode& missing) {
    if (missing.gpu && !missing.gpu->name.empty() && missing.capability == missing.gpu->capability)
        return gpu_in_words(*missing.gpu);
    return fmt::format("capability {}", *missing.capability);
}

/// What is to be built: for the GPU, unless its architecture is what a tool does not know.
std::optional<BuildList> list_for(const MissingCode& missing) {
    if (missing.specific) return BuildList{{*missing.specific}, {}};
    if (missing.is_refused) {
        const auto is_same_number = [&](Capability gpu) {
            return missing.capability && gpu.major == missing.capability->major &&
                   gpu.minor == missing.capability->minor;
        };
        if (!missing.gpu || is_same_number(missing.gpu->capability)) return std::nullopt;
        return BuildList{{missing.gpu->capability}, {}};
    }
    const bool can_be = missing.place == &place_taken || missing.place == &place_not_known;
    if (!missing.row || !can_be) return std::nullopt;
    return BuildList{{*missing.capability}, {}};
}

/// `12.1a` of 12.1; absent: there is none.
std::optional<Capability> specific_form(const Tables& tables, Capability capability) {
    Capability specific = capability;
    specific.kind = Capability::Kind::architecture;
    if (capability.kind != Capability::Kind::baseline || !find_capability(tables, specific)) return std::nullopt;
    return specific;
}

MissingCode missing_code(const Tables& tables, const Knowledge& known, const SeenMessage& seen, bool is_refused) {
    const std::vector<Gpu> gpus = known.gpus();
    MissingCode missing{.is_refused = is_refused,
                        .gpu = gpus.empty() ? std::nullopt : std::optional(gpus.front()),
                        .capability = diagnose::capability_in(value_of(seen.fillings, Fact::capability))};
    if (!missing.capability && missing.gpu) missing.capability = missing.gpu->capability;
    if (missing.capability) missing.row = find_capability(tables, *missing.capability);
    if (!missing.row) return missing;
    if (is_refused && !value_of(seen.fillings, Fact::builtin).empty())
        missing.specific = specific_form(tables, *missing.capability);
    if (known.releases.empty()) return missing;
    const Release* release = known.releases.back();
    const NvccCapability& nvcc = missing.row->nvcc;
    if (is_before(release->version, nvcc.first)) missing.place = &place_too_new;
    else if (nvcc.last && is_before(*nvcc.last, release->version)) missing.place = &place_too_old;
    else missing.place = &place_taken;
    return missing;
}

/// A sentence on the capability, one that the tables know.
Said sentence_on(const MissingCode& missing, const Knowledge& known, std::string_view id) {
    const NvccCapability& nvcc = missing.row->nvcc;
    return said(
        {id,
         {{"gpu", gpu_or_capability(missing)},
          {"capability", missing.specific.value_or(*missing.capability)},
          {"cuda", cuda_in_words(known)},
          {"in", releases_in_words(*missing.row)},
          {"with", fmt::format("CUDA {}{}", nvcc.first, nvcc.last ? " to " + to_string(*nvcc.last) : " or newer")},
          {"first", nvcc.first},
          {"last", nvcc.last.value_or(nvcc.first)}},
         nvcc.sources});
}

void explain_missing_code(const Tables& tables, const Knowledge& known, ExplainedMessage& explained) {
    const bool is_refused = explained.message->cause == MessageRow::Cause::architecture;
    const MissingCode missing = missing_code(tables, known, *explained.seen, is_refused);
    std::vector<Said>& why = explained.finding.why;
    std::vector<Said>& remedies = explained.finding.remedies;
    explained.remedy.list = list_for(missing);
    if (missing.row) {
        explained.is_answered = !missing.is_refused;
        why.push_back(sentence_on(missing, known, missing.place->why));
        // The architectures that the log names, but for that one.
        std::vector<Capability> others = known.facts.architectures.value_or(std::vector<Capability>());
        std::erase(others, *missing.capability);
        if (!missing.is_refused && !others.empty())
            why.push_back(said({"built-for", {{"architectures", joined(others)}}}));
        remedies.push_back(sentence_on(missing, known,
                                       missing.specific     ? "build-for-specific"
                                       : missing.is_refused ? missing.place->remedy_where_refused
                                                            : missing.place->remedy));
        const auto is_number_of = [&](Version release) {
            return missing.capability->major == release.major && missing.capability->minor == release.minor;
        };
        if (missing.place == &place_too_new && is_number_of(known.releases.back()->version))
            explained.oddity = said({"release-as-architecture", {{"capability", *missing.capability}}});
    } else if (missing.capability) {
        why.push_back(said({"capability-without-tables", {{"capability", *missing.capability}}}));
    } else {
        why.push_back(said({missing.is_refused ? "own-architectures" : "no-code"}));
        remedies.push_back(said({missing.is_refused ? "use-release-that-knows" : "name-gpu"}));
    }
}

/// The release that a driver is to run; nullptr: not known.
const Release* release_to_run(const Tables& tables, const Knowledge& known, MessageRow::Cause cause) {
    if (known.given.release) return known.given.release;
    const Release* found = nullptr;
    if (known.facts.torch_cuda)
        for (const Release& row : tables.releases)
            if (may_be_same(known.facts.torch_cuda->value, row.version)) found = &row;
    if (found || known.releases.empty()) return found;
    // As new as 12.8 is what has that of its first patch release.
    return cause == MessageRow::Cause::native_driver ? known.releases.front() : known.releases.back();
}

/// The driver is older than what it is to run: programs, PTX to compile, or what is as new as the release.
class DriverExplainer {
public:
    DriverExplainer(const Tables& tables, const Knowledge& known, MessageRow::Cause cause)
        : tables_(tables),
          known_(known),
          cause_(cause),
          gpus_(known.gpus()),
          release_(release_to_run(tables, known, cause)) {
        if (!release_) return;
        const Request request = plain_request(release_->version, known.system);
        if (known.driver) verdict_ = judge_driver(tables, request, *known.driver, gpus_);
        needs_ = drivers_for(tables, request, gpus_);
    }

    void explain(ExplainedMessage& explained) const {
        const bool is_ptx = cause_ == MessageRow::Cause::ptx;
        explained.finding.why = {why()};
        if (is_ptx) compile_ptx(explained.finding.remedies);
        else if (cause_ == MessageRow::Cause::native_driver) be_as_new(explained.finding.remedies);
        else run(explained.finding.remedies);
        explained.is_answered = is_ptx ? knows_branch() : cause_ == MessageRow::Cause::driver && verdict_;
        // So that no PTX has to be compiled.
        if (is_ptx && !gpus_.empty()) explained.remedy.list = BuildList{{gpus_.front().capability}, {}};
    }

private:
    [[nodiscard]] bool knows_branch() const { return needs_ && needs_->ptx_branch; }

    [[nodiscard]] Said why() const {
        if (verdict_) return say("driver-verdict", {{"verdict", driver_in_words(*verdict_)}});
        if (cause_ == MessageRow::Cause::ptx) {
            const RuleRow& rule = *find_by_id(tables_.rules, "ptx-driver");
            return {rule.id, std::string(rule.statement), rule.sources};
        }
        if (needs_) return say("driver-needed", {{"needs", needs_in_words(*needs_)}});
        return said({"driver-needed-by-each"});
    }

    /// With the release and the driver, as far as they are known.
    [[nodiscard]] Said say(std::string_view id, std::vector<Argument> arguments = {}, SourceIds sources = {}) const {
        if (release_) arguments.emplace_back("release", release_->version);
        // As the log or the option writes it.
        if (known_.facts.driver) arguments.emplace_back("driver", known_.facts.driver->value);
        return said({id, std::move(arguments), sources});
    }

    void run(std::vector<Said>& remedies) const {
        if (verdict_ && runs(*verdict_) == true) {
            remedies.push_back(say("other-driver"));
            return;
        }
        const bool knows_minimum = needs_ && needs_->minimum;
        if (knows_minimum)
            remedies.push_back(say("install-needed", {{"needs", needs_in_words(*needs_)}}, needs_->minimum->sources));
        const std::string_view joining = knows_minimum ? "or " : "";
        if (known_.driver) remedies.push_back(say("use-release-of-driver", {{"or", joining}}));
        else if (known_.driver_cuda) remedies.push_back(older_build(joining));
    }

    /// Of a driver of which it is known what it is as new as.
    [[nodiscard]] Said older_build(std::string_view joining) const {
        return said({"use-older-release", {{"or", joining}, {"release", known_.driver_cuda->value}}});
    }

    /// A driver that runs the release by minor-version compatibility does not do.
    void be_as_new(std::vector<Said>& remedies) const {
        if (needs_ && needs_->minimum)
            remedies.push_back(say("install-as-new", {{"driver", needs_->minimum->driver}}, needs_->minimum->sources));
        else remedies.push_back(said({"install-newer"}));
        if (known_.driver_cuda && release_ && is_before(known_.driver_cuda->value, release_->version))
            remedies.push_back(older_build("or "));
    }

    void compile_ptx(std::vector<Said>& remedies) const {
        if (!knows_branch()) return;
        remedies = {say("install-for-ptx", {{"branch", *needs_->ptx_branch}}, needs_->ptx_version->sources),
                    said({"build-without-ptx", {{"gpu", gpus_.empty() ? "the GPU" : gpu_in_words(gpus_.front())}}})};
    }

    const Tables& tables_;
    const Knowledge& known_;
    MessageRow::Cause cause_;
    std::vector<Gpu> gpus_;
    const Release* release_;
    std::optional<DriverAnswer> verdict_;  // of the driver; absent: it or the release is not known
    std::optional<DriverAnswer> needs_;    // of the release
};

/// `GLIBCXX_3.4.30`, as the message says it, or by the symbol that it names.
std::string version_needed(const SeenMessage& seen) {
    for (const auto& [fact, part] :
         {std::pair(Fact::glibcxx, AbiPart::glibcxx), std::pair(Fact::cxxabi, AbiPart::cxxabi)})
        if (const std::string_view version = value_of(seen.fillings, fact); !version.empty())
            return fmt::format("{}{}", prefix_of(part), version);
    return std::string(seen.symbol_version);
}

/// The oldest environments that have it; empty: none has.
std::string environments_with(const Tables& tables, AbiPart part, const std::optional<Version>& number) {
    return joined(first_environments(tables, {{.part = part, .number = number}}), ", ", &EnvironmentRow::id);
}

/// A glibc that is older than that was loaded or linked. `symbol` is what an object lacks where it is linked; empty:
/// none is named.
void explain_older_glibc(const Tables& tables, const std::optional<Version>& needed, std::string_view symbol,
                         DiagnoseAnswer::Finding& finding) {
    if (!needed) return;
    const bool is_linked = !symbol.empty();
    finding.why.push_back(
        said({is_linked ? "glibc-of-symbol" : "glibc-version", {{"symbol", symbol}, {"glibc", *needed}}}));
    finding.remedies.push_back(
        said({"build-on-older", {{"build", is_linked ? "compile" : "build"}, {"glibc", *needed}}}));
    const std::string environments = environments_with(tables, AbiPart::glibc, needed);
    if (!environments.empty())
        finding.remedies.push_back(
            said({"use-environment", {{"use", is_linked ? "link" : "run"}, {"environments", environments}}}));
}

/// A libstdc++ that lacks a version, or a symbol of it, was loaded or linked.
void explain_older_libstdcxx(const Tables& tables, const SeenMessage& seen, ExplainedMessage& explained) {
    const std::string_view symbol = value_of(seen.fillings, Fact::symbol);
    const std::string version = version_needed(seen);
    if (const std::string_view needed = value_of(seen.fillings, Fact::glibc_needed); !needed.empty())
        return explain_older_glibc(tables, parse_version(needed), {}, explained.finding);
    if (version.starts_with(prefix_of(AbiPart::glibc)))
        return explain_older_glibc(tables, number_of(AbiPart::glibc, version), symbol, explained.finding);

    const AbiPart part = version.starts_with(prefix_of(AbiPart::cxxabi)) ? AbiPart::cxxabi : AbiPart::glibcxx;
    const std::optional<Version> number = number_of(part, version);
    const LibstdcxxRow* row = first_with(tables, part, number);
    const std::string what = symbol.empty() ? version : fmt::format("{} ({})", symbol, version);
    std::vector<Said>& why = explained.finding.why;
    std::vector<Said>& remedies = explained.finding.remedies;
    explained.libstdcxx_gcc = row ? to_string(row->gcc) : "";
    if (version.empty()) why.push_back(said({"libstdcxx-adds"}));
    else if (!row) why.push_back(said({"libstdcxx-beyond-tables", {{"what", what}}}));
    else why.push_back(said({"libstdcxx-version", {{"what", what}, {"gcc", row->gcc}}, row->sources}));
    if (!row) {
        remedies.push_back(said({"use-own-libstdcxx"}));
        return;
    }
    remedies.push_back(said({"use-libstdcxx", {{"gcc", row->gcc}}, row->sources}));
    const std::string environments = environments_with(tables, part, number);
    if (!environments.empty())
        remedies.push_back(said({"use-environment-of-libstdcxx", {{"environments", environments}}}));
    remedies.push_back(said({"use-older-compiler", {{"gcc", row->gcc}}}));
}

/// A libnvJitLink that lacks a symbol was loaded; or the message's own row says all.
void explain_older_nvjitlink(const Tables& tables, const SeenMessage& seen, DiagnoseAnswer::Finding& finding) {
    const std::string_view major = value_of(seen.fillings, Fact::jit_major);
    const std::string_view minor = value_of(seen.fillings, Fact::jit_minor);
    const std::optional<Version> needed = parse_version(fmt::format("{}.{}", major, minor));
    if (!needed) return;
    for (const NvJitLinkRow& row : tables.nvjitlink_libraries) {
        if (row.release.major != needed->major || is_before(row.release, *needed)) continue;
        finding.why.push_back(
            said({"nvjitlink-symbol", {{"release", row.release}, {"major", row.release.major}}, row.sources}));
        return;
    }
    finding.why.push_back(said({"nvjitlink-beyond-tables"}));
}

void explain_missing_file(const Tables& tables, const Knowledge& known, const SeenMessage& seen,
                          ExplainedMessage& explained) {
    std::optional<ComponentFile> file = find_component_file(tables, file_in(*seen.wording, seen.fillings));
    if (!file) return;
    std::optional<Version> newest;
    if (!known.releases.empty()) newest = known.releases.back()->version;
    const std::optional<Version> release = release_with(tables, *file, newest);

    explained.finding.why.push_back(say(*file));
    if (std::optional<Said> named_for = say_release(*file)) explained.finding.why.push_back(*std::move(named_for));
    std::vector<Said>& remedies = explained.finding.remedies;
    const bool is_bounded = file->named_for && (file->named_for->min || file->named_for->max);
    if (file->is_drivers()) remedies.push_back(said({"install-driver"}));
    else if (release)
        // Where nothing says which release it is, that is the newest of those that have it.
        remedies.push_back(said({newest || is_bounded ? "use-package" : "use-package-of-yours",
                                 {{"release", *release}, {"file", file->name}}}));
    explained.missing_file = MissingFile{*std::move(file), release};
}

}  // namespace

void explain_machine_cause(const Tables& tables, const Knowledge& known, ExplainedMessage& explained) {
    const MessageRow::Cause cause = explained.message->cause;
    const bool is_code = cause == MessageRow::Cause::architecture || cause == MessageRow::Cause::coverage;
    if (is_code) explain_missing_code(tables, known, explained);
    else if (cause == MessageRow::Cause::libstdcxx) explain_older_libstdcxx(tables, *explained.seen, explained);
    else if (cause == MessageRow::Cause::component) explain_missing_file(tables, known, *explained.seen, explained);
    else if (cause == MessageRow::Cause::itself) explain_older_nvjitlink(tables, *explained.seen, explained.finding);
    else DriverExplainer(tables, known, cause).explain(explained);
}

}  // namespace cudastdenv::words
