// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "sweep.hpp"

#include "core/lists.hpp"
#include "spelling/lint.hpp"

#include <algorithm>

// A corrected list runs on every GPU that the list runs on, has no remaining corrections, and is stable. A list without
// findings is unchanged, including its text.

namespace cudastdenv::laws {

namespace {

Listing listing_of(const Tables& tables, const BuildList& list) {
    const Spelling& gencode = *find_spelling("gencode");
    return std::get<Listing>(gencode.read({tables}, write_list(gencode, {tables}, list).text));
}

bool can_be_corrected(const Finding& finding) { return finding.severity != Finding::Severity::note; }

/// A list that nvcc of the release rejects builds nothing.
bool builds(const std::vector<Finding>& findings) {
    return std::ranges::none_of(findings, [](const Finding& f) { return f.severity == Finding::Severity::error; });
}

/// Whether the first list runs on no requested GPU that the second one does not run on. A list of nixpkgs is either for
/// Jetsons or for other GPUs.
bool reaches_no_more(const LintQuestion& question, const BuildList& list, const BuildList& other) {
    const Tables& tables = question.tables;
    const bool for_jetsons = !question.system || question.system == "aarch64-linux";
    for (const Capability device : devices_of(tables, question.release)) {
        if (is_jetson(tables, device) && (!for_jetsons || question.ptx() == PtxRule::last)) continue;
        const auto runs = [&](const BuildList& one) { return cover_device(tables, one, device).running.has_value(); };
        if (runs(list) && !runs(other)) return false;
    }
    return true;
}

Request shown(const LintQuestion& question, const BuildList& list) {
    Request request;
    request.cuda = question.release;
    request.system = question.system.value_or("any");
    request.capabilities = list.real;
    return request;
}

struct LintLaws {
    Law fixed{"a corrected list has no correctable finding"};
    Law stable{"correcting a corrected list changes nothing"};
    Law clean{"a list without findings stays unchanged"};
    Law reach{"a corrected list runs wherever the original does"};

    void check(const LintQuestion& question, const BuildList& list) {
        const Listing listing = listing_of(question.tables, list);
        const std::vector<Finding> before = lint(question, listing);
        const auto better = fixed_list(question, listing);
        if (is_clean(before)) clean.expect(better == list, shown(question, list), words(list));
        if (!better) return;
        if (builds(before)) reach.expect(reaches_no_more(question, list, *better), shown(question, list), words(list));
        const Listing again = listing_of(question.tables, *better);
        const std::vector<Finding> after = lint(question, again);
        fixed.expect(std::ranges::none_of(after, can_be_corrected), shown(question, list), words(list));
        stable.expect(fixed_list(question, again) == better, shown(question, list), words(list));
    }

private:
    static std::string words(const BuildList& list) {
        std::string text = "real";
        for (const Capability capability : list.real) text += " " + to_string(capability);
        text += "; PTX";
        for (const Capability capability : list.ptx) text += " " + to_string(capability);
        return text;
    }
};

constexpr std::array<std::optional<std::string_view>, 3> systems{std::nullopt, "x86_64-linux", "aarch64-linux"};
constexpr std::array releases{"11.8", "12.8", "12.9", "13.0", "13.4"};

/// The supported capabilities of the release, and of the others the renamed ones and a few more.
std::vector<Capability> asked_of(const Tables& tables, Version release) {
    constexpr std::size_t most_unfit = 3;
    std::vector<Capability> asked;
    std::size_t unfit = 0;
    for (const CapabilityRow& row : tables.capabilities) {
        const bool fits = VersionRange{row.nvcc.first, row.nvcc.last}.contains(release);
        const bool renamed = row.renamed || row.capability == "11.0"_cap;
        if (fits || renamed || unfit++ < most_unfit) asked.push_back(row.capability);
    }
    return asked;
}

}  // namespace

TEST_CASE("checks lists of up to three entries with any PTX") {
    LintLaws laws;
    std::size_t turn = 0;
    Sample sample(3, 1009);
    for (const char* minor : releases) {
        const Version release = find_release(tables, *parse_version(minor))->version;
        const std::vector<Capability> all = asked_of(tables, release);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = i; j < all.size(); ++j)
                for (std::size_t k = j; k < all.size(); k += 3) {
                    if (!sample.takes_next()) continue;
                    const LintQuestion question{tables, *find_spelling("cmake"), release,
                                                systems[turn++ % systems.size()]};
                    BuildList list{{all[i], all[j], all[k]}, {}};
                    list.real.erase(std::unique(list.real.begin(), list.real.end()), list.real.end());
                    laws.check(question, list);
                    laws.check(question, {list.real, {all[i]}});
                    laws.check(question, {list.real, {all[k]}});
                    laws.check(question, {list.real, list.real});
                    laws.check(question, {{all[j]}, {all[i]}});
                }
    }
}

}  // namespace cudastdenv::laws
