// SPDX-License-Identifier: MIT
#pragma once

/// The answers, one for each command, with the command's name. An answer has the same keys and values as its JSON. A
/// std::string_view, and each source id, points into the tables and lives as long as they do (the built-in tables:
/// always). Members without a key are texts for people, derived from the other members.

#include <cudastdenv/describe.hpp>
#include <cudastdenv/tables.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// Which limits apply to host compilers and capabilities. If a policy has no row for a release, the next one applies
/// (nixpkgs, documented, enforced), and the answer has a note. No policy exceeds the enforced range, except under
/// Question::nixpkgs_exact. If only the enforced range exists, and it has no minimum, the minimum of the newest earlier
/// release with a documented one is used.
CUDASTDENV_NEW_ENUM(Policy, (nixpkgs, "nixpkgs"), (documented, "documented"), (enforced, "enforced"))

// One line for each field.
// clang-format off
/// A record with the ids of its sources.
#define CUDASTDENV_CITING_RECORD(title_, meaning_, ...) \
    CUDASTDENV_RECORD(title_, meaning_, __VA_ARGS__, (SourceIds, sources, "sources", "Ids of the sources."))

struct SystemNames {
    CUDASTDENV_RECORD("system", "A system.",
        (std::string, nix, "nix", "Nix name, x86_64-linux."),
        (std::string_view, redist, "redist", "NVIDIA's name, linux-x86_64; unsupported where NVIDIA has no name."))
};

struct CrossPart {
    enum class Part : std::uint8_t { nvcc, host_compiler, cuda_libraries, libstdcxx };

    CUDASTDENV_RECORD("crossPart", "A part of the toolchain of a cross build.",
        (Part, part, "part", "The part."),
        (std::string, system, "system", "Nix name of the system that the part runs on."),
        (std::optional<std::string>, makes_code_for, "makesCodeFor", "Nix name of the system that the part generates code for; null where it generates none."))
};

CUDASTDENV_ENUM(CrossPart::Part, (nvcc, "nvcc"), (host_compiler, "host-compiler"), (cuda_libraries, "cuda-libraries"), (libstdcxx, "libstdcxx"))

struct Cross {
    CUDASTDENV_RECORD("cross", "Where a cross build gets each part of its toolchain.",
        (SystemNames, build, "build", "The build platform."),
        (SystemNames, host, "host", "The host platform, on which the result runs."),
        (std::vector<CrossPart>, parts, "parts", "The toolchain."))
};

struct Flags {
    CUDASTDENV_RECORD("flags", "The values of nixpkgs' cudaPackages.flags, attribute for attribute.",
        (std::vector<std::string>, cuda_capabilities, "cudaCapabilities", "Capabilities with machine code: 8.9."),
        (bool, cuda_forward_compat, "cudaForwardCompat", "Whether PTX for later GPUs is added."),
        (std::vector<std::string>, gencode, "gencode", "nvcc's -gencode flags."),
        (std::string, gencode_string, "gencodeString", "The same flags in one text, separated by blanks."),
        (std::vector<std::string>, real_arches, "realArches", "Real architectures, with machine code: sm_89."),
        (std::vector<std::string>, virtual_arches, "virtualArches", "Virtual architectures of the same capabilities: compute_89."),
        (std::vector<std::string>, arch_names, "archNames", "Names of the architectures, sorted, without duplicates: Ada."),
        (std::vector<std::string>, arches, "arches", "Everything that is built: sm_89 for machine code, compute_89 for PTX."),
        (std::string, cmake_cuda_architectures_string, "cmakeCudaArchitecturesString", "Value of CMAKE_CUDA_ARCHITECTURES in nixpkgs' form, without -real: 89;90."),
        (bool, is_jetson_build, "isJetsonBuild", "Whether the list is for Jetsons."))
};

struct Sentence {
    CUDASTDENV_RECORD("said", "A note, a loss or a problem, with its name, message and sources.",
        (CodeName, code, "code", "Stable name for programs."),
        (std::string, text, "message", "One sentence without a full stop."),
        (SourceIds, sources, "sources", "Ids of the sources of its table row; empty where it follows from the query alone."))
};

struct Remark {
    CUDASTDENV_RECORD("aside", "A note or warning that the command prints in addition to its answer.",
        (std::string_view, kind, "kind", "note or warning."),
        (std::string, text, "text", "The message."))
};

struct AskedRelease {
    CUDASTDENV_RECORD("cuda", "The CUDA release that the answer is about.",
        (std::string, requested, "requested", "The release as requested: 12.8, latest, cudaPackages_12_8."),
        (Version, release, "release", "The release that was found."),
        (std::optional<std::string_view>, nvcc, "nvcc", "The version that its nvcc prints; null where unknown."),
        (std::optional<std::string>, channel, "channel", "The nixpkgs channel in which a package set's name was looked up; null where none was needed."))
};

struct ConsumerVersion {
    CUDASTDENV_RECORD("consumer", "The program, in a version, whose rules a list follows.",
        (std::string_view, name, "name", "Its name, as in --consumer: torch."),
        (Version, version, "version", "Three numbers; two mean its newest patch release."))
};

/// Something that has to change.
struct Change {
    CUDASTDENV_RECORD("planChange", "Something that has to change.",
        (ChangeKind, kind, "kind", "install: a package. select: a host compiler or a libstdc++. set: a variable, an option or a file. build-for: GPU capabilities. replace: a driver or a release."),
        (std::string_view, what, "what", "The thing that changes: package, host compiler, CUDA release."),
        (std::optional<std::string>, now, "now", "Its present value; null where unknown or absent."),
        (std::optional<std::string>, to, "to", "Its new value; null where only the commands have it."))
};

/// The steps that an answer asks for, with one tool. Every command that prints instructions prints such a value.
struct Plan {
    CUDASTDENV_RECORD("plan", "Changes, and the commands that make them with one tool.",
        (PlanTool, tool, "for", "The tool."),
        (std::vector<Change>, changes, "changes", "In the order of the commands; empty where no command is known."),
        (std::vector<std::string>, lines, "lines", "Commands, one a line: POSIX shell, except Nix code for nix, a Dockerfile for docker and the command prompt (cmd.exe) for windows or where the system is Windows. PACKAGE is the package to build. Empty where nothing is known to work."))
    bool depends_on_environment = false;  ///< empty only because no environment was named
};

struct Advisory {
    CUDASTDENV_CITING_RECORD("advisory", "A combination that passes nvcc's check but fails, or needs care.",
        (std::string_view, id, "id", "Its name."),
        (AdvisoryRow::Severity, severity, "severity", "broken means that it does not compile, link or run without a workaround."),
        (std::string_view, text, "message", "What happens, and why."),
        (std::optional<std::string_view>, workaround, "workaround", "The workaround; null where none is known."),
        (std::vector<Workaround>, workarounds, "waysOut", "Workarounds that the program can apply, the simplest first. isystem: -isystem with the toolkit's headers, for GCC; glibc-shim: the header that `env --glibc-shim` writes."))
};

