// SPDX-License-Identifier: MIT
#include "report/nix.hpp"

#include "core/quote.hpp"
#include "nix/features.hpp"
#include "report/page.hpp"
#include "report/text.hpp"
#include "report/unified_diff.hpp"
#include "tables/fields.hpp"
#include "tables/json.hpp"
#include "words/nix.hpp"
#include "words/phrases.hpp"

#include <cudastdenv/lookup.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace cudastdenv::report {

namespace {

using namespace words;

constexpr std::size_t change_width = 11;  ///< `nvcc 12.10 `, `cuda 10.0a `

/// A name that a checkout gives: shown as it is unless it holds something else than text.
std::string shown(const std::string& name) {
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
    return plain && name.size() <= 60 ? name : in_quotes(name);
}

std::string distance_in_words(int releases) {
    if (releases == 0) return "";
    const int count = std::abs(releases);
    return fmt::format(" ({} release{} {})", count, count == 1 ? "" : "s", releases > 0 ? "later" : "earlier");
}

std::string in_words(const nix::FieldValue& value) {
    const std::string* text = std::get_if<std::string>(&value);
    return text ? shown(*text) : "none";
}

std::string change_in_words(const nix::Change& change) {
    using Kind = nix::ColumnInfo::Kind;
    if (!change.column) return fmt::format("attribute {} there, which nixpkgs' rows do not have", shown(change.field));
    if (!change.here)
        return fmt::format("{} is written {} there", change.field, in_quotes(std::get<std::string>(change.there)));
    const nix::ColumnInfo& column = about(*change.column);
    const std::string here = in_words(*change.here), there = in_words(change.there);
    switch (column.kind) {
        case Kind::major: return fmt::format("{} {} here, {} there ({:+})", column.label, here, there, change.by);
        case Kind::release:
        case Kind::release_or_null:
            return fmt::format("{} {} here, {} there{}", column.label, here, there, distance_in_words(change.by));
        case Kind::truth:
            return change.here == nix::FieldValue(true) ? fmt::format("{} here, not there", column.label)
                                                        : fmt::format("{} there, not here", column.label);
        case Kind::text: return fmt::format("{} here, {} there", here, there);
    }
    return "";
}

std::string row_in_words(nix::Table table, const nix::Row& row) {
    using nix::Column;
    const auto word = [&](Column column) { return in_words(row.value(column).value_or(nullptr)); };
    if (table == nix::Table::nvcc)
        return fmt::format("gcc {} to {}, clang {} to {}", word(Column::gcc_min), word(Column::gcc_max),
                           word(Column::clang_min), word(Column::clang_max));
    const std::string last = word(Column::max);
    return fmt::format(fmt::runtime(last == "none" ? "{}, from {} on" : "{}, {} to {}"), word(Column::architecture),
                       word(Column::min), last);
}

std::string source_of(const nix::WantedRow& row) {
    const auto* nvcc = std::get_if<nix::NvccRow>(&row.ours);
    const bool is_nvidias = !nvcc && !std::get<nix::CudaRow>(row.ours).in_nixpkgs;
    return fmt::format("{} [{}]",
                       is_nvidias ? "nvcc's own range" : view_in_words(nvcc ? nvcc->gcc.view : Policy::nixpkgs),
                       row.sources.empty() ? "" : row.sources.front());
}

std::string difference_in_words(const nix::RowDifference& difference) {
    const auto& [table, here, there, changes] = difference;
    if (!here) return fmt::format("missing here: {} there", row_in_words(table, *there));
    if (!there) return fmt::format("missing there: {} here, from {}", row_in_words(table, here->row), source_of(*here));
    std::vector<std::string> parts;
    for (const nix::Change& change : changes) parts.push_back(change_in_words(change));
    return fmt::format("{}; here from {}", fmt::join(parts, "; "), source_of(*here));
}

}  // namespace

