// SPDX-License-Identifier: MIT
#include "report/nix.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "manifest/manifest.hpp"
#include "messages/diagnostics.hpp"
#include "messages/nix.hpp"
#include "report/text.hpp"
#include "tables/fields.hpp"
#include "tables/lookup.hpp"

#include <cstdlib>
#include <filesystem>

namespace cudastdenv::report {

namespace {

using namespace messages;

constexpr std::size_t change_width = 11;  ///< `nvcc 12.10 `, `cuda 10.0a `

/// A name in a checkout, shown unchanged unless it contains more than text.
std::string shown(const std::string& name) {
    const bool plain = std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
    return plain && name.size() <= 60 ? name : in_quotes(name);
}

std::string format_change(const nix::Diff::Change& change) {
    using Kind = nix::ColumnInfo::Kind;
    if (!change.column) return fmt::format("attribute {} there, which nixpkgs' rows do not have", shown(change.field));
    if (!change.here.value)
        return fmt::format("{} is written {} there", change.field,
                           in_quotes(std::get<std::string>(*change.there.value)));
    const nix::ColumnInfo& column = about(*change.column);
    const std::string here = shown(format_scalar(*change.here.value)),
                      there = shown(format_scalar(*change.there.value));
    const int by = change.by.value ? change.by.value->value_or(0) : 0;
    switch (column.kind) {
        case Kind::major: return fmt::format("{} {} here, {} there ({:+})", column.label, here, there, by);
        case Kind::release:
        case Kind::release_or_null:
            return fmt::format("{} {} here, {} there{}", column.label, here, there,
                               by == 0
                                   ? ""
                                   : fmt::format(" ({} {})", counted(static_cast<std::size_t>(std::abs(by)), "release"),
                                                 by > 0 ? "later" : "earlier"));
        case Kind::truth:
            return fmt::format(fmt::runtime(change.here.value == Scalar(true) ? "{} here, not there"
                                                                              : "{} there, not here"),
                               column.label);
        case Kind::text: return fmt::format("{} here, {} there", here, there);
    }
    return "";
}

std::string format_value(const nix::NixRow& row) {
    if (const auto* nvcc = std::get_if<nix::NvccRow>(&row))
        return fmt::format("gcc {} to {}, clang {} to {}", nvcc->gcc.min, nvcc->gcc.max, nvcc->clang.min,
                           nvcc->clang.max);
    const nix::CudaRow& cuda = std::get<nix::CudaRow>(row);
    const std::string name = shown(cuda.architecture);
    return cuda.max ? fmt::format("{}, {} to {}", name, cuda.min, *cuda.max)
                    : fmt::format("{}, from {} on", name, cuda.min);
}

std::string source_of(const nix::Diff::Difference& difference) {
    const auto* nvcc = std::get_if<nix::NvccRow>(&*difference.here.value);
    const bool is_nvidias = !nvcc && !std::get<nix::CudaRow>(*difference.here.value).in_nixpkgs;
    return fmt::format("{} [{}]",
                       is_nvidias ? "nvcc's own range" : format_view(nvcc ? nvcc->gcc.view : Policy::nixpkgs),
                       difference.sources.value->empty() ? "" : difference.sources.value->front());
}

std::string format_difference(const nix::Diff::Difference& difference) {
    if (!difference.here.value) return fmt::format("missing here: {} there", format_value(*difference.there.value));
    if (!difference.there.value)
        return fmt::format("missing there: {} here, from {}", format_value(*difference.here.value),
                           source_of(difference));
    const auto to_text = [](const nix::Diff::Change& change) { return format_change(change); };
    return fmt::format("{}; here from {}", joined(*difference.changes.value, "; ", to_text), source_of(difference));
}

using nix::AuditFinding;

/// `9 findings: 2 break a build, 6 forbid what works, 1 cosmetic`
std::string format_findings(const nix::Audit& audit) {
    const std::string total = counted(audit.findings.size(), "finding");
    if (audit.findings.empty()) return total;
    return fmt::format("{}: {} break{} a build, {} forbid{} a build that works, {} cosmetic", total, audit.breaking,
                       audit.breaking == 1 ? "s" : "", audit.forbidding, audit.forbidding == 1 ? "s" : "",
                       audit.cosmetic);
}

/// The policy of an audit.
std::string_view format_policy(AuditPolicy policy) {
    constexpr std::array words{"NVIDIA's installation guide and documentation",
                               "nvcc's check (crt/host_config.h) and NVIDIA's documentation",
                               "tests with real toolkits"};
    return words.at(static_cast<std::size_t>(policy));
}

/// `cuda 12.8`, `defaults 13.0`, `alias cudaPackages_13`; as plain text
std::string format_place(const nix::AuditFinding& finding) {
    std::string place(to_string(finding.subject));
    for (const std::string& part : {finding.row, finding.field.value_or(ForeignText{})})
        if (!part.empty()) place += ' ' + as_plain_text(first_bytes(part, 60));
    return place;
}

/// `4 values: nvcc 13.5 gcc.maxMajorVersion, ...`; empty: none
std::string format_not_known(const nix::Audit& audit) {
    constexpr std::size_t most = 6;
    const std::size_t count = audit.not_known.size();
    const auto name_of = [](const nix::Audit::NotKnown& value) {
        const std::string field = value.field ? ' ' + *value.field : "";
        return as_plain_text(fmt::format("{} {}{}", value.subject, std::string_view(value.row), field));
    };
    if (count == 0) return "";
    return fmt::format("{}: {}{}", counted(count, "value"),
                       joined(std::span(audit.not_known).first(std::min(count, most)), ", ", name_of),
                       count > most ? ", ..." : "");
}

std::string finding_text(const AuditFinding& finding, const Style& style) {
    constexpr std::size_t indent = 4;
    const std::string place = format_place(finding);
    std::string rest = messages::cited(": " + finding.message, finding.sources);
    if (finding.line)  // nvcc.nix:180
        rest += fmt::format(" {}:{}",
                            as_plain_text(std::filesystem::path(std::string(finding.file)).filename().string()),
                            *finding.line);
    return "  " + style.strong(place) + wrap(rest, style.width, indent, place.size() + 2) + '\n';
}

/// The headings of the severities, and their colours.
struct Heading {
    AuditSeverity severity;
    std::string_view text;
    Paint shown;
};
constexpr std::array<Heading, 3> headings{{
    {AuditSeverity::breaks_a_build, "Breaks a build", &Style::bad},
    {AuditSeverity::forbids_what_works, "Forbids what works", &Style::warn},
    {AuditSeverity::cosmetic, "Cosmetic", &Style::strong},
}};

/// A section for each severity with findings: its heading, and the message of each finding.
template <class Head, class Format>
std::string by_severity(const nix::Audit& audit, const Head& head, const Format& format) {
    std::string text;
    for (const Heading& heading : headings) {
        std::string lines;
        for (const AuditFinding& finding : audit.findings)
            if (finding.severity == heading.severity) lines += format(finding);
        if (!lines.empty()) text += head(heading) + lines;
    }
    return text;
}

/// A code span. Its contents have no special meaning in Markdown, and neither mention a user nor create a link.
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
    return joined(finding.sources, ", ", [&](std::string_view id) {
        const SourceRow* source = find_source(tables, id);
        const bool is_link = source && source->url;
        return is_link ? fmt::format("[{}]({})", escape_markdown(id), *source->url) : escape_markdown(id);
    });
}

std::string finding_row(const Tables& tables, const AuditFinding& finding) {
    std::string file = finding.file;
    if (finding.line) file += fmt::format(":{}", *finding.line);
    return fmt::format("| {} | {} | {} | {} | {} |\n", code_span(format_place(finding)),
                       code_span(messages::text_of(finding.what)), escape_markdown(messages::format_right(finding)),
                       code_span(file), links(tables, finding));
}

constexpr std::size_t finding_width = 10;

std::string first_line(const nix::Update& update) {
    const auto mended = static_cast<std::size_t>(
        std::ranges::count(update.differences, FieldState::mended, &nix::Update::Difference::state));
    const std::size_t left = update.differences.size() - mended + update.unknown.size() + update.not_added.size() +
                             update.older.size();
    const std::size_t done = update.added.size() + mended;
    if (done + left == 0) return "nothing to do: the checkout says what the tables say\n";
    std::vector<std::string> parts;
    if (!update.added.empty()) parts.push_back(messages::counted(update.added.size(), "row") + " added");
    if (mended != 0) parts.push_back(messages::counted(mended, "field") + " fixed");
    if (left != 0) parts.push_back(messages::counted(left, "difference") + " left");
    return fmt::format("{}{}\n", joined(parts), update.written || done == 0 ? "" : " (nothing is written)");
}

/// A label and a text; continuation lines are indented.
std::string line(std::string_view label, std::string_view text, const Style& style) {
    return fmt::format("  {:<{}}", label, finding_width) +
           wrap(text, style.width, finding_width + 2, finding_width + 2) + '\n';
}

std::string place(const std::string& key, std::optional<int> at) {
    return at ? fmt::format("{} (line {})", as_plain_text(key), *at) : as_plain_text(key);
}

/// `gcc.maxMajorVersion is "14" there, "15" here`
std::string format_difference(const nix::Update::Difference& difference) {
    const bool is_mended = difference.state == FieldState::mended;
    return fmt::format(fmt::runtime(is_mended ? "{} was {}, is now {}{}" : "{} is {} there, {} here{}"),
                       difference.field, difference.there_text, difference.here_text,
                       difference.state == FieldState::by_hand ? ", and must be edited manually" : "");
}

/// A statement about a table.
struct LabelledText {
    std::string_view label;
    std::string text;
    bool is_left = true;  ///< whether it remains to be done
};

/// First what was done, then what remains.
std::vector<LabelledText> labelled_changes(nix::Table table, const nix::Update& update) {
    constexpr std::array labels{"differs", "fixed", "manually"};
    std::vector<LabelledText> changes;
    const auto add_names = [&](std::string_view label, const auto& rows, std::string_view text, bool is_left) {
        if (const std::vector<std::string> names = names_in(table, rows); !names.empty())
            changes.push_back({label, joined(names) + std::string(text), is_left});
    };
    const auto add_differences = [&](bool is_left) {
        for (const nix::Update::Difference& difference : update.differences)
            if (difference.table == to_string(table) && (difference.state != FieldState::mended) == is_left)
                changes.push_back({labels.at(static_cast<std::size_t>(difference.state)),
                                   messages::cited(fmt::format("{}: {}", place(difference.row, difference.line),
                                                               format_difference(difference)),
                                                   difference.sources),
                                   is_left});
    };
    add_names("added", update.added, "", false);
    add_differences(false);
    add_names("kept", update.kept, ": written as a row that changed, and values unchanged", false);
    add_differences(true);
    for (const nix::Update::Unknown& unknown : update.unknown)
        if (unknown.table == to_string(table))
            changes.push_back(
                {"unknown", fmt::format("{}: {}", place(unknown.row, unknown.line),
                                        unknown.attribute ? "attribute " + as_plain_text(*unknown.attribute) +
                                                                ", which nixpkgs' rows do not have"
                                                          : "no such row is known, or it is there twice")});
    for (const std::string& key : names_in(table, update.not_added))
        changes.push_back({"manually", key + ": is missing, and no row is written out that shows how to write one"});
    add_names("missing", update.older,
              ": older than the first row here; nixpkgs' newest file has them, --release V adds one", true);
    return changes;
}

/// The fields that differ, as arguments of `--fix`.
std::vector<std::string> fields_to_fix(const nix::Update& update) {
    std::vector<std::string> fields;
    for (const nix::Update::Difference& difference : update.differences)
        if (difference.state == FieldState::left) fields.push_back(difference.field);
    sort_unique(fields);
    return fields;
}

std::string title(const manifest::Manifest& answer) {
    std::string words(answer.product == "cuda" ? "CUDA" : answer.product.value_or("unnamed product"));
    if (answer.release) words += fmt::format(" {}", *answer.release);
    else if (answer.label) words += fmt::format(" {}", *answer.label);
    return answer.date ? fmt::format("{} of {}", words, *answer.date) : words;
}

std::string format_package(const manifest::Manifest::Package& package) {
    std::string where = joined(package.systems.entries, ", ", [](const auto& entry) {
        return entry.second.empty() ? entry.first : fmt::format("{} ({})", entry.first, joined(entry.second, " "));
    });
    if (where.empty()) where = "nowhere";
    return package.version ? fmt::format("{}: {}", *package.version, where) : where;
}

std::string format_state(const manifest::Manifest& answer, std::string_view table, TableState state) {
    if (state == TableState::agrees) return "has it";
    if (state == TableState::differs) return "says otherwise";
    if (table == "redist") return "lacks a system";
    return fmt::format("lacks {}{}", table == "sources" ? "nvidia-redistrib-" : "", to_string(*answer.release));
}

void print_tables(Page& page, const manifest::Manifest& answer) {
    if (answer.tables.entries.empty()) return;
    page.heading("Our tables");
    for (const auto& [table, state] : answer.tables.entries) {
        const bool agrees = state == TableState::agrees;
        page.item(table, format_state(answer, table, state), agrees ? &Style::good : &Style::warn);
    }
}

template <class Row>
void print_rows(Page& page, std::string_view heading, const std::vector<Row>& rows) {
    if (rows.empty()) return;
    page.heading(heading);
    page.line(joined(rows, ",\n", [](const Row& row) { return canonical(row, 4); }));
}

/// `cuda_cudart linux-x86_64`
std::string format_archive(const manifest::ManifestArchive& archive) {
    return fmt::format("{} {}{}{}", archive.package, archive.system, archive.variant.empty() ? "" : " ",
                       archive.variant);
}

using messages::format_change;

constexpr std::size_t widest = 80;  ///< the width of a maintainer's mail or commit message

/// A part of the answer: a table, or lines with a head and a text.
struct ImpactSection {
    std::string title;
    Grid grid = {};
    std::vector<std::pair<std::string, std::string>> items = {};
};

/// `own`, `wrapped gcc-13`, `none`; `-` if the set or the stdenv does not exist.
std::string format_outcome(const std::optional<NixImpactAnswer::Outcome>& outcome) {
    if (!outcome) return "-";
    return outcome->way == "wrapped" ? "wrapped " + to_string(*outcome->host_compiler) : std::string(outcome->way);
}

/// For a table with a column for each stdenv: `own`, `13`, `none`, `-`, with a star if it changes.
std::string outcome_mark(const NixImpactAnswer::InStdenv& seen) {
    const bool is_wrapped = seen.after && seen.after->way == "wrapped";
    const std::string mark = is_wrapped ? std::to_string(seen.after->host_compiler->major) : format_outcome(seen.after);
    const bool differs = seen.change == "changed" || seen.change == "lost" || seen.change == "gained";
    return differs ? mark + '*' : mark;
}

/// `wrapped gcc-13, unchanged`, `own -> own, now gcc-16`, `own -> wrapped gcc-14`, `wrapped gcc-14 -> none`, `new:
/// own`, `gone (was own)`; with `; broken` if an advisory breaks it.
std::string format_change(const NixImpactAnswer::InStdenv& seen) {
    const std::string before = format_outcome(seen.before), after = format_outcome(seen.after);
    const bool is_broken = seen.after && seen.after->broken_by;
    const std::string words = seen.change == "unchanged" ? after + ", unchanged"
                              : seen.change == "follows" ? fmt::format("own -> own, now {}", *seen.after->host_compiler)
                              : seen.change == "appears" ? "new: " + after
                              : seen.change == "goes"    ? fmt::format("gone (was {})", before)
                                                         : fmt::format("{} -> {}", before, after);
    return is_broken ? words + "; broken" : words;
}

Grid grid_of_default(const std::vector<NixImpactAnswer::Set>& sets, std::string_view name) {
    const auto line = [](const NixImpactAnswer::Set& set) {
        return std::vector{set.attribute, format_change(set.before, set.after), format_change(set.stdenvs.front())};
    };
    return grid_of({std::string(name), "CUDA", "host compiler"}, std::span(sets), line);
}

/// The stdenvs of the family after the change. The default one is included if it is unchanged. A new default is
/// compared with itself.
std::vector<std::size_t> columns_of(const NixImpactAnswer& answer, Compiler::Family family) {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < answer.stdenvs.size(); ++i) {
        const auto& [before, after] = answer.stdenvs[i];
        if (after && after->family == family && (i > 0 || before == after)) columns.push_back(i);
    }
    std::ranges::sort(columns, {}, [&](std::size_t i) { return answer.stdenvs[i].after->major; });
    return columns;
}

