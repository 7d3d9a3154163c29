// SPDX-License-Identifier: MIT
#include "nix/update.hpp"

#include "core/versions.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cudastdenv::nix {

namespace {

/// How many minor releases are between two, the later one included; negative where `to` is earlier.
int releases_between(const Tables& tables, Version from, Version to) {
    if (to < from) return -releases_between(tables, to, from);
    return static_cast<int>(std::ranges::count_if(newest_patches(tables), [&](const Release* release) {
        return from < minor_of(release->version) && minor_of(release->version) <= to;
    }));
}

int distance(const Tables& tables, Column column, const FieldValue& here, const FieldValue& there) {
    if (about(column).kind == ColumnInfo::Kind::major) return major_in(there) - major_in(here);
    const std::optional<Version> from = release_in(here), to = release_in(there);
    return from && to ? releases_between(tables, *from, *to) : 0;
}

/// How a row is written first, then what it says. Of a late column what nixpkgs would say is not known of every row.
std::vector<Change> changes_of(const Tables& tables, const RowPair& pair, bool is_foreign) {
    std::vector<Change> changes;
    for (const FieldDifference& difference : pair.differences)
        if (difference.there && difference.plain() != difference.there)
            changes.push_back({difference.path, difference.column, *difference.there});
    for (const FieldDifference& difference : pair.differences) {
        const std::optional<FieldValue> there = difference.plain();
        if (!there || there == difference.here || (is_foreign && about(*difference.column).is_late)) continue;
        changes.push_back({std::string(about(*difference.column).name), difference.column, *there, difference.here,
                           distance(tables, *difference.column, *difference.here, *there)});
    }
    return changes;
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
        RowDifference row{.table = table, .here = {}, .there = {}, .changes = changes_of(tables, pair, is_foreign)};
        if (pair.here) row.here = *pair.here;
        if (pair.there) row.there = *pair.there;
        if (row.here && row.there && row.changes.empty()) ++diff.agreeing;
        else diff.rows.push_back(std::move(row));
    }
}

namespace {

template <class Rows>
auto find_row(Rows& rows, std::string_view key) {
    return std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.key == key; });
}

void set(Row& row, const std::string& path, const FieldValue& value) {
    for (Field& field : row.fields)
        if (field.path == path) {
            field.value = value;
            return;
        }
    row.fields.push_back({path, value});
}

/// Of a capability that nixpkgs left out, and a checkout has, nothing but nvcc's bounds is known.
bool is_compared(const WantedRow& wanted, const Field& field) {
    return wanted.standing == WantedRow::Standing::in_newest_file || wanted.standing == WantedRow::Standing::given_up ||
           field.path.starts_with("min") || field.path.starts_with("max") ||
           field.path.find("MajorVersion") != field.path.npos;
}

}  // namespace

std::string_view to_string(FieldUpdate::State state) noexcept {
    return std::array{"left", "mended", "by-hand"}.at(static_cast<std::size_t>(state));
}

bool UpdateRequest::fixes(std::string_view field) const {
    return fix_all || fix.contains(field) || fix.contains(field.substr(field.rfind('.') + 1));
}

bool TableChanges::settled() const noexcept {
    const auto is_mended = [](const FieldUpdate& difference) { return difference.state == FieldUpdate::State::mended; };
    return unknown.empty() && not_added.empty() && older.empty() &&
           std::all_of(differences.begin(), differences.end(), is_mended);
}

std::vector<Decision> decisions_of(const Tables& tables, const CheckoutUpdate& update) {
    std::vector<Decision> decisions;
    for (const AddedRow& row : update.cuda.update.added)
        if (row.default_is_open)
            decisions.emplace_back(
                DefaultIsOpen{row.key, find_capability(tables, *parse_capability(row.key))->nvcc.first});
    TensorRtIsOpen tensor_rt;
    for (const AddedRow& row : update.nvcc.update.added)
        if (row.is_new_to_nixpkgs) tensor_rt.releases.push_back(row.key);
    if (!tensor_rt.releases.empty()) decisions.emplace_back(std::move(tensor_rt));
    return decisions;
}

