// SPDX-License-Identifier: MIT
#pragma once

/// The tables and their rows. `data/*.json` has the same rows, with names in camelCase; data/README.md explains their
/// maintenance. A row owns nothing: its texts and lists are in static storage (builtin_tables) or in a LoadedTables.

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>
#include <cudastdenv/describe.hpp>
#include <cudastdenv/driver.hpp>
#include <cudastdenv/export.hpp>
#include <cudastdenv/version.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cudastdenv {

/// Ids of rows of `sources`.
using SourceIds = std::span<const std::string_view>;

// One line for each field.
// clang-format off
/// A row with its sources.
#define CUDASTDENV_CITING_RECORD(title_, meaning_, ...) \
    CUDASTDENV_RECORD(title_, meaning_, __VA_ARGS__, (SourceIds, sources, "sources", "Ids of sources.json, the most important first.", "some source"))
/// The releases for which a row holds.
#define CUDASTDENV_RELEASES \
    (std::optional<Version>, first, "first", "First release for which the row holds; null where no release is known to lack it.", "threeNumbers"), \
    (std::optional<Version>, last, "last", "Last release, inclusive; two numbers mean all their patch releases; null where the row holds for the newest release that was checked.", "twoOrThreeNumbers")

struct Release {
    CUDASTDENV_CITING_RECORD("Release", "One release.",
        (Version, version, "release", "Release; 10.x has its build as the third number.", "threeNumbers"),
        (std::optional<std::string_view>, nvcc, "nvcc", "The version that nvcc prints; null where unknown.", "threeNumbers"),
        (std::optional<std::string_view>, date, "date", "Day or month of the release; null where unknown.", "dayOrMonth"),
        (bool, preview, "preview", "Whether it is a developer preview, which two numbers never mean."),
        (std::optional<CxxStandard>, newest_standard, "newestStandard", "Newest standard that nvcc's -std accepts; null where unknown."))
};

/// A release older than the first one of `releases`. Only `diagnose` and errors use it.
struct EarlyRelease {
    CUDASTDENV_CITING_RECORD("EarlyRelease", "What is known of a release before the first one of `releases`.",
        (Version, version, "release", "Two numbers.", "twoNumbers"),
        (int, newest_gcc, "newestGcc", "Newest GCC major version that host_config.h accepts.", "major"),
        (Version, ptx, "ptx", "Newest PTX ISA version that its ptxas accepts.", "twoNumbers"),
        (DriverVersion, driver, "driver", "Minimum driver on Linux of its first build, in NVIDIA's documentation."))
};

struct NeverReleased {
    CUDASTDENV_CITING_RECORD("NeverReleased", "A number that was skipped.",
        (Version, version, "release", "Two numbers.", "twoNumbers"),
        (std::string_view, reason, "reason", "", "text"))
};

/// The supported major versions of a host compiler family according to one policy, both ends inclusive. The header's
/// Clang limit is exclusive; the tables have the inclusive one.
struct HostRange {
    CUDASTDENV_CITING_RECORD("HostRange", "Major versions, both ends inclusive.",
        (std::optional<int>, min, "min", "Null where no minimum is stated.", "major"),
        (int, max, "max", "", "major"))
};

struct HostCompilerRow {
    CUDASTDENV_RECORD("HostCompilerRow", "Consecutive, identical releases of one minor release.",
        (Compiler::Family, family, "family"),
        (Version, first, "first", "First release.", "threeNumbers"),
        (Version, last, "last", "Last release, inclusive.", "threeNumbers"),
        (std::optional<HostRange>, enforced, "enforced", "Range that crt/host_config.h checks."),
        (std::optional<HostRange>, documented, "documented", "Range in NVIDIA's installation guide."),
        (std::optional<HostRange>, nixpkgs, "nixpkgs", "Range in nixpkgs' nvcc.nix."),
        (std::optional<HostRange>, grace, "grace", "Range for NVIDIA's own Clang for Grace (__GRCO_CLANG_COMPILER__)."))
};

struct NvccCapability {
    CUDASTDENV_CITING_RECORD("NvccCapability", "Releases whose nvcc supports it.",
        (Version, first, "first", "First public release.", "twoNumbers"),
        (std::optional<Version>, last, "last", "Last release, inclusive; null where still supported.", "twoNumbers"))

    [[nodiscard]] constexpr bool takes_in(Version release) const noexcept {
        return VersionRange{first, last}.contains(release);
    }
};

struct NixpkgsCapability {
    CUDASTDENV_CITING_RECORD("NixpkgsCapability", "Row of nixpkgs' cuda.nix; null where absent.",
        (Version, min, "min", "", "twoNumbers"),
        (std::optional<Version>, max, "max", "Inclusive.", "twoNumbers"),
        (std::optional<Version>, dont_default_after, "dontDefaultAfter", "Last release that builds it by default.", "twoNumbers"))
};

struct CapabilityRename {
    CUDASTDENV_RECORD("CapabilityRename", "The later number of the capability.",
        (Capability, to, "to"),
        (Version, since, "since", "First release with the new number.", "twoNumbers"))
};

struct CapabilityRow {
    CUDASTDENV_CITING_RECORD("CapabilityRow", "One capability.",
        (Capability, capability, "capability"),
        (std::string_view, architecture, "architecture", "Name of the GPU architecture, as in nixpkgs.", "architecture"),
        (bool, jetson, "jetson", "Whether it is an integrated (Tegra) GPU."),
        (std::optional<Capability>, family, "family", "Lowest family-specific member of the family; null before 10.0."),
        (NvccCapability, nvcc, "nvcc"),
        (std::optional<NixpkgsCapability>, nixpkgs, "nixpkgs", "Null where nixpkgs has no such row."),
        (std::optional<CapabilityRename>, renamed, "renamed"))
};

struct FormerCapability {
    CUDASTDENV_CITING_RECORD("FormerCapability", "A capability that no release of `releases` supports.",
        (Capability, capability, "capability", "Baseline capability.", "baseline"),
        (Version, last, "last", "Last release whose nvcc supports it.", "twoNumbers"))
};

struct LibstdcxxRow {
    CUDASTDENV_CITING_RECORD("LibstdcxxRow", "Symbol versions from this GCC release until the next row.",
        (Version, gcc, "gcc", "First GCC release.", "twoOrThreeNumbers"),
        (std::string_view, glibcxx, "glibcxx", "Newest symbol version.", "glibcxx"),
        (std::string_view, cxxabi, "cxxabi", "Newest symbol version of the C++ ABI, on x86_64 and aarch64.", "cxxabi"),
        (std::string_view, soname, "soname", "File name of the library.", "soname"))
};

/// The symbols that a symbol version of libstdc++ or glibc added. A symbol with several versions is in the oldest,
/// which an object can be linked with.
struct SymbolVersionRow {
    CUDASTDENV_CITING_RECORD("SymbolVersionRow", "The symbols that a symbol version added.",
        (std::string_view, version, "version", "The symbol version.", "symbolVersion"),
        (std::span<const std::string_view>, symbols, "symbols", "Sorted; a symbol with several versions is in the oldest.", "some symbol"))
};

