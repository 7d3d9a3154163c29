// SPDX-License-Identifier: MIT
#pragma once

/// The tables, and what each row holds. `data/*.json` holds the same rows under the same names in
/// camelCase; data/README.md says how they are kept. A row owns nothing: its texts and lists live in static storage
/// (builtin_tables) or in a LoadedTables.

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

// A field is one line.
// clang-format off
/// A row that says where it is from.
#define CUDASTDENV_CITING_RECORD(title_, meaning_, ...) \
    CUDASTDENV_RECORD(title_, meaning_, __VA_ARGS__, (SourceIds, sources, "sources", "Ids of sources.json, the most important first.", "some source"))
/// The releases in which a row holds.
#define CUDASTDENV_RELEASES \
    (std::optional<Version>, first, "first", "The first release of which it holds; null: no release is known to lack it.", "threeNumbers"), \
    (std::optional<Version>, last, "last", "The last one; two numbers: all patch releases; null: it holds of the newest that was read.", "twoOrThreeNumbers")

struct Release {
    CUDASTDENV_CITING_RECORD("Release", "One release.",
        (Version, version, "release", "The release; 10.x carries its build as the third number.", "threeNumbers"),
        (std::optional<std::string_view>, nvcc, "nvcc", "The version that nvcc prints; null where it is not known.", "threeNumbers"),
        (std::optional<std::string_view>, date, "date", "Day or month of the release; null where it is not known.", "dayOrMonth"),
        (bool, preview, "preview", "A developer preview, never meant by a number of two parts."),
        (std::optional<CxxStandard>, newest_standard, "newestStandard", "The newest standard that nvcc's -std takes; null where it is not known."))
};

struct NeverReleased {
    CUDASTDENV_CITING_RECORD("NeverReleased", "A number that was skipped.",
        (Version, version, "release", "Two numbers.", "twoNumbers"),
        (std::string_view, reason, "reason", "", "text"))
};

/// One view of the major versions of a host compiler family; closed at both ends.
/// The header's exclusive Clang bound is converted on the way in.
struct HostRange {
    CUDASTDENV_CITING_RECORD("HostRange", "Major versions, closed at both ends.",
        (std::optional<int>, min, "min", "null: no lower bound is stated.", "major"),
        (int, max, "max", "", "major"))
};

struct HostCompilerRow {
    CUDASTDENV_RECORD("HostCompilerRow", "A run of releases of one minor release that are alike.",
        (Compiler::Family, family, "family"),
        (Version, first, "first", "First release of the run.", "threeNumbers"),
        (Version, last, "last", "Last release of the run, included.", "threeNumbers"),
        (std::optional<HostRange>, enforced, "enforced", "What crt/host_config.h checks."),
        (std::optional<HostRange>, documented, "documented", "What NVIDIA's installation guide lists."),
        (std::optional<HostRange>, nixpkgs, "nixpkgs", "What nixpkgs' nvcc.nix publishes."),
        (std::optional<HostRange>, grace, "grace", "The window for NVIDIA's own Clang for Grace (__GRCO_CLANG_COMPILER__)."))
};

struct NvccCapability {
    CUDASTDENV_CITING_RECORD("NvccCapability", "Releases in which nvcc takes it.",
        (Version, first, "first", "First public release.", "twoNumbers"),
        (std::optional<Version>, last, "last", "Last release, included; null: still there.", "twoNumbers"))

    [[nodiscard]] constexpr bool takes_in(Version release) const noexcept {
        return VersionRange{first, last}.contains(release);
    }
};

struct NixpkgsCapability {
    CUDASTDENV_CITING_RECORD("NixpkgsCapability", "What nixpkgs' cuda.nix says; null: it has no such row.",
        (Version, min, "min", "", "twoNumbers"),
        (std::optional<Version>, max, "max", "Included.", "twoNumbers"),
        (std::optional<Version>, dont_default_after, "dontDefaultAfter", "Last release that builds it by default.", "twoNumbers"))
};

struct CapabilityRename {
    CUDASTDENV_RECORD("CapabilityRename", "The number that it got later.",
        (Capability, to, "to"),
        (Version, since, "since", "First release with the new number.", "twoNumbers"))
};

struct CapabilityRow {
    CUDASTDENV_CITING_RECORD("CapabilityRow", "One capability.",
        (Capability, capability, "capability"),
        (std::string_view, architecture, "architecture", "Name of the GPU architecture, as nixpkgs spells it.", "architecture"),
        (bool, jetson, "jetson", "An integrated (Tegra) GPU."),
        (std::optional<Capability>, family, "family", "The family's lowest family-specific member; null before 10.0."),
        (NvccCapability, nvcc, "nvcc"),
        (std::optional<NixpkgsCapability>, nixpkgs, "nixpkgs", "Null: nixpkgs has no such row."),
        (std::optional<CapabilityRename>, renamed, "renamed"))
};

struct LibstdcxxRow {
    CUDASTDENV_CITING_RECORD("LibstdcxxRow", "Holds from this GCC release up to the next row.",
        (Version, gcc, "gcc", "First GCC release.", "twoOrThreeNumbers"),
        (std::string_view, glibcxx, "glibcxx", "Newest symbol version.", "glibcxx"),
        (std::string_view, cxxabi, "cxxabi", "Newest symbol version of the ABI part, on x86_64 and aarch64.", "cxxabi"),
        (std::string_view, soname, "soname", "File name of the library.", "soname"))
};

