// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>

namespace cudastdenv::machine {

/// What glibc's `ld.so.cache` says: libraries by name, several of one name in the loader's order. Empty where it is
/// none of this machine's byte order, or one from before glibc 2.32 that holds the old form too.
[[nodiscard]] std::multimap<std::string, std::filesystem::path> read_loader_cache(std::span<const std::byte> bytes);

}  // namespace cudastdenv::machine