/// Measured: the GCCs whose libstdc++ headers work with a host compiler under this nvcc, and those that do not. It
/// depends on the pair: libstdc++ has different code for each Clang, and nvcc's front end parses only some of it. A GCC
/// uses its own headers.
struct PairHeadersRow {
    CUDASTDENV_CITING_RECORD("PairHeadersRow", "One build of nvcc, one host compiler and one standard.",
        (Version, nvcc, "nvcc", "Build, as nvcc prints it.", "threeNumbers"),
        (Compiler, compiler, "compiler", "The host compiler."),
        (CxxStandard, standard, "standard"),
        (std::span<const int>, works, "works", "GCC major versions whose headers work, ascending.", "major"),
        (std::span<const int>, fails, "fails", "GCC major versions whose headers fail, ascending.", "major"))
};

/// Measured: the newest libstdc++ headers that this Clang parses without nvcc.
struct ClangHeadersRow {
    CUDASTDENV_CITING_RECORD("ClangHeadersRow", "One Clang and one standard.",
        (int, clang, "clang", "", "major"),
        (CxxStandard, standard, "standard"),
        (std::optional<int>, max_libstdcxx, "maxLibstdcxx", "Newest GCC major version whose headers parse; null where none do.", "major"))
};

/// Measured: the oldest host compiler with which nvcc accepts a standard. With an older one, nvcc warns, ignores `-std`
/// and uses the host compiler's default standard.
struct HostStandardRow {
    CUDASTDENV_CITING_RECORD("HostStandardRow", "One standard, one family and consecutive releases.",
        (CxxStandard, standard, "standard"),
        (Compiler::Family, family, "family"),
        (int, min, "min", "Oldest compiler with which nvcc accepts the standard, inclusive.", "major"),
        (Version, first, "first", "First release for which this is known.", "threeNumbers"),
        (Version, last, "last", "Last release, inclusive.", "threeNumbers"))
};

/// The oldest compiler that knows a standard by the name that nvcc passes to it, `-std=c++20`, whatever the nvcc.
struct CompilerStandardRow {
    CUDASTDENV_CITING_RECORD("CompilerStandardRow", "One standard and one family.",
        (CxxStandard, standard, "standard"),
        (Compiler::Family, family, "family"),
        (int, min, "min", "Oldest compiler, inclusive.", "major"))
};

/// Measured: whether nvcc reads its host compiler from the variable NVCC_CCBIN.
struct CcbinVariableRow {
    CUDASTDENV_CITING_RECORD("CcbinVariableRow", "Consecutive releases.",
        (bool, heeded, "heeded", "Whether nvcc reads its host compiler from NVCC_CCBIN."),
        (Version, first, "first", "First release for which this is known.", "threeNumbers"),
        (Version, last, "last", "Last release, inclusive.", "threeNumbers"))
};

/// Location of the toolkit's headers. prefix: nvcc passes their directory to the compiler with -I. system: they are in
/// a default directory of the compiler, as in Debian's own packages. There, GCC ignores what is an error elsewhere.
CUDASTDENV_NEW_ENUM(ToolkitHeaders, (prefix, "prefix"), (system, "system"))

/// A workaround that keeps release, compiler and standard. isystem: -isystem with the directory of the toolkit's
/// headers, for GCC only. glibc_shim: the header that `env --glibc-shim` writes, also with -isystem.
CUDASTDENV_NEW_ENUM(Workaround, (isystem, "isystem"), (glibc_shim, "glibc-shim"))

struct ExemptHosts {
    CUDASTDENV_RECORD("ExemptHosts", "Host compilers of a family, with the toolkit's headers in this location.",
        (Compiler::Family, family, "family"),
        (ToolkitHeaders, toolkit_headers, "toolkitHeaders", "Under a prefix, or in a default directory of the compiler."))
};

struct AdvisoryCondition {
    CUDASTDENV_RECORD("AdvisoryCondition", "All parts that are not null must hold; `unless` must not.",
        (std::optional<VersionRange>, releases, "releases"),
        (std::optional<Compiler::Family>, family, "family"),
        (std::optional<MajorRange>, compiler, "compiler", "Major version of the host compiler."),
        (std::span<const VersionRange>, compiler_versions, "compilerVersions", "Ranges for its full version, of which one must contain it; empty where any version matches."),
        (std::optional<MajorRange>, libstdcxx_headers, "libstdcxxHeaders", "GCC major version of the headers."),
        (std::optional<MajorRange>, libstdcxx_library, "libstdcxxLibrary", "GCC major version of the library."),
        (std::optional<VersionRange>, glibc, "glibc"),
        (std::optional<CxxStandard>, standard_min, "standardMin"),
        (std::optional<CxxStandard>, standard_max, "standardMax"),
        (std::optional<std::string_view>, system, "system", "Nix system.", "nixSystem"),
        (std::optional<ExemptHosts>, unless, "unless", "The exempt compilers; null where no compiler is exempt."))
};

CUDASTDENV_NEW_ENUM(AdvisorySeverity, (broken, "broken"), (caution, "caution"), (note, "note"))

/// A combination that passes nvcc's check but fails, or needs care.
struct AdvisoryRow {
    using Severity = AdvisorySeverity;

    CUDASTDENV_CITING_RECORD("AdvisoryRow", "One advisory.",
        (std::string_view, id, "id", "", "id"),
        (Severity, severity, "severity", "broken: fails; caution: may fail; note: informative."),
        (AdvisoryCondition, when, "when"),
        (std::string_view, message, "message", "", "sentences"),
        (std::optional<std::string_view>, workaround, "workaround", "The workaround; null where none is known.", "text"),
        (std::span<const Workaround>, workarounds, "waysOut", "Workarounds that the program can apply, the simplest first: -isystem with the toolkit's headers, for GCC; the header that `env --glibc-shim` writes."))

    [[nodiscard]] constexpr bool breaks() const noexcept { return severity == Severity::broken; }
};

struct OwnCuda {
    CUDASTDENV_CITING_RECORD("OwnCuda", "A CUDA toolkit that an environment packages.",
        (Version, release, "release", "Three numbers.", "threeNumbers"),
        (ToolkitHeaders, toolkit_headers, "toolkitHeaders", "Location of the headers: under a prefix, or in a default directory of the compiler."),
        (std::optional<std::span<const Compiler>>, host_compilers, "hostCompilers", "Host compilers that its package requires, the newest of each family; null where unknown."))
};

struct EnvironmentRow {
    CUDASTDENV_CITING_RECORD("EnvironmentRow", "A release of a distribution, or a channel of nixpkgs.",
        (std::string_view, id, "id", "`nixos-25.11`, `debian-12`.", "id"),
        (std::string_view, title, "title", "", "text"),
        (std::span<const std::string_view>, aliases, "aliases", "Other names. Case, hyphens, words such as Linux and an additional minor number are ignored.", "alias"),
        (std::optional<std::string_view>, system, "system", "The only Nix system; null where several are supported.", "nixSystem"),
        (Compiler, compiler, "compiler", "Its default compiler."),
        (std::optional<std::string_view>, compiler_version, "compilerVersion", "Null where unknown.", "twoOrThreeNumbers"),
        (int, libstdcxx, "libstdcxx", "GCC major version of the libstdc++.so.6 that programs load.", "major"),
        (std::optional<Version>, libstdcxx_version, "libstdcxxVersion", "Its GCC release; X.0.1 is a snapshot before X.1; null where no source states it.", "twoOrThreeNumbers"),
        (bool, nonshared, "nonshared", "Whether newer symbols that its newer GCCs need are linked statically, from libstdc++_nonshared.a."),
        (std::optional<Version>, glibc, "glibc", "", "twoNumbers"),
        (std::span<const int>, gccs, "gccs", "Packaged major versions, ascending.", "major"),
        (std::span<const int>, clangs, "clangs", "Packaged major versions, ascending.", "major"),
        (std::span<const std::string_view>, fixed_advisories, "fixedAdvisories", "Advisories that patches in its packages fix.", "id"),
        (std::span<const OwnCuda>, own_cuda, "ownCuda", "CUDA toolkits that it packages, by release, as far as a source states them."))
};

