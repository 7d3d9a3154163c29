// SPDX-License-Identifier: MIT
#include "findings/verify_plan.hpp"

#include "core/lists.hpp"
#include "findings/abi.hpp"
#include "findings/verify_outcome.hpp"
#include "resolve/capabilities.hpp"
#include "resolve/coverage.hpp"
#include "resolve/drivers.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/flags.hpp>

#include <algorithm>
#include <utility>

namespace cudastdenv::verify {

namespace {

namespace fs = std::filesystem;

/// The rejection of that compiler, if it is rejected.
std::optional<Reason> rejection_of(const Resolution& resolution, Compiler compiler) {
    for (const Rejection& rejection : resolution.rejected)
        if (rejection.compiler == compiler) return rejection.reason;
    return std::nullopt;
}

/// Writes the plan of a subject.
class Planner {
public:
    explicit Planner(const Subject& subject)
        : subject_(subject), tables_(subject.tables), release_(*find_release(subject.tables, subject.request.cuda)) {}

    Plan make() {
        for (const FoundCompiler& compiler : subject_.host.compilers)
            if (is_candidate(compiler.compiler))
                for (const CxxStandard standard : subject_.standards) add_compiler(compiler, standard);
        for (const CxxStandard standard : subject_.standards) add_chosen(standard);
        add_capabilities();
        return std::move(plan_);
    }

private:
    [[nodiscard]] bool is_candidate(Compiler compiler) const {
        return compiler == subject_.request.stdenv.compiler || contains(subject_.request.available, compiler);
    }

    [[nodiscard]] Resolution resolve_with(CxxStandard standard) const {
        Request request = subject_.request;
        request.standard = standard;
        request.toolkit_headers = subject_.toolkit.headers_place;
        return resolve(tables_, request);
    }

    [[nodiscard]] Prediction predict_of(const FoundCompiler& compiler, CxxStandard standard, std::optional<int> headers,
                                        std::optional<ToolkitHeaders> toolkit_headers,
                                        std::optional<ToolkitLack> lack) const {
        const Standing standing{.compiler = compiler.compiler,
                                .headers = headers,
                                .glibc = compiler.glibc ? compiler.glibc : subject_.host.glibc,
                                .system = subject_.request.system,
                                .toolkit_headers = toolkit_headers};
        const Prediction prediction = predict(tables_, release_, standing, standard);
        return std::holds_alternative<Works>(prediction) && lack ? ToolkitIncomplete{*lack} : prediction;
    }

    /// Of what it lacks the first that a build meets. The set-up makes up for one of them.
    [[nodiscard]] std::optional<ToolkitLack> lack_of_toolkit(bool with_set_up) const {
        for (const ToolkitLack lack : {ToolkitLack::cicc, ToolkitLack::link_stub, ToolkitLack::library_folder})
            if (contains(subject_.toolkit.lacks, lack) && !(with_set_up && lack == ToolkitLack::library_folder))
                return lack;
        return std::nullopt;
    }

    [[nodiscard]] fs::path own_library(const FoundCompiler& compiler) const {
        const auto index = static_cast<std::size_t>(&compiler - subject_.host.compilers.data());
        return index < subject_.own_libraries.size() ? subject_.own_libraries[index] : fs::path();
    }

    /// One machine code that is quick to make: the lowest that the release builds by default.
    [[nodiscard]] std::vector<std::string> least_code() const {
        const Resolution resolution = resolve_with(CxxStandard::cxx17);
        if (resolution.defaults.empty()) return {};
        return {gencode_of_real(resolution.defaults.front())};
    }

    void add(Row row, std::optional<std::size_t> trial, PlannedRow::Part part = PlannedRow::Part::build) {
        plan_.rows.push_back({std::move(row), trial, part});
    }

    std::size_t add_trial(Trial trial) {
        plan_.trials.push_back(std::move(trial));
        return plan_.trials.size() - 1;
    }

    void add_compiler(const FoundCompiler& compiler, CxxStandard standard) {
        const std::size_t trial = add_trial(BuildTrial{.nvcc = subject_.toolkit.nvcc,
                                                       .compiler = compiler.path,
                                                       .exported = {},
                                                       .standard = standard,
                                                       .code = least_code(),
                                                       .library_folder = own_library(compiler)});
        add({.kind = Row::Kind::compiler,
             .compiler = compiler.compiler,
             .path = compiler.path,
             .standard = standard,
             .capability = std::nullopt,
             .rejected = rejection_of(resolve_with(standard), compiler.compiler),
             .predicted = predict_of(compiler, standard, compiler.libstdcxx_headers, subject_.toolkit.headers_place,
                                     lack_of_toolkit(false)),
             .seen = NotRun{}},
            trial);
    }

