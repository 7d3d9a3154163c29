// SPDX-License-Identifier: MIT
#include <cudastdenv/load.hpp>

#include "core/quote.hpp"
#include "tables/fields.hpp"
#include "tables/json_tree.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace cudastdenv {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t max_file_bytes = std::size_t{16} << 20;

struct Closer {
    void operator()(std::FILE* stream) const noexcept { std::fclose(stream); }
};

/// An open file of the tables: while it is open, no other file gets its inode.
struct OpenFile {
    std::string_view name;
    std::unique_ptr<std::FILE, Closer> stream;
    struct stat status {};
};

/// The two possible places of a file. It is always in one: a writer renames it from the first to the second.
std::array<fs::path, 2> places_of(const fs::path& directory, std::string_view file) {
    return {directory / finished_update / file, directory / file};
}

OpenFile open_file(const fs::path& directory, std::string_view name) {
    OpenFile file{name, {}, {}};
    for (const fs::path& place : places_of(directory, name)) {
        // Do not wait for the writer of a pipe.
        const int fd = ::open(place.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (fd < 0 && (errno == ENOENT || errno == ENOTDIR || errno == ELOOP)) continue;
        // A socket cannot be opened at all.
        if (fd < 0 && errno == ENXIO) throw DataError(directory / name, "", "not a regular file");
        file.stream.reset(fd < 0 ? nullptr : ::fdopen(fd, "rb"));
        if (!file.stream || ::fstat(fd, &file.status) != 0) throw DataError(directory / name, "", "cannot be read");
        if (!S_ISREG(file.status.st_mode)) throw DataError(directory / name, "", "not a regular file");
        return file;
    }
    throw DataError(directory / name, "", "no such file");
}

std::string text_of(const OpenFile& file, const fs::path& path) {
    const auto size = static_cast<std::uintmax_t>(file.status.st_size);
    if (size > max_file_bytes) throw DataError(path, "", "larger than 16 MiB, the limit for a table");
    std::string text(size, '\0');
    if (std::fread(text.data(), 1, text.size(), file.stream.get()) != text.size())
        throw DataError(path, "", "cannot be read");
    return text;
}

/// Whether the open file is still the current one, and unchanged.
bool still_counts(const OpenFile& file, const fs::path& directory) {
    struct stat now {};
    const struct stat& then = file.status;
    for (const fs::path& place : places_of(directory, file.name))
        if (::stat(place.c_str(), &now) == 0)
            return now.st_dev == then.st_dev && now.st_ino == then.st_ino && now.st_size == then.st_size &&
                   now.st_mtim.tv_sec == then.st_mtim.tv_sec && now.st_mtim.tv_nsec == then.st_mtim.tv_nsec;
    return false;
}

/// The texts of these files, all of one moment. Writes nothing. Throws DataError.
std::map<std::string_view, std::string> read_table_files(const fs::path& directory,
                                                         const std::set<std::string_view>& files) {
    // A writer's renames are so fast that few attempts are ever needed.
    constexpr int most_attempts = 1000;
    for (int i = 0; i < most_attempts; ++i) {
        std::vector<OpenFile> opened;
        for (const std::string_view name : files) opened.push_back(open_file(directory, name));
        std::map<std::string_view, std::string> texts;
        for (const OpenFile& file : opened) texts[file.name] = text_of(file, directory / file.name);
        // Each was current from before the last was opened until after: at one moment all of them were.
        const auto counts = [&](const OpenFile& file) { return still_counts(file, directory); };
        if (std::ranges::all_of(opened, counts)) return texts;
    }
    throw DataError(directory, "", "its tables change all the time");
}

/// Adds the ids that a value cites, however deep in it.
void add_cited(AnyValue value, std::set<std::string_view>& cited) {
    const Shape& shape = *value.shape;
    if (shape.fields) {
        for (const Field& field : shape.fields()) {
            const AnyValue member = field_in(value.data, field);
            const auto* ids = field.key == "sources" ? member.as<SourceIds>() : nullptr;
            if (ids) cited.insert(ids->begin(), ids->end());
            else add_cited(member, cited);
        }
    } else if (shape.elements) {
        const Elements elements = shape.elements(value.data);
        for (std::size_t i = 0; i < elements.count; ++i) add_cited(elements[i], cited);
    } else if (shape.get) {
        if (const void* inner = shape.get(value.data)) add_cited({inner, shape.inner}, cited);
    }
}

constexpr int max_depth = 16;

/// Reads rows into an arena and tracks its place in the file.
class RowReader {
public:
    RowReader(fs::path file, RowArena& arena) : file_(std::move(file)), arena_(arena) {}

    [[noreturn]] void fail(const std::string& problem) const { throw DataError(file_, pointer_, problem); }

    /// Fills the value of this shape that `out` points to.
    void read(const json& value, const Shape& shape, void* out) {
        using Kind = Shape::Kind;
        if (shape.kind == Kind::integer) {
            read_integer(value, *static_cast<int*>(out));
        } else if (shape.kind == Kind::boolean) {
            if (!value.is_boolean()) fail("not true or false");
            value.get_to(*static_cast<bool*>(out));
        } else if (shape.kind == Kind::text) {
            if (!value.is_string()) fail("not a string");
            *static_cast<std::string_view*>(out) = arena_.text(value.get_ref<const std::string&>());
        } else if (shape.kind == Kind::named) {
            if (!value.is_string() || !shape.parse(value.get_ref<const std::string&>(), out))
                fail("not " + std::string(shape.expected));
        } else if (shape.kind == Kind::optional) {
            if (!value.is_null()) read(value, *shape.inner, shape.emplace(out));
        } else if (shape.kind == Kind::list) {
            read_list(value, shape, out);
        } else if (shape.kind == Kind::record) {
            if (!value.is_object()) fail("not a record");
            for (const Field& field : shape.fields()) read_member(value, field, out);
            reject_unknown_keys(value, shape.fields());
        } else {
            throw std::logic_error("rows have no " + std::string(shape.type));
        }
    }

    void read_member(const json& object, const Field& field, void* record) {
        const auto member = object.find(field.key);
        if (member == object.end()) fail("key '" + std::string(field.key) + "' is missing");
        inside(field.key, [&] { read(*member, *field.shape, static_cast<std::byte*>(record) + field.offset); });
    }

    void reject_unknown_keys(const json& object, std::span<const Field> known) {
        for (const auto& [key, unused] : object.items())
            if (std::ranges::find(known, key, &Field::key) == known.end()) fail("unknown key " + in_quotes(key));
    }

private:
    void read_integer(const json& value, int& out) {
        constexpr std::int64_t limit = 1'000'000;
        if (!value.is_number_integer()) fail("not a whole number");
        const bool too_large = value.is_number_unsigned() && value.get<std::uint64_t>() > limit;
        if (too_large || value.get<std::int64_t>() > limit || value.get<std::int64_t>() < -limit)
            fail("not a whole number between -1000000 and 1000000");
        value.get_to(out);
    }

    void read_list(const json& value, const Shape& shape, void* out) {
        if (!value.is_array()) fail("not a list");
        auto* element = static_cast<std::byte*>(shape.resize(out, arena_, value.size()));
        for (std::size_t i = 0; i < value.size(); ++i, element += shape.inner->size)
            inside(std::to_string(i), [&] { read(value[i], *shape.inner, element); });
    }

    template <class Read>
    void inside(std::string_view step, const Read& read_it) {
        const std::size_t outer = pointer_.size();
        pointer_ += "/";
        pointer_ += step;
        read_it();
        pointer_.resize(outer);
    }

    fs::path file_;
    RowArena& arena_;
    std::string pointer_;
};

/// Reads every list of `file`, with this text, into `tables`.
void read_tables_of_file(const fs::path& directory, std::string_view file, const std::string& text, RowArena& arena,
                         Tables& tables) {
    const json root = parse_strict_json(directory / file, text, max_depth);
    RowReader reader(directory / file, arena);
    if (!root.is_object()) reader.fail("not a record");

    std::vector<Field> fields{{"schemaVersion", "", 0, &shape_of<int>}};
    int version = 0;
    reader.read_member(root, fields.front(), &version);
    if (version != table_file_version)
        reader.fail("schemaVersion " + std::to_string(version) + ", this program reads " +
                    std::to_string(table_file_version));
    for (const TableMember* member : members_of(file)) {
        reader.read_member(root, member->field, &tables);
        fields.push_back(member->field);
    }
    reader.reject_unknown_keys(root, fields);
}

}  // namespace

