// SPDX-License-Identifier: MIT
#include "resolve/packages.hpp"

#include "tables/lookup.hpp"

#include <algorithm>

namespace cudastdenv::inline CUDASTDENV_ABI {

namespace {

std::vector<Compiler> packaged_in(const EnvironmentRow& environment) {
    std::vector<Compiler> compilers;
    for (const int major : environment.gccs) compilers.push_back({Compiler::Family::gcc, major});
    for (const int major : environment.clangs) compilers.push_back({Compiler::Family::clang, major});
    return compilers;
}

std::string package_name(const DistributionRow& distribution, const EnvironmentRow& environment, Compiler compiler) {
    const bool is_gcc = compiler.family == Compiler::Family::gcc;
    const std::span<const int> majors = is_gcc ? environment.gccs : environment.clangs;
    // A toolset's compiler is the default of its environment, and has the toolset's name.
    const bool is_default = compiler == environment.compiler &&
                            (!environment.nonshared || compiler.major == environment.libstdcxx);
    if (is_default && distribution.default_gcc) return std::string(*distribution.default_gcc);
    const bool is_newest = compiler.major == majors.back();
    std::string name(is_gcc ? (is_newest ? distribution.newest_gcc : distribution.gcc)
                            : (is_newest ? distribution.newest_clang : distribution.clang));
    if (const std::size_t place = name.find("{}"); place != name.npos)
        name.replace(place, 2, std::to_string(compiler.major));
    return name;
}

}  // namespace

std::vector<CompilerPackage> packages_to_install(const Tables& tables, const Request& request,
                                                 const EnvironmentRow* here) {
    std::vector<CompilerPackage> packages;
    for (const DistributionRow& distribution : tables.distributions) {
        std::optional<CompilerPackage> newest;
        for (const EnvironmentRow& environment : tables.environments) {
            if (distribution_of(tables, environment) != &distribution) continue;
            const bool is_better = !newest || &environment == here ||
                                   (newest->environment != here && !is_older(environment, *newest->environment));
            if (!is_better) continue;
            const std::vector<Compiler> candidates = packaged_in(environment);
            Request supposed = request;
            supposed.available = candidates;
            const std::optional<Compiler> chosen = pick_host_compiler(tables, supposed);
            if (chosen && std::ranges::find(candidates, *chosen) != candidates.end())
                newest = {&distribution, &environment, *chosen, package_name(distribution, environment, *chosen)};
        }
        if (newest) packages.push_back(std::move(*newest));
    }
    return packages;
}

std::optional<Compiler> other_stdenv_that_works(const Tables& tables, const Request& request) {
    std::optional<Compiler> newest;
    for (const Compiler compiler : request.available) {
        if (compiler.family == request.stdenv.compiler.family || (newest && compiler.major < newest->major)) continue;
        Request other = request;
        other.stdenv.compiler = compiler;
        const Resolution resolution = resolve(tables, other);
        if (resolution.host && resolution.host->uses_stdenv) newest = compiler;
    }
    return newest;
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
