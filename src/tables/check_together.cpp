// SPDX-License-Identifier: MIT
#include "tables/check.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/versions.hpp"
#include "tables/fields.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

namespace cudastdenv {

namespace {

/// `2022-08` of `2022-08-03`
std::string_view month_of(std::string_view date) noexcept { return date.substr(0, 7); }

/// The version behind a prefix: `GLIBCXX_3.4.33`, `libstdc++.so.6.0.33`.
std::optional<Version> version_behind(std::string_view text, std::string_view prefix) noexcept {
    return text.starts_with(prefix) ? parse_version(text.substr(prefix.size())) : std::nullopt;
}

bool is_same(const std::optional<HostRange>& left, const std::optional<HostRange>& right) {
    if (!left || !right) return left.has_value() == right.has_value();
    return left->min == right->min && left->max == right->max && std::ranges::equal(left->sources, right->sources);
}

template <class T>
bool is_said(const std::optional<T>& range) {
    return !range || range->min || range->max;
}

class TogetherChecker {
public:
    TogetherChecker(const Tables& tables, const std::filesystem::path& directory)
        : tables_(tables), directory_(directory) {}

    void run() {
        check_releases();
        check_host_compilers();
        check_capabilities();
        check_libstdcxx();
        check_measured();
        check_advisories();
        check_environments();
        check_systems();
        check_jetsons();
        check_drivers();
        check_forward_compatibility();
        check_ptx();
        check_gpu_drivers();
        check_gpus();
        check_package_sets();
        check_rules();
        check_sources();
    }

private:
    template <class Row>
    [[noreturn]] void fail(const Row& row, const std::string& problem) const {
        const Place place = place_of(tables_, &row);
        throw DataError(directory_ / place.file, place.pointer, problem);
    }

    /// What `number` makes of each row never falls. Rows of which it makes nothing are passed over.
    template <class Row, class Number>
    void need_rising(std::span<const Row> rows, std::string_view what, Number number) const {
        std::remove_cvref_t<decltype(number(rows.front()))> before;
        for (const Row& row : rows) {
            const auto now = number(row);
            if (!now) continue;
            if (before && *now < *before) fail(row, fmt::format("{} is lower than in a row above it", what));
            before = now;
        }
    }

    [[nodiscard]] bool has_minor(Version version) const {
        return std::ranges::any_of(tables_.releases, [&](const Release& release) {
            return minor_of(release.version) == minor_of(version);
        });
    }

    void check_releases() const {
        using Standard = std::optional<CxxStandard>;
        need_rising(tables_.releases, "newestStandard",
                    [](const Release& row) -> Standard { return row.newest_standard; });
        for (std::size_t i = 0; i < tables_.releases.size(); ++i) {
            const Release& row = tables_.releases[i];
            const auto nvcc = row.nvcc ? parse_version(*row.nvcc) : std::nullopt;
            if (row.nvcc && !nvcc) fail(row, "nvcc is not a version like 12.8.93");
            if (nvcc && minor_of(*nvcc) != minor_of(row.version)) fail(row, "its nvcc is of another minor release");
            if (i > 0) check_patch(tables_.releases[i - 1], row);
        }
        check_minors_follow();
        for (const NeverReleased& never : tables_.never_released)
            if (has_minor(never.version)) fail(never, "there is a release of it");
    }

    /// Two releases, one behind the other.
    void check_patch(const Release& before, const Release& row) const {
        if (minor_of(before.version) != minor_of(row.version) || !before.nvcc || !row.nvcc) return;
        if (parse_version(*row.nvcc) < parse_version(*before.nvcc)) fail(row, "its nvcc is older than that above it");
        if (row.nvcc == before.nvcc && row.newest_standard != before.newest_standard)
            fail(row, "it supports another standard than the release above it, which has the same nvcc");
        if (before.date && row.date && month_of(*row.date) < month_of(*before.date))
            fail(row, "it is older than the release above it");
    }

    /// The first release of a minor number comes after those of all before it.
    void check_minors_follow() const {
        std::set<Version> seen;
        std::string_view newest;
        for (const Release& row : tables_.releases) {
            if (!row.date || !seen.insert(minor_of(row.version)).second) continue;
            if (month_of(*row.date) < newest) fail(row, "it is older than the minor release before it");
            newest = month_of(*row.date);
        }
    }

