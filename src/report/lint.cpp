#include "report/lint.hpp"

#include "core/quote.hpp"
#include "report/messages.hpp"
#include "report/overloaded.hpp"
#include "report/page.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::report {

namespace {

Request request_of(const LintReport& report) {
    Request request;
    request.cuda = report.release.version;
    if (!report.system.empty()) request.system = report.system;
    return request;
}

std::string ptx_of(Capability capability) { return "PTX of " + to_string(capability); }

/// What nvcc has against a target, and what it could be instead.
std::string instead_of_problem(const CapabilityProblem& problem) {
    return std::visit(Overloaded{
                          [](const CapabilityRenamed& p) { return to_string(p.now); },
                          [](const CapabilityNotYetRenamed& p) { return to_string(p.before); },
                          [](const SlotConflict& p) {
                              return fmt::format("{} alone", to_string(p.family_specific));
                          },
                          [](const auto&) { return std::string("leave it out"); },
                      },
                      problem);
}

std::string_view rule_of_finding(const Finding& finding) {
    return std::visit(
        Overloaded{
            [](const UnfitEntry& f) -> std::string_view {
                return std::holds_alternative<SlotConflict>(f.problem) ? "target-slots" : "";
            },
            [](const RefusedPair&) -> std::string_view { return "target-pairs"; },
            [](const SlotMadeTwice&) -> std::string_view { return "target-slots"; },
            [](const SpecificPtx& f) -> std::string_view {
                return f.ptx.kind == Capability::Kind::family ? "ptx-family" : "ptx-architecture";
            },
            [](const NoPtx&) -> std::string_view { return "ptx-baseline"; },
            [](const LowPtx&) -> std::string_view { return "ptx-baseline"; },
            [](const StringOrder&) -> std::string_view { return "list-string-order"; },
            [](const PtxOfEvery&) -> std::string_view { return "ptx-baseline"; },
            [](const JetsonAmongOthers&) -> std::string_view { return "cubin-jetson"; },
            [](const JetsonElsewhere&) -> std::string_view { return "cubin-jetson"; },
            [](const Duplicate&) -> std::string_view { return "list-duplicate"; },
            [](const Uncovered&) -> std::string_view { return "ptx-baseline"; },
            [](const DependsOnMachine&) -> std::string_view { return "list-native"; },
            [](const AllHoldsJetsons&) -> std::string_view { return "list-all"; },
            [](const PtxByVersion&) -> std::string_view { return ""; },
        },
        finding.what);
}

std::string painted(const Style& style, Finding::Severity severity) {
    const std::string_view text = to_string(severity);
    switch (severity) {
        case Finding::Severity::error: return style.bad(text);
        case Finding::Severity::warning: return style.warn(text);
        case Finding::Severity::note: return style.faint(text);
    }
    return std::string(text);
}

void print_finding(Page& page, const LintReport& report, const Finding& finding, const Style& style) {
    std::string text = finding_message(report, finding);
    if (finding.entry) {
        const ListEntry& entry = report.listing.entries[*finding.entry];
        text = fmt::format("{} ({}): {}", in_quotes(entry.text), place_in_words(report.text, entry.offset), text);
    }
    page.item(to_string(finding.severity), painted(style, finding.severity),
              fmt::format("{} [{}]", text, finding_code(finding)));
    if (const std::string instead = finding_instead(report, finding); !instead.empty())
        page.item_continued("instead: " + instead);
    if (const SourceIds sources = finding_sources(report.tables, finding); !sources.empty())
        page.item_continued(fmt::format("source: {}", fmt::join(sources, ", ")));
}

}  // namespace

std::string_view finding_code(const Finding& finding) {
    return std::visit(Overloaded{
                          [](const UnfitEntry& f) { return problem_name(f.problem); },
                          [](const RefusedPair&) -> std::string_view { return "refused-pair"; },
                          [](const SlotMadeTwice&) -> std::string_view { return "slot-conflict"; },
                          [](const SpecificPtx& f) -> std::string_view {
                              return f.ptx.kind == Capability::Kind::family ? "family-specific-ptx"
                                                                            : "architecture-specific-ptx";
                          },
                          [](const NoPtx&) -> std::string_view { return "no-ptx"; },
                          [](const LowPtx&) -> std::string_view { return "low-ptx"; },
                          [](const StringOrder&) -> std::string_view { return "string-order"; },
                          [](const PtxOfEvery&) -> std::string_view { return "ptx-of-every"; },
                          [](const JetsonAmongOthers&) -> std::string_view { return "jetson-among-others"; },
                          [](const JetsonElsewhere&) -> std::string_view { return "jetson-elsewhere"; },
                          [](const Duplicate&) -> std::string_view { return "duplicate"; },
                          [](const Uncovered&) -> std::string_view { return "uncovered"; },
                          [](const DependsOnMachine&) -> std::string_view { return "depends-on-machine"; },
                          [](const AllHoldsJetsons&) -> std::string_view { return "all-holds-jetsons"; },
                          [](const PtxByVersion&) -> std::string_view { return "ptx-by-version"; },
                      },
                      finding.what);
}

