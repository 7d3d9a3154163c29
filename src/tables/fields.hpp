// SPDX-License-Identifier: MIT
#pragma once

/// What each row is called in JSON, once: the loader, the embedder, `table --format json` and the test that
/// compares embedded with loaded tables all walk these lists. The order is that of the members.

#include "tables/forms.hpp"

#include <cudastdenv/tables.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace cudastdenv {

/// Values of several types, taken all at once by `pack(take)`: a std::tuple of a hundred costs seconds to compile.
template <class... T>
constexpr auto pack_of(T... values) {
    return [values...](auto&& take) { return take(values...); };
}

template <class Pack>
constexpr std::size_t size_of(const Pack& pack) {
    return pack([](const auto&... value) { return sizeof...(value); });
}

/// The values of both, in this order.
template <class First, class Second>
constexpr auto both_of(First first, Second second) {
    return [first, second](auto&& take) {
        first([&](const auto&... left) { second([&](const auto&... right) { take(left..., right...); }); });
    };
}

template <class Row, class Member>
struct Field {
    std::string_view key;
    Member Row::*member;
    std::string_view meaning = {};  ///< for its schema; one sentence
    const Form* form = nullptr;     ///< likewise: what the member's type does not say
};

template <class Row, class Member>
Field(const char*, Member Row::*) -> Field<Row, Member>;
template <class Row, class Member>
Field(const char*, Member Row::*, const char*) -> Field<Row, Member>;
template <class Row, class Member>
Field(const char*, Member Row::*, const char*, const Form*) -> Field<Row, Member>;

template <class Row>
constexpr auto sources_of(SourceIds Row::*member) {
    return Field{"sources", member, "Ids of sources.json, the most important first.", &forms::some_sources};
}

/// Specialised for every row; `name` is its C++ name, `list` a pack of Field.
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
    static constexpr std::string_view meaning =
        "Versions, closed; null is open. Two numbers stand for all their patch releases.";
    static constexpr auto list = pack_of(Field{"min", &VersionRange::min, "", &forms::two_or_three_numbers},
                                         Field{"max", &VersionRange::max, "", &forms::two_or_three_numbers});
};

template <>
struct Fields<MajorRange> {
    static constexpr std::string_view name = "MajorRange";
    static constexpr std::string_view meaning = "Major versions, closed; null is open.";
    static constexpr auto list = pack_of(Field{"min", &MajorRange::min, "", &forms::major},
                                         Field{"max", &MajorRange::max, "", &forms::major});
};

template <>
struct Fields<Release> {
    static constexpr std::string_view name = "Release";
    static constexpr std::string_view meaning = "One release.";
    static constexpr auto list = pack_of(
        Field{"release", &Release::version, "The release; 10.x carries its build as the third number.",
              &forms::three_numbers},
        Field{"nvcc", &Release::nvcc, "The version that nvcc prints; null where it is not known.",
              &forms::three_numbers},
        Field{"date", &Release::date, "Day or month of the release; null where it is not known.", &forms::day_or_month},
        Field{"preview", &Release::preview, "A developer preview, never meant by a number of two parts."},
        Field{"newestStandard", &Release::newest_standard,
              "The newest standard that nvcc's -std takes; null where it is not known."},
        sources_of(&Release::sources));
};

template <>
struct Fields<NeverReleased> {
    static constexpr std::string_view name = "NeverReleased";
    static constexpr std::string_view meaning = "A number that was skipped.";
    static constexpr auto list = pack_of(Field{"release", &NeverReleased::version, "", &forms::two_numbers},
                                         Field{"reason", &NeverReleased::reason, "", &forms::text},
                                         sources_of(&NeverReleased::sources));
};

template <>
struct Fields<HostRange> {
    static constexpr std::string_view name = "HostRange";
    static constexpr std::string_view meaning = "Major versions, closed at both ends.";
    static constexpr auto list =
        pack_of(Field{"min", &HostRange::min, "null: no lower bound is stated.", &forms::major},
                Field{"max", &HostRange::max, "", &forms::major}, sources_of(&HostRange::sources));
};

template <>
struct Fields<HostCompilerRow> {
    static constexpr std::string_view name = "HostCompilerRow";
    static constexpr std::string_view meaning = "A run of releases of one minor release that are alike.";
    static constexpr auto list =
        pack_of(Field{"family", &HostCompilerRow::family},
                Field{"first", &HostCompilerRow::first, "First release of the run.", &forms::three_numbers},
                Field{"last", &HostCompilerRow::last, "Last release of the run, included.", &forms::three_numbers},
                Field{"enforced", &HostCompilerRow::enforced, "What crt/host_config.h checks."},
                Field{"documented", &HostCompilerRow::documented, "What NVIDIA's installation guide lists."},
                Field{"nixpkgs", &HostCompilerRow::nixpkgs, "What nixpkgs' nvcc.nix publishes."},
                Field{"grace", &HostCompilerRow::grace,
                      "The window for NVIDIA's own Clang for Grace (__GRCO_CLANG_COMPILER__)."});
};

template <>
struct Fields<NvccCapability> {
    static constexpr std::string_view name = "NvccCapability";
    static constexpr std::string_view meaning = "Releases in which nvcc takes it.";
    static constexpr auto list =
        pack_of(Field{"first", &NvccCapability::first, "First public release.", &forms::two_numbers},
                Field{"last", &NvccCapability::last, "Last release, included; null: still there.", &forms::two_numbers},
                sources_of(&NvccCapability::sources));
};

template <>
struct Fields<NixpkgsCapability> {
    static constexpr std::string_view name = "NixpkgsCapability";
    static constexpr std::string_view meaning = "What nixpkgs' cuda.nix says; null: it has no such row.";
    static constexpr auto list = pack_of(Field{"min", &NixpkgsCapability::min, "", &forms::two_numbers},
                                         Field{"max", &NixpkgsCapability::max, "Included.", &forms::two_numbers},
                                         Field{"dontDefaultAfter", &NixpkgsCapability::dont_default_after,
                                               "Last release that builds it by default.", &forms::two_numbers},
                                         sources_of(&NixpkgsCapability::sources));
};

