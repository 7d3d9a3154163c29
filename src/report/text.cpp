// SPDX-License-Identifier: MIT
#include "report/text.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "report/page.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

namespace {

using namespace words;

std::string release_and_nvcc(const AskedRelease& cuda) {
    std::string words = release_in_words(cuda.release);
    if (cuda.nvcc) words += fmt::format(" (nvcc {})", *cuda.nvcc);
    return words;
}

std::string host_in_words(const ResolveAnswer::HostCompiler& host) {
    return name_in_words(host.compiler, host.version.value) +
           (host.uses_stdenv ? ", the stdenv's own" : ", linked with the stdenv's libstdc++");
}

/// The answer in a line: which one it is, and whether it works as it stands.
template <class Answer>
std::string host_in_a_line(const Answer& answer, const Style& style) {
    const std::string release = answer.broken ? release_in_words(answer.cuda.release) : release_and_nvcc(answer.cuda);
    const std::string by = answer.broken ? fmt::format(" [{}]", *answer.broken) : "";
    if (!answer.works) return style.bad(fmt::format("no host compiler works with {}{}", release, by));
    const std::string name = name_in_words(answer.host_compiler->compiler, answer.host_compiler->version.value);
    const std::string line = fmt::format("{} is the host compiler for {}", name, release);
    return answer.broken ? style.warn(fmt::format("{}, by a way out{}", line, by)) : style.good(line);
}

/// What breaks the answer as it stands goes before all that it is made of.
template <class Answer>
void print_breakage(Page& page, const Answer& answer) {
    if (!answer.broken) return;
    const auto advisory = std::ranges::find(answer.advisories, *answer.broken, &Advisory::id);
    page.row("broken", fmt::format("{} [{}]", advisory->text, advisory->id), &Style::bad);
    page.row("way out", advisory->workaround.value_or("none is known"));
}

/// What concerns the answer beside that, and what to type.
template <class Answer>
void print_rest(Page& page, const Answer& answer) {
    std::vector<Advisory> advisories = answer.advisories;
    std::erase_if(advisories, [&](const Advisory& advisory) { return advisory.id == answer.broken; });
    if (!advisories.empty()) {
        page.gap();
        page.line("Advisories");
        for (const Advisory& advisory : advisories) {
            page.item(to_string(advisory.severity), fmt::format("{} [{}]", advisory.text, advisory.id),
                      paint_of(to_string(advisory.severity)));
            if (advisory.workaround) page.item_continued(fmt::format("Way out: {}", *advisory.workaround));
        }
    }
    page.notes(answer.notes);
    page.apply(answer.apply);
}

/// In the order of CrossPart::Part.
constexpr std::array parts_in_words{"nvcc", "host compiler", "CUDA libraries", "libstdc++"};

void print_cross(Page& page, const ResolveAnswer& answer) {
    if (!answer.cross) return;
    const auto& [build, host, parts] = *answer.cross;
    page.gap();
    page.sentence(fmt::format("Cross build on {} ({}) for {} ({})", build.nix, build.redist, host.nix, host.redist));
    for (const CrossPart& part : parts)
        page.item(parts_in_words.at(static_cast<std::size_t>(part.part)),
                  part.makes_code_for ? fmt::format("runs on {}, makes code for {}", part.system, *part.makes_code_for)
                                      : fmt::format("of {}", part.system));
}

void print_host_compiler(Page& page, const ResolveAnswer& answer) {
    if (const auto& host = answer.host_compiler) {
        page.row("host compiler", host_in_words(*host), &Style::good);
        if (host->libstdcxx_headers)
            page.row("headers", fmt::format("libstdc++ of gcc-{}{}", *host->libstdcxx_headers,
                                            host->headers_inferred ? " (inferred, not measured)" : ""));
    } else {
        page.row("host compiler", "none works; every candidate and its reason below", &Style::bad);
    }
    page.row("library", "libstdc++ " + answer.stdenv.libstdcxx.text);
    page.row("stdenv", answer.stdenv.text);
}

void print_why(Page& page, const ResolveAnswer& answer) {
    page.gap();
    page.line("Why");
    if (const auto& host = answer.host_compiler; host && answer.system.redist != unsupported_redist)
        page.item(name_in_words(host->compiler, host->version.value),
                  fmt::format("chosen: {}", cited(host->range.text, host->range.sources)), &Style::good);
    for (const ResolveAnswer::Run& run : answer.runs) {
        const ResolveAnswer::Rejection& why = answer.rejected[run.first];
        page.item(run.compilers, cited(fmt::format("{}: {}", std::string_view(why.code), why.text), why.sources),
                  why.code == "superseded" ? &Style::faint : &Style::bad);
        for (const std::string& hidden : why.hides_text) page.item_continued(hidden);
    }
}

void print_view(Page& page, Compiler::Family family, Policy view, const std::optional<HostRange>& range) {
    if (!range) {
        page.row(to_string(view), "no row for this release");
        return;
    }
    const std::string bounds = range->min ? fmt::format("{} to {}", *range->min, range->max)
                                          : fmt::format("up to {}", range->max);
    page.row(to_string(view),
             fmt::format("{} {}, {} [{}]", family, bounds, view_in_words(view), fmt::join(range->sources, ", ")));
}

void print_verdict(Page& page, const ExplainAnswer& answer, const Style& style) {
    const auto& host = answer.host_compiler;
    if (answer.chosen) {
        page.sentence(host_in_a_line(answer, style));
        print_breakage(page, answer);
        page.row("because", host->uses_stdenv
                                ? "it is the stdenv's own, in range"
                                : "it is the newest available one in range whose libstdc++ the stdenv can replace");
        return;
    }
    page.sentence(
        style.bad(fmt::format("{} is not the host compiler for {}",
                              name_in_words(answer.compiler, answer.version.value), release_and_nvcc(answer.cuda))));
    if (answer.rejection) {
        page.row(answer.rejection->code, answer.rejection->text);
        for (const std::string& hidden : answer.rejection->hides_text) page.row("hides", hidden);
    }
    page.row("instead", host ? host_in_words(*host) : "no available compiler works");
    print_breakage(page, answer);
}

/// `--driver 550.54, --std c++20 and --glibc 2.41`
std::string conflict_in_words(const ReleasesAnswer& answer, const std::vector<std::string_view>& conflict) {
    return joined_by_and(conflict, [&](std::string_view option) {
        const auto condition = std::ranges::find(answer.conditions, option, &ReleasesAnswer::Condition::option);
        return fmt::format("--{} {}", condition->option, condition->value);
    });
}

void add_line(std::string& text, const Style& style, std::string_view line) {
    text += wrap(line, style.width, 4, 0) + '\n';
}

void print_conflict(std::string& text, const ReleasesAnswer& answer, const Style& style) {
    const ReleasesAnswer::Conflict& conflict = *answer.conflict;
    const std::string conditions = conflict_in_words(answer, conflict.options);
    add_line(text, style,
             conflict.options.empty()       ? std::string("none: no release works, whatever is asked")
             : conflict.options.size() == 1 ? fmt::format("none: no release works with {}", conditions)
                                            : fmt::format("none: {} cannot hold together", conditions));
    for (const ReleasesAnswer::GivenUp& given_up : conflict.without)
        add_line(text, style,
                 fmt::format("  without --{}: {}", given_up.option,
                             given_up.releases.empty()
                                 ? "still none, because of " + conflict_in_words(answer, given_up.conflict)
                                 : given_up.releases_text));
}

/// The condition that a release was left out for, as a column; where it is none, what is assumed.
std::string column_of(const ReleasesAnswer::LeftOut& left_out) {
    if (left_out.option) return fmt::format("--{}", *left_out.option);
    return left_out.reason == "preview" ? "preview" : "assumed";
}

void print_left_out(std::string& text, const ReleasesAnswer& answer, const Style& style) {
    if (answer.left_out.empty()) return;
    std::size_t width = 0;
    std::size_t version_width = 0;
    for (const ReleasesAnswer::LeftOut& left_out : answer.left_out) {
        width = std::max(width, column_of(left_out).size());
        version_width = std::max(version_width, to_string(left_out.release).size());
    }
    text += "\nLeft out\n";
    for (const ReleasesAnswer::LeftOut& left_out : answer.left_out) {
        const std::string version = fmt::format("{:<{}}", left_out.release, version_width);
        const std::size_t column = version_width + width + 6;
        text += fmt::format("  {}  {:<{}}  {}\n", style.bad(version), column_of(left_out), width,
                            wrap(words::cited(left_out.text, left_out.sources), style.width, column, column));
    }
}

void print_finding(Page& page, const LintAnswer& answer, const LintAnswer::Finding& finding) {
    std::string text = finding.text;
    if (finding.entry)
        text = fmt::format("{} ({}): {}", in_quotes(finding.entry->text),
                           place_in_words(answer.text, finding.entry->offset), text);
    page.item(to_string(finding.severity), fmt::format("{} [{}]", text, std::string_view(finding.code)),
              paint_of(to_string(finding.severity)));
    if (finding.instead) page.item_continued("instead: " + *finding.instead);
    if (!finding.sources.empty()) page.item_continued("source: " + joined(finding.sources));
}

/// How many there are of each severity, the worst first.
std::string counts_in_words(const std::vector<LintAnswer::Finding>& findings) {
    using enum FindingSeverity;
    std::vector<std::string> words;
    for (const FindingSeverity severity : {error, warning, note}) {
        const auto count = std::ranges::count(findings, severity, &LintAnswer::Finding::severity);
        if (count > 0) words.push_back(counted(static_cast<std::size_t>(count), to_string(severity)));
    }
    return joined(words);
}

}  // namespace

