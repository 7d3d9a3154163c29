#include "core/overloaded.hpp"
#include "wire/json.hpp"
#include "wire/json_parts.hpp"

#include <algorithm>

namespace cudastdenv::wire {

namespace {

Json value_json(const nix::Value& value) {
    return std::visit(Overloaded{
                          [](std::nullptr_t) { return Json(nullptr); },
                          [](bool truth) { return Json(truth); },
                          [](int number) { return Json(number); },
                          [](const std::string& text) { return Json(text); },
                          [](const nix::Expression&) { return Json(nullptr); },
                          [](const nix::List& list) {
                              Json json = Json::array();
                              for (const nix::Value& element : list) json.push_back(value_json(element));
                              return json;
                          },
                          [](const nix::Set& set) {
                              Json json = Json::object();
                              for (const nix::Attribute& attribute : set)
                                  json[attribute.name] = value_json(attribute.value);
                              return json;
                          },
                      },
                      value.content);
}

Json version_json(const std::optional<Version>& version) { return version ? Json(to_string(*version)) : Json(nullptr); }

Json majors_json(int min, int max) { return {{"minMajorVersion", min}, {"maxMajorVersion", max}}; }

Json row_json(const nix::NvccRow& row) {
    return {{"gcc", majors_json(row.gcc.min, row.gcc.max)},
            {"clang", majors_json(row.clang.min, row.clang.max)},
            {"view", to_string(row.gcc.view)}};
}
Json row_json(const nix::FoundNvccRow& row) {
    return {{"gcc", majors_json(*row.gcc.min, *row.gcc.max)}, {"clang", majors_json(*row.clang.min, *row.clang.max)}};
}
Json row_json(const nix::CudaRow& row) {
    return {{"archName", row.architecture},
            {"isJetson", row.jetson},
            {"minCudaMajorMinorVersion", to_string(row.min)},
            {"maxCudaMajorMinorVersion", version_json(row.max)},
            {"dontDefaultAfterCudaMajorMinorVersion", version_json(row.dont_default_after)}};
}
Json row_json(const nix::FoundCudaRow& row) {
    return {{"archName", row.architecture},
            {"isJetson", row.jetson ? Json(*row.jetson) : Json(nullptr)},
            {"minCudaMajorMinorVersion", to_string(row.min)},
            {"maxCudaMajorMinorVersion", version_json(row.max)},
            {"dontDefaultAfterCudaMajorMinorVersion", version_json(row.dont_default_after)}};
}

Json sources_json(const nix::NvccRow& row) {
    Json sources = row.gcc.sources;
    for (const std::string_view id : row.clang.sources)
        if (std::find(row.gcc.sources.begin(), row.gcc.sources.end(), id) == row.gcc.sources.end())
            sources.push_back(id);
    return sources;
}
Json sources_json(const nix::CudaRow& row) { return row.sources; }

Json change_json(const nix::Change& change) {
    return std::visit(Overloaded{
                          [](const nix::MajorChange& c) -> Json {
                              const std::string end = c.is_max ? ".maxMajorVersion" : ".minMajorVersion";
                              return {{"field", std::string(to_string(c.family)) + end},
                                      {"here", c.here},
                                      {"there", c.there},
                                      {"by", c.there - c.here}};
                          },
                          [](const nix::ReleaseChange& c) -> Json {
                              using Field = nix::ReleaseChange::Field;
                              const char* field = c.field == Field::min   ? "minCudaMajorMinorVersion"
                                                  : c.field == Field::max ? "maxCudaMajorMinorVersion"
                                                                          : "dontDefaultAfterCudaMajorMinorVersion";
                              const bool both = c.here && c.there;
                              return {{"field", field},
                                      {"here", version_json(c.here)},
                                      {"there", version_json(c.there)},
                                      {"by", both ? Json(c.releases) : Json(nullptr)}};
                          },
                          [](const nix::TruthChange& c) -> Json {
                              using Field = nix::TruthChange::Field;
                              const char* field = c.field == Field::jetson                  ? "isJetson"
                                                  : c.field == Field::architecture_specific ? "isArchitectureSpecific"
                                                                                            : "isFamilySpecific";
                              return {{"field", field}, {"here", c.here}, {"there", c.there}};
                          },
                          [](const nix::ArchitectureChange& c) -> Json {
                              return {{"field", "archName"}, {"here", c.here}, {"there", c.there}};
                          },
                          [](const nix::ExtraAttribute& c) -> Json {
                              return {{"field", c.attribute}, {"here", nullptr}, {"extra", true}};
                          },
                          [](const nix::OddSpelling& c) -> Json {
                              return {{"field", c.attribute}, {"there", c.text}, {"spelling", true}};
                          },
                      },
                      change);
}

std::string key_of(const nix::NvccRow& row) { return to_string(row.release); }
std::string key_of(const nix::FoundNvccRow& row) { return to_string(row.release); }
std::string key_of(const nix::CudaRow& row) { return to_string(row.capability); }
std::string key_of(const nix::FoundCudaRow& row) { return to_string(row.capability); }

template <class Ours, class Theirs>
Json difference_json(std::string_view table, const nix::DifferenceOf<Ours, Theirs>& difference) {
    return std::visit(Overloaded{
                          [&](const nix::MissingHere<Ours, Theirs>& d) -> Json {
                              return {{"table", table},
                                      {"row", key_of(d.there)},
                                      {"kind", "missing-here"},
                                      {"there", row_json(d.there)}};
                          },
                          [&](const nix::MissingThere<Ours, Theirs>& d) -> Json {
                              return {{"table", table},
                                      {"row", key_of(d.here)},
                                      {"kind", "missing-there"},
                                      {"here", row_json(d.here)},
                                      {"sources", sources_json(d.here)}};
                          },
                          [&](const nix::Different<Ours, Theirs>& d) -> Json {
                              Json changes = Json::array();
                              for (const nix::Change& change : d.changes) changes.push_back(change_json(change));
                              return {{"table", table},
                                      {"row", key_of(d.here)},
                                      {"kind", "different"},
                                      {"changes", changes},
                                      {"here", row_json(d.here)},
                                      {"there", row_json(d.there)},
                                      {"sources", sources_json(d.here)}};
                          },
                      },
                      difference);
}

}  // namespace

std::string nix_json(const nix::File& file) {
    const bool is_code = !std::holds_alternative<std::nullptr_t>(file.plain.content);
    return value_json(is_code ? file.plain : file.value).dump(2) + '\n';
}

std::string diff_json(const words::ComparedFolder& compared, const nix::Diff& diff) {
    Json differences = Json::array();
    for (const auto& difference : diff.nvcc)
        differences.push_back(difference_json<nix::NvccRow, nix::FoundNvccRow>("nvcc", difference));
    for (const auto& difference : diff.cuda)
        differences.push_back(difference_json<nix::CudaRow, nix::FoundCudaRow>("cuda", difference));
    Json given_up = Json::array();
    for (const Version release : diff.given_up) given_up.push_back(to_string(release));
    const Json root{{"schemaVersion", schema_version},
                    {"folder", compared.folder},
                    {"files", {{"nvcc", compared.nvcc_file}, {"cuda", compared.cuda_file}}},
                    {"same", diff.same()},
                    {"differences", differences},
                    {"agreeing", diff.agreeing},
                    {"givenUpThere", given_up}};
    return finish(root);
}

}  // namespace cudastdenv::wire
