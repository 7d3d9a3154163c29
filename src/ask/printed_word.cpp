// SPDX-License-Identifier: MIT
#include "ask/printed_word.hpp"

#include "apply/apply.hpp"
#include "ask/bad_input.hpp"
#include "core/quote.hpp"
#include "resolve/build_list.hpp"
#include "resolve/host_compiler.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cudastdenv::asking {

namespace {

constexpr std::array printed_words{
    std::pair<std::string_view, PrintedWord>{"host-compiler", PrintedWord::host_compiler},
    std::pair<std::string_view, PrintedWord>{"cxx", PrintedWord::cxx},
    std::pair<std::string_view, PrintedWord>{"headers", PrintedWord::headers},
    std::pair<std::string_view, PrintedWord>{"capabilities", PrintedWord::capabilities},
    std::pair<std::string_view, PrintedWord>{"ptx", PrintedWord::ptx},
    std::pair<std::string_view, PrintedWord>{"gencode", PrintedWord::gencode},
};

/// Where it is on this machine, or what it is called in the environment.
std::string cxx_of(const OwnedRequest& question, Compiler compiler) {
    if (const Host* host = question.host_if_seen())
        if (const FoundCompiler* found = find_compiler(*host, compiler)) return found->path.string();
    return cxx_program(compiler, question.environment(), question.tables()).value_or("");
}

/// Empty: there is none.
std::string value_of(PrintedWord word, const OwnedRequest& question, const Resolution& resolution) {
    const HostCompiler* host = is_answered(resolution) ? &*resolution.host : nullptr;
    switch (word) {
        case PrintedWord::host_compiler: return host ? to_string(host->compiler) : "";
        case PrintedWord::cxx: return host ? cxx_of(question, host->compiler) : "";
        case PrintedWord::headers: return host && host->headers ? fmt::format("gcc-{}", *host->headers) : "";
        case PrintedWord::capabilities: return words::joined(resolution.resolved, ",");
        case PrintedWord::ptx: return resolution.ptx ? to_string(*resolution.ptx) : "";
        case PrintedWord::gencode: return gencode_string(build_list(resolution));
    }
    return "";
}

}  // namespace

std::optional<PrintedWord> read_printed_word(const Texts& texts, const Form& form) {
    if (!texts.has("print")) return std::nullopt;
    if (form.json || texts.has("for"))
        throw BadInput(InputError::contradiction,
                       fmt::format("--print and --{} contradict each other; give one of them",
                                   form.json ? "json" : "for"));
    const std::string& name = texts.value("print");
    const auto found = std::ranges::find(printed_words, name, [](const auto& word) { return word.first; });
    if (found != printed_words.end()) return found->second;
    std::vector<std::string_view> choices;
    for (const auto& word : printed_words) choices.push_back(word.first);
    throw BadInput(InputError::unknown,
                   fmt::format("unknown word {} to print; there are {}", in_quotes(name), fmt::join(choices, ", ")));
}

Outcome print_word(PrintedWord word, const OwnedRequest& question, const Resolution& resolution) {
    const std::string value = value_of(word, question, resolution);
    if (!is_plain_text(value))
        throw BadInput(InputError::unfit, fmt::format("{} cannot be printed as a line", in_quotes(value)));
    return {.text = value.empty() ? "" : value + '\n', .is_answered = !value.empty()};
}

}  // namespace cudastdenv::asking
