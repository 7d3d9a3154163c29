// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "core/text.hpp"
#include "findings/build_environment.hpp"
#include "machine/host/host.hpp"
#include "machine/os/files.hpp"
#include "machine/verify/verify.hpp"
#include "messages/coverage.hpp"
#include "messages/diagnostics.hpp"
#include "pages/machine.hpp"
#include "plan/plan.hpp"
#include "resolve/capabilities.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"

namespace cudastdenv::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view json_shell = "json";
constexpr std::string_view shell_words = "sh bash zsh dash fish github dockerfile json";

/// The output format; nullptr: JSON.
using Shell = const report::ShellForm*;

Shell shell_named(std::string_view name) {
    const std::string_view shell = read_word("shell", name, shell_words);
    for (const report::ShellForm& form : report::shell_forms())
        if (contains(pieces_of(form.names, ' '), shell)) return &form;
    return nullptr;
}

Shell read_shell(const OptionTexts& options) {
    const std::string name = options.value_or("shell", options.has("json") ? json_shell : "sh");
    const Shell shell = shell_named(name);
    if (options.has("json") && shell)
        throw BadInput(InputError::contradiction, "--json and --shell {} cannot be combined; pass one of them", name);
    if (options.has("print") && options.has_any({"shell", "json", "unset"}))
        throw BadInput(InputError::contradiction, "--print cannot be combined with --shell, --json and --unset");
    // An empty variable is not an unset one: an empty NVCC_CCBIN is a fatal error of nvcc 13.0.
    if (options.has("unset") && shell && !shell->no_unset.empty())
        throw BadInput(InputError::contradiction,
                       "--unset is not available for {}: remove the lines that set the variables", shell->no_unset);
    return shell;
}

std::string text_for(Shell shell, const found::EnvAnswer& answer) {
    if (!shell) return wire::answer_text(answer);
    for (const Assignment& variable : answer.variables)
        if (!shell->takes_newlines && variable.value && variable.value->find_first_of("\n\r") != std::string::npos)
            throw machine::MachineError(fmt::format("{} contains a newline, which a line of a Dockerfile cannot: {}",
                                                    variable.name, in_quotes(*variable.value)));
    return report::assignments(answer, *shell);
}

/// Ends without an answer, and prints the reasons, which can be several lines.
int fail_with(const Run& run, Shell shell, std::string_view code, std::string_view reasons) {
    if (shell) std::fwrite(reasons.data(), 1, reasons.size(), run.streams.err);
    else print_error(run.streams, code, reasons.substr(0, reasons.find_last_not_of('\n') + 1), exit_none, true);
    return exit_none;
}

/// The value of the variable that `--print` names, as one line.
int print_value(const Run& run, Shell shell, std::span<const Assignment> variables) {
    const std::string& name = run.value("print");
    const Assignment* variable = find_in(variables, name, &Assignment::name);
    if (!variable || !variable->value)
        return fail_with(run, shell, "not-set", fmt::format("env does not set {}\n", as_plain_text(name)));
    if (!is_plain_text(*variable->value))
        throw machine::MachineError(
            fmt::format("{} cannot be printed in one line: {}", name, in_quotes(*variable->value)));
    return run.end(*variable->value + '\n');
}

fs::path read_shim_folder(const std::string& text) {
    if (text.empty()) throw BadInput(InputError::empty, "--glibc-shim is empty; pass the directory to write to");
    const fs::path folder = fs::absolute(text).lexically_normal();
    if (!can_stand_in_flags(folder))
        throw BadInput(InputError::malformed,
                       "{} cannot be used in the flags of nvcc; pass --glibc-shim a directory without quotes, "
                       "backslashes, dollar signs, commas and control characters in its name",
                       in_quotes(folder.string()));
    return folder;
}

/// The first breakage that a shim works around, or does not; nullptr: none.
const AdvisoryRow* find_trouble(const Resolution& resolution, bool shim_helps) {
    const auto found = std::ranges::find_if(resolution.advisories, [&](const AdvisoryRow* advisory) {
        return advisory->breaks() && contains(advisory->workarounds, Workaround::glibc_shim) == shim_helps;
    });
    return found == resolution.advisories.end() ? nullptr : *found;
}

