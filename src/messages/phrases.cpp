// SPDX-License-Identifier: MIT
#include "messages/phrases.hpp"

#include "core/quote.hpp"
#include "messages/diagnostics.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::messages {

bool is_remark(const Sentence& note) noexcept {
    constexpr std::array<std::string_view, 8> remarks{
        "beyond-tables",  "glibc-unknown",  "headers-inferred", "lower-bound-inferred", "minimum-of-same-compiler",
        "range-fallback", "stdenv-assumed", "view-without-row"};
    return contains(remarks, std::string_view(note.code));
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string format_release(Version release) { return "CUDA " + to_string(release); }

std::string format_releases(const VersionRange& releases) {
    const auto& [min, max] = releases;
    if (min && max) return *min == *max ? format_release(*min) : fmt::format("CUDA {} to {}", *min, *max);
    if (!min && !max) return "every release of CUDA";
    return max ? fmt::format("CUDA {} and older", *max) : fmt::format("CUDA {} and later", *min);
}

std::string cited(std::string text, SourceIds sources) {
    if (!sources.empty()) text += fmt::format(" [{}]", sources.front());
    return text;
}

std::string format_place(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t column = offset - (before.rfind('\n') + 1) + 1;
    if (text.find('\n') == text.npos) return fmt::format("column {}", column);
    return fmt::format("line {}, column {}", std::ranges::count(before, '\n') + 1, column);
}

std::string format_range(Compiler::Family family, const HostCompilerRange& range) {
    if (!range.min)
        return fmt::format("{} accepts {} {} or older", format_view(range.max.view), family, range.max.major);
    const auto& [min, min_view, sources, inferred_from] = *range.min;
    if (min_view == range.max.view)
        return fmt::format("{} accepts {} {} to {}", format_view(range.max.view), family, min, range.max.major);
    return fmt::format("{}{} accepts {} or newer, {} accepts {} {} or older", format_view(min_view),
                       inferred_from ? fmt::format(" of CUDA {}", *inferred_from) : "", min,
                       format_view(range.max.view), family, range.max.major);
}

std::string age_of(const Tables& tables) {
    return fmt::format("data of {}, CUDA releases through {}", data_date(tables), newest_release(tables)->version);
}

std::string format_name(Compiler compiler, std::optional<Version> version) {
    return fmt::format("{}-{}", compiler.family, version ? to_string(*version) : std::to_string(compiler.major));
}

std::vector<Sentence> describe(const std::vector<UserDefault>& defaults) {
    std::vector<Sentence> all;
    for (const auto& [option, value, variable] : defaults)
        all.push_back(
            sentence({"from-variable", {{"option", option}, {"value", as_plain_text(value)}, {"variable", variable}}}));
    return all;
}

}  // namespace cudastdenv::messages
