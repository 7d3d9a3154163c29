// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "show.hpp"

#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <set>

namespace cudastdenv {

namespace {

Release release_of(std::string_view version, bool preview) {
    return {.version = parse_version(version).value(),
            .nvcc = std::nullopt,
            .date = std::nullopt,
            .preview = preview,
            .newest_standard = CxxStandard::cxx17,
            .sources = {}};
}

HostCompilerRow row_of(Compiler::Family family, std::string_view first, std::string_view last) {
    return {.family = family,
            .first = parse_version(first).value(),
            .last = parse_version(last).value(),
            .enforced = std::nullopt,
            .documented = std::nullopt,
            .nixpkgs = std::nullopt,
            .grace = std::nullopt};
}

}  // namespace

TEST_CASE("finds each release of the tables and no other") {
    for (const Release& release : tables.releases) {
        CHECK(find_release(tables, release.version) == &release);
        Version beyond = release.version;
        beyond.patch += 100'000;
        CHECK(find_release(tables, beyond) == nullptr);
    }
    CHECK(find_release(tables, "12.7"_version) == nullptr);
    CHECK(find_release(tables, "12.7.0"_version) == nullptr);
    CHECK(find_release(tables, "0.0"_version) == nullptr);
    CHECK(find_release(tables, "999999.0"_version) == nullptr);
}

TEST_CASE("two numbers name the newest public patch") {
    for (const Release& release : tables.releases) {
        const Version minor{release.version.major, release.version.minor};
        const Release* found = find_release(tables, minor);
        REQUIRE(found);
        CHECK(may_be_same(found->version, minor));
        if (!release.preview) CHECK(release.version <= found->version);
        if (!release.preview) CHECK_FALSE(found->preview);
    }
    CHECK(find_release(tables, "12.8"_version)->version >= "12.8.1"_version);
}

TEST_CASE("two numbers name a preview only without a public release") {
    const std::array releases{release_of("1.0.0", true), release_of("1.0.1", false), release_of("1.0.2", true),
                              release_of("2.0.0", true), release_of("2.0.1", true)};
    Tables tables;
    tables.releases = releases;
    CHECK(find_release(tables, "1.0"_version) == &releases[1]);
    CHECK(find_release(tables, "1.0.2"_version) == &releases[2]);
    CHECK(find_release(tables, "2.0"_version) == &releases[4]);
    CHECK(newest_release(tables) == &releases[1]);
}

TEST_CASE("the newest release is public") {
    const Release* newest = newest_release(tables);
    REQUIRE(newest);
    CHECK_FALSE(newest->preview);
    for (const Release& release : tables.releases) CHECK((release.preview || release.version <= newest->version));
}

TEST_CASE("each release has one row for each family") {
    for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang})
        for (const Release& release : tables.releases) {
            const HostCompilerRow* row = find_host_compilers(tables, family, release.version);
            REQUIRE(row);
            CHECK(row->family == family);
            CHECK(row->first <= release.version);
            CHECK(release.version <= row->last);
        }
}

TEST_CASE("finds no host compiler row outside the ranges") {
    using enum Compiler::Family;
    const std::array rows{row_of(gcc, "1.0.0", "1.0.5"), row_of(gcc, "1.2.0", "1.2.0"),
                          row_of(clang, "1.1.0", "1.1.9")};
    Tables tables;
    tables.host_compilers = rows;
    CHECK(find_host_compilers(tables, gcc, "1.0.0"_version) == rows.data());
    CHECK(find_host_compilers(tables, gcc, "1.0.5"_version) == rows.data());
    CHECK(find_host_compilers(tables, gcc, "1.2.0"_version) == &rows[1]);
    CHECK(find_host_compilers(tables, clang, "1.1.9"_version) == &rows[2]);
    CHECK(find_host_compilers(tables, gcc, "0.9.0"_version) == nullptr);
    CHECK(find_host_compilers(tables, gcc, "1.0.6"_version) == nullptr);
    CHECK(find_host_compilers(tables, gcc, "1.2.1"_version) == nullptr);
    CHECK(find_host_compilers(tables, clang, "1.0.9"_version) == nullptr);
    CHECK(find_host_compilers(tables, clang, "1.2.0"_version) == nullptr);
}

