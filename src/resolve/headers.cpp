// SPDX-License-Identifier: MIT
#include "resolve/headers.hpp"

#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <cstdint>
#include <cstdlib>

namespace cudastdenv::inline CUDASTDENV_ABI {

namespace {

int distance(CxxStandard left, CxxStandard right) noexcept {
    return std::abs(static_cast<int>(left) - static_cast<int>(right));
}

}  // namespace

HeadersLimit nvcc_headers_limit(const Tables& tables, const Release& release, CxxStandard standard) noexcept {
    const NvccHeadersRow* nearest = nullptr;
    for (const NvccHeadersRow& row : tables.nvcc_headers) {
        if (!release.nvcc || row.nvcc != *release.nvcc) continue;
        if (!nearest || distance(row.standard, standard) < distance(nearest->standard, standard)) nearest = &row;
    }
    if (nearest) return {nearest->max_libstdcxx, nearest->standard != standard, nearest->sources};

    const HostCompilerRange range = host_compiler_range(tables, release.version, Compiler::Family::gcc,
                                                        Policy::enforced, false);
    return {range.max.major, true, range.max.sources};
}

HeadersLimit clang_headers_limit(const Tables& tables, int clang, CxxStandard standard) noexcept {
    for (const ClangHeadersRow& row : tables.clang_headers)
        if (row.clang == clang && row.standard == standard) return {row.max_libstdcxx, false, row.sources};

    const ClangHeadersRow* nearest = nullptr;
    const auto is_nearer = [&](const ClangHeadersRow& row) {
        const auto gap = [&](const ClangHeadersRow& of) { return std::abs(std::int64_t{of.clang} - clang); };
        if (gap(row) != gap(*nearest)) return gap(row) < gap(*nearest);
        return distance(row.standard, standard) < distance(nearest->standard, standard);
    };
    for (const ClangHeadersRow& row : tables.clang_headers)
        if (!nearest || is_nearer(row)) nearest = &row;
    if (!nearest) return {};
    return {nearest->max_libstdcxx, nearest->clang != clang || nearest->standard != standard, nearest->sources};
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
