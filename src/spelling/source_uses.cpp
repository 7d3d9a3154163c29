// SPDX-License-Identifier: MIT
#include "spelling/source_uses.hpp"

#include "core/lists.hpp"
#include "resolve/api.hpp"
#include "spelling/source_tokens.hpp"

namespace cudastdenv {

namespace {

using TokenKind = SourceToken::Kind;

/// Words that can precede a name in an expression, or in a declaration of another name.
constexpr std::array<std::string_view, 47> not_types{
    "return",          "else",       "throw",      "case",       "goto",         "new",          "delete",
    "co_return",       "co_await",   "co_yield",   "do",         "and",          "or",           "not",
    "sizeof",          "typename",   "static",     "extern",     "const",        "volatile",     "inline",
    "constexpr",       "__device__", "__host__",   "__global__", "__shared__",   "__constant__", "__managed__",
    "__forceinline__", "typedef",    "mutable",    "register",   "thread_local", "operator",     "template",
    "alignof",         "in",         "if",         "while",      "using",        "friend",       "virtual",
    "explicit",        "decltype",   "__inline__", "namespace",  "noexcept"};
constexpr std::array<std::string_view, 4> type_keywords{"class", "struct", "union", "enum"};
constexpr std::array<std::string_view, 4> type_qualifiers{"const", "volatile", "__restrict__", "restrict"};
/// What follows a declared name.
constexpr std::array<std::string_view, 9> after_name{";", "=", ",", ")", "[", "{", "(", ":", ">"};

/// Fewer tokens than any template argument list that is looked through.
constexpr std::size_t most_template_tokens = 40;

class UseReader {
public:
    UseReader(std::string_view source, Version cuda, const SourceInterest& interest)
        : tokens_(read_tokens(source, cuda)), interest_(interest) {}

    SourceUses run() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const SourceToken& token = tokens_[i];
            if (token.kind == TokenKind::header) add_header(token);
            else if (token.kind == TokenKind::macro) read_macro(i);
            else if (token.is("{") || token.is("}")) track_enum(i);
            else if (token.is_name()) read_name(i);
        }
        find_other_types();
        return std::move(found_);
    }

private:
    [[nodiscard]] const SourceToken& at(std::size_t i) const {
        static const SourceToken none{TokenKind::end, {}, 0, 0};
        return i < tokens_.size() ? tokens_[i] : none;
    }
    [[nodiscard]] const SourceToken& before(std::size_t i, std::size_t steps = 1) const {
        return at(i >= steps ? i - steps : tokens_.size());
    }
    [[nodiscard]] bool is_any(const SourceToken& token, std::span<const std::string_view> texts) const {
        return (token.kind == TokenKind::sign || token.is_name()) &&
               std::ranges::find(texts, token.text) != texts.end();
    }
    [[nodiscard]] static bool is_pointer(const SourceToken& token) {
        return token.is("*") || token.is("&") || token.is("&&");
    }

    void add_header(const SourceToken& token) {
        const std::string_view path = token.text.substr(1, token.text.size() - 2);
        found_.uses.push_back({.kind = SourceUse::Kind::header,
                               .name = std::string(path),
                               .line = token.line,
                               .column = token.column + 1});
    }

    /// `#define NAME TYPE` is another name of the type.
    void read_macro(std::size_t i) {
        const std::string_view name = at(i).text;
        if (interest_.is_name(name)) found_.macros.emplace(name);
        if (at(i + 1).kind == TokenKind::end && at(i + 3).kind == TokenKind::end) add_alias(name, at(i + 2));
    }

    void add_alias(std::string_view name, const SourceToken& type) {
        if (const std::string_view known = type_named(type); !known.empty()) aliases_.emplace(name, known);
    }

    /// The type with that name or alias; empty: none that matters.
    [[nodiscard]] std::string_view type_named(const SourceToken& token) const {
        if (!token.is_name()) return {};
        if (interest_.is_type(token.text)) return token.text;
        const auto alias = aliases_.find(token.text);
        return alias == aliases_.end() ? std::string_view() : std::string_view(alias->second);
    }

    /// Keeps the depth of braces at which an `enum` lists its names.
    void track_enum(std::size_t i) {
        if (at(i).is("}")) {
            depth_ -= depth_ > 0 ? 1 : 0;
            if (enum_depth_ > depth_) enum_depth_ = 0;
            return;
        }
        ++depth_;
        std::size_t back = 1;  // `enum class NAME : int {`
        constexpr std::size_t most_tokens = 7;
        while (back < most_tokens &&
               (before(i, back).is_name() || before(i, back).is(":") || before(i, back).is("::"))) {
            if (before(i, back).text == "enum") {
                enum_depth_ = depth_;
                return;
            }
            ++back;
        }
    }

