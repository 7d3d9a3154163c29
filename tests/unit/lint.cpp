// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "query.hpp"

#include "spelling/lint.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

struct Linted {
    Listing listing;
    std::vector<Finding> findings;
    std::optional<BuildList> fixed;

    [[nodiscard]] const Diagnostic* find(std::string_view id) const {
        for (const Finding& finding : findings)
            if (finding.what.id == id) return &finding.what;
        return nullptr;
    }
};

Linted lint_text(std::string_view cuda, std::string_view format, std::string_view text,
                 std::string_view system = "x86_64-linux") {
    const Spelling* spelling = find_spelling(format);
    REQUIRE(spelling);
    const ListReadResult read = spelling->read({builtin_tables()}, text);
    REQUIRE(std::holds_alternative<Listing>(read));
    Linted linted{std::get<Listing>(read), {}, {}};
    const LintQuestion question{tables, *spelling, find_release(tables, *parse_version(cuda))->version, system};
    linted.findings = lint(question, linted.listing);
    linted.fixed = fixed_list(question, linted.listing);
    return linted;
}

}  // namespace

TEST_CASE("accepts machine code with one baseline PTX unchanged") {
    const Linted linted = lint_text("12.8", "cmake", "80-real;90a-real;90");
    CHECK(linted.findings.empty());
    CHECK(linted.fixed == BuildList{{"8.0"_cap, "9.0"_cap, "9.0a"_cap}, {"9.0"_cap}});
}

TEST_CASE("a bare 90a embeds PTX that runs nowhere") {
    const Linted linted = lint_text("12.8", "cmake", "80-real;90a");
    CHECK(argument(linted.find("architecture-specific-ptx"), "ptx") == "9.0a");
    CHECK(argument(lint_text("12.9", "cmake", "80;100f").find("family-specific-ptx"), "rest") == "and PTX of 8.0");
    CHECK(linted.fixed == BuildList{{"8.0"_cap, "9.0a"_cap}, {"8.0"_cap}});
}

TEST_CASE("PTX of 9.0 fills the gap of 12.0 at 10.x") {
    const Linted linted = lint_text("12.8", "torch", "8.0;9.0;12.0+PTX");
    CHECK(argument(linted.find("uncovered"), "devices").starts_with("10.0, "));
    CHECK(argument(linted.find("uncovered"), "target") == "9.0");
    CHECK(linted.fixed->ptx == std::vector{"9.0"_cap, "12.0"_cap});
}

TEST_CASE("does not blame a format without PTX") {
    CHECK(lint_text("12.8", "easybuild", "8.0,9.0").findings.empty());
    CHECK(lint_text("12.8", "spack", "80,90").findings.empty());
    CHECK(lint_text("12.8", "torch", "8.0;9.0").find("no-ptx"));
}

TEST_CASE("renames capabilities of another release") {
    const Linted now = lint_text("13.0", "cmake", "90;101-real", "aarch64-linux");
    CHECK(now.find("capability-renamed"));
    CHECK(now.fixed->real == std::vector{"9.0"_cap, "11.0"_cap});
    const Linted before = lint_text("12.9", "cmake", "90;110-real", "aarch64-linux");
    CHECK(before.fixed->real == std::vector{"9.0"_cap, "10.1"_cap});
}

TEST_CASE("reports only pairs that nvcc rejects") {
    const auto is_refused = [](std::string_view pair) {
        return lint_text("13.0", "gencode", "-gencode=" + std::string(pair)).find("refused-pair") != nullptr;
    };
    // Measured with nvcc 13.0.88: tests/oracle/consumers/gencode.json.
    for (const std::string_view pair :
         {"arch=compute_90a,code=sm_90", "arch=compute_90a,code=sm_100", "arch=compute_100f,code=sm_120",
          "arch=compute_103f,code=sm_100", "arch=compute_89,code=sm_87", "arch=compute_90,code=sm_80",
          "arch=compute_80,code=compute_86", "arch=compute_90,code=sm_100f", "arch=compute_110,code=sm_120f",
          "arch=compute_90a,code=sm_100a", "arch=compute_100f,code=sm_120f"})
        CHECK_MESSAGE(is_refused(pair), pair);
    for (const std::string_view pair :
         {"arch=compute_100f,code=sm_103", "arch=compute_100,code=sm_103f", "arch=compute_90,code=sm_90a",
          "arch=compute_90,code=sm_120", "arch=compute_80,code=sm_86", "arch=compute_110f,code=sm_110",
          "arch=compute_100f,code=sm_103a", "arch=compute_90,code=sm_100a", "arch=compute_100f,code=sm_103f"})
        CHECK_MESSAGE(!is_refused(pair), pair);
}

TEST_CASE("knows from which release nvcc accepts a pair or a word") {
    const auto has = [](std::string_view cuda, std::string_view text, std::string_view id) {
        return lint_text(cuda, "gencode", text).find(id) != nullptr;
    };
    constexpr std::string_view family = "-gencode=arch=compute_90,code=sm_100f";
    CHECK(has("13.0.2", family, "refused-pair"));
    CHECK_FALSE(has("13.1.0", family, "refused-pair"));
    CHECK(has("13.5", "-gencode=arch=compute_110,code=sm_100f", "refused-pair"));
    for (const std::string_view word : {"all", "all-major", "native"}) {
        const std::string text = "-arch=" + std::string(word);
        CHECK(has("11.4.4", text, "word-too-new"));
        CHECK(has("11.5.2", text, "word-too-new") == (word == "native"));
        CHECK_FALSE(has("11.6.0", text, "word-too-new"));
    }
    CHECK(lint_text("11.2", "gencode", "-arch=all-major").fixed->real.front() == "3.5"_cap);
    // CMake finds the GPUs of the machine itself.
    CHECK_FALSE(lint_text("11.2", "cmake", "native").find("word-too-new"));
}

