// SPDX-License-Identifier: MIT
#include "findings/toolkit.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

/// Takes what the clues say together, and notes where they contradict each other.
class ClueReader {
public:
    explicit ClueReader(Toolkit& toolkit) : toolkit_(toolkit) {}

    void read() {
        for (const Clue& clue : toolkit_.clues) {
            if (clue.build) take_build(clue);
            if (clue.release) take_release(clue);
        }
        if (toolkit_.build && toolkit_.release && !is_same_minor(*toolkit_.build, *toolkit_.release))
            disagree(*build_by_, *release_by_);
    }

private:
    void disagree(const Clue& first, const Clue& second) {
        toolkit_.problems.emplace_back(CluesDisagree{first, second});
    }

    void take_build(const Clue& clue) {
        if (!toolkit_.build) {
            toolkit_.build = clue.build;
            build_by_ = &clue;
        } else if (*toolkit_.build != *clue.build) {
            disagree(*build_by_, clue);
        }
    }
    void take_release(const Clue& clue) {
        const bool says_more = toolkit_.release && toolkit_.release->patch == -1 && clue.release->patch != -1;
        if (toolkit_.release && !may_be_same(*toolkit_.release, *clue.release)) return disagree(*release_by_, clue);
        if (toolkit_.release && !says_more) return;
        toolkit_.release = clue.release;
        release_by_ = &clue;
    }

    Toolkit& toolkit_;
    const Clue* build_by_ = nullptr;
    const Clue* release_by_ = nullptr;
};

}  // namespace

void read_clues(Toolkit& toolkit) { ClueReader(toolkit).read(); }

bool is_meta_package(const Toolkit& toolkit) noexcept {
    return std::ranges::find(toolkit.clues, Clue::Kind::meta_package, &Clue::kind) != toolkit.clues.end();
}

std::optional<Version> full_version(std::string_view text) noexcept {
    const std::optional<Version> version = parse_version(text);
    return version && version->patch != -1 ? version : std::nullopt;
}

bool is_same_minor(Version left, Version right) noexcept {
    return left.major == right.major && left.minor == right.minor;
}

}  // namespace cudastdenv
