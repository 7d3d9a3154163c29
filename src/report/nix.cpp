// SPDX-License-Identifier: MIT
#include "report/nix.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "manifest/manifest.hpp"
#include "report/text.hpp"
#include "tables/fields.hpp"
#include "tables/lookup.hpp"
#include "words/nix.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>

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

std::string in_words(const Scalar& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    const std::string* text = std::get_if<std::string>(&value);
    return text ? shown(*text) : "none";
}

std::string change_in_words(const nix::Diff::Change& change) {
    using Kind = nix::ColumnInfo::Kind;
    if (!change.column) return fmt::format("attribute {} there, which nixpkgs' rows do not have", shown(change.field));
    if (!change.here.value)
        return fmt::format("{} is written {} there", change.field,
                           in_quotes(std::get<std::string>(*change.there.value)));
    const nix::ColumnInfo& column = about(*change.column);
    const std::string here = in_words(*change.here.value), there = in_words(*change.there.value);
    const int by = change.by.value ? change.by.value->value_or(0) : 0;
    switch (column.kind) {
        case Kind::major: return fmt::format("{} {} here, {} there ({:+})", column.label, here, there, by);
        case Kind::release:
        case Kind::release_or_null:
            return fmt::format("{} {} here, {} there{}", column.label, here, there, distance_in_words(by));
        case Kind::truth:
            return fmt::format(fmt::runtime(change.here.value == Scalar(true) ? "{} here, not there"
                                                                              : "{} there, not here"),
                               column.label);
        case Kind::text: return fmt::format("{} here, {} there", here, there);
    }
    return "";
}

std::string in_words(const nix::NixRow& row) {
    if (const auto* nvcc = std::get_if<nix::NvccRow>(&row))
        return fmt::format("gcc {} to {}, clang {} to {}", nvcc->gcc.min, nvcc->gcc.max, nvcc->clang.min,
                           nvcc->clang.max);
    const nix::CudaRow& cuda = std::get<nix::CudaRow>(row);
    const std::string name = shown(cuda.architecture), first = to_string(cuda.min);
    if (!cuda.max) return fmt::format("{}, from {} on", name, first);
    return fmt::format("{}, {} to {}", name, first, to_string(*cuda.max));
}

std::string source_of(const nix::Diff::Difference& difference) {
    const auto* nvcc = std::get_if<nix::NvccRow>(&*difference.here.value);
    const bool is_nvidias = !nvcc && !std::get<nix::CudaRow>(*difference.here.value).in_nixpkgs;
    return fmt::format("{} [{}]",
                       is_nvidias ? "nvcc's own range" : view_in_words(nvcc ? nvcc->gcc.view : Policy::nixpkgs),
                       difference.sources.value->empty() ? "" : difference.sources.value->front());
}

std::string difference_in_words(const nix::Diff::Difference& difference) {
    if (!difference.here.value) return fmt::format("missing here: {} there", in_words(*difference.there.value));
    if (!difference.there.value)
        return fmt::format("missing there: {} here, from {}", in_words(*difference.here.value), source_of(difference));
    std::vector<std::string> parts;
    for (const nix::Diff::Change& change : *difference.changes.value) parts.push_back(change_in_words(change));
    return fmt::format("{}; here from {}", fmt::join(parts, "; "), source_of(difference));
}

}  // namespace

std::string diff_text(const nix::Diff& diff, const Style& style) {
    const std::size_t differing = diff.differences.size();
    std::string text = fmt::format("{} row{} differ{}, {} agree\n", differing, differing == 1 ? "" : "s",
                                   differing == 1 ? "s" : "", diff.agreeing);
    text += style.faint(fmt::format("nvcc: {}\ncuda: {}", std::string_view(diff.files.nvcc),
                                    std::string_view(diff.files.cuda))) +
            '\n';
    if (!diff.same) text += '\n';
    for (const nix::Diff::Difference& difference : diff.differences) {
        const std::string name = fmt::format("{} {}", difference.table, difference.row);
        text += style.strong(fmt::format("{:<{}}", name, change_width)) +
                wrap(difference_in_words(difference), style.width, change_width, change_width) + '\n';
    }
    if (diff.given_up.empty()) return text;
    return text + fmt::format("\nOlder than its first row, and not counted: {}\n", joined(diff.given_up, ", "));
}