/// Package names of the compilers in a distribution. `{}` is the major version.
struct DistributionRow {
    CUDASTDENV_CITING_RECORD("DistributionRow", "Package names of the compilers in a distribution.",
        (std::string_view, id, "id", "The id of its environments, with or without a hyphen and a version.", "id"),
        (std::string_view, title, "title", "", "text"),
        (std::string_view, install, "install", "The command to which package names are appended.", "text"),
        (std::string_view, gcc, "gcc", "`g++-{}`: the package that compiles C++.", "package"),
        (std::string_view, newest_gcc, "newestGcc", "Package of the newest GCC in an environment.", "package"),
        (std::optional<std::string_view>, default_gcc, "defaultGcc", "Package of the default GCC in an environment; null where it has no name of its own.", "package"),
        (std::optional<std::string_view>, gcc_program, "gccProgram", "Name or path of the C++ compiler from a numbered package; null where unknown or not stable.", "program"),
        (std::string_view, clang, "clang", "", "package"),
        (std::string_view, newest_clang, "newestClang", "Package of the newest Clang in an environment.", "package"))
};

/// Resolution::redist if NVIDIA has no name for the system.
inline constexpr std::string_view unsupported_redist = "unsupported";

struct RedistSystemRow {
    CUDASTDENV_CITING_RECORD("RedistSystemRow", "One system.",
        (std::string_view, nix, "nix", "`aarch64-linux`.", "nixSystem"),
        (std::string_view, redist, "redist", "NVIDIA's name in its manifests; unsupported where it has no name.", "redistOrUnsupported"),
        (std::optional<std::string_view>, pkgs_cross, "pkgsCross", "Attribute of nixpkgs' pkgsCross; null where none is named.", "attribute"),
        (bool, jetson, "jetson", "Whether it is the Jetson variant of the system."),
        (bool, nixpkgs, "nixpkgs", "Whether nixpkgs packages it."),
        (std::optional<Version>, first, "first", "First release known to support it.", "threeNumbers"),
        (std::optional<Version>, last, "last", "Last release that supports it, inclusive; null where still supported.", "threeNumbers"),
        (std::span<const Version>, absent, "absent", "Releases in between without it.", "threeNumbers"))
};

struct JetsonSbsaRow {
    CUDASTDENV_CITING_RECORD("JetsonSbsaRow", "A range of releases.",
        (Version, first, "first", "First release, two numbers.", "twoNumbers"),
        (std::optional<Version>, last, "last", "Inclusive; null where open.", "twoNumbers"),
        (Capability, min_capability, "minCapability", "Lowest capability of Jetsons that use the generic Arm server platform, inclusive."))
};

struct RedistExceptionRow {
    CUDASTDENV_CITING_RECORD("RedistExceptionRow", "A capability that NVIDIA excludes from a platform.",
        (std::string_view, redist, "redist", "NVIDIA's name for the platform.", "redist"),
        (Capability, capability, "capability", "Baseline capability.", "baseline"),
        (Version, first, "first", "Two numbers.", "twoNumbers"),
        (Version, last, "last", "Two numbers, inclusive.", "twoNumbers"))
};

struct DriverDatum {
    CUDASTDENV_CITING_RECORD("DriverDatum", "A driver version with its sources.",
        (DriverVersion, driver, "driver"))
};

struct DriverRow {
    CUDASTDENV_RECORD("DriverRow", "The drivers of one release.",
        (Version, release, "release", "Three numbers.", "threeNumbers"),
        (std::optional<DriverDatum>, linux_minimum, "linux", "Minimum driver in NVIDIA's documentation."),
        (std::optional<DriverDatum>, windows_minimum, "windows", "The same for Windows."),
        (std::optional<DriverDatum>, linux_bundled, "linuxBundled", "The driver in its runfile and manifest."))
};

struct MinorVersionRow {
    CUDASTDENV_CITING_RECORD("MinorVersionRow", "Minor-version compatibility within one major version.",
        (int, cuda_major, "cudaMajor", "Major version of CUDA.", "cudaMajor"),
        (DriverVersion, linux_minimum, "linux", "Minimum driver for machine code of all its releases."),
        (DriverVersion, windows_minimum, "windows", "The same for Windows."))
};

struct ForwardCompatRow {
    CUDASTDENV_CITING_RECORD("ForwardCompatRow", "The package cuda-compat of one minor release, for data-center GPUs.",
        (Version, release, "release", "Two numbers.", "twoNumbers"),
        (std::span<const int>, branches, "branches", "Driver branches that NVIDIA supports, ascending.", "some branch"))
};

CUDASTDENV_NEW_ENUM(CompatGpus, (data_center, "data-center"), (jetson, "jetson"))

struct CompatPackageRow {
    using Gpus = CompatGpus;

    CUDASTDENV_CITING_RECORD("CompatPackageRow", "A compatibility package in the redistributables of a release.",
        (Version, release, "release", "Three numbers.", "threeNumbers"),
        (std::string_view, redist, "redist", "NVIDIA's name for the platform.", "redist"),
        (std::string_view, package, "package", "Name in the manifest.", "compatPackageName"),
        (std::string_view, version, "version", "A driver version for data-center GPUs, a build number for Jetsons.", "driverOrBuild"),
        (Gpus, gpus, "gpus", "The class of GPUs that it supports."),
        (std::optional<Capability>, capability, "capability", "The only capability that it supports; null where it supports any."))
};

/// PTX version of a minor release, and the drivers that compile it: those of its own CUDA version. Some CUDA versions
/// of drivers have no toolkit (12.7).
struct PtxVersionRow {
    CUDASTDENV_CITING_RECORD("PtxVersionRow", "PTX version of a minor release, and the drivers of that CUDA version.",
        (Version, release, "release", "Two numbers.", "twoNumbers"),
        (Version, ptx, "ptx", "Newest PTX ISA version that its ptxas accepts.", "twoNumbers"),
        (std::optional<int>, branch, "branch", "First driver branch of that CUDA version; null where unknown.", "branch"))
};

struct GpuDriversRow {
    CUDASTDENV_CITING_RECORD("GpuDriversRow", "Driver branches that support GPUs of a capability.",
        (Capability, capability, "capability", "Baseline capability.", "baseline"),
        (std::optional<int>, first_branch, "firstBranch", "First branch that supports any such GPU; null where unknown.", "branch"),
        (std::optional<int>, last_branch, "lastBranch", "Last branch, inclusive; null where still supported.", "branch"))
};

