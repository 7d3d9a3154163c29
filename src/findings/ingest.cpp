// SPDX-License-Identifier: MIT
#include "findings/ingest.hpp"

#include "core/quote.hpp"
#include "tables/fields.hpp"
#include "tables/lookup.hpp"

#include <iterator>

namespace cudastdenv {

namespace {

std::string version_in_clue(const Clue& clue) {
    return clue.build ? "nvcc " + to_string(*clue.build) : "CUDA " + to_string(clue.release.value_or(Version{}));
}

constexpr std::string_view meta_package_source = "nvidia-cuda-toolkit-metapackage";

/// The tables' range for a check; nullptr: no row has one.
const HostRange* find_range(const Tables& tables, Version release, HostCheck check) noexcept {
    const Compiler::Family family = check == HostCheck::gcc ? Compiler::Family::gcc : Compiler::Family::clang;
    const HostCompilerRow* row = find_host_compilers(tables, family, release);
    if (!row) return nullptr;
    const std::optional<HostRange>& range = check == HostCheck::grace ? row->grace : row->enforced;
    return range ? &*range : nullptr;
}

/// Whether the header's check is known. GCC and Clang are always checked; older headers do not check Grace.
bool is_read(const Toolkit& toolkit, HostCheck check) {
    if (bounds_of(toolkit.bounds, check)) return true;
    return check == HostCheck::grace && toolkit.bounds.problems.empty();
}

/// A difference from the tables, with the start of its message.
Difference difference_of(Difference::Kind kind, std::string_view id, Version release) {
    return {.kind = kind, .release = release, .what = {id, {{"release", release}}}};
}

/// A difference with the toolkit's value and the tables' value.
Difference difference_of(Difference::Kind kind, std::string_view id, Version release, const std::string& toolkit,
                         const std::optional<std::string>& tables) {
    Difference difference = difference_of(kind, id, release);
    difference.is_known = tables.has_value();
    difference.what.arguments.emplace_back("toolkit", toolkit);
    difference.what.arguments.emplace_back("tables", tables.value_or("unknown"));
    return difference;
}

std::string first_clue(const Toolkit& toolkit) {
    return toolkit.clues.empty() ? ForeignText{} : toolkit.clues.front().where;
}

void compare_bounds(const Tables& tables, const Release& release, const Toolkit& toolkit,
                    std::vector<Difference>& differences) {
    for (const HostCheck check : enumerators<HostCheck>) {
        if (!is_read(toolkit, check)) continue;
        const HostRange* range = find_range(tables, release.version, check);
        const auto known = range ? std::optional(HeaderBounds{range->min, range->max}) : std::nullopt;
        const std::optional<HeaderBounds>& found = bounds_of(toolkit.bounds, check);
        if (known == found) continue;
        Difference& difference = differences.emplace_back(difference_of(
            Difference::Kind::bounds, "bounds-differ", release.version, format_bounds(found), format_bounds(known)));
        difference.what.arguments.emplace_back("compiler", name_of(check));
        difference.toolkit_source = {toolkit.header};
        if (range) difference.tables_sources = range->sources;
        difference.check = check;
    }
}

void compare_capabilities(const Tables& tables, Version release, const Toolkit& toolkit,
                          std::vector<Difference>& differences) {
    using Kind = Difference::Kind;
    const auto add = [&](Kind kind, std::string_view id, Capability capability, const CapabilityRow* row) {
        Difference& difference = differences.emplace_back(difference_of(kind, id, release));
        difference.what.arguments.emplace_back("capability", to_string(capability));
        difference.toolkit_source = toolkit.answers->listed_by;
        if (row) difference.tables_sources = row->nvcc.sources;
    };
    const std::vector<Capability>& taken = toolkit.answers->capabilities;
    for (const Capability capability : taken) {
        const CapabilityRow* row = find_capability(tables, capability);
        if (!row || !row->nvcc.takes_in(release))
            add(Kind::capability_taken, row ? "capability-taken" : "capability-without-row", capability, row);
    }
    for (const CapabilityRow& row : tables.capabilities)
        if (row.nvcc.takes_in(release) && !contains(taken, row.capability))
            add(Kind::capability_refused, "capability-refused", row.capability, &row);
}

/// The differences between one release's rows and the toolkit, including those of `--run`.
std::vector<Difference> differences_from(const Tables& tables, const Release& release, const Toolkit& toolkit) {
    std::vector<Difference> differences;
    const auto add = [&](Difference difference, const std::string& toolkit_source) {
        difference.toolkit_source = {toolkit_source};
        difference.tables_sources = release.sources;
        differences.push_back(std::move(difference));
    };
    const auto text_of = [](const auto& value) {
        return value ? std::optional(std::string(to_string(*value))) : std::nullopt;
    };
    if (const std::optional<Version> known = build_of(release); toolkit.build && known != toolkit.build)
        add(difference_of(Difference::Kind::build, "build-differs", release.version, to_string(*toolkit.build),
                          text_of(known)),
            first_clue(toolkit));
    if (!toolkit.header.empty()) compare_bounds(tables, release, toolkit, differences);
    if (!toolkit.answers) return differences;
    if (const auto& newest = toolkit.answers->newest_standard; newest && *newest != release.newest_standard)
        add(difference_of(Difference::Kind::standard, "standard-differs", release.version,
                          std::string(to_string(*newest)), text_of(release.newest_standard)),
            toolkit.answers->nvcc + " --help");
    if (!toolkit.answers->capabilities.empty()) compare_capabilities(tables, release.version, toolkit, differences);
    return differences;
}

/// Determines the release according to the tables, and the differences from it.
class Judge {
public:
    Judge(const Tables& tables, Toolkit& toolkit) : tables_(tables), toolkit_(toolkit) {}

