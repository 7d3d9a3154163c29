#pragma once

/// Everything at a glance: each release against each compiler and each capability, and which releases fit what one has.

#include "resolve/releases.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace cudastdenv::inline CUDASTDENV_ABI {

/// What a host compiler is to a release, in a stdenv of its own: a GCC brings its own libstdc++, a Clang has that of
/// the environment that is assumed. A closed list; text is made in `report`.

/// resolve() chooses it.
struct UsedCompiler { HostCompilerRange range; std::optional<int> headers; bool headers_inferred = false; };
/// resolve() chooses it only under Policy::enforced: nvcc's own check lets it pass, the policy's range does not.
struct AcceptedCompiler { Reason reason; };
/// nvcc's own check lets it pass, and it is known to break.
struct BrokenCompiler { const AdvisoryRow* advisory = nullptr; };
struct RejectedCompiler { Reason reason; };

using CompilerCell = std::variant<UsedCompiler, AcceptedCompiler, BrokenCompiler, RejectedCompiler>;

/// What a capability is to a release: what nvcc takes counts, and nixpkgs for the default.

/// In nixpkgs' default list.
struct DefaultCapability { const CapabilityRow* row = nullptr; };
/// nvcc takes it.
struct SupportedCapability { const CapabilityRow* row = nullptr; bool in_nixpkgs = false; };
/// nvcc takes it, for Jetsons.
struct JetsonCapability { const CapabilityRow* row = nullptr; bool in_nixpkgs = false; };

using CapabilityCell = std::variant<DefaultCapability, SupportedCapability, JetsonCapability, CapabilityProblem>;

struct MatrixRow {
    const Release* release = nullptr;
    std::vector<CompilerCell> compilers;       ///< one for each of Matrix::compilers
    std::vector<CapabilityCell> capabilities;  ///< one for each row of the capabilities table
};

struct Matrix {
    /// GCC before Clang, ascending: each family from the oldest to the newest that any release uses.
    std::vector<Compiler> compilers;
    std::vector<MatrixRow> rows;  ///< newest release first
};

[[nodiscard]] Matrix make_matrix(const Tables& tables, Policy policy);

/// What a release is built for; it decides which releases and host compilers there are.
enum class BuiltFor : std::uint8_t { x86_64, arm_server, jetson };

inline constexpr std::size_t built_for_count = 3;
using SetsByPlatform = std::array<ReleaseSet, built_for_count>;

/// With which releases a compiler can be the host compiler, on a platform that NVIDIA ships.
struct CompilerFits {
    Compiler compiler;
    SetsByPlatform releases;
};

/// With which releases a capability can be built, or machine code that runs on a GPU of it.
struct CapabilityFits {
    ListedCapability listed;
    bool jetson = false;  ///< it is built for Arm, and so is everything that is asked with it
    ReleaseSet releases;
    ReleaseSet
        as_jetson;  ///< those of them that build it for BuiltFor::jetson, apart from all that is not built for that
};

/// The Linux drivers that know a product: those of `from`, as ProductDrivers says, from branch `first` on and before
/// branch `end`.
struct ProductFits {
    const GpuRow* gpu = nullptr;
    int first = 0;
    std::optional<int> end;  ///< absent: it is still known
};

/// The parts of which find_releases()' answer is made up where only compilers, capabilities, GPUs and a driver are
/// asked for. A release fits if
/// - each capability and each GPU has it, and all of them or none of them have it `as_jetson`;
/// - no listed capability is family-specific and another of the same number is not;
/// - one of the compilers has it, on the platform that the capabilities and GPUs come to (`any_compiler` if none is
///   named): Jetson where they have it `as_jetson`, Arm where one of them is a Jetson, else x86_64;
/// - the driver is not older than the release's, and within `gpu_drivers` of each GPU; a Jetson's is one of the tables'
///   jetson_drivers, whose CUDA version is not older than the release.
/// A preview fits only if no public release does.
struct Filter {
    SetsByPlatform any_compiler;
    std::vector<CompilerFits> compilers;
    std::vector<CapabilityFits> capabilities;  ///< every capability of the tables, then every microarchitecture
    std::vector<CapabilityFits> gpus;          ///< every capability of the tables' GPUs
    std::vector<ProductFits> gpu_drivers;      ///< for each row of the tables' GPUs that has drivers
    std::vector<std::optional<DriverVersion>> drivers;  ///< for each release the oldest driver; absent: none is known
};

/// `majors_ahead`: how many majors beyond the newest compiler known may still be asked for.
[[nodiscard]] Filter make_filter(const Tables& tables, Policy policy, int majors_ahead);

}  // namespace cudastdenv::inline CUDASTDENV_ABI
