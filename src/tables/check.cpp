// SPDX-License-Identifier: MIT
#include "core/format.hpp"
#include "core/quote.hpp"
#include "tables/check_api.hpp"
#include "tables/check_wheels.hpp"
#include "tables/fields.hpp"
#include "tables/lookup.hpp"
#include "tables/message_template.hpp"
#include "tables/names.hpp"

#include <cudastdenv/load.hpp>

namespace cudastdenv {

namespace {

/// The sort key of a row.
template <class Row>
auto key_of(const Row& row) {
    if constexpr (requires { row.id; }) return row.id;
    else if constexpr (requires { row.version; }) return row.version;
    else if constexpr (requires { row.release; }) return row.release;
    else if constexpr (requires { row.text; }) return row.text;
    else return row.capability;
}
auto key_of(const HostCompilerRow& row) { return std::tuple(row.family, row.first); }
auto key_of(const LibstdcxxRow& row) { return row.gcc; }
auto key_of(const PairHeadersRow& row) { return std::tuple(row.nvcc, row.compiler, row.standard); }
auto key_of(const ClangHeadersRow& row) { return std::tuple(row.clang, row.standard); }
auto key_of(const HostStandardRow& row) { return std::tuple(row.standard, row.family, row.first); }
auto key_of(const CompilerStandardRow& row) { return std::tuple(row.standard, row.family); }
auto key_of(const CcbinVariableRow& row) { return row.first; }
auto key_of(const RedistSystemRow& row) { return std::tuple(row.nix, row.redist); }
auto key_of(const JetsonSbsaRow& row) { return row.first; }
auto key_of(const MinorVersionRow& row) { return row.cuda_major; }
auto key_of(const CompatPackageRow& row) { return std::tuple(row.release, row.redist, row.package); }
auto key_of(const RedistExceptionRow& row) { return std::tuple(row.redist, row.capability); }
auto key_of(const JetpackRow& row) { return row.jetpack; }
auto key_of(const GpuHostRow& row) { return row.gpu; }
auto key_of(const PackageSetRow& row) { return std::tuple(row.channel, row.attribute); }
auto key_of(const GpuRow& row) { return std::tuple(row.name, row.capability); }
auto key_of(const GpuWordsRow& row) { return row.use; }
auto key_of(const MessageTextRow& row) { return std::tuple(row.message, row.text); }
auto key_of(const MessageLinesRow& row) { return std::tuple(row.message, row.tool); }
auto key_of(const ConsumerEntriesRow& row) {
    return std::tuple(row.consumer, row.first, row.entries.empty() ? Capability{} : row.entries.front());
}
auto key_of(const ConsumerRangeRow& row) {
    return std::tuple(row.consumer, row.lowest, row.first, row.cuda ? row.cuda->min : std::nullopt);
}
auto key_of(const ConsumerWordRow& row) {
    return std::tuple(row.consumer, row.word, row.first, row.cuda ? row.cuda->min : std::nullopt);
}
auto key_of(const ListVariableRow& row) { return std::pair(row.name, row.format); }
auto key_of(const ComponentFilesRow& row) { return std::tuple(row.component, row.first, row.last); }
auto key_of(const ComponentSonameRow& row) {
    return std::tuple(row.component, row.first, row.number,
                      row.libraries.empty() ? std::string_view() : row.libraries.front());
}
auto key_of(const CmakeNameRow& row) { return row.name; }
auto key_of(const ComponentPackageRow& row) { return std::tuple(row.component, row.manager, row.first, row.number); }

/// `2022-08` of `2022-08-03`
std::string_view month_of(std::string_view date) noexcept { return date.substr(0, 7); }

/// The version after a prefix: `GLIBCXX_3.4.33`, `libstdc++.so.6.0.33`.
std::optional<Version> version_behind(std::string_view text, std::string_view prefix) noexcept {
    return text.starts_with(prefix) ? parse_version(text.substr(prefix.size())) : std::nullopt;
}

/// Whether a range, if there is one, has a bound.
template <class T>
bool is_stated(const std::optional<T>& range) {
    return !range || range->min || range->max;
}

/// Two numbers are neither before nor after their patch releases.
bool is_upside_down(Version low, Version high) noexcept { return is_before(high, low); }
template <class T>
bool is_upside_down(T low, T high) noexcept {
    return high < low;
}

/// Walks the tables and remembers its place for error messages. A check may rely on the order of all lists, and on the
/// checks of the rows above.
class Checker {
public:
    Checker(const Tables& tables, const std::filesystem::path& directory)
        : tables_(tables), directory_(directory), cited_(cited_sources(tables)) {
        for (const EnvironmentRow& row : tables.environments)
            for (const std::string_view name : {row.id, row.title})
                environment_names_.emplace(environment_key(name), row.id);
    }

