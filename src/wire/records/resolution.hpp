// SPDX-License-Identifier: MIT
#pragma once

/// What `resolve`, `explain`, `capabilities` and `flags` answer.

#include "spell/json.hpp"
#include "wire/records/shared.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<CrossPart::Part>{CrossPart::Part::nvcc, CrossPart::Part::host_compiler,
                                                         CrossPart::Part::cuda_libraries, CrossPart::Part::libstdcxx};

}  // namespace cudastdenv

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct LibstdcxxRecord {
    CUDASTDENV_RECORD("libstdcxx", "The libstdc++ that is linked with and runs.",
        (int, gcc, "gcc", "Major version of the GCC that it is of."),
        (std::optional<Version>, release, "release", "The GCC release that it is of; null: not known."),
        (std::optional<std::string_view>, soname, "soname", "Name of its file, libstdc++.so.6.0.33; null: not known."),
        (std::optional<std::string_view>, glibcxx, "glibcxx", "The newest GLIBCXX version that it defines; null: not known."),
        (std::optional<std::string_view>, cxxabi, "cxxabi", "The newest CXXABI version that it defines; null: not known."))
};

struct StdenvRecord {
    CUDASTDENV_RECORD("stdenv", "The standard environment that the result must live in.",
        (Compiler, compiler, "compiler", "Its compiler."),
        (Maybe<Version>, version, "version", "Of the compiler, where more than its major version was given."),
        (bool, assumed, "assumed", "Nobody named it."),
        (std::optional<std::string_view>, environment, "environment", "The environment that was named, debian-13; null: none was."),
        (std::optional<Version>, glibc, "glibc", "Its glibc; null: not known."),
        (LibstdcxxRecord, libstdcxx, "libstdcxx", "Its libstdc++."),
        (bool, libstdcxx_assumed, "libstdcxxAssumed", "Nothing says whose libstdc++ its Clang has."),
        (bool, nonshared, "nonshared", "What code of its newer GCCs needs beyond that libstdc++ is linked statically."))
};

struct RangeRecord {
    CUDASTDENV_RECORD("range", "The major versions that are taken.",
        (std::optional<int>, min, "min", "The lowest, included; null: no lower bound is known."),
        (std::optional<Version>, min_inferred_from, "minInferredFrom", "The earlier release whose lower bound stands for it; null: it is the release's own."),
        (int, max, "max", "The highest, included."),
        (Policy, view, "view", "Whose range it is."),
        (SourceIds, sources, "sources", "Ids of the sources of the highest."))
};

struct HostCompilerRecord {
    CUDASTDENV_RECORD("hostCompiler", "The compiler that nvcc hands host code to.",
        (Compiler, compiler, "compiler", "Its name."),
        (Maybe<Version>, version, "version", "Where more than its major version was given."),
        (Compiler::Family, family, "family", "What it is."),
        (int, major, "major", "Its major version."),
        (bool, uses_stdenv, "usesStdenv", "It is the stdenv's own."),
        (RangeRecord, range, "range", "What it was held against."),
        (std::optional<int>, libstdcxx_headers, "libstdcxxHeaders", "GCC major of the libstdc++ headers that host code is compiled with; null: not known."),
        (bool, headers_inferred, "libstdcxxHeadersInferred", "That it works with those under this nvcc is inferred, and not measured."))
};

struct RejectionRecord {
    CUDASTDENV_RECORD("rejection", "A compiler that was not chosen, and why.",
        (Compiler, compiler, "compiler", "Which one."),
        (Maybe<Version>, version, "version", "Where more than its major version was given."),
        (CodeName, reason, "reason", "Why, for programs: too-new, superseded."),
        (std::string, message, "message", "Why, in words."),
        (SourceIds, sources, "sources", "Ids of the sources."),
        (std::vector<AdvisoryRecord>, hides, "hides", "What whoever takes it all the same runs into, the worst first."))
};

struct CrossPartRecord {
    CUDASTDENV_RECORD("crossPart", "A part of the toolchain of a cross build.",
        (CrossPart::Part, part, "part", "Which one."),
        (std::string_view, system, "system", "Nix name of the system that it runs on."),
        (std::optional<std::string_view>, makes_code_for, "makesCodeFor", "Nix name of the system that it makes code for; null: it makes none."))
};

struct CrossRecord {
    CUDASTDENV_RECORD("cross", "What a cross build takes from where.",
        (SystemRecord, build, "build", "The system that is built on."),
        (SystemRecord, host, "host", "The system that is built for."),
        (std::vector<CrossPartRecord>, parts, "parts", "The toolchain."))
};

