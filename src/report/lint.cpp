// SPDX-License-Identifier: MIT
#include "core/quote.hpp"
#include "report/page.hpp"
#include "report/text.hpp"
#include "words/lint.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <vector>

namespace cudastdenv::report {

namespace {

using namespace words;

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
    const Correction said = say(report, finding);
    std::string text = said.text;
    if (finding.entry) {
        const ListEntry& entry = report.listing.entries[*finding.entry];
        text = fmt::format("{} ({}): {}", in_quotes(entry.text), place_in_words(report.text, entry.offset), text);
    }
    page.item(to_string(finding.severity), painted(style, finding.severity), fmt::format("{} [{}]", text, said.code));
    if (!said.instead.empty()) page.item_continued("instead: " + said.instead);
    if (!said.sources.empty()) page.item_continued(fmt::format("source: {}", fmt::join(said.sources, ", ")));
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

}  // namespace

std::string lint_text(const LintReport& report, const Style& style) {
    Page page(style);
    const std::string title = fmt::format("{} list for CUDA {}", report.spelling.name,
                                          to_string(report.release.version));
    if (report.findings.empty()) {
        page.sentence(title + ": nothing found");
        return page.take();
    }
    page.sentence(fmt::format("{}: {}", style.strong(title), counts_in_words(report.findings)));
    for (const Finding& finding : report.findings) print_finding(page, report, finding, style);
    if (!report.fixed.empty() && report.fixed != report.text) {
        page.gap();
        page.row("Corrected", report.fixed);
    }
    return page.take();
}

}  // namespace cudastdenv::report