    void run() {
        place_ = {"releases.json", "/releases"};
        if (!newest_release(tables_)) fail("no public release");
        // Check the order next: every lookup relies on it.
        for_each_list(tables_, [&](const auto& rows) { check_order(rows); });
        check_rising();
        for_each_list(tables_, [&](const auto& rows) { check_rows(rows); });
        for (const TableMember& member : table_members()) {
            if (is_list(member)) continue;
            place_ = {member.file, "/" + std::string(member.field.key)};
            const AnyValue value = value_in(tables_, member);
            if (const auto* read_through = value.as<Version>()) require_release(*read_through);
            if (const auto* environment = value.as<std::string_view>())
                require_row(tables_.environments, "environment", *environment);
        }
        check_host_compilers_cover_releases();
    }

private:
    template <class... Arguments>
    [[noreturn]] void fail(fmt::format_string<const Arguments&...> problem, const Arguments&... arguments) const {
        throw DataError(directory_ / place_.file, place_.pointer, fmt::format(problem, arguments...));
    }

    template <class Row>
    void check_order(std::span<const Row> rows) {
        for (std::size_t i = 1; i < rows.size(); ++i) {
            if (key_of(rows[i - 1]) < key_of(rows[i])) continue;
            place_ = place_of(tables_, &rows[i]);
            if (key_of(rows[i]) == key_of(rows[i - 1])) fail("the same row twice");
            fail("not sorted: belongs before the row above it");
        }
    }

    template <class Row>
    void check_rows(std::span<const Row> rows) {
        for (const Row& row : rows) {
            place_ = place_of(tables_, &row);
            check_record(AnyValue(row));
            check_row(row);
            if constexpr (requires { row.text; }) {
                const std::optional parts = parse_template(row.text);
                if (!parts)
                    fail("not a placeholder: {{number}}, {{version}}, {{path}}, {{name}}, with a fact's name behind a "
                         "colon");
                if (!can_be_found(*parts)) fail("no piece of it is long enough to be looked for");
            }
        }
    }

    /// The previous row of its list; nullptr for the first.
    template <class Row>
    static const Row* row_above(const Row& row, std::span<const Row> rows) noexcept {
        return &row == rows.data() ? nullptr : std::prev(&row);
    }

    /// Checks the rules for every field of a type, at any depth.
    void check_record(AnyValue record) {
        for (const Field& field : record.shape->fields()) {
            const std::size_t outer = place_.pointer.size();
            place_.pointer += "/" + std::string(field.key);
            check_value(field.key, field_in(record.data, field));
            place_.pointer.resize(outer);
        }
    }

    void check_value(std::string_view key, AnyValue value) {
        const Shape& shape = *value.shape;
        if (shape.kind == Shape::Kind::optional) {
            if (const void* inner = shape.get(value.data)) check_value(key, {inner, shape.inner});
        } else if (shape.kind == Shape::Kind::record) {
            check_record(value);
            check_range(value);
        } else if (const auto* text = value.as<std::string_view>()) {
            check_text(*text);
        } else if (const auto* ids = value.as<SourceIds>()) {
            for (const std::string_view id : *ids) check_text(id);
            if (key == "sources") check_source_ids(*ids);
        } else if (const auto* drivers = value.as<std::span<const DriverVersion>>()) {
            if (drivers->empty()) fail("empty list; write null for what is not known");
            if (!std::ranges::is_sorted(*drivers, std::ranges::less_equal{}, &DriverVersion::branch))
                fail("not ascending, or two drivers of one branch");
        } else if (const auto* majors = value.as<std::span<const int>>()) {
            if (!is_ascending(*majors)) fail("not ascending");
        } else if (shape.kind == Shape::Kind::list && shape.inner->kind == Shape::Kind::record) {
            const Elements elements = shape.elements(value.data);
            for (std::size_t i = 0; i < elements.count; ++i) check_value({}, elements[i]);
        }
    }

    void check_text(std::string_view text) {
        if (text.empty()) fail("empty text; write null or say something");
        if (!is_plain_text(text)) fail("control character in a text");
    }

    void check_source_ids(SourceIds ids) {
        if (ids.empty()) fail("no source; every datum has one");
        for (auto id = ids.begin(); id != ids.end(); ++id)
            if (std::find(ids.begin(), id, *id) != id) fail("source {} twice", in_quotes(*id));
        for (const std::string_view id : ids)
            if (!find_source(tables_, id)) fail("source {} is not in sources.json", in_quotes(id));
    }

    void check_range(AnyValue value) {
        if (const auto* range = value.as<VersionRange>()) require_order(range->min, range->max);
        if (const auto* range = value.as<MajorRange>()) require_order(range->min, range->max);
        if (const auto* range = value.as<HostRange>()) require_order(range->min, std::optional(range->max));
        if (const auto* range = value.as<NvccCapability>()) require_order(std::optional(range->first), range->last);
        if (const auto* range = value.as<NixpkgsCapability>()) require_order(std::optional(range->min), range->max);
    }

    template <class T>
    void require_order(const std::optional<T>& low, const std::optional<T>& high) {
        if (low && high && is_upside_down(*low, *high)) fail("range upside down: {} to {}", *low, *high);
    }

