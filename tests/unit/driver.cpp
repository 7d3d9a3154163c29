// SPDX-License-Identifier: MIT
#include <cudastdenv/driver.hpp>

#include <doctest/doctest.h>

using namespace cudastdenv;

TEST_CASE("parses driver versions with one to three numbers") {
    CHECK(parse_driver_version("550.54.15") == DriverVersion{550, 54, 15});
    CHECK(parse_driver_version("570.124.06") == DriverVersion{570, 124, 6});
    CHECK(parse_driver_version("550.54") == DriverVersion{550, 54, -1});
    CHECK(parse_driver_version("580") == DriverVersion{580, -1, -1});
    CHECK(parse_driver_version("1234.123456.7") == DriverVersion{1234, 123456, 7});
    CHECK(parse_driver_version("455.32.00") == DriverVersion{455, 32, 0});
    CHECK(parse_driver_version("540.4.0") == DriverVersion{540, 4, 0});
}

TEST_CASE("rejects text that is not a driver version") {
    for (const char* text : {"", ".", "550.", ".54", "550..15", "550.54.15.1", "550.54.15 ", " 550", "r550", "550.x",
                             "-1", "550.-1", "0550", "1234567", "550.1234567", "550.0000001", "550,54"})
        CHECK_MESSAGE(!parse_driver_version(text), text);
}

TEST_CASE("formats driver versions like NVIDIA") {
    for (const char* text : {"550.54.15", "570.124.06", "455.23", "580", "455.32.00", "522.06"})
        CHECK(to_string(*parse_driver_version(text)) == text);
    CHECK(to_string(DriverVersion{540, 4, 0}) == "540.04.00");
}

TEST_CASE("sorts an omitted number before each number") {
    CHECK(DriverVersion{580} < DriverVersion{580, 0});
    CHECK(DriverVersion{580, 65} < DriverVersion{580, 65, 0});
    CHECK(DriverVersion{580, 65, 6} < DriverVersion{580, 126});
    CHECK(DriverVersion{570, 999, 9} < DriverVersion{580});
}
