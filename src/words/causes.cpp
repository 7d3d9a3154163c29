// SPDX-License-Identifier: MIT
// Why a message of a log was printed, and what can be done.
#include "core/lists.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "resolve/releases.hpp"
#include "resolve/request.hpp"
#include "tables/lookup.hpp"
#include "words/diagnosis.hpp"
#include "words/diagnostics.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

namespace cudastdenv::words {

namespace {

using diagnose::Knowledge;
using diagnose::SeenMessage;
using diagnose::value_of;

/// The newest major version that the message says is taken.
std::optional<int> bound_in(const SeenMessage& seen) noexcept {
    for (const Fact fact : {Fact::gcc_bound, Fact::clang_bound})
        if (const auto newest = diagnose::newest_taken(fact, value_of(seen.fillings, fact))) return newest->major;
    return std::nullopt;
}

/// Answers the questions that one log's messages raise.
class Explainer {
public:
    Explainer(const Tables& tables, const Knowledge& knowledge)
        : tables_(tables), known_(knowledge), host_(knowledge.host()) {
        if (known_.given.environment) available_ = known_.given.environment->available;
        else available_ = known_.environment ? packaged_in(*known_.environment) : known_compilers(tables_);
    }

    [[nodiscard]] ExplainedMessage explain(const SeenMessage& seen) const {
        const MessageRow& row = *find_by_id(tables_.messages, seen.wording->message);
        ExplainedMessage explained{.message = &row, .seen = &seen};
        DiagnoseAnswer::Finding& finding = explained.finding;
        finding.message = row.id;
        finding.title = row.title;
        finding.line = seen.line.number;
        finding.text = {seen.line.text};
        if (!known_.releases.empty())
            explained.remedy.releases = {known_.releases.front()->version, known_.releases.back()->version};
        explained.remedy.environment = known_.environment;
        if (!known_.system.empty()) explained.remedy.system = known_.system;
        if (row.cause == MessageRow::Cause::host_compiler) explain_refused_compiler(seen, explained);
        else if (row.cause == MessageRow::Cause::advisory) explain_advisories(explained);
        else explain_machine_cause(tables_, known_, explained);

        if (row.why) finding.why.push_back({"explanation", std::string(*row.why), row.sources});
        if (row.remedy && !explained.is_answered)
            finding.remedies.push_back({"remedy", std::string(*row.remedy), row.sources});
        finding.cause = row.title;
        for (const Said& why : finding.why) finding.cause += "; " + why.text;
        finding.sources = {row.sources.begin(), row.sources.end()};
        for (const auto* all : {&finding.why, &finding.remedies})
            for (const Said& one : *all)
                finding.sources.insert(finding.sources.end(), one.sources.begin(), one.sources.end());
        sort_unique(finding.sources);
        return explained;
    }

    /// Where there are several messages: the release after this one, and the compiler, that mend all of them.
    [[nodiscard]] std::vector<Said> remedies_for_all() const {
        std::vector<Said> all;
        if (const Release* release = later_release())
            all.push_back(said({"use-release-for-all", {{"release", release->version}}}));
        if (const std::optional<HostCompiler> host = compiler_to_use())
            all.push_back(said({"use-compiler-for-all", {{"compiler", host->compiler}}}));
        return all;
    }

private:
    /// The newest of those that it can be; nullptr: not known.
    [[nodiscard]] const Release* newest_release() const {
        return known_.releases.empty() ? nullptr : known_.releases.back();
    }

    /// The stdenv that the log is of: the one that was given, the environment's, or that of its host compiler.
    [[nodiscard]] std::optional<Stdenv> stdenv_in_question(std::optional<Compiler> refused) const {
        std::optional<Stdenv> stdenv;
        if (known_.given.environment) stdenv = known_.given.environment->stdenv;
        else if (known_.environment) stdenv = stdenv_in(*known_.environment);
        const std::optional<Compiler> host = host_ ? host_ : refused;
        if (!stdenv && host)
            stdenv = Stdenv{
                .compiler = *host, .libstdcxx = default_libstdcxx(tables_, *host), .glibc = {}, .fixed_advisories = {}};
        const std::optional<Version> glibc = known_.glibc();
        if (stdenv && glibc && (!stdenv->glibc || *stdenv->glibc < *glibc)) stdenv->glibc = glibc;
        return stdenv;
    }

    /// What `resolve` answers of the release that is known.
    [[nodiscard]] std::optional<Resolution> resolution_of(std::optional<Compiler> refused) const {
        const Release* release = newest_release();
        const std::optional<Stdenv> stdenv = release ? stdenv_in_question(refused) : std::nullopt;
        if (!stdenv) return std::nullopt;
        Request request = plain_request(release->version, known_.system);
        request.stdenv = *stdenv;
        request.available = available_;
        return resolve(tables_, request);
    }

    /// The compiler for the release that is known, where nothing breaks it.
    [[nodiscard]] std::optional<HostCompiler> compiler_to_use() const {
        const std::optional<Resolution> resolution = resolution_of(std::nullopt);
        return resolution && !resolution->broken_by ? resolution->host : std::nullopt;
    }

