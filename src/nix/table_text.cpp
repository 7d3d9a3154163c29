// SPDX-License-Identifier: MIT
#include "nix/table_text.hpp"

#include "core/text.hpp"
#include "nix/rows.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv::nix {

using syntax::Binding;
using syntax::Span;
using syntax::Term;

namespace {

/// What stands in parentheses around nothing else.
const syntax::Expression& inside_parentheses(const syntax::Expression& expression) {
    const syntax::Expression* inner = &expression;
    while (inner->terms.size() == 1 && inner->terms.front().kind == Term::Kind::group &&
           inner->terms.front().parts.size() == 1)
        inner = &inner->terms.front().parts.front();
    return *inner;
}

/// The set that an expression is, that it lays over another one, or that a function is called with: `{ }`, `a // { }`,
/// `checked { }`; null: none of these.
const Term* set_of(const syntax::Expression& whole) {
    const std::vector<Term>& terms = inside_parentheses(whole).terms;
    const bool ends_with_set = !terms.empty() && terms.back().kind == Term::Kind::set;
    const auto is_word_or_text = [](const Term& term) {
        return term.kind == Term::Kind::word || term.kind == Term::Kind::string;
    };
    return ends_with_set && std::all_of(terms.begin(), terms.end() - 1, is_word_or_text) ? &terms.back() : nullptr;
}

/// A path with more names behind it. One that is computed has no text; one with a point in it is quoted.
std::string with_names(std::string path, std::span<const std::optional<std::string>> names) {
    for (const std::optional<std::string>& name : names) {
        if (!path.empty()) path += '.';
        path += name && name->find('.') != name->npos ? nix::quoted(*name) : name.value_or("");
    }
    return path;
}

}  // namespace

TableText::TableText(Table table, std::string text) : table_(table) {
    newline_ = text.find("\r\n") == text.npos ? "\n" : "\r\n";
    reset(std::move(text));
}

void TableText::reset(std::string text) {
    std::variant<syntax::Tree, syntax::Error> parsed = syntax::parse(text);
    if (const syntax::Error* error = std::get_if<syntax::Error>(&parsed)) throw *error;
    places_.clear();
    text_ = std::move(text);
    tree_ = std::get<syntax::Tree>(std::move(parsed));
    // Where the table is called by its name, what else is keyed by releases is something else.
    find_rows(tree_.root, false);
    if (places_.empty()) find_rows(tree_.root, true);
}

// ---- rows

void TableText::add_piece(const std::string& key, const Piece& piece, const std::string& path) {
    auto place = std::ranges::find(places_, key, &Place::key);
    if (place == places_.end()) place = places_.insert(place, {key, {}, {}});
    place->pieces.push_back(piece);
    place->nodes.push_back({path, piece.binding, nullptr, piece.set});
    if (piece.set) add_nodes(*place, *piece.set, path);
}

void TableText::add_nodes(Place& place, const Term& set, const std::string& path) {
    for (const Binding& binding : set.bindings) {
        const std::string inner_path = with_names(path, binding.path);
        const Term* inner = binding.inherited() ? nullptr : set_of(binding.value);
        place.nodes.push_back({inner_path, &binding, &set, inner});
        if (inner) add_nodes(place, *inner, inner_path);
    }
}

void TableText::find_rows(const syntax::Expression& expression, bool in_table) {
    for (const Term& term : expression.terms) {
        if (term.kind == Term::Kind::list && in_table) find_rows_of_list(term);
        else
            for (const syntax::Expression& part : term.parts) find_rows(part, in_table);
        for (const Binding& binding : term.bindings)
            if (!binding.inherited()) find_rows(binding, in_table);
    }
}

void TableText::find_rows(const Binding& binding, bool in_table) {
    for (std::size_t i = 0; i < binding.path.size(); ++i) {
        if (binding.path[i] == name_of(table_)) in_table = true;
        else if (in_table && binding.path[i] && is_key(table_, *binding.path[i]))
            return add_piece(*binding.path[i], {binding.span, binding.names[i], &binding, set_of(binding.value)},
                             with_names("", std::span(binding.path).subspan(i + 1)));
    }
    find_rows(binding.value, in_table);
}

void TableText::find_rows_of_list(const Term& list) {
    for (const syntax::Expression& element : list.parts) {
        const Term* set = set_of(element);
        const Binding* name = set ? find_binding(*set, capability_in_list) : nullptr;
        if (name && !name->inherited() && name->value.terms.front().text &&
            is_key(table_, *name->value.terms.front().text))
            add_piece(*name->value.terms.front().text, {set->span, name->value.span(), nullptr, set}, "");
    }
}

const TableText::Place* TableText::find(std::string_view key) const {
    const auto place = std::ranges::find(places_, key, &Place::key);
    return place == places_.end() ? nullptr : &*place;
}

