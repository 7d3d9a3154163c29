// SPDX-License-Identifier: MIT
/// Asks random questions, and checks the laws about them.
///
/// usage: questions [LAW]   the laws whose names contain the text; default: all
///
/// CUDASTDENV_QUESTIONS: how many comparisons (default: 10000; with sanitizers, a hundredth of it).
/// CUDASTDENV_DAY: the seed, where every case is tried. Elsewhere the questions stay the same, so that a failure is of
/// the change.
///
/// A question that breaks a law is printed as the command lines that show it, without the options that do not matter.

#include "questions.hpp"

#include "builtin.hpp"
#include "sample.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "query/answers.hpp"
#include "resolve/drivers.hpp"
#include "spelling/spell.hpp"
#include "tables/lookup.hpp"

#include <cstdio>
#include <iostream>
#include <random>
#include <set>

namespace cudastdenv::laws {

namespace {

constexpr std::size_t most_shown = 3;  // contradictions of one law

class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    [[nodiscard]] std::size_t below(std::size_t end) { return engine_() % end; }
    [[nodiscard]] bool percent(std::size_t chance) { return below(100) < chance; }
    template <class List>
    [[nodiscard]] const auto& one_of(const List& list) {
        return list[below(list.size())];
    }

private:
    std::mt19937_64 engine_;
};

std::vector<std::string> names_of_compilers() {
    std::vector<std::string> names;
    for (int major = 4; major <= 17; ++major) names.push_back("gcc-" + std::to_string(major));
    for (int major = 5; major <= 24; ++major) names.push_back("clang-" + std::to_string(major));
    return names;
}

std::vector<std::string> names_of_stdenvs() {
    std::vector<std::string> names = names_of_compilers();
    for (const AdvisoryRow& row : tables.advisories)
        for (const VersionRange& range : row.when.compiler_versions)
            names.push_back(fmt::format("{}-{}", row.when.family.value_or(Compiler::Family::gcc), *range.min));
    for (const EnvironmentRow& row : tables.environments) {
        names.emplace_back(row.id);
        names.insert(names.end(), row.aliases.begin(), row.aliases.end());
    }
    return names;
}

std::vector<std::string> names_of_releases() {
    std::vector<std::string> names;
    for (const Release& release : tables.releases) {
        names.push_back(to_string(release.version));
        names.push_back(to_string(release.version));
        names.push_back(to_string(minor_of(release.version)));
    }
    return names;
}

std::vector<std::string> names_of_systems() {
    std::vector<std::string> names;
    for (const RedistSystemRow& row : tables.redist_systems) {
        names.emplace_back(row.nix);
        if (row.redist != unsupported_redist) names.emplace_back(row.redist);
    }
    return names;
}

std::vector<std::string> names_of_glibcs() {
    std::set<Version> versions{{2, 17}, {2, 28}};
    for (const EnvironmentRow& row : tables.environments)
        if (row.glibc) versions.insert(*row.glibc);
    std::vector<std::string> names;
    for (const Version version : versions) names.push_back(to_string(version));
    return names;
}

/// Those of the tables, and the numbers next to them.
std::vector<std::string> names_of_drivers() {
    std::set<DriverVersion> drivers;
    const auto add = [&](DriverVersion driver) {
        drivers.insert({{driver.branch}, driver, {driver.branch, driver.minor, driver.patch + 1}});
        if (driver.patch > 0) drivers.insert({driver.branch, driver.minor, driver.patch - 1});
    };
    for (const DriverRow& row : tables.drivers)
        for (const auto& datum : {row.linux_minimum, row.windows_minimum, row.linux_bundled})
            if (datum) add(datum->driver);
    for (const ForwardCompatRow& row : tables.forward_compat)
        for (const int branch : row.branches) add({branch, 0, 0});
    for (const JetpackRow& row : tables.jetpacks)
        if (row.driver) add(*row.driver);
    std::vector<std::string> names;
    for (const DriverVersion driver : drivers) names.push_back(to_string(driver));
    return names;
}

std::vector<std::string> names_of_capabilities(bool only_baselines) {
    std::vector<std::string> names;
    for (const CapabilityRow& row : tables.capabilities)
        if (!only_baselines || row.capability.kind == Capability::Kind::baseline)
            names.push_back(to_string(row.capability));
    return names;
}

std::vector<std::string> names_of_gpus() {
    std::vector<std::string> names;
    for (const GpuRow& row : tables.gpus) names.emplace_back(row.name);
    return names;
}

std::vector<std::string> names_of_formats() {
    std::vector<std::string> names;
    for (const Spelling& spelling : spellings()) names.emplace_back(spelling.name);
    return names;
}

/// How an option is drawn.
struct Choice {
    std::string_view option;
    std::size_t percent;              ///< how often it is given
    std::vector<std::string> values;  ///< empty: a switch
    std::size_t longest = 1;          ///< of a list
    std::size_t shortest = 1;
};

const std::vector<Choice>& choices() {
    static const std::vector<Choice> all{
        {"cuda", 100, names_of_releases()},
        {"stdenv", 90, names_of_stdenvs()},
        {"libstdcxx", 20, {"gcc-9", "gcc-11", "gcc-12", "gcc-13", "gcc-13.2", "gcc-14", "gcc-15", "gcc-16"}},
        {"glibc", 30, names_of_glibcs()},
        {"available", 40, names_of_compilers(), 5, 0},
        {"compiler", 100, names_of_compilers()},
        {"std", 40, {"c++11", "c++14", "c++17", "c++20", "c++23"}},
        {"policy", 50, {"nixpkgs", "documented", "enforced"}},
        {"system", 30, names_of_systems()},
        {"capabilities", 70, names_of_capabilities(false), 3},
        {"no-forward-compat", 20, {}},
        {"nixpkgs-exact", 10, {}},
        {"gpu", 80, names_of_gpus()},
        {"device", 100, names_of_capabilities(true)},
        {"driver", 80, names_of_drivers()},
        {"format", 100, names_of_formats()},
    };
    return all;
}

const Release& release_in(const Options& question) {
    const auto found = question.find("cuda");
    return found == question.end() ? *newest_release(tables)
                                   : *find_release(tables, parse_version(found->second).value());
}

/// Most capabilities are those of the release, because another one ends the question.
bool is_likely(const Choice& choice, const std::string& value, const Options& question, Dice& dice) {
    if (choice.option != "capabilities" || dice.percent(5)) return true;
    const CapabilityRow& row = *find_capability(tables, parse_capability(value).value());
    return row.nvcc.takes_in(release_in(question).version);
}

std::string drawn(const Choice& choice, const Options& question, Dice& dice) {
    if (choice.values.empty()) return {};
    std::vector<std::string> values;
    for (std::size_t left = choice.shortest + dice.below(choice.longest - choice.shortest + 1); left > 0;) {
        const std::string& value = dice.one_of(choice.values);
        if (!is_likely(choice, value, question, dice)) continue;
        if (!contains(values, value)) values.push_back(value);
        --left;
    }
    return joined(values, ",");
}

/// A list in the format, of which some entries fit the release.
std::string drawn_text(const Options& question, Dice& dice) {
    const Release& release = release_in(question);
    std::vector<Capability> likely;
    for (const CapabilityRow& row : tables.capabilities)
        if (row.nvcc.takes_in(release.version) || dice.percent(10)) likely.push_back(row.capability);
    BuildList list;
    for (std::size_t left = 1 + dice.below(4); left > 0; --left) {
        const Capability capability = dice.one_of(likely);
        const std::size_t forms = dice.below(4);
        if (forms != 1 && !contains(list.real, capability)) list.real.push_back(capability);
        if (forms != 0 && !contains(list.ptx, capability)) list.ptx.push_back(capability);
    }
    if (dice.percent(50)) {
        std::ranges::sort(list.real);
        std::ranges::sort(list.ptx);
    }
    const SpellingContext context{tables, Request{}.system, release.version};
    return write_list(*find_spelling(question.at("format")), context, list).text;
}

Options draw(std::string_view options, Dice& dice) {
    Options question;
    for (const Choice& choice : choices())
        if (contains(pieces_of(options, ' '), choice.option) && dice.percent(choice.percent))
            question.emplace(choice.option, drawn(choice, question, dice));
    if (contains(pieces_of(options, ' '), "text"))
        if (std::string text = drawn_text(question, dice); !text.empty()) question.emplace("text", std::move(text));
    return question;
}

Verdict checked(const QuestionLaw& law, const Options& question) {
    try {
        return law.check(question);
    } catch (const std::exception& error) {
        return {1, std::string("  stops: ") + error.what() + '\n'};
    }
}

/// Questions with one option less, and with one entry less in a list.
std::vector<Options> simpler(const Options& question) {
    std::vector<Options> all;
    for (const auto& [option, value] : question) {
        Options one = question;
        one.erase(option);
        all.push_back(one);
        const std::vector<std::string_view> entries = pieces_of(value, ',');
        for (std::size_t left_out = 0; entries.size() > 1 && left_out < entries.size(); ++left_out) {
            std::vector<std::string_view> rest = entries;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left_out));
            one[option] = joined(rest, ",");
            all.push_back(one);
        }
    }
    return all;
}

