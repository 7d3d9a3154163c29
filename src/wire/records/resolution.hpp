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

struct LibstdcxxRecord {
    int gcc;
    std::optional<Version> release;
    std::optional<std::string_view> soname;
    std::optional<std::string_view> glibcxx;
    std::optional<std::string_view> cxxabi;

    static constexpr std::string_view title = "libstdcxx";
    static constexpr std::string_view meaning = "The libstdc++ that is linked with and runs.";
    static constexpr auto fields = pack_of(
        Field{"gcc", &LibstdcxxRecord::gcc, "Major version of the GCC that it is of."},
        Field{"release", &LibstdcxxRecord::release, "The GCC release that it is of; null: not known."},
        Field{"soname", &LibstdcxxRecord::soname, "Name of its file, libstdc++.so.6.0.33; null: not known."},
        Field{"glibcxx", &LibstdcxxRecord::glibcxx, "The newest GLIBCXX version that it defines; null: not known."},
        Field{"cxxabi", &LibstdcxxRecord::cxxabi, "The newest CXXABI version that it defines; null: not known."});
};

struct StdenvRecord {
    Compiler compiler;
    Maybe<Version> version;
    bool assumed;
    std::optional<std::string_view> environment;
    std::optional<Version> glibc;
    LibstdcxxRecord libstdcxx;
    bool libstdcxx_assumed;
    bool nonshared;

    static constexpr std::string_view title = "stdenv";
    static constexpr std::string_view meaning = "The standard environment that the result must live in.";
    static constexpr auto fields = pack_of(
        Field{"compiler", &StdenvRecord::compiler, "Its compiler."},
        Field{"version", &StdenvRecord::version, "Of the compiler, where more than its major version was given."},
        Field{"assumed", &StdenvRecord::assumed, "Nobody named it."},
        Field{"environment", &StdenvRecord::environment, "The environment that was named, debian-13; null: none was."},
        Field{"glibc", &StdenvRecord::glibc, "Its glibc; null: not known."},
        Field{"libstdcxx", &StdenvRecord::libstdcxx, "Its libstdc++."},
        Field{"libstdcxxAssumed", &StdenvRecord::libstdcxx_assumed, "Nothing says whose libstdc++ its Clang has."},
        Field{"nonshared", &StdenvRecord::nonshared,
              "What code of its newer GCCs needs beyond that libstdc++ is linked statically."});
};

struct RangeRecord {
    std::optional<int> min;
    std::optional<Version> min_inferred_from;
    int max;
    Policy view;
    SourceIds sources;

    static constexpr std::string_view title = "range";
    static constexpr std::string_view meaning = "The major versions that are taken.";
    static constexpr auto fields =
        pack_of(Field{"min", &RangeRecord::min, "The lowest, included; null: no lower bound is known."},
                Field{"minInferredFrom", &RangeRecord::min_inferred_from,
                      "The earlier release whose lower bound stands for it; null: it is the release's own."},
                Field{"max", &RangeRecord::max, "The highest, included."},
                Field{"view", &RangeRecord::view, "Whose range it is."},
                Field{"sources", &RangeRecord::sources, "Ids of the sources of the highest."});
};

struct HostCompilerRecord {
    Compiler compiler;
    Maybe<Version> version;
    Compiler::Family family;
    int major;
    bool uses_stdenv;
    RangeRecord range;
    std::optional<int> libstdcxx_headers;
    bool headers_inferred;

    static constexpr std::string_view title = "hostCompiler";
    static constexpr std::string_view meaning = "The compiler that nvcc hands host code to.";
    static constexpr auto fields =
        pack_of(Field{"compiler", &HostCompilerRecord::compiler, "Its name."},
                Field{"version", &HostCompilerRecord::version, "Where more than its major version was given."},
                Field{"family", &HostCompilerRecord::family, "What it is."},
                Field{"major", &HostCompilerRecord::major, "Its major version."},
                Field{"usesStdenv", &HostCompilerRecord::uses_stdenv, "It is the stdenv's own."},
                Field{"range", &HostCompilerRecord::range, "What it was held against."},
                Field{"libstdcxxHeaders", &HostCompilerRecord::libstdcxx_headers,
                      "GCC major of the libstdc++ headers that host code is compiled with; null: not known."},
                Field{"libstdcxxHeadersInferred", &HostCompilerRecord::headers_inferred,
                      "That it works with those under this nvcc is inferred, and not measured."});
};

