// SPDX-License-Identifier: MIT
#include "cli/abi_stdenv.hpp"

#include "ask/bad_input.hpp"
#include "ask/compiler_name.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/host_answers.hpp"
#include "ask/owned_request.hpp"
#include "core/quote.hpp"
#include "host/host.hpp"
#include "tables/environment_names.hpp"
#include "tables/lookup.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <string_view>

namespace cudastdenv::cli {

namespace {

[[noreturn]] void fail_unknown_stdenv(const Tables& tables, std::string_view name) {
    throw BadInput(InputError::unknown,
                   fmt::format("unknown stdenv {} (a compiler like gcc-14, an environment's name, or host){}",
                               in_quotes(name), environment_suggestion(tables, name)));
}

AbiStdenv stdenv_of_compiler(const Tables& tables, const std::string& name, bool has_libstdcxx) {
    const auto [compiler, version] = read_compiler(tables, name);
    AbiStdenv stdenv;
    stdenv.name = words::name_in_words(compiler, version);
    if (compiler.family == Compiler::Family::gcc)
        take_libstdcxx(tables, version.value_or(Version{compiler.major, 0}), stdenv);
    else if (!has_libstdcxx)
        throw BadInput(InputError::missing,
                       fmt::format("whose libstdc++ does a {} stdenv have? Give --libstdcxx gcc-14", name));
    return stdenv;
}

/// What programs load here, not what they are compiled with.
AbiStdenv stdenv_of_host(const Tables& tables) {
    const Host host = machine::look_at(machine::Surroundings::here(), tables);
    AbiStdenv stdenv;
    stdenv.name = host_name;
    stdenv.glibc = host.glibc;
    if (!host.libstdcxx) return stdenv;
    stdenv.gcc = host.libstdcxx->gcc;
    stdenv.glibcxx = number_of(AbiPart::glibcxx, host.libstdcxx->glibcxx);
    stdenv.cxxabi = number_of(AbiPart::cxxabi, host.libstdcxx->cxxabi);
    return stdenv;
}

AbiStdenv read_named(const Tables& tables, const ParsedOptions& options) {
    if (!options.has("stdenv")) return {};
    const std::string& name = options.value("stdenv");
    if (name == host_name) return stdenv_of_host(tables);
    if (const EnvironmentRow* environment = environment_named(tables, name)) return stdenv_of(tables, *environment);
    if (!named_compiler(name)) fail_unknown_stdenv(tables, name);
    return stdenv_of_compiler(tables, name, options.has("libstdcxx"));
}

void add_to_name(AbiStdenv& stdenv, const std::string& part) {
    stdenv.name += (stdenv.name.empty() ? "" : " with ") + part;
}

}  // namespace

AbiStdenv read_abi_stdenv(const Tables& tables, const ParsedOptions& options) {
    AbiStdenv stdenv = read_named(tables, options);
    if (options.has("libstdcxx")) {
        const LibstdcxxOwner owner = read_libstdcxx_owner(tables, options.value("libstdcxx"));
        take_libstdcxx(tables, owner.release.value_or(Version{owner.major, 0}), stdenv);
        add_to_name(stdenv,
                    "libstdc++ of " + words::name_in_words({Compiler::Family::gcc, owner.major}, owner.release));
    }
    if (options.has("glibc")) {
        stdenv.glibc = read_glibc(options.value("glibc"));
        add_to_name(stdenv, "glibc " + to_string(*stdenv.glibc));
    }
    return stdenv;
}

}  // namespace cudastdenv::cli
