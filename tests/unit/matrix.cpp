// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "matrix/matrix.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace cudastdenv;

namespace {

/// Made once it is needed: the programs of other tests are linked with it.
const Matrix& matrix() {
    static const Matrix made = make_matrix(tables, Policy::nixpkgs);
    return made;
}

const MatrixRow& row_of(Version release) {
    const auto row = std::ranges::find(matrix().rows, release, [](const MatrixRow& r) { return r.release->version; });
    REQUIRE(row != matrix().rows.end());
    return *row;
}

const CompilerCell& compiler_cell(Version release, Compiler compiler) {
    const auto column = std::ranges::find(matrix().compilers, compiler) - matrix().compilers.begin();
    return row_of(release).compilers.at(static_cast<std::size_t>(column));
}

const CapabilityCell& capability_cell(Version release, Capability capability) {
    const auto column = std::ranges::find(tables.capabilities, capability, &CapabilityRow::capability) -
                        tables.capabilities.begin();
    return row_of(release).capabilities.at(static_cast<std::size_t>(column));
}

constexpr Compiler gcc(int major) { return {Compiler::Family::gcc, major}; }
constexpr Compiler clang(int major) { return {Compiler::Family::clang, major}; }

}  // namespace

TEST_CASE("every release has a row, the newest first, and every column a cell") {
    REQUIRE(matrix().rows.size() == tables.releases.size());
    CHECK(matrix().rows.front().release == &tables.releases.back());
    for (const MatrixRow& row : matrix().rows) {
        CHECK(row.compilers.size() == matrix().compilers.size());
        CHECK(row.capabilities.size() == tables.capabilities.size());
    }
}

TEST_CASE("a compiler is used, accepted by nvcc only, broken or rejected") {
    CHECK(std::holds_alternative<UsedCompiler>(compiler_cell({12, 8, 0}, gcc(14))));
    CHECK(std::get<UsedCompiler>(compiler_cell({12, 8, 0}, clang(19))).headers.has_value());
    const CompilerCell& rejected = compiler_cell({12, 8, 0}, gcc(15));
    CHECK(std::get<TooNew>(std::get<RefusedCompiler>(rejected).reason).max.major == 14);
    const CompilerCell& accepted = compiler_cell({11, 6, 0}, clang(13));
    CHECK(std::get<TooNew>(std::get<AcceptedCompiler>(accepted).reason).max.view == Policy::nixpkgs);
    CHECK(std::get<BrokenCompiler>(compiler_cell({11, 5, 0}, gcc(11))).advisory->id == "gcc-11-std-function");
}

TEST_CASE("a capability is a default, supported, a Jetson's, or there is a problem") {
    CHECK(std::holds_alternative<DefaultCapability>(capability_cell({12, 8, 0}, {9, 0})));
    CHECK(std::holds_alternative<SupportedCapability>(capability_cell({12, 8, 0}, {5, 0})));
    CHECK(std::holds_alternative<JetsonCapability>(capability_cell({12, 8, 0}, {8, 7})));
    const auto problem = [](Version release, Capability capability) {
        return std::get<CapabilityProblem>(capability_cell(release, capability));
    };
    CHECK(std::holds_alternative<CapabilityTooOld>(problem({13, 0, 0}, {6, 1})));
    CHECK(std::holds_alternative<CapabilityTooNew>(problem({12, 0, 0}, {12, 0})));
    CHECK(std::holds_alternative<CapabilityRenamed>(problem({13, 0, 0}, {10, 1})));
    CHECK(std::holds_alternative<CapabilityNotYetRenamed>(problem({12, 9, 0}, {11, 0})));
    // Nor was it there by its former name.
    CHECK(std::holds_alternative<CapabilityTooNew>(problem({12, 0, 0}, {11, 0})));
}
