// SPDX-License-Identifier: MIT
#include "tables/check.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "tables/fields.hpp"
#include "tables/lookup.hpp"
#include "tables/message_template.hpp"
#include "tables/names.hpp"

#include <cudastdenv/load.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace cudastdenv {

namespace {

/// What the rows of a list are sorted by.
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
auto key_of(const CcbinVariableRow& row) { return row.first; }
auto key_of(const RedistSystemRow& row) { return std::tuple(row.nix, row.redist); }
auto key_of(const JetsonSbsaRow& row) { return row.first; }
auto key_of(const MinorVersionRow& row) { return row.cuda_major; }
auto key_of(const CompatPackageRow& row) { return std::tuple(row.release, row.redist, row.package); }
auto key_of(const RedistExceptionRow& row) { return std::tuple(row.redist, row.capability); }
auto key_of(const JetsonDriverRow& row) { return row.driver; }
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
auto key_of(const ComponentFilesRow& row) { return std::tuple(row.component, row.first, row.last); }
auto key_of(const ComponentSonameRow& row) {
    return std::tuple(row.component, row.first, row.number,
                      row.libraries.empty() ? std::string_view() : row.libraries.front());
}
auto key_of(const CmakeNameRow& row) { return row.name; }
auto key_of(const ComponentPackageRow& row) { return std::tuple(row.component, row.manager, row.first); }

/// Walks one table and remembers where it is, so that every complaint names its place.
class Checker {
public:
    Checker(const Tables& tables, const std::filesystem::path& directory) : tables_(tables), directory_(directory) {
        for (const EnvironmentRow& row : tables.environments)
            for (const std::string_view name : {row.id, row.title})
                environment_names_.emplace(environment_key(name), row.id);
    }

    void run() {
        place_ = {"releases.json", "/releases"};
        if (!newest_release(tables_)) fail("no public release");
        // Then the order, on which every look-up relies.
        for_each_list(tables_, [&](const auto& rows) { check_order(rows); });
        for_each_list(tables_, [&](const auto& rows) { check_rows(rows); });
        for (const TableMember& member : table_members()) {
            if (is_list(member)) continue;
            place_ = {member.file, "/" + std::string(member.field.key)};
            const AnyValue value = value_in(tables_, member);
            if (const auto* read_through = value.as<Version>()) require_release(*read_through);
            if (const auto* environment = value.as<std::string_view>()) require_environment(*environment);
        }
        check_host_compilers_cover_releases();
    }

private:
    [[noreturn]] void fail(const std::string& problem) const {
        throw DataError(directory_ / place_.file, place_.pointer, problem);
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
            if constexpr (requires { row.text; }) check_template(row.text);
        }
    }

