// SPDX-License-Identifier: MIT
#pragma once

/// What `gpu` answers.

#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct GpuSupportRecord {
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
};

struct GpuRecord {
    CUDASTDENV_RECORD("gpu", "Which releases and drivers go with the GPUs that a name can mean.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::string_view, requested, "requested", "The name as it was typed."),
        (std::vector<GpuSupportRecord>, gpus, "gpus", "Each GPU that it can mean."))
};

}  // namespace cudastdenv::wire
