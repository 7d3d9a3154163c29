// SPDX-License-Identifier: MIT
#pragma once

/// The answers, each of the command of its name. An answer has all that its JSON has, key for key, and its values
/// say the same. What is a std::string_view, and the ids of sources, are texts of the tables: they live as long as
/// those, and the built-in ones always. A member without a key is a text for people, made of the others.

#include <cudastdenv/describe.hpp>
#include <cudastdenv/tables.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// Whose range of host compilers (and of capabilities) counts. Where a policy has no row for a release,
/// the next one answers: nixpkgs, then documented, then enforced; the answer has a note.
/// No policy widens the enforced range, except under Question::nixpkgs_exact. Where only the enforced range answers,
/// and it has no lower bound, that of the newest earlier release with a documented one is inferred.
CUDASTDENV_NEW_ENUM(Policy, (nixpkgs, "nixpkgs"), (documented, "documented"), (enforced, "enforced"))

// A field is one line.
// clang-format off
/// A record with the ids of its sources.
#define CUDASTDENV_CITING_RECORD(title_, meaning_, ...) \
    CUDASTDENV_RECORD(title_, meaning_, __VA_ARGS__, (SourceIds, sources, "sources", "Ids of the sources."))

struct SystemNames {
    CUDASTDENV_RECORD("system", "A system.",
        (std::string, nix, "nix", "Its Nix name, x86_64-linux."),
        (std::string_view, redist, "redist", "NVIDIA's name for it, linux-x86_64; unsupported: NVIDIA has none."))
};

struct CrossPart {
    enum class Part : std::uint8_t { nvcc, host_compiler, cuda_libraries, libstdcxx };

    CUDASTDENV_RECORD("crossPart", "A part of the toolchain of a cross build.",
        (Part, part, "part", "Which one."),
        (std::string, system, "system", "Nix name of the system that it runs on."),
        (std::optional<std::string>, makes_code_for, "makesCodeFor", "Nix name of the system that it makes code for; null: it makes none."))
};

CUDASTDENV_ENUM(CrossPart::Part, (nvcc, "nvcc"), (host_compiler, "host-compiler"), (cuda_libraries, "cuda-libraries"), (libstdcxx, "libstdcxx"))

struct Cross {
    CUDASTDENV_RECORD("cross", "What a cross build takes from where.",
        (SystemNames, build, "build", "The system that is built on."),
        (SystemNames, host, "host", "The system that is built for."),
        (std::vector<CrossPart>, parts, "parts", "The toolchain."))
};

struct Flags {
    CUDASTDENV_RECORD("flags", "What nixpkgs' cudaPackages.flags holds, attribute for attribute.",
        (std::vector<std::string>, cuda_capabilities, "cudaCapabilities", "The capabilities that machine code is built for: 8.9."),
        (bool, cuda_forward_compat, "cudaForwardCompat", "Whether PTX for later GPUs is added."),
        (std::vector<std::string>, gencode, "gencode", "nvcc's -gencode flags."),
        (std::string, gencode_string, "gencodeString", "The same with blanks between."),
        (std::vector<std::string>, real_arches, "realArches", "What machine code is built for: sm_89."),
        (std::vector<std::string>, virtual_arches, "virtualArches", "The virtual architectures of the same: compute_89."),
        (std::vector<std::string>, arch_names, "archNames", "The architectures' names, sorted, each once: Ada."),
        (std::vector<std::string>, arches, "arches", "All that is built: sm_89 for machine code, compute_89 for PTX."),
        (std::string, cmake_cuda_architectures_string, "cmakeCudaArchitecturesString", "For CMAKE_CUDA_ARCHITECTURES as nixpkgs spells it, without -real: 89;90."),
        (bool, is_jetson_build, "isJetsonBuild", "Whether it is a Jetson's list."))
};

struct Said {
    CUDASTDENV_RECORD("said", "A note, a loss, a problem: its name, the sentence for people, and what it rests on.",
        (CodeName, code, "code", "Its name, which does not change."),
        (std::string, text, "message", "One sentence without a full stop."),
        (SourceIds, sources, "sources", "Ids of the sources of the row that it rests on; none where it rests on what was asked."))
};

struct Aside {
    CUDASTDENV_RECORD("aside", "What the command would say beside its answer.",
        (std::string_view, kind, "kind", "note or warning."),
        (std::string, text, "text", "In words."))
};

struct AskedRelease {
    CUDASTDENV_RECORD("cuda", "The CUDA release that the answer is about.",
        (std::string, requested, "requested", "As it was asked for: 12.8, latest, cudaPackages_12_8."),
        (Version, release, "release", "The release that this means."),
        (std::optional<std::string_view>, nvcc, "nvcc", "The version that its nvcc prints; null: not known."),
        (std::optional<std::string>, channel, "channel", "The nixpkgs channel in which a package set's name was looked up; null: it was not."))
};

struct ConsumerVersion {
    CUDASTDENV_RECORD("consumer", "The program whose rules a list follows, in a version.",
        (std::string_view, name, "name", "As --consumer takes it: torch."),
        (Version, version, "version", "Three numbers, or two for the newest of its patch releases."))
};

