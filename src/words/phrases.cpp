// SPDX-License-Identifier: MIT
#include "words/phrases.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace cudastdenv::words {

namespace {

/// NVIDIA's name, or the Nix system where its manifests never had one.
std::string_view platform_name(const RedistSystemRow& system) {
    return system.redist == unsupported_redist ? system.nix : system.redist;
}

std::string begins_in_words(const Bound& min) {
    const std::string of = min.inferred_from ? fmt::format(" of CUDA {}", to_string(*min.inferred_from)) : "";
    return fmt::format("{}{} begins at {}", view_in_words(min.view), of, min.major);
}

}  // namespace

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string_view runs_in_words(std::optional<bool> runs) {
    if (!runs) return "not known";
    return *runs ? "runs" : "does not run";
}

std::string joined(std::span<const Capability> capabilities, std::string_view separator) {
    return joined_texts(capabilities, separator);
}

std::string joined(std::span<const Version> versions, std::string_view separator) {
    return joined_texts(versions, separator);
}

std::string joined(std::span<const std::string> texts) { return fmt::format("{}", fmt::join(texts, ", ")); }

std::string release_in_words(Version release) { return "CUDA " + to_string(release); }

std::string releases_in_words(const VersionRange& releases) {
    if (releases.min && releases.max && *releases.min == *releases.max) return release_in_words(*releases.min);
    if (releases.min && releases.max)
        return fmt::format("{} to {}", release_in_words(*releases.min), to_string(*releases.max));
    if (releases.max) return fmt::format("{} and older", release_in_words(*releases.max));
    if (releases.min) return fmt::format("{} and newer", release_in_words(*releases.min));
    return "every release of CUDA";
}

std::string cited(std::string text, SourceIds sources) {
    if (!sources.empty()) text += fmt::format(" [{}]", sources.front());
    return text;
}

std::string place_in_words(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t column = offset - (before.rfind('\n') + 1) + 1;
    if (text.find('\n') == text.npos) return fmt::format("column {}", column);
    return fmt::format("line {}, column {}", std::ranges::count(before, '\n') + 1, column);
}

std::string range_in_words(Compiler::Family family, const HostCompilerRange& range) {
    const std::string_view name = to_string(family);
    if (!range.min) return fmt::format("{} takes {} up to {}", view_in_words(range.max.view), name, range.max.major);
    if (range.min->view == range.max.view)
        return fmt::format("{} takes {} {} to {}", view_in_words(range.max.view), name, range.min->major,
                           range.max.major);
    return fmt::format("{}, {} ends at {} {}", begins_in_words(*range.min), view_in_words(range.max.view), name,
                       range.max.major);
}

std::string ids_in_words(const std::vector<const AdvisoryRow*>& advisories) {
    std::string words;
    for (const AdvisoryRow* advisory : advisories)
        words += fmt::format("{}{}", words.empty() ? "" : advisory == advisories.back() ? " and " : ", ", advisory->id);
    return words;
}

std::string environments_in_words(const std::vector<const EnvironmentRow*>& environments) {
    std::vector<std::string_view> ids;
    for (const EnvironmentRow* row : environments) ids.push_back(row->id);
    return fmt::format("{}", fmt::join(ids, ", "));
}

std::string age_of(const Tables& tables) {
    return fmt::format("data of {}, CUDA releases through {}", data_date(tables),
                       to_string(newest_release(tables)->version));
}

std::string shipped_in_words(const RedistSystemRow& system) {
    if (!system.last) return fmt::format("from {} on", to_string(*system.first));
    std::string words = fmt::format("from {} to {}", to_string(*system.first), to_string(*system.last));
    if (!system.absent.empty())
        words += fmt::format(", without {}.{}", system.absent.front().major, system.absent.front().minor);
    return words;
}

std::string not_shipped_message(const RedistSystemRow& system, Version release) {
    const std::string asked = to_string(release);
    const std::string_view name = platform_name(system);
    if (release < *system.first)
        return fmt::format("NVIDIA ships {} from CUDA {} on, not yet in CUDA {}{}", name, to_string(*system.first),
                           asked, system.jetson ? " (before, each JetPack brought its own)" : "");
    if (system.last && release > *system.last)
        return fmt::format("NVIDIA ended {} after CUDA {} (it began with {}): nothing of CUDA {} is shipped for it",
                           name, to_string(*system.last), to_string(*system.first), asked);
    return fmt::format("NVIDIA ships {} {}; not in CUDA {}", name, shipped_in_words(system), asked);
}

std::string no_platform_message(const RedistSystemRow* platform, std::string_view system, Version release) {
    return platform ? not_shipped_message(*platform, release) : fmt::format("NVIDIA ships no CUDA for {}", system);
}

std::string beyond_message(const Tables& tables, const BeyondTables& note, Version release) {
    std::vector<std::string> unread;
    const auto add = [&](std::string_view what, const std::optional<Version>& through) {
        if (through) unread.push_back(fmt::format("{} (read through {})", what, to_string(*through)));
    };
    add("capabilities", note.capabilities);
    add("platforms", note.platforms);
    add("advisories", note.advisories);
    return fmt::format("not everything of CUDA {} was read yet: that what went before still holds is supposed of {}; "
                       "the tables are of {}, docs/tables.md says how to renew them",
                       to_string(release), fmt::join(unread, ", "), data_date(tables));
}

std::string name_in_words(Compiler compiler, std::optional<Version> version) {
    return fmt::format("{}-{}", to_string(compiler.family),
                       version ? to_string(*version) : std::to_string(compiler.major));
}

std::vector<Said> say(const std::vector<UserDefault>& defaults) {
    std::vector<Said> said;
    for (const auto& [option, value, variable] : defaults)
        said.push_back(
            {"from-variable", fmt::format("--{} {} is from the variable {}", option, as_plain_text(value), variable)});
    return said;
}

}  // namespace cudastdenv::words
