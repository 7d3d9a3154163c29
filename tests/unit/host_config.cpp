// SPDX-License-Identifier: MIT
#include "findings/host.hpp"
#include "unit/show.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace cudastdenv;

namespace {

/// A header with NVIDIA's conditions in our own words. The texts of the #error lines are wrong on purpose.
std::string header(const std::string& checks) {
    return "#if !defined(__HOST_CONFIG_H__)\n"
           "#define __HOST_CONFIG_H__\n"
           "#if defined(__CUDACC__)\n"
           "#if defined(__CUDACC_RTC__)\n"
           "#define __THROW\n"
           "#else /* __CUDACC_RTC__ */\n"
           "#if !__NV_NO_HOST_COMPILER_CHECK\n" +
           checks +
           "#endif\n"
           "#endif\n"
           "#endif\n"
           "#endif\n";
}

std::string gcc_check(const std::string& condition) {
    return "#if defined(__GNUC__)\n#if " + condition + "\n#error no GCC above 99\n#endif\n#endif\n";
}

const std::string clang_guard = "defined(__clang__) && !defined(__ibmxl_vrm__) && !defined(__ICC) && "
                                "!defined(__HORIZON__) && !defined(__APPLE__) && !defined(__GRCO_CLANG_COMPILER__)";

std::string clang_condition(int bound) {
    return "(__clang_major__ >= " + std::to_string(bound) +
           ") || (__clang_major__ < 3) || ((__clang_major__ == 3) &&  (__clang_minor__ < 3))";
}

std::string clang_check(const std::string& condition, const std::string& guard = clang_guard) {
    return "#if " + guard + "\n#if " + condition + "\n#error this text names 16\n#endif\n#endif\n";
}

const std::string grace_check =
    "#if defined(__GRCO_CLANG_COMPILER__)\n"
    "#if (__GRCO_CLANG_COMPILER__ == 1) && ((__clang_major__ < 16) || (__clang_major__ > 20))\n"
    "#error not that one\n#endif\n#endif\n";

const std::string both = gcc_check("__GNUC__ > 15") + clang_check(clang_condition(21));

HostConfig read(const std::string& checks) { return read_host_config(header(checks)); }

const Diagnostic* find(const HostConfig& config, std::string_view id) {
    const auto found = std::ranges::find(config.problems, id, &Diagnostic::id);
    return found == config.problems.end() ? nullptr : &*found;
}

/// Checks that the only problem is of that kind.
bool only(const HostConfig& config, std::string_view id) {
    return config.problems.size() == 1 && find(config, id) != nullptr;
}

/// The argument of its first problem of that kind.
std::string sentence(const HostConfig& config, std::string_view id, std::string_view name) {
    const Diagnostic* problem = find(config, id);
    return problem ? argument_of(*problem, name) : "no such problem";
}

void check_all(const HostConfig& config) {
    CHECK(config.problems.empty());
    CHECK(config.gcc == HeaderBounds{std::nullopt, 15});
    CHECK(config.clang == HeaderBounds{3, 20});
}

}  // namespace

TEST_CASE("reads closed bounds from the conditions") {
    const HostConfig config = read(both + grace_check);
    check_all(config);
    CHECK(config.grace == HeaderBounds{16, 20});
    CHECK_FALSE(read(both).grace);
}

TEST_CASE("ignores checks for neither GCC nor Clang on Linux") {
    const std::string foreign =
        "#if !defined(__GNUC__) && !defined(_WIN32)\n#error who are you\n#endif\n"
        "#if defined(__PGIC__)\n#if !defined(__GNUC__) || !defined(__LP64__)\n#error no\n#endif\n#endif\n"
        "#if defined(__powerpc__)\n#if defined(__ibmxl_vrm__) && !(__ibmxl_vrm__ >= 0x0d010000) && \\\n"
        "     !(__ibmxl_vrm__ >= 0x10010000)\n#error no\n#endif\n#endif\n"
        "#if defined(__APPLE__) && defined(__MACH__) && !defined(__clang__)\n#error no\n#endif\n"
        "#if defined(__ICC)\n#if (__ICC != 1500 && __ICC != 1600) || !defined(__GNUC__)\n#error no\n#endif\n#endif\n"
        "#if defined(__INTEL_CLANG_COMPILER)\n#error no\n#endif\n"
        "#if defined(__HORIZON__)\n#if " +
        clang_condition(18) +
        "\n#error no\n#endif\n#endif\n"
        "#if defined(_WIN32)\n#if _MSC_VER < 1910 || _MSC_VER >= 1950\n#error no\n"
        "#elif _MSC_VER >= 1910 && _MSC_VER < 1910\n#pragma message(\"old\")\n#endif\n#endif\n";
    check_all(read(foreign + both));
    check_all(read(both + foreign));
}

