// SPDX-License-Identifier: MIT
#include "findings/ingest.hpp"

#include "core/text.hpp"
#include "tables/fields.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace cudastdenv {

namespace {

constexpr std::string_view header_prefix = "nvidia-header-";

bool same_values(const std::optional<HostRange>& left, const std::optional<HostRange>& right) {
    if (!left || !right) return !left && !right;
    return left->min == right->min && left->max == right->max;
}

bool same(const std::optional<HostRange>& left, const std::optional<HostRange>& right) {
    return same_values(left, right) && (!left || std::ranges::equal(left->sources, right->sources));
}

bool same_views(const HostCompilerRow& left, const HostCompilerRow& right) {
    return same(left.enforced, right.enforced) && same(left.documented, right.documented) &&
           same(left.nixpkgs, right.nixpkgs) && same(left.grace, right.grace);
}

bool covers(const HostCompilerRow& row, Compiler::Family family, Version release) {
    return row.family == family && row.first <= release && release <= row.last;
}

bool is_understood(const Toolkit& toolkit) {
    return toolkit.bounds.problems.empty() &&
           std::ranges::count(toolkit.problems, std::string_view("clues-disagree"), &Diagnostic::id) == 0;
}

/// Whether the header of a new release is known: its own, or that of a release with the same nvcc.
bool has_header(const Toolkit& toolkit, const Difference& difference) {
    return !toolkit.header.empty() || difference.same_nvcc_as;
}

/// A meta package once pinned the parts of the release before (12.5.1): it is not believed against what is known.
bool is_only_pinned(const Toolkit& toolkit, const Difference& difference) {
    return difference.kind == Difference::Kind::build && difference.is_known && is_meta_package(toolkit);
}

/// `nvidia-header-12.6.20` before `nvidia-header-12.6.111`, and any other id behind them.
std::optional<Version> build_in(std::string_view id) {
    return take_prefix(id, header_prefix) ? parse_version(id) : std::nullopt;
}

}  // namespace

/// Writes into the rows what one toolkit says.
class TableUpdate::Change {
public:
    Change(TableUpdate& update, const Toolkit& toolkit)
        : update_(update),
          releases_(update.releases_),
          host_compilers_(update.host_compilers_),
          arena_(update.arena_),
          toolkit_(toolkit),
          id_(toolkit.source.id) {}

    void apply(const Difference& difference) {
        switch (difference.kind) {
            case Difference::Kind::new_release: return add_release(difference);
            case Difference::Kind::build: return set_build(row_of(difference.release));
            case Difference::Kind::bounds: return set_bounds(difference);
            case Difference::Kind::standard:
                if (!difference.is_known) set_standard(row_of(difference.release));
                return;
            // A row of a capability says more than a toolkit does: people write it.
            case Difference::Kind::capability_taken:
            case Difference::Kind::capability_refused: return;
        }
    }

    /// In the rows of a release that say the same.
    void cite(Version release) {
        for (HostCompilerRow& row : host_compilers_) {
            if (!covers(row, row.family, release)) continue;
            cite(row.enforced);
            cite(row.grace);
        }
        add_source(toolkit_.source);
    }

private:
    using Ids = std::vector<std::string_view>;

    Release& row_of(Version release) { return *std::ranges::find(releases_, release, &Release::version); }

    /// The ids with another one behind them, unless it is there.
    SourceIds with(SourceIds sources, std::string_view id) {
        Ids list(sources.begin(), sources.end());
        if (!contains(list, id)) list.push_back(id);
        return arena_.list(list);
    }

    void add_source(const SourceRow& source) {
        const auto place = std::ranges::lower_bound(update_.sources_, source.id, {}, &SourceRow::id);
        if (place == update_.sources_.end() || place->id != source.id) update_.sources_.insert(place, source);
    }

