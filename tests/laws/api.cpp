// SPDX-License-Identifier: MIT
// Laws over all names of the toolkit: one judgement for each question about them.
#include "builtin.hpp"
#include "resolve/api.hpp"
#include "sample.hpp"

#include <doctest/doctest.h>

namespace cudastdenv {

namespace {

const ApiIndex names(tables);

/// A part of all names, another one each day; in the nightly set all.
template <class Check>
void for_some_names(const Check& check) {
    Sample sample(1009, 17);
    for (const ApiEntry& entry : names.entries())
        if (sample.takes_next()) check(entry, names.find(entry.qualified()));
}

}  // namespace

TEST_CASE("each entry is found by its name, in its releases only") {
    for_some_names([](const ApiEntry& entry, const std::vector<const ApiEntry*>& found) {
        CAPTURE(entry.qualified());
        CHECK(std::ranges::find(found, &entry) != found.end());
        for (const ApiReleaseRow& row : tables.api_releases)
            if (entry.is_in(row.version)) CHECK(names.has(found, row.version) == true);
    });
}

TEST_CASE("a name is removed exactly where it is gone") {
    for_some_names([](const ApiEntry& entry, const std::vector<const ApiEntry*>& found) {
        CAPTURE(entry.qualified());
        for (std::size_t i = 1; i < tables.api_releases.size(); ++i) {
            const Version before = tables.api_releases[i - 1].version, after = tables.api_releases[i].version;
            const auto changes = names.changes(found, before, after);
            const bool is_removed = !changes.empty() && changes.front().kind == ApiChangeKind::removed;
            CHECK(is_removed == (names.has(found, before) == true && names.has(found, after) == false));
            if (is_removed) CHECK(changes.front().release == after);
        }
    });
}

TEST_CASE("each change between two releases has its own release") {
    for_some_names([](const ApiEntry& entry, const std::vector<const ApiEntry*>& found) {
        CAPTURE(entry.qualified());
        for (const ApiChange& change : names.changes(found, names.oldest(), names.newest())) {
            // A mark may be older than the first release that was read.
            if (change.release == names.oldest()) continue;
            const auto there = names.changes_of(found, change.release);
            CHECK(std::ranges::find(there, change.kind, &ApiChange::kind) != there.end());
        }
    });
}

}  // namespace cudastdenv