/// The advisory that a shim works around.
const AdvisoryRow* glibc_trouble(const Resolution& resolution) { return find_trouble(resolution, true); }

/// The advisory that breaks the answer in spite of a shim; nullptr: none.
const AdvisoryRow* trouble_with_shim(const Resolution& resolution) {
    return resolution.broken_by ? find_trouble(resolution, false) : nullptr;
}

/// The consumer whose version was named; absent: none.
std::optional<NamedConsumer> read_reader(const Run& run) {
    if (!run.has("consumer")) return std::nullopt;
    NamedConsumer named = read_consumer(run.tables(), run.value("consumer"));
    if (named.consumer->id != "cmake" && named.consumer->id != "torch")
        throw BadInput(InputError::contradiction,
                       "no environment variable for {}: --consumer accepts CMake or PyTorch here",
                       named.consumer->title);
    if (const std::string note = newer_consumer_message(named); !note.empty()) run.remark("note", note);
    return named;
}

std::string spelled(const Run& run, const Query& question, std::string_view name,
                    const std::optional<NamedConsumer>& reader) {
    const bool is_read_by_it = reader && reader->consumer->id == name;
    const SpellingContext context = context_of(question.tables(), question.request().system, question.request().cuda,
                                               is_read_by_it ? reader : std::nullopt);
    const Spelled spelled = write_list(*find_spelling(name), context, build_list(question.resolution()));
    for (const Diagnostic& loss : spelled.losses) run.remark("warning", messages::describe(name, loss).text);
    return spelled.text;
}

void warn_of_headers(const Run& run, const HostCompiler& chosen, const BuildChoice& choice) {
    if (!takes_other_headers(chosen, *choice.compiler) || !choice.clang_headers.folders.empty()) return;
    run.remark(
        "warning",
        "{} uses the libstdc++ headers of gcc-{} by default and should use those of gcc-{}, but no option selects them",
        to_string(chosen.compiler), choice.compiler->libstdcxx_headers.value_or(0), *chosen.headers);
}

/// Writes the shim if it is requested and needed.
fs::path glibc_shim(const Run& run, const Resolution& resolution) {
    if (!run.has("glibc-shim")) return {};
    const AdvisoryRow* trouble = glibc_trouble(resolution);
    const fs::path folder = read_shim_folder(run.value("glibc-shim"));
    if (!trouble) {
        run.remark("note", "no shim written: this release works with this glibc");
        return {};
    }
    machine::write_glibc_shim(folder);
    return folder;
}

/// Whether the chosen compiler builds with what the variables set.
bool is_sound(const Run& run, const Resolution& resolution, const FoundToolkit& toolkit) {
    if (!resolution.broken_by || !headers_to_name(resolution, toolkit).empty()) return true;
    return run.has("glibc-shim") && !trouble_with_shim(resolution);
}

/// Whether the advisory is about this machine for certain: some depend on where the toolkit's headers are.
bool is_certain(const AdvisoryRow& advisory, const FoundToolkit& toolkit) {
    return !advisory.when.unless || toolkit.headers_place.has_value();
}

/// Why nothing builds although nvcc accepts the compiler, and what fixes it; empty: it is not certain.
std::string breakage(const Run& run, const Resolution& resolution, const FoundToolkit& toolkit) {
    const AdvisoryRow* worse = trouble_with_shim(resolution);
    const AdvisoryRow& trouble = worse ? *worse : *resolution.broken_by;
    if (!is_certain(trouble, toolkit)) return {};
    SetupOptions options = setup_of(run);
    options.stdenv = run.value_or("stdenv", "");
    options.consumer = run.value_or("consumer", "");
    options.policy = run.value_or("policy", "");
    options.glibc_shim = usual_shim_folder;
    options.all_gpus = run.has("all-gpus");
    options.is_tried = run.has("try");
    return fmt::format("{} [{}]\n{}\n", trouble.message, trouble.id,
                       worse ? std::string(worse->workaround.value_or(""))
                             : "to build with a header that fixes it: " + setup_line(options));
}

