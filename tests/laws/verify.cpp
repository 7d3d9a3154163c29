// SPDX-License-Identifier: MIT
/// What `verify` predicts, held against every combination that was measured beforehand.

#include "unit/query.hpp"

#include "findings/verify_prediction.hpp"
#include "resolve/advisories.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <fstream>
#include <string>

namespace cudastdenv::inline CUDASTDENV_ABI {

namespace {

using Json = nlohmann::json;
using namespace verify;

/// A measured combination of nvcc, host compiler, headers and glibc.
struct Measured {
    std::string nvcc;
    Standing standing;
    bool accepted = false;
    Json results;  ///< by standard: `works`, `fails` or null
};

Measured read(const Json& row) {
    const bool gcc = row["family"] == "gcc";
    return {.nvcc = row["nvcc"],
            .standing = {.compiler = {gcc ? Compiler::Family::gcc : Compiler::Family::clang, row["compiler"]},
                         .headers = row["libstdcxx"].get<int>(),
                         .glibc = parse_version(row["glibc"].get<std::string>()).value(),
                         .system = "x86_64-linux"},
            .accepted = row["check"] == "accepted",
            .results = {{"c++17", row["c++17"]}, {"c++20", row["c++20"]}, {"c++23", row["c++23"]}}};
}

/// What the tables cannot say, one reviewed row a line; the list should never grow.
struct Reviewed {
    std::string_view nvcc;
    std::string_view compiler;
    int headers;
    std::string_view glibc;
    std::string_view standard;
};
/// nvcc 12.4 and the headers of libstdc++ 14 as C++20: Clang 17 breaks with them and sets the limit, but libstdc++
/// shows Clang 16 less, and that works.
constexpr std::array reviewed{Reviewed{"12.4.131", "clang-16", 14, "2.36", "c++20"}};

bool is_reviewed(const Measured& measured, std::string_view standard) {
    return std::ranges::any_of(reviewed, [&](const Reviewed& row) {
        return row.nvcc == measured.nvcc && row.compiler == to_string(measured.standing.compiler) &&
               row.headers == measured.standing.headers && row.glibc == to_string(*measured.standing.glibc) &&
               row.standard == standard;
    });
}

bool is_refused(const Prediction& prediction) {
    return std::holds_alternative<TooNew>(prediction) || std::holds_alternative<TooOld>(prediction);
}

/// Whether an advisory says that this breaks even where the version check is switched off.
bool is_broken_beyond_the_check(const Tables& tables, const Release& release, const Measured& measured,
                                CxxStandard standard) {
    return find_breakage(tables, {},
                         {.release = release.version,
                          .compiler = measured.standing.compiler,
                          .headers = measured.standing.headers,
                          .library = *measured.standing.headers,
                          .glibc = measured.standing.glibc,
                          .standard = standard,
                          .system = measured.standing.system}) != nullptr;
}

void check(const Tables& tables, const Release& release, const Measured& measured, std::size_t& checked) {
    for (const auto& item : measured.results.items()) {
        // Not by a structured binding: Clang up to 15 cannot capture one.
        const std::string& name = item.key();
        const auto& result = item.value();
        const CxxStandard standard = parse_cxx_standard(name).value();
        if (result.is_null() || standard > release.newest_standard) continue;
        const Prediction prediction = predict(tables, release, measured.standing, standard);
        const bool works = result == "works";
        CAPTURE(release.version);
        CAPTURE(to_string(measured.standing.compiler));
        CAPTURE(*measured.standing.headers);
        CAPTURE(to_string(*measured.standing.glibc));
        CAPTURE(name);
        CHECK(is_refused(prediction) != measured.accepted);
        if (!measured.accepted) CHECK_FALSE((works && is_broken_beyond_the_check(tables, release, measured, standard)));
        else CHECK((std::holds_alternative<Works>(prediction) == works) != is_reviewed(measured, name));
        ++checked;
    }
}

}  // namespace

TEST_CASE("what is predicted is what was measured") {
    const Tables tables = builtin_tables();
    const Json rows = Json::parse(std::ifstream(CUDASTDENV_MEASURED)).at("rows");
    CHECK(rows.size() >= 167);
    std::size_t checked = 0;
    for (const Json& row : rows) {
        const Measured measured = read(row);
        std::size_t of_row = 0;
        for (const Release& release : tables.releases)
            if (release.nvcc == measured.nvcc) check(tables, release, measured, of_row);
        CAPTURE(measured.nvcc);
        CHECK(of_row > 0);
        checked += of_row;
    }
    CHECK(checked > 300);
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
