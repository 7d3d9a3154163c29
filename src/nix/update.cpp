// SPDX-License-Identifier: MIT
#include "nix/update.hpp"

#include "core/quote.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::nix {

namespace {

/// How many minor releases follow `from`, up to and including `to`; negative if `to` is earlier.
int releases_between(const Tables& tables, Version from, Version to) {
    if (to < from) return -releases_between(tables, to, from);
    return static_cast<int>(std::ranges::count_if(newest_patches(tables), [&](const Release* release) {
        return from < minor_of(release->version) && minor_of(release->version) <= to;
    }));
}

/// A field in another form, or an extra one.
Diff::Change change_of_form(const FieldDifference& difference) {
    Diff::Change change{.field = difference.path, .column = difference.column};
    if (difference.column) {
        change.there.value = scalar_of(*difference.there);
        change.spelling.value = true;
    } else {
        change.here.value = Scalar();
        change.extra.value = true;
    }
    return change;
}

Diff::Change change_of_value(const Tables& tables, const FieldDifference& difference) {
    const Column column = *difference.column;
    const FieldValue here = *difference.here, there = *difference.plain();
    Diff::Change change{.field = std::string(about(column).name), .column = column};
    change.here.value = scalar_of(here, column);
    change.there.value = scalar_of(there, column);
    // Negative downwards; null: one of them has no version.
    const ColumnInfo::Kind kind = about(column).kind;
    const std::optional<Version> from = release_in(here), to = release_in(there);
    if (kind == ColumnInfo::Kind::major) change.by.value = major_in(there) - major_in(here);
    else if (kind == ColumnInfo::Kind::release || kind == ColumnInfo::Kind::release_or_null)
        change.by.value = from && to ? std::optional(releases_between(tables, *from, *to)) : std::nullopt;
    return change;
}

/// First the form of a row, then its values. For a late column nixpkgs' value is not known for every row.
std::vector<Diff::Change> changes_of(const Tables& tables, const RowPair& pair, bool is_foreign) {
    std::vector<Diff::Change> changes;
    for (const FieldDifference& difference : pair.differences)
        if (difference.there && difference.plain() != difference.there) changes.push_back(change_of_form(difference));
    for (const FieldDifference& difference : pair.differences) {
        const std::optional<FieldValue> there = difference.plain();
        if (!there || there == difference.here || (is_foreign && about(*difference.column).is_late)) continue;
        changes.push_back(change_of_value(tables, difference));
    }
    return changes;
}

/// A row of a checkout in our form.
NixRow row_there(Table table, const Row& row) {
    const auto value = [&](Column column) { return row.value(column).value_or(nullptr); };
    const auto major = [&](Column column) { return major_in(value(column)); };
    const auto release = [&](Column column) { return release_in(value(column)); };
    if (table == Table::nvcc)
        return NvccRow{.gcc = {major(Column::gcc_min), major(Column::gcc_max)},
                       .clang = {major(Column::clang_min), major(Column::clang_max)}};
    const FieldValue jetson = value(Column::jetson);
    return CudaRow{.architecture = std::get<std::string>(value(Column::architecture)),
                   .jetson = std::holds_alternative<bool>(jetson) ? std::optional(std::get<bool>(jetson))
                                                                  : std::nullopt,
                   .min = *release(Column::min),
                   .max = release(Column::max),
                   .dont_default_after = release(Column::last_default)};
}

/// As Nix code for a line of text; a long value is cut.
std::string short_literal(const FieldValue& value) {
    constexpr std::size_t longest = 60;
    if (const auto* text = std::get_if<std::string>(&value))
        return as_plain_text(nix::quoted(first_bytes(*text, longest)));
    if (const auto* other = std::get_if<ForeignValue>(&value)) return as_plain_text(first_bytes(other->json, longest));
    return literal(value);
}

void set(Row& row, const std::string& path, const FieldValue& value) {
    if (RowField* field = find_in(row.fields, path, &RowField::path)) field->value = value;
    else row.fields.push_back({path, value});
}

bool says(const Row& row, const RowField& field) {
    const FieldValue* value = row.find(field.path);
    return value && *value == field.value;
}

/// For a capability that nixpkgs left out, only nvcc's bounds are known.
bool is_compared(const WantedRow& wanted, const RowField& field) {
    return wanted.standing == WantedRow::Standing::in_newest_file || wanted.standing == WantedRow::Standing::given_up ||
           field.path.starts_with("min") || field.path.starts_with("max") ||
           field.path.find("MajorVersion") != field.path.npos;
}

}  // namespace

void add_table(const Tables& tables, Table table, NvccExtent extent, std::vector<Row> there, Diff& diff) {
    sort_rows(table, there);
    const Layout layout(table, there);
    const std::vector<WantedRow> here = wanted_rows(tables, layout, Policy::nixpkgs, extent);
    for (const RowPair& pair : side_by_side(layout, here, there)) {
        const CudaRow* cuda = pair.here ? std::get_if<CudaRow>(&pair.here->ours) : nullptr;
        const bool is_foreign = cuda && !cuda->in_nixpkgs;
        if (!pair.there && is_foreign) continue;
        if (!pair.there && !cuda && !there.empty() && is_key_before(table, pair.here->row.key, there.front().key)) {
            diff.given_up.push_back(pair.here->since);
            continue;
        }
        const bool is_on_both = pair.here && pair.there;
        std::vector<Diff::Change> changes = changes_of(tables, pair, is_foreign);
        if (is_on_both && changes.empty()) {
            ++diff.agreeing;
            continue;
        }
        Diff::Difference& row = diff.differences.emplace_back();
        row.table = to_string(table);
        row.row = pair.here ? pair.here->row.key : pair.there->key;
        row.kind = is_on_both ? "different" : pair.there ? "missing-here" : "missing-there";
        if (is_on_both) row.changes.value = std::move(changes);
        if (pair.here) row.here.value = pair.here->ours;
        if (pair.here) add_new(pair.here->sources, row.sources.value.emplace());
        if (pair.here) add_new(pair.here->clang_sources, *row.sources.value);
        if (pair.there) row.there.value = row_there(table, *pair.there);
    }
    diff.same = diff.differences.empty();
}