std::string diff_text(const nix::Diff& diff, const Style& style) {
    const std::size_t differing = diff.rows.size();
    std::string text = fmt::format("{} row{} differ{}, {} agree\n", differing, differing == 1 ? "" : "s",
                                   differing == 1 ? "s" : "", diff.agreeing);
    text += style.faint(fmt::format("nvcc: {}\ncuda: {}", diff.nvcc_file, diff.cuda_file)) + '\n';
    if (!diff.same()) text += '\n';
    for (const nix::RowDifference& difference : diff.rows) {
        const std::string_view table = difference.table == nix::Table::nvcc ? "nvcc" : "cuda";
        const std::string name = fmt::format("{} {}", table, difference.key());
        text += style.strong(fmt::format("{:<{}}", name, change_width)) +
                wrap(difference_in_words(difference), style.width, change_width, change_width) + '\n';
    }
    if (diff.given_up.empty()) return text;
    return text + fmt::format("\nOlder than its first row, and not counted: {}\n", joined(diff.given_up, ", "));
}

namespace {

using nix::AuditFinding;
using nix::AuditSeverity;

constexpr std::array severities{AuditSeverity::breaks_a_build, AuditSeverity::forbids_what_works,
                                AuditSeverity::cosmetic};
constexpr std::size_t most_not_known = 6;

/// `nvcc.nix:180`; empty where no line is known.
std::string place_in_file(const AuditFinding& finding) {
    if (!finding.line) return "";
    return fmt::format("{}:{}", as_plain_text(std::filesystem::path(finding.file).filename().string()), *finding.line);
}

std::string finding_text(const AuditFinding& finding, nix::AuditPolicy policy, const Style& style) {
    constexpr std::size_t indent = 4;
    const std::string place = words::place_in_words(finding);
    std::string rest = ": " + words::sentence(words::say(finding, policy));
    if (!finding.sources.empty()) rest += fmt::format(" [{}]", finding.sources.front());
    if (const std::string line = place_in_file(finding); !line.empty()) rest += ' ' + line;
    return "  " + style.strong(place) + wrap(rest, style.width, indent, place.size() + 2) + '\n';
}

std::string heading_text(AuditSeverity severity, const Style& style) {
    const std::string heading(words::heading_of(severity));
    switch (severity) {
        case AuditSeverity::breaks_a_build: return style.bad(heading);
        case AuditSeverity::forbids_what_works: return style.warn(heading);
        case AuditSeverity::cosmetic: return style.strong(heading);
    }
    return heading;
}

/// A code span: nothing of what is in it means anything to Markdown, names nobody and links nowhere.
std::string code_span(std::string_view text) {
    std::string plain;
    std::size_t longest = 0, run = 0;
    for (const char c : as_plain_text(text)) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
        if (c == '|') plain += '\\';
        plain += c;
    }
    if (plain.empty()) return "";
    const std::string fence(longest + 1, '`');
    const std::string_view gap = plain.front() == '`' || plain.back() == '`' ? " " : "";
    return fmt::format("{}{}{}{}{}", fence, gap, plain, gap, fence);
}

std::string links(const Tables& tables, const AuditFinding& finding) {
    std::vector<std::string> links;
    for (const std::string_view id : finding.sources) {
        const SourceRow* source = find_source(tables, id);
        if (source && source->url) links.push_back(fmt::format("[{}]({})", escape_markdown(id), *source->url));
        else links.push_back(escape_markdown(id));
    }
    return fmt::format("{}", fmt::join(links, ", "));
}

std::string finding_row(const Tables& tables, const AuditFinding& finding, nix::AuditPolicy policy) {
    const words::FindingInWords said = words::say(finding, policy);
    const std::string ours = said.more.empty() ? said.ours : fmt::format("{} ({})", said.ours, said.more);
    const std::string file = finding.line ? fmt::format("{}:{}", finding.file, *finding.line) : finding.file;
    return fmt::format("| {} | {} | {} | {} | {} |\n", code_span(words::place_in_words(finding)), code_span(said.there),
                       escape_markdown(ours), code_span(file), links(tables, finding));
}

}  // namespace

std::string audit_text(const nix::AuditedCheckout& checkout, const nix::Audit& audit, const Style& style) {
    std::string text = words::findings_in_words(audit) + '\n';
    text += style.faint(fmt::format("held against {}\nnvcc: {}\ncuda: {}", words::policy_in_words(audit.policy),
                                    as_plain_text(checkout.nvcc.path), as_plain_text(checkout.cuda.path))) +
            '\n';
    for (const AuditSeverity severity : severities) {
        if (audit.count(severity) == 0) continue;
        text += '\n' + heading_text(severity, style) + '\n';
        for (const AuditFinding& finding : audit.findings)
            if (finding.severity == severity) text += finding_text(finding, audit.policy, style);
    }
    const auto add = [&](std::string_view label, const std::string& what) {
        if (!what.empty()) text += wrap(fmt::format("{}: {}", label, what), style.width, 2, 0) + '\n';
    };
    text += fmt::format("\nConfirmed: {}\n", words::counted(static_cast<std::size_t>(audit.agreeing), "value"));
    add("Not known", words::not_known_in_words(audit, most_not_known));
    add("Older than its first row, and not counted", words::joined(audit.given_up, ", "));
    return text;
}