/// The contradiction of the simplest question that breaks the law.
std::string simplest(const QuestionLaw& law, Options question, std::string contradiction) {
    for (bool is_simpler = true; is_simpler;) {
        is_simpler = false;
        for (const Options& other : simpler(question)) {
            std::string found = checked(law, other).contradiction;
            if (found.empty()) continue;
            question = other;
            contradiction = std::move(found);
            is_simpler = true;
            break;
        }
    }
    return contradiction;
}

struct Tally {
    long comparisons = 0;
    long broken = 0;
    std::set<std::string> contradictions = {};
};

std::uint64_t seed_of_day() {
    std::uint64_t seed = 1;
    if (!tries_every_case()) return seed;
    for (const char* day = std::getenv("CUDASTDENV_DAY"); day && *day; ++day)
        if (*day != '-') seed = seed * 10 + static_cast<std::uint64_t>(*day - '0');
    return seed;
}

long comparisons_asked() {
    const char* text = std::getenv("CUDASTDENV_QUESTIONS");
    const long asked = text ? std::stol(text) : 10'000;
    return is_sanitized ? asked / 100 : asked;
}

/// Draws questions until the law has compared so many answers. The limit on draws is for a law about few questions.
Tally ask_about(const QuestionLaw& law, long comparisons) {
    constexpr int most_draws = 30;  // for a comparison
    Dice dice(seed_of_day());
    Tally tally;
    for (long draws = 0; tally.comparisons < comparisons && draws < comparisons * most_draws; ++draws) {
        const Options question = draw(law.options, dice);
        const Verdict verdict = checked(law, question);
        tally.comparisons += verdict.comparisons;
        if (verdict.contradiction.empty()) continue;
        ++tally.broken;
        if (tally.contradictions.size() < most_shown)
            tally.contradictions.insert(simplest(law, question, verdict.contradiction));
    }
    return tally;
}

}  // namespace

