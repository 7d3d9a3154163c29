// SPDX-License-Identifier: MIT
#include "findings/ingest.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv {

namespace {

constexpr std::string_view meta_package_source = "nvidia-cuda-toolkit-metapackage";

std::optional<Version> build_of(const Release& release) {
    return release.nvcc ? full_version(*release.nvcc) : std::nullopt;
}

/// Whether what the header says of it is known. GCC and Clang are always checked; older headers know nothing of Grace.
bool is_read(const Toolkit& toolkit, HostCheck check) {
    if (bounds_of(toolkit.bounds, check)) return true;
    return check == HostCheck::grace && toolkit.bounds.problems.empty();
}

/// What departs from the tables, and how a sentence about it begins.
Difference difference_of(Difference::Kind kind, std::string_view id, Version release) {
    return {.kind = kind, .release = release, .what = {id, {{"release", release}}}};
}

/// With the toolkit's value and the one of the tables.
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
        Difference& difference =
            differences.emplace_back(difference_of(Difference::Kind::bounds, "bounds-differ", release.version,
                                                   bounds_in_words(found), bounds_in_words(known)));
        difference.what.arguments.emplace_back("compiler", name_of(check));
        difference.toolkit_source = {toolkit.header};
        if (range) difference.tables_sources = range->sources;
        difference.check = check;
    }
}

void add_capability(const Toolkit& toolkit, Difference difference, Capability capability, const CapabilityRow* row,
                    std::vector<Difference>& differences) {
    difference.what.arguments.emplace_back("capability", to_string(capability));
    difference.toolkit_source = toolkit.answers->listed_by;
    if (row) difference.tables_sources = row->nvcc.sources;
    differences.push_back(std::move(difference));
}

void compare_capabilities(const Tables& tables, Version release, const Toolkit& toolkit,
                          std::vector<Difference>& differences) {
    using Kind = Difference::Kind;
    const std::vector<Capability>& taken = toolkit.answers->capabilities;
    for (const Capability capability : taken) {
        const CapabilityRow* row = find_capability(tables, capability);
        if (row && row->nvcc.takes_in(release)) continue;
        const Difference difference = difference_of(Kind::capability_taken,
                                                    row ? "capability-taken" : "capability-without-row", release);
        add_capability(toolkit, difference, capability, row, differences);
    }
    for (const CapabilityRow& row : tables.capabilities)
        if (row.nvcc.takes_in(release) && !contains(taken, row.capability))
            add_capability(toolkit, difference_of(Kind::capability_refused, "capability-refused", release),
                           row.capability, &row, differences);
}

/// Which release it is by the tables, and what is different there.
class Judge {
public:
    Judge(const Tables& tables, IngestResult& result) : tables_(tables), toolkit_(result.toolkit), result_(result) {}

