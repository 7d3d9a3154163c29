// SPDX-License-Identifier: MIT
#pragma once

/// What each attribute of the flags is called in JSON: nixpkgs' names.

#include "tables/fields.hpp"

#include <cudastdenv/flags.hpp>

namespace cudastdenv {

template <>
struct Fields<Flags> {
    static constexpr std::string_view title = "flags";
    static constexpr std::string_view meaning = "What nixpkgs' cudaPackages.flags holds, attribute for attribute.";
    static constexpr auto list = pack_of(
        Field{"cudaCapabilities", &Flags::cuda_capabilities, "The capabilities that machine code is built for: 8.9."},
        Field{"cudaForwardCompat", &Flags::cuda_forward_compat, "Whether PTX for later GPUs is added."},
        Field{"gencode", &Flags::gencode, "nvcc's -gencode flags."},
        Field{"gencodeString", &Flags::gencode_string, "The same with blanks between."},
        Field{"realArches", &Flags::real_arches, "What machine code is built for: sm_89."},
        Field{"virtualArches", &Flags::virtual_arches, "The virtual architectures of the same: compute_89."},
        Field{"archNames", &Flags::arch_names, "The architectures' names, sorted, each once: Ada."},
        Field{"arches", &Flags::arches, "All that is built: sm_89 for machine code, compute_89 for PTX."},
        Field{"cmakeCudaArchitecturesString", &Flags::cmake_cuda_architectures_string,
              "For CMAKE_CUDA_ARCHITECTURES as nixpkgs spells it, without -real: 89;90."},
        Field{"isJetsonBuild", &Flags::is_jetson_build, "Whether it is a Jetson's list."});
};

}  // namespace cudastdenv
