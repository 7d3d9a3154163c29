// SPDX-License-Identifier: MIT
#include "cli/run.hpp"

#include "cli/command.hpp"
#include "core/text.hpp"
#include "machine/elf/gpu_code.hpp"
#include "machine/host/host.hpp"
#include "machine/os/process.hpp"
#include "machine/os/write_file.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <exception>
#include <new>

namespace cudastdenv::cli {

namespace {

Host look_at_this_machine(const Tables& tables, query::HostPart part) {
    const machine::Surroundings here = machine::Surroundings::here();
    if (part == query::HostPart::all) return machine::look_at(here, tables);
    Host host;
    machine::find_toolkits(here, tables, host);
    return host;
}

constexpr std::size_t usual = 80;
constexpr std::size_t widest = 100;
constexpr std::size_t narrowest = 40;

/// The user's setting overrides the terminal's.
std::size_t columns(std::FILE* out) {
    const char* given = std::getenv("COLUMNS");
    if (const auto width = whole_number<std::size_t>(given ? given : ""); width && *width > 0) return *width;
    winsize size{};
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

/// Colour and width for stdout, from `--color`, NO_COLOR, TERM, COLUMNS and the terminal. Throws BadInput.
report::Style stdout_style(const Streams& streams, std::string_view when) {
    const std::size_t screen = std::max(columns(streams.out), narrowest);
    const std::string_view chosen = read_word("--color", when, color_words);
    // Terminals without colour have no name, or one that says so.
    const bool takes_colour = isatty(fileno(streams.out)) == 1 && !has_variable("NO_COLOR") && has_variable("TERM") &&
                              std::string_view(std::getenv("TERM")) != "dumb";
    return {.colour = chosen == "always" || (chosen == "auto" && takes_colour),
            .width = std::min(screen, widest),
            .table_width = screen};
}

/// The last bytes of a text, without a partial character at the start.
std::string_view last_bytes(std::string_view text, std::size_t most) {
    text.remove_prefix(text.size() - std::min(text.size(), most));
    while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xc0) == 0x80) text.remove_prefix(1);
    return text;
}

/// Any text as one line of limited length. File names and output of other programs can contain anything. The
/// end, which usually has the cause, is kept. An escaped byte has several characters.
std::string one_line(std::string_view text) {
    constexpr std::size_t longest_half = 2000;
    if (text.size() <= 2 * longest_half)
        if (std::string plain = as_plain_text(text); plain.size() <= 2 * longest_half) return plain;
    const std::string begin = as_plain_text(first_bytes(text, longest_half));
    const std::string end = as_plain_text(last_bytes(text, longest_half));
    return fmt::format("{} ... {}", first_bytes(begin, longest_half), last_bytes(end, longest_half));
}

constexpr std::string_view did_you_mean = ": did you mean ";

/// Where an error's hint begins: `: did you mean X?`, or what follows a semicolon outside quotes. The text's size: it
/// has no hint.
std::size_t end_of_problem(std::string_view error) {
    if (const std::size_t question = error.rfind(did_you_mean); question != error.npos) return question;
    const std::size_t semicolon = error.rfind("; ");
    const bool is_in_quotes = semicolon == error.npos || std::ranges::count(error.substr(semicolon), '\'') % 2 != 0;
    return is_in_quotes ? error.size() : semicolon;
}

std::string command_line(std::span<const std::string> words) {
    return "cudastdenv" + joined(words, "", [](const std::string& word) { return ' ' + shell_word(word); });
}

/// The command line with the word that the error quotes last replaced; empty where no single word of it is that one.
std::string corrected(std::span<const std::string> words, std::string_view problem, std::string_view meant) {
    for (const char quote : {'\'', '"'})
        if (meant.size() > 1 && meant.front() == quote) meant = meant.substr(1, meant.size() - 2);
    bool is_replaced = false;
    std::vector<std::string> line(words.begin(), words.end());
    for (std::string& word : line) {
        const std::size_t sign = word.starts_with("--") ? word.find('=') : word.npos;
        const std::string name = word.substr(0, sign), value = sign == word.npos ? "" : word.substr(sign + 1);
        std::string changed = word;
        if (problem.ends_with(in_quotes(name))) changed = fmt::format("{}{}", meant, word.substr(name.size()));
        else if (!value.empty() && problem.ends_with(in_quotes(value))) changed = fmt::format("{}={}", name, meant);
        if (changed != word && std::exchange(is_replaced, true)) return "";
        word = changed;
    }
    return is_replaced ? command_line(line) : "";
}

/// The name of the first command after `ask` and `diagnose` that has the option in a word; empty: none has it.
std::string_view command_with_option(std::string_view word) {
    for (const Command& command : all_commands().subspan(2))
        if (find_option(word, options_of(command))) return command.name;
    return {};
}

/// A hint as a command that runs, where the command line that was typed is one after a single change.
std::string runnable(std::string_view error, std::span<const std::string> words) {
    const std::size_t end = end_of_problem(error);
    const std::string_view problem = error.substr(0, end);
    std::string_view hint = error.substr(end);
    std::string line;
    if (!words.empty() && problem == fmt::format("unknown option {}", in_quotes(words.back())) &&
        hint.ends_with("lists them") && !command_with_option(words.back()).empty())
        line = command_line(words.first(words.size() - 1));
    if (take_prefix(hint, did_you_mean)) {
        if (take_suffix(hint, "?") && hint.find(", ") == hint.npos) line = corrected(words, problem, hint);
    } else if (hint.starts_with("; pass -")) {
        hint.remove_prefix(std::string_view("; pass ").size());
        // One option and its value.
        const bool is_one = std::ranges::count(hint, ' ') == 1 && hint.find(',') == hint.npos;
        const std::string option(hint.substr(0, hint.find(' ')));
        const auto given = std::ranges::find(words, option);
        if (is_one && given != words.end() && problem.ends_with("needs a value")) {
            std::vector<std::string> with_value(words.begin(), words.end());
            with_value.insert(with_value.begin() + (given - words.begin()) + 1,
                              std::string(hint.substr(hint.find(' ') + 1)));
            line = command_line(with_value);
        } else if (is_one && std::ranges::none_of(words, [&](const auto& word) { return word.starts_with(option); })) {
            line = fmt::format("{} {}", command_line(words), hint);
        }
    }
    return line.empty() ? std::string(error) : fmt::format("{}; {}", problem, line);
}

/// The message if an option is in the position of the command.
std::string in_place_of_a_command(std::span<const std::string> words) {
    const std::string& word = words.front();
    if (const std::string_view near = closest(word, std::array{"--help", "--version"}); !near.empty())
        return fmt::format("unknown option {}: did you mean {}?", in_quotes(word), near);
    if (word == "--verbose" || word == "-v") return "--verbose belongs after --version: cudastdenv --version --verbose";
    const std::string_view command = command_with_option(word);
    if (command.empty()) return fmt::format("missing command before {}; `cudastdenv --help` lists them", word);
    return fmt::format("missing command before {}; cudastdenv {} {}", word, command, joined(words, " ", shell_word));
}

/// Removes the command's name from the front of the arguments: `nix flags`. Without a command, the words are a query.
const Command& take_command(std::span<const std::string>& arguments) {
    if (arguments.empty()) return all_commands().front();
    // `-std=c++20` is a fact.
    const std::string& first = arguments.front();
    const bool is_flag = first.size() > 2 && first[1] != '-' &&
                         (contains(first, '=') || command_with_option(first.substr(0, 2)).empty());
    if (first.starts_with("-") && first != "-" && !is_flag)
        throw BadInput(InputError::missing, as_plain_text(in_place_of_a_command(arguments)));
    const Command* command = command_named(arguments.front(), all_commands());
    if (!command) {
        // A misspelt command is not a fact.
        const bool may_be_misspelt = !closest(arguments.front(), all_names(all_commands(), last_word)).empty();
        if (may_be_misspelt && !query::names_something(builtin_tables(), joined(arguments, " ")))
            return read_row("command", arguments.front(), all_commands(), last_word);
        return all_commands().front();
    }
    arguments = arguments.subspan(1);
    while (!command->subcommands.empty() && !arguments.empty() && !arguments.front().starts_with('-')) {
        command = &read_row("command", arguments.front(), command->subcommands, last_word);
        arguments = arguments.subspan(1);
    }
    return *command;
}

/// Whether an error contains the value, in quotes or as a word.
bool names(std::string_view error, const std::string& value) {
    const auto is_of_word = [&](std::size_t i) {
        return i < error.size() && std::isalnum(static_cast<unsigned char>(error[i])) != 0;
    };
    if (error.find(in_quotes(value)) != error.npos) return true;
    const std::size_t place = error.find(value);
    return place != error.npos && !(place > 0 && is_of_word(place - 1)) && !is_of_word(place + value.size());
}

/// The sources of those values in an error that were not typed.
std::string named_variables(const ParsedOptions& options, std::string_view error) {
    std::string named;
    for (const auto& [option, variable] : options.variables())
        if (names(error, options.value(option)))
            named += fmt::format(" (--{} is set by {}{})", option, variable == os_release ? "" : "the variable ",
                                 variable);
    return named;
}

/// The text with the command in `cudastdenv --help`.
std::string with_command(std::string text, std::string_view command) {
    constexpr std::string_view help = "`cudastdenv --help`", program = "`cudastdenv ";
    if (const std::size_t place = text.find(help); place != text.npos && command != all_commands().front().name)
        text.insert(place + program.size(), fmt::format("{} ", command));
    return text;
}

int run_command(const Command& command, std::span<const std::string> arguments, const Streams& streams);

/// Closes a stream into memory, and frees its text.
struct MemoryStream {
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* file = ::open_memstream(&text, &size);

