// SPDX-License-Identifier: MIT
#include "diagnose/diagnosis.hpp"

#include "findings/abi.hpp"
#include "resolve/component.hpp"
#include "resolve/releases.hpp"
#include "resolve/request.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cudastdenv::diagnose {

namespace {

/// Answers the questions that one log's messages raise.
class Explainer {
public:
    Explainer(const Tables& tables, const Knowledge& knowledge) : tables_(tables), known_(knowledge) {
        if (!known_.given.available.empty()) available_ = known_.given.available;
        else available_ = known_.environment ? packaged_in(*known_.environment) : known_compilers(tables_);
    }

    [[nodiscard]] Cause explain(const MessageRow& message, const SeenMessage& seen) const {
        switch (message.cause) {
            case MessageRow::Cause::host_compiler: return refused_compiler(seen);
            case MessageRow::Cause::advisory: return advised(message);
            case MessageRow::Cause::architecture: return missing_code(seen, true);
            case MessageRow::Cause::coverage: return missing_code(seen, false);
            case MessageRow::Cause::driver:
            case MessageRow::Cause::native_driver:
            case MessageRow::Cause::ptx: return driver_in_question(message.cause);
            case MessageRow::Cause::libstdcxx: return older_library(seen);
            case MessageRow::Cause::component: return missing_file(seen);
            case MessageRow::Cause::itself: return older_jit_library(seen);
        }
        return SaidByRow{};
    }

    [[nodiscard]] ToApply remedy(const Cause& cause) const {
        ToApply remedy;
        if (!known_.releases.empty())
            remedy.releases = {known_.releases.front()->version, known_.releases.back()->version};
        remedy.environment = known_.environment;
        if (known_.system) remedy.system = known_.system->value;
        if (const auto* refused = std::get_if<RefusedCompiler>(&cause); refused && refused->use) {
            use(*refused->use, remedy);
            if (refused->broken_by) remedy.advisories = {refused->broken_by};
        }
        if (const auto* advised = std::get_if<Advised>(&cause)) {
            remedy.advisories = advised->advisories;
            // Another compiler has none of it; with the same one it needs a way out.
            if (advised->use || advised->older) remedy.advisories.clear();
            if (advised->use) use(*advised->use, remedy);
            else if (advised->older) remedy.compiler = advised->older;
            else if (known_.host) use_known_host(remedy);
        }
        if (const auto* missing = std::get_if<MissingCode>(&cause)) remedy.list = list_for(*missing);
        if (const auto* driver = std::get_if<DriverInQuestion>(&cause);
            driver && driver->asked == MessageRow::Cause::ptx)
            remedy.list = machine_code_for_gpu();
        return remedy;
    }

    /// The compiler for the release that is known, where nothing breaks it.
    [[nodiscard]] std::optional<HostCompiler> compiler_to_use() const {
        const std::optional<Resolution> resolution = resolution_of(std::nullopt);
        return resolution && !resolution->broken_by ? resolution->host : std::nullopt;
    }

    /// What `resolve` answers of the release that is known.
    [[nodiscard]] std::optional<Resolution> resolution_of(std::optional<Compiler> refused) const {
        if (known_.releases.empty()) return std::nullopt;
        const std::optional<Stdenv> stdenv = stdenv_in_question(refused);
        if (!stdenv) return std::nullopt;
        Request request = request_for(*known_.releases.back());
        request.stdenv = *stdenv;
        request.available = available_;
        return resolve(tables_, request);
    }

    /// The first release after those that are known with which the same compiler, C library and GPUs work.
    [[nodiscard]] const Release* later_release() const {
        ReleasesQuestion question;
        if (known_.environment) question.conditions.push_back(environment_of(*known_.environment));
        if (known_.host) question.conditions.push_back(CompilerCondition{{known_.host->value}, {}});
        if (known_.glibc) question.conditions.push_back(GlibcCondition{known_.glibc->value});
        if (question.conditions.empty()) return nullptr;
        if (known_.system) question.conditions.push_back(SystemCondition{known_.system->value, {}, false});
        const ReleaseSet fits = fitting_releases(tables_, question);
        const Version after = known_.releases.empty() ? Version{} : known_.releases.back()->version;
        for (std::size_t i = 0; i < fits.size(); ++i) {
            const Release& release = tables_.releases[i];
            if (fits[i] && !release.preview && after < release.version) return &release;
        }
        return nullptr;
    }

private:
    [[nodiscard]] Request request_for(const Release& release) const {
        Request request;
        request.cuda = release.version;
        if (known_.system) request.system = known_.system->value;
        return request;
    }