Grid grid_of_family(const NixImpactAnswer& answer, Compiler::Family family) {
    const std::vector<std::size_t> columns = columns_of(answer, family);
    Grid grid{{"package set"}, {}};
    for (const std::size_t i : columns) {
        const Compiler compiler = *answer.stdenvs[i].after;
        grid.headings.push_back(i == columns.front() ? to_string(compiler) : std::to_string(compiler.major));
    }
    if (columns.empty()) return grid;
    for (const NixImpactAnswer::Set& set : answer.sets) {
        if (!set.after) continue;
        std::vector<std::string> row{set.attribute};
        for (const std::size_t i : columns) row.push_back(outcome_mark(set.stdenvs[i]));
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

ImpactSection section_of(const std::vector<NixImpactAnswer::Needed>& needed, std::string title) {
    ImpactSection section{std::move(title)};
    for (const NixImpactAnswer::Needed& one : needed)
        section.items.emplace_back(to_string(one.compiler), joined(one.sets) + (one.packaged ? "" : ": not packaged"));
    return section;
}

using Ids = std::vector<std::string_view> NixImpactAnswer::InStdenv::*;

/// The package sets for which the advisory begins or ceases to apply in that stdenv. Both the set and the stdenv must
/// exist on both sides. Only in the default stdenv, advisories of a new set also count.
std::vector<std::string> sets_that_change(const NixImpactAnswer& answer, std::size_t stdenv, Ids ids,
                                          std::string_view advisory) {
    const bool on_both = answer.stdenvs[stdenv].before && answer.stdenvs[stdenv].after;
    std::vector<std::string> sets;
    for (const NixImpactAnswer::Set& set : answer.sets) {
        const bool may_change =
            set.before && set.after ? on_both : stdenv == 0 && set.after && ids == &NixImpactAnswer::InStdenv::begin;
        if (may_change && contains(set.stdenvs[stdenv].*ids, advisory)) sets.push_back(set.attribute);
    }
    const auto is_there = [](const NixImpactAnswer::Set& set) { return set.after.has_value(); };
    const bool are_all = std::ssize(sets) == std::ranges::count_if(answer.sets, is_there);
    return are_all && sets.size() > 1 ? std::vector<std::string>{"every set"} : sets;
}

/// Stdenvs in which an advisory changes for the same sets.
struct ChangeGroup {
    std::vector<std::string> stdenvs;
    std::vector<std::string> sets;
};

/// Where an advisory begins or ceases to apply, to append to its severity: one part for each group of stdenvs that
/// share the same package sets. `; gcc-15 -> gcc-16: every set; clang-18, clang-19: cudaPackages_12_6`
std::string format_where(const NixImpactAnswer& answer, Ids ids, std::string_view advisory) {
    std::vector<ChangeGroup> groups;
    for (std::size_t i = 0; i < answer.stdenvs.size(); ++i) {
        std::vector<std::string> sets = sets_that_change(answer, i, ids, advisory);
        if (sets.empty()) continue;
        auto group = std::ranges::find(groups, sets, &ChangeGroup::sets);
        if (group == groups.end()) group = groups.insert(groups.end(), ChangeGroup{{}, std::move(sets)});
        group->stdenvs.push_back(format_change(answer.stdenvs[i].before, answer.stdenvs[i].after));
    }
    const auto is_on_both = [](const NixImpactAnswer::Stdenv& stdenv) { return stdenv.before && stdenv.after; };
    const auto on_both = std::ranges::count_if(answer.stdenvs, is_on_both);
    return joined(groups, "", [&](const ChangeGroup& group) {
        const bool is_every_stdenv = group.stdenvs.size() > 1 && std::ssize(group.stdenvs) == on_both;
        return fmt::format("; {}: {}", is_every_stdenv ? "every stdenv" : joined(group.stdenvs), joined(group.sets));
    });
}

ImpactSection section_of(const NixImpactAnswer& answer, Ids ids, std::string title) {
    ImpactSection section{std::move(title)};
    for (const Advisory& advisory : answer.advisories)
        if (const std::string where = format_where(answer, ids, advisory.id); !where.empty())
            section.items.emplace_back(advisory.id, std::string(to_string(advisory.severity)) + where);
    return section;
}

std::vector<ImpactSection> sections_of(const NixImpactAnswer& answer) {
    std::string_view own = "GCCs", other = "Clangs";
    if (answer.after.compiler.family == Compiler::Family::clang) std::swap(own, other);
    std::vector<ImpactSection> sections;
    const auto add = [&](ImpactSection section) {
        if (section.grid.headings.size() > 1 || !section.items.empty()) sections.push_back(std::move(section));
    };
    add({fmt::format("With the default stdenv, {}",
                     format_change(answer.stdenvs.front().before, answer.stdenvs.front().after)),
         grid_of_default(answer.sets, "package set")});
    if (!answer.aliases.empty()) add({"Other names of them", grid_of_default(answer.aliases, "name")});
    for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang})
        add({fmt::format("After, with each {} as stdenv (*: not as before)",
                         family == Compiler::Family::gcc ? "GCC" : "Clang"),
             grid_of_family(answer, family)});
    add(section_of(answer.needed, fmt::format("{} that must stay packaged, for the default stdenv", own)));
    add(section_of(answer.other_needed, fmt::format("{} that must stay packaged, for stdenvs of that family", other)));
    ImpactSection unwrapped{"With the default stdenv no set is wrapped any more with"};
    for (const Compiler compiler : answer.no_longer_needed) unwrapped.items.emplace_back(to_string(compiler), "");
    add(std::move(unwrapped));
    add(section_of(answer, &NixImpactAnswer::InStdenv::begin, "Advisories that begin"));
    add(section_of(answer, &NixImpactAnswer::InStdenv::end, "Advisories that end"));
    ImpactSection notes{"Notes"};
    for (const NixImpactAnswer::Note& note : answer.notes)
        notes.items.emplace_back("",
                                 note.sets.empty() ? note.text : fmt::format("{}: {}", joined(note.sets), note.text));
    add(std::move(notes));
    return sections;
}

}  // namespace

