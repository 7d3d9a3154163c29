// SPDX-License-Identifier: MIT
#include "audit/audited_row.hpp"

#include "checkout/plain_numbers.hpp"
#include "core/contains.hpp"
#include "core/overloaded.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace cudastdenv::nix {

namespace {

std::string shown(OtherValue value) {
    switch (value) {
        case OtherValue::number: return "a number";
        case OtherValue::list: return "a list";
        case OtherValue::set: return "an attribute set";
    }
    return {};
}

}  // namespace

std::string shown(const LooseValue& value) {
    return std::visit(Overloaded{
                          [](std::nullptr_t) { return std::string("null"); },
                          [](bool truth) { return std::string(truth ? "true" : "false"); },
                          [](const std::string& text) { return in_quotes(text); },
                          [](OtherValue other) { return shown(other); },
                      },
                      value);
}

void AuditedRow::add(std::string_view field, const LooseAttribute* attribute, AuditSeverity severity,
                     AuditProblem problem, std::span<const std::string_view> sources) {
    audit_.findings.push_back({.subject = subject_,
                               .file = file_,
                               .row = name_,
                               .field = std::string(field),
                               .line = attribute && attribute->line ? attribute->line : row_.line,
                               .severity = severity,
                               .problem = std::move(problem),
                               .sources = {sources.begin(), sources.end()}});
}

void AuditedRow::find(std::string_view field, AuditSeverity severity, AuditProblem problem,
                      std::span<const std::string_view> sources) {
    add(field, row_.find(field), severity, std::move(problem), sources);
}

const LooseAttribute* AuditedRow::need(std::string_view field) {
    const LooseAttribute* attribute = row_.find(field);
    if (!attribute) find(field, AuditSeverity::breaks_a_build, MissingAttribute{});
    return attribute;
}

void AuditedRow::find_wrong(std::string_view field, const LooseValue& value, std::string_view wanted) {
    find(field, AuditSeverity::breaks_a_build, WrongValue{shown(value), wanted});
}

std::optional<int> AuditedRow::major(std::string_view field) {
    constexpr std::string_view wanted = "a major version like \"14\"";
    constexpr std::size_t most_digits = 6;
    const LooseAttribute* attribute = need(field);
    if (!attribute) return std::nullopt;
    const std::string* text = std::get_if<std::string>(&attribute->value);
    const std::string plain = text ? without_leading_zeros(*text) : "";
    std::string_view rest = plain;
    const std::optional<int> number = take_number(rest, most_digits);
    if (!number || !rest.empty()) {
        find_wrong(field, attribute->value, wanted);
        return std::nullopt;
    }
    if (plain != *text) find(field, AuditSeverity::cosmetic, OddSpelling{std::string(field), *text});
    return number;
}

std::optional<Version> AuditedRow::release_of(std::string_view field, const LooseValue& value,
                                              std::string_view wanted) {
    const std::string* text = std::get_if<std::string>(&value);
    const std::string plain = text ? without_leading_zeros(*text) : "";
    const std::optional<Version> version = parse_version(plain);
    if (!version || version->patch != -1) {
        find_wrong(field, value, wanted);
        return std::nullopt;
    }
    if (plain != *text) find(field, AuditSeverity::cosmetic, OddSpelling{std::string(field), *text});
    return version;
}

std::optional<Version> AuditedRow::release(std::string_view field) {
    const LooseAttribute* attribute = need(field);
    return attribute ? release_of(field, attribute->value, "a release like \"12.8\"") : std::nullopt;
}

std::optional<std::optional<Version>> AuditedRow::release_or_null(std::string_view field) {
    const LooseAttribute* attribute = need(field);
    if (!attribute) return std::nullopt;
    if (std::holds_alternative<std::nullptr_t>(attribute->value)) return std::optional<Version>();
    const std::optional<Version> release = release_of(field, attribute->value, "a release like \"12.8\", or null");
    return release ? std::optional(release) : std::nullopt;
}

std::optional<bool> AuditedRow::truth(std::string_view field) {
    const LooseAttribute* attribute = need(field);
    if (!attribute) return std::nullopt;
    if (const bool* truth = std::get_if<bool>(&attribute->value)) return *truth;
    find_wrong(field, attribute->value, "true or false");
    return std::nullopt;
}

std::optional<std::string> AuditedRow::text(std::string_view field) {
    const LooseAttribute* attribute = need(field);
    if (!attribute) return std::nullopt;
    if (const std::string* text = std::get_if<std::string>(&attribute->value)) return *text;
    find_wrong(field, attribute->value, "a text");
    return std::nullopt;
}

void AuditedRow::find_extra(std::span<const std::string_view> known) {
    for (const LooseAttribute& attribute : row_.attributes) {
        if (contains(known, attribute.path)) continue;
        const std::string inner = attribute.path + '.';
        const bool holds_known = std::ranges::any_of(known, [&](std::string_view k) { return k.starts_with(inner); });
        if (holds_known && attribute.value == LooseValue(OtherValue::set))
            continue;  // an empty one: what it lacks counts
        if (holds_known)
            add(attribute.path, &attribute, AuditSeverity::breaks_a_build,
                WrongValue{shown(attribute.value), "an attribute set"});
        else add(attribute.path, &attribute, AuditSeverity::cosmetic, ExtraAttribute{attribute.path});
    }
}

}  // namespace cudastdenv::nix
