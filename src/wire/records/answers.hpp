// SPDX-License-Identifier: MIT
#pragma once

/// What `resolve`, `explain`, `capabilities`, `flags`, `compat`, `covers`, `lint` and `releases` answer.

#include "spell/json.hpp"
#include "spell/lint.hpp"
#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::inline CUDASTDENV_ABI {

template <>
inline constexpr std::array enumerators<CrossPart::Part>{CrossPart::Part::nvcc, CrossPart::Part::host_compiler,
                                                         CrossPart::Part::cuda_libraries, CrossPart::Part::libstdcxx};
template <>
inline constexpr std::array enumerators<DevicePlace>{DevicePlace::reached, DevicePlace::hole, DevicePlace::older,
                                                     DevicePlace::unknown};
template <>
inline constexpr std::array enumerators<Finding::Severity>{Finding::Severity::error, Finding::Severity::warning,
                                                           Finding::Severity::note};

}  // namespace cudastdenv::inline CUDASTDENV_ABI

namespace cudastdenv::wire {

struct LibstdcxxRecord {
    int gcc;
    std::optional<Version> release;
    std::optional<std::string_view> soname;
    std::optional<std::string_view> glibcxx;
    std::optional<std::string_view> cxxabi;

    static constexpr std::string_view title = "libstdcxx";
    static constexpr std::string_view meaning = "The libstdc++ that is linked with and runs.";
    static constexpr std::tuple fields{
        Field{"gcc", &LibstdcxxRecord::gcc, "Major version of the GCC that it is of."},
        Field{"release", &LibstdcxxRecord::release, "The GCC release that it is of; null: not known."},
        Field{"soname", &LibstdcxxRecord::soname, "Name of its file, libstdc++.so.6.0.33; null: not known."},
        Field{"glibcxx", &LibstdcxxRecord::glibcxx, "The newest GLIBCXX version that it defines; null: not known."},
        Field{"cxxabi", &LibstdcxxRecord::cxxabi, "The newest CXXABI version that it defines; null: not known."},
    };
};

struct StdenvRecord {
    Compiler compiler;
    bool assumed;
    std::optional<std::string_view> environment;
    std::optional<Version> glibc;
    LibstdcxxRecord libstdcxx;
    bool libstdcxx_assumed;

    static constexpr std::string_view title = "stdenv";
    static constexpr std::string_view meaning = "The standard environment that the result must live in.";
    static constexpr std::tuple fields{
        Field{"compiler", &StdenvRecord::compiler, "Its compiler."},
        Field{"assumed", &StdenvRecord::assumed, "Nobody named it."},
        Field{"environment", &StdenvRecord::environment, "The environment that was named, debian-13; null: none was."},
        Field{"glibc", &StdenvRecord::glibc, "Its glibc; null: not known."},
        Field{"libstdcxx", &StdenvRecord::libstdcxx, "Its libstdc++."},
        Field{"libstdcxxAssumed", &StdenvRecord::libstdcxx_assumed, "Nothing says whose libstdc++ its Clang has."},
    };
};

struct RangeRecord {
    std::optional<int> min;
    std::optional<Version> min_inferred_from;
    int max;
    Policy view;
    SourceIds sources;

    static constexpr std::string_view title = "range";
    static constexpr std::string_view meaning = "The major versions that are taken.";
    static constexpr std::tuple fields{
        Field{"min", &RangeRecord::min, "The lowest, included; null: no lower bound is known."},
        Field{"minInferredFrom", &RangeRecord::min_inferred_from,
              "The earlier release whose lower bound stands for it; null: it is the release's own."},
        Field{"max", &RangeRecord::max, "The highest, included."},
        Field{"view", &RangeRecord::view, "Whose range it is."},
        Field{"sources", &RangeRecord::sources, "Ids of the sources of the highest."},
    };
};

struct HostCompilerRecord {
    Compiler compiler;
    Compiler::Family family;
    int major;
    bool uses_stdenv;
    RangeRecord range;
    std::optional<int> libstdcxx_headers;

