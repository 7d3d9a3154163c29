// SPDX-License-Identifier: MIT
#include "tables/datum.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <string>

using namespace cudastdenv;

namespace {

/// A row with a comma behind it, which counts for the length of a line. `last` is how it is written without.
template <class Row>
std::string before_another(const Row& row, const std::string& last) {
    Datum list;
    list.kind = Datum::Kind::list;
    list.members = {datum_of(row), datum_of(row)};
    const std::string text = canonical(list, 2);
    constexpr std::size_t frame = 4;  // `  [` and a line end, a line end and `  ]`
    return text.substr(frame, text.size() - 2 * frame - last.size() - 1);
}

}  // namespace

TEST_CASE("every row of the tables is written as it stands in its file") {
    const Tables tables = builtin_tables();
    for_each_list([&](const auto& list) {
        std::ifstream stream(std::string(DATA_DIRECTORY) + "/" + std::string(list.file));
        std::stringstream text;
        text << stream.rdbuf();
        const std::string file = text.str();
        for (const auto& row : tables.*list.rows) {
            const std::string written = canonical(datum_of(row), 4);
            CHECK_MESSAGE((file.find("\n" + written) != std::string::npos ||
                           file.find("\n" + before_another(row, written)) != std::string::npos),
                          written);
            CHECK(nlohmann::json::parse(json_text(datum_of(row))) == nlohmann::json::parse(written));
        }
    });
}

TEST_CASE("texts are escaped as JSON demands") {
    CHECK(canonical(datum_of(std::string_view("a\"b\\c\n\x01")), 0) == "\"a\\\"b\\\\c\\u000a\\u0001\"");
}