    /// The first release after those that are known with which the same compiler, C library and GPUs work.
    [[nodiscard]] const Release* later_release() const {
        ReleasesQuestion question;
        if (known_.environment) question.conditions.push_back(environment_of(*known_.environment));
        if (host_) question.conditions.push_back(CompilerCondition{{*host_}, {}});
        if (known_.glibc()) question.conditions.push_back(GlibcCondition{*known_.glibc()});
        if (question.conditions.empty()) return nullptr;
        if (!known_.system.empty()) question.conditions.push_back(SystemCondition{known_.system, {}, false});
        const ReleaseSet fits = fitting_releases(tables_, question);
        const Version after = known_.releases.empty() ? Version{} : known_.releases.back()->version;
        for (std::size_t i = 0; i < fits.size(); ++i) {
            const Release& release = tables_.releases[i];
            if (fits[i] && !release.preview && after < release.version) return &release;
        }
        return nullptr;
    }

    void use(const HostCompiler& host, ToApply& remedy) const {
        remedy.compiler = host.compiler;
        if (host.compiler.family == Compiler::Family::clang && host.headers)
            remedy.headers = GccToAsk{*host.headers, {}};
        const std::optional<Stdenv> stdenv = stdenv_in_question(std::nullopt);
        if (stdenv && host.compiler.family == Compiler::Family::gcc && stdenv->libstdcxx > host.compiler.major)
            remedy.library = GccToAsk{stdenv->libstdcxx, {}};
    }

    /// The compiler of the log or the environment, or the one that resolve() chooses if nvcc refuses that one.
    void use_known_host(ToApply& remedy) const {
        const std::optional<Resolution> resolution = resolution_of(std::nullopt);
        const bool is_refused = resolution &&
                                std::ranges::any_of(resolution->rejected, [&](const Rejection& rejection) {
                                    return rejection.compiler == host_ && rejection.reason.id != "superseded";
                                });
        if (is_refused && resolution->host) use(*resolution->host, remedy);
        else remedy.compiler = host_;
    }

    /// nvcc does not take the host compiler.
    void explain_refused_compiler(const SeenMessage& seen, ExplainedMessage& explained) const {
        const bool is_clang = !value_of(seen.fillings, Fact::clang_bound).empty() ||
                              !value_of(seen.fillings, Fact::clang).empty() || seen.wording->message == "clang-too-new";
        const auto family = is_clang ? Compiler::Family::clang : Compiler::Family::gcc;
        const Release* release = newest_release();
        const HostCompilerRow* row = release ? find_host_compilers(tables_, family, release->version) : nullptr;
        std::optional<int> newest;
        if (row && row->enforced) newest = row->enforced->max;
        // A release that is older than the tables says its bound all the same.
        if (!release) newest = bound_in(seen);
        std::optional<Compiler> refused = host_;
        if (refused && refused->family != family) refused.reset();

        std::vector<Said>& why = explained.finding.why;
        if (!newest) why.push_back(said({"host-compiler-refused", {{"family", family}}}));
        else
            why.push_back({"host-compiler-refused", bound_in_words(family, *newest, refused),
                           row ? row->enforced->sources : SourceIds()});

        // Where the log names no compiler, the oldest that its nvcc does not take stands for it.
        std::optional<Compiler> too_new;
        if (newest) too_new = Compiler{family, *newest + 1};
        const std::optional<Resolution> resolution = resolution_of(too_new);
        const bool is_other = resolution && resolution->host && resolution->host->compiler != refused;
        std::vector<Said>& remedies = explained.finding.remedies;
        if (newest && !is_other)
            remedies.push_back(said({"use-compiler-or-older", {{"compiler", Compiler{family, *newest}}}}));
        else if (!is_other) remedies.push_back(said({"use-some-older-compiler", {{"family", family}}}));
        else {
            remedies.push_back(said({"use-compiler", {{"compiler", resolution->host->compiler}}}));
            use(*resolution->host, explained.remedy);
            if (const AdvisoryRow* broken_by = resolution->broken_by) {
                explained.remedy.advisories = {broken_by};
                if (broken_by->workaround)
                    remedies.push_back(said({"breaks-too",
                                             {{"advisory", broken_by->id}, {"workaround", *broken_by->workaround}},
                                             broken_by->sources}));
            }
        }
        if (const Release* later = refused ? later_release() : nullptr)
            remedies.push_back(said({"use-release-that-takes", {{"release", later->version}, {"compiler", *refused}}}));
    }

    /// `CUDA 12.4.1 takes gcc up to 13, and gcc-14 is newer`
    [[nodiscard]] std::string bound_in_words(Compiler::Family family, int newest,
                                             std::optional<Compiler> refused) const {
        std::string text = fmt::format("{} support{} {} {} or older",
                                       known_.releases.empty() ? "this nvcc" : cuda_in_words(known_),
                                       known_.releases.size() > 1 ? "" : "s", family, newest);
        if (!refused) return text;
        const std::string name = name_in_words(*refused, known_.facts.host_compiler->version);
        return text + (refused->major > newest ? fmt::format(", and {} is newer", name) : "; this is " + name);
    }

