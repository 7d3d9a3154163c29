// SPDX-License-Identifier: MIT
#include "report/nix.hpp"

#include "core/quote.hpp"
#include "report/grid.hpp"
#include "words/nix.hpp"
#include "words/phrases.hpp"

#include <cudastdenv/lookup.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>

namespace cudastdenv::report {

namespace {

using nix::AuditFinding;
using nix::AuditSeverity;

constexpr std::array severities{AuditSeverity::breaks_a_build, AuditSeverity::forbids_what_works,
                                AuditSeverity::cosmetic};
constexpr std::size_t most_not_known = 6;

/// `nvcc.nix:180`; empty where no line is known.
std::string place_in_file(const AuditFinding& finding) {
    if (!finding.line) return "";
    return fmt::format("{}:{}", as_plain_text(std::filesystem::path(finding.file).filename().string()), *finding.line);
}

std::string finding_text(const AuditFinding& finding, nix::AuditPolicy policy, const Style& style) {
    constexpr std::size_t indent = 4;
    const std::string place = words::place_in_words(finding);
    std::string rest = ": " + words::sentence(words::say(finding, policy));
    if (!finding.sources.empty()) rest += fmt::format(" [{}]", finding.sources.front());
    if (const std::string line = place_in_file(finding); !line.empty()) rest += ' ' + line;
    return "  " + style.strong(place) + wrap(rest, style.width, indent, place.size() + 2) + '\n';
}

std::string heading_text(AuditSeverity severity, const Style& style) {
    const std::string heading(words::heading_of(severity));
    switch (severity) {
        case AuditSeverity::breaks_a_build: return style.bad(heading);
        case AuditSeverity::forbids_what_works: return style.warn(heading);
        case AuditSeverity::cosmetic: return style.strong(heading);
    }
    return heading;
}

/// A code span: nothing of what is in it means anything to Markdown, names nobody and links nowhere.
std::string code_span(std::string_view text) {
    std::string plain;
    std::size_t longest = 0, run = 0;
    for (const char c : as_plain_text(text)) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
        if (c == '|') plain += '\\';
        plain += c;
    }
    if (plain.empty()) return "";
    const std::string fence(longest + 1, '`');
    const std::string_view gap = plain.front() == '`' || plain.back() == '`' ? " " : "";
    return fmt::format("{}{}{}{}{}", fence, gap, plain, gap, fence);
}

std::string links(const Tables& tables, const AuditFinding& finding) {
    std::vector<std::string> links;
    for (const std::string_view id : finding.sources) {
        const SourceRow* source = find_source(tables, id);
        if (source && source->url) links.push_back(fmt::format("[{}]({})", escape_markdown(id), *source->url));
        else links.push_back(escape_markdown(id));
    }
    return fmt::format("{}", fmt::join(links, ", "));
}

std::string finding_row(const Tables& tables, const AuditFinding& finding, nix::AuditPolicy policy) {
    const words::FindingInWords said = words::say(finding, policy);
    const std::string ours = said.more.empty() ? said.ours : fmt::format("{} ({})", said.ours, said.more);
    const std::string file = finding.line ? fmt::format("{}:{}", finding.file, *finding.line) : finding.file;
    return fmt::format("| {} | {} | {} | {} | {} |\n", code_span(words::place_in_words(finding)), code_span(said.there),
                       escape_markdown(ours), code_span(file), links(tables, finding));
}

}  // namespace

std::string audit_text(const nix::AuditedCheckout& checkout, const nix::Audit& audit, const Style& style) {
    std::string text = words::findings_in_words(audit) + '\n';
    text += style.faint(fmt::format("held against {}\nnvcc: {}\ncuda: {}", words::policy_in_words(audit.policy),
                                    as_plain_text(checkout.nvcc.path), as_plain_text(checkout.cuda.path))) +
            '\n';
    for (const AuditSeverity severity : severities) {
        if (audit.count(severity) == 0) continue;
        text += '\n' + heading_text(severity, style) + '\n';
        for (const AuditFinding& finding : audit.findings)
            if (finding.severity == severity) text += finding_text(finding, audit.policy, style);
    }
    const auto add = [&](std::string_view label, const std::string& what) {
        if (!what.empty()) text += wrap(fmt::format("{}: {}", label, what), style.width, 2, 0) + '\n';
    };
    text += fmt::format("\nConfirmed: {}\n", words::counted(static_cast<std::size_t>(audit.agreeing), "value"));
    add("Not known", words::not_known_in_words(audit, most_not_known));
    add("Older than its first row, and not counted", words::joined(audit.given_up, ", "));
    return text;
}

std::string audit_markdown(const Tables& tables, const nix::Audit& audit) {
    std::string text = fmt::format("**{}**\n\n", words::findings_in_words(audit));
    text += fmt::format("Held against {}: {} confirmed, {} not known.\n",
                        escape_markdown(words::policy_in_words(audit.policy)),
                        words::counted(static_cast<std::size_t>(audit.agreeing), "value"), audit.not_known.size());
    for (const AuditSeverity severity : severities) {
        if (audit.count(severity) == 0) continue;
        text += fmt::format("\n### {}\n\n| where | here | NVIDIA | file | sources |\n|---|---|---|---|---|\n",
                            words::heading_of(severity));
        for (const AuditFinding& finding : audit.findings)
            if (finding.severity == severity) text += finding_row(tables, finding, audit.policy);
    }
    return text;
}

}  // namespace cudastdenv::report
