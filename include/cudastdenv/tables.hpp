// SPDX-License-Identifier: MIT
#pragma once

/// Both levels: the tables, and what each row holds. `data/*.json` holds the same rows under the same names in
/// camelCase; data/README.md says how they are kept. A row owns nothing: its texts and lists live in static storage
/// (builtin_tables) or in a LoadedTables.

#include <cudastdenv/capability.hpp>
#include <cudastdenv/compiler.hpp>
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

/// A release of the CUDA toolkit.
struct Release {
    Version version;                             ///< three numbers; 10.x carries its build as patch: 10.1.243
    std::optional<std::string_view> nvcc;        ///< version nvcc prints, `12.8.93`
    std::optional<std::string_view> date;        ///< `2025-03-06`, or `2025-03` where only the month is known
    bool preview = false;                        ///< a developer preview: never what `12.8` or `latest` names
    std::optional<CxxStandard> newest_standard;  ///< newest that nvcc's `-std` takes; absent: not known
    SourceIds sources;
};

/// A number that looks like a release and never was one.
struct NeverReleased {
    Version version;  ///< two numbers
    std::string_view reason;
    SourceIds sources;
};

/// One view of the major versions of a host compiler family; closed at both ends.
/// The header's exclusive Clang bound is converted on the way in.
struct HostRange {
    std::optional<int> min;  ///< absent: no lower bound is stated (nvcc never checks a minimum for GCC)
    int max = 0;
    SourceIds sources;
};

/// Which majors of a family go with a run of releases.
struct HostCompilerRow {
    Compiler::Family family = Compiler::Family::gcc;
    Version first;                        ///< first release, three numbers
    Version last;                         ///< last release, three numbers, included
    std::optional<HostRange> enforced;    ///< what crt/host_config.h checks
    std::optional<HostRange> documented;  ///< what NVIDIA's installation guide lists
    std::optional<HostRange> nixpkgs;     ///< what nixpkgs' nvcc.nix publishes
    std::optional<HostRange> grace;       ///< window for NVIDIA's own Clang for Grace (`__GRCO_CLANG_COMPILER__`)
};

/// Releases in which nvcc takes a capability.
struct NvccCapability {
    Version first;                ///< first public release, two numbers
    std::optional<Version> last;  ///< last release, two numbers, included; absent: there in all that were read
    SourceIds sources;

    [[nodiscard]] constexpr bool takes_in(Version release) const noexcept {
        return VersionRange{first, last}.contains(release);
    }
};

/// What nixpkgs' cuda.nix says of a capability. All bounds are included.
struct NixpkgsCapability {
    Version min;
    std::optional<Version> max;
    std::optional<Version> dont_default_after;  ///< last release that builds it by default
    SourceIds sources;
};

/// A capability that got another number.
struct CapabilityRename {
    Capability to;
    Version since;  ///< first release that knows the new name
};

struct CapabilityRow {
    Capability capability;
    std::string_view architecture;     ///< `Hopper`: nixpkgs' archName
    bool jetson = false;               ///< an integrated (Tegra) GPU
    std::optional<Capability> family;  ///< the family's lowest family-specific member: `10.0f` for 10.3
    NvccCapability nvcc;
    std::optional<NixpkgsCapability> nixpkgs;  ///< absent: nixpkgs has no such row
    std::optional<CapabilityRename> renamed;
    SourceIds sources;
};

/// The libstdc++ of a GCC release and later ones, up to the next row.
struct LibstdcxxRow {
    Version gcc;               ///< first GCC release that has it
    std::string_view glibcxx;  ///< newest symbol version, `GLIBCXX_3.4.33`
    std::string_view cxxabi;   ///< `CXXABI_1.3.15`
    std::string_view soname;   ///< file name, `libstdc++.so.6.0.33`
    SourceIds sources;
};

/// The symbols that came with a symbol version of libstdc++ or glibc. Of a symbol with several the oldest counts, which
/// an object can be linked with.
struct SymbolVersionRow {
    std::string_view version;                   ///< `GLIBCXX_3.4.30`
    std::span<const std::string_view> symbols;  ///< mangled, sorted
    SourceIds sources;
};