struct ResolveAnswer {
    struct Libstdcxx {
        CUDASTDENV_RECORD("libstdcxx", "The libstdc++ to link and run with.",
            (int, gcc, "gcc", "Major version of its GCC."),
            (std::optional<Version>, release, "release", "Its GCC release; null where unknown."),
            (std::optional<std::string_view>, soname, "soname", "File name, libstdc++.so.6.0.33; null where unknown."),
            (std::optional<std::string_view>, glibcxx, "glibcxx", "Newest GLIBCXX version that it defines; null where unknown."),
            (std::optional<std::string_view>, cxxabi, "cxxabi", "Newest CXXABI version that it defines; null where unknown."))
        std::string text = {};
    };
    struct Stdenv {
        CUDASTDENV_RECORD("stdenv", "The environment that the result must run in.",
            (Compiler, compiler, "compiler", "Default compiler."),
            (Maybe<Version>, version, "version", "Version of the compiler; absent where only its major version was given."),
            (bool, assumed, "assumed", "Whether it is an assumption because the query names none."),
            (std::optional<std::string>, environment, "environment", "The environment that was named, debian-13; null where none was."),
            (std::optional<Version>, glibc, "glibc", "glibc version; null where unknown."),
            (Libstdcxx, libstdcxx, "libstdcxx", "The libstdc++ of the environment."),
            (bool, libstdcxx_assumed, "libstdcxxAssumed", "Whether the libstdc++ of its Clang is an assumption."),
            (bool, nonshared, "nonshared", "Whether newer symbols that its newer GCCs need are linked statically."))
        std::string text = {};
        std::string place = {};  ///< `on Debian 13`, `in a gcc-15 environment`
    };
    struct Range {
        CUDASTDENV_RECORD("range", "The major versions that are accepted.",
            (std::optional<int>, min, "min", "Minimum, inclusive; null where no minimum is known."),
            (std::optional<Version>, min_inferred_from, "minInferredFrom", "The earlier release whose minimum is used; null where it is the release's own."),
            (int, max, "max", "Maximum, inclusive."),
            (Policy, view, "view", "The policy that the range is from."),
            (SourceIds, sources, "sources", "Ids of the sources of the maximum."))
        std::string text = {};  ///< `nixpkgs accepts gcc 6 to 14`
    };
    struct HostCompiler {
        CUDASTDENV_RECORD("hostCompiler", "The compiler that nvcc uses for host code.",
            (Compiler, compiler, "compiler", "Its name."),
            (Maybe<Version>, version, "version", "Full version; absent where only the major version was given."),
            (Compiler::Family, family, "family", "Compiler family."),
            (int, major, "major", "Major version."),
            (bool, uses_stdenv, "usesStdenv", "Whether it is the compiler of the environment."),
            (Range, range, "range", "The range that it was checked against."),
            (std::optional<int>, libstdcxx_headers, "libstdcxxHeaders", "GCC major version of the libstdc++ headers for host code; null where unknown."),
            (bool, headers_inferred, "libstdcxxHeadersInferred", "Whether support for these headers is expected (not tested with this nvcc)."))
    };
    struct Rejection {
        CUDASTDENV_RECORD("rejection", "A compiler that was not chosen, and why.",
            (Compiler, compiler, "compiler", "The compiler."),
            (Maybe<Version>, version, "version", "Full version; absent where only the major version was given."),
            (CodeName, code, "reason", "Reason code: too-new, superseded."),
            (std::string, text, "message", "The reason."),
            (SourceIds, sources, "sources", "Ids of the sources."),
            (std::vector<Advisory>, hides, "hides", "Advisories that would apply to this compiler, the worst first."))
        std::vector<std::string> hides_text = {};
    };
    struct Capabilities {
        CUDASTDENV_RECORD("capabilityLists", "GPU capabilities.",
            (std::vector<Capability>, supported, "supported", "Capabilities that the release supports on the system."),
            (std::vector<Capability>, defaults, "default", "Default list of the release."),
            (std::vector<Capability>, resolved, "resolved", "Capabilities that are built."))
        std::optional<Capability> ptx = {};  ///< PTX that is built; absent: none
    };
    CUDASTDENV_ANSWER("resolve", "Host compiler and why, libstdc++, capabilities, flags.",
        (std::optional<std::string_view>, broken, "broken", "Id of the advisory that breaks the answer unless its workaround is used; null where none does."),
        (AskedRelease, cuda, "cuda"),
        (Policy, policy, "policy", "The policy for compiler ranges."),
        (bool, nixpkgs_exact, "nixpkgsExact", "Whether nixpkgs is reproduced exactly."),
        (CxxStandard, standard, "standard", "The C++ standard of host code."),
        (SystemNames, system, "system", "The host platform, on which the result runs."),
        (std::optional<Cross>, cross, "cross", "Null where the build is native."),
        (Stdenv, stdenv, "stdenv"),
        (std::optional<ToolkitHeaders>, toolkit_headers, "toolkitHeaders", "Location of the toolkit's headers. prefix: nvcc passes their directory to the compiler; system: in a default directory of the compiler; null where unknown, and then the answer names what one of the locations would break."),
        (std::optional<HostCompiler>, host_compiler, "hostCompiler", "Null where no compiler works."),
        (std::vector<Rejection>, rejected, "rejected", "All other candidates, in the order in which they are tried."),
        (Capabilities, capabilities, "capabilities"),
        (Flags, flags, "flags"),
        (std::vector<Advisory>, advisories, "advisories", "Advisories that apply, the worst first."),
        (std::vector<Sentence>, notes, "notes", "Further notes."),
        (std::vector<Plan>, apply, "apply", "Instructions, for the requested or the most suitable tool."))
    /// Adjacent rejected compilers with the same reason.
    struct Run {
        std::string compilers = {};  ///< `gcc-12 to 13`
        std::size_t first = 0;  ///< index in `rejected` of the entry that represents all of them
    };
    bool works = false;  ///< whether a host compiler works, possibly with a workaround
    std::vector<Run> runs = {};
    std::vector<std::string> sources_text = {};  ///< sources of the choice and of the advisories
    std::string driver_text = {};                ///< `driver 525.60.13 or later`; empty: unknown
};

struct ExplainAnswer {
    CUDASTDENV_ANSWER("explain", "Whether a compiler is the host compiler, and why.",
        (std::optional<std::string_view>, broken, "broken", "Id of the advisory that breaks the answer unless its workaround is used; null where none does."),
        (AskedRelease, cuda, "cuda"),
        (Policy, policy, "policy", "The policy for compiler ranges."),
        (ResolveAnswer::Stdenv, stdenv, "stdenv"),
        (std::optional<ToolkitHeaders>, toolkit_headers, "toolkitHeaders", "Location of the toolkit's headers, as in `resolve`."),
        (Compiler, compiler, "compiler", "The compiler that was asked about."),
        (Maybe<Version>, version, "version", "Full version; absent where only the major version was given."),
        (bool, available, "available", "Whether it is available; if not, the answer assumes it is."),
        (bool, chosen, "chosen", "Whether it is the host compiler."),
        (std::optional<bool>, works, "works", "Whether it works, preferred or not, possibly with a workaround; null where unknown."),
        (std::optional<ResolveAnswer::Rejection>, rejection, "rejection", "Why it was not chosen; null where it was."),
        (std::optional<ResolveAnswer::HostCompiler>, host_compiler, "hostCompiler", "The compiler that was chosen; null where no compiler works."),
        (Map<std::optional<HostRange>>, ranges, "ranges", "The supported range of its family by policy; null where that policy has no range."),
        (std::vector<Advisory>, advisories, "advisories", "Advisories that apply, the worst first."),
        (std::vector<Sentence>, notes, "notes", "Further notes."),
        (std::vector<Plan>, apply, "apply", "Instructions, for the requested or the most suitable tool."))
    bool has_answer = false;  ///< as ResolveAnswer::works
    std::vector<std::string> sources_text = {};  ///< sources of the answer
};

