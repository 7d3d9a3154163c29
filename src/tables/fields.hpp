// SPDX-License-Identifier: MIT
#pragma once

/// Says which file holds which rows of the tables.

#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

// clang-format off

CUDASTDENV_DESCRIBE(VersionRange, "VersionRange", "Versions, closed; null is open. Two numbers stand for all their patch releases.",
    (min, "min", "", "twoOrThreeNumbers"),
    (max, "max", "", "twoOrThreeNumbers"))

CUDASTDENV_DESCRIBE(MajorRange, "MajorRange", "Major versions, closed; null is open.",
    (min, "min", "", "major"),
    (max, "max", "", "major"))

/// Version of the form of a table's file.
inline constexpr int table_file_version = 1;

/// The files of the tables, and what each is about.
struct TableFile {
    std::string_view file;
    std::string_view meaning;
};

inline constexpr std::array table_files{
    TableFile{"advisories.json", "Combinations that pass the check of nvcc and still break, or need care."},
    TableFile{"capabilities.json", "Compute capabilities and the releases that know them."},
    TableFile{"components.json", "Which component of the toolkit has which files, and which packages have it."},
    TableFile{"consumers.json", "What the programs that read lists of architectures take, by their version."},
    TableFile{"drivers.json", "Which drivers run which releases."},
    TableFile{"environments.json", "Standard environments by name."},
    TableFile{"gpus.json", "Products by name, and their compute capability."},
    TableFile{"host_compilers.json", "Which major versions of GCC and Clang go with which releases, in several views."},
    TableFile{"libstdcxx.json", "Which libstdc++ a GCC release brings."},
    TableFile{"measured.json",
              "With which libstdc++ headers a host compiler was measured to work under nvcc, and a Clang by itself."},
    TableFile{"messages.json", "Messages that people meet, and lines of logs that say something."},
    TableFile{"package_sets.json", "Which release a CUDA package set of nixpkgs holds, by channel."},
    TableFile{"redist.json", "Nix systems and NVIDIA's names for them."},
    TableFile{"releases.json", "Releases of the CUDA toolkit."},
    TableFile{"rules.json", "Which code runs on which GPU."},
    TableFile{"sources.json", "Where the data come from."},
    TableFile{"symbol_versions.json", "Which version of libstdc++ or glibc brings which symbol."},
};

/// A member of Tables and the file that holds it.
struct TableMember {
    std::string_view file;
    Field field;
};

#define TABLE_MEMBER(file, ...) {file, CUDASTDENV_FIELD(__VA_ARGS__)},
#define VISIT_ROWS(file, member, ...) visit(tables.member);
// Templates: only fields.cpp instantiates them.
#define TABLE_VALUES(...) \
    template <class Described> \
    inline constexpr TableMember values_of[] = {CUDASTDENV_FOR_EACH(TABLE_MEMBER, __VA_ARGS__)};
#define TABLE_LISTS(...) \
    template <class Described> \
    inline constexpr TableMember lists_of[] = {CUDASTDENV_FOR_EACH(TABLE_MEMBER, __VA_ARGS__)}; \
    /** Calls `visit` with the rows of each list. */ \
    template <class Visit> \
    void for_each_list(const Tables& tables, Visit&& visit) { CUDASTDENV_FOR_EACH(VISIT_ROWS, __VA_ARGS__) }

/// Every member of Tables that is no list. In its file it comes before the lists.
TABLE_VALUES(
    ("capabilities.json", capabilities_read_through, "readThrough", "The newest release of which the rows without an end were read.", "threeNumbers"),
    ("advisories.json", advisories_read_through, "readThrough", "The newest release of which the rows without an end were read.", "threeNumbers"),
    ("environments.json", assumed_environment, "assumed", "The environment that is assumed where none is named.", "id"),
    ("redist.json", redist_read_through, "readThrough", "The newest release of which the rows without an end were read.", "threeNumbers"))

