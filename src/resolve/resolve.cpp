// SPDX-License-Identifier: MIT
#include "core/format.hpp"
#include "resolve/advisories.hpp"
#include "resolve/capabilities.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/request.hpp"
#include "resolve/resolve.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

/// Says which system each part belongs to, where the request builds on another system than it builds for.
void answer_cross(const Tables& tables, const Request& request, Resolution& resolution) {
    const std::string build(request.build_system);
    const std::string host(request.system);
    if (build.empty() || build == host) return;

    // The toolkit that runs while building is never a Jetson's, whatever is built for.
    Request building = request;
    building.system = build;
    building.capabilities = {};
    const Platform platform = find_platform(tables, building);

    using Part = CrossPart::Part;
    resolution.cross = Cross{.build = {build, platform.redist},
                             .host = {host, resolution.redist},
                             .parts = {{Part::nvcc, build, host},
                                       {Part::host_compiler, build, host},
                                       {Part::cuda_libraries, host, {}},
                                       {Part::libstdcxx, host, {}}}};
    constexpr std::string_view code = "no-toolkit-to-build-with";
    if (!platform.row) add_note(resolution, code, {{"system", build}});
    else if (!ships(*platform.row, request.cuda))
        resolution.notes.push_back(
            not_shipped(*platform.row, request.cuda, code, "nvcc cannot run on the build system: "));
}

void answer_capabilities(const Tables& tables, const Request& request, Resolution& resolution) {
    add_known_capabilities(tables, request, resolution);
    auto& resolved = resolution.resolved;
    if (request.capabilities.empty()) resolved = resolution.defaults;
    else resolved.assign(request.capabilities.begin(), request.capabilities.end());

    if (!request.nixpkgs_exact) {
        std::ranges::sort(resolved);
        for (auto same = std::ranges::adjacent_find(resolved); same != resolved.end();
             same = std::ranges::adjacent_find(resolved)) {
            add_note(resolution, "duplicate-capability", {{"capability", *same}});
            resolved.erase(std::next(same), std::ranges::upper_bound(resolved, *same));
        }
    }
    for (const Capability capability : resolved) {
        const CapabilityRow* row = find_capability(tables, capability);
        resolution.jetson = resolution.jetson || (row && row->jetson);
        if (request.policy == Policy::nixpkgs && !std::ranges::binary_search(resolution.supported, capability))
            add_note(resolution, "not-in-nixpkgs", {{"release", request.cuda}, {"capability", capability}});
    }
    if (request.forward_compat) resolution.ptx = forward_compatible_ptx(resolved, request.nixpkgs_exact);
    if (resolution.ptx && std::ranges::find(resolved, *resolution.ptx) == resolved.end())
        add_note(resolution, "ptx-of-baseline", {{"listed", resolved.back()}, {"ptx", *resolution.ptx}});
}

void answer_platform(const Tables& tables, const Request& request, Resolution& resolution) {
    const Platform platform = find_platform(tables, request);
    resolution.redist = platform.redist;
    const bool named_otherwise = !request.redist_asked.empty() && request.redist_asked != platform.redist;
    if (named_otherwise && platform.redist != unsupported_redist)
        resolution.notes.push_back(other_platform(request.redist_asked, platform.redist));
    if (!platform.row) return;
    if (!ships(*platform.row, request.cuda))
        resolution.notes.push_back(not_shipped(*platform.row, request.cuda, "not-shipped"));
    else if (!platform.row->nixpkgs && (request.policy == Policy::nixpkgs || request.nixpkgs_exact))
        add_note(resolution, "not-packaged-by-nixpkgs",
                 {{"platform", platform.row->redist}, {"when", shipped_in(*platform.row)}}, platform.row->sources);
}

std::string_view lie_where(ToolkitHeaders headers) noexcept {
    return headers == ToolkitHeaders::prefix ? "under a prefix" : "in a default directory of the compiler";
}

void answer_advisories(const Tables& tables, const Request& request, Resolution& resolution) {
    // Where NVIDIA ships nothing, nothing breaks; and the tables know of Linux only what breaks.
    if (resolution.redist == unsupported_redist || is_ruled_out_by_system(tables, request)) return;
    const auto& host = resolution.host;
    const Situation situation = host ? situation_of(request, host->compiler, host->headers, resolution.standard)
                                     : situation_of(request, std::nullopt, std::nullopt, resolution.standard);
    resolution.advisories = applicable_advisories(tables, request.stdenv, situation);
    resolution.broken_by = find_any_breakage(tables, situation);
    if (const AdvisoryRow* advisory = find_version_in_question(tables, situation))
        add_note(resolution, "compiler-version-matters",
                 {{"compiler", host->compiler}, {"message", advisory->message}, {"advisory", advisory->id}},
                 advisory->sources);
    if (const auto spared = spared_by_headers(tables, situation); !spared.empty())
        add_note(resolution, "spared-by-headers",
                 {{"place", lie_where(*situation.toolkit_headers)},
                  {"advisories", joined_by_and(spared, &AdvisoryRow::id)}},
                 spared.front()->sources);
    if (request.stdenv.glibc) return;
    if (const auto from = first_glibc_in_question(tables, situation))
        add_note(resolution, "glibc-unknown", {{"from", *from}});
}

