// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "findings/abi.hpp"
#include "tables/lookup.hpp"
#include "unit/show.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

using namespace cudastdenv;

namespace {

Binary binary_that_needs(std::vector<NeededVersion> needs) {
    Binary binary;
    binary.path = "app";
    binary.elf.kind = ElfFile::Kind::executable;
    binary.elf.is_dynamic = true;
    binary.elf.needs = std::move(needs);
    return binary;
}

AbiFile judge(const Binary& binary, std::string_view environment) {
    return judge_abi(tables, binary, stdenv_of(tables, *find_environment(tables, environment)));
}

bool has_change(const AbiFile& verdict, std::string_view id) {
    return std::ranges::any_of(verdict.changes, [&](const AbiChange& change) { return change.what.id == id; });
}

}  // namespace

TEST_CASE("orders symbol versions by their numbers") {
    CHECK(newest_version({"GLIBCXX_3.4.9", "GLIBCXX_3.4.30", "GLIBCXX_3.4"}, "GLIBCXX_") == "GLIBCXX_3.4.30");
    CHECK(newest_version({"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.4", "GLIBCXX_3.4"}, "GLIBC_") == "GLIBC_2.34");
    CHECK(newest_version({"CXXABI_1.3.9", "CXXABI_1.3.13"}, "CXXABI_") == "CXXABI_1.3.13");
    CHECK(newest_version({"GLIBCXX_3.4", "GLIBCXX_3.4.1"}, "GLIBCXX_") == "GLIBCXX_3.4.1");
    CHECK(newest_version({"GLIBCXX_3.4.123456789012345678901234567890", "GLIBCXX_3.4.99"}, "GLIBCXX_") ==
          "GLIBCXX_3.4.123456789012345678901234567890");
}

TEST_CASE("rejects symbol versions without a number") {
    CHECK(newest_version({"GLIBC_PRIVATE", "GLIBC_ABI_DT_RELR"}, "GLIBC_") == "");
    CHECK(newest_version({"CXXABI_TM_1", "CXXABI_FLOAT128", "CXXABI_1.3"}, "CXXABI_") == "CXXABI_1.3");
    CHECK(newest_version({"GLIBCXX_", "GLIBCXX_3.", "GLIBCXX_.4", "GLIBCXX_3..4"}, "GLIBCXX_") == "");
    CHECK(newest_version({}, "GLIBC_") == "");
}

TEST_CASE("parses the numbers of symbol versions") {
    CHECK(number_of(AbiPart::glibcxx, "GLIBCXX_3.4.30") == Version{3, 4, 30});
    CHECK(number_of(AbiPart::glibc, "GLIBC_2.34") == Version{2, 34});
    CHECK(number_of(AbiPart::glibc, "GLIBC_ABI_DT_RELR") == Version{2, 36});
    CHECK_FALSE(number_of(AbiPart::glibc, "GLIBCXX_3.4"));
    CHECK_FALSE(number_of(AbiPart::glibc, "GLIBC_PRIVATE"));
    CHECK_FALSE(number_of(AbiPart::glibcxx, "GLIBCXX_3.4.12345678"));
}

TEST_CASE("finds the first libstdc++ that satisfies a need") {
    const Binary binary = binary_that_needs({{"libstdc++.so.6", "GLIBCXX_3.4.9", "a"},
                                             {"libstdc++.so.6", "GLIBCXX_3.4.30", "b"},
                                             {"libc.so.6", "GLIBC_2.34", "c"}});
    const AbiFile verdict = judge(binary, "debian-12");
    CHECK(verdict.verdict == "satisfied");
    CHECK(verdict.changes.empty());
    REQUIRE(verdict.newest.glibcxx);
    CHECK_FALSE(verdict.newest.cxxabi);
    CHECK(verdict.newest.glibc);
    CHECK(verdict.newest.glibcxx->symbol->mangled == "b");
    REQUIRE(verdict.newest.glibcxx->first);
    CHECK(verdict.newest.glibcxx->first->gcc == Version{12, 1});
    CHECK(verdict.environments == std::vector<std::string_view>{"amazon-2023", "arch", "debian-12", "dgx-os-6",
                                                                "fedora-40", "gentoo", "jetpack-6.0", "nixos-24.11",
                                                                "opensuse-leap-15.6", "rhel-10", "sles-15",
                                                                "ubuntu-22.04"});
}

