// SPDX-License-Identifier: MIT
#include "nix/writers.hpp"

#include "core/lists.hpp"
#include "core/versions.hpp"
#include "nix/programs.hpp"

#include <algorithm>

namespace cudastdenv::nix {

namespace {

constexpr std::string_view checks_comment =
    "Written by `cudastdenv nix checks`.\n"
    "A derivation for each CUDA release and host compiler that nixpkgs has: it compiles and links a small program\n"
    "with that compiler and the standard environment's libstdc++, and looks at the symbol versions that it needs.\n"
    "Building runs what needs no GPU of it. `passthru.tests.cuda.saxpy` of each runs all of it on a builder that has\n"
    "the feature `cuda`, `passthru.testers.cuda.saxpy` is the program for a machine outside of the sandbox.";

std::vector<std::string> texts(const std::vector<int>& majors) {
    std::vector<std::string> texts;
    for (const int major : majors) texts.push_back(std::to_string(major));
    return texts;
}

void describe(Set& checks, Version release, std::string_view family, const std::vector<int>& majors) {
    for (const int major : majors)
        checks.push_back({package_set_name(release) + '-' + std::string(family) + std::to_string(major),
                          Set{{"cudaRelease", to_string(release)},
                              {"hostCompiler", std::string(family) + '-' + std::to_string(major)}},
                          ""});
}

/// Whether a release works with a compiler, linked with the libstdc++ of the request's stdenv.
bool works_with(const Tables& tables, Request request, Compiler compiler) {
    // nixpkgs has a Clang as a standard environment of its own, with the libstdc++ of the usual one.
    if (compiler.family == Compiler::Family::clang) request.stdenv.compiler = compiler;
    else if (request.stdenv.compiler.family == Compiler::Family::clang)
        request.stdenv.compiler = {Compiler::Family::gcc, request.stdenv.libstdcxx};
    return works(resolve(tables, request), compiler);
}

}  // namespace

CheckedRelease checked_release(const Tables& tables, const Request& request) {
    CheckedRelease checked{request.cuda, {}, {}};
    std::vector<Compiler> compilers(request.available.begin(), request.available.end());
    compilers.push_back(request.stdenv.compiler);
    sort_unique(compilers);
    for (const Compiler compiler : compilers)
        if (works_with(tables, request, compiler))
            (compiler.family == Compiler::Family::gcc ? checked.gccs : checked.clangs).push_back(compiler.major);
    return checked;
}

File checks_file(std::span<const CheckedRelease> releases) {
    Set table;
    Set plain;
    for (const CheckedRelease& checked : releases) {
        const Version release = minor_of(checked.version);
        const Set compilers{{"gcc", texts(checked.gccs)}, {"clang", texts(checked.clangs)}};
        table.push_back({to_string(release), compilers});
        describe(plain, release, "gcc", checked.gccs);
        describe(plain, release, "clang", checked.clangs);
    }
    constexpr std::string_view no_releases = "releases = { }";
    std::string code(programs::checks.substr(programs::checks.find('\n') + 1));  // without the licence's line
    code.replace(code.find(no_releases), no_releases.size(), "releases = " + written(Value(table), 2));
    code.pop_back();  // the last line's end
    return {.comment = std::string(checks_comment), .value = Expression{code}, .plain = plain};
}

}  // namespace cudastdenv::nix
