// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"
#include "os/process.hpp"

#include <filesystem>
#include <optional>
#include <variant>

namespace cudastdenv::machine {

/// Whether that is the name of a program that starts the compiler named behind it, or of the name that it has itself.
[[nodiscard]] bool is_compiler_cache(const std::filesystem::path& program);

/// The C++ compiler that the variable CXX names: an absolute path, without a compiler cache in front and flags behind,
/// and of a C driver (gcc-13) the C++ one beside it; or why it names none. Absent: CXX is not set.
[[nodiscard]] std::optional<std::variant<std::filesystem::path, CxxNotUsed>> compiler_named_by_cxx(
    const Surroundings& surroundings);

/// The C driver beside a C++ one: gcc-13 of g++-13. Empty: none is there.
[[nodiscard]] std::filesystem::path c_driver_beside(const std::filesystem::path& cxx);

}  // namespace cudastdenv::machine