    void add_release(const Difference& difference) {
        const Version version = difference.release;
        const auto place = std::ranges::lower_bound(releases_, version, {}, &Release::version);
        if (place != releases_.end() && place->version == version) return;
        Release row;
        row.version = version;
        if (toolkit_.build) row.nvcc = arena_.text(to_string(*toolkit_.build));
        row.sources = arena_.list(Ids{id_});
        set_standard(row);
        if (!row.newest_standard && difference.same_nvcc_as) share_standard(row, row_of(*difference.same_nvcc_as));
        releases_.insert(place, row);
        add_source(toolkit_.source);
        for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang})
            add_host_row(difference, family);
    }

    /// What an nvcc takes does not depend on the release that brings it.
    void share_standard(Release& row, const Release& same) {
        if (!same.newest_standard) return;
        row.newest_standard = same.newest_standard;
        // The source of the standard is the last one of a row, here as in set_standard().
        row.sources = with(row.sources, same.sources.back());
    }

    /// Its header does not say it; only nvcc itself does, where it was asked (--run).
    void set_standard(Release& row) {
        const std::optional<ToolAnswers>& answers = toolkit_.answers;
        if (!answers || !answers->newest_standard || !row.nvcc) return;
        row.newest_standard = answers->newest_standard;
        SourceRow source{.id = arena_.text("nvcc-help-" + std::string(*row.nvcc)),
                         .kind = SourceRow::Kind::measured,
                         .title = arena_.text("nvcc --help of nvcc " + std::string(*row.nvcc)),
                         .url = std::nullopt,
                         .locator = "allowed values of --std, printed by the toolkit that was ingested",
                         .retrieved = toolkit_.source.retrieved,
                         .confidence = SourceRow::Confidence::high};
        row.sources = with(row.sources, source.id);
        add_source(source);
    }

    std::optional<HostRange> own_range(HostCheck check) {
        const std::optional<HeaderBounds>& bounds = bounds_of(toolkit_.bounds, check);
        if (!bounds) return std::nullopt;
        return HostRange{bounds->min, bounds->max, arena_.list(Ids{id_})};
    }

    /// What the header of the release says that has the same nvcc.
    std::optional<HostRange> shared_range(Version same, HostCheck check) {
        const HostRange* range = find_range(update_.view(), same, check);
        if (!range) return std::nullopt;
        const std::string header = std::string(header_prefix) + std::string(*row_of(same).nvcc);
        HostRange shared = *range;
        // A row of several builds cites the header of each.
        if (contains(shared.sources, header)) shared.sources = arena_.list(Ids{arena_.text(header)});
        return shared;
    }

    /// Lengthens the row before, where that is of the same minor release, has the same bounds, and says nothing more
    /// that would then be said of this release without evidence.
    void add_host_row(const Difference& difference, Compiler::Family family) {
        const Version release = difference.release;
        const bool is_read = !toolkit_.header.empty();
        const auto range = [&](HostCheck check) {
            return is_read ? own_range(check) : shared_range(*difference.same_nvcc_as, check);
        };
        HostCompilerRow row;
        row.family = family;
        row.first = row.last = release;
        row.enforced = range(family == Compiler::Family::gcc ? HostCheck::gcc : HostCheck::clang);
        if (family == Compiler::Family::clang) row.grace = range(HostCheck::grace);
        const auto place = std::ranges::find_if(host_compilers_, [&](const HostCompilerRow& other) {
            return std::pair(other.family, other.first) > std::pair(family, release);
        });
        HostCompilerRow* before = place == host_compilers_.begin() ? nullptr : &*std::prev(place);
        if (!before || before->family != family || minor_of(before->last) != minor_of(release)) {
            host_compilers_.insert(place, row);
        } else if (same_values(before->enforced, row.enforced) && same_values(before->grace, row.grace) &&
                   (!before->documented || release <= before->last)) {
            before->last = std::max(before->last, release);
            if (is_read) cite(release);
        } else if (covers(*before, family, release)) {
            HostCompilerRow& own = isolate(family, release);
            own.enforced = row.enforced;
            own.grace = row.grace;
        } else {
            // nixpkgs has one row for all of a minor release.
            row.nixpkgs = before->nixpkgs;
            host_compilers_.insert(place, row);
        }
    }

    void set_build(Release& row) {
        row.nvcc = arena_.text(to_string(*toolkit_.build));
        if (toolkit_.header.empty() && !is_meta_package(toolkit_)) return;
        Ids list{id_};
        std::ranges::copy_if(row.sources, std::back_inserter(list), [&](std::string_view id) { return id != id_; });
        row.sources = arena_.list(list);
        add_source(toolkit_.source);
    }

    /// The row of that release alone.
    HostCompilerRow& isolate(Compiler::Family family, Version release) {
        auto row = std::ranges::find_if(host_compilers_, [&](const auto& r) { return covers(r, family, release); });
        const HostCompilerRow whole = *row;
        std::optional<Version> before, after;
        for (const Release& other : releases_) {
            if (!covers(whole, family, other.version)) continue;
            if (other.version < release) before = other.version;
            if (other.version > release && !after) after = other.version;
        }
        row->first = row->last = release;
        if (after) {
            row = host_compilers_.insert(std::next(row), whole);
            row->first = *after;
            --row;
        }
        if (before) {
            row = host_compilers_.insert(row, whole);
            row->last = *before;
            ++row;
        }
        return *row;
    }

    void set_bounds(const Difference& difference) {
        const HostCheck check = difference.check;
        const auto family = check == HostCheck::gcc ? Compiler::Family::gcc : Compiler::Family::clang;
        HostCompilerRow& row = isolate(family, difference.release);
        (check == HostCheck::grace ? row.grace : row.enforced) = own_range(check);
        // What the other check of the same header says is read from it too.
        if (family == Compiler::Family::clang) cite(check == HostCheck::grace ? row.enforced : row.grace);
        add_source(toolkit_.source);
    }

    /// The headers in the order of their builds, before whatever else is cited.
    void cite(std::optional<HostRange>& range) {
        if (!range || contains(range->sources, id_)) return;
        Ids list(range->sources.begin(), range->sources.end());
        const auto place = std::ranges::find_if(list, [&](std::string_view other) {
            const std::optional<Version> build = build_in(other);
            return !build || *build > build_in(id_).value_or(Version{});
        });
        list.insert(place, id_);
        range->sources = arena_.list(list);
    }

    TableUpdate& update_;
    std::vector<Release>& releases_;
    std::vector<HostCompilerRow>& host_compilers_;
    RowArena& arena_;
    const Toolkit& toolkit_;
    std::string_view id_;  ///< of what the toolkit is as a source
};