    void add_chosen(CxxStandard standard) {
        const Resolution resolution = resolve_with(standard);
        if (!resolution.host) return;
        const FoundCompiler* compiler = find_compiler(subject_.host, resolution.host->compiler);
        if (!compiler) return add_untried(resolution.host->compiler, standard, NotRun::Why::not_installed);
        const BuildChoice choice = set_up(resolution, *compiler);
        const auto environment = build_environment(choice, {});
        if (std::holds_alternative<UnfitFolder>(environment))
            return add_untried(resolution.host->compiler, standard, NotRun::Why::unfit_folder);
        add_installed(resolution, choice, standard, exported_by(std::get<std::vector<Assignment>>(environment)));
    }

    void add_untried(Compiler compiler, CxxStandard standard, NotRun::Why why) {
        Row row = row_of_chosen(Row::Kind::chosen, compiler, standard);
        row.predicted = Works{};
        row.seen = NotRun{why};
        add(std::move(row), std::nullopt);
    }

    /// As `env` does it, but for another stdenv's libstdc++.
    [[nodiscard]] BuildChoice set_up(const Resolution& resolution, const FoundCompiler& compiler) const {
        BuildChoice choice = subject_.set_up(*resolution.host, compiler);
        choice.toolkit_headers = headers_to_name(resolution, subject_.toolkit);
        if (!subject_.stdenv_is_host) choice.link = library_of_stdenv(choice);
        return choice;
    }

    [[nodiscard]] static Variables exported_by(const std::vector<Assignment>& assignments) {
        Variables exported;
        for (const Assignment& assignment : assignments)
            if (assignment.value) exported.emplace(assignment.name, *assignment.value);
        return exported;
    }

    void add_installed(const Resolution& resolution, const BuildChoice& choice, CxxStandard standard,
                       Variables exported) {
        const FoundCompiler& compiler = *choice.compiler;
        BuildTrial trial{.nvcc = subject_.toolkit.nvcc,
                         .compiler = compiler.path,
                         .exported = std::move(exported),
                         .standard = standard,
                         .code = make_flags(tables_, subject_.request, resolution).gencode,
                         .library_folder = {},
                         .read_needs = true,
                         .run_on_gpu = subject_.on_gpu && !subject_.host.gpus.empty()};
        add_newer_object(trial);
        const std::size_t index = add_trial(trial);
        // A folder that -isystem names is as good as one that the compiler searches by itself.
        const Prediction prediction = predict_of(
            compiler, standard, choice.clang_install.empty() ? compiler.libstdcxx_headers : resolution.host->headers,
            choice.toolkit_headers.empty() ? subject_.toolkit.headers_place : ToolkitHeaders::system,
            lack_of_toolkit(true));
        Row row = row_of_chosen(Row::Kind::chosen, compiler.compiler, standard);
        row.path = compiler.path;
        row.predicted = prediction;
        add(row, index);
        // What does not build needs nothing.
        if (!std::holds_alternative<Works>(prediction)) return;
        row.kind = Row::Kind::needs;
        row.predicted = NeedsAtMost{limits_of_stdenv()};
        add(row, index, PlannedRow::Part::needs);
        if (subject_.on_gpu) add_gpu_rows(resolution, std::move(row), std::move(trial), index);
    }

    /// What `env` sets up has to link what the other builds on this machine make.
    void add_newer_object(BuildTrial& trial) const {
        if (!subject_.stdenv_is_host || !subject_.host.default_compiler || !subject_.host.libstdcxx) return;
        trial.newer_symbol = symbol_of_version(tables_, subject_.host.libstdcxx->glibcxx);
        if (!trial.newer_symbol.empty())
            trial.newer_compiler = find_compiler(subject_.host, *subject_.host.default_compiler)->path;
    }

    [[nodiscard]] static Row row_of_chosen(Row::Kind kind, Compiler compiler, CxxStandard standard) {
        return {.kind = kind,
                .compiler = compiler,
                .path = {},
                .standard = standard,
                .capability = std::nullopt,
                .rejected = std::nullopt,
                .predicted = NotPredicted{},
                .seen = NotRun{}};
    }

    /// Where the libstdc++ of a stdenv that is not the host's lies, if it is newer than what the compiler links.
    [[nodiscard]] std::optional<LinkFolder> library_of_stdenv(const BuildChoice& choice) const {
        const int library = subject_.request.stdenv.libstdcxx;
        if (choice.compiler->compiler.family != Compiler::Family::gcc || choice.compiler->compiler.major >= library)
            return std::nullopt;
        const FoundCompiler* owner = find_compiler(subject_.host, {Compiler::Family::gcc, library});
        if (!owner || owner->libstdcxx.empty()) return std::nullopt;
        return LinkFolder{owner->libstdcxx.parent_path(), false};
    }

