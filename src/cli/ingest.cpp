// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "core/text.hpp"
#include "machine/os/file_tree.hpp"
#include "machine/os/write_file.hpp"
#include "machine/toolkit/toolkit.hpp"
#include "pages/machine.hpp"
#include "tables/fields.hpp"

#include <cstdlib>
#include <ctime>

namespace cudastdenv::cli {

namespace {

namespace fs = std::filesystem;

/// The day in UTC, or that of SOURCE_DATE_EPOCH if it is set, for reproducible output.
std::string today() {
    std::time_t now = std::time(nullptr);
    if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH"))
        if (const auto seconds = whole_number<std::int64_t>(epoch); seconds && *seconds >= 0) now = *seconds;
    std::tm day{};
    if (!::gmtime_r(&now, &day)) return "1970-01-01";
    return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

std::optional<Version> read_release(const ParsedOptions& options) {
    if (!options.has("cuda")) return std::nullopt;
    // The table of wheels has two numbers where the third is unknown.
    const bool is_wheel = options.value("toolkit").ends_with(".whl");
    const std::string& release = options.value("cuda");
    return needed(is_wheel ? parse_version(release) : full_version(release), InputError::malformed,
                  "{} is not a release with a patch number; pass one like 12.8.1", in_quotes(release));
}

void check_options(const ParsedOptions& options) {
    if (!options.has("toolkit"))
        throw BadInput(InputError::missing,
                       "missing toolkit or wheel; pass a directory, a wheel or another package, or a host_config.h");
    if (options.has("write") && options.has("data"))
        throw BadInput(InputError::malformed, "--write DIR also reads the tables from DIR; omit --data");
    if (options.has("all") && options.has("cuda"))
        throw BadInput(InputError::contradiction,
                       "--cuda sets the release of one toolkit, but --all reads many; omit one of them");
}

/// The error in one line, with the path first.
std::string line_of(const fs::path& path, std::string_view line) {
    const bool names_it = line.find(path.string()) != line.npos || line.find(as_plain_text(path.string())) != line.npos;
    return names_it ? std::string(line) : fmt::format("{}: {}", path.string(), line);
}

/// A directory of wheels is not itself a toolkit.
std::string hint_at_all(const fs::path& path) {
    std::error_code error;
    const std::size_t count = fs::is_directory(path, error) ? machine::find_toolkits(path).size() : 0;
    return count == 0 ? "" : fmt::format("; --all reads the {} in it", count == 1 ? "one" : std::to_string(count));
}

Ingested read_all(const Run& run, const Tables& tables, machine::IngestOptions how) {
    const machine::Surroundings surroundings = machine::Surroundings::here();
    const fs::path path = run.value("toolkit");
    Ingested ingested;
    try {
        if (run.has("all")) {
            Progress progress(
                run, [](std::size_t done, std::size_t total) { return fmt::format("{} of {} read", done, total); },
                false);
            ingested = machine::ingest_all(tables, path, how, surroundings,
                                           [&](std::size_t done, std::size_t total) { progress.at(done, total); });
        } else {
            Progress progress(run, format_bytes_of({run.value("toolkit")}), false);
            how.progress = [&](std::uint64_t bytes) { progress.at(bytes, 0); };
            ingested.toolkits.push_back(machine::ingest(tables, path, how, surroundings));
        }
    } catch (const machine::NoToolkit& error) {
        throw machine::MachineError(line_of(path, error.what()) + hint_at_all(path));
    } catch (const machine::MachineError& error) {
        throw machine::MachineError(line_of(path, error.what()));
    }
    for (const IngestFailure& failure : ingested.failures)
        run.remark(failure.is_toolkit ? "error" : "note", line_of(std::string(failure.path), failure.message));
    if (ingested.toolkits.empty() && !ingested.failed())
        throw machine::MachineError(path.string() + ": contains no toolkit and no package of one");
    if (!run.has("all") && how.run && !ingested.toolkits.front().answers)
        run.remark("note", "nothing was run: --run requires the directory of an installed or unpacked toolkit");
    return ingested;
}

void write_tables(const machine::TableFolder& writer, const Tables& tables) {
    check_tables(tables, writer.path());
    std::map<std::string, std::string> texts;
    for (const char* file : {"sources.json", "releases.json", "host_compilers.json", "wheels.json"})
        texts[file] = table_file(tables, file);
    writer.replace(texts);
}

/// In the order in which they are written: wheels of older versions first, so that a newer one extends their rows. Of
/// one version, the newest Python release first: it decides whether a row can be extended.
std::vector<const Toolkit*> in_order(std::span<const Toolkit> toolkits) {
    std::vector<const Toolkit*> ordered;
    for (const Toolkit& toolkit : toolkits) ordered.push_back(&toolkit);
    std::ranges::stable_sort(ordered, {}, [](const Toolkit* toolkit) {
        const WheelContents* wheel = toolkit->wheel ? &*toolkit->wheel : nullptr;
        const bool is_for_one = wheel && wheel->python_tag;
        return std::pair(wheel ? parse_package_version(wheel->number) : std::nullopt,
                         is_for_one ? -wheel->python_tag->minor : 0);
    });
    return ordered;
}

/// Whether the tables then have everything that the toolkits contain.
bool write_results(const Run& run, const machine::TableFolder& writer, const Tables& tables,
                   std::span<const Toolkit> toolkits) {
    TableUpdate update(tables);
    bool changed = false;
    for (const Toolkit* toolkit : in_order(toolkits)) {
        const NotApplied reason = update.add(*toolkit);
        changed = changed || reason == NotApplied::applied;
        const std::string_view why = not_applied_message(reason);
        if (!why.empty()) run.remark("warning", "{}: {}", toolkit->path.string(), why);
    }
    update.finish();
    if (changed) write_tables(writer, update.view());
    return std::ranges::all_of(toolkits,
                               [&](const Toolkit& toolkit) { return machine::is_settled_by(update.view(), toolkit); });
}

int run_ingest(const Run& run) {
    check_options(run);
    // Read the tables under the lock, so that changes of another writer are kept.
    std::optional<machine::TableFolder> writer;
    if (run.has("write")) writer.emplace(run.value("write"));
    std::optional<LoadedTables> written;
    const Tables tables = writer ? written.emplace(run.value("write")).view() : run.tables();
    const machine::IngestOptions how{run.has("run"), read_release(run), today()};
    Ingested ingested = read_all(run, tables, how);
    const bool settled = writer ? write_results(run, *writer, tables, ingested.toolkits)
                                : std::ranges::all_of(ingested.toolkits, machine::is_settled);
    for (Toolkit& toolkit : ingested.toolkits) found::complete(tables, toolkit);
    if (!run.has("all")) ingested.toolkits.front().schema.value.emplace();
    const int status = run.has("all") ? run.end(ingested, report::ingest_all_text, settled)
                                      : run.end(ingested.toolkits.front(), report::ingest_text, settled);
    return ingested.failed() ? exit_failure : status;
}

constexpr std::array ingest_options{
    OptionSpec{"all", "", "read every toolkit and wheel in the directory TOOLKIT and its subdirectories"},
    OptionSpec{"cuda", "VERSION", "release of the toolkit or wheel, if it does not contain it: 12.8.1"},
    OptionSpec{"run", "", "run the toolkit's nvcc and ptxas to list architectures; otherwise nothing in it is run"},
    OptionSpec{"write", "DIR", "compare with the tables in DIR and correct them: releases, hosts, wheels, sources"},
    quiet_option,
};

}  // namespace

const Command ingest_command{
    .name = "ingest",
    .group = CommandGroup::data,
    .summary = "read a toolkit or a wheel and compare it with the tables",
    .arguments = "[OPTIONS] TOOLKIT",
    .none = "the tables differ from the toolkit or wheel",
    .examples = {"cudastdenv ingest /usr/local/cuda", "cudastdenv ingest --all --write data ~/wheels"},
    .positional = "toolkit",
    .options = ingest_options,
    .run = run_ingest,
};

}  // namespace cudastdenv::cli
