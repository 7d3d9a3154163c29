// SPDX-License-Identifier: MIT
#pragma once

/// Examines a machine. Other programs are run with limits; an invalid answer is left out with a HostNote. Also the
/// settings of a build on this machine, which `env` exports and `verify` tries.

#include "findings/build_environment.hpp"
#include "machine/os/process.hpp"

namespace cudastdenv::machine {

/// The kernel's name of this machine (`uname -m`).
[[nodiscard]] std::string machine_name();

/// The Nix system of a machine with that kernel name: `ppc64le` is powerpc64le-linux, by the table of platforms. An
/// unknown name becomes `NAME-linux`.
[[nodiscard]] std::string nix_system_of(const Tables& tables, std::string_view machine);

/// The C++ compilers on PATH, and the default one.
void find_compilers(const Surroundings& surroundings, Host& host);

void find_toolkits(const Surroundings& surroundings, const Tables& tables, Host& host);

/// Finds the toolkit's headers, and whether the host's compilers search them.
void find_headers_of(const Host& host, FoundToolkit& toolkit);

/// Needs some tenths of a second, mostly to run the compilers.
[[nodiscard]] Host look_at(const Surroundings& surroundings, const Tables& tables);

/// The environment in /etc/os-release; nullptr: not in the tables.
[[nodiscard]] const EnvironmentRow* environment_here(const Tables& tables, const Surroundings& surroundings);

/// The versions of a libstdc++.so; empty for a linker script, for example.
[[nodiscard]] std::optional<LoadedLibstdcxx> read_libstdcxx(const std::filesystem::path& path, const Tables& tables);

/// A note that a program's output lacks `wanted`.
[[nodiscard]] HostNote says_nothing(const std::filesystem::path& program, std::string_view wanted);

/// Writes the header that, with -isystem, hides the functions that glibc 2.41 and later declare differently from the
/// CUDA headers. Creates the directory. Throws MachineError. Measured from CUDA 11.8 to 13.0 on glibc 2.41 and 2.43, in
/// C++17 and C++20, with GCC 11 to 15 and Clang 18.
void write_glibc_shim(const std::filesystem::path& folder);

/// The settings for an installed host compiler that the resolver chose: the libstdc++ to link and the headers of a
/// Clang. The caller adds a shim and the lists of architectures. If the tables do not know whether the release uses
/// NVCC_CCBIN, its nvcc is run.
[[nodiscard]] BuildChoice build_choice(const Surroundings& surroundings, const Host& host, const Tables& tables,
                                       const FoundToolkit& toolkit, Version release, const HostCompiler& chosen,
                                       const FoundCompiler& compiler);

}  // namespace cudastdenv::machine