    void judge(const std::string& today) {
        find_releases();
        find_source(today);
        for (const Version version : toolkit_.releases) compare(version);
    }

private:
    void find_releases() {
        std::vector<Version>& releases = toolkit_.releases;
        const std::optional<Version> named = toolkit_.release && toolkit_.release->patch != -1 ? toolkit_.release
                                                                                               : std::nullopt;
        if (named) releases.push_back(*named);
        if (const Release* release = named ? find_release(tables_, *named) : nullptr; release && !toolkit_.build)
            toolkit_.build = build_of(*release);
        // The same build in another release has the same header. A meta package is only about its own release.
        for (const Release& release : tables_.releases)
            if (has_build(release) && release.version != named && !is_meta_package(toolkit_))
                releases.push_back(release.version);
        toolkit_.release_exact = !releases.empty();
        if (releases.empty() && !toolkit_.build && toolkit_.release) find_by_minor(*toolkit_.release);
        std::ranges::sort(releases);
        if (releases.empty() && !toolkit_.build) toolkit_.problems.push_back({"release-unknown"});
        if (releases.empty() && toolkit_.build)
            toolkit_.problems.push_back(
                {"build-unknown", {{"build", *toolkit_.build}, {"likely", likely_release(*toolkit_.build)}}});
    }

    [[nodiscard]] bool has_build(const Release& release) const {
        return toolkit_.build && build_of(release) == toolkit_.build;
    }

    /// The likely release of a build that is not in the tables: the next patch of its minor version, or one without a
    /// known build.
    [[nodiscard]] Version likely_release(Version build) const {
        Version likely{build.major, build.minor, 0};
        for (const Release& release : tables_.releases)
            if (minor_of(release.version) == minor_of(likely) && build_of(release) && *build_of(release) < build)
                likely.patch = release.version.patch + 1;
        return likely;
    }

    /// It is one of this minor version: those without differences, or all if each differs.
    void find_by_minor(Version minor) {
        std::vector<Version> all, same;
        for (const Release& release : tables_.releases) {
            if (minor_of(release.version) != minor_of(minor)) continue;
            all.push_back(release.version);
            if (differences_from(tables_, release, toolkit_).empty()) same.push_back(release.version);
        }
        toolkit_.releases = same.empty() ? all : same;
    }

    std::string_view text(const std::string& value) { return toolkit_.arena->text(value); }

    void find_source(const std::string& today) {
        SourceRow& source = toolkit_.source;
        const std::string number = toolkit_.build     ? to_string(*toolkit_.build)
                                   : toolkit_.release ? to_string(*toolkit_.release)
                                                      : "unknown";
        source.id = is_meta_package(toolkit_) ? meta_package_source : text("nvidia-header-" + number);
        if (const SourceRow* known = cudastdenv::find_source(tables_, source.id)) {
            source = *known;
            return;
        }
        source.retrieved = text(today);
        if (!is_meta_package(toolkit_)) return describe_header(source, number);
        source.kind = SourceRow::Kind::documentation;
        source.title = "NVIDIA's meta package cuda-toolkit, PyPI";
        source.url = "https://pypi.org/simple/cuda-toolkit/";
        source.locator = "METADATA of each wheel cuda_toolkit-X.Y.Z: Requires-Dist of nvidia-cuda-nvcc";
    }

