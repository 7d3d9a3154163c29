// SPDX-License-Identifier: MIT
#pragma once

#include "messages/resolution.hpp"
#include "resolve/drivers.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::messages {

/// `driver_requested` is as typed, `550.54`; empty: no driver, for an answer of drivers_for().
[[nodiscard]] CompatAnswer compat_answer(const ResolutionReport& answer, const DriverAnswer& driver_answer,
                                         std::string_view driver_requested);

/// What prevents a driver from running the release, or is unknown.
[[nodiscard]] CompatAnswer::UnavailableMode describe(const BlockedMode& obstacle);

/// Whether the driver supports the GPU, by the ids `gpu-known`, `gpu-needs-driver`, `gpu-not-known`. Without a driver,
/// the drivers that support it: `gpu-drivers`.
[[nodiscard]] Sentence describe(const GpuKnowledge& knowledge);

/// Each GPU of the answer.
[[nodiscard]] std::vector<DriverGpu> driver_gpus(const DriverAnswer& answer);

/// Notes on the answer.
[[nodiscard]] std::vector<Sentence> describe_notes(const DriverAnswer& answer, std::string_view driver_requested);

/// `runs by minor-version compatibility: machine code yes, PTX no`
[[nodiscard]] std::string format_driver(const DriverAnswer& answer);

/// The driver that the release requires, for an answer of drivers_for(): `driver 525.60.13 or newer, natively 570.26`
[[nodiscard]] std::string format_needs(const DriverAnswer& answer);

/// For the GPUs that a name can mean, at least one. `requested` is the name as typed, `rtx4090`.
[[nodiscard]] GpuAnswer gpu_answer(const Tables& tables, std::string_view requested, std::span<const Gpu> gpus);

/// The releases whose nvcc supports it: `CUDA 8.0 to 12.9`, `CUDA 12.8 and later`
[[nodiscard]] std::string format_releases(const CapabilityRow& row);

}  // namespace cudastdenv::messages
