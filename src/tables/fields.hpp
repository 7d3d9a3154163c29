// SPDX-License-Identifier: MIT
#pragma once

/// What each row is called in JSON, once: the loader, the embedder, `table --format json` and the test that
/// compares embedded with loaded tables all walk these lists. The order is that of the members.

#include <cudastdenv/tables.hpp>

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace cudastdenv::inline CUDASTDENV_ABI {

template <class Row, class Member>
struct Field {
    std::string_view key;
    Member Row::*member;
    std::string_view meaning = {};  ///< for its schema; one sentence
};

template <class Row, class Member>
Field(const char*, Member Row::*) -> Field<Row, Member>;
template <class Row, class Member>
Field(const char*, Member Row::*, const char*) -> Field<Row, Member>;

/// Specialised for every row; `name` is its C++ name, `list` a tuple of Field.
template <class Row>
struct Fields;

/// What describes itself.
template <class Record>
    requires requires { Record::fields; }
struct Fields<Record> {
    static constexpr const auto& list = Record::fields;
    static constexpr std::string_view title = Record::title;      ///< in its schema: `cuda`
    static constexpr std::string_view meaning = Record::meaning;  ///< likewise; one sentence
};

template <>
struct Fields<VersionRange> {
    static constexpr std::string_view name = "VersionRange";
    static constexpr std::tuple list{Field{"min", &VersionRange::min}, Field{"max", &VersionRange::max}};
};

template <>
struct Fields<MajorRange> {
    static constexpr std::string_view name = "MajorRange";
    static constexpr std::tuple list{Field{"min", &MajorRange::min}, Field{"max", &MajorRange::max}};
};

template <>
struct Fields<Release> {
    static constexpr std::string_view name = "Release";
    static constexpr std::tuple list{Field{"release", &Release::version},
                                     Field{"nvcc", &Release::nvcc},
                                     Field{"date", &Release::date},
                                     Field{"preview", &Release::preview},
                                     Field{"newestStandard", &Release::newest_standard},
                                     Field{"sources", &Release::sources}};
};

template <>
struct Fields<NeverReleased> {
    static constexpr std::string_view name = "NeverReleased";
    static constexpr std::tuple list{Field{"release", &NeverReleased::version}, Field{"reason", &NeverReleased::reason},
                                     Field{"sources", &NeverReleased::sources}};
};

template <>
struct Fields<HostRange> {
    static constexpr std::string_view name = "HostRange";
    static constexpr std::tuple list{Field{"min", &HostRange::min}, Field{"max", &HostRange::max},
                                     Field{"sources", &HostRange::sources}};
};

template <>
struct Fields<HostCompilerRow> {
    static constexpr std::string_view name = "HostCompilerRow";
    static constexpr std::tuple list{Field{"family", &HostCompilerRow::family},
                                     Field{"first", &HostCompilerRow::first},
                                     Field{"last", &HostCompilerRow::last},
                                     Field{"enforced", &HostCompilerRow::enforced},
                                     Field{"documented", &HostCompilerRow::documented},
                                     Field{"nixpkgs", &HostCompilerRow::nixpkgs},
                                     Field{"grace", &HostCompilerRow::grace}};
};

template <>
struct Fields<NvccCapability> {
    static constexpr std::string_view name = "NvccCapability";
    static constexpr std::tuple list{Field{"first", &NvccCapability::first}, Field{"last", &NvccCapability::last},
                                     Field{"sources", &NvccCapability::sources}};
};

template <>
struct Fields<NixpkgsCapability> {
    static constexpr std::string_view name = "NixpkgsCapability";
    static constexpr std::tuple list{Field{"min", &NixpkgsCapability::min}, Field{"max", &NixpkgsCapability::max},
                                     Field{"dontDefaultAfter", &NixpkgsCapability::dont_default_after},
                                     Field{"sources", &NixpkgsCapability::sources}};
};

template <>
struct Fields<CapabilityRename> {
    static constexpr std::string_view name = "CapabilityRename";
    static constexpr std::tuple list{Field{"to", &CapabilityRename::to}, Field{"since", &CapabilityRename::since}};
};

template <>
struct Fields<CapabilityRow> {
    static constexpr std::string_view name = "CapabilityRow";
    static constexpr std::tuple list{Field{"capability", &CapabilityRow::capability},
                                     Field{"architecture", &CapabilityRow::architecture},
                                     Field{"jetson", &CapabilityRow::jetson},
                                     Field{"family", &CapabilityRow::family},
                                     Field{"nvcc", &CapabilityRow::nvcc},
                                     Field{"nixpkgs", &CapabilityRow::nixpkgs},
                                     Field{"renamed", &CapabilityRow::renamed},
                                     Field{"sources", &CapabilityRow::sources}};
};

template <>
struct Fields<LibstdcxxRow> {
    static constexpr std::string_view name = "LibstdcxxRow";
    static constexpr std::tuple list{Field{"gcc", &LibstdcxxRow::gcc}, Field{"glibcxx", &LibstdcxxRow::glibcxx},
                                     Field{"cxxabi", &LibstdcxxRow::cxxabi}, Field{"soname", &LibstdcxxRow::soname},
                                     Field{"sources", &LibstdcxxRow::sources}};
};

template <>
struct Fields<NvccHeadersRow> {
    static constexpr std::string_view name = "NvccHeadersRow";
    static constexpr std::tuple list{Field{"nvcc", &NvccHeadersRow::nvcc}, Field{"standard", &NvccHeadersRow::standard},
                                     Field{"maxLibstdcxx", &NvccHeadersRow::max_libstdcxx},
                                     Field{"sources", &NvccHeadersRow::sources}};
};

template <>
struct Fields<ClangHeadersRow> {
    static constexpr std::string_view name = "ClangHeadersRow";
    static constexpr std::tuple list{Field{"clang", &ClangHeadersRow::clang},
                                     Field{"standard", &ClangHeadersRow::standard},
                                     Field{"maxLibstdcxx", &ClangHeadersRow::max_libstdcxx},
                                     Field{"sources", &ClangHeadersRow::sources}};
};

template <>
struct Fields<AdvisoryCondition> {
    static constexpr std::string_view name = "AdvisoryCondition";
    static constexpr std::tuple list{Field{"releases", &AdvisoryCondition::releases},
                                     Field{"family", &AdvisoryCondition::family},
                                     Field{"compiler", &AdvisoryCondition::compiler},
                                     Field{"libstdcxxHeaders", &AdvisoryCondition::libstdcxx_headers},
                                     Field{"libstdcxxLibrary", &AdvisoryCondition::libstdcxx_library},
                                     Field{"glibc", &AdvisoryCondition::glibc},
                                     Field{"standardMin", &AdvisoryCondition::standard_min},
                                     Field{"standardMax", &AdvisoryCondition::standard_max},
                                     Field{"system", &AdvisoryCondition::system}};
};

template <>
struct Fields<AdvisoryRow> {
    static constexpr std::string_view name = "AdvisoryRow";
    static constexpr std::tuple list{Field{"id", &AdvisoryRow::id},
                                     Field{"severity", &AdvisoryRow::severity},
                                     Field{"when", &AdvisoryRow::when},
                                     Field{"message", &AdvisoryRow::message},
                                     Field{"workaround", &AdvisoryRow::workaround},
                                     Field{"sources", &AdvisoryRow::sources}};
};

template <>
struct Fields<EnvironmentRow> {
    static constexpr std::string_view name = "EnvironmentRow";
    static constexpr std::tuple list{Field{"id", &EnvironmentRow::id},
                                     Field{"title", &EnvironmentRow::title},
                                     Field{"compiler", &EnvironmentRow::compiler},
                                     Field{"compilerVersion", &EnvironmentRow::compiler_version},
                                     Field{"libstdcxx", &EnvironmentRow::libstdcxx},
                                     Field{"libstdcxxVersion", &EnvironmentRow::libstdcxx_version},
                                     Field{"glibc", &EnvironmentRow::glibc},
                                     Field{"gccs", &EnvironmentRow::gccs},
                                     Field{"clangs", &EnvironmentRow::clangs},
                                     Field{"fixedAdvisories", &EnvironmentRow::fixed_advisories},
                                     Field{"sources", &EnvironmentRow::sources}};
};

template <>
struct Fields<DistributionRow> {
    static constexpr std::string_view name = "DistributionRow";
    static constexpr std::tuple list{Field{"id", &DistributionRow::id},
                                     Field{"title", &DistributionRow::title},
                                     Field{"install", &DistributionRow::install},
                                     Field{"gcc", &DistributionRow::gcc},
                                     Field{"newestGcc", &DistributionRow::newest_gcc},
                                     Field{"clang", &DistributionRow::clang},
                                     Field{"newestClang", &DistributionRow::newest_clang},
                                     Field{"sources", &DistributionRow::sources}};
};

template <>
struct Fields<RedistSystemRow> {
    static constexpr std::string_view name = "RedistSystemRow";
    static constexpr std::tuple list{Field{"nix", &RedistSystemRow::nix},
                                     Field{"redist", &RedistSystemRow::redist},
                                     Field{"pkgsCross", &RedistSystemRow::pkgs_cross},
                                     Field{"jetson", &RedistSystemRow::jetson},
                                     Field{"nixpkgs", &RedistSystemRow::nixpkgs},
                                     Field{"first", &RedistSystemRow::first},
                                     Field{"last", &RedistSystemRow::last},
                                     Field{"absent", &RedistSystemRow::absent},
                                     Field{"sources", &RedistSystemRow::sources}};
};

template <>
struct Fields<JetsonSbsaRow> {
    static constexpr std::string_view name = "JetsonSbsaRow";
    static constexpr std::tuple list{Field{"first", &JetsonSbsaRow::first}, Field{"last", &JetsonSbsaRow::last},
                                     Field{"minCapability", &JetsonSbsaRow::min_capability},
                                     Field{"sources", &JetsonSbsaRow::sources}};
};

template <>
struct Fields<DriverDatum> {
    static constexpr std::string_view name = "DriverDatum";
    static constexpr std::tuple list{Field{"driver", &DriverDatum::driver}, Field{"sources", &DriverDatum::sources}};
};

template <>
struct Fields<DriverRow> {
    static constexpr std::string_view name = "DriverRow";
    static constexpr std::tuple list{Field{"release", &DriverRow::release}, Field{"linux", &DriverRow::linux_minimum},
                                     Field{"windows", &DriverRow::windows_minimum},
                                     Field{"linuxBundled", &DriverRow::linux_bundled}};
};

template <>
struct Fields<MinorVersionRow> {
    static constexpr std::string_view name = "MinorVersionRow";
    static constexpr std::tuple list{Field{"cudaMajor", &MinorVersionRow::cuda_major},
                                     Field{"linux", &MinorVersionRow::linux_minimum},
                                     Field{"windows", &MinorVersionRow::windows_minimum},
                                     Field{"sources", &MinorVersionRow::sources}};
};

template <>
struct Fields<ForwardCompatRow> {
    static constexpr std::string_view name = "ForwardCompatRow";
    static constexpr std::tuple list{Field{"release", &ForwardCompatRow::release},
                                     Field{"branches", &ForwardCompatRow::branches},
                                     Field{"sources", &ForwardCompatRow::sources}};
};

template <>
struct Fields<CompatPackageRow> {
    static constexpr std::string_view name = "CompatPackageRow";
    static constexpr std::tuple list{
        Field{"release", &CompatPackageRow::release}, Field{"redist", &CompatPackageRow::redist},
        Field{"package", &CompatPackageRow::package}, Field{"version", &CompatPackageRow::version},
        Field{"gpus", &CompatPackageRow::gpus},       Field{"capability", &CompatPackageRow::capability},
        Field{"sources", &CompatPackageRow::sources}};
};

template <>
struct Fields<RedistExceptionRow> {
    static constexpr std::string_view name = "RedistExceptionRow";
    static constexpr std::tuple list{Field{"redist", &RedistExceptionRow::redist},
                                     Field{"capability", &RedistExceptionRow::capability},
                                     Field{"first", &RedistExceptionRow::first},
                                     Field{"last", &RedistExceptionRow::last},
                                     Field{"sources", &RedistExceptionRow::sources}};
};

template <>
struct Fields<PtxVersionRow> {
    static constexpr std::string_view name = "PtxVersionRow";
    static constexpr std::tuple list{Field{"release", &PtxVersionRow::release}, Field{"ptx", &PtxVersionRow::ptx},
                                     Field{"branch", &PtxVersionRow::branch},
                                     Field{"sources", &PtxVersionRow::sources}};
};

template <>
struct Fields<GpuDriversRow> {
    static constexpr std::string_view name = "GpuDriversRow";
    static constexpr std::tuple list{Field{"capability", &GpuDriversRow::capability},
                                     Field{"firstBranch", &GpuDriversRow::first_branch},
                                     Field{"lastBranch", &GpuDriversRow::last_branch},
                                     Field{"sources", &GpuDriversRow::sources}};
};

template <>
struct Fields<JetsonDriverRow> {
    static constexpr std::string_view name = "JetsonDriverRow";
    static constexpr std::tuple list{Field{"driver", &JetsonDriverRow::driver},
                                     Field{"jetpack", &JetsonDriverRow::jetpack}, Field{"cuda", &JetsonDriverRow::cuda},
                                     Field{"sources", &JetsonDriverRow::sources}};
};

template <>
struct Fields<ProductDrivers> {
    static constexpr std::string_view name = "ProductDrivers";
    static constexpr std::tuple list{Field{"from", &ProductDrivers::from}, Field{"sources", &ProductDrivers::sources}};
};

template <>
struct Fields<PackageSetRow> {
    static constexpr std::string_view name = "PackageSetRow";
    static constexpr std::tuple list{Field{"channel", &PackageSetRow::channel},
                                     Field{"attribute", &PackageSetRow::attribute},
                                     Field{"release", &PackageSetRow::release},
                                     Field{"sources", &PackageSetRow::sources}};
};

template <>
struct Fields<GpuRow> {
    static constexpr std::string_view name = "GpuRow";
    static constexpr std::tuple list{Field{"name", &GpuRow::name},       Field{"capability", &GpuRow::capability},
                                     Field{"line", &GpuRow::line},       Field{"aliases", &GpuRow::aliases},
                                     Field{"drivers", &GpuRow::drivers}, Field{"sources", &GpuRow::sources}};
};

template <>
struct Fields<RuleRow> {
    static constexpr std::string_view name = "RuleRow";
    static constexpr std::tuple list{Field{"id", &RuleRow::id}, Field{"statement", &RuleRow::statement},
                                     Field{"sources", &RuleRow::sources}};
};

template <>
struct Fields<SourceRow> {
    static constexpr std::string_view name = "SourceRow";
    static constexpr std::tuple list{Field{"id", &SourceRow::id},
                                     Field{"kind", &SourceRow::kind},
                                     Field{"title", &SourceRow::title},
                                     Field{"url", &SourceRow::url},
                                     Field{"locator", &SourceRow::locator},
                                     Field{"retrieved", &SourceRow::retrieved},
                                     Field{"confidence", &SourceRow::confidence}};
};

template <class T>
concept Record = requires {
    Fields<std::remove_const_t<T>>::list;
};

/// Calls `visit(key, row.*member)` for every field of a row.
template <Record Row, class Visit>
void for_each_field(Row& row, Visit&& visit) {
    std::apply([&](const auto&... field) { (visit(field.key, row.*field.member), ...); },
               Fields<std::remove_const_t<Row>>::list);
}

/// A list of rows in Tables: the file it is kept in, and its key there.
template <class Row>
struct List {
    std::string_view file;
    std::string_view key;
    std::span<const Row> Tables::*rows;
};

template <class Row>
List(const char*, const char*, std::span<const Row> Tables::*) -> List<Row>;

/// A single value in Tables: the file it is kept in, and its key there.
template <class T>
struct Value {
    std::string_view file;
    std::string_view key;
    T Tables::*member;
};

template <class T>
Value(const char*, const char*, T Tables::*) -> Value<T>;

/// Every member of Tables that is no list. In its file it stands before the lists.
inline constexpr std::tuple table_values{
    Value{"capabilities.json", "readThrough", &Tables::capabilities_read_through},
    Value{"advisories.json", "readThrough", &Tables::advisories_read_through},
    Value{"environments.json", "assumed", &Tables::assumed_environment},
    Value{"redist.json", "readThrough", &Tables::redist_read_through},
};

template <class Visit>
void for_each_value(Visit&& visit) {
    std::apply([&](const auto&... value) { (visit(value), ...); }, table_values);
}

/// Every list of Tables.
inline constexpr std::tuple table_lists{
    List{"releases.json", "releases", &Tables::releases},
    List{"releases.json", "neverReleased", &Tables::never_released},
    List{"host_compilers.json", "hostCompilers", &Tables::host_compilers},
    List{"capabilities.json", "capabilities", &Tables::capabilities},
    List{"libstdcxx.json", "libstdcxx", &Tables::libstdcxx},
    List{"measured.json", "nvccHeaders", &Tables::nvcc_headers},
    List{"measured.json", "clangHeaders", &Tables::clang_headers},
    List{"advisories.json", "advisories", &Tables::advisories},
    List{"environments.json", "environments", &Tables::environments},
    List{"environments.json", "distributions", &Tables::distributions},
    List{"redist.json", "systems", &Tables::redist_systems},
    List{"redist.json", "jetsonSbsa", &Tables::jetson_sbsa},
    List{"redist.json", "exceptions", &Tables::redist_exceptions},
    List{"drivers.json", "drivers", &Tables::drivers},
    List{"drivers.json", "minorVersions", &Tables::minor_versions},
    List{"drivers.json", "forwardCompat", &Tables::forward_compat},
    List{"drivers.json", "compatPackages", &Tables::compat_packages},
    List{"drivers.json", "ptxVersions", &Tables::ptx_versions},
    List{"drivers.json", "gpuDrivers", &Tables::gpu_drivers},
    List{"drivers.json", "jetsonDrivers", &Tables::jetson_drivers},
    List{"package_sets.json", "packageSets", &Tables::package_sets},
    List{"gpus.json", "gpus", &Tables::gpus},
    List{"rules.json", "rules", &Tables::rules},
    List{"sources.json", "sources", &Tables::sources},
};

template <class Visit>
void for_each_list(Visit&& visit) {
    std::apply([&](const auto&... list) { (visit(list), ...); }, table_lists);
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
