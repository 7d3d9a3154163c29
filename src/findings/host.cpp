// SPDX-License-Identifier: MIT
#include "findings/host.hpp"

#include "core/contains.hpp"

#include <algorithm>

namespace cudastdenv {

bool may_be(const FoundToolkit& toolkit, const WantedRelease& wanted) noexcept {
    if (wanted.any_patch)
        return toolkit.version.major == wanted.version.major && toolkit.version.minor == wanted.version.minor;
    return (toolkit.release && toolkit.release->version == wanted.version) ||
           contains(toolkit.same_build, wanted.version);
}

const FoundToolkit* find_toolkit(const Host& host, const WantedRelease& wanted) noexcept {
    const auto found = std::ranges::find_if(host.toolkits,
                                            [&](const FoundToolkit& toolkit) { return may_be(toolkit, wanted); });
    return found == host.toolkits.end() ? nullptr : &*found;
}

Version release_of(const FoundToolkit& toolkit, const WantedRelease& wanted) noexcept {
    return wanted.any_patch && toolkit.release ? toolkit.release->version : wanted.version;
}

std::optional<ToolkitHeaders> place_of_headers(const Host& host, const FoundToolkit& toolkit) {
    if (host.compilers.empty() || toolkit.headers.empty()) return std::nullopt;
    const auto searches = [&](const FoundCompiler& compiler) {
        return contains(compiler.system_folders, toolkit.headers);
    };
    if (std::ranges::all_of(host.compilers, searches)) return ToolkitHeaders::system;
    if (std::ranges::none_of(host.compilers, searches)) return ToolkitHeaders::prefix;
    return std::nullopt;
}

const FoundCompiler* find_compiler(const Host& host, Compiler compiler) noexcept {
    const auto found = std::ranges::find(host.compilers, compiler, &FoundCompiler::compiler);
    return found == host.compilers.end() ? nullptr : &*found;
}

bool is_default(const Host& host, const FoundCompiler& compiler) noexcept {
    return host.default_compiler && find_compiler(host, *host.default_compiler) == &compiler;
}

std::string_view to_string(ToolkitLack lack) noexcept {
    switch (lack) {
        case ToolkitLack::library_folder: return "library-folder";
        case ToolkitLack::cicc: return "cicc";
        case ToolkitLack::link_stub: return "link-stub";
    }
    return "";
}

std::string_view to_string(FoundCompiler::Wrapper wrapper) noexcept {
    switch (wrapper) {
        case FoundCompiler::Wrapper::none: return "none";
        case FoundCompiler::Wrapper::cache: return "cache";
        case FoundCompiler::Wrapper::nix: return "nix";
    }
    return "";
}

}  // namespace cudastdenv