    static constexpr std::string_view title = "hostCompiler";
    static constexpr std::string_view meaning = "The compiler that nvcc hands host code to.";
    static constexpr std::tuple fields{
        Field{"compiler", &HostCompilerRecord::compiler, "Its name."},
        Field{"family", &HostCompilerRecord::family, "What it is."},
        Field{"major", &HostCompilerRecord::major, "Its major version."},
        Field{"usesStdenv", &HostCompilerRecord::uses_stdenv, "It is the stdenv's own."},
        Field{"range", &HostCompilerRecord::range, "What it was held against."},
        Field{"libstdcxxHeaders", &HostCompilerRecord::libstdcxx_headers,
              "GCC major of the libstdc++ headers that host code is compiled with; null: not known."},
    };
};

struct RejectionRecord {
    Compiler compiler;
    CodeName reason;
    std::string message;
    SourceIds sources;
    std::vector<AdvisoryRecord> hides;

    static constexpr std::string_view title = "rejection";
    static constexpr std::string_view meaning = "A compiler that was not chosen, and why.";
    static constexpr std::tuple fields{
        Field{"compiler", &RejectionRecord::compiler, "Which one."},
        Field{"reason", &RejectionRecord::reason, "Why, for programs: too-new, superseded."},
        Field{"message", &RejectionRecord::message, "Why, in words."},
        Field{"sources", &RejectionRecord::sources, "Ids of the sources."},
        Field{"hides", &RejectionRecord::hides, "What whoever takes it all the same runs into, the worst first."},
    };
};

struct CrossSystemRecord {
    std::string_view nix;
    std::string_view redist;

    static constexpr std::string_view title = "crossSystem";
    static constexpr std::string_view meaning = "One of the two systems of a cross build.";
    static constexpr std::tuple fields{
        Field{"nix", &CrossSystemRecord::nix, "Its Nix name."},
        Field{"redist", &CrossSystemRecord::redist, "NVIDIA's name for it."},
    };
};

struct CrossPartRecord {
    CrossPart::Part part;
    std::string_view system;
    std::optional<std::string_view> makes_code_for;

    static constexpr std::string_view title = "crossPart";
    static constexpr std::string_view meaning = "A part of the toolchain of a cross build.";
    static constexpr std::tuple fields{
        Field{"part", &CrossPartRecord::part, "Which one."},
        Field{"system", &CrossPartRecord::system, "Nix name of the system that it runs on."},
        Field{"makesCodeFor", &CrossPartRecord::makes_code_for,
              "Nix name of the system that it makes code for; null: it makes none."},
    };
};

struct CrossRecord {
    CrossSystemRecord build;
    CrossSystemRecord host;
    std::vector<CrossPartRecord> parts;

    static constexpr std::string_view title = "cross";
    static constexpr std::string_view meaning = "What a cross build takes from where.";
    static constexpr std::tuple fields{
        Field{"build", &CrossRecord::build, "The system that is built on."},
        Field{"host", &CrossRecord::host, "The system that is built for."},
        Field{"parts", &CrossRecord::parts, "The toolchain."},
    };
};

struct CapabilityListsRecord {
    std::vector<Capability> supported;
    std::vector<Capability> defaults;
    std::vector<Capability> resolved;

    static constexpr std::string_view title = "capabilityLists";
    static constexpr std::string_view meaning = "GPU capabilities.";
    static constexpr std::tuple fields{
        Field{"supported", &CapabilityListsRecord::supported, "What the release can build for on the system."},
        Field{"default", &CapabilityListsRecord::defaults, "What it builds for where nobody says."},
        Field{"resolved", &CapabilityListsRecord::resolved, "What is built for."},
    };
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
    std::optional<HostCompilerRecord> host_compiler;
    std::vector<RejectionRecord> rejected;
    CapabilityListsRecord capabilities;
    Flags flags;
    std::vector<AdvisoryRecord> advisories;
    std::vector<SaidRecord> notes;

