// SPDX-License-Identifier: MIT
#include "show.hpp"

#include <array>
#include <compare>

namespace cudastdenv {

TEST_CASE("parses a version") {
    CHECK(parse_version("12.8") == Version{12, 8, -1});
    CHECK(parse_version("12.8.1") == Version{12, 8, 1});
    CHECK(parse_version("10.1.243") == Version{10, 1, 243});
    CHECK(parse_version("2.41") == Version{2, 41, -1});
    CHECK(parse_version("0.0.0") == Version{0, 0, 0});
    CHECK(parse_version("999999.999999.999999") == Version{999999, 999999, 999999});
}

TEST_CASE("rejects text that is not a version") {
    using namespace std::string_view_literals;
    constexpr std::array malformed{
        ""sv,
        "12"sv,
        "12."sv,
        ".8"sv,
        "."sv,
        ".."sv,
        "12.8."sv,
        "12..1"sv,
        "12.8.1."sv,
        "12.8.1.2"sv,
        "012.8"sv,
        "12.08"sv,
        "12.8.01"sv,
        "00.1"sv,
        " 12.8"sv,
        "12.8 "sv,
        "12 .8"sv,
        "12.8\n"sv,
        "12.8a"sv,
        "v12.8"sv,
        "12,8"sv,
        "+12.8"sv,
        "-12.8"sv,
        "12.-8"sv,
        "12.8.-1"sv,
        "0x12.8"sv,
        "1e1.8"sv,
        "12.8.x"sv,
        "12.8\0"sv,
        "12.8.1\0"sv,
        "1000000.0"sv,
        "12.1000000"sv,
        "12.8.1000000"sv,
        "12.99999999999999999999"sv,
        "\xD9\xA1\xD9\xA2.8"sv /* Arabic digits */,
        "latest"sv,
    };
    for (const std::string_view text : malformed) {
        CAPTURE(text);
        CHECK_FALSE(parse_version(text));
    }
    CHECK_FALSE(parse_version(std::string(1'000'000, '1')));
    CHECK_FALSE(parse_version("12." + std::string(1'000'000, '8')));
}

TEST_CASE("parses the same version from its text") {
    for (const int major : {0, 1, 9, 10, 12, 999999})
        for (const int minor : {0, 1, 9, 10, 999999})
            for (const int patch : {-1, 0, 1, 9, 10, 243, 999999}) {
                const Version version{major, minor, patch};
                CHECK(parse_version(to_string(version)) == version);
            }
    CHECK(to_string(Version{12, 8}) == "12.8");
    CHECK(to_string(Version{12, 8, 0}) == "12.8.0");
}

TEST_CASE("orders versions by number, two numbers before three") {
    const std::array ascending{"2.9"_version,  "2.41"_version,   "10.1.105"_version, "10.1.243"_version,
                               "12.8"_version, "12.8.0"_version, "12.8.1"_version,   "12.10"_version};
    for (std::size_t i = 0; i < ascending.size(); ++i)
        for (std::size_t j = 0; j < ascending.size(); ++j) CHECK((ascending[i] < ascending[j]) == (i < j));
}

TEST_CASE("two numbers compare equal to their patches") {
    CHECK(may_be_same("12.9"_version, "12.9.1"_version));
    CHECK(may_be_same("12.9.1"_version, "12.9"_version));
    CHECK(may_be_same("12.9"_version, "12.9"_version));
    CHECK_FALSE(may_be_same("12.9.0"_version, "12.9.1"_version));
    CHECK(is_before("12.9.0"_version, "12.9.1"_version));
    CHECK_FALSE(is_before("12.9"_version, "12.9.1"_version));
    CHECK(is_before("12.9"_version, "12.10.0"_version));
    CHECK(is_before("12.9.9"_version, "13.0"_version));
    CHECK_FALSE(is_before("13.0"_version, "12.9.9"_version));
}

TEST_CASE("a version range includes all patches of its bounds") {
    const VersionRange range{"11.4"_version, "12.3.1"_version};
    CHECK(range.contains("11.4.0"_version));
    CHECK(range.contains("11.4"_version));
    CHECK(range.contains("12.0.1"_version));
    CHECK(range.contains("12.3.1"_version));
    CHECK(range.contains("12.3"_version));
    CHECK_FALSE(range.contains("11.3.9"_version));
    CHECK_FALSE(range.contains("12.3.2"_version));
    CHECK_FALSE(range.contains("12.4"_version));
    CHECK(VersionRange{std::nullopt, "12.9"_version}.contains("12.9.2"_version));
    CHECK_FALSE(VersionRange{std::nullopt, "12.9"_version}.contains("13.0.0"_version));
    CHECK(VersionRange{"2.41"_version, std::nullopt}.contains("2.44"_version));
    CHECK_FALSE(VersionRange{"2.41"_version, std::nullopt}.contains("2.40"_version));
    CHECK(VersionRange{}.contains("0.0"_version));
}

TEST_CASE("a range of majors is closed, or open without a bound") {
    for (int major = 0; major < 20; ++major) {
        CHECK(MajorRange{6, 14}.contains(major) == (major >= 6 && major <= 14));
        CHECK(MajorRange{std::nullopt, 14}.contains(major) == (major <= 14));
        CHECK(MajorRange{6, std::nullopt}.contains(major) == (major >= 6));
        CHECK(MajorRange{7, 7}.contains(major) == (major == 7));
        CHECK(MajorRange{}.contains(major));
    }
}

}  // namespace cudastdenv
