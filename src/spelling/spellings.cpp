// SPDX-License-Identifier: MIT
#include "core/format.hpp"
#include "spelling/reading.hpp"

#include <fmt/ranges.h>

namespace cudastdenv {

namespace spelling {

namespace {

/// Removes `export `, `-D`, a variable of the format, a `:TYPE` and the sign; changes nothing without an assignment.
void take_assignment(Piece& piece, const Tables& tables, std::string_view format) {
    Piece rest = piece;
    if (take(rest, "export ")) rest = trimmed(rest);
    (void)take(rest, "-D");
    for (const ListVariableRow& row : tables.list_variables) {
        Piece value = rest;
        if (row.format != format || !take(value, row.name)) continue;
        if (take(value, ":")) {
            value = value.part(std::min(value.text.find('='), value.text.size()));
        }
        if (!take(value, "=")) continue;
        piece = trimmed(value);
        return;
    }
}

void take_quotes(Piece& piece) {
    if (piece.text.empty() || !contains(std::string_view("'\""), piece.text.front())) return;
    const char quote = piece.text.front();
    if (piece.text.size() < 2 || piece.text.back() != quote) fail("list-unexpected", piece, "a closing quote");
    piece = trimmed(piece.part(1, piece.text.size() - 2));
}

/// The value of a text that may be an assignment of a shell or a build script: `NAME=value`, `export NAME='value'`,
/// `-DNAME:STRING="value"`. Trimmed. Throws if a quote is not closed.
Piece value_of(std::string_view text, const Tables& tables, std::string_view format) {
    Piece piece = trimmed({text, 0});
    take_quotes(piece);
    take_assignment(piece, tables, format);
    take_quotes(piece);
    return piece;
}

/// Whether the format's list is the value of a variable.
bool has_variable(const Tables& tables, std::string_view format) {
    return find_in(tables.list_variables, format, &ListVariableRow::format) != nullptr;
}

using Kind = Capability::Kind;

/// The entry that the consumer builds for a capability; absent if none.
std::optional<Capability> built_for(const Spelling& spelling, const SpellingContext& context, Capability capability) {
    const Abilities& can = spelling.abilities;
    const bool kind_lost = (capability.kind == Kind::architecture && !can.architecture_specific) ||
                           (capability.kind == Kind::family && !can.family_specific);
    if (kind_lost) capability = baseline_of(capability);
    if (spelling.entry) return spelling.entry(context, capability);
    const ConsumerRules rules(context, spelling.name);
    // The entry, or its number if only the suffix is not supported.
    for (const Capability entry : {capability, baseline_of(capability)})
        if (!rules.is_known() || rules.supports(entry)) return entry;
    return std::nullopt;
}

/// Converts a list to what a format can express, one loss at a time.
class Adapter {
public:
    Adapter(const Spelling& spelling, const SpellingContext& context, const BuildList& list)
        : spelling_(spelling), context_(context), can_(spelling.abilities) {
        spelled_.list.real = map_entries(list.real);
        spelled_.list.ptx = map_entries(list.ptx);
    }

    Spelled run() {
        if (real().empty() && can_.ptx != PtxRule::any && can_.ptx != PtxRule::only) add_real_of_ptx();
        if (!can_.several) keep_one();
        fit_ptx();
        return std::move(spelled_);
    }

private:
    std::vector<Capability>& real() { return spelled_.list.real; }
    std::vector<Capability>& ptx() { return spelled_.list.ptx; }
    void lose(std::string_view id, std::vector<Argument> arguments, SourceIds sources = {}) {
        spelled_.losses.push_back({id, std::move(arguments), sources});
    }

    std::vector<Capability> map_entries(const std::vector<Capability>& asked) {
        std::vector<Capability> mapped;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const Capability capability = asked[i];
            const bool is_repeated = contains(std::span(asked).first(i), capability);
            const std::optional<Capability> built = built_for(spelling_, context_, capability);
            if (built != capability) report_once(capability, built);
            // Entries that become equal are written once; duplicates of the input stay.
            if (built && ((built == capability && is_repeated) || !contains(mapped, *built))) mapped.push_back(*built);
        }
        if (std::ranges::is_sorted(asked)) {
            std::ranges::sort(mapped);
            if (mapped.size() < asked.size()) mapped.erase(std::unique(mapped.begin(), mapped.end()), mapped.end());
        }
        return mapped;
    }

