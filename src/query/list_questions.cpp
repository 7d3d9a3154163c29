// SPDX-License-Identifier: MIT
/// Queries about lists of capabilities: the GPUs that they run on, and their problems.
#include "query/answers.hpp"

#include "messages/coverage.hpp"
#include "messages/diagnostics.hpp"
#include "report/text.hpp"
#include "resolve/jetpacks.hpp"
#include "spelling/lint.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::query {

namespace {

/// The GPUs imply the system, and not the list.
OptionTexts with_platform_of(const Tables& tables, const OptionTexts& texts, std::span<const Gpu> gpus) {
    const OptionTexts list = texts.without("gpu");  // here it is not part of the list
    if (gpus.empty() || texts.has("system")) return list;
    const std::string_view host = host_system(tables, gpus);
    if (!host.empty()) return list.with("system", host);
    return texts.has("stdenv") ? list : list.with("system", Request{}.system);
}

/// The capabilities that a text names. Keywords such as `all` do not imply a platform, because they include code for
/// Jetsons everywhere.
std::vector<Capability> named_in(const Listing& listing) {
    std::vector<Capability> named;
    for (const ListEntry& entry : listing.entries)
        for (const auto& capability : {entry.real, entry.ptx})
            if (capability) named.push_back(*capability);
    return named;
}

/// The requested GPU; several if products with this name differ; empty: every GPU. A GPU named by its capability has no
/// name. Throws BadInput, also if none is named.
std::vector<Gpu> read_gpus_asked(const Tables& tables, const OptionTexts& texts) {
    const int given = texts.has("device") + texts.has("gpu") + texts.has("all-devices");
    if (given == 0)
        throw BadInput(InputError::missing, "missing GPU; pass --device 8.9, --gpu 'RTX 4090' or --all-devices");
    if (given > 1)
        throw BadInput(InputError::contradiction,
                       "--device, --gpu and --all-devices cannot be combined; pass one of them");
    return read_gpu_options(tables, texts);
}

/// Instructions to build a list, for the named tool or the one that reads this format.
std::vector<Plan> plans_for_list(const Tables& tables, PlanInput mended, std::string_view format,
                                 const ToolAsked& asked) {
    if (asked.is_none) return {};
    const bool reads_list = format == "cmake" || format == "torch" || format == "nix" || format == "spack";
    mended.tool = !asked.tool && reads_list && mended.list ? enumerator_named<PlanTool>(format) : asked.tool;
    return plans(tables, mended);
}

/// A list, of capabilities or in a format, and a driver. Owns what its report points to, so it cannot be moved.
class CoveredList {
public:
    /// `gpus` determine the platform; if empty, every GPU is checked. `context` must outlive this. Throws BadInput and
    /// the exceptions of looking at the machine.
    CoveredList(const Context& context, const OptionTexts& texts, std::span<const Gpu> gpus)
        : question_(context, with_platform_of(context.tables, texts, gpus), std::nullopt, Platforms::of_each_gpu),
          answer_(question_.answer()),
          report_{.answer = answer_, .list = build_list(question_.resolution()), .system_given = texts.has("system")} {
        const bool is_text = texts.has("format") || texts.has("consumer") || texts.has("text");
        if (is_text) read_text(texts);
        else if (texts.has("compiler"))
            throw BadInput(InputError::contradiction, "--compiler requires --format clang and a list in that format");
        if (texts.has("driver")) driver_version_ = read_driver(texts.value("driver"));
        ask_for(gpus);
        if (report_.driver) report_.driver->requested = texts.value("driver");
        // The devices that only another version of the consumer reaches, if versions differ.
        for (std::size_t i = 0; of_older_ && i < asked_.size(); ++i)
            if (report_.devices[i].place != DevicePlace::reached && place_with(*of_older_, i) == DevicePlace::reached)
                report_.older_consumer->reached.push_back(report_.devices[i].device);
    }
    CoveredList(const CoveredList&) = delete;
    CoveredList& operator=(const CoveredList&) = delete;

    [[nodiscard]] const messages::CoverageReport& report() const noexcept { return report_; }

