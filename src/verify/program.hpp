// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace cudastdenv::verify {

/// The argument with which the program runs its kernel too.
inline constexpr std::string_view gpu_argument = "gpu";

/// A CUDA program that uses much of the standard library of whatever C++ standard it is compiled for, and checks what
/// comes out. Ends with 0 where all is right.
[[nodiscard]] std::string_view program_text() noexcept;

}  // namespace cudastdenv::verify
