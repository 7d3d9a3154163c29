// SPDX-License-Identifier: MIT
#include "pages/verify.hpp"

#include "core/quote.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace cudastdenv::report {

namespace {

using verify::Verdict;
using words::VerifyAnswer;

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
        using enum verify::Row::Kind;
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
struct Line {
    Verdict verdict = Verdict::as_predicted;
    std::string subject;
    std::string predicted;
    std::string seen;
};

/// Whether another compiler of the same name is among the rows: then only the path tells them apart.
bool is_ambiguous(const std::vector<VerifyAnswer::Row>& rows, const VerifyAnswer::Row& row) {
    return row.kind == verify::Row::Kind::compiler && std::ranges::any_of(rows, [&](const VerifyAnswer::Row& other) {
               return other.kind == row.kind && other.compiler == row.compiler && other.path != row.path;
           });
}

Line line_of(const VerifyAnswer& answer, const VerifyAnswer::Row& row) {
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

Columns columns_of(const std::vector<Line>& lines) {
    std::size_t subject = std::string_view("tried").size();
    std::size_t predicted = std::string_view("predicted").size();
    for (const Line& line : lines) {
        subject = std::max(subject, line.subject.size());
        if (line.predicted.size() <= widest_prediction) predicted = std::max(predicted, line.predicted.size());
    }
    return {mark_width, mark_width + subject + 2, mark_width + subject + 2 + predicted + 2};
}

bool fits(const Line& line, const Columns& columns, const Style& style) {
    return columns.predicted + line.predicted.size() < columns.seen && columns.seen + line.seen.size() <= style.width;
}

/// What does not fit its column stands below the other.
std::string in_columns(const std::vector<Line>& lines, const Style& style) {
    const Columns columns = columns_of(lines);
    const auto cell = [](std::string_view text, std::size_t from, std::size_t to) {
        return fmt::format("{:<{}}", text, to - from);
    };
    std::string text = style.faint(std::string(mark_width, ' ') + cell("tried", columns.subject, columns.predicted) +
                                   cell("predicted", columns.predicted, columns.seen) + "seen") +
                       '\n';
    for (const Line& line : lines) {
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
std::vector<Line> lines_where(const VerifyAnswer& answer, Wanted wanted) {
    std::vector<Line> lines;
    for (const VerifyAnswer::Row& row : answer.rows)
        if (wanted(row)) lines.push_back(line_of(answer, row));
    return lines;
}

std::string section(std::string_view title, const std::vector<Line>& lines, const Style& style) {
    if (lines.empty()) return "";
    return fmt::format("\n{}\n", title) + in_columns(lines, style);
}

/// The capabilities for which that is what was predicted and seen.
std::string as_predicted(const std::vector<VerifyAnswer::Row>& rows, std::string_view label, std::string_view name,
                         const Style& style) {
    std::vector<Capability> capabilities;
    for (const VerifyAnswer::Row& row : rows)
        if (row.kind == verify::Row::Kind::capability && row.verdict == Verdict::as_predicted && row.seen.name == name)
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
    const std::vector<Line> rest = lines_where(answer, [](const VerifyAnswer::Row& row) {
        return row.kind == verify::Row::Kind::capability && row.verdict != Verdict::as_predicted;
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
    const auto by_itself = [](const VerifyAnswer::Row& row) { return row.kind == verify::Row::Kind::compiler; };
    const auto is_chosen = [](const VerifyAnswer::Row& row) {
        return row.kind != verify::Row::Kind::compiler && row.kind != verify::Row::Kind::capability;
    };
    return head(answer, style) + section("Each compiler by itself", lines_where(answer, by_itself), style) +
           section("The chosen compiler as `env` sets it up, with the resolved capabilities",
                   lines_where(answer, is_chosen), style) +
           capabilities_text(answer, style);
}

}  // namespace cudastdenv::report
