// SPDX-License-Identifier: MIT
#include "findings/host.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

std::string version_said_by(const Clue& clue) {
    return clue.build ? "nvcc " + to_string(*clue.build) : "CUDA " + to_string(clue.release.value_or(Version{}));
}

}  // namespace

void read_clues(Toolkit& toolkit) {
    const Clue* build_by = nullptr;
    const Clue* release_by = nullptr;
    const auto disagree = [&](const Clue& first, const Clue& second) {
        toolkit.problems.push_back({"clues-disagree",
                                    {{"first", as_plain_text(first.where)},
                                     {"firstVersion", version_said_by(first)},
                                     {"second", as_plain_text(second.where)},
                                     {"secondVersion", version_said_by(second)}}});
    };
    for (const Clue& clue : toolkit.clues) {
        if (clue.build && build_by && *toolkit.build != *clue.build) disagree(*build_by, clue);
        if (clue.build && !build_by) {
            toolkit.build = clue.build;
            build_by = &clue;
        }
        if (!clue.release) continue;
        const bool contradicts = release_by && !may_be_same(*toolkit.release, *clue.release);
        const bool says_more = !release_by || (toolkit.release->patch == -1 && clue.release->patch != -1);
        if (contradicts) disagree(*release_by, clue);
        if (contradicts || !says_more) continue;
        toolkit.release = clue.release;
        release_by = &clue;
    }
    if (toolkit.build && toolkit.release && minor_of(*toolkit.build) != minor_of(*toolkit.release))
        disagree(*build_by, *release_by);
}

bool is_meta_package(const Toolkit& toolkit) noexcept {
    return std::ranges::count(toolkit.clues, Clue::Kind::meta_package, &Clue::kind) > 0;
}

bool may_be(const FoundToolkit& toolkit, const WantedRelease& wanted) noexcept {
    if (wanted.any_patch) return minor_of(toolkit.version) == minor_of(wanted.version);
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

}  // namespace cudastdenv
