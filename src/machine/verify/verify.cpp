// SPDX-License-Identifier: MIT
#include "machine/verify/verify.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "machine/elf/elf.hpp"
#include "machine/os/write_file.hpp"

#include <atomic>
#include <mutex>

namespace cudastdenv::verify {

namespace {

namespace fs = std::filesystem;

using Kind = Outcome::Kind;

/// A step of a trial, and the diagnostic of its failure.
struct Step {
    std::string_view name;
    std::string_view failure;  ///< id of a diagnostic
    Kind kind;
};
constexpr Step compiling{"compiling", "does-not-compile", Kind::does_not_build};
constexpr Step linking{"linking", "does-not-link", Kind::does_not_build};
constexpr Step running{"the program", "does-not-run", Kind::does_not_run};
constexpr Step reading{"reading", "cannot-be-read", Kind::does_not_build};

Outcome failed(const Step& step, std::string_view output, const fs::path& folder) {
    const std::string line = error_lines(output, folder, 1).front();
    return {.kind = step.kind, .message = {step.failure, {{"line", line.empty() ? "" : ": " + as_plain_text(line)}}}};
}

std::string standard_macro(CxxStandard standard) {
    // The last two are those of compilers that began before the standard was finished: GCC 10, GCC 11.
    constexpr std::array values{"201103L", "201402L", "201703L", "201709L", "202100L"};
    static_assert(values.size() == enumerators<CxxStandard>.size());
    return std::string("-DCUDASTDENV_STANDARD=") + values.at(static_cast<std::size_t>(standard));
}

/// Runs programs in a temporary directory.
class Runner {
public:
    Runner(const machine::Surroundings& surroundings, const Variables& exported, const Limits& limits)
        : folder_("verify"), surroundings_(surroundings), exported_(exported), limits_(limits) {}

    [[nodiscard]] const fs::path& folder() const { return folder_.path(); }
    [[nodiscard]] std::string file(std::string_view name) const { return (folder() / name).string(); }

    /// The failure of that step; empty: the program exited with 0.
    [[nodiscard]] std::optional<Outcome> run(const Step& step, std::vector<std::string> command,
                                             const fs::path& libraries = {}) const {
        try {
            return judge(step, machine::run({.arguments = std::move(command),
                                             .environment = environment(libraries),
                                             .time_limit = limits_.time,
                                             .output_limit = limits_.output}));
        } catch (const machine::MachineError& error) {
            return failed(step, error.what(), folder());
        }
    }

private:
    /// nvcc's temporary files are removed even if it is killed.
    [[nodiscard]] std::vector<std::string> environment(const fs::path& libraries) const {
        machine::Surroundings own = surroundings_.of_bare_nvcc();
        for (const auto& [name, value] : exported_) own.variables[name] = value;
        own.variables["TMPDIR"] = folder().string();
        own.variables["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID";
        if (!libraries.empty()) own.variables["LD_LIBRARY_PATH"] = libraries.string();
        return own.environment();
    }

    [[nodiscard]] std::optional<Outcome> judge(const Step& step, const machine::Finished& finished) const {
        const std::string name(step.name);
        const auto ended = [](Diagnostic message) {
            return Outcome{.kind = Kind::gives_no_answer, .message = std::move(message)};
        };
        switch (finished.end) {
            case machine::Finished::End::signalled:
                return ended({"crashed", {{"step", name}, {"signal", finished.status}}});
            case machine::Finished::End::out_of_time: {
                const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits_.time).count();
                return ended({"took-too-long", {{"step", name}, {"seconds", seconds}}});
            }
            case machine::Finished::End::too_much_output: return ended({"printed-too-much", {{"step", name}}});
            case machine::Finished::End::exited: break;
        }
        if (finished.status == 0) return std::nullopt;
        // nvcc itself writes to both; a host compiler's errors are on stderr.
        const std::string output = finished.errors + '\n' + finished.output;
        if (auto refused = refusal(output, folder()); refused && step.name == compiling.name) return refused;
        return failed(step, output, folder());
    }

