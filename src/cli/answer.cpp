// SPDX-License-Identifier: MIT
#include "cli/answer.hpp"

#include "ask/bad_input.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "core/quote.hpp"
#include "host/host.hpp"
#include "os/write_file.hpp"
#include "wire/records/shared.hpp"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace cudastdenv::cli {

namespace {

Host look_at_this_machine(const Tables& tables, asking::HostPart part) {
    const machine::Surroundings here = machine::Surroundings::here();
    if (part == asking::HostPart::all) return machine::look_at(here, tables);
    Host host;
    machine::find_toolkits(here, tables, host);
    return host;
}

}  // namespace

ChosenTables::ChosenTables(const asking::Texts& options) {
    if (options.has("data")) context_.tables = loaded_.emplace(options.value("data")).view();
    else context_.tables = builtin_tables();
    context_.look_at_host = look_at_this_machine;
}

ExitStatus answer(const ParsedOptions& options, const Asker& asker) {
    const Form form{options.has("json"), stdout_style(options)};
    const ChosenTables tables(options);
    const Written outcome = asker(tables.context(), form);
    const std::string output = options.value_or("output", "-");
    if (output != "-") machine::write_file(output, outcome.text);
    else if (!outcome.text.empty()) print_answer(options.streams(), outcome.text);
    for (const Aside& aside : outcome.notes) print_aside(options.streams(), aside.kind, aside.text);
    return outcome.answered ? exit_answered : exit_none;
}

ExitStatus answer(const ParsedOptions& options, const Texts& texts, Answerer answerer) {
    return answer(options, [&](const Context& context, const Form& form) { return answerer(context, texts, form); });
}

ExitStatus answer(const ParsedOptions& options, Answerer answerer) {
    return answer(options, with_list_text(options.streams(), options), answerer);
}

namespace {

constexpr std::size_t usual = 80;
constexpr std::size_t widest = 100;
constexpr std::size_t narrowest = 40;

/// What the user says goes before what the terminal says.
std::size_t columns(std::FILE* out) {
    const char* given = std::getenv("COLUMNS");
    const std::string_view text = given ? given : "";
    std::size_t width = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), width).ptr == text.data() + text.size() && width > 0)
        return width;
    winsize size{};
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

bool has_variable(const char* name) {
    const char* value = std::getenv(name);
    return value && *value != '\0';
}

/// A terminal that knows no colours says so by its name, or has none.
bool takes_colour(std::FILE* out) {
    const char* terminal = std::getenv("TERM");
    return isatty(fileno(out)) == 1 && !has_variable("NO_COLOR") && has_variable("TERM") &&
           std::string_view(terminal) != "dumb";
}

/// The last bytes of a text, without what is left of a character that is cut in two.
std::string_view last_bytes(std::string_view text, std::size_t most) {
    text.remove_prefix(text.size() - std::min(text.size(), most));
    while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xc0) == 0x80) text.remove_prefix(1);
    return text;
}

/// Names of files and texts of others may hold anything, and as much of it; an aside is one line all the same. What
/// happened stands at its end. A byte may be shown by several.
std::string one_line(std::string_view text) {
    constexpr std::size_t longest_half = 2000;
    if (text.size() <= 2 * longest_half)
        if (std::string plain = as_plain_text(text); plain.size() <= 2 * longest_half) return plain;
    const std::string begin = as_plain_text(first_bytes(text, longest_half));
    const std::string end = as_plain_text(last_bytes(text, longest_half));
    return fmt::format("{} ... {}", first_bytes(begin, longest_half), last_bytes(end, longest_half));
}

}  // namespace

void print_answer(const Streams& streams, std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), streams.out) == text.size();
    if (!written || std::fflush(streams.out) != 0) throw std::runtime_error("stdout cannot be written");
}

void print_aside(const Streams& streams, std::string_view kind, std::string_view text) {
    const std::string line = fmt::format("{}: {}\n", kind, one_line(text));
    std::fwrite(line.data(), 1, line.size(), streams.err);
}

void print_error(const Streams& streams, std::string_view code, std::string_view message, int exit_status,
                 bool as_json) {
    if (!as_json) return print_aside(streams, "error", message);
    const std::string text = wire::answer_text(wire::ErrorRecord{{}, {code}, std::string(message), exit_status});
    std::fwrite(text.data(), 1, text.size(), streams.err);
}

report::Style stdout_style(const Streams& streams, std::string_view when) {
    const std::size_t screen = std::max(columns(streams.out), narrowest);
    const std::size_t width = std::min(screen, widest);
    constexpr std::array<std::string_view, 3> choices{"auto", "always", "never"};
    const std::string_view chosen = choices.at(read_choice("--color", when, choices));
    return {chosen == "always" || (chosen == "auto" && takes_colour(streams.out)), width, screen};
}

report::Style stdout_style(const ParsedOptions& options) {
    return stdout_style(options.streams(), options.value_or("color", "auto"));
}

}  // namespace cudastdenv::cli
