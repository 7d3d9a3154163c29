// SPDX-License-Identifier: MIT
#include "resolve/headers.hpp"

#include "core/contains.hpp"
#include "resolve/host_compiler.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <tuple>

namespace cudastdenv {

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

}  // namespace

NvccHeaders::NvccHeaders(const Tables& tables, const Release& release) noexcept
    : tables_(tables), release_(release), rows_(rows_of(tables, release)) {}

HeadersLimit NvccHeaders::limit(Compiler clang, CxxStandard standard) const noexcept {
    const PairHeadersRow* row = find(clang, standard);
    if (!row) return inferred_limit(clang, standard);
    const bool end_inferred = row->fails.empty();
    if (const auto newest = newest_that_works(*row)) return {newest, false, end_inferred, row->sources};
    HeadersLimit limit = inferred_limit(clang, standard);
    limit.max = std::min(*limit.max, row->fails.front() - 1);
    return {limit.max, true, false, row->sources};
}

bool NvccHeaders::worked(Compiler compiler, CxxStandard standard, int headers) const noexcept {
    const PairHeadersRow* row = find(compiler, standard);
    return row && contains(row->works, headers);
}

const PairHeadersRow* NvccHeaders::find(Compiler compiler, CxxStandard standard) const noexcept {
    for (const PairHeadersRow& row : rows_)
        if (row.compiler == compiler && row.standard == standard) return &row;
    return nullptr;
}

/// In the nearest standard with the nearest Clang; of two Clangs the newer, to which libstdc++ shows more.
const PairHeadersRow* NvccHeaders::nearest(Compiler clang, CxxStandard standard) const noexcept {
    const PairHeadersRow* nearest = nullptr;
    const auto gap = [&](const PairHeadersRow& row) {
        return std::tuple(distance(row.standard, standard), std::abs(std::int64_t{row.compiler.major} - clang.major),
                          -row.compiler.major);
    };
    for (const PairHeadersRow& row : rows_)
        if (row.compiler.family == clang.family && newest_that_works(row) && (!nearest || gap(row) < gap(*nearest)))
            nearest = &row;
    return nearest;
}

HeadersLimit NvccHeaders::inferred_limit(Compiler clang, CxxStandard standard) const noexcept {
    if (const PairHeadersRow* near = nearest(clang, standard))
        return {newest_that_works(*near), true, true, near->sources};
    const HostCompilerRange range = host_compiler_range(tables_, release_.version, Compiler::Family::gcc,
                                                        Policy::enforced, false);
    return {range.max.major, true, true, range.max.sources};
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
