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
                                    : "CUDA " + joined(answer.releases, answer.release_exact ? ", " : " or ")) +
           (answer.nvcc ? fmt::format(" (nvcc {})", *answer.nvcc) : "");
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
    const auto where = [](const IngestAnswer::Clue& clue) { return as_plain_text(clue.where); };
    if (!answer.clues.empty()) page.row("release by", joined(answer.clues, ", ", where));
    const auto clue = std::ranges::find_if(answer.clues, [](const auto& c) { return c.package.has_value(); });
    if (clue != answer.clues.end()) page.row("package", package_in_words(*clue));
    if (!answer.run) return;
    if (answer.run->newest_standard) page.row("newest standard", to_string(*answer.run->newest_standard));
    if (answer.run->capabilities.empty()) return;
    page.row("capabilities", joined(answer.run->capabilities, " "));
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

std::string difference_line(const IngestAnswer::Difference& difference) {
    std::string line = fmt::format("{} [here: {}]", difference.message, as_plain_text(difference.toolkit_source));
    if (!difference.tables_sources.empty())
        line += fmt::format(" [tables: {}]", fmt::join(difference.tables_sources, ", "));
    return line;
}

void print_differences(Page& page, const IngestAnswer& answer, const Style& style) {
    if (answer.differences.empty()) {
        page.gap();
        page.line(answer.releases.empty()   ? style.warn("Compared with nothing.")
                  : answer.problems.empty() ? style.good("No differences.")
                                            : style.warn("No differences in what was understood."));
    }
    page.list(style.bad(words::counted(answer.differences.size(), "difference")), answer.differences, difference_line);
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
    page.list(style.bad("Not understood"), answer.problems, problem_line);
    print_differences(page, answer, style);
    for (const Version release : answer.uncited)
        page.sentence(fmt::format("The row of {} says the same and does not cite this header yet.", release));
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

/// What a line begins with, and its colour.
struct Mark {
    std::string_view text;
    Paint paint;
};

Mark mark_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::as_predicted: return {"ok", &Style::good};
        case Verdict::different: return {"DIFF", &Style::bad};
        case Verdict::not_run: break;
    }
    return {"-", &Style::faint};
}

std::string painted_mark(Verdict verdict, const Style& style) {
    const auto [text, paint] = mark_of(verdict);
    return (style.*paint)(fmt::format("{:<{}}", text, mark_width));
}

/// `gcc-12 c++17`, `9.0a`
std::string subject_of(const VerifyAnswer::Row& row) {
    const std::string standard = row.standard ? std::string(to_string(*row.standard)) : "";
    const std::string host = row.compiler ? fmt::format("{} {}", *row.compiler, standard) : "";
    switch (row.kind) {
        using enum verify::VerifyRow::Kind;
        case compiler:
        case chosen: return host;
        case needs: return host + " needs";
        case capability: return to_string(*row.capability);
        case gpu: return host + " on the GPU";
        case ptx:
            return row.capability ? fmt::format("{}, PTX of {} only", host, *row.capability) : host + ", PTX only";
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

/// What does not fit its column stands below the other.
std::string in_columns(const std::vector<VerifyLine>& lines, const Style& style) {
    std::size_t subject_width = std::string_view("tried").size() + 2;
    std::size_t predicted_width = std::string_view("predicted").size() + 2;
    for (const VerifyLine& line : lines) {
        subject_width = std::max(subject_width, line.subject.size() + 2);
        if (line.predicted.size() <= widest_prediction)
            predicted_width = std::max(predicted_width, line.predicted.size() + 2);
    }
    const std::size_t column = mark_width + subject_width;
    std::string text = style.faint(fmt::format("{:{}}{:<{}}{:<{}}seen", "", mark_width, "tried", subject_width,
                                               "predicted", predicted_width)) +
                       '\n';
    for (const auto& [verdict, subject, predicted, seen] : lines) {
        text += painted_mark(verdict, style) + fmt::format("{:<{}}", subject, subject_width);
        if (predicted.size() < predicted_width && column + predicted_width + seen.size() <= style.width)
            text += fmt::format("{:<{}}{}\n", predicted, predicted_width, seen);
        else
            text += fmt::format("{}\n{:{}}{}{}\n", wrap(predicted, style.width, column, column), "", column,
                                style.faint("seen: "), wrap(seen, style.width, column + 6, column + 6));
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
    return painted_mark(Verdict::as_predicted, style) +
           fmt::format("{:<11}{}\n", label,
                       wrap(joined(capabilities, " "), style.width, mark_width + 11, mark_width + 11));
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
    text += fmt::format("stdenv {}, libstdc++ of gcc-{}", stdenv.compiler, stdenv.libstdcxx);
    if (stdenv.glibc) text += fmt::format(", glibc {}", *stdenv.glibc);
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
