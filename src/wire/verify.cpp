#include "wire/findings.hpp"
#include "wire/json_parts.hpp"
#include "words/resolution.hpp"

#include <algorithm>

namespace cudastdenv::wire {

namespace {

using namespace verify;

std::string_view name_of(Row::Kind kind) {
    switch (kind) {
        case Row::Kind::compiler: return "compiler";
        case Row::Kind::chosen: return "chosen";
        case Row::Kind::needs: return "needs";
        case Row::Kind::capability: return "capability";
        case Row::Kind::gpu: return "gpu";
        case Row::Kind::ptx: return "ptx";
    }
    return "";
}

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::as_predicted: return "as-predicted";
        case Verdict::different: return "different";
        case Verdict::not_run: return "not-run";
    }
    return "";
}

Json row_json(const Tables& tables, const Row& row) {
    const words::Said predicted = words::say_prediction(tables, row.predicted);
    const words::Said seen = words::say(row.seen);
    const auto* broken = std::get_if<KnownBroken>(&row.predicted);
    return {{"kind", name_of(row.kind)},
            {"compiler", name_or_null(row.compiler)},
            {"path", row.path.empty() ? Json(nullptr) : Json(row.path.string())},
            {"standard", name_or_null(row.standard)},
            {"capability", name_or_null(row.capability)},
            {"rejected", row.rejected ? Json(words::say(tables, *row.rejected).code) : Json(nullptr)},
            {"predicted",
             {{"name", predicted.code},
              {"message", predicted.text},
              {"advisory", broken ? Json(broken->advisory->id) : Json(nullptr)}}},
            {"seen", {{"name", seen.code}, {"message", seen.text}}},
            {"verdict", name_of(row.verdict())}};
}

}  // namespace

std::string verification_json(const words::Verification& verification) {
    const Stdenv& stdenv = verification.answer.request.stdenv;
    const auto count = [&](Verdict verdict) { return std::ranges::count(verification.rows, verdict, &Row::verdict); };
    Json rows = Json::array();
    for (const Row& row : verification.rows) rows.push_back(row_json(verification.answer.tables, row));
    return finish({
        {"schemaVersion", schema_version},
        {"cuda", cuda_json(verification.answer)},
        {"toolkit", {{"nvcc", verification.toolkit.build}, {"path", verification.toolkit.nvcc.string()}}},
        {"policy", to_string(verification.answer.request.policy)},
        {"stdenv",
         {{"compiler", to_string(stdenv.compiler)},
          {"libstdcxx", stdenv.libstdcxx},
          {"glibc", name_or_null(stdenv.glibc)}}},
        {"asPredicted", count(Verdict::as_predicted)},
        {"different", count(Verdict::different)},
        {"notRun", count(Verdict::not_run)},
        {"rows", std::move(rows)},
    });
}

}  // namespace cudastdenv::wire
