// SPDX-License-Identifier: MIT
#include "ask/host_reading.hpp"

#include "ask/bad_input.hpp"
#include "core/lists.hpp"
#include "core/quote.hpp"
#include "tables/lookup.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

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
                       "{} is nvcc {}, of a release that these tables don't know; give --cuda with the "
                       "nearest that they do",
                       in_quotes(toolkit.nvcc.string()), toolkit.build);
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

namespace {

using nlohmann::json;

[[noreturn]] void fail(std::string_view key) {
    throw BadInput(InputError::malformed, "host: {} is not as `cudastdenv detect --json` prints it", key);
}

/// A member; null where there is none.
const json& member(const json& object, const char* key) {
    static const json nothing;
    if (!object.is_object()) fail(key);
    const auto found = object.find(key);
    return found == object.end() ? nothing : *found;
}

std::optional<std::string> text(const json& object, const char* key) {
    const json& value = member(object, key);
    if (value.is_null()) return std::nullopt;
    if (!value.is_string()) fail(key);
    return value.get<std::string>();
}

std::string needed_text(const json& object, const char* key) {
    const std::optional<std::string> found = text(object, key);
    if (!found) fail(key);
    return *found;
}

std::optional<int> number(const json& object, const char* key) {
    const json& value = member(object, key);
    if (value.is_null()) return std::nullopt;
    if (!value.is_number_integer()) fail(key);
    return value.get<int>();
}

/// A text that `parse` takes; nothing where there is none.
template <class Parse>
auto parsed(const json& object, const char* key, Parse parse) -> decltype(parse("")) {
    const std::optional<std::string> found = text(object, key);
    if (!found) return std::nullopt;
    const auto value = parse(*found);
    if (!value) fail(key);
    return value;
}

/// The elements of a list; none where it is null, which is "not known".
const json::array_t& elements(const json& object, const char* key) {
    static const json::array_t none;
    const json& list = member(object, key);
    if (list.is_null()) return none;
    if (!list.is_array()) fail(key);
    return list.get_ref<const json::array_t&>();
}

std::optional<ToolkitHeaders> parse_toolkit_headers(std::string_view text) {
    for (const ToolkitHeaders place : {ToolkitHeaders::prefix, ToolkitHeaders::system})
        if (to_string(place) == text) return place;
    return std::nullopt;
}

FoundToolkit read_toolkit(const Tables& tables, const json& detected) {
    FoundToolkit toolkit;
    toolkit.nvcc = needed_text(detected, "path");
    toolkit.root = text(detected, "root").value_or("");
    toolkit.build = needed_text(detected, "nvcc");
    const auto version = parsed(detected, "version", parse_version);
    if (!version) fail("version");
    toolkit.version = *version;
    toolkit.release = find_release(tables, *version);
    toolkit.headers = text(detected, "headers").value_or("");
    toolkit.headers_place = parsed(detected, "headersPlace", parse_toolkit_headers);
    for (const json& other : elements(detected, "sameBuild")) {
        const auto same = other.is_string() ? parse_version(other.get<std::string>()) : std::nullopt;
        if (!same) fail("sameBuild");
        toolkit.same_build.push_back(*same);
    }
    return toolkit;
}

FoundCompiler read_found_compiler(const json& detected) {
    const auto compiler = parsed(detected, "compiler", parse_compiler);
    if (!compiler) fail("compiler");
    FoundCompiler found;
    found.compiler = *compiler;
    found.version = text(detected, "version").value_or("");
    found.path = needed_text(detected, "path");
    found.libstdcxx_headers = number(detected, "libstdcxxHeaders");
    found.libstdcxx = text(detected, "libstdcxx").value_or("");
    found.glibc = parsed(detected, "glibc", parse_version);
    return found;
}

std::optional<LoadedLibstdcxx> read_loaded(const json& detected) {
    const json& library = member(detected, "libstdcxx");
    if (library.is_null()) return std::nullopt;
    return LoadedLibstdcxx{.path = text(library, "path").value_or(""),
                           .glibcxx = needed_text(library, "glibcxx"),
                           .cxxabi = text(library, "cxxabi").value_or(""),
                           .gcc = number(library, "gcc")};
}

}  // namespace

Host read_host(const Tables& tables, const json& detected) {
    Host host;
    host.system = needed_text(detected, "system");
    for (const json& toolkit : elements(detected, "toolkits")) host.toolkits.push_back(read_toolkit(tables, toolkit));
    for (const json& compiler : elements(detected, "compilers")) {
        host.compilers.push_back(read_found_compiler(compiler));
        if (member(compiler, "default") == true) host.default_compiler = host.compilers.back().compiler;
    }
    host.libstdcxx = read_loaded(detected);
    host.glibc = parsed(detected, "glibc", parse_version);
    host.driver = text(detected, "driver");
    for (const json& gpu : elements(detected, "gpus"))
        host.gpus.push_back({needed_text(gpu, "name"), parsed(gpu, "capability", parse_capability)});
    return host;
}

}  // namespace cudastdenv::asking
