// SPDX-License-Identifier: MIT
#pragma once

/// Level of values: what a resolution comes to as nixpkgs' flags and as nvcc's.

#include <cudastdenv/resolve.hpp>

#include <string>
#include <vector>

namespace cudastdenv {

/// What nixpkgs' `cudaPackages.flags` holds, attribute for attribute.
struct Flags {
    std::vector<std::string> cuda_capabilities;  ///< `8.9`
    bool cuda_forward_compat = true;
    std::vector<std::string> gencode;             ///< `-gencode=arch=compute_89,code=sm_89`
    std::string gencode_string;                   ///< the same, with spaces between
    std::vector<std::string> real_arches;         ///< `sm_89`
    std::vector<std::string> virtual_arches;      ///< `compute_89`
    std::vector<std::string> arch_names;          ///< `Ada`; sorted, once each
    std::vector<std::string> arches;              ///< real_arches, then the PTX added for forward compatibility
    std::string cmake_cuda_architectures_string;  ///< nixpkgs' spelling, without `-real`: `89;90`
    bool is_jetson_build = false;
};

[[nodiscard]] CUDASTDENV_API Flags make_flags(const Tables& tables, const Request& request,
                                              const Resolution& resolution);

}  // namespace cudastdenv