TEST_CASE("suggests a newer libstdc++ or an older compiler") {
    const AbiFile verdict = judge(binary_that_needs({{"libstdc++.so.6", "GLIBCXX_3.4.32", "a"}}), "debian-12");
    CHECK(verdict.verdict == "not-satisfied");
    REQUIRE(verdict.changes.size() == 2);
    CHECK(verdict.changes[0].what.id == "compile-with-gcc");
    CHECK(argument_of(verdict.changes[0].what, "newest") == "12");
    CHECK(argument_of(verdict.changes[1].what, "gcc") == "13.2");
}

TEST_CASE("gives one piece of advice for both parts of a libstdc++") {
    const AbiFile verdict =
        judge(binary_that_needs({{"libstdc++.so.6", "GLIBCXX_3.4.31", "a"}, {"libstdc++.so.6", "CXXABI_1.3.15", "b"}}),
              "debian-12");
    REQUIRE(verdict.changes.size() == 2);
    CHECK(verdict.changes[1].what.id == "run-with-libstdcxx");
    CHECK(argument_of(verdict.changes[1].what, "gcc") == "14.1");
}

TEST_CASE("says that glibc is chosen at build time") {
    const AbiFile verdict = judge(binary_that_needs({{"libc.so.6", "GLIBC_2.38", "strlcpy"}}), "debian-12");
    CHECK(verdict.verdict == "not-satisfied");
    REQUIRE(verdict.changes.size() == 1);
    CHECK(verdict.changes[0].what.id == "build-with-glibc");
    CHECK(argument_of(verdict.changes[0].what, "newest") == "2.36");
}

TEST_CASE("requires the glibc that introduced packed relocations") {
    const Binary binary = binary_that_needs({{"libc.so.6", "GLIBC_2.34", "a"}, {"libc.so.6", "GLIBC_ABI_DT_RELR", ""}});
    CHECK(judge(binary, "ubuntu-22.04").verdict == "not-satisfied");
    CHECK(judge(binary, "debian-12").verdict == "satisfied");
    // With a newer version it adds nothing.
    CHECK(judge(binary_that_needs({{"libc.so.6", "GLIBC_2.38", "a"}, {"libc.so.6", "GLIBC_ABI_DT_RELR", ""}}),
                "debian-13")
              .newest.glibc->version == "GLIBC_2.38");
}

TEST_CASE("reports versions newer than the tables") {
    for (const char* version : {"GLIBCXX_3.4.99", "GLIBCXX_3.4.999999999999"}) {
        const AbiFile verdict = judge(binary_that_needs({{"libstdc++.so.6", version, "a"}}), "nixos-unstable");
        CHECK(verdict.verdict == "not-satisfied");
        CHECK(verdict.environments.empty());
        CHECK(has_change(verdict, "newer-than-tables"));
        CHECK_FALSE(has_change(verdict, "run-with-libstdcxx"));
    }
}

TEST_CASE("judges only the known parts of the stdenv") {
    const Binary binary =
        binary_that_needs({{"libstdc++.so.6", "GLIBCXX_3.4.30", "a"}, {"libc.so.6", "GLIBC_2.99", "b"}});
    AbiStdenv stdenv;
    CHECK(judge_abi(tables, binary, stdenv).verdict == "not-judged");
    stdenv.name = "gcc-12";
    take_libstdcxx(tables, {12, 0}, stdenv);
    const AbiFile verdict = judge_abi(tables, binary, stdenv);
    CHECK(verdict.verdict == "satisfied");
    CHECK_FALSE(verdict.newest.glibc->satisfied);
    stdenv.glibc = Version{2, 36};
    CHECK(judge_abi(tables, binary, stdenv).verdict == "not-satisfied");
}

TEST_CASE("never proves that an object is satisfied") {
    Binary binary = binary_that_needs({{"", "CXXABI_1.3.15", "__cxa_call_terminate"}});
    binary.elf.kind = ElfFile::Kind::object;
    CHECK(judge(binary, "debian-12").verdict == "not-satisfied");
    CHECK(judge(binary, "debian-13").verdict == "not-judged");
    binary.elf.needs.clear();
    CHECK(judge(binary, "debian-13").verdict == "not-judged");
}

TEST_CASE("accepts a linked file without needs") {
    Binary binary = binary_that_needs({});
    CHECK(judge(binary, "debian-11").verdict == "satisfied");
    CHECK(judge_abi(builtin_tables(), binary, {}).verdict == "not-judged");
    for (const auto kind : {ElfFile::Kind::debug_information, ElfFile::Kind::core, ElfFile::Kind::other}) {
        binary.elf.kind = kind;
        CHECK(judge(binary, "debian-11").verdict == "not-judged");
    }
}