std::vector<Row> TableText::rows() const {
    std::vector<Row> rows;
    for (const Place& place : places_) {
        Row row{place.key, {}};
        for (const Node& node : place.nodes)
            if (node.is_field() && !node.binding->inherited())
                row.fields.push_back({node.path, literal_value(node.binding->value)});
        rows.push_back(std::move(row));
    }
    sort_rows(table_, rows);
    return rows;
}

FieldValue TableText::literal_value(const syntax::Expression& expression) const {
    const syntax::Expression& inner = inside_parentheses(expression);
    const std::string_view word = part(inner.span());
    if (inner.terms.size() == 1 && inner.terms.front().text) return *inner.terms.front().text;
    if (word == "null") return nullptr;
    if (word == "true" || word == "false") return word == "true";
    return ForeignValue{std::string(word)};
}

std::optional<std::size_t> TableText::line_of(std::string_view key) const {
    const Place* place = find(key);
    return place ? std::optional(syntax::Lines(text_).at(place->span().begin)) : std::nullopt;
}

// ---- fields

TableText::FieldPlace TableText::find_field(const Place& place, std::string_view field) {
    const auto written = std::ranges::find(place.nodes, field, &Node::path);
    if (written != place.nodes.end()) return {.binding = written->binding, .set = written->in};
    FieldPlace at;
    for (const Node& node : place.nodes) {
        if (!node.set || !(node.path.empty() || field.starts_with(node.path + '.'))) continue;
        at = {.set = node.set};
        const auto names = pieces_of(field.substr(node.path.empty() ? 0 : node.path.size() + 1), '.');
        for (const Binding& binding : node.set->bindings)
            if (binding.path.front() == names.front()) at.neighbour = &binding;
        for (const std::string_view name : names) at.name += (at.name.empty() ? "" : ".") + attribute_name(name);
    }
    return at;
}

std::vector<std::string> TableText::written_fields(const Place& place) {
    std::vector<std::string> fields;
    for (const Node& node : place.nodes)
        if (node.is_field()) fields.push_back(node.path);
    return fields;
}

/// What stands before the field in another row.
const Binding& TableText::neighbour_of(const Place& place, const Term& set, std::string_view field) const {
    for (const Place& other : places_) {
        const std::vector<std::string> order = written_fields(other);
        auto at = std::find(order.begin(), order.end(), field);
        if (at == order.end()) continue;
        while (at != order.begin()) {
            const FieldPlace before = find_field(place, *--at);
            if (before.binding && before.set == &set) return *before.binding;
        }
    }
    return set.bindings.back();
}

bool TableText::is_to_be_written(const Row& row, const RowField& field) const {
    if (!is_default(row, field)) return true;
    return std::all_of(places_.begin(), places_.end(), [&](const Place& place) {
        const std::vector<std::string> fields = written_fields(place);
        return place.key == row.key || std::find(fields.begin(), fields.end(), field.path) != fields.end();
    });
}

// ---- edits

void TableText::replace(Span span, std::string_view with) {
    std::string text = text_;
    text.replace(span.begin, span.end - span.begin, with);
    reset(std::move(text));
}

bool TableText::set(std::string_view key, std::string_view field, const FieldValue& value) {
    const Place* place = find(key);
    if (!place) return false;
    const FieldPlace at = find_field(*place, field);
    if (at.binding) return !at.binding->inherited() && set_value(at.binding->value, value);
    return at.set ? insert_field(*place, at, field, value) : override_reference(*place, field, value);
}

bool TableText::set_value(const syntax::Expression& old, const FieldValue& value) {
    const syntax::Expression& inner = inside_parentheses(old);
    if (has_comment(inner.span())) return false;
    const bool indented = inner.terms.size() == 1 && inner.terms.front().kind == Term::Kind::indented_string;
    const std::string* text = std::get_if<std::string>(&value);
    replace(inner.span(), indented && text ? "''" + *text + "''" : literal(value));
    return true;
}

bool TableText::insert_field(const Place& place, const FieldPlace& at, std::string_view field,
                             const FieldValue& value) {
    const std::string binding = at.name + " = " + literal(value) + ";";
    if (at.set->bindings.empty()) {
        if (has_comment(at.set->span)) return false;
        replace(at.set->span, "{ " + binding + " }");
        return true;
    }
    const Binding& neighbour = at.neighbour ? *at.neighbour : neighbour_of(place, *at.set, field);
    const std::optional<std::size_t> end_of_line = end_of_line_with_remarks(neighbour.span.end);
    if (neighbour.inherited()) return false;
    if (begins_line(neighbour.span.begin) && end_of_line)
        replace({*end_of_line, *end_of_line}, newline_ + indentation(neighbour.span.begin) + binding);
    else replace({neighbour.span.end, neighbour.span.end}, " " + binding);
    return true;
}

