// SPDX-License-Identifier: MIT
#include "nix/value.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv::nix {

namespace {

constexpr std::size_t indent_step = 2;

constexpr std::array<std::string_view, 11> keywords{"assert", "else", "if",   "in",   "inherit", "let",
                                                    "or",     "rec",  "then", "with", "__curPos"};

std::string padding(std::size_t columns) { return std::string(columns, ' '); }

/// The lines of `text`, each after the first behind `columns` spaces; empty ones stay empty.
std::string indented(std::string_view text, std::size_t columns) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        result += text[i];
        if (text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n') result += padding(columns);
    }
    return result;
}

std::string comment_lines(std::string_view comment, std::size_t columns) {
    std::string lines;
    while (!comment.empty()) {
        const std::size_t end = comment.find('\n');
        std::string line(comment.substr(0, end));
        line.erase(std::remove(line.begin(), line.end(), '\r'), line.end());
        lines += padding(columns) + (line.empty() ? "#" : "# " + line) + '\n';
        if (end == comment.npos) break;
        comment.remove_prefix(end + 1);
    }
    return lines;
}

bool is_short(const Value& value) {
    return !std::holds_alternative<List>(value.content) && !std::holds_alternative<Set>(value.content);
}

/// Code of several lines stands below its name, unless its first line opens a set or a list.
bool begins_on_own_line(const Value& value) {
    const auto* code = std::get_if<Expression>(&value.content);
    if (!code) return false;
    const std::size_t end = code->text.find('\n');
    return end != std::string::npos && end > 0 && code->text[end - 1] != '{' && code->text[end - 1] != '[';
}

std::string written_list(const List& list, std::size_t indent) {
    if (list.empty()) return "[ ]";
    // nixpkgs' formatter puts two elements on two lines already.
    if (list.size() == 1 && is_short(list.front())) return "[ " + written(list.front(), indent) + " ]";
    std::string lines = "[\n";
    for (const Value& element : list)
        lines += padding(indent + indent_step) + written(element, indent + indent_step) + '\n';
    return lines + padding(indent) + ']';
}

std::string written_set(const Set& set, std::size_t indent, bool gaps) {
    if (set.empty()) return "{ }";
    std::string lines = "{\n";
    for (std::size_t i = 0; i < set.size(); ++i) {
        const Attribute& attribute = set[i];
        if (gaps && i > 0) lines += '\n';
        lines += comment_lines(attribute.comment, indent + indent_step);
        lines += padding(indent + indent_step) + attribute_name(attribute.name) + " =";
        const bool own_lines = begins_on_own_line(attribute.value);
        lines += own_lines ? '\n' + padding(indent + 2 * indent_step) : " ";
        lines += written(attribute.value, indent + (own_lines ? 2 : 1) * indent_step) + ";\n";
    }
    return lines + padding(indent) + '}';
}

}  // namespace

Value::Value() : content(nullptr) {}
Value::Value(std::nullptr_t) : content(nullptr) {}
Value::Value(bool truth) : content(truth) {}
Value::Value(int number) : content(number) {}
Value::Value(const char* text) : content(std::string(text)) {}
Value::Value(std::string_view text) : content(std::string(text)) {}
Value::Value(std::string text) : content(std::move(text)) {}
Value::Value(Expression code) : content(std::move(code)) {}
Value::Value(List list) : content(std::move(list)) {}
Value::Value(Set set) : content(std::move(set)) {}
Value::Value(const std::vector<std::string>& texts) : content(List(texts.begin(), texts.end())) {}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        switch (c) {
            case '\\': result += "\\\\"; break;
            case '"': result += "\\\""; break;
            case '\n': result += "\\n"; break;
            case '\r': result += "\\r"; break;
            case '\t': result += "\\t"; break;
            case '$': result += i + 1 < text.size() && text[i + 1] == '{' ? "\\$" : "$"; break;
            default: result += c;
        }
    }
    return result + '"';
}

std::string attribute_name(std::string_view name) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto may_follow = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '\'' || c == '-'; };
    const bool plain = !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), may_follow) &&
                       std::find(keywords.begin(), keywords.end(), name) == keywords.end();
    return plain ? std::string(name) : quoted(name);
}

std::string written(const Value& value, std::size_t indent) {
    struct Writer {
        std::size_t indent;
        std::string operator()(std::nullptr_t) const { return "null"; }
        std::string operator()(bool truth) const { return truth ? "true" : "false"; }
        // As a list element a bare -1 would be a subtraction.
        std::string operator()(int number) const {
            return number < 0 ? '(' + std::to_string(number) + ')' : std::to_string(number);
        }
        std::string operator()(const std::string& text) const { return nix::quoted(text); }
        std::string operator()(const Expression& code) const { return indented(code.text, indent); }
        std::string operator()(const List& list) const { return written_list(list, indent); }
        std::string operator()(const Set& set) const { return written_set(set, indent, false); }
    };
    return std::visit(Writer{indent}, value.content);
}

std::string written(const File& file) {
    std::string text = comment_lines(file.comment, 0);
    if (!file.head.empty()) text += file.head + '\n';
    const auto* outer = std::get_if<Set>(&file.value.content);
    const auto* inner = outer && outer->size() == 1 ? std::get_if<Set>(&outer->front().value.content) : nullptr;
    if (!file.gaps || !inner) return text + written(file.value) + '\n';
    text += "{\n" + comment_lines(outer->front().comment, indent_step);
    text += padding(indent_step) + attribute_name(outer->front().name) + " = ";
    return text + written_set(*inner, indent_step, true) + ";\n}\n";
}

}  // namespace cudastdenv::nix
