// SPDX-License-Identifier: MIT
/// The predictions of `verify`, compared with every measured combination.

#include "builtin.hpp"
#include "core/versions.hpp"
#include "source_directory.hpp"
#include "unit/query.hpp"

#include "findings/verify.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/json_tree.hpp"

#include <array>
#include <cstddef>
#include <fstream>
#include <string>

namespace cudastdenv {

namespace {

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

/// Whether an advisory states that this breaks even without the version check.
bool is_broken_beyond_the_check(const Tables& tables, const Release& release, const Measured& measured,
                                CxxStandard standard) {
    return find_breakage(tables, {.release = release.version,
                                  .compiler = measured.standing.compiler,
                                  .headers = measured.standing.headers,
                                  .library = *measured.standing.headers,
                                  .glibc = measured.standing.glibc,
                                  .standard = standard,
                                  .system = measured.standing.system}) != nullptr;
}

void check(const Tables& tables, const Release& release, const Measured& measured, std::size_t& checked) {
    for (const auto& item : measured.results.items()) {
        // Not a structured binding: Clang 15 or older cannot capture one.
        const std::string& name = item.key();
        const auto& result = item.value();
        const CxxStandard standard = parse_cxx_standard(name).value();
        if (result.is_null() || standard > release.newest_standard) continue;
        const Outcome prediction = predict(tables, release, measured.standing, standard);
        const bool works = result == "works";
        CAPTURE(release.version);
        CAPTURE(to_string(measured.standing.compiler));
        CAPTURE(*measured.standing.headers);
        CAPTURE(to_string(*measured.standing.glibc));
        CAPTURE(name);
        CHECK((prediction.kind == Outcome::Kind::refused) != measured.accepted);
        if (!measured.accepted) CHECK_FALSE((works && is_broken_beyond_the_check(tables, release, measured, standard)));
        else CHECK((prediction.kind == Outcome::Kind::works) == works);
        ++checked;
    }
}

}  // namespace

TEST_CASE("predictions equal measurements") {
    const Json rows = Json::parse(std::ifstream(source_directory() / "tests/data/measured_nvcc_host.json")).at("rows");
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

}  // namespace cudastdenv