/// Who the lines to type are for.
CUDASTDENV_NEW_ENUM(ApplyTool, (nvcc, "nvcc"), (cmake, "cmake"), (make, "make"), (torch, "torch"), (conda, "conda"), (nix, "nix"), (apt, "apt"), (spack, "spack"), (dnf, "dnf"), (pacman, "pacman"), (docker, "docker"))

struct LinesToType {
    CUDASTDENV_RECORD("apply", "How to apply the answer with one tool.",
        (ApplyTool, tool, "for", "The tool."),
        (std::vector<std::string>, lines, "lines", "What to type, line by line: for a POSIX shell, but of nix for a Nix file and of docker for a Dockerfile. PACKAGE stands for what is built. Empty: nothing is known to work."))
    bool hangs_on_environment = false;  ///< there are none because none was named
};

struct Advisory {
    CUDASTDENV_CITING_RECORD("advisory", "A combination that passes nvcc's check and still breaks, or needs care.",
        (std::string_view, id, "id", "Its name."),
        (AdvisoryRow::Severity, severity, "severity", "broken: it does not compile, link or run as it stands."),
        (std::string_view, text, "message", "What happens, and why."),
        (std::optional<std::string_view>, workaround, "workaround", "The way out; null: none is known."),
        (std::vector<WayOut>, ways_out, "waysOut", "Those of it that the program knows, the simplest first. isystem: -isystem with the toolkit's headers, for a GCC; glibc-shim: the header that `env --glibc-shim` writes."))
};

struct ResolveAnswer {
    struct Libstdcxx {
        CUDASTDENV_RECORD("libstdcxx", "The libstdc++ that is linked with and runs.",
            (int, gcc, "gcc", "Major version of the GCC that it is of."),
            (std::optional<Version>, release, "release", "The GCC release that it is of; null: not known."),
            (std::optional<std::string_view>, soname, "soname", "Name of its file, libstdc++.so.6.0.33; null: not known."),
            (std::optional<std::string_view>, glibcxx, "glibcxx", "The newest GLIBCXX version that it defines; null: not known."),
            (std::optional<std::string_view>, cxxabi, "cxxabi", "The newest CXXABI version that it defines; null: not known."))
        std::string text = {};
    };
    struct Stdenv {
        CUDASTDENV_RECORD("stdenv", "The standard environment that the result must live in.",
            (Compiler, compiler, "compiler", "Its compiler."),
            (Maybe<Version>, version, "version", "Of the compiler, where more than its major version was given."),
            (bool, assumed, "assumed", "Nobody named it."),
            (std::optional<std::string>, environment, "environment", "The environment that was named, debian-13; null: none was."),
            (std::optional<Version>, glibc, "glibc", "Its glibc; null: not known."),
            (Libstdcxx, libstdcxx, "libstdcxx", "Its libstdc++."),
            (bool, libstdcxx_assumed, "libstdcxxAssumed", "Nothing says whose libstdc++ its Clang has."),
            (bool, nonshared, "nonshared", "What code of its newer GCCs needs beyond that libstdc++ is linked statically."))
        std::string text = {};
        std::string place = {};  ///< `on Debian 13`, `in a gcc-15 environment`
    };
    struct Range {
        CUDASTDENV_RECORD("range", "The major versions that are taken.",
            (std::optional<int>, min, "min", "The lowest, included; null: no lower bound is known."),
            (std::optional<Version>, min_inferred_from, "minInferredFrom", "The earlier release whose lower bound stands for it; null: it is the release's own."),
            (int, max, "max", "The highest, included."),
            (Policy, view, "view", "Whose range it is."),
            (SourceIds, sources, "sources", "Ids of the sources of the highest."))
        std::string text = {};  ///< `nixpkgs accepts gcc 6 to 14`
    };
    struct HostCompiler {
        CUDASTDENV_RECORD("hostCompiler", "The compiler that nvcc hands host code to.",
            (Compiler, compiler, "compiler", "Its name."),
            (Maybe<Version>, version, "version", "Where more than its major version was given."),
            (Compiler::Family, family, "family", "What it is."),
            (int, major, "major", "Its major version."),
            (bool, uses_stdenv, "usesStdenv", "It is the stdenv's own."),
            (Range, range, "range", "What it was held against."),
            (std::optional<int>, libstdcxx_headers, "libstdcxxHeaders", "GCC major of the libstdc++ headers that host code is compiled with; null: not known."),
            (bool, headers_inferred, "libstdcxxHeadersInferred", "That it works with those under this nvcc is inferred, and not measured."))
    };
    struct Rejection {
        CUDASTDENV_RECORD("rejection", "A compiler that was not chosen, and why.",
            (Compiler, compiler, "compiler", "Which one."),
            (Maybe<Version>, version, "version", "Where more than its major version was given."),
            (CodeName, code, "reason", "Why, for programs: too-new, superseded."),
            (std::string, text, "message", "Why, in words."),
            (SourceIds, sources, "sources", "Ids of the sources."),
            (std::vector<Advisory>, hides, "hides", "What whoever takes it all the same runs into, the worst first."))
        std::vector<std::string> hides_text = {};
    };
    struct Capabilities {
        CUDASTDENV_RECORD("capabilityLists", "GPU capabilities.",
            (std::vector<Capability>, supported, "supported", "What the release can build for on the system."),
            (std::vector<Capability>, defaults, "default", "What it builds for where nobody says."),
            (std::vector<Capability>, resolved, "resolved", "What is built for."))
        std::optional<Capability> ptx = {};  ///< that is built
    };
    CUDASTDENV_ANSWER("resolve", "Host compiler and why, libstdc++, capabilities, flags.",
        (std::optional<std::string_view>, broken, "broken", "Id of the advisory that breaks the answer as it stands; null: none."),
        (AskedRelease, cuda, "cuda"),
        (Policy, policy, "policy", "Whose range counts."),
        (bool, nixpkgs_exact, "nixpkgsExact", "nixpkgs is reproduced to the letter."),
        (CxxStandard, standard, "standard", "The C++ standard of host code."),
        (SystemNames, system, "system", "The system that is built for."),
        (std::optional<Cross>, cross, "cross", "Null: it is built on the system that it is built for."),
        (Stdenv, stdenv, "stdenv"),
        (std::optional<ToolkitHeaders>, toolkit_headers, "toolkitHeaders", "Where the toolkit's headers lie. prefix: nvcc hands their folder to the compiler; system: the compiler searches it by itself; null: not known, and what breaks them in one of the places is named."),
        (std::optional<HostCompiler>, host_compiler, "hostCompiler", "Null: none works."),
        (std::vector<Rejection>, rejected, "rejected", "Every other candidate, in the order in which they are tried."),
        (Capabilities, capabilities, "capabilities"),
        (Flags, flags, "flags"),
        (std::vector<Advisory>, advisories, "advisories", "What concerns the answer, the worst first."),
        (std::vector<Said>, notes, "notes", "What else is to be known."),
        (std::vector<LinesToType>, apply, "apply", "What to type, for the tool that was asked for or that fits."))
    /// Neighbours among the rejected compilers, for one reason.
    struct Run {
        std::string compilers = {};  ///< `gcc-12 to 13`
        std::size_t first = 0;       ///< the place in `rejected` of the one that speaks for all
    };
    bool works = false;  ///< a host compiler works, if need be with a workaround
    std::vector<Run> runs = {};
    std::vector<std::string> sources_text = {};  ///< where the choice and the advisories come from
    std::string driver_text = {};                ///< `driver 525.60.13 or later`; empty: unknown
};