/// The symbols that came with a symbol version of libstdc++ or glibc. Of a symbol with several the oldest counts, which
/// an object can be linked with.
struct SymbolVersionRow {
    CUDASTDENV_CITING_RECORD("SymbolVersionRow", "The symbols that came with a version.",
        (std::string_view, version, "version", "The symbol version.", "symbolVersion"),
        (std::span<const std::string_view>, symbols, "symbols", "Sorted; of several versions the oldest counts.", "some symbol"))
};

/// Measured: with the libstdc++ headers of which GCCs a host compiler works with this nvcc, and with which not. It is a
/// property of the pair: libstdc++ shows each Clang other code, of which nvcc's front end parses only some. A GCC has
/// its own headers.
struct PairHeadersRow {
    CUDASTDENV_CITING_RECORD("PairHeadersRow", "One build of nvcc, one host compiler and one standard.",
        (Version, nvcc, "nvcc", "Build, as nvcc prints it.", "threeNumbers"),
        (Compiler, compiler, "compiler", "The host compiler."),
        (CxxStandard, standard, "standard"),
        (std::span<const int>, works, "works", "GCC majors with whose headers it works, ascending.", "major"),
        (std::span<const int>, fails, "fails", "GCC majors with whose headers it does not, ascending.", "major"))
};

/// Measured: the newest libstdc++ headers that this Clang parses by itself.
struct ClangHeadersRow {
    CUDASTDENV_CITING_RECORD("ClangHeadersRow", "One Clang and one standard.",
        (int, clang, "clang", "", "major"),
        (CxxStandard, standard, "standard"),
        (std::optional<int>, max_libstdcxx, "maxLibstdcxx", "GCC major whose headers parse; null: none.", "major"))
};

/// Measured: the oldest host compiler from which nvcc takes a standard. With an older one it warns, ignores `-std` and
/// compiles in the host compiler's own default standard.
struct HostStandardRow {
    CUDASTDENV_CITING_RECORD("HostStandardRow", "One standard, one family and a run of releases.",
        (CxxStandard, standard, "standard"),
        (Compiler::Family, family, "family"),
        (int, min, "min", "The oldest from which nvcc takes the standard, included.", "major"),
        (Version, first, "first", "First release of which it is known.", "threeNumbers"),
        (Version, last, "last", "Last one, included.", "threeNumbers"))
};

/// Measured: whether nvcc takes its host compiler from the variable NVCC_CCBIN.
struct CcbinVariableRow {
    CUDASTDENV_CITING_RECORD("CcbinVariableRow", "A run of releases.",
        (bool, heeded, "heeded", "Whether nvcc takes its host compiler from NVCC_CCBIN."),
        (Version, first, "first", "First release of which it is known.", "threeNumbers"),
        (Version, last, "last", "Last one, included.", "threeNumbers"))
};

/// Where the headers of a toolkit lie: under a prefix, which nvcc hands to the compiler with -I, or in a directory that
/// the compiler searches by itself, as Debian's own packages put them. In such a directory a GCC lets pass what it
/// calls an error elsewhere.
CUDASTDENV_NEW_ENUM(ToolkitHeaders, (prefix, "prefix"), (system, "system"))

/// A workaround that keeps release, compiler and standard: -isystem with the directory of the toolkit's headers, for GCC
/// only; or the header that `env --glibc-shim` writes, in front with -isystem.
CUDASTDENV_NEW_ENUM(WayOut, (isystem, "isystem"), (glibc_shim, "glibc-shim"))

struct SparedHosts {
    CUDASTDENV_RECORD("SparedHosts", "Host compilers of a family, with a toolkit whose headers lie there.",
        (Compiler::Family, family, "family"),
        (ToolkitHeaders, toolkit_headers, "toolkitHeaders", "Under a prefix, or in a directory that the compiler searches by itself."))
};

struct AdvisoryCondition {
    CUDASTDENV_RECORD("AdvisoryCondition", "All parts that are not null must hold, but for `unless`, which must not.",
        (std::optional<VersionRange>, releases, "releases"),
        (std::optional<Compiler::Family>, family, "family"),
        (std::optional<MajorRange>, compiler, "compiler", "Major version of the host compiler."),
        (std::span<const VersionRange>, compiler_versions, "compilerVersions", "Its version, minor number and all, in one of these; none: it does not matter."),
        (std::optional<MajorRange>, libstdcxx_headers, "libstdcxxHeaders", "GCC major of the headers compiled with."),
        (std::optional<MajorRange>, libstdcxx_library, "libstdcxxLibrary", "GCC major of the library linked with."),
        (std::optional<VersionRange>, glibc, "glibc"),
        (std::optional<CxxStandard>, standard_min, "standardMin"),
        (std::optional<CxxStandard>, standard_max, "standardMax"),
        (std::optional<std::string_view>, system, "system", "Nix system.", "nixSystem"),
        (std::optional<SparedHosts>, unless, "unless", "Must not hold; null: nobody is spared."))
};

CUDASTDENV_NEW_ENUM(AdvisorySeverity, (broken, "broken"), (caution, "caution"), (note, "note"))

/// A combination that passes nvcc's check and still breaks, or needs care.
struct AdvisoryRow {
    using Severity = AdvisorySeverity;

