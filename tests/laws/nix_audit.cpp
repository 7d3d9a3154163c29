// SPDX-License-Identifier: MIT
// Checkouts that agree with NVIDIA, in each layout, with one error at a time.
#include "laws/nvidia_checkout.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::nix;

namespace {

std::set<AuditSeverity> severities(const Audit& audit, AuditSubject subject, const std::string& row) {
    std::set<AuditSeverity> found;
    for (const AuditFinding& finding : audit.findings)
        if (finding.subject == subject && finding.row == row) found.insert(finding.severity);
    return found;
}

/// Calls `call` with each layout under each policy that has ranges.
void for_each_checkout(const std::function<void(const Naming&, AuditPolicy, const Files&)>& call) {
    for (const Naming naming : {Naming{true, false}, Naming{false, true}, Naming{true, true}, Naming{false, false}})
        for (const AuditPolicy policy : {AuditPolicy::documented, AuditPolicy::enforced})
            call(naming, policy, right_files(naming, policy));
}

/// The values of a row, by JSON pointer within it.
std::vector<std::string> leaves(const Json& row) {
    std::vector<std::string> pointers;
    const Json flat = row.flatten();
    for (const auto& item : flat.items()) pointers.push_back(item.key());
    return pointers;
}

/// Seeds one error at a time in a table, and counts those that are not found.
class Seeding {
public:
    Seeding(const Files& right, AuditPolicy policy) : right_(right), policy_(policy), files_(right) {}

    /// `expected` is the severity of at least one finding; absent: any.
    void seed(const std::string& what, const std::function<void(Files&)>& spoil,
              std::optional<AuditSeverity> expected = std::nullopt) {
        ++seeded;
        if (!sample_.takes_next()) return;
        files_ = right_;
        spoil(files_);
        const Audit audit = audited(files_, policy_);
        const bool found = std::ranges::any_of(audit.findings, [&](const AuditFinding& finding) {
            return !expected || finding.severity == *expected;
        });
        CHECK_MESSAGE(found, what);
    }

    int seeded = 0;

private:
    const Files& right_;
    AuditPolicy policy_;
    Files files_;
    Sample sample_{17, 1009};
};

}  // namespace

TEST_CASE("finds nothing in a checkout that equals NVIDIA's data") {
    for_each_checkout([](const Naming& naming, AuditPolicy policy, const Files& right) {
        CAPTURE(naming.is_nested);
        CAPTURE(to_string(policy));
        const Audit audit = audited(right, policy);
        for (const AuditFinding& finding : audit.findings)
            MESSAGE(to_string(finding.subject), ' ', std::string(finding.row), finding.field ? " a field" : "");
        CHECK(audit.findings.empty());
        CHECK(audit.agreeing > 200);
        CHECK(audited(right, AuditPolicy::measured).breaking == 0);
    });
}

TEST_CASE("grades wrong compiler bounds like a naive count") {
    int seeded = 0, wrong = 0;
    for_each_checkout([&](const Naming& naming, AuditPolicy policy, const Files& right) {
        if (naming.is_list) return;
        for (const Version minor : minors())
            for (const Family family : families)
                for (const bool is_max : {false, true})
                    for (const int by : sampled<211>(std::array{-3, -2, -1, 1, 2, 3})) {
                        const MajorRange majors = right_majors(minor, family, policy);
                        const int value = (is_max ? *majors.max : *majors.min) + by;
                        if (value < 1) continue;
                        Files files = right;
                        files.nvcc[naming.major(minor, family, is_max)] = std::to_string(value);
                        const auto expected = counted_out(minor, family, policy, is_max ? *majors.min : value,
                                                          is_max ? value : *majors.max);
                        const auto found = severities(audited(files, policy), AuditSubject::nvcc, to_string(minor));
                        const std::string what = to_string(minor) + ' ' + std::string(to_string(family)) +
                                                 (is_max ? " max " : " min ") + std::to_string(value);
                        CHECK_MESSAGE(found == expected, what);
                        ++seeded;
                        wrong += expected.empty() ? 0 : 1;
                    }
    });
    MESSAGE(seeded, " bounds, ", wrong, " of them wrong");
    CHECK(wrong > where_every_case_is_tried(400));
}

