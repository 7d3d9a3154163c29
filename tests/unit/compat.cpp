#include <cudastdenv/compat.hpp>
#include <cudastdenv/lookup.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace cudastdenv;

namespace {

const Tables tables = builtin_tables();

struct Question {
    Version cuda;
    const char* driver;
    const char* system = "x86_64-linux";
    std::vector<Capability> capabilities = {};
    bool forward_compat = true;
};

DriverAnswer judge(const Question& question) {
    const EnvironmentRow& environment = *find_environment(tables, tables.assumed_environment);
    const Request request{.cuda = question.cuda,
                          .system = question.system,
                          .build_system = {},
                          .redist_asked = {},
                          .stdenv = {environment.compiler, environment.libstdcxx, {}, {}},
                          .available = {},
                          .libstdcxx_headers = {},
                          .capabilities = question.capabilities,
                          .forward_compat = question.forward_compat};
    return judge_driver(tables, request, *parse_driver_version(question.driver));
}

template <class T, class Variants>
const T* find(const Variants& variants) {
    for (const auto& variant : variants)
        if (const T* found = std::get_if<T>(&variant)) return found;
    return nullptr;
}

Capability capability(const char* text) { return *parse_capability(text); }

}  // namespace

TEST_CASE("a driver as new as the documented one runs a release natively, whatever is bundled") {
    const DriverAnswer answer = judge({{12, 8, 0}, "570.26"});
    CHECK(answer.support == DriverSupport::native);
    CHECK(answer.ptx_loads);
    CHECK(answer.without_code.empty());
    CHECK(answer.obstacles.empty());
    CHECK(to_string(answer.bundled->driver) == "570.86.10");
    CHECK(judge({{12, 8, 0}, "570.25.99"}).support == DriverSupport::minor_version);
}

TEST_CASE("minor-version compatibility runs machine code and no PTX") {
    const DriverAnswer answer = judge({{12, 8, 1}, "550.54.15", "x86_64-linux", {{8, 9}}});
    CHECK(answer.support == DriverSupport::minor_version);
    CHECK(answer.ptx == Capability{8, 9});
    CHECK_FALSE(answer.ptx_loads);
    CHECK(find<DriverTooOld>(answer.obstacles)->minimum.driver == DriverVersion{570, 124, 6});
    const auto lost = [&](const char* text) {
        return std::ranges::find(answer.without_code, capability(text)) != answer.without_code.end();
    };
    CHECK(lost("9.0"));
    CHECK(lost("12.0"));
    CHECK_FALSE(lost("8.9"));
    CHECK_FALSE(lost("8.0"));
    CHECK_FALSE(lost("8.7"));
}

TEST_CASE("without PTX in the list none is lost") {
    const DriverAnswer answer = judge({{12, 8, 1}, "550.54.15", "x86_64-linux", {{8, 9}}, false});
    CHECK_FALSE(answer.ptx);
    CHECK(answer.without_code.empty());
}

TEST_CASE("below the lowest driver of the major version nothing helps but a package") {
    CHECK(judge({{12, 9, 1}, "525.60.13"}).support == DriverSupport::minor_version);
    const DriverAnswer below = judge({{12, 9, 1}, "525.60.12"});
    CHECK(below.support == DriverSupport::none);
    CHECK(below.obstacles.size() == 3);
    CHECK(find<NoCompatPackage>(below.obstacles));
}

TEST_CASE("CUDA 10 knows no minor-version compatibility") {
    CHECK(judge({{10, 2, 89}, "440.33.01"}).support == DriverSupport::native);
    const DriverAnswer answer = judge({{10, 2, 89}, "440.32"});
    CHECK(answer.support == DriverSupport::none);
    CHECK(find<NoMinorVersions>(answer.obstacles));
}

TEST_CASE("the package works on the driver branches that NVIDIA names") {
    for (const char* driver : {"535.54.03", "570.26"}) {
        const DriverAnswer answer = judge({{13, 2, 2}, driver});
        CHECK(answer.support == DriverSupport::package);
        CHECK(answer.ptx_loads);
        CHECK(answer.package->version == "595.71.05");
        CHECK(find<DataCenterOnly>(answer.notes));
    }
    const DriverAnswer wrong = judge({{13, 2, 2}, "550.54.15"});
    CHECK(wrong.support == DriverSupport::none);
    CHECK(find<WrongBranch>(wrong.obstacles));
    CHECK_FALSE(find<DataCenterOnly>(wrong.notes));
}