    /// Checks what holds for every field of a type, however deep.
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
            if (key == "sources") check_source_ids(*ids);
        } else if (const auto* drivers = value.as<std::span<const DriverVersion>>()) {
            if (drivers->empty()) fail("empty list; write null for what is not known");
            if (!std::ranges::is_sorted(*drivers, std::ranges::less_equal{}, &DriverVersion::branch))
                fail("not ascending, or two drivers of one branch");
        } else if (const auto* majors = value.as<std::span<const int>>()) {
            if (!std::ranges::is_sorted(*majors, std::ranges::less_equal{})) fail("not ascending");
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
            if (std::find(ids.begin(), id, *id) != id) fail("source " + in_quotes(*id) + " twice");
        for (const std::string_view id : ids)
            if (!find_source(tables_, id)) fail("source " + in_quotes(id) + " is not in sources.json");
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
        if (low && high && *high < *low) fail("range upside down: " + text_of(*low) + " to " + text_of(*high));
    }
    /// Two numbers are neither before nor after their patch releases.
    void require_order_of_releases(const std::optional<Version>& low, const std::optional<Version>& high) {
        if (low && high && is_before(*high, *low))
            fail("range upside down: " + to_string(*low) + " to " + to_string(*high));
    }
    static std::string text_of(int value) { return std::to_string(value); }
    static std::string text_of(Capability value) { return to_string(value); }
    static std::string text_of(Version value) { return to_string(value); }

    template <class Row>
    void check_row(const Row&) {}
    void check_row(const Release& row) {
        if (row.version.patch == -1) fail("a release has three numbers, like 12.8.1");
    }
    void check_row(const HostCompilerRow& row) {
        require_order(std::optional(row.first), std::optional(row.last));
        for (const Version end : {row.first, row.last}) require_release(end);
        if (!row.enforced && !row.documented) fail("neither an enforced nor a documented range");
    }
    void check_row(const CapabilityRow& row) {
        if (row.renamed && !knows_capability(row.renamed->to)) fail("renamed to a capability that has no row");
        if (row.family && !knows_capability(*row.family)) fail("its family's first member has no row");
    }
    void check_row(const PairHeadersRow& row) {
        if (row.works.empty() && row.fails.empty()) fail("says nothing; leave the row out");
        for (const int gcc : row.works)
            if (std::ranges::binary_search(row.fails, gcc)) fail("works and fails with " + text_of(gcc));
    }
    void check_row(const AdvisoryRow& row) {
        if (!std::ranges::is_sorted(row.ways_out, std::ranges::less_equal{})) fail("waysOut are not in their order");
        if (!row.ways_out.empty() && !row.workaround) fail("waysOut without a workaround");
    }
    void check_row(const EnvironmentRow& row) {
        for (const std::string_view id : row.fixed_advisories)
            if (!find_by_id(tables_.advisories, id)) fail("advisory " + in_quotes(id) + " is not in advisories.json");
        if (!std::ranges::is_sorted(row.aliases, std::ranges::less_equal{})) fail("aliases are not ascending");
        for (const std::string_view alias : row.aliases) require_new_name(row, alias);
        if (row.libstdcxx_version && row.libstdcxx_version->major != row.libstdcxx)
            fail("libstdcxxVersion is of another major version than libstdcxx");
        for (const OwnCuda& own : row.own_cuda) require_release(own.release);
        if (!std::ranges::is_sorted(row.own_cuda, std::ranges::less_equal{}, &OwnCuda::release))
            fail("ownCuda is not ascending");
    }
    /// One name means one environment, and says something that ids, titles and the aliases before it do not.
    void require_new_name(const EnvironmentRow& row, std::string_view alias) {
        const auto [name, is_new] = environment_names_.emplace(environment_key(alias), row.id);
        if (!is_new) fail("alias " + in_quotes(alias) + " is " + std::string(name->second) + "'s already");
    }
    void check_row(const RedistSystemRow& row) { require_order(row.first, row.last); }
    void check_row(const SymbolVersionRow& row) {
        if (row.symbols.empty()) fail("no symbol came with it");
        for (std::size_t i = 1; i < row.symbols.size(); ++i)
            if (row.symbols[i] <= row.symbols[i - 1])
                fail(in_quotes(std::string(row.symbols[i])) + " is not behind the symbol before it");
    }
    void check_row(const JetsonSbsaRow& row) { require_order(std::optional(row.first), row.last); }
    void check_row(const DriverRow& row) {
        require_release(row.release);
        if (!row.linux_minimum && !row.windows_minimum && !row.linux_bundled) fail("says nothing; leave the row out");
    }
    void check_row(const CompatPackageRow& row) { require_release(row.release); }
    void check_row(const RedistExceptionRow& row) {
        require_order(std::optional(row.first), std::optional(row.last));
        require_baseline(row.capability);
        if (std::ranges::find(tables_.redist_systems, row.redist, &RedistSystemRow::redist) ==
            tables_.redist_systems.end())
            fail("platform " + in_quotes(row.redist) + " has no row");
    }
    void check_row(const PtxVersionRow& row) {
        const auto before = std::ranges::lower_bound(tables_.ptx_versions, row.release, {}, &PtxVersionRow::release);
        if (before == tables_.ptx_versions.begin()) return;
        const PtxVersionRow& older = *std::prev(before);
        if (row.ptx < older.ptx) fail("an older PTX than that of the release before");
        if (older.branch && row.branch && *row.branch <= *older.branch)
            fail("its driver is not newer than the one before");
        if (!older.branch && row.branch) fail("its driver is known, and that of the release before is not");
    }
    void check_row(const GpuDriversRow& row) {
        require_baseline(row.capability);
        require_order(row.first_branch, row.last_branch);
        if (!row.first_branch && !row.last_branch) fail("says nothing; leave the row out");
    }
    void check_row(const PackageSetRow& row) {
        require_environment(row.channel);
        const auto same = [&](const Release& release) { return may_be_same(release.version, row.release); };
        if (std::ranges::none_of(tables_.releases, same))
            fail("release " + to_string(row.release) + " is not in releases.json");
    }
    void check_row(const GpuRow& row) {
        require_baseline(row.capability);
        if (row.drivers && row.line == GpuRow::Line::jetson) fail("a Jetson's driver comes with its system");
        for (const std::string_view alias : row.aliases) check_text(alias);
        if (!std::ranges::is_sorted(row.aliases, std::ranges::less_equal{})) fail("aliases not sorted");
    }

    void check_row(const GpuWordsRow& row) {
        if (row.words.empty()) fail("says nothing; leave the row out");
        if (!std::ranges::is_sorted(row.words, std::ranges::less_equal{})) fail("words not sorted");
        for (const std::string_view word : row.words)
            if (!std::ranges::all_of(word, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); }))
                fail("word " + in_quotes(word) + " contains characters other than lower-case letters and digits");
    }
    void check_row(const MessageRow& row) {
        if (!std::ranges::is_sorted(row.advisories, std::ranges::less_equal{})) fail("advisories not ascending");
        for (const std::string_view id : row.advisories)
            if (!find_by_id(tables_.advisories, id)) fail("advisory " + in_quotes(id) + " has no row");
        if ((row.cause == MessageRow::Cause::advisory) == row.advisories.empty())
            fail("an advisory is the cause of a message that names one, and of no other");
        if (row.cause == MessageRow::Cause::itself && (!row.why || !row.remedy))
            fail("says neither why nor what to do");
        if (!std::ranges::binary_search(tables_.message_texts, row.id, {}, &MessageTextRow::message))
            fail("no text is of it");
    }
    void check_row(const MessageTextRow& row) {
        if (!find_by_id(tables_.messages, row.message)) fail("message " + in_quotes(row.message) + " has no row");
    }
    void check_row(const MessageLinesRow& row) {
        if (!find_by_id(tables_.messages, row.message)) fail("message " + in_quotes(row.message) + " has no row");
        if (row.lines.empty()) fail("no lines");
    }
    void check_template(std::string_view text) {
        const std::optional parts = parse_template(text);
        if (!parts)
            fail("an unknown placeholder; expected {number}, {version}, {path} or {name}, with the name of a fact "
                 "after a colon");
        if (!can_be_found(*parts)) fail("no piece of it is long enough to be looked for");
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
        if (row.entries.empty() && row.ptx) fail("PTX of no entry");
        check_overlaps(tables_.consumer_words, row,
                       [&](const ConsumerWordRow& other) { return other.word == row.word; });
    }

    template <class Row>
    void check_consumer_row(const Row& row) {
        const ConsumerRow* consumer = find_by_id(tables_.consumers, row.consumer);
        if (!consumer) fail("consumer " + in_quotes(row.consumer) + " has no row");
        require_order_of_releases(row.first, row.last);
        if (is_before(row.first, consumer->oldest) || is_before(consumer->newest, row.last.value_or(row.first)))
            fail("holds of versions that were not read");
    }
    void require_entries(std::span<const Capability> entries) {
        if (!std::ranges::is_sorted(entries, std::ranges::less_equal{})) fail("entries not ascending");
        // A consumer may take what is older than every release here.
        const Capability oldest = tables_.capabilities.front().capability;
        for (const Capability entry : entries)
            if (oldest < entry && !knows_capability(entry)) fail("capability " + to_string(entry) + " has no row");
    }
    /// No other row of the consumer says something of the same releases.
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
            require_names(row.*list);
            says_something = says_something || !(row.*list).empty();
            for (const ComponentFilesRow& other : tables_.component_files)
                if (&other != &row && overlap(row, other))
                    for (const std::string_view name : row.*list)
                        if (contains(other.*list, name))
                            fail(in_quotes(name) + " is in another row of the same releases");
        }
        if (!says_something) fail("says nothing; leave the row out");
    }
    void check_row(const ComponentSonameRow& row) {
        require_component(row);
        require_names(row.libraries);
        if (row.libraries.empty()) fail("says nothing; leave the row out");
        for (const std::string_view library : row.libraries)
            if (std::ranges::none_of(tables_.component_files, [&](const ComponentFilesRow& files) {
                    return files.component == row.component && contains(files.libraries, library);
                }))
                fail("the component has no library " + in_quotes(library));
    }
    void check_row(const ComponentPackageRow& row) {
        require_component(row);
        if (!row.headers && !row.linking && !row.loading && !row.static_libraries && !row.stubs && !row.tools)
            fail("says nothing; leave the row out");
        for (const ComponentPackageRow& other : tables_.component_packages)
            if (&other != &row && other.component == row.component && other.manager == row.manager &&
                overlap(row, other))
                fail("says the same of the same releases as another row");
    }

    static constexpr std::array file_lists{&ComponentFilesRow::headers,   &ComponentFilesRow::cmake_files,
                                           &ComponentFilesRow::libraries, &ComponentFilesRow::static_libraries,
                                           &ComponentFilesRow::stubs,     &ComponentFilesRow::tools};

    template <class Row>
    void require_releases(const Row& row) {
        require_order_of_releases(row.first, row.last);
        if (row.first) require_release(*row.first);
    }
    /// The component is there, and in all of the row's releases.
    template <class Row>
    void require_component(const Row& row) {
        require_releases(row);
        const ComponentRow* component = find_by_id(tables_.components, row.component);
        if (!component) fail("component " + in_quotes(row.component) + " has no row");
        const bool begins_before = component->first && (!row.first || is_before(*row.first, *component->first));
        const bool ends_after = component->last && (!row.last || is_before(*component->last, *row.last));
        if (begins_before || ends_after) fail("holds of releases that have no such component");
    }
    void require_names(std::span<const std::string_view> names) {
        for (const std::string_view name : names) check_text(name);
        if (!std::ranges::is_sorted(names, std::ranges::less_equal{})) fail("names not ascending");
    }
    template <class Row>
    static bool overlap(const Row& left, const Row& right) {
        return have_common({left.first, left.last}, {right.first, right.last});
    }
    static bool have_common(const VersionRange& left, const VersionRange& right) {
        return !(left.max && right.min && is_before(*left.max, *right.min)) &&
               !(right.max && left.min && is_before(*right.max, *left.min));
    }

    void require_release(Version release) const {
        if (!std::ranges::binary_search(tables_.releases, release, {}, &Release::version))
            fail("release " + to_string(release) + " is not in releases.json");
    }

    void require_baseline(Capability capability) const {
        if (!knows_capability(capability)) fail("capability " + to_string(capability) + " has no row");
        if (capability != baseline_of(capability)) fail("a GPU has a baseline capability, like 9.0");
    }

    [[nodiscard]] bool knows_capability(Capability capability) const {
        return find_capability(tables_, capability) != nullptr;
    }

    void require_environment(std::string_view id) const {
        if (!find_environment(tables_, id)) fail("environment " + in_quotes(id) + " has no row");
    }

    void check_host_compilers_cover_releases() {
        place_ = {"host_compilers.json", "/hostCompilers"};
        for (const Compiler::Family family : enumerators<Compiler::Family>)
            for (const Release& release : tables_.releases) {
                const auto count = std::ranges::count_if(tables_.host_compilers, [&](const HostCompilerRow& row) {
                    return row.family == family && row.first <= release.version && release.version <= row.last;
                });
                if (count != 1)
                    fail("release " + to_string(release.version) + " has " + std::to_string(count) + " " +
                         std::string(to_string(family)) + " rows, not one");
            }
    }

    const Tables& tables_;
    const std::filesystem::path& directory_;
    Place place_;
    std::map<std::string, std::string_view> environment_names_;  ///< by environment_key(), with the row's id
};

}  // namespace

void check_tables(const Tables& tables, const std::filesystem::path& directory) {
    Checker(tables, directory).run();
    check_rows_together(tables, directory);
}

}  // namespace cudastdenv