    static constexpr std::string_view title = "resolve";
    static constexpr std::string_view meaning = "Host compiler and why, libstdc++, capabilities, flags.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &ResolveRecord::schema},
        Field{"broken", &ResolveRecord::broken, "Id of the advisory that breaks the answer as it stands; null: none."},
        Field{"cuda", &ResolveRecord::cuda},
        Field{"policy", &ResolveRecord::policy, "Whose range counts."},
        Field{"nixpkgsExact", &ResolveRecord::nixpkgs_exact, "nixpkgs is reproduced to the letter."},
        Field{"standard", &ResolveRecord::standard, "The C++ standard of host code."},
        Field{"system", &ResolveRecord::system},
        Field{"cross", &ResolveRecord::cross, "Null: it is built on the system that it is built for."},
        Field{"stdenv", &ResolveRecord::stdenv},
        Field{"hostCompiler", &ResolveRecord::host_compiler, "Null: none works."},
        Field{"rejected", &ResolveRecord::rejected, "Every other candidate, in the order in which they are tried."},
        Field{"capabilities", &ResolveRecord::capabilities},
        Field{"flags", &ResolveRecord::flags},
        Field{"advisories", &ResolveRecord::advisories, "What concerns the answer, the worst first."},
        Field{"notes", &ResolveRecord::notes, "What else is to be known."},
    };
};

struct ExplainRecord {
    SchemaVersion schema;
    std::optional<std::string_view> broken;
    CudaRecord cuda;
    Policy policy;
    StdenvRecord stdenv;
    Compiler compiler;
    bool available;
    bool chosen;
    std::optional<RejectionRecord> rejection;
    std::optional<HostCompilerRecord> host_compiler;
    Map<std::optional<HostRange>> ranges;
    std::vector<AdvisoryRecord> advisories;
    std::vector<SaidRecord> notes;

    static constexpr std::string_view title = "explain";
    static constexpr std::string_view meaning = "Why a compiler is, or is not, the host compiler.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &ExplainRecord::schema},
        Field{"broken", &ExplainRecord::broken, "Id of the advisory that breaks the answer as it stands; null: none."},
        Field{"cuda", &ExplainRecord::cuda},
        Field{"policy", &ExplainRecord::policy, "Whose range counts."},
        Field{"stdenv", &ExplainRecord::stdenv},
        Field{"compiler", &ExplainRecord::compiler, "The compiler that was asked about."},
        Field{"available", &ExplainRecord::available, "It is at hand; else it is supposed to be."},
        Field{"chosen", &ExplainRecord::chosen, "It is the host compiler."},
        Field{"rejection", &ExplainRecord::rejection, "Why it is not; null: it is."},
        Field{"hostCompiler", &ExplainRecord::host_compiler, "The one that is; null: none works."},
        Field{"ranges", &ExplainRecord::ranges,
              "The range of its family in each view, by the view's name; null: that view has none."},
        Field{"advisories", &ExplainRecord::advisories, "What concerns the answer, the worst first."},
        Field{"notes", &ExplainRecord::notes, "What else is to be known."},
    };
};

struct CapabilitiesRecord {
    SchemaVersion schema;
    CudaRecord cuda;
    std::vector<Capability> capabilities;

    static constexpr std::string_view title = "capabilities";
    static constexpr std::string_view meaning = "The capabilities that a release builds for by default, or all.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &CapabilitiesRecord::schema},
        Field{"cuda", &CapabilitiesRecord::cuda},
        Field{"capabilities", &CapabilitiesRecord::capabilities, "In ascending order."},
    };
};

struct SpelledRecord {
    SchemaVersion schema;
    CudaRecord cuda;
    std::string_view format;
    std::optional<std::string_view> text;
    std::vector<SaidRecord> losses;
    Flags flags;

    static constexpr std::string_view title = "spelled";
    static constexpr std::string_view meaning = "The capabilities as a build system spells them.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &SpelledRecord::schema},
        Field{"cuda", &SpelledRecord::cuda},
        Field{"format", &SpelledRecord::format, "Whose spelling it is."},
        Field{"text", &SpelledRecord::text, "The list; null: it cannot be spelled at all."},
        Field{"losses", &SpelledRecord::losses, "What the spelling cannot say."},
        Field{"flags", &SpelledRecord::flags},
    };
};

struct DriverDatumRecord {
    DriverVersion driver;
    SourceIds sources;

    static constexpr std::string_view title = "driverDatum";
    static constexpr std::string_view meaning = "A driver version, and who says so.";
    static constexpr std::tuple fields{
        Field{"driver", &DriverDatumRecord::driver, "The version, included."},
        Field{"sources", &DriverDatumRecord::sources, "Ids of the sources."},
    };
};

struct DriverMinimumRecord {
    DriverVersion driver;
    Version release;
    SourceIds sources;