    MemoryStream() {
        if (!file) throw std::bad_alloc();  // the only error that open_memstream has
    }
    MemoryStream(const MemoryStream&) = delete;
    MemoryStream& operator=(const MemoryStream&) = delete;
    ~MemoryStream() {
        (void)std::fclose(file);
        std::free(text);  // NOLINT: open_memstream allocates it
    }
};

/// Compiles a small program with the settings that `env` makes for the same options, before a plan is printed. If that
/// fails, prints why. Returns the exit code of `env`.
int try_plan(const ParsedOptions& options, const Streams& streams) {
    const machine::TemporaryFolder shim("cudastdenv-try");
    std::vector<std::string> words{"--try", fmt::format("--glibc-shim={}", shim.path().string())};
    for (const std::string_view name : {"cuda", "stdenv", "available", "std", "capabilities", "gpu", "policy"})
        if (options.has(name)) words.push_back(fmt::format("--{}={}", name, options.value(name)));
    if (options.has("json")) words.emplace_back("--json");
    const MemoryStream out, err;
    const int code = run_command(env_command, words, {streams.in, out.file, err.file});
    (void)std::fflush(err.file);
    if (code != exit_answered) std::fwrite(err.text, 1, err.size, streams.err);
    return code;
}

int run_command(const Command& command, std::span<const std::string> arguments, const Streams& streams) {
    std::optional<ParsedOptions> options;
    try {
        options.emplace(arguments, options_of(command), pieces_of(command.positional, ' '));
        if (options->has("help")) {
            print_answer(streams, help_of(command, form_of(*options, streams).style));
            return exit_answered;
        }
        const bool is_plan = command.name != env_command.name;
        if (is_plan) options->add_this_machine();
        options->add_defaults(variables_of(command));
        if (is_plan && options->has("try"))
            if (const int code = try_plan(*options, streams); code != exit_answered) return code;
        if (!command.here.empty()) options->add_environment_here(command.here);
        const Run run(*options, streams);
        return command.run ? command.run(run) : ask(run, command.name);
    } catch (const BadInput& error) {
        std::string text = error.what();
        if (options) text.insert(end_of_problem(text), named_variables(*options, text));
        throw BadInput(error.error(), with_command(std::move(text), command.name));
    }
}

int print_version(std::span<const std::string> arguments, const Streams& streams) {
    const bool verbose = !arguments.empty() && arguments.front() == "--verbose";
    if (arguments.size() > (verbose ? 1U : 0U))
        throw BadInput(InputError::malformed, "--version accepts only --verbose, not {}", in_quotes(arguments.back()));
    print_answer(streams, version_text(verbose));
    return exit_answered;
}

int run_arguments(std::span<const std::string> arguments, const Streams& streams) {
    const std::string_view first = arguments.empty() ? "" : std::string_view(arguments.front());
    if (first == "--version" || first == "-V" || first == "version")
        return print_version(arguments.subspan(1), streams);
    if (first != "--help" && first != "-h" && first != "help") {
        const Command& command = take_command(arguments);
        return run_command(command, arguments, streams);
    }
    arguments = arguments.subspan(1);
    const bool is_json = arguments.size() == 1 && (arguments.front() == "--json" || arguments.front() == "-j");
    const report::Style style = stdout_style(streams, "auto");
    print_answer(streams, is_json             ? help_json()
                          : arguments.empty() ? general_help(style)
                                              : help_of(take_command(arguments), style));
    return exit_answered;
}

/// Also works if the command line is invalid, and without memory.
bool asks_for_json(std::span<const char* const> arguments) noexcept {
    for (const std::string_view argument : arguments) {
        if (argument == "--json" || argument == "-j") return true;
        if (argument == "--") break;
    }
    return false;
}

}  // namespace

