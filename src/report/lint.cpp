// SPDX-License-Identifier: MIT
#include "core/quote.hpp"
#include "report/page.hpp"
#include "report/text.hpp"
#include "words/lint.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace cudastdenv::report {

namespace {

using namespace words;

std::string painted(const Style& style, FindingSeverity severity) {
    const std::string_view text = to_string(severity);
    switch (severity) {
        case FindingSeverity::error: return style.bad(text);
        case FindingSeverity::warning: return style.warn(text);
        case FindingSeverity::note: return style.faint(text);
    }
    return std::string(text);
}

void print_finding(Page& page, const LintAnswer& answer, const LintAnswer::Finding& finding, const Style& style) {
    std::string text = finding.text;
    if (finding.entry)
        text = fmt::format("{} ({}): {}", in_quotes(finding.entry->text),
                           place_in_words(answer.text, finding.entry->offset), text);
    page.item(to_string(finding.severity), painted(style, finding.severity),
              fmt::format("{} [{}]", text, std::string_view(finding.code)));
    if (finding.instead) page.item_continued("instead: " + *finding.instead);
    if (!finding.sources.empty()) page.item_continued(fmt::format("source: {}", fmt::join(finding.sources, ", ")));
}

/// How many there are of each severity, the worst first.
std::string counts_in_words(const std::vector<LintAnswer::Finding>& findings) {
    using enum FindingSeverity;
    std::vector<std::string> words;
    for (const FindingSeverity severity : {error, warning, note}) {
        const auto count = std::ranges::count(findings, severity, &LintAnswer::Finding::severity);
        if (count > 0) words.push_back(counted(static_cast<std::size_t>(count), to_string(severity)));
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

std::string lint_text(const LintAnswer& answer, const Style& style) {
    Page page(style);
    const std::string title = fmt::format("{} list for CUDA {}", answer.format, to_string(answer.cuda.release));
    if (answer.findings.empty()) {
        page.sentence(title + ": nothing found");
        return page.take();
    }
    page.sentence(fmt::format("{}: {}", style.strong(title), counts_in_words(answer.findings)));
    for (const LintAnswer::Finding& finding : answer.findings) print_finding(page, answer, finding, style);
    if (answer.fixed && answer.fixed != answer.text) {
        page.gap();
        page.row("Corrected", *answer.fixed);
    }
    return page.take();
}

}  // namespace cudastdenv::report
