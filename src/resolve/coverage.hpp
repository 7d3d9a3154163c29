// SPDX-License-Identifier: MIT
#pragma once

/// Whether what a list builds runs on a GPU: by machine code, by PTX that the driver compiles at load, or not, and why.
/// Each function that judges one piece of code says so by one rule of the table `rules`.

#include "resolve/capabilities.hpp"
#include "resolve/drivers.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// One piece of GPU code in a program.
struct Code {
    using Form = CodeForm;

    Form form = Form::machine_code;
    Capability capability;

    friend constexpr auto operator<=>(const Code&, const Code&) = default;
};

/// `cubin`, `ptx`
[[nodiscard]] std::string_view to_string(Code::Form form) noexcept;

/// Why a piece of code does not run on a GPU. A closed list; text is made in `words`.
/// Machine code of another major number.
struct OtherMajor {};
/// Machine code of a higher minor number than the GPU's.
struct HigherMinor {};
/// Machine code of a Jetson on another GPU, or the other way round.
struct JetsonBoundary {
    bool code_is_jetson = false;
};
/// The GPU is not of the family that the code is for.
struct OutsideFamily {
    std::optional<Capability> family;
};
/// The GPU is of the family, and its number is lower than the code's.
struct LowerInFamily {
    std::optional<Capability> family;
};
/// Architecture-specific code of another number.
struct OtherArchitecture {};
/// PTX of a higher number than the GPU's.
struct NewerPtx {};
/// The code fits the GPU, but the driver does not know PTX of the toolkit's version.
struct PtxNeedsDriver {};
/// The code fits the GPU, but the driver runs nothing of the release.
struct DriverRunsNothing {};
/// The code fits the GPU, which the driver does not know.
struct GpuNeedsDriver {};
/// The code fits the GPU, and no source says that the driver knows such PTX, the release or the GPU.
struct UnknownForPtx {};
struct UnknownForRelease {};
struct UnknownForGpu {};

using CodeObstacle =
    std::variant<OtherMajor, HigherMinor, JetsonBoundary, OutsideFamily, LowerInFamily, OtherArchitecture, NewerPtx,
                 PtxNeedsDriver, DriverRunsNothing, GpuNeedsDriver, UnknownForPtx, UnknownForRelease, UnknownForGpu>;

/// Whether the code certainly does not run, and it is no gap in the tables.
[[nodiscard]] bool is_certain(const CodeObstacle& obstacle) noexcept;

/// What stops code on a GPU with a driver of its age; nothing where it runs. `device` is baseline.
[[nodiscard]] std::optional<CodeObstacle> code_obstacle(const Tables& tables, Code code, Capability device) noexcept;

/// Whether it is up to the driver, or to what is known of it, and not to the code and the GPU.
[[nodiscard]] bool is_of_driver(const CodeObstacle& obstacle) noexcept;

/// What stops a driver from loading code that fits the GPU.
[[nodiscard]] std::optional<CodeObstacle> load_obstacle(const DriverLoads& loads, Code::Form form) noexcept;

/// Id of the row of `rules` by which code runs where it runs: `cubin-major`, `ptx-family`.
[[nodiscard]] std::string_view rule_of(Code code) noexcept;

/// Id of the row of `rules` that an obstacle rests on; empty where it rests on the tables of drivers.
[[nodiscard]] std::string_view rule_of(Code code, const CodeObstacle& obstacle) noexcept;

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