std::string diff_text(const nix::Diff& diff, const Style& style) {
    const std::size_t differing = diff.differences.size();
    std::string text = fmt::format("{} differ{}, {} agree\n", counted(differing, "row"), differing == 1 ? "s" : "",
                                   diff.agreeing);
    text += style.faint(fmt::format("nvcc: {}\ncuda: {}", std::string_view(diff.files.nvcc),
                                    std::string_view(diff.files.cuda))) +
            '\n';
    if (!diff.same) text += '\n';
    for (const nix::Diff::Difference& difference : diff.differences) {
        const std::string name = fmt::format("{} {}", difference.table, difference.row);
        text += style.strong(fmt::format("{:<{}}", name, change_width)) +
                wrap(format_difference(difference), style.width, change_width, change_width) + '\n';
    }
    if (diff.given_up.empty()) return text;
    return text + fmt::format("\nOlder than its first row, and not counted: {}\n", joined(diff.given_up));
}

std::string audit_text(const nix::Audit& audit, const Style& style) {
    const auto head = [&](const Heading& heading) { return '\n' + (style.*heading.shown)(heading.text) + '\n'; };
    const std::string held = fmt::format("held against {}\nnvcc: {}\ncuda: {}", format_policy(audit.policy),
                                         as_plain_text(audit.files.nvcc), as_plain_text(audit.files.cuda));
    std::string text = fmt::format("{}\n{}\n", format_findings(audit), style.faint(held));
    text += by_severity(audit, head, [&](const AuditFinding& finding) { return finding_text(finding, style); });
    const auto add = [&](std::string_view label, const std::string& what) {
        if (!what.empty()) text += wrap(fmt::format("{}: {}", label, what), style.width, 2, 0) + '\n';
    };
    text += fmt::format("\nConfirmed: {}\n", messages::counted(static_cast<std::size_t>(audit.agreeing), "value"));
    add("Not known", format_not_known(audit));
    add("Older than its first row, and not counted", joined(audit.given_up));
    return text;
}