    /// Instructions to build a list that runs, for the named tool or the one that reads this format.
    [[nodiscard]] std::vector<Plan> lines(const ToolAsked& asked) const {
        if (messages::runs(report_) != false) return {};
        const Request& request = question_.request();
        return plans_for_list(
            tables(), {.releases = {request.cuda, request.cuda}, .system = request.system, .list = corrected_list()},
            report_.format, asked);
    }

private:
    [[nodiscard]] const Tables& tables() const noexcept { return question_.tables(); }

    void read_text(const OptionTexts& texts) {
        for (const std::string_view other : {"capabilities", "no-forward-compat"})
            if (texts.has(other))
                throw BadInput(InputError::contradiction,
                               "--{} cannot be combined with a list as text: the text contains the list", other);
        const Request& request = question_.request();
        const std::string& text =
            texts.needed_value("text", "missing list; pass its text after the options, or - for standard input");
        const ListInText read = read_list_in_text(tables(), texts, request.system, request.cuda, text);
        const Spelling& spelling = *read.spelling;
        const Listing& listing = read.listing;
        report_.format = spelling.name;
        report_.consumer = consumer_of(spelling, read.context);
        report_.consumer_note = newer_consumer_message(read.consumer);
        report_.list = read_build_list(tables(), request.cuda, listing);
        for (const Finding& finding : lint({tables(), spelling, request.cuda}, listing))
            if (finding.severity == FindingSeverity::error)  // nvcc of the release does not build it
                throw BadInput(InputError::unfit, messages::describe(spelling.name, finding.what).text);
        if (depends_on_version(listing)) {
            of_older_ = read_build_list(tables(), request.cuda, with_implied_ptx(listing, true));
            report_.older_consumer = {spelling.unasked_ptx_until.value_or(0), of_older_->ptx, {}};
        }
        named_ = named_in(listing);
    }

    void ask_for(std::span<const Gpu> gpus) {
        for (const Gpu& gpu : gpus) {
            std::string name = gpu.name.empty() && gpus.size() > 1 ? to_string(gpu.capability) : std::string(gpu.name);
            if (!name.empty() && !contains(report_.gpus, name)) report_.gpus.push_back(std::move(name));
        }
        if (gpus.size() == 1) report_.device_requested = gpus.front().capability;
        if (auto driver = judge_driver_for(gpus)) report_.driver = {std::move(*driver), {}};
        const Version release = question_.request().cuda;
        asked_.assign(gpus.begin(), gpus.end());
        if (gpus.empty())
            for (const Capability device : devices_of(tables(), release)) asked_.push_back({"", device});
        for (const Gpu& gpu : asked_)
            report_.devices.push_back(
                cover_device(tables(), report_.list, number_in(tables(), gpu.capability, release), loads_on(gpu)));
    }

    /// The code that the release builds for these capabilities, if it runs on each requested GPU.
    std::optional<BuildList> covering_list(std::vector<Capability> capabilities) const {
        sort_unique(capabilities);
        Request request = question_.request();
        request.capabilities = capabilities;
        request.forward_compat = !report_.list.ptx.empty();
        if (!check_capabilities(tables(), request).empty()) return std::nullopt;
        BuildList list = build_list(resolve(tables(), request));
        for (std::size_t i = 0; i < asked_.size(); ++i)
            if (place_with(list, i) != DevicePlace::reached) return std::nullopt;
        return list;
    }

    /// Whether another list runs on one of the GPUs that are asked about.
    [[nodiscard]] DevicePlace place_with(const BuildList& list, std::size_t index) const {
        return cover_device(tables(), list, report_.devices[index].device, loads_on(asked_[index])).place;
    }

    /// Judges the driver, if one is requested, for that GPU or without one.
    [[nodiscard]] std::optional<DriverAnswer> judge_driver_for(std::span<const Gpu> gpus) const {
        if (!driver_version_) return std::nullopt;
        Request request = question_.request();
        if (!report_.format.empty()) request.capabilities = named_;
        // The platform is that of the GPU, or of a list for one platform.
        std::vector<Capability> asked;
        for (const Gpu& gpu : gpus) asked.push_back(number_in(tables(), gpu.capability, request.cuda));
        if (gpus.empty() && !are_jetsons(tables(), request.capabilities))
            std::ranges::copy_if(request.capabilities, std::back_inserter(asked),
                                 [&](Capability c) { return !is_jetson(tables(), c); });
        if (!asked.empty()) request.capabilities = asked;
        return judge_driver(tables(), request, *driver_version_, gpus);
    }

