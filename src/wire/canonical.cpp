#include "wire/canonical.hpp"

#include "core/overloaded.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cudastdenv::wire {

namespace {

constexpr std::size_t columns = 100;

bool is_scalar(const Datum& datum) { return datum.kind == Datum::Kind::scalar; }

bool holds_only_scalars(const Datum& datum) { return std::ranges::all_of(datum.members, is_scalar); }

/// What may stand on one line.
bool is_leaf(const Datum& datum) {
    if (datum.kind != Datum::Kind::record) return holds_only_scalars(datum);
    return std::ranges::all_of(datum.members, [](const Datum& member) {
        return is_scalar(member) || (member.kind == Datum::Kind::list && holds_only_scalars(member));
    });
}

/// A text as a JSON string, with no escapes but those that JSON demands.
std::string json_string(std::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') json += {'\\', c};
        else if (static_cast<unsigned char>(c) < 0x20) json += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else json += c;
    }
    return json + '"';
}

std::string scalar_text(const Scalar& scalar) {
    return std::visit(Overloaded{
                          [](std::monostate) { return std::string("null"); },
                          [](bool value) { return std::string(value ? "true" : "false"); },
                          [](int value) { return std::to_string(value); },
                          [](const std::string& value) { return json_string(value); },
                      },
                      scalar);
}

std::string one_line(const Datum& datum) {
    if (is_scalar(datum)) return scalar_text(datum.scalar);
    const bool is_record = datum.kind == Datum::Kind::record;
    std::string text = is_record ? "{" : "[";
    for (std::size_t i = 0; i < datum.members.size(); ++i) {
        if (i > 0) text += ", ";
        if (is_record) text += json_string(datum.keys[i]) + ": ";
        text += one_line(datum.members[i]);
    }
    return text + (is_record ? "}" : "]");
}

void write(std::string& out, const Datum& datum, std::size_t indent, std::string_view key, std::string_view comma) {
    const std::string margin(indent, ' ');
    if (is_leaf(datum)) {
        const std::string line = fmt::format("{}{}{}{}", margin, key, one_line(datum), comma);
        if (datum.kind != Datum::Kind::record || line.size() <= columns) {
            out += line;
            return;
        }
    }
    const bool is_record = datum.kind == Datum::Kind::record;
    out += fmt::format("{}{}{}\n", margin, key, is_record ? '{' : '[');
    for (std::size_t i = 0; i < datum.members.size(); ++i) {
        write(out, datum.members[i], indent + 2, is_record ? json_string(datum.keys[i]) + ": " : "",
              i + 1 < datum.members.size() ? "," : "");
        out += '\n';
    }
    out += fmt::format("{}{}{}", margin, is_record ? '}' : ']', comma);
}

}  // namespace

std::string canonical(const Datum& datum, std::size_t indent) {
    std::string text;
    write(text, datum, indent, "", "");
    return text;
}

}  // namespace cudastdenv::wire
