// SPDX-License-Identifier: MIT
#include "wire/records/nix_update.hpp"

#include "core/overloaded.hpp"
#include "wire/json.hpp"
#include "words/nix_update.hpp"

namespace cudastdenv::wire {

namespace {

Scalar scalar_of(const nix::FieldValue& value) {
    return std::visit(Overloaded{
                          [](std::nullptr_t) { return Scalar(); },
                          [](bool truth) { return Scalar(truth); },
                          [](const std::string& text) { return Scalar(text); },
                          [](const nix::ForeignValue& other) { return Scalar(other.json); },
                      },
                      value);
}

std::vector<std::string_view> list_of(SourceIds sources) { return {sources.begin(), sources.end()}; }

void add_rows(std::string_view table, const std::vector<std::string>& keys, std::vector<NixRowNameRecord>& records) {
    for (const std::string& key : keys) records.push_back({table, key});
}

void add_table(std::string_view table, const nix::TableUpdate& update, NixUpdateRecord& record) {
    for (const nix::AddedRow& row : update.added) {
        NixAddedRecord added{.table = table, .row = row.key, .fields_ = {}, .sources = list_of(row.sources)};
        for (const nix::Field& field : row.fields)
            added.fields_.entries.emplace_back(field.path, scalar_of(field.value));
        record.added.push_back(std::move(added));
    }
    for (const nix::FieldDifference& difference : update.differences) {
        NixFieldRecord field{.table = table,
                             .row = {difference.key},
                             .field = difference.field,
                             .there = {},
                             .here = scalar_of(difference.here),
                             .state = difference.state,
                             .line = difference.line,
                             .sources = list_of(difference.sources)};
        if (difference.there) field.there.value = scalar_of(*difference.there);
        record.differences.push_back(std::move(field));
    }
    for (const nix::UnknownThere& unknown : update.unknown)
        record.unknown.push_back({table, {unknown.key}, some_foreign(unknown.attribute), unknown.line});
    add_rows(table, update.not_added, record.not_added);
    add_rows(table, update.older, record.older);
    add_rows(table, update.kept, record.kept);
}

}  // namespace

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

}  // namespace cudastdenv::wire
