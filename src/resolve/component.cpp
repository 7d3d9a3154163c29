// SPDX-License-Identifier: MIT
#include "resolve/component.hpp"

#include "tables/lookup.hpp"

#include <fmt/format.h>

namespace cudastdenv {

namespace {

constexpr std::string_view major_place = "{}";

/// Replaces the first `placeholder` of the pattern: `g++-{}` and 13 give `g++-13`.
std::string replace_placeholder(std::string_view pattern, std::string_view placeholder, std::string_view value) {
    std::string name(pattern);
    if (const std::size_t found = name.find(placeholder); found != name.npos)
        name.replace(found, placeholder.size(), value);
    return name;
}

std::string replace_placeholder(std::string_view pattern, std::string_view placeholder, int number) {
    return replace_placeholder(pattern, placeholder, std::to_string(number));
}

/// With a placeholder for the major version, unless the package has no number.
std::string_view name_pattern(const DistributionRow& distribution, const EnvironmentRow& environment,
                              Compiler compiler) {
    const bool is_gcc = compiler.family == Compiler::Family::gcc;
    // GCC Toolset's compilers are installed in addition to the system's, and complete its libstdc++.
    const bool is_of_system = environment.nonshared ? is_gcc && compiler.major == environment.libstdcxx
                                                    : compiler == environment.compiler;
    if (is_of_system && distribution.default_gcc) return *distribution.default_gcc;
    const bool is_newest = compiler.major == (is_gcc ? environment.gccs : environment.clangs).back();
    if (is_gcc) return is_newest ? distribution.newest_gcc : distribution.gcc;
    return is_newest ? distribution.newest_clang : distribution.clang;
}

/// A package without a number has a compiler without a number too.
std::optional<std::string> program_of(const DistributionRow& distribution, const EnvironmentRow& environment,
                                      std::string_view pattern, Compiler compiler) {
    if (compiler.family != Compiler::Family::gcc) return std::nullopt;
    const bool has_number = pattern.find(major_place) != pattern.npos;
    if (has_number && distribution.gcc_program)
        return replace_placeholder(*distribution.gcc_program, major_place, compiler.major);
    if (has_number) return std::nullopt;
    // An enabled toolset's compiler comes first on PATH.
    return environment.nonshared && compiler != environment.compiler ? "/usr/bin/g++" : "g++";
}

CompilerPackage package_of(const DistributionRow& distribution, const EnvironmentRow& environment, Compiler compiler) {
    const std::string_view pattern = name_pattern(distribution, environment, compiler);
    return {&distribution, &environment, compiler, replace_placeholder(pattern, major_place, compiler.major),
            program_of(distribution, environment, pattern, compiler)};
}

/// `cub/` lists everything below that directory.
bool names_file(std::string_view listed, std::string_view name) noexcept {
    return listed.ends_with('/') ? name.starts_with(listed) && name != listed : name == listed;
}

/// The parts of a library's file name.
struct LibraryName {
    std::string_view base;    ///< `cublas`
    std::string_view number;  ///< `12`; empty: none
};

/// Reads `libcublas.so` and `libcublas.so.12.4.5.8`.
std::optional<LibraryName> read_library_name(std::string_view name) noexcept {
    const std::size_t end = name.find(".so");
    if (end == name.npos || !take_prefix(name, "lib")) return std::nullopt;
    const std::string_view base = name.substr(0, end - 3);
    std::string_view number = name.substr(base.size() + 3);
    if (base.empty() || (!number.empty() && !take_prefix(number, "."))) return std::nullopt;
    if (leading_version(number).size() != number.size()) return std::nullopt;
    return LibraryName{base, number};
}

constexpr std::string_view number_of_release = "{major}.{minor}";

/// The releases in which the row's libraries have that number.
std::optional<VersionRange> releases_of_number(const Tables& tables, const ComponentSonameRow& row,
                                               std::string_view number) {
    const VersionRange releases{row.first, row.last};
    if (row.number != number_of_release) {
        // `12` of `12.4.5.8`, but not of `120`.
        const bool is_it = take_prefix(number, row.number) && (number.empty() || number.front() == '.');
        return is_it ? std::optional(releases) : std::nullopt;
    }
    const auto major = take_number(number, 3);
    const auto minor = major && take_prefix(number, ".") ? take_number(number, 3) : std::nullopt;
    if (!minor) return std::nullopt;
    const Version release{*major, *minor};
    if (!releases.contains(release) || !find_release(tables, release)) return std::nullopt;
    return VersionRange{release, release};
}

/// The range that spans both.
VersionRange joined_ranges(const VersionRange& left, const VersionRange& right) {
    VersionRange joined;
    if (left.min && right.min) joined.min = is_before(*right.min, *left.min) ? right.min : left.min;
    if (left.max && right.max) joined.max = is_before(*left.max, *right.max) ? right.max : left.max;
    return joined;
}

/// For a kind of file: its list in the tables, its output in nixpkgs, and its package elsewhere.
struct FileKindRow {
    std::span<const std::string_view> ComponentFilesRow::*names;
    ComponentOutput output;
    std::optional<std::string_view> ComponentPackageRow::*package;
};

const FileKindRow& row_of(ComponentFileKind kind) noexcept {
    using Files = ComponentFilesRow;
    using Package = ComponentPackageRow;
    // In the order of the kinds.
    static constexpr std::array<FileKindRow, 7> rows{{
        {&Files::headers, ComponentOutput::dev, &Package::headers},
        {&Files::cmake_files, ComponentOutput::dev, &Package::headers},
        {&Files::libraries, ComponentOutput::lib, &Package::linking},
        {&Files::libraries, ComponentOutput::lib, &Package::loading},
        {&Files::static_libraries, ComponentOutput::static_libraries, &Package::static_libraries},
        {&Files::stubs, ComponentOutput::stubs, &Package::stubs},
        {&Files::tools, ComponentOutput::bin, &Package::tools},
    }};
    return rows[static_cast<std::size_t>(kind)];
}

using FoundFile = std::optional<ComponentFile>;
using FileKind = ComponentFileKind;

/// `written`: the file's name, if the tables list only a part of it.
FoundFile find_in(const Tables& tables, FileKind kind, std::string_view name, std::string_view written = {}) {
    ComponentFile file{std::string(written.empty() ? name : written), kind};
    const auto is_it = [&](std::string_view listed) { return names_file(listed, name); };
    for (const ComponentFilesRow& row : tables.component_files)
        if (std::ranges::any_of(row.*row_of(kind).names, is_it))
            file.holders.push_back({find_by_id(tables.components, row.component), &row});
    return file.holders.empty() ? std::nullopt : FoundFile(std::move(file));
}

FoundFile find_static(const Tables& tables, std::string_view base) {
    return find_in(tables, FileKind::static_library, base, fmt::format("lib{}.a", base));
}

/// The library of `-l`. A stub is preferred to the driver's library, which build machines do not have.
FoundFile find_linked(const Tables& tables, std::string_view base) {
    const std::string shared = fmt::format("lib{}.so", base);
    for (const FileKind kind : {FileKind::stub, FileKind::library})
        if (auto file = find_in(tables, kind, base, shared)) return file;
    return find_static(tables, base);
}

FoundFile find_loaded(const Tables& tables, std::string_view name, const LibraryName& library) {
    auto file = find_in(tables, FileKind::shared_library, library.base, name);
    if (!file) return std::nullopt;
    bool has_numbers = false;
    for (const ComponentSonameRow& row : tables.component_sonames) {
        if (!contains(row.libraries, library.base)) continue;
        has_numbers = true;
        const auto releases = releases_of_number(tables, row, library.number);
        if (releases) file->named_for = file->named_for ? joined_ranges(*file->named_for, *releases) : *releases;
    }
    file->is_of_other_release = has_numbers && !file->named_for;
    return file;
}

/// Finds a file by its name, with or without its directory.
FoundFile find_file(const Tables& tables, std::string_view name) {
    const std::string_view last = without_directory(name);
    if (const auto library = read_library_name(last))
        return library->number.empty() ? find_linked(tables, library->base) : find_loaded(tables, last, *library);
    if (std::string_view base = last; take_suffix(base, ".dll") && !base.empty()) {
        // `cublas` of `cublas64_12.dll`, `nvrtc` of `nvrtc64_120_0.dll`, `nvvm` of `nvvm.dll`.
        auto file = find_in(tables, FileKind::shared_library, base.substr(0, base.find("64_")), last);
        if (file) file->is_windows = true;
        return file;
    }
    if (std::string_view base = last; take_suffix(base, ".lib")) {
        auto file = find_linked(tables, base);
        if (file) {
            file->name = last;
            file->is_windows = true;
        }
        return file;
    }
    if (std::string_view base = last; take_suffix(base, ".a") && take_prefix(base, "lib"))
        return find_static(tables, base);
    for (const FileKind kind : {FileKind::cmake_file, FileKind::tool})
        if (auto file = find_in(tables, kind, last)) return file;
    // A header as in #include: `crt/host_config.h` of `/usr/local/cuda/include/crt/host_config.h`.
    for (const std::string_view folder : {"/include/cccl/", "/include/"})
        if (const auto at = name.rfind(folder); at != name.npos)
            return find_in(tables, FileKind::header, name.substr(at + folder.size()));
    return find_in(tables, FileKind::header, name);
}

FoundFile find_cmake_name(const Tables& tables, std::string_view name) {
    if (const CmakeNameRow* row = find_sorted(tables.cmake_names, name, &CmakeNameRow::name)) {
        auto file = find_file(tables, row->file);
        if (file) file->cmake_name = row;
        return file;
    }
    const bool is_named = take_prefix(name, "CUDA::") || (take_prefix(name, "CUDA_") && take_suffix(name, "_LIBRARY"));
    auto file = is_named ? find_linked(tables, name) : std::nullopt;
    return file && !file->has_own_releases() ? std::move(file) : std::nullopt;
}

}  // namespace

std::optional<CompilerPackage> package_in(const Tables& tables, const EnvironmentRow& environment, Compiler compiler) {
    const DistributionRow* distribution = distribution_of(tables, environment);
    const bool has_it = distribution && contains(packaged_in(environment), compiler);
    return has_it ? std::optional(package_of(*distribution, environment, compiler)) : std::nullopt;
}

std::vector<CompilerPackage> packages_to_install(const Tables& tables, const Request& request,
                                                 const EnvironmentRow* here) {
    std::vector<CompilerPackage> packages;
    for (const DistributionRow& distribution : tables.distributions) {
        std::optional<CompilerPackage> newest;
        for (const EnvironmentRow& environment : tables.environments) {
            if (distribution_of(tables, environment) != &distribution) continue;
            const bool is_better = !newest || &environment == here ||
                                   (newest->environment != here && !is_older(environment, *newest->environment));
            if (!is_better) continue;
            const std::vector<Compiler> candidates = packaged_in(environment);
            Request supposed = request;
            supposed.available = candidates;
            const std::optional<Compiler> chosen = pick_host_compiler(tables, supposed);
            if (chosen && contains(candidates, *chosen)) newest = package_of(distribution, environment, *chosen);
        }
        if (newest) packages.push_back(std::move(*newest));
    }
    return packages;
}

std::optional<Compiler> other_stdenv_that_works(const Tables& tables, const Request& request) {
    std::optional<Compiler> newest;
    for (const Compiler compiler : request.available) {
        if (compiler.family == request.stdenv.compiler.family || (newest && compiler.major < newest->major)) continue;
        Request other = request;
        other.stdenv.compiler = compiler;
        if (pick_host_compiler(tables, other) == compiler) newest = compiler;
    }
    return newest;
}

ComponentOutput output_of(ComponentFileKind kind) noexcept { return row_of(kind).output; }

std::string_view ComponentFile::soname_number() const noexcept {
    const auto library = read_library_name(name);
    return library ? library->number.substr(0, library->number.find('.')) : std::string_view();
}

bool ComponentFile::has_own_releases() const noexcept {
    return !holders.empty() && holders.front().component->own_releases;
}

bool ComponentFile::is_drivers() const noexcept {
    return !holders.empty() && holders.front().component->id == driver_component;
}

std::optional<ComponentFile> find_component_file(const Tables& tables, std::string_view name) {
    if (auto file = find_cmake_name(tables, name)) return file;
    if (take_prefix(name, "-l")) return take_prefix(name, ":") ? find_file(tables, name) : find_linked(tables, name);
    if (auto file = find_file(tables, name)) return file;
    if (name.find('/') != name.npos) return std::nullopt;
    take_prefix(name, "lib");
    return find_linked(tables, name);
}

const ComponentHolder* component_in_release(const ComponentFile& file, Version release) noexcept {
    const auto has_file = [&](const ComponentHolder& holder) { return holder.releases().contains(release); };
    return find_in(file.holders, true, has_file);
}

std::optional<Version> release_with(const Tables& tables, const ComponentFile& file, std::optional<Version> asked) {
    if (file.is_of_other_release || file.is_windows) return std::nullopt;
    const auto has_it = [&](Version release) {
        return component_in_release(file, release) && (!file.named_for || file.named_for->contains(release));
    };
    if (asked && has_it(*asked)) return asked;
    const Release* newest = find_last_in(tables.releases, [&](const Release& release) {
        return !release.preview && has_it(release.version);
    });
    return newest ? std::optional(newest->version) : std::nullopt;
}

std::vector<ComponentPackage> packages_with(const Tables& tables, const ComponentFile& file, Version release) {
    std::vector<ComponentPackage> packages;
    const ComponentHolder* holder = component_in_release(file, release);
    if (!holder || file.is_windows) return packages;
    for (const ComponentPackageRow& row : tables.component_packages) {
        if (row.component != holder->component->id || !VersionRange{row.first, row.last}.contains(release)) continue;
        const std::optional<std::string_view>& pattern = row.*row_of(file.kind).package;
        const std::string_view number = file.soname_number();
        if (!pattern || (row.number && row.number != number)) continue;
        std::string name = replace_placeholder(*pattern, "{major}", release.major);
        name = replace_placeholder(name, "{minor}", release.minor);
        packages.push_back({row.manager, replace_placeholder(name, "{number}", number), output_of(file.kind),
                            holder->component->extra});
    }
    return packages;
}

}  // namespace cudastdenv