template <>
struct Fields<CapabilityRename> {
    static constexpr std::string_view name = "CapabilityRename";
    static constexpr std::string_view meaning = "The number that it got later.";
    static constexpr auto list =
        pack_of(Field{"to", &CapabilityRename::to},
                Field{"since", &CapabilityRename::since, "First release with the new number.", &forms::two_numbers});
};

template <>
struct Fields<CapabilityRow> {
    static constexpr std::string_view name = "CapabilityRow";
    static constexpr std::string_view meaning = "One capability.";
    static constexpr auto list = pack_of(
        Field{"capability", &CapabilityRow::capability},
        Field{"architecture", &CapabilityRow::architecture, "Name of the GPU architecture, as nixpkgs spells it.",
              &forms::architecture},
        Field{"jetson", &CapabilityRow::jetson, "An integrated (Tegra) GPU."},
        Field{"family", &CapabilityRow::family, "The family's lowest family-specific member; null before 10.0."},
        Field{"nvcc", &CapabilityRow::nvcc}, Field{"nixpkgs", &CapabilityRow::nixpkgs},
        Field{"renamed", &CapabilityRow::renamed}, sources_of(&CapabilityRow::sources));
};

template <>
struct Fields<LibstdcxxRow> {
    static constexpr std::string_view name = "LibstdcxxRow";
    static constexpr std::string_view meaning = "Holds from this GCC release up to the next row.";
    static constexpr auto list =
        pack_of(Field{"gcc", &LibstdcxxRow::gcc, "First GCC release.", &forms::two_or_three_numbers},
                Field{"glibcxx", &LibstdcxxRow::glibcxx, "Newest symbol version.", &forms::glibcxx},
                Field{"cxxabi", &LibstdcxxRow::cxxabi, "Newest symbol version of the ABI part, on x86_64 and aarch64.",
                      &forms::cxxabi},
                Field{"soname", &LibstdcxxRow::soname, "File name of the library.", &forms::soname},
                sources_of(&LibstdcxxRow::sources));
};

template <>
struct Fields<SymbolVersionRow> {
    static constexpr std::string_view name = "SymbolVersionRow";
    static constexpr std::string_view meaning = "The symbols that came with a version.";
    static constexpr auto list =
        pack_of(Field{"version", &SymbolVersionRow::version, "The symbol version.", &forms::symbol_version},
                Field{"symbols", &SymbolVersionRow::symbols, "Sorted; of several versions the oldest counts.",
                      &forms::some_symbols},
                sources_of(&SymbolVersionRow::sources));
};

template <>
struct Fields<PairHeadersRow> {
    static constexpr std::string_view name = "PairHeadersRow";
    static constexpr std::string_view meaning = "One build of nvcc, one host compiler and one standard.";
    static constexpr auto list = pack_of(
        Field{"nvcc", &PairHeadersRow::nvcc, "Build, as nvcc prints it.", &forms::three_numbers},
        Field{"compiler", &PairHeadersRow::compiler, "The host compiler."},
        Field{"standard", &PairHeadersRow::standard},
        Field{"works", &PairHeadersRow::works, "GCC majors with whose headers it works, ascending.", &forms::major},
        Field{"fails", &PairHeadersRow::fails, "GCC majors with whose headers it does not, ascending.", &forms::major},
        sources_of(&PairHeadersRow::sources));
};

template <>
struct Fields<ClangHeadersRow> {
    static constexpr std::string_view name = "ClangHeadersRow";
    static constexpr std::string_view meaning = "One Clang and one standard.";
    static constexpr auto list = pack_of(Field{"clang", &ClangHeadersRow::clang, "", &forms::major},
                                         Field{"standard", &ClangHeadersRow::standard},
                                         Field{"maxLibstdcxx", &ClangHeadersRow::max_libstdcxx,
                                               "GCC major whose headers parse; null: none.", &forms::major},
                                         sources_of(&ClangHeadersRow::sources));
};

template <>
struct Fields<HostStandardRow> {
    static constexpr std::string_view name = "HostStandardRow";
    static constexpr std::string_view meaning = "One standard, one family and a run of releases.";
    static constexpr auto list = pack_of(
        Field{"standard", &HostStandardRow::standard}, Field{"family", &HostStandardRow::family},
        Field{"min", &HostStandardRow::min, "The oldest from which nvcc takes the standard, included.", &forms::major},
        Field{"first", &HostStandardRow::first, "First release of which it is known.", &forms::three_numbers},
        Field{"last", &HostStandardRow::last, "Last one, included.", &forms::three_numbers},
        sources_of(&HostStandardRow::sources));
};

template <>
struct Fields<CcbinVariableRow> {
    static constexpr std::string_view name = "CcbinVariableRow";
    static constexpr std::string_view meaning = "A run of releases.";
    static constexpr auto list =
        pack_of(Field{"heeded", &CcbinVariableRow::heeded, "Whether nvcc takes its host compiler from NVCC_CCBIN."},
                Field{"first", &CcbinVariableRow::first, "First release of which it is known.", &forms::three_numbers},
                Field{"last", &CcbinVariableRow::last, "Last one, included.", &forms::three_numbers},
                sources_of(&CcbinVariableRow::sources));
};

template <>
struct Fields<SparedHosts> {
    static constexpr std::string_view name = "SparedHosts";
    static constexpr std::string_view meaning = "Host compilers of a family, with a toolkit whose headers lie there.";
    static constexpr auto list =
        pack_of(Field{"family", &SparedHosts::family},
                Field{"toolkitHeaders", &SparedHosts::toolkit_headers,
                      "Under a prefix, or in a directory that the compiler searches by itself."});
};

