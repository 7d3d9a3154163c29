// SPDX-License-Identifier: MIT
#include "sample.hpp"
#include "show.hpp"
#include "source_directory.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

// People write the table files. Whatever they contain, the result is valid tables, or a DataError of one line with the
// file, the location in it, and the problem.

namespace cudastdenv {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

constexpr std::array file_names{"advisories.json",   "api.json",       "capabilities.json",
                                "components.json",   "consumers.json", "drivers.json",
                                "environments.json", "gpus.json",      "host_compilers.json",
                                "libstdcxx.json",    "measured.json",  "messages.json",
                                "package_sets.json", "redist.json",    "releases.json",
                                "rules.json",        "sources.json",   "symbol_versions.json",
                                "wheels.json"};

void write(const fs::path& path, std::string_view contents) {
    std::ofstream stream(path, std::ios::binary);
    stream << contents;
    stream.close();
    REQUIRE(stream);
}

/// A directory that is removed with this object.
class Directory {
public:
    Directory() {
        std::string name = (fs::temp_directory_path() / "cudastdenv-test-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()));
        path_ = name;
    }
    Directory(const Directory&) = delete;
    Directory& operator=(const Directory&) = delete;
    ~Directory() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    const fs::path& path() const noexcept { return path_; }

private:
    fs::path path_;
};

void edit_file(const fs::path& path, const std::function<void(json&)>& change) {
    json root = json::parse(contents_of(path));
    change(root);
    write(path, root.dump());
}

constexpr std::array large_files{"gpus.json", "messages.json", "sources.json", "symbol_versions.json"};
bool is_large(std::string_view file) { return std::ranges::find(large_files, file) != large_files.end(); }

/// Tables with few rows in the large ones, which load in a third of the time.
class FewRows : public Directory {
public:
    FewRows() {
        for (const std::string_view file : file_names) {
            fs::copy_file(source_directory() / "data" / file, path() / file);
            if (!is_large(file)) add_texts_of(file);
        }
        edit_file(path() / "gpus.json", [this](json& root) {
            for (std::size_t i = 0; i < 2; ++i) add_texts(root["gpus"][i]["name"]);
            add_texts(root["hosts"]);
            keep_cited(root["gpus"], "name");
        });
        edit_file(path() / "symbol_versions.json", [](json& root) {
            for (json& row : root["symbolVersions"]) keep_two(row["symbols"]);
        });
        edit_file(path() / "messages.json", [this](json& root) {
            for (std::size_t i = 0; i < 2; ++i) add_texts(root["messages"][i]["id"]);
            keep_cited(root["messages"], "id");
            for (const char* list : {"messageTexts", "messageLines"}) keep_cited(root[list], "message");
        });
        for (const char* file : {"gpus.json", "messages.json", "symbol_versions.json"}) add_texts_of(file);
        edit_file(path() / "sources.json", [this](json& root) { keep_cited(root["sources"], "id"); });
    }

private:
    static void keep_two(json& rows) {
        if (rows.size() > 2) rows.erase(rows.begin() + 2, rows.end());
    }
    void add_texts_of(std::string_view file) { add_texts(json::parse(contents_of(path() / file))); }
    void add_texts(const json& value) {
        if (value.is_string()) texts_.insert(value.get_ref<const std::string&>());
        else if (value.is_structured())
            for (const json& member : value) add_texts(member);
    }
    void keep_cited(json& rows, const char* key) const {
        std::erase_if(rows.get_ref<json::array_t&>(),
                      [&](const json& row) { return !texts_.contains(row.at(key).get_ref<const std::string&>()); });
    }

    std::set<std::string> texts_;  ///< texts of the remaining rows
};

const fs::path& tables_with_few_rows() {
    static const FewRows directory;
    return directory.path();
}

/// A copy of the tables' directory, to break. It has few rows, unless a large table is the one to break.
class Copy {
public:
    const fs::path& directory() const { return with(""); }
    fs::path operator/(std::string_view file) const { return with(file) / file; }

    /// Created on first use: most copies that a sample omits need none.
    void edit(std::string_view file, const std::function<void(json&)>& change) const {
        edits_.emplace_back(file, change);
    }
    /// Replaces the first occurrence of a text.
    void replace(std::string_view file, std::string_view old_text, std::string_view new_text) const {
        std::string text = contents_of(*this / file);
        const std::size_t at = text.find(old_text);
        REQUIRE(at != text.npos);
        write(*this / file, text.replace(at, old_text.size(), new_text));
    }

private:
    const fs::path& with(std::string_view touched) const {
        if (!std::exchange(is_filled_, true)) {
            const bool whole = is_large(touched) ||
                               std::ranges::any_of(edits_, [](const auto& edit) { return is_large(edit.first); });
            const fs::path& origin = whole ? source_directory() / "data" : tables_with_few_rows();
            for (const std::string_view file : file_names) fs::copy_file(origin / file, directory_.path() / file);
        }
        for (const auto& [file, change] : std::exchange(edits_, {})) edit_file(directory_.path() / file, change);
        return directory_.path();
    }