    static constexpr std::string_view title = "driverMinimum";
    static constexpr std::string_view meaning = "The oldest driver that is as new as the release.";
    static constexpr std::tuple fields{
        Field{"driver", &DriverMinimumRecord::driver, "The version, included."},
        Field{"release", &DriverMinimumRecord::release, "The release whose minimum it is."},
        Field{"sources", &DriverMinimumRecord::sources, "Ids of the sources."},
    };
};

struct CompatPackageRecord {
    std::string_view name;
    std::string_view version;
    CompatPackageRow::Gpus gpus;
    std::vector<int> branches;
    bool works;
    SourceIds sources;

    static constexpr std::string_view title = "compatPackage";
    static constexpr std::string_view meaning = "NVIDIA's forward compatibility package of the release.";
    static constexpr std::tuple fields{
        Field{"name", &CompatPackageRecord::name, "Its name."},
        Field{"version", &CompatPackageRecord::version, "Its version."},
        Field{"gpus", &CompatPackageRecord::gpus, "The class of GPUs that it is for."},
        Field{"branches", &CompatPackageRecord::branches, "The driver branches that it works on."},
        Field{"works", &CompatPackageRecord::works, "It works with this driver and GPU."},
        Field{"sources", &CompatPackageRecord::sources, "Ids of the sources."},
    };
};

struct CompatCodeRecord {
    std::vector<Capability> machine_code;
    std::optional<Capability> ptx;
    std::optional<Version> ptx_version;
    std::optional<int> ptx_from_branch;
    std::optional<bool> ptx_loads;
    std::vector<Capability> without_code;

    static constexpr std::string_view title = "compatCode";
    static constexpr std::string_view meaning = "The code that is built, and whether the driver loads it.";
    static constexpr std::tuple fields{
        Field{"machineCode", &CompatCodeRecord::machine_code, "Capabilities with machine code."},
        Field{"ptx", &CompatCodeRecord::ptx, "The capability of the PTX; null: none is built."},
        Field{"ptxVersion", &CompatCodeRecord::ptx_version, "The PTX ISA that the release writes; null: not known."},
        Field{"ptxFromBranch", &CompatCodeRecord::ptx_from_branch,
              "The first driver branch that compiles it; null: not known."},
        Field{"ptxLoads", &CompatCodeRecord::ptx_loads, "The driver compiles it; null: not known."},
        Field{"withoutCode", &CompatCodeRecord::without_code, "Capabilities that were asked for and get no code."},
    };
};

struct ClosedWayRecord {
    std::string_view way;
    CodeName reason;
    bool certain;
    std::string message;
    SourceIds sources;

    static constexpr std::string_view title = "closedWay";
    static constexpr std::string_view meaning = "A way in which the driver does not run it.";
    static constexpr std::tuple fields{
        Field{"way", &ClosedWayRecord::way, "Which one: native, minor-version, cuda-compat."},
        Field{"reason", &ClosedWayRecord::reason, "Why not, for programs."},
        Field{"certain", &ClosedWayRecord::certain, "It does not; else nobody knows whether it does."},
        Field{"message", &ClosedWayRecord::message, "Why not, in words."},
        Field{"sources", &ClosedWayRecord::sources, "Ids of the sources."},
    };
};

struct CompatRecord {
    SchemaVersion schema;
    CudaRecord cuda;
    SystemRecord system;
    std::string_view driver;
    std::optional<bool> runs;
    DriverSupport how;
    std::optional<DriverMinimumRecord> minimum;
    std::optional<DriverDatumRecord> minor_version;
    std::optional<DriverDatumRecord> bundled;
    std::optional<CompatPackageRecord> package;
    std::vector<DriverGpuRecord> gpus;
    std::optional<std::vector<std::string>> run_path;
    CompatCodeRecord capabilities;
    std::vector<ClosedWayRecord> obstacles;
    std::vector<SaidRecord> notes;