/// Measured: with the libstdc++ headers of which GCCs a host compiler works with this nvcc, and with which not. It is a
/// property of the pair: libstdc++ shows each Clang other code, of which nvcc's front end parses only some. A GCC has
/// its own headers.
struct PairHeadersRow {
    Version nvcc;  ///< build, `13.0.88`
    Compiler compiler;
    CxxStandard standard = CxxStandard::cxx17;
    std::span<const int> works;  ///< GCC majors, ascending
    std::span<const int> fails;  ///< likewise
    SourceIds sources;
};

/// Measured: the newest libstdc++ headers that this Clang parses by itself.
struct ClangHeadersRow {
    int clang = 0;
    CxxStandard standard = CxxStandard::cxx17;
    std::optional<int> max_libstdcxx;  ///< GCC major; absent: none
    SourceIds sources;
};

/// Measured: the oldest host compiler from which nvcc takes a standard. With an older one it warns, ignores `-std` and
/// compiles in the host compiler's own default standard.
struct HostStandardRow {
    CxxStandard standard = CxxStandard::cxx17;
    Compiler::Family family = Compiler::Family::gcc;
    int min = 0;    ///< major version
    Version first;  ///< first release for which it is known, three numbers
    Version last;   ///< last one, included
    SourceIds sources;
};

/// Measured: whether nvcc takes its host compiler from the variable NVCC_CCBIN.
struct CcbinVariableRow {
    bool heeded = false;
    Version first;  ///< first release for which it is known, three numbers
    Version last;   ///< last one, included
    SourceIds sources;
};

/// Where the headers of a toolkit lie: under a prefix, which nvcc hands to the compiler with -I, or in a directory that
/// the compiler searches by itself, as Debian's own packages put them. In such a directory a GCC lets pass what it
/// calls an error elsewhere.
enum class ToolkitHeaders : std::uint8_t { prefix, system };

/// A way out of an advisory that can be taken without changing release, compiler or standard.
enum class WayOut : std::uint8_t {
    isystem,     ///< -isystem with the folder of the toolkit's headers; helps a GCC only
    glibc_shim,  ///< the header that `env --glibc-shim` writes, in front with -isystem
};

/// Host compilers of a family, with a toolkit whose headers lie there.
struct SparedHosts {
    Compiler::Family family = Compiler::Family::gcc;
    ToolkitHeaders toolkit_headers = ToolkitHeaders::system;
};

/// When an advisory applies: every part that is present must hold, but for `unless`, which must not.
struct AdvisoryCondition {
    std::optional<VersionRange> releases;
    std::optional<Compiler::Family> family;
    std::optional<MajorRange> compiler;                    ///< major version of the host compiler
    std::span<const VersionRange> compiler_versions = {};  ///< in any of these, minor version and all; empty: any
    std::optional<MajorRange> libstdcxx_headers;           ///< GCC major of the headers compiled with
    std::optional<MajorRange> libstdcxx_library;           ///< GCC major of the library linked with
    std::optional<VersionRange> glibc;
    std::optional<CxxStandard> standard_min;
    std::optional<CxxStandard> standard_max;
    std::optional<std::string_view> system;  ///< Nix system
    std::optional<SparedHosts> unless;
};

/// A combination that passes nvcc's check and still breaks, or needs care.
struct AdvisoryRow {
    enum class Severity : std::uint8_t { broken, caution, note };

    std::string_view id;
    Severity severity = Severity::note;
    AdvisoryCondition when;
    std::string_view message;
    std::optional<std::string_view> workaround;
    std::span<const WayOut> ways_out;  ///< those of `workaround` that the program knows, the simplest first
    SourceIds sources;
};

/// A CUDA toolkit that an environment packages itself.
struct OwnCuda {
    Version release;  ///< three numbers
    ToolkitHeaders toolkit_headers = ToolkitHeaders::prefix;
    /// That its package asks for, of each family the newest; empty: for none in particular; absent: not known.
    std::optional<std::span<const Compiler>> host_compilers;
    SourceIds sources;
};

