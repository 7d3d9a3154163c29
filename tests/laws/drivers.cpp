// SPDX-License-Identifier: MIT
// Laws of driver compatibility, over every release, system and driver that the tables name.

#include "builtin.hpp"
#include "resolve/drivers.hpp"
#include "sample.hpp"
#include "tables/lookup.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

using namespace cudastdenv;

namespace {

/// Whether NVIDIA has nothing for the system.
bool is_closed(const DriverAnswer& answer) {
    return !answer.obstacles.empty() && answer.obstacles.front().way == platform_way;
}

/// Every driver in a row, the numbers before and after it, and each branch.
std::vector<DriverVersion> interesting_drivers() {
    std::set<DriverVersion> drivers;
    const auto include = [&](DriverVersion driver) {
        drivers.insert(driver);
        drivers.insert({driver.branch});
        if (driver.patch > 0) drivers.insert({driver.branch, driver.minor, driver.patch - 1});
        drivers.insert({driver.branch, driver.minor, driver.patch + 1});
    };
    for (const DriverRow& row : tables.drivers)
        for (const auto& datum : {row.linux_minimum, row.windows_minimum, row.linux_bundled})
            if (datum) include(datum->driver);
    for (const MinorVersionRow& row : tables.minor_versions) {
        include(row.linux_minimum);
        include(row.windows_minimum);
    }
    for (const ForwardCompatRow& row : tables.forward_compat)
        for (const int branch : row.branches) include({branch, 0, 0});
    for (const PtxVersionRow& row : tables.ptx_versions)
        if (row.branch) include({*row.branch, 0, 0});
    include({999, 99, 9});
    return {drivers.begin(), drivers.end()};
}

Request request_of(Version release, std::string_view system) {
    const EnvironmentRow& environment = *find_environment(tables, tables.assumed_environment);
    return {.cuda = release,
            .system = system,
            .build_system = {},
            .redist_asked = {},
            .stdenv = {environment.compiler, environment.libstdcxx, {}, {}},
            .available = {},
            .libstdcxx_headers = {},
            .capabilities = {}};
}

}  // namespace

TEST_CASE("an answer judges each way once") {
    for (const Release& release : sampled(tables.releases))
        for (const DriverVersion driver : sampled<17>(interesting_drivers())) {
            const DriverAnswer answer = judge_driver(tables, request_of(release.version, "x86_64-linux"), driver);
            CHECK(answer.release == &release);
            switch (answer.support) {
                case DriverSupport::native: CHECK(answer.obstacles.empty()); break;
                case DriverSupport::minor_version:
                    CHECK(answer.obstacles.size() == (answer.package_works ? 1u : 2u));
                    break;
                case DriverSupport::package: CHECK(answer.obstacles.size() == 2); break;
                case DriverSupport::none:
                    CHECK(answer.obstacles.size() == 3);
                    CHECK(std::ranges::all_of(answer.obstacles, &BlockedMode::is_certain));
                    break;
                case DriverSupport::unknown:
                    CHECK(answer.obstacles.size() == 3);
                    CHECK_FALSE(std::ranges::all_of(answer.obstacles, &BlockedMode::is_certain));
                    break;
            }
            if (answer.support == DriverSupport::none) CHECK(answer.ptx_loads == false);
            if (answer.support == DriverSupport::package) CHECK(answer.ptx_loads == true);
            if (answer.support == DriverSupport::unknown) CHECK_FALSE(answer.ptx_loads);
        }
}

TEST_CASE("machine code never needs a newer driver than PTX") {
    for (const CapabilityRow& code : tables.capabilities)
        for (const CapabilityRow& gpu : tables.capabilities) {
            if (gpu.capability.kind != Capability::Kind::baseline) continue;
            if (code_obstacle(tables, {Code::Form::machine_code, code.capability}, baseline_of(gpu.capability)))
                continue;
            CHECK(code.capability.major == gpu.capability.major);
            CHECK(code.jetson == gpu.jetson);
            CHECK(code.capability.minor <= gpu.capability.minor);
        }
}

