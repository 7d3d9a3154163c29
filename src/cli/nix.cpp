// SPDX-License-Identifier: MIT
/// `nix` and its subcommands.
#include "cli/command.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "machine/os/nix_evaluation.hpp"
#include "machine/os/write_file.hpp"
#include "messages/nix.hpp"
#include "nix/audit.hpp"
#include "nix/update.hpp"
#include "report/nix.hpp"

#include <chrono>
#include <exception>

namespace cudastdenv::cli {

namespace {

namespace fs = std::filesystem;

constexpr OptionSpec timeout_option{"timeout", "SECONDS",
                                    "time limit for Nix in seconds, for each of the two files (default: 30)"};

/// A checkout, and the time limit for Nix to evaluate one of its files.
class Checkout {
public:
    const std::string given;
    const fs::path folder;  ///< absolute, without symbolic links, if the directory exists

    /// Reads the argument `dir` and the option `timeout`. `command` is for the error if the argument is missing. Throws
    /// BadInput.
    Checkout(const ParsedOptions& options, std::string_view command)
        : given(options.needed_value(
              "dir", fmt::format("missing directory; pass a checkout: cudastdenv {} ~/src/nixpkgs", command))),
          folder(without_links(given)),
          time_limit_(read_number(options.value_or("timeout", "30"), 3600, "not a time limit", "whole seconds, 1 to")) {
    }

    /// The path of the table in the checkout. Throws MachineError if it is in none of nixpkgs' known places.
    [[nodiscard]] std::string find(nix::Table table) const {
        const std::vector<std::string> places = nix::places_of(table);
        const std::string path = machine::find_file(folder, places).string();
        if (path.empty())
            throw machine::MachineError(
                fmt::format("{} is not a nixpkgs checkout: no {} in any known place, such as {}", folder.string(),
                            table == nix::Table::nvcc ? "nvcc.nix" : "cuda.nix", places.front()));
        return path;
    }

    /// The evaluated table. Throws MachineError, also if Nix cannot evaluate it, and DataError if it is not a table.
    [[nodiscard]] nix::AuditedFile read(nix::Table table) const {
        const std::string path = find(table);
        std::vector<nix::Row> there = rows(table, path);
        return {path, text_of(path), std::move(there)};
    }

    /// Evaluates the table at that path, or `text` in its place. Throws like read().
    [[nodiscard]] std::vector<nix::Row> rows(nix::Table table, const std::string& path,
                                             const std::optional<std::string>& text = {}) const {
        std::optional<machine::NewContent> draft;
        if (text) draft = machine::NewContent{machine::without_links(folder, path), *text};
        const std::string json =
            machine::evaluate({.expression = nix::expression_for(table, path, has("lib/default.nix")),
                               .folder = folder,
                               .time_limit = time_limit_,
                               .draft = std::move(draft)});
        return nix::read_rows(table, folder / path, json);
    }

    /// Whether the checkout has a file with that path.
    [[nodiscard]] bool has(std::string_view path) const {
        return !machine::find_file(folder, std::vector{std::string(path)}).empty();
    }

    /// The file with that path. It must be in the checkout even after symbolic links. Throws MachineError.
    [[nodiscard]] fs::path file(const std::string& path) const { return folder / machine::without_links(folder, path); }

    /// The contents of such a file. Throws MachineError, also if it is larger than 16 MiB.
    [[nodiscard]] std::string text_of(const std::string& path) const {
        constexpr std::size_t largest = std::size_t{16} << 20;
        return machine::read_regular_file(file(path), largest);
    }

private:
    static fs::path without_links(const fs::path& path) {
        std::error_code error;
        const fs::path resolved = fs::canonical(path, error);
        return error ? path : resolved;
    }

