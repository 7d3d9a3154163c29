// SPDX-License-Identifier: MIT
#include "report/text.hpp"
#include "words/phrases.hpp"
#include "words/releases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace cudastdenv::report {

namespace {

using namespace words;

/// `--driver`
std::string name_of(const ReleasesReport& report, std::size_t condition) {
    return fmt::format("--{}", condition_in_words(report.question.conditions[condition]).option);
}

/// `--driver 550.54, --std c++20 and --glibc 2.41`
std::string conflict_in_words(const ReleasesReport& report, const Conflict& conflict) {
    std::string words;
    for (std::size_t i = 0; i < conflict.size(); ++i) {
        if (i > 0) words += i + 1 < conflict.size() ? ", " : " and ";
        const ConditionInWords condition = condition_in_words(report.question.conditions[conflict[i]]);
        words += fmt::format("--{} {}", condition.option, condition.value);
    }
    return words;
}

void add_line(std::string& text, const Style& style, std::string_view line) {
    text += wrap(line, style.width, 4, 0) + '\n';
}

void print_conflict(std::string& text, const ReleasesReport& report, const Style& style) {
    const Conflict& conflict = report.answer.conflict;
    const std::string conditions = conflict_in_words(report, conflict);
    add_line(text, style,
             conflict.empty()       ? std::string("none: no release works, whatever is asked")
             : conflict.size() == 1 ? fmt::format("none: no release works with {}", conditions)
                                    : fmt::format("none: {} cannot hold together", conditions));
    for (const GivenUp& given_up : report.answer.given_up) {
        const std::string head = fmt::format("  without {}: ", name_of(report, given_up.condition));
        if (!given_up.releases.empty()) add_line(text, style, head + ranges_in_words(report.tables, given_up.releases));
        else add_line(text, style, head + "still none, because of " + conflict_in_words(report, given_up.conflict));
    }
}

/// The condition that a release was left out for, as a column; where it is none, what is assumed.
std::string column_of(const ReleasesReport& report, const LeftOutRelease& left_out) {
    if (left_out.condition) return name_of(report, *left_out.condition);
    return std::holds_alternative<PreviewRelease>(left_out.obstacle) ? "preview" : "assumed";
}

void print_left_out(std::string& text, const ReleasesReport& report, const Style& style) {
    if (report.answer.left_out.empty()) return;
    std::size_t width = 0;
    std::size_t version_width = 0;
    for (const LeftOutRelease& left_out : report.answer.left_out) {
        width = std::max(width, column_of(report, left_out).size());
        version_width = std::max(version_width, to_string(left_out.release->version).size());
    }
    text += "\nLeft out\n";
    for (const LeftOutRelease& left_out : report.answer.left_out) {
        const std::string version = fmt::format("{:<{}}", to_string(left_out.release->version), version_width);
        const Said said = say(report, left_out);
        const std::size_t column = version_width + width + 6;
        text += fmt::format("  {}  {:<{}}  {}\n", style.bad(version), column_of(report, left_out), width,
                            wrap(cited(said.text, said.sources), style.width, column, column));
    }
}

}  // namespace

std::string releases_text(const ReleasesReport& report, bool why, const Style& style) {
    std::string text;
    std::size_t version_width = 0;
    for (const FittingRelease& fitting : report.answer.releases)
        version_width = std::max(version_width, to_string(fitting.release->version).size());
    for (const FittingRelease& fitting : report.answer.releases)
        text += fmt::format("{:<{}}  {}{}\n", to_string(fitting.release->version), version_width,
                            to_string(fitting.host), fitting.release->preview ? "  preview" : "");
    if (report.answer.releases.empty()) print_conflict(text, report, style);
    if (why) print_left_out(text, report, style);
    return text;
}

}  // namespace cudastdenv::report