struct ExplainAnswer {
    CUDASTDENV_ANSWER("explain", "Why a compiler is, or is not, the host compiler.",
        (std::optional<std::string_view>, broken, "broken", "Id of the advisory that breaks the answer as it stands; null: none."),
        (AskedRelease, cuda, "cuda"),
        (Policy, policy, "policy", "Whose range counts."),
        (ResolveAnswer::Stdenv, stdenv, "stdenv"),
        (std::optional<ToolkitHeaders>, toolkit_headers, "toolkitHeaders", "Where the toolkit's headers lie, as in `resolve`."),
        (Compiler, compiler, "compiler", "The compiler that was asked about."),
        (Maybe<Version>, version, "version", "Where more than its major version was given."),
        (bool, available, "available", "It is at hand; else it is supposed to be."),
        (bool, chosen, "chosen", "It is the host compiler."),
        (std::optional<bool>, works, "works", "It works, preferred or not, if need be with a workaround; null: unknown."),
        (std::optional<ResolveAnswer::Rejection>, rejection, "rejection", "Why it is not; null: it is."),
        (std::optional<ResolveAnswer::HostCompiler>, host_compiler, "hostCompiler", "The one that is; null: none works."),
        (Map<std::optional<HostRange>>, ranges, "ranges", "The range of its family in each view, by the view's name; null: that view has none."),
        (std::vector<Advisory>, advisories, "advisories", "What concerns the answer, the worst first."),
        (std::vector<Said>, notes, "notes", "What else is to be known."),
        (std::vector<LinesToType>, apply, "apply", "What to type, for the tool that was asked for or that fits."))
    bool has_answer = false;                     ///< ResolveAnswer::works
    std::vector<std::string> sources_text = {};  ///< where the verdict comes from
};

struct GpuFacts {
    CUDASTDENV_RECORD("gpuSupport", "Which releases and drivers go with a GPU.",
        (std::optional<std::string_view>, name, "name", "The product; null: a capability was asked for."),
        (std::optional<GpuRow::Line>, line, "line", "The line of products that it is of; null: a capability was asked for."),
        (Capability, capability, "capability", "Its compute capability."),
        (std::string_view, architecture, "architecture", "As nixpkgs calls it."),
        (Version, first_release, "firstRelease", "The first release whose nvcc compiles for it."),
        (std::optional<Version>, last_release, "lastRelease", "The last one, included; null: the newest still does."),
        (std::vector<DriverVersion>, from, "from", "The first driver of each branch that lists the product."),
        (std::optional<int>, first_branch, "firstBranch", "The first driver branch for GPUs of its capability; null: not known."),
        (std::optional<int>, last_branch, "lastBranch", "The last one; null: the newest is one, or not known."),
        (std::optional<Version>, newest_without_ptx, "newestWithoutPtx", "The newest release whose machine code runs with the newest driver that knows it; null: not known."),
        (std::optional<Version>, newest_with_ptx, "newestWithPtx", "The newest release whose PTX that driver compiles too; null: not known."),
        (std::vector<std::string_view>, sources, "sources", "Ids of the sources."))
    std::string releases_text = {};  ///< which nvcc compile for it, with a source
    std::string drivers_text = {};   ///< which drivers know it, with a source; empty: a Jetson's comes with its JetPack
    std::string newest_text = {};    ///< how far one gets with it
};

