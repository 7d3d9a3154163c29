// SPDX-License-Identifier: MIT
#pragma once

/// Whether a driver runs what a CUDA release builds: natively, by minor-version compatibility, with a forward
/// compatibility package, or not. What no source says is not known, and neither yes nor no. And whether what a list
/// builds runs on a GPU: by machine code, by PTX that the driver compiles at load, or not, and why. Each function that
/// judges one piece of code says so by one rule of the table `rules`.

#include "core/diagnostic.hpp"
#include "resolve/capabilities.hpp"
#include "resolve/resolve.hpp"

#include <cudastdenv/answers.hpp>

#include <compare>

namespace cudastdenv {

/// A GPU that is asked about: a product, or any GPU of a capability, without a name.
struct Gpu {
    std::string_view name;
    Capability capability;
};

/// `GeForce RTX 4090 (8.9)`, or the capability alone.
[[nodiscard]] std::string gpu_in_words(const Gpu& gpu);

/// Whether a driver runs a GPU at all, whatever the release.
struct GpuKnowledge {
    Gpu gpu;
    bool has_driver = false;                    ///< whether a driver is asked about
    std::optional<bool> known;                  ///< absent: no source says, or no driver is asked about
    bool after_last = false;                    ///< where it is not known: the driver is newer than the last that does
    const GpuDriversRow* generation = nullptr;  ///< absent: the tables say nothing of its capability
    const GpuRow* product = nullptr;            ///< absent: none is named
};

/// The ways in which a driver runs a release, as lines begin and as JSON names them; `platform` closes all of them.
inline constexpr std::string_view platform_way = "platform";
inline constexpr std::string_view gpu_way = "gpu";
inline constexpr std::string_view native_way = "native";
inline constexpr std::string_view minor_version_way = "minor-version";
inline constexpr std::string_view package_way = "cuda-compat";

/// Why a way does not work, or is not known to.
struct BlockedWay {
    std::string_view way;
    Diagnostic why;
    bool is_certain = true;                ///< else it is a gap in the tables
    std::optional<GpuKnowledge> gpu = {};  ///< of gpu_way, in place of `why`
};

struct DriverAnswer : CompatAnswer::Code {
    const Release* release = nullptr;
    std::string_view redist;                      ///< NVIDIA's name for the platform, or unsupported_redist
    DriverSupport support = DriverSupport::none;  ///< of the release, whatever the GPUs
    std::vector<BlockedWay> obstacles;            ///< each way that does not work, in the order of the ways
    std::optional<DriverMinimum> minimum;         ///< for running natively; absent: not known
    std::optional<DriverDatum> minor_version;     ///< lowest driver for minor-version compatibility
    std::optional<DriverDatum> bundled;           ///< the driver that comes with the release (Linux but for Jetsons)
    const CompatPackageRow* package = nullptr;    ///< among the redistributables, whether the driver takes it or not
    bool package_works = false;                   ///< NVIDIA's package of the release, among them or not
    const ForwardCompatRow* forward = nullptr;    ///< whose branches take the package; absent: no matter
    const JetsonDriverRow* jetson = nullptr;      ///< of drivers_for(): the oldest that has the release, for a Jetson
    const PtxVersionRow* ptx_row = nullptr;       ///< of the release; absent: not known
    std::vector<GpuKnowledge> gpus;               ///< one for each GPU that was asked about, apart from Jetsons
    std::vector<Diagnostic> notes;  ///< what a reader should know beside; `{driver}` is it as it was typed
};

/// NVIDIA's compatibility package as distributions call it: `cuda-compat-13-0`
[[nodiscard]] std::string compat_package_of(Version release);

/// Judges a driver for a request's release, system and capabilities, and for GPUs, if any are named. Throws
/// BadRequest, as resolve() does.
[[nodiscard]] DriverAnswer judge_driver(const Tables& tables, const Request& request, DriverVersion driver,
                                        std::span<const Gpu> gpus = {});

/// What a release asks of a driver, where none is named: its `support` is unknown, of each GPU it is not said whether
/// it is known, and obstacles are those of the platform only. Throws as judge_driver() does.
[[nodiscard]] DriverAnswer drivers_for(const Tables& tables, const Request& request, std::span<const Gpu> gpus = {});

/// Whether programs of the release run: in some way, and on each GPU that was asked about. Absent: not known.
[[nodiscard]] std::optional<bool> runs(const DriverAnswer& answer) noexcept;

/// The drivers that know each of some GPUs.
struct DriversOfGpus {
    std::optional<DriverVersion> first;  ///< included; absent: no lower bound is known
    std::optional<int> last_branch;      ///< included; absent: none is the last
};
[[nodiscard]] DriversOfGpus drivers_of(std::span<const GpuKnowledge> gpus) noexcept;

/// What the tables say of drivers of a GPU, whichever the driver: `known` is absent.
[[nodiscard]] GpuKnowledge knowledge_of(const Tables& tables, Gpu gpu) noexcept;

/// Whether a driver knows a GPU; `system` says whose numbers the driver counts by.
[[nodiscard]] GpuKnowledge judge_gpu(const Tables& tables, std::string_view system, DriverVersion driver, Gpu gpu);

/// The oldest driver that is as new as the release. Where no source names the release's own: that of the newest
/// earlier patch release with the same nvcc; else it is not known.
[[nodiscard]] std::optional<DriverMinimum> driver_minimum(const Tables& tables, Version release,
                                                          std::string_view system) noexcept;

/// The oldest driver that runs the release by minor-version compatibility; absent: unknown, or there is none.
[[nodiscard]] std::optional<DriverDatum> minor_version_minimum(const Tables& tables, Version release,
                                                               std::string_view system) noexcept;

/// What a driver loads of a release on a GPU. Absent: not known.
struct DriverLoads {
    std::optional<bool> machine_code = true;
    std::optional<bool> ptx = true;
    std::optional<bool> gpu = true;  ///< whether it knows the GPU
};

[[nodiscard]] DriverLoads loads_of(const DriverAnswer& answer) noexcept;

/// Which CUDA releases and drivers go with a GPU.
struct GpuSupport {
    GpuKnowledge drivers;                       ///< of no driver in particular
    const CapabilityRow* capability = nullptr;  ///< never absent
    /// The newest public releases of which programs run with the newest Linux driver that knows the GPU: with PTX too,
    /// and with machine code alone. Absent: not known; a Jetson's drivers come with its JetPack.
    const Release* newest_with_ptx = nullptr;
    const Release* newest_without_ptx = nullptr;
};

/// The capability of the GPU is one of the tables.
[[nodiscard]] GpuSupport support_of(const Tables& tables, Gpu gpu);

[[nodiscard]] inline bool is_windows(std::string_view system) noexcept { return system.ends_with("-windows"); }

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
