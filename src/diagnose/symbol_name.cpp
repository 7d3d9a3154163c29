// SPDX-License-Identifier: MIT
#include "diagnose/symbol_name.hpp"

#include "core/text.hpp"
#include "findings/abi.hpp"
#include "tables/message_template.hpp"

namespace cudastdenv::diagnose {

namespace {

/// Depth of brackets in a name; the operators `<`, `>`, `->` and `()` are none.
class Brackets {
public:
    void add(std::string_view name, std::size_t at) noexcept {
        const char c = name[at];
        if (c == '(' || c == '[' || c == '{') ++depth_;
        else if (c == ')' || c == ']' || c == '}') --depth_;
        else if ((c == '<' || c == '>') && !is_operator(name.substr(0, at))) depth_ += c == '<' ? 1 : -1;
    }
    [[nodiscard]] bool is_outside() const noexcept { return depth_ <= 0; }

private:
    [[nodiscard]] static bool is_operator(std::string_view before) noexcept {
        while (before.ends_with('<') || before.ends_with('>') || before.ends_with('-')) {
            if (before.ends_with("operator<") || before.ends_with("operator>") || before.ends_with("operator-"))
                return true;
            before.remove_suffix(1);
        }
        return before.ends_with("operator");
    }
    int depth_ = 0;
};

/// Where the parameters begin; the end of a name without them.
std::size_t parameters_of(std::string_view name) noexcept {
    Brackets brackets;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool is_call = name.substr(i).starts_with("()") && name.substr(0, i).ends_with("operator");
        if (name[i] == '(' && brackets.is_outside() && !is_call && i > 0) return i;
        if (is_call) ++i;
        else brackets.add(name, i);
    }
    return name.size();
}

/// `std::f<int>(int)` of `void std::f<int>(int)`. `vtable for std::bad_alloc` has no type in front.
std::string_view without_return_type(std::string_view name) noexcept {
    const std::size_t end = parameters_of(name);
    Brackets brackets;
    for (std::size_t i = 0; i < end; ++i) {
        const std::string_view before = name.substr(0, i), rest = name.substr(i + 1);
        if (name[i] == ' ' && brackets.is_outside()) {
            if (before.ends_with(" for") || before.ends_with(" to") || before.ends_with("operator")) return name;
            if (rest.starts_with("std::") || rest.starts_with("__gnu_") || rest.starts_with("__cxxabi")) return rest;
        }
        brackets.add(name, i);
    }
    return name;
}

/// Names are equal if these are.
std::string comparable(std::string_view name) {
    std::string text = squeezed(without_return_type(name));
    // The names that demanglers print or not.
    constexpr std::array<std::array<std::string_view, 2>, 6> abbreviations{
        {{"std::basic_string<charstd::char_traits<char>std::allocator<char>>", "std::string"},
         {"std::basic_istream<charstd::char_traits<char>>", "std::istream"},
         {"std::basic_ostream<charstd::char_traits<char>>", "std::ostream"},
         {"std::basic_iostream<charstd::char_traits<char>>", "std::iostream"},
         {"std::string::basic_string(", "std::string::string("},
         {"std::string::~basic_string(", "std::string::~string("}}};
    for (const auto& [full, brief] : abbreviations) replace_all(text, full, brief);
    return text;
}

bool is_older(std::string_view left, std::string_view right) noexcept { return is_before_by_number(left, right); }

}  // namespace

std::string_view symbol_at_front(std::string_view text) noexcept {
    const bool is_mangled = text.starts_with("_Z");
    Brackets brackets;
    bool has_parameters = false;
    const std::size_t parameters = is_mangled ? 0 : parameters_of(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (rest.front() == '@' || rest.front() == '\t' || rest.starts_with(", version")) return text.substr(0, i);
        // A terminal may wrap a name between its brackets.
        if (rest.front() == '\n' && brackets.is_outside()) return text.substr(0, i);
        const bool is_apart = rest.front() == ' ' && brackets.is_outside();
        if (is_apart && is_mangled) return text.substr(0, i);
        if (is_apart && has_parameters && !rest.starts_with(" const") && !rest.starts_with(" &") &&
            !rest.starts_with(" [clone"))
            return text.substr(0, i);
        if (!is_mangled) brackets.add(text, i);
        has_parameters = has_parameters || (i > parameters && brackets.is_outside());
    }
    return text;
}

LibrarySymbols::LibrarySymbols(const Tables& tables) {
    std::vector<Entry> short_names;
    for (const SymbolVersionRow& row : tables.symbol_versions)
        for (const std::string_view symbol : row.symbols) {
            entries_.emplace_back(squeezed(symbol), row.version);
            if (!symbol.starts_with("_Z")) continue;
            const std::string name = demangled(symbol);
            if (name == symbol) continue;
            entries_.emplace_back(comparable(name), row.version);
            short_names.emplace_back(comparable(name.substr(0, parameters_of(name))), row.version);
        }
    // Several symbols may share a demangled name. The oldest are in every library, so the newest is missing.
    const auto keep_first = [](std::vector<Entry>& entries, const auto& is_first) {
        std::ranges::sort(entries, [&](const Entry& left, const Entry& right) {
            return left.first != right.first ? left.first < right.first : is_first(left.second, right.second);
        });
        const auto is_same = [](const Entry& left, const Entry& right) { return left.first == right.first; };
        entries.erase(std::unique(entries.begin(), entries.end(), is_same), entries.end());
    };
    keep_first(entries_, [](std::string_view left, std::string_view right) { return is_older(right, left); });
    keep_first(short_names, is_older);
    std::vector<Entry> all;
    // A name without parameters of its own comes first.
    std::ranges::set_union(entries_, short_names, std::back_inserter(all), {}, &Entry::first, &Entry::first);
    entries_ = std::move(all);
}

std::string_view LibrarySymbols::find(std::string_view symbol) const {
    const std::string name = comparable(symbol);
    const auto found = std::ranges::lower_bound(entries_, name, {}, &Entry::first);
    return found != entries_.end() && found->first == name ? found->second : std::string_view();
}

}  // namespace cudastdenv::diagnose