TEST_CASE("finds capabilities, environments and sources only by name") {
    for (const CapabilityRow& row : tables.capabilities) CHECK(find_capability(tables, row.capability) == &row);
    for (int major = 0; major <= 13; ++major)
        for (int minor = 0; minor <= 9; ++minor)
            for (const auto kind :
                 {Capability::Kind::baseline, Capability::Kind::architecture, Capability::Kind::family}) {
                const Capability capability{major, minor, kind};
                const auto row = std::ranges::find(tables.capabilities, capability, &CapabilityRow::capability);
                CHECK(find_capability(tables, capability) == (row == tables.capabilities.end() ? nullptr : &*row));
            }

    for (const EnvironmentRow& row : tables.environments) CHECK(find_environment(tables, row.id) == &row);
    for (const SourceRow& row : tables.sources) CHECK(find_source(tables, row.id) == &row);
    for (const std::string_view id : {"", "a", "debian", "debian-1", "debian-120", "Debian-12", "zzz"}) {
        CAPTURE(id);
        CHECK(find_environment(tables, id) == nullptr);
        CHECK(find_source(tables, id) == nullptr);
    }
    CHECK(find_environment(tables, tables.assumed_environment) != nullptr);
}

TEST_CASE("a GCC major alone has its oldest libstdc++ at least") {
    for (int major = 0; major <= 30; ++major) {
        const LibstdcxxRow* oldest = nullptr;
        const LibstdcxxRow* newest = nullptr;
        for (const LibstdcxxRow& row : tables.libstdcxx) {
            if (row.gcc.major != major) continue;
            if (!newest || newest->gcc < row.gcc) newest = &row;
            if (!oldest || row.gcc < oldest->gcc) oldest = &row;
        }
        CHECK(find_libstdcxx(tables, {major, 0}) == oldest);
        CHECK(newest_libstdcxx(tables, major) == newest);
    }
}

TEST_CASE("a GCC release uses the preceding row of its major") {
    const auto glibcxx = [&](Version gcc) { return find_libstdcxx(tables, gcc)->glibcxx; };
    CHECK(glibcxx("13.1.0"_version) == "GLIBCXX_3.4.31");
    CHECK(glibcxx("13.2.0"_version) == "GLIBCXX_3.4.32");
    CHECK(glibcxx("13.3.0"_version) == "GLIBCXX_3.4.32");
    CHECK(glibcxx("16.1.1"_version) == "GLIBCXX_3.4.35");
    CHECK(glibcxx("16.2.0"_version) == "GLIBCXX_3.4.36");
    // Snapshots before the first release.
    CHECK(glibcxx("16.0.1"_version) == "GLIBCXX_3.4.35");
    CHECK(glibcxx("15.0.1"_version) == "GLIBCXX_3.4.34");
    CHECK(find_libstdcxx(tables, "99.1.0"_version) == nullptr);
    CHECK(find_libstdcxx(tables, "3.4.6"_version) == nullptr);
}

TEST_CASE("no environment has newer symbols than its GCC") {
    for (const EnvironmentRow& row : tables.environments) {
        CAPTURE(row.id);
        if (!row.libstdcxx_version) continue;
        const LibstdcxxRow* symbols = find_libstdcxx(tables, *row.libstdcxx_version);
        REQUIRE(symbols);
        // A snapshot before X.1 counts as X.1, and nothing after it.
        const bool is_snapshot = row.libstdcxx_version->minor == 0;
        CHECK((is_snapshot ? symbols == find_libstdcxx(tables, {row.libstdcxx, 0})
                           : symbols->gcc <= *row.libstdcxx_version));
    }
}