std::string finding_message(const LintReport& report, const Finding& finding) {
    return std::visit(
        Overloaded{
            [&](const UnfitEntry& f) { return problem_message(request_of(report), f.problem); },
            [](const RefusedPair& f) {
                return fmt::format("nvcc makes no {} from PTX of {}", to_string(f.real), to_string(f.from));
            },
            [](const SlotMadeTwice& f) {
                return fmt::format("machine code of {} is made from family-specific PTX here and from PTX of {} elsewhere, "
                                   "and nvcc makes it from one of both",
                                   to_string(f.real), to_string(f.from));
            },
            [](const SpecificPtx& f) {
                if (f.ptx.kind == Capability::Kind::family)
                    return fmt::format("PTX of {} reaches its family only, and no later GPU", to_string(f.ptx));
                return fmt::format("PTX of {} runs on no other GPU than its machine code does", to_string(f.ptx));
            },
            [](const NoPtx&) { return std::string("there is no PTX: GPUs that come later have nothing to run"); },
            [](const LowPtx& f) {
                return fmt::format("PTX is of {} only: later GPUs do not get what was written for {}",
                                   to_string(f.highest), to_string(f.wanted));
            },
            [&](const StringOrder& f) {
                return fmt::format("{} sorts these numbers as strings and takes PTX of {}, not of {}",
                                   report.spelling.name, to_string(f.taken), to_string(f.wanted));
            },
            [](const PtxOfEvery& f) {
                return fmt::format("PTX of every target makes programs larger; that of {} is enough",
                                   joined(f.enough, " and "));
            },
            [](const JetsonAmongOthers& f) {
                return fmt::format("{} is a Jetson's, the others are not: machine code of it runs on aarch64-linux "
                                   "alone, and on no GPU of the others",
                                   to_string(f.jetson));
            },
            [&](const JetsonElsewhere& f) {
                return fmt::format("{} is a Jetson's, and no Jetson is {}", to_string(f.jetson), report.system);
            },
            [](const Duplicate& f) {
                return fmt::format("{} of {} is there already",
                                   f.code.form == Code::Form::ptx ? "PTX" : "machine code", to_string(f.code.capability));
            },
            [](const Uncovered& f) { return fmt::format("nothing of the list runs on {}", joined(f.devices, ", ")); },
            [](const DependsOnMachine&) { return std::string("what it means depends on the machine that builds"); },
            [](const AllHoldsJetsons&) { return std::string("it holds the Jetsons' targets too, on every system"); },
            [&](const PtxByVersion& f) {
                const std::string_view consumer = report.spelling.name;
                return fmt::format("up to {0}-{1} PTX of every target is embedded unless it is refused, from {0}-{2} on "
                                   "none unless it is wanted; judged as from {0}-{2} on (--compiler {0}-{1} judges "
                                   "otherwise)",
                                   consumer, f.until, f.until + 1);
            },
        },
        finding.what);
}

std::string finding_instead(const LintReport&, const Finding& finding) {
    return std::visit(Overloaded{
                          [](const UnfitEntry& f) { return instead_of_problem(f.problem); },
                          [](const RefusedPair& f) {
                              return fmt::format("{} from PTX of {}", to_string(f.real), to_string(baseline_of(f.real)));
                          },
                          [](const SlotMadeTwice& f) {
                              return fmt::format("{} from PTX of one", to_string(f.real));
                          },
                          [](const SpecificPtx& f) {
                              const std::string real = "machine code of " + to_string(f.ptx);
                              return f.wanted ? real + " and " + ptx_of(*f.wanted) : real + " without PTX";
                          },
                          [](const NoPtx& f) { return ptx_of(f.wanted); },
                          [](const LowPtx& f) { return ptx_of(f.wanted); },
                          [](const StringOrder&) { return std::string("sm_ and compute_ instead of numbers with dots"); },
                          [](const PtxOfEvery& f) { return "PTX of " + joined(f.enough, " and "); },
                          [](const JetsonAmongOthers&) { return std::string(); },
                          [](const JetsonElsewhere&) { return std::string("leave it out"); },
                          [](const Duplicate&) { return std::string("leave it out"); },
                          [](const Uncovered& f) {
                              return f.ptx ? ptx_of(*f.ptx) + " as well" : to_string(f.devices.front()) + " as well";
                          },
                          [](const DependsOnMachine&) { return std::string(); },
                          [](const AllHoldsJetsons&) { return std::string(); },
                          [](const PtxByVersion&) { return std::string(); },
                      },
                      finding.what);
}

SourceIds finding_sources(const Tables& tables, const Finding& finding) {
    if (const RuleRow* rule = find_rule(tables, rule_of_finding(finding))) return rule->sources;
    const auto* unfit = std::get_if<UnfitEntry>(&finding.what);
    return unfit ? problem_sources(tables, unfit->problem) : SourceIds{};
}

std::string guess_message(const LintReport& report) {
    std::vector<std::string_view> others;
    for (const Spelling* spelling : report.also_fitting) others.push_back(spelling->name);
    if (others.empty()) return fmt::format("read as {}", report.spelling.name);
    return fmt::format("read as {}; it could be {} too", report.spelling.name, fmt::join(others, ", "));
}

/// How many there are of each severity, the worst first.
std::string counts_in_words(std::span<const Finding> findings) {
    using enum Finding::Severity;
    std::vector<std::string> words;
    for (const Finding::Severity severity : {error, warning, note}) {
        const auto count = std::ranges::count(findings, severity, &Finding::severity);
        if (count > 0) words.push_back(counted(static_cast<std::size_t>(count), to_string(severity)));
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string lint_text(const LintReport& report, const Style& style) {
    Page page(style);
    const std::string title = fmt::format("{} list for CUDA {}", report.spelling.name, to_string(report.release.version));
    if (report.findings.empty()) {
        page.line(title + ": nothing found");
        return page.take();
    }
    page.line(fmt::format("{}: {}", style.strong(title), counts_in_words(report.findings)));
    for (const Finding& finding : report.findings) print_finding(page, report, finding, style);
    if (!report.fixed.empty() && report.fixed != report.text) {
        page.gap();
        page.row("Corrected", report.fixed);
    }
    return page.take();
}

}  // namespace cudastdenv::report