    template <class Row>
    void check_row(const Row& row) {
        if constexpr (requires { problem_of(tables_, row); })
            if (const std::string problem = problem_of(tables_, row); !problem.empty()) fail("{}", problem);
    }

    void check_row(const Release& row) {
        if (row.version.patch == -1) fail("a release has three numbers, like 12.8.1");
        const std::optional<Version> nvcc = build_of(row);
        if (row.nvcc && !nvcc) fail("nvcc is not a version like 12.8.93");
        if (nvcc && minor_of(*nvcc) != minor_of(row.version)) fail("its nvcc is of another minor release");
        if (const Release* above = row_above(row, tables_.releases)) check_patch(*above, row);
        // The first release of a minor number comes after the releases of all earlier ones.
        if (row.date && dated_minors_.insert(minor_of(row.version)).second) {
            if (month_of(*row.date) < newest_month_) fail("it is older than the minor release before it");
            newest_month_ = month_of(*row.date);
        }
        // The ptxVersions row of a release newer than the table needs its ptxas, so it may be missing.
        const Version newest = tables_.ptx_versions.empty() ? Version{} : tables_.ptx_versions.back().release;
        if (!find_ptx_version(tables_, row.version) && minor_of(row.version) <= newest)
            fail("ptxVersions has no row of it");
    }
    void check_patch(const Release& before, const Release& row) const {
        if (minor_of(before.version) != minor_of(row.version) || !before.nvcc || !row.nvcc) return;
        if (build_of(row) < build_of(before)) fail("its nvcc is older than that above it");
        if (row.nvcc == before.nvcc && row.newest_standard != before.newest_standard)
            fail("it supports another standard than the release above it, which has the same nvcc");
        if (before.date && row.date && month_of(*row.date) < month_of(*before.date))
            fail("it is older than the release above it");
    }
    void check_row(const EarlyRelease& row) {
        if (!(row.version < minor_of(tables_.releases.front().version))) fail("the releases begin before it");
    }
    void check_row(const FormerCapability& row) {
        if (find_capability(tables_, row.capability)) fail("a release supports it");
        if (!is_before(row.last, tables_.releases.front().version)) fail("it ended after the first release");
    }
    void check_row(const NeverReleased& row) {
        if (has_minor(row.version) || find_early_release(tables_, row.version)) fail("there is a release of it");
    }

    void check_row(const HostCompilerRow& row) {
        require_order(std::optional(row.first), std::optional(row.last));
        for (const Version end : {row.first, row.last}) require_release(end);
        if (!row.enforced && !row.documented) fail("neither an enforced nor a documented range");
        if (minor_of(row.first) != minor_of(row.last)) fail("it spans minor releases: write a row for each");
        if (row.grace && row.family != Compiler::Family::clang) fail("only a Clang has a window for Grace");
        const HostCompilerRow* above = row_above(row, tables_.host_compilers);
        if (!above || above->family != row.family || minor_of(above->first) != minor_of(row.first)) return;
        const auto nixpkgs_of = [](const HostCompilerRow& one) {
            return one.nixpkgs ? std::pair(one.nixpkgs->min, std::optional(one.nixpkgs->max))
                               : std::pair<std::optional<int>, std::optional<int>>();
        };
        if (nixpkgs_of(*above) != nixpkgs_of(row)) fail("nixpkgs has one row for all of a minor release");
        if (same_views(*above, row)) fail("it says what the row above it says: extend that one");
    }

    void check_row(const CapabilityRow& row) {
        if (row.renamed && !find_capability(tables_, row.renamed->to)) fail("renamed to a capability that has no row");
        if (row.family && !find_capability(tables_, *row.family)) fail("its family's first member has no row");
        const Version oldest = minor_of(tables_.releases.front().version);
        for (const auto& end : {std::optional(row.nvcc.first), row.nvcc.last})
            if (end && oldest < minor_of(*end) && !has_minor(*end)) fail("{} is not a release", *end);
        check_baseline(row);
        check_family(row);
        if (row.renamed && !(row.nvcc.last && is_before(*row.nvcc.last, row.renamed->since)))
            fail("the old name outlives the new one");
    }
    void check_baseline(const CapabilityRow& row) const {
        const CapabilityRow* base = find_capability(tables_, baseline_of(row.capability));
        if (!base) fail("{} has no row", baseline_of(row.capability));
        if (row.architecture != base->architecture || row.jetson != base->jetson || row.family != base->family)
            fail("architecture, jetson or family is another one than that of {}", base->capability);
        if (is_before(row.nvcc.first, base->nvcc.first)) fail("it is older than its number alone");
    }
    void check_family(const CapabilityRow& row) const {
        if (!row.family) return;
        if (row.family->kind != Capability::Kind::family) fail("the family's name is not a capability with an f");
        const auto is_member = [&](const CapabilityRow& other) {
            return other.family == row.family && other.capability.kind == Capability::Kind::family;
        };
        const auto lowest = std::ranges::find_if(tables_.capabilities, is_member);
        if (lowest == tables_.capabilities.end() || lowest->capability != *row.family)
            fail("the family is not called after its lowest member");
    }

