// SPDX-License-Identifier: MIT
#include "resolve/packages.hpp"

#include "core/contains.hpp"
#include "tables/lookup.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

constexpr std::string_view major_place = "{}";

std::string with_major(std::string_view pattern, int major) {
    std::string name(pattern);
    if (const std::size_t place = name.find(major_place); place != name.npos)
        name.replace(place, major_place.size(), std::to_string(major));
    return name;
}

/// GCC Toolset's compilers stand beside that of the system, whose libstdc++ they complete.
bool is_of_system(const EnvironmentRow& environment, Compiler compiler) {
    if (!environment.nonshared) return compiler == environment.compiler;
    return compiler.family == Compiler::Family::gcc && compiler.major == environment.libstdcxx;
}

/// With a place for the major version, but where the package has no number.
std::string_view name_pattern(const DistributionRow& distribution, const EnvironmentRow& environment,
                              Compiler compiler) {
    const bool is_gcc = compiler.family == Compiler::Family::gcc;
    const std::span<const int> majors = is_gcc ? environment.gccs : environment.clangs;
    if (is_of_system(environment, compiler) && distribution.default_gcc) return *distribution.default_gcc;
    const bool is_newest = compiler.major == majors.back();
    if (is_gcc) return is_newest ? distribution.newest_gcc : distribution.gcc;
    return is_newest ? distribution.newest_clang : distribution.clang;
}

/// A package without a number brings the compiler that goes without one too.
std::optional<std::string> program_of(const DistributionRow& distribution, const EnvironmentRow& environment,
                                      std::string_view pattern, Compiler compiler) {
    if (compiler.family != Compiler::Family::gcc) return std::nullopt;
    const bool has_number = pattern.find(major_place) != pattern.npos;
    if (has_number && distribution.gcc_program) return with_major(*distribution.gcc_program, compiler.major);
    if (has_number) return std::nullopt;
    // Where a toolset is enabled its compiler comes first on PATH.
    return environment.nonshared && compiler != environment.compiler ? "/usr/bin/g++" : "g++";
}

CompilerPackage package_of(const DistributionRow& distribution, const EnvironmentRow& environment, Compiler compiler) {
    const std::string_view pattern = name_pattern(distribution, environment, compiler);
    return {&distribution, &environment, compiler, with_major(pattern, compiler.major),
            program_of(distribution, environment, pattern, compiler)};
}

}  // namespace

std::vector<Compiler> packaged_in(const EnvironmentRow& environment) {
    std::vector<Compiler> compilers;
    for (const int major : environment.gccs) compilers.push_back({Compiler::Family::gcc, major});
    for (const int major : environment.clangs) compilers.push_back({Compiler::Family::clang, major});
    return compilers;
}

std::optional<CompilerPackage> package_in(const Tables& tables, const EnvironmentRow& environment, Compiler compiler) {
    const DistributionRow* distribution = distribution_of(tables, environment);
    if (!distribution || !contains(packaged_in(environment), compiler)) return std::nullopt;
    return package_of(*distribution, environment, compiler);
}

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
                newest = package_of(distribution, environment, *chosen);
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

}  // namespace cudastdenv