    /// The newest of those that it can be; absent: not known.
    [[nodiscard]] std::optional<Version> newest_release() const {
        return known_.releases.empty() ? std::nullopt : std::optional(known_.releases.back()->version);
    }

    /// The compiler of the log or the environment, or the one that resolve() chooses if nvcc refuses that one.
    void use_known_host(ToApply& remedy) const {
        const Compiler known = known_.host->value;
        const std::optional<Resolution> resolution = resolution_of(std::nullopt);
        const bool is_refused =
            resolution && std::ranges::any_of(resolution->rejected, [&](const Rejection& rejection) {
                return rejection.compiler == known && !std::holds_alternative<Superseded>(rejection.reason);
            });
        if (is_refused && resolution->host) use(*resolution->host, remedy);
        else remedy.compiler = known;
    }

    void use(const HostCompiler& host, ToApply& remedy) const {
        remedy.compiler = host.compiler;
        if (host.compiler.family == Compiler::Family::clang && host.headers)
            remedy.headers = GccToAsk{*host.headers, {}};
        const std::optional<Stdenv> stdenv = stdenv_in_question(std::nullopt);
        if (stdenv && host.compiler.family == Compiler::Family::gcc && stdenv->libstdcxx > host.compiler.major)
            remedy.library = GccToAsk{stdenv->libstdcxx, {}};
    }

    /// What is to be built: for the GPU, unless its architecture is what a tool does not know.
    [[nodiscard]] static std::optional<BuildList> list_for(const MissingCode& missing) {
        if (missing.specific) return BuildList{{*missing.specific}, {}};
        if (missing.is_refused) {
            if (!missing.gpu || is_same_number(missing.gpu->capability, missing.capability)) return std::nullopt;
            return BuildList{{missing.gpu->capability}, {}};
        }
        const bool can_be = missing.place == CapabilityPlace::taken || missing.place == CapabilityPlace::not_known;
        if (!missing.row || !can_be) return std::nullopt;
        return BuildList{{*missing.capability}, {}};
    }

    /// So that no PTX has to be compiled; absent: the GPU is not known.
    [[nodiscard]] std::optional<BuildList> machine_code_for_gpu() const {
        if (known_.gpus.empty()) return std::nullopt;
        return BuildList{{known_.gpus.front().value.capability}, {}};
    }

    [[nodiscard]] static bool is_same_number(Capability gpu, std::optional<Capability> other) noexcept {
        return other && gpu.major == other->major && gpu.minor == other->minor;
    }

    /// `12.1a` of 12.1; absent: there is none.
    [[nodiscard]] std::optional<Capability> specific_form(Capability capability) const {
        Capability specific = capability;
        specific.kind = Capability::Kind::architecture;
        if (capability.kind != Capability::Kind::baseline || !find_capability(tables_, specific)) return std::nullopt;
        return specific;
    }

    /// The stdenv that the log is of: the one that was given, the environment's, or that of its host compiler.
    [[nodiscard]] std::optional<Stdenv> stdenv_in_question(std::optional<Compiler> refused) const {
        std::optional<Stdenv> stdenv = known_.given.stdenv;
        if (!stdenv && known_.environment) stdenv = stdenv_in(*known_.environment);
        const std::optional<Compiler> host = known_.host ? std::optional(known_.host->value) : refused;
        if (!stdenv && host)
            stdenv = Stdenv{
                .compiler = *host, .libstdcxx = default_libstdcxx(tables_, *host), .glibc = {}, .fixed_advisories = {}};
        if (stdenv && known_.glibc && (!stdenv->glibc || *stdenv->glibc < known_.glibc->value))
            stdenv->glibc = known_.glibc->value;
        return stdenv;
    }

