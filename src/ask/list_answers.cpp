#include "ask/answers.hpp"

#include "ask/bad_input.hpp"
#include "ask/coverage_question.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/gpu_name.hpp"
#include "ask/question.hpp"
#include "ask/release_name.hpp"
#include "ask/spelling_name.hpp"
#include "ask/system_name.hpp"
#include "report/lint.hpp"
#include "report/messages.hpp"

#include <cudastdenv/lookup.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace cudastdenv::asking {

namespace {

struct GpuAsked {
    std::string name;  ///< empty: it was asked for by its capability
    Capability capability;
};

/// The GPU that is asked about; absent: every one.
std::optional<GpuAsked> read_gpu_asked(const Tables& tables, const Texts& texts) {
    const int given = texts.has("device") + texts.has("gpu") + texts.has("all-devices");
    if (given == 0)
        throw BadInput("on which GPU? Give --device 8.9, --gpu 'RTX 4090' or --all-devices");
    if (given > 1) throw BadInput("--device, --gpu and --all-devices exclude each other; give one of them");
    if (texts.has("all-devices")) return std::nullopt;
    if (texts.has("device")) return GpuAsked{"", read_device(tables, texts.value("device"))};
    const GpuFound found = read_gpu(tables, texts.value("gpu"));
    return GpuAsked{std::string(found.rows.front()->name), found.capability};
}

constexpr std::string_view guess = "auto";

/// The spellings to read the text in, the one that counts first.
std::vector<const Spelling*> read_spellings(const std::string& format, std::string_view text) {
    if (format != guess) return {&read_spelling_name(format)};
    std::vector<const Spelling*> fitting = spellings_that_fit(text);
    if (fitting.empty())
        throw BadInput(fmt::format("{} is a list in no spelling that is known here; --format names the one it should "
                                     "be, and then the error says more",
                                     in_quotes(text)));
    return fitting;
}

const Release& read_release_option(const Context& context, const Texts& texts) {
    if (!texts.has("cuda")) throw BadInput("which CUDA release? Give --cuda 12.8 or --cuda latest");
    return read_release_name(context, texts.value("cuda"));
}

/// With --fix the answer is the corrected list alone, and what was found goes beside it.
void add_fix(const report::LintReport& report, Outcome& outcome) {
    if (report.fixed.empty()) throw BadInput("nothing can be corrected: no entry of the list is left");
    outcome.text = std::string(report.fixed) + '\n';
    for (const Finding& finding : report.findings)
        outcome.asides.push_back({to_string(finding.severity), report::finding_message(report, finding)});
    for (const Loss& loss : report.losses)
        outcome.asides.push_back({"warning", report::loss_message(report.spelling.name, loss)});
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

Outcome answer_covers(const Context& context, const Texts& texts, const Form& form) {
    const std::optional<GpuAsked> gpu = read_gpu_asked(context.tables, texts);
    CoverageQuestion question(context, texts, gpu ? std::optional(gpu->capability) : std::nullopt);
    if (gpu) question.ask_for(gpu->capability, gpu->name);
    else question.ask_for_all();
    const report::CoverageReport report = question.report();
    const auto is_reached = [](const DeviceCoverage& device) { return device.place == DevicePlace::reached; };
    return {.text = form.json ? report::coverage_json(report) : report::coverage_text(report, form.style),
            .is_answered = std::ranges::any_of(report.devices, is_reached)};
}

Outcome answer_lint(const Context& context, const Texts& texts, const Form& form) {
    const Tables& tables = context.tables;
    const Release& release = read_release_option(context, texts);
    if (!texts.has("text")) throw BadInput("which list? Give its text, or - for standard input");
    const std::string& text = texts.value("text");
    const std::string format = texts.value_or("format", guess);
    const std::vector<const Spelling*> fitting = read_spellings(format, text);
    const Spelling& spelling = *fitting.front();

    const Listing listing = read_for_compiler(texts, tables, spelling, read_listing(spelling, text));
    const std::string_view system = system_of(tables, texts, listing);
    LintQuestion question{release.version, std::nullopt, spelling.abilities.ptx, spelling.unasked_ptx_until};
    if (!system.empty()) question.system = system;
    const std::vector<Finding> findings = lint(tables, question, listing);
    const Spelled fixed = fixed_text(tables, question, spelling, text, listing).value_or(Spelled{});

    const report::LintReport report{.tables = tables,
                                    .release = release,
                                    .cuda_requested = texts.value("cuda"),
                                    .system = system,
                                    .spelling = spelling,
                                    .also_fitting = std::span(fitting).subspan(1),
                                    .text = text,
                                    .listing = listing,
                                    .findings = findings,
                                    .fixed = fixed.text,
                                    .losses = fixed.losses};
    Outcome outcome{.is_answered = is_clean(findings)};
    if (format == guess) outcome.asides.push_back({"note", report::guess_message(report)});
    if (texts.has("fix") && !is_clean(findings)) (void)read_build_list(tables, release.version, listing);
    if (form.json) outcome.text = report::lint_json(report);
    else if (texts.has("fix")) add_fix(report, outcome);
    else outcome.text = report::lint_text(report, form.style);
    return outcome;
}

}  // namespace cudastdenv::asking
