// SPDX-License-Identifier: MIT
#include "pages/ingest.hpp"

#include "core/quote.hpp"
#include "report/page.hpp"
#include "wire/ingest_rows.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::report {

namespace {

std::string releases_in_words(const IngestResult& result) {
    const IngestVerdict& verdict = result.verdict;
    if (verdict.releases.empty()) return "an unknown release";
    return "CUDA " + words::joined(verdict.releases, verdict.exact ? ", " : " or ");
}

std::string title(const IngestResult& result) {
    const std::string build = result.toolkit.build ? fmt::format(" (nvcc {})", to_string(*result.toolkit.build)) : "";
    return releases_in_words(result) + build;
}

const Clue* find_package(const Toolkit& toolkit) {
    for (const Clue& clue : toolkit.clues)
        if (!clue.package.empty()) return &clue;
    return nullptr;
}

/// A bound that is absent where something was not understood may be what was not.
std::string read_bounds_in_words(const Toolkit& toolkit, const std::optional<HeaderBounds>& bounds) {
    const auto is_of_header = [](const IngestProblem& p) { return std::holds_alternative<HeaderProblem>(p); };
    if (!bounds && std::ranges::any_of(toolkit.problems, is_of_header)) return "not understood, or not checked";
    return words::bounds_in_words(bounds);
}

std::string clues_in_words(const Toolkit& toolkit) {
    std::vector<std::string> places;
    for (const Clue& clue : toolkit.clues) places.push_back(as_plain_text(clue.where));
    return fmt::format("{}", fmt::join(places, ", "));
}

void print_facts(Page& page, const Toolkit& toolkit) {
    if (is_meta_package(toolkit)) {
        page.row("header", "none: a meta package names the release and its nvcc, nothing else");
    } else if (toolkit.header.empty()) {
        page.row("header", "none in it; since 13.0 the wheel nvidia-cuda-crt has it, on Debian nvidia-cuda-dev");
    } else {
        page.row("header", as_plain_text(toolkit.header));
        page.row("gcc", read_bounds_in_words(toolkit, toolkit.bounds.gcc));
        page.row("clang", read_bounds_in_words(toolkit, toolkit.bounds.clang));
        page.row("clang for Grace", read_bounds_in_words(toolkit, toolkit.bounds.grace));
    }
    if (!toolkit.clues.empty()) page.row("release by", clues_in_words(toolkit));
    if (const Clue* clue = find_package(toolkit)) page.row("package", words::package_in_words(*clue));
    if (!toolkit.answers) return;
    if (toolkit.answers->newest_standard) page.row("newest standard", to_string(*toolkit.answers->newest_standard));
    std::vector<std::string> names;
    for (const Capability capability : toolkit.answers->capabilities) names.push_back(to_string(capability));
    if (names.empty()) return;
    page.row("capabilities", fmt::format("{}", fmt::join(names, " ")));
    page.row("listed by", as_plain_text(toolkit.answers->capabilities_by));
}

void print_rows(Page& page, const words::IngestAnswer& answer) {
    std::string_view file;
    for (const wire::IngestRow& row : wire::ingest_rows(answer)) {
        if (row.file != file) {
            page.gap();
            page.line(fmt::format("In {}", row.file));
        }
        file = row.file;
        page.line(canonical(row.row, 4));
    }
}

std::string problem_line(const IngestProblem& problem) {
    const Said said = words::say(problem);
    return fmt::format("{} [{}]", said.text, said.code);
}

void print_problems(Page& page, const Toolkit& toolkit, const Style& style) {
    if (toolkit.problems.empty()) return;
    page.gap();
    page.line(style.bad("Not understood"));
    for (const IngestProblem& problem : toolkit.problems) page.bullet(problem_line(problem));
}

std::string difference_line(const IngestResult& result, const Difference& difference) {
    const words::SaidOfToolkit said = words::say(result.toolkit, difference);
    std::string line = fmt::format("{} [here: {}]", said.text, as_plain_text(said.place));
    if (!said.sources.empty()) line += fmt::format(" [tables: {}]", fmt::join(said.sources, ", "));
    return line;
}

void print_differences(Page& page, const IngestResult& result, const Style& style) {
    const std::vector<Difference>& differences = result.verdict.differences;
    page.gap();
    if (differences.empty()) {
        page.line(result.verdict.releases.empty()   ? style.warn("Compared with nothing.")
                  : result.toolkit.problems.empty() ? style.good("No differences.")
                                                    : style.warn("No differences in what was understood."));
        return;
    }
    page.line(style.bad(words::counted(differences.size(), "difference")));
    for (const Difference& difference : differences) page.bullet(difference_line(result, difference));
}

void print_uncited(Page& page, const IngestVerdict& verdict) {
    for (const Version release : verdict.uncited)
        page.sentence(
            fmt::format("The row of {} says the same and does not cite this header yet.", to_string(release)));
}

std::string verdict_in_words(const IngestResult& result) {
    const std::size_t differences = result.verdict.differences.size();
    const std::size_t problems = result.toolkit.problems.size();
    std::string words = result.toolkit.header.empty() ? "no header, " : "";
    words += differences == 0 ? result.verdict.releases.empty() ? "compared with nothing" : "no differences"
                              : words::counted(differences, "difference");
    if (problems > 0) words += fmt::format(", {} not understood", problems);
    if (!result.verdict.uncited.empty()) words += ", not cited yet";
    return words;
}

std::string title_line(const IngestResult& result, const Style& style) {
    const bool good = result.verdict.differences.empty() && result.toolkit.problems.empty();
    return fmt::format("{}: {}: {}", shown(result.toolkit.path), style.strong(title(result)),
                       good ? style.good(verdict_in_words(result)) : style.bad(verdict_in_words(result)));
}

}  // namespace

std::string ingest_text(const words::IngestAnswer& answer, const Style& style) {
    const IngestResult& result = answer.result;
    Page page(style);
    page.line(title_line(result, style));
    page.gap();
    print_facts(page, result.toolkit);
    print_rows(page, answer);
    print_problems(page, result.toolkit, style);
    print_differences(page, result, style);
    print_uncited(page, result.verdict);
    return page.take();
}

std::string ingest_all_text(std::span<const IngestResult> results, const Style& style) {
    Page page(style);
    for (const IngestResult& result : results) {
        page.line(title_line(result, style));
        for (const IngestProblem& problem : result.toolkit.problems) page.bullet(problem_line(problem));
        for (const Difference& difference : result.verdict.differences)
            page.bullet(difference_line(result, difference));
    }
    return page.take();
}

}  // namespace cudastdenv::report
