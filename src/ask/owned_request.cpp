// SPDX-License-Identifier: MIT
#include "ask/owned_request.hpp"

#include "ask/bad_input.hpp"
#include "ask/names.hpp"
#include "core/lists.hpp"
#include "core/versions.hpp"
#include "resolve/component.hpp"
#include "resolve/coverage.hpp"
#include "resolve/request.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"
#include "words/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

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

bool is_host(const Texts& texts, std::string_view name) { return texts.has(name) && texts.value(name) == host_name; }

/// Whether it is no problem of a list that is for these platforms.
bool is_left_open(const Diagnostic& problem, Platforms platforms) {
    if (problem.id == "excepted-gpu") return platforms != Platforms::one;
    return platforms == Platforms::of_each_gpu && problem.id.starts_with("jetson-");
}

}  // namespace

LibstdcxxOwner read_libstdcxx_owner(const Tables& tables, std::string_view text) {
    const auto [owner, version] = read_compiler(tables, text);
    if (owner.family != Compiler::Family::gcc)
        throw BadInput(InputError::malformed, "{} brings no libstdc++; write --libstdcxx gcc-14", to_string(owner));
    return {owner.major, version};
}

std::string environment_suggestion(const Tables& tables, std::string_view text) {
    std::vector<std::string_view> choices;
    for (const EnvironmentRow& row : tables.environments) {
        choices.push_back(row.id);
        choices.insert(choices.end(), row.aliases.begin(), row.aliases.end());
    }
    return closest_or("; `cudastdenv table environments` lists those that there are", text, choices);
}

Policy read_policy(const Texts& texts) {
    return read_enumerator<Policy>("policy", texts.value_or("policy", "nixpkgs"));
}

std::vector<words::UserDefault> user_defaults(const Texts& texts) {
    std::vector<words::UserDefault> defaults;
    for (const auto& [option, variable] : texts.variables())
        defaults.push_back({option, texts.value(option), variable});
    return defaults;
}

void check_standard(const Release& release, CxxStandard standard) {
    if (!release.newest_standard || standard <= *release.newest_standard) return;
    throw BadInput(InputError::unfit, "CUDA {} has no {}: its nvcc takes {} at most", to_string(release.version),
                   to_string(standard), to_string(*release.newest_standard));
}

CxxStandard read_standard(std::string_view text) {
    return needed(parse_cxx_standard(text), InputError::unknown,
                  "unknown C++ standard {}; there are c++11, c++14, c++17, c++20, c++23", in_quotes(text));
}

Version read_glibc(std::string_view text) {
    return needed(parse_version(text), InputError::malformed, "{} is not a glibc version; write one like 2.41",
                  in_quotes(text));
}

namespace {

/// An image that is named as the one says the other too: its CUDA, or the system that it is made of. Whose toolkit is
/// this machine's builds with this machine's compilers, unless nixpkgs is what is asked about.
Texts with_all_that_is_meant(const Tables& tables, const Texts& texts) {
    if (is_host(texts, "cuda") && !texts.has("stdenv") && !texts.has("nixpkgs-exact"))
        return texts.with("stdenv", host_name);
    if (texts.has("cuda") && !texts.has("stdenv") && cuda_of_image(texts.value("cuda")) &&
        environment_named(tables, texts.value("cuda")))
        return texts.with("stdenv", texts.value("cuda"));
    if (texts.has("stdenv") && !texts.has("cuda") && cuda_of_image(texts.value("stdenv")))
        return texts.with("cuda", texts.value("stdenv"));
    return texts;
}

}  // namespace

OwnedRequest::OwnedRequest(const Context& context, const Texts& given, std::optional<Host> host, Platforms platforms)
    : context_(context), host_(std::move(host)), platforms_(platforms) {
    const Texts texts = with_all_that_is_meant(tables(), given);
    as_read_.defaults = user_defaults(given);
    if (texts.has("stdenv") && !is_host(texts, "stdenv"))
        environment_ = environment_named(tables(), texts.value("stdenv"));
    if (environment_) as_read_.environment = environment_->id;
    read_release(texts);
    read_systems(texts);
    read_stdenv(texts);
    find_toolkit_headers(texts);
    read_available(texts);
    read_rest(texts);
    read_capabilities(texts);
}

const Host& OwnedRequest::host() {
    if (!host_) host_ = context_.look_at_host(tables(), HostPart::all);
    return *host_;
}

