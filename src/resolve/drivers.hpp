// SPDX-License-Identifier: MIT
#pragma once

/// Whether a driver runs what a CUDA release builds: natively, by minor-version compatibility, with a forward
/// compatibility package, or not; unknown if no source says. And whether a list's code runs on a GPU: as machine code,
/// as PTX that the driver compiles at load, or not, and why. Each judgement of one piece of code follows one rule of
/// the table `rules`.

#include "resolve/capabilities.hpp"

namespace cudastdenv {

/// A GPU in a question: a product, or without a name any GPU of a capability.
struct Gpu {
    std::string_view name;
    Capability capability;
};

[[nodiscard]] std::string format_gpu(const Gpu& gpu);
/// Separated by commas.
[[nodiscard]] std::string format_gpus(std::span<const Gpu> gpus);

/// Whether a driver supports a GPU, for any release.
struct GpuKnowledge {
    Gpu gpu;
    bool has_driver = false;                    ///< whether the question has a driver
    std::optional<bool> known;                  ///< absent: unknown, or no driver in the question
    bool after_last = false;                    ///< if not supported: the driver is too new
    const GpuDriversRow* generation = nullptr;  ///< absent: the tables have no row of its capability
    const GpuRow* product = nullptr;            ///< absent: no name given
};

/// The ways in which a driver runs a release, as in text and JSON; `platform` blocks all of them.
inline constexpr std::string_view platform_way = "platform";
inline constexpr std::string_view gpu_way = "gpu";
inline constexpr std::string_view native_way = "native";
inline constexpr std::string_view minor_version_way = "minor-version";
inline constexpr std::string_view package_way = "cuda-compat";

/// Why a way does not work, or may not work.
struct BlockedMode {
    std::string_view way;
    Diagnostic why;
    bool is_certain = true;                ///< otherwise the tables have a gap
    std::optional<GpuKnowledge> gpu = {};  ///< of gpu_way, in place of `why`
};

struct DriverAnswer : CompatAnswer::Code {
    const Release* release = nullptr;
    std::string_view redist;                      ///< NVIDIA's name for the platform, or unsupported_redist
    DriverSupport support = DriverSupport::none;  ///< of the release, whatever the GPUs
    std::vector<BlockedMode> obstacles;           ///< each way that does not work, in the order of the ways
    std::optional<DriverMinimum> minimum;         ///< for running natively; absent: unknown
    std::optional<DriverDatum> minor_version;     ///< lowest driver for minor-version compatibility
    std::optional<DriverDatum> bundled;           ///< the driver that comes with the release (Linux, except Jetsons)
    const CompatPackageRow* package = nullptr;    ///< among the redistributables, for any driver
    bool package_works = false;                   ///< NVIDIA's package of the release, among them or not
    const ForwardCompatRow* forward = nullptr;    ///< its branches support the package; absent: irrelevant
    const JetpackRow* jetson = nullptr;           ///< of drivers_for(): the oldest that runs the release, for a Jetson
    const JetpackRow* jetson_native = nullptr;    ///< the oldest that runs it without an upgrade package
    const PtxVersionRow* ptx_row = nullptr;       ///< of the release; absent: unknown
    std::vector<GpuKnowledge> gpus;               ///< one for each GPU in the question, except Jetsons
    std::vector<Diagnostic> notes;                ///< other notes; `{driver}` is the driver as typed
};

/// The distributions' name of NVIDIA's compatibility package: `cuda-compat-13-0`
[[nodiscard]] std::string compat_package_of(Version release);

/// Judges a driver for a request's release, system and capabilities, and for GPUs. Throws BadRequest, as resolve()
/// does.
[[nodiscard]] DriverAnswer judge_driver(const Tables& tables, const Request& request, DriverVersion driver,
                                        std::span<const Gpu> gpus = {});
/// The same for a program that was built by a release and one GPU.
[[nodiscard]] DriverAnswer judge_driver(const Tables& tables, Version release, std::string_view system,
                                        DriverVersion driver, const Gpu& gpu);

/// The driver that a release requires. `support` and each GPU's `known` are unknown; obstacles are those of the
/// platform only. Throws BadRequest.
[[nodiscard]] DriverAnswer drivers_for(const Tables& tables, const Request& request, std::span<const Gpu> gpus = {});

/// Whether programs of the release run: in some way, and on each GPU in the question. Absent: unknown.
[[nodiscard]] std::optional<bool> runs(const DriverAnswer& answer) noexcept;

/// The drivers that support each of some GPUs.
struct DriversOfGpus {
    std::optional<DriverVersion> first;  ///< inclusive; absent: no lower bound is known
    std::optional<int> last_branch;      ///< inclusive; absent: not limited
};
[[nodiscard]] DriversOfGpus drivers_of(std::span<const GpuKnowledge> gpus) noexcept;

/// The tables' data on drivers of a GPU; `known` is absent.
[[nodiscard]] GpuKnowledge knowledge_of(const Tables& tables, Gpu gpu) noexcept;

/// Whether a driver supports a GPU; `system`: Windows and Linux number drivers differently.
[[nodiscard]] GpuKnowledge judge_gpu(const Tables& tables, std::string_view system, DriverVersion driver, Gpu gpu);

/// The first driver branch that is known to compile PTX of that ISA version; absent: unknown.
[[nodiscard]] std::optional<int> first_branch_of_ptx(const Tables& tables, Version ptx) noexcept;

/// Whether a driver compiles PTX of that ISA version; absent: unknown.
[[nodiscard]] std::optional<bool> compiles_ptx(const Tables& tables, DriverVersion driver, Version ptx) noexcept;

/// The oldest driver that is as new as the release. If no source names it: the driver of the newest earlier patch
/// release with the same nvcc, otherwise unknown.
[[nodiscard]] std::optional<DriverMinimum> driver_minimum(const Tables& tables, Version release,
                                                          std::string_view system) noexcept;

/// The oldest driver that runs the release by minor-version compatibility; absent: unknown or not supported.
[[nodiscard]] std::optional<DriverDatum> minor_version_minimum(const Tables& tables, Version release,
                                                               std::string_view system) noexcept;

/// The code of a release that a driver loads on a GPU. Absent: unknown.
struct DriverLoads {
    std::optional<bool> machine_code = true, ptx = true;
    std::optional<bool> gpu = true;  ///< whether it supports the GPU
    bool jetpack = true;             ///< false: no JetPack for the GPU runs the release
};

[[nodiscard]] DriverLoads loads_of(const DriverAnswer& answer) noexcept;

/// The CUDA releases and drivers that support a GPU.
struct GpuSupport {
    GpuKnowledge drivers;                       ///< without a driver
    const CapabilityRow* capability = nullptr;  ///< never null
    /// The newest public releases whose programs run with the newest Linux driver for the GPU: with PTX, and with
    /// machine code alone. Absent: unknown; a Jetson's drivers come with its JetPack.
    const Release* newest_with_ptx = nullptr;
    const Release* newest_without_ptx = nullptr;
};

/// The capability of the GPU is in the tables.
[[nodiscard]] GpuSupport support_of(const Tables& tables, Gpu gpu);

/// The system of a log that only Windows can have printed.
inline constexpr std::string_view windows_system = "x86_64-windows";

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
    (jetson, "jetson"),                           // machine code of a Jetson on another GPU, or the reverse
    (outside_family, "outside-family"),           // the GPU is not of the family that the code is for
    (lower_in_family, "lower-in-family"),         // the GPU is of the family, and its number is lower than the code's
    (other_architecture, "other-architecture"),   // architecture-specific code of another number
    (newer_ptx, "newer-ptx"),                     // PTX of a higher number than the GPU's
    (ptx_needs_driver, "ptx-needs-driver"),       // the code fits, but the driver does not support PTX of that toolkit
    (driver_runs_nothing, "driver-runs-nothing"), // it fits, but the driver runs nothing of the release
    (no_jetpack, "no-jetpack"),                   // it fits, but no JetPack for the GPU runs the release
    (gpu_needs_driver, "gpu-needs-driver"),       // it fits the GPU, which the driver does not support
    (ptx_not_known, "ptx-not-known"),             // it fits, and it is unknown whether the driver supports such PTX
    (release_not_known, "release-not-known"),     // the same for the release
    (gpu_not_known, "gpu-not-known"))             // the same for the GPU
