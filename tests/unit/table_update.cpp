// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "findings/ingest.hpp"
#include "resolve/resolve.hpp"
#include "sample.hpp"
#include "source_directory.hpp"
#include "tables/fields.hpp"
#include "tables/lookup.hpp"
#include "unit/show.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

using namespace cudastdenv;

namespace {

/// A toolkit like those from the reader.
Toolkit toolkit(std::optional<Version> release, std::optional<Version> build, int gcc, int clang) {
    Toolkit made;
    made.header = "include/crt/host_config.h";
    made.bounds.gcc = HeaderBounds{std::nullopt, gcc};
    made.bounds.clang = HeaderBounds{3, clang};
    made.bounds.grace = HeaderBounds{16, clang};
    made.release = release;
    made.build = build;
    return made;
}

/// The meta package of a release, like those from the reader.
Toolkit meta_package(Version release, Version build) {
    Toolkit made;
    made.release = release;
    made.build = build;
    made.clues.push_back({.kind = Clue::Kind::meta_package,
                          .where = {"METADATA"},
                          .build = build,
                          .release = release,
                          .package = "cuda-toolkit",
                          .package_version = to_string(release)});
    return made;
}

Toolkit judge(const Toolkit& made) { return judge_toolkit(builtin_tables(), made, "2026-12-01"); }

std::string whole(const Tables& tables) {
    return table_file(tables, "releases.json") + table_file(tables, "host_compilers.json") +
           table_file(tables, "sources.json");
}

bool is_unchanged(const Tables& tables) {
    static const std::string before = whole(builtin_tables());
    return whole(tables) == before;
}

struct Updated {
    explicit Updated(const Toolkit& made) : result(judge(made)), update(builtin_tables()), outcome(update.add(result)) {
        update.finish();
        static Sample sample(1, 5);  // with sanitizers, a second
        if (sample.takes_next()) check_tables(update.view(), "test");
    }
    [[nodiscard]] const HostCompilerRow& row(Compiler::Family family, Version release) {
        view = update.view();
        const HostCompilerRow* found = find_host_compilers(view, family, release);
        REQUIRE(found);
        return *found;
    }

    Toolkit result;
    TableUpdate update;
    NotApplied outcome;
    Tables view;
};

std::ptrdiff_t count(const Toolkit& result, Difference::Kind kind) {
    return std::ranges::count(result.differences, kind, &Difference::kind);
}

}  // namespace

TEST_CASE("writes whole files as in data/") {
    for (const TableMember& list : sampled<7>(table_members())) {
        const std::string file = contents_of(source_directory() / "data" / list.file);
        CHECK_MESSAGE(table_file(builtin_tables(), list.file) == file, list.file);
    }
}

TEST_CASE("a toolkit equal to the tables changes nothing") {
    Updated updated(toolkit("12.8.1"_version, "12.8.93"_version, 14, 19));
    CHECK(updated.result.differences.empty());
    CHECK(updated.result.releases == std::vector{"12.8.1"_version, "12.8.2"_version});
    CHECK(updated.outcome == NotApplied::nothing_to_change);
    CHECK(is_unchanged(updated.update.view()));
}

TEST_CASE("a new minor release gets its own rows") {
    Updated updated(toolkit("99.0.0"_version, "99.0.20"_version, 20, 30));
    CHECK(updated.outcome == NotApplied::applied);
    CHECK(count(updated.result, Difference::Kind::new_release) == 1);
    const HostCompilerRow& clang = updated.row(Compiler::Family::clang, "99.0.0"_version);
    CHECK(clang.first == "99.0.0"_version);
    CHECK(clang.enforced->max == 30);
    CHECK(clang.grace->max == 30);
    CHECK_FALSE(clang.nixpkgs);
    CHECK(clang.enforced->sources[0] == "nvidia-header-99.0.20");
    CHECK(find_source(updated.view, "nvidia-header-99.0.20")->retrieved == "2026-12-01");
    CHECK(find_release(updated.view, "99.0"_version)->nvcc == "99.0.20");
}