    /// The code that the driver loads there; everything, if no driver is requested.
    [[nodiscard]] DriverLoads loads_on(const Gpu& gpu) const {
        if (const auto driver = judge_driver_for(std::span(&gpu, 1))) return loads_of(*driver);
        const Request& request = question_.request();
        return {.jetpack = !jetpack_obstacle(tables(), jetpacks_of(request), gpu, request.cuda)};
    }

    /// A list that runs on the named GPU, if this one does not: this one with the GPU's capability, otherwise that
    /// alone. Absent: no list of the release runs there, or no GPU was named.
    [[nodiscard]] std::optional<BuildList> corrected_list() const {
        if (!report_.device_requested && report_.gpus.empty()) return std::nullopt;
        std::vector<Capability> asked, all = report_.list.real;
        for (const DeviceCoverage& device : report_.devices) {
            asked.push_back(device.device);
            all.push_back(device.device);
        }
        const std::optional<BuildList> list = covering_list(std::move(all));
        return list ? list : covering_list(std::move(asked));
    }

    Query question_;
    messages::ResolutionReport answer_;
    messages::CoverageReport report_;
    std::optional<BuildList> of_older_;  ///< list of an older version of the consumer, if none was named
    std::vector<Capability> named_;      ///< capabilities in the text, for a request
    std::vector<Gpu> asked_;             ///< in the order of the report's devices
    std::optional<DriverVersion> driver_version_;
};

/// The default of --format: detect the format.
constexpr std::string_view guessed_spelling = "auto";

/// A list that was parsed and checked.
struct LintedList {
    LintAnswer answer;
    Listing listing;            ///< points into the question
    bool is_guessed = false;    ///< no format was named, and the most likely is used
    std::string consumer_note;  ///< note about the named consumer; empty: none
};

/// Whether a format is named.
bool has_spelling(const OptionTexts& texts) { return texts.value_or("format", guessed_spelling) != guessed_spelling; }

/// All codes of findings, for --ignore.
constexpr std::array<std::string_view, 22> finding_codes{"all-holds-jetsons",
                                                         "architecture-specific-ptx",
                                                         "capability-not-yet-renamed",
                                                         "capability-renamed",
                                                         "capability-too-new",
                                                         "capability-too-old",
                                                         "depends-on-machine",
                                                         "duplicate",
                                                         "excepted-gpu",
                                                         "family-specific-ptx",
                                                         "jetson-among-others",
                                                         "jetson-elsewhere",
                                                         "low-ptx",
                                                         "no-ptx",
                                                         "ptx-by-version",
                                                         "ptx-of-every",
                                                         "refused-pair",
                                                         "slot-conflict",
                                                         "slot-made-twice",
                                                         "string-order",
                                                         "uncovered",
                                                         "unknown-capability"};

/// Which findings count: those not in --ignore, and how serious one must be for exit code 1.
struct FindingFilter {
    std::vector<std::string> ignored = {};
    std::optional<FindingSeverity> fails_at = FindingSeverity::warning;  ///< absent: never

