#include "cli/this_machine.hpp"

#include "cli/usage_error.hpp"
#include "core/quote.hpp"
#include "machine/host_parts.hpp"

#include <cudastdenv/lookup.hpp>

#include <fmt/format.h>

namespace cudastdenv::cli {

namespace {

/// The libstdc++ that programs load here; as the newest known one where it is newer than the tables.
int libstdcxx_of(const Tables& tables, const machine::Host& host, Compiler compiler) {
    if (host.libstdcxx) return host.libstdcxx->gcc.value_or(tables.libstdcxx.back().gcc.major);
    if (compiler.family == Compiler::Family::gcc) return compiler.major;
    throw UsageError("no libstdc++.so.6 is found on this machine; --libstdcxx gcc-14 says whose it is");
}

}  // namespace

const machine::FoundToolkit& toolkit_of(const machine::Host& host) {
    if (host.toolkits.empty())
        throw UsageError("no CUDA toolkit is found on this machine (`cudastdenv detect` says where it looks); give "
                         "--cuda 12.8");
    const machine::FoundToolkit& toolkit = host.toolkits.front();
    if (!toolkit.release)
        throw UsageError(fmt::format("{} is nvcc {}, of a release that these tables don't know; give --cuda with the "
                                     "nearest that they do",
                                     in_quotes(toolkit.nvcc.string()), toolkit.build));
    return toolkit;
}

const Release& release_of_this_machine(const Tables& tables) {
    machine::Host host;
    machine::find_toolkits(machine::Surroundings::here(), tables, host);
    return *toolkit_of(host).release;
}

Stdenv stdenv_of(const Tables& tables, const machine::Host& host) {
    if (!host.default_compiler)
        throw UsageError("no C++ compiler is found on PATH that could be this machine's stdenv; give --stdenv gcc-14");
    const machine::FoundCompiler* compiler = find_compiler(host, *host.default_compiler);
    // nvcc's host compiler meets the headers of the C library; mostly they are of the one that is loaded.
    const std::optional<Version> glibc = compiler && compiler->glibc ? compiler->glibc : host.glibc;
    const LibstdcxxRow* loaded = host.libstdcxx ? libstdcxx_with(tables, host.libstdcxx->glibcxx) : nullptr;
    return {.compiler = *host.default_compiler,
            .libstdcxx = libstdcxx_of(tables, host, *host.default_compiler),
            .glibc = glibc,
            .fixed_advisories = {},
            .libstdcxx_release = loaded ? std::optional(loaded->gcc) : std::nullopt};
}

}  // namespace cudastdenv::cli