TEST_CASE("beside minor-version compatibility the package adds PTX") {
    const DriverAnswer answer = judge({{13, 2, 2}, "580.95.05"});
    CHECK(answer.support == DriverSupport::minor_version);
    CHECK(answer.package_works);
    CHECK(find<PackageAddsPtx>(answer.notes));
}

TEST_CASE("an Orin has a package of its own") {
    const DriverAnswer orin = judge({{13, 2, 2}, "540.4.0", "aarch64-linux", {{8, 7}}});
    REQUIRE(orin.package);
    CHECK(orin.package->package == "cuda_compat_orin");
    CHECK(orin.support == DriverSupport::package);
    CHECK(find<JetsonDriver>(orin.notes));
    const DriverAnswer server = judge({{13, 2, 2}, "535.54.03", "aarch64-linux", {{9, 0}}});
    CHECK(server.package->package == "cuda_compat");
    CHECK(server.redist == "linux-sbsa");
    const DriverAnswer older = judge({{12, 6, 3}, "540.4.0", "aarch64-linux", {{8, 7}}});
    CHECK(older.redist == "linux-aarch64");
    CHECK(older.package->version == "12.6.36890662");
}

TEST_CASE("what NVIDIA has for distributions only is said") {
    CHECK(find<DistributionPackageOnly>(judge({{12, 9, 1}, "570.26"}).notes));
    CHECK_FALSE(find<DistributionPackageOnly>(judge({{12, 9, 1}, "550.54.15"}).notes));
}

TEST_CASE("an unknown minimum is bounded by a neighbour") {
    const DriverAnswer same = judge({{12, 9, 2}, "575.57.08"});
    CHECK(same.support == DriverSupport::native);
    CHECK(find<MinimumOfSameCompiler>(same.notes)->earlier == Version{12, 9, 1});
    const DriverAnswer later = judge({{12, 3, 2}, "545.23.08"});
    CHECK(later.minimum);
    const DriverAnswer none = judge({{13, 5, 0}, "700"});
    CHECK(none.support == DriverSupport::minor_version);
    CHECK(find<NoKnownMinimum>(none.obstacles));
}

TEST_CASE("a version that is cut short is the oldest it can be, and that is said where it matters") {
    const DriverAnswer branch = judge({{13, 0, 2}, "580"});
    CHECK(branch.support == DriverSupport::minor_version);
    CHECK(find<IncompleteDriver>(branch.notes)->from == DriverVersion{580, 95, 5});
    CHECK(find<IncompleteDriver>(judge({{12, 0, 0}, "525"}).notes));
    CHECK_FALSE(find<IncompleteDriver>(judge({{12, 9, 1}, "580"}).notes));
}

TEST_CASE("Windows has its own numbers") {
    CHECK(judge({{12, 4, 1}, "551.78", "x86_64-windows"}).support == DriverSupport::native);
    CHECK(judge({{12, 4, 1}, "551.61", "x86_64-windows"}).support == DriverSupport::minor_version);
    CHECK(judge({{12, 4, 1}, "528.32", "x86_64-windows"}).support == DriverSupport::none);
    CHECK(find<NoKnownMinimum>(judge({{13, 0, 0}, "999.99", "x86_64-windows"}).obstacles));
}

TEST_CASE("where NVIDIA ships nothing nothing runs") {
    const DriverAnswer ended = judge({{12, 6, 3}, "560.35.05", "powerpc64le-linux"});
    CHECK(ended.support == DriverSupport::none);
    CHECK(find<NoPlatform>(ended.obstacles)->platform->redist == "linux-ppc64le");
    CHECK(judge({{12, 4, 1}, "550.54.15", "powerpc64le-linux"}).support == DriverSupport::native);
    CHECK(find<NoPlatform>(judge({{12, 6, 3}, "560.35.05", "aarch64-darwin"}).obstacles));
}

TEST_CASE("machine code runs within its major version, its family, or exactly on its number") {
    const auto runs = [](const char* code, const char* gpu) {
        return machine_code_runs(tables, capability(code), capability(gpu));
    };
    CHECK(runs("8.0", "8.6"));
    CHECK_FALSE(runs("8.6", "8.0"));
    CHECK_FALSE(runs("8.0", "9.0"));
    CHECK_FALSE(runs("8.0", "8.7"));
    CHECK(runs("9.0a", "9.0"));
    CHECK_FALSE(runs("10.0a", "10.3"));
    CHECK(runs("10.0f", "10.3"));
    CHECK_FALSE(runs("10.3f", "10.0"));
    CHECK_FALSE(runs("10.0f", "12.0"));
}
