#include "verify/trial.hpp"

#include "core/text.hpp"
#include "elf/file.hpp"
#include "os/asking.hpp"
#include "os/machine_error.hpp"
#include "os/process.hpp"
#include "os/temporary_folder.hpp"
#include "os/write_file.hpp"
#include "verify/program.hpp"

#include <cudastdenv/flags.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace cudastdenv::machine::verify {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_line = 400;

bool contains_word(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

/// nvcc numbers its temporary files by process: `tmpxft_00000b1f_00000000-6_program.o`.
void shorten_temporary_names(std::string& line) {
    constexpr std::string_view prefix = "tmpxft_";
    for (std::size_t at = line.find(prefix); at != line.npos; at = line.find(prefix, at + prefix.size())) {
        std::size_t end = at + prefix.size();
        while (end < line.size() &&
               (std::isxdigit(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_' || line[end] == '-'))
            ++end;
        line.erase(at + prefix.size(), end - at - prefix.size());
    }
}

std::string tidied(std::string_view line, const fs::path& folder) {
    std::string text(trimmed(line));
    replace_all(text, folder.string() + "/", "");
    shorten_temporary_names(text);
    if (text.size() > longest_line) text.resize(longest_line);
    return text;
}

/// The number behind `words`, as in `gcc versions later than 15`.
std::optional<int> number_behind(std::string_view line, std::string_view words) {
    const std::size_t at = line.find(words);
    if (at == line.npos) return std::nullopt;
    std::string_view rest = line.substr(at + words.size());
    return take_number(rest, 3);
}

std::string_view standard_macro(CxxStandard standard) {
    switch (standard) {
        case CxxStandard::cxx11: return "-DCUDASTDENV_STANDARD=201103L";
        case CxxStandard::cxx14: return "-DCUDASTDENV_STANDARD=201402L";
        case CxxStandard::cxx17: return "-DCUDASTDENV_STANDARD=201703L";
        case CxxStandard::cxx20: return "-DCUDASTDENV_STANDARD=202002L";
        // Compilers call it that before they are done with it.
        case CxxStandard::cxx23: return "-DCUDASTDENV_STANDARD=202100L";
    }
    return "";
}

/// nvcc's own temporary files go where they are removed even if it is killed.
std::vector<std::string> environment_of(const Surroundings& surroundings, const fs::path& folder) {
    Surroundings bare = surroundings.of_bare_nvcc();
    bare.variables["TMPDIR"] = folder.string();
    bare.variables["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID";
    return bare.environment();
}

/// A program in a folder of its own.
class Runner {
public:
    Runner(const Surroundings& surroundings, const Limits& limits)
        : folder_("verify"), surroundings_(surroundings), limits_(limits) {}

    [[nodiscard]] const fs::path& folder() const { return folder_.path(); }
    [[nodiscard]] std::string file(std::string_view name) const { return (folder() / name).string(); }

    /// What went wrong in that step; nothing where the program ended with 0.
    [[nodiscard]] std::optional<Seen> run(Step step, std::vector<std::string> command,
                                          const fs::path& libraries = {}) const {
        try {
            return judge(step, machine::run({.arguments = std::move(command),
                                             .environment = environment(libraries),
                                             .time_limit = limits_.time,
                                             .output_limit = limits_.output}));
        } catch (const MachineError& error) {
            return Failed{step, tidied(error.what(), folder())};
        }
    }

private:
    [[nodiscard]] std::vector<std::string> environment(const fs::path& libraries) const {
        std::vector<std::string> variables = environment_of(surroundings_, folder());
        if (!libraries.empty()) {
            std::erase_if(variables, [](const std::string& entry) { return entry.starts_with("LD_LIBRARY_PATH="); });
            variables.push_back("LD_LIBRARY_PATH=" + libraries.string());
        }
        return variables;
    }

    [[nodiscard]] std::optional<Seen> judge(Step step, const Finished& finished) const {
        switch (finished.end) {
            case Finished::End::signalled: return Crashed{step, finished.status};
            case Finished::End::out_of_time:
                return TookTooLong{step,
                                   static_cast<int>(std::chrono::ceil<std::chrono::seconds>(limits_.time).count())};
            case Finished::End::too_much_output: return PrintedTooMuch{step};
            case Finished::End::exited: break;
        }
        if (finished.status == 0) return std::nullopt;
        // nvcc itself writes both; a host compiler's errors go to stderr.
        const std::string output = finished.errors + '\n' + finished.output;
        if (std::optional<Refused> refused = refusal(output, folder()); refused && step == Step::compile)
            return *refused;
        return Failed{step, error_line(output, folder())};
    }

    TemporaryFolder folder_;
    const Surroundings& surroundings_;
    const Limits& limits_;
};

std::vector<std::string> compile_command(const BuildTrial& trial, const Runner& runner) {
    std::vector<std::string> command{trial.nvcc.string(),
                                     "-ccbin",
                                     trial.compiler.string(),
                                     "-std=" + std::string(to_string(trial.standard)),
                                     std::string(standard_macro(trial.standard)),
                                     "-Wno-deprecated-gpu-targets"};
    command.insert(command.end(), trial.code.begin(), trial.code.end());
    command.insert(command.end(), {"-c", "-o", runner.file("program.o"), runner.file("program.cu")});
    return command;
}

std::vector<std::string> link_command(const BuildTrial& trial, const Runner& runner) {
    std::vector<std::string> command{trial.nvcc.string(), "-ccbin", trial.compiler.string(),
                                     "-Wno-deprecated-gpu-targets"};
    command.insert(command.end(), trial.code.begin(), trial.code.end());
    // On link lines only: while compiling, another GCC's folder would bring its headers of intrinsics.
    if (!trial.link_folder.empty()) command.push_back("-L" + trial.link_folder.string());
    command.insert(command.end(), {"-cudart", "static", "-o", runner.file("program"), runner.file("program.o")});
    return command;
}

Seen read_needs(const fs::path& program) {
    try {
        std::vector<std::string> versions;
        for (const NeededVersion& needed : read_elf_file(program).needs) versions.push_back(needed.version);
        return Needs{{.glibcxx = newest_version(versions, "GLIBCXX_"),
                      .cxxabi = newest_version(versions, "CXXABI_"),
                      .glibc = newest_version(versions, "GLIBC_")}};
    } catch (const MachineError& error) {
        return Failed{Step::read, tidied(error.what(), program.parent_path())};
    }
}

/// The first step that goes wrong says what is seen.
Seen build_and_run(const BuildTrial& trial, const Runner& runner, bool& linked) {
    if (auto wrong = runner.run(Step::compile, compile_command(trial, runner))) return *wrong;
    if (auto wrong = runner.run(Step::link, link_command(trial, runner))) return *wrong;
    linked = true;
    if (auto wrong = runner.run(Step::run, {runner.file("program")}, trial.library_folder)) return *wrong;
    return Works{};
}

}  // namespace

std::string error_line(std::string_view output, const fs::path& folder) {
    constexpr std::array<std::string_view, 4> signs{"error", "fatal", "undefined reference", "failed"};
    std::string_view first;
    for (const std::string_view line : lines_of(output)) {
        if (std::ranges::any_of(signs, [&](std::string_view sign) { return contains_word(line, sign); }))
            return tidied(line, folder);
        if (first.empty()) first = trimmed(line);
    }
    return tidied(first, folder);
}

std::optional<Refused> refusal(std::string_view output, const fs::path& folder) {
    for (const std::string_view line : lines_of(output)) {
        if (contains_word(line, "unsupported GNU version!"))
            return Refused{number_behind(line, "gcc versions later than "), tidied(line, folder)};
        if (!contains_word(line, "unsupported clang version!")) continue;
        const std::optional<int> first_refused = number_behind(line, "clang version must be less than ");
        return Refused{first_refused ? std::optional(*first_refused - 1) : std::nullopt, tidied(line, folder)};
    }
    return std::nullopt;
}

BuildOutcome try_build(const BuildTrial& trial, const Surroundings& surroundings, const Limits& limits) {
    const Runner runner(surroundings, limits);
    write_file(runner.file("program.cu"), program_text());
    bool linked = false;
    BuildOutcome outcome{.build = build_and_run(trial, runner, linked), .needs = std::nullopt, .on_gpu = std::nullopt};
    if (trial.read_needs) outcome.needs = linked ? read_needs(runner.file("program")) : NotRun{NotRun::Why::not_built};
    if (!trial.run_on_gpu) return outcome;
    outcome.on_gpu = NotRun{NotRun::Why::not_built};
    if (!linked) return outcome;
    outcome.on_gpu = runner.run(Step::run, {runner.file("program"), std::string(gpu_argument)}, trial.library_folder)
                         .value_or(Works{});
    return outcome;
}

Seen try_capability(const CapabilityTrial& trial, const Surroundings& surroundings, const Limits& limits) {
    const Runner runner(surroundings, limits);
    write_file(runner.file("program.cu"), "int main() {}\n");
    const auto wrong = runner.run(Step::compile, {trial.nvcc.string(), "--dryrun", "-Wno-deprecated-gpu-targets",
                                                  "-ccbin", trial.compiler.string(), gencode_of_real(trial.capability),
                                                  "-c", "-o", runner.file("program.o"), runner.file("program.cu")});
    if (!wrong) return Taken{};
    const Failed* failed = std::get_if<Failed>(&*wrong);
    const bool unknown = failed && contains_word(failed->line, "Unsupported gpu architecture");
    return unknown ? Seen(NotTaken{}) : *wrong;
}

}  // namespace cudastdenv::machine::verify