const Context& Run::context() const {
    if (!context_) {
        const Tables tables = has("data") ? loaded_.emplace(value("data")).view() : builtin_tables();
        context_ = Context{tables, look_at_this_machine, machine::read_named_code};
    }
    return *context_;
}

int Run::end(std::string_view text, bool answered) const {
    print_answer(streams, text);
    return answered ? exit_answered : exit_none;
}

int Run::end(const Written& written) const {
    const std::string output = value_or("output", "-");
    if (output != "-") machine::write_file(output, written.text);
    else if (!written.text.empty()) print_answer(streams, written.text);
    for (const Remark& aside : written.notes) remark(aside.kind, aside.text);
    return written.answered ? exit_answered : exit_none;
}

void print_answer(const Streams& streams, std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), streams.out) == text.size();
    if (!written || std::fflush(streams.out) != 0) throw std::runtime_error("cannot write to stdout");
}

void print_remark(const Streams& streams, std::string_view kind, std::string_view text) {
    const std::size_t indent = kind.size() + 2;
    const bool is_command = text.starts_with("cudastdenv ");
    std::string lines = report::wrap(one_line(text), is_command ? usual - 2 : usual, indent, indent);
    // A command that is wrapped can still be copied.
    for (std::size_t end = lines.find('\n'); is_command && end != lines.npos; end = lines.find('\n', end + 3))
        lines.insert(end, " \\");
    lines = fmt::format("{}: {}\n", kind, lines);
    std::fwrite(lines.data(), 1, lines.size(), streams.err);
}

