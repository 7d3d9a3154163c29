// SPDX-License-Identifier: MIT
#pragma once

#include "nix/writers.hpp"

#include <string>
#include <string_view>

namespace cudastdenv::words {

/// A folder of nixpkgs' that was compared, and the two files in it.
struct ComparedFolder {
    std::string_view folder;
    std::string_view nvcc_file;
    std::string_view cuda_file;
};

/// Why a release cannot build a variant, and which package sets can. `release` has two numbers.
[[nodiscard]] std::string variant_message(const nix::Variant& variant, Version release);

}  // namespace cudastdenv::words
