// SPDX-License-Identifier: MIT
#include "query.hpp"

#include "resolve/host_compiler.hpp"

#include <array>

namespace cudastdenv {

namespace {

using Severity = AdvisoryRow::Severity;

/// A situation that satisfies every part of full_condition().
Situation full_situation() {
    return {.release = "12.4.1"_version,
            .compiler = "gcc-13"_cc,
            .headers = 13,
            .library = 14,
            .glibc = "2.39"_version,
            .standard = CxxStandard::cxx20,
            .system = "x86_64-linux",
            .toolkit_headers = ToolkitHeaders::prefix};
}

AdvisoryCondition full_condition() {
    return {.releases = VersionRange{"12.0"_version, "12.4"_version},
            .family = Compiler::Family::gcc,
            .compiler = MajorRange{13, 13},
            .libstdcxx_headers = MajorRange{std::nullopt, 13},
            .libstdcxx_library = MajorRange{14, std::nullopt},
            .glibc = VersionRange{"2.38"_version, std::nullopt},
            .standard_min = CxxStandard::cxx17,
            .standard_max = CxxStandard::cxx20,
            .system = "x86_64-linux",
            .unless = ExemptHosts{Compiler::Family::gcc, ToolkitHeaders::system}};
}

AdvisoryRow advisory(std::string_view id, Severity severity, const AdvisoryCondition& when) {
    return {.id = id,
            .severity = severity,
            .when = when,
            .message = "m",
            .workaround = std::nullopt,
            .workarounds = {},
            .sources = {}};
}

Situation patched_against(std::span<const std::string_view> advisories, Situation situation) {
    situation.fixed_advisories = advisories;
    return situation;
}

template <class Change>
bool holds_after(const Change& change) {
    Situation situation = full_situation();
    change(situation);
    return holds(full_condition(), situation);
}

}  // namespace

TEST_CASE("an empty condition always holds") {
    CHECK(holds({}, full_situation()));
    CHECK(holds({}, Situation{}));
}

TEST_CASE("a condition holds only if each part holds") {
    CHECK(holds(full_condition(), full_situation()));
    CHECK_FALSE(holds_after([](Situation& s) { s.release = "12.5.0"_version; }));
    CHECK_FALSE(holds_after([](Situation& s) { s.release = "11.8.0"_version; }));
    CHECK_FALSE(holds_after([](Situation& s) { s.compiler = "clang-13"_cc; }));
    CHECK_FALSE(holds_after([](Situation& s) { s.compiler = "gcc-12"_cc; }));
    CHECK_FALSE(holds_after([](Situation& s) { s.headers = 14; }));
    CHECK_FALSE(holds_after([](Situation& s) { s.library = 13; }));
    CHECK_FALSE(holds_after([](Situation& s) { s.glibc = "2.37"_version; }));
    CHECK_FALSE(holds_after([](Situation& s) { s.standard = CxxStandard::cxx14; }));
    CHECK_FALSE(holds_after([](Situation& s) { s.standard = CxxStandard::cxx23; }));
    CHECK_FALSE(holds_after([](Situation& s) { s.system = "aarch64-linux"; }));
}

TEST_CASE("a compiler version matches if known, or if its whole major does") {
    const std::array versions{VersionRange{Version{12, 4}, Version{12, 5}}, VersionRange{Version{13, 2, 1}, {}}};
    AdvisoryCondition condition;
    condition.compiler_versions = versions;
    const auto holds_for = [&](Compiler compiler, std::optional<Version> version) {
        Situation situation;
        situation.compiler = compiler;
        situation.compiler_version = version;
        return holds(condition, situation);
    };
    CHECK(holds_for("gcc-12"_cc, Version{12, 4}));
    CHECK(holds_for("gcc-12"_cc, Version{12, 5, 1}));
    CHECK_FALSE(holds_for("gcc-12"_cc, Version{12, 3, 9}));
    CHECK_FALSE(holds_for("gcc-12"_cc, Version{12, 6}));
    CHECK_FALSE(holds_for("gcc-12"_cc, {}));
    CHECK_FALSE(holds_for("gcc-13"_cc, Version{13, 2, 0}));
    CHECK(holds_for("gcc-13"_cc, Version{13, 2, 1}));
    CHECK_FALSE(holds_for("gcc-13"_cc, {}));
    CHECK(holds_for("gcc-14"_cc, {}));
    CHECK_FALSE(holds(condition, Situation{}));

    Tables tables;
    const std::array rows{advisory("row", Severity::broken, condition)};
    tables.advisories = rows;
    const auto in_question = [&](Compiler compiler, std::optional<Version> version) {
        Situation situation;
        situation.compiler = compiler;
        situation.compiler_version = version;
        return find_version_in_question(tables, situation) != nullptr;
    };
    CHECK(in_question("gcc-12"_cc, {}));
    CHECK(in_question("gcc-13"_cc, {}));
    CHECK_FALSE(in_question("gcc-14"_cc, {}));
    CHECK_FALSE(in_question("gcc-11"_cc, {}));
    CHECK_FALSE(in_question("gcc-12"_cc, Version{12, 4}));
    CHECK_FALSE(in_question("gcc-12"_cc, Version{12, 3}));
}

TEST_CASE("a given minor version decides, and a missing one is requested") {
    CHECK(chosen(answer({.cuda = "11.3.1", .stdenv = "gcc-10.3", .available = "gcc-9"})) == "gcc-9"_cc);
    CHECK(chosen(answer({.cuda = "11.3.1", .stdenv = "gcc-10.2", .available = "gcc-9"})) == "gcc-10"_cc);
    CHECK(chosen(answer({.cuda = "11.3.1", .stdenv = "gcc-10.4.0", .available = "gcc-9"})) == "gcc-10"_cc);
    CHECK(note("compiler-version-matters", answer({.cuda = "11.3.1", .stdenv = "gcc-10"})));
    CHECK(note("compiler-version-matters", answer({.cuda = "11.3.1", .stdenv = "gcc-10.2"})) == nullptr);
    CHECK(answer({.cuda = "11.3.1", .stdenv = "gcc-10.3"}).rejected.front().version == "10.3"_version);
}

TEST_CASE("a given standard rejects compilers that nvcc does not accept with it") {
    CHECK(chosen(answer({.cuda = "12.8", .stdenv = "gcc-9", .standard = CxxStandard::cxx20})) == std::nullopt);
    CHECK(chosen(answer({.cuda = "12.8", .stdenv = "gcc-10", .standard = CxxStandard::cxx20})) == "gcc-10"_cc);
    CHECK(chosen(answer({.cuda = "12.8", .stdenv = "gcc-9", .standard = CxxStandard::cxx17})) == "gcc-9"_cc);
    CHECK(chosen(answer({.cuda = "13.3", .stdenv = "gcc-13", .standard = CxxStandard::cxx23})) == std::nullopt);
    const Resolution unsaid = answer({.cuda = "12.0", .stdenv = "gcc-6"});
    CHECK(chosen(unsaid) == "gcc-6"_cc);
    CHECK(unsaid.standard == CxxStandard::cxx14);
    CHECK(argument(note("standard-assumed", unsaid), "compiler") == "gcc-6");
    const Resolution of_release = answer({.cuda = "10.2", .stdenv = "gcc-8"});
    CHECK(of_release.standard == CxxStandard::cxx14);
    CHECK(note("standard-of-release", of_release));
    CHECK(note("standard-assumed", answer({.cuda = "12.8", .stdenv = "gcc-13"})) == nullptr);
}

TEST_CASE("an unknown fact never satisfies a condition") {
    CHECK_FALSE(holds_after([](Situation& s) { s.compiler.reset(); }));
    CHECK_FALSE(holds_after([](Situation& s) { s.headers.reset(); }));
    CHECK_FALSE(holds_after([](Situation& s) { s.glibc.reset(); }));
    AdvisoryCondition family_only;
    family_only.family = Compiler::Family::clang;
    CHECK_FALSE(holds(family_only, Situation{}));
}

TEST_CASE("spares only compilers of the family with headers there") {
    CHECK_FALSE(holds_after([](Situation& s) { s.toolkit_headers = ToolkitHeaders::system; }));
    CHECK(holds_after([](Situation& s) { s.toolkit_headers.reset(); }));
    AdvisoryCondition spares_gcc;
    spares_gcc.unless = ExemptHosts{Compiler::Family::gcc, ToolkitHeaders::system};
    Situation situation = full_situation();
    situation.toolkit_headers = ToolkitHeaders::system;
    CHECK_FALSE(holds(spares_gcc, situation));
    situation.compiler = "clang-17"_cc;
    CHECK(holds(spares_gcc, situation));
    situation.compiler.reset();
    CHECK(holds(spares_gcc, situation));
}

TEST_CASE("names a breakage elsewhere only if nothing breaks here") {
    AdvisoryCondition spares_gcc;
    spares_gcc.unless = ExemptHosts{Compiler::Family::gcc, ToolkitHeaders::system};
    const AdvisoryRow rows[]{advisory("always", Severity::broken, {}), advisory("care", Severity::caution, spares_gcc),
                             advisory("spares", Severity::broken, spares_gcc)};
    Tables tables;
    tables.advisories = rows;
    Situation situation = full_situation();
    CHECK(exempt_by_headers(tables, situation).empty());
    situation.toolkit_headers.reset();
    CHECK(exempt_by_headers(tables, situation).empty());
    situation.toolkit_headers = ToolkitHeaders::system;
    CHECK(exempt_by_headers(tables, situation) == std::vector<const AdvisoryRow*>{&rows[2]});
    const std::array fixed{std::string_view("spares")};
    CHECK(exempt_by_headers(tables, patched_against(fixed, situation)).empty());
}

TEST_CASE("an environment's fixes apply only to that environment") {
    const std::array fixed{std::string_view("b"), std::string_view("c")};
    const Situation situation = patched_against(fixed, {});
    CHECK(is_fixed(advisory("b", Severity::broken, {}), situation));
    CHECK_FALSE(is_fixed(advisory("a", Severity::broken, {}), situation));
    CHECK_FALSE(is_fixed(advisory("bc", Severity::broken, {}), situation));
    CHECK_FALSE(is_fixed(advisory("", Severity::broken, {}), situation));
}

TEST_CASE("finds breakages that depend on the compiler or its headers") {
    AdvisoryCondition compiler;
    compiler.compiler = MajorRange{13, 13};
    AdvisoryCondition headers;
    headers.libstdcxx_headers = MajorRange{13, std::nullopt};
    AdvisoryCondition glibc;
    glibc.glibc = VersionRange{"2.38"_version, std::nullopt};
    AdvisoryCondition library;
    library.libstdcxx_library = MajorRange{14, std::nullopt};

    const auto breakage = [](const AdvisoryRow& row, std::span<const std::string_view> fixed = {}) {
        Tables tables;
        tables.advisories = {&row, 1};
        return find_breakage(tables, patched_against(fixed, full_situation())) != nullptr;
    };
    CHECK(breakage(advisory("a", Severity::broken, compiler)));
    CHECK(breakage(advisory("a", Severity::broken, headers)));
    CHECK_FALSE(breakage(advisory("a", Severity::caution, compiler)));
    CHECK_FALSE(breakage(advisory("a", Severity::note, headers)));
    // Every compiler is affected, so these are reported with their workaround.
    CHECK_FALSE(breakage(advisory("a", Severity::broken, glibc)));
    CHECK_FALSE(breakage(advisory("a", Severity::broken, library)));
    CHECK_FALSE(breakage(advisory("a", Severity::broken, {})));
    const std::array fixed{std::string_view("a")};
    CHECK_FALSE(breakage(advisory("a", Severity::broken, compiler), fixed));
}

TEST_CASE("sorts advisories by severity, then by table order") {
    const std::array rows{advisory("a", Severity::note, {}), advisory("b", Severity::broken, {}),
                          advisory("c", Severity::caution, {}), advisory("d", Severity::broken, {}),
                          advisory("e", Severity::note, full_condition())};
    Tables tables;
    tables.advisories = rows;
    std::string order;
    const Stdenv stdenv{.compiler = "gcc-13"_cc, .libstdcxx = 13};
    for (const AdvisoryRow* row : applicable_advisories(tables, {}, full_situation())) order += row->id;
    CHECK(order == "bdcae");
    order.clear();
    const std::array fixed{std::string_view("d"), std::string_view("a")};
    for (const AdvisoryRow* row : applicable_advisories(tables, stdenv, patched_against(fixed, {}))) order += row->id;
    CHECK(order == "bc");
}

TEST_CASE("finds the lowest glibc to which an advisory applies") {
    AdvisoryCondition early;
    early.glibc = VersionRange{"2.38"_version, std::nullopt};
    early.system = "aarch64-linux";
    AdvisoryCondition late;
    late.glibc = VersionRange{"2.42"_version, std::nullopt};
    AdvisoryCondition middle;
    middle.glibc = VersionRange{"2.41"_version, std::nullopt};
    AdvisoryCondition below;
    below.glibc = VersionRange{std::nullopt, "2.26"_version};
    const std::array rows{advisory("below", Severity::broken, below), advisory("early", Severity::broken, early),
                          advisory("late", Severity::broken, late), advisory("middle", Severity::caution, middle)};
    Tables tables;
    tables.advisories = rows;
    Situation situation = full_situation();
    situation.glibc.reset();
    CHECK(first_glibc_in_question(tables, situation) == "2.41"_version);
    const std::array fixed{std::string_view("middle")};
    CHECK(first_glibc_in_question(tables, patched_against(fixed, situation)) == "2.42"_version);
    situation.system = "aarch64-linux";
    CHECK(first_glibc_in_question(tables, situation) == "2.38"_version);
    CHECK(first_glibc_in_question({}, situation) == std::nullopt);
}

TEST_CASE("requests the glibc only if it matters") {
    const Resolution unknown = answer({.cuda = "12.8"});
    REQUIRE(note("glibc-unknown", unknown));
    CHECK(argument(note("glibc-unknown", unknown), "from") == "2.41");
    CHECK(argument(note("glibc-unknown", answer({.cuda = "13.1"})), "from") == "2.40");
    CHECK(note("glibc-unknown", answer({.cuda = "12.8", .glibc = "2.36"})) == nullptr);
    CHECK(note("glibc-unknown", answer({.cuda = "13.3"})) == nullptr);
    CHECK(argument(note("glibc-unknown", answer({.cuda = "13.1", .fixed = {"glibc-2.40-sinpi"}})), "from") == "2.42");
    CHECK(note("glibc-unknown", answer({.cuda = "13.1", .fixed = {"glibc-2.40-sinpi", "glibc-2.42-rsqrt"}})) ==
          nullptr);
}

}  // namespace cudastdenv