/// NVIDIA's software for Jetsons. Its driver runs releases up to its own CUDA, and an upgrade package makes it run some
/// later ones.
struct JetpackRow {
    CUDASTDENV_CITING_RECORD("JetpackRow", "A JetPack, and the Jetsons that it is for.",
        (Version, jetpack, "jetpack", "`6.2.1`.", "twoOrThreeNumbers"),
        (std::span<const Version>, l4t, "l4t", "Its Jetson Linux (L4T) releases, ascending.", "some threeNumbers"),
        (std::optional<std::string_view>, ubuntu, "ubuntu", "The Ubuntu of its file system: `22.04`; null where unknown.", "text"),
        (std::optional<DriverVersion>, driver, "driver", "Its driver, or the first of them; null before JetPack 6, whose drivers have no such number."),
        (Version, cuda, "cuda", "The CUDA of its toolkit and driver.", "twoNumbers"),
        (std::span<const Version>, upgrades, "upgrades", "Later releases that it runs with NVIDIA's upgrade package, ascending.", "twoNumbers"),
        (bool, complete, "complete", "Whether no other later release runs; false where sources disagree or do not say."),
        (std::span<const std::string_view>, boards, "boards", "Names of gpus.json, sorted.", "some product"),
        (std::optional<std::string_view>, environment, "environment", "Id of environments.json; null where none describes it.", "id"))
};

struct PackageSetRow {
    CUDASTDENV_CITING_RECORD("PackageSetRow", "One package set in one channel.",
        (std::string_view, channel, "channel", "Id of environments.json.", "channel"),
        (std::string_view, attribute, "attribute", "Attribute of nixpkgs.", "packageSet"),
        (Version, release, "release", "Three numbers; two where no source states the patch release.", "twoOrThreeNumbers"))
};

/// The drivers in NVIDIA's lists and change logs that name a product. Each is the first of its branch. The last one
/// covers all later branches; a branch in between that is not listed is unknown.
struct ProductDrivers {
    CUDASTDENV_CITING_RECORD("ProductDrivers", "The drivers that list a product.",
        (std::span<const DriverVersion>, from, "from", "Ascending, at most one for each branch; the last one covers all later branches.", "some driver"))
};

CUDASTDENV_NEW_ENUM(GpuLine, (geforce, "geforce"), (workstation, "workstation"), (data_center, "data-center"), (jetson, "jetson"), (dgx, "dgx"))

struct GpuRow {
    using Line = GpuLine;

    CUDASTDENV_CITING_RECORD("GpuRow", "One product with one capability.",
        (std::string_view, name, "name", "Without the vendor and without a memory size at the end.", "product"),
        (Capability, capability, "capability", "Baseline capability, in capabilities.json.", "baseline"),
        (Line, line, "line", "Product line."),
        (std::span<const std::string_view>, aliases, "aliases", "Sorted: other names, such as what nvidia-smi prints where it differs.", "product"),
        (std::optional<ProductDrivers>, drivers, "drivers", "The drivers that list it; null where unknown, or for a Jetson."))
};

/// A GPU in one package with its CPU.
struct GpuHostRow {
    CUDASTDENV_CITING_RECORD("GpuHostRow", "The only system that a product is part of; that of a Jetson is in redist.json.",
        (std::string_view, gpu, "gpu", "Name of a product.", "product"),
        (std::string_view, system, "system", "Nix system.", "nixSystem"))
};

CUDASTDENV_NEW_ENUM(GpuWordsUse,
    (vendor, "vendor"),            // before a name: `nvidia`
    (former_line, "former-line"),  // formerly before a name: `tesla`
    (left_out, "left-out"),        // within a name, often omitted: `geforce`
    (laptop, "laptop"),            // in a laptop's name, omitted if no other name matches: `RTX 3050 Ti` exists only as a laptop GPU
    (form_factor, "form-factor"),  // after a name: `sxm4`
    (memory_unit, "memory-unit"))  // after a number that follows a name: `gb`

/// Words of GPU names that are ignored, in lower case. Words are separated by characters other than letters and digits.
struct GpuWordsRow {
    using Use = GpuWordsUse;

    CUDASTDENV_CITING_RECORD("GpuWordsRow", "Words of GPU names that are ignored.",
        (Use, use, "use", "Position of the words: vendor, former-line: before a name; form-factor: after it; memory-unit: after a number that follows it; left-out: within it; laptop: within it, but only if no other name matches."),
        (std::span<const std::string_view>, words, "words", "Sorted, in lower case.", "nameWord"))
};

/// A program that reads lists of GPU architectures in its own format, which can depend on the program's version.
struct ConsumerRow {
    CUDASTDENV_CITING_RECORD("ConsumerRow", "A program that reads lists of architectures.",
        (std::string_view, id, "id", "The name of its format.", "id"),
        (std::string_view, title, "title", "`PyTorch`.", "text"),
        (Version, oldest, "oldest", "Oldest release that accepts such lists, of those checked.", "threeNumbers"),
        (Version, newest, "newest", "Newest release that was checked.", "threeNumbers"))
};

struct ConsumerEntriesRow {
    CUDASTDENV_CITING_RECORD("ConsumerEntriesRow", "Single entries that a consumer accepts.",
        (std::string_view, consumer, "consumer", "Its id.", "id"),
        (std::span<const Capability>, entries, "entries", "Sorted.", "some capability"),
        (Version, first, "first", "First release of the consumer for which the row holds.", "threeNumbers"),
        (std::optional<Version>, last, "last", "Last release, inclusive; two numbers mean all their patch releases; null where the row holds for the newest release that was checked.", "twoOrThreeNumbers"),
        (std::optional<VersionRange>, cuda, "cuda", "Only with these CUDA releases; null where any."))
};

struct ConsumerRangeRow {
    CUDASTDENV_CITING_RECORD("ConsumerRangeRow", "Numbers that a consumer accepts without a list of them.",
        (std::string_view, consumer, "consumer", "Its id.", "id"),
        (Capability, lowest, "lowest", "Minimum, inclusive; the range has only its kind: baseline, a or f."),
        (std::optional<Capability>, highest, "highest", "Maximum, inclusive; null where unlimited."),
        (Version, first, "first", "First release of the consumer for which the row holds.", "threeNumbers"),
        (std::optional<Version>, last, "last", "Last release, inclusive; two numbers mean all their patch releases; null where the row holds for the newest release that was checked.", "twoOrThreeNumbers"),
        (std::optional<VersionRange>, cuda, "cuda", "Only with these CUDA releases; null where any."))

    [[nodiscard]] constexpr bool holds(Capability capability) const noexcept {
        return capability.kind == lowest.kind && lowest <= capability && (!highest || capability <= *highest);
    }
};

struct ConsumerWordRow {
    CUDASTDENV_CITING_RECORD("ConsumerWordRow", "A keyword that a consumer accepts, and its meaning.",
        (std::string_view, consumer, "consumer", "Its id.", "id"),
        (std::string_view, word, "word", "Keyword in the consumer's case.", "consumerWord"),
        (std::span<const Capability>, entries, "entries", "Sorted; empty where the machine or the release decides."),
        (std::optional<Capability>, ptx, "ptx", "Entry whose PTX is added; null where none."),
        (Version, first, "first", "First release of the consumer for which the row holds.", "threeNumbers"),
        (std::optional<Version>, last, "last", "Last release, inclusive; two numbers mean all their patch releases; null where the row holds for the newest release that was checked.", "twoOrThreeNumbers"),
        (std::optional<VersionRange>, cuda, "cuda", "Only with these CUDA releases; null where any."))
};

/// A variable, an option or an attribute from which a consumer reads its list.
struct ListVariableRow {
    CUDASTDENV_CITING_RECORD("ListVariableRow", "A variable or option for a list of architectures, and the format of its value.",
        (std::string_view, name, "name", "Its name; an option with its dashes.", "listVariable"),
        (std::string_view, format, "format", "Name of the format, as in `--format`.", "format"))
};