TEST_CASE("reads the guard of older headers without Grace") {
    const std::string guard = "defined(__clang__) && !defined(__ibmxl_vrm__) && !defined(__ICC) && "
                              "!defined(__HORIZON__) && !defined(__APPLE__)";
    check_all(read(gcc_check("__GNUC__ > 15") + clang_check(clang_condition(21), guard)));
}

TEST_CASE("ignores spaces, comments, continuations and line ends") {
    check_all(read(gcc_check("__GNUC__>15 /* and\n not 14 */") + clang_check(clang_condition(21) + " // as ever")));
    check_all(read(gcc_check("__GNUC__ \\\n > \\\n 15") + clang_check(clang_condition(21))));
    check_all(read("  #  if defined __GNUC__\n#\tif __GNUC__ > 15\n#error x\n#endif\n#endif\n" +
                   clang_check(clang_condition(21))));
    check_all(
        read("#ifdef __GNUC__\n#if __GNUC__ > 15\n#error x\n#endif\n#endif\n" + clang_check(clang_condition(21))));
    std::string dos;
    for (const char c : header(both + gcc_check("__GNUC__ \\\n > 14").substr(0, 0)))
        dos += c == '\n' ? "\r\n" : std::string(1, c);
    check_all(read_host_config(dos));
}

TEST_CASE("ignores lookalikes of comments and directives") {
    check_all(read("#pragma message(\"/* not a comment\")\n" + both));
    check_all(read("/* #if 1\n#error in a comment\n*/\n" + both));
    check_all(read("// \\\n#error still the comment\n" + both));
    check_all(read("#if defined(__GNUC__)\n#if __GNUC__ > 15\n#error don't /* use it */\n#endif\n#endif\n" +
                   clang_check(clang_condition(21))));
}

TEST_CASE("reports an unknown condition with its line and without bound") {
    for (const char* condition :
         {"__GNUC__ >= 16", "__GNUC__ > 15 || __GNUC__ < 6", "(__GNUC__ > 15)", "__GNUC__ > NEWEST", "__GNUC__ > 015",
          "__GNUC__ > 15L", "__GNUC__ > 99999", "__GNUC__ > -1", "__GNUC_MINOR__ > 15", "1", "", "__GNUC__ > 15 &&",
          "!defined(__GNUC__) || __GNUC__ > 15", "__has_include(<x>)"}) {
        CAPTURE(condition);
        const HostConfig config = read(gcc_check(condition) + clang_check(clang_condition(21)));
        CHECK_FALSE(config.gcc);
        const bool is_empty = std::string_view(condition).empty();
        CHECK(sentence(config, is_empty ? "unconditional-check" : "unknown-check", "line") == "10");
        if (!is_empty) CHECK(sentence(config, "unknown-check", "condition") == condition);
        CHECK(sentence(config, "missing-check", "compiler") == "GCC");
    }
    for (const char* condition :
         {"(__clang_major__ >= 21) || (__clang_major__ < 3)", "__clang_major__ >= 21",
          "(__clang_major__ >= 21) || (__clang_major__ < 3) || ((__clang_major__ == 4) && (__clang_minor__ < 3))",
          "(__clang_major__ > 21) || (__clang_major__ < 3) || ((__clang_major__ == 3) && (__clang_minor__ < 3))"}) {
        CAPTURE(condition);
        const HostConfig config = read(gcc_check("__GNUC__ > 15") + clang_check(condition));
        CHECK_FALSE(config.clang);
        CHECK(find(config, "unknown-check"));
    }
    const std::string grace = "#if defined(__GRCO_CLANG_COMPILER__)\n#if (__GRCO_CLANG_COMPILER__ == 2) && "
                              "((__clang_major__ < 16) || (__clang_major__ > 20))\n#error x\n#endif\n#endif\n";
    CHECK(only(read(both + grace), "unknown-check"));
}

