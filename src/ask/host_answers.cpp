// SPDX-License-Identifier: MIT
#include "ask/host_answers.hpp"

#include "ask/bad_input.hpp"
#include "core/quote.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

namespace cudastdenv::asking {

namespace {

/// The libstdc++ that programs load here; as the newest known one where it is newer than the tables.
int libstdcxx_of(const Tables& tables, const Host& host, Compiler compiler) {
    if (host.libstdcxx) return host.libstdcxx->gcc.value_or(tables.libstdcxx.back().gcc.major);
    if (compiler.family == Compiler::Family::gcc) return compiler.major;
    throw BadInput(InputError::not_here,
                   "no libstdc++.so.6 is found on this machine; --libstdcxx gcc-14 says whose it is");
}

}  // namespace

const FoundToolkit& toolkit_of(const Host& host) {
    if (host.toolkits.empty())
        throw BadInput(InputError::not_here,
                       "no CUDA toolkit is found on this machine (`cudastdenv detect` says where it looks); give "
                       "--cuda 12.8");
    const FoundToolkit& toolkit = host.toolkits.front();
    if (!toolkit.release)
        throw BadInput(InputError::not_here,
                       fmt::format("{} is nvcc {}, of a release that these tables don't know; give --cuda with the "
                                   "nearest that they do",
                                   in_quotes(toolkit.nvcc.string()), toolkit.build));
    return toolkit;
}

Stdenv stdenv_of(const Tables& tables, const Host& host) {
    if (!host.default_compiler)
        throw BadInput(InputError::not_here,
                       "no C++ compiler is found on PATH that could be this machine's stdenv; give --stdenv gcc-14");
    const FoundCompiler* compiler = find_compiler(host, *host.default_compiler);
    // nvcc's host compiler meets the headers of the C library; mostly they are of the one that is loaded.
    const std::optional<Version> glibc = compiler && compiler->glibc ? compiler->glibc : host.glibc;
    const LibstdcxxRow* loaded = host.libstdcxx ? libstdcxx_with(tables, host.libstdcxx->glibcxx) : nullptr;
    return {.compiler = *host.default_compiler,
            .libstdcxx = libstdcxx_of(tables, host, *host.default_compiler),
            .glibc = glibc,
            .fixed_advisories = {},
            .libstdcxx_release = loaded ? std::optional(loaded->gcc) : std::nullopt};
}

std::optional<ToolkitHeaders> toolkit_headers_of(const Host& host, Version release) {
    const FoundToolkit* toolkit = find_toolkit(host, {.version = release});
    return toolkit ? toolkit->headers_place : std::nullopt;
}

}  // namespace cudastdenv::asking