void OwnedRequest::read_release(const Texts& texts) {
    if (!texts.has("cuda"))
        throw BadInput(InputError::missing, "which CUDA release? Give --cuda 12.8 or --cuda latest");
    as_read_.cuda_requested = texts.value("cuda");
    if (is_host(texts, "cuda")) {
        request_.cuda = toolkit_of(host()).release->version;
        return;
    }
    const bool names_channel = environment_ && environment_->id.starts_with("nixos-");
    const ReleaseName name = read_release_name(context_, as_read_.cuda_requested,
                                               names_channel ? environment_->id : tables().assumed_environment);
    request_.cuda = name.release->version;
    as_read_.other_releases = name.others;
    as_read_.package_set = {
        .channel = name.channel, .assumed = !names_channel, .patch_known = name.patch_known, .sources = name.sources};
}

void OwnedRequest::read_systems(const Texts& texts) {
    const bool runs_here = host_ || is_host(texts, "cuda") || is_host(texts, "stdenv");
    if (texts.has("system")) {
        const SystemName system = read_system_name(tables(), "system", texts.value("system"));
        request_.system = system.nix;
        request_.redist_asked = system.redist;
    } else if (runs_here) {
        // What the machine is was not typed: where the tables do not have it, that is no slip.
        request_.system = host().system;
        request_.any_system = true;
    } else if (environment_ && environment_->system) {
        request_.system = *environment_->system;
    } else {
        as_read_.system_assumed = true;
    }
    if (texts.has("build-system"))
        request_.build_system = read_system_name(tables(), "build-system", texts.value("build-system")).nix;
}

void OwnedRequest::read_stdenv(const Texts& texts) {
    const EnvironmentRow& assumed = *find_environment(tables(), tables().assumed_environment);
    Stdenv& stdenv = request_.stdenv;
    if (!texts.has("stdenv")) {
        // Only the compiler and its libstdc++ are assumed: what else nixpkgs packages says nothing about this machine.
        as_read_.stdenv_assumed = true;
        stdenv.compiler = assumed.compiler;
        stdenv.libstdcxx = assumed.libstdcxx;
    } else if (is_host(texts, "stdenv")) {
        take_stdenv_of_host();
    } else if (environment_) {
        stdenv = stdenv_in(*environment_);
        headers_.assign(environment_->gccs.begin(), environment_->gccs.end());
        headers_.push_back(environment_->libstdcxx);
    } else {
        const std::string& text = texts.value("stdenv");
        const bool may_be_version = parse_version(text).has_value();
        if (!named_compiler(text) && !may_be_version)
            throw BadInput(InputError::unknown,
                           "unknown stdenv {} (a compiler like gcc-14, an environment's name, or host){}",
                           in_quotes(text), environment_suggestion(tables(), text));
        const NamedCompiler named = read_compiler(tables(), text);
        stdenv.compiler = named.compiler;
        stdenv.libstdcxx = default_libstdcxx(tables(), stdenv.compiler);
        add_version(versions_, named);
        if (stdenv.compiler.family == Compiler::Family::gcc) stdenv.libstdcxx_release = named.version;
        as_read_.libstdcxx_assumed = stdenv.compiler.family == Compiler::Family::clang && !texts.has("libstdcxx");
    }
    if (texts.has("libstdcxx")) {
        const LibstdcxxOwner owner = read_libstdcxx_owner(tables(), texts.value("libstdcxx"));
        if (owner.release || owner.major != stdenv.libstdcxx) stdenv.libstdcxx_release = owner.release;
        stdenv.libstdcxx = owner.major;
    }
    request_.libstdcxx_headers = headers_;
}

void OwnedRequest::find_toolkit_headers(const Texts& texts) {
    if (is_host(texts, "cuda") || as_read_.environment == host_name)
        request_.toolkit_headers = toolkit_headers_of(host(), request_.cuda);
    else if (environment_ && cuda_of_image(texts.value("stdenv"))) request_.toolkit_headers = ToolkitHeaders::prefix;
    else if (environment_) request_.toolkit_headers = own_cuda_headers(*environment_, request_.cuda);
}

void OwnedRequest::take_stdenv_of_host() {
    as_read_.environment = host_name;
    request_.stdenv = stdenv_of(tables(), host());
    add_versions_of_host();
    for (const FoundCompiler& compiler : host().compilers)
        if (compiler.libstdcxx_headers && !contains(headers_, *compiler.libstdcxx_headers))
            headers_.push_back(*compiler.libstdcxx_headers);
}

