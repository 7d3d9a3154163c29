// SPDX-License-Identifier: MIT
#include "wire/json.hpp"
#include "wire/records/nix.hpp"

namespace cudastdenv::wire {

namespace {

using words::ManifestAnswer;

std::vector<ManifestPackageRecord> package_records(const nix::Manifest& manifest) {
    std::vector<ManifestPackageRecord> records;
    for (const nix::ManifestPackage& package : manifest.packages) {
        ManifestPackageRecord record{package.name, some_text(package.version), {}};
        for (const nix::ManifestPlatform& platform : package.platforms)
            record.systems.entries.emplace_back(platform.system, platform.variants);
        records.push_back(std::move(record));
    }
    return records;
}

Map<nix::TableState::State> table_states(const nix::ManifestVerdict& verdict) {
    Map<nix::TableState::State> states;
    for (const nix::TableState& table : verdict.tables) states.entries.emplace_back(table.table, table.state);
    return states;
}

std::vector<ManifestProblemRecord> manifest_problems(const ManifestAnswer& answer) {
    std::vector<ManifestProblemRecord> records;
    for (const auto* problems : {&answer.manifest.problems, &answer.verdict.problems})
        for (const nix::ManifestProblem& problem : *problems) {
            words::SaidAt said = words::say(problem);
            records.push_back({{said.code}, std::move(said.pointer), std::move(said.text)});
        }
    return records;
}

}  // namespace

std::string manifest_json(const ManifestAnswer& answer) {
    const nix::Manifest& manifest = answer.manifest;
    const nix::ManifestVerdict& verdict = answer.verdict;
    return answer_text(ManifestRecord{
        .kind = manifest.kind == nix::Manifest::Kind::feature ? "feature" : "redistrib",
        .product = verdict.is_cuda ? std::optional<std::string_view>("cuda") : some_text(manifest.product),
        .label = some_text(manifest.label),
        .release = verdict.release,
        .date = some_text(manifest.date),
        .nvcc = some_text(verdict.nvcc),
        .packages = package_records(manifest),
        .tables = table_states(verdict),
        .new_rows = {verdict.new_releases, verdict.new_redist_rows},
        .problem_count = manifest.problem_count + verdict.problems.size(),
        .problems = manifest_problems(answer),
    });
}

}  // namespace cudastdenv::wire