    void check_row(const LibstdcxxRow& row) {
        if (!glibcxx_of(row)) fail("glibcxx is not like GLIBCXX_3.4.33");
        if (!cxxabi_of(row)) fail("cxxabi is not like CXXABI_1.3.15");
        if (!soname_of(row)) fail("soname is not like libstdc++.so.6.0.33");
        if (glibcxx_of(row)->patch != soname_of(row)->patch) fail("glibcxx and soname count differently");
    }
    static std::optional<Version> glibcxx_of(const LibstdcxxRow& row) {
        return version_behind(row.glibcxx, "GLIBCXX_");
    }
    static std::optional<Version> cxxabi_of(const LibstdcxxRow& row) { return version_behind(row.cxxabi, "CXXABI_"); }
    static std::optional<Version> soname_of(const LibstdcxxRow& row) {
        return version_behind(row.soname, "libstdc++.so.");
    }

    void check_row(const PairHeadersRow& row) {
        if (row.works.empty() && row.fails.empty()) fail("says nothing; leave the row out");
        for (const int gcc : row.works)
            if (std::ranges::binary_search(row.fails, gcc)) fail("works and fails with {}", gcc);
        if (!find_in(tables_.releases, std::optional(row.nvcc), build_of)) fail("no release has nvcc {}", row.nvcc);
    }

    void check_row(const AdvisoryRow& row) {
        if (!is_ascending(row.workarounds)) fail("waysOut are not in their order");
        if (!row.workarounds.empty() && !row.workaround) fail("waysOut without a workaround");
        const AdvisoryCondition& when = row.when;
        if (!is_stated(when.releases) || !is_stated(when.compiler) || !is_stated(when.libstdcxx_headers) ||
            !is_stated(when.libstdcxx_library) || !is_stated(when.glibc))
            fail("a range without a bound says nothing: write null");
        const bool is_bound = when.releases || when.family || when.compiler || !when.compiler_versions.empty() ||
                              when.libstdcxx_headers || when.libstdcxx_library || when.glibc || when.standard_min ||
                              when.standard_max || when.system;
        if (!is_bound) fail("it applies always");
        if (when.standard_min && when.standard_max && *when.standard_max < *when.standard_min)
            fail("standards upside down");
        if ((when.compiler || !when.compiler_versions.empty()) && !when.family)
            fail("a version of a compiler means nothing without the family");
        const bool other_compiler_helps = when.compiler || when.libstdcxx_headers;
        if (row.breaks() && !other_compiler_helps && !row.workaround)
            fail("it is broken with every compiler and has no workaround");
    }

    void check_row(const EnvironmentRow& row) {
        for (const std::string_view id : row.fixed_advisories)
            if (!find_by_id(tables_.advisories, id)) fail("advisory {} is not in advisories.json", in_quotes(id));
        if (!is_ascending(row.aliases)) fail("aliases are not ascending");
        for (const std::string_view alias : row.aliases) {
            // It is of one environment only, and differs from ids, titles and the aliases before it.
            const auto [name, is_new] = environment_names_.emplace(environment_key(alias), row.id);
            if (!is_new) fail("alias {} is {}'s already", in_quotes(alias), name->second);
        }
        if (row.libstdcxx_version && row.libstdcxx_version->major != row.libstdcxx)
            fail("libstdcxxVersion is of another major version than libstdcxx");
        for (const OwnCuda& own : row.own_cuda) require_release(own.release);
        if (!std::ranges::is_sorted(row.own_cuda, std::ranges::less_equal{}, &OwnCuda::release))
            fail("ownCuda is not ascending");
        check_default_compiler(row);
    }
    void check_default_compiler(const EnvironmentRow& row) const {
        const bool has_gcc = row.compiler.family == Compiler::Family::gcc;
        if (!contains(has_gcc ? row.gccs : row.clangs, row.compiler.major))
            fail("its default compiler is not packaged");
        const std::string major = std::to_string(row.compiler.major);
        if (row.compiler_version && *row.compiler_version != major && !row.compiler_version->starts_with(major + "."))
            fail("compilerVersion is of another major version than compiler");
        if (has_gcc && row.libstdcxx < row.compiler.major && !row.nonshared)
            fail("its default compiler is newer than its libstdc++");
    }

    void check_row(const RedistSystemRow& row) {
        require_order(row.first, row.last);
        const bool is_named = row.redist != unsupported_redist;
        if (is_named && find_in(tables_.redist_systems, row.redist, &RedistSystemRow::redist) != &row)
            fail("another system is called so too");
        if (is_named && !row.first) fail("NVIDIA has a name for it, and it begins with no release");
        if (!is_named && row.first.has_value() != row.last.has_value())
            fail("it is unsupported, and still shipped or ended without having begun");
        if (!row.first && !row.absent.empty()) fail("it was never shipped, and names releases that lack it");
        if (!is_ascending(row.absent) || (!row.absent.empty() && row.absent.front() <= *row.first))
            fail("releases that lack it are not ascending, or before its first");
        if (row.last && !row.absent.empty() && *row.last <= row.absent.back()) fail("its last release lacks it");
        for (const auto& end : {row.first, row.last})
            if (end) require_release(*end);
        for (const Version release : row.absent) require_release(release);
    }

