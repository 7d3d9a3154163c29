// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "query.hpp"

#include "core/lists.hpp"
#include "resolve/resolve.hpp"

#include <array>

namespace cudastdenv {

namespace {

using enum CxxStandard;

PairHeadersRow pair_row(std::string_view nvcc, std::string_view compiler, CxxStandard standard,
                        std::span<const int> works, std::span<const int> fails) {
    return {.nvcc = parse_version(nvcc).value(),
            .compiler = parse_compiler(compiler).value(),
            .standard = standard,
            .works = works,
            .fails = fails,
            .sources = {}};
}

ClangHeadersRow clang_row(int clang, CxxStandard standard, std::optional<int> max) {
    return {.clang = clang, .standard = standard, .max_libstdcxx = max, .sources = {}};
}

const Release& release_row(std::string_view version) {
    return *find_release(builtin_tables(), parse_version(version).value());
}

}  // namespace

TEST_CASE("each measured pair has a limit between success and failure") {
    for (const Release& each : tables.releases)
        for (const PairHeadersRow& row : tables.pair_headers) {
            if (each.nvcc != to_string(row.nvcc) || row.compiler.family != Compiler::Family::clang) continue;
            const HeadersLimit limit = nvcc_headers_limit(tables, each, row.compiler, row.standard);
            REQUIRE(limit.max);
            CHECK(limit.sources.data() == row.sources.data());
            CHECK(limit.max_inferred == !contains(row.works, *limit.max));
            CHECK(limit.end_inferred == row.fails.empty());
            if (!row.fails.empty()) CHECK(*limit.max < row.fails.front());
        }
    for (const ClangHeadersRow& row : tables.clang_headers) {
        const HeadersLimit limit = clang_headers_limit(tables, row.clang, row.standard);
        CHECK(limit.max == row.max_libstdcxx);
        CHECK_FALSE(limit.max_inferred);
    }
}

TEST_CASE("an unmeasured nvcc parses headers up to its enforced GCC") {
    for (const Release& each : tables.releases) {
        const bool measured = std::ranges::any_of(tables.pair_headers, [&](const PairHeadersRow& row) {
            return each.nvcc == to_string(row.nvcc) && row.compiler.family == Compiler::Family::clang;
        });
        if (measured) continue;
        const auto* row = find_host_compilers(tables, Compiler::Family::gcc, each.version);
        for (const CxxStandard standard : {cxx11, cxx14, cxx17, cxx20, cxx23}) {
            const HeadersLimit limit = nvcc_headers_limit(tables, each, "clang-17"_cc, standard);
            CHECK(limit.max == row->enforced->max);
            CHECK(limit.max_inferred);
            CHECK(limit.end_inferred);
            CHECK_FALSE(limit.sources.empty());
        }
    }
}

TEST_CASE("no measured pair is below its inferred limit") {
    // In C++17, which the newest GCC that nvcc accepts represents. In C++20, libstdc++ may show more code to a Clang.
    for (const Release& each : tables.releases)
        for (const PairHeadersRow& row : tables.pair_headers) {
            if (each.nvcc != to_string(row.nvcc) || row.standard != cxx17 || row.fails.empty()) continue;
            const auto* gcc = find_host_compilers(tables, Compiler::Family::gcc, each.version);
            CHECK(row.fails.front() > gcc->enforced->max);
        }
}

TEST_CASE("an unmeasured pair has the nearest pair's limit") {
    Tables tables = builtin_tables();
    const std::string_view nvcc = *release_row("12.8.1").nvcc;
    constexpr std::array to_13{12, 13};
    constexpr std::array to_15{12, 13, 15};
    constexpr std::array fails_14{14, 16};
    constexpr std::array fails_all{11, 12};
    const std::array rows{
        pair_row(nvcc, "gcc-13", cxx17, fails_14, {}),      pair_row(nvcc, "clang-14", cxx17, to_15, {}),
        pair_row(nvcc, "clang-16", cxx17, to_13, fails_14), pair_row(nvcc, "clang-16", cxx20, to_15, fails_14),
        pair_row(nvcc, "clang-17", cxx20, {}, fails_all),   pair_row("99.9.9", "clang-15", cxx17, to_15, {})};
    tables.pair_headers = rows;
    const auto limit = [&](std::string_view clang, CxxStandard standard) {
        return nvcc_headers_limit(tables, release_row("12.8.1"), parse_compiler(clang).value(), standard);
    };
    CHECK(limit("clang-14", cxx17).max == 15);
    CHECK_FALSE(limit("clang-14", cxx17).max_inferred);
    CHECK(limit("clang-14", cxx17).end_inferred);
    CHECK(limit("clang-16", cxx17).max == 13);
    CHECK_FALSE(limit("clang-16", cxx17).end_inferred);
    // A success above the first failure does not count.
    CHECK(limit("clang-16", cxx20).max == 13);
    // At equal distance, the newer Clang, which sees more of libstdc++.
    CHECK(limit("clang-15", cxx17).max == 13);
    CHECK(limit("clang-15", cxx17).max_inferred);
    CHECK(limit("clang-12", cxx17).max == 15);
    CHECK(limit("clang-12", cxx11).max == 15);
    CHECK(limit("clang-22", cxx23).max == 13);
    // These are known to fail; older ones are unknown.
    CHECK(limit("clang-17", cxx20).max == 10);
    CHECK(limit("clang-17", cxx20).max_inferred);
    CHECK_FALSE(limit("clang-17", cxx20).end_inferred);
}

TEST_CASE("a measurement overrides a Clang's own parsing limit") {
    const HeadersLimit measured{15, false, false, {}};
    const HeadersLimit inferred{15, true, true, {}};
    CHECK(headers_limit(measured, {13, true, true, {}}).max == 15);
    CHECK(headers_limit(inferred, {13, false, false, {}}).max == 13);
    CHECK(headers_limit(inferred, {13, false, false, {}}).max_inferred);
    CHECK_FALSE(headers_limit(inferred, {13, false, false, {}}).end_inferred);
    CHECK(headers_limit(inferred, {16, false, false, {}}).max == 15);
    CHECK(headers_limit(inferred, {16, false, false, {}}).end_inferred);
    CHECK_FALSE(headers_limit(inferred, {std::nullopt, false, false, {}}).max);
}

TEST_CASE("an unmeasured Clang uses the nearest, the older of two") {
    Tables tables;
    const std::array rows{clang_row(14, cxx17, 14), clang_row(14, cxx20, std::nullopt), clang_row(18, cxx17, 15),
                          clang_row(18, cxx20, 15), clang_row(19, cxx17, 16)};
    tables.clang_headers = rows;
    const auto limit = [&](int clang, CxxStandard standard) { return clang_headers_limit(tables, clang, standard); };
    CHECK(limit(14, cxx17).max == 14);
    CHECK(limit(14, cxx20).max == std::nullopt);
    CHECK_FALSE(limit(14, cxx20).max_inferred);
    CHECK(limit(6, cxx17).max == 14);
    CHECK(limit(6, cxx17).max_inferred);
    CHECK(limit(15, cxx20).max == std::nullopt);
    CHECK(limit(16, cxx17).max == 14);
    CHECK(limit(17, cxx17).max == 15);
    CHECK(limit(19, cxx17).max == 16);
    CHECK(limit(19, cxx20).max == 16);
    CHECK(limit(19, cxx20).max_inferred);
    CHECK(limit(40, cxx17).max == 16);
    CHECK(limit(40, cxx17).max_inferred);
}

TEST_CASE("no Clang has a limit without measurements") {
    const HeadersLimit limit = clang_headers_limit({}, 18, cxx17);
    CHECK_FALSE(limit.max);
}

}  // namespace cudastdenv