    Directory directory_;
    mutable bool is_filled_ = false;
    mutable std::vector<std::pair<std::string, std::function<void(json&)>>> edits_;
};

/// The error when loading the directory; empty: it loads. Any exception except a DataError is a failure.
std::string complaint(const fs::path& directory) {
    try {
        const LoadedTables loaded(directory);
        return "";
    } catch (const DataError& error) {
        return error.what();
    } catch (const std::exception& error) {
        const std::string what = error.what();
        FAIL_CHECK("not a DataError but: " << what);
        return "not a DataError: " + what;
    }
}

bool is_one_clean_line(std::string_view text) {
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
    return !text.empty() && text.size() < 1000;
}

/// Checks that the directory is rejected with one line, which names the file and contains each of the words.
// Each case loads all tables, which is the same code for a sanitizer.
void check_refused(const Copy& copy, std::string_view file, std::initializer_list<std::string_view> words) {
    static Sample sample(3, 11);
    if (!sample.takes_next()) return;
    const std::string line = complaint(copy.directory());
    const std::string beginning = line.substr(0, 300);
    CAPTURE(beginning);
    CHECK(is_one_clean_line(line));
    CHECK(line.starts_with((copy / file).string() + ": "));
    for (const std::string_view word : words) {
        CAPTURE(word);
        CHECK(line.find(word) != line.npos);
    }
}

}  // namespace

TEST_CASE("loads an undamaged copy") {
    CHECK(complaint(Copy().directory()).empty());
    const Copy copy;
    for (const char* const file : sampled<5>(file_names)) copy.edit(file, [](json&) {});
    CHECK(complaint(copy.directory()).empty());
}

TEST_CASE("moved tables keep their addresses") {
    LoadedTables first(tables_with_few_rows());
    const Release* const row = first.view().releases.data();
    LoadedTables second(std::move(first));
    CHECK(second.view().releases.data() == row);
    LoadedTables third(tables_with_few_rows());
    const std::size_t rows = third.view().releases.size();
    third = std::move(second);
    CHECK(third.view().releases.data() == row);
    CHECK(third.view().releases.size() == rows);
}

TEST_CASE("rejects a missing directory and a file in its place") {
    const Copy copy;
    const fs::path missing = copy / "missing";
    CHECK(complaint(missing) == missing.string() + ": no such directory");
    CHECK(complaint(copy / "releases.json").find("no such directory") != std::string::npos);
    CHECK(complaint("").find("no such directory") != std::string::npos);
    CHECK(complaint("/dev/null").find("no such directory") != std::string::npos);
}

TEST_CASE("requires each file") {
    for (const std::string_view file : file_names) {
        const Copy copy;
        fs::remove(copy / file);
        check_refused(copy, file, {"no such file"});
        fs::create_directory(copy / file);
        check_refused(copy, file, {"not a regular file"});
        fs::remove(copy / file);
        fs::create_symlink(copy / file, copy / file);
        check_refused(copy, file, {"no such file"});
        fs::remove(copy / file);
        REQUIRE(mkfifo((copy / file).c_str(), 0600) == 0);
        check_refused(copy, file, {"not a regular file"});
    }
}

TEST_CASE("rejects an unreadable file") {
    if (geteuid() == 0) return;  // root can read everything
    const Copy copy;
    fs::permissions(copy / "redist.json", fs::perms::none);
    check_refused(copy, "redist.json", {"cannot be read"});
}

TEST_CASE("rejects each file at any truncation") {
    for (const std::string_view file : file_names) {
        const std::string whole = contents_of(source_directory() / "data" / file);
        const Copy copy;
        for (const std::size_t size : sampled<7>(
                 std::array{std::size_t{0}, std::size_t{1}, whole.size() / 3, whole.size() / 2, whole.size() - 2})) {
            write(copy / file, whole.substr(0, size));
            check_refused(copy, file, {"not valid JSON", "line ", "byte "});
        }
    }
}

TEST_CASE("names the line of broken JSON") {
    const Copy copy;
    write(copy / "libstdcxx.json", "{\n  \"schemaVersion\": 1,\n  \"libstdcxx\": [,]\n}\n");
    check_refused(copy, "libstdcxx.json", {"not valid JSON", "line 3"});
}

TEST_CASE("rejects JSON that is not of a table") {
    struct Case {
        std::string_view what;
        std::string contents;
        std::string_view word;
    };
    const std::string good = contents_of(source_directory() / "data" / "libstdcxx.json");
    const std::string prefix = R"({"schemaVersion": 1, "libstdcxx": )";
    const std::vector<Case> cases{
        {"trailing comma", R"({"schemaVersion": 1, "libstdcxx": [],})", "not valid JSON"},
        {"trailing text", good + "x", "not valid JSON"},
        {"two documents", good + good, "not valid JSON"},
        {"a comment", "// a comment\n" + good, "not valid JSON"},
        {"a zero byte", good + std::string(1, '\0'), "not valid JSON"},
        {"a zero byte, and what is behind it", good + std::string("\0{]", 3), "not valid JSON"},
        {"invalid UTF-8", prefix + "[\"\xff\xfe\"]}", "not valid JSON"},
        {"overlong UTF-8", prefix + "[\"\xc0\xaf\"]}", "not valid JSON"},
        {"half a surrogate pair", prefix + R"(["\ud800"]})", "not valid JSON"},
        {"a raw control character", prefix + "[\"a\x01\"]}", "not valid JSON"},
        {"a raw newline in a text", prefix + "[\"a\nb\"]}", "not valid JSON"},
        {"not a number", prefix + "[NaN]}", "not valid JSON"},
        {"a number too large for any type", prefix + "[1e999]}", "not valid JSON"},
        {"a number too large, as schemaVersion", R"({"schemaVersion": 1e400, "libstdcxx": []})", "not valid JSON"},
        {"a list at the root", "[]", "not a record"},
        {"null at the root", "null", "not a record"},
        {"a text at the root", "\"text\"", "not a record"},
        {"a number at the root", "1", "not a record"},
        {"an empty record", "{}", "key 'schemaVersion' is missing"},
        {"the list missing", R"({"schemaVersion": 1})", "key 'libstdcxx' is missing"},
        {"the list a record", prefix + "{}}", "/libstdcxx: not a list"},
        {"the list null", prefix + "null}", "/libstdcxx: not a list"},
        {"a row null", prefix + "[null]}", "/libstdcxx/0: not a record"},
        {"a row a list", prefix + "[[]]}", "/libstdcxx/0: not a record"},
        {"schemaVersion 0", R"({"schemaVersion": 0, "libstdcxx": []})", "schemaVersion 0, this program reads 1"},
        {"schemaVersion 2", R"({"schemaVersion": 2, "libstdcxx": []})", "schemaVersion 2, this program reads 1"},
        {"schemaVersion a text", R"({"schemaVersion": "1", "libstdcxx": []})", "/schemaVersion: not a whole number"},
        {"schemaVersion a float", R"({"schemaVersion": 1.0, "libstdcxx": []})", "/schemaVersion: not a whole number"},
        {"schemaVersion true", R"({"schemaVersion": true, "libstdcxx": []})", "/schemaVersion: not a whole number"},
        {"schemaVersion huge", R"({"schemaVersion": 18446744073709551615, "libstdcxx": []})", "not a whole number"},
        {"schemaVersion null", R"({"schemaVersion": null, "libstdcxx": []})", "/schemaVersion: not a whole number"},
        {"an unknown key at the root", R"({"schemaVersion": 1, "libstdcxx": [], "more": 1})", "unknown key 'more'"},
        {"a key twice at the root", R"({"schemaVersion": 1, "schemaVersion": 1, "libstdcxx": []})",
         "key 'schemaVersion' twice in one record"},
        {"a key twice in a row", prefix + R"([{"gcc": "1.0", "gcc": "2.0"}]})", "key 'gcc' twice in one record"},
        {"an escaped key twice", prefix + R"([{"gcc": "1.0", "\u0067cc": "2.0"}]})", "key 'gcc' twice in one record"},
    };
    const Copy copy;
    for (const Case& broken : sampled(cases)) {
        CAPTURE(broken.what);
        write(copy / "libstdcxx.json", broken.contents);
        check_refused(copy, "libstdcxx.json", {broken.word});
    }
}

TEST_CASE("allows the same key in two records") {
    const Copy copy;
    copy.edit("libstdcxx.json", [](json& root) { CHECK(root["libstdcxx"].size() > 1); });
    CHECK(complaint(copy.directory()).empty());
}

TEST_CASE("limits nesting and size") {
    const Copy copy;
    const auto nested = [](std::size_t depth, char open, char close) {
        return std::string(depth, open) + std::string(depth, close);
    };
    write(copy / "redist.json", nested(100, '[', ']'));
    check_refused(copy, "redist.json", {"nested too deeply"});
    write(copy / "redist.json", std::string(1'000'000, '['));
    check_refused(copy, "redist.json", {"nested too deeply"});
    write(copy / "redist.json", std::string(20'000'000, '['));
    check_refused(copy, "redist.json", {"larger than 16 MiB"});
    write(copy / "redist.json", std::string((16u << 20) + 1, ' '));
    check_refused(copy, "redist.json", {"larger than 16 MiB"});
    write(copy / "redist.json", std::string(16u << 20, ' '));
    check_refused(copy, "redist.json", {"not valid JSON"});
    std::string records = R"({"a":)";
    for (int i = 0; i < 10; ++i) records += records;
    write(copy / "redist.json", records);
    check_refused(copy, "redist.json", {"nested too deeply"});
}

TEST_CASE("each field rejects wrong values and names the place") {
    struct Case {
        std::string_view file;
        std::string pointer;
        json value;
        std::string_view words;
    };
    const std::vector<Case> cases{
        {"releases.json", "/releases/0/release", 10, "not a version like"},
        {"releases.json", "/releases/0/release", "10", "not a version like"},
        {"releases.json", "/releases/0/release", "010.0.130", "not a version like"},
        {"releases.json", "/releases/0/release", nullptr, "not a version like"},
        {"releases.json", "/releases/0/preview", "false", "not true or false"},
        {"releases.json", "/releases/0/preview", 0, "not true or false"},
        {"releases.json", "/releases/0/preview", nullptr, "not true or false"},
        {"releases.json", "/releases/0/nvcc", 10.1, "not a string"},
        {"releases.json", "/releases/0/newestStandard", "c++98", "not one of the names"},
        {"releases.json", "/releases/0/newestStandard", "17", "not one of the names"},
        {"releases.json", "/releases/0/sources", "a", "not a list"},
        {"releases.json", "/releases/0/sources/0", 1, "not a string"},
        {"host_compilers.json", "/hostCompilers/0/family", "icc", "not one of the names"},
        {"host_compilers.json", "/hostCompilers/0/enforced", json::array(), "not a record"},
        {"host_compilers.json", "/hostCompilers/0/enforced/max", 7.0, "not a whole number"},
        {"host_compilers.json", "/hostCompilers/0/enforced/max", 7.5, "not a whole number"},
        {"host_compilers.json", "/hostCompilers/0/enforced/max", "7", "not a whole number"},
        {"host_compilers.json", "/hostCompilers/0/enforced/max", true, "not a whole number"},
        {"host_compilers.json", "/hostCompilers/0/enforced/max", nullptr, "not a whole number"},
        {"host_compilers.json", "/hostCompilers/0/enforced/max", 1'000'001, "not a whole number"},
        {"host_compilers.json", "/hostCompilers/0/enforced/max", 4294967303, "not a whole number"},
        {"host_compilers.json", "/hostCompilers/0/enforced/max", 18446744073709551615u, "not a whole number"},
        {"host_compilers.json", "/hostCompilers/0/enforced/max", INT64_MIN, "not a whole number"},
        {"capabilities.json", "/capabilities/0/capability", "sm_30", "not a capability like"},
        {"capabilities.json", "/capabilities/0/capability", "30", "not a capability like"},
        {"capabilities.json", "/capabilities/0/capability", 3.0, "not a capability like"},
        {"environments.json", "/environments/0/compiler", "gcc16", "not a compiler like"},
        {"environments.json", "/environments/0/compiler", "gcc-16.1", "not a compiler like"},
        {"environments.json", "/environments/0/gccs", nullptr, "not a list"},
        {"environments.json", "/environments/0/gccs/0", "15", "not a whole number"},
        {"environments.json", "/assumed", 1, "not a string"},
        {"advisories.json", "/advisories/0/severity", "fatal", "not one of the names"},
        {"advisories.json", "/advisories/0/when/compiler", 13, "not a record"},
        {"sources.json", "/sources/0/kind", "hearsay", "not one of the names"},
        {"sources.json", "/sources/0/kind", "release_notes", "not one of the names"},
        {"sources.json", "/sources/0/title", nullptr, "not a string"},
        {"drivers.json", "/drivers/0/linux/driver", "410.4.8.1", "not a driver version like"},
        {"drivers.json", "/drivers/0/linux/driver", 410.48, "not a driver version like"},
        {"drivers.json", "/drivers/0/linux/driver", "410.5", "not a driver version like"},
        {"drivers.json", "/compatPackages/0/gpus", "gaming", "not one of the names"},
        {"drivers.json", "/forwardCompat/0/branches/0", "535", "not a whole number"},
        {"package_sets.json", "/packageSets/0/release", "12", "not a version like"},
        {"components.json", "/packages/0/manager", "yum", "not one of the names"},
        {"components.json", "/files/0/first", "twelve", "not a version like"},
        {"components.json", "/files/0/headers", nullptr, "not a list"},
        {"consumers.json", "/entries/0/entries/0", "80", "not a capability like"},
        {"consumers.json", "/ranges/0/lowest", nullptr, "not a capability like"},
        {"consumers.json", "/words/0/ptx", "yes", "not a capability"},
        {"gpus.json", "/gpus/0/capability", "86", "not a capability like"},
        {"gpus.json", "/gpus/0/line", "toaster", "not one of the names"},
        {"gpus.json", "/gpus/0/aliases", nullptr, "not a list"},
        {"wheels.json", "/builds/0/first", "2.9", "not a package's version like"},
        {"wheels.json", "/builds/0/systems/0", "linux-sparc", "not one of the names"},
        {"wheels.json", "/builds/0/onPypi", nullptr, "not true or false"},
    };
    for (const Case& broken : sampled(cases)) {
        CAPTURE(broken.pointer);
        const Copy copy;
        copy.edit(broken.file, [&](json& root) { root.at(json::json_pointer(broken.pointer)) = broken.value; });
        check_refused(copy, broken.file, {broken.pointer + ": ", broken.words});
    }
}

TEST_CASE("requires consistent driver data") {
    struct Case {
        std::string_view file;
        std::string pointer;
        json value;
        std::string_view words;
    };
    const std::vector<Case> cases{
        {"drivers.json", "/ptxVersions/1/ptx", "6.2", "an older PTX than that of the release before"},
        {"drivers.json", "/ptxVersions/1/branch", 400, "not newer than the one before"},
        {"drivers.json", "/ptxVersions/0/branch", nullptr, "that of the release before is not"},
        {"drivers.json", "/gpuDrivers/0/lastBranch", nullptr, "says nothing; leave the row out"},
        {"drivers.json", "/gpuDrivers/0/firstBranch", 495, "range upside down: 495 to 470"},
        {"drivers.json", "/gpuDrivers/0/capability", "1.0", "capability 1.0 has no row"},
        {"gpus.json", "/gpus/0/drivers/from", json::array(), "empty list"},
        {"gpus.json", "/gpus/0/drivers/from", json::array({"580", "570"}), "not ascending"},
        {"gpus.json", "/gpus/0/drivers/from", json::array({"570.10", "570.20"}), "two drivers of one branch"},
        {"gpus.json", "/gpus/0/line", "jetson", "a Jetson's driver comes with its system"},
        {"gpus.json", "/words/0/words", json::array(), "says nothing; leave the row out"},
        {"gpus.json", "/words/0/words", json::array({"b", "a"}), "words not sorted"},
        {"gpus.json", "/words/0/words", json::array({"SXM4"}), "may only have lowercase letters and digits"},
        {"gpus.json", "/gpus/0/drivers/sources", json::array(), "no source; every datum has one"},
        {"redist.json", "/exceptions/0/capability", "9.0a", "a GPU has a baseline capability"},
        {"redist.json", "/exceptions/0/first", "13.2", "range upside down: 13.2 to 13.1"},
        {"redist.json", "/exceptions/0/redist", "linux-toaster", "platform 'linux-toaster' has no row"},
        {"drivers.json", "/jetpacks/0/boards/0", "Jetson TX0", "'Jetson TX0' is no Jetson of gpus.json"},
        {"drivers.json", "/jetpacks/1/cuda", "8.0", "its CUDA or driver is older than in the row above"},
        {"drivers.json", "/jetpacks/1/l4t/0", "28.1.0", "its L4T is not newer than that of the row above"},
        {"drivers.json", "/jetpacks/1/environment", "jetpack-99", "environment 'jetpack-99' has no row"},
        {"wheels.json", "/builds/0/project", "torsh", "project 'torsh' has no row"},
        {"wheels.json", "/companions/0/last", "0.0.1", "range upside down"},
        {"wheels.json", "/projects/0/packages", json::array({"b", "a"}), "packages not ascending"},
        {"gpus.json", "/hosts/0/gpu", "GA10", "'GA10' is no product"},
        {"gpus.json", "/hosts/0/system", "aarch64-toaster", "system 'aarch64-toaster' has no row"},
    };
    for (const Case& broken : sampled(cases)) {
        CAPTURE(broken.pointer);
        const Copy copy;
        copy.edit(broken.file, [&](json& root) { root.at(json::json_pointer(broken.pointer)) = broken.value; });
        check_refused(copy, broken.file, {broken.words});
    }
}

TEST_CASE("requires sorted, unique rows") {
    struct Case {
        std::string_view file;
        std::string list;
    };
    const std::vector<Case> cases{
        {"releases.json", "releases"},
        {"host_compilers.json", "hostCompilers"},
        {"capabilities.json", "capabilities"},
        {"libstdcxx.json", "libstdcxx"},
        {"measured.json", "pairHeaders"},
        {"measured.json", "clangHeaders"},
        {"measured.json", "hostStandards"},
        {"measured.json", "ccbinVariable"},
        {"advisories.json", "advisories"},
        {"environments.json", "environments"},
        {"environments.json", "distributions"},
        {"redist.json", "systems"},
        {"redist.json", "jetsonSbsa"},
        {"drivers.json", "drivers"},
        {"drivers.json", "minorVersions"},
        {"drivers.json", "forwardCompat"},
        {"drivers.json", "compatPackages"},
        {"drivers.json", "ptxVersions"},
        {"drivers.json", "gpuDrivers"},
        {"drivers.json", "jetpacks"},
        {"package_sets.json", "packageSets"},
        {"wheels.json", "projects"},
        {"wheels.json", "builds"},
        {"wheels.json", "companions"},
        {"gpus.json", "gpus"},
        {"gpus.json", "hosts"},
        {"gpus.json", "words"},
        {"components.json", "components"},
        {"components.json", "files"},
        {"components.json", "sonames"},
        {"components.json", "cmake"},
        {"components.json", "packages"},
        {"consumers.json", "consumers"},
        {"consumers.json", "entries"},
        {"consumers.json", "ranges"},
        {"consumers.json", "words"},
        {"rules.json", "rules"},
        {"sources.json", "sources"},
    };
    for (const Case& table : sampled(cases)) {
        CAPTURE(table.list);
        const std::string place = "/" + table.list + "/1: ";
        const Copy twice;
        twice.edit(table.file, [&](json& root) {
            json& rows = root[table.list];
            rows.insert(rows.begin(), rows[0]);
        });
        check_refused(twice, table.file, {place, "the same row twice"});
        const Copy unsorted;
        unsorted.edit(table.file, [&](json& root) { std::swap(root[table.list][0], root[table.list][1]); });
        check_refused(unsorted, table.file, {place, "not sorted"});
    }
}

TEST_CASE("rejects reversed ranges") {
    struct Case {
        std::string_view file;
        std::string pointer;
        json low;
        json high;
        std::string low_key;
        std::string high_key;
    };
    const std::vector<Case> cases{
        {"host_compilers.json", "/hostCompilers/3/nixpkgs", 10, 9, "min", "max"},
        {"host_compilers.json", "/hostCompilers/3/enforced", 10, 9, "min", "max"},
        {"host_compilers.json", "/hostCompilers/3/documented", 10, 9, "min", "max"},
        {"capabilities.json", "/capabilities/0/nvcc", "12.0", "11.8", "first", "last"},
        {"capabilities.json", "/capabilities/5/nixpkgs", "12.0", "11.8", "min", "max"},
        {"advisories.json", "/advisories/0/when/compiler", 14, 13, "min", "max"},
        {"redist.json", "/systems/1", "12.9.2", "11.8.0", "first", "last"},
        {"redist.json", "/jetsonSbsa/0", "12.9", "10.0", "first", "last"},
        {"host_compilers.json", "/hostCompilers/3", "11.0.3", "11.0.2", "first", "last"},
    };
    for (const Case& broken : sampled(cases)) {
        CAPTURE(broken.pointer);
        const Copy copy;
        copy.edit(broken.file, [&](json& root) {
            json& range = root.at(json::json_pointer(broken.pointer));
            REQUIRE(range.is_object());
            range[broken.low_key] = broken.low;
            range[broken.high_key] = broken.high;
        });
        check_refused(copy, broken.file, {broken.pointer, "range upside down"});
    }
    const Copy versions;
    versions.edit("advisories.json", [&](json& root) {
        root["advisories"][0]["when"]["releases"] = {{"min", "12.4"}, {"max", "12.3"}};
    });
    check_refused(versions, "advisories.json", {"/advisories/0/when/releases", "range upside down: 12.4 to 12.3"});
}

TEST_CASE("requires existing sources for each datum") {
    struct Case {
        std::string_view file;
        std::string pointer;
    };
    const std::vector<Case> cases{
        {"releases.json", "/releases/0/sources"},
        {"releases.json", "/earlyReleases/0/sources"},
        {"releases.json", "/neverReleased/0/sources"},
        {"capabilities.json", "/formerCapabilities/0/sources"},
        {"host_compilers.json", "/hostCompilers/3/enforced/sources"},
        {"host_compilers.json", "/hostCompilers/3/documented/sources"},
        {"host_compilers.json", "/hostCompilers/3/nixpkgs/sources"},
        {"capabilities.json", "/capabilities/0/sources"},
        {"capabilities.json", "/capabilities/0/nvcc/sources"},
        {"capabilities.json", "/capabilities/2/nixpkgs/sources"},
        {"libstdcxx.json", "/libstdcxx/0/sources"},
        {"measured.json", "/pairHeaders/0/sources"},
        {"measured.json", "/clangHeaders/0/sources"},
        {"measured.json", "/hostStandards/0/sources"},
        {"measured.json", "/ccbinVariable/0/sources"},
        {"advisories.json", "/advisories/0/sources"},
        {"environments.json", "/environments/0/sources"},
        {"environments.json", "/distributions/0/sources"},
        {"redist.json", "/systems/0/sources"},
        {"redist.json", "/jetsonSbsa/0/sources"},
        {"drivers.json", "/drivers/0/linux/sources"},
        {"drivers.json", "/minorVersions/0/sources"},
        {"drivers.json", "/forwardCompat/0/sources"},
        {"drivers.json", "/compatPackages/0/sources"},
        {"drivers.json", "/ptxVersions/0/sources"},
        {"drivers.json", "/gpuDrivers/0/sources"},
        {"drivers.json", "/jetpacks/0/sources"},
        {"redist.json", "/exceptions/0/sources"},
        {"package_sets.json", "/packageSets/0/sources"},
        {"gpus.json", "/gpus/0/sources"},
        {"gpus.json", "/hosts/0/sources"},
        {"gpus.json", "/words/0/sources"},
        {"components.json", "/components/0/sources"},
        {"components.json", "/files/0/sources"},
        {"components.json", "/sonames/0/sources"},
        {"components.json", "/cmake/0/sources"},
        {"components.json", "/packages/0/sources"},
        {"consumers.json", "/consumers/0/sources"},
        {"consumers.json", "/entries/0/sources"},
        {"consumers.json", "/ranges/0/sources"},
        {"consumers.json", "/words/0/sources"},
        {"rules.json", "/rules/0/sources"},
        {"wheels.json", "/projects/0/sources"},
        {"wheels.json", "/builds/0/sources"},
        {"wheels.json", "/companions/0/sources"},
    };
    for (const Case& datum : sampled(cases)) {
        CAPTURE(datum.pointer);
        const auto sources_in = [&](json& root) -> json& { return root.at(json::json_pointer(datum.pointer)); };
        const Copy none;
        none.edit(datum.file, [&](json& root) { sources_in(root) = json::array(); });
        check_refused(none, datum.file, {datum.pointer, "no source; every datum has one"});
        const Copy unknown;
        unknown.edit(datum.file, [&](json& root) { sources_in(root).push_back("no-such-source"); });
        check_refused(unknown, datum.file, {datum.pointer, "source 'no-such-source' is not in sources.json"});
    }
}

TEST_CASE("requires existing targets of references") {
    const Copy without_row;
    without_row.edit("host_compilers.json", [](json& root) { root["hostCompilers"].erase(1); });
    check_refused(without_row, "host_compilers.json", {"/hostCompilers", "release 10.1.105 has 0 gcc rows, not one"});

    const Copy overlapping;
    overlapping.edit("host_compilers.json", [](json& root) { root["hostCompilers"][7]["last"] = "11.4.1"; });
    check_refused(overlapping, "host_compilers.json", {"release 11.4.1 has 2 gcc rows, not one"});

    const Copy foreign;
    foreign.edit("host_compilers.json", [](json& root) { root["hostCompilers"][0]["first"] = "9.0.0"; });
    check_refused(foreign, "host_compilers.json", {"/hostCompilers/0", "release 9.0.0 is not in releases.json"});

    const Copy viewless;
    viewless.edit("host_compilers.json", [](json& root) {
        root["hostCompilers"][0]["enforced"] = nullptr;
        root["hostCompilers"][0]["documented"] = nullptr;
    });
    check_refused(viewless, "host_compilers.json", {"/hostCompilers/0", "neither an enforced nor a documented range"});

    const Copy short_release;
    short_release.edit("releases.json", [](json& root) { root["releases"][0]["release"] = "10.0"; });
    check_refused(short_release, "releases.json", {"/releases/0", "a release has three numbers"});

    const Copy assumed;
    assumed.edit("environments.json", [](json& root) { root["assumed"] = "nixos-99.99"; });
    check_refused(assumed, "environments.json", {"/assumed", "environment 'nixos-99.99' has no row"});

    const Copy fixed;
    fixed.edit("environments.json", [](json& root) { root["environments"][0]["fixedAdvisories"] = {"no-such"}; });
    check_refused(fixed, "environments.json", {"/environments/0", "advisory 'no-such' is not in advisories.json"});

    const Copy majors;
    majors.edit("environments.json", [](json& root) { root["environments"][0]["gccs"] = {16, 15}; });
    check_refused(majors, "environments.json", {"/environments/0/gccs", "not ascending"});
    const Copy doubled;
    doubled.edit("environments.json", [](json& root) { root["environments"][0]["clangs"] = {18, 18}; });
    check_refused(doubled, "environments.json", {"/environments/0/clangs", "not ascending"});

    const Copy driver;
    driver.edit("drivers.json", [](json& root) { root["drivers"][0]["release"] = "10.0.0"; });
    check_refused(driver, "drivers.json", {"/drivers/0", "release 10.0.0 is not in releases.json"});
    const Copy silent;
    silent.edit("drivers.json", [](json& root) {
        for (const std::string member : {"linux", "windows", "linuxBundled"}) root["drivers"][0][member] = nullptr;
    });
    check_refused(silent, "drivers.json", {"/drivers/0", "says nothing"});
    const Copy branches;
    branches.edit("drivers.json", [](json& root) { root["forwardCompat"][0]["branches"] = {550, 535}; });
    check_refused(branches, "drivers.json", {"/forwardCompat/0/branches", "not ascending"});
    const Copy package;
    package.edit("drivers.json", [](json& root) { root["compatPackages"][0]["release"] = "11.7.9"; });
    check_refused(package, "drivers.json", {"/compatPackages/0", "release 11.7.9 is not in releases.json"});
    const Copy channel;
    channel.edit("package_sets.json", [](json& root) { root["packageSets"][0]["channel"] = "nixos-00.00"; });
    check_refused(channel, "package_sets.json", {"/packageSets/0", "environment 'nixos-00.00' has no row"});
    const Copy set;
    set.edit("package_sets.json", [](json& root) { root["packageSets"][0]["release"] = "12.7"; });
    check_refused(set, "package_sets.json", {"/packageSets/0", "release 12.7 is not in releases.json"});
    const Copy unknown_capability;
    unknown_capability.edit("gpus.json", [](json& root) { root["gpus"][0]["capability"] = "1.0"; });
    check_refused(unknown_capability, "gpus.json", {"/gpus/0", "capability 1.0 has no row"});
    const Copy specific;
    specific.edit("gpus.json", [](json& root) { root["gpus"][0]["capability"] = "9.0a"; });
    check_refused(specific, "gpus.json", {"/gpus/0", "baseline capability"});
    const Copy aliases;
    aliases.edit("gpus.json", [](json& root) { root["gpus"][0]["aliases"] = {"b", "a"}; });
    check_refused(aliases, "gpus.json", {"/gpus/0", "aliases not sorted"});
    const Copy empty_alias;
    empty_alias.edit("gpus.json", [](json& root) { root["gpus"][0]["aliases"] = {""}; });
    check_refused(empty_alias, "gpus.json", {"/gpus/0", "empty text"});

    struct BadValue {
        std::string pointer;
        json value;
        std::string_view words;
    };
    // The first rows are of cuda_cccl, which every release has, and whose package in nixpkgs was renamed with 13.3. The
    // next component began with 13.0.0.
    const std::vector<BadValue> components{
        {"/components/1/last", "12.9", "range upside down"},
        {"/components/1/first", "13.0.99", "release 13.0.99 is not in releases.json"},
        {"/files/0/component", "cuda_ccc", "component 'cuda_ccc' has no row"},
        {"/files/0/headers", {"cub/", "cub/"}, "names not ascending"},
        {"/files/0/headers", {"thrust/", "cub/"}, "names not ascending"},
        {"/files/0/headers", {""}, "empty text"},
        {"/files/0/headers", {"cuda_fp4.h"}, "'cuda_fp4.h' is in another row of the same releases"},
        {"/files/1/headers", json::array(), "says nothing"},
        {"/sonames/0/libraries", {"cublas"}, "the component has no library 'cublas'"},
        {"/sonames/0/libraries", json::array(), "says nothing"},
        {"/packages/0/headers", nullptr, "says nothing"},
        {"/packages/0/last", "13.3", "says the same of the same releases as another row"},
        {"/packages/1/component", "cuda_crt", "not sorted"},
    };
    for (const BadValue& bad : sampled(components)) {
        CAPTURE(bad.pointer);
        const Copy copy;
        copy.edit("components.json", [&](json& root) { root.at(json::json_pointer(bad.pointer)) = bad.value; });
        check_refused(copy, "components.json", {bad.pointer.substr(0, bad.pointer.find('/', 1) + 1), bad.words});
    }
    const Copy too_early;
    too_early.edit("components.json", [](json& root) {
        for (json& row : root["files"])
            if (row["component"] == "cuda_crt") row["first"] = nullptr;
    });
    check_refused(too_early, "components.json", {"/files/", "holds of releases that have no such component"});

    // The first rows are of CMake, whose newest release is 4.4.5, and of flash-attention, from 2.7.3. The last are of
    // xmake.
    const std::vector<BadValue> consumers{
        {"/consumers/0/newest", "3.17.0", "range upside down"},
        {"/entries/26/consumer", "zmake", "consumer 'zmake' has no row"},
        {"/entries/26/entries", {"10.0a", "9.0a"}, "entries not ascending"},
        {"/entries/26/entries", {"9.0a", "99.0"}, "capability 99.0 has no row"},
        {"/entries/26/entries", {"9.0a", "12.1"}, "says the same of the same releases as another row"},
        {"/entries/6/last", "2.7.2", "range upside down"},
        {"/entries/6/last", "9.0", "holds of versions that were not read"},
        {"/entries/6/first", "2.7.2", "holds of versions that were not read"},
        {"/ranges/0/highest", "9.0a", "its bounds are of two kinds"},
        {"/ranges/1/highest", "0.9a", "range upside down"},
        {"/words/0/ptx", "9.0", "PTX of no entry"},
    };
    for (const BadValue& bad : sampled(consumers)) {
        CAPTURE(bad.pointer);
        const Copy copy;
        copy.edit("consumers.json", [&](json& root) { root.at(json::json_pointer(bad.pointer)) = bad.value; });
        check_refused(copy, "consumers.json", {bad.pointer.substr(0, bad.pointer.find('/', 1) + 1), bad.words});
    }

    const Copy family;
    family.edit("capabilities.json", [](json& root) { root["capabilities"][0]["family"] = "99.0f"; });
    check_refused(family, "capabilities.json", {"/capabilities/0", "its family's first member has no row"});
    const Copy renamed;
    renamed.edit("capabilities.json", [](json& root) {
        root["capabilities"][0]["renamed"] = {{"to", "99.0"}, {"since", "13.0"}};
    });
    check_refused(renamed, "capabilities.json", {"/capabilities/0", "renamed to a capability that has no row"});
}

/// The first row of a list with this value of a key.
json& row_of(json& root, const std::string& list, const std::string& key, const json& value) {
    for (json& row : root.at(list))
        if (row.at(key) == value) return row;
    FAIL("no row of ", list, " has ", key, " ", value.dump());
    return root;
}

TEST_CASE("requires rows to agree with each other") {
    struct Case {
        std::string_view file;
        std::string list;
        std::string key;  ///< of the row
        json is;
        std::string pointer;  ///< within the row
        json value;
        std::string_view words;
    };
    const json nothing = {{"min", nullptr}, {"max", nullptr}};
    const json grace = {{"min", 16}, {"max", 19}, {"sources", {"nvidia-header-12.8.61"}}};
    const std::vector<Case> cases{
        {"releases.json", "releases", "release", "12.8.1", "/nvcc", "12.9.93", "of another minor release"},
        {"releases.json", "releases", "release", "12.8.1", "/nvcc", "12.8.x", "not a version like"},
        {"releases.json", "releases", "release", "12.8.1", "/nvcc", "12.8.1", "older than that above it"},
        {"releases.json", "releases", "release", "12.8.1", "/date", "2024-01-01", "older than the release above it"},
        {"releases.json", "releases", "release", "12.8.0", "/date", "2023-01-01", "older than the minor release"},
        {"releases.json", "releases", "release", "12.8.1", "/newestStandard", "c++11", "newestStandard is lower"},
        {"releases.json", "neverReleased", "release", "12.7", "/release", "12.8", "there is a release of it"},
        {"releases.json", "neverReleased", "release", "12.7", "/release", "9.1", "there is a release of it"},
        {"releases.json", "earlyReleases", "release", "9.2", "/release", "10.0", "the releases begin before it"},
        {"releases.json", "earlyReleases", "release", "9.2", "/newestGcc", 5, "newestGcc is lower than in a row above"},
        {"capabilities.json", "formerCapabilities", "capability", "2.1", "/capability", "3.0", "a release supports it"},
        {"capabilities.json", "formerCapabilities", "capability", "2.1", "/last", "10.0", "it ended after"},
        {"host_compilers.json", "hostCompilers", "first", "12.8.0", "/grace", grace, "only a Clang has a window"},
        {"capabilities.json", "capabilities", "capability", "8.9", "/nvcc/first", "11.9", "11.9 is not a release"},
        {"capabilities.json", "capabilities", "capability", "9.0a", "/architecture", "Ada", "than that of 9.0"},
        {"capabilities.json", "capabilities", "capability", "9.0a", "/nvcc/first", "11.0", "older than its number"},
        {"libstdcxx.json", "libstdcxx", "gcc", "16.2", "/glibcxx", "GLIBCXX_3.4.99", "count differently"},
        {"libstdcxx.json", "libstdcxx", "gcc", "13.1", "/glibcxx", "3.4.31", "not like GLIBCXX_3.4.33"},
        {"libstdcxx.json", "libstdcxx", "gcc", "13.1", "/soname", "libstdc++.so.6", "not like libstdc++.so.6.0.33"},
        {"libstdcxx.json", "libstdcxx", "gcc", "13.1", "/cxxabi", "CXXABI_1.3.1", "cxxabi is lower"},
        {"advisories.json", "advisories", "id", "glibc-2.41-sinpi", "/when/compiler", nothing, "says nothing"},
        {"advisories.json", "advisories", "id", "glibc-2.38-aarch64", "/workaround", nullptr, "has no workaround"},
        {"environments.json", "environments", "id", "debian-12", "/compiler", "gcc-13", "is not packaged"},
        {"environments.json", "environments", "id", "debian-12", "/compilerVersion", "13.2.0", "another major version"},
        {"environments.json", "environments", "id", "debian-12", "/libstdcxx", 11, "another major version"},
        {"redist.json", "systems", "redist", "linux-ppc64le", "/absent", {"12.4.1"}, "its last release lacks it"},
        {"redist.json", "systems", "redist", "linux-ppc64le", "/last", "12.99.1", "is not in releases.json"},
        {"redist.json", "systems", "nix", "riscv64-linux", "/redist", "linux-ppc64le", "another system is called so"},
        {"redist.json", "systems", "redist", "linux-ppc64le", "/first", nullptr, "begins with no release"},
        {"drivers.json", "drivers", "release", "12.8.1", "/linux/driver", "400.10", "linux is lower"},
        {"drivers.json", "drivers", "release", "12.8.1", "/linuxBundled/driver", "570.100", "older than the one"},
        {"drivers.json", "minorVersions", "cudaMajor", 12, "/linux", "550.10", "it needs a newer driver than CUDA 12"},
        {"drivers.json", "forwardCompat", "release", "12.8", "/branches", {535, 570}, "is not before its own, 570"},
        {"drivers.json", "gpuDrivers", "capability", "8.9", "/firstBranch", 590, "knows it already"},
        {"drivers.json", "gpuDrivers", "capability", "6.1", "/lastBranch", 9999, "no driver is known that came after"},
        {"gpus.json", "gpus", "name", "GeForce RTX 4090", "/line", "jetson", "comes with its system"},
        {"gpus.json", "gpus", "name", "Jetson AGX Orin", "/line", "geforce", "whether it is a Jetson"},
        {"gpus.json", "gpus", "name", "GeForce RTX 4090", "/aliases", {"H100"}, "alias 'H100' is the name of a row"},
        {"gpus.json", "gpus", "name", "GeForce RTX 4090", "/drivers/from", {"390"}, "in a driver before branch 520"},
        {"package_sets.json", "packageSets", "attribute", "cudaPackages_12_8", "/release", "12.6.3", "it holds "},
        {"rules.json", "rules", "id", "cubin-jetson", "/statement", "It ends.", "ends with a full stop"},
    };
    for (const Case& broken : sampled(cases)) {
        CAPTURE(broken.words);
        const Copy copy;
        copy.edit(broken.file, [&](json& root) {
            row_of(root, broken.list, broken.key, broken.is)[json::json_pointer(broken.pointer)] = broken.value;
        });
        check_refused(copy, broken.file, {"/" + broken.list + "/", broken.words});
    }
}

TEST_CASE("rejects an unused source and a doubled citation") {
    const Copy unused;
    unused.edit("sources.json", [](json& root) {
        json row = root["sources"].back();
        row["id"] = "zzz";
        root["sources"].push_back(row);
    });
    check_refused(unused, "sources.json", {"nothing cites it"});
    const Copy twice;
    twice.edit("rules.json", [](json& root) {
        json& sources = root["rules"][0]["sources"];
        sources.push_back(sources[0]);
    });
    check_refused(twice, "rules.json", {"/rules/0/sources: source ", " twice"});
}

TEST_CASE("rejects tables without a public release") {
    const Copy empty;
    empty.edit("releases.json", [](json& root) { root["releases"] = json::array(); });
    empty.edit("host_compilers.json", [](json& root) { root["hostCompilers"] = json::array(); });
    empty.edit("drivers.json", [](json& root) { root["drivers"] = root["compatPackages"] = json::array(); });
    empty.edit("package_sets.json", [](json& root) { root["packageSets"] = json::array(); });
    check_refused(empty, "releases.json", {"/releases"});
    const Copy previews;
    previews.edit("releases.json", [](json& root) {
        for (json& release : root["releases"]) release["preview"] = true;
    });
    check_refused(previews, "releases.json", {"/releases"});
}

TEST_CASE("requires printable, non-empty texts") {
    struct Case {
        std::string text;
        std::string_view words;
    };
    const std::vector<Case> cases{{"", "empty text"},
                                  {"a\nb", "control character"},
                                  {"a\x1b[31mb", "control character"},
                                  {"a\x7f", "control character"},
                                  {"\t", "control character"}};
    for (const Case& bad : sampled(cases))
        for (const std::string member : {"message", "workaround"}) {
            const Copy copy;
            copy.edit("advisories.json", [&](json& root) { root["advisories"][0][member] = bad.text; });
            check_refused(copy, "advisories.json", {"/advisories/0/" + member, bad.words});
        }
    const Copy zero;
    zero.edit("sources.json", [](json& root) { root["sources"][0]["title"] = std::string("a\0b", 3); });
    check_refused(zero, "sources.json", {"/sources/0/title", "control character"});
    const Copy umlaut;
    umlaut.edit("sources.json", [](json& root) { root["sources"][0]["title"] = "Fran\u00e7ois \u2264 \U0001F600"; });
    CHECK(complaint(umlaut.directory()).empty());
}

TEST_CASE("keeps the error on one line for hostile text") {
    const std::string hostile = "x\ny\x1b[31m";
    const Copy key;
    key.edit("libstdcxx.json", [&](json& root) { root[hostile] = 1; });
    check_refused(key, "libstdcxx.json", {"unknown key"});
    const Copy key_of_row;
    key_of_row.edit("libstdcxx.json", [&](json& root) { root["libstdcxx"][0][hostile] = 1; });
    check_refused(key_of_row, "libstdcxx.json", {"/libstdcxx/0", "unknown key"});
    const Copy long_key;
    long_key.edit("libstdcxx.json", [&](json& root) { root[std::string(100'000, 'k')] = 1; });
    check_refused(long_key, "libstdcxx.json", {"unknown key"});
    const Copy key_twice;
    write(key_twice / "libstdcxx.json", R"({"x\ny": 1, "x\ny": 2})");
    check_refused(key_twice, "libstdcxx.json", {"twice in one record"});
    const Copy source;
    source.edit("libstdcxx.json", [&](json& root) { root["libstdcxx"][0]["sources"] = {hostile}; });
    check_refused(source, "libstdcxx.json", {"/libstdcxx/0/sources"});
    const Copy advisory;
    advisory.edit("environments.json", [&](json& root) { root["environments"][0]["fixedAdvisories"] = {hostile}; });
    check_refused(advisory, "environments.json", {"/environments/0"});
    const Copy assumed;
    assumed.edit("environments.json", [&](json& root) { root["assumed"] = hostile; });
    check_refused(assumed, "environments.json", {"/assumed"});
}

namespace {

/// Calls visit(pointer) for every record, list and value, recursively; for each list only the first two elements.
void for_each_place(const json& value, const json::json_pointer& here,
                    const std::function<void(const json::json_pointer&)>& visit) {
    visit(here);
    if (value.is_object())
        for (const auto& [key, member] : value.items()) for_each_place(member, here / key, visit);
    if (value.is_array())
        for (std::size_t i = 0; i < std::min<std::size_t>(2, value.size()); ++i)
            for_each_place(value[i], here / i, visit);
}

}  // namespace

TEST_CASE("loads or names the file for any value anywhere") {
    const std::vector<json> intruders{nullptr, true, -1, 2.5, "x", json::object(), json::array({nullptr})};
    const Copy copy;
    Sample sample(47, 1009);
    std::size_t refused = 0;
    std::size_t accepted = 0;
    for (const std::string_view file : file_names) {
        const std::string original = contents_of(copy / file);
        const json root = json::parse(original);
        for_each_place(root, json::json_pointer(), [&](const json::json_pointer& pointer) {
            for (const json& intruder : intruders) {
                if (!sample.takes_next()) continue;
                json changed = root;
                changed.at(pointer) = intruder;
                write(copy / file, changed.dump());
                const std::string line = complaint(copy.directory());
                if (line.empty()) {
                    ++accepted;
                    continue;
                }
                ++refused;
                // Another file may be reported if it refers to what is removed.
                if (!is_one_clean_line(line) || !line.starts_with(copy.directory().string() + "/"))
                    FAIL_CHECK(file << " " << pointer.to_string() << " = " << intruder.dump() << ": " << line);
            }
        });
        write(copy / file, original);
    }
    if (is_sanitized) return;  // a small sample has no fixed numbers
    CHECK(refused > (tries_every_case() ? 1000 : 100));
    // null if unknown, and another number or text if any will do
    CHECK(accepted > (tries_every_case() ? 10 : 0));
    CHECK(accepted < refused / 5);
}

TEST_CASE("rejects missing and additional keys in each record") {
    const Copy copy;
    Sample sample(11, 499);
    std::size_t records = 0;
    for (const std::string_view file : file_names) {
        const std::string original = contents_of(copy / file);
        const json root = json::parse(original);
        for_each_place(root, json::json_pointer(), [&](const json::json_pointer& pointer) {
            const json& record = root.at(pointer);
            if (!record.is_object() || !sample.takes_next()) return;
            ++records;
            const auto check_says = [&](const json& changed, const std::string& words) {
                write(copy / file, changed.dump());
                const std::string line = complaint(copy.directory());
                const std::string expected = (copy / file).string() +
                                             (pointer.empty() ? "" : ": " + pointer.to_string()) + ": " + words;
                CHECK(line == expected);
            };
            for (const auto& [key, unused] : record.items()) {
                json changed = root;
                changed.at(pointer).erase(key);
                check_says(changed, "key '" + key + "' is missing");
            }
            json changed = root;
            changed.at(pointer)["zzz"] = 1;
            check_says(changed, "unknown key 'zzz'");
        });
        write(copy / file, original);
    }
    if (!is_sanitized) CHECK(records > (tries_every_case() ? 40 : 8));
}

}  // namespace cudastdenv