struct GpuAnswer {
    CUDASTDENV_ANSWER("gpu", "Which releases and drivers go with the GPUs that a name can mean.",
        (std::string, requested, "requested", "The name as it was typed."),
        (std::vector<GpuFacts>, gpus, "gpus", "Each GPU that it can mean."))
    std::string headline = {};
};

struct ReleasesAnswer {
    struct Condition {
        CUDASTDENV_RECORD("condition", "What a release has to fit.",
            (std::string_view, option, "option", "The option that asks for it."),
            (std::string, value, "value", "What it asks for."))
    };
    struct Fitting {
        CUDASTDENV_RECORD("fitting", "A release that fits.",
            (Version, release, "release"),
            (Compiler, host_compiler, "hostCompiler", "The host compiler there."),
            (Policy, view, "view", "Whose range takes it."),
            (bool, preview, "preview", "It is a developer preview."),
            (bool, headers_inferred, "headersInferred", "That its host compiler works there with its libstdc++ headers is inferred, and not measured."),
            (std::vector<std::string_view>, spared, "spared", "Ids of advisories that would break it if the toolkit were not the environment's own package."),
            (std::optional<bool>, loads_ptx, "loadsPtx", "Whether the driver compiles the release's PTX; null: unknown, or no driver is a condition."))
    };
    struct LeftOut {
        CUDASTDENV_CITING_RECORD("leftOut", "A release that does not fit, and why.",
            (Version, release, "release"),
            (std::optional<std::string_view>, option, "option", "The condition that it does not fit; null: what was assumed."),
            (CodeName, reason, "reason", "Why, for programs."),
            (std::string, text, "message", "Why, in words."))
    };
    struct GivenUp {
        CUDASTDENV_RECORD("givenUp", "What there would be without one of the conditions.",
            (std::string_view, option, "option", "The one that is given up."),
            (std::vector<Version>, releases, "releases", "What fits the others."),
            (std::vector<std::string_view>, conflict, "conflict", "The options that still contradict each other."))
        std::string releases_text = {};  ///< `12.2.0 to 12.9.2, 13.3.1`
    };
    struct Conflict {
        CUDASTDENV_RECORD("conflict", "Conditions that no release fits together.",
            (std::vector<std::string_view>, options, "options", "Their options; without any one of them some release fits."),
            (std::vector<GivenUp>, without, "without", "What each of them costs."))
    };
    CUDASTDENV_ANSWER("releases", "The releases with which everything holds that was asked for.",
        (Policy, policy, "policy", "Whose range counts."),
        (std::string, system, "system", "Nix name of the system."),
        (std::vector<Condition>, conditions, "conditions"),
        (std::vector<Fitting>, releases, "releases", "Newest first."),
        (std::vector<LeftOut>, left_out, "leftOut", "Newest first."),
        (std::optional<Conflict>, conflict, "conflict", "Null: some release fits."),
        (std::vector<Said>, notes, "notes", "What else is to be known."))
};

/// How a driver runs a release. Ordered from worst to best, but for the package, which is another way.
CUDASTDENV_NEW_ENUM(DriverSupport, (none, "none"), (unknown, "not-known"), (package, "cuda-compat"), (minor_version, "minor-version"), (native, "native"))

struct DriverMinimum {
    CUDASTDENV_CITING_RECORD("driverMinimum", "The oldest driver that is as new as the release.",
        (DriverVersion, driver, "driver", "The version, included."),
        (Version, release, "release", "The release whose minimum it is."))
};

struct DriverGpu {
    CUDASTDENV_CITING_RECORD("driverGpu", "Whether the driver runs a GPU at all.",
        (std::optional<std::string_view>, name, "name", "The product; null: a capability was asked for."),
        (Capability, capability, "capability", "What it is."),
        (std::optional<bool>, known, "known", "Whether the driver runs it; null: not known."),
        (std::vector<DriverVersion>, from, "from", "The first driver of each branch that lists the product."),
        (std::optional<int>, first_branch, "firstBranch", "The first driver branch for GPUs of its capability; null: not known."),
        (std::optional<int>, last_branch, "lastBranch", "The last one; null: none, or not known."),
        (std::string, text, "message", "The same in words."))
};

