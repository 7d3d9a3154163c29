// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "sample.hpp"
#include "source_directory.hpp"
#include "tables/fields.hpp"
#include "tables/json_tree.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

using namespace cudastdenv;

namespace {

/// A row with a comma after it, which counts for the length of a line. `last` is the row without it.
std::string before_another(const Json& row, const std::string& last) {
    const std::string text = canonical(Json::array({row, row}), 2);
    constexpr std::size_t frame = 4;  // `  [` and a newline, a newline and `  ]`
    return text.substr(frame, text.size() - 2 * frame - last.size() - 1);
}

}  // namespace

TEST_CASE("writes each row as its file has it") {
    for (const TableMember& list : table_members()) {
        if (!is_list(list)) continue;
        std::ifstream stream(source_directory() / "data" / list.file);
        std::stringstream text;
        text << stream.rdbuf();
        const std::string file = text.str();
        for (const Json& row : sampled<29>(json_of(value_in(tables, list)))) {
            const std::string written = canonical(row, 4);
            CHECK_MESSAGE((file.find("\n" + written) != std::string::npos ||
                           file.find("\n" + before_another(row, written)) != std::string::npos),
                          written);
            CHECK(Json::parse(json_text(row)) == Json::parse(written));
        }
    }
}

TEST_CASE("escapes text as JSON requires") {
    CHECK(canonical(Json("a\"b\\c\n\x01"), 0) == "\"a\\\"b\\\\c\\n\\u0001\"");
}