void warn_of_glibc(const Run& run, const Resolution& resolution, const BuildChoice& choice) {
    const AdvisoryRow* trouble = glibc_trouble(resolution);
    if (!trouble || !choice.glibc_shim.empty() || !choice.toolkit_headers.empty()) return;
    run.remark("warning", "{} [{}] --glibc-shim DIR writes a header that fixes it for any host compiler",
               trouble->message, trouble->id);
}

void check_folders(const BuildChoice& choice) {
    if (const fs::path unfit = unfit_folder(choice); !unfit.empty())
        throw machine::MachineError(shown(unfit) +
                                    ": the variables cannot contain the name of this directory; use one without "
                                    "quotes, backslashes, dollar signs, commas, colons and control characters");
}

void note_removed_flags(const Run& run, const machine::Surroundings& surroundings) {
    for (const auto& [variable, flags] : own_host_compilers(surroundings.variables))
        run.remark("note", "removing {} from {}, which nvcc prefers to NVCC_CCBIN; --unset restores it",
                   as_plain_text(flags.host_compiler), variable);
}

bool is_same_file(const fs::path& left, const fs::path& right) {
    std::error_code error;
    return fs::equivalent(left, right, error);
}

/// Whether a shell and its build systems already find that toolkit first.
bool is_found_first(const machine::Surroundings& surroundings, const FoundToolkit& toolkit) {
    const machine::Surroundings own{.variables = without_build_environment(surroundings.variables),
                                    .root = surroundings.root,
                                    .patience = surroundings.patience};
    const std::string home = own.variable("CUDA_HOME"), nvcc = own.variable("CUDACXX");
    return is_same_file(own.program("nvcc"), toolkit.nvcc) && (home.empty() || is_same_file(home, toolkit.root)) &&
           (!fs::path(nvcc).is_absolute() || is_same_file(nvcc, toolkit.nvcc));
}

ToolkitToFront toolkit_to_front(const machine::Surroundings& surroundings, const FoundToolkit& toolkit) {
    if (is_found_first(surroundings, toolkit)) return {};
    // Prefer the toolkit's own directory to that of a script or link among other programs.
    const fs::path own = toolkit.root / "bin" / "nvcc";
    return {machine::is_program(own) ? own : toolkit.nvcc, toolkit.root};
}

/// Sets this machine's toolkit, stdenv and compilers as defaults.
OptionTexts with_this_machine(OptionTexts options) {
    for (const std::string_view name : {"cuda", "stdenv", "available"})
        if (!options.has(name)) options = options.with(name, host_name);
    return options;
}

/// The options with the GPUs of this machine, where no list is asked for. A release that cannot build for them builds
/// its default list.
OptionTexts with_gpus_here(const Run& run, const OptionTexts& options, const Host& host, Version release) {
    if (run.has("all-gpus") || options.has("gpu") || options.has("capabilities")) return options;
    const std::string gpus = gpus_of(run.tables(), host);
    if (gpus.empty()) return options;
    for (const Gpu& gpu : read_gpu_list(run.tables(), gpus)) {
        if (builds_for(run.tables(), release, gpu.capability)) continue;
        run.remark("warning",
                   "CUDA {} cannot build for capability {}, which a GPU of this machine has; building for the "
                   "default list",
                   to_string(release), to_string(gpu.capability));
        return options;
    }
    return options.with("gpu", gpus);
}

/// A user who sets CXX expects it to be used.
void warn_of_cxx(const Run& run, const Host& host) {
    for (const HostNote& note : host.notes)
        if (messages::code_of(note.message) == "cxx-not-used") run.remark("warning", messages::text_of(note.message));
}