bool Update::is_settled() const noexcept {
    const auto is_mended = [](const Difference& difference) { return difference.state == FieldState::mended; };
    return unknown.empty() && not_added.empty() && older.empty() && std::ranges::all_of(differences, is_mended);
}

TableUpdater::TableUpdater(const Tables& tables, Table table, std::string text, std::optional<std::vector<Row>> there,
                           const UpdateRequest& request, Update update)
    : table_(table),
      text_(table, std::move(text)),
      is_evaluated_(there.has_value()),
      there_(there ? std::move(*there) : text_.rows()),
      expected_(there_),
      update_(std::move(update)) {
    const Layout layout(table, there_);
    const std::vector<WantedRow> wanted = wanted_rows(tables, layout, request.policy);
    for (const RowPair& pair : side_by_side(layout, wanted, there_)) {
        if (pair.here && request.release && pair.here->since != *request.release &&
            pair.here->first != *request.release)
            continue;
        if (!pair.there) add_or_leave(*pair.here, request);
        else if (pair.here) compare(pair, request);
        else if (!request.release)
            update_.unknown.push_back(
                {to_string(table_), {pair.there->key}, std::nullopt, text_.line_of(pair.there->key)});
    }
}

void TableUpdater::compare(const RowPair& pair, const UpdateRequest& request) {
    const std::string& key = pair.there->key;
    for (const RowField& field : pair.here->row.fields) {
        const FieldDifference* found = find_in(pair.differences, field.path, &FieldDifference::path);
        if (!found || !is_compared(*pair.here, field)) continue;
        // A default need not be written.
        if (!found->there && !is_evaluated_ && is_default(pair.here->row, field)) continue;
        const SourceIds sources = field.path.starts_with("clang") ? pair.here->clang_sources : pair.here->sources;
        Update::Difference update{.table = to_string(table_),
                                  .row = {key},
                                  .field = field.path,
                                  .here = scalar_of(field.value),
                                  .line = text_.line_of(key),
                                  .sources = {sources.begin(), sources.end()},
                                  .there_text = found->there ? short_literal(*found->there) : "missing",
                                  .here_text = short_literal(field.value)};
        if (found->there) update.there.value = scalar_of(*found->there);
        if (request.fixes(field.path)) {
            const bool done = text_.set(key, field.path, field.value);
            update.state = done ? FieldState::mended : FieldState::by_hand;
            if (done) set(*find_in(expected_, key, &Row::key), field.path, field.value);
        }
        update_.differences.push_back(std::move(update));
    }
    for (const FieldDifference& difference : pair.differences)
        if (!difference.column && !request.release)
            update_.unknown.push_back({to_string(table_), {key}, some_foreign(difference.path), text_.line_of(key)});
}

void TableUpdater::add_or_leave(const WantedRow& wanted, const UpdateRequest& request) {
    using Standing = WantedRow::Standing;
    const std::string& key = wanted.row.key;
    if (wanted.standing == Standing::left_out) return;
    const bool is_older = table_ == Table::nvcc && !there_.empty() && is_key_before(table_, key, there_.front().key);
    if (is_older && !request.release && !request.fix_all) {
        if (wanted.standing == Standing::in_newest_file) update_.older.push_back({to_string(table_), key});
        return;
    }
    if (wanted.standing == Standing::given_up && !request.release) return;
    if (!text_.add(wanted.row, wanted.comment, expected_)) return update_.not_added.push_back({to_string(table_), key});
    expected_.push_back(wanted.row);
    sort_rows(table_, expected_);
    const bool is_new = wanted.standing == Standing::new_to_nixpkgs;
    const std::optional<Capability> capability = parse_capability(key);
    const bool is_baseline = capability && capability->kind == Capability::Kind::baseline;
    Update::Added added{.table = to_string(table_),
                        .row = key,
                        .sources = {wanted.sources.begin(), wanted.sources.end()},
                        .is_new_to_nixpkgs = is_new,
                        .default_is_open = table_ == Table::cuda && is_new && is_baseline};
    for (const RowField& field : wanted.row.fields)
        added.values.entries.emplace_back(field.path, scalar_of(field.value));
    update_.added.push_back(std::move(added));
}

bool TableUpdater::is_as_announced(std::span<const Row> rows) const {
    return std::ranges::equal(rows, expected_, [&](const Row& row, const Row& expected) {
        return row.key == expected.key &&
               std::ranges::all_of(expected.fields, [&](const RowField& field) { return says(row, field); }) &&
               (!is_evaluated_ || row.fields.size() == expected.fields.size());
    });
}

bool TableUpdater::keep_dependent_rows(std::span<const Row> rows) {
    bool kept = false;
    for (const Row& row : rows) {
        const Row* expected = find_in(expected_, row.key, &Row::key);
        if (!expected) continue;
        for (const RowField& field : expected->fields) {
            if (says(row, field)) continue;
            if (!text_.set(row.key, field.path, field.value)) return false;
            if (!contains(names_in(table_, update_.kept), row.key))
                update_.kept.push_back({to_string(table_), row.key});
            kept = true;
        }
    }
    return kept;
}

}  // namespace cudastdenv::nix
