// SPDX-License-Identifier: MIT
#include "ask/list_questions.hpp"

#include "ask/bad_input.hpp"
#include "ask/gpu_name.hpp"
#include "ask/names.hpp"
#include "ask/release_name.hpp"
#include "ask/spelling_name.hpp"
#include "core/lists.hpp"
#include "core/quote.hpp"
#include "spelling/found_lists.hpp"
#include "spelling/lint.hpp"
#include "tables/lookup.hpp"
#include "words/lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <variant>
#include <vector>

namespace cudastdenv::asking {

namespace {

/// Jetsons are no machines of another system.
Texts with_platform_of(const Tables& tables, const Texts& texts, const std::optional<GpuAsked>& gpu) {
    const Texts list = texts.without("gpu");  // here it is no part of the list
    if (!gpu || texts.has("system")) return list;
    return is_jetson(tables, gpu->capabilities.front()) ? list.with("system", "aarch64-linux") : list;
}

}  // namespace

std::optional<GpuAsked> read_gpu_asked(const Tables& tables, const Texts& texts) {
    const int given = texts.has("device") + texts.has("gpu") + texts.has("all-devices");
    if (given == 0)
        throw BadInput(InputError::missing, "on which GPU? Give --device 8.9, --gpu 'RTX 4090' or --all-devices");
    if (given > 1)
        throw BadInput(InputError::contradiction,
                       "--device, --gpu and --all-devices exclude each other; give one of them");
    if (texts.has("all-devices")) return std::nullopt;
    if (texts.has("device")) return GpuAsked{"", {read_device(tables, texts.value("device"))}};
    GpuAsked asked;
    for (const Gpu& gpu : read_gpu(tables, texts.value("gpu"), Alternative::device)) {
        asked.name = gpu.name;
        asked.capabilities.push_back(gpu.capability);
    }
    return asked;
}

CoveredList::CoveredList(const Context& context, const Texts& texts, const std::optional<GpuAsked>& gpu)
    : question_(context, with_platform_of(context.tables, texts, gpu), std::nullopt, Platforms::of_each_gpu),
      system_given_(texts.has("system")),
      resolution_(resolve(question_.tables(), question_.request())),
      answer_(question_.answer(resolution_)),
      list_(build_list(resolution_)) {
    if (texts.has("format") || texts.has("consumer")) read_text(texts);
    else if (texts.has("text"))
        throw BadInput(InputError::missing,
                       "in which spelling is the list {}? Give --format cmake; `flags --format list` "
                       "names them",
                       in_quotes(texts.value("text")));
    if (texts.has("compiler") && !texts.has("format") && !texts.has("consumer"))
        throw BadInput(InputError::contradiction, "--compiler goes with --format clang, and a list in it");
    read_driver_option(texts);
    if (gpu) ask_for(*gpu);
    else ask_for_all();
}

void CoveredList::read_text(const Texts& texts) {
    for (const char* other : {"capabilities", "no-forward-compat"})
        if (texts.has(other))
            throw BadInput(InputError::contradiction,
                           std::string("--") + other + " goes without --format: there the text says what is built");
    const ChosenSpelling chosen = read_chosen_spelling(tables(), texts, "");
    const Spelling& spelling = chosen.spelling;
    const Request& request = question_.request();
    const SpellingContext context = context_of(tables(), request.system, request.cuda, chosen.consumer);
    format_ = spelling.name;
    named_consumer_ = chosen.consumer;
    consumer_ = consumer_of(spelling, context);
    if (!texts.has("text"))
        throw BadInput(InputError::missing, "which list? Give its text behind the options, or - for standard input");
    const std::string& text = texts.value("text");
    const Listing listing = read_for_compiler(texts, tables(), spelling, read_listing(spelling, context, text));
    list_ = read_build_list(tables(), request.cuda, listing);
    check_text(spelling, listing);
    if (depends_on_version(listing)) {
        of_older_ = read_build_list(tables(), request.cuda, with_unasked_ptx(listing, true));
        older_until_ = spelling.unasked_ptx_until.value_or(0);
    }
    // What `all` stands for says nothing of the platform: it has a Jetson's code on every one.
    for (const ListEntry& entry : listing.entries)
        for (const auto& capability : {entry.real, entry.ptx})
            if (capability) named_.push_back(*capability);
}

/// Throws BadInput for what nvcc of the release refuses to build.
void CoveredList::check_text(const Spelling& spelling, const Listing& listing) const {
    const Request& request = question_.request();
    const std::vector<Finding> findings = lint(tables(), {request.cuda, std::nullopt, spelling.abilities.ptx}, listing);
    for (const Finding& finding : findings)
        if (finding.severity == FindingSeverity::error)
            throw BadInput(InputError::unfit,
                           words::say({tables(), *resolution_.release, {}, spelling.name}, finding).text);
}

void CoveredList::read_driver_option(const Texts& texts) {
    if (!texts.has("driver")) return;
    driver_requested_ = texts.value("driver");
    driver_version_ = read_driver(driver_requested_);
}

std::optional<DriverAnswer> CoveredList::judge_driver_for(std::span<const Gpu> gpus) const {
    if (!driver_version_) return std::nullopt;
    Request request = question_.request();
    if (!format_.empty()) request.capabilities = named_;
    // The platform is that of the GPU, or of a list for one.
    std::vector<Capability> asked;
    for (const Gpu& gpu : gpus) asked.push_back(number_in(tables(), gpu.capability, request.cuda));
    if (gpus.empty() && !are_jetsons(tables(), request.capabilities))
        std::ranges::copy_if(request.capabilities, std::back_inserter(asked),
                             [&](Capability c) { return !is_jetson(tables(), c); });
    if (!asked.empty()) request.capabilities = asked;
    return judge_driver(tables(), request, *driver_version_, gpus);
}

DriverLoads CoveredList::loads_on(const Gpu& gpu) const {
    const auto driver = judge_driver_for(std::span(&gpu, 1));
    return driver ? loads_of(*driver) : DriverLoads{};
}

void CoveredList::ask_for(const GpuAsked& gpu) {
    gpu_ = gpu.name;
    if (gpu.capabilities.size() == 1) device_requested_ = gpu.capabilities.front();
    std::vector<Gpu> asked;
    for (const Capability capability : gpu.capabilities) asked.push_back({gpu_, capability});
    driver_ = judge_driver_for(asked);
    const bool is_judged = driver_ && asked.size() == 1;
    for (const Gpu& each : asked) {
        const Capability number = number_in(tables(), each.capability, question_.request().cuda);
        devices_.push_back(cover_device(tables(), list_, number, is_judged ? loads_of(*driver_) : loads_on(each)));
    }
}

void CoveredList::ask_for_all() {
    driver_ = judge_driver_for({});
    for (const Capability device : devices_of(tables(), question_.request().cuda))
        devices_.push_back(cover_device(tables(), list_, device, loads_on({"", device})));
}

/// What another version of the consumer makes of the text, where it is one of several.
std::optional<words::OlderConsumer> CoveredList::older_consumer() const {
    if (!of_older_) return std::nullopt;
    words::OlderConsumer older{older_until_, of_older_->ptx, {}};
    for (const DeviceCoverage& device : devices_)
        if (device.place != DevicePlace::reached)
            if (const auto covered = cover_device(tables(), *of_older_, device.device, loads_on({gpu_, device.device}));
                covered.place == DevicePlace::reached)
                older.reached.push_back(device.device);
    return older;
}

/// What the release builds of these capabilities, if that runs on each of the GPUs that are asked about.
std::optional<BuildList> CoveredList::list_that_runs(std::vector<Capability> capabilities) const {
    sort_unique(capabilities);
    Request request = question_.request();
    request.capabilities = capabilities;
    request.forward_compat = !list_.ptx.empty();
    if (!check_capabilities(tables(), request).empty()) return std::nullopt;
    BuildList list = build_list(resolve(tables(), request));
    const bool runs_on_all = std::ranges::all_of(devices_, [&](const DeviceCoverage& asked) {
        return runs(cover_device(tables(), list, asked.device, loads_on({gpu_, asked.device}))) == true;
    });
    return runs_on_all ? std::optional(std::move(list)) : std::nullopt;
}

std::optional<BuildList> CoveredList::mended_list() const {
    const bool is_named = device_requested_ || !gpu_.empty();
    if (!is_named || words::runs(report()) != false) return std::nullopt;
    std::vector<Capability> asked;
    for (const DeviceCoverage& device : devices_) asked.push_back(device.device);
    std::vector<Capability> all = list_.real;
    all.insert(all.end(), asked.begin(), asked.end());
    const std::optional<BuildList> list = list_that_runs(std::move(all));
    return list ? list : list_that_runs(std::move(asked));
}

std::vector<LinesToType> CoveredList::lines(const ToolAsked& asked) const {
    if (words::runs(report()) != false) return {};
    const Version release = question_.request().cuda;
    const ToApply mended{.releases = {release, release}, .system = question_.request().system, .list = mended_list()};
    ToolAsked tool = asked;
    const bool reads_list = format_ == "cmake" || format_ == "torch" || format_ == "nix" || format_ == "spack";
    if (!tool.tool && reads_list && mended.list) tool.tool = find_apply_tool(format_);
    return applied(tables(), mended, tool);
}

words::CoverageReport CoveredList::report() const {
    std::optional<words::CoverageDriver> driver;
    if (driver_) driver.emplace(words::CoverageDriver{*driver_, driver_requested_});
    return {.answer = answer_,
            .list = list_,
            .format = format_,
            .consumer = consumer_,
            .consumer_note = newer_consumer_message(named_consumer_),
            .older_consumer = older_consumer(),
            .driver = driver,
            .system_given = system_given_,
            .gpu = gpu_,
            .device_requested = device_requested_,
            .devices = devices_};
}

namespace {

/// Without the format that stands for a guess.
Texts named_spelling(const Texts& texts) {
    return texts.value_or("format", guessed_spelling) == guessed_spelling ? texts.without("format") : texts;
}

std::optional<NamedConsumer> read_consumer_option(const Tables& tables, const Texts& texts) {
    if (!texts.has("consumer")) return std::nullopt;
    return read_consumer(tables, texts.value("consumer"));
}

/// The spellings to read the text in, the one that counts first.
std::vector<const Spelling*> read_spellings(const SpellingContext& context, const Texts& texts, bool is_guessed,
                                            std::string_view text) {
    if (!is_guessed) return {&read_chosen_spelling(context.tables, named_spelling(texts), "").spelling};
    std::vector<const Spelling*> fitting = spellings_that_fit(context, text);
    if (fitting.empty())
        throw BadInput(InputError::unknown,
                       "{} is a list in no spelling that is known here; --format names the one it should "
                       "be, and then the error says more",
                       in_quotes(text));
    return fitting;
}

const std::string& read_text(const Texts& texts) {
    if (!texts.has("text")) throw BadInput(InputError::missing, "which list? Give its text, or - for standard input");
    return texts.value("text");
}

/// The system that was named; else a list of Jetsons alone says which it is for, and no other list does.
std::string_view system_of(const Tables& tables, const Texts& texts, const Listing& listing) {
    if (texts.has("system")) return read_system_name(tables, "system", texts.value("system")).nix;
    std::vector<Capability> named;
    for (const ListEntry& entry : listing.entries)
        for (const auto& capability : {entry.real, entry.ptx})
            if (capability) named.push_back(*capability);
    return are_jetsons(tables, named) ? jetson_system : "";
}

}  // namespace

const Release& read_linted_release(const Context& context, const Texts& texts) {
    if (!texts.has("cuda"))
        throw BadInput(InputError::missing, "which CUDA release? Give --cuda 12.8 or --cuda latest");
    return read_release_name(context, texts.value("cuda"));
}

LintedList::LintedList(const Context& context, const Texts& texts)
    : context_(context),
      release_(read_linted_release(context, texts)),
      cuda_requested_(texts.value("cuda")),
      text_(read_text(texts)),
      is_guessed_(texts.value_or("format", guessed_spelling) == guessed_spelling && !texts.has("consumer")),
      consumer_(read_consumer_option(context.tables, texts)),
      fitting_(read_spellings(spelling_context(), texts, is_guessed_, text_)),
      listing_(read_for_compiler(texts, context.tables, *fitting_.front(),
                                 read_listing(*fitting_.front(), spelling_context(), text_))),
      system_(system_of(context.tables, texts, listing_)) {
    const Spelling& spelling = *fitting_.front();
    LintQuestion question{release_.version, std::nullopt, spelling.abilities.ptx, spelling.unasked_ptx_until,
                          spelling_context().consumer};
    if (!system_.empty()) question.system = system_;
    findings_ = lint(context.tables, question, listing_);
    fixed_ = fixed_text(context.tables, question, spelling, text_, listing_).value_or(Spelled{});
}

SpellingContext LintedList::spelling_context() const {
    return context_of(context_.tables, SpellingContext{context_.tables}.system, release_.version, consumer_);
}

LintAnswer LintedList::answer() const {
    const Spelling& spelling = *fitting_.front();
    LintAnswer answer{.cuda = {cuda_requested_, release_.version, release_.nvcc},
                      .format = spelling.name,
                      .consumer = consumer_of(spelling, spelling_context()),
                      .text = text_,
                      .clean = is_clean(findings_)};
    if (!system_.empty()) answer.system = system_;
    if (!fixed_.text.empty()) answer.fixed = fixed_.text;
    for (const Spelling* other : std::span(fitting_).subspan(1)) answer.also_fits.push_back(other->name);
    for (const Finding& finding : findings_) {
        words::Correction said = words::say({context_.tables, release_, system_, spelling.name}, finding);
        LintAnswer::Finding found{said.code, finding.severity, {}, std::move(said.text), {}, said.sources};
        if (finding.entry) {
            const ListEntry& entry = listing_.entries[*finding.entry];
            found.entry = LintAnswer::Entry{std::string(entry.text), entry.offset};
        }
        if (!said.instead.empty()) found.instead = std::move(said.instead);
        answer.findings.push_back(std::move(found));
    }
    for (const Loss& loss : fixed_.losses) answer.losses.push_back(words::say(spelling.name, loss));
    return answer;
}

namespace {

bool is_asked_for(const Texts& texts, const FoundList& list) {
    const std::string format = texts.value_or("format", guessed_spelling);
    if (format != guessed_spelling && &read_spelling_name(format) != list.spelling) return false;
    return !texts.has("compiler") || list.spelling->unasked_ptx_until.has_value();
}

/// The question for one of the lists.
Texts question_for(const Context& context, const Texts& texts, const FoundList& list) {
    Texts question = texts.with("text", list.text).with("format", list.spelling->name);
    if (texts.has("consumer") &&
        read_consumer(context.tables, texts.value("consumer")).consumer->id != list.spelling->name)
        question = question.without("consumer");
    return question;
}

/// The problems of one list, without where it stands.
std::vector<std::string> problems_of(const Context& context, const Texts& question, const FoundList& list) {
    const LintAnswer answer = LintedList(context, question).answer();
    std::vector<std::string> problems;
    for (const LintAnswer::Finding& finding : answer.findings) {
        const bool counts = finding.severity == FindingSeverity::error ||
                            (finding.severity == FindingSeverity::warning && list.is_whole);
        if (!counts) continue;
        const std::string entry = finding.entry ? in_quotes(finding.entry->text) + ": " : std::string();
        const std::string instead = finding.instead ? "; instead: " + *finding.instead : std::string();
        problems.push_back(fmt::format("{}: {}{} [{}]{}", to_string(finding.severity), entry, finding.text,
                                       std::string_view(finding.code), instead));
    }
    return problems;
}

}  // namespace

Outcome lint_file(const Context& context, const Texts& texts, std::string_view name, std::string_view file) {
    Outcome outcome;
    for (const FoundList& list : find_lists(context.tables, file)) {
        if (!is_asked_for(texts, list)) continue;
        std::vector<std::string> problems;
        try {
            problems = problems_of(context, question_for(context, texts, list), list);
        } catch (const BadInput& error) {
            if (error.error() != InputError::malformed) throw;
            problems.push_back(std::string("error: ") + error.what());
        }
        for (const std::string& problem : problems)
            outcome.text += fmt::format("{}:{}: {}\n", name, list.line, problem);
    }
    outcome.is_answered = outcome.text.empty();
    return outcome;
}

}  // namespace cudastdenv::asking