std::set<std::string_view> cited_sources(const Tables& tables) {
    std::set<std::string_view> cited;
    for (const TableMember& member : table_members()) add_cited(value_in(tables, member), cited);
    return cited;
}

Place place_of(const Tables& tables, const void* row) {
    const auto* here = static_cast<const std::byte*>(row);
    for (const TableMember& list : table_members()) {
        if (!is_list(list)) continue;
        const Elements rows = list.field.shape->elements(value_in(tables, list).data);
        const std::byte* end = rows.first + rows.count * rows.shape->size;
        if (std::less_equal<>()(rows.first, here) && std::less<>()(here, end)) {
            const std::size_t index = static_cast<std::size_t>(here - rows.first) / rows.shape->size;
            return {list.file, "/" + std::string(list.field.key) + "/" + std::to_string(index)};
        }
    }
    return {};
}

json parse_strict_json(const fs::path& file, std::string_view text, int deepest) {
    // The parser stops at a zero byte and would ignore the rest.
    if (const std::size_t zero = text.find('\0'); zero != text.npos)
        throw DataError(file, "", "not valid JSON (a zero byte at " + std::to_string(zero) + ")");
    std::vector<std::set<std::string>> keys;
    const json::parser_callback_t watch = [&](int depth, json::parse_event_t event, json& parsed) {
        if (depth > deepest) throw DataError(file, "", "nested too deeply");
        if (event == json::parse_event_t::object_start) keys.emplace_back();
        if (event == json::parse_event_t::object_end) keys.pop_back();
        if (event == json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
            throw DataError(file, "", "key " + in_quotes(parsed.get<std::string>()) + " twice in one record");
        return true;
    };
    try {
        return json::parse(text, watch);
    } catch (const json::parse_error& error) {
        const auto line = 1 + std::ranges::count(text.substr(0, error.byte), '\n');
        throw DataError(file, "",
                        "not valid JSON (line " + std::to_string(line) + ", byte " + std::to_string(error.byte) + ")");
    } catch (const json::out_of_range&) {
        throw DataError(file, "", "not valid JSON: a number is too large");
    }
}

DataError::DataError(const fs::path& file, const std::string& pointer, const std::string& problem)
    : std::runtime_error(as_plain_text(file.string() + (pointer.empty() ? "" : ": " + pointer) + ": " + problem)) {}

struct LoadedTables::Storage {
    RowArena arena;
    Tables tables;
};

LoadedTables::LoadedTables(const fs::path& directory) : storage_(std::make_unique<Storage>()) {
    std::error_code error;
    if (!fs::is_directory(directory, error)) throw DataError(directory, "", "no such directory");
    std::set<std::string_view> files;
    for (const TableMember& member : table_members()) files.insert(member.file);
    for (const auto& [file, text] : read_table_files(directory, files))
        read_tables_of_file(directory, file, text, storage_->arena, storage_->tables);
    check_tables(storage_->tables, directory);
}

LoadedTables::LoadedTables(LoadedTables&&) noexcept = default;
LoadedTables& LoadedTables::operator=(LoadedTables&&) noexcept = default;
LoadedTables::~LoadedTables() = default;

Tables LoadedTables::view() const noexcept { return storage_->tables; }

}  // namespace cudastdenv
