// SPDX-License-Identifier: MIT
// Mutated headers: each is read, with or without problems, and every bound makes sense.
#include "findings/host.hpp"

#include "mutate.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace cudastdenv;

namespace {

constexpr std::array<std::string_view, 24> header_tokens{
    "#if ", "#else\n", "#elif ",   "#endif\n",         "#error x\n", "#ifdef ", "/*",  "*/", "//",
    "\\\n", "\r\n",    "defined(", "__GNUC__ > ",      "16",         "&& ",     "|| ", "!",  "(",
    ")",    "\"",      "'",        "__clang_major__ ", "\xff",       "_WIN32"};

const std::string seed =
    "#if !defined(__HOST_CONFIG_H__)\n#if defined(__CUDACC__)\n#if !__NV_NO_HOST_COMPILER_CHECK\n"
    "#if defined(__GRCO_CLANG_COMPILER__)\n"
    "#if (__GRCO_CLANG_COMPILER__ == 1) && ((__clang_major__ < 16) || (__clang_major__ > 20))\n#error "
    "a\n#endif\n#endif\n"
    "#if defined(__GNUC__)\n#if __GNUC__ > 15\n#error b\n#endif /* end */\n"
    "#if defined(__clang__) && !defined(__ICC) && !defined(__GRCO_CLANG_COMPILER__)\n"
    "#if (__clang_major__ >= 21) || (__clang_major__ < 3) || ((__clang_major__ == 3) && (__clang_minor__ < 3))\n"
    "#error c\n#endif\n#endif\n#endif\n#if defined(_WIN32)\n#error d\n#endif\n#endif\n#endif\n#endif\n";

}  // namespace

TEST_CASE("mutated headers") {
    fuzz::Mutator mutator({seed}, header_tokens);
    const auto until = fuzz::Clock::now() + fuzz::duration();
    int understood = 0, with_problems = 0;
    while (fuzz::Clock::now() < until) {
        const HostConfig config = read_host_config(mutator.next());
        for (const auto& bounds : {config.gcc, config.clang, config.grace}) {
            if (!bounds) continue;
            REQUIRE(bounds->max < 1000);
            REQUIRE(bounds->min.value_or(0) < 1000);
        }
        // Where there are no problems, both compilers are checked.
        REQUIRE((!config.problems.empty() || (config.gcc && config.clang)));
        ++(config.problems.empty() ? understood : with_problems);
    }
    CHECK(understood > 0);
    CHECK(with_problems > 0);
}
