#include "resolve/matrix.hpp"

#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv::inline CUDASTDENV_ABI {

namespace {

/// Under the request's policy alone.
CompilerCell judge_compiler(const Tables& tables, const Request& request) {
    const Resolution resolution = resolve(tables, request);
    if (!resolution.host) {
        const Reason& reason = resolution.rejected.front().reason;
        if (const auto* broken = std::get_if<KnownBroken>(&reason)) return BrokenCompiler{broken->advisory};
        return RejectedCompiler{reason};
    }
    if (resolution.broken_by) return BrokenCompiler{resolution.broken_by};
    return UsedCompiler{resolution.host->range, resolution.host->headers, resolution.host->headers_inferred};
}

bool is_bound(const Reason& reason) {
    return std::holds_alternative<TooOld>(reason) || std::holds_alternative<TooNew>(reason);
}

CompilerCell compiler_cell(const Tables& tables, const Release& release, Compiler compiler, Policy policy) {
    CompilerCell cell = judge_compiler(tables, own_stdenv(tables, release, compiler, policy));
    const auto* rejected = std::get_if<RejectedCompiler>(&cell);
    if (!rejected || !is_bound(rejected->reason) || policy == Policy::enforced) return cell;
    const CompilerCell enforced = judge_compiler(tables, own_stdenv(tables, release, compiler, Policy::enforced));
    if (std::holds_alternative<UsedCompiler>(enforced)) return AcceptedCompiler{rejected->reason};
    if (std::holds_alternative<BrokenCompiler>(enforced)) return enforced;
    return cell;
}

CapabilityCell capability_cell(const Tables& tables, const Resolution& resolution, const CapabilityRow& row) {
    const Capability listed[] = {row.capability};
    Request request;
    request.cuda = resolution.release->version;
    request.capabilities = listed;
    if (row.jetson) request.system = jetson_system;
    const std::vector<CapabilityProblem> problems = check_capabilities(tables, request);
    if (!problems.empty()) {
        const auto* renamed = std::get_if<CapabilityNotYetRenamed>(&problems.front());
        const CapabilityRow* before = renamed ? find_capability(tables, renamed->before) : nullptr;
        // It is under its former name only once that is there.
        if (before && is_before(request.cuda, before->nvcc.first))
            return CapabilityProblem{CapabilityTooNew{row.capability, row.nvcc.first}};
        return problems.front();
    }
    const bool in_nixpkgs = std::ranges::binary_search(resolution.supported, row.capability);
    if (row.jetson) return JetsonCapability{&row, in_nixpkgs};
    if (std::ranges::binary_search(resolution.defaults, row.capability)) return DefaultCapability{&row};
    return SupportedCapability{&row, in_nixpkgs};
}

/// What nixpkgs lists and builds by default.
Resolution nixpkgs_lists(const Tables& tables, const Release& release) {
    Request request;
    request.cuda = release.version;
    request.standard = default_standard(release);
    return resolve(tables, request);
}

/// Drops the compilers at either end of a family that no release uses.
void keep_used(Matrix& matrix, Compiler::Family family) {
    std::optional<Compiler> oldest;
    std::optional<Compiler> newest;
    const auto is_used = [&](std::size_t column) {
        return std::ranges::any_of(matrix.rows, [&](const MatrixRow& row) {
            return std::holds_alternative<UsedCompiler>(row.compilers[column]);
        });
    };
    for (std::size_t i = 0; i < matrix.compilers.size(); ++i) {
        if (matrix.compilers[i].family != family || !is_used(i)) continue;
        if (!oldest) oldest = matrix.compilers[i];
        newest = matrix.compilers[i];
    }
    for (std::size_t i = matrix.compilers.size(); i-- > 0;) {
        const Compiler compiler = matrix.compilers[i];
        if (compiler.family != family || (oldest && *oldest <= compiler && compiler <= *newest)) continue;
        const auto at = static_cast<std::ptrdiff_t>(i);
        matrix.compilers.erase(matrix.compilers.begin() + at);
        for (MatrixRow& row : matrix.rows) row.compilers.erase(row.compilers.begin() + at);
    }
}

/// Whether the release builds it for a Jetson platform apart from Arm servers.
bool is_built_as_jetson(const Tables& tables, Capability code, Version release) noexcept {
    return is_jetson(tables, code) && code < jetson_sbsa_from(tables, release);
}

/// Whether NVIDIA excepts one of the capabilities from the platform that they come to.
bool is_excepted(const Tables& tables, Version release, std::span<const Capability> capabilities) {
    Request request;
    request.cuda = release;
    request.capabilities = capabilities;
    request.system = jetson_system;
    const RedistSystemRow* platform = find_platform(tables, request).row;
    return platform && find_exception(tables, platform->redist, release, capabilities);
}

CapabilityFits capability_fits(const Tables& tables, const ListedCapability& listed) {
    CapabilityFits fits{.listed = listed, .jetson = false, .releases = {}, .as_jetson = {}};
    if (const auto* number = std::get_if<Capability>(&listed)) fits.jetson = is_jetson(tables, *number);
    for (const Release& release : tables.releases) {
        const std::vector<Capability> meant = capabilities_of(tables, release.version, listed);
        Request request;
        request.cuda = release.version;
        request.capabilities = meant;
        if (fits.jetson) request.system = jetson_system;
        fits.releases.push_back(!meant.empty() && check_capabilities(tables, request).empty() &&
                                !is_excepted(tables, release.version, meant));
        fits.as_jetson.push_back(fits.releases.back() && is_built_as_jetson(tables, meant.front(), release.version));
    }
    return fits;
}

CapabilityFits gpu_fits(const Tables& tables, Capability gpu) {
    CapabilityFits fits{.listed = gpu, .jetson = is_jetson(tables, gpu), .releases = {}, .as_jetson = {}};
    for (const Release& release : tables.releases) {
        const auto code = machine_code_for(tables, gpu, release.version);
        fits.releases.push_back(code && !is_excepted(tables, release.version, std::span(&*code, 1)));
        fits.as_jetson.push_back(code && is_built_as_jetson(tables, *code, release.version));
    }
    return fits;
}

std::vector<CapabilityFits> all_capability_fits(const Tables& tables) {
    std::vector<CapabilityFits> all;
    std::vector<std::string_view> names;
    for (const CapabilityRow& row : tables.capabilities) {
        all.push_back(capability_fits(tables, row.capability));
        names.push_back(row.architecture);
    }
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string_view name : names) all.push_back(capability_fits(tables, name));
    return all;
}