TEST_CASE("an unknown minimum gives 'no' only if a neighbour forces it") {
    // Brute force. A driver is certainly too old only if an earlier release already requires a newer one. It is
    // certainly sufficient only if it is bundled with the release, or if a later release requires no newer one.
    long unknown = 0;
    for (const char* system : {"x86_64-linux", "x86_64-windows"}) {
        const bool windows = std::string_view(system) == "x86_64-windows";
        const auto documented = [&](const DriverRow& row) { return windows ? row.windows_minimum : row.linux_minimum; };
        for (const Release& release : sampled(tables.releases))
            for (const DriverVersion driver : sampled<17>(interesting_drivers())) {
                const DriverAnswer answer = judge_driver(tables, request_of(release.version, system), driver);
                if (is_closed(answer)) break;
                if (answer.minimum) continue;
                bool too_old = false;
                bool new_enough = false;
                for (const DriverRow& row : tables.drivers) {
                    const auto minimum = documented(row);
                    if (row.release < release.version && minimum && driver < minimum->driver) too_old = true;
                    if (row.release > release.version && minimum && driver >= minimum->driver) new_enough = true;
                    if (!windows && row.release == release.version && row.linux_bundled &&
                        driver >= row.linux_bundled->driver)
                        new_enough = true;
                }
                CHECK((answer.support == DriverSupport::native) == new_enough);
                const bool gap = std::ranges::any_of(answer.obstacles, [](const BlockedMode& obstacle) {
                    return obstacle.way == native_way && !obstacle.is_certain;
                });
                CHECK(gap == (!too_old && !new_enough));
                unknown += gap ? 1 : 0;
            }
    }
    CHECK(unknown > where_every_case_is_tried(100));
}

TEST_CASE("a missing minimum is that of the same nvcc's earlier release") {
    long standing_in = 0;
    for (const char* system : {"x86_64-linux", "x86_64-windows"})
        for (const Release& release : sampled(tables.releases)) {
            std::optional<Version> expected;
            for (const DriverRow& row : tables.drivers) {
                const bool windows = std::string_view(system) == "x86_64-windows";
                if (!(windows ? row.windows_minimum : row.linux_minimum) || row.release > release.version) continue;
                const bool same = find_release(tables, row.release)->nvcc == release.nvcc && release.nvcc;
                if (row.release == release.version || same) expected = row.release;
            }
            const auto minimum = driver_minimum(tables, release.version, system);
            CHECK(minimum.has_value() == expected.has_value());
            if (minimum && expected) CHECK(minimum->release == *expected);
            standing_in += minimum && minimum->release != release.version ? 1 : 0;
        }
    CHECK(standing_in >= where_every_case_is_tried(3));
}

TEST_CASE("a driver compiles all PTX up to its ISA version") {
    const auto runs_alone = [](const DriverAnswer& answer) { return answer.support >= DriverSupport::minor_version; };
    for (const DriverVersion driver : sampled<17>(interesting_drivers())) {
        std::vector<DriverAnswer> answers;
        for (const Release& release : sampled(tables.releases))
            answers.push_back(judge_driver(tables, request_of(release.version, "x86_64-linux"), driver));
        std::erase_if(answers, [&](const DriverAnswer& answer) { return !runs_alone(answer); });
        for (const DriverAnswer& one : sampled<53>(answers)) {
            REQUIRE(one.ptx_version);
            // The documented driver of a release compiles its PTX.
            if (one.support == DriverSupport::native && one.ptx_from_branch) CHECK(one.ptx_loads == true);
            for (const DriverAnswer& other : answers) {
                if (*other.ptx_version == *one.ptx_version) CHECK(other.ptx_loads == one.ptx_loads);
                if (*other.ptx_version < *one.ptx_version && one.ptx_loads == true) CHECK(other.ptx_loads == true);
            }
        }
    }
}

