// SPDX-License-Identifier: MIT
#include "found/answers.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/versions.hpp"
#include "messages/diagnostics.hpp"
#include "resolve/wheels.hpp"

namespace cudastdenv::found {

using namespace messages;

LackMessage describe(const FoundToolkit& toolkit, ToolkitLack lack) {
    const Diagnostic what{to_string(lack),
                          {{"root", shown(toolkit.root)},
                           {"library", fmt::format("libcudart.so.{}", toolkit.version.major)},
                           {"link", shell_word(shown(toolkit.root / "lib" / "libcudart.so"))}}};
    return {code_of(what), text_of(what)};
}

std::string wanted_release(const WantedRelease& wanted) {
    return to_string(wanted.any_patch ? minor_of(wanted.version) : wanted.version);
}

std::string but_installed_are(const Host& host) {
    if (host.toolkits.empty()) return ", and no other release is (`cudastdenv detect` prints where it looks)";
    return "; installed: " + joined(host.toolkits, ", ", [](const FoundToolkit& toolkit) {
               return fmt::format("CUDA {} ({})", toolkit.version, shown(toolkit.nvcc));
           });
}

DetectAnswer detect_answer(const Host& host) {
    DetectAnswer answer{.system = host.system,
                        .toolkits = host.toolkits,
                        .compilers = host.compilers,
                        .libstdcxx = host.libstdcxx,
                        .glibc = host.glibc,
                        .driver = host.driver,
                        .gpus = host.gpus};
    for (FoundToolkit& toolkit : *answer.toolkits)
        for (const ToolkitLack lack : toolkit.lacks) toolkit.lack_messages.push_back(describe(toolkit, lack));
    // An empty list is unknown if a program that should fill it could not be run.
    const auto forget_none = [](auto& list) {
        if (list && list->empty()) list.reset();
    };
    for (const HostNote& note : host.notes) {
        answer.notes.push_back({code_of(note.message), text_of(note.message)});
        const std::filesystem::path name = note.unanswered.filename();
        if (name == "nvidia-smi") forget_none(answer.gpus);
        else if (name == "nvcc") forget_none(answer.toolkits);
        else if (!name.empty()) forget_none(answer.compilers);
    }
    return answer;
}

namespace {

/// The arguments of sentences about variables.
Diagnostic about_variables(const ResolutionReport& answer, const BuildChoice& choice) {
    const HostCompiler& host = *answer.resolution.host;
    const std::optional<Version>& glibc = answer.request.stdenv.glibc;
    return {{},
            {{"which", choice.compiler->is_default ? "this machine's default compiler works"
                       : host.uses_stdenv          ? "this compiler works"
                                                   : "the newest installed compiler that works"},
             {"release", answer.request.cuda},
             {"range", format_range(host.compiler.family, host.range)},
             {"compiler", choice.compiler->compiler},
             {"gcc", answer.request.stdenv.libstdcxx},
             {"glibc", glibc ? "glibc " + to_string(*glibc) : "glibc"},
             {"toolkit", shown(choice.toolkit.root)}}};
}

/// The message of a prediction, from the resolver's reason if it has one.
verify::VerifyRow::Predicted describe_prediction(const verify::Outcome& predicted) {
    if (!predicted.reason) return {code_of(predicted.message), text_of(predicted.message)};
    const Sentence note = messages::sentence(*predicted.reason);
    if (predicted.reason->id == "known-broken") {
        const std::string advisory = argument_of(*predicted.reason, "advisory");
        return {note.code, fmt::format("does not compile: {}", advisory), advisory};
    }
    const bool is_refused = predicted.kind == verify::Outcome::Kind::refused;
    return {note.code,
            fmt::format("{}: {}", is_refused ? "nvcc rejects this compiler" : "does not compile", note.text)};
}

using Rows = Map<std::vector<Json>>;

void add_row(std::string_view file, Json row, Rows& rows) {
    auto* found = find_in(rows.entries, file, [](const auto& entry) { return std::string_view(entry.first); });
    if (!found) found = &rows.entries.emplace_back(std::string(file), std::vector<Json>());
    if (!contains(found->second, row)) found->second.push_back(std::move(row));
}

/// For a toolkit with an unknown release.
void add_nameless_rows(Toolkit& toolkit) {
    std::vector<std::string_view> ids;
    if (toolkit.build || toolkit.release) ids.push_back(toolkit.source.id);
    const auto range = [&](HostCheck check) -> std::optional<HostRange> {
        const std::optional<HeaderBounds>& found = bounds_of(toolkit.bounds, check);
        return found ? std::optional(HostRange{found->min, found->max, SourceIds(ids)}) : std::nullopt;
    };
    for (const HostCheck check : {HostCheck::gcc, HostCheck::clang}) {
        HostCompilerRow row;
        row.family = check == HostCheck::gcc ? Compiler::Family::gcc : Compiler::Family::clang;
        row.enforced = range(check);
        if (check == HostCheck::clang) row.grace = range(HostCheck::grace);
        Json json = json_of(row);
        json["first"] = nullptr;
        json["last"] = nullptr;
        add_row("host_compilers.json", std::move(json), toolkit.rows);
    }
}

/// The rows that hold for a wheel, with it.
void add_wheel_rows(const Tables& before, Toolkit& toolkit) {
    TableUpdate update(before);
    const bool is_applied = update.add(toolkit) == NotApplied::applied;
    const Tables tables = update.view();
    const WheelContents& wheel = *toolkit.wheel;
    for (const WheelBuildRow& own : wheel.builds) {
        const WheelBuildRow* row = find_build(tables.wheel_builds, own, wheel);
        add_row("wheels.json", json_of(row ? *row : own), toolkit.rows);
    }
    if (wheel.companion) {
        const WheelCompanionRow& own = *wheel.companion;
        const WheelCompanionRow* row = requirements_of(tables, own.project, own.first);
        add_row("wheels.json", json_of(row ? *row : own), toolkit.rows);
    }
    if (!is_applied) return;
    add_row("sources.json", json_of(*find_source(tables, toolkit.source.id)), toolkit.rows);
}

void add_known_rows(const Tables& before, Toolkit& toolkit) {
    TableUpdate update(before);
    const bool is_applied = update.add(toolkit) == NotApplied::applied;
    const Tables tables = update.view();
    for (const Version version : toolkit.releases)
        for (const Release& release : tables.releases)
            if (release.version == version) add_row("releases.json", json_of(release), toolkit.rows);
    // A new release without its own header uses another one's, so it has those rows too.
    const bool is_new = is_applied &&
                        std::ranges::count(toolkit.differences, Difference::Kind::new_release, &Difference::kind) > 0;
    if (toolkit.header.empty() && !is_new) return;
    for (const HostCompilerRow& row : tables.host_compilers)
        for (const Version version : toolkit.releases)
            if (row.first <= version && version <= row.last) add_row("host_compilers.json", json_of(row), toolkit.rows);
}

}  // namespace

EnvAnswer env_answer(std::vector<Assignment> assignments, std::vector<Change> changes, const ResolutionReport& report,
                     const BuildChoice& choice) {
    Diagnostic about = about_variables(report, choice);
    for (Assignment& assignment : assignments)
        for (const std::string_view purpose : assignment.purposes) {
            about.id = purpose;
            // A shell comment ends with its line, so the text must have no line break.
            assignment.why.push_back({as_plain_text(text_of(about))});
        }
    return {.cuda = {asked_release(report)},
            .host_compiler = {choice.compiler->compiler},
            .uses_stdenv = {choice.compiler->is_default},
            .changes = std::move(changes),
            .variables = std::move(assignments)};
}

std::string nothing_works_message(const ResolutionReport& answer, const FoundCompiler* other,
                                  std::span<const CompilerPackage> packages) {
    const Compiler stdenv = answer.request.stdenv.compiler;
    const Version release = answer.request.cuda;
    std::string message =
        other ? fmt::format("no installed {} works with CUDA {}, and this machine's default compiler is {}\n",
                            stdenv.family == Compiler::Family::gcc ? "GCC" : "Clang", release, stdenv)
              : fmt::format("no installed compiler works with CUDA {}\n", release);
    for (const std::span<const Rejection> run : rejection_runs(answer.resolution.rejected))
        message += fmt::format("  {}: {}\n", format_run(run), text_of(run.front().reason));
    if (other)
        return message +
               fmt::format("{0} works as the default compiler: run `export CXX={1}`, then run this command again\n",
                           other->compiler, shown(other->path));
    if (packages.empty())
        return message + "no known distribution packages a compiler that works with this machine's libstdc++\n";
    message += "to install a compiler that works:\n";
    for (const CompilerPackage& package : packages)
        message += fmt::format("  {}: {} {}\n", package.environment->title, package.distribution->install,
                               package.name);
    return message;
}

VerifyAnswer verify_answer(const ResolutionReport& report, const FoundToolkit& toolkit,
                           std::vector<verify::VerifyRow> rows) {
    for (verify::VerifyRow& row : rows) {
        if (row.rejection) row.rejected = code_of(*row.rejection);
        row.said_predicted = describe_prediction(row.predicted);
        row.said_seen = {code_of(row.seen.message), text_of(row.seen.message)};
        row.said_verdict = row.verdict();
    }
    const Stdenv& stdenv = report.request.stdenv;
    const auto count = [&](Verdict verdict) {
        return static_cast<std::size_t>(std::ranges::count(rows, verdict, &verify::VerifyRow::said_verdict));
    };
    return {.cuda = asked_release(report),
            .toolkit = {toolkit.build, toolkit.nvcc},
            .policy = report.request.policy,
            .stdenv = {stdenv.compiler, stdenv.libstdcxx, stdenv.glibc},
            .as_predicted = count(Verdict::as_predicted),
            .different = count(Verdict::different),
            .not_run = count(Verdict::not_run),
            .rows = std::move(rows)};
}

AbiAnswer abi_answer(const Tables& tables, const AbiStdenv& stdenv, std::span<const Binary> files,
                     std::span<const LibrarySearch> searches, const std::vector<std::string>& unreadable) {
    AbiAnswer answer{.unreadable = foreign_texts(unreadable), .newest_glibcxx = newest_known_glibcxx(tables)};
    if (!stdenv.name.empty()) answer.stdenv = stdenv;
    for (std::size_t i = 0; i < files.size(); ++i) {
        AbiFile& file = answer.files.emplace_back(judge_abi(tables, files[i], stdenv));
        file.run_path = searches[i].run_path;
        file.search = searches[i].libraries;
        messages::add_sentences(file.changes);
    }
    return answer;
}

void complete(const Tables& tables, Toolkit& toolkit) {
    const bool has_header = !toolkit.header.empty();
    if (toolkit.wheel) add_wheel_rows(tables, toolkit);
    else if (!toolkit.releases.empty()) add_known_rows(tables, toolkit);
    else if (has_header) add_nameless_rows(toolkit);
    // It must be a source, and its release or build must be known.
    if ((has_header || is_meta_package(toolkit)) && (toolkit.release_exact || toolkit.build))
        add_row("sources.json", json_of(toolkit.source), toolkit.rows);
    for (const auto* problems : {&toolkit.bounds.problems, &toolkit.problems})
        for (const Diagnostic& problem : *problems)
            toolkit.said_problems.push_back({code_of(problem), text_of(problem)});
    messages::add_sentences(toolkit.differences);
}

}  // namespace cudastdenv::found
