// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "query/answers.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace {

using namespace cudastdenv;
using namespace cudastdenv::query;

std::vector<std::string> of(std::string_view option, std::string_view typed = "") {
    return candidates(tables, {option, "V", ""}, typed);
}

bool has(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

TEST_SUITE("candidates") {
    TEST_CASE("accepts each value that it offers") {
        for (const std::string_view option :
             {"cuda", "stdenv", "system", "std", "format", "capabilities", "device", "gpu", "compiler"}) {
            const std::vector<std::string> names = of(option);
            CHECK(names.size() > 3);
            // GPUs have many names, and some of them suffice.
            const std::size_t step = option == "gpu" ? 20 : 1;
            for (std::size_t i = 0; i < names.size(); i += step) {
                const std::string& name = names[i];
                CAPTURE(std::string(option));
                CAPTURE(name);
                CHECK((name == "host" || is_value_of(tables, option, name)));
            }
            CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
        }
    }

    TEST_CASE("offers the values of each option with a fixed choice") {
        for (const AskedCommand& command : asked_commands())
            for (const OptionSpec& option : command.options)
                if (!option.words.empty()) {
                    CAPTURE(std::string(option.name));
                    CHECK(candidates(tables, option, "").size() ==
                          static_cast<std::size_t>(std::ranges::count(option.words, ' ') + 1));
                }
    }

    TEST_CASE("offers patch releases after a whole minor release") {
        CHECK(has(of("cuda", "12."), "12.8"));
        CHECK_FALSE(has(of("cuda", "12."), "12.8.1"));
        CHECK(has(of("cuda", "12.8"), "12.8.1"));
        CHECK(has(of("cuda", "12.8."), "12.8.1"));
        CHECK_FALSE(has(of("cuda", "12.8."), "12.9.1"));
    }

    TEST_CASE("offers GPUs by the names that people type") {
        CHECK(has(of("gpu"), "RTX 4090"));
        CHECK(has(of("gpu", "geforce"), "GeForce RTX 4090"));
    }
}