/// A standard environment by name: a distribution's release or a nixpkgs channel.
struct EnvironmentRow {
    std::string_view id;  ///< `nixos-25.11`, `debian-12`
    std::string_view title;
    std::span<const std::string_view> aliases;  ///< what else it is called, apart from spelling: `noble`, `rocky-9`
    std::optional<std::string_view> system;     ///< Nix system, where there is only one; absent: several
    Compiler compiler;                          ///< its default compiler
    std::optional<std::string_view> compiler_version;  ///< `14.3.0`
    int libstdcxx = 0;                                 ///< GCC major of the libstdc++.so.6 that programs load
    std::optional<Version> libstdcxx_version;          ///< its GCC release: 14.2.0; 16.0.1 is a snapshot before 16.1
    bool nonshared = false;  ///< its newer GCCs link what that one lacks statically, from libstdc++_nonshared.a
    std::optional<Version> glibc;
    std::span<const int> gccs;                           ///< packaged majors, ascending
    std::span<const int> clangs;                         ///< packaged majors, ascending
    std::span<const std::string_view> fixed_advisories;  ///< advisories its CUDA packages are patched against
    std::span<const OwnCuda> own_cuda;                   ///< by release; those that a source names
    SourceIds sources;
};

/// What a distribution calls the packages of its compilers. `{}` stands for the major version.
struct DistributionRow {
    std::string_view id;  ///< `debian`: its environments are called so, or `debian-13`
    std::string_view title;
    std::string_view install;     ///< the command that packages go behind: `apt install`
    std::string_view gcc;         ///< `g++-{}`: the one that compiles C++
    std::string_view newest_gcc;  ///< the same for the newest GCC of an environment, where that has another name
    std::optional<std::string_view> default_gcc;  ///< of an environment's default GCC, where that has another name
    /// What the C++ compiler of a package with a number is called on PATH, or its path: `g++-{}`. Of a package without
    /// one it is `g++`. Absent: not known, or it is called otherwise in each environment.
    std::optional<std::string_view> gcc_program;
    std::string_view clang;
    std::string_view newest_clang;
    SourceIds sources;
};

/// What Resolution::redist is where there is nothing of NVIDIA's to name.
inline constexpr std::string_view unsupported_redist = "unsupported";

/// A Nix system and NVIDIA's name for the platform.
struct RedistSystemRow {
    std::string_view nix;                        ///< `aarch64-linux`
    std::string_view redist;                     ///< `linux-sbsa`, or unsupported_redist
    std::optional<std::string_view> pkgs_cross;  ///< nixpkgs' `pkgsCross` attribute: `aarch64-multiplatform`
    bool jetson = false;                         ///< the Jetson variant of the system
    bool nixpkgs = false;                        ///< nixpkgs packages it
    std::optional<Version> first;                ///< first release known to ship it
    std::optional<Version> last;                 ///< last release that ships it; absent: shipped in all that were read
    std::span<const Version> absent;             ///< releases in between that lack it
    SourceIds sources;
};

/// From which capability on a Jetson is an ordinary Arm server (SBSA) platform to nixpkgs.
struct JetsonSbsaRow {
    Version first;                ///< first release, two numbers
    std::optional<Version> last;  ///< last release, two numbers, included
    Capability min_capability;
    SourceIds sources;
};

/// A capability that NVIDIA excepts from a platform of its own in a run of releases.
struct RedistExceptionRow {
    std::string_view redist;  ///< `linux-sbsa`
    Capability capability;    ///< baseline
    Version first;            ///< two numbers
    Version last;             ///< two numbers, included
    SourceIds sources;
};

/// A driver version, and where it stands.
struct DriverDatum {
    DriverVersion driver;
    SourceIds sources;
};

/// Which driver goes with a release. A release of which nothing is known has no row.
struct DriverRow {
    Version release;                           ///< three numbers
    std::optional<DriverDatum> linux_minimum;  ///< oldest driver that NVIDIA documents for it; included
    std::optional<DriverDatum> windows_minimum;
    std::optional<DriverDatum> linux_bundled;  ///< the driver in its runfile and its manifest
};

/// The oldest driver that runs machine code of every release of a major version, from CUDA 11 on.
struct MinorVersionRow {
    int cuda_major = 0;
    DriverVersion linux_minimum;
    DriverVersion windows_minimum;
    SourceIds sources;
};

/// On which driver branches NVIDIA supports the forward compatibility package of a minor release (data-center GPUs).
struct ForwardCompatRow {
    Version release;                ///< two numbers
    std::span<const int> branches;  ///< ascending; a branch that is not listed is not supported
    SourceIds sources;
};