TEST_CASE("finds the default standard") {
    Release release;
    CHECK(default_standard(release) == CxxStandard::cxx17);
    release.newest_standard = CxxStandard::cxx14;
    CHECK(default_standard(release) == CxxStandard::cxx14);
    release.newest_standard = CxxStandard::cxx23;
    CHECK(default_standard(release) == CxxStandard::cxx17);
}

TEST_CASE("finds a system by its whole name") {
    for (const std::string_view system : {"x86_64-linux", "aarch64-linux", "aarch64-darwin", "powerpc64le-linux"})
        CHECK(knows_system(tables, system));
    for (const std::string_view system : {"", "x86_64", "linux", "x86_64-linux ", "linux-x86_64", "X86_64-linux"})
        CHECK_FALSE(knows_system(tables, system));
}

TEST_CASE("the data has the date of its youngest source") {
    std::set<std::string_view> dates;
    for (const SourceRow& source : tables.sources) dates.insert(source.retrieved);
    REQUIRE_FALSE(dates.empty());
    CHECK(data_date(tables) == *dates.rbegin());
    CHECK(data_date(tables).size() == std::string_view("2026-11-21").size());
}

TEST_CASE("finds drivers and package sets only by their keys") {
    for (const DriverRow& row : tables.drivers) CHECK(find_drivers(tables, row.release) == &row);
    CHECK(find_drivers(tables, "12.7.0"_version) == nullptr);
    for (const PtxVersionRow& row : tables.ptx_versions) CHECK(find_ptx_version(tables, row.release) == &row);
    CHECK(to_string(find_ptx_version(tables, "12.6.3"_version)->ptx) == "8.5");
    CHECK(find_ptx_version(tables, "14.0.0"_version) == nullptr);
    CHECK(find_drivers(tables, "12.8"_version) == nullptr);
    for (const MinorVersionRow& row : tables.minor_versions) CHECK(find_minor_version(tables, row.cuda_major) == &row);
    CHECK(find_minor_version(tables, 10) == nullptr);
    CHECK(find_minor_version(tables, 99) == nullptr);
    for (const Release& release : tables.releases) {
        const ForwardCompatRow* expected = nullptr;
        for (const ForwardCompatRow& row : tables.forward_compat)
            if (row.release.major == release.version.major && row.release.minor == release.version.minor)
                expected = &row;
        CHECK(find_forward_compat(tables, release.version) == expected);
    }
    CHECK(find_forward_compat(tables, "12.7.0"_version) == nullptr);
    for (const PackageSetRow& row : tables.package_sets)
        CHECK(find_package_set(tables, row.channel, row.attribute) == &row);
    CHECK(find_package_set(tables, "nixos-24.11", "cudaPackages_99") == nullptr);
    CHECK(find_package_set(tables, "debian-12", "cudaPackages") == nullptr);
    CHECK(find_package_set(tables, "", "") == nullptr);
}

TEST_CASE("finds nothing in empty tables") {
    const Tables tables;
    CHECK(find_release(tables, "12.8"_version) == nullptr);
    CHECK(find_release(tables, "12.8.1"_version) == nullptr);
    CHECK(newest_release(tables) == nullptr);
    CHECK(find_host_compilers(tables, Compiler::Family::gcc, "12.8.1"_version) == nullptr);
    CHECK(find_capability(tables, "9.0"_cap) == nullptr);
    CHECK(find_libstdcxx(tables, {13, 0}) == nullptr);
    CHECK(find_environment(tables, "debian-12") == nullptr);
    CHECK(find_source(tables, "nvidia") == nullptr);
    CHECK(find_drivers(tables, "12.8.1"_version) == nullptr);
    CHECK(find_minor_version(tables, 12) == nullptr);
    CHECK(find_forward_compat(tables, "12.8.1"_version) == nullptr);
    CHECK(find_package_set(tables, "nixos-24.11", "cudaPackages") == nullptr);
    CHECK_FALSE(knows_system(tables, "x86_64-linux"));
    CHECK(data_date(tables).empty());
}