std::vector<CapabilityFits> all_gpu_fits(const Tables& tables) {
    std::vector<Capability> capabilities;
    for (const GpuRow& row : tables.gpus) capabilities.push_back(row.capability);
    std::ranges::sort(capabilities);
    capabilities.erase(std::unique(capabilities.begin(), capabilities.end()), capabilities.end());
    std::vector<CapabilityFits> all;
    for (const Capability capability : capabilities) all.push_back(gpu_fits(tables, capability));
    return all;
}

/// As few capabilities as have between them every release that builds for a Jetson platform.
std::vector<const CapabilityFits*> jetsons_that_cover(const std::vector<CapabilityFits>& capabilities) {
    std::vector<const CapabilityFits*> chosen;
    ReleaseSet covered;
    for (const CapabilityFits& fits : capabilities) {
        covered.resize(fits.as_jetson.size());
        bool adds = false;
        for (std::size_t i = 0; i < covered.size(); ++i) {
            adds = adds || (fits.as_jetson[i] && !covered[i]);
            covered[i] = covered[i] || fits.as_jetson[i];
        }
        if (adds) chosen.push_back(&fits);
    }
    return chosen;
}

/// What holds with those conditions on each platform.
SetsByPlatform by_platform(const Tables& tables, const std::vector<const CapabilityFits*>& jetsons,
                           ReleasesQuestion question) {
    SetsByPlatform sets;
    const auto set = [&](BuiltFor platform) -> ReleaseSet& { return sets[static_cast<std::size_t>(platform)]; };
    set(BuiltFor::x86_64) = fitting_releases(tables, question);
    question.conditions.emplace_back(SystemCondition{jetson_system, {}});
    set(BuiltFor::arm_server) = fitting_releases(tables, question);
    ReleaseSet& jetson = set(BuiltFor::jetson);
    jetson.resize(tables.releases.size());
    for (const CapabilityFits* fits : jetsons) {
        question.conditions.back() = CapabilitiesCondition{{fits->listed}};
        const ReleaseSet fitting = fitting_releases(tables, question);
        for (std::size_t i = 0; i < jetson.size(); ++i) jetson[i] = jetson[i] || (fitting[i] && fits->as_jetson[i]);
    }
    return sets;
}

