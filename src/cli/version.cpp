// SPDX-License-Identifier: MIT
#include "cli/version.hpp"

#include "linked_libraries.hpp"
#include "os/archive_reader.hpp"
#include "words/phrases.hpp"

#include <cudastdenv/config.h>

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

namespace {

/// A library that is in the program, or that it loads. The licence is an SPDX expression.
struct Library {
    std::string_view name;
    std::string version;
    std::string_view licence;
};

std::string compiler_version() {
#ifdef __clang__
    return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

std::string c_library_version() {
#ifdef __GLIBC__
    return fmt::format("{}.{}", __GLIBC__, __GLIBC_MINOR__);
#else
    return "not known";
#endif
}

std::string_view licence_of(std::string_view archive_library) {
    if (archive_library == "libarchive") return "BSD-2-Clause";
    if (archive_library == "bzip2") return "bzip2-1.0.6";
    if (archive_library == "liblzma") return "0BSD, before 5.6 public domain";
    if (archive_library == "libzstd") return "BSD-3-Clause OR GPL-2.0-only";
    return "Zlib";
}

std::vector<Library> libraries() {
    std::vector<Library> all{
        {"Boost", std::string(boost_version), "BSL-1.0"},
        {"fmt", std::string(fmt_version), "MIT"},
        {"nlohmann_json", std::string(nlohmann_json_version), "MIT"},
        {"libstdc++", fmt::format("of GCC {}", _GLIBCXX_RELEASE), "GPL-3.0-or-later WITH GCC-exception-3.1"},
        {"glibc", c_library_version(), "LGPL-2.1-or-later"},
    };
    for (const auto& [name, version] : machine::archive_libraries())
        all.push_back({name, std::string(version), licence_of(name)});
    // libarchive's, for zip files with a password. A program that is linked dynamically does not name it.
    if (command_is_static)
        all.push_back({"nettle", std::string(nettle_version), "LGPL-3.0-or-later OR GPL-2.0-or-later"});
    return all;
}

}  // namespace

std::string version_line() {
    return fmt::format("cudastdenv {}, {}\n", CUDASTDENV_VERSION, words::age_of(builtin_tables()));
}

std::string verbose_version() {
    std::string text = version_line();
    text += fmt::format("licence        MIT\ncompiled by    {}, linked {}\n\nLibraries, with their licences\n",
                        compiler_version(), command_is_static ? "statically" : "dynamically");
    for (const Library& library : libraries())
        text += fmt::format("{:<14} {:<10} {}\n", library.name, library.version, library.licence);
    return text;
}

}  // namespace cudastdenv::cli