void OwnedRequest::add_versions_of_host() {
    for (const FoundCompiler& found : host().compilers) {
        const std::optional<Version> version =
            parse_compiler_version(fmt::format("{}-{}", to_string(found.compiler.family), found.version));
        // Of several with one major version the first on PATH is meant.
        if (version && !find_version(versions_, found.compiler)) versions_.push_back({found.compiler, *version});
    }
}

void OwnedRequest::add_compilers_of_host() {
    add_versions_of_host();
    for (const FoundCompiler& found : host().compilers)
        if (!contains(available_, found.compiler)) available_.push_back(found.compiler);
}

void OwnedRequest::read_available(const Texts& texts) {
    if (texts.has("available")) {
        for (const std::string_view text : split_list(texts.value("available"))) {
            if (text == host_name) {
                add_compilers_of_host();
                continue;
            }
            const NamedCompiler named = read_compiler(tables(), text);
            available_.push_back(named.compiler);
            add_version(versions_, named);
        }
    } else if (as_read_.environment == host_name) {
        add_compilers_of_host();
    } else if (environment_) {
        available_ = packaged_in(*environment_);
    } else {
        available_ = known_compilers(tables());
        as_read_.available_assumed = true;
    }
    request_.available = available_;
    request_.compiler_versions = versions_;
}

void OwnedRequest::read_rest(const Texts& texts) {
    request_.policy = read_policy(texts);
    request_.nixpkgs_exact = texts.has("nixpkgs-exact");
    if (texts.has("forward-compat") && texts.has("no-forward-compat"))
        throw BadInput(InputError::contradiction,
                       "--forward-compat and --no-forward-compat contradict each other; give one of them");
    request_.forward_compat = !texts.has("no-forward-compat");

    if (texts.has("glibc")) request_.stdenv.glibc = read_glibc(texts.value("glibc"));

    if (!texts.has("std")) return;
    request_.standard = read_standard(texts.value("std"));
    check_standard(*find_release(tables(), request_.cuda), *request_.standard);
}

void OwnedRequest::read_capabilities(const Texts& texts) {
    if (texts.has("capabilities")) add_listed(texts.value("capabilities"));
    if (texts.has("gpu")) add_gpus(texts.value("gpu"));
    request_.capabilities = capabilities_;
    // Jetsons alone say which system is meant, where neither the question nor this machine does.
    const bool is_said = texts.has("system") || host_.has_value();
    if (!is_said && is_for_jetson(texts)) request_.system = jetson_system;
    if (!capabilities_.empty()) check_capability_list();
}

void OwnedRequest::add_listed(std::string_view text) {
    const bool may_be_empty = request_.nixpkgs_exact;
    if (text.empty() && may_be_empty) return;
    for (const ListedCapability& listed : read_capability_list(tables(), text)) {
        const std::vector<Capability> meant = capabilities_of(tables(), request_.cuda, listed);
        if (meant.empty())
            throw BadInput(InputError::unfit, "CUDA {} knows no {} GPU", to_string(request_.cuda),
                           in_quotes(std::get<std::string_view>(listed)));
        capabilities_.insert(capabilities_.end(), meant.begin(), meant.end());
    }
}

void OwnedRequest::add_gpus(std::string_view text) {
    gpus_ = read_gpu_list(tables(), text);
    for (const Gpu& gpu : gpus_) {
        const Capability number = number_in(tables(), gpu.capability, request_.cuda);
        // Two GPUs of one capability are no slip, as a capability that is listed twice may be.
        if (!contains(capabilities_, number)) capabilities_.push_back(number);
    }
}

bool OwnedRequest::is_for_jetson(const Texts& texts) const {
    if (!capabilities_.empty()) return are_jetsons(tables(), capabilities_);
    return texts.has("driver") && is_jetson(tables(), read_driver(texts.value("driver")));
}

void OwnedRequest::check_capability_list() const {
    for (const Diagnostic& problem : check_capabilities(tables(), request_))
        if (!is_left_open(problem, platforms_)) throw BadInput(InputError::unfit, words::text_of(problem));
}

bool OwnedRequest::suppose_available(std::string_view name) {
    const NamedCompiler named = read_compiler(tables(), name);
    add_version(versions_, named);
    request_.compiler_versions = versions_;
    if (named.compiler == request_.stdenv.compiler || contains(available_, named.compiler)) return false;
    available_.push_back(named.compiler);
    request_.available = available_;
    return true;
}

words::ResolutionReport OwnedRequest::answer(const Resolution& resolution) const {
    return {as_read_, tables(), request_, resolution};
}

}  // namespace cudastdenv::asking