    void report_once(Capability asked, std::optional<Capability> built) {
        if (contains(reported_, asked)) return;
        reported_.push_back(asked);
        std::vector<Argument> arguments{{"asked", asked}, {"built", built.value_or(asked)}};
        if (const auto others = ConsumerRules(context_, spelling_.name).other_versions(asked)) {
            std::ranges::move(others->arguments(), std::back_inserter(arguments));
            lose(built ? "entry-changed-by-version" : "entry-dropped-by-version", arguments, others->sources);
        } else if (!built) lose("entry-dropped", arguments);
        else if (*built != baseline_of(asked)) lose("entry-replaced", arguments);
        else lose(asked.kind == Kind::family ? "no-family-targets" : "no-architecture-targets", arguments);
    }

    template <class Drop>
    void drop_ptx_if(Drop drop) {
        for (const Capability capability : ptx())
            if (drop(capability)) lose("ptx-dropped", {{"asked", capability}});
        std::erase_if(ptx(), drop);
    }

    /// Whether nvcc would refuse the machine code with the rest: one number family-specific and not.
    bool conflicts(Capability capability) const {
        const std::vector<Capability>& list = spelled_.list.real;
        if (capability.kind == Kind::family) return contains(list, baseline_of(capability));
        return capability.kind == Kind::baseline &&
               contains(list, Capability{capability.major, capability.minor, Kind::family});
    }

    void add_real_of_ptx() {
        for (const Capability capability : ptx()) {
            if (contains(real(), capability) || conflicts(capability)) continue;
            real().insert(std::ranges::upper_bound(real(), capability), capability);
            lose("machine-code-added", {{"real", real_architecture(capability)}});
        }
        drop_ptx_if([&](Capability capability) { return !contains(real(), capability); });
    }

    /// With PTX, that of the lowest entry reaches all others; without, each reaches its own GPUs.
    void keep_one() {
        if (real().size() < 2) return;
        const auto [lowest, highest] = std::ranges::minmax(real());
        const bool with_ptx = can_.ptx == PtxRule::every || can_.ptx == PtxRule::only;
        const Capability kept = with_ptx ? lowest : highest;
        for (const Capability capability : real())
            if (capability != kept) lose("entry-dropped-beside", {{"asked", capability}, {"kept", kept}});
        real() = {kept};
    }

    void fit_ptx() {
        switch (can_.ptx) {
            case PtxRule::any: break;
            case PtxRule::with_real: add_real_of_ptx(); break;
            case PtxRule::last: fit_last(); break;
            case PtxRule::every: set_ptx(real()); break;
            case PtxRule::highest: set_ptx(real().empty() ? real() : std::vector{std::ranges::max(real())}); break;
            case PtxRule::last_too: set_ptx(real().empty() ? real() : std::vector{real().back()}); break;
            case PtxRule::only: fit_only(); break;
            case PtxRule::unsaid: drop_ptx_if([](Capability) { return true; }); break;
        }
    }

    void fit_last() {
        if (ptx().empty()) return;
        const Capability asked = ptx().back();
        drop_ptx_if([&](Capability capability) { return capability != asked; });
        if (contains(real(), asked) || real().empty()) return;
        lose("ptx-changed", {{"asked", asked}, {"written", real().back()}});
        ptx() = {real().back()};
    }

    void fit_only() {
        if (!real().empty()) set_ptx(real());
        else if (!ptx().empty()) set_ptx({std::ranges::min(ptx())});
        for (const Capability capability : real()) lose("machine-code-dropped", {{"asked", capability}});
        real().clear();
    }