TEST_CASE("ignores a check under another guard") {
    CHECK(find(read(gcc_check("__GNUC__ > 15") + clang_check(clang_condition(21), "defined(__linux__)")),
               "unknown-check"));
    CHECK(find(read(gcc_check("__GNUC__ > 15") + clang_check(clang_condition(21), "defined(__GNUC__)")),
               "unknown-check"));
    // In Clang, __GNUC__ is 4.
    CHECK(find(read(clang_check("__GNUC__ > 15") + clang_check(clang_condition(21))), "unknown-check"));
    CHECK(find(read("#if defined(SOMETHING)\n" + both + "#endif\n"), "unknown-check"));
    CHECK(find(read("#if " + clang_guard + "\n#error no Clang\n#endif\n" + both), "unknown-check"));
    CHECK(find(read("#error nobody\n" + both), "unconditional-check"));
}

TEST_CASE("reads branches") {
    check_all(read("#if defined(_WIN32)\n#error x\n#else\n" + both + "#endif\n"));
    check_all(read("#if defined(_WIN32)\n#error x\n#elif defined(__GNUC__)\n" + both + "#else\n#error x\n#endif\n"));
    check_all(read("#if defined(__GNUC__)\n" + both + "#else\n#error x\n#endif\n"));
    CHECK(find(read("#if SOMETHING\n#else\n" + both + "#endif\n"), "unknown-check"));
    CHECK(find(read("#if SOMETHING\n#elif defined(__GNUC__)\n" + both + "#endif\n"), "unknown-check"));
    CHECK(only(read(both + "#if __GNUC__ > 20\n#else\n#error x\n#endif\n"), "unknown-check"));
}

TEST_CASE("reads two checks, and checks that reject everything") {
    const HostConfig twice = read(both + gcc_check("__GNUC__ > 14"));
    CHECK(only(twice, "repeated-check"));
    CHECK(twice.gcc == HeaderBounds{std::nullopt, 15});
    CHECK(find(read(gcc_check("__GNUC__ > 0") + clang_check(clang_condition(21))), "impossible-check"));
    CHECK(find(read(gcc_check("__GNUC__ > 15") + clang_check(clang_condition(3))), "impossible-check"));
}

TEST_CASE("reads a header without checks") {
    const HostConfig config = read("");
    REQUIRE(config.problems.size() == 2);
    for (const Diagnostic& problem : config.problems) CHECK(problem.id == "missing-check");
    CHECK(argument_of(config.problems[0], "compiler") == "GCC");
    CHECK(argument_of(config.problems[1], "compiler") == "Clang");
    CHECK(read_host_config("").problems.size() == 2);
}

TEST_CASE("rejects unbalanced directives") {
    CHECK(only(read_host_config(header(both) + "#endif\n"), "stray-directive"));
    CHECK(sentence(read_host_config(header(both) + "#endif\n"), "stray-directive", "line") == "22");
    CHECK(only(read_host_config(header(both) + "#else\n"), "stray-directive"));
    CHECK(only(read(both + "#if 0\n#else\n#else\n#endif\n"), "stray-directive"));
    CHECK(only(read(both + "#if 0\n#elifdef __GNUC__\n#endif\n"), "stray-directive"));
    CHECK(sentence(read_host_config("#if 1\n" + header(both)), "open-conditional", "line") == "1");
    CHECK(sentence(read_host_config(header(both) + "/* never\n"), "open-comment", "line") == "22");
}

TEST_CASE("limits hostile sizes") {
    check_all(read("#define NONSENSE " + std::string(max_header_line - 20, 'x') + "\n" + both));
    CHECK(only(read("#define NONSENSE " + std::string(max_header_line, 'x') + "\n" + both), "long-line"));
    // Even a line of continuations.
    std::string continued = "#define NONSENSE ";
    for (std::size_t i = 0; i < max_header_line / 8; ++i) continued += "xxxxxxxx\\\n";
    CHECK(find(read(continued + "x\n" + both), "long-line"));
    CHECK(only(read_host_config(std::string(max_header_bytes + 1, 'x')), "large-header"));
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += "#if 1\n";
    CHECK(find(read_host_config(deep), "deep-nesting"));
    std::string many;
    for (int i = 0; i < 100'000; ++i) many += "#endif\n";
    CHECK(read_host_config(many).problems.size() == 100);
    CHECK(sentence(read(gcc_check(std::string(5000, '('))), "unknown-check", "condition").size() == 200);
    CHECK(read_host_config(std::string(1000, '\0')).problems.size() == 2);
    CHECK(read_host_config("#").problems.size() == 2);
    CHECK(read_host_config("\\").problems.size() == 2);
}
