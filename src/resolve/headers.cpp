// SPDX-License-Identifier: MIT
#include "resolve/headers.hpp"

#include "core/contains.hpp"
#include "resolve/host_compiler.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <tuple>

namespace cudastdenv::inline CUDASTDENV_ABI {

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

/// Of this nvcc with the nearest Clang in the nearest standard; of two Clangs the newer, to which libstdc++ shows more.
const PairHeadersRow* nearest_pair(const Tables& tables, const Release& release, Compiler clang,
                                   CxxStandard standard) noexcept {
    const PairHeadersRow* nearest = nullptr;
    const auto gap = [&](const PairHeadersRow& row) {
        return std::tuple(distance(row.standard, standard), std::abs(std::int64_t{row.compiler.major} - clang.major),
                          -row.compiler.major);
    };
    for (const PairHeadersRow& row : tables.pair_headers) {
        if (!release.nvcc || row.nvcc != *release.nvcc || row.compiler.family != clang.family) continue;
        if (newest_that_works(row) && (!nearest || gap(row) < gap(*nearest))) nearest = &row;
    }
    return nearest;
}

const PairHeadersRow* find_pair(const Tables& tables, const Release& release, Compiler compiler,
                                CxxStandard standard) noexcept {
    for (const PairHeadersRow& row : tables.pair_headers)
        if (release.nvcc && row.nvcc == *release.nvcc && row.compiler == compiler && row.standard == standard)
            return &row;
    return nullptr;
}

HeadersLimit inferred_limit(const Tables& tables, const Release& release, Compiler clang,
                            CxxStandard standard) noexcept {
    if (const PairHeadersRow* near = nearest_pair(tables, release, clang, standard))
        return {newest_that_works(*near), true, true, near->sources};
    const HostCompilerRange range = host_compiler_range(tables, release.version, Compiler::Family::gcc,
                                                        Policy::enforced, false);
    return {range.max.major, true, true, range.max.sources};
}

}  // namespace

HeadersLimit nvcc_headers_limit(const Tables& tables, const Release& release, Compiler clang,
                                CxxStandard standard) noexcept {
    const PairHeadersRow* row = find_pair(tables, release, clang, standard);
    if (!row) return inferred_limit(tables, release, clang, standard);
    const bool end_inferred = row->fails.empty();
    if (const auto newest = newest_that_works(*row)) return {newest, false, end_inferred, row->sources};
    HeadersLimit limit = inferred_limit(tables, release, clang, standard);
    limit.max = std::min(*limit.max, row->fails.front() - 1);
    return {limit.max, true, false, row->sources};
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

bool was_measured_to_work(const Tables& tables, const Release& release, Compiler compiler, CxxStandard standard,
                          int headers) noexcept {
    const PairHeadersRow* row = find_pair(tables, release, compiler, standard);
    return row && contains(row->works, headers);
}

HeadersLimit headers_limit(const HeadersLimit& nvcc, const HeadersLimit& clang) noexcept {
    if (!nvcc.max_inferred) return nvcc;
    if (!clang.max || (nvcc.max && *clang.max < *nvcc.max))
        return {clang.max, nvcc.max_inferred, clang.end_inferred, clang.sources};
    return nvcc;
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