    void check_row(const SymbolVersionRow& row) {
        if (row.symbols.empty()) fail("no symbol came with it");
        const auto wrong = std::ranges::adjacent_find(row.symbols, std::ranges::greater_equal{});
        if (wrong != row.symbols.end()) fail("{} is not behind the symbol before it", in_quotes(*std::next(wrong)));
    }

    void check_row(const JetsonSbsaRow& row) {
        require_order(std::optional(row.first), row.last);
        require_jetson(row.min_capability);
        if (row.last.has_value() == (&row == &tables_.jetson_sbsa.back())) fail("the last row alone is open");
        if (!has_minor(row.first)) fail("it begins with no release");
        const JetsonSbsaRow* above = row_above(row, tables_.jetson_sbsa);
        if (!above) return;
        const Release* next = find_in(tables_.releases, true,
                                      [&](const Release& release) { return is_before(*above->last, release.version); });
        if (!next || minor_of(next->version) != row.first) fail("it does not begin where the row above it ends");
        if (row.min_capability == above->min_capability) fail("it says what the row above it says: extend that one");
    }
    void check_row(const RedistExceptionRow& row) {
        require_order(std::optional(row.first), std::optional(row.last));
        require_baseline(row.capability);
        if (!find_in(tables_.redist_systems, row.redist, &RedistSystemRow::redist))
            fail("platform {} has no row", in_quotes(row.redist));
        require_jetson(row.capability);
    }

    void check_row(const DriverRow& row) {
        require_release(row.release);
        if (!row.linux_minimum && !row.windows_minimum && !row.linux_bundled) fail("says nothing; leave the row out");
        if (row.linux_minimum && row.linux_bundled && row.linux_bundled->driver < row.linux_minimum->driver)
            fail("the driver that comes with it is older than the one that it needs");
        const PtxVersionRow* ptx = find_ptx_version(tables_, row.release);
        if (!ptx || !ptx->branch) return;
        for (const auto& datum : {row.linux_minimum, row.linux_bundled})
            if (datum && datum->driver.branch < *ptx->branch)
                fail("its driver does not know its PTX, as branch {} does", *ptx->branch);
    }
    void check_row(const MinorVersionRow& row) {
        for (const DriverRow& release : tables_.drivers)
            if (release.release.major == row.cuda_major && release.linux_minimum &&
                release.linux_minimum->driver.branch < row.linux_minimum.branch)
                fail("it needs a newer driver than CUDA {}", release.release);
    }
    void check_row(const ForwardCompatRow& row) {
        const PtxVersionRow* own = find_ptx_version(tables_, row.release);
        if (own && own->branch && !row.branches.empty() && *own->branch <= row.branches.back())
            fail("branch {} is not before its own, {}", row.branches.back(), *own->branch);
    }
    void check_row(const CompatPackageRow& row) {
        require_release(row.release);
        const bool is_shipped = std::ranges::any_of(tables_.redist_systems, [&](const RedistSystemRow& system) {
            return system.redist == row.redist && ships(system, row.release);
        });
        if (!is_shipped) fail("it is for a platform that the release lacks");
        if (row.gpus != CompatPackageRow::Gpus::data_center) return;
        const DriverRow* drivers = find_drivers(tables_, row.release);
        const auto* datum = !drivers                 ? nullptr
                            : drivers->linux_bundled ? &drivers->linux_bundled
                                                     : &drivers->linux_minimum;
        if (datum && *datum && parse_driver_version(row.version) != (*datum)->driver)
            fail("it is not of the release's driver");
        if (!find_forward_compat(tables_, row.release)) fail("no row of forwardCompat says where it works");
    }
    void check_row(const PtxVersionRow& row) {
        const PtxVersionRow* older = row_above(row, tables_.ptx_versions);
        if (!older) return;
        if (row.ptx < older->ptx) fail("an older PTX than that of the release before");
        if (older->branch && row.branch && *row.branch <= *older->branch)
            fail("its driver is not newer than the one before");
        if (!older->branch && row.branch) fail("its driver is known, and that of the release before is not");
    }
    void check_row(const GpuDriversRow& row) {
        require_baseline(row.capability);
        require_order(row.first_branch, row.last_branch);
        if (!row.first_branch && !row.last_branch) fail("says nothing; leave the row out");
        if (is_jetson(tables_, row.capability)) fail("a Jetson's driver comes with its system");
        const auto is_later = [&](const PtxVersionRow& other) { return other.branch > row.last_branch; };
        if (row.last_branch && std::ranges::none_of(tables_.ptx_versions, is_later))
            fail("no driver is known that came after its last");
        const PtxVersionRow* ptx = find_ptx_version(tables_, find_capability(tables_, row.capability)->nvcc.first);
        if (ptx && ptx->branch && row.first_branch && *ptx->branch < *row.first_branch)
            fail("branch {}, of the release that brought it, knows it already", *ptx->branch);
    }

