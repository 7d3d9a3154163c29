#include <cudastdenv/flags.hpp>

#include <cudastdenv/lookup.hpp>

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
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

}  // namespace

std::string gencode_of_real(Capability capability) {
    return "-gencode=arch=" + virtual_architecture(capability) + ",code=" + real_architecture(capability);
}

std::string gencode_of_ptx(Capability capability) {
    return "-gencode=arch=" + virtual_architecture(capability) + ",code=" + virtual_architecture(capability);
}

Flags make_flags(const Tables& tables, const Request& request, const Resolution& resolution) {
    const std::span<const Capability> resolved = resolution.resolved;
    Flags flags{.cuda_capabilities = spell_all(resolved, [](Capability c) { return to_string(c); }),
                .cuda_forward_compat = request.forward_compat,
                .gencode = spell_all(resolved, gencode_of_real),
                .gencode_string = {},
                .real_arches = spell_all(resolved, real_architecture),
                .virtual_arches = spell_all(resolved, virtual_architecture),
                .arch_names = architecture_names(tables, resolved),
                .arches = spell_all(resolved, real_architecture),
                .cmake_cuda_architectures_string = join(spell_all(resolved, undotted), ';'),
                .is_jetson_build = resolution.jetson && request.system == "aarch64-linux"};
    if (resolution.ptx) {
        flags.gencode.push_back(gencode_of_ptx(*resolution.ptx));
        flags.arches.push_back(virtual_architecture(*resolution.ptx));
    }
    flags.gencode_string = join(flags.gencode, ' ');
    return flags;
}

}  // namespace cudastdenv