/// PyTorch's cpp_extension compiles with CXX, and newer versions check its version with their own limits. It passes CC,
/// if that is set, to nvcc in preference to NVCC_CCBIN: 2.10.0 and 2.13.0 do. Only the variables that lead to another
/// compiler are in the pair.
CompilerPair torch_compilers(const machine::Surroundings& surroundings, const FoundCompiler& compiler) {
    const fs::path beside = c_compiler_beside(compiler.path.string());
    CompilerPair pair{machine::is_program(beside) ? beside : compiler.path, compiler.path};
    const std::string cc = surroundings.variable("CC");
    const fs::path named = fs::path(cc).is_absolute() ? fs::path(cc) : surroundings.program(cc);
    if (!cc.empty() && (is_same_file(named, pair.cc) || is_same_file(named, compiler.path))) pair.cc.clear();
    // CXX is read like `detect` reads it: it may have a compiler cache in front.
    if (compiler.is_default && !surroundings.variable("CXX").empty()) pair.cxx.clear();
    return pair;
}

/// Other code of the shell is compiled with CC and CXX, so they are set only for PyTorch.
void note_torch_compilers(const Run& run, const machine::Surroundings& surroundings, const FoundCompiler& compiler) {
    const CompilerPair pair = torch_compilers(surroundings, compiler);
    if (compiler.is_default && (pair.cc.empty() || surroundings.variable("CC").empty())) return;
    run.remark("note",
               "PyTorch's extensions use CXX and CC, not NVCC_CCBIN; for their builds, run `export CXX={} CC={}`",
               shown(compiler.path), shown(pair.cc.empty() ? fs::path(surroundings.variable("CC")) : pair.cc));
}

/// Whether the build links a file that the toolkit lacks.
bool stops_build(ToolkitLack lack, bool is_for_torch) {
    switch (lack) {
        case ToolkitLack::cicc:
        case ToolkitLack::link_stub: return true;
        case ToolkitLack::cudart: return is_for_torch;
        case ToolkitLack::library_folder: return false;  // a variable helps
    }
    return false;
}

/// The messages of what the toolkit lacks, one a line, if no variable fixes it.
std::string fatal_lacks(const FoundToolkit& toolkit, bool is_for_torch) {
    std::string text;
    for (const ToolkitLack lack : toolkit.lacks)
        if (stops_build(lack, is_for_torch)) text += found::describe(toolkit, lack).message + '\n';
    return text;
}

/// Warns of problems that only some builds have.
void warn_of_toolkit(const Run& run, const FoundToolkit& toolkit) {
    for (const ToolkitLack lack : toolkit.lacks)
        if (lack == ToolkitLack::cudart) run.remark("warning", found::describe(toolkit, lack).message);
}

/// The packages to install on this machine; those of every distribution if this one is unknown or has no such package.
std::vector<CompilerPackage> packages_for(const machine::Surroundings& surroundings, const Tables& tables,
                                          const Request& request) {
    const EnvironmentRow* here = machine::environment_here(tables, surroundings);
    std::vector<CompilerPackage> packages = packages_to_install(tables, request, here);
    const DistributionRow* distribution = here ? distribution_of(tables, *here) : nullptr;
    const auto own = std::ranges::find(packages, distribution, &CompilerPackage::distribution);
    return own == packages.end() ? packages : std::vector<CompilerPackage>{*own};
}

/// The installed compiler in --stdenv, which is used as if it were this machine's default; nullptr: another
/// environment.
const FoundCompiler* named_default(const Run& run, const OptionTexts& options, const Host& host) {
    const std::string& stdenv = options.value("stdenv");
    return named_compiler(stdenv) ? find_compiler(host, read_compiler(run.tables(), stdenv).compiler) : nullptr;
}

/// A host whose default compiler is that one.
Host with_default(Host host, const FoundCompiler& compiler) {
    for (FoundCompiler& other : host.compilers) other.is_default = other.path == compiler.path;
    host.default_compiler = compiler.compiler;
    return host;
}

/// The same question where the default is a compiler of the other family that builds without a workaround; nullptr:
/// none.
std::unique_ptr<Query> sound_question(const Run& run, const OptionTexts& options, const Host& host,
                                      const FoundToolkit& toolkit) {
    for (const FoundCompiler& compiler : host.compilers) {
        if (compiler.compiler.family == host.default_compiler->family) continue;
        auto question = std::make_unique<Query>(run.context(), options, with_default(host, compiler));
        if (question->resolution().host && is_sound(run, question->resolution(), toolkit)) return question;
    }
    return nullptr;
}

