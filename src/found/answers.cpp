// SPDX-License-Identifier: MIT
#include "found/answers.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/versions.hpp"
#include "tables/fields.hpp"
#include "words/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cudastdenv::found {

using namespace words;

Said say(const FoundToolkit& toolkit, ToolkitLack lack) {
    return said({to_string(lack), {{"root", shown(toolkit.root)}}});
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

std::string not_installed_message(const WantedRelease& wanted, const Host& host) {
    return fmt::format("CUDA {} is not installed here{}\n", wanted_release(wanted), but_installed_are(host));
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
        for (const ToolkitLack lack : toolkit.lacks) {
            Said said = say(toolkit, lack);
            toolkit.said_lacks.push_back({said.code, std::move(said.text)});
        }
    // Nothing was found, but a program that would say it could not be asked: that is not known, and no "none".
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

/// What the sentences about variables have to name.
Diagnostic about_variables(const ResolutionReport& answer, const BuildChoice& choice) {
    const HostCompiler& host = *answer.resolution.host;
    const std::optional<Version>& glibc = answer.request.stdenv.glibc;
    return {{},
            {{"which",
              host.uses_stdenv ? "this machine's default compiler works" : "the newest installed compiler that works"},
             {"release", answer.request.cuda},
             {"range", range_in_words(host.compiler.family, host.range)},
             {"compiler", choice.compiler->compiler},
             {"gcc", answer.request.stdenv.libstdcxx},
             {"glibc", glibc ? "glibc " + to_string(*glibc) : "glibc"},
             {"toolkit", choice.toolkit ? shown(choice.toolkit->root) : ""}}};
}

}  // namespace

EnvAnswer env_answer(std::vector<Assignment> assignments, const ResolutionReport& report, const BuildChoice& choice) {
    Diagnostic about = about_variables(report, choice);
    for (Assignment& assignment : assignments)
        for (const std::string_view purpose : assignment.purposes) {
            about.id = purpose;
            // A comment ends with its line; nothing in it may begin another one.
            assignment.why.push_back({as_plain_text(text_of(about))});
        }
    return {.cuda = {asked_release(report)},
            .host_compiler = {choice.compiler->compiler},
            .uses_stdenv = {report.resolution.host->uses_stdenv},
            .variables = std::move(assignments)};
}

std::string unfit_folder_message(const UnfitFolder& unfit) {
    return shown(unfit.folder) + ": the variables cannot contain the name of this directory; use one without quotes, "
                                 "backslashes, dollar signs, commas, colons and control characters";
}

std::string nothing_works_message(const ResolutionReport& answer, const FoundCompiler* other,
                                  std::span<const CompilerPackage> packages) {
    const Compiler stdenv = answer.request.stdenv.compiler;
    const std::string release = to_string(answer.request.cuda);
    std::string message =
        other ? fmt::format("no installed {} works with CUDA {}, and this machine's default compiler is {}\n",
                            stdenv.family == Compiler::Family::gcc ? "GCC" : "Clang", release, stdenv)
              : fmt::format("no installed compiler works with CUDA {}\n", release);
    for (const std::span<const Rejection> run : rejection_runs(answer.resolution.rejected))
        message += fmt::format("  {}: {}\n", run_in_words(run), text_of(run.front().reason));
    if (other)
        return message +
               fmt::format("{0} works as the default compiler: run `export CXX={1}`, then run this command again\n",
                           other->compiler, shown(other->path));
    if (packages.empty()) {
        message += "no known distribution packages a compiler that works with this machine's libstdc++\n";
        return message;
    }
    message += "to install a compiler that works:\n";
    for (const CompilerPackage& package : packages)
        message += fmt::format("  {}: {} {}\n", package.environment->title, package.distribution->install,
                               package.name);
    return message;
}

namespace {

/// What the tables expect has the sentence of the resolver's reason, where that is why.
VerifyAnswer::Predicted say_prediction(const verify::Outcome& predicted) {
    if (!predicted.reason) return {code_of(predicted.message), text_of(predicted.message)};
    const Said said = words::said(*predicted.reason);
    if (predicted.reason->id == "known-broken") {
        const std::string advisory = argument_of(*predicted.reason, "advisory");
        return {said.code, fmt::format("does not compile: {}", advisory), advisory};
    }
    const std::string_view head = predicted.kind == verify::Outcome::Kind::refused ? "refused" : "does not compile";
    return {said.code, fmt::format("{}: {}", head, said.text)};
}

VerifyAnswer::Row to_answer(const verify::VerifyRow& row) {
    return {.kind = row.kind,
            .compiler = row.compiler,
            .path = row.path,
            .standard = row.standard,
            .capability = row.capability,
            .rejected = row.rejected ? std::optional(CodeName(code_of(*row.rejected))) : std::nullopt,
            .predicted = say_prediction(row.predicted),
            .seen = {code_of(row.seen.message), text_of(row.seen.message)},
            .verdict = row.verdict()};
}

}  // namespace

VerifyAnswer verify_answer(const ResolutionReport& report, const FoundToolkit& toolkit,
                           std::span<const verify::VerifyRow> rows) {
    const Stdenv& stdenv = report.request.stdenv;
    const auto count = [&](verify::Verdict verdict) {
        return static_cast<std::size_t>(std::ranges::count(rows, verdict, &verify::VerifyRow::verdict));
    };
    VerifyAnswer answer{.cuda = asked_release(report),
                        .toolkit = {toolkit.build, toolkit.nvcc},
                        .policy = report.request.policy,
                        .stdenv = {stdenv.compiler, stdenv.libstdcxx, stdenv.glibc},
                        .as_predicted = count(verify::Verdict::as_predicted),
                        .different = count(verify::Verdict::different),
                        .not_run = count(verify::Verdict::not_run)};
    for (const verify::VerifyRow& row : rows) answer.rows.push_back(to_answer(row));
    return answer;
}

namespace {

std::string_view verdict_code(const AbiVerdict& verdict) noexcept {
    if (!verdict.satisfied) return "not-judged";
    return *verdict.satisfied ? "satisfied" : "not-satisfied";
}

/// The newest versions that it defines: of GLIBCXX, CXXABI and GLIBC, those there are.
std::vector<ForeignText> newest_defined(const ElfFile& elf) {
    std::vector<ForeignText> newest;
    for (const AbiPart part : {AbiPart::glibcxx, AbiPart::cxxabi, AbiPart::glibc})
        if (std::string version = newest_version(elf.defines, std::string(prefix_of(part))); !version.empty())
            newest.push_back({std::move(version)});
    for (const std::string& version : elf.defines)
        if (version.starts_with("libcudart.so")) newest.push_back({version});
    return newest;
}

std::vector<AbiAnswer::NeededSymbolVersion> needed_versions(const std::vector<NeededVersion>& needs) {
    std::vector<AbiAnswer::NeededSymbolVersion> versions;
    for (const NeededVersion& need : needs) versions.push_back({need.version, need.library, symbol_of(need)});
    return versions;
}

void add_newest(const AbiStdenv& stdenv, const NewestNeed& need, AbiAnswer::File& file) {
    auto& newest = need.part == AbiPart::glibcxx  ? file.newest.glibcxx
                   : need.part == AbiPart::cxxabi ? file.newest.cxxabi
                                                  : file.newest.glibc;
    newest = need;
    if (!need.satisfied.value_or(true))
        file.missing.push_back(fmt::format("{} is missing (newest: {})", std::string_view(need.version),
                                           version_name(need.part, version_in(stdenv, need.part)).value_or("none")));
}

}  // namespace

AbiAnswer abi_answer(const Tables& tables, const AbiStdenv& stdenv, const std::vector<std::string>& unreadable) {
    AbiAnswer answer;
    if (!stdenv.name.empty())
        answer.stdenv = AbiAnswer::Stdenv{.name = stdenv.name,
                                          .libstdcxx = {.gcc = stdenv.gcc,
                                                        .lowest_of_major = stdenv.lowest_of_major,
                                                        .glibcxx = version_name(AbiPart::glibcxx, stdenv.glibcxx),
                                                        .cxxabi = version_name(AbiPart::cxxabi, stdenv.cxxabi)},
                                          .glibc = stdenv.glibc};
    answer.unreadable = foreign_texts(unreadable);
    answer.newest_glibcxx = newest_known_glibcxx(tables);
    return answer;
}

AbiAnswer::File abi_file(const Tables& tables, const AbiStdenv& stdenv, const Binary& binary,
                         const LibrarySearch& search) {
    const AbiVerdict verdict = judge_abi(tables, binary, stdenv);
    const ElfFile& elf = binary.elf;
    AbiAnswer::File file{.path = binary.path,
                         .kind = elf.kind,
                         .archive = binary.archive,
                         .machine = architecture(elf),
                         .bits = elf.is_64_bit ? 64 : 32,
                         .byte_order = elf.is_little_endian ? "little" : "big",
                         .soname = elf.soname,
                         .libraries = foreign_texts(elf.libraries),
                         .libcudart = needed_versions(verdict.cudart),
                         .needs = needed_versions(elf.needs),
                         .defines = foreign_texts(elf.defines),
                         .newest_defined = newest_defined(elf),
                         .verdict = verdict_code(verdict),
                         .rests_on = elf.kind == ElfFile::Kind::object ? "undefined-symbols" : "symbol-versions",
                         .run_path = search.run_path,
                         .search = search.libraries};
    for (const NewestNeed& need : verdict.newest) add_newest(stdenv, need, file);
    for (const Diagnostic& change : verdict.changes) file.changes.push_back({code_of(change), text_of(change)});
    for (const EnvironmentRow* row : verdict.environments) file.environments.push_back(row->id);
    return file;
}

namespace {

using Rows = Map<std::vector<Json>>;

void add_row(std::string_view file, Json row, Rows& rows) {
    auto found = std::ranges::find(rows.entries, file, [](const auto& entry) { return std::string_view(entry.first); });
    if (found == rows.entries.end()) found = rows.entries.insert(found, {std::string(file), {}});
    if (!contains(found->second, row)) found->second.push_back(std::move(row));
}

/// Whether anything says which toolkit it is.
bool is_named(const Toolkit& toolkit) { return toolkit.build || toolkit.release; }

/// Of a toolkit whose release nobody knows.
void add_nameless_rows(const IngestResult& result, Rows& rows) {
    const HostConfig& bounds = result.toolkit.bounds;
    std::vector<std::string_view> ids;
    if (is_named(result.toolkit)) ids.push_back(result.source.id);
    const auto range = [&](HostCheck check) -> std::optional<HostRange> {
        const std::optional<HeaderBounds>& found = bounds_of(bounds, check);
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
        add_row("host_compilers.json", std::move(json), rows);
    }
}

void add_known_rows(const Tables& before, const IngestResult& result, Rows& rows) {
    TableUpdate update(before);
    const bool is_applied = update.add(result) == NotApplied::applied;
    const Tables tables = update.view();
    for (const Version version : result.releases)
        for (const Release& release : tables.releases)
            if (release.version == version) add_row("releases.json", json_of(release), rows);
    // A new release without a header of its own has that of another one, so its rows are there too.
    const bool is_new = is_applied &&
                        std::ranges::count(result.differences, Difference::Kind::new_release, &Difference::kind) > 0;
    if (result.toolkit.header.empty() && !is_new) return;
    for (const HostCompilerRow& row : tables.host_compilers)
        for (const Version version : result.releases)
            if (row.first <= version && version <= row.last) add_row("host_compilers.json", json_of(row), rows);
}

/// The rows of data/ that the toolkit has part in, as they stand with what it says, by the name of their file.
Rows ingest_rows(const Tables& tables, const IngestResult& result) {
    Rows rows;
    const bool has_header = !result.toolkit.header.empty();
    if (!result.releases.empty()) add_known_rows(tables, result, rows);
    else if (has_header) add_nameless_rows(result, rows);
    const bool has_source = has_header || is_meta_package(result.toolkit);
    if (has_source && result.exact && is_named(result.toolkit)) add_row("sources.json", json_of(result.source), rows);
    return rows;
}

}  // namespace

IngestAnswer ingest_answer(const Tables& tables, const IngestResult& result) {
    const Toolkit& toolkit = result.toolkit;
    IngestAnswer answer{.schema = {SchemaVersion()},
                        .path = toolkit.path,
                        .releases = result.releases,
                        .release_exact = result.exact && !result.releases.empty(),
                        .nvcc = toolkit.build,
                        .header = toolkit.header,
                        .enforced = toolkit.bounds,
                        .run = toolkit.answers,
                        .clues = toolkit.clues,
                        .rows = ingest_rows(tables, result),
                        .differences = result.differences,
                        .uncited = result.uncited,
                        .is_meta_package = is_meta_package(toolkit),
                        .is_header_understood = toolkit.bounds.problems.empty()};
    for (const auto* problems : {&toolkit.bounds.problems, &toolkit.problems})
        for (const Diagnostic& problem : *problems) answer.problems.push_back({code_of(problem), text_of(problem)});
    for (Difference& difference : answer.differences) {
        difference.code = code_of(difference.what);
        difference.message = text_of(difference.what);
    }
    return answer;
}

IngestAllAnswer ingest_all_answer(const Tables& tables, std::span<const IngestResult> results,
                                  std::span<const IngestFailure> failures) {
    IngestAllAnswer answer;
    for (const IngestResult& result : results) {
        answer.toolkits.push_back(ingest_answer(tables, result));
        answer.toolkits.back().schema.value.reset();
    }
    answer.left_out.assign(failures.begin(), failures.end());
    return answer;
}

std::string not_applied_message(NotApplied reason) {
    switch (reason) {
        case NotApplied::applied:
        case NotApplied::nothing_to_change: return {};
        case NotApplied::no_header: return "nothing written: the new release has no crt/host_config.h";
        case NotApplied::release_not_exact: return "nothing written: the release is not known exactly";
        case NotApplied::not_understood: return "nothing written: the toolkit is not fully understood";
        case NotApplied::only_pinned:
            return "nvcc not written: only a meta package pins it, and the tables have another one";
    }
    return {};
}

}  // namespace cudastdenv::found