    [[nodiscard]] bool keeps(std::string_view code) const { return !contains(ignored, code); }
    /// FindingSeverity has the most serious first.
    [[nodiscard]] bool fails(FindingSeverity severity) const { return fails_at && severity <= *fails_at; }
};

FindingFilter read_filter(const OptionTexts& texts) {
    FindingFilter filter;
    const std::string given = texts.value_or("ignore", "");
    for (const std::string_view word : pieces_of(given, ',')) {
        const std::string code(trimmed(word));
        if (code.empty()) continue;
        if (!contains(finding_codes, std::string_view(code))) {
            const std::vector<std::string> known(finding_codes.begin(), finding_codes.end());
            throw BadInput(InputError::unknown, "unknown finding {}{}", in_quotes(code),
                           closest_or("; pass a code that lint prints in brackets, like uncovered", code, known));
        }
        filter.ignored.push_back(code);
    }
    constexpr std::string_view never = "never";
    const std::string level = texts.value_or("error-on", "warning");
    filter.fails_at = enumerator_named<FindingSeverity>(level);
    if (!filter.fails_at && level != never)
        throw BadInput(InputError::unknown, "unknown level {}; pass error, warning, note or never", in_quotes(level));
    return filter;
}

LintAnswer::Finding to_answer(std::string_view spelling, const Listing& listing, const Finding& finding) {
    Sentence note = messages::describe(spelling, finding.what);
    LintAnswer::Finding found{note.code, finding.severity, {}, std::move(note.text), {}, note.sources};
    if (finding.entry) {
        const ListEntry& entry = listing.entries[*finding.entry];
        found.entry = LintAnswer::Entry{std::string(entry.text), entry.offset};
    }
    if (std::string instead = messages::instead_of(finding.what); !instead.empty()) found.instead = std::move(instead);
    return found;
}

LintedList lint_list(const Context& context, const OptionTexts& texts) {
    const ToolAsked tool = read_tool_asked(texts);
    const FindingFilter filter = read_filter(texts);
    const Tables& tables = context.tables;
    const Release& release = read_release_name(context, texts.value_or("cuda", "latest"));
    const std::string& text = texts.needed_value("text", "missing list; pass its text, or - for standard input");
    LintedList linted;
    ListInText read = read_list_in_text(tables, texts, SpellingContext{tables}.system, release.version, text);
    linted.is_guessed = read.is_guessed;
    linted.consumer_note = newer_consumer_message(read.consumer);
    const SpellingContext& reading = read.context;
    const Spelling& spelling = *read.spelling;
    linted.listing = std::move(read.listing);
    std::optional<std::string_view> system;  // only a list of Jetsons implies one
    if (texts.has("system")) system = read_system_name(tables, "system", texts.value("system")).nix;
    else if (are_jetsons(tables, named_in(linted.listing))) system = jetson_system;

    const LintQuestion question{tables, spelling, release.version, system, reading.consumer};
    std::vector<Finding> findings = lint(question, linted.listing);
    std::erase_if(findings, [&](const Finding& finding) { return !filter.keeps(messages::code_of(finding.what)); });
    const Spelled fixed = is_clean(findings) ? Spelled{read.text, {}}
                                             : fixed_text(question, read.text, linted.listing).value_or(Spelled{});

    LintAnswer& answer = linted.answer;
    answer.cuda = {texts.value_or("cuda", "latest"), release.version, release.nvcc};
    answer.format = spelling.name;
    answer.consumer = consumer_of(spelling, reading);
    answer.text = read.text;
    answer.clean = is_clean(findings);
    answer.system = system;
    if (!fixed.text.empty()) answer.fixed = fixed.text;
    if (!answer.clean && answer.fixed)
        answer.apply = plans_for_list(
            tables,
            {.releases = {release.version, release.version},
             .system = system.value_or("x86_64-linux"),
             .list = read_build_list(tables, release.version, read_listing(spelling, reading, fixed.text))},
            spelling.name, tool);
    for (const Spelling* other : read.also_fit) answer.also_fits.push_back(other->name);
    for (const Finding& finding : findings)
        answer.findings.push_back(to_answer(spelling.name, linted.listing, finding));
    for (const Diagnostic& loss : fixed.losses) answer.losses.push_back(messages::describe(spelling.name, loss));
    return linted;
}

bool is_asked_for(const OptionTexts& texts, const FoundList& list) {
    if (has_spelling(texts) && &read_spelling_name(texts.value("format")) != list.spelling) return false;
    return !texts.has("compiler") || list.spelling->unasked_ptx_until.has_value();
}

/// The query for one of the lists.
OptionTexts question_for(const Context& context, const OptionTexts& texts, const FoundList& list) {
    OptionTexts question = texts.with("text", list.text).with("format", list.spelling->name);
    if (texts.has("consumer") &&
        read_consumer(context.tables, texts.value("consumer")).consumer->id != list.spelling->name)
        question = question.without("consumer");
    return question;
}

/// A problem of a list in a file, without its location.
struct ListProblem {
    FindingSeverity severity = FindingSeverity::error;
    std::string text;
};

/// The problems of one list. Notes are only for those who want to fail at them.
std::vector<ListProblem> problems_of(const Context& context, const OptionTexts& question, const FoundList& list) {
    const LintAnswer answer = lint_list(context, question).answer;
    const FindingFilter filter = read_filter(question);
    std::vector<ListProblem> problems;
    for (const LintAnswer::Finding& finding : answer.findings) {
        const bool is_certain = finding.severity == FindingSeverity::error || list.is_whole;
        if (!is_certain || (finding.severity == FindingSeverity::note && !filter.fails(finding.severity))) continue;
        problems.push_back({finding.severity, fmt::format("{}: {}{} [{}]{}", finding.severity,
                                                          finding.entry ? in_quotes(finding.entry->text) + ": " : "",
                                                          finding.text, std::string_view(finding.code),
                                                          finding.instead ? "; instead: " + *finding.instead : "")});
    }
    return problems;
}

/// With --fix, the answer is only the corrected list, and the findings become notes.
void add_fix(const LintAnswer& answer, Written& outcome) {
    if (!answer.fixed) throw BadInput(InputError::unfit, "cannot correct the list: no entry is left");
    outcome.text = *answer.fixed + '\n';
    for (const LintAnswer::Finding& finding : answer.findings)
        outcome.notes.push_back({to_string(finding.severity), finding.text});
    for (const Sentence& loss : answer.losses) outcome.notes.push_back({"warning", loss.text});
}

}  // namespace