std::string audit_markdown(const Tables& tables, const nix::Audit& audit) {
    std::string text = fmt::format("**{}**\n\n", format_findings(audit));
    text += fmt::format("Held against {}: {} confirmed, {} not known.\n", escape_markdown(format_policy(audit.policy)),
                        messages::counted(static_cast<std::size_t>(audit.agreeing), "value"), audit.not_known.size());
    const auto head = [](const Heading& heading) {
        return fmt::format("\n### {}\n\n| where | here | NVIDIA | file | sources |\n|---|---|---|---|---|\n",
                           heading.text);
    };
    return text + by_severity(audit, head, [&](const AuditFinding& finding) { return finding_row(tables, finding); });
}

std::string update_text(const nix::Update& update, const Style& style) {
    std::string text = first_line(update);
    for (const nix::UpdatedFile& file : update.edited) {
        const std::vector<LabelledText> all = labelled_changes(file.table, update);
        if (!all.empty()) text += '\n' + style.strong(file.path) + '\n';
        for (const LabelledText& change : all) text += line(change.label, change.text, style);
    }
    if (const std::vector<std::string> fields = fields_to_fix(update); !fields.empty())
        text += fmt::format("\nTo fix the differences: --fix {}\n", joined(fields, ","));
    if (!update.decisions.empty()) text += "\nTo be decided\n";
    for (const Sentence& decision : update.decisions) text += "  - " + wrap(decision.text, style.width, 4, 4) + '\n';
    return text;
}