struct RejectionRecord {
    Compiler compiler;
    Maybe<Version> version;
    CodeName reason;
    std::string message;
    SourceIds sources;
    std::vector<AdvisoryRecord> hides;

    static constexpr std::string_view title = "rejection";
    static constexpr std::string_view meaning = "A compiler that was not chosen, and why.";
    static constexpr auto fields = pack_of(
        Field{"compiler", &RejectionRecord::compiler, "Which one."},
        Field{"version", &RejectionRecord::version, "Where more than its major version was given."},
        Field{"reason", &RejectionRecord::reason, "Why, for programs: too-new, superseded."},
        Field{"message", &RejectionRecord::message, "Why, in words."},
        Field{"sources", &RejectionRecord::sources, "Ids of the sources."},
        Field{"hides", &RejectionRecord::hides, "What whoever takes it all the same runs into, the worst first."});
};

struct CrossPartRecord {
    CrossPart::Part part;
    std::string_view system;
    std::optional<std::string_view> makes_code_for;

    static constexpr std::string_view title = "crossPart";
    static constexpr std::string_view meaning = "A part of the toolchain of a cross build.";
    static constexpr auto fields =
        pack_of(Field{"part", &CrossPartRecord::part, "Which one."},
                Field{"system", &CrossPartRecord::system, "Nix name of the system that it runs on."},
                Field{"makesCodeFor", &CrossPartRecord::makes_code_for,
                      "Nix name of the system that it makes code for; null: it makes none."});
};

struct CrossRecord {
    SystemRecord build;
    SystemRecord host;
    std::vector<CrossPartRecord> parts;

    static constexpr std::string_view title = "cross";
    static constexpr std::string_view meaning = "What a cross build takes from where.";
    static constexpr auto fields = pack_of(Field{"build", &CrossRecord::build, "The system that is built on."},
                                           Field{"host", &CrossRecord::host, "The system that is built for."},
                                           Field{"parts", &CrossRecord::parts, "The toolchain."});
};

struct CapabilityListsRecord {
    std::vector<Capability> supported;
    std::vector<Capability> defaults;
    std::vector<Capability> resolved;

    static constexpr std::string_view title = "capabilityLists";
    static constexpr std::string_view meaning = "GPU capabilities.";
    static constexpr auto fields =
        pack_of(Field{"supported", &CapabilityListsRecord::supported, "What the release can build for on the system."},
                Field{"default", &CapabilityListsRecord::defaults, "What it builds for where nobody says."},
                Field{"resolved", &CapabilityListsRecord::resolved, "What is built for."});
};

struct ResolveRecord {
    SchemaVersion schema;
    std::optional<std::string_view> broken;
    CudaRecord cuda;
    Policy policy;
    bool nixpkgs_exact;
    CxxStandard standard;
    SystemRecord system;
    std::optional<CrossRecord> cross;
    StdenvRecord stdenv;
    std::optional<ToolkitHeaders> toolkit_headers;
    std::optional<HostCompilerRecord> host_compiler;
    std::vector<RejectionRecord> rejected;
    CapabilityListsRecord capabilities;
    Flags flags;
    std::vector<AdvisoryRecord> advisories;
    std::vector<SaidRecord> notes;
    std::vector<ApplyRecord> apply;

    static constexpr std::string_view title = "resolve";
    static constexpr std::string_view meaning = "Host compiler and why, libstdc++, capabilities, flags.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &ResolveRecord::schema},
        Field{"broken", &ResolveRecord::broken, "Id of the advisory that breaks the answer as it stands; null: none."},
        Field{"cuda", &ResolveRecord::cuda}, Field{"policy", &ResolveRecord::policy, "Whose range counts."},
        Field{"nixpkgsExact", &ResolveRecord::nixpkgs_exact, "nixpkgs is reproduced to the letter."},
        Field{"standard", &ResolveRecord::standard, "The C++ standard of host code."},
        Field{"system", &ResolveRecord::system, "The system that is built for."},
        Field{"cross", &ResolveRecord::cross, "Null: it is built on the system that it is built for."},
        Field{"stdenv", &ResolveRecord::stdenv},
        Field{"toolkitHeaders", &ResolveRecord::toolkit_headers,
              "Where the toolkit's headers lie. prefix: nvcc hands their folder to the compiler; system: the compiler "
              "searches it by itself; null: not known, and what breaks them in one of the places is named."},
        Field{"hostCompiler", &ResolveRecord::host_compiler, "Null: none works."},
        Field{"rejected", &ResolveRecord::rejected, "Every other candidate, in the order in which they are tried."},
        Field{"capabilities", &ResolveRecord::capabilities}, Field{"flags", &ResolveRecord::flags},
        Field{"advisories", &ResolveRecord::advisories, "What concerns the answer, the worst first."},
        Field{"notes", &ResolveRecord::notes, "What else is to be known."},
        Field{"apply", &ResolveRecord::apply, "What to type, for the tool that was asked for or that fits."});
};