TableUpdate::TableUpdate(const Tables& tables)
    : base_(tables),
      releases_(tables.releases.begin(), tables.releases.end()),
      host_compilers_(tables.host_compilers.begin(), tables.host_compilers.end()),
      sources_(tables.sources.begin(), tables.sources.end()) {}

Tables TableUpdate::view() const {
    Tables tables = base_;
    tables.releases = releases_;
    tables.host_compilers = host_compilers_;
    tables.sources = sources_;
    return tables;
}

NotApplied TableUpdate::add(const Toolkit& toolkit) {
    if (!is_understood(toolkit)) return NotApplied::not_understood;
    if (!toolkit.release_exact) return NotApplied::release_not_exact;
    for (const Difference& difference : toolkit.differences) {
        const bool is_new = difference.kind == Difference::Kind::new_release;
        if (is_new && !has_header(toolkit, difference)) return NotApplied::no_header;
        if (is_only_pinned(toolkit, difference)) return NotApplied::only_pinned;
    }
    if (toolkit.differences.empty() && toolkit.uncited.empty()) return NotApplied::nothing_to_change;
    Change change(*this, toolkit);
    for (const Difference& difference : toolkit.differences) change.apply(difference);
    for (const Version release : toolkit.uncited) change.cite(release);
    join_neighbours();
    return NotApplied::applied;
}

/// A new row begins only where something differs.
void TableUpdate::join_neighbours() {
    std::vector<HostCompilerRow> joined;
    for (const HostCompilerRow& row : host_compilers_) {
        const bool continues = !joined.empty() && joined.back().family == row.family &&
                               minor_of(joined.back().last) == minor_of(row.first) && same_views(joined.back(), row);
        if (continues) joined.back().last = row.last;
        else joined.push_back(row);
    }
    host_compilers_ = std::move(joined);
}

void TableUpdate::finish() {
    const std::set<std::string_view> before = cited_sources(base_);
    const std::set<std::string_view> now = cited_sources(view());
    std::erase_if(sources_,
                  [&](const SourceRow& source) { return before.contains(source.id) && !now.contains(source.id); });
}

}  // namespace cudastdenv