/// The explanation of a message.
CUDASTDENV_NEW_ENUM(MessageCause,
    (advisory, "advisory"),            // one of `advisories`
    (host_compiler, "host-compiler"),  // supported range of nvcc
    (architecture, "architecture"),    // GPU architectures that a tool supports
    (coverage, "coverage"),            // GPUs that the code runs on
    (driver, "driver"),                // drivers that run the release
    (native_driver, "native-driver"),  // drivers that run the release natively
    (ptx, "ptx"),                      // drivers that compile the PTX
    (libstdcxx, "libstdcxx"),          // libstdc++ that has a symbol version
    (component, "component"),          // component of the toolkit that contains a file
    (api, "api"),                      // names in the toolkit's headers, by release
    (header, "header"),                // supported pairs of nvcc and the compiler whose header fails
    (list, "list"),                    // the build names no architectures
    (itself, "itself"))                // `why` and `remedy`

struct MessageRow {
    using Cause = MessageCause;

    CUDASTDENV_CITING_RECORD("MessageRow", "A message of a tool, in any wording.",
        (std::string_view, id, "id", "`gcc-too-new`.", "id"),
        (std::string_view, title, "title", "What happened.", "text"),
        (Cause, cause, "cause", "What explains it; itself means why and remedy."),
        (std::span<const std::string_view>, advisories, "advisories", "Sorted ids of the advisories that can cause this message.", "id"),
        (std::optional<std::string_view>, why, "why", "Null where the cause explains it.", "text"),
        (std::optional<std::string_view>, remedy, "remedy", "The fix; null where the cause explains it.", "text"))
};

/// A warning is printed where nothing fails; a note is never a cause on its own; a cause is a warning that explains the
/// compiler's error after it. Builds of any kind print any-build: it is a failure where the log shows CUDA.
CUDASTDENV_NEW_ENUM(MessageOutcome, (failure, "failure"), (warning, "warning"), (note, "note"), (cause, "cause"), (any_build, "any-build"))

/// A wording of a message. docs/diagnose.md explains placeholders such as `{number:gccBound}`.
struct MessageTextRow {
    using Outcome = MessageOutcome;

    CUDASTDENV_CITING_RECORD("MessageTextRow", "A wording of a message.",
        (std::string_view, message, "message", "Its id.", "id"),
        (std::string_view, text, "text", "Without the location and the word error; placeholders in braces.", "text"),
        (std::span<const std::string_view>, tools, "tools", "Tools that print it.", "text"),
        (std::optional<std::string_view>, language, "language", "Language of the translation; null where English.", "language"),
        (std::span<const std::string_view>, files, "files", "Suffixes of the file that the line may name; empty where any.", "text"),
        (Outcome, outcome, "outcome", "warning: printed where nothing fails; note: never a cause on its own; cause: a warning that explains the compiler's error after it; any-build: printed by builds of any kind, a failure where the log shows CUDA."))
};

/// A tool for which instructions are printed.
CUDASTDENV_NEW_ENUM(PlanTool, (nvcc, "nvcc"), (cmake, "cmake"), (make, "make"), (torch, "torch"), (conda, "conda"), (nix, "nix"), (apt, "apt"), (spack, "spack"), (dnf, "dnf"), (pacman, "pacman"), (docker, "docker"), (zypper, "zypper"), (emerge, "emerge"), (pip, "pip"), (uv, "uv"), (meson, "meson"), (bazel, "bazel"), (wsl, "wsl"), (windows, "windows"))

/// The kinds of changes in instructions.
CUDASTDENV_NEW_ENUM(ChangeKind, (install, "install"), (select, "select"), (set, "set"), (build_for, "build-for"), (replace, "replace"))

struct MessageLinesRow {
    CUDASTDENV_CITING_RECORD("MessageLinesRow", "Commands that fix the cause of a message, in addition to the generated ones.",
        (std::string_view, message, "message", "Its id.", "id"),
        (PlanTool, tool, "tool", "Name, as in --for."),
        (ChangeKind, change, "change", "The kind of change that they make."),
        (std::string_view, what, "what", "The thing that changes.", "text"),
        (std::span<const std::string_view>, lines, "lines", "A fact's name in braces is a placeholder for its value in the message.", "text"))
};

struct WrapperTextRow {
    CUDASTDENV_CITING_RECORD("WrapperTextRow", "A line that only reports a failure elsewhere.",
        (std::string_view, text, "text", "", "text"),
        (std::span<const std::string_view>, tools, "tools", "", "text"),
        (std::optional<std::string_view>, language, "language", "Null where English.", "language"))
};

struct SuccessTextRow {
    CUDASTDENV_CITING_RECORD("SuccessTextRow", "A line that reports success in the end.",
        (std::string_view, text, "text", "", "text"),
        (std::span<const std::string_view>, tools, "tools", "person: a user's statement about the whole log, in any position.", "text"))
};

struct FactTextRow {
    CUDASTDENV_CITING_RECORD("FactTextRow", "A line that states a fact about the machine.",
        (std::string_view, text, "text", "Placeholders in braces.", "text"),
        (std::optional<std::string_view>, tool, "tool", "The tool whose log it is from, as in --for; null where any tool's.", "code"))
};

struct ErrorWordRow {
    CUDASTDENV_CITING_RECORD("ErrorWordRow", "The first word of errors from compilers and linkers in a language.",
        (std::string_view, text, "text", "`error:`.", "text"),
        (std::optional<std::string_view>, language, "language", "Null where English.", "language"))
};

struct NvJitLinkRow {
    CUDASTDENV_CITING_RECORD("NvJitLinkRow", "The versioned symbol names in a libnvJitLink.",
        (Version, release, "release", "CUDA release.", "twoNumbers"),
        (Version, library, "library", "Version of the library that was read.", "threeNumbers"),
        (std::string_view, newest_symbol, "newestSymbol", "Newest symbol version; it also has each older one of its major release.", "jitVersion"),
        (bool, unnumbered, "unnumbered", "Whether it also has unversioned names."))
};

struct ComponentRow {
    CUDASTDENV_CITING_RECORD("ComponentRow", "A component of the toolkit, a library of NVIDIA's with releases of its own, or the driver.",
        (std::string_view, id, "id", "Name in NVIDIA's manifests.", "component"),
        (std::string_view, title, "title", "`cuBLAS`.", "text"),
        (std::optional<std::string_view>, extra, "extra", "Extra of NVIDIA's wheel cuda-toolkit with its wheels; null where none.", "code"),
        (bool, own_releases, "ownReleases", "Whether it is no part of the toolkit, and has versions of its own: cuDNN."),
        CUDASTDENV_RELEASES)
};

/// Files of a component in these releases. A name that ends with `/` is a directory, and includes everything below it.
struct ComponentFilesRow {
    CUDASTDENV_CITING_RECORD("ComponentFilesRow", "Files of a component in some releases; each list is sorted.",
        (std::string_view, component, "component", "Its id.", "component"),
        CUDASTDENV_RELEASES,
        (std::span<const std::string_view>, headers, "headers", "Names in #include.", "componentFile"),
        (std::span<const std::string_view>, cmake_files, "cmakeFiles", "Package files for CMake.", "componentFile"),
        (std::span<const std::string_view>, libraries, "libraries", "Link names, without lib and .so.", "componentFile"),
        (std::span<const std::string_view>, static_libraries, "staticLibraries", "Link names, without lib and .a.", "componentFile"),
        (std::span<const std::string_view>, stubs, "stubs", "Libraries with a stub for linking and no file to load; without lib and .so.", "componentFile"),
        (std::span<const std::string_view>, tools, "tools", "Programs, and files that only programs read.", "componentFile"))
};