struct CapabilityListsRecord {
    CUDASTDENV_RECORD("capabilityLists", "GPU capabilities.",
        (std::vector<Capability>, supported, "supported", "What the release can build for on the system."),
        (std::vector<Capability>, defaults, "default", "What it builds for where nobody says."),
        (std::vector<Capability>, resolved, "resolved", "What is built for."))
};

struct ResolveRecord {
    CUDASTDENV_RECORD("resolve", "Host compiler and why, libstdc++, capabilities, flags.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::optional<std::string_view>, broken, "broken", "Id of the advisory that breaks the answer as it stands; null: none."),
        (CudaRecord, cuda, "cuda"),
        (Policy, policy, "policy", "Whose range counts."),
        (bool, nixpkgs_exact, "nixpkgsExact", "nixpkgs is reproduced to the letter."),
        (CxxStandard, standard, "standard", "The C++ standard of host code."),
        (SystemRecord, system, "system", "The system that is built for."),
        (std::optional<CrossRecord>, cross, "cross", "Null: it is built on the system that it is built for."),
        (StdenvRecord, stdenv, "stdenv"),
        (std::optional<ToolkitHeaders>, toolkit_headers, "toolkitHeaders", "Where the toolkit's headers lie. prefix: nvcc hands their folder to the compiler; system: the compiler searches it by itself; null: not known, and what breaks them in one of the places is named."),
        (std::optional<HostCompilerRecord>, host_compiler, "hostCompiler", "Null: none works."),
        (std::vector<RejectionRecord>, rejected, "rejected", "Every other candidate, in the order in which they are tried."),
        (CapabilityListsRecord, capabilities, "capabilities"),
        (Flags, flags, "flags"),
        (std::vector<AdvisoryRecord>, advisories, "advisories", "What concerns the answer, the worst first."),
        (std::vector<SaidRecord>, notes, "notes", "What else is to be known."),
        (std::vector<ApplyRecord>, apply, "apply", "What to type, for the tool that was asked for or that fits."))
};

struct ExplainRecord {
    CUDASTDENV_RECORD("explain", "Why a compiler is, or is not, the host compiler.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::optional<std::string_view>, broken, "broken", "Id of the advisory that breaks the answer as it stands; null: none."),
        (CudaRecord, cuda, "cuda"),
        (Policy, policy, "policy", "Whose range counts."),
        (StdenvRecord, stdenv, "stdenv"),
        (std::optional<ToolkitHeaders>, toolkit_headers, "toolkitHeaders", "Where the toolkit's headers lie, as in `resolve`."),
        (Compiler, compiler, "compiler", "The compiler that was asked about."),
        (Maybe<Version>, version, "version", "Where more than its major version was given."),
        (bool, available, "available", "It is at hand; else it is supposed to be."),
        (bool, chosen, "chosen", "It is the host compiler."),
        (std::optional<RejectionRecord>, rejection, "rejection", "Why it is not; null: it is."),
        (std::optional<HostCompilerRecord>, host_compiler, "hostCompiler", "The one that is; null: none works."),
        (Map<std::optional<HostRange>>, ranges, "ranges", "The range of its family in each view, by the view's name; null: that view has none."),
        (std::vector<AdvisoryRecord>, advisories, "advisories", "What concerns the answer, the worst first."),
        (std::vector<SaidRecord>, notes, "notes", "What else is to be known."),
        (std::vector<ApplyRecord>, apply, "apply", "What to type, for the tool that was asked for or that fits."))
};

struct CapabilitiesRecord {
    CUDASTDENV_RECORD("capabilities", "The capabilities that a release builds for by default, or all.",
        (SchemaVersion, schema, "schemaVersion"),
        (CudaRecord, cuda, "cuda"),
        (std::vector<Capability>, capabilities, "capabilities", "In ascending order."))
};

struct SpelledRecord {
    CUDASTDENV_RECORD("spelled", "The capabilities as a build system spells them.",
        (SchemaVersion, schema, "schemaVersion"),
        (CudaRecord, cuda, "cuda"),
        (std::string_view, format, "format", "Whose spelling it is."),
        (std::optional<ConsumerRecord>, consumer, "consumer", "Who reads it; null: its rules are not known by version."),
        (std::optional<std::string_view>, text, "text", "The list; null: it cannot be spelled at all."),
        (std::vector<SaidRecord>, losses, "losses", "What the spelling cannot say."),
        (Flags, flags, "flags"))
};

}  // namespace cudastdenv::wire
