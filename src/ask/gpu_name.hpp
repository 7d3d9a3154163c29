// SPDX-License-Identifier: MIT
#pragma once

#include "resolve/releases.hpp"
#include "tables/gpu_names.hpp"
#include "tables/lookup.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// What takes a capability where an option takes a name; the command `gpu` and some options take both.
enum class Alternative : std::uint8_t { device, capabilities, gpu_command, gpu_option };

/// Reads the name of a GPU: one, or one for each capability where products of one name differ in it. Throws BadInput: a
/// name that may be several GPUs' of different names and capabilities, with each of them, or one that the tables do not
/// know, with the nearest that they do.
[[nodiscard]] std::vector<Gpu> read_gpu(const Tables& tables, std::string_view name, Alternative alternative);

/// Each GPU that a name can mean, of one capability or several; or a capability (`8.9`), of which no product is named.
/// Throws BadInput where the tables know none.
[[nodiscard]] std::vector<Gpu> read_any_gpu(const Tables& tables, std::string_view name);

/// Reads GPUs' names with commas between: `RTX 5090,H100`. Each is called by the name that the tables have for it;
/// with Alternative::gpu_option a capability is one too, of which no product is named. Throws BadInput as read_gpu()
/// does, and where there is none.
[[nodiscard]] std::vector<Gpu> read_gpu_list(const Tables& tables, std::string_view text,
                                             Alternative alternative = Alternative::capabilities);

/// Reads the capability of a GPU that was typed, baseline and known to the tables. Throws BadInput.
[[nodiscard]] Capability read_device(const Tables& tables, std::string_view text);

/// Reads `7.5,9.0a,sm_100,Hopper`; whether a release knows them is not asked. The names point into `text`.
/// Throws BadInput: an empty list, or what is neither a capability nor the name of a microarchitecture.
[[nodiscard]] std::vector<ListedCapability> read_capability_list(const Tables& tables, std::string_view text);

}  // namespace cudastdenv::asking
