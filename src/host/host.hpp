// SPDX-License-Identifier: MIT
#pragma once

/// Looks at a machine. Whatever was asked of another program was asked with limits, and is left out where the answer
/// makes no sense; a HostNote says so.

#include "findings/host.hpp"
#include "os/surroundings.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace cudastdenv::machine {

/// Looks at the machine. Takes as long as its compilers take to answer: some tenths of a second.
[[nodiscard]] Host look_at(const Surroundings& surroundings, const Tables& tables);

/// What /etc/os-release calls the system, `Debian GNU/Linux 12 (bookworm)`; empty: it does not.
[[nodiscard]] std::string system_called(const Surroundings& surroundings);

/// What a libstdc++.so is; nothing where the file is none (a linker script, say).
[[nodiscard]] std::optional<LoadedLibstdcxx> read_libstdcxx(const std::filesystem::path& path, const Tables& tables);

}  // namespace cudastdenv::machine