void print_error(const Streams& streams, std::string_view code, std::string_view message, int exit_status,
                 bool as_json) {
    if (!as_json) {
        const std::size_t end = end_of_problem(message);
        print_remark(streams, "error", message.substr(0, end));
        constexpr std::size_t lead = 2;  // `: ` or `; `
        if (end < message.size()) print_remark(streams, "hint", message.substr(end + lead));
        return;
    }
    const std::string text = wire::answer_text(wire::ErrorRecord{{}, {code}, std::string(message), exit_status});
    std::fwrite(text.data(), 1, text.size(), streams.err);
}

int ask(const Run& run, std::string_view question) {
    return run.end(answer_of(*asked_command(question), run.context(), with_list_text(run.streams, run), run.form));
}

std::string_view read_format(const ParsedOptions& options, std::string_view words) {
    return read_word("format", options.has("json") ? "json" : options.value_or("format", "text"), words);
}

Form form_of(const ParsedOptions& options, const Streams& streams) {
    Form form{options.has("json"), stdout_style(streams, options.value_or("color", "auto"))};
    const auto shows = [&](std::string_view part) { return options.has(part) || options.has("verbose"); };
    form.style.shown = {shows("why"), shows("flags"), shows("sources"), shows("notes"), options.has("all")};
    return form;
}

int run(std::span<const char* const> arguments, const Streams& streams) {
    const auto fail = [&](std::string_view code, const char* message, int exit_status) {
        print_error(streams, code, message, exit_status, asks_for_json(arguments));
        return exit_status;
    };
    try {
        const std::vector<std::string> words(arguments.begin(), arguments.end());
        return run_arguments(words, streams);
    } catch (const BadInput& error) {
        const std::vector<std::string> words(arguments.begin(), arguments.end());
        const std::string text = asks_for_json(arguments) ? error.what() : runnable(error.what(), words);
        return fail(to_string(error.error()), text.c_str(), exit_bad_input);
    } catch (const DataError& error) {
        return fail("bad-data", error.what(), exit_failure);
    } catch (const std::bad_alloc&) {
        return fail("out-of-memory", "out of memory", exit_failure);
    } catch (const std::exception& error) {
        return fail("failure", error.what(), exit_failure);
    } catch (const machine::Interrupted&) {
        // Nothing to print or to clean up.
    }
    return exit_failure;
}

}  // namespace cudastdenv::cli
