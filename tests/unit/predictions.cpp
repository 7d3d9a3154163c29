// SPDX-License-Identifier: MIT
// Predictions about nvcc, the plan to try them, and the meaning of its messages.
#include "builtin.hpp"
#include "query.hpp"

#include "findings/verify.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace cudastdenv::verify {

namespace {

namespace fs = std::filesystem;

using Kind = Outcome::Kind;

Outcome too_new(int max) { return Outcome::expected_for({"too-new", {{"view", "nvcc's check"}, {"major", max}}}); }

Outcome of_kind(Kind kind) { return {.kind = kind}; }

}  // namespace

TEST_CASE("reads the limit from nvcc's output") {
    const fs::path directory = "/tmp/t";
    CHECK_FALSE(refusal("error: unsupported\n", directory));
    CHECK(refusal("x\n#error -- unsupported GNU version! gcc versions later than 15 are not supported! y", directory)
              ->newest == 15);
    CHECK(refusal("error: -- unsupported clang version! clang version must be less than 21 and greater than 3.2 .",
                  directory)
              ->newest == 20);
    CHECK(refusal("unsupported GNU version! gcc versions later than 9", directory)->message.id == "refused");
    CHECK_FALSE(refusal("unsupported GNU version! another text", directory)->newest);
    CHECK(refusal("unsupported GNU version! another text", directory)->message.id == "refused-without-bound");
    CHECK_FALSE(refusal("unsupported GNU version! gcc versions later than 99999999999", directory)->newest);
}

TEST_CASE("keeps an error line equal between runs") {
    CHECK(error_lines("warning: w\n  /tmp/t/program.cu(1): error: x\nerror: y\n", "/tmp/t", 1).front() ==
          "program.cu(1): error: x");
    CHECK(error_lines("/tmp/t/tmpxft_00000b1f_00000000-6_program.o: undefined reference", "/tmp/t", 1).front() ==
          "tmpxft_program.o: undefined reference");
    CHECK(error_lines("\n\nsomething else\nmore", "/tmp/t", 1).front() == "something else");
    CHECK(error_lines("", "/tmp/t", 1).front().empty());
    CHECK(error_lines("error " + std::string(5000, 'x'), "/tmp/t", 1).front().size() == 400);
}

TEST_CASE("compares predictions with results") {
    const Outcome at_20{.kind = Kind::refused, .newest = 20};
    CHECK(compare(too_new(20), at_20) == Verdict::as_predicted);
    CHECK(compare(too_new(19), at_20) == Verdict::different);
    CHECK(compare(too_new(19), of_kind(Kind::refused)) == Verdict::as_predicted);
    CHECK(compare(too_new(20), of_kind(Kind::works)) == Verdict::different);
    CHECK(compare(too_new(20), of_kind(Kind::does_not_build)) == Verdict::different);
    CHECK(compare(of_kind(Kind::works), of_kind(Kind::unknown)) == Verdict::not_run);
    CHECK(compare(of_kind(Kind::unknown), of_kind(Kind::unknown)) == Verdict::not_run);
    CHECK(compare(of_kind(Kind::unknown), at_20) == Verdict::as_predicted);

    const Outcome broken = Outcome::expected_for({"known-broken"});
    CHECK(compare(broken, of_kind(Kind::does_not_build)) == Verdict::as_predicted);
    for (const Kind kind : {Kind::does_not_run, Kind::gives_no_answer, Kind::works, Kind::refused})
        CHECK(compare(broken, of_kind(kind)) == Verdict::different);

    for (const Kind kind : {Kind::works, Kind::taken, Kind::not_taken, Kind::does_not_run})
        for (const Kind seen : {Kind::works, Kind::taken, Kind::not_taken, Kind::does_not_run})
            CHECK((compare(of_kind(kind), of_kind(seen)) == Verdict::as_predicted) == (kind == seen));

    const Outcome at_most = needs({.glibc = "GLIBC_2.36"}, "needs-at-most");
    CHECK(compare(at_most, needs({.glibc = "GLIBC_2.34"}, "needs")) == Verdict::as_predicted);
    CHECK(compare(at_most, needs({.glibc = "GLIBC_2.38"}, "needs")) == Verdict::different);
}

TEST_CASE("symbol versions match by number") {
    const SymbolVersions limit{"GLIBCXX_3.4.30", "CXXABI_1.3.13", "GLIBC_2.36"};
    CHECK(fits({"GLIBCXX_3.4.30", "CXXABI_1.3.9", "GLIBC_2.4"}, limit));
    CHECK(fits({"", "", ""}, limit));
    CHECK_FALSE(fits({"GLIBCXX_3.4.31", "", ""}, limit));
    CHECK_FALSE(fits({"", "CXXABI_1.3.15", ""}, limit));
    CHECK_FALSE(fits({"", "", "GLIBC_2.38"}, limit));
    CHECK(fits({"GLIBCXX_3.4.31", "", ""}, {}));
}

TEST_CASE("a compiler without headers fails unless nvcc rejects it first") {
    const Release& release = *find_release(tables, "13.0"_version);
    const auto predicted = [&](Compiler compiler) {
        return predict(tables, release, {.compiler = compiler, .headers = std::nullopt, .glibc = std::nullopt},
                       CxxStandard::cxx17);
    };
    CHECK(predicted("clang-19"_cc).message.id == "no-headers");
    CHECK(predicted("clang-22"_cc).reason.value().id == "too-new");
}