struct GpuFacts {
    CUDASTDENV_RECORD("gpuSupport", "Releases and drivers that support a GPU.",
        (std::optional<std::string_view>, name, "name", "Product name; null where the query names a capability."),
        (std::optional<GpuRow::Line>, line, "line", "Product line; null where the query names a capability."),
        (Capability, capability, "capability", "Compute capability."),
        (std::string_view, architecture, "architecture", "Architecture name, as in nixpkgs."),
        (Version, first_release, "firstRelease", "First release whose nvcc supports it."),
        (std::optional<Version>, last_release, "lastRelease", "Last release, inclusive; null where the newest still supports it."),
        (std::vector<DriverVersion>, from, "from", "First driver of each branch that lists the product."),
        (std::optional<int>, first_branch, "firstBranch", "First driver branch for GPUs of its capability; null where unknown."),
        (std::optional<int>, last_branch, "lastBranch", "Last driver branch, inclusive; null where it is the newest or unknown."),
        (std::optional<Version>, newest_without_ptx, "newestWithoutPtx", "Newest release whose machine code runs with the newest driver that supports the GPU; null where unknown."),
        (std::optional<Version>, newest_with_ptx, "newestWithPtx", "Newest release whose PTX that driver compiles; null where unknown."),
        (std::vector<Version>, jetpack_releases, "jetpackReleases", "Minor releases that some JetPack runs on it, with an upgrade package or without; empty where it is not a Jetson."),
        (std::vector<std::string_view>, sources, "sources", "Ids of the sources."))
    std::string releases_text = {};  ///< releases that support it, with a source
    std::string drivers_text = {};  ///< drivers that support it, with a source; empty for a Jetson (part of its JetPack)
    std::string newest_text = {};  ///< the newest release that runs with the newest driver
};

struct GpuAnswer {
    CUDASTDENV_ANSWER("gpu", "Releases and drivers that support the GPUs that a name can mean.",
        (std::string, requested, "requested", "The name as typed."),
        (std::vector<GpuFacts>, gpus, "gpus", "Each GPU that the name can mean."))
    std::string headline = {};
};

struct ProvidesAnswer {
    struct Provider {
        CUDASTDENV_RECORD("provider", "A component of the toolkit that has the file.",
            (std::string_view, component, "component", "NVIDIA's name of it."),
            (VersionRange, releases, "releases", "The CUDA releases in which it has the file."))
    };
    CUDASTDENV_ANSWER("provides", "Which component of the toolkit has a file, and how to install it.",
        (std::string, requested, "requested", "The name as typed."),
        (std::string, file, "file", "The file's name."),
        (bool, has_file, "hasFile", "Whether the requested release has it; without one, whether any has."),
        (std::vector<Provider>, providers, "providers"),
        (std::optional<Version>, cuda, "cuda", "The release whose packages are named; null where it does not have the file, or the driver has it."),
        (std::vector<Sentence>, why, "why"),
        (std::vector<Plan>, apply, "apply", "Instructions for each package manager that has it, or for the requested tool; without a release only those whose packages' names have none."))
};

/// What a name of the toolkit is. A library is named as for the linker, a target as in CMake.
CUDASTDENV_NEW_ENUM(ApiEntryKind, (header, "header"), (field, "field"), (enumerator, "enumerator"), (function, "function"), (function_macro, "function-macro"), (macro, "macro"), (type, "type"), (variable, "variable"), (target, "target"), (file, "file"))

/// A difference between two releases: no header has the name; a header is in another directory; a function has another
/// signature; a mark says not to use it.
CUDASTDENV_NEW_ENUM(ApiChangeKind, (removed, "removed"), (moved, "moved"), (signature, "signature"), (deprecated, "deprecated"))

struct ApiAnswer {
    struct Entry {
        CUDASTDENV_RECORD("apiEntry", "The name in consecutive releases.",
            (ApiEntryKind, kind, "kind", "What it is."),
            (std::string, name, "name", "With its struct or namespace: `cudaDeviceProp::clockRate`."),
            (std::optional<std::string_view>, header, "header", "The header that declares it; null for a header, a file and a field."),
            (std::optional<std::string_view>, directory, "directory", "Directory below include/ that compilers have to be told of; null where none."),
            (std::optional<std::string_view>, component, "component", "NVIDIA's component that has the header or file; null where unknown."),
            (std::optional<std::string_view>, library, "library", "Library with the function, for -l; null where none."),
            (bool, is_of_device, "deviceOnly", "Whether only nvcc knows it, in device code."),
            (std::optional<Version>, first, "first", "First release that has it; null where the oldest that was read has it."),
            (std::optional<Version>, last, "last", "Last one, inclusive; null where the newest that was read has it."),
            (std::optional<Version>, deprecated, "deprecated", "First release that marks it as deprecated; null where none does."))
    };
    struct Change {
        CUDASTDENV_RECORD("apiChange", "What a release changed.",
            (ApiChangeKind, kind, "kind"),
            (Version, release, "release", "The first release with the change."),
            (std::optional<std::string_view>, successor, "successor", "The name to use instead; null where none is known."),
            (std::optional<std::string_view>, code, "code", "What to write instead, where it is more than a name; null where unknown."),
            (bool, is_exact, "exact", "Whether the successor in the place of the name is all that changes."),
            (std::string, text, "message", "The change in one sentence."))
    };
    CUDASTDENV_ANSWER("api", "Which releases have a name of the toolkit, and what changed.",
        (std::string, requested, "requested", "The name as typed."),
        (std::optional<Version>, cuda, "cuda", "The release of the query; null where none."),
        (std::optional<bool>, has, "has", "Whether that release has it, without one whether the newest has; null where its headers were not read."),
        (VersionRange, read, "read", "The releases whose headers were read."),
        (std::vector<Entry>, entries, "entries", "Where it is or was, by release."),
        (std::vector<Change>, changes, "changes", "What happened to it since the oldest release that was read, by release."),
        (std::vector<std::string>, others, "others", "Fields of other structs with the name that was typed."),
        (std::vector<std::string_view>, sources, "sources", "Ids of the sources."))
    std::string headline = {};
};

