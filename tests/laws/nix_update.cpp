// SPDX-License-Identifier: MIT
// Rows of a release that are removed from a table are restored unchanged. One error at a time, in every row and field
// of every layout, is found and fixed in place. Without Nix: the value of a text is known because the test writes it.
// tests/oracle/nix_update.py uses Nix.
#include "builtin.hpp"
#include "nix/update.hpp"
#include "nix/writers.hpp"
#include "sample.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::nix;

namespace {

/// A layout of a table: the fields of its rows in a checkout, and their syntax.
struct LayoutCase {
    const char* name;
    Table table;
    Row example;           ///< a row that identifies the layout
    bool writes_defaults;  ///< whether rows contain default values
};

const std::vector<LayoutCase> layouts{
    {"nested", Table::nvcc, {"0.0", {}}, true},
    {"flat", Table::nvcc, {"0.0", {{"gccMaxMajorVersion", "1"}}}, true},
    {"set", Table::cuda, {"1.0", {}}, false},
    {"list",
     Table::cuda,
     {"1.0", {{"computeCapability", "1.0"}, {"isJetson", false}, {"dontDefaultAfter", nullptr}}},
     true},
};

/// The rows of a checkout in which no row is missing.
std::vector<WantedRow> all_rows(const LayoutCase& layout) {
    std::vector<WantedRow> rows;
    for (const WantedRow& row : wanted_rows(tables, Layout(layout.table, std::vector{layout.example}), Policy::nixpkgs))
        if (row.standing == WantedRow::Standing::in_newest_file || row.standing == WantedRow::Standing::new_to_nixpkgs)
            rows.push_back(row);
    return rows;
}

std::vector<Row> rows_of(const std::vector<WantedRow>& wanted) {
    std::vector<Row> rows;
    for (const WantedRow& row : wanted) rows.push_back(row.row);
    return rows;
}

Json value_of(const FieldValue& value) {
    if (const bool* truth = std::get_if<bool>(&value)) return *truth;
    if (const std::string* text = std::get_if<std::string>(&value)) return *text;
    return nullptr;
}

Json set_of(const LayoutCase& layout, const Row& row) {
    Json set = Json::object();
    for (const nix::RowField& field : row.fields) {
        if (!layout.writes_defaults && is_default(row, field)) continue;
        const std::size_t point = field.path.find('.');
        if (point == field.path.npos) set[field.path] = value_of(field.value);
        else set[field.path.substr(0, point)][field.path.substr(point + 1)] = value_of(field.value);
    }
    return set;
}

std::string text_of(const LayoutCase& layout, const std::vector<Row>& rows) {
    if (std::string_view(layout.name) == "list") {
        Json list = Json::array();
        for (const Row& row : rows) list.push_back(set_of(layout, row));
        return written(list) + "\n";
    }
    std::vector<Attribute> all;
    for (const Row& row : rows) all.push_back({row.key, written(set_of(layout, row)), "About " + row.key + "."});
    const char* name = layout.table == Table::nvcc ? "nvccCompatibilities" : "cudaCapabilityToInfo";
    const char* head = layout.table == Table::nvcc ? "" : "{ lib }:";
    const Attribute table{name, written_set(all, true)};
    return file_text("A table.", head, written_set({&table, 1}));
}

TableUpdater updater(const LayoutCase& layout, const std::vector<Row>& rows, const UpdateRequest& request) {
    return {tables, layout.table, text_of(layout, rows), rows, request};
}

bool same_rows(const std::string& text, const std::string& other, Table table) {
    const std::vector<Row> left = TableText(table, text).rows(), right = TableText(table, other).rows();
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const Row& a, const Row& b) {
        return a.key == b.key && a.fields.size() == b.fields.size() &&
               std::all_of(a.fields.begin(), a.fields.end(), [&](const nix::RowField& field) {
                   const FieldValue* value = b.find(field.path);
                   return value && *value == field.value;
               });
    });
}

/// Each possible error of a field.
std::vector<FieldValue> wrong_values(const FieldValue& value) {
    if (const bool* truth = std::get_if<bool>(&value)) return {!*truth, nullptr, "true"};
    const std::string* text = std::get_if<std::string>(&value);
    if (!text) return {"11.0", false};
    std::vector<FieldValue> wrong{"0" + *text, nullptr, *text + "x", ""};
    const std::size_t point = text->find('.');
    const std::string last = text->substr(point == text->npos ? 0 : point + 1);
    if (!last.empty() && std::all_of(last.begin(), last.end(), [](char c) { return c >= '0' && c <= '9'; }))
        for (const int by : {-1, 1})
            wrong.emplace_back(text->substr(0, text->size() - last.size()) + std::to_string(std::stoi(last) + by));
    return wrong;
}

/// Fields that identify a row: changing one makes another row.
bool names_the_row(const nix::RowField& field) {
    return field.path == "cudaCapability" || field.path == "computeCapability";
}

/// Not compared, because nixpkgs has no value for it yet.
bool is_open(const WantedRow& row, const nix::RowField& field) {
    return row.standing == WantedRow::Standing::new_to_nixpkgs && row.row.find("archName") &&
           !field.path.starts_with("min") && !field.path.starts_with("max");
}

}  // namespace

TEST_CASE("leaves a complete table unchanged") {
    for (const LayoutCase& layout : layouts) {
        const std::vector<Row> rows = rows_of(all_rows(layout));
        const TableUpdater update = updater(layout, rows, {});
        CHECK_MESSAGE(update.update().is_settled(), layout.name);
        CHECK_MESSAGE(update.text() == text_of(layout, rows), layout.name);
        CHECK_MESSAGE(update.is_as_announced(rows), layout.name);
    }
}