    CUDASTDENV_CITING_RECORD("AdvisoryRow", "One advisory.",
        (std::string_view, id, "id", "", "id"),
        (Severity, severity, "severity", "broken: does not work; caution: may not; note: good to know."),
        (AdvisoryCondition, when, "when"),
        (std::string_view, message, "message", "", "sentences"),
        (std::optional<std::string_view>, workaround, "workaround", "The way out; null: none is known.", "text"),
        (std::span<const WayOut>, ways_out, "waysOut", "Those of it that the program knows, the simplest first: -isystem with the toolkit's headers, which helps a GCC; the header that `env --glibc-shim` writes."))
};

struct OwnCuda {
    CUDASTDENV_CITING_RECORD("OwnCuda", "A CUDA toolkit that an environment packages itself.",
        (Version, release, "release", "Three numbers.", "threeNumbers"),
        (ToolkitHeaders, toolkit_headers, "toolkitHeaders", "Where it puts the headers: under a prefix, or in a directory that the compiler searches by itself."),
        (std::optional<std::span<const Compiler>>, host_compilers, "hostCompilers", "That its package asks for, of each family the newest; null: not known."))
};

struct EnvironmentRow {
    CUDASTDENV_CITING_RECORD("EnvironmentRow", "A distribution's release or a channel of nixpkgs.",
        (std::string_view, id, "id", "`nixos-25.11`, `debian-12`.", "id"),
        (std::string_view, title, "title", "", "text"),
        (std::span<const std::string_view>, aliases, "aliases", "What else it is called. Case, hyphens, words like Linux and a minor number too many don't matter.", "alias"),
        (std::optional<std::string_view>, system, "system", "Nix system, where there is only one; null: several.", "nixSystem"),
        (Compiler, compiler, "compiler", "Its default compiler."),
        (std::optional<std::string_view>, compiler_version, "compilerVersion", "null where it is not known.", "twoOrThreeNumbers"),
        (int, libstdcxx, "libstdcxx", "GCC major of the libstdc++.so.6 that programs load.", "major"),
        (std::optional<Version>, libstdcxx_version, "libstdcxxVersion", "The GCC release of it; X.0.1 is a snapshot before X.1; null where no source says it.", "twoOrThreeNumbers"),
        (bool, nonshared, "nonshared", "What code of its newer GCCs needs beyond that libstdc++ is linked statically, from libstdc++_nonshared.a."),
        (std::optional<Version>, glibc, "glibc", "", "twoNumbers"),
        (std::span<const int>, gccs, "gccs", "Packaged majors, ascending.", "major"),
        (std::span<const int>, clangs, "clangs", "Packaged majors, ascending.", "major"),
        (std::span<const std::string_view>, fixed_advisories, "fixedAdvisories", "Advisories that its own packages are patched against.", "id"),
        (std::span<const OwnCuda>, own_cuda, "ownCuda", "CUDA toolkits that it packages itself, by release, as far as a source says."))
};

/// What a distribution calls the packages of its compilers. `{}` stands for the major version.
struct DistributionRow {
    CUDASTDENV_CITING_RECORD("DistributionRow", "What a distribution calls the packages of its compilers.",
        (std::string_view, id, "id", "Its environments are called so, or so with a hyphen and a version.", "id"),
        (std::string_view, title, "title", "", "text"),
        (std::string_view, install, "install", "The command that packages go behind.", "text"),
        (std::string_view, gcc, "gcc", "`g++-{}`: the one that compiles C++.", "package"),
        (std::string_view, newest_gcc, "newestGcc", "Of the newest GCC of an environment.", "package"),
        (std::optional<std::string_view>, default_gcc, "defaultGcc", "Of an environment's default GCC; null: it has no name of its own.", "package"),
        (std::optional<std::string_view>, gcc_program, "gccProgram", "The C++ compiler of a package that has a number, by its name or its path; null: not known, or no name that stays.", "program"),
        (std::string_view, clang, "clang", "", "package"),
        (std::string_view, newest_clang, "newestClang", "Of the newest Clang of an environment.", "package"))
};

/// What Resolution::redist is where there is nothing of NVIDIA's to name.
inline constexpr std::string_view unsupported_redist = "unsupported";

struct RedistSystemRow {
    CUDASTDENV_CITING_RECORD("RedistSystemRow", "One system.",
        (std::string_view, nix, "nix", "`aarch64-linux`.", "nixSystem"),
        (std::string_view, redist, "redist", "NVIDIA's name in its manifests, or unsupported: they have none.", "redistOrUnsupported"),
        (std::optional<std::string_view>, pkgs_cross, "pkgsCross", "Attribute of nixpkgs' pkgsCross; null: none is named.", "attribute"),
        (bool, jetson, "jetson", "The Jetson variant of the system."),
        (bool, nixpkgs, "nixpkgs", "nixpkgs packages it."),
        (std::optional<Version>, first, "first", "First release known to ship it.", "threeNumbers"),
        (std::optional<Version>, last, "last", "Last release that ships it; null: still shipped.", "threeNumbers"),
        (std::span<const Version>, absent, "absent", "Releases in between that lack it.", "threeNumbers"))
};

struct JetsonSbsaRow {
    CUDASTDENV_CITING_RECORD("JetsonSbsaRow", "A range of releases.",
        (Version, first, "first", "First release, two numbers.", "twoNumbers"),
        (std::optional<Version>, last, "last", "Included; null: open.", "twoNumbers"),
        (Capability, min_capability, "minCapability", "From this capability on a Jetson is an ordinary Arm server platform."))
};