    void check_row(const JetpackRow& row) {
        if (!is_ascending(row.l4t) || !is_ascending(row.upgrades) || !is_ascending(row.boards))
            fail("a list is not sorted");
        if (!row.upgrades.empty() && row.upgrades.front() <= row.cuda) fail("its own CUDA is no upgrade");
        if (row.environment) require_row(tables_.environments, "environment", *row.environment);
        for (const std::string_view board : row.boards) {
            const GpuRow* gpu = find_in(tables_.gpus, board, &GpuRow::name);
            if (!gpu || !is_jetson(tables_, gpu->capability)) fail("{} is no Jetson of gpus.json", in_quotes(board));
        }
        const JetpackRow* above = row_above(row, tables_.jetpacks);
        if (!above) return;
        if (row.l4t.front() <= above->l4t.back()) fail("its L4T is not newer than that of the row above");
        if (row.cuda < above->cuda || row.driver < above->driver)
            fail("its CUDA or driver is older than in the row above");
        const auto same = [&](const JetpackRow& other) { return other.environment == row.environment; };
        if (row.environment && row.environment != above->environment &&
            std::any_of(tables_.jetpacks.data(), &row, same))
            fail("the rows of its environment are apart");
    }

    void check_row(const GpuHostRow& row) {
        if (!find_in(tables_.gpus, row.gpu, &GpuRow::name)) fail("{} is no product", in_quotes(row.gpu));
        if (!knows_system(tables_, row.system)) fail("system {} has no row", in_quotes(row.system));
    }

    void check_row(const PackageSetRow& row) {
        require_row(tables_.environments, "environment", row.channel);
        const auto same = [&](const Release& release) { return may_be_same(release.version, row.release); };
        if (std::ranges::none_of(tables_.releases, same)) fail("release {} is not in releases.json", row.release);
        const std::string major = fmt::format("cudaPackages_{}", row.release.major);
        const std::string full = fmt::format("{}_{}", major, row.release.minor);
        if (row.attribute != "cudaPackages" && row.attribute != major && !row.attribute.starts_with(full))
            fail("it holds {}", row.release);
        // The channel has one set only for each longer name.
        const PackageSetRow* set = find_package_set(tables_, row.channel, full);
        if (!set || set->release != row.release) fail("it holds another release than {}", full);
    }

    void check_row(const GpuRow& row) {
        require_baseline(row.capability);
        if (row.drivers && row.line == GpuRow::Line::jetson) fail("a Jetson's driver comes with its system");
        if (!is_ascending(row.aliases)) fail("aliases not sorted");
        const GpuRow* above = row_above(row, tables_.gpus);
        if (above && above->name == row.name && above->line != row.line) fail("it is in another line in the row above");
        if ((row.line == GpuRow::Line::jetson) != is_jetson(tables_, row.capability))
            fail("its line and its capability disagree on whether it is a Jetson");
        if (row.drivers) check_product_drivers(row);
        for (const std::string_view alias : row.aliases)
            if (find_in(tables_.gpus, alias, &GpuRow::name)) fail("alias {} is the name of a row", in_quotes(alias));
    }
    void check_product_drivers(const GpuRow& row) const {
        const auto* generation = find_in(tables_.gpu_drivers, row.capability, &GpuDriversRow::capability);
        if (!generation) fail("it has drivers, and gpuDrivers no row of {}", row.capability);
        if (generation->first_branch && row.drivers->from.front().branch < *generation->first_branch)
            fail("it is in a driver before branch {}", *generation->first_branch);
        if (generation->last_branch && row.drivers->from.back().branch > *generation->last_branch)
            fail("it is in a driver after branch {}", *generation->last_branch);
    }
    void check_row(const GpuWordsRow& row) {
        if (row.words.empty()) fail("says nothing; leave the row out");
        if (!is_ascending(row.words)) fail("words not sorted");
        for (const std::string_view word : row.words)
            if (!std::ranges::all_of(word, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); }))
                fail("word {} may only have lowercase letters and digits", in_quotes(word));
    }