    void describe_header(SourceRow& source, const std::string& number) {
        source.kind = SourceRow::Kind::header;
        const std::string of = "crt/host_config.h of nvcc " + number;
        const std::string file = ", file " + as_plain_text(toolkit_.header);
        const Clue* package = find_in(toolkit_.clues, false, [](const Clue& clue) { return clue.package.empty(); });
        if (!package) {
            // A header without an address or a package is an observation.
            source.kind = SourceRow::Kind::measured;
            source.title = text(of + ", an installed toolkit");
            source.locator = text("an installed toolkit" + file);
        } else {
            source.title = text(of + ", " + words_for(*package) + " " + as_plain_text(package->package));
            source.locator = text(place_of(*package) + file);
            if (package->kind == Clue::Kind::wheel) source.url = page_of(*package);
            if (!is_by_name(*package)) source.kind = SourceRow::Kind::measured;
        }
    }

    /// PyPI's page of a wheel; absent if its names, which are from a file, are not valid in a URL.
    std::optional<std::string_view> page_of(const Clue& wheel) {
        const auto is_valid = [](char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; };
        for (const std::string_view name : {wheel.package, wheel.package_version})
            if (name.empty() || !std::ranges::all_of(name, is_valid)) return std::nullopt;
        return text("https://pypi.org/project/" + wheel.package + '/' + wheel.package_version + '/');
    }

    /// Packages on PyPI and in Debian can be found by name.
    static bool is_by_name(const Clue& clue) {
        return clue.kind == Clue::Kind::wheel ||
               (clue.kind == Clue::Kind::debian && !clue.package.starts_with("cuda-"));
    }

    /// The words for a package that contains a header.
    static std::string words_for(const Clue& clue) {
        if (clue.kind == Clue::Kind::wheel) return "NVIDIA's wheel";
        if (clue.kind == Clue::Kind::conda) return "the conda package";
        if (clue.kind == Clue::Kind::redist) return "NVIDIA's archive";
        return is_by_name(clue) ? "Debian's package" : "NVIDIA's package";
    }

    static std::string place_of(const Clue& clue) {
        const std::string package = as_plain_text(clue.package + " " + clue.package_version);
        if (clue.kind == Clue::Kind::wheel)
            return "PyPI: " + package + (clue.platform.empty() ? "" : " for " + as_plain_text(clue.platform));
        const std::string platform = clue.platform.empty() ? "" : " (" + as_plain_text(clue.platform) + ")";
        return (is_by_name(clue) ? "Debian: " : "") + package + platform;
    }

    void compare(Version version) {
        const Release* release = find_release(tables_, version);
        if (!release) {
            add_new_release(version);
            // A new release does not add a row for an unknown capability.
            if (toolkit_.answers && !toolkit_.answers->capabilities.empty())
                compare_capabilities(tables_, version, toolkit_, toolkit_.differences);
            return;
        }
        const std::vector<Difference> found = differences_from(tables_, *release, toolkit_);
        toolkit_.differences.insert(toolkit_.differences.end(), found.begin(), found.end());
        const bool agrees = std::ranges::count(found, Difference::Kind::bounds, &Difference::kind) == 0 &&
                            toolkit_.bounds.problems.empty();
        const bool is_cited = std::ranges::all_of(enumerators<HostCheck>, [&](HostCheck check) {
            const HostRange* range = find_range(tables_, version, check);
            return !range || contains(range->sources, toolkit_.source.id);
        });
        if (!toolkit_.header.empty() && toolkit_.release_exact && agrees && !is_cited)
            toolkit_.uncited.push_back(version);
    }

    void add_new_release(Version version) {
        const Release* same = find_last_in(tables_.releases, [&](const Release& row) { return has_build(row); });
        Difference& difference = toolkit_.differences.emplace_back(
            difference_of(Difference::Kind::new_release, same ? "new-release-same-nvcc" : "new-release", version));
        if (same) difference.what.arguments.emplace_back("same", same->version);
        if (same) difference.same_nvcc_as = same->version;
        difference.toolkit_source = {first_clue(toolkit_)};
    }

