// SPDX-License-Identifier: MIT
#pragma once

/// What `compat` answers.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

// A field is one line.
// clang-format off

CUDASTDENV_DESCRIBE(DriverMinimum, "driverMinimum", "The oldest driver that is as new as the release.",
    (driver, "driver", "The version, included."),
    (release, "release", "The release whose minimum it is."),
    (sources, "sources", "Ids of the sources."))

}  // namespace cudastdenv

namespace cudastdenv::wire {

struct CompatPackageRecord {
    CUDASTDENV_RECORD("compatPackage", "NVIDIA's forward compatibility package of the release.",
        (std::string_view, name, "name", "Its name."),
        (std::string_view, version, "version", "Its version."),
        (CompatPackageRow::Gpus, gpus, "gpus", "The class of GPUs that it is for."),
        (std::vector<int>, branches, "branches", "The driver branches that it works on."),
        (bool, works, "works", "It works with this driver and GPU."),
        (SourceIds, sources, "sources", "Ids of the sources."))
};

struct CompatCodeRecord {
    CUDASTDENV_RECORD("compatCode", "The code that is built, and whether the driver loads it.",
        (std::vector<Capability>, machine_code, "machineCode", "Capabilities with machine code."),
        (std::optional<Capability>, ptx, "ptx", "The capability of the PTX; null: none is built."),
        (std::optional<Version>, ptx_version, "ptxVersion", "The PTX ISA that the release writes; null: not known."),
        (std::optional<int>, ptx_from_branch, "ptxFromBranch", "The first driver branch that compiles it; null: not known."),
        (std::optional<bool>, ptx_loads, "ptxLoads", "The driver compiles it; null: not known."),
        (std::vector<Capability>, without_code, "withoutCode", "Capabilities that were asked for and get no code."))
};

struct ClosedWayRecord {
    CUDASTDENV_RECORD("closedWay", "A way in which the driver does not run it.",
        (std::string_view, way, "way", "Which one: native, minor-version, cuda-compat."),
        (CodeName, reason, "reason", "Why not, for programs."),
        (bool, certain, "certain", "It does not; else nobody knows whether it does."),
        (std::string, message, "message", "Why not, in words."),
        (SourceIds, sources, "sources", "Ids of the sources."))
};

struct CompatRecord {
    CUDASTDENV_RECORD("compat", "Whether a driver runs what a release builds.",
        (SchemaVersion, schema, "schemaVersion"),
        (CudaRecord, cuda, "cuda"),
        (SystemRecord, system, "system", "The system that is built for."),
        (std::optional<std::string_view>, driver, "driver", "The driver as it was asked about; null: none, what the release asks of one is wanted."),
        (std::optional<bool>, runs, "runs", "Whether it does; null: not known, or no driver is asked about."),
        (std::optional<DriverSupport>, how, "how", "In which way; null: no driver is asked about."),
        (std::optional<DriverMinimum>, minimum, "minimum", "Null: not known, or there is none."),
        (std::optional<DriverDatum>, minor_version, "minorVersion", "The lowest driver for minor-version compatibility; null: not known, or there is none."),
        (std::optional<DriverDatum>, bundled, "bundled", "The driver that comes with the release; null: none, or not known."),
        (std::optional<JetsonDriverRow>, jetson, "jetson", "The oldest driver of a Jetson that has the release; null: a driver is asked about, it is no Jetson, or it is not known."),
        (std::optional<CompatPackageRecord>, package, "package", "Null: there is none."),
        (std::vector<DriverGpuRecord>, gpus, "gpus", "The GPUs that were asked about."),
        (std::optional<std::vector<std::string>>, run_path, "runPath", "Folders in which the loader must look first; null: the package is not needed, or does not help."),
        (CompatCodeRecord, capabilities, "capabilities"),
        (std::vector<ClosedWayRecord>, obstacles, "obstacles", "The ways in which it does not run, or nobody knows."),
        (std::vector<SaidRecord>, notes, "notes", "What else is to be known."))
};

}  // namespace cudastdenv::wire
