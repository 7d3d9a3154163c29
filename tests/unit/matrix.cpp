#include "resolve/matrix.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

using namespace cudastdenv;

namespace {

const Tables tables = builtin_tables();
const Matrix matrix = make_matrix(tables, Policy::nixpkgs);
const Filter filter = make_filter(tables, Policy::nixpkgs, 4);

const MatrixRow& row_of(Version release) {
    const auto row = std::ranges::find(matrix.rows, release, [](const MatrixRow& r) { return r.release->version; });
    REQUIRE(row != matrix.rows.end());
    return *row;
}

const CompilerCell& compiler_cell(Version release, Compiler compiler) {
    const auto column = std::ranges::find(matrix.compilers, compiler) - matrix.compilers.begin();
    return row_of(release).compilers.at(static_cast<std::size_t>(column));
}

const CapabilityCell& capability_cell(Version release, Capability capability) {
    const auto column = std::ranges::find(tables.capabilities, capability, &CapabilityRow::capability) -
                        tables.capabilities.begin();
    return row_of(release).capabilities.at(static_cast<std::size_t>(column));
}

constexpr Compiler gcc(int major) { return {Compiler::Family::gcc, major}; }
constexpr Compiler clang(int major) { return {Compiler::Family::clang, major}; }

bool at(const ReleaseSet& set, std::size_t release) { return set[release]; }

/// Whether a release fits one capability, GPU or neither, and one compiler or any, as Filter says.
bool fits(const SetsByPlatform& hosts, const CapabilityFits* asked, std::size_t release) {
    auto platform = BuiltFor::x86_64;
    if (asked && asked->jetson) platform = BuiltFor::arm_server;
    if (asked && at(asked->as_jetson, release)) platform = BuiltFor::jetson;
    return (!asked || at(asked->releases, release)) && at(hosts[static_cast<std::size_t>(platform)], release);
}

std::string name_of(const ListedCapability& listed) {
    if (const auto* capability = std::get_if<Capability>(&listed)) return to_string(*capability);
    return std::string(std::get<std::string_view>(listed));
}

void check_against_engine(std::vector<Condition> conditions, const SetsByPlatform& hosts, const CapabilityFits* asked) {
    const ReleaseSet expected = fitting_releases(tables, {.conditions = std::move(conditions)});
    for (std::size_t i = 0; i < tables.releases.size(); ++i) {
        CAPTURE(to_string(tables.releases[i].version));
        CHECK(fits(hosts, asked, i) == at(expected, i));
    }
}

}  // namespace

TEST_CASE("every release has a row, the newest first, and every column a cell") {
    REQUIRE(matrix.rows.size() == tables.releases.size());
    CHECK(matrix.rows.front().release == &tables.releases.back());
    for (const MatrixRow& row : matrix.rows) {
        CHECK(row.compilers.size() == matrix.compilers.size());
        CHECK(row.capabilities.size() == tables.capabilities.size());
    }
}

TEST_CASE("a compiler is used, accepted by nvcc only, broken or rejected") {
    CHECK(std::holds_alternative<UsedCompiler>(compiler_cell({12, 8, 0}, gcc(14))));
    CHECK(std::get<UsedCompiler>(compiler_cell({12, 8, 0}, clang(19))).headers.has_value());
    const CompilerCell& rejected = compiler_cell({12, 8, 0}, gcc(15));
    CHECK(std::get<TooNew>(std::get<RejectedCompiler>(rejected).reason).max.major == 14);
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

TEST_CASE("the sets of the filter come to what find_releases() says") {
    check_against_engine({}, filter.any_compiler, nullptr);
    for (const CompilerFits& compiler : filter.compilers) {
        CAPTURE(to_string(compiler.compiler));
        const CompilerCondition condition{{compiler.compiler}};
        check_against_engine({condition}, compiler.releases, nullptr);
        for (const CapabilityFits& asked : filter.capabilities) {
            CAPTURE(name_of(asked.listed));
            check_against_engine({CapabilitiesCondition{{asked.listed}}, condition}, compiler.releases, &asked);
        }
        for (const CapabilityFits& asked : filter.gpus) {
            CAPTURE(name_of(asked.listed));
            const Gpu gpu{"", std::get<Capability>(asked.listed)};
            check_against_engine({GpuCondition{{gpu}}, condition}, compiler.releases, &asked);
        }
    }
}

TEST_CASE("a release's oldest driver is the oldest that fits") {
    for (const std::optional<DriverVersion>& bound : filter.drivers) {
        if (!bound) continue;
        const CapabilitiesCondition list{{Capability{7, 5}}};
        const ReleaseSet without = fitting_releases(tables, {.conditions = {list}});
        const ReleaseSet with = fitting_releases(tables, {.conditions = {list, DriverCondition{*bound}}});
        for (std::size_t i = 0; i < with.size(); ++i) {
            const bool new_enough = filter.drivers[i] && *filter.drivers[i] <= *bound;
            CHECK(at(with, i) == (at(without, i) && new_enough));
        }
    }
}

TEST_CASE("a product's drivers are those with which find_releases() has any release for it") {
    long known = 0;
    for (const GpuRow& gpu : tables.gpus) {
        if (gpu.line == GpuRow::Line::jetson) continue;
        const auto fits = std::ranges::find(filter.gpu_drivers, &gpu, &ProductFits::gpu);
        for (const PtxVersionRow& row : tables.ptx_versions) {
            if (!row.branch) continue;
            for (const DriverVersion driver : {DriverVersion{*row.branch}, DriverVersion{*row.branch, 999, 0}}) {
                CAPTURE(to_string(driver));
                CAPTURE(gpu.name);
                bool expected = fits != filter.gpu_drivers.end() && driver.branch >= fits->first &&
                                (!fits->end || driver.branch < *fits->end);
                const auto begins = [&](DriverVersion from) {
                    const bool is_last = from == gpu.drivers->from.back();
                    return driver >= from && (is_last || driver.branch == from.branch);
                };
                expected = expected && std::ranges::any_of(gpu.drivers->from, begins);
                const GpuKnowledge found = judge_gpu(tables, "x86_64-linux", driver, {gpu.name, gpu.capability});
                CHECK((found.known == true) == expected);
                known += expected ? 1 : 0;
            }
        }
    }
    CHECK(known > 1000);
}
