// SPDX-License-Identifier: MIT
#include "pages/machine.hpp"

#include "core/quote.hpp"
#include "report/page.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace cudastdenv::report {

namespace {

using Variable = found::EnvAnswer::Variable;

std::string sh_line(const Variable& variable) {
    if (!variable.value) return fmt::format("unset {}\n", variable.name);
    return fmt::format("export {}={}\n", variable.name, shell_quoted(*variable.value));
}

/// fish knows two escapes between single quotes.
std::string fish_line(const Variable& variable) {
    if (!variable.value) return fmt::format("set -e {}\n", variable.name);
    return fmt::format("set -gx {} '{}'\n", variable.name, with_backslashes(*variable.value, "'\\"));
}

/// What stands between double quotes in an instruction: there variables are put in.
std::string dockerfile_line(const Variable& variable) {
    return fmt::format("ENV {}=\"{}\"\n", variable.name,
                       with_backslashes(variable.value.value_or(ForeignText{}), "\"\\$"));
}

/// A value of several lines stands between two lines that it does not have itself.
std::string github_line(const Variable& variable) {
    const std::string value = variable.value.value_or(ForeignText{});
    if (value.find_first_of("\n\r") == value.npos) return fmt::format("{}={}\n", variable.name, value);
    std::string end = "END";
    while (value.find(end) != value.npos) end += "_";
    return fmt::format("{}<<{}\n{}\n{}\n", variable.name, end, value, end);
}

/// An instruction of a Dockerfile ends with its line.
constexpr std::array forms{
    ShellForm{"sh bash zsh dash", sh_line},
    ShellForm{"fish", fish_line},
    ShellForm{"github", github_line, false, "GITHUB_ENV"},
    ShellForm{"dockerfile", dockerfile_line, true, "a Dockerfile", false},
};

}  // namespace

std::span<const ShellForm> shell_forms() noexcept { return forms; }

std::string assignments(const found::EnvAnswer& answer, const ShellForm& form) {
    std::string text;
    for (const Variable& variable : answer.variables) {
        if (form.has_comments)
            for (const std::string& reason : variable.why) text += fmt::format("# {}\n", reason);
        text += form.line(variable);
    }
    return text;
}