    static constexpr std::string_view title = "compat";
    static constexpr std::string_view meaning = "Whether a driver runs what a release builds.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &CompatRecord::schema},
        Field{"cuda", &CompatRecord::cuda},
        Field{"system", &CompatRecord::system},
        Field{"driver", &CompatRecord::driver, "The driver as it was asked about."},
        Field{"runs", &CompatRecord::runs, "Whether it does; null: not known."},
        Field{"how", &CompatRecord::how, "In which way."},
        Field{"minimum", &CompatRecord::minimum, "Null: not known, or there is none."},
        Field{"minorVersion", &CompatRecord::minor_version,
              "The lowest driver for minor-version compatibility; null: not known, or there is none."},
        Field{"bundled", &CompatRecord::bundled, "The driver that comes with the release; null: none, or not known."},
        Field{"package", &CompatRecord::package, "Null: there is none."},
        Field{"gpus", &CompatRecord::gpus, "The GPUs that were asked about."},
        Field{"runPath", &CompatRecord::run_path,
              "Folders in which the loader must look first; null: the package is not needed, or does not help."},
        Field{"capabilities", &CompatRecord::capabilities},
        Field{"obstacles", &CompatRecord::obstacles, "The ways in which it does not run, or nobody knows."},
        Field{"notes", &CompatRecord::notes, "What else is to be known."},
    };
};

struct ListRecord {
    std::optional<std::string_view> format;
    std::vector<Capability> machine_code;
    std::vector<Capability> ptx;

    static constexpr std::string_view title = "list";
    static constexpr std::string_view meaning = "The list of what is built.";
    static constexpr std::tuple fields{
        Field{"format", &ListRecord::format, "Whose spelling it was read by; null: capabilities were named."},
        Field{"machineCode", &ListRecord::machine_code, "Capabilities with machine code."},
        Field{"ptx", &ListRecord::ptx, "Capabilities with PTX."},
    };
};

struct CodeVerdictRecord {
    Code::Form form;
    Capability capability;
    std::optional<bool> runs;
    std::optional<CodeName> reason;
    std::optional<std::string> message;
    std::optional<std::string_view> rule;
    SourceIds sources;

    static constexpr std::string_view title = "codeVerdict";
    static constexpr std::string_view meaning = "One piece of code on one GPU.";
    static constexpr std::tuple fields{
        Field{"form", &CodeVerdictRecord::form, "cubin is machine code."},
        Field{"capability", &CodeVerdictRecord::capability, "What it was built for."},
        Field{"runs", &CodeVerdictRecord::runs, "It runs there; null: not known."},
        Field{"reason", &CodeVerdictRecord::reason, "Why not, for programs; null: it runs."},
        Field{"message", &CodeVerdictRecord::message, "Why not, in words; null: it runs."},
        Field{"rule", &CodeVerdictRecord::rule, "Id of the rule that says so; null: none does."},
        Field{"sources", &CodeVerdictRecord::sources, "Ids of the sources."},
    };
};

struct DeviceRecord {
    Capability capability;
    bool jetson;
    DevicePlace place;
    std::optional<bool> runs;
    std::optional<Code::Form> how;
    std::optional<Capability> code;
    std::string message;
    std::vector<std::string> path;
    std::vector<CodeVerdictRecord> codes;

    static constexpr std::string_view title = "device";
    static constexpr std::string_view meaning = "A GPU, and whether the list runs on it.";
    static constexpr std::tuple fields{
        Field{"capability", &DeviceRecord::capability, "What it is."},
        Field{"jetson", &DeviceRecord::jetson, "It is a Jetson's."},
        Field{"place", &DeviceRecord::place, "Where it stands to the list."},
        Field{"runs", &DeviceRecord::runs, "The list runs on it; null: not known."},
        Field{"how", &DeviceRecord::how, "By what; null: it does not, or nobody knows."},
        Field{"code", &DeviceRecord::code, "The capability of the code that runs; null likewise."},
        Field{"message", &DeviceRecord::message, "The same in words."},
        Field{"path", &DeviceRecord::path, "The way from the list to the GPU, in words; empty: there is none."},
        Field{"codes", &DeviceRecord::codes, "Every piece of code of the list on it, in the order of preference."},
    };
};

struct CoverageObstacleRecord {
    std::string message;
    bool certain;
    SourceIds sources;

    static constexpr std::string_view title = "coverageObstacle";
    static constexpr std::string_view meaning = "Why the driver does not run the release.";
    static constexpr std::tuple fields{
        Field{"message", &CoverageObstacleRecord::message, "In words."},
        Field{"certain", &CoverageObstacleRecord::certain, "It does not; else nobody knows whether it does."},
        Field{"sources", &CoverageObstacleRecord::sources, "Ids of the sources."},
    };
};