    void check_row(const MessageRow& row) {
        if (!is_ascending(row.advisories)) fail("advisories not ascending");
        for (const std::string_view id : row.advisories) require_row(tables_.advisories, "advisory", id);
        if ((row.cause == MessageRow::Cause::advisory) == row.advisories.empty())
            fail("an advisory is the cause of a message that names one, and of no other");
        if (row.cause == MessageRow::Cause::itself && (!row.why || !row.remedy))
            fail("says neither why nor what to do");
        if (!find_in(tables_.message_texts, row.id, &MessageTextRow::message)) fail("no text is of it");
    }
    void check_row(const MessageTextRow& row) { require_row(tables_.messages, "message", row.message); }
    void check_row(const MessageLinesRow& row) {
        require_row(tables_.messages, "message", row.message);
        if (row.lines.empty()) fail("no lines");
    }
    void check_row(const ConsumerRow& row) { require_order(std::optional(row.oldest), std::optional(row.newest)); }
    void check_row(const ConsumerEntriesRow& row) {
        check_consumer_row(row);
        require_entries(row.entries);
        check_overlaps(tables_.consumer_entries, row, [&](const ConsumerEntriesRow& other) {
            return std::ranges::any_of(row.entries, [&](Capability entry) { return contains(other.entries, entry); });
        });
    }
    void check_row(const ConsumerRangeRow& row) {
        check_consumer_row(row);
        if (row.highest && row.highest->kind != row.lowest.kind) fail("its bounds are of two kinds");
        require_order(std::optional(row.lowest), row.highest);
        check_overlaps(tables_.consumer_ranges, row, [&](const ConsumerRangeRow& other) {
            return other.holds(row.lowest) || row.holds(other.lowest);
        });
    }
    void check_row(const ConsumerWordRow& row) {
        check_consumer_row(row);
        if (!row.entries.empty()) require_entries(row.entries);
        if (row.ptx && !contains(row.entries, *row.ptx)) fail("PTX of no entry");
        check_overlaps(tables_.consumer_words, row,
                       [&](const ConsumerWordRow& other) { return other.word == row.word; });
    }

    template <class Row>
    void check_consumer_row(const Row& row) {
        const ConsumerRow& consumer = require_row(tables_.consumers, "consumer", row.consumer);
        require_order(std::optional(row.first), row.last);
        if (is_before(row.first, consumer.oldest) || is_before(consumer.newest, row.last.value_or(row.first)))
            fail("holds of versions that were not read");
    }
    void require_entries(std::span<const Capability> entries) {
        if (!is_ascending(entries)) fail("entries not ascending");
        // A consumer may support capabilities older than every release here.
        const Capability oldest = tables_.capabilities.front().capability;
        for (const Capability entry : entries)
            if (oldest < entry && !find_capability(tables_, entry)) fail("capability {} has no row", entry);
    }
    /// Checks that no other row of the consumer covers the same releases.
    template <class Row, class SameThing>
    void check_overlaps(std::span<const Row> rows, const Row& row, const SameThing& is_same_thing) {
        for (const Row& other : rows) {
            if (&other == &row || other.consumer != row.consumer || !is_same_thing(other)) continue;
            if (have_common({row.first, row.last}, {other.first, other.last}) &&
                have_common(row.cuda.value_or(VersionRange{}), other.cuda.value_or(VersionRange{})))
                fail("says the same of the same releases as another row");
        }
    }

    void check_row(const ComponentRow& row) { require_releases(row); }
    void check_row(const ComponentFilesRow& row) {
        require_component(row);
        bool says_something = false;
        for (const auto list : file_lists) {
            if (!is_ascending(row.*list)) fail("names not ascending");
            says_something = says_something || !(row.*list).empty();
            for (const ComponentFilesRow& other : tables_.component_files)
                if (&other != &row && overlap(row, other))
                    for (const std::string_view name : row.*list)
                        if (contains(other.*list, name))
                            fail("{} is in another row of the same releases", in_quotes(name));
        }
        if (!says_something) fail("says nothing; leave the row out");
    }
    void check_row(const ComponentSonameRow& row) {
        require_component(row);
        if (!is_ascending(row.libraries)) fail("names not ascending");
        if (row.libraries.empty()) fail("says nothing; leave the row out");
        for (const std::string_view library : row.libraries)
            if (std::ranges::none_of(tables_.component_files, [&](const ComponentFilesRow& files) {
                    return files.component == row.component && contains(files.libraries, library);
                }))
                fail("the component has no library {}", in_quotes(library));
    }
    void check_row(const ComponentPackageRow& row) {
        require_component(row);
        if (!row.headers && !row.linking && !row.loading && !row.static_libraries && !row.stubs && !row.tools)
            fail("says nothing; leave the row out");
        for (const ComponentPackageRow& other : tables_.component_packages)
            if (&other != &row && other.component == row.component && other.manager == row.manager &&
                (!row.number || !other.number || row.number == other.number) && overlap(row, other))
                fail("says the same of the same releases as another row");
    }

    static constexpr std::array file_lists{&ComponentFilesRow::headers,   &ComponentFilesRow::cmake_files,
                                           &ComponentFilesRow::libraries, &ComponentFilesRow::static_libraries,
                                           &ComponentFilesRow::stubs,     &ComponentFilesRow::tools};

    template <class Row>
    void require_releases(const Row& row) {
        require_order(row.first, row.last);
        if (row.first) require_release(*row.first);
    }
    /// Checks that the component exists, in all releases of the row.
    template <class Row>
    void require_component(const Row& row) {
        require_releases(row);
        const ComponentRow& component = require_row(tables_.components, "component", row.component);
        const bool begins_before = component.first && (!row.first || is_before(*row.first, *component.first));
        const bool ends_after = component.last && (!row.last || is_before(*component.last, *row.last));
        if (begins_before || ends_after) fail("holds of releases that have no such component");
    }
    template <class Row>
    static bool overlap(const Row& left, const Row& right) {
        return have_common({left.first, left.last}, {right.first, right.last});
    }
    static bool have_common(const VersionRange& left, const VersionRange& right) {
        return !(left.max && right.min && is_before(*left.max, *right.min)) &&
               !(right.max && left.min && is_before(*right.max, *left.min));
    }

