// Laws of driver compatibility, over every release, system and driver that the tables name.

#include <cudastdenv/compat.hpp>
#include <cudastdenv/lookup.hpp>

#include <doctest/doctest.h>

#include <set>
#include <vector>

using namespace cudastdenv;

namespace {

const Tables tables = builtin_tables();

/// Every driver that some row names, one above and one below each, and each branch.
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

/// The package is a way beside the others, by branch; for the order of drivers it counts as none.
DriverSupport without_package(const DriverAnswer& answer) {
    return answer.support == DriverSupport::package ? DriverSupport::none : answer.support;
}

}  // namespace

TEST_CASE("a newer driver is never worse, and a driver of a release runs the older ones of its major version") {
    const std::vector<DriverVersion> drivers = interesting_drivers();
    for (const char* system : {"x86_64-linux", "aarch64-linux", "x86_64-windows", "powerpc64le-linux"}) {
        std::vector<bool> native_later(drivers.size(), false);
        int major = 0;
        for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
            if (release->version.major != major) native_later.assign(drivers.size(), false);
            major = release->version.major;
            const Request request = request_of(release->version, system);
            DriverSupport older = DriverSupport::none;
            for (std::size_t i = 0; i < drivers.size(); ++i) {
                const DriverAnswer answer = judge_driver(tables, request, drivers[i]);
                if (std::holds_alternative<NoPlatform>(
                        answer.obstacles.empty() ? DriverObstacle{NoKnownMinimum{}} : answer.obstacles.front()))
                    break;
                CHECK_MESSAGE(without_package(answer) >= older, to_string(release->version), " ",
                              to_string(drivers[i]), " ", system);
                older = without_package(answer);
                const bool at_least_minor = answer.support >= DriverSupport::minor_version;
                CHECK_MESSAGE((!native_later[i] || at_least_minor), to_string(release->version), " ",
                              to_string(drivers[i]), " ", system);
                native_later[i] = native_later[i] || answer.support == DriverSupport::native;
            }
        }
    }
}

TEST_CASE("an answer says of each way whether it works, once") {
    for (const Release& release : tables.releases)
        for (const DriverVersion driver : interesting_drivers()) {
            const DriverAnswer answer = judge_driver(tables, request_of(release.version, "x86_64-linux"), driver);
            CHECK(answer.release == &release);
            switch (answer.support) {
                case DriverSupport::native: CHECK(answer.obstacles.empty()); break;
                case DriverSupport::minor_version:
                    CHECK(answer.obstacles.size() == (answer.package_works ? 1u : 2u));
                    break;
                case DriverSupport::package: CHECK(answer.obstacles.size() == 2); break;
                case DriverSupport::none: CHECK(answer.obstacles.size() == 3); break;
            }
            CHECK(answer.ptx_loads == (answer.support == DriverSupport::native ||
                                       answer.support == DriverSupport::package));
        }
}

TEST_CASE("machine code never needs the driver to be as new as PTX does") {
    for (const CapabilityRow& code : tables.capabilities)
        for (const CapabilityRow& gpu : tables.capabilities) {
            if (gpu.capability.kind != Capability::Kind::baseline) continue;
            if (!machine_code_runs(tables, code.capability, gpu.capability)) continue;
            CHECK(code.capability.major == gpu.capability.major);
            CHECK(code.jetson == gpu.jetson);
            CHECK(code.capability.minor <= gpu.capability.minor);
        }
}