struct RedistExceptionRow {
    CUDASTDENV_CITING_RECORD("RedistExceptionRow", "A capability that NVIDIA excepts from a platform.",
        (std::string_view, redist, "redist", "NVIDIA's name for the platform.", "redist"),
        (Capability, capability, "capability", "Baseline.", "baseline"),
        (Version, first, "first", "Two numbers.", "twoNumbers"),
        (Version, last, "last", "Two numbers, included.", "twoNumbers"))
};

struct DriverDatum {
    CUDASTDENV_CITING_RECORD("DriverDatum", "A driver version with its sources.",
        (DriverVersion, driver, "driver"))
};

struct DriverRow {
    CUDASTDENV_RECORD("DriverRow", "The drivers of one release.",
        (Version, release, "release", "Three numbers.", "threeNumbers"),
        (std::optional<DriverDatum>, linux_minimum, "linux", "Oldest driver that NVIDIA documents for it."),
        (std::optional<DriverDatum>, windows_minimum, "windows", "The same for Windows."),
        (std::optional<DriverDatum>, linux_bundled, "linuxBundled", "The driver in its runfile and its manifest."))
};

struct MinorVersionRow {
    CUDASTDENV_CITING_RECORD("MinorVersionRow", "Minor-version compatibility within one major version.",
        (int, cuda_major, "cudaMajor", "Major version of CUDA.", "cudaMajor"),
        (DriverVersion, linux_minimum, "linux", "Oldest driver that runs machine code of all its releases."),
        (DriverVersion, windows_minimum, "windows", "The same for Windows."))
};

struct ForwardCompatRow {
    CUDASTDENV_CITING_RECORD("ForwardCompatRow", "The package cuda-compat of one minor release, for data-center GPUs.",
        (Version, release, "release", "Two numbers.", "twoNumbers"),
        (std::span<const int>, branches, "branches", "Driver branches on which NVIDIA supports it, ascending.", "some branch"))
};

CUDASTDENV_NEW_ENUM(CompatGpus, (data_center, "data-center"), (jetson, "jetson"))

struct CompatPackageRow {
    using Gpus = CompatGpus;

    CUDASTDENV_CITING_RECORD("CompatPackageRow", "A compatibility package among a release's redistributables.",
        (Version, release, "release", "Three numbers.", "threeNumbers"),
        (std::string_view, redist, "redist", "NVIDIA's name for the platform.", "redist"),
        (std::string_view, package, "package", "Its name in the manifest.", "compatPackageName"),
        (std::string_view, version, "version", "A driver version for data-center GPUs, a build number for Jetsons.", "driverOrBuild"),
        (Gpus, gpus, "gpus", "What it is for."),
        (std::optional<Capability>, capability, "capability", "The only capability it is for; null: any."))
};

/// The PTX that a minor release writes, and the drivers that compile what it writes: those of its own CUDA version.
/// Drivers have CUDA versions of which no toolkit was released (12.7).
struct PtxVersionRow {
    CUDASTDENV_CITING_RECORD("PtxVersionRow", "The PTX that a minor release writes, and the drivers of that CUDA version.",
        (Version, release, "release", "Two numbers.", "twoNumbers"),
        (Version, ptx, "ptx", "Newest version of the PTX ISA that its ptxas takes.", "twoNumbers"),
        (std::optional<int>, branch, "branch", "First driver branch of that CUDA version; null: not known.", "branch"))
};

struct GpuDriversRow {
    CUDASTDENV_CITING_RECORD("GpuDriversRow", "Which drivers can know a GPU of a capability.",
        (Capability, capability, "capability", "Baseline.", "baseline"),
        (std::optional<int>, first_branch, "firstBranch", "No older driver knows any GPU of it; null: not known.", "branch"),
        (std::optional<int>, last_branch, "lastBranch", "No newer driver does; null: it is still known.", "branch"))
};

struct JetsonDriverRow {
    CUDASTDENV_CITING_RECORD("JetsonDriverRow", "The driver that comes with a JetPack.",
        (DriverVersion, driver, "driver", "And later ones of its branch."),
        (Version, jetpack, "jetpack", "Two numbers.", "twoNumbers"),
        (Version, cuda, "cuda", "The CUDA version that it has.", "twoNumbers"))
};

struct PackageSetRow {
    CUDASTDENV_CITING_RECORD("PackageSetRow", "One package set in one channel.",
        (std::string_view, channel, "channel", "Id of environments.json.", "channel"),
        (std::string_view, attribute, "attribute", "Attribute of nixpkgs.", "packageSet"),
        (Version, release, "release", "Three numbers; two where no source says the patch release.", "twoOrThreeNumbers"))
};

/// The drivers that NVIDIA's lists and change logs have a product in. Each is the first one of its branch, and the
/// last of them stands for every later branch too; a branch in between that is not named is not known.
struct ProductDrivers {
    CUDASTDENV_CITING_RECORD("ProductDrivers", "The drivers that NVIDIA's lists have a product in.",
        (std::span<const DriverVersion>, from, "from", "Ascending, one of a branch at most; the last one stands for every later branch.", "some driver"))
};

CUDASTDENV_NEW_ENUM(GpuLine, (geforce, "geforce"), (workstation, "workstation"), (data_center, "data-center"), (jetson, "jetson"), (dgx, "dgx"))

