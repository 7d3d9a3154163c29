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

/// In a folder of tables, a folder of those that replace them. It is there, whole, from the moment at which the new
/// tables count until each of them lies in its place: who reads meanwhile takes what is in it. Whoever writes renames
/// a finished folder to this name, and finishes what a dead writer left of one.
inline constexpr std::string_view finished_update = ".update";

/// A member of Tables and the file that holds it.
struct TableMember {
    std::string_view file;
    Field field;
};

/// Every member of Tables, in its order: in a file, what is no list comes before the lists.
[[nodiscard]] std::span<const TableMember> table_members() noexcept;

[[nodiscard]] constexpr bool is_list(const TableMember& member) noexcept {
    return member.field.shape->kind == Shape::Kind::list;
}

/// Calls `visit` with the rows of each list.
template <class Visit>
void for_each_list(const Tables& tables, const Visit& visit) {
    tables.for_each_member([&]<class Member>(const Member& member) {
        if constexpr (requires { typename Member::element_type; }) visit(member);
    });
}

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