template <>
struct Fields<AdvisoryCondition> {
    static constexpr std::string_view name = "AdvisoryCondition";
    static constexpr std::string_view meaning =
        "All parts that are not null must hold, but for `unless`, which must not.";
    static constexpr auto list = pack_of(
        Field{"releases", &AdvisoryCondition::releases}, Field{"family", &AdvisoryCondition::family},
        Field{"compiler", &AdvisoryCondition::compiler, "Major version of the host compiler."},
        Field{"compilerVersions", &AdvisoryCondition::compiler_versions,
              "Its version, minor number and all, in one of these; none: it does not matter."},
        Field{"libstdcxxHeaders", &AdvisoryCondition::libstdcxx_headers, "GCC major of the headers compiled with."},
        Field{"libstdcxxLibrary", &AdvisoryCondition::libstdcxx_library, "GCC major of the library linked with."},
        Field{"glibc", &AdvisoryCondition::glibc}, Field{"standardMin", &AdvisoryCondition::standard_min},
        Field{"standardMax", &AdvisoryCondition::standard_max},
        Field{"system", &AdvisoryCondition::system, "", &forms::system},
        Field{"unless", &AdvisoryCondition::unless, "Must not hold; null: nobody is spared."});
};

template <>
struct Fields<AdvisoryRow> {
    static constexpr std::string_view name = "AdvisoryRow";
    static constexpr std::string_view meaning = "One advisory.";
    static constexpr auto list = pack_of(
        Field{"id", &AdvisoryRow::id, "", &forms::id},
        Field{"severity", &AdvisoryRow::severity, "broken: does not work; caution: may not; note: good to know."},
        Field{"when", &AdvisoryRow::when}, Field{"message", &AdvisoryRow::message, "", &forms::sentences},
        Field{"workaround", &AdvisoryRow::workaround, "The way out; null: none is known.", &forms::text},
        Field{
            "waysOut", &AdvisoryRow::ways_out,
            "Those of it that the program knows, the simplest first: -isystem with the toolkit's headers, which helps "
            "a GCC; the header that `env --glibc-shim` writes."},
        sources_of(&AdvisoryRow::sources));
};

template <>
struct Fields<OwnCuda> {
    static constexpr std::string_view name = "OwnCuda";
    static constexpr std::string_view meaning = "A CUDA toolkit that an environment packages itself.";
    static constexpr auto list = pack_of(Field{"release", &OwnCuda::release, "", &forms::three_numbers},
                                         Field{"toolkitHeaders", &OwnCuda::toolkit_headers,
                                               "Where it puts the headers: under a prefix, or in a directory that the "
                                               "compiler searches by itself."},
                                         Field{"hostCompilers", &OwnCuda::host_compilers,
                                               "That its package asks for, of each family the newest; null: not "
                                               "known."},
                                         sources_of(&OwnCuda::sources));
};

template <>
struct Fields<EnvironmentRow> {
    static constexpr std::string_view name = "EnvironmentRow";
    static constexpr std::string_view meaning = "A distribution's release or a channel of nixpkgs.";
    static constexpr auto list = pack_of(
        Field{"id", &EnvironmentRow::id, "", &forms::id}, Field{"title", &EnvironmentRow::title, "", &forms::text},
        Field{"aliases", &EnvironmentRow::aliases,
              "What else it is called. Case, hyphens, words like Linux and a minor number too many don't matter.",
              &forms::alias},
        Field{"system", &EnvironmentRow::system, "Nix system, where there is only one; null: several.", &forms::system},
        Field{"compiler", &EnvironmentRow::compiler, "Its default compiler."},
        Field{"compilerVersion", &EnvironmentRow::compiler_version, "null where it is not known.",
              &forms::two_or_three_numbers},
        Field{"libstdcxx", &EnvironmentRow::libstdcxx, "GCC major of the libstdc++.so.6 that programs load.",
              &forms::major},
        Field{"libstdcxxVersion", &EnvironmentRow::libstdcxx_version,
              "The GCC release of it; X.0.1 is a snapshot before X.1; null where no source says it.",
              &forms::two_or_three_numbers},
        Field{"nonshared", &EnvironmentRow::nonshared,
              "What code of its newer GCCs needs beyond that libstdc++ is linked statically, from "
              "libstdc++_nonshared.a."},
        Field{"glibc", &EnvironmentRow::glibc, "", &forms::two_numbers},
        Field{"gccs", &EnvironmentRow::gccs, "Packaged majors, ascending.", &forms::major},
        Field{"clangs", &EnvironmentRow::clangs, "Packaged majors, ascending.", &forms::major},
        Field{"fixedAdvisories", &EnvironmentRow::fixed_advisories,
              "Advisories that its own packages are patched against.", &forms::id},
        Field{"ownCuda", &EnvironmentRow::own_cuda,
              "CUDA toolkits that it packages itself, by release, as far as a source says."},
        sources_of(&EnvironmentRow::sources));
};

template <>
struct Fields<DistributionRow> {
    static constexpr std::string_view name = "DistributionRow";
    static constexpr std::string_view meaning = "What a distribution calls the packages of its compilers.";
    static constexpr auto list = pack_of(
        Field{"id", &DistributionRow::id, "Its environments are called so, or so with a hyphen and a version.",
              &forms::id},
        Field{"title", &DistributionRow::title, "", &forms::text},
        Field{"install", &DistributionRow::install, "The command that packages go behind.", &forms::text},
        Field{"gcc", &DistributionRow::gcc, "", &forms::package},
        Field{"newestGcc", &DistributionRow::newest_gcc, "Of the newest GCC of an environment.", &forms::package},
        Field{"defaultGcc", &DistributionRow::default_gcc,
              "Of an environment's default GCC; null: it has no name of its own.", &forms::package},
        Field{"gccProgram", &DistributionRow::gcc_program,
              "The C++ compiler of a package that has a number, by its name or its path; null: not known, or no name "
              "that stays.",
              &forms::program},
        Field{"clang", &DistributionRow::clang, "", &forms::package},
        Field{"newestClang", &DistributionRow::newest_clang, "Of the newest Clang of an environment.", &forms::package},
        sources_of(&DistributionRow::sources));
};

