// SPDX-License-Identifier: MIT
#include "core/sort_unique.hpp"
#include "resolve/build_list.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/flags.hpp>

#include <algorithm>
#include <span>

namespace cudastdenv {

namespace {

std::string join(std::span<const std::string> parts, char separator) {
    std::string joined;
    for (const std::string& part : parts) {
        if (!joined.empty()) joined += separator;
        joined += part;
    }
    return joined;
}

template <class Spell>
std::vector<std::string> spell_all(std::span<const Capability> capabilities, Spell spell) {
    std::vector<std::string> spelled;
    spelled.reserve(capabilities.size() + 1);
    for (const Capability capability : capabilities) spelled.push_back(spell(capability));
    return spelled;
}

std::vector<std::string> architecture_names(const Tables& tables, std::span<const Capability> capabilities) {
    std::vector<std::string> names;
    for (const Capability capability : capabilities)
        if (const CapabilityRow* row = find_capability(tables, capability)) names.emplace_back(row->architecture);
    sort_unique(names);
    return names;
}

std::vector<std::string> gencode(const BuildList& list) {
    std::vector<std::string> flags = spell_all(list.real, gencode_of_real);
    for (const Capability ptx : list.ptx) flags.push_back(gencode_of_ptx(ptx));
    return flags;
}

}  // namespace

std::string gencode_of_real(Capability capability) {
    return "-gencode=arch=" + virtual_architecture(capability) + ",code=" + real_architecture(capability);
}

std::string gencode_of_ptx(Capability capability) {
    return "-gencode=arch=" + virtual_architecture(capability) + ",code=" + virtual_architecture(capability);
}

std::string gencode_string(const BuildList& list) { return join(gencode(list), ' '); }

Flags make_flags(const Tables& tables, const Request& request, const Resolution& resolution) {
    Flags flags = make_flags(tables, request.system, build_list(resolution));
    flags.cuda_forward_compat = request.forward_compat;
    return flags;
}

Flags make_flags(const Tables& tables, std::string_view system, const BuildList& list) {
    const std::span<const Capability> real = list.real;
    const std::vector<std::string> gencode_flags = gencode(list);
    Flags flags{.cuda_capabilities = spell_all(real, [](Capability c) { return to_string(c); }),
                .cuda_forward_compat = !list.ptx.empty(),
                .gencode = gencode_flags,
                .gencode_string = join(gencode_flags, ' '),
                .real_arches = spell_all(real, real_architecture),
                .virtual_arches = spell_all(real, virtual_architecture),
                .arch_names = architecture_names(tables, real),
                .arches = spell_all(real, real_architecture),
                .cmake_cuda_architectures_string = join(spell_all(real, undotted), ';'),
                .is_jetson_build = system == jetson_system &&
                                   std::ranges::any_of(real, [&](Capability c) { return is_jetson(tables, c); })};
    for (const Capability ptx : list.ptx) flags.arches.push_back(virtual_architecture(ptx));
    return flags;
}

}  // namespace cudastdenv