    const Tables& tables_;
    Toolkit& toolkit_;
};

constexpr std::string_view header_prefix = "nvidia-header-";

bool covers(const HostCompilerRow& row, Compiler::Family family, Version release) {
    return row.family == family && row.first <= release && release <= row.last;
}

/// `nvidia-header-12.6.20` before `nvidia-header-12.6.111`, and all other ids after them.
std::optional<Version> build_in(std::string_view id) {
    return take_prefix(id, header_prefix) ? parse_version(id) : std::nullopt;
}

}  // namespace

void read_clues(Toolkit& toolkit) {
    const Clue* build_by = nullptr;
    const Clue* release_by = nullptr;
    const auto disagree = [&](const Clue& first, const Clue& second) {
        toolkit.problems.push_back({"clues-disagree",
                                    {{"first", as_plain_text(first.where)},
                                     {"firstVersion", version_in_clue(first)},
                                     {"second", as_plain_text(second.where)},
                                     {"secondVersion", version_in_clue(second)}}});
    };
    for (const Clue& clue : toolkit.clues) {
        if (clue.build && build_by && *toolkit.build != *clue.build) disagree(*build_by, clue);
        if (clue.build && !build_by) {
            toolkit.build = clue.build;
            build_by = &clue;
        }
        if (!clue.release) continue;
        const bool contradicts = release_by && !may_be_same(*toolkit.release, *clue.release);
        const bool says_more = !release_by || (toolkit.release->patch == -1 && clue.release->patch != -1);
        if (contradicts) disagree(*release_by, clue);
        if (contradicts || !says_more) continue;
        toolkit.release = clue.release;
        release_by = &clue;
    }
    if (toolkit.build && toolkit.release && minor_of(*toolkit.build) != minor_of(*toolkit.release))
        disagree(*build_by, *release_by);
}

Toolkit judge_toolkit(const Tables& tables, Toolkit toolkit, const std::string& today) {
    toolkit.releases.clear();
    toolkit.differences.clear();
    toolkit.uncited.clear();
    toolkit.arena = std::make_shared<RowArena>();
    if (toolkit.wheel) judge_wheel(tables, toolkit, today);
    else Judge(tables, toolkit).judge(today);
    return toolkit;
}

/// Updates the rows with the values of one toolkit.
class TableUpdate::Change {
public:
    Change(TableUpdate& update, const Toolkit& toolkit) : update_(update), toolkit_(toolkit), id_(toolkit.source.id) {}

    void apply(const Difference& difference) {
        switch (difference.kind) {
            case Difference::Kind::new_release: return add_release(difference);
            case Difference::Kind::build: return set_build(row_of(*difference.release));
            case Difference::Kind::bounds: return set_bounds(difference);
            case Difference::Kind::standard:
                if (!difference.is_known) set_standard(row_of(*difference.release));
                return;
            // A capability's row contains more than a toolkit can state, so people write it.
            case Difference::Kind::capability_taken:
            case Difference::Kind::capability_refused:
            // WheelRows has those of wheels.
            case Difference::Kind::new_wheel:
            case Difference::Kind::wheel_value: return;
        }
    }

    /// Adds the source to rows of a release with the same value.
    void cite(Version release) {
        for (HostCompilerRow& row : update_.host_compilers_) {
            if (!covers(row, row.family, release)) continue;
            cite(row.enforced);
            cite(row.grace);
        }
        update_.add_source(toolkit_.source);
    }

private:
    using Ids = std::vector<std::string_view>;

    Release& row_of(Version release) { return *std::ranges::find(update_.releases_, release, &Release::version); }

    /// The ids, followed by another one if it is missing.
    SourceIds with(SourceIds sources, std::string_view id) {
        Ids list(sources.begin(), sources.end());
        if (!contains(list, id)) list.push_back(id);
        return update_.arena_.list(list);
    }