TEST_CASE("plans a program for each compiler, standard and capability") {
    Host host;
    host.system = "x86_64-linux";
    for (const std::string_view name : {"gcc-14", "gcc-12"}) {
        FoundCompiler compiler;
        compiler.compiler = parse_compiler(name).value();
        compiler.path = "/usr/bin/" + std::string(name);
        compiler.libstdcxx_headers = compiler.compiler.major;
        compiler.libstdcxx = "/usr/lib/" + std::string(name) + "/libstdc++.so";
        if (compiler.compiler.major == 14) compiler.library_folder = "/usr/lib/gcc-14";
        host.compilers.push_back(compiler);
    }
    const Asked asked({.cuda = "12.4.1", .stdenv = "gcc-14", .available = "gcc-12 gcc-13", .libstdcxx = 14});
    FoundToolkit toolkit;
    toolkit.nvcc = "/opt/bin/nvcc";
    const std::array standards{CxxStandard::cxx17, CxxStandard::cxx20};
    const auto set_up = [](const HostCompiler&, const FoundCompiler& compiler) {
        BuildChoice choice;
        choice.compiler = &compiler;
        choice.link = LinkFolder{"/usr/lib/newer", false};
        return choice;
    };
    const VerifySubject subject{.tables = tables,
                                .host = host,
                                .set_up = set_up,
                                .toolkit = toolkit,
                                .request = asked.request(),
                                .stdenv_is_host = false,
                                .standards = standards,
                                .on_gpu = true};
    const TrialPlan plan = plan_trials(subject);
    const auto count = [&](VerifyRow::Kind kind) { return std::ranges::count(plan.rows, kind, &VerifyRow::kind); };
    CHECK(count(VerifyRow::Kind::compiler) == 4);
    // gcc-13 is chosen but not installed.
    CHECK(count(VerifyRow::Kind::chosen) == 2);
    const auto first = [](const TrialPlan& planned, VerifyRow::Kind kind) {
        return *std::ranges::find(planned.rows, kind, &VerifyRow::kind);
    };
    CHECK(first(plan, VerifyRow::Kind::chosen).seen.message.id == "not-installed-here");
    CHECK(count(VerifyRow::Kind::needs) == 0);
    CHECK(count(VerifyRow::Kind::capability) == static_cast<std::ptrdiff_t>(tables.capabilities.size()));
    CHECK(plan.trials.size() == 4 + tables.capabilities.size());

    const Asked second({.cuda = "12.4.1", .stdenv = "gcc-14", .available = "gcc-12", .libstdcxx = 14});
    VerifySubject installed = subject;
    installed.request = second.request();
    const TrialPlan with_chosen = plan_trials(installed);
    std::vector<VerifyRow> rows;
    for (const VerifyRow& row : with_chosen.rows)
        if (row.kind != VerifyRow::Kind::capability && row.kind != VerifyRow::Kind::compiler) rows.push_back(row);
    REQUIRE(rows.size() == 8);
    CHECK(rows[1].predicted.versions.glibcxx == "GLIBCXX_3.4.33");
    CHECK(compare(rows[2].predicted, rows[2].seen) == Verdict::not_run);
    const auto chosen = std::ranges::find_if(with_chosen.trials, &Trial::read_needs);
    REQUIRE(chosen != with_chosen.trials.end());
    CHECK(chosen->exported.at("NVCC_PREPEND_FLAGS") == "-L /usr/lib/gcc-14");
    CHECK(chosen->exported.at("NVCC_CCBIN") == "/usr/bin/gcc-12");
    CHECK(chosen->code.size() > 1);

    // A toolkit that requires a workaround, a directory that flags cannot contain, and a GPU.
    for (const auto& [lack, id] : {std::pair(ToolkitLack::cicc, "toolkit-without-cicc"),
                                   std::pair(ToolkitLack::library_folder, "toolkit-without-lib64"),
                                   std::pair(ToolkitLack::link_stub, "toolkit-without-link-stub")}) {
        toolkit.lacks = {lack};
        const TrialPlan lacking = plan_trials(installed);
        const auto gcc_12 = std::ranges::find(lacking.rows, "gcc-12"_cc, &VerifyRow::compiler);
        CHECK(gcc_12->predicted.message.id == id);
    }
    toolkit.lacks.clear();
    host.gpus = {{{"NVIDIA H200"}, parse_capability("9.0")}};
    CHECK(first(plan_trials(installed), VerifyRow::Kind::gpu).predicted.message.id == "runs-by-machine-code");
    CHECK(first(plan_trials(installed), VerifyRow::Kind::ptx).predicted.message.id == "runs-by-ptx");
    host.gpus.clear();
    VerifySubject unfit = installed;
    unfit.set_up = [](const HostCompiler&, const FoundCompiler& compiler) {
        BuildChoice choice;
        choice.compiler = &compiler;
        choice.toolkit_libraries = "/it's";
        return choice;
    };
    CHECK(first(plan_trials(unfit), VerifyRow::Kind::chosen).seen.message.id == "unfit-folder");

    // If the stdenv is the host's, the measured values count, and each compiler has its own.
    installed.stdenv_is_host = true;
    const TrialPlan on_host = plan_trials(installed);
    const auto linked = std::ranges::find_if(on_host.trials, &Trial::read_needs);
    REQUIRE(linked != on_host.trials.end());
    CHECK(linked->exported.at("NVCC_PREPEND_FLAGS") == "-L /usr/lib/newer");
    CHECK(on_host.trials[0].library_folder == "/usr/lib/gcc-14");
    CHECK(on_host.trials[2].library_folder.empty());
}

}  // namespace cudastdenv::verify