struct ComponentSonameRow {
    CUDASTDENV_CITING_RECORD("ComponentSonameRow", "The version number in sonames.",
        (std::string_view, component, "component", "Its id.", "component"),
        (std::string_view, number, "number", "`12` of libcublas.so.12; `{major}.{minor}` for that of the release.", "sonameNumber"),
        (std::span<const std::string_view>, libraries, "libraries", "Sorted.", "some componentFile"),
        CUDASTDENV_RELEASES)
};

struct CmakeNameRow {
    CUDASTDENV_CITING_RECORD("CmakeNameRow", "CMake's name for a file of a component.",
        (std::string_view, name, "name", "A variable, a target or a file: `CUDA_CUDART`.", "cmakeName"),
        (std::string_view, file, "file", "Its full name in the table of files.", "componentFile"))
};

/// Package source for a component: an attribute of the package set (`libcublas`), NVIDIA's repositories for Debian and
/// Ubuntu, conda-forge, or NVIDIA's wheels on PyPI.
CUDASTDENV_NEW_ENUM(PackageSource, (nixpkgs, "nixpkgs"), (apt, "apt"), (conda, "conda"), (pip, "pip"))

/// The packages with a component's files; `{major}` and `{minor}` are the numbers of the release, `{number}` is that in
/// the soname. Absent: no such file or package is known.
struct ComponentPackageRow {
    CUDASTDENV_CITING_RECORD("ComponentPackageRow", "The packages with a component's files; null where no such file or package is known.",
        (std::string_view, component, "component", "Its id.", "component"),
        (PackageSource, manager, "manager", "nixpkgs: attributes of the package set; apt: NVIDIA's repositories; conda: conda-forge; pip: PyPI."),
        (std::optional<std::string_view>, number, "number", "Number in the soname that it is for: `9` of libcudnn.so.9; null for any.", "sonameNumber"),
        CUDASTDENV_RELEASES,
        (std::optional<std::string_view>, headers, "headers", "Package with headers and CMake files.", "componentPackage"),
        (std::optional<std::string_view>, linking, "linking", "Package with the link library, libcublas.so.", "componentPackage"),
        (std::optional<std::string_view>, loading, "loading", "Package with the shared library, libcublas.so.12.", "componentPackage"),
        (std::optional<std::string_view>, static_libraries, "static", "Package with static libraries.", "componentPackage"),
        (std::optional<std::string_view>, stubs, "stubs", "Package with stubs.", "componentPackage"),
        (std::optional<std::string_view>, tools, "tools", "Package with programs.", "componentPackage"))
};

/// A release whose headers were read for api.json.
struct ApiReleaseRow {
    CUDASTDENV_RECORD("ApiReleaseRow", "A release whose headers were read.",
        (Version, version, "release", "", "threeNumbers"))
};

/// Headers that came and went together. A header that moved has a row for each place.
struct ApiHeadersRow {
    CUDASTDENV_CITING_RECORD("ApiHeadersRow", "Headers that came and went together.",
        (std::string_view, component, "component", "Id of the component that has them.", "component"),
        (std::optional<std::string_view>, directory, "directory", "Below include/, if compilers have to be told of it: `cccl`.", "id"),
        (std::optional<std::string_view>, library, "library", "Library with their functions, `cublas` of -lcublas; null where none.", "library"),
        (std::optional<Version>, first, "first", "First release that has them; null where the oldest that was read has.", "threeNumbers"),
        (std::optional<Version>, last, "last", "Last one, inclusive; null where the newest that was read has them.", "threeNumbers"),
        (std::span<const std::string_view>, headers, "headers", "As in #include, sorted.", "some header"))
};

CUDASTDENV_NEW_ENUM(ApiKind, (enumerator, "enumerator"), (function, "function"), (function_macro, "function-macro"), (macro, "macro"), (type, "type"), (variable, "variable"))

/// Names of one header that came and went together.
struct ApiNamesRow {
    CUDASTDENV_RECORD("ApiNamesRow", "Names of one header that came and went together.",
        (std::string_view, header, "header", "The header that declares them.", "header"),
        (ApiKind, kind, "kind"),
        (bool, cuda, "cuda", "Whether only nvcc knows them, in device code."),
        (std::optional<Version>, first, "first", "First release that has them; null where the oldest that was read has.", "threeNumbers"),
        (std::optional<Version>, last, "last", "Last one, inclusive; null where the newest that was read has them.", "threeNumbers"),
        (std::optional<Version>, deprecated, "deprecated", "First release that marks them as deprecated; null where the last one does not.", "threeNumbers"),
        (std::string_view, names, "names", "Packed: `cublas{Create Get{Stream Version}}` is three names.", "packedNames"))
};

/// Fields of one struct that came and went together.
struct ApiFieldsRow {
    CUDASTDENV_RECORD("ApiFieldsRow", "Fields of one struct that came and went together.",
        (std::string_view, parent, "parent", "The struct, and the fields on the way: `cudaResourceDesc.res.array`.", "qualifiedName"),
        (std::optional<Version>, first, "first", "First release that has them; null where the oldest that was read has.", "threeNumbers"),
        (std::optional<Version>, last, "last", "Last one, inclusive; null where the newest that was read has them.", "threeNumbers"),
        (std::optional<Version>, deprecated, "deprecated", "First release that marks them as deprecated; null where the last one does not.", "threeNumbers"),
        (std::string_view, fields, "fields", "Packed, like names.", "packedNames"))
};

CUDASTDENV_NEW_ENUM(ApiSuccessorKind, (header, "header"), (name, "name"), (target, "target"))

/// The name to use instead.
struct ApiSuccessorRow {
    CUDASTDENV_CITING_RECORD("ApiSuccessorRow", "What to use instead of a name, a header or CMake's target.",
        (ApiSuccessorKind, kind, "kind"),
        (std::optional<std::string_view>, parent, "parent", "The struct of a field.", "qualifiedName"),
        (std::string_view, name, "name", "", "apiName"),
        (std::optional<std::string_view>, successor, "successor", "Null where `code` says it.", "apiName"),
        (bool, exact, "exact", "Whether the successor in the place of the name is all that changes."),
        (std::optional<std::string_view>, code, "code", "What to write instead, where it is more than a name.", "text"))
};

/// Targets of CMake's FindCUDAToolkit that came and went together.
struct ApiTargetsRow {
    CUDASTDENV_CITING_RECORD("ApiTargetsRow", "Targets of CMake's FindCUDAToolkit that came and went together.",
        (std::string_view, cmake, "cmake", "First release of CMake with them.", "twoNumbers"),
        (std::optional<Version>, first, "first", "First release of CUDA for which it makes them; null where the oldest.", "threeNumbers"),
        (std::optional<Version>, last, "last", "Last one, inclusive; null where it makes them for the newest.", "twoOrThreeNumbers"),
        (std::span<const std::string_view>, targets, "targets", "Sorted.", "some cmakeName"))
};

