// SPDX-License-Identifier: MIT
#include "report/text.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "messages/drivers.hpp"

namespace cudastdenv::report {

namespace {

using namespace messages;

std::string name_of(const ResolveAnswer::HostCompiler& host) { return format_name(host.compiler, host.version.value); }

/// `CUDA 12.8.2 on Debian 13`
template <class Answer>
std::string release_and_place(const Answer& answer) {
    const std::string release = format_release(answer.cuda.release);
    return answer.stdenv.place.empty() ? release : fmt::format("{} {}", release, answer.stdenv.place);
}

/// The advisory that breaks the answer, and its workaround.
template <class Answer>
void print_breakage(Page& page, const Answer& answer) {
    if (!answer.broken) return;
    const auto advisory = std::ranges::find(answer.advisories, *answer.broken, &Advisory::id);
    page.fact("problem", fmt::format("{} [{}]", advisory->text, advisory->id), &Style::bad);
    page.fact("workaround", advisory->workaround.value_or("unknown"));
}

/// Other advisories, instructions, and the options that show more.
template <class Answer>
void print_rest(Page& page, const Answer& answer, const Style& style, std::vector<std::string_view> more) {
    bool is_cut = false;
    for (const Advisory& advisory : answer.advisories) {
        if (advisory.id == answer.broken) continue;
        const bool is_shown = style.shown.notes || advisory.severity != AdvisoryRow::Severity::note;
        is_cut = is_cut || !is_shown || (advisory.workaround && !style.shown.notes);
        if (!is_shown) continue;
        page.fact(to_string(advisory.severity), fmt::format("{} [{}]", advisory.text, advisory.id),
                  paint_of(to_string(advisory.severity)));
        if (advisory.workaround && style.shown.notes) page.fact("", *advisory.workaround);
    }
    is_cut = page.note_facts(answer.notes) || is_cut;
    if (style.shown.sources) page.list("Sources", answer.sources_text);
    else if (!answer.sources_text.empty()) more.emplace_back("--sources");
    if (is_cut) more.emplace_back("--notes");
    page.plans(answer.apply);
    page.more(more);
}

/// In the order of CrossPart::Part.
constexpr std::array format_parts{"nvcc", "host compiler", "CUDA libraries", "libstdc++"};

void print_cross(Page& page, const ResolveAnswer& answer) {
    if (!answer.cross) return;
    const auto& [build, host, parts] = *answer.cross;
    page.fact("cross build", fmt::format("on {} ({}) for {} ({})", build.nix, build.redist, host.nix, host.redist));
    for (const CrossPart& part : parts)
        page.fact("", fmt::format("{}: {}", format_parts.at(static_cast<std::size_t>(part.part)),
                                  part.makes_code_for
                                      ? fmt::format("runs on {}, builds for {}", part.system, *part.makes_code_for)
                                      : part.system));
}

/// The status of the environment's own compiler: `the system default`, `gcc-15 is too new`.
std::string format_role(const ResolveAnswer& answer) {
    if (answer.host_compiler->uses_stdenv) return answer.stdenv.environment ? ", the system default" : "";
    const auto* own = find_in(answer.rejected, answer.stdenv.compiler, &ResolveAnswer::Rejection::compiler);
    if (!own || (own->code != "too-new" && own->code != "too-old")) return "";
    return fmt::format(" ({} is too {})", format_name(own->compiler, own->version.value), own->code.substr(4));
}

std::string choice_in_a_line(const ResolveAnswer& answer, const Style& style) {
    const std::string where = release_and_place(answer);
    if (!answer.works) return style.bad(fmt::format("{}: no host compiler works", where));
    const std::string line = fmt::format("{}: use {}{}", where, name_of(*answer.host_compiler), format_role(answer));
    if (answer.broken) return style.warn(line + ", with the workaround below");
    const bool is_there = answer.host_compiler->uses_stdenv && answer.stdenv.environment;
    return style.good(is_there && answer.apply.empty() ? line + ". Nothing to install." : line);
}

void print_why(Page& page, const ResolveAnswer& answer) {
    page.heading("Why");
    if (const auto& host = answer.host_compiler; host && answer.system.redist != unsupported_redist)
        page.item(name_of(*host), fmt::format("chosen: {}", cited(host->range.text, host->range.sources)),
                  &Style::good);
    for (const ResolveAnswer::Run& run : answer.runs) {
        const ResolveAnswer::Rejection& why = answer.rejected[run.first];
        page.item(run.compilers, cited(fmt::format("{}: {}", std::string_view(why.code), why.text), why.sources),
                  why.code == "superseded" ? &Style::faint : &Style::bad);
        for (const std::string& hidden : why.hides_text) page.item_continued(hidden);
    }
    if (const auto& host = answer.host_compiler; host && host->libstdcxx_headers)
        page.item("headers",
                  fmt::format("libstdc++ of gcc-{}: {}", *host->libstdcxx_headers,
                              host->headers_inferred ? "expected to work (not tested with this nvcc)" : "tested"));
    page.item("environment", fmt::format("{}; {} ({})", answer.stdenv.text, answer.system.nix, answer.system.redist));
    page.item("libstdc++", answer.stdenv.libstdcxx.text);
    if (answer.cuda.nvcc) page.item("nvcc", std::string(*answer.cuda.nvcc));
    if (answer.works) page.gap();
}

void print_facts(Page& page, const ResolveAnswer& answer, const Style& style) {
    std::vector<std::string_view> others;
    for (const ResolveAnswer::Run& run : answer.runs)
        if (answer.rejected[run.first].code == "superseded") others.push_back(run.compilers);
    if (!others.empty()) page.fact("also work", joined(others));
    const ResolveAnswer::Libstdcxx& library = answer.stdenv.libstdcxx;
    page.fact("links with",
              library.glibcxx ? fmt::format("libstdc++ of gcc-{} ({} or older symbols)", library.gcc, *library.glibcxx)
                              : "libstdc++ " + library.text);
    print_cross(page, answer);
    const auto& [supported, defaults, resolved, ptx] = answer.capabilities;
    page.fact("builds for", joined(resolved, " ") + (ptx ? fmt::format(", and PTX of {} for newer GPUs", *ptx) : ""));
    if (!answer.driver_text.empty()) page.fact("runs on", answer.driver_text);
    if (style.shown.flags) page.fact("flags", answer.flags.gencode_string);
}

/// The limit of each policy: `14 or older: nixpkgs, documented, enforced`.
void print_limits(Page& page, const ExplainAnswer& answer, const Style& style) {
    const auto format_limit = [](const std::optional<HostRange>& range) {
        if (!range) return std::string("no row for this release");
        return range->min ? fmt::format("{} to {}", *range->min, range->max) : fmt::format("{} or older", range->max);
    };
    std::string_view label = "limits";
    for (const auto& [name, range] : answer.ranges.entries) {
        std::string text = fmt::format("{}: {} {}", format_view(*enumerator_named<Policy>(name)),
                                       answer.compiler.family, format_limit(range));
        if (style.shown.sources && range) text += fmt::format(" [{}]", joined(range->sources));
        page.fact(std::exchange(label, ""), text);
    }
}

std::string verdict_in_a_line(const ExplainAnswer& answer, const Style& style) {
    const std::string name = format_name(answer.compiler, answer.version.value);
    const std::string where = release_and_place(answer);
    const std::string preferred = answer.has_answer && answer.host_compiler ? name_of(*answer.host_compiler) : "";
    if (answer.works != true)
        return style.bad(fmt::format("No: {} does not work with {}.{}", name, where,
                                     preferred.empty() ? "" : fmt::format(" Use {}.", preferred)));
    if (answer.broken) return style.warn(fmt::format("Yes, with the workaround below: {} works with {}", name, where));
    if (answer.chosen) return style.good(fmt::format("Yes: {} works with {}, and is preferred there", name, where));
    return style.good(fmt::format("Yes: {} works with {}; {} is preferred", name, where, preferred));
}

/// `--driver 550.54, --std c++20 and --glibc 2.41`
std::string format_conflict(const ReleasesAnswer& answer, const std::vector<std::string_view>& conflict) {
    return joined_by_and(conflict, [&](std::string_view option) {
        const auto condition = std::ranges::find(answer.conditions, option, &ReleasesAnswer::Condition::option);
        return fmt::format("--{} {}", condition->option, condition->value);
    });
}

void print_conflict(std::string& text, const ReleasesAnswer& answer, const Style& style) {
    const auto add_line = [&](std::string_view line) { text += wrap(line, style.width, 4, 0) + '\n'; };
    const ReleasesAnswer::Conflict& conflict = *answer.conflict;
    add_line(conflict.options.empty()
                 ? std::string("No CUDA release works, whatever the conditions")
                 : fmt::format("No CUDA release {} {}", conflict.options.size() == 1 ? "works with" : "supports all of",
                               format_conflict(answer, conflict.options)));
    for (const ReleasesAnswer::GivenUp& given_up : conflict.without)
        add_line(fmt::format("  without --{}: {}", given_up.option,
                             given_up.releases.empty()
                                 ? "still none, because of " + format_conflict(answer, given_up.conflict)
                                 : given_up.releases_text));
}

/// The condition that a release fails, as a column; if it fails none, the assumption.
std::string column_of(const ReleasesAnswer::LeftOut& left_out) {
    if (left_out.option) return fmt::format("--{}", *left_out.option);
    return left_out.reason == "preview" ? "preview" : "assumed";
}

/// `Driver 550 runs CUDA 12.9.2 or older, with PTX of CUDA 12.4.1 or older`; empty: no driver is a condition.
std::string driver_in_a_line(const ReleasesAnswer& answer) {
    const auto* driver = find_in(answer.conditions, "driver", &ReleasesAnswer::Condition::option);
    if (!driver || answer.releases.empty()) return "";
    const auto* with_ptx = find_in(answer.releases, std::optional(true), &ReleasesAnswer::Fitting::loads_ptx);
    const bool is_older = with_ptx && with_ptx != answer.releases.data();
    return fmt::format("Driver {} runs CUDA {} or older{}\n", driver->value, answer.releases.front().release,
                       is_older ? fmt::format(", with PTX of CUDA {} or older", with_ptx->release) : "");
}

void print_left_out(std::string& text, const ReleasesAnswer& answer, const Style& style) {
    if (answer.left_out.empty()) return;
    std::size_t width = 0, version_width = 0;
    for (const ReleasesAnswer::LeftOut& left_out : answer.left_out) {
        width = std::max(width, column_of(left_out).size());
        version_width = std::max(version_width, to_string(left_out.release).size());
    }
    text += "\nLeft out\n";
    for (const ReleasesAnswer::LeftOut& left_out : answer.left_out) {
        const std::string version = fmt::format("{:<{}}", left_out.release, version_width);
        const std::size_t column = version_width + width + 6;
        text += fmt::format("  {}  {:<{}}  {}\n", style.bad(version), column_of(left_out), width,
                            wrap(messages::cited(left_out.text, left_out.sources), style.width, column, column));
    }
}

void print_finding(Page& page, const LintAnswer& answer, const LintAnswer::Finding& finding) {
    std::string place;
    if (const auto& entry = finding.entry)
        place = fmt::format("{} ({}): ", in_quotes(entry->text), format_place(answer.text, entry->offset));
    page.item(to_string(finding.severity),
              fmt::format("{}{} [{}]", place, finding.text, std::string_view(finding.code)),
              paint_of(to_string(finding.severity)));
    if (finding.instead) page.item_continued("instead: " + *finding.instead);
    if (!finding.sources.empty()) page.item_continued("source: " + joined(finding.sources));
}

/// The number of each severity, the worst first.
std::string format_counts(const std::vector<LintAnswer::Finding>& findings) {
    std::vector<std::string> words;
    for (const FindingSeverity severity : enumerators<FindingSeverity>) {
        const auto count = std::ranges::count(findings, severity, &LintAnswer::Finding::severity);
        if (count > 0) words.push_back(counted(static_cast<std::size_t>(count), to_string(severity)));
    }
    return joined(words);
}

}  // namespace

std::string resolution_text(const ResolveAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(choice_in_a_line(answer, style));
    print_breakage(page, answer);
    const bool shows_why = style.shown.why || !answer.host_compiler;
    if (shows_why) print_why(page, answer);
    if (answer.works) print_facts(page, answer, style);
    std::vector<std::string_view> more;
    if (!shows_why) more.emplace_back("--why");
    if (answer.works && !style.shown.flags) more.emplace_back("--flags");
    print_rest(page, answer, style, more);
    return page.take();
}

std::string explanation_text(const ExplainAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(verdict_in_a_line(answer, style));
    print_breakage(page, answer);
    if (answer.works != true && answer.rejection) {
        page.fact("reason", fmt::format("{} ({})", answer.rejection->text, std::string_view(answer.rejection->code)));
        for (const std::string& hidden : answer.rejection->hides_text) page.fact("also", hidden);
    }
    print_limits(page, answer, style);
    if (style.shown.why) page.fact("environment", answer.stdenv.text);
    if (!answer.available)
        page.fact("assuming",
                  fmt::format("that {} can be installed", format_name(answer.compiler, answer.version.value)));
    print_rest(page, answer, style, {});
    return page.take();
}

std::string message_text(const messages::AboutMessage& message, const Style& style) {
    Page page(style);
    page.sentence(style.strong(fmt::format("{}: {}", message.row.id, message.row.title)));
    std::string_view label = "printed";
    // The page of messages has all of them.
    auto left = style.shown.notes ? std::ssize(message.wordings) : 3;
    for (const MessageTextRow* wording : message.wordings)
        if (!wording->language && left-- > 0) page.fact(std::exchange(label, ""), as_printed(wording->text));
    page.facts("why", message.why);
    page.facts("fix", message.workarounds);
    page.plans(message.lines);
    return page.take();
}

std::string advisory_text(const Advisory& advisory, const Style& style) {
    Page page(style);
    page.sentence(style.strong(fmt::format("{} ({})", advisory.id, advisory.severity)));
    page.fact("problem", page.cited(std::string(advisory.text), advisory.sources));
    page.fact("workaround", advisory.workaround.value_or("unknown"));
    return page.take();
}

std::string gpu_text(const GpuAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(style.strong(answer.headline));
    for (const GpuFacts& gpu : answer.gpus) {
        if (answer.gpus.size() > 1) page.fact("GPU", format_gpu({gpu.name.value_or(""), gpu.capability}));
        page.fact("CUDA", page.cited(gpu.releases_text, gpu.sources));
        if (!gpu.drivers_text.empty()) page.fact("driver", gpu.drivers_text);
        page.fact("newest CUDA", gpu.newest_text);
        page.fact("build for",
                  fmt::format("nvcc sm_{0}, CMake {0}, PyTorch {1}", undotted(gpu.capability), gpu.capability));
    }
    return page.take();
}

std::string provides_text(const ProvidesAnswer& answer, const Style& style) {
    Page page(style);
    for (const Sentence& why : answer.why)
        page.sentence((answer.has_file || &why != &answer.why.front() ? "" : "No: ") +
                      page.cited(why.text, why.sources));
    page.plans(answer.apply);
    return page.take();
}

std::string api_text(const ApiAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(style.strong(page.cited(answer.headline, answer.sources)));
    for (const ApiAnswer::Change& change : answer.changes)
        if (!answer.headline.ends_with(change.text)) page.fact("changed", change.text);
    const ApiAnswer::Entry& newest = answer.entries.back();
    if (newest.library) page.fact("library", fmt::format("-l{0}, CUDA::{0}", *newest.library));
    if (newest.component && newest.kind != ApiEntryKind::header) page.fact("component", *newest.component);
    for (const ApiAnswer::Entry& entry : answer.entries) {
        if (answer.entries.size() == 1 && !(entry.last && answer.has == false)) continue;
        page.fact(entry.header ? std::string_view(*entry.header) : "releases",
                  fmt::format("CUDA {} to {}", entry.first.value_or(*answer.read.min),
                              entry.last.value_or(*answer.read.max)));
    }
    if (!answer.others.empty()) page.fact("also", joined(answer.others, ", "));
    return page.take();
}

std::string releases_text(const ReleasesAnswer& answer, const Style& style) {
    using Fitting = ReleasesAnswer::Fitting;
    const auto has_gap = [&](Version newer, Version older) {
        return std::ranges::any_of(answer.left_out, [&](const ReleasesAnswer::LeftOut& left_out) {
            return older < left_out.release && left_out.release < newer &&
                   left_out.reason != std::string_view("preview");
        });
    };
    const auto are_alike = [&](const Fitting& left, const Fitting& right) {
        return !style.shown.all && !has_gap(left.release, right.release) && left.host_compiler == right.host_compiler &&
               left.preview == right.preview && left.loads_ptx == right.loads_ptx;
    };
    std::vector<std::pair<std::string, const Fitting*>> lines;
    std::size_t width = 0;
    for (const std::span<const Fitting> run : runs_of(std::span(answer.releases), are_alike)) {
        const std::string newest = to_string(run.front().release);
        lines.emplace_back(run.size() == 1 ? newest : fmt::format("{} to {}", run.back().release, newest),
                           &run.front());
        width = std::max(width, lines.back().first.size());
    }
    std::string text = driver_in_a_line(answer);
    const bool has_driver = !text.empty();
    for (const auto& [releases, fitting] : lines) {
        const bool has_ptx = !has_driver || fitting->loads_ptx == true;
        const std::string_view ptx = has_ptx ? "" : fitting->loads_ptx ? "  no PTX" : "  PTX unknown";
        text += fmt::format("{:<{}}  {}{}{}\n", releases, width, fitting->host_compiler,
                            fitting->preview ? "  preview" : "", ptx);
    }
    if (answer.conflict) print_conflict(text, answer, style);
    if (style.shown.why) print_left_out(text, answer, style);
    return text;
}

std::string lint_text(const LintAnswer& answer, const Style& style) {
    Page page(style);
    const std::string title = fmt::format("{} list for CUDA {}", answer.format, answer.cuda.release);
    if (answer.findings.empty()) {
        page.sentence(title + ": nothing found");
        return page.take();
    }
    page.sentence(fmt::format("{}: {}", style.strong(title), format_counts(answer.findings)));
    for (const LintAnswer::Finding& finding : answer.findings) print_finding(page, answer, finding);
    if (answer.fixed && answer.fixed != answer.text) {
        page.gap();
        page.row("Corrected", *answer.fixed);
    }
    page.plans(answer.apply);
    return page.take();
}

std::string port_text(const PortAnswer& answer, const Style& style) {
    std::string text;
    std::set<std::string_view> files;
    std::size_t fixable = 0;
    for (const PortAnswer::Finding& finding : answer.findings) {
        const auto paint = paint_of(to_string(finding.severity));
        const bool has_more = finding.instead && finding.text.find(*finding.instead) == finding.text.npos;
        text += fmt::format("{}:{}:{}: {}: {} [{}]{}\n", as_plain_text(finding.file), finding.line, finding.column,
                            (style.*paint)(std::string(to_string(finding.severity))), finding.text,
                            std::string_view(finding.code), has_more ? "; instead: " + *finding.instead : "");
        files.insert(finding.file);
        if (finding.is_fixable) ++fixable;
    }
    const std::string of_files = counted(answer.files, "file");
    std::string summary = answer.findings.empty()
                              ? fmt::format("nothing to change in {}", of_files)
                              : fmt::format("{} in {} of {}", counted(answer.findings.size(), "finding"), files.size(),
                                            of_files);
    if (fixable > 0) summary += fmt::format("; --fix changes {}", fixable);
    if (answer.fixed > 0) summary += fmt::format("; changed {}", answer.fixed);
    return text + fmt::format("{}: {}\n", format_release(answer.cuda.release), summary);
}

}  // namespace cudastdenv::report
