// SPDX-License-Identifier: MIT
#include "findings/host.hpp"

#include "core/contains.hpp"

#include <algorithm>

namespace cudastdenv::inline CUDASTDENV_ABI {

bool may_be(const FoundToolkit& toolkit, Version release) noexcept {
    return (toolkit.release && toolkit.release->version == release) || contains(toolkit.same_build, release);
}

const FoundCompiler* find_compiler(const Host& host, Compiler compiler) noexcept {
    const auto found = std::ranges::find(host.compilers, compiler, &FoundCompiler::compiler);
    return found == host.compilers.end() ? nullptr : &*found;
}

std::string_view to_string(FoundCompiler::Wrapper wrapper) noexcept {
    switch (wrapper) {
        case FoundCompiler::Wrapper::none: return "none";
        case FoundCompiler::Wrapper::cache: return "cache";
        case FoundCompiler::Wrapper::nix: return "nix";
    }
    return "";
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
