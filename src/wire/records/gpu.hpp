// SPDX-License-Identifier: MIT
#pragma once

/// What `gpu` answers.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

struct GpuSupportRecord {
    std::optional<std::string_view> name;
    std::optional<GpuRow::Line> line;
    Capability capability;
    std::string_view architecture;
    Version first_release;
    std::optional<Version> last_release;
    std::vector<DriverVersion> from;
    std::optional<int> first_branch;
    std::optional<int> last_branch;
    std::optional<Version> newest_without_ptx;
    std::optional<Version> newest_with_ptx;
    std::vector<std::string_view> sources;

    static constexpr std::string_view title = "gpuSupport";
    static constexpr std::string_view meaning = "Which releases and drivers go with a GPU.";
    static constexpr auto fields = pack_of(
        Field{"name", &GpuSupportRecord::name, "The product; null: a capability was asked for."},
        Field{"line", &GpuSupportRecord::line, "The line of products that it is of; null: a capability was asked for."},
        Field{"capability", &GpuSupportRecord::capability, "Its compute capability."},
        Field{"architecture", &GpuSupportRecord::architecture, "As nixpkgs calls it."},
        Field{"firstRelease", &GpuSupportRecord::first_release, "The first release whose nvcc compiles for it."},
        Field{"lastRelease", &GpuSupportRecord::last_release, "The last one, included; null: the newest still does."},
        Field{"from", &GpuSupportRecord::from, "The first driver of each branch that lists the product."},
        Field{"firstBranch", &GpuSupportRecord::first_branch,
              "The first driver branch for GPUs of its capability; null: not known."},
        Field{"lastBranch", &GpuSupportRecord::last_branch, "The last one; null: the newest is one, or not known."},
        Field{"newestWithoutPtx", &GpuSupportRecord::newest_without_ptx,
              "The newest release whose machine code runs with the newest driver that knows it; null: not known."},
        Field{"newestWithPtx", &GpuSupportRecord::newest_with_ptx,
              "The newest release whose PTX that driver compiles too; null: not known."},
        Field{"sources", &GpuSupportRecord::sources, "Ids of the sources."});
};

struct GpuRecord {
    SchemaVersion schema;
    std::string_view requested;
    std::vector<GpuSupportRecord> gpus;

    static constexpr std::string_view title = "gpu";
    static constexpr std::string_view meaning = "Which releases and drivers go with the GPUs that a name can mean.";
    static constexpr auto fields = pack_of(Field{"schemaVersion", &GpuRecord::schema},
                                           Field{"requested", &GpuRecord::requested, "The name as it was typed."},
                                           Field{"gpus", &GpuRecord::gpus, "Each GPU that it can mean."});
};

}  // namespace cudastdenv::wire
