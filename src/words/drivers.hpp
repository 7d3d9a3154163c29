// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/drivers.hpp"
#include "words/resolution_report.hpp"
#include "words/said.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

/// What `compat` answers, together with what was asked.
struct DriverReport {
    const ResolutionReport& answer;
    const DriverAnswer& driver_answer;
    std::string_view driver_requested;  ///< as it was typed: `550.54`; empty: none, the answer is of drivers_for()
};

/// The ways in which a driver runs a release, as lines begin and as JSON names them; `platform` closes all of them.
inline constexpr std::string_view platform_way = "platform";
inline constexpr std::string_view gpu_way = "gpu";
inline constexpr std::string_view native_way = "native";
inline constexpr std::string_view minor_version_way = "minor-version";
inline constexpr std::string_view package_way = "cuda-compat";

/// What is said of an obstacle, and which of the ways it closes.
struct ClosedWay : Said {
    std::string_view way;
};

/// What stands in a driver's way, or is not known of it. `system` is the Nix system that was asked for.
[[nodiscard]] ClosedWay say(std::string_view system, const DriverAnswer& answer, const DriverObstacle& obstacle);

/// Whether the driver knows the GPU, and by which row: `gpu-known`, `gpu-needs-driver`, `gpu-not-known`; without a
/// driver, which ones do: `gpu-drivers`.
[[nodiscard]] Said say(const GpuKnowledge& knowledge);

[[nodiscard]] Said say(const DriverReport& report, const DriverNote& note);

/// What a reader should know beside the answer: of the package set, then its notes.
[[nodiscard]] std::vector<Said> say_notes(const DriverReport& report);

/// `runs by minor-version compatibility: machine code yes, PTX no`
[[nodiscard]] std::string driver_in_words(const DriverAnswer& answer);

/// What the release asks of a driver, for an answer of drivers_for(): `driver 525.60.13 or newer, natively 570.26`
[[nodiscard]] std::string needs_in_words(const DriverAnswer& answer);

/// All releases of one major number: `CUDA 12.x`
[[nodiscard]] std::string major_of(const DriverAnswer& answer);

/// NVIDIA's compatibility package as distributions call it: `cuda-compat-13-0`
[[nodiscard]] std::string package_of(Version release);

/// The folders of a run path with which the package wins, in the order in which the loader is to look: the package's
/// libcuda.so before the driver's own.
[[nodiscard]] std::vector<std::string> run_path(const DriverAnswer& answer);

}  // namespace cudastdenv::words
