// SPDX-License-Identifier: MIT
/// A command has the options that change its answer, and no others.

#include "builtin.hpp"
#include "sample.hpp"

#include "query/answers.hpp"
#include "query/names.hpp"

#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cudastdenv::query {

namespace {

using Values = std::map<std::string, std::string, std::less<>>;

/// Queries for each command, as far as it accepts these options. `text` is an argument.
const std::vector<Values> option_questions{
    {{"cuda", "12.8"}},
    {{"cuda", "11.0"}},
    {{"cuda", "11.0"}, {"name", "libcublas.so"}},
    {{"cuda", "13.0"}, {"gpu", "Jetson AGX Orin"}},
    {{"cuda", "12.8"}, {"device", "12.0"}, {"capabilities", "9.0,8.0"}, {"driver", "470"}},
    {{"cuda", "12.8"}, {"stdenv", "clang-18"}, {"all", ""}},
    {{"cuda", "cudaPackages"}, {"stdenv", "debian-13"}, {"format", "cmake"}, {"text", "80;90;103a"}},
    {{"cuda", "12.4"}, {"format", "clang"}, {"text", "--cuda-gpu-arch=sm_90"}, {"all-devices", ""}},
    {{"cuda", "12.4"}, {"format", "torch"}, {"text", "8.0;6.0"}, {"all-devices", ""}},
    {{"cuda", "12.4"}, {"text", "80;90"}, {"all-devices", ""}},
    {{"cuda", "12.8"}, {"text", "8.0;9.0"}},
    {{"name", "torch"}, {"gpu", "V100"}, {"driver", "535"}},
    {{"cuda", "13.0"}, {"file", "a.cu"}, {"text", "double4 a = cudaThreadSynchronize() + cudaBindTexture();"}},
    {{"to", "gcc-16"}},
    {{"to", "gcc-16"}, {"from", "nixos-unstable"}, {"cuda", "13.0"}},
    {{"driver", "535"}, {"capabilities", "9.0"}, {"available", "gcc-13"}},
    {{"stdenv", "debian-13"}, {"capabilities", "9.0"}},
    {{"cuda", "12.8"}, {"stdenv", "debian-13"}, {"for", "cmake"}},
    {{"cuda", "12.8"}, {"gpu", "RTX 5090"}, {"capabilities", "8.0"}},
    {{"cuda", "12.9"}, {"capabilities", "10.0f"}, {"format", "cmake"}, {"consumer", "cmake-3.25"}},
    {{"cuda", "12.8"}, {"available", "gcc-9"}},
    {{"cuda", "cudaPackages"}, {"stdenv", "nixos-25.05"}},
    {{"cuda", "12.4"},
     {"stdenv", "debian-13"},
     {"text", "error: -- unsupported GNU version! gcc versions later than 13 are not supported!"}},
    {{"cuda", "13.0"},
     {"stdenv", "debian-sid"},
     {"text",
      "mathcalls.h(206): error: exception specification is incompatible with that of previous function \"rsqrt\""}},
};

const Values option_arguments{{"compiler", "gcc-14"}, {"name", "RTX 4090"}};

/// Values for an option: its fixed values if it has them; an empty text for a switch.
const std::map<std::string, std::vector<std::string>, std::less<>> option_values{
    {"available", {"gcc-9", "gcc-13,clang-18"}},
    {"build-system", {"aarch64-linux"}},
    {"capabilities", {"8.6,9.0", "9.0,8.0"}},
    {"compiler", {"clang-14", "clang-18"}},
    {"consumer", {"cmake-3.18", "torch-2.1"}},
    {"cuda", {"12.6", "11.8", "13.0"}},
    {"device", {"8.9"}},
    {"driver", {"525", "580"}},
    {"for", {"cmake", "docker", "conda"}},
    {"format", {"torch", "cmake", "80", "flash-attn"}},
    {"from", {"nixos-25.11", "gcc-13", "12.9"}},
    {"glibc", {"2.42"}},
    {"gpu", {"H100", "RTX 5090"}},
    {"ignore", {"duplicate,no-ptx"}},
    {"libstdcxx", {"gcc-12"}},
    {"python", {"3.9"}},
    {"std", {"c++20", "c++14"}},
    {"stdenv", {"nixos-25.05", "jetpack-5.1", "gcc-12"}},
    {"system", {"x86_64-linux", "aarch64-linux", "no-such-system"}},
    {"to", {"gcc-14", "nixos-unstable"}},
    {"wheel", {"torch==2.9.0+cu128"}},
};

std::vector<std::string> values_of(const OptionSpec& option) {
    if (option.value.empty()) return {""};
    std::vector<std::string> all;
    for (const std::string_view word : split_words(option.words)) all.emplace_back(word);
    if (!all.empty()) return all;
    const auto found = option_values.find(option.name);
    return found == option_values.end() ? std::vector<std::string>{} : found->second;
}

bool accepts(const AskedCommand& command, std::string_view name) {
    return std::ranges::find(command.options, name, &OptionSpec::name) != command.options.end() ||
           std::ranges::find(command.texts, name) != command.texts.end();
}

/// Absent if the command rejects the query: a system may reject what another one supports.
std::optional<std::string> answered(const AskedCommand& command, const Values& question) {
    try {
        std::string all;
        for (const bool json : {false, true}) {
            const Written outcome = command.answer(without_machine(tables), OptionTexts(question), {.json = json});
            all += outcome.text + (outcome.answered ? "" : "none");
            for (const Remark& aside : outcome.notes) all += aside.text;
        }
        return all;
    } catch (const BadInput&) {
        return std::nullopt;
    }
}

bool counts_in(const AskedCommand& command, const OptionSpec& option, Values question) {
    question.erase(std::string(option.name));
    const std::optional<std::string> without = answered(command, question);
    for (const std::string& value : values_of(option)) {
        question.insert_or_assign(std::string(option.name), value);
        const std::optional<std::string> with = answered(command, question);
        if (with != without && (with || option.name == "system")) return true;
    }
    return false;
}

bool counts(const AskedCommand& command, const OptionSpec& option) {
    for (const Values& question : option_questions) {
        Values asked;
        for (const auto& [name, value] : question)
            if (accepts(command, name)) asked.emplace(name, value);
        for (const std::string_view name : command.texts)
            if (const auto argument = option_arguments.find(name); argument != option_arguments.end())
                asked.insert(*argument);
        if (counts_in(command, option, asked)) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("each option of each command changes an answer") {
    Sample sample(1, 17);
    for (const AskedCommand& command : asked_commands())
        for (const OptionSpec& option : command.options) {
            if (option.name == "forward-compat") continue;  // states the default
            if (!sample.takes_next()) continue;
            CAPTURE(std::string(command.name));
            CAPTURE(std::string(option.name));
            CHECK(counts(command, option));
        }
}

}  // namespace cudastdenv::query