struct GpuRow {
    using Line = GpuLine;

    CUDASTDENV_CITING_RECORD("GpuRow", "One product with one capability.",
        (std::string_view, name, "name", "Without the vendor and without a memory size at its end.", "product"),
        (Capability, capability, "capability", "Baseline, in capabilities.json.", "baseline"),
        (Line, line, "line", "Which line of products."),
        (std::span<const std::string_view>, aliases, "aliases", "Sorted: other names, above all what nvidia-smi prints where it is another.", "product"),
        (std::optional<ProductDrivers>, drivers, "drivers", "The drivers that NVIDIA's lists have it in; null: not known, or a Jetson."))
};

CUDASTDENV_NEW_ENUM(GpuWordsUse,
    (vendor, "vendor"),            // before a name: `nvidia`
    (former_line, "former-line"),  // once before a name that now goes without: `tesla`
    (left_out, "left-out"),        // in a name, and people leave it out: `geforce`
    (laptop, "laptop"),            // in a laptop's name, left out where nothing else fits: `RTX 3050 Ti` is a laptop's only
    (form_factor, "form-factor"),  // behind a name: `sxm4`
    (memory_unit, "memory-unit"))  // behind a number that is behind a name: `gb`

/// Words of GPUs' names that a reader passes over, in lower case. A word is one between what is no letter and no digit.
struct GpuWordsRow {
    using Use = GpuWordsUse;

    CUDASTDENV_CITING_RECORD("GpuWordsRow", "Words of GPUs' names that a reader passes over.",
        (Use, use, "use", "Where they stand: vendor and former-line before a name, form-factor behind it, memory-unit behind a number behind it; left-out in it, laptop in it where nothing else fits."),
        (std::span<const std::string_view>, words, "words", "Sorted, in lower case.", "nameWord"))
};

/// A program that reads lists of GPU architectures in a spelling of its own, and not every version of it the same.
struct ConsumerRow {
    CUDASTDENV_CITING_RECORD("ConsumerRow", "A program that reads lists of architectures.",
        (std::string_view, id, "id", "As its spelling is called.", "id"),
        (std::string_view, title, "title", "`PyTorch`.", "text"),
        (Version, oldest, "oldest", "The oldest release that was read and takes such lists.", "threeNumbers"),
        (Version, newest, "newest", "The newest release that was read.", "threeNumbers"))
};

struct ConsumerEntriesRow {
    CUDASTDENV_CITING_RECORD("ConsumerEntriesRow", "Entries that a consumer takes, each by itself.",
        (std::string_view, consumer, "consumer", "Its id.", "id"),
        (std::span<const Capability>, entries, "entries", "Sorted.", "some capability"),
        (Version, first, "first", "The first release of the consumer of which it holds.", "threeNumbers"),
        (std::optional<Version>, last, "last", "The last one; two numbers: all of them; null: it holds of the newest that was read.", "twoOrThreeNumbers"),
        (std::optional<VersionRange>, cuda, "cuda", "Only with these releases of CUDA; null: with any."))
};

struct ConsumerRangeRow {
    CUDASTDENV_CITING_RECORD("ConsumerRangeRow", "Numbers that a consumer passes on whether it knows them or not.",
        (std::string_view, consumer, "consumer", "Its id.", "id"),
        (Capability, lowest, "lowest", "Included, and only what is of its kind: baseline, a or f."),
        (std::optional<Capability>, highest, "highest", "Included; null: any number."),
        (Version, first, "first", "The first release of the consumer of which it holds.", "threeNumbers"),
        (std::optional<Version>, last, "last", "The last one; two numbers: all of them; null: it holds of the newest that was read.", "twoOrThreeNumbers"),
        (std::optional<VersionRange>, cuda, "cuda", "Only with these releases of CUDA; null: with any."))

    [[nodiscard]] constexpr bool holds(Capability capability) const noexcept {
        return capability.kind == lowest.kind && lowest <= capability && (!highest || capability <= *highest);
    }
};

struct ConsumerWordRow {
    CUDASTDENV_CITING_RECORD("ConsumerWordRow", "A word that a consumer takes, and what it stands for.",
        (std::string_view, consumer, "consumer", "Its id.", "id"),
        (std::string_view, word, "word", "As the consumer writes it.", "consumerWord"),
        (std::span<const Capability>, entries, "entries", "Sorted; none: what the machine or the release has, as the word says."),
        (bool, ptx, "ptx", "And PTX of the last one."),
        (Version, first, "first", "The first release of the consumer of which it holds.", "threeNumbers"),
        (std::optional<Version>, last, "last", "The last one; two numbers: all of them; null: it holds of the newest that was read.", "twoOrThreeNumbers"),
        (std::optional<VersionRange>, cuda, "cuda", "Only with these releases of CUDA; null: with any."))
};

/// What answers a message.
CUDASTDENV_NEW_ENUM(MessageCause,
    (advisory, "advisory"),            // one of `advisories`
    (host_compiler, "host-compiler"),  // the bounds of nvcc
    (architecture, "architecture"),    // which GPU architectures a tool knows
    (coverage, "coverage"),            // which GPU code there is
    (driver, "driver"),                // which driver runs what
    (native_driver, "native-driver"),  // which driver is as new as a release
    (ptx, "ptx"),                      // which driver compiles the PTX
    (libstdcxx, "libstdcxx"),          // which libstdc++ has a symbol version
    (component, "component"),          // which component of the toolkit holds a file
    (itself, "itself"))                // `why` and `remedy`

