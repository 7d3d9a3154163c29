// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "query.hpp"

#include "resolve/component.hpp"

#include <string>
#include <vector>

namespace cudastdenv {

namespace {

/// `debian-12 g++-11`
std::vector<std::string> proposals(const Query& query, std::string_view here = "") {
    std::vector<std::string> lines;
    for (const CompilerPackage& package :
         packages_to_install(tables, Asked(query).request(), find_environment(tables, here)))
        lines.push_back(std::string(package.environment->id) + " " + package.name);
    return lines;
}

bool contains_line(const std::vector<std::string>& lines, std::string_view line) {
    return std::ranges::find(lines, line) != lines.end();
}

}  // namespace

TEST_CASE("proposes the choice of each distribution's newest environment") {
    const std::vector<std::string> lines = proposals({.cuda = "11.8.0", .stdenv = "gcc-14", .available = ""});
    CHECK(contains_line(lines, "debian-sid g++-11"));
    CHECK(contains_line(lines, "ubuntu-26.10 g++-11"));
    const std::vector<std::string> there = proposals({.cuda = "11.8.0", .stdenv = "gcc-14", .available = ""},
                                                     "debian-12");
    CHECK(contains_line(there, "debian-12 g++-11"));
    CHECK(contains_line(there, "ubuntu-26.10 g++-11"));
    // Fedora and Arch have no version that old.
    CHECK(std::ranges::none_of(lines, [](const std::string& line) { return line.starts_with("fedora"); }));
    CHECK(std::ranges::none_of(lines, [](const std::string& line) { return line.starts_with("arch"); }));
}

TEST_CASE("an environment's newest compiler may have the plain name") {
    const std::vector<std::string> lines =
        proposals({.cuda = "13.4.2", .stdenv = "gcc-17", .available = "", .libstdcxx = 16});
    CHECK(contains_line(lines, "arch gcc"));
    CHECK(contains_line(lines, "opensuse-tumbleweed gcc-c++"));
    CHECK(contains_line(lines, "fedora-45 gcc-c++"));
    CHECK(contains_line(proposals({.cuda = "13.0.2", .stdenv = "gcc-16", .available = ""}), "fedora-45 gcc15-c++"));
}

TEST_CASE("proposes no compiler with a newer libstdc++ than the machine") {
    for (const std::string& line : proposals({.cuda = "13.0.2", .stdenv = "gcc-16", .available = "", .libstdcxx = 12}))
        for (const char* newer : {"13", "14", "15", "16"}) {
            CAPTURE(line);
            CHECK_FALSE(line.ends_with(newer));
            CHECK(line.find("gcc" + std::string(newer)) == std::string::npos);
        }
}

}  // namespace cudastdenv
