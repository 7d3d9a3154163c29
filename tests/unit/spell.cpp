// SPDX-License-Identifier: MIT
#include "query.hpp"

#include "spelling/spell.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace cudastdenv {

namespace {

Spelled spell(std::string_view format, const Query& query) {
    const Asked asked(query);
    const Spelling* spelling = find_spelling(format);
    REQUIRE(spelling);
    return write_list(*spelling, {builtin_tables(), asked.request().system, asked.request().cuda},
                      build_list(resolve(builtin_tables(), asked.request())));
}

}  // namespace

TEST_CASE("formats are sorted, unique and found by name") {
    std::set<std::string_view> names;
    for (const Spelling& spelling : spellings()) {
        names.insert(spelling.name);
        CHECK(find_spelling(spelling.name) == &spelling);
        CHECK_FALSE(spelling.summary.empty());
        CHECK((spelling.write != nullptr) == spelling.form.whole.empty());
    }
    CHECK(names.size() == spellings().size());
    CHECK(std::ranges::is_sorted(spellings(), {}, &Spelling::name));
    for (const std::string_view name : {"cmake", "gencode", "json", "nix", "readable"}) CHECK(names.contains(name));
    for (const std::string_view name : {"", "CMake", "cmak", "cmake ", "gencodes"})
        CHECK(find_spelling(name) == nullptr);
}

TEST_CASE("writes a list for CMake") {
    CHECK(spell("cmake", {.capabilities = "8.6 9.0"}).text == "86-real;90");
    CHECK(spell("cmake", {.capabilities = "8.6 9.0", .forward_compat = false}).text == "86-real;90-real");
    CHECK(spell("cmake", {.capabilities = "8.9 9.0a"}).text == "89;90a-real");
    CHECK(spell("cmake", {.capabilities = "9.0a"}).text == "90a-real;90-virtual");
    CHECK(spell("cmake", {.cuda = "12.9", .capabilities = "10.0f 12.0f"}).text == "100f-real;120f-real;120-virtual");
    CHECK(spell("cmake", {.capabilities = "9.0 8.6", .exact = true}).text == "90-real;86");
}

TEST_CASE("nixpkgs-exact gives CMake PTX of the last element") {
    // nixpkgs builds PTX of 9.0a there; to CMake, `90a` alone is both machine code and PTX.
    CHECK(spell("cmake", {.capabilities = "8.9 9.0a", .exact = true}).text == "89-real;90a");
}

TEST_CASE("gencode equals nixpkgs' gencodeString") {
    const Spelled spelled = spell("gencode", {.capabilities = "8.9 9.0a"});
    CHECK(spelled.text == "-gencode=arch=compute_89,code=sm_89 -gencode=arch=compute_90a,code=sm_90a "
                          "-gencode=arch=compute_89,code=compute_89");
    CHECK(spelled.losses.empty());
}

TEST_CASE("json has nixpkgs' ten attributes and types") {
    const auto json = nlohmann::ordered_json::parse(spell("json", {.capabilities = "8.9 9.0a"}).text);
    CHECK(json.dump() ==
          R"({"cudaCapabilities":["8.9","9.0a"],"cudaForwardCompat":true,)"
          R"("gencode":["-gencode=arch=compute_89,code=sm_89","-gencode=arch=compute_90a,code=sm_90a",)"
          R"("-gencode=arch=compute_89,code=compute_89"],)"
          R"("gencodeString":"-gencode=arch=compute_89,code=sm_89 -gencode=arch=compute_90a,code=sm_90a )"
          R"(-gencode=arch=compute_89,code=compute_89",)"
          R"("realArches":["sm_89","sm_90a"],"virtualArches":["compute_89","compute_90a"],)"
          R"("archNames":["Ada","Hopper"],"arches":["sm_89","sm_90a","compute_89"],)"
          R"("cmakeCudaArchitecturesString":"89;90a","isJetsonBuild":false})");
}

TEST_CASE("nix moves the PTX capability to the end") {
    CHECK(spell("nix", {.capabilities = "8.9 9.0"}).text ==
          "cudaCapabilities = [ \"8.9\" \"9.0\" ]; cudaForwardCompat = true;");
    const Spelled moved = spell("nix", {.capabilities = "8.9 9.0a"});
    CHECK(moved.text == "cudaCapabilities = [ \"9.0a\" \"8.9\" ]; cudaForwardCompat = true;");
    CHECK(moved.losses.empty());
    const Spelled middle = spell("nix", {.capabilities = "8.6 8.9 9.0a 10.0a"});
    CHECK(middle.text == "cudaCapabilities = [ \"8.6\" \"9.0a\" \"10.0a\" \"8.9\" ]; cudaForwardCompat = true;");
    CHECK(spell("nix", {.capabilities = "8.9 9.0a", .forward_compat = false}).text ==
          "cudaCapabilities = [ \"8.9\" \"9.0a\" ]; cudaForwardCompat = false;");
}

TEST_CASE("nix reports lost PTX of an unlisted baseline") {
    const Spelled spelled = spell("nix", {.capabilities = "9.0a"});
    CHECK(spelled.text == "cudaCapabilities = [ \"9.0a\" ]; cudaForwardCompat = true;");
    REQUIRE(spelled.losses.size() == 1);
    CHECK(spelled.losses[0].id == "ptx-changed");
    CHECK(argument_of(spelled.losses[0], "asked") == "9.0");
    CHECK(argument_of(spelled.losses[0], "written") == "9.0a");
    CHECK(spell("nix", {.capabilities = "9.0a", .exact = true}).losses.empty());
    CHECK(spell("nix", {.capabilities = "9.0a", .forward_compat = false}).losses.empty());
}

TEST_CASE("readable names each architecture and the PTX") {
    CHECK(spell("readable", {.capabilities = "8.9 9.0a"}).text == "8.9 (Ada), 9.0a (Hopper); PTX of 8.9");
    CHECK(spell("readable", {.capabilities = "8.9", .forward_compat = false}).text == "8.9 (Ada)");
    CHECK(spell("readable", {.capabilities = "99.9", .forward_compat = false}).text == "99.9 (unknown)");
}

}  // namespace cudastdenv
