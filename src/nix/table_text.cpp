// SPDX-License-Identifier: MIT
#include "nix/update.hpp"

namespace cudastdenv::nix {

using syntax::Binding;
using syntax::Expression;
using syntax::part;
using syntax::Span;
using syntax::Term;

namespace {

using Node = TableText::Node;
using Piece = TableText::Piece;
using Place = TableText::Place;

// ---- rows

/// The expression without parentheses around it.
const Expression& inside_parentheses(const Expression& expression) {
    const Expression* inner = &expression;
    while (inner->terms.size() == 1 && inner->terms.front().kind == Term::Kind::group &&
           inner->terms.front().parts.size() == 1)
        inner = &inner->terms.front().parts.front();
    return *inner;
}

/// The set of `{ }`, `a // { }` or `checked { }`; null: another expression.
const Term* set_of(const Expression& whole) {
    const std::vector<Term>& terms = inside_parentheses(whole).terms;
    const bool ends_with_set = !terms.empty() && terms.back().kind == Term::Kind::set;
    const auto is_word_or_text = [](const Term& term) {
        return term.kind == Term::Kind::word || term.kind == Term::Kind::string;
    };
    return ends_with_set && std::all_of(terms.begin(), terms.end() - 1, is_word_or_text) ? &terms.back() : nullptr;
}

/// A path with more names after it. A computed name has no text.
std::string with_names(std::string path, std::span<const std::optional<std::string>> names) {
    for (const std::optional<std::string>& name : names) {
        if (!path.empty()) path += '.';
        if (name) path += attribute_name(*name);
    }
    return path;
}

void add_nodes(Place& place, const Term& set, const std::string& path) {
    for (const Binding& binding : set.bindings) {
        const std::string inner_path = with_names(path, binding.path);
        const Term* inner = binding.inherited() ? nullptr : set_of(binding.value);
        place.nodes.push_back({inner_path, &binding, &set, inner});
        if (inner) add_nodes(place, *inner, inner_path);
    }
}

void add_piece(TableText& table, const std::string& key, const Piece& piece, const std::string& path) {
    auto place = std::ranges::find(table.places, key, &Place::key);
    if (place == table.places.end()) place = table.places.insert(place, {key});
    place->pieces.push_back(piece);
    place->nodes.push_back({path, piece.binding, nullptr, piece.set});
    if (piece.set) add_nodes(*place, *piece.set, path);
}

void find_rows_in_list(TableText& table, const Term& list) {
    for (const Expression& element : list.parts) {
        const Term* set = set_of(element);
        if (!set) continue;
        for (const Binding& binding : set->bindings) {
            const bool names_row = binding.path.size() == 1 && binding.path.front() == capability_in_list;
            if (!names_row || binding.inherited()) continue;
            const std::optional<std::string>& key = binding.value.terms.front().text;
            if (key && is_key(table.table, *key)) add_piece(table, *key, {binding.value.span(), nullptr, set}, "");
        }
    }
}

void find_rows(TableText& table, const Expression& expression, bool in_table);

void find_rows(TableText& table, const Binding& binding, bool in_table) {
    for (std::size_t i = 0; i < binding.path.size(); ++i) {
        const std::optional<std::string>& name = binding.path[i];
        if (name == name_of(table.table)) in_table = true;
        else if (in_table && name && is_key(table.table, *name))
            return add_piece(table, *name, {binding.names[i], &binding, set_of(binding.value)},
                             with_names("", std::span(binding.path).subspan(i + 1)));
    }
    find_rows(table, binding.value, in_table);
}

void find_rows(TableText& table, const Expression& expression, bool in_table) {
    for (const Term& term : expression.terms) {
        if (term.kind == Term::Kind::list && in_table) find_rows_in_list(table, term);
        else
            for (const Expression& part : term.parts) find_rows(table, part, in_table);
        for (const Binding& binding : term.bindings)
            if (!binding.inherited()) find_rows(table, binding, in_table);
    }
}

void reset(TableText& table, std::string text) {
    std::variant<syntax::Tree, syntax::Error> parsed = syntax::parse(text);
    if (const syntax::Error* error = std::get_if<syntax::Error>(&parsed)) throw *error;
    table.places.clear();
    table.text = std::move(text);
    table.tree = std::get<syntax::Tree>(std::move(parsed));
    // If the table has its name, other sets with releases as keys are not rows.
    find_rows(table, table.tree.root, false);
    if (table.places.empty()) find_rows(table, table.tree.root, true);
}

FieldValue literal_value(std::string_view text, const Expression& expression) {
    const Expression& inner = inside_parentheses(expression);
    const std::string_view word = part(text, inner.span());
    if (inner.terms.size() == 1 && inner.terms.front().text) return *inner.terms.front().text;
    if (word == "null") return nullptr;
    if (word == "true" || word == "false") return word == "true";
    return ForeignValue{std::string(word)};
}

// ---- lines

std::size_t line_begin(std::string_view text, std::size_t at) { return at == 0 ? 0 : text.rfind('\n', at - 1) + 1; }

bool begins_line(std::string_view text, std::size_t at) {
    return text.find_first_not_of(" \t", line_begin(text, at)) == at;
}

std::string indentation(std::string_view text, std::size_t at) {
    const std::string_view line = text.substr(line_begin(text, at));
    return std::string(line.substr(0, line.find_first_not_of(" \t")));
}

/// The whole line if the span is alone on it, otherwise the span with the blanks before it.
Span with_blanks(std::string_view text, Span span) {
    const std::size_t end = std::min(text.find('\n', span.end), text.size());
    if (begins_line(text, span.begin) && trimmed(part(text, {span.end, end})).empty() && end < text.size())
        return {line_begin(text, span.begin), end + 1};
    return {text.substr(0, span.begin).find_last_not_of(" \t") + 1, span.end};
}

bool has_comment(const TableText& table, Span span) {
    return std::ranges::any_of(table.tree.comments,
                               [&](Span comment) { return comment.begin >= span.begin && comment.end <= span.end; });
}

/// The end of the line after remarks; empty: code follows.
std::optional<std::size_t> end_of_line_with_remarks(const TableText& table, std::size_t at) {
    while (true) {
        at = std::min(table.text.find_first_not_of(" \t", at), table.text.size());
        if (at == table.text.size() || table.text[at] == '\n' || table.text[at] == '\r') return at;
        const auto comment = std::ranges::find(table.tree.comments, at, &Span::begin);
        if (comment == table.tree.comments.end()) return std::nullopt;
        at = comment->end;
    }
}

/// The first line of the comment directly above, or the line itself.
std::size_t begin_of_comment_above(const TableText& table, std::size_t at) {
    std::size_t begin = line_begin(table.text, at);
    const std::vector<Span>& comments = table.tree.comments;
    for (auto comment = comments.rbegin(); comment != comments.rend(); ++comment) {
        if (comment->end > begin) continue;
        if (!begins_line(table.text, comment->begin) || part(table.text, {comment->end, begin}) != table.newline) break;
        begin = line_begin(table.text, comment->begin);
    }
    return begin;
}

bool rows_have_gaps(const TableText& table) {
    std::size_t gaps = 0;
    for (std::size_t i = 1; i < table.places.size(); ++i) {
        const Span between{table.places[i - 1].span().end, table.places[i].span().begin};
        if (between.end <= between.begin) continue;
        const std::vector<std::string_view> lines = lines_of(part(table.text, between));
        const auto is_blank = [](std::string_view line) { return trimmed(line).empty(); };
        if (lines.size() > 2 && std::any_of(lines.begin() + 1, lines.end() - 1, is_blank)) ++gaps;
    }
    return 2 * gaps >= table.places.size() && table.places.size() > 1;
}

/// Whether most sets of a list begin with a comment.
bool rows_begin_with_comment(const TableText& table) {
    const auto has_one = [&](const Place& place) {
        const auto& [key, binding, set] = place.pieces.front();
        return !binding && has_comment(table, {set->span.begin, set->bindings.front().span.begin});
    };
    return std::ranges::count_if(table.places, has_one) * 2 > std::ssize(table.places);
}

// ---- fields

/// The place of a field, written or not.
struct FieldPlace {
    const Binding* binding = nullptr;    ///< the field itself; null: it is not written
    const Term* set = nullptr;           ///< the set for a new field; null: no set
    const Binding* neighbour = nullptr;  ///< a field of that set with the same beginning
    std::string name = {};               ///< its name in the set
};

FieldPlace find_field(const Place& place, std::string_view field) {
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

std::vector<std::string> written_fields(const Place& place) {
    std::vector<std::string> fields;
    for (const Node& node : place.nodes)
        if (node.is_field()) fields.push_back(node.path);
    return fields;
}

/// The field that precedes it in another row.
const Binding& neighbour_of(const TableText& table, const Place& place, const Term& set, std::string_view field) {
    for (const Place& other : table.places) {
        const std::vector<std::string> order = written_fields(other);
        auto at = std::ranges::find(order, field);
        if (at == order.end()) continue;
        while (at != order.begin()) {
            const FieldPlace before = find_field(place, *--at);
            if (before.binding && before.set == &set) return *before.binding;
        }
    }
    return set.bindings.back();
}

bool is_to_be_written(const TableText& table, const Row& row, const RowField& field) {
    return !is_default(row, field) || std::ranges::all_of(table.places, [&](const Place& place) {
        return place.key == row.key || contains(written_fields(place), field.path);
    });
}

void replace(TableText& table, Span span, std::string_view with) {
    reset(table, std::string(table.text).replace(span.begin, span.end - span.begin, with));
}

void insert(TableText& table, std::size_t at, std::string_view what) { replace(table, {at, at}, what); }

bool set_value(TableText& table, const Expression& old, const FieldValue& value) {
    const Expression& inner = inside_parentheses(old);
    if (has_comment(table, inner.span())) return false;
    const bool indented = inner.terms.size() == 1 && inner.terms.front().kind == Term::Kind::indented_string;
    const std::string* text = std::get_if<std::string>(&value);
    replace(table, inner.span(), indented && text ? "''" + *text + "''" : literal(value));
    return true;
}

bool insert_field(TableText& table, const Place& place, const FieldPlace& at, std::string_view field,
                  const FieldValue& value) {
    const std::string binding = at.name + " = " + literal(value) + ";";
    if (at.set->bindings.empty()) {
        if (has_comment(table, at.set->span)) return false;
        replace(table, at.set->span, "{ " + binding + " }");
        return true;
    }
    const Binding& neighbour = at.neighbour ? *at.neighbour : neighbour_of(table, place, *at.set, field);
    if (neighbour.inherited()) return false;
    const std::optional<std::size_t> end_of_line = end_of_line_with_remarks(table, neighbour.span.end);
    if (begins_line(table.text, neighbour.span.begin) && end_of_line)
        insert(table, *end_of_line, table.newline + indentation(table.text, neighbour.span.begin) + binding);
    else insert(table, neighbour.span.end, " " + binding);
    return true;
}

/// The row that a row refers to, with or without a set that overrides it: `attrs."11.4" // { }`.
const Term* reference_in(const TableText& table, const Place& place) {
    if (place.pieces.size() != 1 || !place.pieces.front().binding) return nullptr;
    std::span<const Term> terms = place.pieces.front().binding->value.terms;
    const auto says = [&](std::size_t from_behind, std::string_view what) {
        return part(table.text, terms[terms.size() - from_behind].span) == what;
    };
    if (terms.size() > 2 && terms.back().kind == Term::Kind::set && says(2, "//"))
        terms = terms.first(terms.size() - 2);
    const auto is_word = [](const Term& term) { return term.kind == Term::Kind::word; };
    if (terms.size() < 3 || !std::ranges::all_of(terms.first(terms.size() - 1), is_word) || !says(2, "."))
        return nullptr;
    const Term& name = terms.back();
    return name.text && find_in(table.places, *name.text, &Place::key) ? &name : nullptr;
}

/// `attrs."11.4"` becomes `attrs."11.4" // { field = value; }`.
bool override_reference(TableText& table, const Place& place, std::string_view field, const FieldValue& value) {
    if (!reference_in(table, place) || field.find('.') != field.npos) return false;
    const std::string indent = table.newline + indentation(table.text, place.span().begin);
    insert(table, place.pieces.front().binding->value.span().end,
           " // {" + indent + "  " + attribute_name(field) + " = " + literal(value) + ";" + indent + "}");
    return true;
}

// ---- new rows

/// The row itself, or the nearest written row before it, otherwise the next one.
const Place* model_for(const TableText& table, const Place& neighbour) {
    const auto is_model = [&](const Place& place) {
        return !written_fields(place).empty() && !reference_in(table, place);
    };
    const std::span all(table.places);
    const std::span before = all.first(static_cast<std::size_t>(&neighbour - all.data()) + 1);
    const Place* nearest = find_last_in(before, is_model);
    return nearest ? nearest : find_in(all, true, is_model);
}

/// The name of a piece of a row with another key.
std::string renamed(const TableText& table, const Place& place, const Piece& piece, std::string_view key) {
    std::string name(part(table.text, piece.key));
    const std::size_t at = name.find(place.key);
    return at == name.npos ? nix::quoted(key) : name.replace(at, place.key.size(), key);
}

/// The text of a row with another key, without its comments.
std::string copy_of(const TableText& table, const Place& model, std::string_view key, const std::string& indent) {
    const Span whole = model.span();
    std::vector<std::pair<Span, std::string>> changes;
    for (const Span comment : table.tree.comments)
        if (comment.begin >= whole.begin && comment.end <= whole.end)
            changes.emplace_back(with_blanks(table.text, comment), "");
    for (const Piece& piece : model.pieces) changes.emplace_back(piece.key, renamed(table, model, piece, key));
    // From the end, so that earlier positions stay valid.
    std::ranges::sort(changes, std::greater(), [](const auto& change) { return change.first.begin; });
    std::string copy(part(table.text, whole));
    for (const auto& [span, with] : changes) copy.replace(span.begin - whole.begin, span.end - span.begin, with);
    replace_all(copy, table.newline + indentation(table.text, whole.begin), table.newline + indent);
    return copy;
}

/// A new row that refers to the row before it, with its changes.
std::string reference_to(const TableText& table, const Place& place, const Row& row, const Row& there) {
    const Piece& piece = place.pieces.front();
    const Binding& binding = *piece.binding;
    const std::string indent = table.newline + indentation(table.text, binding.span.begin);
    std::string changes;
    for (const RowField& field : row.fields)
        if (const FieldValue* old = there.find(field.path); !old || *old != field.value)
            changes += indent + "  " + attribute_name(field.path) + " = " + literal(field.value) + ";";
    std::string text(part(table.text, {binding.span.begin, piece.key.begin}));
    text += renamed(table, place, piece, row.key) + " = ";
    text += part(table.text, {binding.value.span().begin, reference_in(table, place)->span.begin});
    return text + nix::quoted(place.key) + (changes.empty() ? "" : " // {" + changes + indent + "}") + ";";
}

std::string with_comment(const TableText& table, const std::string& row, std::span<const std::string> comment,
                         const std::string& indent) {
    std::string lines;
    const std::size_t inside = row.find_first_not_of(" \t", 1);
    const bool comment_inside = rows_begin_with_comment(table) && row.starts_with('{') &&
                                row.compare(inside, table.newline.size(), table.newline) == 0;
    if (!comment_inside) {
        for (const std::string& line : comment) lines += indent + "# " + line + table.newline;
        return lines + indent + row;
    }
    const std::size_t field = row.find_first_not_of(" \t\r\n", inside);
    for (const std::string& line : comment) lines += row.substr(inside, field - inside) + "# " + line;
    return indent + "{" + lines + row.substr(inside);
}

void insert_row(TableText& table, const Place& neighbour, bool behind, std::span<const std::string> comment,
                const std::string& row) {
    const Span span = neighbour.span();
    const std::optional<std::size_t> end_of_line = end_of_line_with_remarks(table, span.end);
    if (!begins_line(table.text, span.begin) || !end_of_line) {
        std::string remark;
        for (const std::string& line : comment) remark += "/* " + line + " */ ";
        return behind ? insert(table, span.end, " " + remark + row) : insert(table, span.begin, remark + row + " ");
    }
    const std::string lines = with_comment(table, row, comment, indentation(table.text, span.begin));
    const std::string gap = rows_have_gaps(table) ? table.newline : "";
    if (behind) insert(table, *end_of_line, table.newline + gap + lines);
    else insert(table, begin_of_comment_above(table, span.begin), lines + table.newline + gap);
}

}  // namespace

TableText::TableText(Table kind, std::string all) : table(kind), newline(all.find("\r\n") == all.npos ? "\n" : "\r\n") {
    reset(*this, std::move(all));
}

std::vector<Row> TableText::rows() const {
    std::vector<Row> rows;
    for (const Place& place : places) {
        Row& row = rows.emplace_back(Row{place.key, {}});
        for (const Node& node : place.nodes)
            if (node.is_field() && !node.binding->inherited())
                row.fields.push_back({node.path, literal_value(text, node.binding->value)});
    }
    sort_rows(table, rows);
    return rows;
}

std::optional<int> TableText::line_of(std::string_view key) const {
    const Place* place = find_in(places, key, &Place::key);
    return place ? std::optional(syntax::line_at(text, place->span().begin)) : std::nullopt;
}

bool TableText::set(std::string_view key, std::string_view field, const FieldValue& value) {
    const Place* place = find_in(places, key, &Place::key);
    if (!place) return false;
    const FieldPlace at = find_field(*place, field);
    if (at.binding) return !at.binding->inherited() && set_value(*this, at.binding->value, value);
    return at.set ? insert_field(*this, *place, at, field, value) : override_reference(*this, *place, field, value);
}

bool TableText::add(const Row& row, std::span<const std::string> comment, std::span<const Row> there) {
    const Place* before = nullptr;
    const Place* after = nullptr;
    for (const Place& place : places) {
        if (is_key_before(table, place.key, row.key) && (!before || is_key_before(table, before->key, place.key)))
            before = &place;
        if (is_key_before(table, row.key, place.key) && (!after || is_key_before(table, place.key, after->key)))
            after = &place;
    }
    const Place* neighbour = before ? before : after;
    if (!neighbour) return false;
    const auto evaluated = std::ranges::find(there, neighbour->key, &Row::key);
    if (before && reference_in(*this, *before) && evaluated != there.end()) {
        insert_row(*this, *before, true, comment, reference_to(*this, *before, row, *evaluated));
        return true;
    }
    const Place* model = model_for(*this, *neighbour);
    if (!model) return false;
    const std::string copy = copy_of(*this, *model, row.key, indentation(text, neighbour->span().begin));
    // The pieces of a row may be in different sets; then the copy has unbalanced brackets.
    const bool is_element = copy.starts_with('{');
    const auto parsed = syntax::parse((is_element ? "[" : "{") + copy + (is_element ? "]" : "}"));
    if (std::holds_alternative<syntax::Error>(parsed)) return false;
    insert_row(*this, *neighbour, before != nullptr, comment, copy);
    const std::vector<std::string> copied = written_fields(*find_in(places, row.key, &Place::key));
    for (const RowField& field : row.fields)
        if (is_to_be_written(*this, row, field)) set(row.key, field.path, field.value);
    for (const std::string& path : copied) {
        const FieldValue* value = row.find(path);
        if (value && is_to_be_written(*this, row, {path, *value})) continue;
        if (const Binding* unwanted = find_field(*find_in(places, row.key, &Place::key), path).binding)
            replace(*this, with_blanks(text, unwanted->span), "");
    }
    return true;
}

}  // namespace cudastdenv::nix