struct ReleasesAnswer {
    struct Condition {
        CUDASTDENV_RECORD("condition", "A condition on releases.",
            (std::string_view, option, "option", "Its option."),
            (std::string, value, "value", "Its value."))
    };
    struct Fitting {
        CUDASTDENV_RECORD("fitting", "A release that satisfies all conditions.",
            (Version, release, "release"),
            (Compiler, host_compiler, "hostCompiler", "The host compiler with this release."),
            (Policy, view, "view", "The policy whose range includes it."),
            (bool, preview, "preview", "Whether it is a developer preview."),
            (bool, headers_inferred, "headersInferred", "Whether support for its libstdc++ headers is expected (not tested with this nvcc)."),
            (std::vector<std::string_view>, spared, "spared", "Ids of advisories that would break it if the toolkit were not the environment's own package."),
            (std::optional<bool>, loads_ptx, "loadsPtx", "Whether the driver compiles the release's PTX; null where unknown or no driver is a condition."))
    };
    struct LeftOut {
        CUDASTDENV_CITING_RECORD("leftOut", "A release that fails a condition, and why.",
            (Version, release, "release"),
            (std::optional<std::string_view>, option, "option", "The option of the condition that it fails; null where it fails an assumption."),
            (CodeName, reason, "reason", "Reason code."),
            (std::string, text, "message", "The reason."))
    };
    struct GivenUp {
        CUDASTDENV_RECORD("givenUp", "The releases that remain without one of the conditions.",
            (std::string_view, option, "option", "The option that is dropped."),
            (std::vector<Version>, releases, "releases", "Releases that satisfy the other conditions."),
            (std::vector<std::string_view>, conflict, "conflict", "Options that still contradict each other."))
        std::string releases_text = {};  ///< `12.2.0 to 12.9.2, 13.3.1`
    };
    struct Conflict {
        CUDASTDENV_RECORD("conflict", "Conditions that no release satisfies together.",
            (std::vector<std::string_view>, options, "options", "Their options; without any one of them, some release matches."),
            (std::vector<GivenUp>, without, "without", "The result of dropping each of them."))
    };
    CUDASTDENV_ANSWER("releases", "The releases that satisfy all conditions.",
        (Policy, policy, "policy", "The policy for compiler ranges."),
        (std::string, system, "system", "Nix name of the system."),
        (std::vector<Condition>, conditions, "conditions"),
        (std::vector<Fitting>, releases, "releases", "Newest first."),
        (std::vector<LeftOut>, left_out, "leftOut", "Newest first."),
        (std::optional<Conflict>, conflict, "conflict", "Null where some release matches."),
        (std::vector<Sentence>, notes, "notes", "Further notes."))
};

/// How a driver runs a release. Ordered from worst to best, except the package, which is an alternative.
CUDASTDENV_NEW_ENUM(DriverSupport, (none, "none"), (unknown, "not-known"), (package, "cuda-compat"), (minor_version, "minor-version"), (native, "native"))

struct DriverMinimum {
    CUDASTDENV_CITING_RECORD("driverMinimum", "The minimum driver for everything in the release.",
        (DriverVersion, driver, "driver", "Driver version, inclusive."),
        (Version, release, "release", "The release whose minimum it is."))
};

struct DriverGpu {
    CUDASTDENV_CITING_RECORD("driverGpu", "Whether the driver supports a GPU.",
        (std::optional<std::string_view>, name, "name", "Product name; null where the query names a capability."),
        (Capability, capability, "capability", "Compute capability."),
        (std::optional<bool>, known, "known", "Whether the driver supports it; null where unknown."),
        (std::vector<DriverVersion>, from, "from", "First driver of each branch that lists the product."),
        (std::optional<int>, first_branch, "firstBranch", "First driver branch for GPUs of its capability; null where unknown."),
        (std::optional<int>, last_branch, "lastBranch", "Last driver branch, inclusive; null where absent or unknown."),
        (std::string, text, "message", "The same as a sentence."))
};

struct CompatAnswer {
    struct Package {
        CUDASTDENV_CITING_RECORD("compatPackage", "NVIDIA's forward compatibility package of the release.",
            (std::string_view, name, "name", "Its name."),
            (std::string_view, version, "version", "Version."),
            (CompatPackageRow::Gpus, gpus, "gpus", "The class of GPUs that it supports."),
            (std::vector<int>, branches, "branches", "Driver branches that it supports."),
            (bool, works, "works", "Whether it works with this driver and GPU."))
    };
    struct Code {
        CUDASTDENV_RECORD("compatCode", "The code that is built, and whether the driver loads it.",
            (std::vector<Capability>, machine_code, "machineCode", "Capabilities with machine code."),
            (std::optional<Capability>, ptx, "ptx", "Capability of the PTX; null where none is built."),
            (std::optional<Version>, ptx_version, "ptxVersion", "PTX ISA version that the release generates; null where unknown."),
            (std::optional<int>, ptx_from_branch, "ptxFromBranch", "First driver branch that compiles it; null where unknown."),
            (std::optional<bool>, ptx_loads, "ptxLoads", "Whether the driver compiles it; null where unknown."),
            (std::vector<Capability>, without_code, "withoutCode", "Requested capabilities for which no code is built."))
        std::string ptx_text = {};  ///< PTX version and the drivers that compile it, with a source; empty: unknown
    };
    struct UnavailableMode {
        CUDASTDENV_CITING_RECORD("closedWay", "A compatibility mode that does not work.",
            (std::string_view, way, "way", "The mode: native, minor-version, cuda-compat."),
            (CodeName, code, "reason", "Reason code."),
            (bool, certain, "certain", "True where it does not work; false where that is unknown."),
            (std::string, text, "message", "The reason."))
    };
    CUDASTDENV_ANSWER("compat", "Whether a driver runs what a release builds.",
        (AskedRelease, cuda, "cuda"),
        (SystemNames, system, "system", "The host platform, on which the result runs."),
        (std::optional<std::string>, driver, "driver", "The driver as requested; null where the query is which driver the release requires."),
        (std::optional<bool>, runs, "runs", "Whether it does; null where unknown or no driver was requested."),
        (std::optional<DriverSupport>, how, "how", "The compatibility mode; null where no driver was requested."),
        (std::optional<DriverMinimum>, minimum, "minimum", "Null where unknown or absent."),
        (std::optional<DriverDatum>, minor_version, "minorVersion", "Minimum driver for minor-version compatibility; null where unknown or absent."),
        (std::optional<DriverDatum>, bundled, "bundled", "The driver in the release's installer; null where absent or unknown."),
        (std::optional<JetpackRow>, jetson, "jetson", "The oldest JetPack that runs the release, with an upgrade package or without; null where unknown, where it is not a Jetson, or where a driver was requested."),
        (std::optional<Package>, package, "package", "Null where absent."),
        (std::vector<DriverGpu>, gpus, "gpus", "The requested GPUs."),
        (std::optional<std::vector<std::string>>, run_path, "runPath", "Directories for the front of the loader's search path; null where the package is not needed or does not help."),
        (Code, capabilities, "capabilities"),
        (std::vector<UnavailableMode>, obstacles, "obstacles", "The compatibility modes that do not work or are unknown."),
        (std::vector<Sentence>, notes, "notes", "Further notes."),
        (std::vector<Plan>, apply, "apply", "Instructions to install the package, if it is needed and works, for the environment's package manager."))
    std::string verdict = {};  ///< `runs natively`; without a driver, the required one
    std::string package_text = {};  ///< what the package enables or requires, with a source; empty: not applicable
};

/// The answer of `flags`.
struct SpelledAnswer {
    CUDASTDENV_ANSWER("spelled", "The capabilities in a build system's format.",
        (AskedRelease, cuda, "cuda"),
        (std::string_view, format, "format", "The format."),
        (std::optional<ConsumerVersion>, consumer, "consumer", "The program that reads it; null where its rules are not known by version."),
        (std::optional<std::string>, text, "text", "The list; null where the format cannot express it."),
        (std::vector<Sentence>, losses, "losses", "What the format cannot express."),
        (Flags, flags, "flags"))
};

/// error: the compiler rejects the list; warning: it builds, but probably not what was intended.
CUDASTDENV_NEW_ENUM(FindingSeverity, (error, "error"), (warning, "warning"), (note, "note"))