    void read_name(std::size_t i) {
        const SourceToken& token = at(i);
        if (token.text == "namespace") return read_namespace(i);
        if (token.text == "auto") return read_auto(i);
        if (const std::string_view type = type_named(token); !type.empty()) read_declarations(i, type);
        if (before(i).is(".") || before(i).is("->")) return read_member(i);
        const bool is_name = interest_.is_name(token.text), is_field = interest_.is_field(token.text);
        if (!is_name && !is_field) return;
        const std::optional<std::string> qualifier = qualifier_of(i);
        if (!qualifier) return;  // of a template
        if (is_field && !qualifier->empty() && interest_.is_type(without_scope(*qualifier)))
            return add_use(SourceUse::Kind::member, i, std::string(without_scope(*qualifier)));
        if (!is_name) return;
        if (qualifier->empty() && is_declared(i)) found_.declared.emplace(token.text);
        else add_use(SourceUse::Kind::name, i, *qualifier);
    }

    void add_use(SourceUse::Kind kind, std::size_t i, std::string qualifier) {
        SourceUse use{.kind = kind, .name = std::string(at(i).text), .qualifier = std::move(qualifier)};
        use.line = at(i).line;
        use.column = at(i).column;
        use.is_template = at(i + 1).is("<");
        if (kind == SourceUse::Kind::name && at(i + 1).is("(")) use.arguments = arguments_from(i + 1);
        found_.uses.push_back(std::move(use));
    }

    /// `using namespace thrust;`, `namespace cg = cooperative_groups;`
    void read_namespace(std::size_t i) {
        const bool is_using = before(i).text == "using";
        const bool is_alias = at(i + 1).is_name() && at(i + 2).is("=");
        if (!is_using && !is_alias) return;
        std::string name;
        for (std::size_t part = i + (is_using ? 1 : 3); at(part).is_name() || at(part).is("::"); ++part)
            name += at(part).text;
        if (name.starts_with("::")) name.erase(0, 2);
        name = without_alias(name);
        if (is_using) found_.namespaces.insert(std::move(name));
        else namespaces_.insert_or_assign(std::string(at(i + 1).text), std::move(name));
    }

    [[nodiscard]] std::string without_alias(const std::string& qualifier) const {
        const std::size_t end = std::min(qualifier.find("::"), qualifier.size());
        const auto alias = namespaces_.find(std::string_view(qualifier).substr(0, end));
        return alias == namespaces_.end() ? qualifier : alias->second + qualifier.substr(end);
    }

    /// What is before the `::` of a name; absent: it is not only names.
    [[nodiscard]] std::optional<std::string> qualifier_of(std::size_t i) const {
        std::string qualifier;
        std::size_t place = i;
        while (before(place).is("::")) {
            const SourceToken& part = before(place, 2);
            if (part.is(">")) return std::nullopt;
            if (!part.is_name() || contains(not_types, part.text)) break;  // `::cudaMalloc`
            qualifier = std::string(part.text) + (qualifier.empty() ? "" : "::") + qualifier;
            place -= 2;
        }
        return without_alias(qualifier);
    }

    /// Whether a name without a qualifier is declared here.
    [[nodiscard]] bool is_declared(std::size_t i) const {
        const SourceToken& last = before(i);
        const SourceToken& next = at(i + 1);
        if (last.kind == TokenKind::end || before(i).is("::")) return false;
        if (enum_depth_ > 0 && enum_depth_ == depth_ && (last.is("{") || last.is(","))) return true;
        if (is_any(last, type_keywords))
            return next.is("{") || next.is(";") || next.is(":") || next.text == "final" ||
                   (last.text == "class" && is_any(next, after_name));
        if (last.text == "using") return next.is("=");
        if (last.text == "namespace") return true;
        if (!is_any(next, after_name) || next.is(">")) return false;
        if (last.is_name()) return !contains(not_types, last.text);
        if (last.is(">")) return !next.is("(") && is_template_type(i - 1);
        return is_pointer(last) && is_declared_pointer(i);
    }

    /// `Type *NAME`. In brackets it can be a product too, but a parameter is likelier.
    [[nodiscard]] bool is_declared_pointer(std::size_t i) const {
        std::size_t type = i - 1;
        while (type > 0 && (is_pointer(at(type)) || is_any(at(type), type_qualifiers))) --type;
        if (at(type).is(">")) return is_template_type(type);
        if (!at(type).is_name() || contains(not_types, at(type).text)) return false;
        while (type >= 2 && at(type - 1).is("::") && at(type - 2).is_name()) type -= 2;
        const SourceToken& start = before(type);
        if (start.is("(") || start.is(",")) return !at(i + 1).is("(");
        return start.kind == TokenKind::end || start.is(";") || start.is("{") || start.is("}") || start.is(":") ||
               start.is_name();
    }

