// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "show.hpp"
#include "source_directory.hpp"

#include "tables/fields.hpp"
#include "tables/json_tree.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/load.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

namespace cudastdenv {

namespace {

/// Compares two values of one type recursively: counts the values, and collects the differences.
class Comparison {
public:
    std::size_t values = 0;
    std::vector<std::string> differences;

    void compare(const std::string& place, AnyValue left, AnyValue right) {
        ++values;
        const Shape& shape = *left.shape;
        if (shape.fields) {
            for (const Field& field : shape.fields())
                compare(place + "/" + std::string(field.key), field_in(left.data, field), field_in(right.data, field));
        } else if (shape.elements) {
            compare_lists(place, shape.elements(left.data), shape.elements(right.data));
        } else if (shape.get) {
            const void* const in_left = shape.get(left.data);
            const void* const in_right = shape.get(right.data);
            if (in_left && in_right) compare(place, {in_left, shape.inner}, {in_right, shape.inner});
            else expect(place, in_left == in_right);
        } else {
            expect(place, json_of(left) == json_of(right));
        }
    }

private:
    void expect(const std::string& place, bool is_equal) {
        if (!is_equal) differences.push_back(place);
    }
    void compare_lists(const std::string& place, const Elements& left, const Elements& right) {
        expect(place, left.count == right.count);
        for (std::size_t i = 0; i < std::min(left.count, right.count); ++i)
            compare(place + "/" + std::to_string(i), left[i], right[i]);
    }
};

Comparison compare_tables(const Tables& left, const Tables& right) {
    Comparison comparison;
    for (const TableMember& member : table_members())
        comparison.compare(std::string(member.file) + ": /" + std::string(member.field.key), value_in(left, member),
                           value_in(right, member));
    return comparison;
}

/// Converts to any member type, so that one more initializer at a time counts an aggregate's members.
struct Anything {
    template <class T>
    operator T() const {
        return {};
    }
};
template <std::size_t>
using AnythingAt = Anything;

template <class T, std::size_t... I>
constexpr bool has_members(std::index_sequence<I...>) {
    return requires { T{AnythingAt<I>{}...}; };
}
template <class T, std::size_t Count = 0>
constexpr std::size_t member_count() {
    if constexpr (has_members<T>(std::make_index_sequence<Count + 1>{})) return member_count<T, Count + 1>();
    else return Count;
}
static_assert(member_count<Version>() == 3);

// A member without a description would be empty in both kinds of tables, and compare equal.
template <class Described>
void check_describes_every_member() {
    CAPTURE(type_name<Described>());
    CHECK(member_count<Described>() == shape_of<Described>.fields().size());
}

template <class Row>
const Row& row_with(std::span<const Row> rows, const auto& key, auto Row::*member) {
    const auto found = std::ranges::find(rows, key, member);
    REQUIRE(found != rows.end());
    return *found;
}

}  // namespace

TEST_CASE("embedded tables equal loaded tables") {
    const LoadedTables loaded(source_directory() / "data");
    const Comparison comparison = compare_tables(builtin_tables(), loaded.view());
    CHECK(comparison.differences == std::vector<std::string>{});
    CHECK(comparison.values > 3000);
    for_each_list(builtin_tables(), [](const auto& rows) { CHECK_FALSE(rows.empty()); });
}

TEST_CASE("describes each member") {
    CHECK(member_count<Tables>() == table_members().size());
    for_each_list(builtin_tables(), [](const auto& rows) {
        check_describes_every_member<typename std::remove_cvref_t<decltype(rows)>::value_type>();
    });
    check_describes_every_member<VersionRange>();
    check_describes_every_member<MajorRange>();
    check_describes_every_member<HostRange>();
    check_describes_every_member<NvccCapability>();
    check_describes_every_member<NixpkgsCapability>();
    check_describes_every_member<CapabilityRename>();
    check_describes_every_member<ExemptHosts>();
    check_describes_every_member<AdvisoryCondition>();
    check_describes_every_member<OwnCuda>();
    check_describes_every_member<DriverDatum>();
}

TEST_CASE("the comparison finds each kind of difference") {
    const Tables original = builtin_tables();
    Tables changed = original;

    std::vector<SourceRow> sources(original.sources.begin(), original.sources.end());
    sources.back().title = "another";
    changed.sources = sources;
    std::vector<AdvisoryRow> advisories(original.advisories.begin(), original.advisories.end());
    advisories[0].when.glibc = VersionRange{};
    changed.advisories = advisories;
    changed.releases = original.releases.first(3);
    changed.assumed_environment = "";
    changed.redist_read_through = {1, 2, 3};

    const std::string last = std::to_string(sources.size() - 1);
    CHECK(compare_tables(original, changed).differences ==
          std::vector<std::string>{"releases.json: /releases", "advisories.json: /advisories/0/when/glibc",
                                   "environments.json: /assumed", "redist.json: /readThrough",
                                   "sources.json: /sources/" + last + "/title"});
}

TEST_CASE("each key sets its own member") {
    // Facts that would be exchanged if two keys were.
    const Release& release = *find_release(tables, "12.8.1"_version);
    CHECK(release.nvcc == "12.8.93");
    REQUIRE(release.date);
    CHECK(release.date->starts_with("2025-03"));
    CHECK(release.newest_standard == CxxStandard::cxx20);

    const HostCompilerRow& clang = *find_host_compilers(tables, Compiler::Family::clang, "12.2.1"_version);
    REQUIRE((clang.enforced && clang.documented && clang.nixpkgs && clang.grace));
    CHECK(clang.enforced->max == 16);
    CHECK(clang.enforced->min == 3);
    CHECK(clang.documented->max == 15);
    CHECK(clang.nixpkgs->max == 16);
    CHECK(clang.nixpkgs->min == 7);
    CHECK(clang.grace->min == 16);
    CHECK(clang.first <= clang.last);

    const CapabilityRow& volta = *find_capability(tables, "7.0"_cap);
    CHECK(volta.architecture == "Volta");
    CHECK(volta.nvcc.first == "9.0"_version);
    CHECK(volta.nvcc.last == "12.9"_version);
    REQUIRE(volta.nixpkgs);
    CHECK(volta.nixpkgs->min == "10.0"_version);
    CHECK(volta.nixpkgs->max == "12.9"_version);
    CHECK(volta.nixpkgs->dont_default_after == "12.5"_version);
    const CapabilityRow& thor = *find_capability(tables, "10.1a"_cap);
    CHECK(thor.jetson);
    CHECK(thor.family == "10.1f"_cap);
    REQUIRE(thor.renamed);
    CHECK(thor.renamed->to == "11.0a"_cap);
    CHECK(thor.renamed->since == "13.0"_version);

    const LibstdcxxRow gcc13 = row_with(tables.libstdcxx, "13.2"_version, &LibstdcxxRow::gcc);
    CHECK(gcc13.glibcxx == "GLIBCXX_3.4.32");
    CHECK(gcc13.cxxabi == "CXXABI_1.3.14");
    CHECK(gcc13.soname == "libstdc++.so.6.0.32");

    const AdvisoryRow terminate = row_with(tables.advisories, std::string_view("gcc-14-call-terminate"),
                                           &AdvisoryRow::id);
    CHECK(terminate.severity == AdvisoryRow::Severity::broken);
    REQUIRE((terminate.when.compiler && terminate.when.libstdcxx_library && terminate.workaround));
    CHECK(terminate.when.compiler->min == 14);
    CHECK(terminate.when.libstdcxx_library->max == 13);
    CHECK_FALSE(terminate.when.libstdcxx_headers);
    CHECK(terminate.message.find("__cxa_call_terminate") != std::string_view::npos);
    const AdvisoryRow cxx23 = row_with(tables.advisories, std::string_view("libstdcxx-16-cxx23"), &AdvisoryRow::id);
    CHECK(cxx23.when.standard_min == CxxStandard::cxx23);
    CHECK_FALSE(cxx23.when.standard_max);
    CHECK(cxx23.when.libstdcxx_headers);

    const EnvironmentRow& jammy = *find_environment(tables, "ubuntu-22.04");
    CHECK(jammy.title.starts_with("Ubuntu 22.04"));
    CHECK(jammy.compiler == "gcc-11"_cc);
    CHECK(jammy.compiler_version == "11.4.0");
    CHECK(jammy.libstdcxx == 12);
    CHECK(jammy.glibc == "2.35"_version);
    CHECK(std::ranges::count(jammy.gccs, 12) == 1);
    CHECK(std::ranges::count(jammy.clangs, 15) == 1);

    const RedistSystemRow jetson = row_with(tables.redist_systems, std::string_view("linux-aarch64"),
                                            &RedistSystemRow::redist);
    CHECK(jetson.nix == "aarch64-linux");
    CHECK((jetson.jetson && jetson.nixpkgs));
    CHECK(jetson.first == "11.8.0"_version);
    REQUIRE(jetson.last);
    CHECK(jetson.last >= "12.9.1"_version);
    CHECK(std::ranges::count(jetson.absent, "12.3.1"_version) == 1);
    const RedistSystemRow power = row_with(tables.redist_systems, std::string_view("linux-ppc64le"),
                                           &RedistSystemRow::redist);
    CHECK_FALSE((power.jetson || power.nixpkgs));

    const DriverRow& driver = *find_drivers(tables, "12.8.1"_version);
    REQUIRE((driver.linux_minimum && driver.windows_minimum && driver.linux_bundled));
    CHECK(driver.linux_minimum->driver == parse_driver_version("570.124.06"));
    CHECK(driver.windows_minimum->driver == parse_driver_version("572.61"));
    CHECK(driver.linux_bundled->driver == parse_driver_version("570.124.06"));
    const MinorVersionRow& twelve = *find_minor_version(tables, 12);
    CHECK(twelve.linux_minimum == parse_driver_version("525.60.13"));
    CHECK(twelve.windows_minimum == parse_driver_version("528.33"));
    const CompatPackageRow package = row_with(tables.compat_packages, "11.8.0"_version, &CompatPackageRow::release);
    CHECK(package.redist == "linux-aarch64");
    CHECK(package.package == "cuda_compat");
    CHECK(package.version == "11.8.31339915");
    CHECK(package.gpus == CompatPackageRow::Gpus::jetson);
    const PackageSetRow& set = *find_package_set(tables, "nixos-24.11", "cudaPackages_12");
    CHECK(set.release == "12.4"_version);
    CHECK(jetson.pkgs_cross == "aarch64-multiplatform");

    const auto clang16 = std::ranges::find_if(tables.clang_headers, [](const ClangHeadersRow& row) {
        return row.clang == 16 && row.standard == CxxStandard::cxx20;
    });
    REQUIRE(clang16 != tables.clang_headers.end());
    CHECK(clang16->max_libstdcxx == 14);

    for (const SourceRow& source : tables.sources) {
        CHECK(source.retrieved.size() == 10);
        CHECK(source.retrieved.starts_with("20"));
        if (source.url) CHECK(source.url->starts_with("http"));
        CHECK_FALSE(source.locator.starts_with("http"));
    }
}

}  // namespace cudastdenv
