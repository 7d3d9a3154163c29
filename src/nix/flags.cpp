// SPDX-License-Identifier: MIT
#include "nix/writers.hpp"

#include "tables/lookup.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cudastdenv::nix {

namespace {

template <class Keep>
std::vector<std::string> texts_if(std::span<const Capability> capabilities, Keep keep) {
    std::vector<std::string> texts;
    for (const Capability capability : capabilities)
        if (keep(capability)) texts.push_back(to_string(capability));
    return texts;
}

std::vector<std::string> texts(std::span<const Capability> capabilities) {
    return texts_if(capabilities, [](Capability) { return true; });
}

}  // namespace

Set flags_set(const Flags& flags) {
    return {
        {"cudaCapabilities", flags.cuda_capabilities, ""},
        {"cudaForwardCompat", flags.cuda_forward_compat, ""},
        {"gencode", flags.gencode, ""},
        {"gencodeString", flags.gencode_string, ""},
        {"realArches", flags.real_arches, ""},
        {"virtualArches", flags.virtual_arches, ""},
        {"archNames", flags.arch_names, ""},
        {"arches", flags.arches, ""},
        {"cmakeCudaArchitecturesString", flags.cmake_cuda_architectures_string, ""},
        {"isJetsonBuild", flags.is_jetson_build, ""},
    };
}

Set passthru_set(const Tables& tables, const Request& request, const Resolution& resolution) {
    const auto of_kind = [&](Capability::Kind kind) {
        return texts_if(request.capabilities, [&](Capability c) { return c.kind == kind; });
    };
    const auto is_jetson = [&](Capability capability) {
        const CapabilityRow* row = find_capability(tables, capability);
        return row && row->jetson;
    };
    const std::vector<std::string> architecture_specific = of_kind(Capability::Kind::architecture);
    const std::vector<std::string> family_specific = of_kind(Capability::Kind::family);
    const std::vector<std::string> jetson = texts_if(request.capabilities, is_jetson);

    const Flags flags = make_flags(tables, request, resolution);
    return {
        {"cudaCapabilities", flags.cuda_capabilities, ""},
        {"cudaForwardCompat", flags.cuda_forward_compat, ""},
        {"supportedCudaCapabilities", texts(resolution.supported), ""},
        {"defaultCudaCapabilities", texts(resolution.defaults), ""},
        {"requestedArchitectureSpecificCudaCapabilities", architecture_specific, ""},
        {"requestedFamilySpecificCudaCapabilities", family_specific, ""},
        {"requestedJetsonCudaCapabilities", jetson, ""},
        {"hasArchitectureSpecificCudaCapability", !architecture_specific.empty(), ""},
        {"hasFamilySpecificCudaCapability", !family_specific.empty(), ""},
        {"hasJetsonCudaCapability", !jetson.empty(), ""},
        {"hostNixSystem", request.system, ""},
        {"hostRedistSystem", resolution.redist, ""},
        {"nvccHostCCMatchesStdenvCC", resolution.host && resolution.host->uses_stdenv, ""},
        {"hostCompiler", resolution.host ? Value(to_string(resolution.host->compiler)) : Value(), ""},
    };
}

namespace {

bool contains_name(const Set& set, std::string_view name) {
    return std::ranges::find(set, name, &Attribute::name) != set.end();
}

}  // namespace

Set package_set(const Tables& tables, const Request& request, const Resolution& resolution) {
    Set set = flags_set(make_flags(tables, request, resolution));
    for (Attribute& attribute : passthru_set(tables, request, resolution))
        if (!contains_name(set, attribute.name)) set.push_back(std::move(attribute));
    return set;
}

}  // namespace cudastdenv::nix
