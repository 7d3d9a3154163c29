// SPDX-License-Identifier: MIT
#include "show.hpp"

#include "core/versions.hpp"

#include <array>
#include <tuple>

namespace cudastdenv {

namespace {

using Kind = Capability::Kind;

template <class Visit>
void for_each_capability(int first_major, const Visit& visit) {
    for (int major = first_major; major <= 99; ++major)
        for (int minor = 0; minor <= 9; ++minor)
            for (const Kind kind : {Kind::baseline, Kind::architecture, Kind::family})
                visit(Capability{major, minor, kind});
}

}  // namespace

TEST_CASE("parses a capability in each format") {
    CHECK(parse_capability("8.9") == Capability{8, 9, Kind::baseline});
    CHECK(parse_capability("9.0a") == Capability{9, 0, Kind::architecture});
    CHECK(parse_capability("10.0f") == Capability{10, 0, Kind::family});
    CHECK(parse_capability("89") == Capability{8, 9, Kind::baseline});
    CHECK(parse_capability("90a") == Capability{9, 0, Kind::architecture});
    CHECK(parse_capability("121f") == Capability{12, 1, Kind::family});
    CHECK(parse_capability("sm_90a") == Capability{9, 0, Kind::architecture});
    CHECK(parse_capability("compute_100f") == Capability{10, 0, Kind::family});
}

TEST_CASE("rejects text that is not a capability") {
    using namespace std::string_view_literals;
    constexpr std::array malformed{
        ""sv,       "."sv,     "9"sv,      "9."sv,      ".9"sv,       "9.10"sv,     "9.0b"sv,      "9.0A"sv,
        "9.0aa"sv,  "9.0af"sv, "9.0 a"sv,  " 9.0"sv,    "9.0 "sv,     "09.0"sv,     "9.00"sv,      "9.0.0"sv,
        "+9.0"sv,   "-9.0"sv,  "9.-0"sv,   "9,0"sv,     "100.0"sv,    "1000"sv,     "1000a"sv,     "090"sv,
        "a"sv,      "90aa"sv,  "sm"sv,     "sm_"sv,     "sm_9"sv,     "sm_9.0"sv,   "sm_090"sv,    "sm_1000"sv,
        "SM_90"sv,  "sm-90"sv, "sm90"sv,   "sm_ 90"sv,  "sm_sm_90"sv, "compute_"sv, "compute_9"sv, "compute_sm_90"sv,
        "lto_90"sv, "9.0\0"sv, "Hopper"sv, "90-real"sv, "9.0+PTX"sv,
    };
    for (const std::string_view text : malformed) {
        CAPTURE(text);
        CHECK_FALSE(parse_capability(text));
    }
    CHECK_FALSE(parse_capability(std::string(1'000'000, '9')));
}

TEST_CASE("parses the same capability from its text") {
    for_each_capability(0, [](Capability capability) { CHECK(parse_capability(to_string(capability)) == capability); });
    // Numbers below 1.0 have fewer digits, and none has ever existed.
    for_each_capability(1, [](Capability capability) {
        CHECK(parse_capability(undotted(capability)) == capability);
        CHECK(parse_capability(real_architecture(capability)) == capability);
        CHECK(parse_capability(virtual_architecture(capability)) == capability);
    });
    CHECK(to_string("sm_90a"_cap) == "9.0a");
    CHECK(undotted("12.1f"_cap) == "121f");
    CHECK(real_architecture("10.0"_cap) == "sm_100");
    CHECK(virtual_architecture("9.0a"_cap) == "compute_90a");
}

TEST_CASE("orders capabilities by number, then baseline, a, f") {
    const std::array ascending{"3.5"_cap,  "8.9"_cap,   "9.0"_cap,   "9.0a"_cap, "9.0f"_cap,
                               "10.0"_cap, "10.0a"_cap, "10.0f"_cap, "10.3"_cap, "12.0"_cap};
    for (std::size_t i = 0; i < ascending.size(); ++i)
        for (std::size_t j = 0; j < ascending.size(); ++j) CHECK((ascending[i] < ascending[j]) == (i < j));
}

TEST_CASE("the baseline has the same number without a letter") {
    for_each_capability(0, [](Capability capability) {
        CHECK(baseline_of(capability) == Capability{capability.major, capability.minor, Kind::baseline});
        CHECK(baseline_of(capability) <= capability);
    });
}

}  // namespace cudastdenv