struct ExplainRecord {
    SchemaVersion schema;
    std::optional<std::string_view> broken;
    CudaRecord cuda;
    Policy policy;
    StdenvRecord stdenv;
    std::optional<ToolkitHeaders> toolkit_headers;
    Compiler compiler;
    Maybe<Version> version;
    bool available;
    bool chosen;
    std::optional<RejectionRecord> rejection;
    std::optional<HostCompilerRecord> host_compiler;
    Map<std::optional<HostRange>> ranges;
    std::vector<AdvisoryRecord> advisories;
    std::vector<SaidRecord> notes;
    std::vector<ApplyRecord> apply;

    static constexpr std::string_view title = "explain";
    static constexpr std::string_view meaning = "Why a compiler is, or is not, the host compiler.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &ExplainRecord::schema},
        Field{"broken", &ExplainRecord::broken, "Id of the advisory that breaks the answer as it stands; null: none."},
        Field{"cuda", &ExplainRecord::cuda}, Field{"policy", &ExplainRecord::policy, "Whose range counts."},
        Field{"stdenv", &ExplainRecord::stdenv},
        Field{"toolkitHeaders", &ExplainRecord::toolkit_headers, "Where the toolkit's headers lie, as in `resolve`."},
        Field{"compiler", &ExplainRecord::compiler, "The compiler that was asked about."},
        Field{"version", &ExplainRecord::version, "Where more than its major version was given."},
        Field{"available", &ExplainRecord::available, "It is at hand; else it is supposed to be."},
        Field{"chosen", &ExplainRecord::chosen, "It is the host compiler."},
        Field{"rejection", &ExplainRecord::rejection, "Why it is not; null: it is."},
        Field{"hostCompiler", &ExplainRecord::host_compiler, "The one that is; null: none works."},
        Field{"ranges", &ExplainRecord::ranges,
              "The range of its family in each view, by the view's name; null: that view has none."},
        Field{"advisories", &ExplainRecord::advisories, "What concerns the answer, the worst first."},
        Field{"notes", &ExplainRecord::notes, "What else is to be known."},
        Field{"apply", &ExplainRecord::apply, "What to type, for the tool that was asked for or that fits."});
};

struct CapabilitiesRecord {
    SchemaVersion schema;
    CudaRecord cuda;
    std::vector<Capability> capabilities;

    static constexpr std::string_view title = "capabilities";
    static constexpr std::string_view meaning = "The capabilities that a release builds for by default, or all.";
    static constexpr auto fields =
        pack_of(Field{"schemaVersion", &CapabilitiesRecord::schema}, Field{"cuda", &CapabilitiesRecord::cuda},
                Field{"capabilities", &CapabilitiesRecord::capabilities, "In ascending order."});
};

struct SpelledRecord {
    SchemaVersion schema;
    CudaRecord cuda;
    std::string_view format;
    std::optional<ConsumerRecord> consumer;
    std::optional<std::string_view> text;
    std::vector<SaidRecord> losses;
    Flags flags;

    static constexpr std::string_view title = "spelled";
    static constexpr std::string_view meaning = "The capabilities as a build system spells them.";
    static constexpr auto fields =
        pack_of(Field{"schemaVersion", &SpelledRecord::schema}, Field{"cuda", &SpelledRecord::cuda},
                Field{"format", &SpelledRecord::format, "Whose spelling it is."},
                Field{"consumer", &SpelledRecord::consumer, "Who reads it; null: its rules are not known by version."},
                Field{"text", &SpelledRecord::text, "The list; null: it cannot be spelled at all."},
                Field{"losses", &SpelledRecord::losses, "What the spelling cannot say."},
                Field{"flags", &SpelledRecord::flags});
};

}  // namespace cudastdenv::wire