    /// The newest major version that the message says is taken.
    [[nodiscard]] static std::optional<int> bound_in(const SeenMessage& seen) noexcept {
        for (const Fact fact : {Fact::gcc_bound, Fact::clang_bound})
            if (const auto newest = newest_taken(fact, value_of(seen.fillings, fact))) return newest->major;
        return std::nullopt;
    }

    [[nodiscard]] RefusedCompiler refused_compiler(const SeenMessage& seen) const {
        RefusedCompiler refused;
        const std::string_view clang_bound = value_of(seen.fillings, Fact::clang_bound);
        const bool is_clang = !clang_bound.empty() || !value_of(seen.fillings, Fact::clang).empty() ||
                              seen.wording->message == "clang-too-new";
        if (is_clang) refused.family = Compiler::Family::clang;
        if (!known_.releases.empty()) {
            const HostCompilerRow* row = find_host_compilers(tables_, refused.family, known_.releases.back()->version);
            if (row && row->enforced) refused.newest_taken = row->enforced->max;
        }
        if (known_.host && known_.host->value.family == refused.family) {
            refused.host = known_.host->value;
            refused.host_version = known_.host_version;
        }
        // A release that is older than the tables says its bound all the same.
        if (known_.releases.empty()) refused.newest_taken = bound_in(seen);
        std::optional<Compiler> too_new;
        if (refused.newest_taken) too_new = Compiler{refused.family, *refused.newest_taken + 1};
        // Where the log names no compiler, the oldest that its nvcc does not take stands for it.
        if (const std::optional<Resolution> resolution = resolution_of(too_new)) {
            refused.use = resolution->host;
            refused.broken_by = resolution->broken_by;
        }
        if (refused.use && refused.host && refused.use->compiler == *refused.host) refused.use.reset();
        if (refused.host) refused.takes_host = later_release();
        return refused;
    }

    [[nodiscard]] Advised advised(const MessageRow& message) const {
        Advised advised;
        for (const std::string_view id : message.advisories) {
            const AdvisoryRow& row = *find_by_id(tables_.advisories, id);
            const auto is_of = [&](const Release* release) {
                return !row.when.releases || row.when.releases->contains(release->version);
            };
            if (known_.releases.empty() || std::ranges::any_of(known_.releases, is_of))
                advised.advisories.push_back(&row);
        }
        if (advised.advisories.empty())
            for (const std::string_view id : message.advisories)
                advised.advisories.push_back(find_by_id(tables_.advisories, id));
        advised.mended_in = first_without(advised.advisories);
        if (known_.host || known_.environment || known_.given.stdenv) advised.use = compiler_to_use();
        if (advised.use && known_.host && advised.use->compiler == known_.host->value) advised.use.reset();
        if (!advised.use) advised.older = older_compiler(advised.advisories);
        return advised;
    }

    /// The newest GCC that is older than all that the advisories are about, where each is about newer ones only and the
    /// releases take it.
    [[nodiscard]] std::optional<Compiler> older_compiler(const std::vector<const AdvisoryRow*>& advisories) const {
        std::optional<int> oldest;
        for (const AdvisoryRow* advisory : advisories) {
            const std::optional<MajorRange>& of = advisory->when.libstdcxx_headers ? advisory->when.libstdcxx_headers
                                                                                   : advisory->when.compiler;
            if (!of || !of->min || !advisory->when.compiler_versions.empty()) return std::nullopt;
            if (!oldest || *of->min < *oldest) oldest = of->min;
        }
        if (!oldest) return std::nullopt;
        const Compiler older{Compiler::Family::gcc, *oldest - 1};
        for (const Release* release : known_.releases) {
            const HostCompilerRow* row = find_host_compilers(tables_, older.family, release->version);
            if (!row || !row->enforced || row->enforced->max < older.major) return std::nullopt;
        }
        return older;
    }

    [[nodiscard]] const Release* first_without(const std::vector<const AdvisoryRow*>& advisories) const {
        std::optional<Version> last;
        for (const AdvisoryRow* advisory : advisories) {
            if (!advisory->when.releases || !advisory->when.releases->max) return nullptr;
            if (!last || is_before(*last, *advisory->when.releases->max)) last = advisory->when.releases->max;
        }
        for (const Release& release : tables_.releases)
            if (!release.preview && is_before(*last, release.version)) return &release;
        return nullptr;
    }