TEST_CASE("a release with a known nvcc inherits its header and standard") {
    std::size_t tried = 0;
    for (const Release& same : sampled<29>(tables.releases)) {
        const std::optional<Version> build = same.nvcc ? full_version(*same.nvcc) : std::nullopt;
        const HostCompilerRow* gcc = find_host_compilers(builtin_tables(), Compiler::Family::gcc, same.version);
        const HostCompilerRow* clang = find_host_compilers(builtin_tables(), Compiler::Family::clang, same.version);
        if (!build || !gcc || !gcc->enforced || !clang || !clang->enforced) continue;
        const Version next{same.version.major, same.version.minor, same.version.patch + 1};
        if (find_release(builtin_tables(), next)) continue;
        Updated updated(meta_package(next, *build));
        CHECK(updated.outcome == NotApplied::applied);
        CHECK(updated.result.releases == std::vector{next});
        const HostCompilerRow own_gcc = updated.row(Compiler::Family::gcc, next);
        const HostCompilerRow own_clang = updated.row(Compiler::Family::clang, next);
        CHECK(own_gcc.enforced->max == gcc->enforced->max);
        CHECK(own_clang.enforced->max == clang->enforced->max);
        CHECK(own_clang.grace.has_value() == clang->grace.has_value());
        const Release& row = *find_release(updated.view, next);
        CHECK(row.nvcc == same.nvcc);
        CHECK_FALSE(row.date);
        CHECK(row.newest_standard == same.newest_standard);
        CHECK(row.sources.front() == "nvidia-cuda-toolkit-metapackage");
        ++tried;
    }
    if (!is_sanitized) CHECK(tried > where_every_case_is_tried(25));
    // A row of two builds cites the header of this one.
    Updated updated(meta_package("13.4.9"_version, "13.4.92"_version));
    const SourceIds sources = updated.row(Compiler::Family::gcc, "13.4.9"_version).enforced->sources;
    CHECK(sources.size() == 1);
    CHECK(sources.front() == "nvidia-header-13.4.92");
    CHECK(updated.result.differences[0].same_nvcc_as == "13.4.3"_version);
}

TEST_CASE("ignores a meta package that contradicts the tables' nvcc") {
    Updated agrees(meta_package("13.4.3"_version, "13.4.92"_version));
    CHECK(agrees.result.differences.empty());
    CHECK(agrees.outcome == NotApplied::nothing_to_change);
    Updated wrong(meta_package("12.5.1"_version, "12.5.40"_version));
    CHECK(wrong.result.releases == std::vector{"12.5.1"_version});
    CHECK(count(wrong.result, Difference::Kind::build) == 1);
    CHECK(wrong.outcome == NotApplied::only_pinned);
    CHECK(is_unchanged(wrong.update.view()));
    // An nvcc with an unread header.
    Updated unknown(meta_package("99.0.0"_version, "99.0.20"_version));
    CHECK(unknown.outcome == NotApplied::no_header);
    CHECK(is_unchanged(unknown.update.view()));
}

TEST_CASE("a meta package adds the nvcc of an unknown release") {
    std::vector<Release> releases(builtin_tables().releases.begin(), builtin_tables().releases.end());
    const auto without = std::ranges::find(releases, "12.5.1"_version, &Release::version);
    without->nvcc = std::nullopt;
    Tables tables = builtin_tables();
    tables.releases = releases;
    const Toolkit result = judge_toolkit(tables, meta_package("12.5.1"_version, "12.5.82"_version), "2026-12-01");
    TableUpdate update(tables);
    CHECK(update.add(result) == NotApplied::applied);
    const Tables after = update.view();
    const Release& row = *find_release(after, "12.5.1"_version);
    CHECK(row.nvcc == "12.5.82");
    CHECK(row.sources.front() == "nvidia-cuda-toolkit-metapackage");
}