struct MessageRow {
    using Cause = MessageCause;

    CUDASTDENV_CITING_RECORD("MessageRow", "A message that tools print, in whatever wording.",
        (std::string_view, id, "id", "`gcc-too-new`.", "id"),
        (std::string_view, title, "title", "What happened.", "text"),
        (Cause, cause, "cause", "What answers it; itself: why and remedy."),
        (std::span<const std::string_view>, advisories, "advisories", "Sorted ids; those that a log with this message can be about.", "id"),
        (std::optional<std::string_view>, why, "why", "null: the cause says it.", "text"),
        (std::optional<std::string_view>, remedy, "remedy", "What to do; null: the cause says it.", "text"))
};

/// A warning is printed where nothing fails; a note is never a cause by itself.
CUDASTDENV_NEW_ENUM(MessageOutcome, (failure, "failure"), (warning, "warning"), (note, "note"))

/// A wording of a message. What `{number:gccBound}` and the like mean in a text is in docs/diagnose.md.
struct MessageTextRow {
    using Outcome = MessageOutcome;

    CUDASTDENV_CITING_RECORD("MessageTextRow", "A wording of a message.",
        (std::string_view, message, "message", "Its id.", "id"),
        (std::string_view, text, "text", "Without the place and the word error before it; holes in braces.", "text"),
        (std::span<const std::string_view>, tools, "tools", "That print it.", "text"),
        (std::optional<std::string_view>, language, "language", "Of the translation; null: English.", "language"),
        (std::span<const std::string_view>, files, "files", "Ends of the file that the line may name; none: any.", "text"),
        (Outcome, outcome, "outcome", "warning: printed where nothing fails; note: never a cause by itself."))
};

struct MessageLinesRow {
    CUDASTDENV_CITING_RECORD("MessageLinesRow", "What to type against a message, beside what follows from its cause.",
        (std::string_view, message, "message", "Its id.", "id"),
        (std::string_view, tool, "tool", "As --for calls it.", "code"),
        (std::span<const std::string_view>, lines, "lines", "A fact's name in braces stands for what the message says.", "text"))
};

struct WrapperTextRow {
    CUDASTDENV_CITING_RECORD("WrapperTextRow", "A line that says only that something failed further up.",
        (std::string_view, text, "text", "", "text"),
        (std::span<const std::string_view>, tools, "tools", "", "text"),
        (std::optional<std::string_view>, language, "language", "null: English.", "language"))
};

struct SuccessTextRow {
    CUDASTDENV_CITING_RECORD("SuccessTextRow", "A line that says that all went well in the end.",
        (std::string_view, text, "text", "", "text"),
        (std::span<const std::string_view>, tools, "tools", "person: it is said of the whole, wherever it stands.", "text"))
};

struct FactTextRow {
    CUDASTDENV_CITING_RECORD("FactTextRow", "A line that says something about the machine.",
        (std::string_view, text, "text", "Holes in braces.", "text"),
        (std::optional<std::string_view>, tool, "tool", "Whose log it is in, as --for calls it; null: it does not say.", "code"))
};

struct ErrorWordRow {
    CUDASTDENV_CITING_RECORD("ErrorWordRow", "How compilers and linkers of a language begin a failure.",
        (std::string_view, text, "text", "`error:`.", "text"),
        (std::optional<std::string_view>, language, "language", "null: English.", "language"))
};

struct NvJitLinkRow {
    CUDASTDENV_CITING_RECORD("NvJitLinkRow", "The names of symbols that a libnvJitLink has.",
        (Version, release, "release", "Of CUDA.", "twoNumbers"),
        (Version, library, "library", "The one that was read.", "threeNumbers"),
        (std::string_view, newest_symbol, "newestSymbol", "Each older one of its major release is there too.", "jitVersion"),
        (bool, unnumbered, "unnumbered", "Names without such a number are there too."))
};

struct ComponentRow {
    CUDASTDENV_CITING_RECORD("ComponentRow", "What NVIDIA ships by itself: a component of the toolkit, or the driver.",
        (std::string_view, id, "id", "As NVIDIA's manifests call it.", "component"),
        (std::string_view, title, "title", "`cuBLAS`.", "text"),
        CUDASTDENV_RELEASES)
};

/// Files that a component has in these releases. A name that ends with `/` is a folder, and stands for all below it.
struct ComponentFilesRow {
    CUDASTDENV_CITING_RECORD("ComponentFilesRow", "Files that a component has in some releases; each list is sorted.",
        (std::string_view, component, "component", "Its id.", "component"),
        CUDASTDENV_RELEASES,
        (std::span<const std::string_view>, headers, "headers", "As they are included.", "componentFile"),
        (std::span<const std::string_view>, cmake_files, "cmakeFiles", "Packages' files for CMake.", "componentFile"),
        (std::span<const std::string_view>, libraries, "libraries", "As they are linked, without lib and .so.", "componentFile"),
        (std::span<const std::string_view>, static_libraries, "staticLibraries", "Without lib and .a.", "componentFile"),
        (std::span<const std::string_view>, stubs, "stubs", "Libraries of which it has a stub to link, and nothing to load; without lib and .so.", "componentFile"),
        (std::span<const std::string_view>, tools, "tools", "Programs, and files that only they read.", "componentFile"))
};

