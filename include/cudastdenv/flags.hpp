// SPDX-License-Identifier: MIT
#pragma once

/// Level of values: what a resolution comes to as nixpkgs' flags and as nvcc's.

#include <cudastdenv/describe.hpp>
#include <cudastdenv/resolve.hpp>

#include <string>
#include <vector>

namespace cudastdenv {

// A field is one line.
// clang-format off

struct Flags {
    CUDASTDENV_RECORD("flags", "What nixpkgs' cudaPackages.flags holds, attribute for attribute.",
        (std::vector<std::string>, cuda_capabilities, "cudaCapabilities", "The capabilities that machine code is built for: 8.9."),
        (bool, cuda_forward_compat, "cudaForwardCompat", "Whether PTX for later GPUs is added."),
        (std::vector<std::string>, gencode, "gencode", "nvcc's -gencode flags."),
        (std::string, gencode_string, "gencodeString", "The same with blanks between."),
        (std::vector<std::string>, real_arches, "realArches", "What machine code is built for: sm_89."),
        (std::vector<std::string>, virtual_arches, "virtualArches", "The virtual architectures of the same: compute_89."),
        (std::vector<std::string>, arch_names, "archNames", "The architectures' names, sorted, each once: Ada."),
        (std::vector<std::string>, arches, "arches", "All that is built: sm_89 for machine code, compute_89 for PTX."),
        (std::string, cmake_cuda_architectures_string, "cmakeCudaArchitecturesString", "For CMAKE_CUDA_ARCHITECTURES as nixpkgs spells it, without -real: 89;90."),
        (bool, is_jetson_build, "isJetsonBuild", "Whether it is a Jetson's list."))
};

[[nodiscard]] CUDASTDENV_API Flags make_flags(const Tables& tables, const Request& request,
                                              const Resolution& resolution);

}  // namespace cudastdenv