    /// A combination that passes nvcc's check and breaks.
    void explain_advisories(ExplainedMessage& explained) const {
        const std::vector<const AdvisoryRow*> advisories = advisories_of(*explained.message);
        explained.finding.advisory = advisories.front()->id;
        std::optional<HostCompiler> other;
        if (host_ || known_.environment || known_.given.environment) other = compiler_to_use();
        if (other && other->compiler == host_) other.reset();
        const std::optional<Compiler> older = other ? std::nullopt : older_compiler(advisories);

        // Another compiler has none of it; with the same one it needs a way out.
        if (other) use(*other, explained.remedy);
        else if (older) explained.remedy.compiler = older;
        else {
            explained.remedy.advisories = advisories;
            if (host_) use_known_host(explained.remedy);
        }

        std::vector<Said>& remedies = explained.finding.remedies;
        for (const AdvisoryRow* advisory : advisories) {
            explained.finding.why.push_back({"advisory", std::string(advisory->message), advisory->sources});
            if (advisory->workaround)
                remedies.push_back({"way-out", std::string(*advisory->workaround), advisory->sources});
        }
        const auto is_said = [&](const std::string& text) {
            return std::ranges::any_of(remedies, [&](const Said& one) { return has_in_any_case(one.text, text); });
        };
        const Release* mended_in = first_without(advisories);
        if (mended_in && !is_said(to_string(minor_of(mended_in->version))))
            remedies.push_back(said({"use-release-without-it", {{"release", mended_in->version}}}));
        const std::optional<Compiler> named = other ? std::optional(other->compiler) : older;
        if (!named || is_said(fmt::format("{} {}", named->family, named->major))) return;
        remedies.push_back(said({other ? "use-compiler" : "use-compiler-without-it", {{"compiler", *named}}}));
    }

    /// Those that the message can be of, in the releases that are known; at least one.
    [[nodiscard]] std::vector<const AdvisoryRow*> advisories_of(const MessageRow& message) const {
        std::vector<const AdvisoryRow*> all, of_releases;
        for (const std::string_view id : message.advisories) {
            const AdvisoryRow& row = *find_by_id(tables_.advisories, id);
            const auto is_of = [&](const Release* release) {
                return !row.when.releases || row.when.releases->contains(release->version);
            };
            all.push_back(&row);
            if (std::ranges::any_of(known_.releases, is_of)) of_releases.push_back(&row);
        }
        return of_releases.empty() ? all : of_releases;
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

    /// The first public release of which they do not hold; nullptr: there is none.
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

    const Tables& tables_;
    const Knowledge& known_;
    std::optional<Compiler> host_;  // that the log or an option names
    std::vector<Compiler> available_;
};

/// What a message tells beyond its text: the C library that its advisory is about.
void learn_from(const Tables& tables, const std::vector<const SeenMessage*>& causes, Knowledge& knowledge) {
    if (knowledge.facts.glibc) return;
    for (const SeenMessage* seen : causes)
        for (const std::string_view id : find_by_id(tables.messages, seen->wording->message)->advisories) {
            const AdvisoryRow& advisory = *find_by_id(tables.advisories, id);
            if (!advisory.when.glibc || !advisory.when.glibc->min) continue;
            const std::optional<Version> known = knowledge.glibc();
            if (known && !is_before(*known, *advisory.when.glibc->min)) continue;
            knowledge.facts.glibc = {*advisory.when.glibc->min, true, seen->line.number};
        }
}

/// What to type against one message must not undo what is typed against another: the oldest compiler that one of them
/// needs is that of all.
void agree_on_compiler(std::vector<ExplainedMessage>& messages) {
    std::optional<Compiler> oldest;
    for (const ExplainedMessage& message : messages) {
        const std::optional<Compiler>& own = message.remedy.compiler;
        if (own && (!oldest || (own->family == oldest->family && own->major < oldest->major))) oldest = own;
    }
    for (ExplainedMessage& message : messages)
        if (oldest && message.remedy.compiler && message.remedy.compiler->family == oldest->family)
            message.remedy.compiler = oldest;
}

}  // namespace

std::string cuda_in_words(const Knowledge& known) {
    if (known.releases.empty()) return "CUDA";
    return releases_in_words(VersionRange{known.releases.front()->version, known.releases.back()->version});
}

Diagnosis explain_messages(const Tables& tables, const std::vector<const SeenMessage*>& causes, Knowledge knowledge) {
    Diagnosis diagnosis{std::move(knowledge), {}, {}};
    learn_from(tables, causes, diagnosis.knowledge);
    const Explainer explainer(tables, diagnosis.knowledge);
    for (const SeenMessage* seen : causes) diagnosis.messages.push_back(explainer.explain(*seen));
    agree_on_compiler(diagnosis.messages);
    if (diagnosis.messages.size() > 1) diagnosis.for_all = explainer.remedies_for_all();
    return diagnosis;
}

Diagnosis explain(const Tables& tables, const diagnose::LogReading& reading, const diagnose::Given& given) {
    return explain_messages(tables, causes_in(reading), knowledge_of(tables, reading, given));
}

}  // namespace cudastdenv::words
