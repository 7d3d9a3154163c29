// SPDX-License-Identifier: MIT
#include "nix/audit.hpp"

#include "nix/audit_parts.hpp"
#include "nix/tokens.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::nix;

namespace {

std::string code_of(std::string_view text) {
    std::string code;
    for (const Token& token : tokens_of(text).code) code += (code.empty() ? "" : " ") + std::string(token.text);
    return code;
}

std::vector<std::string> comments_of(std::string_view text) {
    std::vector<std::string> comments;
    for (const Comment& comment : tokens_of(text).comments)
        comments.push_back(std::to_string(comment.line) + ' ' + std::string(comment.text));
    return comments;
}

}  // namespace

TEST_CASE("code, texts and comments of a Nix file are told apart") {
    CHECK(code_of("a = b; # c\n/* d */ e") == "a = b ; e");
    CHECK(code_of("\"# a /* \\\" ${b + \"${c}\" /* d */} $${e} \" f") == "b + c f");
    CHECK(code_of("'' # ''${a} ''' $${b} ${c} '' d") == "c d");
    CHECK(code_of("'' ''\\n ${ { x = 1; }.x } '' y") == "{ x = 1 ; } . x y");
    CHECK(code_of("foldl' a-b _c") == "foldl' a-b _c");
    CHECK(comments_of("\"#\" # a\n'' # '' /* b\nc */ # d") ==
          std::vector<std::string>{"1 # a", "2 /* b\nc */", "3 # d"});
    for (const std::string_view open :
         {"\"", "''", "/*", "/* *", "${", "\"${", "''${", "\"\\", "''\\", "'", "$", "}}}", "\"$", "''$"})
        CHECK(tokens_of(open).code.size() <= 3);
}

TEST_CASE("names of package sets are those of the outermost set") {
    const PackageSetNames names = package_set_names(R"(
{ pkgs }: {
  inherit (import ./a.nix { cudaPackages_11_1 = 1; }) cudaPackages_12_9 b;
  inherit cudaPackages_12_10;
  cudaPackages_13_0 = f { cudaPackages_13_9 = 1; };
  cudaPackages_13 = cudaPackages_13_0;
  cudaPackages_12 = if x then cudaPackages_12_9 else cudaPackages_12_10;
  inner = { cudaPackages_11 = cudaPackages_11_1; };
  cudaPackages_1x_0 = 1;
}
)");
    CHECK(names.sets == std::vector<Version>{{12, 9}, {12, 10}, {13, 0}});
    REQUIRE(names.aliases.size() == 1);
    CHECK(names.aliases.front().name == "cudaPackages_13");
    CHECK(names.aliases.front().points_to == "cudaPackages_13_0");
    CHECK(names.aliases.front().line == 6);
}
