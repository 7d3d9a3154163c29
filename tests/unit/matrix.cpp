// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "matrix/matrix.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace cudastdenv;
using namespace cudastdenv::report;

namespace {

/// Created on first use, because other tests are linked into the same program.
const Matrix& matrix() {
    static const Matrix made = make_matrix(tables);
    return made;
}

const MatrixRow& row_of(Version release) {
    const auto row = std::ranges::find(matrix().rows, release, [](const MatrixRow& r) { return r.release->version; });
    REQUIRE(row != matrix().rows.end());
    return *row;
}

const Cell& compiler_cell(Version release, Compiler compiler) {
    const auto column = std::ranges::find(matrix().compilers, compiler) - matrix().compilers.begin();
    return row_of(release).compilers.at(static_cast<std::size_t>(column));
}

std::string_view state_of(Version release, Capability capability) {
    const auto column = std::ranges::find(tables.capabilities, capability, &CapabilityRow::capability) -
                        tables.capabilities.begin();
    return row_of(release).capabilities.at(static_cast<std::size_t>(column)).state->id;
}

constexpr Compiler gcc(int major) { return {Compiler::Family::gcc, major}; }
constexpr Compiler clang(int major) { return {Compiler::Family::clang, major}; }

}  // namespace

TEST_CASE("has a row for each release and a cell for each column") {
    REQUIRE(matrix().rows.size() == tables.releases.size());
    CHECK(matrix().rows.front().release == &tables.releases.back());
    for (const MatrixRow& row : matrix().rows) {
        CHECK(row.compilers.size() == matrix().compilers.size());
        CHECK(row.capabilities.size() == tables.capabilities.size());
    }
}

TEST_CASE("marks compilers as used, accepted by nvcc, broken or rejected") {
    CHECK(compiler_cell({12, 8, 0}, gcc(14)).state->id == "used");
    CHECK(compiler_cell({12, 8, 0}, clang(19)).message.find("libstdc++ headers of gcc-") != std::string::npos);
    CHECK(compiler_cell({12, 8, 0}, gcc(15)).state->id == "too-new");
    CHECK(compiler_cell({12, 8, 0}, gcc(15)).message.find("14") != std::string::npos);
    const Cell& accepted = compiler_cell({11, 6, 0}, clang(13));
    CHECK(accepted.state->id == "accepted");
    CHECK(accepted.message.starts_with("nvcc's check accepts it, but "));
    CHECK(accepted.message.find("nixpkgs") != std::string::npos);
    const Cell& broken = compiler_cell({11, 5, 0}, gcc(11));
    CHECK(broken.state->id == "broken");
    CHECK(broken.message.find("<functional>") != std::string::npos);
}

TEST_CASE("marks capabilities as default, supported, Jetson or problem") {
    CHECK(state_of({12, 8, 0}, {9, 0}) == "default");
    CHECK(state_of({12, 8, 0}, {5, 0}) == "supported");
    CHECK(state_of({12, 8, 0}, {8, 7}) == "jetson");
    CHECK(state_of({13, 0, 0}, {6, 1}) == "no-longer");
    CHECK(state_of({12, 0, 0}, {12, 0}) == "not-yet");
    CHECK(state_of({13, 0, 0}, {10, 1}) == "renamed");
    CHECK(state_of({12, 9, 0}, {11, 0}) == "renamed");
    // Not under its former name either.
    CHECK(state_of({12, 0, 0}, {11, 0}) == "not-yet");
}
