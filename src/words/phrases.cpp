// SPDX-License-Identifier: MIT
#include "words/phrases.hpp"

#include "core/quote.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"

#include <fmt/format.h>

namespace cudastdenv::words {

namespace {

std::string begins_in_words(const Bound& min) {
    const std::string of = min.inferred_from ? fmt::format(" of CUDA {}", to_string(*min.inferred_from)) : "";
    return fmt::format("{}{} accepts {} or newer", view_in_words(min.view), of, min.major);
}

}  // namespace

bool is_remark(const Said& note) noexcept {
    constexpr std::array<std::string_view, 8> remarks{
        "beyond-tables",  "glibc-unknown",  "headers-inferred", "lower-bound-inferred", "minimum-of-same-compiler",
        "range-fallback", "stdenv-assumed", "view-without-row"};
    return std::ranges::find(remarks, std::string_view(note.code)) != remarks.end();
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string release_in_words(Version release) { return "CUDA " + to_string(release); }

std::string releases_in_words(const VersionRange& releases) {
    if (releases.min && releases.max && *releases.min == *releases.max) return release_in_words(*releases.min);
    if (releases.min && releases.max) return fmt::format("{} to {}", release_in_words(*releases.min), *releases.max);
    if (releases.max) return fmt::format("{} and older", release_in_words(*releases.max));
    if (releases.min) return fmt::format("{} and later", release_in_words(*releases.min));
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
    if (!range.min)
        return fmt::format("{} accepts {} {} or older", view_in_words(range.max.view), family, range.max.major);
    if (range.min->view == range.max.view)
        return fmt::format("{} accepts {} {} to {}", view_in_words(range.max.view), family, range.min->major,
                           range.max.major);
    return fmt::format("{}, {} accepts {} {} or older", begins_in_words(*range.min), view_in_words(range.max.view),
                       family, range.max.major);
}

std::string age_of(const Tables& tables) {
    return fmt::format("data of {}, CUDA releases through {}", data_date(tables), newest_release(tables)->version);
}

std::string name_in_words(Compiler compiler, std::optional<Version> version) {
    return fmt::format("{}-{}", compiler.family, version ? to_string(*version) : std::to_string(compiler.major));
}

std::vector<Said> say(const std::vector<UserDefault>& defaults) {
    std::vector<Said> all;
    for (const auto& [option, value, variable] : defaults)
        all.push_back(
            said({"from-variable", {{"option", option}, {"value", as_plain_text(value)}, {"variable", variable}}}));
    return all;
}

}  // namespace cudastdenv::words