/// `attrs."11.4"` becomes `attrs."11.4" // { field = value; }`.
bool TableText::override_reference(const Place& place, std::string_view field, const FieldValue& value) {
    if (!reference_in(place) || field.find('.') != field.npos) return false;
    const Span old = place.pieces.front().binding->value.span();
    const std::string indent = indentation(place.span().begin);
    replace({old.end, old.end}, " // {" + newline_ + indent + "  " + attribute_name(field) + " = " + literal(value) +
                                    ";" + newline_ + indent + "}");
    return true;
}

void TableText::remove_field(const Place& place, std::string_view field) {
    const FieldPlace at = find_field(place, field);
    if (!at.binding) return;
    replace(with_blanks(at.binding->span), "");
}

// ---- new rows

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
        std::string renamed(part(piece.key));
        const std::size_t at = renamed.find(model.key);
        changes.push_back(
            {piece.key, at == renamed.npos ? nix::quoted(key) : renamed.replace(at, model.key.size(), key)});
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
    const Span name_there = place.pieces.front().key;
    std::string name(part(name_there));
    const std::size_t key_at = name.find(place.key);
    name = key_at == name.npos ? nix::quoted(row.key) : name.replace(key_at, place.key.size(), row.key);
    std::string text(part({binding.span.begin, name_there.begin}));
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

// ---- text

std::string_view TableText::part(Span span) const { return syntax::part(text_, span); }

std::size_t TableText::line_begin(std::size_t at) const { return at == 0 ? 0 : text_.rfind('\n', at - 1) + 1; }

/// Its line where nothing else is in it, otherwise it with the blanks before it.
Span TableText::with_blanks(Span span) const {
    const std::size_t end = std::min(text_.find('\n', span.end), text_.size());
    if (begins_line(span.begin) && trimmed(part({span.end, end})).empty() && end < text_.size())
        return {line_begin(span.begin), end + 1};
    while (span.begin > 0 && (text_[span.begin - 1] == ' ' || text_[span.begin - 1] == '\t')) --span.begin;
    return span;
}

std::string TableText::indentation(std::size_t at) const {
    const std::size_t begin = line_begin(at);
    return text_.substr(begin, std::min(text_.find_first_not_of(" \t", begin), text_.size()) - begin);
}

bool TableText::begins_line(std::size_t at) const { return text_.find_first_not_of(" \t", line_begin(at)) == at; }

bool TableText::has_comment(Span span) const {
    return std::any_of(tree_.comments.begin(), tree_.comments.end(),
                       [&](Span comment) { return comment.begin >= span.begin && comment.end <= span.end; });
}

/// Where the line ends behind what is remarked there; nothing where something else follows.
std::optional<std::size_t> TableText::end_of_line_with_remarks(std::size_t at) const {
    while (true) {
        at = std::min(text_.find_first_not_of(" \t", at), text_.size());
        if (at == text_.size() || text_[at] == '\n' || text_[at] == '\r') return at;
        const auto comment = std::find_if(tree_.comments.begin(), tree_.comments.end(),
                                          [&](Span one) { return one.begin == at; });
        if (comment == tree_.comments.end()) return std::nullopt;
        at = comment->end;
    }
}

/// Where the first line begins of the comment that ends in the line above, or else the line itself.
std::size_t TableText::begin_of_comment_above(std::size_t at) const {
    std::size_t begin = line_begin(at);
    for (auto comment = tree_.comments.rbegin(); comment != tree_.comments.rend(); ++comment) {
        if (comment->end > begin) continue;
        if (!begins_line(comment->begin) || std::string(part({comment->end, begin})) != newline_) break;
        begin = line_begin(comment->begin);
    }
    return begin;
}

bool TableText::rows_have_gaps() const {
    std::size_t gaps = 0;
    for (std::size_t i = 1; i < places_.size(); ++i) {
        const Span between{places_[i - 1].span().end, places_[i].span().begin};
        if (between.end <= between.begin) continue;
        const std::vector<std::string_view> lines = lines_of(part(between));
        for (std::size_t line = 1; line + 1 < lines.size(); ++line)
            if (trimmed(lines[line]).empty()) {
                ++gaps;
                break;
            }
    }
    return 2 * gaps >= places_.size() && places_.size() > 1;
}

/// Whether the sets of a list begin with what is said about them.
bool TableText::rows_begin_with_comment() const {
    const auto has_one = [&](const Place& place) {
        const auto& [span, key, binding, set] = place.pieces.front();
        return !binding && has_comment({span.begin, set->bindings.front().span.begin});
    };
    return std::count_if(places_.begin(), places_.end(), has_one) * 2 > static_cast<std::ptrdiff_t>(places_.size());
}

}  // namespace cudastdenv::nix