template <>
struct Fields<RedistSystemRow> {
    static constexpr std::string_view name = "RedistSystemRow";
    static constexpr std::string_view meaning = "One system.";
    static constexpr auto list =
        pack_of(Field{"nix", &RedistSystemRow::nix, "", &forms::system},
                Field{"redist", &RedistSystemRow::redist,
                      "NVIDIA's name in its manifests, or unsupported: they have none.", &forms::redist_or_unsupported},
                Field{"pkgsCross", &RedistSystemRow::pkgs_cross,
                      "Attribute of nixpkgs' pkgsCross; null: none is named.", &forms::attribute},
                Field{"jetson", &RedistSystemRow::jetson, "The Jetson variant of the system."},
                Field{"nixpkgs", &RedistSystemRow::nixpkgs, "nixpkgs packages it."},
                Field{"first", &RedistSystemRow::first, "First release known to ship it.", &forms::three_numbers},
                Field{"last", &RedistSystemRow::last, "Last release that ships it; null: still shipped.",
                      &forms::three_numbers},
                Field{"absent", &RedistSystemRow::absent, "Releases in between that lack it.", &forms::three_numbers},
                sources_of(&RedistSystemRow::sources));
};

template <>
struct Fields<JetsonSbsaRow> {
    static constexpr std::string_view name = "JetsonSbsaRow";
    static constexpr std::string_view meaning = "A range of releases.";
    static constexpr auto list =
        pack_of(Field{"first", &JetsonSbsaRow::first, "", &forms::two_numbers},
                Field{"last", &JetsonSbsaRow::last, "Included; null: open.", &forms::two_numbers},
                Field{"minCapability", &JetsonSbsaRow::min_capability,
                      "From this capability on a Jetson is an ordinary Arm server platform."},
                sources_of(&JetsonSbsaRow::sources));
};

template <>
struct Fields<DriverDatum> {
    static constexpr std::string_view name = "DriverDatum";
    static constexpr std::string_view meaning = "A driver version with its sources.";
    static constexpr auto list = pack_of(Field{"driver", &DriverDatum::driver}, sources_of(&DriverDatum::sources));
};

template <>
struct Fields<DriverRow> {
    static constexpr std::string_view name = "DriverRow";
    static constexpr std::string_view meaning = "The drivers of one release.";
    static constexpr auto list =
        pack_of(Field{"release", &DriverRow::release, "", &forms::three_numbers},
                Field{"linux", &DriverRow::linux_minimum, "Oldest driver that NVIDIA documents for it."},
                Field{"windows", &DriverRow::windows_minimum, "The same for Windows."},
                Field{"linuxBundled", &DriverRow::linux_bundled, "The driver in its runfile and its manifest."});
};

template <>
struct Fields<MinorVersionRow> {
    static constexpr std::string_view name = "MinorVersionRow";
    static constexpr std::string_view meaning = "Minor-version compatibility within one major version.";
    static constexpr auto list = pack_of(
        Field{"cudaMajor", &MinorVersionRow::cuda_major, "Major version of CUDA.", &forms::cuda_major},
        Field{"linux", &MinorVersionRow::linux_minimum, "Oldest driver that runs machine code of all its releases."},
        Field{"windows", &MinorVersionRow::windows_minimum, "The same for Windows."},
        sources_of(&MinorVersionRow::sources));
};

template <>
struct Fields<ForwardCompatRow> {
    static constexpr std::string_view name = "ForwardCompatRow";
    static constexpr std::string_view meaning = "The package cuda-compat of one minor release, for data-center GPUs.";
    static constexpr auto list =
        pack_of(Field{"release", &ForwardCompatRow::release, "", &forms::two_numbers},
                Field{"branches", &ForwardCompatRow::branches,
                      "Driver branches on which NVIDIA supports it, ascending.", &forms::some_branches},
                sources_of(&ForwardCompatRow::sources));
};

template <>
struct Fields<CompatPackageRow> {
    static constexpr std::string_view name = "CompatPackageRow";
    static constexpr std::string_view meaning = "A compatibility package among a release's redistributables.";
    static constexpr auto list =
        pack_of(Field{"release", &CompatPackageRow::release, "", &forms::three_numbers},
                Field{"redist", &CompatPackageRow::redist, "NVIDIA's name for the platform.", &forms::redist},
                Field{"package", &CompatPackageRow::package, "Its name in the manifest.", &forms::compat_package},
                Field{"version", &CompatPackageRow::version, "", &forms::driver_or_build},
                Field{"gpus", &CompatPackageRow::gpus, "What it is for."},
                Field{"capability", &CompatPackageRow::capability, "The only capability it is for; null: any."},
                sources_of(&CompatPackageRow::sources));
};

template <>
struct Fields<RedistExceptionRow> {
    static constexpr std::string_view name = "RedistExceptionRow";
    static constexpr std::string_view meaning = "A capability that NVIDIA excepts from a platform.";
    static constexpr auto list = pack_of(
        Field{"redist", &RedistExceptionRow::redist, "NVIDIA's name for the platform.", &forms::redist},
        Field{"capability", &RedistExceptionRow::capability, "", &forms::baseline},
        Field{"first", &RedistExceptionRow::first, "", &forms::two_numbers},
        Field{"last", &RedistExceptionRow::last, "", &forms::two_numbers}, sources_of(&RedistExceptionRow::sources));
};

template <>
struct Fields<PtxVersionRow> {
    static constexpr std::string_view name = "PtxVersionRow";
    static constexpr std::string_view meaning =
        "The PTX that a minor release writes, and the drivers of that CUDA version.";
    static constexpr auto list = pack_of(
        Field{"release", &PtxVersionRow::release, "", &forms::two_numbers},
        Field{"ptx", &PtxVersionRow::ptx, "Newest version of the PTX ISA that its ptxas takes.", &forms::two_numbers},
        Field{"branch", &PtxVersionRow::branch, "First driver branch of that CUDA version; null: not known.",
              &forms::branch},
        sources_of(&PtxVersionRow::sources));
};

template <>
struct Fields<GpuDriversRow> {
    static constexpr std::string_view name = "GpuDriversRow";
    static constexpr std::string_view meaning = "Which drivers can know a GPU of a capability.";
    static constexpr auto list = pack_of(Field{"capability", &GpuDriversRow::capability, "", &forms::baseline},
                                         Field{"firstBranch", &GpuDriversRow::first_branch,
                                               "No older driver knows any GPU of it; null: not known.", &forms::branch},
                                         Field{"lastBranch", &GpuDriversRow::last_branch,
                                               "No newer driver does; null: it is still known.", &forms::branch},
                                         sources_of(&GpuDriversRow::sources));
};