    [[nodiscard]] MissingCode missing_code(const SeenMessage& seen, bool is_refused) const {
        MissingCode missing;
        missing.is_refused = is_refused;
        missing.capability = capability_in(value_of(seen.fillings, Fact::capability));
        if (!known_.gpus.empty()) missing.gpu = known_.gpus.front().value;
        if (!missing.capability && missing.gpu) missing.capability = missing.gpu->capability;
        if (!missing.capability) return missing;
        missing.row = find_capability(tables_, *missing.capability);
        if (!missing.row) return missing;
        if (is_refused && !value_of(seen.fillings, Fact::builtin).empty())
            missing.specific = specific_form(*missing.capability);
        const std::optional<Version> release = newest_release();
        if (!release) return missing;
        const NvccCapability& nvcc = missing.row->nvcc;
        if (is_before(*release, nvcc.first)) missing.place = CapabilityPlace::too_new;
        else if (nvcc.last && is_before(*nvcc.last, *release)) missing.place = CapabilityPlace::too_old;
        else missing.place = CapabilityPlace::taken;
        missing.looks_like_release = missing.capability->major == release->major &&
                                     missing.capability->minor == release->minor &&
                                     missing.place == CapabilityPlace::too_new;
        return missing;
    }

    [[nodiscard]] DriverInQuestion driver_in_question(MessageRow::Cause asked) const {
        DriverInQuestion question;
        question.asked = asked;
        const Release* release = known_.releases.empty() ? nullptr : known_.releases.back();
        // As new as 12.8 is what has that of its first patch release.
        if (release && asked == MessageRow::Cause::native_driver) release = known_.releases.front();
        if (known_.given.release) release = known_.given.release;
        else if (known_.torch_cuda)
            for (const Release& row : tables_.releases)
                if (may_be_same(known_.torch_cuda->value, row.version)) release = &row;
        if (!release) return question;
        question.release = release;
        const Request request = request_for(*release);
        std::vector<Gpu> gpus;
        for (const Known<Gpu>& gpu : known_.gpus) gpus.push_back(gpu.value);
        if (known_.driver) question.verdict = judge_driver(tables_, request, known_.driver->value, gpus);
        question.needs = drivers_for(tables_, request, gpus);
        return question;
    }

    [[nodiscard]] Cause older_jit_library(const SeenMessage& seen) const {
        const std::string_view major = value_of(seen.fillings, Fact::jit_major),
                               minor = value_of(seen.fillings, Fact::jit_minor);
        const std::optional<Version> needed = parse_version(fmt::format("{}.{}", major, minor));
        if (!needed) return SaidByRow{};
        for (const NvJitLinkRow& row : tables_.nvjitlink_libraries)
            if (row.release.major == needed->major && !is_before(row.release, *needed)) return OlderNvJitLink{&row};
        return OlderNvJitLink{nullptr};
    }

    [[nodiscard]] Cause missing_file(const SeenMessage& seen) const {
        std::optional<ComponentFile> file = find_component_file(tables_, file_in(*seen.wording, seen.fillings));
        if (!file) return SaidByRow{};
        const std::optional<Version> release = release_with(tables_, *file, newest_release());
        const bool is_bounded = file->named_for && (file->named_for->min || file->named_for->max);
        const bool is_newest = !newest_release() && !is_bounded;
        return MissingFile{*std::move(file), release, is_newest};
    }

    [[nodiscard]] Cause older_library(const SeenMessage& seen) const {
        if (const std::string_view needed = value_of(seen.fillings, Fact::glibc_needed); !needed.empty())
            return older_glibc(parse_version(needed), {});
        OlderLibstdcxx older;
        older.symbol = value_of(seen.fillings, Fact::symbol);
        older.version = version_needed(seen);
        if (older.version.starts_with(prefix_of(AbiPart::glibc)))
            return older_glibc(number_of(AbiPart::glibc, older.version), std::move(older.symbol));
        const AbiPart part = older.version.starts_with(prefix_of(AbiPart::cxxabi)) ? AbiPart::cxxabi : AbiPart::glibcxx;
        const std::optional<Version> number = number_of(part, older.version);
        older.row = first_with(tables_, part, number);
        if (older.row) older.environments = first_environments(tables_, {{.part = part, .number = number}});
        return older;
    }

