#include "spell/writers.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv {

namespace {

constexpr std::array all_spellings{
    Spelling{"cmake", "CMAKE_CUDA_ARCHITECTURES, CUDAARCHS", spell::write_cmake},
    Spelling{"gencode", "nvcc's own command line", spell::write_gencode},
    Spelling{"json", "the ten attributes of nixpkgs' cudaPackages.flags", spell::write_json},
    Spelling{"nix", "nixpkgs' config: cudaCapabilities and cudaForwardCompat", spell::write_nix},
    Spelling{"readable", "for people", spell::write_readable},
};
static_assert(std::ranges::is_sorted(all_spellings, {}, &Spelling::name));

}  // namespace

std::span<const Spelling> spellings() noexcept { return all_spellings; }

const Spelling* find_spelling(std::string_view name) noexcept {
    const auto found = std::ranges::find(all_spellings, name, &Spelling::name);
    return found == all_spellings.end() ? nullptr : &*found;
}

}  // namespace cudastdenv
