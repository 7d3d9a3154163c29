#include "cli/question.hpp"

#include "cli/did_you_mean.hpp"
#include "cli/release_name.hpp"
#include "cli/system_name.hpp"
#include "cli/usage_error.hpp"
#include "report/messages.hpp"

#include <cudastdenv/lookup.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

namespace cudastdenv::cli {

namespace {

/// How far beyond the newest known compiler a major version is still a compiler of the near future
/// (about one a year) rather than a slip of the fingers.
constexpr int majors_ahead = 4;

constexpr std::string_view default_system = "x86_64-linux";

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    if (text.empty()) return parts;
    for (;;) {
        const std::size_t comma = text.find(',');
        std::string_view part = text.substr(0, comma);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        parts.push_back(part);
        if (comma == text.npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

/// The oldest and the newest major of a family that any row names; everything between them counts as known.
struct KnownMajors {
    int oldest = std::numeric_limits<int>::max();
    int newest = 0;

    void include(int major) {
        oldest = std::min(oldest, major);
        newest = std::max(newest, major);
    }
};

KnownMajors known_majors(const Tables& tables, Compiler::Family family) {
    KnownMajors known;
    for (const HostCompilerRow& row : tables.host_compilers) {
        if (row.family != family) continue;
        for (const Policy view : {Policy::nixpkgs, Policy::documented, Policy::enforced})
            if (const auto& range = view_of(row, view)) {
                known.include(range->max);
                if (range->min) known.include(*range->min);
            }
    }
    if (family == Compiler::Family::gcc)
        for (const LibstdcxxRow& row : tables.libstdcxx) known.include(row.gcc.major);
    return known;
}

std::vector<Compiler> known_compilers(const Tables& tables) {
    std::vector<Compiler> compilers;
    compilers.reserve(64);
    for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang}) {
        const KnownMajors known = known_majors(tables, family);
        for (int major = known.oldest; major <= known.newest; ++major) compilers.push_back({family, major});
    }
    return compilers;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

/// The baseline capabilities that a microarchitecture's name stands for in a release; Jetsons go by number only.
std::vector<Capability> capabilities_named(const Tables& tables, Version release, std::string_view name) {
    bool known_name = false;
    std::vector<Capability> named;
    for (const CapabilityRow& row : tables.capabilities) {
        if (lower_case(row.architecture) != lower_case(name)) continue;
        known_name = true;
        const bool in_release = VersionRange{row.nvcc.first, row.nvcc.last}.contains(release);
        if (in_release && row.capability.kind == Capability::Kind::baseline && !row.jetson)
            named.push_back(row.capability);
    }
    if (known_name && named.empty())
        throw UsageError(fmt::format("CUDA {} knows no {} GPU", to_string(release), in_quotes(name)));
    return named;
}

[[noreturn]] void fail_capability(const Tables& tables, std::string_view text) {
    std::set<std::string_view> architectures;
    for (const CapabilityRow& row : tables.capabilities) architectures.insert(row.architecture);
    const std::vector<std::string_view> choices(architectures.begin(), architectures.end());
    const std::string_view near = closest(text, choices);
    throw UsageError(fmt::format("{} is not a capability{}", in_quotes(text),
                                 near.empty() ? "; write one like 9.0, 9.0a, 10.0f, sm_90 or Hopper"
                                              : fmt::format(": did you mean {}?", in_quotes(near))));
}

}  // namespace

ChosenTables::ChosenTables(const ParsedOptions& options) {
    if (options.has("data")) view_ = loaded_.emplace(options.value("data")).view();
    else view_ = builtin_tables();
}

Compiler read_compiler(const Tables& tables, std::string_view text) {
    const std::optional<Compiler> compiler = parse_compiler(text);
    if (!compiler)
        throw UsageError(fmt::format("{} is not a compiler; write one like gcc-14 or clang-19", in_quotes(text)));
    const int newest = known_majors(tables, compiler->family).newest;
    if (compiler->major > newest + majors_ahead)
        throw UsageError(fmt::format("unknown compiler {}; the newest {} that these tables know is {}", in_quotes(text),
                                     to_string(compiler->family), to_string(Compiler{compiler->family, newest})));
    return *compiler;
}

Policy read_policy(const ParsedOptions& options) {
    const std::string policy = options.value_or("policy", "nixpkgs");
    constexpr std::array policies{Policy::nixpkgs, Policy::documented, Policy::enforced};
    const auto found = std::ranges::find(policies, policy, [](Policy p) { return to_string(p); });
    if (found != policies.end()) return *found;
    constexpr std::array<std::string_view, 3> choices{"nixpkgs", "documented", "enforced"};
    throw UsageError(fmt::format("unknown policy {}{}", in_quotes(policy), suggestion(policy, choices)));
}

Question::Question(const ParsedOptions& options) : tables_(options) {
    read_release(options);
    read_systems(options);
    read_stdenv(options);
    read_available(options);
    read_rest(options);
    read_capabilities(options);
}

void Question::read_release(const ParsedOptions& options) {
    if (!options.has("cuda")) throw UsageError("which CUDA release? Give --cuda 12.8 or --cuda latest");
    cuda_requested_ = options.value("cuda");
    const EnvironmentRow* environment = find_environment(tables(), options.value_or("stdenv", ""));
    const bool names_channel = environment && environment->id.starts_with("nixos-");
    const ReleaseName name = read_release_name(
        tables(), cuda_requested_, names_channel ? environment->id : tables().assumed_environment);
    request_.cuda = name.release->version;
    package_set_ = {.channel = name.channel, .assumed = !names_channel, .patch_known = name.patch_known};
}

void Question::read_systems(const ParsedOptions& options) {
    const SystemName system = read_system_name(tables(), "system", options.value_or("system", default_system));
    request_.system = system.nix;
    request_.redist_asked = system.redist;
    if (options.has("build-system"))
        request_.build_system = read_system_name(tables(), "build-system", options.value("build-system")).nix;
}

void Question::read_stdenv(const ParsedOptions& options) {
    const EnvironmentRow& assumed = *find_environment(tables(), tables().assumed_environment);
    Stdenv& stdenv = request_.stdenv;
    if (!options.has("stdenv")) {
        // Only the compiler and its libstdc++ are assumed: what else nixpkgs packages says nothing about this machine.
        stdenv_assumed_ = true;
        environment_ = &assumed;
        stdenv.compiler = assumed.compiler;
        stdenv.libstdcxx = assumed.libstdcxx;
    } else if ((environment_ = find_environment(tables(), options.value("stdenv")))) {
        stdenv = {environment_->compiler, environment_->libstdcxx, environment_->glibc,
                  environment_->fixed_advisories};
        headers_.assign(environment_->gccs.begin(), environment_->gccs.end());
        headers_.push_back(environment_->libstdcxx);
    } else {
        const std::string& text = options.value("stdenv");
        if (!parse_compiler(text)) {
            std::vector<std::string_view> choices;
            for (const EnvironmentRow& row : tables().environments) choices.push_back(row.id);
            throw UsageError(fmt::format("unknown stdenv {} (a compiler like gcc-14, or an environment's name){}",
                                         in_quotes(text), suggestion(text, choices)));
        }
        stdenv.compiler = read_compiler(tables(), text);
        const bool is_gcc = stdenv.compiler.family == Compiler::Family::gcc;
        stdenv.libstdcxx = is_gcc ? stdenv.compiler.major : assumed.libstdcxx;
        libstdcxx_assumed_ = !is_gcc && !options.has("libstdcxx");
    }
    if (options.has("libstdcxx")) {
        const Compiler owner = read_compiler(tables(), options.value("libstdcxx"));
        if (owner.family != Compiler::Family::gcc)
            throw UsageError(fmt::format("{} brings no libstdc++; write --libstdcxx gcc-14", to_string(owner)));
        stdenv.libstdcxx = owner.major;
    }
    request_.libstdcxx_headers = headers_;
}

void Question::read_available(const ParsedOptions& options) {
    if (options.has("available")) {
        for (const std::string_view text : split(options.value("available")))
            available_.push_back(read_compiler(tables(), text));
    } else if (environment_ && !stdenv_assumed_) {
        for (const int major : environment_->gccs) available_.push_back({Compiler::Family::gcc, major});
        for (const int major : environment_->clangs) available_.push_back({Compiler::Family::clang, major});
    } else {
        available_ = known_compilers(tables());
    }
    request_.available = available_;
}

void Question::read_rest(const ParsedOptions& options) {
    request_.policy = read_policy(options);
    request_.nixpkgs_exact = options.has("nixpkgs-exact");
    if (options.has("forward-compat") && options.has("no-forward-compat"))
        throw UsageError("--forward-compat and --no-forward-compat contradict each other; give one of them");
    request_.forward_compat = !options.has("no-forward-compat");

    if (options.has("glibc")) {
        const std::string& text = options.value("glibc");
        request_.stdenv.glibc = parse_version(text);
        if (!request_.stdenv.glibc)
            throw UsageError(fmt::format("{} is not a glibc version; write one like 2.41", in_quotes(text)));
    }

    const CxxStandard newest = find_release(tables(), request_.cuda)->newest_standard;
    request_.standard = std::min(CxxStandard::cxx17, newest);
    if (!options.has("std")) return;
    const std::string& text = options.value("std");
    const std::optional<CxxStandard> standard = parse_cxx_standard(text);
    if (!standard)
        throw UsageError(fmt::format("unknown C++ standard {}; there are c++11, c++14, c++17, c++20, c++23",
                                     in_quotes(text)));
    if (*standard > newest)
        throw UsageError(fmt::format("CUDA {} has no {}: its nvcc takes {} at most", to_string(request_.cuda),
                                     to_string(*standard), to_string(newest)));
    request_.standard = *standard;
}

void Question::read_capabilities(const ParsedOptions& options) {
    if (!options.has("capabilities")) return;
    const std::vector<std::string_view> parts = split(options.value("capabilities"));
    if (parts.empty() && !request_.nixpkgs_exact)
        throw UsageError("the capability list is empty; write one like 8.9,9.0a, or leave --capabilities out");
    for (const std::string_view part : parts) {
        if (const auto capability = parse_capability(part)) {
            capabilities_.push_back(*capability);
            continue;
        }
        const auto named = capabilities_named(tables(), request_.cuda, part);
        if (named.empty()) fail_capability(tables(), part);
        capabilities_.insert(capabilities_.end(), named.begin(), named.end());
    }
    request_.capabilities = capabilities_;
    check_capability_list();
}

void Question::check_capability_list() const {
    const std::vector<CapabilityProblem> problems = check_capabilities(tables(), request_);
    if (!problems.empty()) throw UsageError(report::problem_message(request_, problems.front()));
}

bool Question::suppose_available(Compiler compiler) {
    if (compiler == request_.stdenv.compiler) return false;
    if (std::ranges::find(available_, compiler) != available_.end()) return false;
    available_.push_back(compiler);
    request_.available = available_;
    return true;
}

report::Answer Question::answer(const Resolution& resolution) const {
    return {.tables = tables(),
            .request = request_,
            .resolution = resolution,
            .cuda_requested = cuda_requested_,
            .package_set = package_set_,
            .environment = environment_ ? environment_->id : std::string_view{},
            .stdenv_assumed = stdenv_assumed_,
            .libstdcxx_assumed = libstdcxx_assumed_};
}

}  // namespace cudastdenv::cli