std::string audit_markdown(const Tables& tables, const nix::Audit& audit) {
    std::string text = fmt::format("**{}**\n\n", words::findings_in_words(audit));
    text += fmt::format("Held against {}: {} confirmed, {} not known.\n",
                        escape_markdown(words::policy_in_words(audit.policy)),
                        words::counted(static_cast<std::size_t>(audit.agreeing), "value"), audit.not_known.size());
    for (const AuditSeverity severity : severities) {
        if (audit.count(severity) == 0) continue;
        text += fmt::format("\n### {}\n\n| where | here | NVIDIA | file | sources |\n|---|---|---|---|---|\n",
                            words::heading_of(severity));
        for (const AuditFinding& finding : audit.findings)
            if (finding.severity == severity) text += finding_row(tables, finding, audit.policy);
    }
    return text;
}

namespace {

using State = nix::FieldUpdate::State;

constexpr std::size_t finding_width = 10;

std::size_t count(const nix::TableChanges& update, State state) {
    return static_cast<std::size_t>(std::count_if(update.differences.begin(), update.differences.end(),
                                                  [&](const auto& difference) { return difference.state == state; }));
}

std::string first_line(const nix::CheckoutUpdate& update) {
    std::size_t added = 0, mended = 0, left = 0;
    for (const nix::TableChanges* table : {&update.nvcc.update, &update.cuda.update}) {
        added += table->added.size();
        mended += count(*table, State::mended);
        left += table->differences.size() - count(*table, State::mended) + table->unknown.size() +
                table->not_added.size() + table->older.size();
    }
    if (added + mended + left == 0) return "nothing to do: the checkout says what the tables say\n";
    std::vector<std::string> parts;
    if (added != 0) parts.push_back(words::counted(added, "row") + " added");
    if (mended != 0) parts.push_back(words::counted(mended, "field") + " mended");
    if (left != 0) parts.push_back(words::counted(left, "difference") + " left");
    return fmt::format("{}{}\n", fmt::join(parts, ", "),
                       update.written        ? ""
                       : added + mended != 0 ? " (nothing is written)"
                                             : "");
}

/// A label, and what it is about; lines that go on are indented.
std::string line(std::string_view label, std::string_view text, const Style& style) {
    return fmt::format("  {:<{}}", label, finding_width) +
           wrap(text, style.width, finding_width + 2, finding_width + 2) + '\n';
}

std::string place(const std::string& key, const std::optional<std::size_t>& at) {
    return at ? fmt::format("{} (line {})", as_plain_text(key), *at) : as_plain_text(key);
}

std::string keys_of(const std::vector<nix::AddedRow>& rows) {
    std::vector<std::string> keys;
    for (const nix::AddedRow& row : rows) keys.push_back(row.key);
    return fmt::format("{}", fmt::join(keys, ", "));
}

struct Finding {
    std::string_view label;
    std::string text;
};

std::string_view label_of(State state) {
    return std::array{"differs", "mended", "by hand"}.at(static_cast<std::size_t>(state));
}

Finding finding_of(const nix::FieldUpdate& difference) {
    return {label_of(difference.state), words::cited(fmt::format("{}: {}", place(difference.key, difference.line),
                                                                 words::difference_in_words(difference)),
                                                     difference.sources)};
}

/// What a table still says otherwise.
std::vector<Finding> left_in(const nix::TableChanges& update) {
    std::vector<Finding> findings;
    for (const nix::FieldUpdate& difference : update.differences)
        if (difference.state != State::mended) findings.push_back(finding_of(difference));
    for (const nix::UnknownThere& unknown : update.unknown)
        findings.push_back(
            {"unknown", fmt::format("{}: {}", place(unknown.key, unknown.line),
                                    unknown.attribute.empty() ? "no such row is known, or it is there twice"
                                                              : "attribute " + as_plain_text(unknown.attribute) +
                                                                    ", which nixpkgs' rows do not have")});
    for (const std::string& key : update.not_added)
        findings.push_back(
            {"by hand", fmt::format("{}: is missing, and no row is written out that shows how to write one", key)});
    if (!update.older.empty())
        findings.push_back(
            {"missing",
             fmt::format("{}: older than the first row here; nixpkgs' newest file has them, --release V adds one",
                         fmt::join(update.older, ", "))});
    return findings;
}

std::string table_text(const nix::UpdatedFile& file, const Style& style) {
    std::string text;
    if (!file.update.added.empty()) text += line("added", keys_of(file.update.added), style);
    for (const nix::FieldUpdate& difference : file.update.differences)
        if (difference.state == State::mended) text += line("mended", finding_of(difference).text, style);
    if (!file.update.kept.empty())
        text += line("kept",
                     fmt::format("{}: written as a row that changed, and now say what they said",
                                 fmt::join(file.update.kept, ", ")),
                     style);
    for (const Finding& finding : left_in(file.update)) text += line(finding.label, finding.text, style);
    return text.empty() ? "" : style.strong(file.path) + '\n' + text;
}

/// The fields that differ, as `--fix` takes them.
std::vector<std::string> fields_to_fix(const nix::CheckoutUpdate& update) {
    std::vector<std::string> fields;
    for (const nix::TableChanges* table : {&update.nvcc.update, &update.cuda.update})
        for (const nix::FieldUpdate& difference : table->differences)
            if (difference.state == State::left) fields.push_back(difference.field);
    std::sort(fields.begin(), fields.end());
    fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
    return fields;
}

}  // namespace

