// SPDX-License-Identifier: MIT
#pragma once

/// What each attribute of the flags is called in JSON: nixpkgs' names.

#include "tables/shape.hpp"

#include <cudastdenv/flags.hpp>

namespace cudastdenv {

// A field is one line.
// clang-format off

CUDASTDENV_DESCRIBE(Flags, "flags", "What nixpkgs' cudaPackages.flags holds, attribute for attribute.",
    (cuda_capabilities, "cudaCapabilities", "The capabilities that machine code is built for: 8.9."),
    (cuda_forward_compat, "cudaForwardCompat", "Whether PTX for later GPUs is added."),
    (gencode, "gencode", "nvcc's -gencode flags."),
    (gencode_string, "gencodeString", "The same with blanks between."),
    (real_arches, "realArches", "What machine code is built for: sm_89."),
    (virtual_arches, "virtualArches", "The virtual architectures of the same: compute_89."),
    (arch_names, "archNames", "The architectures' names, sorted, each once: Ada."),
    (arches, "arches", "All that is built: sm_89 for machine code, compute_89 for PTX."),
    (cmake_cuda_architectures_string, "cmakeCudaArchitecturesString", "For CMAKE_CUDA_ARCHITECTURES as nixpkgs spells it, without -real: 89;90."),
    (is_jetson_build, "isJetsonBuild", "Whether it is a Jetson's list."))

}  // namespace cudastdenv
