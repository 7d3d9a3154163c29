// SPDX-License-Identifier: MIT
/// The commands that only call the library.
#include "cli/command.hpp"
#include "core/lists.hpp"
#include "machine/host/host.hpp"
#include "pages/machine.hpp"

#include <unistd.h>

namespace cudastdenv::cli {

namespace {

std::string format_formats() { return fmt::format("Formats: {}.", joined(spellings(), ", ", &Spelling::name)); }

/// The file name of a log, or `-`, also if there is no argument and input is piped; absent: the argument is the text
/// itself.
std::optional<std::string> file_named(const Run& run) {
    if (!run.has("text")) {
        if (isatty(fileno(run.streams.in)) == 0) return "-";
        throw BadInput(InputError::missing, "missing log; pass a file, - for standard input, or the message");
    }
    const std::string& text = run.value("text");
    std::error_code ignored;
    if (text == "-" || std::filesystem::exists(text, ignored)) return text;
    // Some messages are one word: `cudaErrorNoKernelImageForDevice`.
    if (!text.empty() && text.find_first_of(" \t\n") == text.npos &&
        query::read_log_text(run.tables(), text).messages.empty())
        throw BadInput(InputError::unknown, "{}: no such file", in_quotes(text));
    return std::nullopt;
}

/// Reads the rest of a log of any length. `begin` bytes of it are already in `piece`.
diagnose::LogReading read_rest(const Run& run, InputFile& file, std::span<char> piece, std::size_t begin) {
    return diagnose::read_log(run.tables(), [&] {
        return std::string_view(piece.data(), begin > 0 ? std::exchange(begin, 0) : file.read(piece));
    });
}

diagnose::LogReading read_log(const Run& run) {
    const std::optional<std::string> name = file_named(run);
    if (!name) return query::read_log_text(run.tables(), run.value("text"));
    InputFile file(run.streams, *name);
    std::vector<char> piece(1 << 16);
    return read_rest(run, file, piece, 0);
}

int run_diagnose(const Run& run) {
    return run.end(query::answer_diagnosis(query::diagnose_answer(run.context(), run, read_log(run)), run.form));
}

/// Whether a word names a readable file.
bool is_file(const std::string& word) {
    std::error_code ignored;
    return word == "-" || std::filesystem::is_regular_file(word, ignored);
}

/// Describes this machine, and if it has a toolkit, whether everything works together.
Written answer_here(const Run& run) {
    const Host host = machine::look_at(machine::Surroundings::here(), run.tables());
    const std::string parts = laid_out(found::detect_answer(host), run.form, report::detect_text);
    if (host.toolkits.empty() || run.form.json) return {.text = parts};
    const OptionTexts here = OptionTexts().with("cuda", query::host_name).with("stdenv", query::host_name);
    Written all = asked_command("resolve")->answer(run.context(), here, run.form);
    all.text += '\n' + parts;
    return all;
}

/// Answers a log, or the output of a tool. `facts`: the options and the other words.
Written answer_file(const Run& run, const std::string& name, const OptionTexts& facts) {
    InputFile file(run.streams, name);
    std::vector<char> piece(1 << 16);
    const std::size_t size = file.read(piece);
    std::string_view begin(piece.data(), size);
    while (begin.ends_with('\n') || begin.ends_with('\r')) begin.remove_suffix(1);
    if (begin.empty() && name == "-") return answer_here(run);
    constexpr std::size_t longest_line = 1000;
    const bool is_line = begin.size() <= longest_line && !begin.empty() && begin.find('\n') == begin.npos;
    if (is_line && query::names_something(run.tables(), begin))
        return query::answer_ask(run.context(), run.with("text", begin), run.form);
    return query::answer_log_or_facts(run.context(), facts, run.form, read_rest(run, file, piece, size));
}

/// Words that name files are read; other words are facts or a message.
int run_ask(const Run& run) {
    std::vector<std::string> logs, words;
    for (const std::string& word : run.list()) (is_file(word) ? logs : words).push_back(word);
    if (run.list().empty() && isatty(fileno(run.streams.in)) == 0) logs.emplace_back("-");
    const std::string text = joined(words, " ");
    const bool is_here = words.empty() || text == query::host_name;
    if (logs.empty()) return run.end(is_here ? answer_here(run) : query::answer_ask(run.context(), run, run.form));
    OptionTexts facts = run.without("text");
    const OptionTexts given = query::facts_in(run.tables(), text).facts.only({"cuda", "stdenv", "driver", "gpu"});
    for (const auto& [name, value] : given.values()) facts = facts.with(name, value);
    Written all;
    for (const std::string& log : logs) {
        const Written one = answer_file(run, log, facts);
        if (logs.size() > 1) all.text += fmt::format("{}{}:\n", all.text.empty() ? "" : "\n", as_plain_text(log));
        all.text += one.text;
        all.answered = all.answered && one.answered;
        all.notes.insert(all.notes.end(), one.notes.begin(), one.notes.end());
    }
    return run.end(all);
}

int lint_files(const Run& run) {
    for (const std::string_view other : {"json", "fix"})
        if (run.has(other)) throw BadInput(InputError::contradiction, "--files and --{} cannot be combined", other);
    if (run.list().empty()) throw BadInput(InputError::missing, "--files requires a file");
    constexpr std::size_t largest = 16 << 20;
    (void)read_release_name(run.context(), run.value_or("cuda", "latest"));
    Written outcome;
    for (const std::string& path : files_named(run.list(), is_build_file)) {
        InputFile file(run.streams, path);
        const Written found = lint_file(run.context(), run, file.name(), file.read_all(largest));
        outcome.text += found.text;
        outcome.answered = outcome.answered && found.answered;
    }
    return run.end(outcome);
}

/// An argument that names a file or a directory is not a list.
int run_lint(const Run& run) {
    const auto is_there = [](const std::string& path) {
        std::error_code none;
        return is_file(path) || std::filesystem::is_directory(path, none);
    };
    const bool are_files = !run.list().empty() && std::ranges::all_of(run.list(), is_there) && run.value("text") != "-";
    return run.has("files") || are_files ? lint_files(run) : ask(run, "lint");
}

// These look at this machine, so they are only on the command line. A library's query names `host` instead.
constexpr OptionSpec here_option{"here", "",
                                 "look at this machine: --cuda host --stdenv host, unless others are named"};
constexpr std::array plan_options{
    here_option,
    OptionSpec{"try", "", "--here, and compile a small program with the commands before they are printed"}};

// Options that show more text are not part of a query.
constexpr OptionSpec why_option{"why", "", "show the reason for each compiler"};
constexpr std::array more_options{
    OptionSpec{"sources", "", "show where each statement comes from"},
    OptionSpec{"notes", "", "show all remarks"},
    OptionSpec{"verbose", "", "show all of this"},
};

/// For scripts, therefore only on the command line.
constexpr auto resolve_options = combined(
    std::array{OptionSpec{"print", "WORD", "print one value: host-compiler, cxx, headers, capabilities, ptx, gencode"}
                   .with_values(printed_words),
               why_option, OptionSpec{"flags", "", "show the compiler flags"}},
    combined(plan_options, more_options));

constexpr std::array releases_options{OptionSpec{"why", "", "show why each other release is left out"},
                                      OptionSpec{"all", "", "show one release a line"},
                                      OptionSpec{"notes", "", "show all remarks"}};

constexpr auto explain_options = combined(std::array{why_option}, combined(plan_options, more_options));
constexpr std::array sources_options{OptionSpec{"sources", "", "show where each statement comes from"}};
constexpr auto diagnose_options = combined(
    plan_options, combined(std::array{OptionSpec{"all", "", "explain each message in full"}}, sources_options));
constexpr std::array here_options{here_option};
constexpr auto drivers_options = combined(std::array{OptionSpec{"why", "", "show each reason"}}, more_options);

constexpr auto cover_options = combined(drivers_options,
                                        std::array{OptionSpec{"all", "", "show the name of each file"}, quiet_option});

constexpr std::array lint_options{OptionSpec{"files", "", "check the lists that these files or directories set"}};

constexpr auto ask_options = combined(std::array{why_option, OptionSpec{"flags", "", "show the compiler flags"},
                                                 OptionSpec{"all", "", "explain each message and release"}},
                                      more_options);

constexpr std::array questions{
    Command{
        .name = "ask",
        .summary = "Answer anything: a release, a compiler, a GPU, a message, a log",
        .arguments = "[WORD...|FILE...|-]",
        .none = "an answer is no, none or unknown",
        .examples = {"cudastdenv 12.8 gcc-15", "cudastdenv 5090", "make 2>&1 | cudastdenv"},
        .positional = "text...",
        .options = ask_options,
        .run = run_ask,
        .here = "stdenv",
    },
    Command{
        .name = "diagnose",
        .summary = "Explain the messages in a log, and print the fix",
        .arguments = "[FILE|-|TEXT] [--cuda VERSION] [--stdenv ENV] [--driver VERSION] [--gpu LIST] [--for TOOL]",
        .none = "the log has no known message",
        .examples = {"make 2>&1 | cudastdenv diagnose", "cudastdenv diagnose build.log --stdenv debian-13 --for cmake"},
        .positional = "text...",
        .options = diagnose_options,
        .run = run_diagnose,
        .here = query::environment_of_machine,
    },
    Command{
        .name = "resolve",
        .summary = "Choose the host compiler for a release, with all that it needs",
        .arguments = "VERSION [OPTIONS]",
        .none = "no host compiler works",
        .examples = {"cudastdenv resolve 12.8", "cudastdenv resolve 13.0 --stdenv debian-13 --json"},
        .positional = "cuda",
        .options = resolve_options,
        .defaults = default_variables,
        .here = "stdenv",
    },
    Command{
        .name = "explain",
        .summary = "Say whether a compiler works with a release, and why",
        .arguments = "VERSION [OPTIONS] COMPILER",
        .none = "the compiler does not work",
        .examples = {"cudastdenv explain --cuda 12.8 gcc-15",
                     "cudastdenv explain --cuda 12.4 --stdenv clang-17 clang-17"},
        .positional = "cuda compiler",
        .options = explain_options,
        .defaults = default_variables,
        .here = "stdenv",
    },
    Command{
        .name = "releases",
        .summary = "List the releases that meet all conditions, newest first",
        .none = "no release meets all conditions",
        .examples = {"cudastdenv releases --available gcc-16",
                     "cudastdenv releases --capabilities 6.1,9.0 --driver 550.54 --why"},
        .options = releases_options,
        .defaults = default_variables,
    },
    Command{
        .name = "compat",
        .summary = "Say whether a driver runs a release, or which drivers do",
        .arguments = "VERSION [--driver VERSION] [OPTIONS]",
        .none = "the driver does not run the release, or that is unknown",
        .examples = {"cudastdenv compat --cuda 12.8 --driver 550.54.15",
                     "cudastdenv compat --cuda 13.2 --driver 535 --system linux-sbsa"},
        .positional = "cuda",
        .options = drivers_options,
        .defaults = default_variables,
    },
    Command{
        .name = "gpu",
        .summary = "Show a GPU's capability, and the releases and drivers that support it",
        .arguments = "NAME|CAPABILITY",
        .examples = {"cudastdenv gpu 'RTX 4090'", "cudastdenv gpu GTX 1080"},
        .positional = "name...",
        .options = sources_options,
    },
    Command{
        .name = "wheel",
        .summary = "Choose the newest build of a Python package that runs on a GPU",
        .arguments = "[PACKAGE[==VERSION[+VARIANT]]] [--gpu LIST] [--driver VERSION] [OPTIONS]",
        .none = "no build is known to run there, or the tables have no such build",
        .examples = {"cudastdenv wheel torch --gpu P100 --driver 570", "cudastdenv wheel --gpu V100",
                     "cudastdenv wheel torch==2.9"},
        .positional = "name...",
        .options = sources_options,
        .alias = "wheels",
    },
    Command{
        .name = "provides",
        .summary = "Say which component of the toolkit has a file, and install it",
        .arguments = "FILE [--cuda VERSION] [--for TOOL]",
        .none = "the release does not have the file",
        .examples = {"cudastdenv provides libcublas.so.12", "cudastdenv provides --cuda 12.8 cublas_v2.h --for apt"},
        .positional = "name",
        .options = sources_options,
    },
    Command{
        .name = "api",
        .summary = "Say which releases have a name of the toolkit, and what to use instead",
        .arguments = "NAME [--cuda VERSION]",
        .none = "the release does not have it, without --cuda the newest does not",
        .examples = {"cudastdenv api cudaDeviceProp::clockRate", "cudastdenv api cub/cub.cuh",
                     "cudastdenv api --cuda 12.8 cudaMemAdvise"},
        .positional = "name...",
        .options = sources_options,
    },
    Command{
        .name = "flags",
        .group = CommandGroup::lists,
        .summary = "Print the capability list in the format of a build system",
        .arguments = "VERSION [--format FORMAT] [OPTIONS]",
        .more = format_formats,
        .none = "the format cannot express the list, or with --strict not all of it",
        .examples = {"cudastdenv flags --cuda 12.8 --format cmake",
                     "cudastdenv flags --cuda 12.8 --capabilities 8.9,9.0a"},
        .positional = "cuda",
        .options = here_options,
        .defaults = default_variables,
    },
    Command{
        .name = "lint",
        .group = CommandGroup::lists,
        .summary = "Check a list of architectures for a release and print corrections",
        .arguments = "VERSION [--format FORMAT] TEXT | FILE... | DIR",
        .more = format_formats,
        .none = "the list has problems",
        .examples = {"cudastdenv lint --cuda 12.8 --format cmake '75;86;90a'",
                     "cudastdenv lint --cuda 13.0 --fix '80-real;90a;101-real'",
                     "cudastdenv lint --cuda 12.8 CMakeLists.txt"},
        .positional = "cuda text...",
        .options = lint_options,
        .run = run_lint,
        .defaults = default_variables,
    },
    Command{
        .name = "covers",
        .group = CommandGroup::lists,
        .summary = "Say whether a list or files run on a GPU: by machine code, by PTX, or not",
        .arguments = "VERSION [--capabilities LIST | [--format FORMAT] TEXT...] (--device CAPABILITY | --gpu LIST "
                     "| --all-devices) | FILE... [--gpu LIST] | --wheel WHEEL --gpu LIST",
        .more = format_formats,
        .none = "the list or some file does not run there, or that is unknown, or no file has GPU code",
        .examples = {"cudastdenv covers --cuda 12.8 --capabilities 8.0,9.0 --gpu 'RTX 5090'",
                     "cudastdenv covers libtorch_cuda.so --gpu P100 --driver 570",
                     "cudastdenv covers --wheel torch==2.9.0+cu128 --gpu P100"},
        .positional = "cuda text...",
        .options = cover_options,
        .run = run_covers,
        .defaults = default_variables,
    },
    Command{
        .name = "capabilities",
        .group = CommandGroup::lists,
        .summary = "List the default (or all supported) capabilities, one a line",
        .arguments = "VERSION [--all] [OPTIONS]",
        .none = "the release has no such capability",
        .examples = {"cudastdenv capabilities --cuda 12.8", "cudastdenv capabilities --cuda 13.0 --all"},
        .positional = "cuda",
        .options = here_options,
        .defaults = default_variables,
    },
};

int run_detect(const Run& run) {
    return run.end(found::detect_answer(machine::look_at(machine::Surroundings::here(), run.tables())),
                   report::detect_text);
}

}  // namespace

const Command detect_command{
    .name = "detect",
    .group = CommandGroup::machine,
    .summary = "Show this machine's toolkits, compilers, libstdc++, glibc, driver and GPUs",
    .examples = {"cudastdenv detect", "cudastdenv detect --json"},
    .run = run_detect,
};

std::span<const Command> all_commands() noexcept {
    static const std::array all = combined(questions,
                                           std::array{port_command, env_command, detect_command, verify_command,
                                                      abi_command, completion_command, nix_command, closure_command,
                                                      manifest_command, table_command, graph_command, ingest_command});
    return all;
}

}  // namespace cudastdenv::cli