std::string resolution_text(const ResolveAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(host_in_a_line(answer, style));
    page.gap();
    print_breakage(page, answer);
    page.row("release",
             fmt::format("{} on {} ({})", release_and_nvcc(answer.cuda), answer.system.nix, answer.system.redist));
    print_host_compiler(page, answer);
    print_cross(page, answer);
    print_why(page, answer);
    page.gap();
    const auto& [supported, defaults, resolved, is_default, ptx] = answer.capabilities;
    page.row("capabilities", joined(resolved, " ") + (is_default ? " (default)" : ""));
    page.row("PTX", ptx ? to_string(*ptx) + ", for later GPUs" : "none");
    page.row("nvcc flags", answer.flags.gencode_string);
    print_rest(page, answer);
    return page.take();
}

std::string explanation_text(const ExplainAnswer& answer, const Style& style) {
    Page page(style);
    print_verdict(page, answer, style);
    page.row("stdenv", answer.stdenv.text);
    if (!answer.available)
        page.row("supposing", fmt::format("{} is not among the available compilers; the answer supposes it were",
                                          name_in_words(answer.compiler, answer.version.value)));
    page.gap();
    page.line("Ranges");
    for (const auto& [name, range] : answer.ranges.entries)
        print_view(page, answer.compiler.family, *enumerator_named<Policy>(name), range);
    page.list("Sources of the verdict", answer.sources_text);
    print_rest(page, answer);
    return page.take();
}

