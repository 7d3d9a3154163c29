// SPDX-License-Identifier: MIT
#include "findings/ingest.hpp"

#include "resolve/wheels.hpp"
#include "tables/check_wheels.hpp"

namespace cudastdenv {

namespace {

template <class List>
bool same_list(const List& left, const List& right) {
    return left.has_value() == right.has_value() && (!left || std::ranges::equal(*left, *right));
}

bool same_python(VersionRange left, VersionRange right) { return left.min == right.min && left.max == right.max; }

/// Whether they share every value but the Python releases.
bool same_values(const WheelBuildRow& left, const WheelBuildRow& right) {
    return left.on_pypi == right.on_pypi && left.cuda == right.cuda &&
           same_list(left.machine_code, right.machine_code) && same_list(left.ptx, right.ptx) &&
           same_list(left.requirements, right.requirements);
}

bool is_same_build(const WheelBuildRow& left, const WheelBuildRow& right) {
    return left.install == right.install && left.channel == right.channel && left.variant == right.variant;
}

/// The ids, then those that are missing.
SourceIds with(SourceIds sources, SourceIds more, RowArena& arena) {
    std::vector<std::string_view> list(sources.begin(), sources.end());
    for (const std::string_view id : more)
        if (!contains(list, id)) list.push_back(id);
    return arena.list(list);
}

constexpr auto comes_first = [](const auto& left, const auto& right) { return key_of(left) < key_of(right); };

template <class Row>
void insert_sorted(std::vector<Row>& rows, const Row& row) {
    rows.insert(std::ranges::upper_bound(rows, row, comes_first), row);
}

}  // namespace

const WheelBuildRow* find_build(std::span<const WheelBuildRow> rows, const WheelBuildRow& own,
                                const WheelContents& wheel) {
    const WheelBuildRow* other = nullptr;
    for (const WheelBuildRow& row : rows) {
        if (row.channel || row.install != own.install || !(row.first <= own.first && own.first <= row.last) ||
            !share_system(row, own))
            continue;
        if (row.variant == own.variant) return &row;
        if (own.on_pypi && row.on_pypi && wheel.codes.size() < 2) other = &row;
    }
    return other;
}

bool fits_python(const WheelBuildRow& row, const WheelContents& wheel) {
    return wheel.python_tag ? row.python.contains(*wheel.python_tag) : same_python(row.python, wheel.python);
}

WheelRows::WheelRows(const Tables& tables)
    : builds(tables.wheel_builds.begin(), tables.wheel_builds.end()),
      companions(tables.wheel_companions.begin(), tables.wheel_companions.end()) {}

bool WheelRows::add(const Toolkit& toolkit, RowArena& arena) {
    const WheelContents& wheel = *toolkit.wheel;
    bool changed = false;
    for (const WheelBuildRow& build : wheel.builds) changed = add_build(build, wheel, arena) || changed;
    if (wheel.companion) changed = add_companion(*wheel.companion, arena) || changed;
    return changed;
}

bool WheelRows::add_build(const WheelBuildRow& own, const WheelContents& wheel, RowArena& arena) {
    WheelBuildRow row = own;
    if (const WheelBuildRow* found = find_build(builds, own, wheel)) {
        // A wheel for one Python release extends its own version only.
        const bool extends = wheel.python_tag && found->first == found->last && found->variant == own.variant &&
                             same_values(*found, own) && !fits_python(*found, wheel);
        if (!extends) return false;
        row = *found;
        if (row.python.min) row.python.min = std::min(*row.python.min, *wheel.python_tag);
        if (row.python.max) row.python.max = std::max(*row.python.max, *wheel.python_tag);
        row.sources = with(row.sources, own.sources, arena);
        builds.erase(builds.begin() + (found - builds.data()));
    }
    join_systems(row, arena);
    if (!extend_before(row, wheel, arena)) insert_sorted(builds, row);
    return true;
}

/// Takes in the row of the same version for other systems, if rows of the package are for all of them.
void WheelRows::join_systems(WheelBuildRow& row, RowArena& arena) {
    const auto other = std::ranges::find_if(builds, [&](const WheelBuildRow& each) {
        return is_same_build(each, row) && each.first == row.first && each.last == row.last && same_values(each, row) &&
               same_python(each.python, row.python);
    });
    if (other == builds.end()) return;
    std::vector<WheelSystem> systems(other->systems.begin(), other->systems.end());
    systems.insert(systems.end(), row.systems.begin(), row.systems.end());
    sort_unique(systems);
    const bool is_usual = std::ranges::any_of(builds, [&](const WheelBuildRow& each) {
        return each.install == row.install && !each.channel && std::ranges::includes(each.systems, systems);
    });
    if (!is_usual) return;
    row.sources = with(other->sources, row.sources, arena);
    row.systems = arena.list(systems);
    builds.erase(other);
}

/// Extends the row of the version before, if it has the same values. That of the version after may begin later: of the
/// versions between, wheels may be missing.
bool WheelRows::extend_before(const WheelBuildRow& row, const WheelContents& wheel, RowArena& arena) {
    WheelBuildRow* before = nullptr;
    for (WheelBuildRow& each : builds) {
        const bool is_one_of_pypi = each.on_pypi && row.on_pypi && wheel.codes.size() < 2;
        const bool is_rival = each.install == row.install && !each.channel && share_system(each, row) &&
                              (each.variant == row.variant || is_one_of_pypi);
        if (is_rival && each.last < row.first && (!before || before->last < each.last)) before = &each;
    }
    const bool fits = before && is_same_build(*before, row) && std::ranges::equal(before->systems, row.systems) &&
                      same_values(*before, row) && same_python(before->python, row.python);
    if (!fits) return false;
    before->last = row.last;
    before->sources = with(before->sources, row.sources, arena);
    return true;
}

bool WheelRows::add_companion(const WheelCompanionRow& own, RowArena& arena) {
    WheelCompanionRow* before = nullptr;
    for (WheelCompanionRow& row : companions) {
        if (row.project != own.project) continue;
        if (row.first <= own.first && own.first <= row.last) return false;
        if (row.last < own.first) before = &row;
    }
    if (before && std::ranges::equal(before->requirements, own.requirements)) {
        before->last = own.last;
        before->sources = with(before->sources, own.sources, arena);
    } else {
        insert_sorted(companions, own);
    }
    return true;
}

}  // namespace cudastdenv