TEST_CASE("does not promise a need of a later GCC release") {
    const Binary later = binary_that_needs({{"libstdc++.so.6", "GLIBCXX_3.4.36", "a"}});
    const Binary first = binary_that_needs({{"libstdc++.so.6", "GLIBCXX_3.4.35", "a"}});
    for (const char* environment : {"ubuntu-26.04"}) {
        CAPTURE(environment);
        CHECK(judge(later, environment).verdict == "not-satisfied");
        CHECK(judge(first, environment).verdict == "satisfied");
    }
    CHECK(judge(later, "fedora-45").verdict == "satisfied");
    AbiStdenv bare;
    bare.name = "gcc-16";
    take_libstdcxx(tables, {16, 0}, bare);
    CHECK(bare.libstdcxx.lowest_of_major);
    CHECK(judge_abi(tables, later, bare).verdict == "not-satisfied");
    CHECK(judge_abi(tables, first, bare).verdict == "satisfied");
    take_libstdcxx(tables, {14, 0}, bare);
    CHECK_FALSE(bare.libstdcxx.lowest_of_major);  // GCC 14 has only one libstdc++
}

TEST_CASE("a GCC newer than the tables has the newest known symbols") {
    AbiStdenv stdenv;
    take_libstdcxx(tables, {tables.libstdcxx.back().gcc.major + 1, 0}, stdenv);
    CHECK(stdenv.libstdcxx.glibcxx == tables.libstdcxx.back().glibcxx);
}

TEST_CASE("each symbol in the tables has the version that introduced it") {
    const KnownSymbols known(tables);
    std::size_t count = 0;
    for (const SymbolVersionRow& row : tables.symbol_versions)
        for (const std::string_view symbol : row.symbols) {
            const KnownSymbol* found = known.find(symbol);
            REQUIRE(found);
            CHECK(found->version == row.version);
            ++count;
        }
    CHECK(count > 6000);
    CHECK(known.find("__cxa_call_terminate")->version == "CXXABI_1.3.15");
    CHECK(known.find("_ZSt21ios_base_library_initv")->version == "GLIBCXX_3.4.32");
    CHECK(known.find("__isoc23_strtol")->version == "GLIBC_2.38");
    CHECK(known.find("printf") == nullptr);
    CHECK(known.find("") == nullptr);
    CHECK(known.find(symbol_of_version(tables, "GLIBCXX_3.4.35"))->version == "GLIBCXX_3.4.35");
    CHECK(symbol_of_version(tables, "GLIBCXX_3.4.999").empty());
    CHECK(newest_known_glibcxx(tables) == tables.libstdcxx.back().glibcxx);
}

TEST_CASE("keeps names as the source writes them") {
    CHECK(demangled("_ZSt21ios_base_library_initv") == "std::ios_base_library_init()");
    CHECK(demangled("printf") == "printf");
    CHECK(demangled("_Znonsense") == "_Znonsense");
    CHECK(demangled("") == "");
}

TEST_CASE("keeps a name that would expand beyond memory") {
    // f(A<B, B>, A<that, that>, ...): each parameter has twice the size of the previous one.
    std::string name = "_Z1f1AI1BS0_E";
    for (char digit = '1'; digit <= '9'; ++digit) name += std::string("S_IS") + digit + "_S" + digit + "_E";
    for (char digit = 'A'; digit <= 'Z'; ++digit) name += std::string("S_IS") + digit + "_S" + digit + "_E";
    const auto start = std::chrono::steady_clock::now();
    CHECK(demangled(name) == name);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
}

TEST_CASE("judges cuda_compat together with the driver") {
    const std::string compat = "/nix/store/0-cuda12.2-cuda_compat-12.2.34/compat", driver = "/run/opengl-driver/lib";
    CHECK(compat_order({}) == CompatOrder::neither);
    CHECK(compat_order({"$ORIGIN", "/run/opengl-driver-32/lib"}) == CompatOrder::neither);
    CHECK(compat_order({"/a", driver}) == CompatOrder::no_compat);
    CHECK(compat_order({compat}) == CompatOrder::no_driver);
    CHECK(compat_order({"/a", compat, "/b", driver}) == CompatOrder::compat_first);
    CHECK(compat_order({driver, compat}) == CompatOrder::driver_first);
    CHECK(compat_order({"/run/opengl-driver", compat}) == CompatOrder::driver_first);
}
