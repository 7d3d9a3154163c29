// SPDX-License-Identifier: MIT
#include "words/manifest.hpp"

#include "core/text.hpp"
#include "words/diagnostics.hpp"

namespace cudastdenv::words {

namespace {

ManifestAnswer::Package manifest_package(const nix::ManifestPackage& package) {
    ManifestAnswer::Package result{package.name, some_text(package.version), {}};
    for (const nix::ManifestPlatform& platform : package.platforms)
        result.systems.entries.emplace_back(platform.system, platform.variants);
    return result;
}

}  // namespace

ManifestAnswer manifest_answer(const nix::Manifest& manifest, const nix::ManifestVerdict& verdict) {
    ManifestAnswer answer{
        .kind = manifest.kind == nix::Manifest::Kind::feature ? "feature" : "redistrib",
        .product = verdict.is_cuda ? std::optional<std::string_view>("cuda") : some_text(manifest.product),
        .label = some_text(manifest.label),
        .release = verdict.release,
        .date = some_text(manifest.date),
        .nvcc = some_text(verdict.nvcc),
        .packages = {},
        .tables = {},
        .new_rows = {verdict.new_releases, verdict.new_redist_rows},
        .problem_count = manifest.problem_count + verdict.problems.size(),
        .problems = {},
    };
    for (const nix::ManifestPackage& package : manifest.packages) answer.packages.push_back(manifest_package(package));
    for (const nix::TableState& table : verdict.tables) answer.tables.entries.emplace_back(table.table, table.state);
    for (const auto* problems : {&manifest.problems, &verdict.problems})
        for (const nix::ManifestProblem& problem : *problems)
            answer.problems.push_back({code_of(problem.what), problem.pointer, text_of(problem.what)});
    return answer;
}

}  // namespace cudastdenv::words