TEST_CASE("only nvcc gives the C++ standard, and is cited") {
    Toolkit made = toolkit("99.0.0"_version, "99.0.20"_version, 20, 30);
    Updated unknown(made);
    unknown.view = unknown.update.view();
    CHECK_FALSE(find_release(unknown.view, "99.0.0"_version)->newest_standard);
    CHECK_FALSE(find_source(unknown.view, "nvcc-help-99.0.20"));
    // A release outside the tables is beyond what was checked.
    Request request;
    request.cuda = "99.0.0"_version;
    request.stdenv = {{Compiler::Family::gcc, 14}, 14, {}, {}};
    const Resolution resolution = resolve(unknown.view, request);
    const auto has = [&](std::string_view id) {
        return std::ranges::find(resolution.notes, id, &Diagnostic::id) != resolution.notes.end();
    };
    CHECK(has("beyond-tables"));
    CHECK(has("standard-unknown"));
    made.answers.emplace();
    made.answers->newest_standard = CxxStandard::cxx23;
    Updated asked(made);
    asked.view = asked.update.view();
    const Release& row = *find_release(asked.view, "99.0.0"_version);
    CHECK(row.newest_standard == CxxStandard::cxx23);
    REQUIRE(find_source(asked.view, "nvcc-help-99.0.20"));
    CHECK(row.sources.back() == "nvcc-help-99.0.20");
    // A later run adds values that were unknown.
    TableUpdate second(unknown.view);
    CHECK(second.add(judge_toolkit(unknown.view, made, "2026-12-02")) == NotApplied::applied);
    CHECK(find_release(second.view(), "99.0.0"_version)->newest_standard == CxxStandard::cxx23);
}

TEST_CASE("a patch with equal header bounds extends its row") {
    TableUpdate update(builtin_tables());
    const Toolkit before = judge(toolkit("99.0.0"_version, "99.0.20"_version, 20, 30));
    update.add(before);
    const Tables first = update.view();
    const Toolkit after = judge_toolkit(first, toolkit("99.0.1"_version, "99.0.50"_version, 20, 30), "2026-12-02");
    TableUpdate second(first);
    second.add(after);
    const Tables both = second.view();
    const HostCompilerRow& gcc = *find_host_compilers(both, Compiler::Family::gcc, "99.0.1"_version);
    CHECK(gcc.first == "99.0.0"_version);
    CHECK(gcc.last == "99.0.1"_version);
    CHECK(gcc.enforced->sources.back() == "nvidia-header-99.0.50");
    CHECK(both.host_compilers.size() == first.host_compilers.size());
}

TEST_CASE("earlier guide limits do not apply to a new release") {
    Sample sample(3, 53);
    for (const HostCompilerRow& before : builtin_tables().host_compilers) {
        const Version next{before.last.major, before.last.minor, before.last.patch + 50};
        const HostCompilerRow* last = find_host_compilers(builtin_tables(), before.family, before.last);
        if (!before.documented || !before.enforced || last != &before || !sample.takes_next()) continue;
        // Releases 10.x have the number of their nvcc.
        const int build = next.major == 10 ? next.patch : 5000;
        Toolkit made = toolkit(next, Version{next.major, next.minor, build}, before.enforced->max,
                               before.enforced->max);
        made.bounds.clang = made.bounds.gcc = HeaderBounds{before.enforced->min, before.enforced->max};
        made.bounds.grace.reset();
        if (before.grace) made.bounds.grace = HeaderBounds{before.grace->min, before.grace->max};
        Updated updated(made);
        CHECK_FALSE(updated.row(before.family, next).documented);
        CHECK(updated.row(before.family, before.last).documented);
    }
}

