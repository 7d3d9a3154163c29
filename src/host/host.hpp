// SPDX-License-Identifier: MIT
#pragma once

/// Looks at a machine. Whatever was asked of another program was asked with limits, and is left out where the answer
/// makes no sense; a HostNote says so. And what a build on this machine has to be told: `env` exports it, and `verify`
/// tries it.

#include "findings/build_environment.hpp"
#include "findings/host.hpp"
#include "os/process.hpp"

#include <filesystem>

namespace cudastdenv::machine {

/// What the kernel calls this machine (`uname -m`).
[[nodiscard]] std::string machine_name();

/// The Nix system of a machine that the kernel calls so: `ppc64le` is powerpc64le-linux. As the table of
/// platforms has it; a name that it does not have becomes `NAME-linux`.
[[nodiscard]] std::string nix_system_of(const Tables& tables, std::string_view machine);

/// The C++ compilers on PATH, and `c++` among them.
void find_compilers(const Surroundings& surroundings, Host& host);

void find_toolkits(const Surroundings& surroundings, const Tables& tables, Host& host);

/// The folder of the toolkit's headers, and where that is to the host's compilers.
void find_headers_of(const Host& host, FoundToolkit& toolkit);

/// Looks at the machine. Takes as long as its compilers take to answer: some tenths of a second.
[[nodiscard]] Host look_at(const Surroundings& surroundings, const Tables& tables);

/// The environment that /etc/os-release names; nullptr: the tables have none.
[[nodiscard]] const EnvironmentRow* environment_here(const Tables& tables, const Surroundings& surroundings);

/// What a libstdc++.so is; nothing where the file is none (a linker script, say).
[[nodiscard]] std::optional<LoadedLibstdcxx> read_libstdcxx(const std::filesystem::path& path, const Tables& tables);

/// Of a program whose answer holds nothing to go by: that `wanted` is not in it.
[[nodiscard]] HostNote says_nothing(const std::filesystem::path& program, std::string_view wanted);

/// Writes the one header that, put in front with -isystem, hides the functions which glibc 2.41 and later declare
/// otherwise than the CUDA headers do. Makes the folder if it isn't there. Throws MachineError.
/// Measured to work from CUDA 11.8 to 13.0 on glibc 2.41 and 2.43, in C++17 and C++20, with GCC 11 to 15 and Clang 18.
void write_glibc_shim(const std::filesystem::path& folder);

/// The set-up for a host compiler that is here, as `chosen` by the resolver: the libstdc++ to link and, of a Clang, the
/// headers; a shim and the lists of architectures are left to the caller. The toolkit's nvcc is asked whether it heeds
/// NVCC_CCBIN where the release does not say so.
[[nodiscard]] BuildChoice build_choice(const Surroundings& surroundings, const Host& host, const Tables& tables,
                                       const FoundToolkit& toolkit, Version release, const HostCompiler& chosen,
                                       const FoundCompiler& compiler);

}  // namespace cudastdenv::machine
