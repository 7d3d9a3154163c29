// SPDX-License-Identifier: MIT
#include "findings/verify.hpp"

#include "core/quote.hpp"
#include "findings/abi.hpp"
#include "resolve/drivers.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <cctype>

namespace cudastdenv::verify {

namespace fs = std::filesystem;

namespace {

using Kind = Outcome::Kind;

/// Whether `needed` is not newer than `limit`. Both begin with `prefix`, or are empty.
bool is_at_most(const std::string& needed, const std::string& limit, const std::string& prefix) {
    return needed.empty() || limit.empty() || newest_version({needed, limit}, prefix) == limit;
}

constexpr std::size_t longest_line = 400;

bool has_word(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

std::string tidied(std::string_view line, const fs::path& folder) {
    std::string text(trimmed(line));
    replace_all(text, folder.string() + "/", "");
    // nvcc numbers its temporary files by process: `tmpxft_00000b1f_00000000-6_program.o`.
    constexpr std::string_view prefix = "tmpxft_";
    for (std::size_t at = text.find(prefix); at != text.npos; at = text.find(prefix, at)) {
        at += prefix.size();
        text.erase(at, text.find_first_not_of("0123456789abcdefABCDEF_-", at) - at);
    }
    if (text.size() > longest_line) text.resize(longest_line);
    return text;
}

/// Builds the plan of a subject.
class Planner {
public:
    explicit Planner(const VerifySubject& subject)
        : subject_(subject), tables_(subject.tables), release_(*find_release(subject.tables, subject.request.cuda)) {}

    TrialPlan make() {
        for (const FoundCompiler& compiler : subject_.host.compilers)
            if (compiler.compiler == subject_.request.stdenv.compiler ||
                contains(subject_.request.available, compiler.compiler))
                for (const CxxStandard standard : subject_.standards) add_compiler(compiler, standard);
        for (const CxxStandard standard : subject_.standards) add_chosen(standard);
        add_capabilities();
        return std::move(plan_);
    }

private:
    [[nodiscard]] Resolution resolve_with(CxxStandard standard) const {
        Request request = subject_.request;
        request.standard = standard;
        request.toolkit_headers = subject_.toolkit.headers_place;
        return resolve(tables_, request);
    }

    [[nodiscard]] Outcome predict_of(const FoundCompiler& compiler, CxxStandard standard, std::optional<int> headers,
                                     std::optional<ToolkitHeaders> toolkit_headers, std::string_view lack) const {
        const Standing standing{.compiler = compiler.compiler,
                                .headers = headers,
                                .glibc = compiler.glibc ? compiler.glibc : subject_.host.glibc,
                                .system = subject_.request.system,
                                .toolkit_headers = toolkit_headers};
        Outcome predicted = predict(tables_, release_, standing, standard);
        if (predicted.kind != Kind::works || lack.empty()) return predicted;
        return {.kind = Kind::does_not_build, .message = {lack}};
    }

    /// The toolkit's problem that a build meets first, as an id of a diagnostic. `env` works around one of them.
    [[nodiscard]] std::string_view toolkit_problem(bool with_set_up) const {
        constexpr std::array<std::pair<ToolkitLack, std::string_view>, 3> lacks{
            {{ToolkitLack::cicc, "toolkit-without-cicc"},
             {ToolkitLack::link_stub, "toolkit-without-link-stub"},
             {ToolkitLack::library_folder, "toolkit-without-lib64"}}};
        for (const auto& [lack, id] : lacks)
            if (contains(subject_.toolkit.lacks, lack) && !(with_set_up && lack == ToolkitLack::library_folder))
                return id;
        return {};
    }

    void add(VerifyRow row) { plan_.rows.push_back(std::move(row)); }

    std::size_t add_trial(Trial trial) {
        plan_.trials.push_back(std::move(trial));
        return plan_.trials.size() - 1;
    }

    void add_compiler(const FoundCompiler& compiler, CxxStandard standard) {
        // One machine code that compiles fast: the lowest of the default list.
        const std::vector<Capability> defaults = resolve_with(CxxStandard::cxx17).defaults;
        std::vector<std::string> code;
        if (!defaults.empty()) code.push_back(gencode_of_real(defaults.front()));
        const std::size_t trial = add_trial({.nvcc = subject_.toolkit.nvcc,
                                             .compiler = compiler.path,
                                             .standard = standard,
                                             .code = std::move(code),
                                             .library_folder = compiler.library_folder,
                                             .names_library = !compiler.libstdcxx.empty()});
        const Resolution resolution = resolve_with(standard);
        const Rejection* rejection = find_in(resolution.rejected, compiler.compiler, &Rejection::compiler);
        add({.kind = VerifyRow::Kind::compiler,
             .compiler = compiler.compiler,
             .path = compiler.path,
             .standard = standard,
             .rejection = rejection ? std::optional(rejection->reason) : std::nullopt,
             .predicted = predict_of(compiler, standard, compiler.libstdcxx_headers, subject_.toolkit.headers_place,
                                     toolkit_problem(false)),
             .trial = trial});
    }

    void add_chosen(CxxStandard standard) {
        const Resolution resolution = resolve_with(standard);
        if (!resolution.host) return;
        const FoundCompiler* compiler = find_compiler(subject_.host, resolution.host->compiler);
        if (!compiler) return add_untried(resolution.host->compiler, standard, "not-installed-here");
        // Like `env`, but for another stdenv's libstdc++.
        BuildChoice choice = subject_.set_up(*resolution.host, *compiler);
        choice.toolkit_headers = headers_to_name(resolution, subject_.toolkit);
        if (!subject_.stdenv_is_host) choice.link = library_of_stdenv(choice);
        if (!unfit_folder(choice).empty()) return add_untried(resolution.host->compiler, standard, "unfit-folder");
        add_installed(resolution, choice, standard);
    }

    void add_untried(Compiler compiler, CxxStandard standard, std::string_view why) {
        add({.kind = VerifyRow::Kind::chosen,
             .compiler = compiler,
             .standard = standard,
             .predicted = {.kind = Kind::works, .message = {"works"}},
             .seen = {.message = {why}}});
    }

    void add_installed(const Resolution& resolution, const BuildChoice& choice, CxxStandard standard) {
        const FoundCompiler& compiler = *choice.compiler;
        Trial trial{.nvcc = subject_.toolkit.nvcc,
                    .compiler = compiler.path,
                    .standard = standard,
                    .code = make_flags(tables_, subject_.request, resolution).gencode,
                    .names_library = !compiler.libstdcxx.empty(),
                    .read_needs = true,
                    .run_on_gpu = subject_.on_gpu && !subject_.host.gpus.empty()};
        for (const Assignment& assignment : build_environment(choice, {}))
            if (assignment.value) trial.exported.emplace(assignment.name, *assignment.value);
        // The result must link with objects of the machine's other builds.
        const auto& newest = subject_.host.default_compiler;
        if (subject_.stdenv_is_host && newest && subject_.host.libstdcxx)
            trial.newer_symbol = symbol_of_version(tables_, subject_.host.libstdcxx->glibcxx);
        if (!trial.newer_symbol.empty()) trial.newer_compiler = find_compiler(subject_.host, *newest)->path;
        // A directory in -isystem has the same effect as a default directory of the compiler.
        Outcome predicted =
            predict_of(compiler, standard,
                       choice.clang_headers.folders.empty() ? compiler.libstdcxx_headers : resolution.host->headers,
                       choice.toolkit_headers.empty() ? subject_.toolkit.headers_place : ToolkitHeaders::system,
                       toolkit_problem(true));
        VerifyRow row{.kind = VerifyRow::Kind::chosen,
                      .compiler = compiler.compiler,
                      .path = compiler.path,
                      .standard = standard,
                      .predicted = std::move(predicted),
                      .trial = add_trial(trial)};
        add(row);
        // A failed build has no needs.
        if (row.predicted.kind != Kind::works) return;
        row.kind = VerifyRow::Kind::needs;
        row.predicted = needs(limits_of_stdenv(), "needs-at-most");
        row.part = &TrialOutcome::needs;
        add(row);
        if (subject_.on_gpu) add_gpu_rows(resolution, std::move(row), std::move(trial));
    }

    /// The directory of the libstdc++ of another stdenv than the host's, if it is newer than the compiler's own.
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

    /// The code of this nvcc that the machine's driver loads, by the first release with this nvcc. An unknown driver is
    /// assumed to suffice.
    [[nodiscard]] DriverLoads driver_loads() const {
        const std::optional<DriverVersion> driver = subject_.host.driver ? parse_driver_version(*subject_.host.driver)
                                                                         : std::nullopt;
        if (!driver) return {};
        Request request = subject_.request;
        const Release* first = find_in(tables_.releases, true, [&](const Release& release) {
            return release.nvcc == release_.nvcc && !release.preview;
        });
        if (first) request.cuda = first->version;
        return loads_of(judge_driver(tables_, request, *driver));
    }

    [[nodiscard]] Outcome predict_on_gpu(const BuildList& list, Capability gpu) const {
        const auto code = cover_device(tables_, list, gpu, driver_loads()).running;
        if (!code) return {.kind = Kind::does_not_run, .message = {"no-code-runs"}};
        return {.kind = Kind::works,
                .message = {code->form == Code::Form::ptx ? "runs-by-ptx" : "runs-by-machine-code",
                            {{"capability", code->capability}}}};
    }

    /// The newest PTX that the release supports, that is older than the GPU, and that runs on it; null: none.
    [[nodiscard]] const Capability* older_ptx(const Resolution& resolution, Capability gpu) const {
        return find_last_in(resolution.supported, [&](Capability capability) {
            return capability.kind == Capability::Kind::baseline && capability < gpu &&
                   !is_jetson(tables_, capability) && !code_obstacle(tables_, {Code::Form::ptx, capability}, gpu);
        });
    }

    /// `row` and `trial` must be for the same program.
    void add_gpu_rows(const Resolution& resolution, VerifyRow row, Trial trial) {
        row.kind = VerifyRow::Kind::gpu;
        row.part = &TrialOutcome::on_gpu;
        if (subject_.host.gpus.empty() || !subject_.host.gpus.front().capability) {
            row.predicted = {.message = {"not-predicted"}};
            row.seen = {.message = {"no-gpu"}};
            row.trial.reset();
            add(row);
            row.kind = VerifyRow::Kind::ptx;
            return add(std::move(row));
        }
        const Capability gpu = number_in(tables_, *subject_.host.gpus.front().capability, release_.version);
        row.capability = gpu;
        row.predicted = predict_on_gpu(build_list(resolution), gpu);
        add(row);

        const Capability* ptx = older_ptx(resolution, gpu);
        if (!ptx) return;
        row.kind = VerifyRow::Kind::ptx;
        row.capability = *ptx;
        row.predicted = predict_on_gpu({.real = {}, .ptx = {*ptx}}, gpu);
        trial.code = {gencode_of_ptx(*ptx)};
        trial.read_needs = false;
        row.trial = add_trial(std::move(trial));
        add(std::move(row));
    }

    void add_capabilities() {
        // nvcc always queries the host compiler's version first, so it gets the chosen one, or any installed one.
        if (subject_.host.compilers.empty()) return;
        const Resolution resolution = resolve(tables_, subject_.request);
        const FoundCompiler* compiler = resolution.host ? find_compiler(subject_.host, resolution.host->compiler)
                                                        : nullptr;
        if (!compiler) compiler = &subject_.host.compilers.front();
        for (const CapabilityRow& known : tables_.capabilities) {
            const Outcome predicted = known.nvcc.takes_in(release_.version)
                                          ? Outcome{.kind = Kind::taken, .message = {"taken"}}
                                          : Outcome{.kind = Kind::not_taken, .message = {"not-taken"}};
            add({.kind = VerifyRow::Kind::capability,
                 .capability = known.capability,
                 .predicted = predicted,
                 .trial = add_trial({.nvcc = subject_.toolkit.nvcc,
                                     .compiler = compiler->path,
                                     .is_question = true,
                                     .code = {gencode_of_real(known.capability)}})});
        }
    }

    const VerifySubject& subject_;
    const Tables& tables_;
    const Release& release_;
    TrialPlan plan_;
};

}  // namespace

bool fits(const SymbolVersions& needed, const SymbolVersions& limit) {
    return is_at_most(needed.glibcxx, limit.glibcxx, "GLIBCXX_") &&
           is_at_most(needed.cxxabi, limit.cxxabi, "CXXABI_") && is_at_most(needed.glibc, limit.glibc, "GLIBC_");
}

Verdict compare(const Outcome& predicted, const Outcome& seen) {
    if (seen.kind == Kind::unknown) return Verdict::not_run;
    if (predicted.kind == Kind::unknown) return Verdict::as_predicted;
    // If nvcc prints a limit, it must be that of the tables.
    const bool other_bound = predicted.newest && seen.newest && predicted.newest != seen.newest;
    const bool agrees = predicted.kind == seen.kind && !other_bound && fits(seen.versions, predicted.versions);
    return agrees ? Verdict::as_predicted : Verdict::different;
}

Outcome needs(const SymbolVersions& versions, std::string_view id) {
    std::string text;
    for (const std::string& version : {versions.glibcxx, versions.cxxabi, versions.glibc})
        if (!version.empty()) text += (text.empty() ? "" : ", ") + version;
    return {.kind = Kind::needs, .message = {id, {{"versions", text.empty() ? "none" : text}}}, .versions = versions};
}

std::vector<std::string> error_lines(std::string_view output, const fs::path& folder, std::size_t most) {
    // Prefer messages of the linker and the shell to the compiler driver's own, `ld returned 1 exit status`.
    constexpr std::array<std::string_view, 8> signs{
        "error",     "fatal",  "undefined reference", "undefined symbol", "cannot find",
        "not found", "failed", "unrecognized option"};
    std::string_view first;
    std::vector<std::string> found;
    for (const std::string_view line : lines_of(output)) {
        if (found.size() == most) break;
        if (std::ranges::any_of(signs, [&](std::string_view sign) { return has_word(line, sign); }))
            found.push_back(tidied(line, folder));
        if (first.empty()) first = trimmed(line);
    }
    if (found.empty()) found.push_back(tidied(first, folder));
    return found;
}

std::optional<Outcome> refusal(std::string_view output, const fs::path& folder) {
    for (const std::string_view line : lines_of(output)) {
        const bool of_gcc = has_word(line, "unsupported GNU version!");
        if (!of_gcc && !has_word(line, "unsupported clang version!")) continue;
        Outcome outcome{.kind = Kind::refused};
        const std::string_view words = of_gcc ? "gcc versions later than " : "clang version must be less than ";
        std::string_view rest = line.substr(std::min(line.find(words), line.size()));
        if (take_prefix(rest, words)) outcome.newest = take_number(rest, 3);
        if (!of_gcc && outcome.newest) --*outcome.newest;
        if (outcome.newest) outcome.message = {"refused", {{"newest", *outcome.newest}}};
        else outcome.message = {"refused-without-bound", {{"line", as_plain_text(tidied(line, folder))}}};
        return outcome;
    }
    return std::nullopt;
}

Outcome Outcome::expected_for(const Diagnostic& reason) {
    Outcome outcome{.kind = Kind::refused, .reason = reason};
    if (reason.id == "too-new") outcome.newest = std::stoi(argument_of(reason, "major"));
    else if (reason.id.starts_with("headers-") || reason.id == "known-broken") outcome.kind = Kind::does_not_build;
    // The other reasons compare candidates, but here is only one.
    else if (!reason.id.starts_with("too-old")) return {.message = {"not-predicted"}};
    return outcome;
}

Outcome predict(const Tables& tables, const Release& release, const Standing& standing, CxxStandard standard) {
    const std::array headers{standing.headers.value_or(0)};
    Request request = default_stdenv_request(tables, release, standing.compiler, Policy::enforced);
    request.system = standing.system;
    request.any_system = true;
    request.standard = standard;
    request.stdenv.glibc = standing.glibc;
    request.toolkit_headers = standing.toolkit_headers;
    request.stdenv.libstdcxx = std::max(standing.compiler.family == Compiler::Family::gcc ? standing.compiler.major : 0,
                                        headers.front());
    request.libstdcxx_headers = headers;

    const Resolution resolution = resolve(tables, request);
    const Diagnostic* reason = resolution.rejected.empty() ? nullptr : &resolution.rejected.front().reason;
    if (reason && reason->id.starts_with("too-")) return Outcome::expected_for(*reason);
    // Problems with glibc affect every compiler, so they are observed first.
    if (resolution.broken_by) return Outcome::expected_for(known_broken(*resolution.broken_by));
    if (!standing.headers) return {.kind = Kind::does_not_build, .message = {"no-headers"}};
    return reason ? Outcome::expected_for(*reason) : Outcome{.kind = Kind::works, .message = {"works"}};
}

TrialPlan plan_trials(const VerifySubject& subject) { return Planner(subject).make(); }

}  // namespace cudastdenv::verify
