// SPDX-License-Identifier: MIT
#include "resolve/request.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/versions.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <cstdlib>
#include <tuple>

namespace cudastdenv {

namespace {

bool is_compiler(Compiler compiler) noexcept { return compiler.major >= 1; }

[[noreturn]] void refuse(Compiler compiler) {
    throw BadRequest(to_string(compiler) + " is not a compiler: its major version must be at least 1");
}

void check_system(const Tables& tables, std::string_view system) {
    if (knows_system(tables, system)) return;
    throw BadRequest("unknown system " + in_quotes(system) +
                     ": the tables have no such Nix system; set any_system to use it anyway");
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

std::vector<Compiler> packaged_in(const EnvironmentRow& environment) {
    std::vector<Compiler> compilers;
    for (const int major : environment.gccs) compilers.push_back({Compiler::Family::gcc, major});
    for (const int major : environment.clangs) compilers.push_back({Compiler::Family::clang, major});
    return compilers;
}

Environment environment_of(const EnvironmentRow& row) {
    Environment environment{.name = std::string(row.id),
                            .row = &row,
                            .stdenv = stdenv_in(row),
                            .available = packaged_in(row),
                            .libstdcxx_headers = {row.gccs.begin(), row.gccs.end()}};
    environment.libstdcxx_headers.push_back(row.libstdcxx);
    if (row.system) environment.system = *row.system;
    for (const OwnCuda& own : row.own_cuda) environment.toolkit_headers.emplace_back(own.release, own.toolkit_headers);
    return environment;
}

std::optional<Version> version_of(const Request& request, Compiler compiler) noexcept {
    return find_version(request.compiler_versions, compiler);
}

void add_note(Resolution& resolution, std::string_view id, std::vector<Argument> arguments, SourceIds sources) {
    resolution.notes.push_back({id, std::move(arguments), sources});
}

std::string cuda_of(const Request& request) { return "CUDA " + to_string(request.cuda); }

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
    if (!is_compiler(stdenv.compiler)) refuse(stdenv.compiler);
    const auto wrong = std::ranges::find_if_not(request.available, is_compiler);
    if (wrong != request.available.end()) refuse(*wrong);
    if (stdenv.libstdcxx < 0) throw BadRequest("the major version of libstdc++ must be at least 1");
    if (stdenv.libstdcxx == 0) stdenv.libstdcxx = default_libstdcxx(tables, stdenv.compiler);
    return complete;
}

Capability jetson_sbsa_from(const Tables& tables, Version release) noexcept {
    for (const JetsonSbsaRow& row : tables.jetson_sbsa)
        if (VersionRange{row.first, row.last}.contains(release)) return row.min_capability;
    return {};
}

std::optional<Diagnostic> find_exception(const Tables& tables, std::string_view redist, Version release,
                                         std::span<const Capability> capabilities) {
    for (const RedistExceptionRow& row : tables.redist_exceptions)
        if (row.redist == redist && VersionRange{row.first, row.last}.contains(release) &&
            std::ranges::any_of(capabilities, [&](Capability c) { return baseline_of(c) == row.capability; }))
            return Diagnostic{
                "excepted-gpu",
                {{"redist", row.redist}, {"first", row.first}, {"last", row.last}, {"capability", row.capability}},
                row.sources};
    return std::nullopt;
}

namespace {

bool asks_for_jetson(const Tables& tables, const Request& request) noexcept {
    if (request.capabilities.empty()) return false;
    const Capability sbsa_from = jetson_sbsa_from(tables, request.cuda);
    return std::ranges::any_of(request.capabilities, [&](Capability capability) {
        const CapabilityRow* row = find_capability(tables, capability);
        return row && row->jetson && capability < sbsa_from;
    });
}

}  // namespace

Platform find_platform(const Tables& tables, const Request& request) noexcept {
    const bool wants_jetson = asks_for_jetson(tables, request);
    // Nothing decides between the two platforms of Arm but the name, where it is all that was given.
    if (!request.redist_asked.empty() && request.capabilities.empty() && !request.nixpkgs_exact)
        for (const RedistSystemRow& row : tables.redist_systems)
            if (row.redist == request.redist_asked && !ships(row, request.cuda)) return {unsupported_redist, &row};
    for (const RedistSystemRow& row : tables.redist_systems) {
        if (row.nix != request.system || row.jetson != wants_jetson) continue;
        const bool named = request.nixpkgs_exact ? row.nixpkgs : ships(row, request.cuda);
        return {named ? row.redist : unsupported_redist, row.first ? &row : nullptr};
    }
    return {unsupported_redist, nullptr};
}

std::string shipped_in(const RedistSystemRow& row) {
    if (!row.last) return "in CUDA " + to_string(*row.first) + " or later";
    const std::string releases = "in CUDA " + to_string(*row.first) + " to " + to_string(*row.last);
    return row.absent.empty() ? releases : releases + ", without " + to_string(minor_of(row.absent.front()));
}

Diagnostic not_shipped(const RedistSystemRow& row, Version release, std::string_view code, std::string_view lead) {
    const bool is_not_yet = release < *row.first;
    const bool is_over = row.last && release > *row.last;
    return {is_not_yet ? "platform-not-yet"
            : is_over  ? "platform-ended"
                       : "platform-without",
            {{"lead", lead},
             // Its manifests never had a name for some.
             {"platform", row.redist == unsupported_redist ? row.nix : row.redist},
             {"first", *row.first},
             {"last", row.last.value_or(Version{})},
             {"release", release},
             {"when", shipped_in(row)},
             {"before", row.jetson ? " (before, each JetPack had its own)" : ""}},
            row.sources,
            code};
}

Diagnostic no_platform(const RedistSystemRow* row, const Request& request, std::string_view code) {
    if (row) return not_shipped(*row, request.cuda, code);
    return {"no-cuda-shipped", {{"system", request.system}}, {}, code};
}

namespace {

int distance(CxxStandard left, CxxStandard right) noexcept {
    return std::abs(static_cast<int>(left) - static_cast<int>(right));
}

/// The newest of those that work, up to the first that does not. Absent: there is none.
std::optional<int> newest_that_works(const PairHeadersRow& row) noexcept {
    std::optional<int> newest;
    for (const int gcc : row.works)
        if (row.fails.empty() || gcc < row.fails.front()) newest = gcc;
    return newest;
}

/// Those of the release's nvcc.
std::span<const PairHeadersRow> rows_of(const Tables& tables, const Release& release) noexcept {
    const std::optional<Version> build = release.nvcc ? parse_version(*release.nvcc) : std::nullopt;
    if (!build) return {};
    const auto first = std::ranges::lower_bound(tables.pair_headers, *build, {}, &PairHeadersRow::nvcc);
    auto last = first;
    while (last != tables.pair_headers.end() && last->nvcc == *build) ++last;
    return {first, last};
}

const PairHeadersRow* find_pair(std::span<const PairHeadersRow> rows, Compiler compiler,
                                CxxStandard standard) noexcept {
    for (const PairHeadersRow& row : rows)
        if (row.compiler == compiler && row.standard == standard) return &row;
    return nullptr;
}

/// In the nearest standard with the nearest Clang; of two Clangs the newer, to which libstdc++ shows more.
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

}  // namespace

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

HeadersLimit headers_limit(const HeadersLimit& nvcc, const HeadersLimit& clang) noexcept {
    if (!nvcc.max_inferred) return nvcc;
    if (!clang.max || (nvcc.max && *clang.max < *nvcc.max))
        return {clang.max, nvcc.max_inferred, clang.end_inferred, clang.sources};
    return nvcc;
}

}  // namespace cudastdenv
