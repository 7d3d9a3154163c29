// SPDX-License-Identifier: MIT
#include "query.hpp"

#include "resolve/headers.hpp"

#include <array>

namespace cudastdenv::inline CUDASTDENV_ABI {

namespace {

using enum CxxStandard;

NvccHeadersRow nvcc_row(std::string_view nvcc, CxxStandard standard, std::optional<int> max) {
    return {.nvcc = nvcc, .standard = standard, .max_libstdcxx = max, .sources = {}};
}

ClangHeadersRow clang_row(int clang, CxxStandard standard, std::optional<int> max) {
    return {.clang = clang, .standard = standard, .max_libstdcxx = max, .sources = {}};
}

const Release& release(std::string_view version) {
    return *find_release(builtin_tables(), parse_version(version).value());
}

}  // namespace

TEST_CASE("every measured row is the limit of its own nvcc and standard") {
    const Tables tables = builtin_tables();
    for (const Release& each : tables.releases)
        for (const NvccHeadersRow& row : tables.nvcc_headers) {
            if (row.nvcc != each.nvcc) continue;
            const HeadersLimit limit = nvcc_headers_limit(tables, each, row.standard);
            CHECK(limit.max == row.max_libstdcxx);
            CHECK_FALSE(limit.inferred);
            CHECK(limit.sources.data() == row.sources.data());
        }
    for (const ClangHeadersRow& row : tables.clang_headers) {
        const HeadersLimit limit = clang_headers_limit(tables, row.clang, row.standard);
        CHECK(limit.max == row.max_libstdcxx);
        CHECK_FALSE(limit.inferred);
    }
}

TEST_CASE("an nvcc that was not measured parses up to its own enforced GCC") {
    const Tables tables = builtin_tables();
    for (const Release& each : tables.releases) {
        const bool measured = std::ranges::any_of(tables.nvcc_headers,
                                                  [&](const NvccHeadersRow& row) { return row.nvcc == each.nvcc; });
        if (measured) continue;
        const auto* row = find_host_compilers(tables, Compiler::Family::gcc, each.version);
        for (const CxxStandard standard : {cxx11, cxx14, cxx17, cxx20, cxx23}) {
            const HeadersLimit limit = nvcc_headers_limit(tables, each, standard);
            CHECK(limit.max == row->enforced->max);
            CHECK(limit.inferred);
            CHECK_FALSE(limit.sources.empty());
        }
    }
}

TEST_CASE("for a standard that was not measured the nearest one counts, the older of two") {
    Tables tables = builtin_tables();
    const std::string_view nvcc = *release("12.8.1").nvcc;
    const std::array rows{nvcc_row(nvcc, cxx14, 11), nvcc_row(nvcc, cxx20, 13), nvcc_row("99.9.9", cxx17, 99)};
    tables.nvcc_headers = rows;
    const auto limit = [&](CxxStandard standard) { return nvcc_headers_limit(tables, release("12.8.1"), standard); };
    CHECK(limit(cxx11).max == 11);
    CHECK(limit(cxx11).inferred);
    CHECK(limit(cxx14).max == 11);
    CHECK_FALSE(limit(cxx14).inferred);
    CHECK(limit(cxx17).max == 11);
    CHECK(limit(cxx17).inferred);
    CHECK(limit(cxx20).max == 13);
    CHECK(limit(cxx23).max == 13);
    CHECK(limit(cxx23).inferred);
}

TEST_CASE("for a Clang that was not measured the nearest one counts, the older of two") {
    Tables tables;
    const std::array rows{clang_row(14, cxx17, 14), clang_row(14, cxx20, std::nullopt), clang_row(18, cxx17, 15),
                          clang_row(18, cxx20, 15), clang_row(19, cxx17, 16)};
    tables.clang_headers = rows;
    const auto limit = [&](int clang, CxxStandard standard) { return clang_headers_limit(tables, clang, standard); };
    CHECK(limit(14, cxx17).max == 14);
    CHECK(limit(14, cxx20).max == std::nullopt);
    CHECK_FALSE(limit(14, cxx20).inferred);
    CHECK(limit(6, cxx17).max == 14);
    CHECK(limit(6, cxx17).inferred);
    CHECK(limit(15, cxx20).max == std::nullopt);
    CHECK(limit(16, cxx17).max == 14);
    CHECK(limit(17, cxx17).max == 15);
    CHECK(limit(19, cxx17).max == 16);
    CHECK(limit(19, cxx20).max == 16);
    CHECK(limit(19, cxx20).inferred);
    CHECK(limit(40, cxx17).max == 16);
    CHECK(limit(40, cxx17).inferred);
}

TEST_CASE("without measurements no Clang has a limit that anybody knows") {
    const HeadersLimit limit = clang_headers_limit({}, 18, cxx17);
    CHECK_FALSE(limit.max);
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