struct CoverageDriverRecord {
    std::string_view requested;
    DriverSupport how;
    std::optional<bool> ptx_loads;
    std::vector<DriverGpuRecord> gpus;
    std::vector<CoverageObstacleRecord> obstacles;

    static constexpr std::string_view title = "coverageDriver";
    static constexpr std::string_view meaning = "The driver that is to run it.";
    static constexpr std::tuple fields{
        Field{"requested", &CoverageDriverRecord::requested, "As it was asked about."},
        Field{"how", &CoverageDriverRecord::how, "In which way it runs the release."},
        Field{"ptxLoads", &CoverageDriverRecord::ptx_loads, "It compiles the release's PTX; null: not known."},
        Field{"gpus", &CoverageDriverRecord::gpus, "Whether it runs the GPUs that were asked about."},
        Field{"obstacles", &CoverageDriverRecord::obstacles, "Why it does not, or nobody knows."},
    };
};

struct CoversRecord {
    SchemaVersion schema;
    CudaRecord cuda;
    std::string_view system;
    ListRecord list;
    std::optional<CoverageDriverRecord> driver;
    std::optional<std::string_view> gpu;
    std::optional<bool> runs;
    std::vector<DeviceRecord> devices;
    std::vector<SaidRecord> notes;

    static constexpr std::string_view title = "covers";
    static constexpr std::string_view meaning = "The GPUs that a list of capabilities runs on.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &CoversRecord::schema},
        Field{"cuda", &CoversRecord::cuda},
        Field{"system", &CoversRecord::system, "Nix name of the system."},
        Field{"list", &CoversRecord::list},
        Field{"driver", &CoversRecord::driver, "Null: none was asked about."},
        Field{"gpu", &CoversRecord::gpu, "The product that was asked about; null: none was."},
        Field{"runs", &CoversRecord::runs, "It runs on one of the devices; null: not known."},
        Field{"devices", &CoversRecord::devices, "The GPUs that were asked about, or all."},
        Field{"notes", &CoversRecord::notes, "What else is to be known."},
    };
};

struct LintCudaRecord {
    std::string_view requested;
    Version release;
    std::optional<std::string_view> nvcc;

    static constexpr std::string_view title = "lintCuda";
    static constexpr std::string_view meaning = "The CUDA release that the list is for.";
    static constexpr std::tuple fields{
        Field{"requested", &LintCudaRecord::requested, "As it was asked for."},
        Field{"release", &LintCudaRecord::release, "The release that this means."},
        Field{"nvcc", &LintCudaRecord::nvcc, "The version that its nvcc prints; null: not known."},
    };
};

struct EntryRecord {
    std::string_view text;
    std::size_t offset;

    static constexpr std::string_view title = "entry";
    static constexpr std::string_view meaning = "A part of the list that was read.";
    static constexpr std::tuple fields{
        Field{"text", &EntryRecord::text, "As it was written."},
        Field{"offset", &EntryRecord::offset, "In bytes from the list's beginning."},
    };
};

struct FindingRecord {
    CodeName code;
    Finding::Severity severity;
    std::optional<EntryRecord> entry;
    std::string message;
    std::optional<std::string> instead;
    SourceIds sources;

    static constexpr std::string_view title = "finding";
    static constexpr std::string_view meaning = "Something wrong with a list.";
    static constexpr std::tuple fields{
        Field{"code", &FindingRecord::code, "Which one, for programs."},
        Field{"severity", &FindingRecord::severity, "error: it fails, or runs on no GPU that was meant."},
        Field{"entry", &FindingRecord::entry, "Null: the list as a whole."},
        Field{"message", &FindingRecord::message, "In words."},
        Field{"instead", &FindingRecord::instead, "What to write there; null: that is for the writer to decide."},
        Field{"sources", &FindingRecord::sources, "Ids of the sources."},
    };
};

struct LintRecord {
    SchemaVersion schema;
    LintCudaRecord cuda;
    std::optional<std::string_view> system;
    std::string_view format;
    std::vector<std::string_view> also_fits;
    std::string_view text;
    std::vector<FindingRecord> findings;
    std::optional<std::string_view> fixed;
    std::vector<SaidRecord> losses;

