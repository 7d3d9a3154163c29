// SPDX-License-Identifier: MIT
#include "tables/datum.hpp"

#include "core/overloaded.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace cudastdenv {

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
                          [](std::int64_t value) { return std::to_string(value); },
                          [](const std::string& value) { return json_string(value); },
                      },
                      scalar);
}

/// Characters of a text in UTF-8.
std::size_t columns_of(std::string_view text) noexcept {
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
    return static_cast<std::size_t>(std::ranges::count_if(text, begins));
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
        if (datum.kind != Datum::Kind::record || columns_of(line) <= columns) {
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

using Json = nlohmann::ordered_json;

Json bytes_of(std::string_view text) {
    Json bytes = Json::array();
    for (const char c : text) bytes.push_back(static_cast<unsigned char>(c));
    return bytes;
}

Json json_of(const Datum& datum) {
    if (is_scalar(datum))
        return std::visit(Overloaded{
                              [](std::monostate) { return Json(nullptr); },
                              [](const std::string& text) { return is_utf8(text) ? Json(text) : bytes_of(text); },
                              [](auto value) { return Json(value); },
                          },
                          datum.scalar);
    const bool is_record = datum.kind == Datum::Kind::record;
    Json json = is_record ? Json::object() : Json::array();
    for (std::size_t i = 0; i < datum.members.size(); ++i)
        if (is_record) json[datum.keys[i]] = json_of(datum.members[i]);
        else json.push_back(json_of(datum.members[i]));
    return json;
}

}  // namespace

std::string json_text(const Datum& datum) {
    // Only names of members can be no text, and they are ours.
    const std::string text = json_of(datum).dump(2, ' ', false, Json::error_handler_t::replace);
    // Of what may not reach a terminal, the writer escapes only what JSON forbids. The rest is shown as JSON escapes
    // it.
    std::string escaped;
    for (const std::string_view line : lines_of(text)) escaped += (escaped.empty() ? "" : "\n") + as_plain_text(line);
    return escaped;
}

std::string canonical(const Datum& datum, std::size_t indent) {
    std::string text;
    write(text, datum, indent, "", "");
    return text;
}

}  // namespace cudastdenv