TEST_CASE("grades wrong capability bounds like a naive count") {
    std::vector<Version> bounds = minors();
    for (const Version odd : {Version{9, 0}, Version{12, 7}, Version{12, 10}, Version{99, 9}}) bounds.push_back(odd);
    int seeded = 0, wrong = 0;
    const Naming naming;
    const Files right = right_files(naming, AuditPolicy::documented);
    for (const CapabilityRow& row : tables.capabilities)
        for (const bool is_max : {false, true})
            for (const Version bound : sampled<499>(bounds)) {
                const std::string name = to_string(row.capability);
                Files files = right;
                files.cuda[name][is_max ? naming.max() : naming.min()] = to_string(bound);
                std::set<AuditSeverity> expected;
                for (const Version release : minors()) {
                    const bool allowed = is_max ? row.nvcc.first <= release && release <= bound
                                                : bound <= release && (!row.nvcc.last || release <= *row.nvcc.last);
                    if (allowed && !row.nvcc.takes_in(release)) expected.insert(AuditSeverity::breaks_a_build);
                    if (!allowed && row.nvcc.takes_in(release)) expected.insert(AuditSeverity::forbids_what_works);
                }
                auto found = severities(audited(files, AuditPolicy::documented), AuditSubject::cuda, name);
                found.erase(AuditSeverity::cosmetic);
                const std::string what = name + (is_max ? " max " : " min ") + to_string(bound);
                CHECK_MESSAGE(found == expected, what);
                ++seeded;
                wrong += expected.empty() ? 0 : 1;
            }
    MESSAGE(seeded, " bounds, ", wrong, " of them wrong");
    CHECK(wrong > where_every_case_is_tried(800));
}

TEST_CASE("finds each malformed row in each layout and depth") {
    int seeded = 0;
    for_each_checkout([&](const Naming& naming, AuditPolicy policy, const Files& right) {
        if (policy == AuditPolicy::enforced) return;
        Seeding law(right, policy);
        const auto each = [&](Json Files::*table) {
            for (const auto& item : (right.*table).items()) {
                const std::string name = item.key();
                const Json& row = item.value();
                const Json::json_pointer at('/' + name);
                for (const std::string& leaf : leaves(row)) {
                    const Json value = row.at(Json::json_pointer(leaf));
                    const Json::json_pointer place = at / Json::json_pointer(leaf);
                    const std::string what = name + leaf;
                    law.seed(
                        what + " removed", [&](Files& f) { (f.*table)[place.parent_pointer()].erase(place.back()); },
                        AuditSeverity::breaks_a_build);
                    law.seed(
                        what + " misspelt",
                        [&](Files& f) {
                            (f.*table)[place.parent_pointer()].erase(place.back());
                            (f.*table)[place.parent_pointer()][place.back() + "s"] = value;
                        },
                        AuditSeverity::breaks_a_build);
                    for (const Json& wrong : {Json(14), Json::array(), Json("x"), Json(""), Json{{"a", 1}}}) {
                        if (leaf == "/archName" && wrong.is_string()) continue;
                        law.seed(what + " = " + wrong.dump(), [&](Files& f) { (f.*table)[place] = wrong; });
                    }
                    if (value.is_boolean()) {
                        law.seed(what + " turned", [&](Files& f) { (f.*table)[place] = !value.get<bool>(); });
                        law.seed(
                            what + " null", [&](Files& f) { (f.*table)[place] = nullptr; },
                            AuditSeverity::breaks_a_build);
                    } else if (value.is_string() && leaf != "/archName") {
                        law.seed(what + " with a zero",
                                 [&](Files& f) { (f.*table)[place] = '0' + value.get<std::string>(); });
                        law.seed(
                            what + " with a blank",
                            [&](Files& f) { (f.*table)[place] = value.get<std::string>() + ' '; },
                            AuditSeverity::breaks_a_build);
                    } else if (value.is_string()) {
                        law.seed(what + " another name", [&](Files& f) { (f.*table)[place] = "Fermi"; });
                    }
                }
                for (const char* junk : {"note", "min Major", "gcc.maxMajorVersion"}) {
                    law.seed(name + " has " + junk, [&](Files& f) { (f.*table)[at][junk] = "14"; });
                    law.seed(name + " has set " + junk, [&](Files& f) { (f.*table)[at][junk] = Json::object(); });
                }
                if (row.contains("gcc"))
                    law.seed(name + ".gcc has junk", [&](Files& f) { (f.*table)[at]["gcc"]["note"] = nullptr; });
                for (const Json& wrong : {Json("14"), Json(nullptr), Json::array()})
                    law.seed(
                        name + " = " + wrong.dump(), [&](Files& f) { (f.*table)[at] = wrong; },
                        AuditSeverity::breaks_a_build);
                if (naming.is_list && table == &Files::cuda)
                    law.seed(name + " twice", [&](Files& f) { (f.*table).push_back(row); });
                else law.seed(name + " with a zero", [&](Files& f) { (f.*table)['0' + name] = row; });
            }
        };
        each(&Files::nvcc);
        each(&Files::cuda);
        seeded += law.seeded;
    });
    MESSAGE(seeded, " errors");
    CHECK(seeded > 4000);
}