struct LintAnswer {
    struct Release {
        CUDASTDENV_RECORD("lintCuda", "The CUDA release that the list is for.",
            (std::string, requested, "requested", "The value as requested."),
            (Version, release, "release", "The release that was found."),
            (std::optional<std::string_view>, nvcc, "nvcc", "The version that its nvcc prints; null where unknown."))
    };
    struct Entry {
        CUDASTDENV_RECORD("entry", "An entry of the list.",
            (std::string, text, "text", "The entry as typed."),
            (std::size_t, offset, "offset", "Offset in bytes from the start of the list."))
    };
    struct Finding {
        CUDASTDENV_CITING_RECORD("finding", "A problem in a list.",
            (CodeName, code, "code", "Problem code."),
            (FindingSeverity, severity, "severity", "error means that it fails, or runs on none of the intended GPUs."),
            (std::optional<Entry>, entry, "entry", "Null where it is about the whole list."),
            (std::string, text, "message", "The message."),
            (std::optional<std::string>, instead, "instead", "Replacement; null where the choice is the user's."))
    };
    CUDASTDENV_ANSWER("lint", "Problems in a list of capabilities.",
        (Release, cuda, "cuda"),
        (std::optional<std::string_view>, system, "system", "Nix name; null where each entry has its own platform."),
        (std::string_view, format, "format", "The format that it was read in."),
        (std::optional<ConsumerVersion>, consumer, "consumer", "The program that reads it; null where its rules are not known by version."),
        (std::vector<std::string_view>, also_fits, "alsoFits", "Other formats that match, where none was named."),
        (std::string, text, "text", "The list as typed."),
        (std::vector<Finding>, findings, "findings"),
        (std::optional<std::string>, fixed, "fixed", "The corrected list; null where nothing is wrong or no correction is known."),
        (std::vector<Sentence>, losses, "losses", "What the format cannot express."),
        (std::vector<Plan>, apply, "apply", "Instructions to build the corrected list, for the requested tool or the one that reads the format; empty where nothing is wrong."))
    bool clean = true;  ///< whether all findings are notes
};

struct PortAnswer {
    struct Finding {
        CUDASTDENV_CITING_RECORD("portFinding", "A use of something that the release changed.",
            (std::string, file, "file", "The file, as named."),
            (std::size_t, line, "line", "From 1."),
            (std::size_t, column, "column", "Offset of the name in its line in bytes, from 1; 1 for a list of capabilities."),
            (CodeName, code, "code", "Problem code."),
            (FindingSeverity, severity, "severity", "warning: it fails with the release. note: it is deprecated or may fail."),
            (std::string, name, "name", "What the file uses: a name, a header, a library, a target, an entry of a list."),
            (std::string, text, "message", "The message."),
            (std::optional<std::string>, instead, "instead", "What to use instead; null where NVIDIA names nothing."),
            (bool, is_fixable, "fixable", "Whether `instead` can replace `name` as it is, which --fix does."))
    };
    CUDASTDENV_ANSWER("port", "Uses of what a CUDA release no longer has.",
        (AskedRelease, cuda, "cuda"),
        (std::optional<Version>, from, "from", "The release that the files are for; null: any earlier one."),
        (std::size_t, files, "files", "Number of files that were read."),
        (std::vector<Finding>, findings, "findings", "By file, line and column."),
        (std::size_t, fixed, "fixed", "Number of findings that --fix replaced in the files."))
    bool clean = true;  ///< whether all findings are notes
};

/// The form of the code that runs: machine code (`cubin`) or PTX.
CUDASTDENV_NEW_ENUM(CodeForm, (machine_code, "cubin"), (ptx, "ptx"))

/// The form of GPU code in a file. lto-ir: intermediate code, which a linker or a program has to compile first. other: a
/// form that this version does not know.
CUDASTDENV_NEW_ENUM(GpuCodeForm, (machine_code, "cubin"), (ptx, "ptx"), (lto_ir, "lto-ir"), (other, "other"))

/// Relation of a GPU to a list. reached: the list runs on it. hole: the list has its number or a lower one, but does
/// not run on it. older: the list has only higher numbers.
CUDASTDENV_NEW_ENUM(DevicePlace, (reached, "reached"), (hole, "hole"), (older, "older"), (unknown, "not-known"))

struct CoversAnswer {
    struct List {
        CUDASTDENV_RECORD("list", "The list of what is built.",
            (std::optional<std::string_view>, format, "format", "The format that it was read in; null where capabilities were named."),
            (std::optional<ConsumerVersion>, consumer, "consumer", "The program that reads it; null where there is no such program or its rules are not known by version."),
            (std::vector<Capability>, machine_code, "machineCode", "Capabilities with machine code."),
            (std::vector<Capability>, ptx, "ptx", "Capabilities with PTX."))
    };
    struct CodeVerdict {
        CUDASTDENV_CITING_RECORD("codeVerdict", "One piece of code on one GPU.",
            (CodeForm, form, "form", "cubin is machine code."),
            (Capability, capability, "capability", "The capability that it was built for."),
            (std::optional<bool>, runs, "runs", "Whether it runs there; null where unknown."),
            (std::optional<CodeName>, code, "reason", "Reason code; null where it runs."),
            (std::optional<std::string>, text, "message", "The reason; null where it runs."),
            (std::optional<std::string_view>, rule, "rule", "Id of the rule that decides; null where no rule does."))
        std::string_view statement = {};  ///< of the rule
    };
    struct Device {
        CUDASTDENV_RECORD("device", "A GPU, and whether the list runs on it.",
            (Capability, capability, "capability", "Compute capability."),
            (bool, jetson, "jetson", "Whether it is the GPU of a Jetson."),
            (DevicePlace, place, "place", "Its relation to the list."),
            (std::optional<bool>, runs, "runs", "Whether the list runs on it; null where unknown."),
            (std::optional<CodeForm>, how, "how", "The form of the code that runs; null where none does or it is unknown."),
            (std::optional<Capability>, code, "code", "Capability of the code that runs; null where none does or it is unknown."),
            (std::string, text, "message", "The same as a sentence."),
            (std::vector<std::string>, path, "path", "The steps from the list to the GPU; empty where no code reaches it."),
            (std::vector<CodeVerdict>, codes, "codes", "All code of the list on it, in order of preference."))
        std::string_view architecture = {};
        std::optional<Version> first_release = {};  ///< first release that supports it; absent: this release does
    };
    struct Obstacle {
        CUDASTDENV_CITING_RECORD("coverageObstacle", "Why the driver does not run the release.",
            (std::string, text, "message", "The reason."),
            (bool, certain, "certain", "True where it does not work; false where that is unknown."))
    };
    struct Driver {
        CUDASTDENV_RECORD("coverageDriver", "The driver.",
            (std::string, requested, "requested", "The driver as requested."),
            (DriverSupport, how, "how", "The compatibility mode for the release."),
            (std::optional<bool>, ptx_loads, "ptxLoads", "Whether it compiles the release's PTX; null where unknown."),
            (std::vector<DriverGpu>, gpus, "gpus", "Whether it supports the requested GPUs."),
            (std::vector<Obstacle>, obstacles, "obstacles", "Why it does not work, or why that is unknown."))
        std::string verdict = {};  ///< `runs natively`
    };
    CUDASTDENV_ANSWER("covers", "The GPUs that a list of capabilities runs on.",
        (AskedRelease, cuda, "cuda"),
        (std::string, system, "system", "Nix name of the system."),
        (List, list, "list"),
        (std::optional<Driver>, driver, "driver", "Null where none was requested."),
        (std::optional<std::string>, gpu, "gpu", "Names of the requested products; null where none was named."),
        (std::optional<bool>, runs, "runs", "Whether it runs on one of the devices; null where unknown."),
        (std::vector<Device>, devices, "devices", "The requested GPUs, or all."),
        (std::vector<Sentence>, notes, "notes", "Further notes."),
        (std::vector<Plan>, apply, "apply", "Instructions to build a list that runs; empty where it already does or no list of the release would."))
    std::optional<Capability> device_requested = {};  ///< the one requested GPU; absent: several
};

