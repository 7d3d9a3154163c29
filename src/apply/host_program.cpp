// SPDX-License-Identifier: MIT
#include "apply/host_program.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "findings/build_environment.hpp"
#include "resolve/component.hpp"
#include "resolve/request.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

namespace cudastdenv::apply {

namespace {

constexpr std::string_view conda = "conda-forge";

bool is_of(const EnvironmentRow* environment, std::string_view distribution, const Tables& tables) {
    const DistributionRow* row = environment ? distribution_of(tables, *environment) : nullptr;
    return row && row->id == distribution;
}

/// `gcc-14` for `g++-14`, `/usr/bin/clang` for `/usr/bin/clang++`: compilers come as pairs of such names.
std::string c_compiler_beside(const std::string& cxx) {
    const std::size_t name = cxx.rfind('/') == cxx.npos ? 0 : cxx.rfind('/') + 1;
    const std::size_t plus = cxx.find("++", name);
    if (plus == cxx.npos) return cxx;
    const std::string_view before = std::string_view(cxx).substr(name, plus - name);
    const std::string_view ending = before.ends_with("clang") ? "" : before.ends_with('g') ? "cc" : "c";
    return std::string(cxx).replace(plus, 2, ending);
}

HostProgram called(const std::string& cxx) {
    return {.cxx = shell_word(cxx),
            .cc = shell_word(c_compiler_beside(cxx)),
            .flag = can_stand_in_flags(cxx) ? shell_in_double_quotes(flag_word(cxx)) : std::string()};
}

/// In a folder that only the shell finds out.
HostProgram in_folder(std::string_view folder) {
    return {.cxx = fmt::format("\"{}/g++\"", folder),
            .cc = fmt::format("\"{}/gcc\"", folder),
            .flag = fmt::format("{}/g++", folder)};
}

std::optional<HostProgram> of_nixpkgs(const ToApply& answer, const Tables& tables) {
    const std::string_view set = package_set(answer, tables);
    if (set.empty() || !is_choice_of_nixpkgs(answer, tables)) return std::nullopt;
    return in_folder(fmt::format("$(nix-build '<nixpkgs>' --no-out-link -A {}.backendStdenv.cc)/bin", set));
}

}  // namespace

std::optional<HostProgram> host_program(const ToApply& answer, const Tables& tables) {
    if (!answer.compiler) return std::nullopt;
    // What would move a cursor or end the line is no name to be typed.
    if (!answer.program.empty())
        return is_plain_text(answer.program) ? std::optional(called(answer.program)) : std::nullopt;
    if (is_of(answer.environment, "nixos", tables)) return of_nixpkgs(answer, tables);
    if (is_of(answer.environment, conda, tables))
        return HostProgram{.cxx = "\"$CXX\"", .cc = "\"$CC\"", .flag = "$CXX"};
    const std::optional<std::string> name = cxx_program(*answer.compiler, answer.environment, tables);
    return name ? std::optional(called(*name)) : std::nullopt;
}

std::optional<Version> only_release(const ToApply& answer) {
    const VersionRange& releases = answer.releases;
    return releases.min && releases.min == releases.max ? releases.min : std::nullopt;
}

std::string_view package_set(const ToApply& answer, const Tables& tables) {
    const std::optional<Version> release = only_release(answer);
    if (!release) return {};
    const bool names_channel = is_of(answer.environment, "nixos", tables);
    const std::string attribute = fmt::format("cudaPackages_{}_{}", release->major, release->minor);
    const PackageSetRow* row =
        find_package_set(tables, names_channel ? answer.environment->id : tables.assumed_environment, attribute);
    return row ? row->attribute : std::string_view{};
}

bool is_choice_of_nixpkgs(const ToApply& answer, const Tables& tables) {
    const std::optional<Version> release = only_release(answer);
    const EnvironmentRow* channel = is_of(answer.environment, "nixos", tables)
                                        ? answer.environment
                                        : find_environment(tables, tables.assumed_environment);
    if (!release || !channel) return false;
    std::vector<Compiler> packaged;
    for (const int major : channel->gccs) packaged.push_back({Compiler::Family::gcc, major});
    const Request request{.cuda = *release,
                          .system = answer.system,
                          .build_system = {},
                          .redist_asked = {},
                          .stdenv = stdenv_in(*channel),
                          .available = packaged,
                          .libstdcxx_headers = {},
                          .capabilities = {},
                          .nixpkgs_exact = true};
    return pick_host_compiler(tables, request) == answer.compiler;
}

}  // namespace cudastdenv::apply

namespace cudastdenv {

std::optional<std::string> cxx_program(Compiler compiler, const EnvironmentRow* environment, const Tables& tables) {
    const std::string by_number = fmt::format("{}-{}", compiler.family == Compiler::Family::gcc ? "g++" : "clang++",
                                              compiler.major);
    if (!environment || compiler.family == Compiler::Family::clang) return by_number;
    const std::optional<CompilerPackage> package = package_in(tables, *environment, compiler);
    return package ? package->program : std::optional(by_number);
}

}  // namespace cudastdenv