    machine::TemporaryFolder folder_;
    const machine::Surroundings& surroundings_;
    const Variables& exported_;
    const Limits& limits_;
};

/// The common arguments of compiling and linking, and these.
std::vector<std::string> nvcc_command(const Trial& trial, const std::vector<std::string>& arguments) {
    std::vector<std::string> command{trial.nvcc.string(), "-Wno-deprecated-gpu-targets"};
    if (trial.exported.empty()) command.insert(command.end(), {"-ccbin", trial.compiler.string()});
    command.insert(command.end(), trial.code.begin(), trial.code.end());
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

/// A build can fail because of the compiler's libstdc++. If the compiler does not print where that is, `env` cannot
/// name it, and the failure is no result. `of_library`: no other cause is possible.
Outcome judged_by_library(const Trial& trial, Outcome failure, bool of_library = false) {
    constexpr std::array<std::string_view, 3> names{"stdc++", "GLIBCXX_", "CXXABI_"};
    if (trial.names_library || failure.kind == Kind::gives_no_answer) return failure;
    const std::string line = argument_of(failure.message, "line");
    if (!of_library && std::ranges::none_of(names, [&](std::string_view name) { return line.find(name) != line.npos; }))
        return failure;
    return {.message = {"library-not-named", {{"line", line}}}};
}

std::optional<Outcome> link_with_newer(const Trial& trial, const Runner& runner) {
    const std::string code = runner.file("newer.cpp"), object = runner.file("newer.o");
    const std::string program = runner.file("program");
    // The linker must find a symbol that only a library as new as the loaded one has.
    machine::write_file(code, "extern \"C\" char needed __asm__(\"" + trial.newer_symbol +
                                  "\");\nextern \"C\" char* newer() { return &needed; }\n");
    if (auto wrong = runner.run(compiling, {trial.newer_compiler.string(), "-fPIC", "-c", "-o", object, code}))
        return wrong;
    if (auto wrong = runner.run(
            linking, nvcc_command(trial, {"-cudart", "static", "-o", program, runner.file("program.o"), object})))
        return judged_by_library(trial, *wrong, true);
    return runner.run(running, {program}, trial.library_folder);
}

Outcome read_needs(const fs::path& program) {
    try {
        std::vector<std::string> versions;
        for (const NeededVersion& needed : machine::read_elf_file(program).needs) versions.push_back(needed.version);
        return needs({.glibcxx = newest_version(versions, "GLIBCXX_"),
                      .cxxabi = newest_version(versions, "CXXABI_"),
                      .glibc = newest_version(versions, "GLIBC_")},
                     "needs");
    } catch (const machine::MachineError& error) {
        return failed(reading, error.what(), program.parent_path());
    }
}

Outcome ask_nvcc(const Trial& trial, const machine::Surroundings& surroundings, const Limits& limits) {
    const Variables nothing;
    const Runner runner(surroundings, nothing, limits);
    machine::write_file(runner.file("program.cu"), "int main() {}\n");
    const auto wrong = runner.run(compiling, {trial.nvcc.string(), "--dryrun", "-Wno-deprecated-gpu-targets", "-ccbin",
                                              trial.compiler.string(), trial.code.front(), "-c", "-o",
                                              runner.file("program.o"), runner.file("program.cu")});
    if (!wrong) return {.kind = Kind::taken, .message = {"taken"}};
    const bool unknown = wrong->kind == Kind::does_not_build &&
                         wrong->message.arguments[0].text.find("Unsupported gpu architecture") != std::string::npos;
    return unknown ? Outcome{.kind = Kind::not_taken, .message = {"not-taken"}} : *wrong;
}

/// The outcome of each trial. A worker stops after an exception of any worker.
std::vector<TrialOutcome> outcomes_of(const std::vector<Trial>& trials, const machine::Surroundings& surroundings,
                                      const Limits& limits, std::size_t jobs, const Progress& progress) {
    // Each trial has its own outcome, so no lock is needed.
    std::vector<TrialOutcome> outcomes(trials.size());
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::size_t done = 0;
    const auto take_trials = [&] {
        try {
            for (std::size_t i = next++; i < outcomes.size(); i = next++) {
                outcomes[i] = try_build(trials[i], surroundings, limits);
                const std::lock_guard lock(mutex);
                ++done;
                if (progress) progress(done, outcomes.size());
            }
        } catch (...) {
            next = outcomes.size();
            throw;
        }
    };
    std::vector<std::future<void>> workers;
    for (std::size_t i = 0; i < std::min(std::max<std::size_t>(jobs, 1), outcomes.size()); ++i)
        workers.push_back(std::async(machine::side_by_side, take_trials));
    for (std::future<void>& worker : workers) worker.get();
    return outcomes;
}

}  // namespace

TrialOutcome try_build(const Trial& trial, const machine::Surroundings& surroundings, const Limits& limits) {
    if (trial.is_question) return {.build = ask_nvcc(trial, surroundings, limits)};
    const Runner runner(surroundings, trial.exported, limits);
    machine::write_file(runner.file("program.cu"), program_text);
    const std::string program = runner.file("program");
    const Outcome works{.kind = Kind::works, .message = {"works"}}, not_built{.message = {"not-built"}};
    // The first step that fails is the result.
    auto wrong = runner.run(compiling, nvcc_command(trial, {"-std=" + std::string(to_string(trial.standard)),
                                                            standard_macro(trial.standard), "-c", "-o",
                                                            runner.file("program.o"), runner.file("program.cu")}));
    if (!wrong)
        wrong = runner.run(linking,
                           nvcc_command(trial, {"-cudart", "static", "-o", program, runner.file("program.o")}));
    if (wrong) return {judged_by_library(trial, *wrong), not_built, not_built};
    wrong = runner.run(running, {program}, trial.library_folder);
    TrialOutcome outcome{wrong ? judged_by_library(trial, *wrong) : works, not_built, not_built};
    if (trial.read_needs) outcome.needs = read_needs(program);
    if (trial.run_on_gpu) outcome.on_gpu = runner.run(running, {program, "gpu"}, trial.library_folder).value_or(works);
    if (!wrong && !trial.newer_symbol.empty()) outcome.build = link_with_newer(trial, runner).value_or(works);
    return outcome;
}

/// The ten lines that try_small_build() compiles and links, but does not run.
static constexpr std::string_view small_program_text = R"(#include <cmath>
#include <cstdio>
#include <string>
#include <vector>
__global__ void add(float* values) { values[threadIdx.x] += sinpif(values[threadIdx.x]) + rsqrtf(2.0f); }
int main() {
    const std::vector<std::string> words{"a", "b"};
    add<<<1, 32>>>(nullptr);
    return std::printf("%zu %f\n", words.size(), std::sqrt(2.0)) < 0;
}
)";

std::optional<std::string> try_small_build(const SmallBuild& build, const Limits& limits) {
    const machine::TemporaryFolder folder("try");
    const auto file = [&](std::string_view name) { return (folder.path() / name).string(); };
    machine::write_file(file("program.cu"), small_program_text);
    std::vector<std::string> command{build.nvcc.string()};
    if (build.standard) command.push_back("-std=" + std::string(to_string(*build.standard)));
    command.insert(command.end(), build.options.begin(), build.options.end());
    command.insert(command.end(), {"-o", file("program"), file("program.cu")});
    machine::Surroundings surroundings{.variables = build.variables};
    surroundings.variables["TMPDIR"] = folder.path().string();
    const machine::Finished finished = machine::run({.arguments = std::move(command),
                                                     .environment = surroundings.environment(),
                                                     .time_limit = limits.time,
                                                     .output_limit = limits.output});
    if (finished.end == machine::Finished::End::exited && finished.status == 0) return std::nullopt;
    if (finished.end == machine::Finished::End::out_of_time)
        throw machine::MachineError(shown(build.nvcc) + ": no result in time");
    // Without the directory, which is new in each run.
    std::string output = finished.errors + finished.output;
    replace_all(output, folder.path().string() + '/', "");
    return output;
}

std::vector<VerifyRow> run_plan(TrialPlan plan, const machine::Surroundings& surroundings, const Limits& limits,
                                std::size_t jobs, const Progress& progress) {
    const std::vector<TrialOutcome> outcomes = outcomes_of(plan.trials, surroundings, limits, jobs, progress);
    for (VerifyRow& row : plan.rows)
        if (row.trial) row.seen = outcomes[*row.trial].*row.part;
    return std::move(plan.rows);
}

}  // namespace cudastdenv::verify
