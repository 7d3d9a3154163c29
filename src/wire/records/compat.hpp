// SPDX-License-Identifier: MIT
#pragma once

/// What `compat` answers.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
struct Fields<DriverMinimum> {
    static constexpr std::string_view title = "driverMinimum";
    static constexpr std::string_view meaning = "The oldest driver that is as new as the release.";
    static constexpr auto list = pack_of(Field{"driver", &DriverMinimum::driver, "The version, included."},
                                         Field{"release", &DriverMinimum::release, "The release whose minimum it is."},
                                         Field{"sources", &DriverMinimum::sources, "Ids of the sources."});
};

}  // namespace cudastdenv

namespace cudastdenv::wire {

struct CompatPackageRecord {
    std::string_view name;
    std::string_view version;
    CompatPackageRow::Gpus gpus;
    std::vector<int> branches;
    bool works;
    SourceIds sources;

    static constexpr std::string_view title = "compatPackage";
    static constexpr std::string_view meaning = "NVIDIA's forward compatibility package of the release.";
    static constexpr auto fields =
        pack_of(Field{"name", &CompatPackageRecord::name, "Its name."},
                Field{"version", &CompatPackageRecord::version, "Its version."},
                Field{"gpus", &CompatPackageRecord::gpus, "The class of GPUs that it is for."},
                Field{"branches", &CompatPackageRecord::branches, "The driver branches that it works on."},
                Field{"works", &CompatPackageRecord::works, "It works with this driver and GPU."},
                Field{"sources", &CompatPackageRecord::sources, "Ids of the sources."});
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
    static constexpr auto fields = pack_of(
        Field{"machineCode", &CompatCodeRecord::machine_code, "Capabilities with machine code."},
        Field{"ptx", &CompatCodeRecord::ptx, "The capability of the PTX; null: none is built."},
        Field{"ptxVersion", &CompatCodeRecord::ptx_version, "The PTX ISA that the release writes; null: not known."},
        Field{"ptxFromBranch", &CompatCodeRecord::ptx_from_branch,
              "The first driver branch that compiles it; null: not known."},
        Field{"ptxLoads", &CompatCodeRecord::ptx_loads, "The driver compiles it; null: not known."},
        Field{"withoutCode", &CompatCodeRecord::without_code, "Capabilities that were asked for and get no code."});
};

struct ClosedWayRecord {
    std::string_view way;
    CodeName reason;
    bool certain;
    std::string message;
    SourceIds sources;

    static constexpr std::string_view title = "closedWay";
    static constexpr std::string_view meaning = "A way in which the driver does not run it.";
    static constexpr auto fields =
        pack_of(Field{"way", &ClosedWayRecord::way, "Which one: native, minor-version, cuda-compat."},
                Field{"reason", &ClosedWayRecord::reason, "Why not, for programs."},
                Field{"certain", &ClosedWayRecord::certain, "It does not; else nobody knows whether it does."},
                Field{"message", &ClosedWayRecord::message, "Why not, in words."},
                Field{"sources", &ClosedWayRecord::sources, "Ids of the sources."});
};

struct CompatRecord {
    SchemaVersion schema;
    CudaRecord cuda;
    SystemRecord system;
    std::optional<std::string_view> driver;
    std::optional<bool> runs;
    std::optional<DriverSupport> how;
    std::optional<DriverMinimum> minimum;
    std::optional<DriverDatum> minor_version;
    std::optional<DriverDatum> bundled;
    std::optional<JetsonDriverRow> jetson;
    std::optional<CompatPackageRecord> package;
    std::vector<DriverGpuRecord> gpus;
    std::optional<std::vector<std::string>> run_path;
    CompatCodeRecord capabilities;
    std::vector<ClosedWayRecord> obstacles;
    std::vector<SaidRecord> notes;

    static constexpr std::string_view title = "compat";
    static constexpr std::string_view meaning = "Whether a driver runs what a release builds.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &CompatRecord::schema}, Field{"cuda", &CompatRecord::cuda},
        Field{"system", &CompatRecord::system, "The system that is built for."},
        Field{"driver", &CompatRecord::driver,
              "The driver as it was asked about; null: none, what the release asks of one is wanted."},
        Field{"runs", &CompatRecord::runs, "Whether it does; null: not known, or no driver is asked about."},
        Field{"how", &CompatRecord::how, "In which way; null: no driver is asked about."},
        Field{"minimum", &CompatRecord::minimum, "Null: not known, or there is none."},
        Field{"minorVersion", &CompatRecord::minor_version,
              "The lowest driver for minor-version compatibility; null: not known, or there is none."},
        Field{"bundled", &CompatRecord::bundled, "The driver that comes with the release; null: none, or not known."},
        Field{
            "jetson", &CompatRecord::jetson,
            "The oldest driver of a Jetson that has the release; null: a driver is asked about, it is no Jetson, or it "
            "is not known."},
        Field{"package", &CompatRecord::package, "Null: there is none."},
        Field{"gpus", &CompatRecord::gpus, "The GPUs that were asked about."},
        Field{"runPath", &CompatRecord::run_path,
              "Folders in which the loader must look first; null: the package is not needed, or does not help."},
        Field{"capabilities", &CompatRecord::capabilities},
        Field{"obstacles", &CompatRecord::obstacles, "The ways in which it does not run, or nobody knows."},
        Field{"notes", &CompatRecord::notes, "What else is to be known."});
};

}  // namespace cudastdenv::wire
