// SPDX-License-Identifier: MIT
#include "words/lists.hpp"

#include "core/quote.hpp"
#include "words/diagnostics.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::words {

Said say(std::string_view spelling, Diagnostic what) {
    what.arguments.emplace_back("format", spelling);
    return said(what);
}

std::string list_error_message(std::string_view spelling, std::string_view text, const ListReadError& error) {
    Diagnostic what = error.what;
    what.arguments.emplace_back("found", error.found.empty() ? "the end of the text" : in_quotes(error.found));
    std::string message = fmt::format("as a list for {}: {}: {}", spelling, place_in_words(text, error.offset),
                                      text_of(what));
    if (!error.expected.empty()) message += fmt::format(" (right would be: {})", error.expected);
    return message;
}

SpelledAnswer spelled_answer(const ResolutionReport& answer, const Spelling& spelling, const SpellingContext& context) {
    Spelled spelled = write_list(spelling, context, build_list(answer.resolution));
    SpelledAnswer written{.cuda = asked_release(answer),
                          .format = spelling.name,
                          .consumer = consumer_of(spelling, context),
                          .flags = make_flags(answer.tables, answer.request, answer.resolution)};
    if (!spelled.text.empty()) written.text = std::move(spelled.text);
    for (const Diagnostic& loss : spelled.losses) written.losses.push_back(say(spelling.name, loss));
    return written;
}

std::string guess_message(const LintAnswer& answer) {
    if (answer.also_fits.empty()) return fmt::format("read as {}", answer.format);
    return fmt::format("read as {}; it could be {} too", answer.format, fmt::join(answer.also_fits, ", "));
}

}  // namespace cudastdenv::words