    void check_row(const RuleRow& row) {
        require_releases(row);
        if (row.statement.ends_with('.')) fail("the statement ends with a full stop");
    }
    void check_row(const SourceRow& row) {
        if (!cited_.contains(row.id)) fail("nothing cites it");
        const bool is_measured = row.kind == SourceRow::Kind::measured || row.kind == SourceRow::Kind::header;
        const auto sure = row.id.ends_with("-inferred") ? SourceRow::Confidence::medium : SourceRow::Confidence::high;
        if (is_measured && row.confidence != sure) fail("what was read is high, what follows from it is medium");
    }

    template <class Row>
    const Row& require_row(std::span<const Row> rows, std::string_view what, std::string_view id) const {
        const Row* row = find_by_id(rows, id);
        if (!row) fail("{} {} has no row", what, in_quotes(id));
        return *row;
    }

    void require_release(Version release) const {
        if (!std::ranges::binary_search(tables_.releases, release, {}, &Release::version))
            fail("release {} is not in releases.json", release);
    }

    [[nodiscard]] bool has_minor(Version version) const { return find_release(tables_, minor_of(version)) != nullptr; }

    void require_baseline(Capability capability) const {
        if (!find_capability(tables_, capability)) fail("capability {} has no row", capability);
        if (capability != baseline_of(capability)) fail("a GPU has a baseline capability, like 9.0");
    }
    void require_jetson(Capability capability) const {
        if (!is_jetson(tables_, capability)) fail("{} is not a Jetson's capability", capability);
    }

    void check_host_compilers_cover_releases() {
        place_ = {"host_compilers.json", "/hostCompilers"};
        for (const Compiler::Family family : enumerators<Compiler::Family>)
            for (const Release& release : tables_.releases) {
                const auto count = std::ranges::count_if(tables_.host_compilers, [&](const HostCompilerRow& row) {
                    return row.family == family && row.first <= release.version && release.version <= row.last;
                });
                if (count != 1) fail("release {} has {} {} rows, not one", release.version, count, family);
            }
    }

    void check_rising() {
        using Driver = std::optional<DriverVersion>;
        need_rising(tables_.releases, "newestStandard", &Release::newest_standard);
        need_rising(tables_.early_releases, "newestGcc", [](const auto& row) { return std::optional(row.newest_gcc); });
        need_rising(tables_.early_releases, "ptx", [](const auto& row) { return std::optional(row.ptx); });
        need_rising(tables_.early_releases, "driver", [](const auto& row) { return Driver(row.driver); });
        need_rising(tables_.former_capabilities, "last", [](const auto& row) { return std::optional(row.last); });
        need_rising(tables_.libstdcxx, "glibcxx", glibcxx_of);
        need_rising(tables_.libstdcxx, "cxxabi", cxxabi_of);
        need_rising(tables_.libstdcxx, "soname", soname_of);
        const auto rising = [&](std::string_view what, std::optional<DriverDatum> DriverRow::*member) {
            need_rising(tables_.drivers, what, [&](const DriverRow& row) {
                return row.*member ? Driver((row.*member)->driver) : std::nullopt;
            });
        };
        rising("linux", &DriverRow::linux_minimum);
        rising("windows", &DriverRow::windows_minimum);
        rising("linuxBundled", &DriverRow::linux_bundled);
        need_rising(tables_.minor_versions, "linux", [](const auto& row) { return Driver(row.linux_minimum); });
        need_rising(tables_.minor_versions, "windows", [](const auto& row) { return Driver(row.windows_minimum); });
    }
    /// Checks that `number(row)` never falls. Rows without a number are skipped.
    template <class Row, class Number>
    void need_rising(std::span<const Row> rows, std::string_view what, Number number) {
        std::remove_cvref_t<std::invoke_result_t<Number, const Row&>> before;
        for (const Row& row : rows) {
            const auto& now = std::invoke(number, row);
            if (!now) continue;
            place_ = place_of(tables_, &row);
            if (before && *now < *before) fail("{} is lower than in a row above it", what);
            before = now;
        }
    }

    const Tables& tables_;
    const std::filesystem::path& directory_;
    Place place_;
    std::set<std::string_view> cited_;                           ///< ids of sources
    std::map<std::string, std::string_view> environment_names_;  ///< by environment_key(), with the row's id
    std::set<Version> dated_minors_;                             ///< minor releases with a known date
    std::string_view newest_month_;                              ///< of the first release of those
};

}  // namespace

void check_tables(const Tables& tables, const std::filesystem::path& directory) { Checker(tables, directory).run(); }

}  // namespace cudastdenv
