// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "messages/message.hpp"
#include "plan/plan.hpp"
#include "resolve/component.hpp"
#include "sweep.hpp"
#include "unit/show.hpp"

#include <algorithm>
#include <array>

// Each name in the table of components is found as written, in the row's component, in each release of the row. Its
// packages and messages are well formed.

namespace cudastdenv::laws {

namespace {

struct NamedFile {
    std::string name;  ///< in the form of messages
    ComponentFileKind kind;
};

std::vector<NamedFile> files_of(const ComponentFilesRow& row) {
    std::vector<NamedFile> files;
    for (const std::string_view name : row.headers)
        files.push_back({std::string(name) + (name.ends_with('/') ? "some.h" : ""), ComponentFileKind::header});
    for (const std::string_view name : row.cmake_files)
        files.push_back({std::string(name), ComponentFileKind::cmake_file});
    for (const std::string_view name : row.libraries)
        files.push_back({"lib" + std::string(name) + ".so.1.2.3", ComponentFileKind::shared_library});
    for (const std::string_view name : row.static_libraries)
        files.push_back({"lib" + std::string(name) + ".a", ComponentFileKind::static_library});
    for (const std::string_view name : row.stubs) files.push_back({"-l" + std::string(name), ComponentFileKind::stub});
    for (const std::string_view name : row.tools) files.push_back({std::string(name), ComponentFileKind::tool});
    return files;
}

Request request_of(Version release) {
    Request request;
    request.cuda = release;
    return request;
}

struct Laws {
    Law held{"finds each name in its component and its releases"};
    Law packaged{"some package has the file in each packaged release"};
    Law worded{"a sentence has no full stop and no placeholder"};

    void check(const Tables& tables, const ComponentFilesRow& row, const NamedFile& named) {
        const auto file = find_component_file(tables, named.name);
        const bool has_kind = file && file->kind == named.kind;
        worded.expect(has_kind && is_well_worded(messages::describe(*file).front()), {}, named.name);
        for (const Release& release : tables.releases) {
            if (!VersionRange{row.first, row.last}.contains(release.version)) continue;
            const ComponentHolder* holder = has_kind ? component_in_release(*file, release.version) : nullptr;
            held.expect(holder && holder->row == &row, request_of(release.version), named.name);
            if (holder) check_packages(tables, *file, release.version, named.name);
        }
    }

private:
    static bool is_well_worded(const Sentence& note) {
        return !note.code.empty() && !note.text.ends_with('.') && note.text.find('{') == note.text.npos &&
               !note.sources.empty();
    }

    void check_packages(const Tables& tables, const ComponentFile& file, Version release, const std::string& name) {
        const std::vector<ComponentPackage> packages = packages_with(tables, file, release);
        const std::vector<Plan> plans = plans_for_file(tables, file, release, true, "cudaPackages");
        // The driver is part of the machine, and cuda-memcheck ended before nixpkgs had the releases that are tried
        // here.
        const bool without = file.is_drivers() || file.holders.front().component->id == "cuda_memcheck";
        packaged.expect(packages.empty() == without, request_of(release), name);
        for (const Plan& way : plans)
            for (const std::string& line : way.lines)
                packaged.expect(!line.empty() && line.find('{') == line.npos, request_of(release), line);
    }
};

}  // namespace

TEST_CASE("finds each name of the components table again") {
    Laws laws;
    for (const ComponentFilesRow& row : sampled(tables.component_files))
        for (const NamedFile& named : files_of(row)) laws.check(tables, row, named);
}

TEST_CASE("each toolkit library links by its name, or by its stub") {
    Law linked("-l links the library itself or its stub");
    for (const ComponentFilesRow& row : sampled(tables.component_files))
        for (const std::string_view library : row.libraries) {
            const auto file = find_component_file(tables, "-l" + std::string(library));
            const bool is_library = file && file->kind == ComponentFileKind::library;
            const bool is_stub = file && file->kind == ComponentFileKind::stub && row.component == driver_component;
            linked.expect(is_library || is_stub, {}, library);
        }
}

TEST_CASE("a library's number belongs to a release of its row") {
    Law numbered("a library with a release's number is of that release");
    for (const ComponentSonameRow& row : tables.component_sonames)
        for (const Release& release : tables.releases) {
            if (!VersionRange{row.first, row.last}.contains(release.version)) continue;
            std::string number(row.number);
            if (number.starts_with('{'))
                number = std::to_string(release.version.major) + "." + std::to_string(release.version.minor);
            for (const std::string_view library : row.libraries) {
                const std::string name = "lib" + std::string(library) + ".so." + number;
                const auto file = find_component_file(tables, name);
                const bool is_named = file && file->named_for && file->named_for->contains(release.version);
                numbered.expect(is_named && (release.preview || release_with(tables, *file, release.version)),
                                request_of(release.version), name);
            }
        }
}

TEST_CASE("each CMake name is a file in the table") {
    Law known("finds the name and its file alone");
    for (const CmakeNameRow& row : tables.cmake_names) {
        const auto file = find_component_file(tables, row.name);
        known.expect(file && file->cmake_name == &row && file->name == row.file, {}, row.name);
    }
}

}  // namespace cudastdenv::laws