template <>
struct Fields<JetsonDriverRow> {
    static constexpr std::string_view name = "JetsonDriverRow";
    static constexpr std::string_view meaning = "The driver that comes with a JetPack.";
    static constexpr auto list =
        pack_of(Field{"driver", &JetsonDriverRow::driver, "And later ones of its branch."},
                Field{"jetpack", &JetsonDriverRow::jetpack, "", &forms::two_numbers},
                Field{"cuda", &JetsonDriverRow::cuda, "The CUDA version that it has.", &forms::two_numbers},
                sources_of(&JetsonDriverRow::sources));
};

template <>
struct Fields<ProductDrivers> {
    static constexpr std::string_view name = "ProductDrivers";
    static constexpr std::string_view meaning = "The drivers that NVIDIA's lists have a product in.";
    static constexpr auto list = pack_of(
        Field{"from", &ProductDrivers::from,
              "Ascending, one of a branch at most; the last one stands for every later branch.", &forms::some_drivers},
        sources_of(&ProductDrivers::sources));
};

template <>
struct Fields<PackageSetRow> {
    static constexpr std::string_view name = "PackageSetRow";
    static constexpr std::string_view meaning = "One package set in one channel.";
    static constexpr auto list =
        pack_of(Field{"channel", &PackageSetRow::channel, "Id of environments.json.", &forms::channel},
                Field{"attribute", &PackageSetRow::attribute, "Attribute of nixpkgs.", &forms::package_set},
                Field{"release", &PackageSetRow::release, "Three numbers; two where no source says the patch release.",
                      &forms::two_or_three_numbers},
                sources_of(&PackageSetRow::sources));
};

template <>
struct Fields<GpuRow> {
    static constexpr std::string_view name = "GpuRow";
    static constexpr std::string_view meaning = "One product with one capability.";
    static constexpr auto list = pack_of(
        Field{"name", &GpuRow::name, "Without the vendor and without a memory size at its end.", &forms::product},
        Field{"capability", &GpuRow::capability, "Baseline, in capabilities.json.", &forms::baseline},
        Field{"line", &GpuRow::line, "Which line of products."},
        Field{"aliases", &GpuRow::aliases, "Sorted: other names, above all what nvidia-smi prints where it is another.",
              &forms::product},
        Field{"drivers", &GpuRow::drivers, "The drivers that NVIDIA's lists have it in; null: not known, or a Jetson."},
        sources_of(&GpuRow::sources));
};

template <>
struct Fields<GpuWordsRow> {
    static constexpr std::string_view name = "GpuWordsRow";
    static constexpr std::string_view meaning = "Words of GPUs' names that a reader passes over.";
    static constexpr auto list = pack_of(
        Field{"use", &GpuWordsRow::use,
              "Where they stand: vendor and former-line before a name, form-factor behind it, memory-unit behind a "
              "number behind it; left-out in it, laptop in it where nothing else fits."},
        Field{"words", &GpuWordsRow::words, "Sorted, in lower case.", &forms::name_word},
        sources_of(&GpuWordsRow::sources));
};

template <>
struct Fields<ConsumerRow> {
    static constexpr std::string_view name = "ConsumerRow";
    static constexpr std::string_view meaning = "A program that reads lists of architectures.";
    static constexpr auto list =
        pack_of(Field{"id", &ConsumerRow::id, "As its spelling is called.", &forms::id},
                Field{"title", &ConsumerRow::title, "", &forms::text},
                Field{"oldest", &ConsumerRow::oldest, "The oldest release that was read and takes such lists.",
                      &forms::three_numbers},
                Field{"newest", &ConsumerRow::newest, "The newest release that was read.", &forms::three_numbers},
                sources_of(&ConsumerRow::sources));
};

template <>
struct Fields<ConsumerEntriesRow> {
    static constexpr std::string_view name = "ConsumerEntriesRow";
    static constexpr std::string_view meaning = "Entries that a consumer takes, each by itself.";
    static constexpr auto list =
        pack_of(Field{"consumer", &ConsumerEntriesRow::consumer, "Its id.", &forms::id},
                Field{"entries", &ConsumerEntriesRow::entries, "Sorted.", &forms::some_capabilities},
                Field{"first", &ConsumerEntriesRow::first, "The first release of the consumer of which it holds.",
                      &forms::three_numbers},
                Field{"last", &ConsumerEntriesRow::last,
                      "The last one; two numbers: all of them; null: it holds of the newest that was read.",
                      &forms::two_or_three_numbers},
                Field{"cuda", &ConsumerEntriesRow::cuda, "Only with these releases of CUDA; null: with any."},
                sources_of(&ConsumerEntriesRow::sources));
};

template <>
struct Fields<ConsumerRangeRow> {
    static constexpr std::string_view name = "ConsumerRangeRow";
    static constexpr std::string_view meaning = "Numbers that a consumer passes on whether it knows them or not.";
    static constexpr auto list =
        pack_of(Field{"consumer", &ConsumerRangeRow::consumer, "Its id.", &forms::id},
                Field{"lowest", &ConsumerRangeRow::lowest, "Included, and only what is of its kind: baseline, a or f."},
                Field{"highest", &ConsumerRangeRow::highest, "Included; null: any number."},
                Field{"first", &ConsumerRangeRow::first, "The first release of the consumer of which it holds.",
                      &forms::three_numbers},
                Field{"last", &ConsumerRangeRow::last,
                      "The last one; two numbers: all of them; null: it holds of the newest that was read.",
                      &forms::two_or_three_numbers},
                Field{"cuda", &ConsumerRangeRow::cuda, "Only with these releases of CUDA; null: with any."},
                sources_of(&ConsumerRangeRow::sources));
};