TableUpdater::TableUpdater(const Tables& tables, Table table, std::string text, std::optional<std::vector<Row>> there,
                           const UpdateRequest& request)
    : table_(table),
      text_(table, std::move(text)),
      is_evaluated_(there.has_value()),
      there_(there ? std::move(*there) : text_.rows()),
      expected_(there_) {
    const Layout layout(table, there_);
    const std::vector<WantedRow> wanted = wanted_rows(tables, layout, request.policy);
    for (const RowPair& pair : side_by_side(layout, wanted, there_)) {
        if (pair.here && request.release && pair.here->since != *request.release &&
            pair.here->first != *request.release)
            continue;
        if (!pair.there) add_or_leave(*pair.here, request);
        else if (pair.here) compare(pair, request);
        else if (!request.release) update_.unknown.push_back({pair.there->key, "", text_.line_of(pair.there->key)});
    }
}

void TableUpdater::compare(const RowPair& pair, const UpdateRequest& request) {
    const std::string& key = pair.there->key;
    for (const Field& field : pair.here->row.fields) {
        const auto found = std::ranges::find(pair.differences, field.path, &FieldDifference::path);
        if (found == pair.differences.end() || !is_compared(*pair.here, field)) continue;
        // It goes without saying.
        if (!found->there && !is_evaluated_ && is_default(pair.here->row, field)) continue;
        FieldUpdate update{.key = key,
                           .field = field.path,
                           .there = found->there,
                           .here = field.value,
                           .sources = sources_of(*pair.here, field.path),
                           .line = text_.line_of(key)};
        if (request.fixes(field.path)) {
            const bool done = text_.set(key, field.path, field.value);
            update.state = done ? FieldUpdate::State::mended : FieldUpdate::State::by_hand;
            if (done) set(*expected_row(key), field.path, field.value);
        }
        update_.differences.push_back(std::move(update));
    }
    for (const FieldDifference& difference : pair.differences)
        if (!difference.column && !request.release)
            update_.unknown.push_back({key, difference.path, text_.line_of(key)});
}

void TableUpdater::add_or_leave(const WantedRow& wanted, const UpdateRequest& request) {
    using Standing = WantedRow::Standing;
    const std::string& key = wanted.row.key;
    if (wanted.standing == Standing::left_out) return;
    const bool is_older = table_ == Table::nvcc && !there_.empty() && is_key_before(table_, key, there_.front().key);
    if (is_older && !request.release && !request.fix_all) {
        if (wanted.standing == Standing::in_newest_file) update_.older.push_back(key);
        return;
    }
    if (wanted.standing == Standing::given_up && !request.release) return;
    if (!text_.add(wanted.row, wanted.comment, expected_)) return update_.not_added.push_back(key);
    const auto place = std::find_if(expected_.begin(), expected_.end(),
                                    [&](const Row& row) { return is_key_before(table_, key, row.key); });
    expected_.insert(place, wanted.row);
    const bool is_new = wanted.standing == Standing::new_to_nixpkgs;
    const std::optional<Capability> capability = parse_capability(key);
    const bool is_baseline = capability && capability->kind == Capability::Kind::baseline;
    update_.added.push_back({.key = key,
                             .fields = wanted.row.fields,
                             .sources = wanted.sources,
                             .is_new_to_nixpkgs = is_new,
                             .default_is_open = table_ == Table::cuda && is_new && is_baseline});
}

Row* TableUpdater::expected_row(std::string_view key) {
    const auto found = find_row(expected_, key);
    return found == expected_.end() ? nullptr : &*found;
}

bool TableUpdater::is_as_announced(std::span<const Row> rows) const {
    return std::equal(rows.begin(), rows.end(), expected_.begin(), expected_.end(),
                      [&](const Row& row, const Row& expected) {
                          const auto says_the_same = [&](const Field& field) {
                              const FieldValue* now = row.find(field.path);
                              return now && *now == field.value;
                          };
                          return row.key == expected.key &&
                                 std::all_of(expected.fields.begin(), expected.fields.end(), says_the_same) &&
                                 (!is_evaluated_ || row.fields.size() == expected.fields.size());
                      });
}

bool TableUpdater::keep_dependent_rows(std::span<const Row> rows) {
    bool kept = false;
    for (const Row& row : rows) {
        const Row* expected = expected_row(row.key);
        if (!expected) continue;
        for (const Field& field : expected->fields) {
            const FieldValue* now = row.find(field.path);
            if (now && *now == field.value) continue;
            if (!text_.set(row.key, field.path, field.value)) return false;
            if (std::find(update_.kept.begin(), update_.kept.end(), row.key) == update_.kept.end())
                update_.kept.push_back(row.key);
            kept = true;
        }
    }
    return kept;
}

}  // namespace cudastdenv::nix
