// SPDX-License-Identifier: MIT
#include "matrix/matrix.hpp"

#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv {

namespace {

/// Under the request's policy alone.
CompilerCell judge_compiler(const Tables& tables, const Request& request) {
    const Resolution resolution = resolve(tables, request);
    if (!resolution.host) {
        const Reason& reason = resolution.rejected.front().reason;
        if (const auto* broken = std::get_if<KnownBroken>(&reason)) return BrokenCompiler{broken->advisory};
        return RefusedCompiler{reason};
    }
    if (resolution.broken_by) return BrokenCompiler{resolution.broken_by};
    return UsedCompiler{resolution.host->range, resolution.host->headers, resolution.host->headers_inferred};
}

bool is_bound(const Reason& reason) {
    return std::holds_alternative<TooOld>(reason) || std::holds_alternative<TooNew>(reason);
}

CompilerCell compiler_cell(const Tables& tables, const Release& release, Compiler compiler, Policy policy) {
    CompilerCell cell = judge_compiler(tables, own_stdenv(tables, release, compiler, policy));
    const auto* rejected = std::get_if<RefusedCompiler>(&cell);
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

}  // namespace cudastdenv
