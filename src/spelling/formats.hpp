// SPDX-License-Identifier: MIT
#pragma once

#include "spelling/spell.hpp"

#include <optional>
#include <string>
#include <string_view>

/// A writer and a reader per spelling, each in a file of its own; spellings.cpp lists them.
/// Writers take what adapt() leaves of a list; readers throw ListReadError.
namespace cudastdenv::spelling {

using Write = std::string(const SpellingContext&, const BuildList&);
using Read = Listing(const SpellingContext&, std::string_view);
using MapEntry = std::optional<Capability>(const SpellingContext&, Capability);

Write write_clang, write_cmake, write_cupy, write_easybuild, write_flash_attn, write_gencode, write_hermetic,
    write_json, write_kokkos, write_meson, write_nix, write_numba, write_nvhpc, write_readable, write_rules_cuda,
    write_spack, write_torch, write_triton, write_xmake;
Read read_clang, read_cmake, read_cupy, read_easybuild, read_flash_attn, read_gencode, read_hermetic, read_json,
    read_kokkos, read_meson, read_nix, read_numba, read_nvhpc, read_readable, read_rules_cuda, read_spack, read_torch,
    read_triton, read_xmake;
MapEntry cmake_entry, flash_attn_entry, kokkos_entry, meson_entry, rules_cuda_entry, spack_entry, torch_entry,
    triton_entry, xmake_entry;

}  // namespace cudastdenv::spelling
