// SPDX-License-Identifier: MIT
#include "checkout/update.hpp"

#include "tables/lookup.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv::nix {

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

/// What every row of a table could have, in any layout.
bool is_known(Table table, const WantedRow& wanted, std::string_view path) {
    return wanted.row.find(path) || (table == Table::cuda && path == "isJetson");
}

}  // namespace

std::string_view to_string(FieldDifference::State state) noexcept {
    switch (state) {
        case FieldDifference::State::left: return "left";
        case FieldDifference::State::mended: return "mended";
        case FieldDifference::State::by_hand: return "by-hand";
    }
    return "";
}

bool UpdateRequest::fixes(std::string_view field) const {
    return fix_all || fix.contains(field) || fix.contains(field.substr(field.rfind('.') + 1));
}

bool TableUpdate::settled() const noexcept {
    const auto is_mended = [](const FieldDifference& difference) {
        return difference.state == FieldDifference::State::mended;
    };
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
    const std::vector<WantedRow> wanted = wanted_rows(tables, table, there_, request.policy);
    for (const WantedRow& row : wanted) {
        if (request.release && row.since != *request.release && row.first != *request.release) continue;
        const auto found = find_row(there_, row.row.key);
        if (found != there_.end()) compare(row, *found, request);
        else add_or_leave(row, request);
    }
    if (!request.release) note_unknown(wanted);
}

void TableUpdater::compare(const WantedRow& wanted, const Row& there, const UpdateRequest& request) {
    for (const Field& field : wanted.row.fields) {
        const FieldValue* old = there.find(field.path);
        const bool goes_without_saying = !old && !is_evaluated_ && is_default(wanted.row, field);
        if ((old && *old == field.value) || goes_without_saying || !is_compared(wanted, field)) continue;
        FieldDifference difference{.key = there.key,
                                   .field = field.path,
                                   .there = {},
                                   .here = field.value,
                                   .sources = sources_of(wanted, field.path),
                                   .line = text_.line_of(there.key)};
        if (old) difference.there = *old;
        if (request.fixes(field.path)) {
            const bool done = text_.set(there.key, field.path, field.value);
            difference.state = done ? FieldDifference::State::mended : FieldDifference::State::by_hand;
            if (done) set(*expected_row(there.key), field.path, field.value);
        }
        update_.differences.push_back(std::move(difference));
    }
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

void TableUpdater::note_unknown(std::span<const WantedRow> wanted) {
    for (std::size_t i = 0; i < there_.size(); ++i) {
        const Row& row = there_[i];
        const bool twice = i > 0 && there_[i - 1].key == row.key;
        const auto known = std::find_if(wanted.begin(), wanted.end(),
                                        [&](const WantedRow& one) { return one.row.key == row.key; });
        if (known == wanted.end() || twice) {
            update_.unknown.push_back({row.key, "", text_.line_of(row.key)});
            continue;
        }
        for (const Field& field : row.fields)
            if (!is_known(table_, *known, field.path))
                update_.unknown.push_back({row.key, field.path, text_.line_of(row.key)});
    }
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
