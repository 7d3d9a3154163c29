// SPDX-License-Identifier: MIT
// What an audit finds in the text of files: what comments say, and names of package sets.
#include "core/lists.hpp"
#include "core/text.hpp"
#include "nix/audit.hpp"
#include "nix/syntax.hpp"

#include <variant>

namespace cudastdenv::nix {

namespace {

/// Comments that follow each other line by line, as one; each with its first line.
std::vector<std::pair<int, std::string>> comment_blocks(std::string_view text) {
    std::vector<std::pair<int, std::string>> blocks;
    const std::variant<syntax::Tree, syntax::Error> parsed = syntax::parse(text);
    const syntax::Tree* tree = std::get_if<syntax::Tree>(&parsed);
    if (!tree) return blocks;
    int line = 1, next_line = 0;
    std::size_t read = 0;  // up to where the lines are counted
    const auto go_on_to = [&](std::size_t at) { line += syntax::line_at(text.substr(read), at - read) - 1, read = at; };
    for (const syntax::Span comment : tree->comments) {
        const std::string_view said = syntax::part(text, comment);
        go_on_to(comment.begin);
        if (line == next_line) blocks.back().second += '\n' + std::string(said);
        else blocks.emplace_back(line, said);
        go_on_to(comment.end);
        next_line = line + 1;
    }
    return blocks;
}

bool is_in_word(char c) noexcept { return is_digit(c) || is_letter(c); }

/// Where a word stands by itself, from some place on.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
    for (std::size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
        const bool begins = at == 0 || !is_in_word(text[at - 1]);
        const bool ends = at + word.size() == text.size() || !is_in_word(text[at + word.size()]);
        if (begins && ends) return at;
    }
    return text.npos;
}

/// Where the text names attributes: where the next one is named, another one is spoken of.
std::map<std::size_t, std::string_view> mentions(std::string_view text) {
    std::map<std::size_t, std::string_view> found;
    for (const std::string_view attribute : field_names())
        for (std::size_t at = find_word(text, attribute); at != text.npos;
             at = find_word(text, attribute, at + attribute.size()))
            found.emplace(at, attribute);
    return found;
}

/// Whether what is said behind an attribute's name, up to the next one's, calls it exclusive, and where.
std::optional<std::size_t> called_exclusive_at(std::string_view said) {
    const std::size_t at = find_word(said, "exclusive");
    if (at == said.npos || find_word(said, "inclusive") != said.npos) return std::nullopt;
    for (const std::string_view denial : {"not ", "non-", "never "})
        if (said.substr(0, at).ends_with(denial)) return std::nullopt;
    return at;
}

bool is_set_name(std::string_view name) { return name == "cudaPackages" || name.starts_with("cudaPackages_"); }

}  // namespace

std::vector<CalledExclusive> called_exclusive(std::string_view text) {
    std::vector<CalledExclusive> called;
    for (const auto& [first_line, block] : comment_blocks(text)) {
        const std::string_view comment = block;
        const std::map<std::size_t, std::string_view> named = mentions(comment);
        std::set<std::string_view> told;
        for (auto mention = named.begin(); mention != named.end();) {
            const auto [begin, attribute] = *mention++;
            const std::size_t end = mention == named.end() ? comment.size() : mention->first;
            const std::optional<std::size_t> at =
                called_exclusive_at(comment.substr(begin + attribute.size(), end - begin - attribute.size()));
            if (!at || !told.insert(attribute).second) continue;
            const int lines = syntax::line_at(comment, begin + attribute.size() + *at) - 1;
            called.push_back({attribute, first_line + lines});
        }
    }
    return called;
}

std::optional<Version> release_of_set(std::string_view name) {
    if (!take_prefix(name, "cudaPackages_")) return std::nullopt;
    const std::optional<int> major = take_number(name, 3);
    if (!major || !take_prefix(name, "_")) return std::nullopt;
    const std::optional<int> minor = take_number(name, 3);
    if (!minor || !name.empty()) return std::nullopt;
    return Version{*major, *minor};
}

PackageSetNames package_set_names(std::string_view text) {
    PackageSetNames names;
    const std::variant<syntax::Tree, syntax::Error> parsed = syntax::parse(text);
    const syntax::Tree* tree = std::get_if<syntax::Tree>(&parsed);
    if (!tree || tree->root.terms.back().kind != syntax::Term::Kind::set) return names;
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
            names.aliases.push_back({name, value, syntax::line_at(text, binding.span.begin)});
        else add_set(name);
    }
    sort_unique(names.sets);
    std::erase_if(names.aliases, [&](const PackageSetAlias& alias) { return bound[alias.name] != 1; });
    return names;
}

}  // namespace cudastdenv::nix
