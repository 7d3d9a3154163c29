// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"
#include "ask/diagnosis.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "core/quote.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>

namespace cudastdenv::cli {

namespace {

/// A log's name, `-`, or nothing at all where something is piped in; else the argument is the text itself.
std::optional<std::string> file_named(const ParsedOptions& options) {
    if (!options.has("text")) {
        if (isatty(fileno(options.streams().in)) == 0) return "-";
        throw BadInput(InputError::missing, "which log? Give a file, - for standard input, or the message itself");
    }
    const std::string& text = options.value("text");
    std::error_code ignored;
    if (text == "-" || std::filesystem::exists(text, ignored)) return text;
    if (!text.empty() && text.find_first_of(" \t\n") == text.npos)
        throw BadInput(InputError::unknown, fmt::format("{}: no such file", in_quotes(text)));
    return std::nullopt;
}

diagnose::LogReading read_log(const ParsedOptions& options, const Tables& tables) {
    const std::optional<std::string> name = file_named(options);
    if (!name) return asking::read_log_text(tables, options.value("text"));
    InputFile file(options.streams(), *name);
    std::vector<char> piece(1 << 16);
    return asking::read_log(tables, [&] { return std::string_view(piece.data(), file.read(piece)); });
}

int run_diagnose(const ParsedOptions& options) {
    return answer(options, [&](const Context& context, const asking::Form& form) {
        return asking::answer_diagnosis(context, options, form, read_log(options, context.tables));
    });
}

}  // namespace

const Command diagnose_command{
    .name = "diagnose",
    .group = CommandGroup::ask,
    .summary = "what the messages in a log mean, why, and what to type",
    .arguments = "[FILE|-|TEXT] [--cuda V] [--stdenv E] [--driver D] [--gpu G] [--for TOOL]",
    .none = "no message in it is known",
    .examples = {"make 2>&1 | cudastdenv diagnose", "cudastdenv diagnose build.log --stdenv debian-13 --for cmake"},
    .positional = {"text..."},
    .options = asking::diagnose_options,
    .run = run_diagnose,
};

}  // namespace cudastdenv::cli