TEST_CASE("a patch with other bounds starts a row with nixpkgs' view") {
    Updated updated(toolkit("12.9.50"_version, "12.9.500"_version, 15, 19));
    const HostCompilerRow& gcc = updated.row(Compiler::Family::gcc, "12.9.50"_version);
    CHECK(gcc.first == "12.9.50"_version);
    CHECK(gcc.enforced->max == 15);
    CHECK(gcc.nixpkgs->max == 14);
    CHECK_FALSE(gcc.documented);
    CHECK(updated.row(Compiler::Family::gcc, "12.9.2"_version).last == "12.9.2"_version);
}

TEST_CASE("a release inside a row can get its own") {
    Updated updated(toolkit("12.6.1"_version, "12.6.68"_version, 12, 18));
    REQUIRE(count(updated.result, Difference::Kind::bounds) == 1);
    CHECK(updated.row(Compiler::Family::gcc, "12.6.0"_version).last == "12.6.0"_version);
    const HostCompilerRow& own = updated.row(Compiler::Family::gcc, "12.6.1"_version);
    CHECK(own.first == own.last);
    CHECK(own.enforced->max == 12);
    CHECK(own.enforced->sources.size() == 1);
    CHECK(own.documented);
    const HostCompilerRow& after = updated.row(Compiler::Family::gcc, "12.6.3"_version);
    CHECK(after.first == "12.6.2"_version);
    CHECK(after.enforced->max == 13);
    // Clang's row is unchanged.
    CHECK(updated.row(Compiler::Family::clang, "12.6.1"_version).last == "12.6.3"_version);
}

TEST_CASE("an agreeing row with another source cites the header first") {
    Toolkit made = toolkit("11.7.0"_version, "11.7.64"_version, 11, 13);
    made.bounds.grace = std::nullopt;
    Updated updated(made);
    CHECK(updated.result.differences.empty());
    CHECK(updated.result.uncited == std::vector{"11.7.0"_version});
    CHECK(updated.outcome == NotApplied::applied);
    const SourceIds sources = updated.row(Compiler::Family::gcc, "11.7.0"_version).enforced->sources;
    CHECK(sources.front() == "nvidia-header-11.7.64");
    CHECK(sources.size() == 3);
}

TEST_CASE("removes a source without citations") {
    Toolkit made = toolkit("10.1.243"_version, "10.1.243"_version, 8, 9);
    made.bounds.grace = std::nullopt;
    CHECK(find_source(builtin_tables(), "clangdev-feedstock-issue-76"));
    Updated updated(made);
    CHECK(updated.row(Compiler::Family::clang, "10.1.243"_version).enforced->max == 9);
    CHECK_FALSE(find_source(updated.view, "clangdev-feedstock-issue-76"));
}

TEST_CASE("handles a Grace window that header or tables lack") {
    Toolkit without = toolkit("12.8.0"_version, "12.8.61"_version, 14, 19);
    without.bounds.grace = std::nullopt;
    Updated removed(without);
    CHECK_FALSE(removed.row(Compiler::Family::clang, "12.8.0"_version).grace);
    CHECK(removed.row(Compiler::Family::clang, "12.8.1"_version).grace);
    Toolkit with = toolkit("12.2.0"_version, "12.2.91"_version, 12, 15);
    with.bounds.grace = HeaderBounds{15, 15};
    Updated added(with);
    CHECK(added.row(Compiler::Family::clang, "12.2.0"_version).grace->max == 15);
}

TEST_CASE("the written tables equal the toolkit") {
    for (const Toolkit& made :
         {toolkit("99.0.0"_version, "99.0.20"_version, 20, 30), toolkit("12.6.1"_version, "12.6.68"_version, 12, 17),
          toolkit("12.6.1"_version, "12.6.69"_version, 13, 18)}) {
        Updated updated(made);
        const Tables tables = updated.update.view();
        const Toolkit again = judge_toolkit(tables, made, "2026-12-02");
        CHECK(again.differences.empty());
        CHECK(again.uncited.empty());
        TableUpdate second(tables);
        CHECK(second.add(again) == NotApplied::nothing_to_change);
    }
}

