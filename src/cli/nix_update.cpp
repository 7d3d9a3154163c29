// SPDX-License-Identifier: MIT
#include "nix/update.hpp"

#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/list.hpp"
#include "ask/owned_request.hpp"
#include "ask/release_name.hpp"
#include "cli/checkout.hpp"
#include "cli/chosen_tables.hpp"
#include "cli/exit_status.hpp"
#include "cli/nix.hpp"
#include "core/minor_of.hpp"
#include "core/quote.hpp"
#include "os/machine_error.hpp"
#include "os/write_file.hpp"
#include "report/nix.hpp"
#include "wire/json.hpp"
#include "words/nix.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

namespace cudastdenv::cli {

namespace {

nix::UpdateRequest read_request(const ParsedOptions& options, const ChosenTables& tables) {
    nix::UpdateRequest request;
    request.policy = read_policy(options);
    if (options.has("release"))
        request.release = minor_of(read_release_name(tables.context(), options.value("release")).version);
    if (!options.has("fix")) return request;
    const std::vector<std::string_view> names = nix::field_names();
    for (const std::string_view field : split_list(options.value("fix"))) {
        if (field == "all") {
            request.fix_all = true;
            continue;
        }
        request.fix.emplace(field);
        if (std::none_of(names.begin(), names.end(), [&](std::string_view name) { return request.fixes(name); }))
            throw BadInput(InputError::unknown,
                           fmt::format("--fix: rows have no field {}{}", in_quotes(field), suggestion(field, names)));
    }
    return request;
}

[[noreturn]] void fail(const Checkout& checkout, const std::string& path, std::string_view problem) {
    throw machine::MachineError(fmt::format("{}: {}; nothing is written", shown(checkout.folder() / path), problem));
}

/// Edits the text until Nix makes of it what is announced.
nix::UpdatedFile update_table(const Checkout& checkout, const Tables& tables, nix::Table table,
                              const nix::UpdateRequest& request) {
    constexpr int most_rounds = 4;  // each writes out the rows that followed the ones before
    nix::UpdatedFile file{.table = table, .path = checkout.find(table), .before = {}, .after = {}, .update = {}};
    file.before = checkout.text_of(file.path);
    const auto rows_of = [&](const std::string& text) {
        std::vector<nix::Row> rows = checkout.rows(table, file.path, text);
        for (nix::Row& row : rows) {
            if (row.key.empty())
                throw DataError(checkout.folder() / file.path, "", "a row does not say what it is about");
            if (!row.is_set()) row.fields.clear();  // it lacks all that a row has
        }
        sort_rows(table, rows);
        return rows;
    };
    try {
        std::optional<std::vector<nix::Row>> there;
        std::exception_ptr refusal;
        try {
            there = rows_of(file.before);
        } catch (const machine::MachineError&) {
            refusal = std::current_exception();  // what is to be mended may be the reason
        }
        nix::TableUpdater updater(tables, table, file.before, std::move(there), request);
        if (refusal && updater.text() == file.before) std::rethrow_exception(refusal);
        for (int round = 0; updater.text() != file.before; ++round) {
            const std::vector<nix::Row> rows = rows_of(updater.text());
            if (updater.is_as_announced(rows)) break;
            if (round == most_rounds || !updater.keep_dependent_rows(rows))
                fail(checkout, file.path, "Nix does not make of the edited file what it should be");
        }
        file.after = updater.text();
        file.update = updater.update();
    } catch (const nix::syntax::Error& error) {
        fail(checkout, file.path, fmt::format("line {}: {}", error.line, error.problem));
    }
    return file;
}

void write(const Checkout& checkout, nix::CheckoutUpdate& update) {
    std::vector<machine::NewContent> contents;
    for (const nix::UpdatedFile* file : {&update.nvcc, &update.cuda})
        if (file->before != file->after) contents.push_back({checkout.file(file->path), file->after});
    machine::replace_files(contents);
    update.written = !contents.empty();
}

int run_nix_update(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const Checkout checkout(options, "nix update");
    const ChosenTables tables(options);
    const nix::UpdateRequest request = read_request(options, tables);
    nix::CheckoutUpdate update{.folder = checkout.given(),
                               .nvcc = update_table(checkout, tables.view(), nix::Table::nvcc, request),
                               .cuda = update_table(checkout, tables.view(), nix::Table::cuda, request)};
    if (options.has("check")) return update.settled() && !update.changes() ? exit_answered : exit_none;

    const bool dry_run = options.has("dry-run");
    if (!dry_run) write(checkout, update);
    if (options.has("json")) {
        print_answer(options.streams(), wire::update_json(tables.view(), update, options.has("notes")));
    } else {
        std::string text = dry_run ? report::update_diff(update) : report::update_text(tables.view(), update, style);
        if (options.has("notes")) text += (text.empty() ? "" : "\n") + words::consequences(tables.view(), update);
        print_answer(options.streams(), text);
        if (dry_run)
            for (const std::string& aside : report::update_asides(tables.view(), update))
                print_aside(options.streams(), "note", aside);
    }
    return update.settled() ? exit_answered : exit_none;
}

constexpr std::array nix_update_options{
    OptionSpec{"release", "V", "only what one release brings"},
    policy_option,
    OptionSpec{"fix", "FIELD,FIELD", "mend these fields where rows have another value; all: every field"},
    OptionSpec{"dry-run", "", "write nothing, print what would change as a unified diff"},
    OptionSpec{"check", "", "write and print nothing: exit 1 if something would change, or differs"},
    OptionSpec{"notes", "", "also what else nixpkgs needs: package sets, manifests, release notes"},
    timeout_option,
};

}  // namespace

const Command nix_update_command{
    .name = "nix update",
    .group = CommandGroup::nixpkgs,
    .summary = "add what nvcc.nix and cuda.nix of a nixpkgs checkout lack, and change nothing else",
    .arguments = "[OPTIONS] DIR",
    .none = "something is left for a person, or with --check something would change",
    .examples = {"cudastdenv nix update ~/src/nixpkgs", "cudastdenv nix update --dry-run ~/src/nixpkgs"},
    .positional = {"dir"},
    .options = nix_update_options,
    .run = run_nix_update,
};

}  // namespace cudastdenv::cli