struct ComponentSonameRow {
    CUDASTDENV_CITING_RECORD("ComponentSonameRow", "The number in the names under which libraries are loaded.",
        (std::string_view, component, "component", "Its id.", "component"),
        (std::string_view, number, "number", "`12` of libcublas.so.12; `{major}.{minor}`: that of the release.", "sonameNumber"),
        (std::span<const std::string_view>, libraries, "libraries", "Sorted.", "some componentFile"),
        CUDASTDENV_RELEASES)
};

struct CmakeNameRow {
    CUDASTDENV_CITING_RECORD("CmakeNameRow", "What CMake calls a file that a component has.",
        (std::string_view, name, "name", "A variable, a target or a file: `CUDA_CUDART`.", "cmakeName"),
        (std::string_view, file, "file", "Its name in the table of files, written out.", "componentFile"))
};

/// From where people install a component: by an attribute of the package set, `libcublas`; from NVIDIA's repositories
/// for Debian and Ubuntu; from conda-forge; as one of NVIDIA's wheels on PyPI.
CUDASTDENV_NEW_ENUM(PackageSource, (nixpkgs, "nixpkgs"), (apt, "apt"), (conda, "conda"), (pip, "pip"))

/// The packages with a component's files; `{major}` and `{minor}` stand for the numbers of the release. Absent: the
/// component has no such file, there is no package with it, or nobody looked.
struct ComponentPackageRow {
    CUDASTDENV_CITING_RECORD("ComponentPackageRow", "The packages with a component's files; null: it has no such file, no package has it, or nobody looked.",
        (std::string_view, component, "component", "Its id.", "component"),
        (PackageSource, manager, "manager", "nixpkgs: attributes of the package set; apt: NVIDIA's repositories; conda: conda-forge; pip: PyPI."),
        CUDASTDENV_RELEASES,
        (std::optional<std::string_view>, headers, "headers", "With its headers and files for CMake.", "componentPackage"),
        (std::optional<std::string_view>, linking, "linking", "With what the linker looks for, libcublas.so.", "componentPackage"),
        (std::optional<std::string_view>, loading, "loading", "With what the loader looks for, libcublas.so.12.", "componentPackage"),
        (std::optional<std::string_view>, static_libraries, "static", "With its static libraries.", "componentPackage"),
        (std::optional<std::string_view>, stubs, "stubs", "With its stubs.", "componentPackage"),
        (std::optional<std::string_view>, tools, "tools", "With its programs.", "componentPackage"))
};

/// A rule of NVIDIA's about which code runs where, and where it stands.
struct RuleRow {
    CUDASTDENV_CITING_RECORD("RuleRow", "One rule.",
        (std::string_view, id, "id", "`cubin-major`.", "ruleId"),
        (std::string_view, statement, "statement", "One sentence, without a full stop.", "text"))
};

CUDASTDENV_NEW_ENUM(SourceKind, (header, "header"), (documentation, "documentation"), (release_notes, "release-notes"), (nixpkgs, "nixpkgs"), (measured, "measured"), (third_party, "third-party"), (nixpkgs_fork, "nixpkgs-fork"))
CUDASTDENV_NEW_ENUM(SourceConfidence, (high, "high"), (medium, "medium"), (low, "low"))

struct SourceRow {
    using Kind = SourceKind;
    using Confidence = SourceConfidence;

    CUDASTDENV_RECORD("SourceRow", "One source.",
        (std::string_view, id, "id", "", "id"),
        (Kind, kind, "kind", "What sort of source."),
        (std::string_view, title, "title", "", "text"),
        (std::optional<std::string_view>, url, "url", "", "url"),
        (std::string_view, locator, "locator", "Where in it: file, section, line, or how it was measured.", "text"),
        (std::string_view, retrieved, "retrieved", "`2026-11-21`.", "day"),
        (Confidence, confidence, "confidence"))
};

#undef CUDASTDENV_CITING_RECORD
#undef CUDASTDENV_RELEASES

// A member of Tables is one line: its file, then as in a record.
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