template <>
struct Fields<ConsumerWordRow> {
    static constexpr std::string_view name = "ConsumerWordRow";
    static constexpr std::string_view meaning = "A word that a consumer takes, and what it stands for.";
    static constexpr auto list =
        pack_of(Field{"consumer", &ConsumerWordRow::consumer, "Its id.", &forms::id},
                Field{"word", &ConsumerWordRow::word, "As the consumer writes it.", &forms::consumer_word},
                Field{"entries", &ConsumerWordRow::entries,
                      "Sorted; none: what the machine or the release has, as the word says."},
                Field{"ptx", &ConsumerWordRow::ptx, "And PTX of the last one."},
                Field{"first", &ConsumerWordRow::first, "The first release of the consumer of which it holds.",
                      &forms::three_numbers},
                Field{"last", &ConsumerWordRow::last,
                      "The last one; two numbers: all of them; null: it holds of the newest that was read.",
                      &forms::two_or_three_numbers},
                Field{"cuda", &ConsumerWordRow::cuda, "Only with these releases of CUDA; null: with any."},
                sources_of(&ConsumerWordRow::sources));
};

template <class Row>
constexpr auto first_release_of(std::optional<Version> Row::*member) {
    return Field{"first", member, "The first release of which it holds; null: no release is known to lack it.",
                 &forms::three_numbers};
}

template <class Row>
constexpr auto last_release_of(std::optional<Version> Row::*member) {
    return Field{"last", member,
                 "The last one; two numbers: all patch releases; null: it holds of the newest that was read.",
                 &forms::two_or_three_numbers};
}

template <>
struct Fields<ComponentRow> {
    static constexpr std::string_view name = "ComponentRow";
    static constexpr std::string_view meaning =
        "What NVIDIA ships by itself: a component of the toolkit, or the driver.";
    static constexpr auto list =
        pack_of(Field{"id", &ComponentRow::id, "As NVIDIA's manifests call it.", &forms::component},
                Field{"title", &ComponentRow::title, "", &forms::text}, first_release_of(&ComponentRow::first),
                last_release_of(&ComponentRow::last), sources_of(&ComponentRow::sources));
};

template <>
struct Fields<ComponentFilesRow> {
    static constexpr std::string_view name = "ComponentFilesRow";
    static constexpr std::string_view meaning = "Files that a component has in some releases; each list is sorted.";
    static constexpr auto list = pack_of(
        Field{"component", &ComponentFilesRow::component, "Its id.", &forms::component},
        first_release_of(&ComponentFilesRow::first), last_release_of(&ComponentFilesRow::last),
        Field{"headers", &ComponentFilesRow::headers, "As they are included.", &forms::component_file},
        Field{"cmakeFiles", &ComponentFilesRow::cmake_files, "Packages' files for CMake.", &forms::component_file},
        Field{"libraries", &ComponentFilesRow::libraries, "As they are linked, without lib and .so.",
              &forms::component_file},
        Field{"staticLibraries", &ComponentFilesRow::static_libraries, "Without lib and .a.", &forms::component_file},
        Field{"stubs", &ComponentFilesRow::stubs,
              "Libraries of which it has a stub to link, and nothing to load; without lib and .so.",
              &forms::component_file},
        Field{"tools", &ComponentFilesRow::tools, "Programs, and files that only they read.", &forms::component_file},
        sources_of(&ComponentFilesRow::sources));
};

template <>
struct Fields<ComponentSonameRow> {
    static constexpr std::string_view name = "ComponentSonameRow";
    static constexpr std::string_view meaning = "The number in the names under which libraries are loaded.";
    static constexpr auto list =
        pack_of(Field{"component", &ComponentSonameRow::component, "Its id.", &forms::component},
                Field{"number", &ComponentSonameRow::number, "", &forms::soname_number},
                Field{"libraries", &ComponentSonameRow::libraries, "Sorted.", &forms::some_component_files},
                first_release_of(&ComponentSonameRow::first), last_release_of(&ComponentSonameRow::last),
                sources_of(&ComponentSonameRow::sources));
};

template <>
struct Fields<CmakeNameRow> {
    static constexpr std::string_view name = "CmakeNameRow";
    static constexpr std::string_view meaning = "What CMake calls a file that a component has.";
    static constexpr auto list = pack_of(Field{"name", &CmakeNameRow::name, "", &forms::cmake_name},
                                         Field{"file", &CmakeNameRow::file,
                                               "Its name in the table of files, written out.", &forms::component_file},
                                         sources_of(&CmakeNameRow::sources));
};

template <>
struct Fields<ComponentPackageRow> {
    static constexpr std::string_view name = "ComponentPackageRow";
    static constexpr std::string_view meaning =
        "The packages with a component's files; null: it has no such file, no package has it, or nobody looked.";
    static constexpr auto list = pack_of(
        Field{"component", &ComponentPackageRow::component, "Its id.", &forms::component},
        Field{"manager", &ComponentPackageRow::manager,
              "nixpkgs: attributes of the package set; apt: NVIDIA's repositories; conda: conda-forge; pip: PyPI."},
        first_release_of(&ComponentPackageRow::first), last_release_of(&ComponentPackageRow::last),
        Field{"headers", &ComponentPackageRow::headers, "With its headers and files for CMake.",
              &forms::component_package},
        Field{"linking", &ComponentPackageRow::linking, "With what the linker looks for, libcublas.so.",
              &forms::component_package},
        Field{"loading", &ComponentPackageRow::loading, "With what the loader looks for, libcublas.so.12.",
              &forms::component_package},
        Field{"static", &ComponentPackageRow::static_libraries, "With its static libraries.",
              &forms::component_package},
        Field{"stubs", &ComponentPackageRow::stubs, "With its stubs.", &forms::component_package},
        Field{"tools", &ComponentPackageRow::tools, "With its programs.", &forms::component_package},
        sources_of(&ComponentPackageRow::sources));
};

template <>
struct Fields<MessageRow> {
    static constexpr std::string_view name = "MessageRow";
    static constexpr std::string_view meaning = "A message that tools print, in whatever wording.";
    static constexpr auto list =
        pack_of(Field{"id", &MessageRow::id, "", &forms::id},
                Field{"title", &MessageRow::title, "What happened.", &forms::text},
                Field{"cause", &MessageRow::cause, "What answers it; itself: why and remedy."},
                Field{"advisories", &MessageRow::advisories,
                      "Sorted ids; those that a log with this message can be about.", &forms::id},
                Field{"why", &MessageRow::why, "null: the cause says it.", &forms::text},
                Field{"remedy", &MessageRow::remedy, "What to do; null: the cause says it.", &forms::text},
                sources_of(&MessageRow::sources));
};

