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

struct ListRecord {
    std::optional<std::string_view> format;
    std::optional<ConsumerRecord> consumer;
    std::vector<Capability> machine_code;
    std::vector<Capability> ptx;

    static constexpr std::string_view title = "list";
    static constexpr std::string_view meaning = "The list of what is built.";
    static constexpr auto fields =
        pack_of(Field{"format", &ListRecord::format, "Whose spelling it was read by; null: capabilities were named."},
                Field{"consumer", &ListRecord::consumer,
                      "Who reads it; null: its rules are not known by version, or none does."},
                Field{"machineCode", &ListRecord::machine_code, "Capabilities with machine code."},
                Field{"ptx", &ListRecord::ptx, "Capabilities with PTX."});
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
    static constexpr auto fields =
        pack_of(Field{"form", &CodeVerdictRecord::form, "cubin is machine code."},
                Field{"capability", &CodeVerdictRecord::capability, "What it was built for."},
                Field{"runs", &CodeVerdictRecord::runs, "It runs there; null: not known."},
                Field{"reason", &CodeVerdictRecord::reason, "Why not, for programs; null: it runs."},
                Field{"message", &CodeVerdictRecord::message, "Why not, in words; null: it runs."},
                Field{"rule", &CodeVerdictRecord::rule, "Id of the rule that says so; null: none does."},
                Field{"sources", &CodeVerdictRecord::sources, "Ids of the sources."});
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
    static constexpr auto fields = pack_of(
        Field{"capability", &DeviceRecord::capability, "What it is."},
        Field{"jetson", &DeviceRecord::jetson, "It is a Jetson's."},
        Field{"place", &DeviceRecord::place, "Where it stands to the list."},
        Field{"runs", &DeviceRecord::runs, "The list runs on it; null: not known."},
        Field{"how", &DeviceRecord::how, "By what; null: it does not, or nobody knows."},
        Field{"code", &DeviceRecord::code, "The capability of the code that runs; null likewise."},
        Field{"message", &DeviceRecord::message, "The same in words."},
        Field{"path", &DeviceRecord::path, "The way from the list to the GPU, in words; empty: there is none."},
        Field{"codes", &DeviceRecord::codes, "Every piece of code of the list on it, in the order of preference."});
};

struct CoverageObstacleRecord {
    std::string message;
    bool certain;
    SourceIds sources;

    static constexpr std::string_view title = "coverageObstacle";
    static constexpr std::string_view meaning = "Why the driver does not run the release.";
    static constexpr auto fields =
        pack_of(Field{"message", &CoverageObstacleRecord::message, "In words."},
                Field{"certain", &CoverageObstacleRecord::certain, "It does not; else nobody knows whether it does."},
                Field{"sources", &CoverageObstacleRecord::sources, "Ids of the sources."});
};

struct CoverageDriverRecord {
    std::string_view requested;
    DriverSupport how;
    std::optional<bool> ptx_loads;
    std::vector<DriverGpuRecord> gpus;
    std::vector<CoverageObstacleRecord> obstacles;

    static constexpr std::string_view title = "coverageDriver";
    static constexpr std::string_view meaning = "The driver that is to run it.";
    static constexpr auto fields =
        pack_of(Field{"requested", &CoverageDriverRecord::requested, "As it was asked about."},
                Field{"how", &CoverageDriverRecord::how, "In which way it runs the release."},
                Field{"ptxLoads", &CoverageDriverRecord::ptx_loads, "It compiles the release's PTX; null: not known."},
                Field{"gpus", &CoverageDriverRecord::gpus, "Whether it runs the GPUs that were asked about."},
                Field{"obstacles", &CoverageDriverRecord::obstacles, "Why it does not, or nobody knows."});
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
    std::vector<ApplyRecord> apply;

    static constexpr std::string_view title = "covers";
    static constexpr std::string_view meaning = "The GPUs that a list of capabilities runs on.";
    static constexpr auto fields =
        pack_of(Field{"schemaVersion", &CoversRecord::schema}, Field{"cuda", &CoversRecord::cuda},
                Field{"system", &CoversRecord::system, "Nix name of the system."}, Field{"list", &CoversRecord::list},
                Field{"driver", &CoversRecord::driver, "Null: none was asked about."},
                Field{"gpu", &CoversRecord::gpu, "The product that was asked about; null: none was."},
                Field{"runs", &CoversRecord::runs, "It runs on one of the devices; null: not known."},
                Field{"devices", &CoversRecord::devices, "The GPUs that were asked about, or all."},
                Field{"notes", &CoversRecord::notes, "What else is to be known."},
                Field{"apply", &CoversRecord::apply,
                      "What to type so that the list runs; empty: it does, or no list of the release would."});
};

}  // namespace cudastdenv::wire