std::string gpu_text(const GpuAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(style.strong(answer.headline));
    for (const GpuFacts& gpu : answer.gpus) {
        page.gap();
        if (answer.gpus.size() > 1) page.row("GPU", gpu_in_words({gpu.name.value_or(""), gpu.capability}));
        page.row("nvcc", gpu.releases_text);
        if (!gpu.drivers_text.empty()) page.row("drivers", gpu.drivers_text);
        page.row("newest CUDA", gpu.newest_text);
    }
    return page.take();
}

std::string releases_text(const ReleasesAnswer& answer, bool why, const Style& style) {
    std::string text;
    std::size_t version_width = 0;
    for (const ReleasesAnswer::Fitting& fitting : answer.releases)
        version_width = std::max(version_width, to_string(fitting.release).size());
    for (const ReleasesAnswer::Fitting& fitting : answer.releases)
        text += fmt::format("{:<{}}  {}{}\n", fitting.release, version_width, fitting.host_compiler,
                            fitting.preview ? "  preview" : "");
    if (answer.conflict) print_conflict(text, answer, style);
    if (why) print_left_out(text, answer, style);
    return text;
}

std::string lint_text(const LintAnswer& answer, const Style& style) {
    Page page(style);
    const std::string title = fmt::format("{} list for CUDA {}", answer.format, answer.cuda.release);
    if (answer.findings.empty()) {
        page.sentence(title + ": nothing found");
        return page.take();
    }
    page.sentence(fmt::format("{}: {}", style.strong(title), counts_in_words(answer.findings)));
    for (const LintAnswer::Finding& finding : answer.findings) print_finding(page, answer, finding);
    if (answer.fixed && answer.fixed != answer.text) {
        page.gap();
        page.row("Corrected", *answer.fixed);
    }
    return page.take();
}

}  // namespace cudastdenv::report