template <>
struct Fields<MessageTextRow> {
    static constexpr std::string_view name = "MessageTextRow";
    static constexpr std::string_view meaning = "A wording of a message.";
    static constexpr auto list = pack_of(
        Field{"message", &MessageTextRow::message, "Its id.", &forms::id},
        Field{"text", &MessageTextRow::text, "Without the place and the word error before it; holes in braces.",
              &forms::text},
        Field{"tools", &MessageTextRow::tools, "That print it.", &forms::text},
        Field{"language", &MessageTextRow::language, "Of the translation; null: English.", &forms::language},
        Field{"files", &MessageTextRow::files, "Ends of the file that the line may name; none: any.", &forms::text},
        Field{"outcome", &MessageTextRow::outcome,
              "warning: printed where nothing fails; note: never a cause by itself."},
        sources_of(&MessageTextRow::sources));
};

template <>
struct Fields<MessageLinesRow> {
    static constexpr std::string_view name = "MessageLinesRow";
    static constexpr std::string_view meaning = "What to type against a message, beside what follows from its cause.";
    static constexpr auto list =
        pack_of(Field{"message", &MessageLinesRow::message, "Its id.", &forms::id},
                Field{"tool", &MessageLinesRow::tool, "As --for calls it.", &forms::code},
                Field{"lines", &MessageLinesRow::lines, "A fact's name in braces stands for what the message says.",
                      &forms::text},
                sources_of(&MessageLinesRow::sources));
};

template <>
struct Fields<WrapperTextRow> {
    static constexpr std::string_view name = "WrapperTextRow";
    static constexpr std::string_view meaning = "A line that says only that something failed further up.";
    static constexpr auto list =
        pack_of(Field{"text", &WrapperTextRow::text, "", &forms::text},
                Field{"tools", &WrapperTextRow::tools, "", &forms::text},
                Field{"language", &WrapperTextRow::language, "null: English.", &forms::language},
                sources_of(&WrapperTextRow::sources));
};

template <>
struct Fields<SuccessTextRow> {
    static constexpr std::string_view name = "SuccessTextRow";
    static constexpr std::string_view meaning = "A line that says that all went well in the end.";
    static constexpr auto list = pack_of(Field{"text", &SuccessTextRow::text, "", &forms::text},
                                         Field{"tools", &SuccessTextRow::tools,
                                               "person: it is said of the whole, wherever it stands.", &forms::text},
                                         sources_of(&SuccessTextRow::sources));
};

template <>
struct Fields<FactTextRow> {
    static constexpr std::string_view name = "FactTextRow";
    static constexpr std::string_view meaning = "A line that says something about the machine.";
    static constexpr auto list =
        pack_of(Field{"text", &FactTextRow::text, "Holes in braces.", &forms::text},
                Field{"tool", &FactTextRow::tool, "Whose log it is in, as --for calls it; null: it does not say.",
                      &forms::code},
                sources_of(&FactTextRow::sources));
};

template <>
struct Fields<ErrorWordRow> {
    static constexpr std::string_view name = "ErrorWordRow";
    static constexpr std::string_view meaning = "How compilers and linkers of a language begin a failure.";
    static constexpr auto list = pack_of(Field{"text", &ErrorWordRow::text, "", &forms::text},
                                         Field{"language", &ErrorWordRow::language, "null: English.", &forms::language},
                                         sources_of(&ErrorWordRow::sources));
};

template <>
struct Fields<NvJitLinkRow> {
    static constexpr std::string_view name = "NvJitLinkRow";
    static constexpr std::string_view meaning = "The names of symbols that a libnvJitLink has.";
    static constexpr auto list =
        pack_of(Field{"release", &NvJitLinkRow::release, "Of CUDA.", &forms::two_numbers},
                Field{"library", &NvJitLinkRow::library, "The one that was read.", &forms::three_numbers},
                Field{"newestSymbol", &NvJitLinkRow::newest_symbol, "Each older one of its major release is there too.",
                      &forms::jit_version},
                Field{"unnumbered", &NvJitLinkRow::unnumbered, "Names without such a number are there too."},
                sources_of(&NvJitLinkRow::sources));
};

template <>
struct Fields<RuleRow> {
    static constexpr std::string_view name = "RuleRow";
    static constexpr std::string_view meaning = "One rule.";
    static constexpr auto list =
        pack_of(Field{"id", &RuleRow::id, "", &forms::rule_id},
                Field{"statement", &RuleRow::statement, "One sentence, without a full stop.", &forms::text},
                sources_of(&RuleRow::sources));
};

template <>
struct Fields<SourceRow> {
    static constexpr std::string_view name = "SourceRow";
    static constexpr std::string_view meaning = "One source.";
    static constexpr auto list = pack_of(
        Field{"id", &SourceRow::id, "", &forms::id}, Field{"kind", &SourceRow::kind, "What sort of source."},
        Field{"title", &SourceRow::title, "", &forms::text}, Field{"url", &SourceRow::url, "", &forms::url},
        Field{"locator", &SourceRow::locator, "Where in it: file, section, line, or how it was measured.",
              &forms::text},
        Field{"retrieved", &SourceRow::retrieved, "", &forms::day}, Field{"confidence", &SourceRow::confidence});
};

template <class T>
concept Record = requires {
    Fields<std::remove_const_t<T>>::list;
};

/// Calls `visit(key, row.*member)` for every field of a row.
template <Record Row, class Visit>
void for_each_field(Row& row, Visit&& visit) {
    Fields<std::remove_const_t<Row>>::list([&](const auto&... field) { (visit(field.key, row.*field.member), ...); });
}

/// A list of rows in Tables: the file it is kept in, and its key there.
template <class Row>
struct List {
    std::string_view file;
    std::string_view key;
    std::span<const Row> Tables::*rows;
    std::string_view meaning;
};

template <class Row>
List(const char*, const char*, std::span<const Row> Tables::*, const char*) -> List<Row>;

