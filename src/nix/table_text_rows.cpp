// SPDX-License-Identifier: MIT
// New rows of a table's text.
#include "core/text.hpp"
#include "nix/rows.hpp"
#include "nix/table_text.hpp"

#include <algorithm>
#include <variant>

namespace cudastdenv::nix {

using syntax::Binding;
using syntax::Span;
using syntax::Term;

/// Where a row is written as another one, with or without a set laid over it, that one's name: `attrs."11.4" // { }`.
const Term* TableText::reference_in(const Place& place) const {
    if (place.pieces.size() != 1 || !place.pieces.front().binding) return nullptr;
    const std::vector<Term>& terms = place.pieces.front().binding->value.terms;
    std::size_t end = terms.size();
    if (end > 2 && terms[end - 1].kind == Term::Kind::set && part(terms[end - 2].span) == "//") end -= 2;
    const bool plain = std::all_of(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(end) - 1,
                                   [](const Term& term) { return term.kind == Term::Kind::word; });
    if (end < 3 || !plain || !terms[end - 1].text || part(terms[end - 2].span) != ".") return nullptr;
    return find(*terms[end - 1].text) ? &terms[end - 1] : nullptr;
}

bool TableText::add(const Row& row, std::span<const std::string> comment, std::span<const Row> there) {
    const Place* before = nullptr;
    const Place* after = nullptr;
    for (const Place& place : places_) {
        if (is_key_before(table_, place.key, row.key) && (!before || is_key_before(table_, before->key, place.key)))
            before = &place;
        if (is_key_before(table_, row.key, place.key) && (!after || is_key_before(table_, place.key, after->key)))
            after = &place;
    }
    const Place* neighbour = before ? before : after;
    if (!neighbour) return false;
    const auto evaluated = std::find_if(there.begin(), there.end(),
                                        [&](const Row& one) { return one.key == neighbour->key; });
    if (before && reference_in(*before) && evaluated != there.end()) {
        insert_row(*before, true, comment, reference_to(*before, row, *evaluated));
        return true;
    }
    const Place* model = model_for(*neighbour);
    if (!model) return false;
    const std::string copy = copy_of(*model, row.key, indentation(neighbour->span().begin));
    // Pieces of a row that are in different sets have half a bracket between them.
    const bool is_element = copy.starts_with('{');
    const auto parsed = syntax::parse((is_element ? "[" : "{") + copy + (is_element ? "]" : "}"));
    if (std::holds_alternative<syntax::Error>(parsed)) return false;
    insert_row(*neighbour, before != nullptr, comment, copy);
    const std::vector<std::string> copied = written_fields(*find(row.key));
    for (const RowField& field : row.fields)
        if (is_to_be_written(row, field)) set(row.key, field.path, field.value);
    for (const std::string& path : copied) {
        const FieldValue* value = row.find(path);
        if (!value || !is_to_be_written(row, {path, *value})) remove_field(*find(row.key), path);
    }
    return true;
}

/// The row itself, or else the nearest one before it, or after it, that is written out.
const TableText::Place* TableText::model_for(const Place& neighbour) const {
    const auto is_model = [&](const Place& place) { return !written_fields(place).empty() && !reference_in(place); };
    const std::size_t at = static_cast<std::size_t>(&neighbour - places_.data());
    for (std::size_t i = at + 1; i-- > 0;)
        if (is_model(places_[i])) return &places_[i];
    for (std::size_t i = at + 1; i < places_.size(); ++i)
        if (is_model(places_[i])) return &places_[i];
    return nullptr;
}

/// The text of a row under another name, without its comments.
std::string TableText::copy_of(const Place& model, std::string_view key, std::string_view indentation_of_copy) const {
    struct Cut {
        Span span;
        std::string with;
    };
    const Span whole = model.span();
    std::vector<Cut> changes;
    for (const Span comment : tree_.comments) {
        if (comment.begin >= whole.begin && comment.end <= whole.end) changes.push_back({with_blanks(comment), ""});
    }
    for (const Piece& piece : model.pieces) {
        const Span name = piece.binding ? piece.binding->names[piece.key_at]
                                        : find_binding(*piece.element, capability_in_list)->value.span();
        std::string renamed(part(name));
        const std::size_t at = renamed.find(model.key);
        changes.push_back({name, at == renamed.npos ? nix::quoted(key) : renamed.replace(at, model.key.size(), key)});
    }
    std::sort(changes.begin(), changes.end(), [](const Cut& a, const Cut& b) { return a.span.begin < b.span.begin; });
    std::string copy;
    std::size_t at = whole.begin;
    for (const Cut& change : changes) {
        copy += part({at, change.span.begin});
        copy += change.with;
        at = change.span.end;
    }
    copy += part({at, whole.end});
    const std::string old_indentation = newline_ + indentation(whole.begin);
    const std::string new_indentation = newline_ + std::string(indentation_of_copy);
    for (std::size_t line = copy.find(old_indentation); line != copy.npos;
         line = copy.find(old_indentation, line + new_indentation.size()))
        copy.replace(line, old_indentation.size(), new_indentation);
    return copy;
}

/// A row that is written as the row before it, with what changes.
std::string TableText::reference_to(const Place& place, const Row& row, const Row& there) const {
    const Binding& binding = *place.pieces.front().binding;
    const Term& reference = *reference_in(place);
    std::string name(part(binding.names[place.pieces.front().key_at]));
    const std::size_t key_at = name.find(place.key);
    name = key_at == name.npos ? nix::quoted(row.key) : name.replace(key_at, place.key.size(), row.key);
    std::string text(part({binding.span.begin, binding.names[place.pieces.front().key_at].begin}));
    text += name + " = " + std::string(part({binding.value.span().begin, reference.span.begin})) +
            nix::quoted(place.key);
    const std::string indent = newline_ + indentation(binding.span.begin);
    std::string changes;
    for (const RowField& field : row.fields)
        if (const FieldValue* old = there.find(field.path); !old || *old != field.value)
            changes += indent + "  " + attribute_name(field.path) + " = " + literal(field.value) + ";";
    return text + (changes.empty() ? "" : " // {" + changes + indent + "}") + ";";
}

void TableText::insert_row(const Place& neighbour, bool behind, std::span<const std::string> comment,
                           const std::string& row) {
    const Span span = neighbour.span();
    const std::string indent = indentation(span.begin);
    const std::optional<std::size_t> end_of_line = end_of_line_with_remarks(span.end);
    if (!begins_line(span.begin) || !end_of_line) {
        std::string remark;
        for (const std::string& line : comment) remark += "/* " + line + " */ ";
        const std::size_t at = behind ? span.end : span.begin;
        return replace({at, at}, behind ? " " + remark + row : remark + row + " ");
    }
    std::string lines;
    const std::size_t inside = row.find_first_not_of(" \t", 1);
    const bool comment_inside = rows_begin_with_comment() && row.starts_with('{') &&
                                row.compare(inside, newline_.size(), newline_) == 0;
    if (comment_inside) {
        const std::size_t field = row.find_first_not_of(" \t\r\n", inside);
        const std::string before_field = row.substr(inside, field - inside);
        lines = indent + "{";
        for (const std::string& line : comment) lines += before_field + "# " + line;
        lines += row.substr(inside);
    } else {
        for (const std::string& line : comment) lines += indent + "# " + line + newline_;
        lines += indent + row;
    }
    const std::string gap = rows_have_gaps() ? newline_ : "";
    if (behind) return replace({*end_of_line, *end_of_line}, newline_ + gap + lines);
    const std::size_t at = begin_of_comment_above(span.begin);
    replace({at, at}, lines + newline_ + gap);
}

}  // namespace cudastdenv::nix