namespace {

using nix::AuditFinding;
using nix::AuditSeverity;

constexpr std::size_t most_not_known = 6;

/// `nvcc.nix:180`; empty where no line is known.
std::string place_in_file(const AuditFinding& finding) {
    if (!finding.line) return "";
    return fmt::format("{}:{}", as_plain_text(std::filesystem::path(std::string(finding.file)).filename().string()),
                       *finding.line);
}

std::string finding_text(const AuditFinding& finding, const Style& style) {
    constexpr std::size_t indent = 4;
    const std::string place = words::place_in_words(finding);
    std::string rest = ": " + finding.message;
    if (!finding.sources.empty()) rest += fmt::format(" [{}]", finding.sources.front());
    if (const std::string line = place_in_file(finding); !line.empty()) rest += ' ' + line;
    return "  " + style.strong(place) + wrap(rest, style.width, indent, place.size() + 2) + '\n';
}

/// The headings of the severities, each with how it is shown.
struct Heading {
    AuditSeverity severity;
    std::string_view text;
    std::string (Style::*shown)(std::string_view) const;
};
constexpr std::array<Heading, 3> headings{{
    {AuditSeverity::breaks_a_build, "Breaks a build", &Style::bad},
    {AuditSeverity::forbids_what_works, "Forbids what works", &Style::warn},
    {AuditSeverity::cosmetic, "Cosmetic", &Style::strong},
}};

/// What is said of each finding of a severity, one behind the other.
template <class Say>
std::string findings_of(const nix::Audit& audit, AuditSeverity severity, const Say& say) {
    std::string text;
    for (const AuditFinding& finding : audit.findings)
        if (finding.severity == severity) text += say(finding);
    return text;
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

std::string finding_row(const Tables& tables, const AuditFinding& finding) {
    std::string file = finding.file;
    if (finding.line) file += fmt::format(":{}", *finding.line);
    return fmt::format("| {} | {} | {} | {} | {} |\n", code_span(words::place_in_words(finding)),
                       code_span(finding.there_text), escape_markdown(finding.nvidia_text), code_span(file),
                       links(tables, finding));
}

}  // namespace

std::string audit_text(const nix::Audit& audit, const Style& style) {
    std::string text = words::findings_in_words(audit) + '\n';
    text += style.faint(fmt::format("held against {}\nnvcc: {}\ncuda: {}", words::policy_in_words(audit.policy),
                                    as_plain_text(audit.files.nvcc), as_plain_text(audit.files.cuda))) +
            '\n';
    for (const Heading& heading : headings) {
        const std::string lines = findings_of(audit, heading.severity, [&](const AuditFinding& finding) {
            return finding_text(finding, style);
        });
        if (!lines.empty()) text += '\n' + (style.*heading.shown)(heading.text) + '\n' + lines;
    }
    const auto add = [&](std::string_view label, const std::string& what) {
        if (!what.empty()) text += wrap(fmt::format("{}: {}", label, what), style.width, 2, 0) + '\n';
    };
    text += fmt::format("\nConfirmed: {}\n", words::counted(static_cast<std::size_t>(audit.agreeing), "value"));
    add("Not known", words::not_known_in_words(audit, most_not_known));
    add("Older than its first row, and not counted", joined(audit.given_up, ", "));
    return text;
}

std::string audit_markdown(const Tables& tables, const nix::Audit& audit) {
    std::string text = fmt::format("**{}**\n\n", words::findings_in_words(audit));
    text += fmt::format("Held against {}: {} confirmed, {} not known.\n",
                        escape_markdown(words::policy_in_words(audit.policy)),
                        words::counted(static_cast<std::size_t>(audit.agreeing), "value"), audit.not_known.size());
    for (const Heading& heading : headings) {
        const std::string rows = findings_of(audit, heading.severity,
                                             [&](const AuditFinding& finding) { return finding_row(tables, finding); });
        if (!rows.empty())
            text += fmt::format("\n### {}\n\n| where | here | NVIDIA | file | sources |\n|---|---|---|---|---|\n{}",
                                heading.text, rows);
    }
    return text;
}

namespace {

using nix::FieldState;

constexpr std::size_t finding_width = 10;

std::string first_line(const nix::Update& update) {
    const auto mended = static_cast<std::size_t>(
        std::ranges::count(update.differences, FieldState::mended, &nix::Update::Difference::state));
    const std::size_t left = update.differences.size() - mended + update.unknown.size() + update.not_added.size() +
                             update.older.size();
    const std::size_t done = update.added.size() + mended;
    if (done + left == 0) return "nothing to do: the checkout says what the tables say\n";
    std::vector<std::string> parts;
    if (!update.added.empty()) parts.push_back(words::counted(update.added.size(), "row") + " added");
    if (mended != 0) parts.push_back(words::counted(mended, "field") + " mended");
    if (left != 0) parts.push_back(words::counted(left, "difference") + " left");
    return fmt::format("{}{}\n", fmt::join(parts, ", "), update.written || done == 0 ? "" : " (nothing is written)");
}

/// A label, and what it is about; lines that go on are indented.
std::string line(std::string_view label, std::string_view text, const Style& style) {
    return fmt::format("  {:<{}}", label, finding_width) +
           wrap(text, style.width, finding_width + 2, finding_width + 2) + '\n';
}

std::string place(const std::string& key, const std::optional<std::size_t>& at) {
    return at ? fmt::format("{} (line {})", as_plain_text(key), *at) : as_plain_text(key);
}

struct LabelledText {
    std::string_view label;
    std::string text;
};

/// The fields of a table that differ, those that were mended or the others.
std::vector<LabelledText> differences_in(nix::Table table, const nix::Update& update, bool mended) {
    constexpr std::array labels{"differs", "mended", "by hand"};
    std::vector<LabelledText> findings;
    for (const nix::Update::Difference& difference : update.differences)
        if (difference.table == to_string(table) && (difference.state == FieldState::mended) == mended)
            findings.push_back({labels.at(static_cast<std::size_t>(difference.state)),
                                words::cited(fmt::format("{}: {}", place(difference.row, difference.line),
                                                         words::difference_in_words(difference)),
                                             difference.sources)});
    return findings;
}

/// What a table still says otherwise.
std::vector<LabelledText> left_in(nix::Table table, const nix::Update& update) {
    std::vector<LabelledText> findings = differences_in(table, update, false);
    for (const nix::Update::Unknown& unknown : update.unknown)
        if (unknown.table == to_string(table))
            findings.push_back(
                {"unknown", fmt::format("{}: {}", place(unknown.row, unknown.line),
                                        unknown.attribute ? "attribute " + as_plain_text(*unknown.attribute) +
                                                                ", which nixpkgs' rows do not have"
                                                          : "no such row is known, or it is there twice")});
    for (const std::string& key : names_in(table, update.not_added))
        findings.push_back(
            {"by hand", fmt::format("{}: is missing, and no row is written out that shows how to write one", key)});
    if (const std::vector<std::string> older = names_in(table, update.older); !older.empty())
        findings.push_back(
            {"missing",
             fmt::format("{}: older than the first row here; nixpkgs' newest file has them, --release V adds one",
                         joined(older))});
    return findings;
}

std::string table_text(const nix::UpdatedFile& file, const nix::Update& update, const Style& style) {
    std::string text;
    const std::vector<std::string> added = names_in(file.table, update.added);
    const std::vector<std::string> kept = names_in(file.table, update.kept);
    if (!added.empty()) text += line("added", joined(added), style);
    for (const LabelledText& finding : differences_in(file.table, update, true))
        text += line(finding.label, finding.text, style);
    if (!kept.empty())
        text += line("kept", joined(kept) + ": written as a row that changed, and now say what they said", style);
    for (const LabelledText& finding : left_in(file.table, update)) text += line(finding.label, finding.text, style);
    return text.empty() ? "" : style.strong(file.path) + '\n' + text;
}

/// The fields that differ, as `--fix` takes them.
std::vector<std::string> fields_to_fix(const nix::Update& update) {
    std::vector<std::string> fields;
    for (const nix::Update::Difference& difference : update.differences)
        if (difference.state == FieldState::left) fields.push_back(difference.field);
    sort_unique(fields);
    return fields;
}

}  // namespace

std::string update_text(const nix::Update& update, const Style& style) {
    std::string text = first_line(update);
    for (const nix::UpdatedFile& file : update.edited)
        if (const std::string lines = table_text(file, update, style); !lines.empty()) text += '\n' + lines;
    if (const std::vector<std::string> fields = fields_to_fix(update); !fields.empty())
        text += fmt::format("\nTo mend what differs: --fix {}\n", fmt::join(fields, ","));
    if (!update.decisions.empty()) text += "\nTo be decided\n";
    for (const Said& decision : update.decisions) text += "  - " + wrap(decision.text, style.width, 4, 4) + '\n';
    return text;
}

std::string update_diff(const nix::Update& update) {
    std::string text;
    for (const nix::UpdatedFile& file : update.edited) text += unified_diff(file.path, file.before, file.after);
    return text;
}

std::vector<std::string> update_asides(const nix::Update& update) {
    std::vector<std::string> asides;
    for (const nix::UpdatedFile& file : update.edited)
        for (const LabelledText& finding : left_in(file.table, update))
            asides.push_back(fmt::format("{}: {}", file.path, finding.text));
    for (const Said& decision : update.decisions) asides.push_back("to be decided: " + decision.text);
    return asides;
}

namespace {

using namespace words;

std::string title(const manifest::Manifest& answer) {
    const std::string product(answer.product.value_or("unnamed product"));
    std::string words = product == "cuda" ? "CUDA" : product;
    if (answer.release) words += " " + to_string(*answer.release);
    else if (answer.label) words += fmt::format(" {}", *answer.label);
    if (answer.date) words += fmt::format(" of {}", *answer.date);
    return words;
}

std::string package_in_words(const manifest::Manifest::Package& package) {
    std::vector<std::string> systems;
    for (const auto& [system, variants] : package.systems.entries) {
        systems.emplace_back(system);
        if (!variants.empty()) systems.back() += fmt::format(" ({})", fmt::join(variants, " "));
    }
    const std::string where = systems.empty() ? "nowhere" : fmt::format("{}", fmt::join(systems, ", "));
    return package.version ? fmt::format("{}: {}", *package.version, where) : where;
}

std::string state_in_words(const manifest::Manifest& answer, std::string_view table, manifest::TableState state) {
    using manifest::TableState;
    switch (state) {
        case TableState::agrees: return "has it";
        case TableState::lacks:
            if (table == "redist") return "lacks a system";
            return fmt::format("lacks {}{}", table == "sources" ? "nvidia-redistrib-" : "", to_string(*answer.release));
        case TableState::differs: return "says otherwise";
    }
    return {};
}

void print_tables(Page& page, const manifest::Manifest& answer) {
    if (answer.tables.entries.empty()) return;
    page.gap();
    page.line("Our tables");
    for (const auto& [table, state] : answer.tables.entries) {
        const bool agrees = state == manifest::TableState::agrees;
        page.item(table, state_in_words(answer, table, state), agrees ? &Style::good : &Style::warn);
    }
}

template <class Row>
void print_rows(Page& page, std::string_view heading, const std::vector<Row>& rows) {
    if (rows.empty()) return;
    page.gap();
    page.line(heading);
    for (std::size_t i = 0; i < rows.size(); ++i) page.line(canonical(rows[i], 4) + (i + 1 < rows.size() ? "," : ""));
}

}  // namespace

std::string manifest_text(const manifest::Manifest& answer, const Style& style) {
    const bool is_redistrib = !answer.is_feature();
    Page page(style);
    page.sentence(fmt::format("{}: {} ({})", style.strong(title(answer)),
                              answer.problem_count == 0 ? style.good("no problems")
                                                        : style.bad(counted(answer.problem_count, "problem")),
                              is_redistrib ? "NVIDIA's manifest of redistributable packages" : "a feature manifest"));
    page.gap();
    if (answer.product == "cuda" && is_redistrib)
        page.row("nvcc", std::string(answer.nvcc.value_or("not among the packages, or without a version")));
    page.line(fmt::format("Packages ({})", answer.packages.size()));
    for (const manifest::Manifest::Package& package : answer.packages)
        page.item(package.name, package_in_words(package));
    print_tables(page, answer);
    print_rows(page, "For releases.json (newestStandard is not in a manifest: nvcc --help says it)",
               answer.new_rows.releases);
    print_rows(page, "For redist.json, instead of the row of the same names, if there is one", answer.new_rows.redist);
    page.list("Problems", answer.problems, [](const manifest::Manifest::Problem& problem) {
        return fmt::format("{}{}{} [{}]", problem.pointer, problem.pointer.empty() ? "" : ": ", problem.message,
                           std::string_view(problem.code));
    });
    if (answer.problem_count > answer.problems.size())
        page.bullet(fmt::format("and {} more", answer.problem_count - answer.problems.size()));
    return page.take();
}

namespace {

/// `cuda_cudart linux-x86_64`
std::string archive_in_words(const manifest::ManifestArchive& archive) {
    return fmt::format("{} {}{}{}", archive.package, archive.system, archive.variant.empty() ? "" : " ",
                       archive.variant);
}

}  // namespace

std::vector<std::string> features_missing(const manifest::FoundFeatures& found) {
    std::vector<std::string> notes;
    for (const manifest::ManifestArchive& archive : found.missing)
        notes.push_back(
            fmt::format("{}: left out, its archive is not there: {}", archive_in_words(archive), archive.path));
    if (found.unnamed > 0)
        notes.push_back(
            fmt::format("{}: left out, without a path or a hash that can be used", counted(found.unnamed, "archive")));
    return notes;
}

std::string features_text(const manifest::FoundFeatures& found, const Style& style) {
    Page page(style);
    page.line(fmt::format("{} of {}; of {} it is not known", style.strong("Outputs"),
                          counted(found.packages.size(), "archive"), found.missing.size() + found.unnamed));
    for (const manifest::PackageFeatures& package : found.packages) {
        const std::string outputs = fmt::format("{}", fmt::join(package.outputs, " "));
        page.bullet(
            fmt::format("{}: {}", archive_in_words(package.archive), outputs.empty() ? "none of its own" : outputs));
    }
    return page.take();
}

}  // namespace cudastdenv::report