struct CompatAnswer {
    struct Package {
        CUDASTDENV_CITING_RECORD("compatPackage", "NVIDIA's forward compatibility package of the release.",
            (std::string_view, name, "name", "Its name."),
            (std::string_view, version, "version", "Its version."),
            (CompatPackageRow::Gpus, gpus, "gpus", "The class of GPUs that it is for."),
            (std::vector<int>, branches, "branches", "The driver branches that it works on."),
            (bool, works, "works", "It works with this driver and GPU."))
    };
    struct Code {
        CUDASTDENV_RECORD("compatCode", "The code that is built, and whether the driver loads it.",
            (std::vector<Capability>, machine_code, "machineCode", "Capabilities with machine code."),
            (std::optional<Capability>, ptx, "ptx", "The capability of the PTX; null: none is built."),
            (std::optional<Version>, ptx_version, "ptxVersion", "The PTX ISA that the release writes; null: not known."),
            (std::optional<int>, ptx_from_branch, "ptxFromBranch", "The first driver branch that compiles it; null: not known."),
            (std::optional<bool>, ptx_loads, "ptxLoads", "The driver compiles it; null: not known."),
            (std::vector<Capability>, without_code, "withoutCode", "Capabilities that were asked for and get no code."))
        std::string ptx_text = {};  ///< which PTX the release writes, and who compiles it, with a source; empty: not known
    };
    struct ClosedWay {
        CUDASTDENV_CITING_RECORD("closedWay", "A way in which the driver does not run it.",
            (std::string_view, way, "way", "Which one: native, minor-version, cuda-compat."),
            (CodeName, code, "reason", "Why not, for programs."),
            (bool, certain, "certain", "It does not; else nobody knows whether it does."),
            (std::string, text, "message", "Why not, in words."))
    };
    CUDASTDENV_ANSWER("compat", "Whether a driver runs what a release builds.",
        (AskedRelease, cuda, "cuda"),
        (SystemNames, system, "system", "The system that is built for."),
        (std::optional<std::string>, driver, "driver", "The driver as it was asked about; null: none, what the release asks of one is wanted."),
        (std::optional<bool>, runs, "runs", "Whether it does; null: not known, or no driver is asked about."),
        (std::optional<DriverSupport>, how, "how", "In which way; null: no driver is asked about."),
        (std::optional<DriverMinimum>, minimum, "minimum", "Null: not known, or there is none."),
        (std::optional<DriverDatum>, minor_version, "minorVersion", "The lowest driver for minor-version compatibility; null: not known, or there is none."),
        (std::optional<DriverDatum>, bundled, "bundled", "The driver that comes with the release; null: none, or not known."),
        (std::optional<JetsonDriverRow>, jetson, "jetson", "The oldest driver of a Jetson that has the release; null: a driver is asked about, it is no Jetson, or it is not known."),
        (std::optional<Package>, package, "package", "Null: there is none."),
        (std::vector<DriverGpu>, gpus, "gpus", "The GPUs that were asked about."),
        (std::optional<std::vector<std::string>>, run_path, "runPath", "Folders in which the loader must look first; null: the package is not needed, or does not help."),
        (Code, capabilities, "capabilities"),
        (std::vector<ClosedWay>, obstacles, "obstacles", "The ways in which it does not run, or nobody knows."),
        (std::vector<Said>, notes, "notes", "What else is to be known."))
    std::string verdict = {};       ///< `runs natively`; without a driver, which one it needs
    std::string package_text = {};  ///< what the package does for it, or asks of a driver, with a source; empty: nothing
};

/// What `flags` answers.
struct SpelledAnswer {
    CUDASTDENV_ANSWER("spelled", "The capabilities as a build system spells them.",
        (AskedRelease, cuda, "cuda"),
        (std::string_view, format, "format", "Whose spelling it is."),
        (std::optional<ConsumerVersion>, consumer, "consumer", "Who reads it; null: its rules are not known by version."),
        (std::optional<std::string>, text, "text", "The list; null: it cannot be spelled at all."),
        (std::vector<Said>, losses, "losses", "What the spelling cannot say."),
        (Flags, flags, "flags"))
};

/// An error: the compiler refuses the list; a warning: it builds, and is likely not what is wanted.
CUDASTDENV_NEW_ENUM(FindingSeverity, (error, "error"), (warning, "warning"), (note, "note"))

struct LintAnswer {
    struct Release {
        CUDASTDENV_RECORD("lintCuda", "The CUDA release that the list is for.",
            (std::string, requested, "requested", "As it was asked for."),
            (Version, release, "release", "The release that this means."),
            (std::optional<std::string_view>, nvcc, "nvcc", "The version that its nvcc prints; null: not known."))
    };
    struct Entry {
        CUDASTDENV_RECORD("entry", "A part of the list that was read.",
            (std::string, text, "text", "As it was written."),
            (std::size_t, offset, "offset", "In bytes from the list's beginning."))
    };
    struct Finding {
        CUDASTDENV_CITING_RECORD("finding", "Something wrong with a list.",
            (CodeName, code, "code", "Which one, for programs."),
            (FindingSeverity, severity, "severity", "error: it fails, or runs on no GPU that was meant."),
            (std::optional<Entry>, entry, "entry", "Null: the list as a whole."),
            (std::string, text, "message", "In words."),
            (std::optional<std::string>, instead, "instead", "What to write there; null: that is for the writer to decide."))
    };
    CUDASTDENV_ANSWER("lint", "What is wrong with a list of capabilities.",
        (Release, cuda, "cuda"),
        (std::optional<std::string_view>, system, "system", "Nix name; null: each entry's own platform."),
        (std::string_view, format, "format", "Whose spelling it was read by."),
        (std::optional<ConsumerVersion>, consumer, "consumer", "Who reads it; null: its rules are not known by version."),
        (std::vector<std::string_view>, also_fits, "alsoFits", "Other spellings that it could be, where none was named."),
        (std::string, text, "text", "The list as it was given."),
        (std::vector<Finding>, findings, "findings"),
        (std::optional<std::string>, fixed, "fixed", "The list put right; null: there is nothing to mend, or no way to."),
        (std::vector<Said>, losses, "losses", "What the spelling cannot say of it."))
    bool clean = true;  ///< nothing but notes
};

