// SPDX-License-Identifier: MIT
#include "wire/findings.hpp"
#include "wire/records/verify.hpp"
#include "words/resolution.hpp"

#include <algorithm>

namespace cudastdenv::wire {

namespace {

using verify::Row;
using verify::Verdict;

VerifyRowRecord verify_row_record(const Tables& tables, const Row& row) {
    Said predicted = words::say_prediction(tables, row.predicted);
    Said seen = words::say(row.seen);
    const auto* broken = std::get_if<KnownBroken>(&row.predicted);
    return {.kind = row.kind,
            .compiler = row.compiler,
            .path = some_foreign(row.path.string()),
            .standard = row.standard,
            .capability = row.capability,
            .rejected = row.rejected ? std::optional(CodeName{words::say(tables, *row.rejected).code}) : std::nullopt,
            .predicted = {{predicted.code},
                          std::move(predicted.text),
                          broken ? std::optional(broken->advisory->id) : std::nullopt},
            .seen = {{seen.code}, std::move(seen.text)},
            .verdict = row.verdict()};
}

}  // namespace

std::string verification_json(const words::Verification& verification) {
    const Stdenv& stdenv = verification.answer.request.stdenv;
    const auto count = [&](Verdict verdict) {
        return static_cast<std::size_t>(std::ranges::count(verification.rows, verdict, &Row::verdict));
    };
    VerifyRecord record{.cuda = words::asked_release(verification.answer),
                        .toolkit = {verification.toolkit.build, {verification.toolkit.nvcc.string()}},
                        .policy = verification.answer.request.policy,
                        .stdenv = {stdenv.compiler, stdenv.libstdcxx, stdenv.glibc},
                        .as_predicted = count(Verdict::as_predicted),
                        .different = count(Verdict::different),
                        .not_run = count(Verdict::not_run),
                        .rows = {}};
    for (const Row& row : verification.rows) record.rows.push_back(verify_row_record(verification.answer.tables, row));
    return answer_text(record);
}

}  // namespace cudastdenv::wire