    void check_host_compilers() const {
        const auto all = tables_.host_compilers;
        std::map<std::pair<Compiler::Family, Version>, const HostCompilerRow*> of_minor;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const HostCompilerRow& row = all[i];
            if (minor_of(row.first) != minor_of(row.last)) fail(row, "it spans minor releases: write a row for each");
            if (row.grace && row.family != Compiler::Family::clang) fail(row, "only a Clang has a window for Grace");
            const auto [first, is_new] = of_minor.emplace(std::pair(row.family, minor_of(row.first)), &row);
            if (is_new) continue;
            const auto range_of = [](const std::optional<HostRange>& view) {
                return view ? std::pair(view->min, std::optional(view->max))
                            : std::pair<std::optional<int>, std::optional<int>>();
            };
            if (range_of(first->second->nixpkgs) != range_of(row.nixpkgs))
                fail(row, "nixpkgs has one row for all of a minor release");
            check_differs(all[i - 1], row);
        }
    }

    void check_differs(const HostCompilerRow& before, const HostCompilerRow& row) const {
        if (is_same(before.enforced, row.enforced) && is_same(before.documented, row.documented) &&
            is_same(before.nixpkgs, row.nixpkgs) && is_same(before.grace, row.grace))
            fail(row, "it says what the row above it says: extend that one");
    }

    void check_capabilities() const {
        const Version oldest = minor_of(tables_.releases.front().version);
        for (const CapabilityRow& row : tables_.capabilities) {
            for (const auto& end : {std::optional(row.nvcc.first), row.nvcc.last})
                if (end && oldest < minor_of(*end) && !has_minor(*end))
                    fail(row, fmt::format("{} is not a release", to_string(*end)));
            check_baseline(row);
            check_family(row);
            if (row.renamed && !(row.nvcc.last && is_before(*row.nvcc.last, row.renamed->since)))
                fail(row, "the old name outlives the new one");
        }
    }

    void check_baseline(const CapabilityRow& row) const {
        const CapabilityRow* base = find_capability(tables_, baseline_of(row.capability));
        if (!base) fail(row, fmt::format("{} has no row", to_string(baseline_of(row.capability))));
        if (row.architecture != base->architecture || row.jetson != base->jetson || row.family != base->family)
            fail(row, fmt::format("architecture, jetson or family is another one than that of {}",
                                  to_string(base->capability)));
        if (is_before(row.nvcc.first, base->nvcc.first)) fail(row, "it is older than its number alone");
    }

    void check_family(const CapabilityRow& row) const {
        if (!row.family) return;
        if (row.family->kind != Capability::Kind::family) fail(row, "the family's name is not a capability with an f");
        const auto is_member = [&](const CapabilityRow& other) {
            return other.family == row.family && other.capability.kind == Capability::Kind::family;
        };
        const auto lowest = std::ranges::find_if(tables_.capabilities, is_member);
        if (lowest == tables_.capabilities.end() || lowest->capability != *row.family)
            fail(row, "the family is not called after its lowest member");
    }

    void check_libstdcxx() const {
        const auto glibcxx = [](const LibstdcxxRow& row) { return version_behind(row.glibcxx, "GLIBCXX_"); };
        const auto cxxabi = [](const LibstdcxxRow& row) { return version_behind(row.cxxabi, "CXXABI_"); };
        const auto soname = [](const LibstdcxxRow& row) { return version_behind(row.soname, "libstdc++.so."); };
        for (const LibstdcxxRow& row : tables_.libstdcxx) {
            if (!glibcxx(row)) fail(row, "glibcxx is not like GLIBCXX_3.4.33");
            if (!cxxabi(row)) fail(row, "cxxabi is not like CXXABI_1.3.15");
            if (!soname(row)) fail(row, "soname is not like libstdc++.so.6.0.33");
            if (glibcxx(row)->patch != soname(row)->patch) fail(row, "glibcxx and soname count differently");
        }
        need_rising(tables_.libstdcxx, "glibcxx", glibcxx);
        need_rising(tables_.libstdcxx, "cxxabi", cxxabi);
        need_rising(tables_.libstdcxx, "soname", soname);
    }