/// A forward compatibility package among the redistributables of a release.
struct CompatPackageRow {
    enum class Gpus : std::uint8_t { data_center, jetson };

    Version release;           ///< three numbers
    std::string_view redist;   ///< `linux-x86_64`
    std::string_view package;  ///< `cuda_compat`, `cuda_compat_orin`
    std::string_view version;  ///< a driver version for data-center GPUs, a build number for Jetsons
    Gpus gpus = Gpus::data_center;
    std::optional<Capability> capability;  ///< the only one it is for; absent: any
    SourceIds sources;
};

/// The PTX that a minor release writes, and the drivers that compile what it writes: those of its own CUDA version.
/// Drivers have CUDA versions of which no toolkit was released (12.7).
struct PtxVersionRow {
    Version release;            ///< two numbers
    Version ptx;                ///< the newest version of the PTX ISA that its ptxas takes: `8.7`
    std::optional<int> branch;  ///< first driver branch of that CUDA version; absent: not known
    SourceIds sources;
};

/// Which drivers can know a GPU of a capability. A Jetson's has no row: its driver comes with its system.
struct GpuDriversRow {
    Capability capability;            ///< baseline
    std::optional<int> first_branch;  ///< no older driver knows any GPU of it; absent: not known
    std::optional<int> last_branch;   ///< no newer driver does; absent: it is still known
    SourceIds sources;
};

/// The driver that comes with a JetPack.
struct JetsonDriverRow {
    DriverVersion driver;  ///< and later ones of its branch
    Version jetpack;       ///< two numbers
    Version cuda;          ///< the CUDA version that it has, two numbers
    SourceIds sources;
};

/// A package set of nixpkgs in a channel, and the release that it holds.
struct PackageSetRow {
    std::string_view channel;    ///< an environment's id: `nixos-26.05`
    std::string_view attribute;  ///< `cudaPackages`, `cudaPackages_12`, `cudaPackages_12_8`
    Version release;             ///< three numbers; two where no source says the patch
    SourceIds sources;
};

/// The drivers that NVIDIA's lists and change logs have a product in. Each is the first one of its branch, and the
/// last of them stands for every later branch too; a branch in between that is not named is not known.
struct ProductDrivers {
    std::span<const DriverVersion> from;  ///< ascending, one of a branch at most
    SourceIds sources;
};

/// A product by name. A name that NVIDIA gave to several chips has a row for each capability.
struct GpuRow {
    enum class Line : std::uint8_t { geforce, workstation, data_center, jetson, dgx };

    std::string_view name;  ///< without the vendor: `GeForce RTX 4090`, `A100`
    Capability capability;  ///< baseline
    Line line = Line::geforce;
    std::span<const std::string_view> aliases;  ///< sorted; above all what nvidia-smi prints where it is another name
    std::optional<ProductDrivers> drivers;      ///< absent: not known, or a Jetson
    SourceIds sources;
};

/// Words of GPUs' names that a reader passes over, in lower case. A word is one between what is no letter and no digit.
struct GpuWordsRow {
    enum class Use : std::uint8_t {
        vendor,       ///< before a name: `nvidia`
        former_line,  ///< once before a name that now goes without: `tesla`
        left_out,     ///< in a name, and people leave it out: `geforce`
        laptop,       ///< in a laptop's name, left out where nothing else fits: `RTX 3050 Ti` is a laptop's only
        form_factor,  ///< behind a name: `sxm4`
        memory_unit,  ///< behind a number that is behind a name: `gb`
    };

    Use use = Use::vendor;
    std::span<const std::string_view> words;  ///< sorted
    SourceIds sources;
};

/// A program that reads lists of GPU architectures in a spelling of its own, and not every version of it the same.
struct ConsumerRow {
    std::string_view id;     ///< as its spelling is called: `torch`
    std::string_view title;  ///< `PyTorch`
    Version oldest;          ///< three numbers: the oldest release that was read and takes such lists
    Version newest;          ///< three numbers: the newest release that was read
    SourceIds sources;
};

/// Entries that a consumer takes, each by itself.
struct ConsumerEntriesRow {
    std::string_view consumer;            ///< its id
    std::span<const Capability> entries;  ///< sorted
    Version first;                        ///< three numbers: the first release of the consumer that takes them
    std::optional<Version> last;          ///< included; two numbers: all of them; absent: the newest takes them too
    std::optional<VersionRange> cuda;     ///< with these CUDA releases only; absent: with any
    SourceIds sources;
};