TEST_CASE("accepts one kind of machine code for each number") {
    const auto conflicts = [](std::string_view first, std::string_view second) {
        const Linted linted = lint_text("13.0", "gencode",
                                        "-gencode=" + std::string(first) + " -gencode=" + std::string(second));
        return linted.find("slot-made-twice") || linted.find("slot-conflict");
    };
    CHECK(conflicts("arch=compute_100,code=sm_100f", "arch=compute_100f,code=sm_100f"));
    CHECK(conflicts("arch=compute_100,code=sm_100", "arch=compute_100f,code=sm_100"));
    CHECK(conflicts("arch=compute_103,code=sm_103", "arch=compute_100f,code=sm_103f"));
    CHECK(conflicts("arch=compute_100f,code=sm_103a", "arch=compute_100,code=sm_103a"));
    CHECK(
        lint_text("13.5", "gencode", "-arch=all-major -gencode=arch=compute_100f,code=sm_100f").find("slot-conflict"));
    CHECK(lint_text("13.5", "gencode", "-gencode=arch=compute_120f,code=sm_121f -arch=all").find("slot-conflict"));
    CHECK_FALSE(
        lint_text("13.5", "gencode", "-arch=all -gencode=arch=compute_100a,code=sm_100a").find("slot-conflict"));
    CHECK_FALSE(conflicts("arch=compute_100,code=sm_100f", "arch=compute_100,code=sm_100"));
    CHECK_FALSE(conflicts("arch=compute_100,code=sm_100", "arch=compute_100a,code=sm_100a"));
    CHECK_FALSE(conflicts("arch=compute_100f,code=sm_100", "arch=compute_100,code=compute_100"));
}

TEST_CASE("an entry that adds code is not a duplicate") {
    CHECK(lint_text("12.8", "cmake", "80;80-virtual").find("duplicate") != nullptr);
    CHECK(lint_text("12.8", "cmake", "80-virtual;80").find("duplicate") == nullptr);
    CHECK(lint_text("12.8", "cmake", "80-virtual;80-real").find("duplicate") == nullptr);
}

TEST_CASE("keeps PTX that a GPU needs and drops the rest") {
    CHECK(lint_text("13.0", "cmake", "75-virtual;120-real").fixed == BuildList{{"12.0"_cap}, {"7.5"_cap, "12.0"_cap}});
    const Linted every = lint_text("12.8", "cmake", "80;86;90");
    CHECK(argument(every.find("ptx-of-every"), "enough") == "9.0");
}

TEST_CASE("judges mixed lists for each platform") {
    const auto of_any = [](std::string_view text) {
        const Spelling& cmake = *find_spelling("cmake");
        const Listing listing = std::get<Listing>(cmake.read({builtin_tables()}, text));
        return lint({tables, cmake, find_release(tables, *parse_version("12.6"))->version}, listing);
    };
    CHECK(is_clean(of_any("80-real;87-real;90")));
    CHECK(of_any("80-real;87-real;90").size() == 1);
    CHECK(of_any("87").empty());
    CHECK(lint_text("12.6", "cmake", "80-real;87-real;90", "aarch64-linux").fixed->real.size() == 3);
    CHECK(lint_text("12.6", "cmake", "80-real;87-real;90").fixed->real == std::vector{"8.0"_cap, "9.0"_cap});
    CHECK_FALSE(lint_text("12.6", "cmake", "87-real").fixed);
}

TEST_CASE("a Clang's version decides whether it embeds PTX") {
    const Listing listing =
        std::get<Listing>(find_spelling("clang")->read({builtin_tables()}, "--offload-arch=sm_80 --offload-arch=sm_90 "
                                                                           "--no-cuda-include-ptx=sm_80"));
    CHECK(depends_on_version(listing));
    const auto ptx = [&](bool embedded) {
        const Listing settled = with_implied_ptx(listing, embedded);
        CHECK_FALSE(depends_on_version(settled));
        return expand(builtin_tables(), {13, 0, 0}, settled).value().ptx;
    };
    CHECK(ptx(true) == std::vector{"9.0"_cap});
    CHECK(ptx(false).empty());
    CHECK(lint_text("13.0", "gencode", "-arch=compute_90a").fixed == BuildList{{"9.0a"_cap}, {"9.0"_cap}});
}

TEST_CASE("hermetic rules sort dotted numbers as strings") {
    const Linted linted = lint_text("12.9", "hermetic", "8.0,9.0,10.0");
    CHECK(argument(linted.find("string-order"), "highest") == "9.0");
    CHECK(argument(linted.find("string-order"), "wanted") == "10.0");
    CHECK_FALSE(lint_text("12.9", "hermetic", "sm_80,sm_90,compute_100").find("string-order"));
}

TEST_CASE("drops unknown entries and cannot expand native") {
    CHECK_FALSE(lint_text("13.0", "cmake", "70").fixed);
    const Linted native = lint_text("13.0", "cmake", "native");
    CHECK(native.find("depends-on-machine"));
    CHECK(lint_text("13.0", "cmake", "all").find("all-holds-jetsons"));
    CHECK_FALSE(native.fixed);
}

}  // namespace cudastdenv