/// Every list of Tables.
TABLE_LISTS(
    ("releases.json", releases, "releases", "Sorted by release."),
    ("releases.json", never_released, "neverReleased", "Numbers that look like a release and never were one."),
    ("host_compilers.json", host_compilers, "hostCompilers", "Sorted by family (gcc, clang), then release; every release in exactly one row of each family."),
    ("capabilities.json", capabilities, "capabilities", "Sorted by number, then baseline, a, f."),
    ("libstdcxx.json", libstdcxx, "libstdcxx", "Sorted by GCC release."),
    ("measured.json", pair_headers, "pairHeaders", "Sorted by build, compiler, standard."),
    ("measured.json", clang_headers, "clangHeaders", "Sorted by Clang, then standard."),
    ("measured.json", host_standards, "hostStandards", "Sorted by standard, family, then release."),
    ("measured.json", ccbin_variable, "ccbinVariable", "Sorted by release."),
    ("advisories.json", advisories, "advisories", "Sorted by id."),
    ("environments.json", environments, "environments", "Sorted by id."),
    ("environments.json", distributions, "distributions", "Sorted by id."),
    ("redist.json", redist_systems, "systems", "Sorted by Nix system, then redist name."),
    ("redist.json", jetson_sbsa, "jetsonSbsa", "Sorted by release, without gaps."),
    ("redist.json", redist_exceptions, "exceptions", "Sorted by redist system, capability."),
    ("drivers.json", drivers, "drivers", "Sorted by release; a release of which nothing is known has no row."),
    ("drivers.json", minor_versions, "minorVersions", "Sorted by major version; from CUDA 11 on."),
    ("drivers.json", forward_compat, "forwardCompat", "Sorted by release."),
    ("drivers.json", compat_packages, "compatPackages", "Sorted by release, redist system, package."),
    ("drivers.json", ptx_versions, "ptxVersions", "Sorted by release."),
    ("drivers.json", gpu_drivers, "gpuDrivers", "Sorted by capability; a Jetson's has no row."),
    ("drivers.json", jetson_drivers, "jetsonDrivers", "Sorted by driver."),
    ("package_sets.json", package_sets, "packageSets", "Sorted by channel, then attribute."),
    ("gpus.json", gpus, "gpus", "Sorted by name, then capability. A name with several chips has a row for each capability."),
    ("gpus.json", gpu_words, "words", "In the order in which the uses are named."),
    ("consumers.json", consumers, "consumers", "Sorted by id."),
    ("consumers.json", consumer_entries, "entries", "Sorted by consumer, first release, first entry."),
    ("consumers.json", consumer_ranges, "ranges", "Sorted by consumer, lowest number, first release of the consumer, first release of CUDA. What is in no range and no list of entries, the consumer refuses or drops."),
    ("consumers.json", consumer_words, "words", "Sorted by consumer, word, first release of the consumer, first release of CUDA."),
    ("messages.json", messages, "messages", "Sorted by id."),
    ("messages.json", message_texts, "messageTexts", "Sorted by message, then text."),
    ("messages.json", message_lines, "messageLines", "Sorted by message, then tool."),
    ("messages.json", wrapper_texts, "wrapperTexts", "Sorted by text."),
    ("messages.json", success_texts, "successTexts", "Sorted by text."),
    ("messages.json", fact_texts, "factTexts", "Sorted by text."),
    ("messages.json", error_words, "errorWords", "Sorted by text."),
    ("messages.json", nvjitlink_libraries, "nvJitLinkLibraries", "Sorted by release."),
    ("components.json", components, "components", "Sorted by id."),
    ("components.json", component_files, "files", "Sorted by component, first release, last release. In each release a file is in one component."),
    ("components.json", component_sonames, "sonames", "Sorted by component, first release, number, first library."),
    ("components.json", cmake_names, "cmake", "Sorted by name."),
    ("components.json", component_packages, "packages", "Sorted by component, manager, first release."),
    ("rules.json", rules, "rules", "Sorted by id."),
    ("sources.json", sources, "sources", "Sorted by id."),
    ("symbol_versions.json", symbol_versions, "symbolVersions", "Sorted by version, as a text."))

#undef TABLE_MEMBER
#undef VISIT_ROWS
#undef TABLE_VALUES
#undef TABLE_LISTS

// clang-format on

extern const std::span<const TableMember> table_values;
extern const std::span<const TableMember> table_lists;

/// The ids that the rows of the tables cite.
[[nodiscard]] std::set<std::string_view> cited_sources(const Tables& tables);

/// Where a row is.
struct Place {
    std::string_view file;
    std::string pointer;  ///< in JSON
};

/// `row` is in one of the lists.
[[nodiscard]] Place place_of(const Tables& tables, const void* row);

/// The members of a file, in their order there.
[[nodiscard]] std::vector<const TableMember*> members_of(std::string_view file);

/// The value of a member of the tables.
[[nodiscard]] inline AnyValue value_in(const Tables& tables, const TableMember& member) {
    return field_in(&tables, member.field);
}

}  // namespace cudastdenv
