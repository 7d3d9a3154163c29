#include "wire/json_parts.hpp"

#include "core/overloaded.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"

#include <string_view>

namespace cudastdenv::wire {

namespace {

Json bytes_of(std::string_view text) {
    Json bytes = Json::array();
    for (const char c : text) bytes.push_back(static_cast<unsigned char>(c));
    return bytes;
}

void replace_what_is_no_text(Json& json) {
    if (json.is_structured())
        for (Json& part : json) replace_what_is_no_text(part);
    else if (json.is_string() && !is_utf8(json.get_ref<const std::string&>()))
        json = bytes_of(json.get_ref<const std::string&>());
}

}  // namespace

Json json_of(const Datum& datum) {
    if (datum.kind == Datum::Kind::scalar)
        return std::visit(Overloaded{
                              [](std::monostate) { return Json(nullptr); },
                              [](const auto& value) { return Json(value); },
                          },
                          datum.scalar);
    const bool is_record = datum.kind == Datum::Kind::record;
    Json json = is_record ? Json::object() : Json::array();
    for (std::size_t i = 0; i < datum.members.size(); ++i)
        if (is_record) json[datum.keys[i]] = json_of(datum.members[i]);
        else json.push_back(json_of(datum.members[i]));
    return json;
}

std::string finish(Json json) {
    replace_what_is_no_text(json);
    // Only names of members are left, which are ours.
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
    // Of what may not reach a terminal, the writer escapes only what JSON forbids. The rest is shown as JSON escapes
    // it.
    std::string escaped;
    for (const std::string_view line : lines_of(text)) escaped += as_plain_text(line) + '\n';
    return escaped;
}

}  // namespace cudastdenv::wire