    /// Whether the `>` closes the arguments of a type at the start of a statement or parameter.
    [[nodiscard]] bool is_template_type(std::size_t close) const {
        int depth = 0;
        for (std::size_t i = close; i > 0 && close - i < most_template_tokens; --i) {
            const SourceToken& token = at(i);
            if (token.is(">")) ++depth;
            else if (token.is("<") && --depth == 0) {
                std::size_t name = i - 1;
                if (!at(name).is_name()) return false;
                while (name >= 2 && at(name - 1).is("::") && at(name - 2).is_name()) name -= 2;
                const SourceToken& start = before(name);
                return name == 0 || start.kind == TokenKind::end || is_any(start, not_types) ||
                       is_any(start, std::array<std::string_view, 6>{";", "{", "}", "(", ",", ":"});
            } else if (token.kind == TokenKind::end ||
                       is_any(token, std::array<std::string_view, 5>{";", "{", "}", "&&", "||"})) {
                return false;
            }
        }
        return false;
    }

    /// The texts of the arguments after this bracket.
    [[nodiscard]] std::optional<std::vector<std::string>> arguments_from(std::size_t open) const {
        std::vector<std::string> arguments;
        std::string text;
        int depth = 0;
        constexpr std::size_t most_tokens = 400;
        for (std::size_t i = open; i < tokens_.size() && i - open < most_tokens; ++i) {
            const SourceToken& token = tokens_[i];
            if (token.kind == TokenKind::end || token.is(";")) {
                if (depth == 1 || token.kind == TokenKind::end) return std::nullopt;
            }
            if (token.text == "__VA_ARGS__") return std::nullopt;
            if (is_any(token, std::array<std::string_view, 3>{"(", "[", "{"}) && ++depth == 1) continue;
            if (is_any(token, std::array<std::string_view, 3>{")", "]", "}"}) && --depth == 0) {
                if (!text.empty() || !arguments.empty()) arguments.push_back(std::move(text));
                return arguments;
            }
            if (depth == 1 && token.is("<") && at(i - 1).is_name()) {
                if (const std::size_t close = end_of_template(i); close > i) {
                    for (; i < close; ++i) text += at(i).text;
                    text += at(i).text;
                    continue;
                }
            }
            if (depth == 1 && token.is(",")) arguments.push_back(std::exchange(text, {}));
            else text += (text.empty() || !token.is_name() ? "" : " ") + std::string(token.text);
        }
        return std::nullopt;
    }

