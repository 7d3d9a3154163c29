// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace cudastdenv::machine {

/// Writes the one header that, put in front with -isystem, hides the functions which glibc 2.41 and later declare
/// otherwise than the CUDA headers do. Makes the folder if it isn't there. Throws MachineError.
/// Measured to work from CUDA 11.8 to 13.0 on glibc 2.41 and 2.43, in C++17 and C++20, with GCC 11 to 15 and Clang 18.
void write_glibc_shim(const std::filesystem::path& folder);

}  // namespace cudastdenv::machine