std::string typed(std::string_view command, const Options& question) {
    std::string line = "cudastdenv " + std::string(command), arguments;
    const std::span<const std::string_view> texts = query::asked_command(command)->texts;
    for (const auto& [option, value] : question) {
        if (contains(texts, std::string_view(option))) arguments += " " + shell_word(value);
        else line += " --" + option + (is_switch(option, value) ? "" : " " + shell_word(value));
    }
    return line + (arguments.starts_with(" -") || arguments.starts_with(" '-") ? " --" : "") + arguments;
}

Options accepted_by(std::initializer_list<std::string_view> commands, const Options& question) {
    Options accepted = question;
    for (const std::string_view name : commands) {
        const query::AskedCommand& command = *query::asked_command(name);
        std::erase_if(accepted, [&](const auto& option) {
            return !find_in(command.options, option.first, &query::OptionSpec::name) &&
                   !contains(command.texts, std::string_view(option.first));
        });
    }
    return accepted;
}

/// 0 if every law was asked and holds.
int check_laws(std::string_view wanted) {
    std::vector<const QuestionLaw*> laws;
    for (const QuestionLaw& law : question_laws())
        if (law.name.find(wanted) != law.name.npos) laws.push_back(&law);
    if (laws.empty()) {
        std::cerr << "no law is called " << wanted << '\n';
        return 2;
    }
    const long of_each = std::max(1L, comparisons_asked() / static_cast<long>(laws.size()));
    bool all_hold = true;
    for (const QuestionLaw* law : laws) {
        const Tally tally = ask_about(*law, of_each);
        const bool is_asked = tally.comparisons > 0 || is_sanitized;
        all_hold = all_hold && is_asked && tally.broken == 0;
        std::cout << tally.comparisons << (is_asked ? "" : " (never asked)") << ": " << law->name << std::endl;
        if (tally.broken > 0) std::cout << "broken " << tally.broken << " times, for example:\n";
        for (const std::string& contradiction : tally.contradictions) std::cout << contradiction;
    }
    return all_hold ? 0 : 1;
}

}  // namespace cudastdenv::laws

int main(int argc, char** argv) { return cudastdenv::laws::check_laws(argc > 1 ? argv[1] : ""); }
