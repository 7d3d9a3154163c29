// SPDX-License-Identifier: MIT
#pragma once

/// The parts of look_at(), each a look at one kind of thing. What is left out becomes a note.

/// Looks at a machine. Whatever was asked of another program was asked with limits, and is left out where the answer
/// makes no sense; a HostNote says so.

#include "findings/host.hpp"
#include "os/process.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace cudastdenv::machine {

/// The Nix system of a machine that the kernel calls so (`uname -m`): `ppc64le` is powerpc64le-linux. As the table of
/// platforms has it; a name that it does not have becomes `NAME-linux`.
[[nodiscard]] std::string nix_system_of(const Tables& tables, std::string_view machine);

/// The C++ compilers on PATH, and `c++` among them.
void find_compilers(const Surroundings& surroundings, Host& host);

/// The libstdc++ that a program without a run path loads. After the compilers: where nothing else says it, they do.
[[nodiscard]] std::optional<LoadedLibstdcxx> loaded_libstdcxx(const Surroundings& surroundings, const Tables& tables,
                                                              const Host& host);

/// The C library, as getconf says.
[[nodiscard]] std::optional<Version> loaded_glibc(const Surroundings& surroundings);

void find_toolkits(const Surroundings& surroundings, const Tables& tables, Host& host);

/// The folder of the toolkit's headers, and where that is to the host's compilers.
void find_headers_of(const Host& host, FoundToolkit& toolkit);

void find_gpus(const Surroundings& surroundings, const Tables& tables, Host& host);

/// Looks at the machine. Takes as long as its compilers take to answer: some tenths of a second.
[[nodiscard]] Host look_at(const Surroundings& surroundings, const Tables& tables);

/// What /etc/os-release calls the system, `Debian GNU/Linux 12 (bookworm)`; empty: it does not.
[[nodiscard]] std::string system_called(const Surroundings& surroundings);

/// What a libstdc++.so is; nothing where the file is none (a linker script, say).
[[nodiscard]] std::optional<LoadedLibstdcxx> read_libstdcxx(const std::filesystem::path& path, const Tables& tables);

}  // namespace cudastdenv::machine
