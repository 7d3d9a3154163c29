// SPDX-License-Identifier: MIT
#include "pages/ingest.hpp"

#include "core/quote.hpp"
#include "report/page.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::report {

namespace {

using words::IngestAnswer;

/// `CUDA 13.0.0 (nvcc 13.0.48)`
std::string title(const IngestAnswer& answer) {
    return (answer.releases.empty() ? "an unknown release"
                                    : "CUDA " + words::joined(answer.releases, answer.release_exact ? ", " : " or ")) +
           (answer.nvcc ? fmt::format(" (nvcc {})", to_string(*answer.nvcc)) : "");
}

std::string read_bounds_in_words(const IngestAnswer& answer, const std::optional<HeaderBounds>& bounds) {
    if (!bounds && !answer.is_header_understood) return "not understood, or not checked";
    return words::bounds_in_words(bounds);
}

/// `nvidia-cuda-crt 13.0.88, Linux x86_64`
std::string package_in_words(const IngestAnswer::Clue& clue) {
    const ForeignText none;
    return as_plain_text(fmt::format("{} {}{}{}", *clue.package, clue.package_version.value_or(none),
                                     clue.platform ? ", " : "", clue.platform.value_or(none)));
}

std::string clues_in_words(const IngestAnswer& answer) {
    std::vector<std::string> places;
    for (const IngestAnswer::Clue& clue : answer.clues) places.push_back(as_plain_text(clue.where));
    return fmt::format("{}", fmt::join(places, ", "));
}

void print_facts(Page& page, const IngestAnswer& answer) {
    if (answer.is_meta_package) {
        page.row("header", "none: a meta package names the release and its nvcc, nothing else");
    } else if (!answer.header) {
        page.row("header", "none in it; since 13.0 the wheel nvidia-cuda-crt has it, on Debian nvidia-cuda-dev");
    } else {
        page.row("header", as_plain_text(*answer.header));
        page.row("gcc", read_bounds_in_words(answer, answer.enforced.gcc));
        page.row("clang", read_bounds_in_words(answer, answer.enforced.clang));
        page.row("clang for Grace", read_bounds_in_words(answer, answer.enforced.grace));
    }
    if (!answer.clues.empty()) page.row("release by", clues_in_words(answer));
    const auto clue = std::ranges::find_if(answer.clues, [](const auto& c) { return c.package.has_value(); });
    if (clue != answer.clues.end()) page.row("package", package_in_words(*clue));
    if (!answer.run) return;
    if (answer.run->newest_standard) page.row("newest standard", to_string(*answer.run->newest_standard));
    if (answer.run->capabilities.empty()) return;
    page.row("capabilities", words::joined(answer.run->capabilities));
    page.row("listed by", as_plain_text(answer.run->listed_by.value_or(ForeignText{})));
}

void print_rows(Page& page, const IngestAnswer& answer) {
    for (const auto& [file, rows] : answer.rows.entries) {
        page.gap();
        page.line(fmt::format("In {}", file));
        for (const Json& row : rows) page.line(canonical(row, 4));
    }
}

std::string problem_line(const words::SaidProblem& problem) {
    return fmt::format("{} [{}]", problem.message, std::string_view(problem.code));
}

void print_problems(Page& page, const IngestAnswer& answer, const Style& style) {
    if (answer.problems.empty()) return;
    page.gap();
    page.line(style.bad("Not understood"));
    for (const words::SaidProblem& problem : answer.problems) page.bullet(problem_line(problem));
}

std::string difference_line(const IngestAnswer::Difference& difference) {
    std::string line = fmt::format("{} [here: {}]", difference.message, as_plain_text(difference.toolkit_source));
    if (!difference.tables_sources.empty())
        line += fmt::format(" [tables: {}]", fmt::join(difference.tables_sources, ", "));
    return line;
}

void print_differences(Page& page, const IngestAnswer& answer, const Style& style) {
    page.gap();
    if (answer.differences.empty()) {
        page.line(answer.releases.empty()   ? style.warn("Compared with nothing.")
                  : answer.problems.empty() ? style.good("No differences.")
                                            : style.warn("No differences in what was understood."));
        return;
    }
    page.line(style.bad(words::counted(answer.differences.size(), "difference")));
    for (const IngestAnswer::Difference& difference : answer.differences) page.bullet(difference_line(difference));
}

std::string verdict_in_words(const IngestAnswer& answer) {
    std::string words = answer.header ? "" : "no header, ";
    words += !answer.differences.empty() ? words::counted(answer.differences.size(), "difference")
             : answer.releases.empty()   ? "compared with nothing"
                                         : "no differences";
    if (!answer.problems.empty()) words += fmt::format(", {} not understood", answer.problems.size());
    if (!answer.uncited.empty()) words += ", not cited yet";
    return words;
}

std::string title_line(const IngestAnswer& answer, const Style& style) {
    const bool good = answer.differences.empty() && answer.problems.empty();
    return fmt::format("{}: {}: {}", as_plain_text(answer.path), style.strong(title(answer)),
                       good ? style.good(verdict_in_words(answer)) : style.bad(verdict_in_words(answer)));
}

}  // namespace

std::string ingest_text(const IngestAnswer& answer, const Style& style) {
    Page page(style);
    page.line(title_line(answer, style));
    page.gap();
    print_facts(page, answer);
    print_rows(page, answer);
    print_problems(page, answer, style);
    print_differences(page, answer, style);
    for (const Version release : answer.uncited)
        page.sentence(
            fmt::format("The row of {} says the same and does not cite this header yet.", to_string(release)));
    return page.take();
}

std::string ingest_all_text(const words::IngestAllAnswer& all, const Style& style) {
    Page page(style);
    for (const IngestAnswer& answer : all.toolkits) {
        page.line(title_line(answer, style));
        for (const words::SaidProblem& problem : answer.problems) page.bullet(problem_line(problem));
        for (const IngestAnswer::Difference& difference : answer.differences) page.bullet(difference_line(difference));
    }
    return page.take();
}

}  // namespace cudastdenv::report