namespace {

using found::IngestAnswer;

/// `CUDA 13.0.0 (nvcc 13.0.48)`
std::string title(const IngestAnswer& answer) {
    return (answer.releases.empty() ? "an unknown release"
                                    : "CUDA " + words::joined(answer.releases, answer.release_exact ? ", " : " or ")) +
           (answer.nvcc ? fmt::format(" (nvcc {})", to_string(*answer.nvcc)) : "");
}

std::string read_bounds_in_words(const IngestAnswer& answer, const std::optional<HeaderBounds>& bounds) {
    if (!bounds && !answer.is_header_understood) return "not understood, or not checked";
    return bounds_in_words(bounds);
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

std::string ingest_all_text(const found::IngestAllAnswer& all, const Style& style) {
    Page page(style);
    for (const IngestAnswer& answer : all.toolkits) {
        page.line(title_line(answer, style));
        for (const words::SaidProblem& problem : answer.problems) page.bullet(problem_line(problem));
        for (const IngestAnswer::Difference& difference : answer.differences) page.bullet(difference_line(difference));
    }
    return page.take();
}

namespace {

using found::VerifyAnswer;
using verify::Verdict;

constexpr std::size_t mark_width = 6;
constexpr std::size_t widest_prediction = 44;

std::string_view mark_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::as_predicted: return "ok";
        case Verdict::different: return "DIFF";
        case Verdict::not_run: return "-";
    }
    return "";
}

std::string painted(const Style& style, Verdict verdict, const std::string& text) {
    switch (verdict) {
        case Verdict::as_predicted: return style.good(text);
        case Verdict::different: return style.bad(text);
        case Verdict::not_run: return style.faint(text);
    }
    return text;
}

/// `gcc-12 c++17`, `9.0a`
std::string subject_of(const VerifyAnswer::Row& row) {
    const std::string standard = row.standard ? std::string(to_string(*row.standard)) : "";
    const std::string host = row.compiler ? fmt::format("{} {}", to_string(*row.compiler), standard) : "";
    switch (row.kind) {
        using enum verify::VerifyRow::Kind;
        case compiler:
        case chosen: return host;
        case needs: return host + " needs";
        case capability: return to_string(*row.capability);
        case gpu: return host + " on the GPU";
        case ptx:
            return row.capability ? fmt::format("{}, PTX of {} only", host, to_string(*row.capability))
                                  : host + ", PTX only";
    }
    return host;
}

/// A row's texts, before they are laid out.
struct VerifyLine {
    Verdict verdict = Verdict::as_predicted;
    std::string subject;
    std::string predicted;
    std::string seen;
};

/// Whether another compiler of the same name is among the rows: then only the path tells them apart.
bool is_ambiguous(const std::vector<VerifyAnswer::Row>& rows, const VerifyAnswer::Row& row) {
    return row.kind == verify::VerifyRow::Kind::compiler &&
           std::ranges::any_of(rows, [&](const VerifyAnswer::Row& other) {
               return other.kind == row.kind && other.compiler == row.compiler && other.path != row.path;
           });
}

VerifyLine line_of(const VerifyAnswer& answer, const VerifyAnswer::Row& row) {
    std::string subject = subject_of(row);
    if (is_ambiguous(answer.rows, row)) subject += " " + shown(row.path.value_or(ForeignText{}));
    return {row.verdict, std::move(subject), row.predicted.message, row.seen.message};
}

/// Where the columns begin.
struct Columns {
    std::size_t subject = mark_width;
    std::size_t predicted = 0;
    std::size_t seen = 0;
};

Columns columns_of(const std::vector<VerifyLine>& lines) {
    std::size_t subject = std::string_view("tried").size();
    std::size_t predicted = std::string_view("predicted").size();
    for (const VerifyLine& line : lines) {
        subject = std::max(subject, line.subject.size());
        if (line.predicted.size() <= widest_prediction) predicted = std::max(predicted, line.predicted.size());
    }
    return {mark_width, mark_width + subject + 2, mark_width + subject + 2 + predicted + 2};
}

bool fits(const VerifyLine& line, const Columns& columns, const Style& style) {
    return columns.predicted + line.predicted.size() < columns.seen && columns.seen + line.seen.size() <= style.width;
}

/// What does not fit its column stands below the other.
std::string in_columns(const std::vector<VerifyLine>& lines, const Style& style) {
    const Columns columns = columns_of(lines);
    const auto cell = [](std::string_view text, std::size_t from, std::size_t to) {
        return fmt::format("{:<{}}", text, to - from);
    };
    std::string text = style.faint(std::string(mark_width, ' ') + cell("tried", columns.subject, columns.predicted) +
                                   cell("predicted", columns.predicted, columns.seen) + "seen") +
                       '\n';
    for (const VerifyLine& line : lines) {
        text += painted(style, line.verdict, cell(mark_of(line.verdict), 0, mark_width));
        text += cell(line.subject, columns.subject, columns.predicted);
        if (fits(line, columns, style)) {
            text += cell(line.predicted, columns.predicted, columns.seen) + line.seen + '\n';
            continue;
        }
        text += wrap(line.predicted, style.width, columns.predicted, columns.predicted) + '\n';
        text += std::string(columns.predicted, ' ') + style.faint("seen: ");
        text += wrap(line.seen, style.width, columns.predicted + 6, columns.predicted + 6) + '\n';
    }
    return text;
}

template <class Wanted>
std::vector<VerifyLine> lines_where(const VerifyAnswer& answer, Wanted wanted) {
    std::vector<VerifyLine> lines;
    for (const VerifyAnswer::Row& row : answer.rows)
        if (wanted(row)) lines.push_back(line_of(answer, row));
    return lines;
}

std::string section(std::string_view title, const std::vector<VerifyLine>& lines, const Style& style) {
    if (lines.empty()) return "";
    return fmt::format("\n{}\n", title) + in_columns(lines, style);
}

/// The capabilities for which that is what was predicted and seen.
std::string as_predicted(const std::vector<VerifyAnswer::Row>& rows, std::string_view label, std::string_view name,
                         const Style& style) {
    std::vector<Capability> capabilities;
    for (const VerifyAnswer::Row& row : rows)
        if (row.kind == verify::VerifyRow::Kind::capability && row.verdict == Verdict::as_predicted &&
            row.seen.name == name)
            capabilities.push_back(*row.capability);
    if (capabilities.empty()) return "";
    return painted(style, Verdict::as_predicted, fmt::format("{:<{}}", "ok", mark_width)) +
           fmt::format("{:<11}", label) +
           wrap(words::joined(capabilities), style.width, mark_width + 11, mark_width + 11) + '\n';
}

std::string capabilities_text(const VerifyAnswer& answer, const Style& style) {
    const std::vector<VerifyAnswer::Row>& rows = answer.rows;
    const std::string good = as_predicted(rows, "taken", "taken", style) +
                             as_predicted(rows, "not taken", "not-taken", style);
    const std::vector<VerifyLine> rest = lines_where(answer, [](const VerifyAnswer::Row& row) {
        return row.kind == verify::VerifyRow::Kind::capability && row.verdict != Verdict::as_predicted;
    });
    if (good.empty() && rest.empty()) return "";
    return "\nCapabilities\n" + good + (rest.empty() ? "" : in_columns(rest, style));
}

std::string sum(const VerifyAnswer& answer, const Style& style) {
    std::string text = answer.different == 0 ? style.good(fmt::format("{} rows as predicted", answer.as_predicted))
                                             : style.bad(fmt::format("{} of {} rows are not as predicted",
                                                                     answer.different, answer.rows.size()));
    if (answer.not_run > 0) text += fmt::format(", {} not run", answer.not_run);
    return text;
}

std::string head(const VerifyAnswer& answer, const Style& style) {
    const VerifyAnswer::Stdenv& stdenv = answer.stdenv;
    std::string text = fmt::format("{}: {}\nnvcc {}, {}\n", style.strong("CUDA " + to_string(answer.cuda.release)),
                                   sum(answer, style), answer.toolkit.nvcc, as_plain_text(answer.toolkit.path));
    text += fmt::format("stdenv {}, libstdc++ of gcc-{}", to_string(stdenv.compiler), stdenv.libstdcxx);
    if (stdenv.glibc) text += fmt::format(", glibc {}", to_string(*stdenv.glibc));
    return text + '\n';
}

}  // namespace

std::string verify_text(const VerifyAnswer& answer, const Style& style) {
    const auto by_itself = [](const VerifyAnswer::Row& row) { return row.kind == verify::VerifyRow::Kind::compiler; };
    const auto is_chosen = [](const VerifyAnswer::Row& row) {
        return row.kind != verify::VerifyRow::Kind::compiler && row.kind != verify::VerifyRow::Kind::capability;
    };
    return head(answer, style) + section("Each compiler by itself", lines_where(answer, by_itself), style) +
           section("The chosen compiler as `env` sets it up, with the resolved capabilities",
                   lines_where(answer, is_chosen), style) +
           capabilities_text(answer, style);
}

}  // namespace cudastdenv::report