std::string update_text(const Tables& tables, const nix::CheckoutUpdate& update, const Style& style) {
    std::string text = first_line(update);
    for (const nix::UpdatedFile* file : {&update.nvcc, &update.cuda})
        if (const std::string lines = table_text(*file, style); !lines.empty()) text += '\n' + lines;
    if (const std::vector<std::string> fields = fields_to_fix(update); !fields.empty())
        text += fmt::format("\nTo mend what differs: --fix {}\n", fmt::join(fields, ","));
    const std::vector<nix::Decision> decisions = nix::decisions_of(tables, update);
    if (!decisions.empty()) text += "\nTo be decided\n";
    for (const nix::Decision& decision : decisions)
        text += "  - " + wrap(words::say(decision).text, style.width, 4, 4) + '\n';
    return text;
}

std::string update_diff(const nix::CheckoutUpdate& update) {
    std::string text;
    for (const nix::UpdatedFile* file : {&update.nvcc, &update.cuda})
        text += unified_diff(file->path, file->before, file->after);
    return text;
}

std::vector<std::string> update_asides(const Tables& tables, const nix::CheckoutUpdate& update) {
    std::vector<std::string> asides;
    for (const nix::UpdatedFile* file : {&update.nvcc, &update.cuda})
        for (const Finding& finding : left_in(file->update))
            asides.push_back(fmt::format("{}: {}", file->path, finding.text));
    for (const nix::Decision& decision : nix::decisions_of(tables, update))
        asides.push_back("to be decided: " + words::say(decision).text);
    return asides;
}

