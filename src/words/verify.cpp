// SPDX-License-Identifier: MIT
#include "words/verify.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace cudastdenv::words {

namespace {

using namespace verify;

std::string versions_in_words(const SymbolVersions& versions) {
    std::vector<std::string> words;
    for (const std::string& version : {versions.glibcxx, versions.cxxabi, versions.glibc})
        if (!version.empty()) words.push_back(version);
    return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

std::string_view failure_of(Step step) {
    switch (step) {
        case Step::compile: return "does not compile";
        case Step::link: return "does not link";
        case Step::run: return "does not run";
        case Step::read: return "cannot be read";
    }
    return "";
}

std::string_view name_of(Step step) {
    switch (step) {
        case Step::compile: return "compiling";
        case Step::link: return "linking";
        case Step::run: return "the program";
        case Step::read: return "reading";
    }
    return "";
}

std::string_view lacking(ToolkitLack lack) {
    switch (lack) {
        case ToolkitLack::library_folder: return "this toolkit has no lib64, where its nvcc looks";
        case ToolkitLack::cicc: return "this toolkit has no nvvm/bin/cicc";
        case ToolkitLack::link_stub: return "this toolkit has no bin/crt/link.stub";
    }
    return "";
}

std::string_view why_not_run(NotRun::Why why) {
    switch (why) {
        case NotRun::Why::no_gpu: return "no GPU";
        case NotRun::Why::not_installed: return "the compiler is not installed";
        case NotRun::Why::not_built: return "the program was not built";
        case NotRun::Why::unfit_folder: return "flags cannot hold the name of a folder that they need";
    }
    return "";
}

/// What a program printed is shown, not obeyed.
std::string with_line(std::string_view words, std::string_view line) {
    return line.empty() ? std::string(words) : fmt::format("{}: {}", words, as_plain_text(line));
}

VerifyAnswer::Predicted after(std::string_view head, const Said& said) {
    return {said.code, fmt::format("{}: {}", head, said.text)};
}

std::string code_that_runs(Code code) {
    return fmt::format("runs by {} of {}", code.form == Code::Form::ptx ? "PTX" : "machine code",
                       to_string(code.capability));
}

VerifyAnswer::Predicted say_prediction(const Tables& tables, const Prediction& prediction) {
    using Said = VerifyAnswer::Predicted;
    return std::visit(
        Overloaded{
            [](const Works&) -> Said {
                return {"works", "works"};
            },
            [&](const TooOld& p) -> Said { return after("refused", say(tables, p)); },
            [&](const TooNew& p) -> Said { return after("refused", say(tables, p)); },
            [&](const KnownBroken& p) -> Said {
                return {say(tables, p).code, fmt::format("does not compile: {}", p.advisory->id), p.advisory->id};
            },
            [&](const HeadersTooNew& p) -> Said { return after("does not compile", say(tables, p)); },
            [](const NoHeaders&) -> Said {
                return {"no-headers", "does not compile: it finds no libstdc++ headers"};
            },
            [](const Taken&) -> Said {
                return {"taken", "taken"};
            },
            [](const NotTaken&) -> Said {
                return {"not-taken", "not taken"};
            },
            [](const NeedsAtMost& p) -> Said {
                return {"needs-at-most", "at most " + versions_in_words(p.versions)};
            },
            [](const RunsBy& p) -> Said {
                return {"runs", code_that_runs(p.code)};
            },
            [](const NoCodeRuns&) -> Said {
                return {"no-code-runs", "does not run: no code in it fits GPU and driver"};
            },
            [](const ToolkitIncomplete& p) -> Said {
                return {"toolkit-incomplete", fmt::format("does not build: {}", lacking(p.lack))};
            },
            [](const NotPredicted&) -> Said {
                return {"not-predicted", "nothing"};
            },
        },
        prediction);
}

VerifyAnswer::Seen say_seen(const Seen& seen) {
    using Said = VerifyAnswer::Seen;
    return std::visit(
        Overloaded{
            [](const Works&) -> Said {
                return {"works", "works"};
            },
            [](const Refused& s) -> Said {
                return {"refused", s.newest ? fmt::format("refused: nvcc takes up to {}", *s.newest)
                                            : with_line("refused", s.line)};
            },
            [](const Failed& s) -> Said {
                return {"failed", with_line(failure_of(s.step), s.line)};
            },
            [](const Crashed& s) -> Said {
                return {"crashed", fmt::format("{} was ended by signal {}", name_of(s.step), s.signal)};
            },
            [](const TookTooLong& s) -> Said {
                return {"took-too-long", fmt::format("{} was not done after {} seconds", name_of(s.step), s.seconds)};
            },
            [](const PrintedTooMuch& s) -> Said {
                return {"printed-too-much", fmt::format("{} printed too much", name_of(s.step))};
            },
            [](const Taken&) -> Said {
                return {"taken", "taken"};
            },
            [](const NotTaken&) -> Said {
                return {"not-taken", "not taken"};
            },
            [](const Needs& s) -> Said {
                return {"needs", versions_in_words(s.versions)};
            },
            [](const NotRun& s) -> Said {
                return {"not-run", fmt::format("not run: {}", why_not_run(s.why))};
            },
        },
        seen);
}

VerifyAnswer::Row to_answer(const Tables& tables, const Row& row) {
    return {.kind = row.kind,
            .compiler = row.compiler,
            .path = some_foreign(row.path.string()),
            .standard = row.standard,
            .capability = row.capability,
            .rejected = row.rejected ? std::optional(say(tables, *row.rejected).code) : std::nullopt,
            .predicted = say_prediction(tables, row.predicted),
            .seen = say_seen(row.seen),
            .verdict = row.verdict()};
}

}  // namespace

VerifyAnswer verify_answer(const ResolutionReport& report, const FoundToolkit& toolkit, std::span<const Row> rows) {
    const Stdenv& stdenv = report.request.stdenv;
    const auto count = [&](Verdict verdict) {
        return static_cast<std::size_t>(std::ranges::count(rows, verdict, &Row::verdict));
    };
    VerifyAnswer answer{.cuda = asked_release(report),
                        .toolkit = {toolkit.build, {toolkit.nvcc.string()}},
                        .policy = report.request.policy,
                        .stdenv = {stdenv.compiler, stdenv.libstdcxx, stdenv.glibc},
                        .as_predicted = count(Verdict::as_predicted),
                        .different = count(Verdict::different),
                        .not_run = count(Verdict::not_run)};
    for (const Row& row : rows) answer.rows.push_back(to_answer(report.tables, row));
    return answer;
}

}  // namespace cudastdenv::words