    [[nodiscard]] SymbolVersions limits_of_stdenv() const {
        SymbolVersions limits;
        const Stdenv& stdenv = subject_.request.stdenv;
        const LibstdcxxRow* row = stdenv.libstdcxx_release ? libstdcxx_of(tables_, stdenv)
                                                           : newest_libstdcxx(tables_, stdenv.libstdcxx);
        if (subject_.stdenv_is_host && subject_.host.libstdcxx) {
            limits.glibcxx = subject_.host.libstdcxx->glibcxx;
            limits.cxxabi = subject_.host.libstdcxx->cxxabi;
        } else if (row) {
            limits.glibcxx = row->glibcxx;
            limits.cxxabi = row->cxxabi;
        }
        if (subject_.host.glibc) limits.glibc = "GLIBC_" + to_string(*subject_.host.glibc);
        return limits;
    }

    /// How the machine's driver runs what this nvcc makes: as it runs the first release that has it. An unknown
    /// driver is supposed to be as new as it must.
    [[nodiscard]] DriverLoads driver_loads() const {
        const std::optional<DriverVersion> driver = subject_.host.driver ? parse_driver_version(*subject_.host.driver)
                                                                         : std::nullopt;
        if (!driver) return {};
        Request request = subject_.request;
        for (const Release& release : tables_.releases) {
            if (release.nvcc != release_.nvcc || release.preview) continue;
            request.cuda = release.version;
            break;
        }
        return loads_of(judge_driver(tables_, request, *driver));
    }

    [[nodiscard]] Prediction predict_on_gpu(const BuildList& list, Capability gpu) const {
        const auto code = cover_device(tables_, list, gpu, driver_loads()).running;
        return code ? Prediction(RunsBy{*code}) : NoCodeRuns{};
    }

    /// The newest PTX of the release that is older than the GPU and fits it.
    [[nodiscard]] std::optional<Capability> older_ptx(const Resolution& resolution, Capability gpu) const {
        std::optional<Capability> newest;
        for (const Capability capability : resolution.supported) {
            const bool fits = capability.kind == Capability::Kind::baseline && capability < gpu &&
                              !is_jetson(tables_, capability) &&
                              !code_obstacle(tables_, {Code::Form::ptx, capability}, gpu);
            if (fits) newest = capability;
        }
        return newest;
    }

    void add_gpu_rows(const Resolution& resolution, Row row, BuildTrial trial, std::size_t index) {
        row.kind = Row::Kind::gpu;
        if (subject_.host.gpus.empty() || !subject_.host.gpus.front().capability) {
            row.predicted = NotPredicted{};
            row.seen = NotRun{NotRun::Why::no_gpu};
            add(row, std::nullopt, PlannedRow::Part::on_gpu);
            row.kind = Row::Kind::ptx;
            return add(std::move(row), std::nullopt, PlannedRow::Part::on_gpu);
        }
        const Capability gpu = number_in(tables_, *subject_.host.gpus.front().capability, release_.version);
        row.capability = gpu;
        row.predicted = predict_on_gpu(build_list(resolution), gpu);
        add(row, index, PlannedRow::Part::on_gpu);

        const std::optional<Capability> ptx = older_ptx(resolution, gpu);
        if (!ptx) return;
        row.kind = Row::Kind::ptx;
        row.capability = *ptx;
        row.predicted = predict_on_gpu({.real = {}, .ptx = {*ptx}}, gpu);
        trial.code = {gencode_of_ptx(*ptx)};
        trial.read_needs = false;
        add(std::move(row), add_trial(std::move(trial)), PlannedRow::Part::on_gpu);
    }

    /// nvcc asks the host compiler for its version before all else, so it gets the chosen one, or any that is there.
    [[nodiscard]] const FoundCompiler* any_compiler() const {
        const Resolution resolution = resolve(tables_, subject_.request);
        const FoundCompiler* chosen = resolution.host ? find_compiler(subject_.host, resolution.host->compiler)
                                                      : nullptr;
        return chosen || subject_.host.compilers.empty() ? chosen : &subject_.host.compilers.front();
    }

    void add_capabilities() {
        const FoundCompiler* compiler = any_compiler();
        if (!compiler) return;
        for (const CapabilityRow& known : tables_.capabilities) {
            Row row;
            row.kind = Row::Kind::capability;
            row.capability = known.capability;
            row.predicted = predict(tables_, release_, known.capability);
            add(std::move(row), add_trial(CapabilityTrial{subject_.toolkit.nvcc, compiler->path, known.capability}));
        }
    }

    const Subject& subject_;
    const Tables& tables_;
    const Release& release_;
    Plan plan_;
};

}  // namespace

Plan make_plan(const Subject& subject) { return Planner(subject).make(); }

std::string_view to_string(Row::Kind kind) noexcept { return name_of_enum(kind); }

}  // namespace cudastdenv::verify
