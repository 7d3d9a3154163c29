// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "sweep.hpp"

#include "core/lists.hpp"
#include "messages/diagnostics.hpp"
#include "spelling/spell.hpp"
#include "unit/show.hpp"

#include <algorithm>
#include <array>

// For each version at which a consumer's rows change, with some CUDA releases: what the version accepts is written and
// read back. What it does not accept is a loss, and its reader rejects it. What it accepts is computed here
// independently, from the rows alone.

namespace cudastdenv::laws {

namespace {

/// Before, at and after each version in the table, within its range.
std::vector<Version> versions_of(const Tables& tables, const ConsumerRow& consumer) {
    std::vector<Version> versions{consumer.oldest, consumer.newest};
    const auto add = [&](const auto& row) {
        if (row.consumer != consumer.id) return;
        for (const Version end : {row.first, row.last.value_or(row.first)}) {
            versions.push_back(end);
            versions.push_back({end.major, end.minor});
            if (end.patch > 0) versions.push_back({end.major, end.minor, end.patch - 1});
            if (end.patch != -1) versions.push_back({end.major, end.minor, end.patch + 1});
        }
    };
    for (const auto& row : tables.consumer_entries) add(row);
    for (const auto& row : tables.consumer_ranges) add(row);
    for (const auto& row : tables.consumer_words) add(row);
    std::erase_if(versions, [&](Version version) {
        return is_before(version, consumer.oldest) || is_before(consumer.newest, version);
    });
    std::ranges::sort(versions);
    versions.erase(std::unique(versions.begin(), versions.end()), versions.end());
    return versions;
}

/// Two numbers mean the newest patch release.
template <class Row>
bool holds(const Row& row, std::string_view consumer, Version version, Version release) {
    const int patch = version.patch == -1 ? 999 : version.patch;
    return row.consumer == consumer &&
           VersionRange{row.first, row.last}.contains({version.major, version.minor, patch}) &&
           (!row.cuda || row.cuda->contains(release));
}

bool accepts(const Tables& tables, std::string_view consumer, Version version, Version release, Capability capability) {
    for (const ConsumerEntriesRow& row : tables.consumer_entries)
        if (holds(row, consumer, version, release) && contains(row.entries, capability)) return true;
    for (const ConsumerRangeRow& row : tables.consumer_ranges)
        if (holds(row, consumer, version, release) && row.lowest.kind == capability.kind && row.lowest <= capability &&
            (!row.highest || capability <= *row.highest))
            return true;
    for (const ConsumerWordRow& row : tables.consumer_words)
        if (consumer == "kokkos" && holds(row, consumer, version, release) && row.entries.front() == capability)
            return true;
    return false;
}

struct ConsumerLaws {
    Law written{"writes and reads back each entry that a version accepts"};
    Law lost{"an entry that a version rejects is a loss"};
    Law refused{"a version's reader rejects unsupported entries"};
    Law names_version{"a loss names a version that accepts the entry"};

    void check(const Tables& tables, const Spelling& spelling, const SpellingContext& context, Capability capability) {
        const bool is_accepted = accepts(tables, spelling.name, *context.consumer, *context.release, capability);
        Request request;
        request.cuda = *context.release;
        const std::array list{capability};
        request.capabilities = list;
        const std::string where = std::string(spelling.name) + " " + to_string(*context.consumer);
        const Spelled spelled = write_list(spelling, context, {list_of(list), {}});
        const bool is_lost = std::ranges::any_of(spelled.losses, [&](const Diagnostic& loss) {
            return is_of_entry(loss) && argument_of(loss, "asked") == to_string(capability);
        });
        lost.expect(is_lost != is_accepted, request, where + ": " + spelled.text);
        for (const Diagnostic& loss : spelled.losses) check_named_version(tables, spelling, context, request, loss);
        if (is_accepted) {
            const ListReadResult read = spelling.read(context, spelled.text);
            const auto* listing = std::get_if<Listing>(&read);
            written.expect(listing && listing->entries.size() == 1 && listing->entries.front().real == capability,
                           request, where + ": " + spelled.text);
            return;
        }
        // The output for another version, if one accepts it.
        const auto other = version_that_accepts(tables, spelling.name, *context.release, capability);
        if (!other) return;
        const SpellingContext others{tables, context.system, context.release, other};
        const std::string text = write_list(spelling, others, {list_of(list), {}}).text;
        refused.expect(std::holds_alternative<ListReadError>(spelling.read(context, text)), request,
                       where + ": " + text);
    }

private:
    /// Whether an entry is replaced or omitted.
    static bool is_of_entry(const Diagnostic& loss) {
        const std::string_view code = messages::code_of(loss);
        return code == "entry-changed" || code == "entry-dropped";
    }