    void add_release(const Difference& difference) {
        const Version version = *difference.release;
        const auto place = std::ranges::lower_bound(update_.releases_, version, {}, &Release::version);
        if (place != update_.releases_.end() && place->version == version) return;
        Release row;
        row.version = version;
        if (toolkit_.build) row.nvcc = update_.arena_.text(to_string(*toolkit_.build));
        row.sources = update_.arena_.list(Ids{id_});
        set_standard(row);
        if (!row.newest_standard && difference.same_nvcc_as) {
            // The standards of an nvcc do not depend on the release that contains it. The source of the standard is the
            // last one of a row, as in set_standard().
            const Release& same = row_of(*difference.same_nvcc_as);
            row.newest_standard = same.newest_standard;
            if (row.newest_standard) row.sources = with(row.sources, same.sources.back());
        }
        update_.releases_.insert(place, row);
        update_.add_source(toolkit_.source);
        for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang})
            add_host_row(difference, family);
    }

    /// The header does not contain the standard; only nvcc prints it (--run).
    void set_standard(Release& row) {
        const std::optional<ToolAnswers>& answers = toolkit_.answers;
        if (!answers || !answers->newest_standard || !row.nvcc) return;
        row.newest_standard = answers->newest_standard;
        SourceRow source{.id = update_.arena_.text("nvcc-help-" + std::string(*row.nvcc)),
                         .kind = SourceRow::Kind::measured,
                         .title = update_.arena_.text("nvcc --help of nvcc " + std::string(*row.nvcc)),
                         .url = std::nullopt,
                         .locator = "allowed values of --std, printed by the toolkit that was ingested",
                         .retrieved = toolkit_.source.retrieved,
                         .confidence = SourceRow::Confidence::high};
        row.sources = with(row.sources, source.id);
        update_.add_source(source);
    }

    std::optional<HostRange> own_range(HostCheck check) {
        const std::optional<HeaderBounds>& bounds = bounds_of(toolkit_.bounds, check);
        if (!bounds) return std::nullopt;
        return HostRange{bounds->min, bounds->max, update_.arena_.list(Ids{id_})};
    }

    /// The range in the header of the release with the same nvcc.
    std::optional<HostRange> shared_range(Version same, HostCheck check) {
        const HostRange* range = find_range(update_.view(), same, check);
        if (!range) return std::nullopt;
        const std::string header = std::string(header_prefix) + std::string(*row_of(same).nvcc);
        HostRange shared = *range;
        // A row of several builds cites the header of each.
        if (contains(shared.sources, header)) shared.sources = update_.arena_.list(Ids{update_.arena_.text(header)});
        return shared;
    }

    /// Extends the previous row if it is of the same minor release, has the same limits, and would not state anything
    /// about this release without evidence.
    void add_host_row(const Difference& difference, Compiler::Family family) {
        const Version release = *difference.release;
        const bool is_read = !toolkit_.header.empty();
        const auto range = [&](HostCheck check) {
            return is_read ? own_range(check) : shared_range(*difference.same_nvcc_as, check);
        };
        HostCompilerRow row;
        row.family = family;
        row.first = row.last = release;
        row.enforced = range(family == Compiler::Family::gcc ? HostCheck::gcc : HostCheck::clang);
        if (family == Compiler::Family::clang) row.grace = range(HostCheck::grace);
        const auto place = std::ranges::find_if(update_.host_compilers_, [&](const HostCompilerRow& other) {
            return std::pair(other.family, other.first) > std::pair(family, release);
        });
        HostCompilerRow* before = place == update_.host_compilers_.begin() ? nullptr : &*std::prev(place);
        if (!before || before->family != family || minor_of(before->last) != minor_of(release)) {
            update_.host_compilers_.insert(place, row);
        } else if (same_limits(before->enforced, row.enforced) && same_limits(before->grace, row.grace) &&
                   (!before->documented || release <= before->last)) {
            before->last = std::max(before->last, release);
            if (is_read) cite(release);
        } else if (covers(*before, family, release)) {
            HostCompilerRow& own = isolate(family, release);
            own.enforced = row.enforced;
            own.grace = row.grace;
        } else {
            // nixpkgs has one row for each minor release.
            row.nixpkgs = before->nixpkgs;
            update_.host_compilers_.insert(place, row);
        }
    }

    void set_build(Release& row) {
        row.nvcc = update_.arena_.text(to_string(*toolkit_.build));
        if (toolkit_.header.empty() && !is_meta_package(toolkit_)) return;
        Ids list{id_};
        std::ranges::copy_if(row.sources, std::back_inserter(list), [&](std::string_view id) { return id != id_; });
        row.sources = update_.arena_.list(list);
        update_.add_source(toolkit_.source);
    }

    /// Splits rows so that this release has its own, and returns it.
    HostCompilerRow& isolate(Compiler::Family family, Version release) {
        std::vector<HostCompilerRow>& rows = update_.host_compilers_;
        auto row = std::ranges::find_if(rows, [&](const auto& r) { return covers(r, family, release); });
        const HostCompilerRow whole = *row;
        std::optional<Version> before, after;
        for (const Release& other : update_.releases_) {
            if (!covers(whole, family, other.version)) continue;
            if (other.version < release) before = other.version;
            if (other.version > release && !after) after = other.version;
        }
        if (before) {
            row->last = *before;
            row = rows.insert(std::next(row), whole);
        }
        if (after) {
            row = std::prev(rows.insert(std::next(row), whole));
            std::next(row)->first = *after;
        }
        row->first = row->last = release;
        return *row;
    }

    void set_bounds(const Difference& difference) {
        const HostCheck check = difference.check;
        const auto family = check == HostCheck::gcc ? Compiler::Family::gcc : Compiler::Family::clang;
        HostCompilerRow& row = isolate(family, *difference.release);
        (check == HostCheck::grace ? row.grace : row.enforced) = own_range(check);
        // The other check is read from the same header.
        if (family == Compiler::Family::clang) cite(check == HostCheck::grace ? row.enforced : row.grace);
        update_.add_source(toolkit_.source);
    }

    /// Adds the header in the order of builds, before other sources.
    void cite(std::optional<HostRange>& range) {
        if (!range || contains(range->sources, id_)) return;
        Ids list(range->sources.begin(), range->sources.end());
        const auto place = std::ranges::find_if(list, [&](std::string_view other) {
            const std::optional<Version> build = build_in(other);
            return !build || *build > build_in(id_).value_or(Version{});
        });
        list.insert(place, id_);
        range->sources = update_.arena_.list(list);
    }

    TableUpdate& update_;
    const Toolkit& toolkit_;
    std::string_view id_;  ///< id of the toolkit as a source
};

