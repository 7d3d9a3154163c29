#pragma once

/// Whether a driver runs what a CUDA release builds: natively, by minor-version compatibility, with a forward
/// compatibility package, or not.

#include <cudastdenv/resolve.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// How a driver runs a release. Ordered from worst to best, but for the package, which is another way.
enum class DriverSupport : std::uint8_t { none, package, minor_version, native };

/// `none`, `cuda-compat`, `minor-version`, `native`
[[nodiscard]] std::string_view to_string(DriverSupport support) noexcept;

/// The oldest driver that is as new as a release.
struct DriverMinimum {
    DriverVersion driver;  ///< included
    Version release;       ///< whose minimum it is: the release's own, or the nearest one that stands for it
    SourceIds sources;
};

/// Why a way does not work. A closed list; text is made in `report`.
struct DriverTooOld { DriverMinimum minimum; };
/// Neither this release nor a later one has a documented minimum.
struct NoKnownMinimum {};
/// The release is older than minor-version compatibility.
struct NoMinorVersions {};
struct BelowMinorVersions { DriverVersion minimum; SourceIds sources; };
/// No forward compatibility package of this release is known for the platform.
struct NoCompatPackage {};
/// NVIDIA does not support the package on drivers of this branch.
struct WrongBranch { std::span<const int> branches; SourceIds sources; };
/// NVIDIA ships nothing for the system in this release. `platform` is absent where it never did.
struct NoPlatform { const RedistSystemRow* platform = nullptr; };

using DriverObstacle = std::variant<DriverTooOld, NoKnownMinimum, NoMinorVersions, BelowMinorVersions,
                                    NoCompatPackage, WrongBranch, NoPlatform>;

/// What a reader should know beside the answer. A closed list.
/// The release's own minimum is not known; that of an earlier patch release with the same nvcc is taken.
struct MinimumOfSameCompiler { Version earlier; };
/// The release's own minimum is not known; a later release's is taken, which is never too low.
struct MinimumOfLater { Version later; };
/// Numbers were left out: the oldest driver that they can mean is judged, and one from `from` on does better.
struct IncompleteDriver { DriverVersion from; };
/// Minor-version compatibility without PTX; the package would add it.
struct PackageAddsPtx {};
/// Forward compatibility works on data-center GPUs (and some others that NVIDIA names) only.
struct DataCenterOnly {};
/// Jetson drivers count differently, and NVIDIA's tables of driver versions are not about them.
struct JetsonDriver {};
/// NVIDIA has the package for distributions only, not among the redistributables: nixpkgs has none.
struct DistributionPackageOnly {};

using DriverNote = std::variant<PreviewRelease, MinimumOfSameCompiler, MinimumOfLater, IncompleteDriver, PackageAddsPtx,
                                DataCenterOnly, JetsonDriver, DistributionPackageOnly, OtherRedist>;

struct DriverAnswer {
    const Release* release = nullptr;
    std::string_view redist;                      ///< NVIDIA's name for the platform, or unsupported_redist
    DriverSupport support = DriverSupport::none;
    std::vector<DriverObstacle> obstacles;        ///< each way that does not work, in the order of the ways
    std::optional<DriverMinimum> minimum;         ///< for running natively; absent: not known
    std::optional<DriverDatum> minor_version;     ///< lowest driver for minor-version compatibility
    std::optional<DriverDatum> bundled;           ///< the driver that comes with the release (Linux but for Jetsons)
    const CompatPackageRow* package = nullptr;    ///< the package for this platform, whether the driver takes it or not
    bool package_works = false;
    std::span<const int> package_branches;        ///< driver branches that take the package; empty: no matter
    std::vector<Capability> machine_code;         ///< that the list is built for; loads in every way but none
    std::optional<Capability> ptx;
    bool ptx_loads = false;
    std::vector<Capability> without_code;         ///< GPUs that only the PTX would have reached, and that it does not
    std::vector<DriverNote> notes;
};

/// Judges a driver for a request's release, system and capabilities. Total, as resolve() is.
[[nodiscard]] DriverAnswer judge_driver(const Tables& tables, const Request& request, DriverVersion driver);

/// The oldest driver that is as new as the release. Where no source names the release's own: that of the newest
/// earlier patch release with the same nvcc, which makes the same PTX; else that of the next release that has one.
[[nodiscard]] std::optional<DriverMinimum> driver_minimum(const Tables& tables, Version release,
                                                          std::string_view system) noexcept;

/// Whether machine code of one capability runs on a GPU of another.
[[nodiscard]] bool machine_code_runs(const Tables& tables, Capability code, Capability gpu) noexcept;

}  // namespace cudastdenv
