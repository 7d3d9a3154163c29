// SPDX-License-Identifier: MIT
#include "spelling/formats.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv {

namespace {

/// A reader as the table has it: what it throws is its result.
template <spelling::Read& read>
ListReadResult read_result_of(const SpellingContext& context, std::string_view text) {
    try {
        return read(context, text);
    } catch (ListReadError& error) {
        return std::move(error);
    }
}

using enum PtxRule;
constexpr bool yes = true;
constexpr bool no = false;

constexpr std::array all_spellings{
    // Abilities: several entries, architecture-specific, family-specific, PTX.
    Spelling{"clang",
             "Clang's driver, --offload-arch",
             {yes, yes, yes, with_real},
             spelling::write_clang,
             read_result_of<spelling::read_clang>,
             nullptr,
             19},
    Spelling{"cmake",
             "CMAKE_CUDA_ARCHITECTURES, CUDAARCHS",
             {yes, yes, yes, any},
             spelling::write_cmake,
             read_result_of<spelling::read_cmake>,
             spelling::cmake_entry},
    Spelling{"cupy",
             "CuPy's build, CUPY_NVCC_GENERATE_CODE",
             {yes, yes, yes, any},
             spelling::write_cupy,
             read_result_of<spelling::read_cupy>},
    Spelling{"easybuild",
             "EasyBuild, --cuda-compute-capabilities",
             {yes, yes, yes, unsaid},
             spelling::write_easybuild,
             read_result_of<spelling::read_easybuild>},
    Spelling{"flash-attn",
             "flash-attention's build, FLASH_ATTN_CUDA_ARCHS",
             {yes, no, no, unsaid},
             spelling::write_flash_attn,
             read_result_of<spelling::read_flash_attn>,
             spelling::flash_attn_entry},
    Spelling{"gencode",
             "nvcc's own command line",
             {yes, yes, yes, any},
             spelling::write_gencode,
             read_result_of<spelling::read_gencode>},
    Spelling{"hermetic",
             "JAX, XLA and TensorFlow, HERMETIC_CUDA_COMPUTE_CAPABILITIES",
             {yes, yes, no, with_real},
             spelling::write_hermetic,
             read_result_of<spelling::read_hermetic>},
    Spelling{"json",
             "the ten attributes of nixpkgs' cudaPackages.flags",
             {yes, yes, yes, any},
             spelling::write_json,
             read_result_of<spelling::read_json>},
    Spelling{"kokkos",
             "Kokkos, the CMake options Kokkos_ARCH_*",
             {no, no, no, every},
             spelling::write_kokkos,
             read_result_of<spelling::read_kokkos>,
             spelling::kokkos_entry},
    Spelling{"meson",
             "Meson's unstable-cuda module, nvcc_arch_flags",
             {yes, no, no, with_real},
             spelling::write_meson,
             read_result_of<spelling::read_meson>,
             spelling::meson_entry},
    Spelling{"nix",
             "nixpkgs' config: cudaCapabilities and cudaForwardCompat",
             {yes, yes, yes, last},
             spelling::write_nix,
             read_result_of<spelling::read_nix>},
    Spelling{"numba",
             "Numba, NUMBA_FORCE_CUDA_CC",
             {no, no, no, only},
             spelling::write_numba,
             read_result_of<spelling::read_numba>},
    Spelling{"nvhpc",
             "NVIDIA's HPC compilers, -gpu",
             {yes, no, no, unsaid},
             spelling::write_nvhpc,
             read_result_of<spelling::read_nvhpc>},
    Spelling{"readable",
             "for people",
             {yes, yes, yes, any},
             spelling::write_readable,
             read_result_of<spelling::read_readable>},
    Spelling{"rules_cuda",
             "Bazel's rules_cuda, its flag archs",
             {yes, yes, yes, any},
             spelling::write_rules_cuda,
             read_result_of<spelling::read_rules_cuda>,
             spelling::rules_cuda_entry},
    Spelling{"spack",
             "Spack's variant cuda_arch",
             {yes, yes, yes, every},
             spelling::write_spack,
             read_result_of<spelling::read_spack>,
             spelling::spack_entry},
    Spelling{"torch",
             "PyTorch extensions, TORCH_CUDA_ARCH_LIST",
             {yes, yes, no, with_real},
             spelling::write_torch,
             read_result_of<spelling::read_torch>,
             spelling::torch_entry},
    Spelling{"triton",
             "Triton, TRITON_OVERRIDE_ARCH",
             {no, yes, no, unsaid},
             spelling::write_triton,
             read_result_of<spelling::read_triton>,
             spelling::triton_entry},
    Spelling{"xmake",
             "xmake, add_cugencodes",
             {yes, yes, yes, any},
             spelling::write_xmake,
             read_result_of<spelling::read_xmake>,
             spelling::xmake_entry},
};
static_assert(std::ranges::is_sorted(all_spellings, {}, &Spelling::name));

}  // namespace

std::string_view to_string(PtxRule rule) noexcept {
    switch (rule) {
        case PtxRule::any: return "any";
        case PtxRule::with_real: return "with-real";
        case PtxRule::last: return "last";
        case PtxRule::every: return "every";
        case PtxRule::newest: return "newest";
        case PtxRule::only: return "only";
        case PtxRule::unsaid: return "unsaid";
    }
    return "";
}

std::span<const Spelling> spellings() noexcept { return all_spellings; }

std::vector<const Spelling*> spellings_that_fit(const SpellingContext& context, std::string_view text) {
    // Bare numbers fit several: those come first whose users are many.
    constexpr std::array<std::string_view, 5> likely{"cmake", "torch", "spack", "easybuild", "hermetic"};
    std::vector<const Spelling*> fitting;
    const auto add = [&](const Spelling& spelling) {
        if (std::holds_alternative<Listing>(spelling.read(context, text))) fitting.push_back(&spelling);
    };
    for (const std::string_view name : likely) add(*find_spelling(name));
    for (const Spelling& spelling : all_spellings)
        if (std::ranges::find(likely, spelling.name) == likely.end()) add(spelling);
    return fitting;
}

bool begins_a_list(std::string_view word) {
    const Tables tables = builtin_tables();  // Which options there are is no matter of the tables.
    // Who knows the option reads on behind it.
    const std::string unread = std::string(word.substr(0, word.find('='))) + "=?";
    return std::ranges::any_of(all_spellings, [&](const Spelling& spelling) {
        const ListReadResult result = spelling.read({tables}, unread);
        const auto* error = std::get_if<ListReadError>(&result);
        return !error || error->offset >= unread.size() - 1;
    });
}

const Spelling* find_spelling(std::string_view name) noexcept {
    const auto found = std::ranges::find(all_spellings, name, &Spelling::name);
    return found == all_spellings.end() ? nullptr : &*found;
}

}  // namespace cudastdenv
