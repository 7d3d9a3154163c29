// SPDX-License-Identifier: MIT
#include "wire/json.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"
#include "tables/fields.hpp"
#include "tables/json_tree.hpp"
#include "wire/records/nix.hpp"
#include "wire/records/shared.hpp"
#include "words/nix.hpp"

#include <algorithm>

namespace cudastdenv::wire {

namespace {

bool has_word(const Json& json, const std::string& word) {
    if (json.is_string()) return has_in_any_case(json.get_ref<const std::string&>(), word);
    if (json.is_number()) return json.dump() == word;
    for (const auto& [key, member] : json.items())
        if (!(json.is_object() && key == "sources") && has_word(member, word)) return true;
    return false;
}

Json rows_with(const Json& list, const std::vector<std::string>& words) {
    Json rows = Json::array();
    for (const Json& row : list)
        if (std::ranges::all_of(words, [&](const std::string& word) { return has_word(row, word); }))
            rows.push_back(row);
    return rows;
}

}  // namespace

std::string table_json(const Tables& tables, std::string_view file, const std::vector<std::string>& words) {
    Json root = table_json_tree(tables, file);
    for (Json& member : root)
        if (member.is_array()) member = rows_with(member, words);
    return json_text(root) + '\n';
}

Json table_json_tree(const Tables& tables, std::string_view file) {
    Json root{{"schemaVersion", table_file_version}};
    for (const TableMember* member : members_of(file))
        root[std::string(member->field.key)] = json_of(value_in(tables, *member));
    return root;
}

std::string table_file(const Tables& tables, std::string_view file) {
    return canonical(table_json_tree(tables, file), 0) + "\n";
}

namespace {

/// Of a column of majors a number.
Scalar scalar_of(const nix::FieldValue& value, std::optional<nix::Column> column = {}) {
    if (column && about(*column).kind == nix::ColumnInfo::Kind::major) return nix::major_in(value);
    return std::visit(Overloaded{
                          [](std::nullptr_t) { return Scalar(); },
                          [](bool truth) { return Scalar(truth); },
                          [](const std::string& text) { return Scalar(text); },
                          [](const nix::ForeignValue& other) { return Scalar(other.json); },
                      },
                      value);
}

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

NvccRowRecord record_of(const nix::NvccRow& row) {
    return {{row.gcc.min, row.gcc.max}, {row.clang.min, row.clang.max}, {row.gcc.view}};
}
CudaRowRecord record_of(const nix::CudaRow& row) {
    return {std::string(row.architecture), row.jetson, row.min, row.max, row.dont_default_after};
}

NixRowRecord record_of(nix::Table table, const nix::Row& row) {
    using nix::Column;
    const auto value = [&](Column column) { return row.value(column).value_or(nullptr); };
    const auto major = [&](Column column) { return nix::major_in(value(column)); };
    const auto release = [&](Column column) { return nix::release_in(value(column)); };
    if (table == nix::Table::nvcc)
        return NvccRowRecord{
            {major(Column::gcc_min), major(Column::gcc_max)}, {major(Column::clang_min), major(Column::clang_max)}, {}};
    const nix::FieldValue jetson = value(Column::jetson);
    return CudaRowRecord{std::get<std::string>(value(Column::architecture)),
                         std::holds_alternative<bool>(jetson) ? std::optional(std::get<bool>(jetson)) : std::nullopt,
                         *release(Column::min), release(Column::max), release(Column::last_default)};
}

std::vector<std::string_view> all_sources_of(const nix::WantedRow& row) {
    std::vector<std::string_view> sources(row.sources.begin(), row.sources.end());
    for (const std::string_view id : row.clang_sources)
        if (!contains(row.sources, id)) sources.push_back(id);
    return sources;
}

ChangeRecord change_record(const nix::Change& change) {
    using Kind = nix::ColumnInfo::Kind;
    ChangeRecord record{.field = change.field, .here = {}, .there = {}, .by = {}, .extra = {}, .spelling = {}};
    if (!change.column) {
        record.here.value = Scalar();
        record.extra.value = true;
        return record;
    }
    const Kind kind = about(*change.column).kind;
    // A number is one as soon as nobody asks how it is written.
    const auto scalar = [&](const nix::FieldValue& value) {
        return change.here ? scalar_of(value, change.column) : scalar_of(value);
    };
    record.there.value = scalar(change.there);
    record.spelling.value = change.here ? std::nullopt : std::optional(true);
    if (!change.here) return record;
    record.here.value = scalar(*change.here);
    const bool has_both = change.here != nix::FieldValue(nullptr) && change.there != nix::FieldValue(nullptr);
    if (kind != Kind::truth && kind != Kind::text) record.by.value = has_both ? std::optional(change.by) : std::nullopt;
    return record;
}

NixDifferenceRecord difference_record(const nix::RowDifference& difference) {
    NixDifferenceRecord record{.table = difference.table == nix::Table::nvcc ? "nvcc" : "cuda",
                               .row = difference.key(),
                               .kind = !difference.here    ? "missing-here"
                                       : !difference.there ? "missing-there"
                                                           : "different",
                               .changes = {},
                               .here = {},
                               .there = {},
                               .sources = {}};
    if (difference.here) {
        record.here.value = std::visit([](const auto& row) { return NixRowRecord(record_of(row)); },
                                       difference.here->ours);
        record.sources.value = all_sources_of(*difference.here);
    }
    if (difference.there) record.there.value = record_of(difference.table, *difference.there);
    if (!difference.here || !difference.there) return record;
    record.changes.value.emplace();
    for (const nix::Change& change : difference.changes) record.changes.value->push_back(change_record(change));
    return record;
}

void add_rows(std::string_view table, const std::vector<std::string>& keys, std::vector<NixRowNameRecord>& records) {
    for (const std::string& key : keys) records.push_back({table, key});
}

void add_table(std::string_view table, const nix::TableChanges& update, NixUpdateRecord& record) {
    for (const nix::AddedRow& row : update.added) {
        NixAddedRecord added{
            .table = table, .row = row.key, .fields_ = {}, .sources = {row.sources.begin(), row.sources.end()}};
        for (const nix::Field& field : row.fields)
            added.fields_.entries.emplace_back(field.path, scalar_of(field.value));
        record.added.push_back(std::move(added));
    }
    for (const nix::FieldUpdate& difference : update.differences) {
        NixFieldRecord field{.table = table,
                             .row = {difference.key},
                             .field = difference.field,
                             .there = {},
                             .here = scalar_of(difference.here),
                             .state = difference.state,
                             .line = difference.line,
                             .sources = {difference.sources.begin(), difference.sources.end()}};
        if (difference.there) field.there.value = scalar_of(*difference.there);
        record.differences.push_back(std::move(field));
    }
    for (const nix::UnknownThere& unknown : update.unknown)
        record.unknown.push_back({table, {unknown.key}, some_foreign(unknown.attribute), unknown.line});
    add_rows(table, update.not_added, record.not_added);
    add_rows(table, update.older, record.older);
    add_rows(table, update.kept, record.kept);
}

std::optional<std::vector<std::string_view>> ids_of(const std::optional<std::vector<const AdvisoryRow*>>& advisories) {
    if (!advisories) return std::nullopt;
    std::vector<std::string_view> ids;
    for (const AdvisoryRow* advisory : *advisories) ids.push_back(advisory->id);
    return ids;
}

AuditFindingRecord finding_record(const nix::AuditFinding& finding, nix::AuditPolicy policy) {
    const auto side = [&](const std::optional<nix::FieldValue>& value) {
        return value ? std::optional(scalar_of(*value, finding.column)) : std::nullopt;
    };
    const words::FindingInWords said = words::say(finding, policy);
    return {.severity = finding.severity,
            .subject = finding.subject,
            .row = {finding.row},
            .field = some_foreign(finding.field),
            .code = {said.code},
            .there = {side(finding.there)},
            .nvidia = {side(finding.nvidia)},
            .releases = {finding.releases},
            .message = words::sentence(said),
            .file = {finding.file},
            .line = finding.line,
            .sources = finding.sources,
            .advisories = {ids_of(finding.advisories)}};
}

}  // namespace

std::string nix_json(const nix::File& file) {
    const bool is_code = !std::holds_alternative<std::nullptr_t>(file.plain.content);
    return json_text(json_of_value(is_code ? file.plain : file.value)) + '\n';
}

std::string diff_json(const nix::Diff& diff) {
    NixDiffRecord record{.folder = {diff.folder},
                         .files = {{diff.nvcc_file}, {diff.cuda_file}},
                         .same = diff.same(),
                         .differences = {},
                         .agreeing = diff.agreeing,
                         .given_up = diff.given_up};
    for (const nix::RowDifference& difference : diff.rows) record.differences.push_back(difference_record(difference));
    return answer_text(record);
}

std::string update_json(const Tables& tables, const nix::CheckoutUpdate& update, bool with_notes) {
    NixUpdateRecord record{.folder = {update.folder},
                           .files = {{update.nvcc.path}, {update.cuda.path}},
                           .settled = update.settled(),
                           .changes = update.changes(),
                           .written = update.written,
                           .added = {},
                           .differences = {},
                           .unknown = {},
                           .not_added = {},
                           .older = {},
                           .kept = {},
                           .decisions = {},
                           .notes = {}};
    add_table("nvcc", update.nvcc.update, record);
    add_table("cuda", update.cuda.update, record);
    for (const nix::Decision& decision : nix::decisions_of(tables, update))
        record.decisions.push_back(words::say(decision));
    if (with_notes) record.notes.value = words::consequences(tables, update);
    return answer_text(record);
}

std::string audit_json(const nix::AuditedCheckout& checkout, const nix::Audit& audit) {
    using nix::AuditSeverity;
    NixAuditRecord record{.folder = {checkout.folder},
                          .policy = audit.policy,
                          .files = {{checkout.nvcc.path},
                                    {checkout.cuda.path},
                                    checkout.package_sets ? some_foreign(checkout.package_sets->path) : std::nullopt},
                          .breaking = audit.count(AuditSeverity::breaks_a_build),
                          .forbidding = audit.count(AuditSeverity::forbids_what_works),
                          .cosmetic = audit.count(AuditSeverity::cosmetic),
                          .findings = {},
                          .agreeing = audit.agreeing,
                          .not_known = {},
                          .given_up = audit.given_up};
    for (const nix::AuditFinding& finding : audit.findings)
        record.findings.push_back(finding_record(finding, audit.policy));
    for (const nix::NotKnown& value : audit.not_known)
        record.not_known.push_back({value.subject, {value.row}, some_foreign(value.field)});
    return answer_text(record);
}

}  // namespace cudastdenv::wire