TableUpdate::TableUpdate(const Tables& tables)
    : base_(tables),
      releases_(tables.releases.begin(), tables.releases.end()),
      host_compilers_(tables.host_compilers.begin(), tables.host_compilers.end()),
      sources_(tables.sources.begin(), tables.sources.end()),
      wheels_(tables) {}

Tables TableUpdate::view() const {
    Tables tables = base_;
    tables.releases = releases_;
    tables.host_compilers = host_compilers_;
    tables.sources = sources_;
    tables.wheel_builds = wheels_.builds;
    tables.wheel_companions = wheels_.companions;
    return tables;
}

SourceRow& TableUpdate::add_source(const SourceRow& source) {
    const auto place = std::ranges::lower_bound(sources_, source.id, {}, &SourceRow::id);
    const bool is_there = place != sources_.end() && place->id == source.id;
    return is_there ? *place : *sources_.insert(place, source);
}

NotApplied TableUpdate::add_wheel(const Toolkit& toolkit) {
    if (!toolkit.problems.empty()) return NotApplied::not_understood;
    if (!wheels_.add(toolkit, arena_)) return NotApplied::nothing_to_change;
    // The source of a version names each of its wheels.
    SourceRow& source = add_source(toolkit.source);
    const std::string file = as_plain_text(toolkit.wheel->file);
    if (source.locator.find(file) == source.locator.npos)
        source.locator = arena_.text(std::string(source.locator) + ", " + file);
    return NotApplied::applied;
}

NotApplied TableUpdate::add(const Toolkit& toolkit) {
    if (toolkit.wheel) return add_wheel(toolkit);
    if (!toolkit.bounds.problems.empty() || find_in(toolkit.problems, "clues-disagree", &Diagnostic::id))
        return NotApplied::not_understood;
    if (!toolkit.release_exact) return NotApplied::release_not_exact;
    for (const auto& difference : toolkit.differences) {
        // The header of a new release is its own, or that of a release with the same nvcc.
        const bool has_header = !toolkit.header.empty() || difference.same_nvcc_as;
        if (difference.kind == Difference::Kind::new_release && !has_header) return NotApplied::no_header;
        // A meta package once pinned the parts of the previous release (12.5.1), so it does not override known values.
        const bool is_other_build = difference.kind == Difference::Kind::build && difference.is_known;
        if (is_other_build && is_meta_package(toolkit)) return NotApplied::only_pinned;
    }
    if (toolkit.differences.empty() && toolkit.uncited.empty()) return NotApplied::nothing_to_change;
    Change change(*this, toolkit);
    for (const Difference& difference : toolkit.differences) change.apply(difference);
    for (const Version release : toolkit.uncited) change.cite(release);
    join_neighbours();
    return NotApplied::applied;
}

/// Joins adjacent rows with the same values.
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
    const std::set<std::string_view> before = cited_sources(base_), now = cited_sources(view());
    std::erase_if(sources_,
                  [&](const SourceRow& source) { return before.contains(source.id) && !now.contains(source.id); });
}

}  // namespace cudastdenv
