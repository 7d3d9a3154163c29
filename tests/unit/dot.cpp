// SPDX-License-Identifier: MIT
#include "pages/table.hpp"

#include <doctest/doctest.h>

using namespace cudastdenv::report;

TEST_CASE("any text is one quoted word for Graphviz") {
    CHECK(dot_quoted("gcc-14") == R"("gcc-14")");
    CHECK(dot_quoted("") == R"("")");
    CHECK(dot_quoted(R"(a"]; b [x=")") == R"("a\"]; b [x=\"")");
    CHECK(dot_quoted(R"(\N)") == R"("\\N")");
    CHECK(dot_quoted("two\nlines") == R"("two\\x0alines")");
    CHECK(dot_quoted("<b>") == R"("<b>")");
}