/// Functions whose signature changed in the same way.
struct ApiSignatureRow {
    CUDASTDENV_RECORD("ApiSignatureRow", "Functions whose signature changed in the same way.",
        (Version, release, "release", "First release with the new one.", "threeNumbers"),
        (std::optional<std::string_view>, function_before, "functionBefore", "The function that a macro of the name called; null: of that name.", "qualifiedName"),
        (std::optional<std::string_view>, function_after, "functionAfter", "The one that it calls now; null: of that name.", "qualifiedName"),
        (std::span<const int>, parameters, "parameters", "Numbers of the parameters that have another type, 0 is the result; empty: before and after are whole signatures."),
        (std::span<const std::string_view>, before, "before", "Types before; empty where only the function behind a macro changed."),
        (std::span<const std::string_view>, after, "after", "Types after."),
        (std::string_view, names, "names", "Packed, like those of ApiNamesRow.", "packedNames"))
};

/// A Python package with GPU code, or one that must fit such a package.
struct WheelProjectRow {
    CUDASTDENV_CITING_RECORD("WheelProjectRow", "A project that publishes Python packages.",
        (std::string_view, id, "id", "", "id"),
        (std::string_view, title, "title", "`PyTorch`.", "text"),
        (std::span<const std::string_view>, packages, "packages", "Names on PyPI, sorted.", "some pythonPackage"),
        (std::optional<std::string_view>, index, "index", "The project's own index for pip; {variant} is that of the build; null where unknown or none.", "url"),
        (bool, version_suffix, "versionSuffix", "Whether a version in that index ends with the variant: 2.9.0+cu128. An index without it has this project alone."))
};

/// A system in the name of a wheel. linux-aarch64 includes servers; Jetsons have wheels of their own.
CUDASTDENV_NEW_ENUM(WheelSystem, (linux_aarch64, "linux-aarch64"), (linux_x86_64, "linux-x86_64"), (windows_x86_64, "windows-x86_64"))

/// The wheels of consecutive versions, which share every value.
struct WheelBuildRow {
    CUDASTDENV_CITING_RECORD("WheelBuildRow", "One build in consecutive versions, which share every value.",
        (std::string_view, project, "project", "Its id.", "id"),
        (std::string_view, install, "install", "Name for pip, with an extra: `jax[cuda12]`.", "pipName"),
        (std::optional<std::string_view>, variant, "variant", "Suffix of the version, `cu128` or `cpu`; null where the version has no suffix.", "wheelVariant"),
        (std::optional<std::string_view>, channel, "channel", "Channel of conda, which has the build under that name; null for a wheel.", "id"),
        (PackageVersion, first, "first", "First version."),
        (PackageVersion, last, "last", "Last version, inclusive: the newest that was read where the build goes on."),
        (std::span<const WheelSystem>, systems, "systems", "Sorted.", "some "),
        (bool, on_pypi, "onPypi", "Whether PyPI has it under that name; otherwise it is in the project's own index."),
        (VersionRange, python, "python", "Python releases with a wheel; null where open or unknown."),
        (std::optional<Version>, cuda, "cuda", "Release of CUDA that it was built with; null where none or unknown.", "twoOrThreeNumbers"),
        (std::optional<std::span<const Capability>>, machine_code, "machineCode", "Ascending; null where unknown.", "capability"),
        (std::optional<std::span<const Capability>>, ptx, "ptx", "Ascending; null where unknown.", "capability"),
        (std::optional<std::span<const std::string_view>>, requirements, "requires", "The packages of NVIDIA that decide: runtime, cuDNN, NCCL; sorted; null where unknown.", "requirement"))
};

/// Consecutive versions of a project, which require the same of the others.
struct WheelCompanionRow {
    CUDASTDENV_CITING_RECORD("WheelCompanionRow", "Consecutive versions that require the same of other projects.",
        (std::string_view, project, "project", "Its id.", "id"),
        (PackageVersion, first, "first", "First version."),
        (PackageVersion, last, "last", "Last version, inclusive."),
        (std::span<const std::string_view>, requirements, "requires", "On Linux with x86_64, sorted.", "some requirement"))
};

/// One of NVIDIA's rules about which code runs where.
struct RuleRow {
    CUDASTDENV_CITING_RECORD("RuleRow", "One rule.",
        (std::string_view, id, "id", "`cubin-major`.", "ruleId"),
        (std::string_view, statement, "statement", "One sentence without a full stop.", "text"),
        CUDASTDENV_RELEASES)
};

CUDASTDENV_NEW_ENUM(SourceKind, (header, "header"), (documentation, "documentation"), (release_notes, "release-notes"), (nixpkgs, "nixpkgs"), (measured, "measured"), (third_party, "third-party"), (nixpkgs_fork, "nixpkgs-fork"))
CUDASTDENV_NEW_ENUM(SourceConfidence, (high, "high"), (medium, "medium"), (low, "low"))

struct SourceRow {
    using Kind = SourceKind;
    using Confidence = SourceConfidence;

    CUDASTDENV_RECORD("SourceRow", "One source.",
        (std::string_view, id, "id", "", "id"),
        (Kind, kind, "kind", "Kind of source."),
        (std::string_view, title, "title", "", "text"),
        (std::optional<std::string_view>, url, "url", "", "url"),
        (std::string_view, locator, "locator", "Location in it: file, section, line, or the method of a measurement.", "text"),
        (std::string_view, retrieved, "retrieved", "`2026-11-21`.", "day"),
        (Confidence, confidence, "confidence"))
};

#undef CUDASTDENV_CITING_RECORD
#undef CUDASTDENV_RELEASES

// One line for each member of Tables: its file, then as in a record.
#define CUDASTDENV_TABLE(file, type, name, ...) type name = {};
#define CUDASTDENV_TABLE_FIELD(file, type, ...) {file, CUDASTDENV_FIELD(__VA_ARGS__)},
#define CUDASTDENV_VISIT_TABLE(file, type, name, ...) visit(name);
#define CUDASTDENV_TABLES(...) \
    CUDASTDENV_FOR_EACH(CUDASTDENV_TABLE, __VA_ARGS__) \
    template <class Described, class Field, class Member> \
    static std::span<const Member> described_members() { \
        static constexpr Member members[] = {CUDASTDENV_FOR_EACH(CUDASTDENV_TABLE_FIELD, __VA_ARGS__)}; \
        return members; \
    } \
    template <class Visit> \
    void for_each_member(const Visit& visit) const { CUDASTDENV_FOR_EACH(CUDASTDENV_VISIT_TABLE, __VA_ARGS__) }