/// A build of a Python package, and whether it runs on the GPU of the question.
struct WheelFacts {
    CUDASTDENV_CITING_RECORD("wheelBuild", "A build of a Python package.",
        (std::string_view, project, "project", "Its id in the table of wheels."),
        (std::string_view, install, "install", "Name for pip, with an extra."),
        (PackageVersion, version, "version", "The newest version that the question names."),
        (std::optional<std::string_view>, variant, "variant", "Suffix of the version, `cu128` or `cpu`; null where the version has no suffix."),
        (std::optional<std::string_view>, channel, "channel", "Channel of conda that has it; null for a wheel."),
        (std::optional<Version>, cuda, "cuda", "Release of CUDA that it was built with; null where none or unknown."),
        (std::optional<std::span<const Capability>>, machine_code, "machineCode", "Capabilities with machine code; null where unknown."),
        (std::optional<std::span<const Capability>>, ptx, "ptx", "Capabilities with PTX; null where unknown."),
        (bool, on_pypi, "onPypi", "Whether PyPI has it; otherwise it is in the project's own index."),
        (std::optional<std::string>, index, "index", "Address of the project's index, or of the page with its wheels; null where PyPI has it."),
        (VersionRange, python, "python", "Python releases with a wheel; null where open or unknown."),
        (std::optional<DriverVersion>, driver, "driver", "Oldest driver that runs its code, by PTX if that runs on the GPU that is named; null where it has no code or its CUDA release is unknown."),
        (std::optional<bool>, runs, "runs", "Whether it runs on the GPU with the driver; null where that is unknown or no GPU is named."),
        (std::optional<CodeForm>, how, "how", "The form of the code that runs; null where none does or it is unknown."),
        (std::optional<Capability>, code, "code", "Capability of the code that runs; null where none does or it is unknown."),
        (std::string, text, "message", "Why it runs, does not run, or may not; empty where no GPU is named."))
};

/// The answer of `wheel`, and of `covers --wheel`.
struct WheelAnswer {
    struct Companion {
        CUDASTDENV_RECORD("wheelCompanion", "Versions of another project that fit a build.",
            (std::string_view, project, "project", "Its id in the table of wheels."),
            (PackageVersion, first, "first", "First version."),
            (PackageVersion, last, "last", "Last version, inclusive."))
    };
    CUDASTDENV_ANSWER("wheel", "The builds of Python packages that run on a GPU.",
        (std::optional<std::string>, requested, "requested", "The package or the wheel as typed; null where all projects are meant."),
        (std::optional<std::string>, gpu, "gpu", "The GPU; null where none is named."),
        (std::optional<std::string>, driver, "driver", "The driver as typed; null where none is named."),
        (std::optional<std::string>, python, "python", "The Python release as typed; null where any."),
        (std::optional<std::string>, cuda, "cuda", "The CUDA release of the build as typed; null where any."),
        (std::string, system, "system", "Nix name of the system."),
        (std::optional<bool>, runs, "runs", "Whether a build that is asked about runs on the GPU; null where that is unknown or no GPU is named."),
        (std::optional<WheelFacts>, use, "use", "The newest build that runs; null where none is known to, or several projects are meant."),
        (std::optional<WheelFacts>, asked, "asked", "The build that is asked about, or the newest of the project; without a known one the newest that may run. Null where it is the one to use, or several projects are meant."),
        (std::vector<WheelFacts>, builds, "builds", "Without a GPU the builds of the newest version; without a project the newest of each project that runs, otherwise the newest; otherwise empty."),
        (std::vector<Companion>, companions, "companions", "Versions of other projects that fit the build to use."),
        (std::vector<std::string_view>, requirements, "requires", "What the build to use requires of other projects, as for pip."),
        (std::vector<Plan>, apply, "apply", "Commands that install the build to use, or the one that may run; empty where no index for pip has it, and where the build that is asked about runs."))
    bool is_about_one = false;  ///< of `covers --wheel`
    std::string title = {};     ///< of the project; empty: several are meant
};

/// The part of a message in its log, the strongest first. failure: it stopped the log. quoted: a person quotes it, asks
/// about it or types a part of it. warning: the tool continues. recovered: the log succeeds afterwards. mention: it is in
/// source code, a search result, a list of changes or a manual.
CUDASTDENV_NEW_ENUM(FindingStatus, (failure, "failure"), (quoted, "quoted"), (warning, "warning"), (recovered, "recovered"), (mention, "mention"))

/// How a fact is known, and whether it is about the build. present: a tool, a path or a package shows it. stated: a person
/// writes it. implied: it follows from a message. given: an option names it, or this machine has it. quoted: a quotation has it; it counts if the
/// rest of the log has no such fact. The others never count. required: something requires it. poster: another person of
/// the thread has it. host, container: another system than the one that printed the message has it. kernel: of the
/// kernel and its modules. component: one library or one program has it.
CUDASTDENV_NEW_ENUM(FactRole, (present, "present"), (stated, "stated"), (implied, "implied"), (given, "given"), (required, "required"), (quoted, "quoted"), (poster, "poster"), (host, "host"), (container, "container"), (kernel, "kernel"), (component, "component"))

/// Whether parts work together, the worst first. partly: only a part of the code runs.
CUDASTDENV_NEW_ENUM(HealthVerdict, (no, "no"), (partly, "partly"), (unknown, "unknown"), (yes, "yes"))

