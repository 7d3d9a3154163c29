// SPDX-License-Identifier: MIT
#include "core/overloaded.hpp"
#include "core/quote.hpp"
#include "report/text.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

namespace cudastdenv::report {

namespace {

using namespace words;

constexpr std::size_t change_width = 11;  ///< `nvcc 12.10 `, `cuda 10.0a `

std::string in_words(const std::optional<Version>& release) { return release ? to_string(*release) : "none"; }

/// A name that a checkout gives: shown as it is unless it holds something else than text.
std::string shown(const std::string& name) {
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
    return plain && name.size() <= 60 ? name : in_quotes(name);
}

std::string_view field_in_words(nix::ReleaseChange::Field field) {
    switch (field) {
        case nix::ReleaseChange::Field::min: return "first release";
        case nix::ReleaseChange::Field::max: return "last release";
        case nix::ReleaseChange::Field::dont_default_after: return "last default release";
    }
    return "";
}

std::string_view field_in_words(nix::TruthChange::Field field) {
    switch (field) {
        case nix::TruthChange::Field::jetson: return "a Jetson's";
        case nix::TruthChange::Field::architecture_specific: return "architecture-specific";
        case nix::TruthChange::Field::family_specific: return "family-specific";
    }
    return "";
}

std::string distance_in_words(int releases) {
    if (releases == 0) return "";
    const int count = std::abs(releases);
    return fmt::format(" ({} release{} {})", count, count == 1 ? "" : "s", releases > 0 ? "later" : "earlier");
}

std::string change_in_words(const nix::Change& change) {
    return std::visit(Overloaded{
                          [](const nix::MajorChange& c) {
                              return fmt::format("{} {} {} here, {} there ({:+})", c.is_max ? "newest" : "oldest",
                                                 to_string(c.family), c.here, c.there, c.there - c.here);
                          },
                          [](const nix::ReleaseChange& c) {
                              return fmt::format("{} {} here, {} there{}", field_in_words(c.field), in_words(c.here),
                                                 in_words(c.there), distance_in_words(c.releases));
                          },
                          [](const nix::TruthChange& c) {
                              return fmt::format("{} {}, not {}", field_in_words(c.field), c.here ? "here" : "there",
                                                 c.here ? "there" : "here");
                          },
                          [](const nix::ArchitectureChange& c) {
                              return fmt::format("{} here, {} there", shown(c.here), shown(c.there));
                          },
                          [](const nix::ExtraAttribute& c) {
                              return fmt::format("attribute {} there, which nixpkgs' rows do not have",
                                                 shown(c.attribute));
                          },
                          [](const nix::OddSpelling& c) {
                              return fmt::format("{} is written {} there", c.attribute, in_quotes(c.text));
                          },
                      },
                      change);
}

std::string row_in_words(const nix::NvccRow& row) {
    return fmt::format("gcc {} to {}, clang {} to {}", row.gcc.min, row.gcc.max, row.clang.min, row.clang.max);
}
std::string row_in_words(const nix::FoundNvccRow& row) {
    return fmt::format("gcc {} to {}, clang {} to {}", *row.gcc.min, *row.gcc.max, *row.clang.min, *row.clang.max);
}
std::string releases_in_words(std::string_view architecture, Version min, const std::optional<Version>& max) {
    return max ? fmt::format("{}, {} to {}", architecture, to_string(min), to_string(*max))
               : fmt::format("{}, from {} on", architecture, to_string(min));
}
std::string row_in_words(const nix::CudaRow& row) { return releases_in_words(row.architecture, row.min, row.max); }
std::string row_in_words(const nix::FoundCudaRow& row) {
    return releases_in_words(shown(row.architecture), row.min, row.max);
}

std::string source_of(const nix::NvccRow& row) {
    const SourceIds sources = row.gcc.sources;
    return fmt::format("{} [{}]", view_in_words(row.gcc.view), sources.empty() ? "" : sources.front());
}
std::string source_of(const nix::CudaRow& row) {
    return fmt::format("{} [{}]", row.in_nixpkgs ? view_in_words(Policy::nixpkgs) : "nvcc's own range",
                       row.sources.empty() ? "" : row.sources.front());
}

std::string row_name(const nix::NvccRow& row) { return to_string(row.release); }
std::string row_name(const nix::FoundNvccRow& row) { return to_string(row.release); }
std::string row_name(const nix::CudaRow& row) { return to_string(row.capability); }
std::string row_name(const nix::FoundCudaRow& row) { return to_string(row.capability); }

template <class Ours, class Theirs>
std::string difference_line(std::string_view table, const nix::DifferenceOf<Ours, Theirs>& difference,
                            const Style& style) {
    const auto line = [&](const std::string& key, const std::string& text) {
        const std::string label = fmt::format("{:<{}}", fmt::format("{} {}", table, key), change_width);
        return style.strong(label) + wrap(text, style.width, change_width, change_width) + '\n';
    };
    return std::visit(Overloaded{
                          [&](const nix::MissingHere<Ours, Theirs>& d) {
                              return line(row_name(d.there), "missing here: " + row_in_words(d.there) + " there");
                          },
                          [&](const nix::MissingThere<Ours, Theirs>& d) {
                              return line(row_name(d.here), fmt::format("missing there: {} here, from {}",
                                                                        row_in_words(d.here), source_of(d.here)));
                          },
                          [&](const nix::Different<Ours, Theirs>& d) {
                              std::vector<std::string> changes;
                              for (const nix::Change& change : d.changes) changes.push_back(change_in_words(change));
                              return line(row_name(d.here),
                                          fmt::format("{}; here from {}", fmt::join(changes, "; "), source_of(d.here)));
                          },
                      },
                      difference);
}

}  // namespace

std::string diff_text(const ComparedFolder& compared, const nix::Diff& diff, const Style& style) {
    const std::size_t differing = diff.nvcc.size() + diff.cuda.size();
    std::string text = fmt::format("{} row{} differ{}, {} agree\n", differing, differing == 1 ? "" : "s",
                                   differing == 1 ? "s" : "", diff.agreeing);
    text += style.faint(fmt::format("nvcc: {}\ncuda: {}", compared.nvcc_file, compared.cuda_file)) + '\n';
    if (!diff.same()) text += '\n';
    for (const auto& difference : diff.nvcc)
        text += difference_line<nix::NvccRow, nix::FoundNvccRow>("nvcc", difference, style);
    for (const auto& difference : diff.cuda)
        text += difference_line<nix::CudaRow, nix::FoundCudaRow>("cuda", difference, style);
    if (diff.given_up.empty()) return text;
    std::vector<std::string> releases;
    for (const Version release : diff.given_up) releases.push_back(to_string(release));
    return text + fmt::format("\nOlder than its first row, and not counted: {}\n", fmt::join(releases, ", "));
}

}  // namespace cudastdenv::report
