// SPDX-License-Identifier: MIT
#pragma once

/// The releases that each single condition of the page's box allows, so that its script need not judge but only
/// intersect. All of it is what find_releases() and the functions that it is made of say.

#include "resolve/releases.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cudastdenv::report::page {

/// What a release is built for: it decides which releases and host compilers there are. Without a Jetson it is x86_64;
/// with one it is `jetson` in the releases that build it apart from all that is not built so, and else `arm_server`.
enum class Platform : std::uint8_t { x86_64, arm_server, jetson };

/// A set of releases for each platform.
using PlatformSets = std::array<ReleaseSet, 3>;

/// The releases that build a capability, a named architecture, or what runs on GPUs of a capability.
struct CodeSets {
    ListedCapability listed;
    bool jetson = false;  ///< nothing asked together with it is for x86_64
    PlatformSets sets;
};

/// Every capability of the tables, then every architecture.
[[nodiscard]] std::vector<CodeSets> capability_sets(const Tables& tables);

/// Every capability of the tables' GPUs, ascending.
[[nodiscard]] std::vector<CodeSets> gpu_sets(const Tables& tables);

/// Two of capability_sets() that some releases build, but not in one list.
struct ApartSets {
    const CodeSets* one = nullptr;
    const CodeSets* other = nullptr;
    PlatformSets sets;  ///< where they cannot be built together
};
[[nodiscard]] std::vector<ApartSets> apart_sets(const Tables& tables, const std::vector<CodeSets>& capabilities);

/// The compilers, environments and standards that can be asked for, and the releases for each choice of one of each:
/// these do not come to an intersection, as a compiler that is named can help an environment.
struct HostSets {
    std::vector<Compiler> compilers;
    std::vector<const EnvironmentRow*> environments;
    std::vector<CxxStandard> standards;
    /// [environment][standard][compiler]: of each 0 is none, and index i + 1 what is listed at i.
    std::vector<std::vector<std::vector<PlatformSets>>> sets;
};

/// `majors_ahead`: how many majors beyond the newest compiler known may still be asked for.
[[nodiscard]] HostSets host_sets(const Tables& tables, const std::vector<CodeSets>& capabilities, int majors_ahead);

/// The releases that run on a driver, from that version on to the next one that is listed: on x86_64 with a driver of
/// servers and desktops, on the other platforms with a Jetson's.
struct DriverSets {
    DriverVersion from;
    bool jetson = false;  ///< without any capability and GPU it is taken for a Jetson's
    PlatformSets sets;
};

/// Ascending; below the first one nothing runs.
[[nodiscard]] std::vector<DriverSets> driver_sets(const Tables& tables, const std::vector<CodeSets>& capabilities);

/// The drivers at which it changes whether a GPU's driver certainly knows it, ascending: below the first one it does
/// not. A Jetson's driver is up to its JetPack, so for it that is every driver.
[[nodiscard]] std::vector<DriverVersion> knowing_drivers(const Tables& tables, const GpuRow& gpu);

}  // namespace cudastdenv::report::page