TEST_CASE("lists each major between oldest and newest once") {
    const std::vector<Compiler> known = known_compilers(tables);
    CHECK(std::ranges::is_sorted(known));
    CHECK(std::ranges::adjacent_find(known) == known.end());
    const KnownMajors gccs = known_majors(tables, Compiler::Family::gcc);
    CHECK(known.front() == Compiler{Compiler::Family::gcc, gccs.oldest});
    CHECK(known.back() == Compiler{Compiler::Family::clang, known_majors(tables, Compiler::Family::clang).newest});
    for (const LibstdcxxRow& row : tables.libstdcxx) CHECK(row.gcc.major <= gccs.newest);
    CHECK(known_compilers(Tables{}).empty());
}

TEST_CASE("an architecture means its baseline capabilities without Jetsons") {
    CHECK(knows_architecture(tables, "hOPPER"));
    CHECK_FALSE(knows_architecture(tables, "Hoppe"));
    CHECK(capabilities_of(tables, "12.8.1"_version, std::string_view("ampere")) == std::vector{"8.0"_cap, "8.6"_cap});
    CHECK(capabilities_of(tables, "11.0.2"_version, std::string_view("Ampere")) == std::vector{"8.0"_cap});
    CHECK(capabilities_of(tables, "10.2.89"_version, std::string_view("Ampere")).empty());
    CHECK(capabilities_of(tables, "10.2.89"_version, "12.1a"_cap) == std::vector{"12.1a"_cap});
}

TEST_CASE("each enumerator has its own name") {
    std::set<std::string_view> names;
    using Severity = AdvisoryRow::Severity;
    for (const auto severity : {Severity::broken, Severity::caution, Severity::note}) names.insert(to_string(severity));
    CHECK(names == std::set<std::string_view>{"broken", "caution", "note"});
    names.clear();
    using Kind = SourceRow::Kind;
    for (const auto kind : {Kind::header, Kind::documentation, Kind::release_notes, Kind::nixpkgs, Kind::measured,
                            Kind::third_party, Kind::nixpkgs_fork})
        names.insert(to_string(kind));
    CHECK(names == std::set<std::string_view>{"header", "documentation", "release-notes", "nixpkgs", "measured",
                                              "third-party", "nixpkgs-fork"});
    names.clear();
    using Confidence = SourceRow::Confidence;
    for (const auto confidence : {Confidence::high, Confidence::medium, Confidence::low})
        names.insert(to_string(confidence));
    CHECK(names == std::set<std::string_view>{"high", "medium", "low"});
    CHECK(to_string(CompatPackageRow::Gpus::data_center) == "data-center");
    CHECK(to_string(CompatPackageRow::Gpus::jetson) == "jetson");
}

TEST_CASE("finds the libstdc++ with symbols up to a version") {
    CHECK(libstdcxx_with(tables, "GLIBCXX_3.4.30")->gcc.major == 12);
    CHECK(libstdcxx_with(tables, "GLIBCXX_3.4.32")->gcc.major == 13);
    CHECK(libstdcxx_with(tables, "GLIBCXX_3.4.28")->gcc.major == 10);  // GCC 9.3 has the same
    for (const LibstdcxxRow& row : tables.libstdcxx) {
        const LibstdcxxRow* same = libstdcxx_with(tables, row.glibcxx);
        REQUIRE(same);
        CHECK(same->gcc.major >= row.gcc.major);
    }
    for (const char* text : {"GLIBCXX_3.4.99", "GLIBCXX_3.4.1", "GLIBCXX_", "3.4.30", "", "GLIBCXX_3.4.30x"}) {
        CAPTURE(text);
        CHECK_FALSE(libstdcxx_with(tables, text));
    }
}

}  // namespace cudastdenv