TEST_CASE("finds missing, superfluous and exchanged rows") {
    for_each_checkout([](const Naming& naming, AuditPolicy policy, const Files& right) {
        Seeding law(right, policy);
        Sample sample(3, 29);
        std::string before;
        for (const auto& [key, row] : right.nvcc.items()) {
            const std::string name = key;
            if (!sample.takes_next()) continue;
            if (!before.empty() && row != right.nvcc[before]) {
                const std::string other = before;
                const auto majors = [&](const std::string& of, Family family) {
                    const Version release = *parse_version(of);
                    return std::pair(right_majors(release, family, policy).min,
                                     right_majors(release, family, policy).max);
                };
                Files files = right;
                std::swap(files.nvcc[name], files.nvcc[other]);
                std::set<AuditSeverity> expected;
                for (const Family family : families) {
                    const auto mine = majors(name, family);
                    const auto theirs = majors(other, family);
                    for (const AuditSeverity s :
                         counted_out(*parse_version(name), family, policy, *theirs.first, *theirs.second))
                        expected.insert(s);
                    for (const AuditSeverity s :
                         counted_out(*parse_version(other), family, policy, *mine.first, *mine.second))
                        expected.insert(s);
                }
                const Audit audit = audited(files, policy);
                CHECK_MESSAGE(audit.findings.empty() == expected.empty(), name, " and ", other, " exchanged");
            }
            const bool is_oldest = *parse_version(name) == minors().front();
            if (!is_oldest) law.seed(name + " removed", [&](Files& f) { f.nvcc.erase(name); });
            before = name;
        }
        Files younger = right;
        younger.nvcc.erase(to_string(minors().front()));
        const Audit given_up = audited(younger, policy);
        CHECK(given_up.given_up == std::vector<Version>{minors().front()});
        law.seed(
            "12.7 added", [&](Files& f) { f.nvcc["12.7"] = f.nvcc["12.8"]; }, AuditSeverity::cosmetic);
        if (naming.is_list) return;
        for (const CapabilityRow& row : tables.capabilities) {
            const std::string name = to_string(row.capability);
            law.seed(
                name + " removed", [&](Files& f) { f.cuda.erase(name); }, AuditSeverity::forbids_what_works);
        }
        for (const char* unknown : {"8.1", "9.0f", "6.3a"})
            law.seed(
                std::string(unknown) + " added",
                [&](Files& f) {
                    f.cuda[unknown] = f.cuda["9.0"];
                    f.cuda[unknown][naming.capability()] = unknown;
                },
                AuditSeverity::breaks_a_build);
    });
}

TEST_CASE("an undocumented value is neither a finding nor confirmed") {
    const Naming naming;
    Files files = right_files(naming, AuditPolicy::documented);
    files.nvcc["99.9"] = files.nvcc["12.8"];
    files.cuda["99.9"] = files.cuda["9.0"];
    files.cuda["99.9"]["cudaCapability"] = "99.9";
    files.cuda["99.9"]["minCudaMajorMinorVersion"] = "99.9";
    files.cuda["9.0"]["maxCudaMajorMinorVersion"] = "99.9";
    const Audit audit = audited(files, AuditPolicy::documented);
    CHECK(audit.findings.empty());
    const auto is_unknown = [&](AuditSubject subject, const std::string& row, const std::string& field) {
        return std::ranges::any_of(audit.not_known, [&](const Audit::NotKnown& value) {
            return value.subject == subject && value.row == row && value.field == some_foreign(field);
        });
    };
    CHECK(is_unknown(AuditSubject::nvcc, "99.9", ""));
    CHECK(is_unknown(AuditSubject::cuda, "99.9", ""));
    CHECK(is_unknown(AuditSubject::cuda, "9.0", "maxCudaMajorMinorVersion"));
}

TEST_CASE("reports each default capability that nvcc rejects") {
    const Naming naming;
    Files files = right_files(naming, AuditPolicy::documented);
    files.cuda["7.0"]["maxCudaMajorMinorVersion"] = nullptr;
    const Audit open = audited(files, AuditPolicy::documented);
    for (const Version release : minors()) {
        const bool is_reported = !severities(open, AuditSubject::defaults, to_string(release)).empty();
        CHECK(is_reported == (Version{12, 9} < release));
    }
    for (auto& [name, row] : files.cuda.items()) row["isJetson"] = true;
    const Audit none = audited(files, AuditPolicy::documented);
    for (const Version release : minors())
        CHECK(severities(none, AuditSubject::defaults, to_string(release)) == std::set{AuditSeverity::breaks_a_build});
}

TEST_CASE("findings about future releases are cosmetic") {
    const Naming naming;
    Files files = right_files(naming, AuditPolicy::documented);
    files.cuda["6.0"][naming.max()] = nullptr;
    files.cuda.erase("8.8");
    const auto found = [&](const char* row) {
        return severities(audited(files, AuditPolicy::documented), AuditSubject::cuda, row);
    };
    CHECK(found("6.0") == std::set{AuditSeverity::breaks_a_build});
    CHECK(found("8.8") == std::set{AuditSeverity::forbids_what_works});
    for (const Version release : minors())
        if (Version{12, 9} < release) files.nvcc.erase(to_string(release));
    CHECK(found("6.0") == std::set{AuditSeverity::cosmetic});
    CHECK(found("8.8") == std::set{AuditSeverity::cosmetic});
    CHECK(severities(audited(files, AuditPolicy::documented), AuditSubject::defaults, "13.0").empty());
}