std::string update_diff(const nix::Update& update) {
    return joined(update.edited, "",
                  [](const nix::UpdatedFile& file) { return unified_diff(file.path, file.before, file.after); });
}

std::vector<std::string> update_asides(const nix::Update& update) {
    std::vector<std::string> asides;
    for (const nix::UpdatedFile& file : update.edited)
        for (const LabelledText& change : labelled_changes(file.table, update))
            if (change.is_left) asides.push_back(fmt::format("{}: {}", file.path, change.text));
    for (const Sentence& decision : update.decisions) asides.push_back("to be decided: " + decision.text);
    return asides;
}

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
    for (const manifest::Manifest::Package& package : answer.packages) page.item(package.name, format_package(package));
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

std::vector<std::string> features_missing(const manifest::Manifest& manifest) {
    std::vector<std::string> notes;
    for (const manifest::ManifestArchive& archive : manifest.archives)
        if (!archive.outputs)
            notes.push_back(
                fmt::format("{}: left out, its archive is not there: {}", format_archive(archive), archive.path));
    if (manifest.unnamed_archives > 0)
        notes.push_back(fmt::format("{}: left out, without a path or a hash that can be used",
                                    counted(manifest.unnamed_archives, "archive")));
    return notes;
}

std::string features_text(const manifest::Manifest& manifest, const Style& style) {
    Page page(style);
    page.line(fmt::format("{} of {}; of {} it is not known", style.strong("Outputs"),
                          counted(manifest.known_archives(), "archive"), manifest.unknown_archives()));
    for (const manifest::ManifestArchive& archive : manifest.archives) {
        if (!archive.outputs) continue;
        const std::string outputs = joined(*archive.outputs, " ");
        page.bullet(fmt::format("{}: {}", format_archive(archive), outputs.empty() ? "none of its own" : outputs));
    }
    return page.take();
}

