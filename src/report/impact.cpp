// SPDX-License-Identifier: MIT
#include "report/nix.hpp"

#include "core/lists.hpp"
#include "report/page.hpp"
#include "words/nix.hpp"

#include <fmt/format.h>

namespace cudastdenv::report {

namespace {

using words::change_in_words;

constexpr std::size_t widest = 80;  ///< the width of a maintainer's mail or commit message

/// A part of the answer: a table, or lines with a head and a text.
struct ImpactSection {
    std::string title;
    Grid grid = {};
    std::vector<std::pair<std::string, std::string>> items = {};
};

/// `own`, `wrapped gcc-13`, `none`; `-` if the set or the stdenv does not exist.
std::string outcome_in_words(const std::optional<NixImpactAnswer::Outcome>& outcome) {
    if (!outcome) return "-";
    return outcome->way == "wrapped" ? "wrapped " + to_string(*outcome->host_compiler) : std::string(outcome->way);
}

/// For a table with a column for each stdenv: `own`, `13`, `none`, `-`, with a star if it changes.
std::string outcome_mark(const NixImpactAnswer::InStdenv& seen) {
    const bool is_wrapped = seen.after && seen.after->way == "wrapped";
    const std::string mark = is_wrapped ? std::to_string(seen.after->host_compiler->major)
                                        : outcome_in_words(seen.after);
    const bool differs = seen.change == "changed" || seen.change == "lost" || seen.change == "gained";
    return differs ? mark + '*' : mark;
}

/// `wrapped gcc-13, unchanged`, `own -> own, now gcc-16`, `own -> wrapped gcc-14`, `wrapped gcc-14 -> none`, `new:
/// own`, `gone (was own)`; with `; broken` if an advisory breaks it.
std::string change_in_words(const NixImpactAnswer::InStdenv& seen) {
    const std::string before = outcome_in_words(seen.before);
    const std::string after = outcome_in_words(seen.after);
    const bool is_broken = seen.after && seen.after->broken_by;
    const std::string words = seen.change == "unchanged" ? after + ", unchanged"
                              : seen.change == "follows"
                                  ? fmt::format("own -> own, now {}", to_string(*seen.after->host_compiler))
                              : seen.change == "appears" ? "new: " + after
                              : seen.change == "goes"    ? fmt::format("gone (was {})", before)
                                                         : fmt::format("{} -> {}", before, after);
    return is_broken ? words + "; broken" : words;
}

Grid grid_of_default(const std::vector<NixImpactAnswer::Set>& sets, std::string_view name) {
    Grid grid{{std::string(name), "CUDA", "host compiler"}, {}};
    for (const NixImpactAnswer::Set& set : sets)
        grid.rows.push_back(
            {set.attribute, change_in_words(set.before, set.after), change_in_words(set.stdenvs.front())});
    return grid;
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
    const auto there = std::ranges::count_if(answer.sets,
                                             [](const NixImpactAnswer::Set& set) { return set.after.has_value(); });
    if (sets.size() > 1 && sets.size() == static_cast<std::size_t>(there)) return {"every set"};
    return sets;
}

/// Stdenvs in which an advisory changes for the same sets.
struct ChangeGroup {
    std::vector<std::string> stdenvs;
    std::vector<std::string> sets;
};

/// Where an advisory begins or ceases to apply, to append to its severity: one part for each group of stdenvs that
/// share the same package sets. `; gcc-15 -> gcc-16: every set; clang-18, clang-19: cudaPackages_12_6`
std::string where_in_words(const NixImpactAnswer& answer, Ids ids, std::string_view advisory) {
    std::vector<ChangeGroup> groups;
    for (std::size_t i = 0; i < answer.stdenvs.size(); ++i) {
        std::vector<std::string> sets = sets_that_change(answer, i, ids, advisory);
        if (sets.empty()) continue;
        auto group = std::ranges::find(groups, sets, &ChangeGroup::sets);
        if (group == groups.end()) group = groups.insert(groups.end(), ChangeGroup{{}, std::move(sets)});
        group->stdenvs.push_back(change_in_words(answer.stdenvs[i].before, answer.stdenvs[i].after));
    }
    const auto stdenvs_on_both_sides = std::ranges::count_if(answer.stdenvs, [](const NixImpactAnswer::Stdenv& stdenv) {
        return stdenv.before && stdenv.after;
    });
    std::string words;
    for (const ChangeGroup& group : groups) {
        const bool is_every_stdenv = group.stdenvs.size() > 1 &&
                                     group.stdenvs.size() == static_cast<std::size_t>(stdenvs_on_both_sides);
        words += fmt::format("; {}: {}", is_every_stdenv ? "every stdenv" : joined(group.stdenvs), joined(group.sets));
    }
    return words;
}

ImpactSection section_of(const NixImpactAnswer& answer, Ids ids, std::string title) {
    ImpactSection section{std::move(title)};
    for (const Advisory& advisory : answer.advisories)
        if (const std::string where = where_in_words(answer, ids, advisory.id); !where.empty())
            section.items.emplace_back(advisory.id, std::string(to_string(advisory.severity)) + where);
    return section;
}

std::vector<ImpactSection> sections_of(const NixImpactAnswer& answer) {
    const bool is_gcc = answer.after.compiler.family == Compiler::Family::gcc;
    const std::string_view own = is_gcc ? "GCCs" : "Clangs";
    const std::string_view other = is_gcc ? "Clangs" : "GCCs";
    std::vector<ImpactSection> sections;
    const auto add = [&](ImpactSection section) {
        if (section.grid.headings.size() > 1 || !section.items.empty()) sections.push_back(std::move(section));
    };
    add({fmt::format("With the default stdenv, {}",
                     change_in_words(answer.stdenvs.front().before, answer.stdenvs.front().after)),
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
    std::string text = fmt::format("**{}**\n\n", escape_markdown(answer.headline));
    text += fmt::format("- before: {}\n", escape_markdown(answer.before.text));
    text += fmt::format("- after: {}\n", escape_markdown(answer.after.text));
    for (const ImpactSection& section : sections_of(answer)) {
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
