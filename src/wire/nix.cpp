// SPDX-License-Identifier: MIT
#include "core/contains.hpp"
#include "core/overloaded.hpp"
#include "tables/json_tree.hpp"
#include "wire/json.hpp"
#include "wire/records/nix.hpp"

namespace cudastdenv::wire {

namespace {

Json json_of_value(const nix::Value& value) {
    return std::visit(Overloaded{
                          [](std::nullptr_t) { return Json(); },
                          [](bool truth) { return Json(truth); },
                          [](int number) { return Json(number); },
                          [](const std::string& text) { return json_of_text(text); },
                          [](const nix::Expression&) { return Json(); },
                          [](const nix::List& list) {
                              Json json = Json::array();
                              for (const nix::Value& element : list) json.push_back(json_of_value(element));
                              return json;
                          },
                          [](const nix::Set& set) {
                              Json json = Json::object();
                              for (const nix::Attribute& attribute : set)
                                  json[attribute.name] = json_of_value(attribute.value);
                              return json;
                          },
                      },
                      value.content);
}

NvccRowRecord row_record(const nix::NvccRow& row) {
    return {{row.gcc.min, row.gcc.max}, {row.clang.min, row.clang.max}, {row.gcc.view}};
}
NvccRowRecord row_record(const nix::FoundNvccRow& row) {
    return {{*row.gcc.min, *row.gcc.max}, {*row.clang.min, *row.clang.max}, {}};
}
CudaRowRecord row_record(const nix::CudaRow& row) {
    return {std::string(row.architecture), row.jetson, row.min, row.max, row.dont_default_after};
}
CudaRowRecord row_record(const nix::FoundCudaRow& row) {
    return {std::string(row.architecture), row.jetson, row.min, row.max, row.dont_default_after};
}

std::vector<std::string_view> sources_of(const nix::NvccRow& row) {
    std::vector<std::string_view> sources(row.gcc.sources.begin(), row.gcc.sources.end());
    for (const std::string_view id : row.clang.sources)
        if (!contains(row.gcc.sources, id)) sources.push_back(id);
    return sources;
}
std::vector<std::string_view> sources_of(const nix::CudaRow& row) { return {row.sources.begin(), row.sources.end()}; }

Scalar name_or_null(const std::optional<Version>& version) { return version ? Scalar(to_string(*version)) : Scalar(); }

std::string_view attribute_of(nix::ReleaseChange::Field field) {
    using Field = nix::ReleaseChange::Field;
    switch (field) {
        case Field::min: return "minCudaMajorMinorVersion";
        case Field::max: return "maxCudaMajorMinorVersion";
        case Field::dont_default_after: return "dontDefaultAfterCudaMajorMinorVersion";
    }
    return "";
}

std::string_view attribute_of(nix::TruthChange::Field field) {
    using Field = nix::TruthChange::Field;
    switch (field) {
        case Field::jetson: return "isJetson";
        case Field::architecture_specific: return "isArchitectureSpecific";
        case Field::family_specific: return "isFamilySpecific";
    }
    return "";
}

ChangeRecord changed(std::string field, Scalar here, Scalar there) {
    return {.field = std::move(field),
            .here = {std::move(here)},
            .there = {std::move(there)},
            .by = {},
            .extra = {},
            .spelling = {}};
}

ChangeRecord change_record(const nix::Change& change) {
    return std::visit(
        Overloaded{
            [](const nix::MajorChange& c) {
                const std::string end = c.is_max ? ".maxMajorVersion" : ".minMajorVersion";
                ChangeRecord record = changed(std::string(to_string(c.family)) + end, c.here, c.there);
                record.by.value = c.there - c.here;
                return record;
            },
            [](const nix::ReleaseChange& c) {
                ChangeRecord record = changed(std::string(attribute_of(c.field)), name_or_null(c.here),
                                              name_or_null(c.there));
                record.by.value = c.here && c.there ? std::optional(c.releases) : std::nullopt;
                return record;
            },
            [](const nix::TruthChange& c) { return changed(std::string(attribute_of(c.field)), c.here, c.there); },
            [](const nix::ArchitectureChange& c) { return changed("archName", c.here, c.there); },
            [](const nix::ExtraAttribute& c) {
                ChangeRecord record = changed(c.attribute, {}, {});
                record.there.value.reset();
                record.extra.value = true;
                return record;
            },
            [](const nix::OddSpelling& c) {
                ChangeRecord record = changed(c.attribute, {}, c.text);
                record.here.value.reset();
                record.spelling.value = true;
                return record;
            },
        },
        change);
}

std::string key_of(const nix::NvccRow& row) { return to_string(row.release); }
std::string key_of(const nix::FoundNvccRow& row) { return to_string(row.release); }
std::string key_of(const nix::CudaRow& row) { return to_string(row.capability); }
std::string key_of(const nix::FoundCudaRow& row) { return to_string(row.capability); }

template <class Ours, class Theirs>
NixDifferenceRecord difference_record(std::string_view table, const nix::DifferenceOf<Ours, Theirs>& difference) {
    NixDifferenceRecord record{
        .table = table, .row = {}, .kind = {}, .changes = {}, .here = {}, .there = {}, .sources = {}};
    const auto add_ours = [&](const Ours& row) {
        record.row = key_of(row);
        record.here.value = row_record(row);
        record.sources.value = sources_of(row);
    };
    std::visit(Overloaded{
                   [&](const nix::MissingHere<Ours, Theirs>& d) {
                       record.kind = "missing-here";
                       record.row = key_of(d.there);
                       record.there.value = row_record(d.there);
                   },
                   [&](const nix::MissingThere<Ours, Theirs>& d) {
                       record.kind = "missing-there";
                       add_ours(d.here);
                   },
                   [&](const nix::Different<Ours, Theirs>& d) {
                       record.kind = "different";
                       add_ours(d.here);
                       record.there.value = row_record(d.there);
                       record.changes.value.emplace();
                       for (const nix::Change& change : d.changes)
                           record.changes.value->push_back(change_record(change));
                   },
               },
               difference);
    return record;
}

}  // namespace

std::string nix_json(const nix::File& file) {
    const bool is_code = !std::holds_alternative<std::nullptr_t>(file.plain.content);
    return json_text(json_of_value(is_code ? file.plain : file.value)) + '\n';
}

std::string diff_json(const words::ComparedFolder& compared, const nix::Diff& diff) {
    NixDiffRecord record{.folder = {std::string(compared.folder)},
                         .files = {{std::string(compared.nvcc_file)}, {std::string(compared.cuda_file)}},
                         .same = diff.same(),
                         .differences = {},
                         .agreeing = diff.agreeing,
                         .given_up = diff.given_up};
    for (const auto& difference : diff.nvcc)
        record.differences.push_back(difference_record<nix::NvccRow, nix::FoundNvccRow>("nvcc", difference));
    for (const auto& difference : diff.cuda)
        record.differences.push_back(difference_record<nix::CudaRow, nix::FoundCudaRow>("cuda", difference));
    return answer_text(record);
}

}  // namespace cudastdenv::wire
