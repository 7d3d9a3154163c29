// SPDX-License-Identifier: MIT
#include <cudastdenv/load.hpp>

#include "core/quote.hpp"
#include "tables/check.hpp"
#include "tables/fields.hpp"
#include "tables/row_arena.hpp"
#include "tables/scalars.hpp"
#include "tables/strict_json.hpp"
#include "tables/table_files.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

namespace cudastdenv {

namespace {

using nlohmann::json;

constexpr int max_depth = 16;

std::string line_of(const std::filesystem::path& file, const std::string& pointer, const std::string& problem) {
    std::string line = file.string();
    if (!pointer.empty()) line += ": " + pointer;
    return as_plain_text(line + ": " + problem);
}

/// Reads rows into an arena; knows where in which file it is.
class Reader {
public:
    Reader(std::filesystem::path file, RowArena& arena) : file_(std::move(file)), arena_(arena) {}

    [[noreturn]] void fail(const std::string& problem) const { throw DataError(file_, pointer_, problem); }

    void read(const json& value, int& out) {
        constexpr std::int64_t limit = 1'000'000;
        if (!value.is_number_integer()) fail("not a whole number");
        const bool too_large = value.is_number_unsigned() && value.get<std::uint64_t>() > limit;
        if (too_large || value.get<std::int64_t>() > limit || value.get<std::int64_t>() < -limit)
            fail("not a whole number between -1000000 and 1000000");
        value.get_to(out);
    }
    void read(const json& value, bool& out) {
        if (!value.is_boolean()) fail("not true or false");
        value.get_to(out);
    }
    void read(const json& value, std::string_view& out) {
        if (!value.is_string()) fail("not a text");
        out = arena_.text(value.get_ref<const std::string&>());
    }
    template <TextScalar T>
    void read(const json& value, T& out) {
        const auto parsed = value.is_string() ? FromText<T>::read(value.get_ref<const std::string&>()) : std::nullopt;
        if (!parsed) fail("not " + std::string(FromText<T>::form));
        out = *parsed;
    }
    template <class T>
    void read(const json& value, std::optional<T>& out) {
        if (!value.is_null()) read(value, out.emplace());
    }
    template <class T>
    void read(const json& value, std::span<const T>& out) {
        if (!value.is_array()) fail("not a list");
        const std::span<T> rows = arena_.list<T>(value.size());
        for (std::size_t i = 0; i < rows.size(); ++i) inside(std::to_string(i), [&] { read(value[i], rows[i]); });
        out = rows;
    }
    template <Record T>
    void read(const json& value, T& out) {
        if (!value.is_object()) fail("not a record");
        for_each_field(out, [&](std::string_view key, auto& field) { read_member(value, key, field); });
        reject_unknown_keys(value, [](auto known) { for_each_key<T>(known); });
    }

    template <class T>
    void read_member(const json& record, std::string_view key, T& out) {
        const auto member = record.find(key);
        if (member == record.end()) fail("key '" + std::string(key) + "' is missing");
        inside(key, [&] { read(*member, out); });
    }

    /// `list_keys(known)` calls known(key) for every key that may stand in the record.
    template <class ListKeys>
    void reject_unknown_keys(const json& record, const ListKeys& list_keys) {
        for (const auto& [key, unused] : record.items()) {
            bool is_known = false;
            list_keys([&, &name = key](std::string_view known) { is_known = is_known || known == name; });
            if (!is_known) fail("unknown key " + in_quotes(key));
        }
    }

private:
    template <class T, class Visit>
    static void for_each_key(Visit& visit) {
        Fields<T>::list([&](const auto&... field) { (visit(field.key), ...); });
    }

    template <class Read>
    void inside(std::string_view step, const Read& read_it) {
        const std::size_t outer = pointer_.size();
        pointer_ += "/";
        pointer_ += step;
        read_it();
        pointer_.resize(outer);
    }

    std::filesystem::path file_;
    RowArena& arena_;
    std::string pointer_;
};

/// Reads every list that is kept in `file`, whose text this is, into `tables`.
void read_tables_of_file(const std::filesystem::path& directory, std::string_view file, const std::string& text,
                         RowArena& arena, Tables& tables) {
    const json root = parse_strict_json(directory / file, text, max_depth);
    Reader reader(directory / file, arena);
    if (!root.is_object()) reader.fail("not a record");

    int version = 0;
    reader.read_member(root, "schemaVersion", version);
    if (version != table_file_version)
        reader.fail("schemaVersion " + std::to_string(version) + ", this program reads " +
                    std::to_string(table_file_version));
    for_each_value([&](const auto& value) {
        if (value.file == file) reader.read_member(root, value.key, tables.*value.member);
    });
    for_each_list([&](const auto& list) {
        if (list.file == file) reader.read_member(root, list.key, tables.*list.rows);
    });
    reader.reject_unknown_keys(root, [&](auto known) {
        known("schemaVersion");
        for_each_value([&](const auto& value) {
            if (value.file == file) known(value.key);
        });
        for_each_list([&](const auto& list) {
            if (list.file == file) known(list.key);
        });
    });
}

}  // namespace

DataError::DataError(const std::filesystem::path& file, const std::string& pointer, const std::string& problem)
    : std::runtime_error(line_of(file, pointer, problem)) {}

struct LoadedTables::Storage {
    RowArena arena;
    Tables tables;
};

LoadedTables::LoadedTables(const std::filesystem::path& directory) : storage_(std::make_unique<Storage>()) {
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error)) throw DataError(directory, "", "no such folder");
    std::set<std::string_view> files;
    for_each_list([&](const auto& list) { files.insert(list.file); });
    for (const auto& [file, text] : read_table_files(directory, files))
        read_tables_of_file(directory, file, text, storage_->arena, storage_->tables);
    check_tables(storage_->tables, directory);
}

LoadedTables::LoadedTables(LoadedTables&&) noexcept = default;
LoadedTables& LoadedTables::operator=(LoadedTables&&) noexcept = default;
LoadedTables::~LoadedTables() = default;

Tables LoadedTables::view() const noexcept { return storage_->tables; }

}  // namespace cudastdenv
