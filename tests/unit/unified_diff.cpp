// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include <doctest/doctest.h>

#include <random>
#include <sstream>

using cudastdenv::report::unified_diff;

namespace {

/// The text after `patch` has applied the diff. Fails where the diff's lines are not those of the text.
std::string applied(const std::string& before, const std::string& diff) {
    std::istringstream old_lines(before), changes(diff);
    std::string after, line, old_line;
    std::size_t line_number = 0;  // of `old_line`
    const auto ended = [](const std::istringstream& lines, const std::string& text) {
        return lines.eof() ? text : text + '\n';
    };
    const auto next_old = [&] {
        REQUIRE(std::getline(old_lines, old_line));
        ++line_number;
        return ended(old_lines, old_line);
    };
    while (std::getline(changes, line)) {
        if (line.starts_with("---") || line.starts_with("+++") || line.starts_with('\\')) continue;
        if (line.starts_with("@@ -")) {
            const std::string numbers = line.substr(4);
            const std::size_t first = std::stoul(numbers), count = std::stoul(numbers.substr(numbers.find(',') + 1));
            while (line_number + (count == 0 ? 0 : 1) < first) after += next_old();
            continue;
        }
        const bool has_end = changes.peek() != '\\';
        const std::string text = line.substr(1) + (has_end ? "\n" : "");
        if (line[0] != '+') REQUIRE(next_old() == text);
        if (line[0] != '-') after += text;
    }
    while (std::getline(old_lines, old_line)) after += ended(old_lines, old_line);
    return after;
}

std::string random_lines(std::mt19937& engine, std::size_t count, unsigned kinds) {
    std::string text;
    for (; count > 0; --count) (text += static_cast<char>('a' + engine() % kinds)) += '\n';
    if (!text.empty() && engine() % 4 == 0) text.pop_back();
    return text;
}

}  // namespace

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

TEST_CASE("puts removed lines before added ones") {
    CHECK(unified_diff("f", "a\nb\n", "c\nd\ne\n") == "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n-a\n-b\n+c\n+d\n+e\n");
    CHECK(unified_diff("f", "c\nd\ne\n", "a\nb\n") == "--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n-c\n-d\n-e\n+a\n+b\n");
}

TEST_CASE("a diff of any texts leads from one to the other") {
    std::mt19937 engine(20261127);
    for (int round = 0; round < 2000; ++round) {
        const unsigned kinds = 1 + engine() % 8;
        const std::string before = random_lines(engine, engine() % 30, kinds);
        const std::string after = random_lines(engine, engine() % 30, kinds);
        CAPTURE(before);
        CAPTURE(after);
        REQUIRE(applied(before, unified_diff("f", before, after)) == after);
    }
}

TEST_CASE("a diff of large texts does too, where dtl limits its search") {
    std::string before, after, reversed;
    for (int line = 0; line < 2000; ++line) {
        before += "line " + std::to_string(line) + '\n';
        after += "other " + std::to_string(line) + '\n';
        reversed += "line " + std::to_string(1999 - line) + '\n';
    }
    CHECK(applied(before, unified_diff("f", before, after)) == after);
    CHECK(applied(before, unified_diff("f", before, reversed)) == reversed);
    CHECK(applied(before, unified_diff("f", before, before + after)) == before + after);
}