    std::chrono::seconds time_limit_;
};

constexpr std::string_view audit_formats = "text json markdown";

int run_nix_audit(const Run& run) {
    const std::string name = run.value_or("policy", "documented");
    if (name == "nixpkgs")
        throw BadInput(InputError::unfit,
                       "an audit compares with NVIDIA's limits, not nixpkgs'; for nixpkgs', run `cudastdenv nix diff`");
    const auto policy = query::read_enumerator<AuditPolicy>("policy", name);
    const std::string_view format = read_format(run, audit_formats);
    const Checkout checkout(run, "nix audit");
    nix::AuditedCheckout audited{
        .folder = checkout.given, .nvcc = checkout.read(nix::Table::nvcc), .cuda = checkout.read(nix::Table::cuda)};
    if (const std::string path(nix::package_set_file); checkout.has(path))
        audited.package_sets = nix::AuditedFile{path, checkout.text_of(path)};

    nix::Audit audit = nix::audit(run.tables(), policy, audited);
    messages::add_sentences(audit);
    return run.end(format == "json"   ? wire::answer_text(audit)
                   : format == "text" ? report::audit_text(audit, run.form.style)
                                      : report::audit_markdown(run.tables(), audit),
                   audit.findings.empty());
}

constexpr std::array nix_audit_options{
    OptionSpec{"policy", "POLICY", "limits to compare with: documented (default), enforced, measured"}.with_values(
        "documented enforced measured"),
    format_option("output format: text (default), json, markdown", audit_formats),
    timeout_option,
};

int run_nix_diff(const Run& run) {
    const Checkout checkout(run, "nix diff");
    const auto extent = run.has("nixpkgs-exact") ? nix::NvccExtent::ever : nix::NvccExtent::usual;
    nix::Diff diff{.folder = {checkout.given}};
    const auto add = [&](nix::Table table) {
        nix::AuditedFile there = checkout.read(table);
        check_rows(nix::Layout(table, there.rows), checkout.folder / there.path, there.rows);
        add_table(run.tables(), table, extent, std::move(there.rows), diff);
        return there.path;
    };
    diff.files = {{add(nix::Table::nvcc)}, {add(nix::Table::cuda)}};
    return run.end(diff, report::diff_text, diff.same);
}

constexpr std::array nix_diff_options{
    OptionSpec{"nixpkgs-exact", "", "leave out the releases that nixpkgs never had a row for"},
    timeout_option,
};

nix::UpdateRequest read_request(const Run& run) {
    nix::UpdateRequest request;
    request.policy = read_policy(run);
    if (run.has("release")) request.release = minor_of(read_release_name(run.context(), run.value("release")).version);
    if (!run.has("fix")) return request;
    const std::vector<std::string_view> names = nix::field_names();
    for (const std::string_view field : split_list(run.value("fix"))) {
        if (field == "all") {
            request.fix_all = true;
            continue;
        }
        request.fix.emplace(field);
        if (std::ranges::none_of(names, [&](std::string_view name) { return request.fixes(name); }))
            throw BadInput(InputError::unknown, "--fix: unknown field {}{}", in_quotes(field),
                           suggestion(field, names));
    }
    return request;
}

[[noreturn]] void fail(const Checkout& checkout, const std::string& path, std::string_view problem) {
    throw machine::MachineError(fmt::format("{}: {}; nothing is written", shown(checkout.folder / path), problem));
}

/// Edits the text until Nix evaluates it to the expected rows, and adds the result to `before`.
nix::Update update_table(const Checkout& checkout, const Tables& tables, nix::Table table,
                         const nix::UpdateRequest& request, nix::Update before) {
    constexpr int most_rounds = 4;  // each writes out rows that were defined by changed ones
    nix::UpdatedFile file{.table = table, .path = checkout.find(table)};
    file.before = checkout.text_of(file.path);
    const auto rows_of = [&](const std::string& text) {
        std::vector<nix::Row> rows = checkout.rows(table, file.path, text);
        for (nix::Row& row : rows) {
            if (row.key.empty()) throw DataError(checkout.folder / file.path, "", "a row has no key");
            if (!row.is_set()) row.fields.clear();  // it has no fields of a row
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
            refusal = std::current_exception();  // the text to fix may be the reason
        }
        nix::TableUpdater updater(tables, table, file.before, std::move(there), request, std::move(before));
        if (refusal && updater.text() == file.before) std::rethrow_exception(refusal);
        for (int round = 0; updater.text() != file.before; ++round) {
            const std::vector<nix::Row> rows = rows_of(updater.text());
            if (updater.is_as_announced(rows)) break;
            if (round == most_rounds || !updater.keep_dependent_rows(rows))
                fail(checkout, file.path, "Nix does not evaluate the edited file to the expected rows");
        }
        file.after = updater.text();
        nix::Update update = updater.update();
        update.edited.push_back(std::move(file));
        return update;
    } catch (const nix::syntax::Error& error) {
        fail(checkout, file.path, fmt::format("line {}: {}", error.line, error.problem));
    }
}

/// Updates both tables.
nix::Update update_of(const Checkout& checkout, const Tables& tables, const nix::UpdateRequest& request) {
    nix::Update update{.folder = {checkout.given}};
    for (const nix::Table table : {nix::Table::nvcc, nix::Table::cuda})
        update = update_table(checkout, tables, table, request, std::move(update));
    update.files = {{update.edited.front().path}, {update.edited.back().path}};
    update.settled = update.is_settled();
    update.changes = std::ranges::any_of(update.edited, &nix::UpdatedFile::is_changed);
    update.decisions = messages::decisions_of(tables, update);
    return update;
}

int run_nix_update(const Run& run) {
    const Checkout checkout(run, "nix update");
    nix::Update update = update_of(checkout, run.tables(), read_request(run));
    if (run.has("check")) return update.settled && !update.changes ? exit_answered : exit_none;

    const bool dry_run = run.has("dry-run");
    std::vector<machine::NewContent> contents;
    for (const nix::UpdatedFile& file : update.edited)
        if (!dry_run && file.is_changed()) contents.push_back({checkout.file(file.path), file.after});
    machine::replace_files(contents);
    update.written = !contents.empty();
    const std::string notes = run.has("notes") ? messages::consequences(run.tables(), update) : "";
    if (run.has("json")) {
        if (run.has("notes")) update.notes.value = notes;
        return run.end(wire::answer_text(update), update.settled);
    }
    std::string text = dry_run ? report::update_diff(update) : report::update_text(update, run.form.style);
    if (run.has("notes")) text += (text.empty() ? "" : "\n") + notes;
    const int status = run.end(text, update.settled);
    if (dry_run)
        for (const std::string& aside : report::update_asides(update)) run.remark("note", aside);
    return status;
}

constexpr std::array nix_update_options{
    OptionSpec{"release", "VERSION", "add only the changes of one release"},
    policy_option,
    OptionSpec{"fix", "LIST", "correct these fields if rows have another value; all: every field"},
    OptionSpec{"dry-run", "", "write nothing and print the changes as a unified diff"},
    OptionSpec{"check", "", "write and print nothing; exit 1 if something would change, or differs"},
    OptionSpec{"notes", "", "also print other changes that nixpkgs needs: package sets, manifests, release notes"},
    timeout_option,
};

constexpr std::array nix_commands{
    Command{
        .name = "nix flags",
        .summary = "write cudaPackages.flags of a release, or of several (LIST or all) by package set",
        .arguments = "--cuda VERSION [--capabilities LIST] [OPTIONS]",
        .examples = {"cudastdenv nix flags --cuda 12.8 --capabilities 8.9,9.0a -o flags.nix",
                     "cudastdenv nix flags --cuda 12.6,12.8,13.0"},
        .common = file_options,
    },
    Command{
        .name = "nix nvcc",
        .summary = "write nixpkgs' nvcc.nix: the host compilers of each release",
        .examples = {"cudastdenv nix nvcc -o nvcc.nix", "cudastdenv nix nvcc --policy enforced"},
        .common = file_options,
    },
    Command{
        .name = "nix cuda",
        .summary = "write nixpkgs' cuda.nix: the releases of each capability",
        .examples = {"cudastdenv nix cuda -o cuda.nix", "cudastdenv nix cuda --plain --all"},
        .common = file_options,
    },
    Command{
        .name = "nix config",
        .summary = "write nixpkgs' config with CUDA, for the given capabilities",
        .arguments = "[--cuda VERSION] [--capabilities LIST] [OPTIONS]",
        .examples = {"cudastdenv nix config --capabilities 8.9,9.0a",
                     "cudastdenv nix config --cuda 12.8 --no-forward-compat"},
        .common = file_options,
    },
    Command{
        .name = "nix variants",
        .summary = "write nixpkgs' pkgsForCudaArch, with the releases that can build each",
        .arguments = "[--cuda VERSION] [--stdenv CHANNEL] [OPTIONS]",
        .examples = {"cudastdenv nix variants --cuda 12.6", "cudastdenv nix variants --json"},
        .common = file_options,
    },
    Command{
        .name = "nix checks",
        .summary = "write derivations that compile and link with each release and host compiler",
        .arguments = "[--cuda LIST] [OPTIONS]",
        .examples = {"cudastdenv nix checks -o checks.nix",
                     "cudastdenv nix checks --cuda 12.8,13.0 --stdenv nixos-26.05"},
        .common = file_options,
    },
    Command{
        .name = "nix diff",
        .summary = "compare nvcc.nix and cuda.nix of a nixpkgs checkout with the tables",
        .arguments = "[OPTIONS] DIR",
        .none = "they differ",
        .examples = {"cudastdenv nix diff ~/src/nixpkgs", "cudastdenv nix diff --json ~/src/nixpkgs"},
        .positional = "dir",
        .options = nix_diff_options,
        .run = run_nix_diff,
    },
    Command{
        .name = "nix audit",
        .summary = "find where a nixpkgs checkout differs from NVIDIA",
        .arguments = "[OPTIONS] DIR",
        .none = "findings were reported",
        .examples = {"cudastdenv nix audit ~/src/nixpkgs",
                     "cudastdenv nix audit --policy enforced --format markdown ~/src/nixpkgs"},
        .positional = "dir",
        .options = nix_audit_options,
        .run = run_nix_audit,
    },
    Command{
        .name = "nix update",
        .summary = "add the rows that nvcc.nix and cuda.nix of a nixpkgs checkout lack, and change nothing more",
        .arguments = "[OPTIONS] DIR",
        .none = "something must be done manually, or, with --check, something would change",
        .examples = {"cudastdenv nix update ~/src/nixpkgs", "cudastdenv nix update --dry-run ~/src/nixpkgs"},
        .positional = "dir",
        .options = nix_update_options,
        .run = run_nix_update,
    },
    Command{
        .name = "nix impact",
        .summary = "show how a new compiler, glibc or CUDA affects each package set",
        .arguments = "[--from ENV] [--to ENV] [--glibc VERSION] [--cuda VERSION] [OPTIONS]",
        .none = "a package set is left without a compiler",
        .examples = {"cudastdenv nix impact --from nixos-26.05 --to gcc-16 --glibc 2.44",
                     "cudastdenv nix impact --to nixos-unstable --format markdown"},
    },
};

}  // namespace

const Command nix_command{
    .name = "nix",
    .group = CommandGroup::nixpkgs,
    .summary = "write nixpkgs' CUDA files, compare a checkout with the tables, or update it",
    .arguments = "COMMAND [OPTIONS]",
    .examples = {"cudastdenv nix nvcc -o nvcc.nix", "cudastdenv nix diff ~/src/nixpkgs"},
    .common = help_options,
    .run = [](const Run&) -> int {
        throw BadInput(InputError::missing, "missing subcommand; `cudastdenv help nix` lists them");
    },
    .subcommands = nix_commands,
};

}  // namespace cudastdenv::cli
