// SPDX-License-Identifier: MIT
#include "words/nix.hpp"

#include <fmt/format.h>

namespace cudastdenv::words {

std::string variant_message(const nix::Variant& variant, Version release) {
    const std::string name = real_architecture(variant.capability);
    const std::string message = fmt::format("CUDA {} cannot build pkgsForCudaArch.{}", to_string(release), name);
    if (variant.releases.empty()) return message + ", and no other release can";
    if (!variant.use.empty()) return message + fmt::format(": use {}", variant.use);
    return message + ", and no package set of the channel can";
}

}  // namespace cudastdenv::words
