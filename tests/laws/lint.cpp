#include "sweep.hpp"

#include <cudastdenv/lint.hpp>

#include <algorithm>

// A corrected list has nothing left to correct, and a list without a finding is not changed.

namespace cudastdenv::laws {

namespace {

Listing listing_of(const Tables& tables, const BuildList& list) {
    const Spelling& gencode = *find_spelling("gencode");
    return std::get<Listing>(gencode.read(write_list(gencode, {tables}, list).text));
}

/// On Arm it is not for the program to say whether the Jetsons or the others are wanted.
bool is_left_to_the_writer(const Finding& finding) {
    return std::holds_alternative<JetsonAmongOthers>(finding.what) ||
           std::holds_alternative<JetsonElsewhere>(finding.what);
}

/// Nothing that the list builds as machine code could give PTX for these.
bool has_no_way_out(const Finding& finding) {
    const auto* uncovered = std::get_if<Uncovered>(&finding.what);
    return uncovered && !uncovered->ptx;
}

struct Laws {
    Law fixed{"a corrected list has no finding that can be corrected"};
    Law stable{"correcting a corrected list changes nothing"};
    Law clean{"a list without a finding is not changed"};

    void check(const Tables& tables, const LintQuestion& question, const BuildList& list) {
        Request shown;
        shown.cuda = question.release;
        shown.system = question.system;
        shown.capabilities = list.real;
        const Listing listing = listing_of(tables, list);
        const std::vector<Finding> before = lint(tables, question, listing);
        const auto better = fixed_list(tables, question, listing);
        if (before.empty()) clean.expect(better == list, shown);
        if (!better) return;
        const Listing again = listing_of(tables, *better);
        const std::vector<Finding> after = lint(tables, question, again);
        fixed.expect(std::ranges::all_of(after,
                                         [](const Finding& f) { return is_left_to_the_writer(f) || has_no_way_out(f); }),
                     shown);
        stable.expect(fixed_list(tables, question, again) == better, shown);
    }
};

}  // namespace

TEST_CASE("lists of up to three entries, with PTX of none, one or all of them") {
    const Tables tables = builtin_tables();
    Laws laws;
    std::vector<Capability> all;
    for (const CapabilityRow& row : tables.capabilities) all.push_back(row.capability);
    for (const Version minor : {"11.8"_version, "12.8"_version, "12.9"_version, "13.0"_version, "13.4"_version})
        for (const std::string_view system : {"x86_64-linux", "aarch64-linux"}) {
            const LintQuestion question{find_release(tables, minor)->version, system, PtxRule::any};
            for (std::size_t i = 0; i < all.size(); ++i)
                for (std::size_t j = i; j < all.size(); ++j)
                    for (std::size_t k = j; k < all.size(); k += 3) {
                        BuildList list{{all[i], all[j], all[k]}, {}};
                        list.real.erase(std::unique(list.real.begin(), list.real.end()), list.real.end());
                        laws.check(tables, question, list);
                        laws.check(tables, question, {list.real, {all[i]}});
                        laws.check(tables, question, {list.real, {all[k]}});
                        laws.check(tables, question, {list.real, list.real});
                    }
        }
}

}  // namespace cudastdenv::laws