/// A single value in Tables: the file it is kept in, and its key there.
template <class T>
struct Value {
    std::string_view file;
    std::string_view key;
    T Tables::*member;
    std::string_view meaning;
    const Form* form;
};

template <class T>
Value(const char*, const char*, T Tables::*, const char*, const Form*) -> Value<T>;

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

/// Every member of Tables that is no list. In its file it stands before the lists.
inline constexpr auto table_values =
    pack_of(Value{"capabilities.json", "readThrough", &Tables::capabilities_read_through,
                  "The newest release of which the rows without an end were read.", &forms::three_numbers},
            Value{"advisories.json", "readThrough", &Tables::advisories_read_through,
                  "The newest release of which the rows without an end were read.", &forms::three_numbers},
            Value{"environments.json", "assumed", &Tables::assumed_environment,
                  "The environment that is assumed where none is named.", &forms::id},
            Value{"redist.json", "readThrough", &Tables::redist_read_through,
                  "The newest release of which the rows without an end were read.", &forms::three_numbers});

template <class Visit>
void for_each_value(Visit&& visit) {
    table_values([&](const auto&... value) { (visit(value), ...); });
}

/// Every list of Tables.
inline constexpr auto table_lists = pack_of(
    List{"releases.json", "releases", &Tables::releases, "Sorted by release."},
    List{"releases.json", "neverReleased", &Tables::never_released,
         "Numbers that look like a release and never were one."},
    List{"host_compilers.json", "hostCompilers", &Tables::host_compilers,
         "Sorted by family (gcc, clang), then release; every release in exactly one row of each family."},
    List{"capabilities.json", "capabilities", &Tables::capabilities, "Sorted by number, then baseline, a, f."},
    List{"libstdcxx.json", "libstdcxx", &Tables::libstdcxx, "Sorted by GCC release."},
    List{"measured.json", "pairHeaders", &Tables::pair_headers, "Sorted by build, compiler, standard."},
    List{"measured.json", "clangHeaders", &Tables::clang_headers, "Sorted by Clang, then standard."},
    List{"measured.json", "hostStandards", &Tables::host_standards, "Sorted by standard, family, then release."},
    List{"measured.json", "ccbinVariable", &Tables::ccbin_variable, "Sorted by release."},
    List{"advisories.json", "advisories", &Tables::advisories, "Sorted by id."},
    List{"environments.json", "environments", &Tables::environments, "Sorted by id."},
    List{"environments.json", "distributions", &Tables::distributions, "Sorted by id."},
    List{"redist.json", "systems", &Tables::redist_systems, "Sorted by Nix system, then redist name."},
    List{"redist.json", "jetsonSbsa", &Tables::jetson_sbsa, "Sorted by release, without gaps."},
    List{"redist.json", "exceptions", &Tables::redist_exceptions, "Sorted by redist system, capability."},
    List{"drivers.json", "drivers", &Tables::drivers,
         "Sorted by release; a release of which nothing is known has no row."},
    List{"drivers.json", "minorVersions", &Tables::minor_versions, "Sorted by major version; from CUDA 11 on."},
    List{"drivers.json", "forwardCompat", &Tables::forward_compat, "Sorted by release."},
    List{"drivers.json", "compatPackages", &Tables::compat_packages, "Sorted by release, redist system, package."},
    List{"drivers.json", "ptxVersions", &Tables::ptx_versions, "Sorted by release."},
    List{"drivers.json", "gpuDrivers", &Tables::gpu_drivers, "Sorted by capability; a Jetson's has no row."},
    List{"drivers.json", "jetsonDrivers", &Tables::jetson_drivers, "Sorted by driver."},
    List{"package_sets.json", "packageSets", &Tables::package_sets, "Sorted by channel, then attribute."},
    List{"gpus.json", "gpus", &Tables::gpus,
         "Sorted by name, then capability. A name with several chips has a row for each capability."},
    List{"gpus.json", "words", &Tables::gpu_words, "In the order in which the uses are named."},
    List{"consumers.json", "consumers", &Tables::consumers, "Sorted by id."},
    List{"consumers.json", "entries", &Tables::consumer_entries, "Sorted by consumer, first release, first entry."},
    List{"consumers.json", "ranges", &Tables::consumer_ranges,
         "Sorted by consumer, lowest number, first release of the consumer, first release of CUDA. What is in no range "
         "and no list of entries, the consumer refuses or drops."},
    List{"consumers.json", "words", &Tables::consumer_words,
         "Sorted by consumer, word, first release of the consumer, first release of CUDA."},
    List{"messages.json", "messages", &Tables::messages, "Sorted by id."},
    List{"messages.json", "messageTexts", &Tables::message_texts, "Sorted by message, then text."},
    List{"messages.json", "messageLines", &Tables::message_lines, "Sorted by message, then tool."},
    List{"messages.json", "wrapperTexts", &Tables::wrapper_texts, "Sorted by text."},
    List{"messages.json", "successTexts", &Tables::success_texts, "Sorted by text."},
    List{"messages.json", "factTexts", &Tables::fact_texts, "Sorted by text."},
    List{"messages.json", "errorWords", &Tables::error_words, "Sorted by text."},
    List{"messages.json", "nvJitLinkLibraries", &Tables::nvjitlink_libraries, "Sorted by release."},
    List{"components.json", "components", &Tables::components, "Sorted by id."},
    List{"components.json", "files", &Tables::component_files,
         "Sorted by component, first release, last release. In each release a file is in one component."},
    List{"components.json", "sonames", &Tables::component_sonames,
         "Sorted by component, first release, number, first library."},
    List{"components.json", "cmake", &Tables::cmake_names, "Sorted by name."},
    List{"components.json", "packages", &Tables::component_packages, "Sorted by component, manager, first release."},
    List{"rules.json", "rules", &Tables::rules, "Sorted by id."},
    List{"sources.json", "sources", &Tables::sources, "Sorted by id."},
    List{"symbol_versions.json", "symbolVersions", &Tables::symbol_versions, "Sorted by version, as a text."});

template <class Visit>
void for_each_list(Visit&& visit) {
    table_lists([&](const auto&... list) { (visit(list), ...); });
}

}  // namespace cudastdenv