struct FilesAnswer {
    struct Code {
        CUDASTDENV_RECORD("gpuCode", "GPU code of one kind in a file.",
            (GpuCodeForm, form, "form", "cubin is machine code."),
            (Capability, capability, "capability", "The capability that it was built for."),
            (std::optional<Version>, ptx_version, "ptxVersion", "PTX ISA version; null where it is not PTX."),
            (bool, compressed, "compressed", "Whether it is compressed."),
            (bool, debug, "debug", "Whether it was built with nvcc -G."),
            (std::size_t, count, "count", "How often it occurs."))
    };
    struct Fatbins {
        CUDASTDENV_RECORD("fatbins", "Fat binaries with the same list, or cubins of one capability.",
            (std::vector<Capability>, machine_code, "machineCode", "Capabilities with machine code."),
            (std::vector<Capability>, ptx, "ptx", "Capabilities with PTX."),
            (std::size_t, count, "count", "Their number."),
            (std::optional<bool>, runs, "runs", "Whether it runs on the GPU; null where unknown or no GPU was named."),
            (std::optional<CodeForm>, how, "how", "The form of the code that runs; null where none does or it is unknown."),
            (std::optional<Capability>, code, "code", "Capability of the code that runs; null where none does or it is unknown."),
            (std::optional<std::string>, text, "message", "How it runs, or why not; null where no GPU was named."))
    };
    struct File {
        CUDASTDENV_RECORD("codeFile", "The GPU code of a file.",
            (std::string, name, "file", "Its path; in a package, the package's path, a colon and the name there."),
            (std::vector<Capability>, machine_code, "machineCode", "Capabilities with machine code."),
            (std::vector<Capability>, ptx, "ptx", "Capabilities with PTX."),
            (std::optional<Version>, ptx_version, "ptxVersion", "Newest PTX ISA version; null where it has no PTX."),
            (std::optional<Version>, release, "release", "First CUDA release that writes that version; null where unknown."),
            (std::optional<HealthVerdict>, verdict, "verdict", "Whether it runs on the GPU; null where no GPU was named."),
            (std::optional<std::string>, text, "message", "How it runs, or why not; null where no GPU was named."),
            (std::vector<Code>, codes, "codes", "All its GPU code, by kind."),
            (std::vector<Fatbins>, fatbins, "fatbins", "Its fat binaries, the most frequent list first."))
    };
    CUDASTDENV_ANSWER("coversFiles", "The GPU code of files, and whether it runs on a GPU.",
        (std::optional<std::string>, gpu, "gpu", "The GPU, by name or capability; null where none was named."),
        (std::optional<std::string>, driver, "driver", "The driver as requested; null where none was."),
        (std::optional<HealthVerdict>, verdict, "verdict", "Whether all files run on the GPU; null where none was named or no file has GPU code."),
        (std::vector<File>, files, "files", "The files with GPU code."),
        (std::size_t, without_code, "withoutCode", "How many files have none that can be found."),
        (std::vector<std::string>, unreadable, "unreadable", "Files that could not be read, and why; one sentence each."),
        (std::vector<Sentence>, fixes, "fixes", "What would make it run; empty where all runs or nothing is known."),
        (std::vector<Sentence>, notes, "notes", "Further notes."))
};

struct DiagnoseAnswer {
    struct Finding {
        CUDASTDENV_RECORD("explainedMessage", "A message that explains the failure.",
            (std::string_view, message, "message", "Its id in the table messages."),
            (std::string_view, title, "title", "What happened."),
            (std::size_t, line, "line", "Line number of its first line, from 1."),
            (ForeignText, text, "text", "That line, without control characters."),
            (std::optional<std::string_view>, program, "program", "The program that printed it; null where several print the same."),
            (FindingStatus, status, "messageStatus", "failure: it stopped the log; quoted: a person quotes it or asks about it; warning: it did not stop the log."),
            (std::optional<Sentence>, status_reason, "statusReason", "Why it is no failure; null where it is one."),
            (std::string, cause, "cause", "The cause as one text."),
            (std::vector<Sentence>, why, "why", "The sentences of the cause, with sources."),
            (std::vector<Sentence>, remedies, "remedies", "Possible fixes, the best first."),
            (std::vector<Plan>, fix, "fix", "Instructions for the requested or the most suitable tools; empty where nothing is known to work."),
            (std::optional<std::string_view>, advisory, "advisory", "Id of the advisory that is the cause; null where the cause is another."),
            (std::vector<FilesAnswer::File>, files, "files", "The GPU code of the files that the log names and this machine has, and whether it runs on the GPUs of the facts; empty where the message is not about code, or the program does not read files."),
            (std::vector<std::string_view>, sources, "sources", "Ids of all sources."))
    };
    struct OtherMessage {
        CUDASTDENV_RECORD("otherMessage", "A known message that does not explain the failure.",
            (std::string_view, message, "message", "Its id in the table messages."),
            (std::string_view, title, "title", "What it means."),
            (std::size_t, line, "line", "Line number of its first line, from 1."),
            (ForeignText, text, "text", "That line, without control characters."),
            (FindingStatus, status, "messageStatus", "recovered: the log succeeds afterwards; mention: it is in source code or a document; otherwise as in findings."),
            (Sentence, reason, "statusReason", "Why it has that status."))
    };
#define CUDASTDENV_FACT(title_, meaning_, ...) \
    CUDASTDENV_RECORD(title_, meaning_, __VA_ARGS__, (FactRole, role, "role", "How it is known: present, stated, implied, given; or why it is not of the build."), (std::optional<std::size_t>, line, "line", "Line number in the log; null where an option gives the fact."))
    struct ReleasesFact {
        CUDASTDENV_FACT("releasesFact", "The range of possible CUDA releases; both ends equal where it is certain.",
            (Version, first, "first", "The oldest, inclusive."),
            (Version, last, "last", "The newest, inclusive."))
    };
    struct CompilerFact {
        CUDASTDENV_FACT("compilerFact", "The host compiler.",
            (Compiler, value, "value", "The compiler."),
            (std::optional<Version>, version, "version", "Null where only its major version is known."))
    };
    struct VersionFact {
        CUDASTDENV_FACT("versionFact", "A version.",
            (Version, value, "value", "The version."),
            (bool, or_newer, "orNewer", "Whether a newer version is possible too."))
    };
    struct TextFact {
        CUDASTDENV_FACT("textFact", "A driver, a system or a C++ standard.",
            (std::string, value, "value", "In the form that NVIDIA or Nix writes."))
    };
    struct GpuFact {
        CUDASTDENV_FACT("gpuFact", "A GPU.",
            (std::optional<std::string_view>, name, "name", "Name in the table gpus; null where an option gives the capability alone."),
            (Capability, capability, "capability", "Compute capability."))
    };
    struct OtherFact {
        CUDASTDENV_FACT("otherFact", "A fact that is not one of the build, by its role.",
            (std::string_view, fact, "fact", "The key of the facts of its kind."),
            (std::string, value, "value", "As the log has it."))
    };
    struct Facts {
        CUDASTDENV_RECORD("facts", "Facts from the log and the options; null where neither gives them.",
            (std::optional<ReleasesFact>, cuda, "cuda"),
            (std::optional<CompilerFact>, host_compiler, "hostCompiler"),
            (std::optional<VersionFact>, glibc, "glibc", "glibc."),
            (std::optional<TextFact>, driver, "driver"),
            (std::vector<GpuFact>, gpus, "gpus"),
            (std::optional<std::vector<Capability>>, architectures, "architectures", "GPU architectures that the log names."),
            (std::optional<TextFact>, system, "system"),
            (std::optional<std::string_view>, environment, "environment", "Its id."),
            (std::optional<TextFact>, standard, "standard", "C++ standard of the code: c++20."),
            (std::optional<VersionFact>, torch, "torch", "PyTorch."),
            (std::optional<VersionFact>, torch_cuda, "torchCuda", "The CUDA version that PyTorch was compiled with."),
            (std::vector<OtherFact>, others, "others", "Facts that are not of the build, in the order of the log."))
    };
    struct Health {
        CUDASTDENV_RECORD("health", "Whether the parts that a log names work together.",
            (HealthVerdict, verdict, "verdict", "The worst one of the checks."),
            (std::vector<Sentence>, checks, "checks", "Each pair that was compared, the worst first; then what is unknown."))
        std::string headline = {};
    };
    CUDASTDENV_ANSWER("diagnose", "The meaning of the messages in a log.",
        (std::vector<Finding>, findings, "findings", "In the order in which they stop the build, the root cause first."),
        (std::vector<OtherMessage>, other_messages, "otherMessages", "Known messages that do not explain the failure, the strongest first."),
        (std::vector<Sentence>, for_all, "forAll", "Fixes for all of several findings."),
        (std::vector<Sentence>, oddities, "oddities", "Contradictory lines and impossible facts."),
        (Facts, facts, "facts"),
        (std::optional<Health>, health, "health", "Null where a message counts, or nothing can be compared."),
        (std::optional<ForeignText>, first_error, "firstError", "The first error without a known message; null where every error is known."),
        (std::vector<std::string_view>, unknown, "unknown", "Facts that would improve the answer."),
        (std::optional<std::string_view>, ask, "ask", "The command that prints them; null where nothing is missing."))
    std::vector<std::string> facts_text = {};  ///< known facts about the machine: `CUDA 12.4.0 to 12.6.3 (line 41)`
    std::string unknown_text = {};             ///< `the CUDA release, the host compiler`
    bool is_environment_assumed = false;       ///< it is only that of this machine
    std::size_t first_error_line = 0;  ///< its line number
    std::string other_text = {};  ///< the first line, if only other messages were found
};