    void set_ptx(const std::vector<Capability>& wanted) {
        drop_ptx_if([&](Capability capability) { return !contains(wanted, capability); });
        std::vector<Capability> added;
        for (const Capability capability : wanted)
            if (!contains(ptx(), capability)) added.push_back(capability);
        if (!added.empty()) lose("ptx-added", {{"added", joined(added, ", ")}});
        ptx() = wanted;
    }

    const Spelling& spelling_;
    const SpellingContext& context_;
    const Abilities& can_;
    Spelled spelled_ = {};
    std::vector<Capability> reported_;
};

std::string join_entries(const ListForm& form, const BuildList& list) {
    std::vector<std::string> entries;
    const auto add = [&](std::string_view text, Capability entry) {
        if (text.empty()) return;
        entries.push_back(
            fmt::format(fmt::runtime(text), fmt::arg("dotted", to_string(entry)), fmt::arg("number", undotted(entry)),
                        fmt::arg("bare", undotted(baseline_of(entry))), fmt::arg("sm", real_architecture(entry)),
                        fmt::arg("compute", virtual_architecture(entry))));
    };
    const bool has_both = !form.both.empty();
    for (const Capability entry : list.real) add(has_both && contains(list.ptx, entry) ? form.both : form.real, entry);
    for (const Capability entry : list.ptx)
        if (!has_both || !contains(list.real, entry)) add(form.ptx, entry);
    return fmt::format(fmt::runtime(form.whole), fmt::join(entries, form.separator));
}

}  // namespace

}  // namespace spelling

ListReadResult Spelling::read(const SpellingContext& context, std::string_view text) const {
    try {
        const bool is_plain = reads_assignments || !spelling::has_variable(context.tables, name);
        Listing listing = read_value(context, is_plain ? spelling::Piece{text, 0}
                                                       : spelling::value_of(text, context.tables, name));
        if (listing.entries.empty()) spelling::fail("list-empty", {text.substr(text.size()), text.size()});
        return listing;
    } catch (ListReadError& error) {
        return std::move(error);
    }
}

std::vector<const Spelling*> spellings_that_fit(const SpellingContext& context, std::string_view text) {
    // Bare numbers match several formats: those with many users come first.
    constexpr std::array<std::string_view, 5> likely{"cmake", "torch", "spack", "easybuild", "hermetic"};
    std::vector<const Spelling*> fitting;
    const auto add = [&](const Spelling& spelling) {
        if (spelling.needs_variable && !contains(text, '=')) return;
        if (std::holds_alternative<Listing>(spelling.read(context, text))) fitting.push_back(&spelling);
    };
    for (const std::string_view name : likely) add(*find_spelling(name));
    for (const Spelling& spelling : spellings())
        if (!contains(likely, spelling.name)) add(spelling);
    return fitting;
}

bool begins_a_list(std::string_view word) {
    const Tables tables = builtin_tables();  // The names of options do not depend on the tables.
    // A reader that knows the option reads past it.
    const std::string unread = std::string(word.substr(0, word.find('='))) + "=?";
    return std::ranges::any_of(spellings(), [&](const Spelling& spelling) {
        const ListReadResult result = spelling.read({tables}, unread);
        const auto* error = std::get_if<ListReadError>(&result);
        return !error || error->offset >= unread.size() - 1;
    });
}

const Spelling* find_spelling(std::string_view name) noexcept { return find_in(spellings(), name, &Spelling::name); }

std::optional<ConsumerVersion> consumer_of(const Spelling& spelling, const SpellingContext& context) {
    const ConsumerRow* consumer = find_by_id(context.tables.consumers, spelling.name);
    if (!consumer) return std::nullopt;
    return ConsumerVersion{consumer->id, context.consumer.value_or(consumer->newest)};
}

Spelled write_list(const Spelling& spelling, const SpellingContext& context, const BuildList& list) {
    Spelled spelled = spelling::Adapter(spelling, context, list).run();
    const BuildList& left = spelled.list;
    if (left.real.empty() && left.ptx.empty()) return spelled;
    spelled.text = spelling.write ? spelling.write(context, left) : spelling::join_entries(spelling.form, left);
    return spelled;
}

}  // namespace cudastdenv