    static std::vector<Capability> list_of(std::span<const Capability> list) { return {list.begin(), list.end()}; }

    static std::optional<Version> version_that_accepts(const Tables& tables, std::string_view consumer, Version release,
                                                       Capability capability) {
        const auto row = std::ranges::find(tables.consumers, consumer, &ConsumerRow::id);
        for (const Version version : versions_of(tables, *row))
            if (accepts(tables, consumer, version, release, capability)) return version;
        return std::nullopt;
    }

    void check_named_version(const Tables& tables, const Spelling& spelling, const SpellingContext& context,
                             const Request& request, const Diagnostic& loss) {
        if (!is_of_entry(loss)) return;
        const Capability asked = parse_capability(argument_of(loss, "asked")).value();
        const std::string others = argument_of(loss, "others");
        const std::string where = std::string(spelling.name) + " " + to_string(*context.consumer);
        const auto other = version_that_accepts(tables, spelling.name, *context.release, asked);
        names_version.expect(others.empty() != other.has_value(), request, where);
        if (others.empty()) return;
        const std::string_view version = std::string_view(others).substr(others.find_first_of("0123456789"));
        const Version named = parse_version(version.substr(0, version.find(' '))).value();
        names_version.expect(accepts(tables, spelling.name, named, *context.release, asked), request,
                             where + ": " + to_string(named));
    }
};

}  // namespace

TEST_CASE("each version accepts exactly the entries of its rows") {
    ConsumerLaws laws;
    std::size_t versions = 0;
    for (const ConsumerRow& consumer : tables.consumers) {
        const Spelling* spelling = find_spelling(consumer.id);
        REQUIRE_MESSAGE(spelling, consumer.id);
        for (const Version version : versions_of(tables, consumer)) {
            ++versions;
            for (const Version release : {Version{11, 0, 3}, Version{11, 8, 0}, Version{12, 6, 3}, Version{12, 8, 1},
                                          Version{12, 9, 1}, Version{13, 4, 0}})
                for (const CapabilityRow& row : sampled<53>(tables.capabilities))
                    laws.check(tables, *spelling, {tables, "aarch64-linux", release, version}, row.capability);
        }
    }
    CHECK(versions > where_every_case_is_tried(100));
}

TEST_CASE("a word means the capabilities of its version's row") {
    Law same("versions without a row reject its word");
    Request request;
    for (const ConsumerWordRow& row : tables.consumer_words) {
        if (row.entries.empty()) continue;  // a keyword has a reader of its own
        const Version first = row.cuda ? row.cuda->min.value_or(Version{12, 9}) : Version{12, 9};
        request.cuda = find_release(tables, first)->version;
        const Spelling& spelling = *find_spelling(row.consumer);
        const auto consumer = std::ranges::find(tables.consumers, row.consumer, &ConsumerRow::id);
        for (const Version version : versions_of(tables, *consumer)) {
            const auto now = std::ranges::find_if(tables.consumer_words, [&](const ConsumerWordRow& other) {
                return other.word == row.word && holds(other, row.consumer, version, request.cuda);
            });
            std::vector<Capability> expected;
            if (now != tables.consumer_words.end() && now->entries.empty()) expected.emplace_back();
            else if (now != tables.consumer_words.end())
                for (const Capability entry : now->entries)
                    if (row.consumer == "kokkos" || accepts(tables, row.consumer, version, request.cuda, entry))
                        expected.push_back(entry);
            const ListReadResult read = spelling.read({tables, "x86_64-linux", request.cuda, version}, row.word);
            std::vector<Capability> real;
            if (const auto* listing = std::get_if<Listing>(&read))
                for (const ListEntry& entry : listing->entries) real.push_back(entry.real.value_or(Capability{}));
            same.expect(real == expected, request,
                        std::string(row.consumer) + " " + to_string(version) + ": " + std::string(row.word));
        }
    }
}

}  // namespace cudastdenv::laws