/// Numbers that a consumer passes on whether it knows them or not. What is in no such row and no ConsumerEntriesRow, it
/// refuses or drops.
struct ConsumerRangeRow {
    std::string_view consumer;
    Capability lowest;                  ///< included, and only what is of its kind: baseline, `a` or `f`
    std::optional<Capability> highest;  ///< included; absent: any number
    Version first;
    std::optional<Version> last;
    std::optional<VersionRange> cuda;
    SourceIds sources;

    [[nodiscard]] constexpr bool holds(Capability capability) const noexcept {
        return capability.kind == lowest.kind && lowest <= capability && (!highest || capability <= *highest);
    }
};

/// A word that a consumer takes, and what it stands for.
struct ConsumerWordRow {
    std::string_view consumer;
    std::string_view word;
    std::span<const Capability> entries;  ///< sorted; empty: what the machine or the release has, as the word says
    bool ptx = false;                     ///< and PTX of the last one
    Version first;
    std::optional<Version> last;
    std::optional<VersionRange> cuda;
    SourceIds sources;
};

/// A message that tools print, in whatever wording, and what it means.
struct MessageRow {
    /// What answers it.
    enum class Cause : std::uint8_t {
        advisory,       ///< one of `advisories`
        host_compiler,  ///< the bounds of nvcc
        architecture,   ///< which GPU architectures a tool knows
        coverage,       ///< which GPU code there is
        driver,         ///< which driver runs what
        native_driver,  ///< which driver is as new as a release
        ptx,            ///< which driver compiles the PTX
        libstdcxx,      ///< which libstdc++ has a symbol version
        component,      ///< which component of the toolkit holds a file
        itself,         ///< `why` and `remedy`
    };

    std::string_view id;     ///< `gcc-too-new`
    std::string_view title;  ///< what happened, without a full stop
    Cause cause = Cause::itself;
    std::span<const std::string_view> advisories;  ///< ids, sorted; those that a log with this message can be about
    std::optional<std::string_view> why;           ///< sentences; absent where the cause says it
    std::optional<std::string_view> remedy;        ///< what to do, as sentences; absent where the cause says it
    SourceIds sources;
};

/// A wording of a message. What `{number:gccBound}` and the like mean in a text is in docs/diagnose.md.
struct MessageTextRow {
    enum class Outcome : std::uint8_t {
        failure,
        warning,  ///< printed where nothing fails
        note,     ///< never a cause by itself
    };

    std::string_view message;                  ///< its id
    std::string_view text;                     ///< without the place and the word `error` before it
    std::span<const std::string_view> tools;   ///< that print it
    std::optional<std::string_view> language;  ///< of the translation; absent: English
    std::span<const std::string_view> files;   ///< ends of the file that the line may name; empty: any
    Outcome outcome = Outcome::failure;
    SourceIds sources;
};

/// What to type against a message, beside what follows from its cause.
struct MessageLinesRow {
    std::string_view message;                 ///< its id
    std::string_view tool;                    ///< as `--for` calls it
    std::span<const std::string_view> lines;  ///< `{cxxStandard}` stands for what the message says
    SourceIds sources;
};

/// A line that says only that something failed further up.
struct WrapperTextRow {
    std::string_view text;
    std::span<const std::string_view> tools;
    std::optional<std::string_view> language;
    SourceIds sources;
};

/// A line that says that all went well in the end.
struct SuccessTextRow {
    std::string_view text;
    std::span<const std::string_view> tools;  ///< `person`: it is said of the whole, wherever it stands
    SourceIds sources;
};

/// A line that says something about the machine, or about who printed it.
struct FactTextRow {
    std::string_view text;
    std::optional<std::string_view> tool;  ///< whose log it is in, as `--for` calls it; absent: it does not say
    SourceIds sources;
};

/// How compilers and linkers of a language begin a failure.
struct ErrorWordRow {
    std::string_view text;                     ///< `error:`
    std::optional<std::string_view> language;  ///< absent: English
    SourceIds sources;
};