namespace {

using namespace words;

std::string title(const ManifestAnswer& answer) {
    const std::string product(answer.product.value_or("unnamed product"));
    std::string words = product == "cuda" ? "CUDA" : product;
    if (answer.release) words += " " + to_string(*answer.release);
    else if (answer.label) words += fmt::format(" {}", *answer.label);
    if (answer.date) words += fmt::format(" of {}", *answer.date);
    return words;
}

std::string package_in_words(const ManifestAnswer::Package& package) {
    std::vector<std::string> systems;
    for (const auto& [system, variants] : package.systems.entries) {
        systems.emplace_back(system);
        if (!variants.empty()) systems.back() += fmt::format(" ({})", fmt::join(variants, " "));
    }
    const std::string where = systems.empty() ? "nowhere" : fmt::format("{}", fmt::join(systems, ", "));
    return package.version ? fmt::format("{}: {}", *package.version, where) : where;
}

std::string state_in_words(const ManifestAnswer& answer, std::string_view table, nix::TableState::State state) {
    using TableState = nix::TableState::State;
    switch (state) {
        case TableState::agrees: return "has it";
        case TableState::lacks:
            if (table == "redist") return "lacks a system";
            return fmt::format("lacks {}{}", table == "sources" ? "nvidia-redistrib-" : "", to_string(*answer.release));
        case TableState::differs: return "says otherwise";
    }
    return {};
}

void print_tables(Page& page, const ManifestAnswer& answer, const Style& style) {
    if (answer.tables.entries.empty()) return;
    page.gap();
    page.line("Our tables");
    for (const auto& [table, state] : answer.tables.entries) {
        const bool agrees = state == nix::TableState::State::agrees;
        page.item(table, agrees ? style.good(table) : style.warn(table), state_in_words(answer, table, state));
    }
}

template <class Row>
void print_rows(Page& page, std::string_view heading, const std::vector<Row>& rows) {
    if (rows.empty()) return;
    page.gap();
    page.line(heading);
    for (std::size_t i = 0; i < rows.size(); ++i) page.line(canonical(rows[i], 4) + (i + 1 < rows.size() ? "," : ""));
}

void print_problems(Page& page, const ManifestAnswer& answer) {
    if (answer.problem_count == 0) return;
    page.gap();
    page.line("Problems");
    for (const ManifestAnswer::Problem& problem : answer.problems)
        page.bullet(fmt::format("{}{}{} [{}]", problem.pointer, problem.pointer.empty() ? "" : ": ", problem.message,
                                std::string_view(problem.code)));
    if (answer.problem_count > answer.problems.size())
        page.bullet(fmt::format("and {} more", answer.problem_count - answer.problems.size()));
}

}  // namespace

std::string manifest_text(const ManifestAnswer& answer, const Style& style) {
    const bool is_redistrib = answer.kind == "redistrib";
    Page page(style);
    page.sentence(fmt::format("{}: {} ({})", style.strong(title(answer)),
                              answer.problem_count == 0 ? style.good("no problems")
                                                        : style.bad(counted(answer.problem_count, "problem")),
                              is_redistrib ? "NVIDIA's manifest of redistributable packages" : "a feature manifest"));
    page.gap();
    if (answer.product == "cuda" && is_redistrib)
        page.row("nvcc", std::string(answer.nvcc.value_or("not among the packages, or without a version")));
    page.line(fmt::format("Packages ({})", answer.packages.size()));
    for (const ManifestAnswer::Package& package : answer.packages)
        page.item(package.name, package.name, package_in_words(package));
    print_tables(page, answer, style);
    print_rows(page, "For releases.json (newestStandard is not in a manifest: nvcc --help says it)",
               answer.new_rows.releases);
    print_rows(page, "For redist.json, instead of the row of the same names, if there is one", answer.new_rows.redist);
    print_problems(page, answer);
    return page.take();
}

namespace {

/// `cuda_cudart linux-x86_64`
std::string archive_in_words(const nix::ManifestArchive& archive) {
    return fmt::format("{} {}{}{}", archive.package, archive.system, archive.variant.empty() ? "" : " ",
                       archive.variant);
}

std::string outputs_in_words(const nix::PackageOutputs& outputs) {
    std::vector<std::string_view> names;
    for (const nix::OutputName& output : nix::output_names)
        if (outputs.*output.has) names.push_back(output.name);
    return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

std::vector<std::string> features_missing(const nix::FoundFeatures& found) {
    std::vector<std::string> notes;
    for (const nix::ManifestArchive& archive : found.missing)
        notes.push_back(
            fmt::format("{}: left out, its archive is not there: {}", archive_in_words(archive), archive.path));
    if (found.unnamed > 0)
        notes.push_back(
            fmt::format("{}: left out, without a path or a hash that can be used", counted(found.unnamed, "archive")));
    return notes;
}

std::string features_text(const nix::FoundFeatures& found, const Style& style) {
    Page page(style);
    page.line(fmt::format("{} of {}; of {} it is not known", style.strong("Outputs"),
                          counted(found.packages.size(), "archive"), found.missing.size() + found.unnamed));
    for (const nix::PackageFeatures& package : found.packages) {
        const std::string words = outputs_in_words(package.outputs);
        page.bullet(
            fmt::format("{}: {}", archive_in_words(package.archive), words.empty() ? "none of its own" : words));
    }
    return page.take();
}

}  // namespace cudastdenv::report