    [[nodiscard]] Cause older_glibc(const std::optional<Version>& needed, std::string symbol) const {
        if (!needed) return SaidByRow{};
        return OlderGlibc{*needed, std::move(symbol),
                          first_environments(tables_, {{.part = AbiPart::glibc, .number = needed}})};
    }

    /// `GLIBCXX_3.4.30`, as the message says it, or by the symbol that it names.
    [[nodiscard]] static std::string version_needed(const SeenMessage& seen) {
        for (const auto& [fact, part] :
             {std::pair(Fact::glibcxx, AbiPart::glibcxx), std::pair(Fact::cxxabi, AbiPart::cxxabi)})
            if (const std::string_view version = value_of(seen.fillings, fact); !version.empty())
                return fmt::format("{}{}", prefix_of(part), version);
        return std::string(seen.symbol_version);
    }

    const Tables& tables_;
    const Knowledge& known_;
    std::vector<Compiler> available_;
};

/// What a message tells beyond its text: the C library that its advisory is about.
void learn_from(const Tables& tables, const std::vector<const SeenMessage*>& causes, Knowledge& knowledge) {
    if (knowledge.glibc) return;
    for (const SeenMessage* seen : causes)
        for (const std::string_view id : find_by_id(tables.messages, seen->wording->message)->advisories) {
            const AdvisoryRow& advisory = *find_by_id(tables.advisories, id);
            if (!advisory.when.glibc || !advisory.when.glibc->min) continue;
            if (knowledge.glibc && !is_before(knowledge.glibc->value, *advisory.when.glibc->min)) continue;
            knowledge.glibc = Known<Version>{*advisory.when.glibc->min, seen->line};
            knowledge.glibc_or_newer = true;
        }
}

/// What to type against one message must not undo what is typed against another: the oldest compiler that one of them
/// needs is that of all.
void agree_on_compiler(std::vector<ExplainedMessage>& findings) {
    std::optional<Compiler> oldest;
    for (const ExplainedMessage& finding : findings) {
        const std::optional<Compiler>& own = finding.remedy.compiler;
        if (own && (!oldest || (own->family == oldest->family && own->major < oldest->major))) oldest = own;
    }
    for (ExplainedMessage& finding : findings)
        if (oldest && finding.remedy.compiler && finding.remedy.compiler->family == oldest->family)
            finding.remedy.compiler = oldest;
}

Diagnosis explain(const Tables& tables, LogReading reading, const Given& given,
                  std::vector<const SeenMessage*> (*causes_of)(const LogReading&)) {
    Diagnosis diagnosis{.reading = std::move(reading),
                        .knowledge = {},
                        .findings = {},
                        .release_for_all = nullptr,
                        .compiler_for_all = {}};
    const std::vector<const SeenMessage*> causes = causes_of(diagnosis.reading);
    diagnosis.knowledge = knowledge_of(tables, diagnosis.reading, given);
    learn_from(tables, causes, diagnosis.knowledge);
    const Explainer explainer(tables, diagnosis.knowledge);
    for (const SeenMessage* seen : causes) {
        const MessageRow& message = *find_by_id(tables.messages, seen->wording->message);
        Cause cause = explainer.explain(message, *seen);
        ToApply remedy = explainer.remedy(cause);
        diagnosis.findings.push_back({&message, seen, std::move(cause), std::move(remedy)});
    }
    agree_on_compiler(diagnosis.findings);
    if (diagnosis.findings.size() > 1) {
        diagnosis.release_for_all = explainer.later_release();
        diagnosis.compiler_for_all = explainer.compiler_to_use();
    }
    return diagnosis;
}

}  // namespace

Diagnosis diagnose(const Tables& tables, LogReading reading, const Given& given) {
    return explain(tables, std::move(reading), given, causes_in);
}

Diagnosis diagnose_alone(const Tables& tables, const MessageTextRow& wording) {
    LogReading reading;
    reading.messages.push_back({.wording = &wording, .offset = 0, .line = {}, .fillings = {}});
    return explain(tables, std::move(reading), {},
                   [](const LogReading& alone) { return std::vector<const SeenMessage*>{&alone.messages.front()}; });
}

}  // namespace cudastdenv::diagnose