/// The names of symbols that a libnvJitLink has.
struct NvJitLinkRow {
    Version release;                 ///< two numbers: of CUDA
    Version library;                 ///< three numbers: the one that was read
    std::string_view newest_symbol;  ///< `12_8`: each older one of its major release is there too
    bool unnumbered = false;         ///< names without such a number are there too
    SourceIds sources;
};

/// What NVIDIA ships by itself: a component of the toolkit, or the driver.
struct ComponentRow {
    std::string_view id;           ///< as its manifests call it: `libcublas`
    std::string_view title;        ///< `cuBLAS`
    std::optional<Version> first;  ///< three numbers; absent: no release is known to lack it
    std::optional<Version> last;   ///< included; two numbers: all patch releases; absent: the newest has it
    SourceIds sources;
};

/// Files that a component has in these releases. A name that ends with `/` is a folder, and stands for all below it.
struct ComponentFilesRow {
    std::string_view component;    ///< its id
    std::optional<Version> first;  ///< likewise
    std::optional<Version> last;
    std::span<const std::string_view> headers;           ///< as they are included: `cublas_v2.h`, `cub/`
    std::span<const std::string_view> cmake_files;       ///< `cccl-config.cmake`
    std::span<const std::string_view> libraries;         ///< as they are linked: `cublas` is libcublas.so
    std::span<const std::string_view> static_libraries;  ///< `cublas_static` is libcublas_static.a
    std::span<const std::string_view> stubs;             ///< of which it has a stub to link, and nothing to load
    std::span<const std::string_view> tools;             ///< programs, and files that only they read
    SourceIds sources;
};

/// The number in the names under which libraries of a component are loaded.
struct ComponentSonameRow {
    std::string_view component;
    std::string_view number;  ///< `12` of libcublas.so.12; `{major}.{minor}`: that of the release
    std::span<const std::string_view> libraries;
    std::optional<Version> first;
    std::optional<Version> last;
    SourceIds sources;
};

/// What CMake calls a file that a component has.
struct CmakeNameRow {
    std::string_view name;  ///< a variable, a target or a file: `CUDA_CUDART`
    std::string_view file;  ///< `libcudart.so`, `cuda_runtime.h`, `nvcc`
    SourceIds sources;
};

/// From where people install a component.
enum class PackageSource : std::uint8_t {
    nixpkgs,  ///< an attribute of the package set, `libcublas`
    apt,      ///< NVIDIA's repositories for Debian and Ubuntu
    conda,    ///< conda-forge
    pip,      ///< NVIDIA's wheels on PyPI
};

/// The packages with a component's files; `{major}` and `{minor}` stand for the numbers of the release. Absent: the
/// component has no such file, there is no package with it, or nobody looked.
struct ComponentPackageRow {
    std::string_view component;
    PackageSource manager = PackageSource::nixpkgs;
    std::optional<Version> first;
    std::optional<Version> last;
    std::optional<std::string_view> headers;  ///< and files for CMake
    std::optional<std::string_view> linking;  ///< with libcublas.so
    std::optional<std::string_view> loading;  ///< with libcublas.so.12
    std::optional<std::string_view> static_libraries;
    std::optional<std::string_view> stubs;
    std::optional<std::string_view> tools;
    SourceIds sources;
};

/// A rule of NVIDIA's about which code runs where, and where it stands.
struct RuleRow {
    std::string_view id;         ///< `cubin-major`
    std::string_view statement;  ///< one sentence without a full stop
    SourceIds sources;
};

struct SourceRow {
    enum class Kind : std::uint8_t {
        header,
        documentation,
        release_notes,
        nixpkgs,
        measured,
        third_party,
        nixpkgs_fork
    };
    enum class Confidence : std::uint8_t { high, medium, low };

    std::string_view id;
    Kind kind = Kind::third_party;
    std::string_view title;
    std::optional<std::string_view> url;
    std::string_view locator;    ///< where in it: file and commit, section, line
    std::string_view retrieved;  ///< `2026-11-21`
    Confidence confidence = Confidence::high;
};