    /// The `>` of `name<A, B>(`; the same place: it is no template.
    [[nodiscard]] std::size_t end_of_template(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i - open < most_template_tokens; ++i) {
            const SourceToken& token = at(i);
            if (token.is("<")) ++depth;
            else if (token.is(">") && --depth == 0)
                return is_any(at(i + 1), std::array<std::string_view, 3>{"(", "{", "::"}) ? i : open;
            else if (token.kind == TokenKind::end ||
                     is_any(token, std::array<std::string_view, 6>{";", "{", "}", "&&", "||", ")"}))
                return open;
        }
        return open;
    }

    void read_member(std::size_t i) {
        if (!interest_.is_field(at(i).text)) return;
        std::string object(i >= 2 ? object_before(i - 1) : std::string_view());
        if (object.empty()) return;
        SourceUse use{.kind = SourceUse::Kind::member, .name = std::string(at(i).text), .object = std::move(object)};
        use.line = at(i).line;
        use.column = at(i).column;
        found_.uses.push_back(std::move(use));
    }

    /// The name whose value ends before this place: `prop` of `prop[0]`, `(*prop)`, `get()->prop`, `prop()`.
    [[nodiscard]] std::string_view object_before(std::size_t end) const {
        while (end > 0) {
            const SourceToken& last = at(end - 1);
            if (last.is_name())
                return last.text == "this" || contains(not_types, last.text) ? std::string_view() : last.text;
            if (!last.is("]") && !last.is(")")) return {};
            const std::size_t open = opening(end - 1);
            if (open == end - 1) return {};
            const SourceToken& called = before(open);
            const bool is_call = (called.is_name() && !contains(not_types, called.text)) || called.is(">");
            const bool is_group = last.is(")") && !is_call;
            end = is_group ? end - 1 : open;
        }
        return {};
    }

    /// The bracket that this one closes; the same place if it is too far.
    [[nodiscard]] std::size_t opening(std::size_t close) const {
        int depth = 0;
        constexpr std::size_t most_tokens = 400;
        for (std::size_t i = close; close - i < most_tokens; --i) {
            if (at(i).is(")") || at(i).is("]")) ++depth;
            if ((at(i).is("(") || at(i).is("[")) && --depth == 0) return i;
            if (i == 0) break;
        }
        return close;
    }

    /// Variables, members and functions of a type that matters.
    void read_declarations(std::size_t i, std::string_view type) {
        const std::size_t start = is_any(before(i), type_keywords) ? i - 1 : i;
        if (before(start).is("=") && before(start, 3).text == "using") return add_alias(before(start, 2).text, at(i));
        std::size_t place = i + 1;
        if (at(place).is(",") || at(place).is(">")) {  // `std::vector<TYPE> NAME`
            while (place - i < most_template_tokens && !at(place).is(">")) {
                const SourceToken& token = at(place);
                if (!token.is_name() && token.kind != TokenKind::number && !token.is(",") && !token.is("::")) return;
                ++place;
            }
            while (at(place).is(">")) ++place;
        }
        place = after_pointers(place);
        while (at(place).is_name() && at(place + 1).is("::")) place += 2;
        if (!is_variable(place)) return;
        if (before(start).text == "typedef") return add_alias(at(place).text, at(i));
        declare(place, type);
        while (at(place + 1).is(",")) {
            place = after_pointers(place + 2);
            if (!is_variable(place) || at(place + 1).is("(") || at(place + 1).is(")")) return;
            declare(place, type);
        }
    }

    [[nodiscard]] std::size_t after_pointers(std::size_t place) const {
        while (is_pointer(at(place)) || is_any(at(place), type_qualifiers)) ++place;
        return place;
    }
    [[nodiscard]] bool is_variable(std::size_t place) const {
        return at(place).is_name() && is_any(at(place + 1), after_name);
    }
    void declare(std::size_t place, std::string_view type) {
        found_.types.insert_or_assign(std::string(at(place).text), std::string(type));
        typed_.insert(place);
    }

    /// `auto prop = get();`, `for (auto& prop : props)`
    void read_auto(std::size_t i) {
        const std::size_t place = after_pointers(i + 1);
        const SourceToken& sign = at(place + 1);
        if (!at(place).is_name() || !(sign.is("=") || sign.is(":"))) return;
        std::size_t end = place + 2;
        int depth = 0;
        constexpr std::size_t most_tokens = 60;
        for (; end < tokens_.size() && end - place < most_tokens; ++end) {
            if (is_any(at(end), std::array<std::string_view, 3>{"(", "[", "{"})) ++depth;
            if (at(end).is(";") || at(end).kind == TokenKind::end) break;
            if (is_any(at(end), std::array<std::string_view, 3>{")", "]", "}"}) && --depth < 0) break;
        }
        if (const std::string_view source = object_before(end); !source.empty() && source != at(place).text) {
            found_.same_as.insert_or_assign(std::string(at(place).text), std::string(source));
            typed_.insert(place);
        }
    }

    /// Finds objects of members that are declared with other types than those that matter.
    void find_other_types() {
        std::set<std::string_view> objects;
        for (const SourceUse& use : found_.uses)
            if (!use.object.empty()) objects.insert(use.object);
        if (objects.empty()) return;
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (!tokens_[i].is_name() || !objects.contains(tokens_[i].text) || typed_.contains(i)) continue;
            const bool is_other = !before(i).is("::") && is_declared(i);
            if (is_other) found_.others.emplace(tokens_[i].text);
        }
    }

    std::vector<SourceToken> tokens_;
    const SourceInterest& interest_;
    SourceUses found_;
    TextMap aliases_;              ///< of types
    TextMap namespaces_;           ///< aliases of namespaces
    std::set<std::size_t> typed_;  ///< places of the variables in `types` and `same_as`
    int depth_ = 0;                ///< of braces
    int enum_depth_ = 0;           ///< of the braces of an `enum`; 0: not in one
};

/// The type that one source declares; empty: none.
std::string_view type_declared_in(const SourceUses& source, std::string_view object) {
    const auto found = source.types.find(object);
    return found == source.types.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace

SourceUses read_uses(std::string_view source, Version cuda, const SourceInterest& interest) {
    return UseReader(source, cuda, interest).run();
}

std::string_view find_type(const SourceUses& source, const SourceUses& shared, std::string_view object) {
    constexpr int most_tokens = 8;  // of a chain of `auto`
    for (int steps = 0; steps < most_tokens; ++steps) {
        if (source.others.contains(object)) return {};
        if (const std::string_view type = type_declared_in(source, object); !type.empty()) return type;
        const auto same = source.same_as.find(object);
        if (same == source.same_as.end())
            return shared.others.contains(object) ? std::string_view() : type_declared_in(shared, object);
        object = same->second;
    }
    return {};
}

void share_types(const SourceUses& source, SourceUses& shared) {
    for (const auto& [object, type] : source.types) {
        const auto [known, is_new] = shared.types.try_emplace(object, type);
        if (!is_new && known->second != type) shared.others.insert(object);
    }
}

}  // namespace cudastdenv
