// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "spelling/reading.hpp"
#include "spelling/spell.hpp"

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

namespace {

using Kind = Capability::Kind;

/// The entry that the consumer builds for a capability, or nothing.
std::optional<Capability> built_for(const Spelling& spelling, const SpellingContext& context, Capability capability) {
    const Abilities& can = spelling.abilities;
    const bool kind_lost = (capability.kind == Kind::architecture && !can.architecture_specific) ||
                           (capability.kind == Kind::family && !can.family_specific);
    if (kind_lost) capability = baseline_of(capability);
    return spelling.entry ? spelling.entry(context, capability) : capability;
}

/// Takes a list to what a spelling can say, one loss at a time.
class Adapter {
public:
    Adapter(const Spelling& spelling, const SpellingContext& context, const BuildList& list)
        : spelling_(spelling), context_(context), can_(spelling.abilities) {
        adapted_.list.real = map_entries(list.real);
        adapted_.list.ptx = map_entries(list.ptx);
    }

    Adapted run() {
        if (real().empty() && can_.ptx != PtxRule::any && can_.ptx != PtxRule::only) add_real_of_ptx();
        if (!can_.several) keep_one();
        fit_ptx();
        return std::move(adapted_);
    }

private:
    std::vector<Capability>& real() { return adapted_.list.real; }
    std::vector<Capability>& ptx() { return adapted_.list.ptx; }
    void lose(Loss loss) { adapted_.losses.push_back(std::move(loss)); }

    std::vector<Capability> map_entries(const std::vector<Capability>& asked) {
        std::vector<Capability> mapped;
        for (const Capability capability : asked) {
            const std::optional<Capability> built = built_for(spelling_, context_, capability);
            if (built != capability) tell_once(capability, built);
            // What falls together with another entry is written once; what was asked twice stays.
            if (built && (built == capability || !contains(mapped, *built))) mapped.push_back(*built);
        }
        if (std::ranges::is_sorted(asked)) {
            std::ranges::sort(mapped);
            if (mapped.size() < asked.size()) mapped.erase(std::unique(mapped.begin(), mapped.end()), mapped.end());
        }
        return mapped;
    }

    void tell_once(Capability asked, std::optional<Capability> built) {
        if (contains(told_, asked)) return;
        told_.push_back(asked);
        const auto not_taken = spelling::ConsumerRules(context_, spelling_.name).not_taken(asked);
        if (built) lose(EntryChanged{asked, *built, not_taken});
        else lose(EntryDropped{asked, std::nullopt, not_taken});
    }

    template <class Drop>
    void drop_ptx_if(Drop drop) {
        for (const Capability capability : ptx())
            if (drop(capability)) lose(PtxDropped{capability});
        std::erase_if(ptx(), drop);
    }

    /// Whether nvcc would refuse the machine code beside what is there: one number family-specific and not.
    bool conflicts(Capability capability) const {
        const std::vector<Capability>& list = adapted_.list.real;
        if (capability.kind == Kind::family) return contains(list, baseline_of(capability));
        return capability.kind == Kind::baseline &&
               contains(list, Capability{capability.major, capability.minor, Kind::family});
    }

    void add_real_of_ptx() {
        for (const Capability capability : ptx()) {
            if (contains(real(), capability) || conflicts(capability)) continue;
            real().insert(std::ranges::upper_bound(real(), capability), capability);
            lose(RealAdded{capability});
        }
        drop_ptx_if([&](Capability capability) { return !contains(real(), capability); });
    }

    /// Where PTX comes along, that of the lowest entry reaches all the others; where not, each reaches its own GPUs.
    void keep_one() {
        if (real().size() < 2) return;
        const auto [lowest, highest] = std::ranges::minmax(real());
        const bool with_ptx = can_.ptx == PtxRule::every || can_.ptx == PtxRule::newest || can_.ptx == PtxRule::only;
        const Capability kept = with_ptx ? lowest : highest;
        for (const Capability capability : real())
            if (capability != kept) lose(EntryDropped{capability, kept, std::nullopt});
        real() = {kept};
    }

    void fit_ptx() {
        switch (can_.ptx) {
            case PtxRule::any: break;
            case PtxRule::with_real: add_real_of_ptx(); break;
            case PtxRule::last: fit_last(); break;
            case PtxRule::every: set_ptx(real()); break;
            case PtxRule::newest: set_ptx(real().empty() ? real() : std::vector{std::ranges::max(real())}); break;
            case PtxRule::only: fit_only(); break;
            case PtxRule::unsaid: drop_ptx_if([](Capability) { return true; }); break;
        }
    }

    void fit_last() {
        if (ptx().empty()) return;
        const Capability asked = ptx().back();
        drop_ptx_if([&](Capability capability) { return capability != asked; });
        if (contains(real(), asked) || real().empty()) return;
        lose(PtxChanged{asked, real().back()});
        ptx() = {real().back()};
    }

    void fit_only() {
        if (!real().empty()) set_ptx(real());
        else if (!ptx().empty()) set_ptx({std::ranges::min(ptx())});
        for (const Capability capability : real()) lose(RealDropped{capability});
        real().clear();
    }

    void set_ptx(const std::vector<Capability>& wanted) {
        drop_ptx_if([&](Capability capability) { return !contains(wanted, capability); });
        PtxAdded added;
        for (const Capability capability : wanted)
            if (!contains(ptx(), capability)) added.capabilities.push_back(capability);
        if (!added.capabilities.empty()) lose(std::move(added));
        ptx() = wanted;
    }

    const Spelling& spelling_;
    const SpellingContext& context_;
    const Abilities& can_;
    Adapted adapted_;
    std::vector<Capability> told_;
};

}  // namespace

Adapted adapt(const Spelling& spelling, const SpellingContext& context, const BuildList& list) {
    return Adapter(spelling, context, list).run();
}

Spelled write_list(const Spelling& spelling, const SpellingContext& context, const BuildList& list) {
    Adapted adapted = adapt(spelling, context, list);
    const bool nothing_left = adapted.list.real.empty() && adapted.list.ptx.empty();
    return {nothing_left ? std::string() : spelling.write(context, adapted.list), std::move(adapted.losses)};
}

}  // namespace cudastdenv
