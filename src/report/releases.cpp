// SPDX-License-Identifier: MIT
#include "report/text.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace cudastdenv::report {

namespace {

/// `--driver 550.54, --std c++20 and --glibc 2.41`
std::string conflict_in_words(const ReleasesAnswer& answer, const std::vector<std::string_view>& conflict) {
    std::string words;
    for (std::size_t i = 0; i < conflict.size(); ++i) {
        if (i > 0) words += i + 1 < conflict.size() ? ", " : " and ";
        const auto condition = std::ranges::find(answer.conditions, conflict[i], &ReleasesAnswer::Condition::option);
        words += fmt::format("--{} {}", condition->option, condition->value);
    }
    return words;
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
        const std::string version = fmt::format("{:<{}}", to_string(left_out.release), version_width);
        const std::size_t column = version_width + width + 6;
        text += fmt::format("  {}  {:<{}}  {}\n", style.bad(version), column_of(left_out), width,
                            wrap(words::cited(left_out.text, left_out.sources), style.width, column, column));
    }
}

}  // namespace

std::string releases_text(const ReleasesAnswer& answer, bool why, const Style& style) {
    std::string text;
    std::size_t version_width = 0;
    for (const ReleasesAnswer::Fitting& fitting : answer.releases)
        version_width = std::max(version_width, to_string(fitting.release).size());
    for (const ReleasesAnswer::Fitting& fitting : answer.releases)
        text += fmt::format("{:<{}}  {}{}\n", to_string(fitting.release), version_width,
                            to_string(fitting.host_compiler), fitting.preview ? "  preview" : "");
    if (answer.conflict) print_conflict(text, answer, style);
    if (why) print_left_out(text, answer, style);
    return text;
}

}  // namespace cudastdenv::report