/// A view of all tables; owns nothing. Every list is sorted by its key.
struct Tables {
    std::span<const Release> releases;
    std::span<const NeverReleased> never_released;
    std::span<const HostCompilerRow> host_compilers;  ///< by family, then release
    std::span<const CapabilityRow> capabilities;
    Version capabilities_read_through;  ///< the newest release of which the rows without an end were read
    std::span<const LibstdcxxRow> libstdcxx;
    std::span<const PairHeadersRow> pair_headers;  ///< by build, compiler, standard
    std::span<const ClangHeadersRow> clang_headers;
    std::span<const HostStandardRow> host_standards;
    std::span<const CcbinVariableRow> ccbin_variable;
    std::span<const AdvisoryRow> advisories;
    Version advisories_read_through;  ///< likewise
    std::span<const EnvironmentRow> environments;
    std::string_view assumed_environment;  ///< whose stdenv is assumed where none is named
    std::span<const DistributionRow> distributions;
    std::span<const RedistSystemRow> redist_systems;
    Version redist_read_through;  ///< likewise
    std::span<const JetsonSbsaRow> jetson_sbsa;
    std::span<const RedistExceptionRow> redist_exceptions;  ///< by redist system, capability
    std::span<const DriverRow> drivers;
    std::span<const MinorVersionRow> minor_versions;
    std::span<const ForwardCompatRow> forward_compat;
    std::span<const CompatPackageRow> compat_packages;  ///< by release, redist system, package
    std::span<const PtxVersionRow> ptx_versions;
    std::span<const GpuDriversRow> gpu_drivers;
    std::span<const JetsonDriverRow> jetson_drivers;
    std::span<const PackageSetRow> package_sets;  ///< by channel, attribute
    std::span<const GpuWordsRow> gpu_words;
    std::span<const GpuRow> gpus;  ///< by name (bytes), then capability
    std::span<const ConsumerRow> consumers;
    std::span<const ConsumerEntriesRow> consumer_entries;  ///< by consumer, first release, first entry
    std::span<const ConsumerRangeRow> consumer_ranges;     ///< by consumer, lowest, first releases
    std::span<const ConsumerWordRow> consumer_words;       ///< by consumer, word, first releases
    std::span<const MessageRow> messages;
    std::span<const MessageTextRow> message_texts;   ///< by message, then text
    std::span<const MessageLinesRow> message_lines;  ///< by message, then tool
    std::span<const WrapperTextRow> wrapper_texts;
    std::span<const SuccessTextRow> success_texts;
    std::span<const FactTextRow> fact_texts;
    std::span<const ErrorWordRow> error_words;
    std::span<const NvJitLinkRow> nvjitlink_libraries;  ///< by release
    std::span<const ComponentRow> components;
    std::span<const ComponentFilesRow> component_files;       ///< by component, first, last release
    std::span<const ComponentSonameRow> component_sonames;    ///< by component, first release, number, library
    std::span<const CmakeNameRow> cmake_names;                ///< by name
    std::span<const ComponentPackageRow> component_packages;  ///< by component, manager, first release
    std::span<const RuleRow> rules;
    std::span<const SourceRow> sources;
    std::span<const SymbolVersionRow> symbol_versions;  ///< by version, as a text
};

/// The tables compiled into the library.
[[nodiscard]] CUDASTDENV_API Tables builtin_tables() noexcept;

/// `broken`, `caution`, `note`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(AdvisoryRow::Severity severity) noexcept;

/// `prefix`, `system`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(ToolkitHeaders headers) noexcept;

/// `isystem`, `glibc-shim`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(WayOut way) noexcept;

/// `data-center`, `jetson`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(CompatPackageRow::Gpus gpus) noexcept;

/// `geforce`, `workstation`, `data-center`, `jetson`, `dgx`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(GpuRow::Line line) noexcept;
[[nodiscard]] CUDASTDENV_API std::string_view to_string(PackageSource manager) noexcept;
/// `vendor`, `former-line`, `left-out`, `laptop`, `form-factor`, `memory-unit`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(GpuWordsRow::Use use) noexcept;

/// `advisory`, `host-compiler`, `architecture`, `coverage`, `driver`, `libstdcxx`, `component`, `itself`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(MessageRow::Cause cause) noexcept;
/// `failure`, `warning`, `note`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(MessageTextRow::Outcome outcome) noexcept;

/// `header`, `documentation`, `release-notes`, `nixpkgs`, `measured`, `third-party`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(SourceRow::Kind kind) noexcept;

/// `high`, `medium`, `low`
[[nodiscard]] CUDASTDENV_API std::string_view to_string(SourceRow::Confidence confidence) noexcept;

}  // namespace cudastdenv
