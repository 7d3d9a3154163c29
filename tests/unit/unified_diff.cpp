// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include <doctest/doctest.h>

using cudastdenv::report::unified_diff;

TEST_CASE("equal texts have an empty diff") {
    CHECK(unified_diff("f", "", "") == "");
    CHECK(unified_diff("f", "a\n", "a\n") == "");
}

TEST_CASE("shows three lines around a change") {
    CHECK(unified_diff("x/f", "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nnew\n5\n6\n7\n8\n") ==
          "--- a/x/f\n+++ b/x/f\n@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+new\n 5\n 6\n 7\n");
    CHECK(unified_diff("f", "a\n", "b\n") == "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n+b\n");
}

TEST_CASE("separates distant changes and joins near ones") {
    CHECK(unified_diff("f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n0\n") ==
          "--- a/f\n+++ b/f\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -7,3 +8,4 @@\n 7\n 8\n 9\n+0\n");
    CHECK(unified_diff("f", "1\n2\n3\n4\n5\n6\n", "0\n1\n2\n3\n4\n5\n6\n0\n") ==
          "--- a/f\n+++ b/f\n@@ -1,6 +1,8 @@\n+0\n 1\n 2\n 3\n 4\n 5\n 6\n+0\n");
}

TEST_CASE("handles empty texts and a missing last newline") {
    CHECK(unified_diff("f", "", "a\n") == "--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n");
    CHECK(unified_diff("f", "a\n", "") == "--- a/f\n+++ b/f\n@@ -1,1 +0,0 @@\n-a\n");
    CHECK(unified_diff("f", "a", "a\n") == "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
}