/// What runs: machine code, `cubin`, or PTX.
CUDASTDENV_NEW_ENUM(CodeForm, (machine_code, "cubin"), (ptx, "ptx"))

/// How a GPU stands to a list, which runs on it where it is reached. A hole: the list names that number or a lower one;
/// older: it names higher numbers only.
CUDASTDENV_NEW_ENUM(DevicePlace, (reached, "reached"), (hole, "hole"), (older, "older"), (unknown, "not-known"))

struct CoversAnswer {
    struct List {
        CUDASTDENV_RECORD("list", "The list of what is built.",
            (std::optional<std::string_view>, format, "format", "Whose spelling it was read by; null: capabilities were named."),
            (std::optional<ConsumerVersion>, consumer, "consumer", "Who reads it; null: its rules are not known by version, or none does."),
            (std::vector<Capability>, machine_code, "machineCode", "Capabilities with machine code."),
            (std::vector<Capability>, ptx, "ptx", "Capabilities with PTX."))
    };
    struct CodeVerdict {
        CUDASTDENV_CITING_RECORD("codeVerdict", "One piece of code on one GPU.",
            (CodeForm, form, "form", "cubin is machine code."),
            (Capability, capability, "capability", "What it was built for."),
            (std::optional<bool>, runs, "runs", "It runs there; null: not known."),
            (std::optional<CodeName>, code, "reason", "Why not, for programs; null: it runs."),
            (std::optional<std::string>, text, "message", "Why not, in words; null: it runs."),
            (std::optional<std::string_view>, rule, "rule", "Id of the rule that says so; null: none does."))
        std::string_view statement = {};  ///< of the rule
    };
    struct Device {
        CUDASTDENV_RECORD("device", "A GPU, and whether the list runs on it.",
            (Capability, capability, "capability", "What it is."),
            (bool, jetson, "jetson", "It is a Jetson's."),
            (DevicePlace, place, "place", "Where it stands to the list."),
            (std::optional<bool>, runs, "runs", "The list runs on it; null: not known."),
            (std::optional<CodeForm>, how, "how", "By what; null: it does not, or nobody knows."),
            (std::optional<Capability>, code, "code", "The capability of the code that runs; null likewise."),
            (std::string, text, "message", "The same in words."),
            (std::vector<std::string>, path, "path", "The way from the list to the GPU, in words; empty: there is none."),
            (std::vector<CodeVerdict>, codes, "codes", "Every piece of code of the list on it, in the order of preference."))
        std::string_view architecture = {};
        std::optional<Version> first_release = {};  ///< that builds for it; absent: this release does
    };
    struct Obstacle {
        CUDASTDENV_CITING_RECORD("coverageObstacle", "Why the driver does not run the release.",
            (std::string, text, "message", "In words."),
            (bool, certain, "certain", "It does not; else nobody knows whether it does."))
    };
    struct Driver {
        CUDASTDENV_RECORD("coverageDriver", "The driver that is to run it.",
            (std::string, requested, "requested", "As it was asked about."),
            (DriverSupport, how, "how", "In which way it runs the release."),
            (std::optional<bool>, ptx_loads, "ptxLoads", "It compiles the release's PTX; null: not known."),
            (std::vector<DriverGpu>, gpus, "gpus", "Whether it runs the GPUs that were asked about."),
            (std::vector<Obstacle>, obstacles, "obstacles", "Why it does not, or nobody knows."))
        std::string verdict = {};  ///< `runs natively`
    };
    CUDASTDENV_ANSWER("covers", "The GPUs that a list of capabilities runs on.",
        (AskedRelease, cuda, "cuda"),
        (std::string, system, "system", "Nix name of the system."),
        (List, list, "list"),
        (std::optional<Driver>, driver, "driver", "Null: none was asked about."),
        (std::optional<std::string>, gpu, "gpu", "Names of the products in the question; null: none was named."),
        (std::optional<bool>, runs, "runs", "It runs on one of the devices; null: not known."),
        (std::vector<Device>, devices, "devices", "The GPUs that were asked about, or all."),
        (std::vector<Said>, notes, "notes", "What else is to be known."),
        (std::vector<LinesToType>, apply, "apply", "What to type so that the list runs; empty: it does, or no list of the release would."))
    std::optional<Capability> device_requested = {};  ///< the one GPU that was asked about; absent: several
};