TEST_CASE("updates with only the minor release known") {
    const Toolkit one = judge(toolkit("12.2"_version, std::nullopt, 12, 16));
    CHECK_FALSE(one.release_exact);
    // The range of 12.2.0 ends at 15, so it is not that release.
    Toolkit made = toolkit("12.2"_version, std::nullopt, 12, 16);
    made.bounds.grace = HeaderBounds{16, 16};
    CHECK(judge(made).releases == std::vector{"12.2.1"_version, "12.2.2"_version});
    CHECK(judge(made).differences.empty());
    const Toolkit none = judge(toolkit("12.2"_version, std::nullopt, 1, 16));
    CHECK(none.releases.size() == 3);
    CHECK(count(none, Difference::Kind::bounds) >= 3);
    TableUpdate update(builtin_tables());
    CHECK(update.add(none) == NotApplied::release_not_exact);
}

TEST_CASE("writes nothing for unknown input") {
    TableUpdate update(builtin_tables());
    Toolkit strange = toolkit("99.0.0"_version, "99.0.20"_version, 20, 30);
    strange.bounds.problems.push_back({"unknown-check"});
    CHECK(update.add(judge(strange)) == NotApplied::not_understood);
    CHECK(update.add(judge(toolkit(std::nullopt, "99.0.20"_version, 20, 30))) == NotApplied::release_not_exact);
    Toolkit headless = toolkit("99.0.0"_version, "99.0.20"_version, 20, 30);
    headless.header.clear();
    CHECK(update.add(judge(headless)) == NotApplied::no_header);
    CHECK(is_unchanged(update.view()));
}

TEST_CASE("a new build belongs to the next release of its minor") {
    std::size_t tried = 0;
    for (const Release& release : tables.releases) {
        Tables before = tables;
        before.releases = tables.releases.first(static_cast<std::size_t>(&release - tables.releases.data()));
        int next = 0;
        bool builds_known = release.nvcc.has_value();
        for (const Release& other : before.releases) {
            if (other.version.major != release.version.major || other.version.minor != release.version.minor) continue;
            next = other.version.patch + 1;
            builds_known = builds_known && other.nvcc && other.nvcc != release.nvcc;
        }
        if (!builds_known || release.version.patch != next) continue;
        Toolkit made = toolkit(std::nullopt, full_version(*release.nvcc), 14, 19);
        const Toolkit result = judge_toolkit(before, made, "2026-12-01");
        REQUIRE(result.problems.size() == 1);
        CHECK(result.problems[0].id == "build-unknown");
        CHECK(argument_of(result.problems[0], "likely") == to_string(release.version));
        ++tried;
    }
    CHECK(tried > 10);
}

TEST_CASE("updates capabilities and the newest standard") {
    Toolkit made = toolkit("13.0.2"_version, "13.0.88"_version, 15, 20);
    made.answers.emplace();
    made.answers->newest_standard = CxxStandard::cxx17;
    made.answers->capabilities = {"7.0"_cap, "98.0"_cap};
    const Toolkit result = judge(made);
    CHECK(count(result, Difference::Kind::standard) == 3);
    CHECK(count(result, Difference::Kind::capability_taken) == 6);
    CHECK(count(result, Difference::Kind::capability_refused) > 3);
    made.answers->capabilities.clear();
    CHECK(count(judge(made), Difference::Kind::capability_refused) == 0);
}

TEST_CASE("reports another build than the tables have") {
    Toolkit made = toolkit("13.0.3"_version, "13.0.89"_version, 15, 20);
    Updated updated(made);
    CHECK(count(updated.result, Difference::Kind::build) == 1);
    CHECK(find_release(updated.update.view(), "13.0.3"_version)->nvcc == "13.0.89");
}
