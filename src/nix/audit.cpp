// SPDX-License-Identifier: MIT
// What an audit finds in the text of files: what comments say, and names of package sets.
#include "nix/audit.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "nix/rows.hpp"
#include "nix/syntax.hpp"
#include "nix/table_text.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

namespace cudastdenv::nix {

namespace {

using enum AuditSeverity;

/// Where a row goes through a function Nix does not know its place: then it is where it is written.
void add_lines(const AuditedTable& table, Table kind, Subject subject, Audit& audit) {
    try {
        const TableText text(kind, table.text);
        for (AuditFinding& finding : audit.findings)
            if (finding.subject == subject && !finding.line)
                if (const std::optional<std::size_t> line = text.line_of(finding.row))
                    finding.line = static_cast<int>(*line);
    } catch (const syntax::Error&) {
        return;  // not known, then
    }
}

}  // namespace

AuditFinding& AuditedRow::find(AuditCode code, SourceIds sources, std::string_view path) {
    const RowField* field = row_ ? row_->find_field(path) : nullptr;
    audit_.findings.push_back({.severity = code.severity,
                               .subject = subject_,
                               .row = {name_},
                               .field = some_foreign(std::string(path)),
                               .code = code.name,
                               .file = {file_},
                               .line = field && field->line ? field->line
                                       : row_               ? row_->line
                                                            : std::nullopt,
                               .sources = {sources.begin(), sources.end()}});
    return audit_.findings.back();
}

AuditFinding& AuditedRow::find(AuditCode code, SourceIds sources, Column column) {
    AuditFinding& finding = find(code, sources, layout_->name(column));
    finding.column = column;
    return finding;
}

bool AuditedRow::find_form() {
    if (!row_->is_set()) {
        find({breaks_a_build, "not-a-row"}).there.value = shown(row_->fields.front().value);
        return false;
    }
    const auto find_wrong = [&](const FieldDifference& difference, std::string_view wanted) {
        AuditFinding& finding = find({breaks_a_build, "wrong-value"}, {}, difference.path);
        finding.there.value = shown(*difference.there);
        finding.names.emplace_back(wanted);
    };
    std::vector<FieldDifference> differences = differences_of(*layout_, *row_, {});
    std::stable_partition(differences.begin(), differences.end(),
                          [](const FieldDifference& difference) { return difference.column == Column::capability; });
    for (const FieldDifference& difference : differences) {
        const std::optional<Column> column = difference.column;
        if (!difference.there) {
            // A table without any of it is of an older layout.
            if (about(*column).is_late && !layout_->is_in_use(*column)) continue;
            find({breaks_a_build, "missing-attribute"}, {}, difference.path);
        } else if (!column) {
            if (layout_->is_outer(difference.path)) find_wrong(difference, "an attribute set");
            else find({cosmetic, "extra-attribute"}, {}, difference.path);
        } else if (!difference.plain()) {
            find_wrong(difference, wanted_value(about(*column).kind));
        } else {
            find({cosmetic, "odd-spelling"}, {}, difference.path).there.value = scalar_of(*difference.there);
        }
    }
    return true;
}

Audit audit(const Tables& tables, AuditPolicy policy, const AuditedCheckout& checkout) {
    Audit audit{
        .folder = {checkout.folder}, .policy = policy, .files = {{checkout.nvcc.path}, {checkout.cuda.path}, {}}};
    if (checkout.package_sets) audit.files.package_sets = some_foreign(checkout.package_sets->path);
    AuditInput input{.tables = tables, .policy = policy, .checkout = checkout};
    if (checkout.package_sets) input.package_sets = package_set_names(checkout.package_sets->text);
    const std::vector<Version> named = named_releases(checkout.nvcc);
    for (const Release* release : newest_patches(tables)) {
        const Version minor = minor_of(release->version);
        if (!named.empty() && minor < named.front()) audit.given_up.push_back(minor);
        else input.releases.push_back(minor);
    }
    for (const Version release : input.releases)
        if (contains(named, release) || contains(input.package_sets.sets, release)) input.newest = release;
    // A checkout of which no release is known has none that is newer.
    if (input.newest == Version{} && !input.releases.empty()) input.newest = input.releases.back();
    audit_nvcc(input, audit);
    const std::vector<const Row*> rows = audit_cuda(input, audit);
    audit_defaults(input, rows, audit);
    audit_comments(input, rows, audit);
    audit_aliases(input, audit);
    add_lines(checkout.nvcc, Table::nvcc, Subject::nvcc, audit);
    add_lines(checkout.cuda, Table::cuda, Subject::cuda, audit);
    std::ranges::stable_sort(audit.findings, {}, &AuditFinding::severity);
    for (const AuditFinding& finding : audit.findings)
        ++(finding.severity == breaks_a_build       ? audit.breaking
           : finding.severity == forbids_what_works ? audit.forbidding
                                                    : audit.cosmetic);
    return audit;
}

namespace {

// Comments

/// Comments that follow each other line by line, as one; each with its first line.
std::vector<std::pair<std::size_t, std::string>> comment_blocks(std::string_view text) {
    std::vector<std::pair<std::size_t, std::string>> blocks;
    const std::variant<syntax::Tree, syntax::Error> parsed = syntax::parse(text);
    const syntax::Tree* tree = std::get_if<syntax::Tree>(&parsed);
    if (!tree) return blocks;
    const syntax::Lines lines(text);
    std::size_t next_line = 0;
    for (const syntax::Span comment : tree->comments) {
        const std::size_t line = lines.at(comment.begin);
        const std::string_view said = syntax::part(text, comment);
        if (line == next_line) blocks.back().second += '\n' + std::string(said);
        else blocks.emplace_back(line, said);
        next_line = lines.at(comment.end) + 1;
    }
    return blocks;
}

bool is_in_word(char c) noexcept { return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z'); }

/// Where a word stands by itself, from some place on.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
    for (std::size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
        const bool begins = at == 0 || !is_in_word(text[at - 1]);
        const bool ends = at + word.size() == text.size() || !is_in_word(text[at + word.size()]);
        if (begins && ends) return at;
    }
    return text.npos;
}

struct Mention {
    std::size_t at = 0;
    std::string_view attribute;
};

/// Where the text names attributes, in order: where the next one is named, another one is spoken of.
std::vector<Mention> mentions(std::string_view text) {
    std::vector<Mention> found;
    for (const std::string_view attribute : field_names())
        for (std::size_t at = find_word(text, attribute, 0); at != text.npos;
             at = find_word(text, attribute, at + attribute.size()))
            found.push_back({at, attribute});
    std::ranges::sort(found, {}, &Mention::at);
    return found;
}

/// A row whose bound is what NVIDIA says if it is included.
struct Example {
    std::string row;
    std::string bound;
    SourceIds sources;
};

/// By the name of the attribute, from the rows of cuda.nix.
std::map<std::string_view, Example> included_bounds(const AuditInput& input, const std::vector<const Row*>& rows) {
    std::map<std::string_view, Example> examples;
    for (const Row* row : rows) {
        const CapabilityRow* known = find_capability(input.tables, *parse_capability(row->key));
        if (!known) continue;
        for (const Column column : {Column::max, Column::min}) {
            const std::optional<FieldValue> there = row->value(column);
            const std::optional<Version> bound = there ? release_in(*there) : std::nullopt;
            if (!bound || bound != (column == Column::max ? known->nvcc.last : known->nvcc.first)) continue;
            for (const std::string_view name : {about(column).name, about(column).older})
                examples.try_emplace(name, Example{row->key, to_string(*bound), known->nvcc.sources});
        }
    }
    return examples;
}

/// Whether what is said behind an attribute's name, up to the next one's, calls it exclusive, and where.
std::optional<std::size_t> called_exclusive(std::string_view said) {
    const std::size_t at = find_word(said, "exclusive", 0);
    if (at == said.npos || find_word(said, "inclusive", 0) != said.npos) return std::nullopt;
    for (const std::string_view denial : {"not ", "non-", "never "})
        if (said.substr(0, at).ends_with(denial)) return std::nullopt;
    return at;
}

// Package sets

/// 13.2 of `cudaPackages_13_2`; 13 of `cudaPackages_13` is no release.
std::optional<Version> release_of_set(std::string_view name) {
    if (!take_prefix(name, "cudaPackages_")) return std::nullopt;
    const std::optional<int> major = take_number(name, 3);
    if (!major || !take_prefix(name, "_")) return std::nullopt;
    const std::optional<int> minor = take_number(name, 3);
    if (!minor || !name.empty()) return std::nullopt;
    return Version{*major, *minor};
}

bool is_set_name(std::string_view name) { return name == "cudaPackages" || name.starts_with("cudaPackages_"); }

}  // namespace

PackageSetNames package_set_names(std::string_view text) {
    PackageSetNames names;
    const std::variant<syntax::Tree, syntax::Error> parsed = syntax::parse(text);
    const syntax::Tree* tree = std::get_if<syntax::Tree>(&parsed);
    if (!tree || tree->root.terms.back().kind != syntax::Term::Kind::set) return names;
    const syntax::Lines lines(text);
    std::map<std::string_view, int> bound;  // how often each name is
    const auto add_set = [&](std::string_view name) {
        if (const std::optional<Version> release = release_of_set(name)) names.sets.push_back(*release);
    };
    // `a = b;`, `a = recurseIntoAttrs b;`: an alias. `a = ` anything else is a package set of its own.
    for (const syntax::Binding& binding : tree->root.terms.back().bindings) {
        if (binding.path.size() != 1) continue;
        const std::string_view name = syntax::part(text, binding.names.front());
        if (binding.inherited()) {
            add_set(name);
            continue;
        }
        if (!is_set_name(name)) continue;
        ++bound[name];
        std::string_view value = syntax::part(text, binding.value.span());
        if (take_prefix(value, "recurseIntoAttrs")) value = trimmed(value);
        const bool is_one_word = binding.value.terms.back().kind == syntax::Term::Kind::word &&
                                 value.find_first_of(" \t\n") == value.npos;
        if (is_one_word && is_set_name(value))
            names.aliases.push_back({name, value, static_cast<int>(lines.at(binding.span.begin))});
        else add_set(name);
    }
    sort_unique(names.sets);
    std::erase_if(names.aliases, [&](const PackageSetAlias& alias) { return bound[alias.name] != 1; });
    return names;
}

void audit_comments(const AuditInput& input, const std::vector<const Row*>& rows, Audit& audit) {
    const AuditedTable& cuda = input.checkout.cuda;
    const std::map<std::string_view, Example> examples = included_bounds(input, rows);
    for (const auto& block : comment_blocks(cuda.text)) {
        const std::string_view comment = block.second;
        const std::vector<Mention> named = mentions(comment);
        std::set<std::string_view> told;
        for (std::size_t i = 0; i < named.size(); ++i) {
            const auto example = examples.find(named[i].attribute);
            if (example == examples.end()) continue;
            const std::size_t begin = named[i].at + named[i].attribute.size();
            const std::size_t end = i + 1 < named.size() ? named[i + 1].at : comment.size();
            const std::optional<std::size_t> at = called_exclusive(comment.substr(begin, end - begin));
            if (!at || !told.insert(named[i].attribute).second) continue;
            const auto lines = std::ranges::count(comment.substr(0, begin + *at), '\n');
            AuditFinding& finding = AuditedRow(audit, Subject::comment, cuda.path, "")
                                        .find({cosmetic, "called-exclusive"}, example->second.sources,
                                              named[i].attribute);
            finding.line = static_cast<int>(block.first) + static_cast<int>(lines);
            finding.names = {example->second.row, example->second.bound};
        }
    }
}

void audit_aliases(const AuditInput& input, Audit& audit) {
    if (!input.checkout.package_sets) return;
    const PackageSetNames& names = input.package_sets;
    for (const PackageSetAlias& alias : names.aliases) {
        const std::optional<Version> release = release_of_set(alias.points_to);
        if (!release || !std::ranges::binary_search(names.sets, *release)) continue;
        const Version next_major{release->major + 1, 0};
        const Version newest = *std::prev(std::ranges::lower_bound(names.sets, next_major));
        if (newest == *release) {
            ++audit.agreeing;
            continue;
        }
        AuditFinding& finding = AuditedRow(audit, Subject::alias, input.checkout.package_sets->path,
                                           std::string(alias.name))
                                    .find({cosmetic, "lagging-alias"});
        finding.line = alias.line;
        finding.there.value = std::string(alias.points_to);
        finding.nvidia.value = package_set_name(newest);
    }
}

}  // namespace cudastdenv::nix