CoversAnswer covers_answer(const Context& context, const OptionTexts& texts) {
    const ToolAsked asked = read_tool_asked(texts);
    const CoveredList question(context, texts, read_gpus_asked(context.tables, texts));
    CoversAnswer answer = messages::covers_answer(question.report());
    answer.apply = question.lines(asked);
    return answer;
}

Written answer_covers(const Context& context, const OptionTexts& texts, const Form& form) {
    if (texts.has("wheel")) {
        const WheelAnswer answer = wheel_coverage(context, texts);
        return {.text = laid_out(answer, form, report::wheel_text), .answered = answer.runs == true};
    }
    const CoversAnswer answer = covers_answer(context, texts);
    return {.text = laid_out(answer, form, report::coverage_text), .answered = answer.runs == true};
}

void cover_every_gpu(const Context& context, const OptionTexts& texts,
                     const std::function<void(const messages::CoverageReport&)>& tell) {
    tell(CoveredList(context, texts, {}).report());
}

LintAnswer lint_answer(const Context& context, const OptionTexts& texts) { return lint_list(context, texts).answer; }

Written answer_lint(const Context& context, const OptionTexts& texts, const Form& form) {
    LintedList list = lint_list(context, texts);
    LintAnswer& answer = list.answer;
    const FindingFilter filter = read_filter(texts);
    Written outcome{.answered = std::ranges::none_of(answer.findings, [&](const LintAnswer::Finding& finding) {
                        return filter.fails(finding.severity);
                    })};
    if (!list.consumer_note.empty()) outcome.notes.push_back({"note", list.consumer_note});
    if (list.is_guessed) outcome.notes.push_back({"note", messages::guess_message(answer)});
    // Entries that depend on the build machine cannot be corrected.
    if (texts.has("fix") && !answer.clean) (void)read_build_list(context.tables, answer.cuda.release, list.listing);
    for (Sentence& note : messages::describe(user_defaults(texts)))
        outcome.notes.push_back({"note", std::move(note.text)});
    if (form.json) outcome.text = wire::answer_text(answer);
    else if (texts.has("fix")) add_fix(answer, outcome);
    else {
        if (!texts.has("for")) answer.apply.clear();  // the corrected list is the short answer
        outcome.text = report::lint_text(answer, form.style);
    }
    return outcome;
}

Written lint_file(const Context& context, const OptionTexts& texts, std::string_view name, std::string_view file) {
    Written outcome{.answered = true};
    const FindingFilter filter = read_filter(texts);
    for (const FoundList& list : find_lists(context.tables, file)) {
        if (!is_asked_for(texts, list)) continue;
        std::vector<ListProblem> problems;
        try {
            problems = problems_of(context, question_for(context, texts, list), list);
        } catch (const BadInput& error) {
            if (error.error() != InputError::malformed) throw;
            problems.push_back({FindingSeverity::error, std::string("error: ") + error.what()});
        }
        for (const ListProblem& problem : problems) {
            outcome.text += fmt::format("{}:{}: {}\n", name, list.line, problem.text);
            outcome.answered = outcome.answered && !filter.fails(problem.severity);
        }
    }
    return outcome;
}

}  // namespace cudastdenv::query