std::string impact_text(const NixImpactAnswer& answer, const Style& given) {
    Style style = given;
    style.width = std::min(style.width, widest);
    Page page(style);
    page.sentence(answer.headline);
    page.gap();
    page.row("before", answer.before.text);
    page.row("after", answer.after.text);
    std::string text = page.take();
    for (const ImpactSection& section : sections_of(answer)) {
        Page part(style);
        part.heading(wrap(section.title, style.width, 0, 0));
        text += part.take();
        if (!section.grid.rows.empty()) text += grid_text(section.grid, style);
        for (const auto& [head, body] : section.items) {
            if (head.empty()) part.bullet(body);
            else if (body.empty()) part.line("  " + head);
            else part.item(head, body);
        }
        text += part.take();
    }
    return text;
}

std::string impact_markdown(const NixImpactAnswer& answer) {
    std::string text = fmt::format("**{}**\n\n- before: {}\n- after: {}\n", escape_markdown(answer.headline),
                                   escape_markdown(answer.before.text), escape_markdown(answer.after.text));
    for (const ImpactSection& section : sections_of(answer)) {
        text += fmt::format("\n### {}\n\n", escape_markdown(section.title));
        if (!section.grid.rows.empty()) text += grid_markdown(section.grid);
        for (const auto& [head, body] : section.items)
            text += fmt::format("- {}{}{}\n", escape_markdown(head), head.empty() || body.empty() ? "" : ": ",
                                escape_markdown(body));
    }
    return text;
}

}  // namespace cudastdenv::report