struct DiagnoseAnswer {
    struct Fix {
        CUDASTDENV_RECORD("fix", "What to type against a message.",
            (std::string_view, tool, "for", "For whom: a tool as --for calls it, or a manager of packages."),
            (std::vector<std::string>, lines, "lines", "What to type, line by line."))
    };
    struct Finding {
        CUDASTDENV_RECORD("explainedMessage", "A message that stopped the log.",
            (std::string_view, message, "message", "Its id in the table messages."),
            (std::string_view, title, "title", "What happened."),
            (std::size_t, line, "line", "Number of the line that it begins in, from 1 on."),
            (ForeignText, text, "text", "That line, without what a terminal cannot show."),
            (std::string, cause, "cause", "Why, in one text."),
            (std::vector<Said>, why, "why", "The same, sentence by sentence, with sources."),
            (std::vector<Said>, remedies, "remedies", "What can be done, the best first."),
            (std::vector<Fix>, fix, "fix", "The same as lines to type; none where nothing is known to work."),
            (std::optional<std::string_view>, advisory, "advisory", "Its id, where the cause is one; null: it is none."),
            (std::vector<std::string_view>, sources, "sources", "Ids of all sources."))
    };
#define CUDASTDENV_FACT(title_, meaning_, ...) \
    CUDASTDENV_RECORD(title_, meaning_, __VA_ARGS__, (std::optional<std::size_t>, line, "line", "Of the log; null: an option says it."))
    struct ReleasesFact {
        CUDASTDENV_FACT("releasesFact", "Releases of CUDA that it can be; the same twice where it is certain.",
            (Version, first, "first", "The oldest."),
            (Version, last, "last", "The newest, included."))
    };
    struct CompilerFact {
        CUDASTDENV_FACT("compilerFact", "The host compiler.",
            (Compiler, value, "value", "The compiler."),
            (std::optional<Version>, version, "version", "null: its major version only is known."))
    };
    struct VersionFact {
        CUDASTDENV_FACT("versionFact", "A version.",
            (Version, value, "value", "The version."),
            (bool, or_newer, "orNewer", "It is this one or a newer one."))
    };
    struct TextFact {
        CUDASTDENV_FACT("textFact", "A driver, or a system.",
            (std::string, value, "value", "As NVIDIA or Nix writes it."))
    };
    struct GpuFact {
        CUDASTDENV_FACT("gpuFact", "A GPU.",
            (std::optional<std::string_view>, name, "name", "As the table gpus calls it; null: an option says the capability alone."),
            (Capability, capability, "capability", "Its compute capability."))
    };
    struct Facts {
        CUDASTDENV_RECORD("facts", "What the log and the options say; null: they do not.",
            (std::optional<ReleasesFact>, cuda, "cuda"),
            (std::optional<CompilerFact>, host_compiler, "hostCompiler"),
            (std::optional<VersionFact>, glibc, "glibc", "The C library."),
            (std::optional<TextFact>, driver, "driver"),
            (std::vector<GpuFact>, gpus, "gpus"),
            (std::optional<std::vector<Capability>>, architectures, "architectures", "That it names."),
            (std::optional<TextFact>, system, "system"),
            (std::optional<std::string_view>, environment, "environment", "Its id."),
            (std::optional<VersionFact>, torch, "torch", "PyTorch."),
            (std::optional<VersionFact>, torch_cuda, "torchCuda", "The CUDA that PyTorch was compiled with."))
    };
    CUDASTDENV_ANSWER("diagnose", "What the messages in a log mean.",
        (std::vector<Finding>, findings, "findings", "In the order in which they stop the build, the first the cause."),
        (std::vector<Said>, for_all, "forAll", "What mends all of several findings."),
        (std::vector<Said>, oddities, "oddities", "Lines that contradict each other, facts that cannot be."),
        (Facts, facts, "facts"),
        (std::optional<ForeignText>, first_error, "firstError", "The first error that is no known message; null: none."),
        (std::vector<std::string_view>, unknown, "unknown", "Facts that would make the answer better."),
        (std::optional<std::string_view>, ask, "ask", "The command that tells them; null: nothing is missing."))
    std::vector<std::string> facts_text = {};  ///< what is known of the machine: `CUDA 12.4.0 to 12.6.3 (line 41)`
    std::string unknown_text = {};             ///< `the CUDA release, the host compiler`
    std::size_t first_error_line = 0;          ///< its number
    std::string spoken_of_text = {};           ///< the message that a text speaks of that is no log; empty: none
};

struct AskAnswer {
    struct Part {
        CUDASTDENV_RECORD("askedQuestion", "A question that the words ask.",
            (std::string_view, command, "command", "The command that answers it."),
            (Map<std::string>, options, "options", "Its options, by their names."),
            (bool, answered, "answered", "Else the answer is no, none or unknown."),
            (std::string, text, "text", "What the command prints for a person."))
    };
    CUDASTDENV_ANSWER("ask", "What words without a command ask, and the answers.",
        (std::vector<Part>, answers, "answers", "What is not answered first, then the shortest."),
        (std::vector<Aside>, notes, "notes", "What the commands say beside their answers."))
};

