// SPDX-License-Identifier: MIT
#include "nix/checkout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace cudastdenv::nix {

namespace {

// Newest layout first.
constexpr std::array<std::string_view, 4> nvcc_places{
    "pkgs/development/cuda-modules/_cuda/db/bootstrap/nvcc.nix",
    "pkgs/development/cuda-modules/_cuda/data/nvcc.nix",
    "pkgs/development/cuda-modules/data/nvcc-compatibilities.nix",
    "pkgs/development/cuda-modules/nvcc-compatibilities.nix",
};
constexpr std::array<std::string_view, 4> cuda_places{
    "pkgs/development/cuda-modules/_cuda/db/bootstrap/cuda.nix",
    "pkgs/development/cuda-modules/_cuda/data/cuda.nix",
    "pkgs/development/cuda-modules/gpus.nix",
    "pkgs/development/compilers/cudatoolkit/gpus.nix",
};

}  // namespace

std::string_view name_of(Table table) noexcept {
    return table == Table::nvcc ? "nvccCompatibilities" : "cudaCapabilityToInfo";
}

std::vector<std::string> places_of(Table table) {
    const std::span<const std::string_view> full = table == Table::nvcc ? nvcc_places : cuda_places;
    std::vector<std::string> places(full.begin(), full.end());
    for (std::string_view place : full)
        for (std::size_t slash = place.find('/'); slash != place.npos; slash = place.find('/')) {
            place.remove_prefix(slash + 1);
            if (std::find(places.begin(), places.end(), place) == places.end()) places.emplace_back(place);
        }
    return places;
}

std::string expression_for(Table table, std::string_view path, bool own_lib) {
    const std::string lib = own_lib ? "import (checkout + \"/lib\")" : std::string(programs::lib);
    return fmt::format("({}) {{\n  lib = {};\n  name = \"{}\";\n  path = checkout + \"/{}\";\n}}\n", programs::table,
                       lib, name_of(table), path);
}

}  // namespace cudastdenv::nix
