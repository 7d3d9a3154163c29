// SPDX-License-Identifier: MIT
#pragma once

/// What `covers` answers.

#include "wire/records/shared.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<DevicePlace>{DevicePlace::reached, DevicePlace::hole, DevicePlace::older,
                                                     DevicePlace::unknown};

}  // namespace cudastdenv

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct ListRecord {
    CUDASTDENV_RECORD("list", "The list of what is built.",
        (std::optional<std::string_view>, format, "format", "Whose spelling it was read by; null: capabilities were named."),
        (std::optional<ConsumerRecord>, consumer, "consumer", "Who reads it; null: its rules are not known by version, or none does."),
        (std::vector<Capability>, machine_code, "machineCode", "Capabilities with machine code."),
        (std::vector<Capability>, ptx, "ptx", "Capabilities with PTX."))
};

struct CodeVerdictRecord {
    CUDASTDENV_RECORD("codeVerdict", "One piece of code on one GPU.",
        (Code::Form, form, "form", "cubin is machine code."),
        (Capability, capability, "capability", "What it was built for."),
        (std::optional<bool>, runs, "runs", "It runs there; null: not known."),
        (std::optional<CodeName>, reason, "reason", "Why not, for programs; null: it runs."),
        (std::optional<std::string>, message, "message", "Why not, in words; null: it runs."),
        (std::optional<std::string_view>, rule, "rule", "Id of the rule that says so; null: none does."),
        (SourceIds, sources, "sources", "Ids of the sources."))
};

struct DeviceRecord {
    CUDASTDENV_RECORD("device", "A GPU, and whether the list runs on it.",
        (Capability, capability, "capability", "What it is."),
        (bool, jetson, "jetson", "It is a Jetson's."),
        (DevicePlace, place, "place", "Where it stands to the list."),
        (std::optional<bool>, runs, "runs", "The list runs on it; null: not known."),
        (std::optional<Code::Form>, how, "how", "By what; null: it does not, or nobody knows."),
        (std::optional<Capability>, code, "code", "The capability of the code that runs; null likewise."),
        (std::string, message, "message", "The same in words."),
        (std::vector<std::string>, path, "path", "The way from the list to the GPU, in words; empty: there is none."),
        (std::vector<CodeVerdictRecord>, codes, "codes", "Every piece of code of the list on it, in the order of preference."))
};

struct CoverageObstacleRecord {
    CUDASTDENV_RECORD("coverageObstacle", "Why the driver does not run the release.",
        (std::string, message, "message", "In words."),
        (bool, certain, "certain", "It does not; else nobody knows whether it does."),
        (SourceIds, sources, "sources", "Ids of the sources."))
};

struct CoverageDriverRecord {
    CUDASTDENV_RECORD("coverageDriver", "The driver that is to run it.",
        (std::string_view, requested, "requested", "As it was asked about."),
        (DriverSupport, how, "how", "In which way it runs the release."),
        (std::optional<bool>, ptx_loads, "ptxLoads", "It compiles the release's PTX; null: not known."),
        (std::vector<DriverGpuRecord>, gpus, "gpus", "Whether it runs the GPUs that were asked about."),
        (std::vector<CoverageObstacleRecord>, obstacles, "obstacles", "Why it does not, or nobody knows."))
};

struct CoversRecord {
    CUDASTDENV_RECORD("covers", "The GPUs that a list of capabilities runs on.",
        (SchemaVersion, schema, "schemaVersion"),
        (CudaRecord, cuda, "cuda"),
        (std::string_view, system, "system", "Nix name of the system."),
        (ListRecord, list, "list"),
        (std::optional<CoverageDriverRecord>, driver, "driver", "Null: none was asked about."),
        (std::optional<std::string_view>, gpu, "gpu", "The product that was asked about; null: none was."),
        (std::optional<bool>, runs, "runs", "It runs on one of the devices; null: not known."),
        (std::vector<DeviceRecord>, devices, "devices", "The GPUs that were asked about, or all."),
        (std::vector<SaidRecord>, notes, "notes", "What else is to be known."),
        (std::vector<ApplyRecord>, apply, "apply", "What to type so that the list runs; empty: it does, or no list of the release would."))
};

}  // namespace cudastdenv::wire