    void check_measured() const {
        std::set<Version> builds;
        for (const Release& release : tables_.releases)
            if (const auto nvcc = release.nvcc ? parse_version(*release.nvcc) : std::nullopt) builds.insert(*nvcc);
        for (const PairHeadersRow& row : tables_.pair_headers)
            if (!builds.contains(row.nvcc)) fail(row, fmt::format("no release has nvcc {}", to_string(row.nvcc)));
    }

    void check_advisories() const {
        for (const AdvisoryRow& row : tables_.advisories) {
            const AdvisoryCondition& when = row.when;
            if (!is_said(when.releases) || !is_said(when.compiler) || !is_said(when.libstdcxx_headers) ||
                !is_said(when.libstdcxx_library) || !is_said(when.glibc))
                fail(row, "a range without a bound says nothing: write null");
            const bool is_bound = when.releases || when.family || when.compiler || !when.compiler_versions.empty() ||
                                  when.libstdcxx_headers || when.libstdcxx_library || when.glibc || when.standard_min ||
                                  when.standard_max || when.system;
            if (!is_bound) fail(row, "it applies always");
            if (when.standard_min && when.standard_max && *when.standard_max < *when.standard_min)
                fail(row, "standards upside down");
            if ((when.compiler || !when.compiler_versions.empty()) && !when.family)
                fail(row, "a version of a compiler means nothing without the family");
            const bool other_compiler_helps = when.compiler || when.libstdcxx_headers;
            if (row.severity == AdvisoryRow::Severity::broken && !other_compiler_helps && !row.workaround)
                fail(row, "it is broken with every compiler and has no workaround");
        }
    }

    void check_environments() const {
        for (const EnvironmentRow& row : tables_.environments) {
            const bool has_gcc = row.compiler.family == Compiler::Family::gcc;
            if (!contains(has_gcc ? row.gccs : row.clangs, row.compiler.major))
                fail(row, "its default compiler is not packaged");
            const std::string major = std::to_string(row.compiler.major);
            if (row.compiler_version && *row.compiler_version != major &&
                !row.compiler_version->starts_with(major + "."))
                fail(row, "compilerVersion is of another major version than compiler");
            if (has_gcc && row.libstdcxx < row.compiler.major && !row.nonshared)
                fail(row, "its default compiler is newer than its libstdc++");
        }
    }

    void check_systems() const {
        std::set<std::string_view> names;
        for (const RedistSystemRow& row : tables_.redist_systems) {
            const bool is_named = row.redist != unsupported_redist;
            if (is_named && !names.insert(row.redist).second) fail(row, "another system is called so too");
            if (is_named && !row.first) fail(row, "NVIDIA has a name for it, and it begins with no release");
            if (!is_named && row.first.has_value() != row.last.has_value())
                fail(row, "it is unsupported, and still shipped or ended without having begun");
            if (!row.first && !row.absent.empty()) fail(row, "it was never shipped, and names releases that lack it");
            Version before = row.first.value_or(Version{});
            for (const Version release : row.absent) {
                if (release <= before) fail(row, "releases that lack it are not ascending, or before its first");
                before = release;
            }
            if (row.last && !row.absent.empty() && *row.last <= before) fail(row, "its last release lacks it");
            for (const auto& end : {row.first, row.last}) need_release(row, end);
            for (const Version release : row.absent) need_release(row, release);
        }
    }

    template <class Row>
    void need_release(const Row& row, const std::optional<Version>& release) const {
        if (release && !find_release(tables_, *release))
            fail(row, fmt::format("release {} is not in releases.json", to_string(*release)));
    }