/// A view of all tables. Owns nothing. Every list is sorted by its key.
struct Tables {
    CUDASTDENV_TABLES(
        ("releases.json", std::span<const Release>, releases, "releases", "Sorted by release."),
        ("releases.json", std::span<const EarlyRelease>, early_releases, "earlyReleases", "Sorted by release, all older than those of `releases`."),
        ("releases.json", std::span<const NeverReleased>, never_released, "neverReleased", "Numbers that look like a release but are none."),
        ("host_compilers.json", std::span<const HostCompilerRow>, host_compilers, "hostCompilers", "Sorted by family (gcc, clang), then release; each release is in exactly one row of each family."),
        ("host_compilers.json", std::span<const CompilerStandardRow>, compiler_standards, "compilerStandards", "Sorted by standard, then family."),
        ("capabilities.json", Version, capabilities_read_through, "readThrough", "Newest release that was checked for rows without an end.", "threeNumbers"),
        ("capabilities.json", std::span<const CapabilityRow>, capabilities, "capabilities", "Sorted by number, then baseline, a, f."),
        ("capabilities.json", std::span<const FormerCapability>, former_capabilities, "formerCapabilities", "Sorted by number, all lower than those of `capabilities`."),
        ("libstdcxx.json", std::span<const LibstdcxxRow>, libstdcxx, "libstdcxx", "Sorted by GCC release."),
        ("measured.json", std::span<const PairHeadersRow>, pair_headers, "pairHeaders", "Sorted by build, compiler, standard."),
        ("measured.json", std::span<const ClangHeadersRow>, clang_headers, "clangHeaders", "Sorted by Clang, then standard."),
        ("measured.json", std::span<const HostStandardRow>, host_standards, "hostStandards", "Sorted by standard, family, then release."),
        ("measured.json", std::span<const CcbinVariableRow>, ccbin_variable, "ccbinVariable", "Sorted by release."),
        ("api.json", std::span<const ApiReleaseRow>, api_releases, "apiReleases", "Ascending."),
        ("api.json", std::span<const ApiHeadersRow>, api_headers, "apiHeaders", "Sorted by component, directory, library, first release, last release."),
        ("api.json", std::span<const ApiNamesRow>, api_names, "apiNames", "Sorted by header, kind, cuda, first, last and deprecated release."),
        ("api.json", std::span<const ApiFieldsRow>, api_fields, "apiFields", "Sorted by struct, then releases."),
        ("api.json", std::span<const ApiSuccessorRow>, api_successors, "apiSuccessors", "Sorted by kind, struct, then name."),
        ("api.json", std::span<const ApiSignatureRow>, api_signatures, "apiSignatures", "Sorted by release."),
        ("api.json", std::span<const ApiTargetsRow>, api_targets, "apiTargets", "Sorted by the first target."),
        ("advisories.json", Version, advisories_read_through, "readThrough", "Newest release that was checked for rows without an end.", "threeNumbers"),
        ("advisories.json", std::span<const AdvisoryRow>, advisories, "advisories", "Sorted by id."),
        ("environments.json", std::string_view, assumed_environment, "assumed", "The environment that is assumed where none is named.", "id"),
        ("environments.json", std::span<const EnvironmentRow>, environments, "environments", "Sorted by id."),
        ("environments.json", std::span<const DistributionRow>, distributions, "distributions", "Sorted by id."),
        ("redist.json", Version, redist_read_through, "readThrough", "Newest release that was checked for rows without an end.", "threeNumbers"),
        ("redist.json", std::span<const RedistSystemRow>, redist_systems, "systems", "Sorted by Nix system, then redist name."),
        ("redist.json", std::span<const JetsonSbsaRow>, jetson_sbsa, "jetsonSbsa", "Sorted by release, without gaps."),
        ("redist.json", std::span<const RedistExceptionRow>, redist_exceptions, "exceptions", "Sorted by redist system, capability."),
        ("drivers.json", std::span<const DriverRow>, drivers, "drivers", "Sorted by release; a release without known drivers has no row."),
        ("drivers.json", std::span<const MinorVersionRow>, minor_versions, "minorVersions", "Sorted by major version, CUDA 11 or later."),
        ("drivers.json", std::span<const ForwardCompatRow>, forward_compat, "forwardCompat", "Sorted by release."),
        ("drivers.json", std::span<const CompatPackageRow>, compat_packages, "compatPackages", "Sorted by release, redist system, package."),
        ("drivers.json", std::span<const PtxVersionRow>, ptx_versions, "ptxVersions", "Sorted by release."),
        ("drivers.json", std::span<const GpuDriversRow>, gpu_drivers, "gpuDrivers", "Sorted by capability, without those of Jetsons."),
        ("drivers.json", std::span<const JetpackRow>, jetpacks, "jetpacks", "Sorted by JetPack."),
        ("package_sets.json", std::span<const PackageSetRow>, package_sets, "packageSets", "Sorted by channel, then attribute."),
        ("gpus.json", std::span<const GpuRow>, gpus, "gpus", "Sorted by name, then capability. A name with several chips has a row for each capability."),
        ("gpus.json", std::span<const GpuHostRow>, gpu_hosts, "hosts", "Sorted by product."),
        ("gpus.json", std::span<const GpuWordsRow>, gpu_words, "words", "In the order of the uses."),
        ("consumers.json", std::span<const ConsumerRow>, consumers, "consumers", "Sorted by id."),
        ("consumers.json", std::span<const ConsumerEntriesRow>, consumer_entries, "entries", "Sorted by consumer, first release, first entry."),
        ("consumers.json", std::span<const ConsumerRangeRow>, consumer_ranges, "ranges", "Sorted by consumer, lowest number, first release of the consumer, first release of CUDA. The consumer rejects or drops everything outside these ranges and entries."),
        ("consumers.json", std::span<const ConsumerWordRow>, consumer_words, "words", "Sorted by consumer, word, first release of the consumer, first release of CUDA."),
        ("consumers.json", std::span<const ListVariableRow>, list_variables, "variables", "Sorted by name."),
        ("messages.json", std::span<const MessageRow>, messages, "messages", "Sorted by id."),
        ("messages.json", std::span<const MessageTextRow>, message_texts, "messageTexts", "Sorted by message, then text."),
        ("messages.json", std::span<const MessageLinesRow>, message_lines, "messageLines", "Sorted by message, then tool."),
        ("messages.json", std::span<const WrapperTextRow>, wrapper_texts, "wrapperTexts", "Sorted by text."),
        ("messages.json", std::span<const SuccessTextRow>, success_texts, "successTexts", "Sorted by text."),
        ("messages.json", std::span<const FactTextRow>, fact_texts, "factTexts", "Sorted by text."),
        ("messages.json", std::span<const ErrorWordRow>, error_words, "errorWords", "Sorted by text."),
        ("messages.json", std::span<const NvJitLinkRow>, nvjitlink_libraries, "nvJitLinkLibraries", "Sorted by release."),
        ("components.json", std::span<const ComponentRow>, components, "components", "Sorted by id."),
        ("components.json", std::span<const ComponentFilesRow>, component_files, "files", "Sorted by component, first release, last release. In each release a file is in one component only."),
        ("components.json", std::span<const ComponentSonameRow>, component_sonames, "sonames", "Sorted by component, first release, number, first library."),
        ("components.json", std::span<const CmakeNameRow>, cmake_names, "cmake", "Sorted by name."),
        ("components.json", std::span<const ComponentPackageRow>, component_packages, "packages", "Sorted by component, manager, first release."),
        ("rules.json", std::span<const RuleRow>, rules, "rules", "Sorted by id."),
        ("sources.json", std::span<const SourceRow>, sources, "sources", "Sorted by id."),
        ("symbol_versions.json", std::span<const SymbolVersionRow>, symbol_versions, "symbolVersions", "Sorted by version, as text."),
        ("wheels.json", std::span<const WheelProjectRow>, wheel_projects, "projects", "Sorted by id."),
        ("wheels.json", std::span<const WheelBuildRow>, wheel_builds, "builds", "Sorted by project, name for pip, channel, first version, variant, first system, CUDA."),
        ("wheels.json", std::span<const WheelCompanionRow>, wheel_companions, "companions", "Sorted by project, then first version."))
};

#undef CUDASTDENV_TABLE
#undef CUDASTDENV_TABLE_FIELD
#undef CUDASTDENV_VISIT_TABLE
#undef CUDASTDENV_TABLES
// clang-format on

/// The tables compiled into the library.
[[nodiscard]] CUDASTDENV_API Tables builtin_tables() noexcept;

}  // namespace cudastdenv
