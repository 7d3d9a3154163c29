// SPDX-License-Identifier: MIT
#include "report/impact.hpp"

#include "report/grid.hpp"
#include "report/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace cudastdenv::report {

namespace {

using namespace words;
using nix::SetImpact;

constexpr std::size_t widest = 80;  ///< as a maintainer's mail or commit message is read

/// A part of the answer: a table, or lines of a head and a text.
struct Section {
    std::string title;
    Grid grid = {};
    std::vector<std::pair<std::string, std::string>> items = {};
};

Grid grid_of_default(const std::vector<SetImpact>& sets, std::string_view name) {
    Grid grid{{std::string(name), "CUDA", "host compiler"}, {}};
    for (const SetImpact& set : sets)
        grid.rows.push_back({set.attribute, releases_in_words(set), change_in_words(set.stdenvs.front())});
    return grid;
}

/// The stdenvs of the family that there are after. The default one is among them where it stays what it is; where
/// another becomes it, that one is seen against itself.
std::vector<std::size_t> columns_of(const nix::Impact& impact, Compiler::Family family) {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < impact.stdenvs.size(); ++i) {
        const auto& [before, after] = impact.stdenvs[i];
        if (after && after->family == family && (i > 0 || before == after)) columns.push_back(i);
    }
    std::ranges::sort(columns, {}, [&](std::size_t i) { return impact.stdenvs[i].after->major; });
    return columns;
}

Grid grid_of_family(const nix::Impact& impact, Compiler::Family family) {
    const std::vector<std::size_t> columns = columns_of(impact, family);
    Grid grid{{"package set"}, {}};
    for (const std::size_t i : columns) {
        const Compiler compiler = *impact.stdenvs[i].after;
        grid.headings.push_back(i == columns.front() ? to_string(compiler) : std::to_string(compiler.major));
    }
    if (columns.empty()) return grid;
    for (const SetImpact& set : impact.sets) {
        if (!set.after) continue;
        std::vector<std::string> row{set.attribute};
        for (const std::size_t i : columns) row.push_back(outcome_mark(set.stdenvs[i]));
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

std::string names_in_words(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

void add_needed(const std::vector<nix::NeededCompiler>& needed, std::string_view title,
                std::vector<Section>& sections) {
    Section section{std::string(title)};
    for (const nix::NeededCompiler& one : needed)
        section.items.emplace_back(to_string(one.compiler),
                                   names_in_words(one.sets) + (one.packaged ? "" : ": not packaged"));
    if (!section.items.empty()) sections.push_back(std::move(section));
}

void add_turns(const nix::Impact& impact, Phase phase, std::string_view title, std::vector<Section>& sections) {
    Section section{std::string(title)};
    for (const AdvisoryTurn& turn : turns_of(impact, phase)) section.items.emplace_back(turn.advisory->id, turn.where);
    if (!section.items.empty()) sections.push_back(std::move(section));
}

std::vector<Section> sections_of(const ImpactReport& report) {
    const nix::Impact& impact = report.impact;
    const bool is_gcc = report.question.after.stdenv.compiler.family == Compiler::Family::gcc;
    const std::string_view own = is_gcc ? "GCCs" : "Clangs";
    const std::string_view other = is_gcc ? "Clangs" : "GCCs";
    std::vector<Section> sections;
    sections.push_back({fmt::format("With the default stdenv, {}", stdenv_in_words(impact.stdenvs.front())),
                        grid_of_default(impact.sets, "package set")});
    if (!impact.aliases.empty()) sections.push_back({"Other names of them", grid_of_default(impact.aliases, "name")});
    for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang})
        if (Grid grid = grid_of_family(impact, family); grid.headings.size() > 1)
            sections.push_back({fmt::format("After, with each {} as stdenv (*: not as before)",
                                            family == Compiler::Family::gcc ? "GCC" : "Clang"),
                                std::move(grid)});
    add_needed(impact.needed, fmt::format("{} that must stay packaged, for the default stdenv", own), sections);
    add_needed(impact.other_needed, fmt::format("{} that must stay packaged, for stdenvs of that family", other),
               sections);
    if (!impact.no_longer_needed.empty()) {
        Section section{"With the default stdenv no set is wrapped any more with"};
        for (const Compiler compiler : impact.no_longer_needed) section.items.emplace_back(to_string(compiler), "");
        sections.push_back(std::move(section));
    }
    add_turns(impact, Phase::begins, "Advisories that begin", sections);
    add_turns(impact, Phase::ends, "Advisories that end", sections);
    Section notes{"Notes"};
    for (const ImpactNote& note : say_notes(report))
        notes.items.emplace_back(
            "", note.sets.empty() ? note.said.text : fmt::format("{}: {}", names_in_words(note.sets), note.said.text));
    if (!notes.items.empty()) sections.push_back(std::move(notes));
    return sections;
}

}  // namespace

std::string impact_text(const ImpactReport& report, const Style& given) {
    Style style = given;
    style.width = std::min(style.width, widest);
    Page page(style);
    page.sentence(headline(report));
    page.gap();
    page.row("before", side_in_words(report, report.question.before));
    page.row("after", side_in_words(report, report.question.after));
    std::string text = page.take();
    for (const Section& section : sections_of(report)) {
        Page part(style);
        part.gap();
        part.line(wrap(section.title, style.width, 0, 0));
        text += part.take();
        if (!section.grid.rows.empty()) text += grid_text(section.grid, style);
        for (const auto& [head, body] : section.items) {
            if (head.empty()) part.bullet(body);
            else if (body.empty()) part.line("  " + head);
            else part.item(head, head, body);
        }
        text += part.take();
    }
    return text;
}

std::string impact_markdown(const ImpactReport& report) {
    std::string text = fmt::format("**{}**\n\n", escape_markdown(headline(report)));
    text += fmt::format("- before: {}\n", escape_markdown(side_in_words(report, report.question.before)));
    text += fmt::format("- after: {}\n", escape_markdown(side_in_words(report, report.question.after)));
    for (const Section& section : sections_of(report)) {
        text += fmt::format("\n### {}\n\n", escape_markdown(section.title));
        if (!section.grid.rows.empty()) text += grid_markdown(section.grid);
        for (const auto& [head, body] : section.items) {
            const std::string_view colon = head.empty() || body.empty() ? "" : ": ";
            text += fmt::format("- {}{}{}\n", escape_markdown(head), colon, escape_markdown(body));
        }
    }
    return text;
}

}  // namespace cudastdenv::report