    void check_jetsons() const {
        const auto rows = tables_.jetson_sbsa;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!is_jetson(tables_, rows[i].min_capability))
                fail(rows[i], fmt::format("{} is not a Jetson's capability", to_string(rows[i].min_capability)));
            if (rows[i].last.has_value() == (i + 1 == rows.size())) fail(rows[i], "the last row alone is open");
            if (!has_minor(rows[i].first)) fail(rows[i], "it begins with no release");
            if (i == 0) continue;
            if (minor_behind(*rows[i - 1].last) != rows[i].first)
                fail(rows[i], "it does not begin where the row above it ends");
            if (rows[i].min_capability == rows[i - 1].min_capability)
                fail(rows[i], "it says what the row above it says: extend that one");
        }
        for (const RedistExceptionRow& row : tables_.redist_exceptions)
            if (!is_jetson(tables_, row.capability))
                fail(row, fmt::format("{} is not a Jetson's capability", to_string(row.capability)));
    }

    /// The minor release behind one; none where it is the last.
    [[nodiscard]] std::optional<Version> minor_behind(Version minor) const {
        for (const Release& release : tables_.releases)
            if (is_before(minor, release.version)) return minor_of(release.version);
        return std::nullopt;
    }

    void check_drivers() const {
        using Driver = std::optional<DriverVersion>;
        const auto rising = [&](std::string_view what, std::optional<DriverDatum> DriverRow::*member) {
            need_rising(tables_.drivers, what, [&](const DriverRow& row) -> Driver {
                return row.*member ? Driver((row.*member)->driver) : std::nullopt;
            });
        };
        rising("linux", &DriverRow::linux_minimum);
        rising("windows", &DriverRow::windows_minimum);
        rising("linuxBundled", &DriverRow::linux_bundled);
        for (const DriverRow& row : tables_.drivers)
            if (row.linux_minimum && row.linux_bundled && row.linux_bundled->driver < row.linux_minimum->driver)
                fail(row, "the driver that comes with it is older than the one that it needs");
        need_rising(tables_.minor_versions, "linux",
                    [](const MinorVersionRow& row) -> Driver { return row.linux_minimum; });
        need_rising(tables_.minor_versions, "windows",
                    [](const MinorVersionRow& row) -> Driver { return row.windows_minimum; });
        for (const MinorVersionRow& row : tables_.minor_versions)
            for (const DriverRow& release : tables_.drivers)
                if (release.release.major == row.cuda_major && release.linux_minimum &&
                    release.linux_minimum->driver.branch < row.linux_minimum.branch)
                    fail(row, fmt::format("it needs a newer driver than CUDA {}", to_string(release.release)));
    }

    void check_forward_compatibility() const {
        for (const ForwardCompatRow& row : tables_.forward_compat) {
            const PtxVersionRow* own = find_ptx_version(tables_, row.release);
            if (own && own->branch && !row.branches.empty() && *own->branch <= row.branches.back())
                fail(row, fmt::format("branch {} is not before its own, {}", row.branches.back(), *own->branch));
        }
        for (const CompatPackageRow& row : tables_.compat_packages) {
            const bool is_shipped = std::ranges::any_of(tables_.redist_systems, [&](const RedistSystemRow& system) {
                return system.redist == row.redist && ships(system, row.release);
            });
            if (!is_shipped) fail(row, "it is for a platform that the release lacks");
            if (row.gpus != CompatPackageRow::Gpus::data_center) continue;
            const DriverRow* drivers = find_drivers(tables_, row.release);
            const auto* datum = !drivers                 ? nullptr
                                : drivers->linux_bundled ? &drivers->linux_bundled
                                                         : &drivers->linux_minimum;
            if (datum && *datum && parse_driver_version(row.version) != (*datum)->driver)
                fail(row, "it is not of the release's driver");
            if (!find_forward_compat(tables_, row.release)) fail(row, "no row of forwardCompat says where it works");
        }
    }

    void check_ptx() const {
        // A release that was read in since is not known here: that takes its ptxas.
        const Version newest = tables_.ptx_versions.empty() ? Version{} : tables_.ptx_versions.back().release;
        for (const Release& release : tables_.releases)
            if (!find_ptx_version(tables_, release.version) && minor_of(release.version) <= newest)
                fail(release, "ptxVersions has no row of it");
        for (const DriverRow& row : tables_.drivers) {
            const PtxVersionRow* ptx = find_ptx_version(tables_, row.release);
            if (!ptx || !ptx->branch) continue;
            for (const auto& datum : {row.linux_minimum, row.linux_bundled})
                if (datum && datum->driver.branch < *ptx->branch)
                    fail(row, fmt::format("its driver does not know its PTX, as branch {} does", *ptx->branch));
        }
    }

    void check_gpu_drivers() const {
        int newest = 0;
        for (const PtxVersionRow& row : tables_.ptx_versions) newest = std::max(newest, row.branch.value_or(0));
        for (const GpuDriversRow& row : tables_.gpu_drivers) {
            if (is_jetson(tables_, row.capability)) fail(row, "a Jetson's driver comes with its system");
            if (row.last_branch && *row.last_branch >= newest) fail(row, "no driver is known that came after its last");
            const CapabilityRow* capability = find_capability(tables_, row.capability);
            const PtxVersionRow* ptx = capability ? find_ptx_version(tables_, capability->nvcc.first) : nullptr;
            if (ptx && ptx->branch && row.first_branch && *ptx->branch < *row.first_branch)
                fail(row, fmt::format("branch {}, of the release that brought it, knows it already", *ptx->branch));
        }
    }

    void check_gpus() const {
        std::map<std::string_view, const GpuRow*> names;
        for (const GpuRow& row : tables_.gpus) {
            const auto [first, is_new] = names.emplace(row.name, &row);
            if (!is_new && first->second->line != row.line) fail(row, "it is in another line in the row above");
            if ((row.line == GpuRow::Line::jetson) != is_jetson(tables_, row.capability))
                fail(row, "its line and its capability disagree on whether it is a Jetson");
            if (row.drivers) check_product_drivers(row);
        }
        for (const GpuRow& row : tables_.gpus)
            for (const std::string_view alias : row.aliases)
                if (names.contains(alias)) fail(row, fmt::format("alias {} is the name of a row", in_quotes(alias)));
    }

    void check_product_drivers(const GpuRow& row) const {
        const auto generation = std::ranges::find(tables_.gpu_drivers, row.capability, &GpuDriversRow::capability);
        if (generation == tables_.gpu_drivers.end())
            fail(row, fmt::format("it has drivers, and gpuDrivers no row of {}", to_string(row.capability)));
        if (generation->first_branch && row.drivers->from.front().branch < *generation->first_branch)
            fail(row, fmt::format("it is in a driver before branch {}", *generation->first_branch));
        if (generation->last_branch && row.drivers->from.back().branch > *generation->last_branch)
            fail(row, fmt::format("it is in a driver after branch {}", *generation->last_branch));
    }

    void check_package_sets() const {
        for (const PackageSetRow& row : tables_.package_sets) {
            const Version release = row.release;
            const std::string major = fmt::format("cudaPackages_{}", release.major);
            const std::string full = fmt::format("{}_{}", major, release.minor);
            if (row.attribute != "cudaPackages" && row.attribute != major && !row.attribute.starts_with(full))
                fail(row, fmt::format("it holds {}", to_string(release)));
            // A set with fewer numbers in its name is another one of the channel.
            const PackageSetRow* same = find_package_set(tables_, row.channel, full);
            if (!same || same->release != release) fail(row, fmt::format("it holds another release than {}", full));
        }
    }

    void check_rules() const {
        for (const RuleRow& row : tables_.rules)
            if (row.statement.ends_with('.')) fail(row, "the statement ends with a full stop");
    }

    void check_sources() const {
        const std::set<std::string_view> cited = cited_sources(tables_);
        for (const SourceRow& row : tables_.sources) {
            if (!cited.contains(row.id)) fail(row, "nothing cites it");
            const bool is_measured = row.kind == SourceRow::Kind::measured || row.kind == SourceRow::Kind::header;
            const bool is_inferred = row.id.ends_with("-inferred");
            const auto sure = is_inferred ? SourceRow::Confidence::medium : SourceRow::Confidence::high;
            if (is_measured && row.confidence != sure)
                fail(row, "what was read is high, what follows from it is medium");
        }
    }

    const Tables& tables_;
    const std::filesystem::path& directory_;
};

}  // namespace

void check_rows_together(const Tables& tables, const std::filesystem::path& directory) {
    TogetherChecker(tables, directory).run();
}

}  // namespace cudastdenv