TEST_CASE("restores removed rows exactly") {
    for (const LayoutCase& layout : layouts) {
        const std::vector<WantedRow> wanted = all_rows(layout);
        const std::vector<Row> rows = rows_of(wanted);
        const std::string whole = text_of(layout, rows);
        for (const WantedRow& missing : sampled<53>(wanted)) {
            std::vector<Row> left;
            for (const WantedRow& row : wanted)
                if (row.since != missing.since) left.push_back(row.row);
            if (left.empty()) continue;
            UpdateRequest request;
            request.release = missing.since;
            const TableUpdater update = updater(layout, left, request);
            INFO(layout.name << " without " << to_string(missing.since) << '\n' << update.text());
            CHECK(update.update().is_settled());
            CHECK(update.is_as_announced(rows));
            CHECK(same_rows(update.text(), whole, layout.table));
            // Only lines of new rows are new: without their comments and blank lines, the text is unchanged.
            const std::string before = text_of(layout, left);
            std::size_t at = 0;
            for (const char c : update.text())
                if (at < before.size() && before[at] == c) ++at;
            CHECK(at == before.size());
        }
    }
}

TEST_CASE("reports but does not add a row before all others") {
    for (const LayoutCase& layout : layouts) {
        if (layout.table != Table::nvcc) continue;
        std::vector<Row> rows = rows_of(all_rows(layout));
        const std::string oldest = rows.front().key;
        rows.erase(rows.begin());
        const TableUpdater update = updater(layout, rows, {});
        INFO(layout.name);
        REQUIRE(update.update().older.size() == 1);
        CHECK(update.update().older.front().row == oldest);
        CHECK_FALSE(update.update().is_settled());
        CHECK(update.text() == text_of(layout, rows));
    }
}

TEST_CASE("finds and fixes an error in a field in place") {
    int seeded = 0;
    Sample sample(3, 997);
    for (const LayoutCase& layout : layouts) {
        const std::vector<WantedRow> wanted = all_rows(layout);
        const std::vector<Row> rows = rows_of(wanted);
        const std::string whole = text_of(layout, rows);
        UpdateRequest fix_all;
        fix_all.fix_all = true;
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t field = 0; field < rows[row].fields.size(); ++field) {
                const nix::RowField& right = rows[row].fields[field];
                if (names_the_row(right) || is_open(wanted[row], right)) continue;
                for (const FieldValue& wrong : wrong_values(right.value)) {
                    ++seeded;
                    if (!sample.takes_next()) continue;
                    std::vector<Row> spoilt = rows;
                    spoilt[row].fields[field].value = wrong;
                    INFO(layout.name << ' ' << rows[row].key << ' ' << right.path);
                    CHECK_FALSE(updater(layout, spoilt, {}).update().is_settled());
                    CHECK(updater(layout, spoilt, {}).text() == text_of(layout, spoilt));
                    const TableUpdater mended = updater(layout, spoilt, fix_all);
                    CHECK(mended.update().is_settled());
                    CHECK(mended.is_as_announced(rows));
                    // A field with a default value was not written before, and is now.
                    if (layout.writes_defaults) CHECK(mended.text() == whole);
                }
                if (!layout.writes_defaults || !sample.takes_next()) continue;
                std::vector<Row> spoilt = rows;
                spoilt[row].fields.erase(spoilt[row].fields.begin() + static_cast<std::ptrdiff_t>(field));
                ++seeded;
                INFO(layout.name << ' ' << rows[row].key << " without " << right.path);
                CHECK_FALSE(updater(layout, spoilt, {}).update().is_settled());
                const TableUpdater mended = updater(layout, spoilt, fix_all);
                CHECK(mended.update().is_settled());
                CHECK(same_rows(mended.text(), whole, layout.table));
            }
    }
    CHECK(seeded >= where_every_case_is_tried(800));
    MESSAGE(seeded << " errors");
}

TEST_CASE("reports and keeps unknown content") {
    UpdateRequest fix_all;
    fix_all.fix_all = true;
    Sample sample(3, 53);
    for (const LayoutCase& layout : layouts) {
        const std::vector<Row> rows = rows_of(all_rows(layout));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (!sample.takes_next()) continue;
            std::vector<Row> spoilt = rows;
            spoilt[row].fields.push_back({"maxMajorVersoin", "1"});
            INFO(layout.name << ' ' << rows[row].key);
            const TableUpdater update = updater(layout, spoilt, fix_all);
            REQUIRE(update.update().unknown.size() == 1);
            CHECK(update.update().unknown.front().attribute == "maxMajorVersoin");
            CHECK(update.text() == text_of(layout, spoilt));
        }
        std::vector<Row> more = rows;
        more.push_back(more.back());
        more.back().key = layout.table == Table::nvcc ? "99.9" : "99.9a";
        for (nix::RowField& field : more.back().fields)
            if (names_the_row(field)) field.value = more.back().key;
        const TableUpdater update = updater(layout, more, fix_all);
        REQUIRE_MESSAGE(update.update().unknown.size() == 1, layout.name);
        CHECK(update.update().unknown.front().row == more.back().key);
    }
}

TEST_CASE("fixes only the named fields") {
    for (const LayoutCase& layout : layouts) {
        std::vector<Row> rows = rows_of(all_rows(layout));
        for (nix::RowField& field : rows.front().fields)
            if (!names_the_row(field)) field.value = "7";
        for (const nix::RowField& field : rows.front().fields) {
            if (names_the_row(field)) continue;
            UpdateRequest request;
            request.fix.insert(field.path.substr(field.path.rfind('.') + 1));
            const TableUpdater mended = updater(layout, rows, request);
            for (const Update::Difference& difference : mended.update().differences)
                CHECK((difference.state == FieldState::mended) == request.fixes(difference.field));
        }
    }
}
