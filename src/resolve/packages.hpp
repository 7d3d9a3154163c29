// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/resolve.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cudastdenv {

/// A package that brings a host compiler.
struct CompilerPackage {
    const DistributionRow* distribution = nullptr;
    const EnvironmentRow* environment =
        nullptr;  ///< of the distribution: `here` if it has it, else the newest that has
    Compiler compiler;
    std::string name;  ///< `g++-14`
    std::optional<std::string> program =
        {};  ///< the C++ compiler that it brings: `g++-14`, or a path; absent: not known
};

/// The compilers that an environment packages: GCCs, then Clangs, each ascending.
[[nodiscard]] std::vector<Compiler> packaged_in(const EnvironmentRow& environment);

/// The package that brings a compiler in an environment; absent: it has none, or none is known.
[[nodiscard]] std::optional<CompilerPackage> package_in(const Tables& tables, const EnvironmentRow& environment,
                                                        Compiler compiler);

/// For each distribution that has one: the package of the compiler that would be chosen if it were installed. `here` is
/// the environment that is installed in, or nullptr.
[[nodiscard]] std::vector<CompilerPackage> packages_to_install(const Tables& tables, const Request& request,
                                                               const EnvironmentRow* here = nullptr);

/// Where no compiler of the stdenv's family works: the newest one of the other family, of those that are available,
/// that would, were it the stdenv's own.
[[nodiscard]] std::optional<Compiler> other_stdenv_that_works(const Tables& tables, const Request& request);

}  // namespace cudastdenv