void note_unknown_compilers(const Tables& tables, const Request& request, Resolution& resolution) {
    const Compiler stdenv = request.stdenv.compiler;
    const auto note = [&](Compiler compiler) {
        const bool is_older = !tables.libstdcxx.empty() && compiler.major < tables.libstdcxx.front().gcc.major;
        if (!find_libstdcxx(tables, {compiler.major, 0}))
            add_note(resolution, is_older ? "older-compiler" : "unknown-compiler", {{"compiler", compiler}});
    };
    if (stdenv.family == Compiler::Family::gcc) note(stdenv);
    const Compiler library{Compiler::Family::gcc, request.stdenv.libstdcxx};
    if (library != stdenv) note(library);
}

void note_host_details(const Tables& tables, const Request& request, Resolution& resolution) {
    if (!resolution.host) return;
    const HostCompiler& host = *resolution.host;
    const int library = request.stdenv.libstdcxx;
    if (request.stdenv.nonshared && host.headers.value_or(0) > request.stdenv.libstdcxx)
        add_note(resolution, "rest-linked-statically", {{"compiler", host.compiler}, {"library", library}});
    if (host.compiler.family != Compiler::Family::clang) return;
    if (host.headers && *host.headers < request.stdenv.libstdcxx)
        add_note(resolution, "headers-older-than-library", {{"headers", *host.headers}, {"library", library}});
    const HostCompilerRow* row = find_host_compilers(tables, Compiler::Family::clang, request.cuda);
    if (row && row->grace && request.system == jetson_system)
        add_note(resolution, "grace-clang", {{"min", row->grace->min.value_or(0)}, {"max", row->grace->max}},
                 row->grace->sources);
}

void note_what_nobody_read(const Tables& tables, const Request& request, Resolution& resolution) {
    if (const auto note = beyond_tables(tables, request.cuda)) resolution.notes.push_back(*note);
    if (!resolution.release->newest_standard)
        add_note(resolution, "standard-unknown", {{"cuda", cuda_of(request)}, {"standard", resolution.standard}});
    if (request.standard || resolution.standard >= CxxStandard::cxx17) return;
    const bool is_of_release = resolution.standard == default_standard(*resolution.release);
    const Compiler compiler = resolution.host ? resolution.host->compiler : request.stdenv.compiler;
    add_note(resolution, is_of_release ? "standard-of-release" : "standard-assumed",
             {{"standard", resolution.standard}, {"compiler", compiler}, {"cuda", cuda_of(request)}});
}

}  // namespace

std::optional<Diagnostic> beyond_tables(const Tables& tables, Version release) {
    std::string unread;
    const auto add = [&](std::string_view what, Version through) {
        if (release <= through) return;
        unread += (unread.empty() ? "" : ", ") + std::string(what) + " (read through " + to_string(through) + ")";
    };
    add("capabilities", tables.capabilities_read_through);
    add("platforms", tables.redist_read_through);
    add("advisories", tables.advisories_read_through);
    if (unread.empty()) return std::nullopt;
    return Diagnostic{"beyond-tables", {{"release", release}, {"unread", unread}, {"date", data_date(tables)}}};
}

const LibstdcxxRow* libstdcxx_of(const Tables& tables, const Stdenv& stdenv) noexcept {
    return find_libstdcxx(tables, stdenv.libstdcxx_release.value_or(Version{stdenv.libstdcxx, 0}));
}

bool works(const Resolution& resolution, Compiler compiler) noexcept {
    if (!resolution.host || resolution.broken_by) return false;
    if (resolution.host->compiler == compiler) return true;
    return std::ranges::any_of(resolution.rejected, [&](const Rejection& rejection) {
        return rejection.compiler == compiler && rejection.reason.id == "superseded";
    });
}

Resolution resolve(const Tables& tables, const Request& asked) {
    const Request request = completed(tables, asked);
    Resolution resolution;
    resolution.notes.reserve(4);
    resolution.release = find_release(tables, request.cuda);
    if (resolution.release->preview) add_note(resolution, "preview", {{"cuda", cuda_of(request)}});

    answer_platform(tables, request, resolution);
    answer_cross(tables, request, resolution);
    answer_host_compiler(tables, request, resolution);
    answer_capabilities(tables, request, resolution);
    answer_advisories(tables, request, resolution);
    note_host_details(tables, request, resolution);
    note_unknown_compilers(tables, request, resolution);
    note_what_nobody_read(tables, request, resolution);
    return resolution;
}

}  // namespace cudastdenv