// clang-format on

/// Whether the code certainly does not run; false for a gap in the tables.
[[nodiscard]] inline bool is_certain(CodeObstacle obstacle) noexcept { return obstacle < CodeObstacle::ptx_not_known; }

/// The obstacle that prevents code from running on a GPU with a recent driver; absent: it runs. `device` is baseline.
[[nodiscard]] std::optional<CodeObstacle> code_obstacle(const Tables& tables, Code code, Capability device) noexcept;

/// Whether the driver is the reason, or a gap in its data, and not the code and the GPU.
[[nodiscard]] inline bool is_of_driver(CodeObstacle obstacle) noexcept {
    return obstacle >= CodeObstacle::ptx_needs_driver;
}

/// The obstacle that prevents a driver from loading code that fits the GPU.
[[nodiscard]] std::optional<CodeObstacle> load_obstacle(const DriverLoads& loads, Code::Form form) noexcept;

/// Id of the row of `rules` by which code runs, `cubin-major`, or that an obstacle follows from; empty if that is the
/// tables of drivers.
[[nodiscard]] std::string_view rule_of(Code code, std::optional<CodeObstacle> obstacle = std::nullopt) noexcept;

/// The number of a GPU in a release: one was renumbered (10.1 is 11.0 in CUDA 13.0 or later).
[[nodiscard]] Capability number_in(const Tables& tables, Capability gpu, Version release) noexcept;
/// Without a release, the machine code that was built shows which number counts.
[[nodiscard]] Capability number_in(const Tables& tables, Capability gpu, std::optional<Version> release,
                                   const BuildList& built) noexcept;