struct AskAnswer {
    struct Part {
        CUDASTDENV_RECORD("askedQuestion", "A query that the words can mean.",
            (std::string_view, command, "command", "The command that answers it."),
            (Map<std::string>, options, "options", "Its options, by name."),
            (bool, answered, "answered", "False where the answer is no, none or unknown."),
            (std::string, text, "text", "The text output of the command."))
    };
    CUDASTDENV_ANSWER("ask", "The possible meanings of words without a command, and their answers.",
        (std::vector<Part>, answers, "answers", "Queries without an answer first, then the shortest."),
        (std::vector<Remark>, notes, "notes", "Notes and warnings of the commands."))
};

struct NixImpactAnswer {
    struct Side {
        CUDASTDENV_RECORD("impactSide", "The build environment of the package sets, before or after.",
            (std::string_view, channel, "channel", "The channel that the package sets are from."),
            (Compiler, compiler, "compiler", "Compiler of the default stdenv."),
            (int, libstdcxx, "libstdcxx", "The GCC whose libstdc++ the default stdenv uses."),
            (std::optional<Version>, glibc, "glibc", "Null where unknown and no advisory on glibc applies."),
            (std::vector<Compiler>, packaged, "packaged", "Packaged compilers: GCCs, then Clangs, ascending."))
        std::string text = {};  ///< `nixos-26.05 with gcc-16, glibc 2.44`
    };
    struct Outcome {
        CUDASTDENV_RECORD("impactOutcome", "The answer of resolve for the set's release and the stdenv.",
            (Compiler, stdenv, "stdenv", "Compiler of the stdenv."),
            (std::string_view, way, "way", "own: the stdenv's compiler, unchanged; wrapped: another compiler, linked with the stdenv's libstdc++; none: no compiler works."),
            (std::optional<Compiler>, host_compiler, "hostCompiler", "Null where no compiler works."),
            (std::optional<Compiler>, missing, "missing", "The compiler that would work if it were packaged; null where one works or no such compiler exists."),
            (std::optional<Policy>, view, "view", "The policy whose range includes the host compiler; null where no compiler works."),
            (std::optional<bool>, headers_inferred, "headersInferred", "Whether support for its libstdc++ headers is expected (not tested with this nvcc); null where no compiler works."),
            (std::optional<std::string_view>, broken_by, "brokenBy", "Id of the advisory that breaks it unless its workaround is used, with any compiler; null where none does."),
            (std::vector<std::string_view>, advisories, "advisories", "Ids of the advisories that apply, the worst first."),
            (std::vector<CodeName>, notes, "notes", "Codes of unknown or assumed facts, such as glibc-unknown."))
    };
    struct InStdenv {
        CUDASTDENV_RECORD("stdenvImpact", "A package set in a stdenv, before and after.",
            (std::optional<Outcome>, before, "before", "Null where this set or stdenv does not exist."),
            (std::optional<Outcome>, after, "after", "Null where this set or stdenv does not exist."),
            (CodeName, change, "change", "unchanged; follows: the stdenv's own compiler, which changes; changed: from own to wrapped, from wrapped to own, or to another compiler; lost, gained: the only compiler; appears, goes: the set or stdenv."),
            (bool, left_without, "leftWithout", "Whether it has no compiler although it had one or is a new set."),
            (std::vector<std::string_view>, begin, "begin", "Ids of advisories that apply only after."),
            (std::vector<std::string_view>, end, "end", "Ids of advisories that apply only before."))
    };
    struct Set {
        CUDASTDENV_RECORD("setImpact", "A package set of nixpkgs, or an alias of one.",
            (std::string, attribute, "attribute", "cudaPackages_12_8."),
            (std::optional<Version>, before, "before", "Its release; null where the set does not exist."),
            (std::optional<Version>, after, "after", "Its release; null where the set does not exist."),
            (bool, patch_known, "patchKnown", "Whether its patch release is known; if not, the newest is assumed."),
            (std::vector<InStdenv>, stdenvs, "stdenvs", "The default stdenv, then those of the other packaged compilers: GCCs, Clangs, ascending."))
    };
    struct Needed {
        CUDASTDENV_RECORD("neededCompiler", "A compiler that package sets are wrapped with, after.",
            (Compiler, compiler, "compiler"),
            (bool, packaged, "packaged", "Whether it is packaged after; if not, those sets have no compiler."),
            (std::vector<std::string>, sets, "sets", "Their attributes."))
    };
    struct Note {
        CUDASTDENV_RECORD("impactNote", "An unknown or assumed fact.",
            (CodeName, code, "code", "Stable name for programs."),
            (std::string, text, "message", "One sentence without a full stop."),
            (std::vector<std::string>, sets, "sets", "The sets that it applies to; empty where it applies to the whole answer."),
            (SourceIds, sources, "sources", "Ids of the sources of its table row."))
    };
    CUDASTDENV_ANSWER("nixImpact", "The effect of another default compiler, C library or default CUDA on the package sets of nixpkgs.",
        (std::string, headline, "headline", "The answer in one line of text."),
        (bool, left_without, "leftWithout", "Whether some set has no compiler in some stdenv."),
        (Policy, policy, "policy", "The policy for compiler ranges."),
        (std::string_view, system, "system", "Nix name of the system."),
        (Side, before, "before"),
        (Side, after, "after"),
        (std::vector<Set>, sets, "sets", "Sorted by release."),
        (std::vector<Set>, aliases, "aliases", "Aliases of them: cudaPackages, cudaPackages_12."),
        (std::vector<Needed>, needed, "needed", "Compilers that sets are wrapped with in the default stdenv, or would be if they were packaged."),
        (std::vector<Compiler>, no_longer_needed, "noLongerNeeded", "Compilers that sets were wrapped with there before, but not after."),
        (std::vector<Needed>, other_needed, "otherNeeded", "Compilers that sets are wrapped with in the stdenvs of the other family."),
        (std::vector<Advisory>, advisories, "advisories", "Advisories that begin or cease to apply, the worst first."),
        (std::vector<Note>, notes, "notes"))
    /// A stdenv to compare. An absent side does not have it.
    struct Stdenv {
        std::optional<Compiler> before;
        std::optional<Compiler> after;
    };
    std::vector<Stdenv> stdenvs = {};  ///< of `Set::stdenvs`
};

#undef CUDASTDENV_CITING_RECORD
#undef CUDASTDENV_FACT

}  // namespace cudastdenv