    void judge(const std::string& today) {
        find_releases();
        find_source(today);
        for (const Version version : result_.releases) compare(version);
    }

private:
    void find_releases() {
        std::vector<Version>& releases = result_.releases;
        const std::optional<Version> named = toolkit_.release && toolkit_.release->patch != -1 ? toolkit_.release
                                                                                               : std::nullopt;
        if (named) releases.push_back(*named);
        if (const Release* release = named ? find_release(tables_, *named) : nullptr; release && !toolkit_.build)
            toolkit_.build = build_of(*release);
        // The same build in another release has the same header. A meta package speaks of its own release alone.
        for (const Release& release : tables_.releases)
            if (has_build(release) && release.version != named && !is_meta_package(toolkit_))
                releases.push_back(release.version);
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

    [[nodiscard]] std::optional<Version> newest_with_build() const {
        std::optional<Version> newest;
        for (const Release& release : tables_.releases)
            if (has_build(release)) newest = release.version;
        return newest;
    }

    /// The release that a build not in the tables is probably of: the next of its minor, or one of which they have no
    /// build.
    [[nodiscard]] Version likely_release(Version build) const {
        Version likely{build.major, build.minor, 0};
        for (const Release& release : tables_.releases)
            if (minor_of(release.version) == minor_of(likely) && build_of(release) && *build_of(release) < build)
                likely.patch = release.version.patch + 1;
        return likely;
    }

    /// It is one of them: those from which it differs are not the ones, unless it differs from all.
    void find_by_minor(Version minor) {
        result_.exact = false;
        std::vector<Version> all, same;
        for (const Release& release : tables_.releases) {
            if (minor_of(release.version) != minor_of(minor)) continue;
            all.push_back(release.version);
            if (differences_from(tables_, release, toolkit_).empty()) same.push_back(release.version);
        }
        result_.releases = same.empty() ? all : same;
    }

    std::string_view text(const std::string& value) { return result_.arena.text(value); }

    void find_source(const std::string& today) {
        SourceRow& source = result_.source;
        const std::string number = toolkit_.build     ? to_string(*toolkit_.build)
                                   : toolkit_.release ? to_string(*toolkit_.release)
                                                      : "unknown";
        source.id = is_meta_package(toolkit_) ? meta_package_source : text("nvidia-header-" + number);
        if (const SourceRow* known = cudastdenv::find_source(tables_, source.id)) {
            source = *known;
            return;
        }
        source.retrieved = text(today);
        if (is_meta_package(toolkit_)) describe_meta_package(source);
        else describe_header(source, number);
    }

    static void describe_meta_package(SourceRow& source) {
        source.kind = SourceRow::Kind::documentation;
        source.title = "NVIDIA's meta package cuda-toolkit, PyPI";
        source.url = "https://pypi.org/simple/cuda-toolkit/";
        source.locator = "METADATA of each wheel cuda_toolkit-X.Y.Z: Requires-Dist of nvidia-cuda-nvcc";
    }

    void describe_header(SourceRow& source, const std::string& number) {
        source.kind = SourceRow::Kind::header;
        const std::string of = "crt/host_config.h of nvcc " + number;
        const std::string file = ", file " + as_plain_text(toolkit_.header);
        const Clue* package = find_package();
        if (!package) {
            // A header with no address and in no package is what somebody saw.
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

    [[nodiscard]] const Clue* find_package() const {
        const auto found = std::ranges::find_if(toolkit_.clues, [](const Clue& clue) { return !clue.package.empty(); });
        return found == toolkit_.clues.end() ? nullptr : &*found;
    }

    /// PyPI's page of a wheel; nothing where its names, which come from a file, do not fit into an address.
    std::optional<std::string_view> page_of(const Clue& wheel) {
        const auto fits = [](std::string_view name) {
            return !name.empty() && std::ranges::all_of(name, [](char c) {
                return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z') || c == '.' || c == '-' ||
                       c == '_';
            });
        };
        if (!fits(wheel.package) || !fits(wheel.package_version)) return std::nullopt;
        return text("https://pypi.org/project/" + wheel.package + '/' + wheel.package_version + '/');
    }

    /// PyPI and Debian are where everybody finds a package of that name.
    static bool is_by_name(const Clue& clue) {
        return clue.kind == Clue::Kind::wheel ||
               (clue.kind == Clue::Kind::debian && !clue.package.starts_with("cuda-"));
    }

    static std::string words_for(const Clue& clue) {
        switch (clue.kind) {
            case Clue::Kind::wheel: return "NVIDIA's wheel";
            case Clue::Kind::conda: return "the conda package";
            case Clue::Kind::redist: return "NVIDIA's archive";
            case Clue::Kind::debian: return is_by_name(clue) ? "Debian's package" : "NVIDIA's package";
            case Clue::Kind::meta_package:
            case Clue::Kind::version_json:
            case Clue::Kind::runtime_header:
            case Clue::Kind::nvcc:
            case Clue::Kind::option: return "the package";
        }
        return {};
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
            // A row of a capability that nobody knows yet is not made by the new release's.
            if (toolkit_.answers && !toolkit_.answers->capabilities.empty())
                compare_capabilities(tables_, version, toolkit_, result_.differences);
            return;
        }
        const std::vector<Difference> found = differences_from(tables_, *release, toolkit_);
        result_.differences.insert(result_.differences.end(), found.begin(), found.end());
        const bool agrees = std::ranges::count(found, Difference::Kind::bounds, &Difference::kind) == 0 &&
                            toolkit_.bounds.problems.empty();
        if (!toolkit_.header.empty() && result_.exact && agrees && !is_cited(version))
            result_.uncited.push_back(version);
    }

    void add_new_release(Version version) {
        const std::optional<Version> same = newest_with_build();
        Difference& difference = result_.differences.emplace_back(
            difference_of(Difference::Kind::new_release, same ? "new-release-same-nvcc" : "new-release", version));
        if (same) difference.what.arguments.emplace_back("same", to_string(*same));
        difference.same_nvcc_as = same;
        difference.toolkit_source = {first_clue(toolkit_)};
    }

    [[nodiscard]] bool is_cited(Version version) const {
        return std::ranges::all_of(enumerators<HostCheck>, [&](HostCheck check) {
            const HostRange* range = find_range(tables_, version, check);
            return !range || contains(range->sources, result_.source.id);
        });
    }

    const Tables& tables_;
    Toolkit& toolkit_;
    IngestResult& result_;
};

}  // namespace

const HostRange* find_range(const Tables& tables, Version release, HostCheck check) noexcept {
    const Compiler::Family family = check == HostCheck::gcc ? Compiler::Family::gcc : Compiler::Family::clang;
    const HostCompilerRow* row = find_host_compilers(tables, family, release);
    if (!row) return nullptr;
    const std::optional<HostRange>& range = check == HostCheck::grace ? row->grace : row->enforced;
    return range ? &*range : nullptr;
}

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

IngestResult judge_toolkit(const Tables& tables, Toolkit toolkit, const std::string& today) {
    IngestResult result{.toolkit = std::move(toolkit)};
    Judge(tables, result).judge(today);
    return result;
}

}  // namespace cudastdenv