/// Whether nvcc of that release builds code for GPUs of that capability.
[[nodiscard]] bool builds_for(const Tables& tables, Version release, Capability gpu) noexcept;

/// The GPUs of the tables by their numbers in the release, ascending; also GPUs newer than the release.
[[nodiscard]] std::vector<Capability> devices_of(const Tables& tables, Version release);

/// The code of a list in a driver's order of preference: machine code before PTX, then higher numbers first, then more
/// specific ones.
[[nodiscard]] std::vector<Code> codes_of(const BuildList& list);

struct CodeVerdict {
    Code code;
    std::optional<CodeObstacle> obstacle;  ///< absent: it runs
};

struct DeviceCoverage {
    Capability device;
    std::optional<Code> running;  ///< the code that runs; absent: no code runs, or unknown (`place`)
    DevicePlace place = DevicePlace::hole;
    std::vector<CodeVerdict> codes;  ///< in the order of codes_of()
};

/// `device` is baseline. `loads`: the code that the driver supports; by default all.
[[nodiscard]] DeviceCoverage cover_device(const Tables& tables, const BuildList& list, Capability device,
                                          const DriverLoads& loads = {});

/// Every GPU of devices_of(), with any driver.
[[nodiscard]] std::vector<DeviceCoverage> cover_devices(const Tables& tables, Version release, const BuildList& list);

/// Whether the list runs there. Absent: unknown.
[[nodiscard]] std::optional<bool> runs(const DeviceCoverage& device) noexcept;
/// Whether it runs on each GPU. Absent: unknown, or no GPU is asked for.
[[nodiscard]] std::optional<bool> runs_on_all(std::span<const DeviceCoverage> devices) noexcept;
/// The GPU that decides: one on which it does not run, if there is one. nullptr: no GPU is asked for.
[[nodiscard]] const DeviceCoverage* deciding(std::span<const DeviceCoverage> devices) noexcept;

}  // namespace cudastdenv
