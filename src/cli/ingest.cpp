#include "pages/ingest.hpp"

#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/owned_request.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/exit_status.hpp"
#include "machine/regular_file.hpp"
#include "machine/table_folder.hpp"
#include "tables/check.hpp"
#include "wire/table_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>

namespace cudastdenv::cli {

namespace {

namespace fs = std::filesystem;

/// The day in UTC; that of SOURCE_DATE_EPOCH where it is set, for output that can be reproduced.
std::string today() {
    std::time_t now = std::time(nullptr);
    if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH")) {
        const std::string_view text = epoch;
        std::int64_t seconds = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
        if (error == std::errc() && end == text.data() + text.size() && seconds >= 0) now = seconds;
    }
    std::tm day{};
    if (!::gmtime_r(&now, &day)) return "1970-01-01";
    return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

std::optional<Version> read_release(const ParsedOptions& options) {
    if (!options.has("cuda")) return std::nullopt;
    const std::optional<Version> release = parse_version(options.value("cuda"));
    if (!release || release->patch == -1)
        throw BadInput(fmt::format("{} is not a release with its patch number; write one like 12.8.1",
                                   in_quotes(options.value("cuda"))));
    return release;
}

void check_options(const ParsedOptions& options) {
    if (!options.has("toolkit"))
        throw BadInput("which toolkit? Give a folder, a wheel or another package, or a host_config.h");
    if (options.has("write") && options.has("data"))
        throw BadInput("--write DIR reads the tables from DIR too: leave --data out");
    if (options.has("all") && options.has("cuda"))
        throw BadInput("--cuda names the release of one toolkit, and --all reads many: leave one out");
}

/// The error's line, with the path in front.
std::string line_of(const fs::path& path, const std::exception& error) {
    const std::string line = error.what();
    const bool names_it = line.find(path.string()) != line.npos || line.find(as_plain_text(path.string())) != line.npos;
    return names_it ? line : path.string() + ": " + line;
}

bool is_settled(const machine::IngestResult& result) {
    return result.verdict.differences.empty() && result.toolkit.problems.empty();
}

/// Reads and compares, one toolkit after another.
class Ingesting {
public:
    Ingesting(const Tables& tables, const ParsedOptions& options)
        : tables_(tables), options_{options.has("run"), read_release(options)}, today_(today()) {}

    void read(const fs::path& path) {
        machine::Toolkit toolkit = machine::read_toolkit(path, options_, surroundings_);
        results_.push_back(machine::judge_toolkit(tables_, std::move(toolkit), today_));
    }

    void read_all(const fs::path& folder) {
        for (const fs::path& path : machine::find_toolkits(folder, surroundings_)) {
            try {
                read(path);
            } catch (const machine::NoToolkit& error) {
                leave_out(path, error, true);
            } catch (const machine::MachineError& error) {
                leave_out(path, error, false);
            }
        }
    }

    [[nodiscard]] std::span<const machine::IngestResult> results() const { return results_; }
    [[nodiscard]] std::span<const report::IngestFailure> failures() const { return failures_; }
    [[nodiscard]] bool failed() const {
        return std::ranges::any_of(failures_, [](const report::IngestFailure& f) { return !f.skipped; });
    }
    /// Whether the tables say all that the toolkits say.
    [[nodiscard]] bool settled_with(const Tables& tables) const {
        return std::ranges::all_of(results_, [&](const machine::IngestResult& result) {
            machine::Toolkit toolkit = result.toolkit;
            std::erase_if(toolkit.problems, [](const machine::IngestProblem& problem) {
                return std::holds_alternative<machine::ReleaseUnknown>(problem);
            });
            return is_settled(machine::judge_toolkit(tables, std::move(toolkit), today_));
        });
    }

private:
    void leave_out(const fs::path& path, const std::exception& error, bool skipped) {
        print_aside(skipped ? "note" : "error", line_of(path, error));
        failures_.push_back({path.string(), error.what(), skipped});
    }