/// nvcc's error, and what `diagnose` says of it.
std::string explain_failure(const Run& run, const std::string& output, const FoundCompiler& compiler,
                            const Resolution& resolution) {
    std::string text = fmt::format("CUDA {} with {} does not build a small program{}:", resolution.release->version,
                                   compiler.compiler, run.has("std") ? fmt::format(" in {}", resolution.standard) : "");
    if (trimmed(output).empty()) return text + " nvcc prints no error\n";
    text += '\n';
    for (const std::string& line : verify::error_lines(output, {}, 3))
        text += fmt::format("  {}\n", as_plain_text(line));
    const DiagnoseAnswer explained = diagnose_answer(run.context(), {}, read_log_text(run.tables(), output));
    if (!explained.findings.empty())
        text += fmt::format("{}: {}\n", explained.findings.front().message, explained.findings.front().title);
    return text;
}

/// The changes that the plan for this machine asks for, which the variables make.
std::vector<Change> changes_made(const Query& question, const std::optional<NamedConsumer>& reader) {
    const std::string_view builder = reader ? reader->consumer->id : std::string_view();
    const PlanTool tool = enumerator_named<PlanTool>(builder).value_or(PlanTool::nvcc);
    PlanInput input = query::plan_input(question, {.tool = tool});
    input.is_here = true;
    input.list = build_list(question.resolution());
    return make_plan(tool, input, question.tables()).changes;
}

int run_env(const Run& run) {
    const Shell shell = read_shell(run);
    machine::Surroundings surroundings = machine::Surroundings::here();
    const Variables now = surroundings.variables;
    if (run.has("unset")) return run.end(text_for(shell, found::EnvAnswer{.variables = no_build_environment(now)}));
    surroundings.variables = with_own_compilers(now);
    const OptionTexts options = with_host_values(run.context(), with_this_machine(run));
    const std::optional<NamedConsumer> reader = read_reader(run);
    const bool is_for_torch = reader && reader->consumer->id == "torch";
    const std::optional<WantedRelease> wanted = read_wanted_release(run.context(), options.value("cuda"));
    for (const Sentence& note : messages::describe(user_defaults(run))) run.remark("note", note.text);
    const Host host = machine::look_at(surroundings, run.tables());
    warn_of_cxx(run, host);
    const FoundToolkit* toolkit = wanted ? find_toolkit(host, *wanted) : &toolkit_of(host);
    if (!toolkit)
        return fail_with(run, shell, "not-installed",
                         fmt::format("CUDA {} is not installed here{}\n", found::wanted_release(*wanted),
                                     found::but_installed_are(host)));
    if (const std::string lacks = fatal_lacks(*toolkit, is_for_torch); !lacks.empty())
        return fail_with(run, shell, "toolkit-incomplete", lacks);
    const Version release = wanted ? release_of(*toolkit, *wanted) : toolkit->release->version;
    OptionTexts asked = with_gpus_here(run, options.with("cuda", to_string(release)), host, release);
    const FoundCompiler* named = named_default(run, options, host);
    if (named) asked = asked.with("stdenv", host_name);
    auto question = std::make_unique<Query>(run.context(), asked, named ? with_default(host, *named) : host);
    if (!question->resolution().host) {
        const std::optional<Compiler> other = other_stdenv_that_works(question->tables(), question->request());
        const std::string message =
            found::nothing_works_message(question->answer(), other ? find_compiler(host, *other) : nullptr,
                                         packages_for(surroundings, question->tables(), question->request()));
        return fail_with(run, shell, "nothing-works", message);
    }
    if (!is_sound(run, question->resolution(), *toolkit)) {
        const AdvisoryRow& trouble = *question->resolution().broken_by;
        auto sound = options.value("stdenv") == host_name ? sound_question(run, asked, host, *toolkit) : nullptr;
        if (sound) {
            run.remark("note", "using {} in place of this machine's default compiler: {} [{}]",
                       to_string(sound->resolution().host->compiler), trouble.message, trouble.id);
            question = std::move(sound);
        } else if (const std::string why = breakage(run, question->resolution(), *toolkit); !why.empty()) {
            return fail_with(run, shell, "nothing-works", why);
        }
    }
    const messages::ResolutionReport answer = question->answer();
    const Resolution& resolution = answer.resolution;
    const FoundCompiler* compiler = find_compiler(host, resolution.host->compiler);
    if (!compiler)
        throw BadInput(InputError::not_here,
                       "{} is not installed here; omit --stdenv and --available, or pass an installed compiler",
                       to_string(resolution.host->compiler));
    BuildChoice choice = machine::build_choice(surroundings, host, question->tables(), *toolkit, release,
                                               *resolution.host, *compiler);
    choice.toolkit = toolkit_to_front(surroundings, *toolkit);
    warn_of_headers(run, *resolution.host, choice);
    warn_of_toolkit(run, *toolkit);
    if (is_for_torch) choice.own_compilers = torch_compilers(surroundings, *compiler);
    else note_torch_compilers(run, surroundings, *compiler);
    choice.glibc_shim = glibc_shim(run, resolution);
    if (choice.glibc_shim.empty()) choice.toolkit_headers = headers_to_name(resolution, *toolkit);
    warn_of_glibc(run, resolution, choice);
    choice.cmake_architectures = spelled(run, *question, "cmake", reader);
    choice.torch_architectures = spelled(run, *question, "torch", reader);
    check_folders(choice);
    note_removed_flags(run, surroundings);
    const std::vector<Assignment> variables = build_environment(choice, now);
    if (run.has("try")) {
        const verify::SmallBuild build{.nvcc = toolkit->nvcc,
                                       .variables = after_assigning(now, variables),
                                       .standard = question->request().standard,
                                       .options = is_for_torch ? std::vector<std::string>{"-cudart", "shared"}
                                                               : std::vector<std::string>()};
        if (const std::optional<std::string> output = verify::try_small_build(build, {}))
            return fail_with(run, shell, "does-not-build", explain_failure(run, *output, *compiler, resolution));
    }
    if (run.has("print")) return print_value(run, shell, variables);
    return run.end(text_for(shell, found::env_answer(variables, changes_made(*question, reader), answer, choice)));
}

