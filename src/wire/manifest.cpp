#include "wire/canonical.hpp"
#include "wire/json.hpp"
#include "wire/json_parts.hpp"

namespace cudastdenv::wire {

namespace {

using words::ManifestAnswer;

Json packages_json(const nix::Manifest& manifest) {
    Json list = Json::array();
    for (const nix::ManifestPackage& package : manifest.packages) {
        Json systems = Json::object();
        for (const nix::ManifestPlatform& platform : package.platforms) systems[platform.system] = platform.variants;
        list.push_back({{"name", package.name}, {"version", text_or_null(package.version)}, {"systems", systems}});
    }
    return list;
}

template <class Row>
Json rows_json(const std::vector<Row>& rows) {
    Json list = Json::array();
    for (const Row& row : rows) list.push_back(json_of(datum_of(row)));
    return list;
}

Json tables_json(const nix::ManifestVerdict& verdict) {
    Json tables = Json::object();
    for (const nix::TableState& table : verdict.tables) tables[std::string(table.table)] = to_string(table.state);
    return tables;
}

Json problems_json(const ManifestAnswer& answer) {
    Json list = Json::array();
    for (const auto* problems : {&answer.manifest.problems, &answer.verdict.problems})
        for (const nix::ManifestProblem& problem : *problems) {
            const words::SaidAt said = words::say(problem);
            list.push_back({{"code", said.code}, {"pointer", said.pointer}, {"message", said.text}});
        }
    return list;
}

}  // namespace

std::string manifest_json(const ManifestAnswer& answer) {
    const nix::Manifest& manifest = answer.manifest;
    const nix::ManifestVerdict& verdict = answer.verdict;
    const bool feature = manifest.kind == nix::Manifest::Kind::feature;
    return finish({
        {"schemaVersion", schema_version},
        {"kind", feature ? "feature" : "redistrib"},
        {"product", verdict.is_cuda ? Json("cuda") : text_or_null(manifest.product)},
        {"label", text_or_null(manifest.label)},
        {"release", verdict.release ? Json(to_string(*verdict.release)) : Json(nullptr)},
        {"date", text_or_null(manifest.date)},
        {"nvcc", text_or_null(verdict.nvcc)},
        {"packages", packages_json(manifest)},
        {"tables", tables_json(verdict)},
        {"newRows", {{"releases", rows_json(verdict.new_releases)}, {"redist", rows_json(verdict.new_redist_rows)}}},
        {"problemCount", manifest.problem_count + verdict.problems.size()},
        {"problems", problems_json(answer)},
    });
}

}  // namespace cudastdenv::wire