    static constexpr std::string_view title = "lint";
    static constexpr std::string_view meaning = "What is wrong with a list of capabilities.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &LintRecord::schema},
        Field{"cuda", &LintRecord::cuda},
        Field{"system", &LintRecord::system, "Nix name; null: each entry's own platform."},
        Field{"format", &LintRecord::format, "Whose spelling it was read by."},
        Field{"alsoFits", &LintRecord::also_fits, "Other spellings that it could be, where none was named."},
        Field{"text", &LintRecord::text, "The list as it was given."},
        Field{"findings", &LintRecord::findings},
        Field{"fixed", &LintRecord::fixed, "The list put right; null: there is nothing to mend, or no way to."},
        Field{"losses", &LintRecord::losses, "What the spelling cannot say of it."},
    };
};

struct ConditionRecord {
    std::string_view option;
    std::string value;

    static constexpr std::string_view title = "condition";
    static constexpr std::string_view meaning = "What a release has to fit.";
    static constexpr std::tuple fields{
        Field{"option", &ConditionRecord::option, "The option that asks for it."},
        Field{"value", &ConditionRecord::value, "What it asks for."},
    };
};

struct FittingRecord {
    Version release;
    Compiler host_compiler;
    Policy view;
    bool preview;

    static constexpr std::string_view title = "fitting";
    static constexpr std::string_view meaning = "A release that fits.";
    static constexpr std::tuple fields{
        Field{"release", &FittingRecord::release},
        Field{"hostCompiler", &FittingRecord::host_compiler, "The host compiler there."},
        Field{"view", &FittingRecord::view, "Whose range takes it."},
        Field{"preview", &FittingRecord::preview, "It is a developer preview."},
    };
};

struct LeftOutRecord {
    Version release;
    std::optional<std::string_view> option;
    CodeName reason;
    std::string message;
    SourceIds sources;

    static constexpr std::string_view title = "leftOut";
    static constexpr std::string_view meaning = "A release that does not fit, and why.";
    static constexpr std::tuple fields{
        Field{"release", &LeftOutRecord::release},
        Field{"option", &LeftOutRecord::option, "The condition that it does not fit; null: what was assumed."},
        Field{"reason", &LeftOutRecord::reason, "Why, for programs."},
        Field{"message", &LeftOutRecord::message, "Why, in words."},
        Field{"sources", &LeftOutRecord::sources, "Ids of the sources."},
    };
};

struct GivenUpRecord {
    std::string_view option;
    std::vector<Version> releases;
    std::vector<std::string_view> conflict;

    static constexpr std::string_view title = "givenUp";
    static constexpr std::string_view meaning = "What there would be without one of the conditions.";
    static constexpr std::tuple fields{
        Field{"option", &GivenUpRecord::option, "The one that is given up."},
        Field{"releases", &GivenUpRecord::releases, "What fits the others."},
        Field{"conflict", &GivenUpRecord::conflict, "The options that still contradict each other."},
    };
};

struct ConflictRecord {
    std::vector<std::string_view> options;
    std::vector<GivenUpRecord> without;

    static constexpr std::string_view title = "conflict";
    static constexpr std::string_view meaning = "Conditions that no release fits together.";
    static constexpr std::tuple fields{
        Field{"options", &ConflictRecord::options, "Their options; without any one of them some release fits."},
        Field{"without", &ConflictRecord::without, "What each of them costs."},
    };
};

struct ReleasesRecord {
    SchemaVersion schema;
    Policy policy;
    std::string_view system;
    std::vector<ConditionRecord> conditions;
    std::vector<FittingRecord> releases;
    std::vector<LeftOutRecord> left_out;
    std::optional<ConflictRecord> conflict;
    std::vector<SaidRecord> notes;

    static constexpr std::string_view title = "releases";
    static constexpr std::string_view meaning = "The releases with which everything holds that was asked for.";
    static constexpr std::tuple fields{
        Field{"schemaVersion", &ReleasesRecord::schema},
        Field{"policy", &ReleasesRecord::policy, "Whose range counts."},
        Field{"system", &ReleasesRecord::system, "Nix name of the system."},
        Field{"conditions", &ReleasesRecord::conditions},
        Field{"releases", &ReleasesRecord::releases, "Newest first."},
        Field{"leftOut", &ReleasesRecord::left_out, "Newest first."},
        Field{"conflict", &ReleasesRecord::conflict, "Null: some release fits."},
        Field{"notes", &ReleasesRecord::notes, "What else is to be known."},
    };
};

}  // namespace cudastdenv::wire