constexpr std::array env_options{
    OptionSpec{"cuda", "VERSION", "CUDA release, or host (default): the toolkit on this machine", 'c'},
    stdenv_option("environment: host (default), a compiler, or a name like debian-12"),
    OptionSpec{"available", "LIST", "installed compilers to choose from, in addition to the environment's own"},
    standard_option,
    capabilities_option,
    gpus_option,
    OptionSpec{"all-gpus", "", "build the release's default list, not only for the GPUs of this machine"},
    no_ptx_option,
    policy_option,
    OptionSpec{"consumer", "PROGRAM", "CMake or PyTorch version that builds: cmake-3.25 (default: the newest)"},
    OptionSpec{"glibc-shim", "DIR", "write and use a header that fixes glibc's conflict with the release, if needed"},
    OptionSpec{"shell", "SHELL",
               "output format: sh (default), bash, zsh, dash, fish, github (for GITHUB_ENV), dockerfile, json"}
        .with_values(shell_words),
    OptionSpec{"try", "", "compile a small program with the settings first; if that fails, print why and set nothing"},
    OptionSpec{"print", "VARIABLE", "print only the value of a variable: NVCC_CCBIN, CUDAARCHS"},
    OptionSpec{"unset", "", "undo the settings of an earlier run"},
};

}  // namespace

const Command env_command{
    .name = "env",
    .group = CommandGroup::machine,
    .summary = "print shell commands that make the next build on this machine work",
    .arguments = "[VERSION] [OPTIONS]",
    .none = "no installed compiler works, or the release is not installed",
    .examples = {"eval \"$(cudastdenv env --cuda host)\"", "cudastdenv env --cuda 12.8 --shell fish | source"},
    .positional = "cuda",
    .options = env_options,
    .run = run_env,
    .defaults = std::span(default_variables).first(1),  // the others are determined by this machine
};

}  // namespace cudastdenv::cli
