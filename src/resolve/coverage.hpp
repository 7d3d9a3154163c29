// SPDX-License-Identifier: MIT
#pragma once

/// Whether what a list builds runs on a GPU: by machine code, by PTX that the driver compiles at load, or not, and why.
/// Each function that judges one piece of code says so by one rule of the table `rules`.

#include "resolve/capabilities.hpp"
#include "resolve/drivers.hpp"

#include <compare>

namespace cudastdenv {

/// One piece of GPU code in a program.
struct Code {
    using Form = CodeForm;

    Form form = Form::machine_code;
    Capability capability;

    friend constexpr auto operator<=>(const Code&, const Code&) = default;
};

/// Why a piece of code does not run on a GPU; the sentences are in `words`.
// clang-format off
CUDASTDENV_NEW_ENUM(CodeObstacle,
    (other_major, "other-major"),                 // machine code of another major number
    (higher_minor, "higher-minor"),               // machine code of a higher minor number than the GPU's
    (jetson, "jetson"),                           // machine code of a Jetson on another GPU, or the other way round
    (outside_family, "outside-family"),           // the GPU is not of the family that the code is for
    (lower_in_family, "lower-in-family"),         // the GPU is of the family, and its number is lower than the code's
    (other_architecture, "other-architecture"),   // architecture-specific code of another number
    (newer_ptx, "newer-ptx"),                     // PTX of a higher number than the GPU's
    (ptx_needs_driver, "ptx-needs-driver"),       // the code fits, but the driver does not know PTX of that toolkit
    (driver_runs_nothing, "driver-runs-nothing"), // it fits, but the driver runs nothing of the release
    (gpu_needs_driver, "gpu-needs-driver"),       // it fits the GPU, which the driver does not know
    (ptx_not_known, "ptx-not-known"),             // it fits, and no source says that the driver knows such PTX
    (release_not_known, "release-not-known"),     // likewise the release
    (gpu_not_known, "gpu-not-known"))             // likewise the GPU
// clang-format on

/// Whether the code certainly does not run, and it is no gap in the tables.
[[nodiscard]] bool is_certain(CodeObstacle obstacle) noexcept;

/// What stops code on a GPU with a driver of its age; nothing where it runs. `device` is baseline.
[[nodiscard]] std::optional<CodeObstacle> code_obstacle(const Tables& tables, Code code, Capability device) noexcept;

/// Whether it is up to the driver, or to what is known of it, and not to the code and the GPU.
[[nodiscard]] bool is_of_driver(CodeObstacle obstacle) noexcept;

/// What stops a driver from loading code that fits the GPU.
[[nodiscard]] std::optional<CodeObstacle> load_obstacle(const DriverLoads& loads, Code::Form form) noexcept;

/// Id of the row of `rules` by which code runs where it runs, `cubin-major`, or on which an obstacle rests; empty where
/// that rests on the tables of drivers.
[[nodiscard]] std::string_view rule_of(Code code, std::optional<CodeObstacle> obstacle = std::nullopt) noexcept;

/// The number by which a release knows a GPU: one was renumbered (10.1 is 11.0 from CUDA 13.0 on).
[[nodiscard]] Capability number_in(const Tables& tables, Capability gpu, Version release) noexcept;

/// The GPUs of the tables by the numbers that the release has for them, ascending; later ones than the release too.
[[nodiscard]] std::vector<Capability> devices_of(const Tables& tables, Version release);

/// The code that a list builds, in the order in which a driver prefers it: machine code before PTX, in each the
/// highest number first, and of one number what is the more specific.
[[nodiscard]] std::vector<Code> codes_of(const BuildList& list);

struct CodeVerdict {
    Code code;
    std::optional<CodeObstacle> obstacle;  ///< absent: it runs
};

struct DeviceCoverage {
    Capability device;
    std::optional<Code> running;  ///< what the driver takes; absent: nothing runs, or it is not known (`place`)
    DevicePlace place = DevicePlace::hole;
    std::vector<CodeVerdict> codes;  ///< in the order of codes_of()
};

/// `device` is baseline. `loads` is what the driver takes; everything where the driver is no question.
[[nodiscard]] DeviceCoverage cover_device(const Tables& tables, const BuildList& list, Capability device,
                                          const DriverLoads& loads = {});

/// Every GPU of devices_of(), whatever the driver.
[[nodiscard]] std::vector<DeviceCoverage> cover_devices(const Tables& tables, Version release, const BuildList& list);

/// Whether the list runs there. Absent: not known.
[[nodiscard]] std::optional<bool> runs(const DeviceCoverage& device) noexcept;

}  // namespace cudastdenv
