// SPDX-License-Identifier: MIT
#include <cudastdenv/capability.hpp>

#include "core/text.hpp"

namespace cudastdenv {

namespace {

std::string_view suffix(Capability::Kind kind) noexcept {
    switch (kind) {
        case Capability::Kind::baseline: return "";
        case Capability::Kind::architecture: return "a";
        case Capability::Kind::family: return "f";
    }
    return "";
}

std::optional<Capability::Kind> parse_kind(std::string_view text) noexcept {
    using Kind = Capability::Kind;
    for (const Kind kind : {Kind::baseline, Kind::architecture, Kind::family})
        if (text == suffix(kind)) return kind;
    return std::nullopt;
}

}  // namespace

std::optional<Capability> parse_capability(std::string_view text) noexcept {
    const bool prefixed = take_prefix(text, "sm_") || take_prefix(text, "compute_");
    const auto number = take_number(text, 3);
    if (!number) return std::nullopt;

    Capability capability;
    if (!prefixed && take_prefix(text, ".")) {
        const auto minor = take_number(text, 1);
        if (*number > 99 || !minor) return std::nullopt;
        capability = {*number, *minor};
    } else {
        if (*number < 10) return std::nullopt;
        capability = {*number / 10, *number % 10};
    }
    const auto kind = parse_kind(text);
    if (!kind) return std::nullopt;
    capability.kind = *kind;
    return capability;
}

std::string to_string(Capability capability) {
    return std::to_string(capability.major) + '.' + std::to_string(capability.minor) +
           std::string(suffix(capability.kind));
}

std::string undotted(Capability capability) {
    return std::to_string(capability.major) + std::to_string(capability.minor) + std::string(suffix(capability.kind));
}

std::string real_architecture(Capability capability) { return "sm_" + undotted(capability); }

std::string virtual_architecture(Capability capability) { return "compute_" + undotted(capability); }

}  // namespace cudastdenv