struct NixImpactAnswer {
    struct Side {
        CUDASTDENV_RECORD("impactSide", "What package sets are built in, before or after.",
            (std::string_view, channel, "channel", "Whose package sets there are."),
            (Compiler, compiler, "compiler", "Of the default stdenv."),
            (int, libstdcxx, "libstdcxx", "The GCC whose libstdc++ the default stdenv has."),
            (std::optional<Version>, glibc, "glibc", "Null: not known, and no advisory on glibc applies."),
            (std::vector<Compiler>, packaged, "packaged", "What there is to wrap: GCCs, then Clangs, ascending."))
        std::string text = {};  ///< `nixos-26.05 with gcc-16, glibc 2.44`
    };
    struct Outcome {
        CUDASTDENV_RECORD("impactOutcome", "What resolve answers for the set's release and the stdenv.",
            (Compiler, stdenv, "stdenv", "Its compiler."),
            (std::string_view, way, "way", "own: the stdenv's compiler as it is; wrapped: another one, linked with the stdenv's libstdc++; none."),
            (std::optional<Compiler>, host_compiler, "hostCompiler", "Null: none works."),
            (std::optional<Compiler>, missing, "missing", "Where none works: the one that would if it were packaged; null: there is no such, or none is missed."),
            (std::optional<Policy>, view, "view", "Whose range takes the host compiler; null: there is none."),
            (std::optional<bool>, headers_inferred, "headersInferred", "That it works with its libstdc++ headers is inferred, and not measured; null: there is none."),
            (std::optional<std::string_view>, broken_by, "brokenBy", "Id of the advisory that breaks it as it stands, whichever compiler is chosen; null: none does."),
            (std::vector<std::string_view>, advisories, "advisories", "Ids of those that apply, the worst first."),
            (std::vector<CodeName>, notes, "notes", "Codes of what is not known or was supposed, glibc-unknown and the like."))
    };
    struct InStdenv {
        CUDASTDENV_RECORD("stdenvImpact", "A package set in a stdenv, before and after.",
            (std::optional<Outcome>, before, "before", "Null: there is no such set, or no such stdenv."),
            (std::optional<Outcome>, after, "after", "Null: there is no such set, or no such stdenv."),
            (CodeName, change, "change", "unchanged; follows: the stdenv's own compiler, which is another now; changed: own to wrapped, wrapped to own, or by another compiler; lost and gained: its only compiler; appears, goes."),
            (bool, left_without, "leftWithout", "It has no compiler, and had one or is a new set."),
            (std::vector<std::string_view>, begin, "begin", "Ids of advisories that apply after and not before."),
            (std::vector<std::string_view>, end, "end", "Ids of advisories that apply before and not after."))
    };
    struct Set {
        CUDASTDENV_RECORD("setImpact", "A package set of nixpkgs, or another name of one.",
            (std::string, attribute, "attribute", "cudaPackages_12_8."),
            (std::optional<Version>, before, "before", "Its release; null: there is no such set."),
            (std::optional<Version>, after, "after", "Its release; null: there is no such set."),
            (bool, patch_known, "patchKnown", "Which patch release it holds is known; else the newest is supposed."),
            (std::vector<InStdenv>, stdenvs, "stdenvs", "The default stdenv, then those of the other packaged compilers: GCCs, Clangs, ascending."))
    };
    struct Needed {
        CUDASTDENV_RECORD("neededCompiler", "A compiler that package sets are wrapped with after.",
            (Compiler, compiler, "compiler"),
            (bool, packaged, "packaged", "It is packaged after; else those sets lack a compiler."),
            (std::vector<std::string>, sets, "sets", "Their attributes."))
    };
    struct Note {
        CUDASTDENV_RECORD("impactNote", "What is not known or was supposed.",
            (CodeName, code, "code", "Its name, which does not change."),
            (std::string, text, "message", "One sentence without a full stop."),
            (std::vector<std::string>, sets, "sets", "Of which sets; empty: of the whole answer."),
            (SourceIds, sources, "sources", "Ids of the sources of the row that it rests on."))
    };
    CUDASTDENV_ANSWER("nixImpact", "What another default compiler, C library or default CUDA does to the package sets of nixpkgs.",
        (std::string, headline, "headline", "The answer in one line, for people."),
        (bool, left_without, "leftWithout", "Some set is left without a compiler in some stdenv."),
        (Policy, policy, "policy", "Whose range counts."),
        (std::string_view, system, "system", "Nix name of the system."),
        (Side, before, "before"),
        (Side, after, "after"),
        (std::vector<Set>, sets, "sets", "By release."),
        (std::vector<Set>, aliases, "aliases", "Other names of them: cudaPackages, cudaPackages_12."),
        (std::vector<Needed>, needed, "needed", "What sets are wrapped with in the default stdenv, or would be were it packaged."),
        (std::vector<Compiler>, no_longer_needed, "noLongerNeeded", "What they were wrapped with there before, and are no longer."),
        (std::vector<Needed>, other_needed, "otherNeeded", "What sets are wrapped with in the stdenvs of the other family."),
        (std::vector<Advisory>, advisories, "advisories", "Those that begin or end somewhere, the worst first."),
        (std::vector<Note>, notes, "notes"))
    /// A stdenv that the sets are looked at in. Absent: it is not there on that side.
    struct Stdenv {
        std::optional<Compiler> before;
        std::optional<Compiler> after;
    };
    std::vector<Stdenv> stdenvs = {};  ///< of `Set::stdenvs`
};

#undef CUDASTDENV_CITING_RECORD
#undef CUDASTDENV_FACT

}  // namespace cudastdenv