/// A view of all tables; owns nothing. Every list is sorted by its key.
struct Tables {
    CUDASTDENV_TABLES(
        ("releases.json", std::span<const Release>, releases, "releases", "Sorted by release."),
        ("releases.json", std::span<const NeverReleased>, never_released, "neverReleased", "Numbers that look like a release and never were one."),
        ("host_compilers.json", std::span<const HostCompilerRow>, host_compilers, "hostCompilers", "Sorted by family (gcc, clang), then release; every release in exactly one row of each family."),
        ("capabilities.json", Version, capabilities_read_through, "readThrough", "The newest release of which the rows without an end were read.", "threeNumbers"),
        ("capabilities.json", std::span<const CapabilityRow>, capabilities, "capabilities", "Sorted by number, then baseline, a, f."),
        ("libstdcxx.json", std::span<const LibstdcxxRow>, libstdcxx, "libstdcxx", "Sorted by GCC release."),
        ("measured.json", std::span<const PairHeadersRow>, pair_headers, "pairHeaders", "Sorted by build, compiler, standard."),
        ("measured.json", std::span<const ClangHeadersRow>, clang_headers, "clangHeaders", "Sorted by Clang, then standard."),
        ("measured.json", std::span<const HostStandardRow>, host_standards, "hostStandards", "Sorted by standard, family, then release."),
        ("measured.json", std::span<const CcbinVariableRow>, ccbin_variable, "ccbinVariable", "Sorted by release."),
        ("advisories.json", Version, advisories_read_through, "readThrough", "The newest release of which the rows without an end were read.", "threeNumbers"),
        ("advisories.json", std::span<const AdvisoryRow>, advisories, "advisories", "Sorted by id."),
        ("environments.json", std::string_view, assumed_environment, "assumed", "The environment that is assumed where none is named.", "id"),
        ("environments.json", std::span<const EnvironmentRow>, environments, "environments", "Sorted by id."),
        ("environments.json", std::span<const DistributionRow>, distributions, "distributions", "Sorted by id."),
        ("redist.json", Version, redist_read_through, "readThrough", "The newest release of which the rows without an end were read.", "threeNumbers"),
        ("redist.json", std::span<const RedistSystemRow>, redist_systems, "systems", "Sorted by Nix system, then redist name."),
        ("redist.json", std::span<const JetsonSbsaRow>, jetson_sbsa, "jetsonSbsa", "Sorted by release, without gaps."),
        ("redist.json", std::span<const RedistExceptionRow>, redist_exceptions, "exceptions", "Sorted by redist system, capability."),
        ("drivers.json", std::span<const DriverRow>, drivers, "drivers", "Sorted by release; a release of which nothing is known has no row."),
        ("drivers.json", std::span<const MinorVersionRow>, minor_versions, "minorVersions", "Sorted by major version; from CUDA 11 on."),
        ("drivers.json", std::span<const ForwardCompatRow>, forward_compat, "forwardCompat", "Sorted by release."),
        ("drivers.json", std::span<const CompatPackageRow>, compat_packages, "compatPackages", "Sorted by release, redist system, package."),
        ("drivers.json", std::span<const PtxVersionRow>, ptx_versions, "ptxVersions", "Sorted by release."),
        ("drivers.json", std::span<const GpuDriversRow>, gpu_drivers, "gpuDrivers", "Sorted by capability; a Jetson's has no row."),
        ("drivers.json", std::span<const JetsonDriverRow>, jetson_drivers, "jetsonDrivers", "Sorted by driver."),
        ("package_sets.json", std::span<const PackageSetRow>, package_sets, "packageSets", "Sorted by channel, then attribute."),
        ("gpus.json", std::span<const GpuRow>, gpus, "gpus", "Sorted by name, then capability. A name with several chips has a row for each capability."),
        ("gpus.json", std::span<const GpuWordsRow>, gpu_words, "words", "In the order in which the uses are named."),
        ("consumers.json", std::span<const ConsumerRow>, consumers, "consumers", "Sorted by id."),
        ("consumers.json", std::span<const ConsumerEntriesRow>, consumer_entries, "entries", "Sorted by consumer, first release, first entry."),
        ("consumers.json", std::span<const ConsumerRangeRow>, consumer_ranges, "ranges", "Sorted by consumer, lowest number, first release of the consumer, first release of CUDA. What is in no range and no list of entries, the consumer refuses or drops."),
        ("consumers.json", std::span<const ConsumerWordRow>, consumer_words, "words", "Sorted by consumer, word, first release of the consumer, first release of CUDA."),
        ("messages.json", std::span<const MessageRow>, messages, "messages", "Sorted by id."),
        ("messages.json", std::span<const MessageTextRow>, message_texts, "messageTexts", "Sorted by message, then text."),
        ("messages.json", std::span<const MessageLinesRow>, message_lines, "messageLines", "Sorted by message, then tool."),
        ("messages.json", std::span<const WrapperTextRow>, wrapper_texts, "wrapperTexts", "Sorted by text."),
        ("messages.json", std::span<const SuccessTextRow>, success_texts, "successTexts", "Sorted by text."),
        ("messages.json", std::span<const FactTextRow>, fact_texts, "factTexts", "Sorted by text."),
        ("messages.json", std::span<const ErrorWordRow>, error_words, "errorWords", "Sorted by text."),
        ("messages.json", std::span<const NvJitLinkRow>, nvjitlink_libraries, "nvJitLinkLibraries", "Sorted by release."),
        ("components.json", std::span<const ComponentRow>, components, "components", "Sorted by id."),
        ("components.json", std::span<const ComponentFilesRow>, component_files, "files", "Sorted by component, first release, last release. In each release a file is in one component."),
        ("components.json", std::span<const ComponentSonameRow>, component_sonames, "sonames", "Sorted by component, first release, number, first library."),
        ("components.json", std::span<const CmakeNameRow>, cmake_names, "cmake", "Sorted by name."),
        ("components.json", std::span<const ComponentPackageRow>, component_packages, "packages", "Sorted by component, manager, first release."),
        ("rules.json", std::span<const RuleRow>, rules, "rules", "Sorted by id."),
        ("sources.json", std::span<const SourceRow>, sources, "sources", "Sorted by id."),
        ("symbol_versions.json", std::span<const SymbolVersionRow>, symbol_versions, "symbolVersions", "Sorted by version, as a text."))
};

#undef CUDASTDENV_TABLE
#undef CUDASTDENV_TABLE_FIELD
#undef CUDASTDENV_VISIT_TABLE
#undef CUDASTDENV_TABLES
// clang-format on

/// The tables compiled into the library.
[[nodiscard]] CUDASTDENV_API Tables builtin_tables() noexcept;

}  // namespace cudastdenv