TEST_CASE("a newer driver of a branch is never worse for a GPU") {
    const std::vector<DriverVersion> drivers = interesting_drivers();
    long known = 0;
    long no = 0;
    long unknown = 0;
    const auto rank = [](std::optional<bool> verdict) { return verdict == true ? 2 : !verdict ? 1 : 0; };
    for (const GpuRow& gpu : sampled<53>(tables.gpus)) {
        std::optional<DriverVersion> before;
        int best = 0;
        for (const DriverVersion driver : drivers) {
            const GpuKnowledge verdict = judge_gpu(tables, "x86_64-linux", driver, {gpu.name, gpu.capability});
            if (!before || before->branch != driver.branch) best = 0;
            CHECK(rank(verdict.known) >= best);
            best = rank(verdict.known);
            before = driver;
            known += verdict.known == true ? 1 : 0;
            no += verdict.known == false ? 1 : 0;
            unknown += verdict.known ? 0 : 1;
            // Yes only if a list has the product; no only if its whole generation is unsupported.
            if (verdict.known == true) CHECK((gpu.drivers && driver >= gpu.drivers->from.front()));
            if (verdict.known == false) {
                REQUIRE(verdict.generation);
                const auto& [capability, first, last, sources] = *verdict.generation;
                CHECK(((first && driver.branch < *first) || (last && driver.branch > *last)));
            }
        }
    }
    CHECK(known > where_every_case_is_tried(10'000));
    CHECK(no > where_every_case_is_tried(1'000));
    CHECK(unknown > where_every_case_is_tried(1'000));
}

TEST_CASE("compat and covers agree on each product, driver and release") {
    long compared = 0;
    std::size_t turn = 0;
    const std::vector<DriverVersion> drivers = interesting_drivers();
    for (const Release& release : sampled(tables.releases))
        for (const GpuRow& row : sampled<53>(tables.gpus)) {
            if (row.line == GpuRow::Line::jetson) continue;
            const auto number = find_capability(tables, row.capability);
            if (!VersionRange{number->nvcc.first, number->nvcc.last}.contains(release.version)) continue;
            const DriverVersion driver = drivers[(turn += 7) % drivers.size()];
            Request request = request_of(release.version, "x86_64-linux");
            const Capability listed[] = {row.capability};
            request.capabilities = listed;
            const Gpu gpu{row.name, row.capability};
            const DriverAnswer answer = judge_driver(tables, request, driver, std::span(&gpu, 1));
            const BuildList machine_code{{row.capability}, {}};
            const BuildList ptx{{}, {row.capability}};
            const auto covers = [&](const BuildList& list) {
                return runs(cover_device(tables, list, row.capability, loads_of(answer)));
            };
            CHECK(covers(machine_code) == runs(answer));
            // PTX that no driver as old compiles does not run, whatever is unknown.
            std::optional<bool> loads = runs(answer);
            if (loads == true || answer.ptx_loads == false) loads = answer.ptx_loads;
            CHECK(covers(ptx) == loads);
            ++compared;
        }
    CHECK(compared > where_every_case_is_tried(5'000));
}

TEST_CASE("required drivers are exactly those that run the release") {
    for (const Release& release : sampled(tables.releases))
        for (const char* system : {"x86_64-linux", "aarch64-linux", "x86_64-windows", "x86_64-darwin"}) {
            const Request request = request_of(release.version, system);
            const DriverAnswer needs = drivers_for(tables, request);
            CAPTURE(to_string(release.version));
            CAPTURE(system);
            for (const DriverVersion driver : sampled<17>(interesting_drivers())) {
                const DriverAnswer answer = judge_driver(tables, request, driver);
                if (is_jetson(tables, driver)) continue;
                CAPTURE(to_string(driver));
                const bool closed = is_closed(answer);
                CHECK(needs.obstacles.empty() != closed);
                if (closed) continue;
                if (needs.minimum)
                    CHECK((driver >= needs.minimum->driver) == (answer.support == DriverSupport::native));
                if (needs.minor_version && answer.support != DriverSupport::native)
                    CHECK((driver >= needs.minor_version->driver) == (answer.support == DriverSupport::minor_version));
            }
        }
}