/// The oldest driver that runs the release, natively or by minor-version compatibility.
std::optional<DriverVersion> oldest_driver(const Tables& tables, const Release& release) {
    Request request;
    request.cuda = release.version;
    std::vector<DriverVersion> bounds;
    if (const auto minimum = driver_minimum(tables, release.version, request.system)) bounds.push_back(minimum->driver);
    if (const DriverRow* row = find_drivers(tables, release.version); row && row->linux_bundled)
        bounds.push_back(row->linux_bundled->driver);
    if (const MinorVersionRow* row = find_minor_version(tables, release.version.major))
        bounds.push_back(row->linux_minimum);
    std::ranges::sort(bounds);
    for (const DriverVersion bound : bounds) {
        const DriverSupport support = judge_driver(tables, request, bound).support;
        if (support == DriverSupport::native || support == DriverSupport::minor_version) return bound;
    }
    return std::nullopt;
}

std::vector<ProductFits> all_product_fits(const Tables& tables) {
    std::vector<ProductFits> all;
    for (const GpuRow& row : tables.gpus) {
        if (!row.drivers) continue;
        ProductFits fits{.gpu = &row, .first = 0, .end = std::nullopt};
        const auto generation = std::ranges::find(tables.gpu_drivers, row.capability, &GpuDriversRow::capability);
        if (generation != tables.gpu_drivers.end()) {
            fits.first = generation->first_branch.value_or(0);
            for (const PtxVersionRow& later : tables.ptx_versions)
                if (generation->last_branch && later.branch && *later.branch > *generation->last_branch && !fits.end)
                    fits.end = later.branch;
        }
        all.push_back(fits);
    }
    return all;
}

}  // namespace

Matrix make_matrix(const Tables& tables, Policy policy) {
    Matrix matrix{.compilers = known_compilers(tables), .rows = {}};
    for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
        MatrixRow row{.release = &*release, .compilers = {}, .capabilities = {}};
        for (const Compiler compiler : matrix.compilers)
            row.compilers.push_back(compiler_cell(tables, *release, compiler, policy));
        const Resolution lists = nixpkgs_lists(tables, *release);
        for (const CapabilityRow& capability : tables.capabilities)
            row.capabilities.push_back(capability_cell(tables, lists, capability));
        matrix.rows.push_back(std::move(row));
    }
    keep_used(matrix, Compiler::Family::gcc);
    keep_used(matrix, Compiler::Family::clang);
    return matrix;
}

Filter make_filter(const Tables& tables, Policy policy, int majors_ahead) {
    Filter filter;
    filter.capabilities = all_capability_fits(tables);
    filter.gpus = all_gpu_fits(tables);
    const std::vector<const CapabilityFits*> jetsons = jetsons_that_cover(filter.capabilities);
    const auto releases_with = [&](std::vector<Condition> conditions) {
        return by_platform(tables, jetsons, {.conditions = std::move(conditions), .policy = policy});
    };
    filter.any_compiler = releases_with({});
    for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang})
        for (int major = 1; major <= known_majors(tables, family).newest + majors_ahead; ++major)
            filter.compilers.push_back({{family, major}, releases_with({CompilerCondition{{{family, major}}}})});
    filter.gpu_drivers = all_product_fits(tables);
    for (const Release& release : tables.releases) filter.drivers.push_back(oldest_driver(tables, release));
    return filter;
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
