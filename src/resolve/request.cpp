// SPDX-License-Identifier: MIT
#include "resolve/request.hpp"

#include "core/compiler_versions.hpp"
#include "core/quote.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <string>

namespace cudastdenv {

namespace {

bool is_compiler(Compiler compiler) noexcept { return compiler.major >= 1; }

[[noreturn]] void refuse(Compiler compiler) {
    throw BadRequest(to_string(compiler) + " is no compiler: its number counts from 1");
}

void check_system(const Tables& tables, std::string_view system) {
    if (knows_system(tables, system)) return;
    throw BadRequest("unknown system " + in_quotes(system) +
                     ": it is no Nix system of the tables; any_system says that it is meant all the same");
}

}  // namespace

int default_libstdcxx(const Tables& tables, Compiler compiler) noexcept {
    if (compiler.family == Compiler::Family::gcc) return compiler.major;
    const EnvironmentRow* assumed = find_environment(tables, tables.assumed_environment);
    return assumed ? assumed->libstdcxx : compiler.major;
}

Stdenv stdenv_in(const EnvironmentRow& environment) noexcept {
    return {.compiler = environment.compiler,
            .libstdcxx = environment.libstdcxx,
            .glibc = environment.glibc,
            .fixed_advisories = environment.fixed_advisories,
            .libstdcxx_release = environment.libstdcxx_version,
            .nonshared = environment.nonshared};
}

std::optional<Version> version_of(const Request& request, Compiler compiler) noexcept {
    return find_version(request.compiler_versions, compiler);
}

Request with_full_release(const Tables& tables, const Request& request) {
    const Release* release = find_release(tables, request.cuda);
    if (!release)
        throw BadRequest("unknown CUDA release " + to_string(request.cuda) +
                         ": find_release() says which the tables have");
    if (!request.any_system) {
        check_system(tables, request.system);
        if (!request.build_system.empty()) check_system(tables, request.build_system);
    }
    Request full = request;
    full.cuda = release->version;
    return full;
}

Request completed(const Tables& tables, const Request& request) {
    Request complete = with_full_release(tables, request);
    Stdenv& stdenv = complete.stdenv;
    if (stdenv.compiler == Compiler{})
        if (const EnvironmentRow* assumed = find_environment(tables, tables.assumed_environment))
            stdenv.compiler = assumed->compiler;
    if (!is_compiler(stdenv.compiler)) refuse(stdenv.compiler);
    const auto wrong = std::ranges::find_if_not(request.available, is_compiler);
    if (wrong != request.available.end()) refuse(*wrong);
    if (stdenv.libstdcxx < 0) throw BadRequest("the libstdc++ of a GCC is told by its number, which counts from 1");
    if (stdenv.libstdcxx == 0) stdenv.libstdcxx = default_libstdcxx(tables, stdenv.compiler);
    return complete;
}

}  // namespace cudastdenv
