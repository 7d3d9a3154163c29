// SPDX-License-Identifier: MIT
#include "core/format.hpp"
#include "core/quote.hpp"
#include "resolve/capabilities.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"
#include "resolve/resolve.hpp"
#include "tables/lookup.hpp"

#include <cstdlib>
#include <tuple>

namespace cudastdenv {

namespace {

void check_system(const Tables& tables, std::string_view system) {
    if (knows_system(tables, system)) return;
    throw BadRequest("unknown system " + in_quotes(system) +
                     ": the tables have no such Nix system; set any_system to use it anyway");
}

bool asks_for_jetson(const Tables& tables, const Request& request) noexcept {
    const Capability sbsa_from = jetson_sbsa_from(tables, request.cuda);
    if (request.capabilities.empty()) {
        const std::vector<Capability> own = capabilities_of(tables, jetpacks_of(request), request.cuda);
        return !own.empty() && own.front() < sbsa_from;
    }
    return std::ranges::any_of(request.capabilities, [&](Capability capability) {
        const CapabilityRow* row = find_capability(tables, capability);
        return row && row->jetson && capability < sbsa_from;
    });
}

/// `in CUDA 12.4.0 or later`, `in CUDA 10.2.89 to 12.4.1, without 11.3`: the releases that NVIDIA ships for a platform.
std::string shipped_in(const RedistSystemRow& row) {
    if (!row.last) return "in CUDA " + to_string(*row.first) + " or later";
    const std::string releases = "in CUDA " + to_string(*row.first) + " to " + to_string(*row.last);
    return row.absent.empty() ? releases : releases + ", without " + to_string(minor_of(row.absent.front()));
}

int distance(CxxStandard left, CxxStandard right) noexcept {
    return std::abs(static_cast<int>(left) - static_cast<int>(right));
}

/// The newest GCC major that works, below the first that fails. Absent: unknown.
std::optional<int> newest_that_works(const PairHeadersRow& row) noexcept {
    const int* newest = find_last_in(row.works, [&](int gcc) { return row.fails.empty() || gcc < row.fails.front(); });
    return newest ? std::optional(*newest) : std::nullopt;
}

std::span<const PairHeadersRow> rows_of(const Tables& tables, const Release& release) noexcept {
    const std::optional<Version> build = build_of(release);
    if (!build) return {};
    const auto first = std::ranges::lower_bound(tables.pair_headers, *build, {}, &PairHeadersRow::nvcc);
    auto last = first;
    while (last != tables.pair_headers.end() && last->nvcc == *build) ++last;
    return {first, last};
}

const PairHeadersRow* find_pair(std::span<const PairHeadersRow> rows, Compiler compiler,
                                CxxStandard standard) noexcept {
    return find_in(rows, std::pair(compiler, standard),
                   [](const PairHeadersRow& row) { return std::pair(row.compiler, row.standard); });
}

/// The row with the nearest standard, then the nearest Clang; of two the newer, which parses more of libstdc++.
const PairHeadersRow* nearest_pair(std::span<const PairHeadersRow> rows, Compiler clang,
                                   CxxStandard standard) noexcept {
    const PairHeadersRow* nearest = nullptr;
    const auto gap = [&](const PairHeadersRow& row) {
        return std::tuple(distance(row.standard, standard), std::abs(std::int64_t{row.compiler.major} - clang.major),
                          -row.compiler.major);
    };
    for (const PairHeadersRow& row : rows)
        if (row.compiler.family == clang.family && newest_that_works(row) && (!nearest || gap(row) < gap(*nearest)))
            nearest = &row;
    return nearest;
}

/// Adds the system of each part, if the request builds on another system than it builds for.
void answer_cross(const Tables& tables, const Request& request, Resolution& resolution) {
    const std::string build(request.build_system);
    const std::string host(request.system);
    if (build.empty() || build == host) return;

    // The toolkit that runs during the build is never a Jetson's.
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
    else if (!platform.has_release)
        resolution.notes.push_back(no_platform(platform, building, code, "nvcc cannot run on the build system: "));
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
    const auto jetpacks = jetpacks_of(request);
    if (best_offer(tables, jetpacks, request.cuda) == JetpackSupport::unknown)
        add_note(resolution, "jetpack-unknown", {{"jetpack", jetpacks.back().jetpack}, {"cuda", cuda_of(request)}});
    if (!platform.has_release) resolution.notes.push_back(no_platform(platform, request, "not-shipped"));
    else if (!platform.row->nixpkgs && (request.policy == Policy::nixpkgs || request.nixpkgs_exact))
        add_note(resolution, "not-packaged-by-nixpkgs",
                 {{"platform", platform.row->redist}, {"when", shipped_in(*platform.row)}}, platform.row->sources);
}

void answer_advisories(const Tables& tables, const Request& request, Resolution& resolution) {
    // Without a toolkit nothing breaks; and the advisories are for Linux only.
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
    if (const auto spared = exempt_by_headers(tables, situation); !spared.empty())
        add_note(resolution, "spared-by-headers",
                 {{"place", situation.toolkit_headers == ToolkitHeaders::prefix
                                ? "under a prefix"
                                : "in a default directory of the compiler"},
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

void add_unread_notes(const Tables& tables, const Request& request, Resolution& resolution) {
    if (const auto note = beyond_tables(tables, request.cuda)) resolution.notes.push_back(*note);
    if (!resolution.release->newest_standard)
        add_note(resolution, "standard-unknown", {{"cuda", cuda_of(request)}, {"standard", resolution.standard}});
    if (request.standard || resolution.standard >= CxxStandard::cxx17) return;
    const bool is_of_release = resolution.standard == default_standard(*resolution.release);
    const Compiler compiler = resolution.host ? resolution.host->compiler : request.stdenv.compiler;
    add_note(resolution, is_of_release ? "standard-of-release" : "standard-assumed",
             {{"standard", resolution.standard}, {"compiler", compiler}, {"cuda", cuda_of(request)}});
}

std::optional<CompilerVersion> default_compiler_of(const EnvironmentRow& environment) noexcept {
    const auto version = environment.compiler_version ? parse_version(*environment.compiler_version) : std::nullopt;
    return version ? std::optional(CompilerVersion{environment.compiler, *version}) : std::nullopt;
}

}  // namespace

int default_libstdcxx(const Tables& tables, Compiler compiler) noexcept {
    if (compiler.family == Compiler::Family::gcc) return compiler.major;
    const EnvironmentRow* assumed = find_environment(tables, tables.assumed_environment);
    return assumed ? assumed->libstdcxx : compiler.major;
}

Stdenv stdenv_in(const Tables& tables, const EnvironmentRow& environment) noexcept {
    return {.compiler = environment.compiler,
            .libstdcxx = environment.libstdcxx,
            .glibc = environment.glibc,
            .fixed_advisories = environment.fixed_advisories,
            .libstdcxx_release = environment.libstdcxx_version,
            .nonshared = environment.nonshared,
            .jetpacks = jetpacks_in(tables, environment.id),
            .packaged = default_compiler_of(environment)};
}

std::vector<Compiler> packaged_in(const EnvironmentRow& environment) {
    std::vector<Compiler> compilers;
    for (const int major : environment.gccs) compilers.push_back({Compiler::Family::gcc, major});
    for (const int major : environment.clangs) compilers.push_back({Compiler::Family::clang, major});
    return compilers;
}

Environment environment_of(const Tables& tables, const EnvironmentRow& row) {
    Environment environment{.name = std::string(row.id),
                            .row = &row,
                            .stdenv = stdenv_in(tables, row),
                            .available = packaged_in(row),
                            .libstdcxx_headers = {row.gccs.begin(), row.gccs.end()}};
    // Each packaged GCC has its own headers. The libstdc++ that programs load has headers too, even if its GCC is not
    // in the list.
    environment.libstdcxx_headers.push_back(row.libstdcxx);
    if (row.system) environment.system = *row.system;
    for (const OwnCuda& own : row.own_cuda) environment.toolkit_headers.emplace_back(own.release, own.toolkit_headers);
    return environment;
}

Request with_full_release(const Tables& tables, const Request& request) {
    const Release* release = find_release(tables, request.cuda);
    if (!release)
        throw BadRequest("unknown CUDA release " + to_string(request.cuda) +
                         ": find_release() finds those in the tables");
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
    const auto check_compiler = [](Compiler compiler) {
        if (compiler.major < 1)
            throw BadRequest(to_string(compiler) + " is not a compiler: its major version must be at least 1");
    };
    check_compiler(stdenv.compiler);
    std::ranges::for_each(request.available, check_compiler);
    if (stdenv.libstdcxx < 0) throw BadRequest("the major version of libstdc++ must be at least 1");
    if (stdenv.libstdcxx == 0) stdenv.libstdcxx = default_libstdcxx(tables, stdenv.compiler);
    return complete;
}

Platform find_platform(const Tables& tables, const Request& request) noexcept {
    const bool wants_jetson = asks_for_jetson(tables, request);
    const std::span<const JetpackRow> jetpacks = jetpacks_of(request);
    const auto has_release = [&](const RedistSystemRow& row) {
        if (!jetpacks.empty()) return best_offer(tables, jetpacks, request.cuda) != JetpackSupport::none;
        const auto is_own = [&](const JetpackRow& jetpack) { return jetpack.cuda == minor_of(request.cuda); };
        const bool may_be_own = row.jetson && !request.nixpkgs_exact && !(row.last && request.cuda > *row.last);
        return ships(row, request.cuda) || (may_be_own && std::ranges::any_of(tables.jetpacks, is_own));
    };
    // If only NVIDIA's name is given, it alone decides between the two platforms of Arm.
    if (!request.redist_asked.empty() && request.capabilities.empty() && !request.nixpkgs_exact)
        for (const RedistSystemRow& row : tables.redist_systems)
            if (row.redist == request.redist_asked && !has_release(row)) return {unsupported_redist, &row};
    for (const RedistSystemRow& row : tables.redist_systems) {
        if (row.nix != request.system || row.jetson != wants_jetson) continue;
        const bool has = has_release(row);
        const bool named = request.nixpkgs_exact ? row.nixpkgs : has;
        return {named ? row.redist : unsupported_redist, row.first ? &row : nullptr, has};
    }
    return {unsupported_redist, nullptr};
}

Diagnostic no_platform(const Platform& platform, const Request& request, std::string_view code, std::string_view lead) {
    if (!platform.row) return {"no-cuda-shipped", {{"system", request.system}}, {}, code};
    const RedistSystemRow& row = *platform.row;
    const Version release = request.cuda;
    if (const auto jetpacks = jetpacks_of(request); !jetpacks.empty()) {
        const JetpackRow& last = jetpacks.back();
        const std::string to = jetpacks.size() > 1 ? " to " + to_string(last.jetpack) : "";
        return {"platform-jetpack",
                {{"lead", lead},
                 {"release", release},
                 {"jetpacks", "JetPack " + to_string(jetpacks.front().jetpack) + to},
                 {"cuda", last.cuda}},
                last.sources,
                code};
    }
    const bool is_not_yet = release < *row.first, is_over = row.last && release > *row.last;
    return {is_not_yet ? "platform-not-yet"
            : is_over  ? "platform-ended"
                       : "platform-without",
            {{"lead", lead},
             // Some platforms never had a name in the manifests.
             {"platform", row.redist == unsupported_redist ? row.nix : row.redist},
             {"first", *row.first},
             {"last", row.last.value_or(Version{})},
             {"release", release},
             {"when", shipped_in(row)},
             {"before", row.jetson ? " (before, each JetPack had its own)" : ""}},
            row.sources,
            code};
}

HeadersLimit nvcc_headers_limit(const Tables& tables, const Release& release, Compiler clang,
                                CxxStandard standard) noexcept {
    const std::span<const PairHeadersRow> rows = rows_of(tables, release);
    const PairHeadersRow* row = find_pair(rows, clang, standard);
    if (row)
        if (const auto newest = newest_that_works(*row)) return {newest, false, row->fails.empty(), row->sources};
    HeadersLimit limit;
    if (const PairHeadersRow* near = nearest_pair(rows, clang, standard)) {
        limit = {newest_that_works(*near), true, true, near->sources};
    } else {
        const Bound newest_gcc =
            host_compiler_range(tables, release.version, Compiler::Family::gcc, Policy::enforced, false).max;
        limit = {newest_gcc.major, true, true, newest_gcc.sources};
    }
    if (!row) return limit;
    limit.max = std::min(*limit.max, row->fails.front() - 1);
    return {limit.max, true, false, row->sources};
}

bool were_measured_to_work(const Tables& tables, const Release& release, Compiler compiler, CxxStandard standard,
                           int headers) noexcept {
    const PairHeadersRow* row = find_pair(rows_of(tables, release), compiler, standard);
    return row && contains(row->works, headers);
}

HeadersLimit clang_headers_limit(const Tables& tables, int clang, CxxStandard standard) noexcept {
    const ClangHeadersRow* nearest = nullptr;
    const auto gap = [&](const ClangHeadersRow& row) {
        return std::tuple(std::abs(std::int64_t{row.clang} - clang), distance(row.standard, standard));
    };
    for (const ClangHeadersRow& row : tables.clang_headers)
        if (!nearest || gap(row) < gap(*nearest)) nearest = &row;
    if (!nearest) return {};
    const bool inferred = nearest->clang != clang || nearest->standard != standard;
    return {nearest->max_libstdcxx, inferred, inferred, nearest->sources};
}

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
    add_unread_notes(tables, request, resolution);
    return resolution;
}

}  // namespace cudastdenv