    const Tables& tables_;
    machine::IngestOptions options_;
    std::string today_;
    machine::Surroundings surroundings_ = machine::Surroundings::here();
    std::vector<machine::IngestResult> results_;
    std::vector<report::IngestFailure> failures_;
};

void write_tables(const machine::TableFolder& writer, const Tables& tables) {
    check_tables(tables, writer.path());
    std::map<std::string, std::string> texts;
    for (const char* file : {"sources.json", "releases.json", "host_compilers.json"})
        texts[file] = wire::table_file(tables, file);
    writer.replace(texts);
}

/// Whether the tables then say all that the toolkits say.
bool write_results(const machine::TableFolder& writer, const Tables& tables, const Ingesting& ingesting) {
    machine::TableUpdate update(tables);
    bool changed = false;
    for (const machine::IngestResult& result : ingesting.results()) {
        const machine::NotApplied reason = update.add(result);
        changed = changed || reason == machine::NotApplied::applied;
        const std::string why = report::not_applied_message(reason);
        if (!why.empty()) print_aside("warning", fmt::format("{}: {}", result.toolkit.path.string(), why));
    }
    update.finish();
    if (changed) write_tables(writer, update.view());
    return ingesting.settled_with(update.view());
}

void print_results(const ParsedOptions& options, const Tables& tables, const Ingesting& ingesting,
                   const report::Style& style) {
    const bool json = options.has("json");
    if (options.has("all")) {
        print_answer(json ? report::ingest_all_json(tables, ingesting.results(), ingesting.failures())
                          : report::ingest_all_text(ingesting.results(), style));
        return;
    }
    const report::IngestAnswer answer{tables, ingesting.results().front()};
    print_answer(json ? report::ingest_json(answer) : report::ingest_text(answer, style));
}

int run_ingest(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    check_options(options);
    // The tables are read under the lock: what another writer adds to them is not lost.
    std::optional<machine::TableFolder> writer;
    if (options.has("write")) writer.emplace(options.value("write"));
    const ChosenTables tables(writer ? options.with("data", options.value("write")) : Texts(options));
    Ingesting ingesting(tables.view(), options);
    const fs::path path = options.value("toolkit");
    try {
        if (options.has("all")) ingesting.read_all(path);
        else ingesting.read(path);
    } catch (const machine::MachineError& error) {
        throw machine::MachineError(line_of(path, error));
    }
    if (ingesting.results().empty() && !ingesting.failed())
        throw machine::MachineError(path.string() + ": no toolkit and no package of one in it");
    if (!options.has("all") && options.has("run") && !ingesting.results().front().toolkit.answers)
        print_aside("note", "nothing was run: --run needs an installed or unpacked toolkit, a folder");

    const bool settled = writer ? write_results(*writer, tables.view(), ingesting)
                                : std::ranges::all_of(ingesting.results(), is_settled);
    print_results(options, tables.view(), ingesting, style);
    if (ingesting.failed()) return exit_failure;
    return settled ? exit_answered : exit_none;
}

constexpr auto ingest_options = joined(
    std::array{
        OptionSpec{"all", "", "TOOLKIT is a folder: read every toolkit and package in it, and in its folders"},
        OptionSpec{"cuda", "V", "the release, where nothing in the toolkit says it: 12.8.1"},
        OptionSpec{"run", "", "ask the toolkit's nvcc and ptxas for the architectures; else nothing in it is run"},
        OptionSpec{"write", "DIR", "compare with the tables in DIR, and correct them: releases, hosts, sources"},
    },
    common_options);
constexpr std::array<std::string_view, 2> ingest_examples{"cudastdenv ingest /usr/local/cuda",
                                                   "cudastdenv ingest --all --write data ~/wheels"};
constexpr std::array<std::string_view, 1> ingest_positional{"toolkit"};

}  // namespace

const Command ingest_command{"ingest",
                             "what a toolkit's own header says, and where the tables differ from it",
                             "[OPTIONS] TOOLKIT",
                             ingest_examples,
                             ingest_positional,
                             ingest_options,
                             run_ingest};

}  // namespace cudastdenv::cli
