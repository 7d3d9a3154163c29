// SPDX-License-Identifier: MIT
#include "words/verify.hpp"

#include "words/diagnostics.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cudastdenv::words {

namespace {

using namespace verify;

/// What the tables expect has the sentence of the resolver's reason, where that is why.
VerifyAnswer::Predicted say_prediction(const Tables& tables, const Outcome& predicted) {
    if (!predicted.reason) return {code_of(predicted.message), text_of(predicted.message)};
    const Said said = say(tables, *predicted.reason);
    if (const auto* broken = std::get_if<KnownBroken>(&*predicted.reason)) {
        const std::string_view advisory = broken->advisory->id;
        return {said.code, fmt::format("does not compile: {}", advisory), advisory};
    }
    const std::string_view head = predicted.kind == Outcome::Kind::refused ? "refused" : "does not compile";
    return {said.code, fmt::format("{}: {}", head, said.text)};
}

VerifyAnswer::Row to_answer(const Tables& tables, const Row& row) {
    return {.kind = row.kind,
            .compiler = row.compiler,
            .path = some_foreign(row.path.string()),
            .standard = row.standard,
            .capability = row.capability,
            .rejected = row.rejected ? std::optional(say(tables, *row.rejected).code) : std::nullopt,
            .predicted = say_prediction(tables, row.predicted),
            .seen = {code_of(row.seen.message), text_of(row.seen.message)},
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
