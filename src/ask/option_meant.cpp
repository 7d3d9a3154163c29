// SPDX-License-Identifier: MIT
#include "ask/option_meant.hpp"

#include "ask/compiler_name.hpp"
#include "ask/list.hpp"
#include "ask/printed_release.hpp"
#include "ask/spelling_name.hpp"
#include "ask/system_name.hpp"
#include "core/contains.hpp"
#include "tables/environment_names.hpp"
#include "tables/gpu_names.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv::asking {

namespace {

bool is_release(const Tables& tables, std::string_view text) {
    if (text == "latest" || find_package_set(tables, tables.assumed_environment, text)) return true;
    const auto printed = printed_release(tables, cuda_of_image(text).value_or(text));
    return printed && !printed->meant.empty();
}
bool is_compiler(const Tables&, std::string_view text) { return named_compiler(text).has_value(); }
bool is_environment(const Tables& tables, std::string_view text) { return environment_named(tables, text) != nullptr; }
bool is_stdenv(const Tables& tables, std::string_view text) {
    return is_compiler(tables, text) || is_environment(tables, text);
}
bool is_standard(const Tables&, std::string_view text) { return parse_cxx_standard(text).has_value(); }
bool is_system(const Tables& tables, std::string_view text) { return system_named(tables, text).has_value(); }
bool are_capabilities(const Tables& tables, std::string_view text) {
    const std::vector<std::string_view> words = split_words(text);
    return !words.empty() && std::ranges::all_of(words, [&](std::string_view word) {
        const auto capability = parse_capability(word);
        return capability ? find_capability(tables, *capability) != nullptr : knows_architecture(tables, word);
    });
}
bool is_driver(const Tables&, std::string_view text) {
    const auto driver = parse_driver_version(text);
    return driver && driver->branch >= 300;
}
bool is_gpu(const Tables& tables, std::string_view text) {
    return !std::holds_alternative<GpuUnknown>(find_gpu(tables, text));
}
bool is_spelling(const Tables&, std::string_view text) { return spelling_called(text) != nullptr; }

struct Kind {
    std::string_view option;
    bool (*holds)(const Tables&, std::string_view);
};

/// A text that may be several is the first that the command has.
constexpr std::array<Kind, 11> kinds{{
    {"cuda", is_release},
    {"compiler", is_compiler},
    {"environment", is_environment},
    {"stdenv", is_stdenv},
    {"std", is_standard},
    {"system", is_system},
    {"format", is_spelling},
    {"capabilities", are_capabilities},
    {"device", are_capabilities},
    {"driver", is_driver},
    {"gpu", is_gpu},
}};

}  // namespace

std::string_view option_meant(const Tables& tables, std::string_view text, std::span<const std::string_view> options) {
    for (const Kind& kind : kinds)
        if (contains(options, kind.option) && kind.holds(tables, text)) return kind.option;
    return {};
}

bool is_value_of(const Tables& tables, std::string_view option, std::string_view text) {
    return option_meant(tables, text, {&option, 1}) == option;
}

}  // namespace cudastdenv::asking
