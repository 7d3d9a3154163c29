// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "sample.hpp"
#include "spelling/spell.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/ask.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

namespace cudastdenv {

namespace {

template <class T>
std::string problem_of(const Result<T>& result) {
    return result ? "no problem" : result.problem().text;
}

/// A question whose texts are destroyed before its answer is used.
Result<ResolveAnswer> asked_in_passing() {
    const auto question =
        std::make_unique<Question>(Question{.cuda = "12.8", .stdenv = "debian-13", .gpus = {"RTX 4090", "H100"}});
    return ask(*question);
}

}  // namespace

TEST_CASE("the shortest call returns the same answer as the command") {
    const auto answer = ask({.cuda = "12.8", .stdenv = "debian-13", .gpus = {"RTX 4090"}});
    REQUIRE(answer);
    REQUIRE(answer->host_compiler);
    CHECK(answer->works);
    CHECK(to_string(answer->host_compiler->compiler) == "gcc-14");
    CHECK(answer->host_compiler->uses_stdenv);
    CHECK(answer->stdenv.libstdcxx.gcc == 14);
    CHECK(answer->capabilities.resolved == std::vector<Capability>{{8, 9}});
    CHECK(answer->flags.gencode.size() == 2);
    CHECK_FALSE(answer->rejected.empty());
    for (const ResolveAnswer::Rejection& other : answer->rejected) {
        CHECK_FALSE(other.code.empty());
        CHECK_FALSE(other.text.empty());
    }
}

TEST_CASE("answers words in any order") {
    const auto commands = [](const char* words) {
        const auto answer = ask(words);
        REQUIRE(answer);
        std::string names;
        for (const AskAnswer::Part& part : answer->answers) names += std::string(part.command) + ' ';
        return names;
    };
    CHECK(commands("12.8") == "resolve ");
    CHECK(commands("gcc 13 with cuda 12.8?") == "explain ");
    CHECK(commands("5090 gcc-15 12.8 ubuntu-24.04") == "explain covers ");
    CHECK(commands("driver 550, CUDA 12.8") == "compat ");
    CHECK(commands("RTX 4070 Ti Super") == "gpu ");
    CHECK(commands("noble 12.4 c++20") == "resolve ");
    CHECK(commands("12.0 12.0") == "covers ");
    CHECK(commands("Hopper") == "releases ");
    CHECK(commands("clang-18") == "releases ");
    CHECK(commands("gcc-too-new") == "diagnose ");
    CHECK(commands("gcc versions later than 13") == "diagnose ");
    CHECK(commands("no kernel image is available for execution on the device") == "diagnose ");
    const auto explained = ask("12.8 gcc-15");
    REQUIRE(explained);
    CHECK_FALSE(explained->answers.front().answered);
    CHECK(explained->answers.front().text.starts_with("No: gcc-15 does not work with CUDA 12.8.2"));
    const auto nonsense = ask("12.8 xyzzy");
    REQUIRE_FALSE(nonsense);
    CHECK(nonsense.problem().text == "unknown word 'xyzzy'; cudastdenv 12.8");
}

TEST_CASE("an answer has the lines to type") {
    const auto fitting = ask(Question{.cuda = "12.3", .stdenv = "ubuntu-24.04"});
    REQUIRE(fitting);
    REQUIRE(fitting->apply.size() == 1);
    CHECK(fitting->apply.front().tool == PlanTool::apt);
    CHECK(fitting->apply.front().lines.front() == "apt install g++-12");
    Question question{.cuda = "12.8", .stdenv = "debian-12"};
    const auto installed = ask(question);  // the default compiler works, so no installation is needed
    REQUIRE(installed);
    CHECK(installed->apply.empty());
    question.for_tool = "make";
    const auto explained = explain(question, "gcc-15");
    REQUIRE(explained);
    CHECK(explained->apply.front().lines.back() == "make CC=gcc-12 CXX=g++-12 HOST_COMPILER=g++-12");
    question.for_tool = "none";
    const auto silent = ask(question);
    REQUIRE(silent);
    CHECK(silent->apply.empty());
    question.for_tool = "dnf";
    CHECK(problem_of(ask(question)) == "debian-12 has no dnf: its packages are installed with `apt install`");
}

TEST_CASE("an answer outlives its question") {
    const auto answer = asked_in_passing();
    REQUIRE(answer);
    CHECK(answer->cuda.release == find_release(builtin_tables(), {12, 8})->version);
    CHECK(answer->capabilities.resolved == std::vector<Capability>{{8, 9}, {9, 0}});
}

TEST_CASE("rejects a misspelling with a sentence that corrects it") {
    const auto newest = ask(Question{});
    REQUIRE(newest);
    CHECK(newest->cuda.requested == "latest");
    CHECK(problem_of(ask({.cuda = ""})).find("is not a CUDA release") != std::string::npos);
    CHECK(problem_of(ask({.cuda = "12.99"})).find("unknown CUDA release 12.99") != std::string::npos);
    CHECK(problem_of(ask({.cuda = "12.8", .system = "x86-64-linux"})).find("did you mean 'x86_64-linux'?") !=
          std::string::npos);
    CHECK(problem_of(ask({.cuda = "12.8", .stdenv = "gcc"})).find("unknown environment") != std::string::npos);
    CHECK(problem_of(ask({.cuda = "12.8", .stdenv = "gcc-0"})) != "no problem");
    CHECK(problem_of(ask({.cuda = "12.8", .stdenv = "clang-0"})) != "no problem");
    CHECK(problem_of(ask({.cuda = "12.8", .stdenv = "host"})).starts_with("'host' needs a machine"));
    CHECK(problem_of(ask({.cuda = "12.8", .gpus = {"RTX"}})) != "no problem");
    CHECK(problem_of(ask({.cuda = "12.8", .capabilities = {"8.9,9.0"}})).find("is a list") != std::string::npos);
    CHECK(problem_of(releases({.available = {"gcc-99"}})).find("unknown compiler") != std::string::npos);
    CHECK(problem_of(releases({.stdenv = "gc-13"})) != "no problem");
    CHECK(problem_of(compat({.cuda = "12.8"}, "12.8")).find("looks like a CUDA release") != std::string::npos);
    CHECK(problem_of(covers({.cuda = "12.8", .text = "8.0x"})).find("cannot read '8.0x'") != std::string::npos);
    CHECK(problem_of(spell({.cuda = "12.8"}, "cmkae")).find("did you mean 'cmake'?") != std::string::npos);
    CHECK(problem_of(run("reslove", {}, false)).find("did you mean 'resolve'?") != std::string::npos);
    CHECK(problem_of(run("resolve", {{"cdua", "12.8"}}, false)).find("did you mean 'cuda'?") != std::string::npos);
}

TEST_CASE("a list that does not run comes with lines to type") {
    const auto coverage = covers(
        {.cuda = "12.8", .capabilities = {"8.0"}, .forward_compat = false, .gpu = "RTX 5090", .for_tool = "cmake"});
    REQUIRE(coverage);
    CHECK(coverage->devices.at(0).runs == false);
    REQUIRE(coverage->apply.size() == 1);
    CHECK(coverage->apply[0].tool == PlanTool::cmake);
    CHECK(coverage->apply[0].lines.at(0).find("CMAKE_CUDA_ARCHITECTURES") != std::string::npos);
    CHECK(problem_of(covers({.cuda = "12.8", .gpu = "RTX 5090", .for_tool = "cmkae"})).find("unknown tool") !=
          std::string::npos);
}

TEST_CASE("reads a log whole and in pieces") {
    const std::string log = "-- The CUDA compiler identification is unknown\n"
                            "host_config.h:143:2: error: #error -- unsupported GNU version! gcc versions later than 12 "
                            "are not supported!\n";
    const auto found = diagnose_log(log, {.stdenv = "ubuntu-24.04", .for_tool = "cmake"});
    REQUIRE(found);
    REQUIRE(found->findings.size() == 1);
    const DiagnoseAnswer::Finding& finding = found->findings[0];
    CHECK(finding.message == "gcc-too-new");
    CHECK(finding.line == 2);
    CHECK(finding.text.find("later than 12") != std::string::npos);
    CHECK_FALSE(finding.why.empty());
    CHECK_FALSE(finding.remedies.empty());
    CHECK_FALSE(finding.sources.empty());
    REQUIRE(finding.fix.size() == 1);
    CHECK(finding.fix[0].tool == PlanTool::cmake);
    REQUIRE(found->facts.cuda);
    CHECK(found->facts.cuda->first == Version{12, 0, 0});
    CHECK(found->facts.cuda->last == Version{12, 3, 2});
    CHECK(found->facts.cuda->line == 2);
    CHECK(found->facts.environment == "ubuntu-24.04");
    CHECK_FALSE(found->facts.driver);

    std::string_view rest = log;
    const auto in_pieces = diagnose_log_pieces(
        [&] {
            const std::string_view piece = rest.substr(0, 7);
            rest.remove_prefix(piece.size());
            return piece;
        },
        {.stdenv = "ubuntu-24.04", .for_tool = "cmake"});
    REQUIRE(in_pieces);
    REQUIRE(in_pieces->findings.size() == 1);
    CHECK(in_pieces->findings[0].text == finding.text);

    const auto nothing = diagnose_log_pieces([] { return std::string_view(); });
    REQUIRE(nothing);
    CHECK(nothing->findings.empty());
    CHECK(problem_of(diagnose_log("")).find("empty") != std::string::npos);
    CHECK(problem_of(diagnose_log(log, {.cuda = "host"})).starts_with("'host' needs a machine"));
    CHECK(problem_of(diagnose_log(log, {.driver = "12.8"})).find("looks like a CUDA release") != std::string::npos);
    struct CutOff {};
    CHECK_THROWS_AS((void)diagnose_log_pieces([]() -> std::string_view { throw CutOff(); }), CutOff);
}

TEST_CASE("an absent answer cannot be read by mistake") {
    const auto none = ask({.cuda = "12.99"});
    CHECK_THROWS_AS((void)*none, std::runtime_error);
    CHECK_THROWS_AS((void)none->works, std::runtime_error);
    const auto some = ask({.cuda = "12.8"});
    CHECK_THROWS_AS((void)some.problem(), std::logic_error);
}

TEST_CASE("gives each candidate a reason if no compiler works") {
    const auto answer = ask({.cuda = "11.8", .stdenv = "clang-20", .available = std::vector<std::string>{}});
    REQUIRE(answer);
    CHECK_FALSE(answer->works);
    CHECK_FALSE(answer->host_compiler);
    REQUIRE(answer->rejected.size() == 1);
    CHECK(to_string(answer->rejected.front().compiler) == "clang-20");
}

TEST_CASE("answers the other questions") {
    const auto why = explain({.cuda = "12.8"}, "gcc-15");
    REQUIRE(why);
    CHECK_FALSE(why->chosen);
    REQUIRE(why->rejection);
    CHECK(why->rejection->code == "too-new");
    CHECK_FALSE(why->rejection->sources.empty());

    const auto list = spell({.cuda = "12.8", .capabilities = {"9.0a"}, .forward_compat = false}, "torch");
    REQUIRE(list);
    REQUIRE(list->text);
    const auto read = read_list({.text = *list->text, .spelling = "torch", .cuda = "12.8"});
    REQUIRE(read);
    CHECK(read->machine_code == std::vector<std::string>{"9.0a"});

    const auto found = releases({.available = {"gcc-13"}, .driver = "550.54.15"});
    REQUIRE(found);
    CHECK_FALSE(found->releases.empty());
    CHECK(found->releases.size() + found->left_out.size() == builtin_tables().releases.size());

    const auto driver = compat({.cuda = "13.2"}, "450.80.02");
    REQUIRE(driver);
    CHECK(driver->runs == false);
    CHECK_FALSE(driver->obstacles.empty());

    const auto needed = needed_driver({.cuda = "12.8.1", .gpus = {"RTX 5090"}});
    REQUIRE(needed);
    CHECK(to_string(needed->minimum->driver) == "570.124.06");
    CHECK(to_string(needed->minor_version->driver) == "525.60.13");
    CHECK(needed->obstacles.empty());
    REQUIRE(needed->gpus.size() == 1);
    const auto nowhere = needed_driver({.cuda = "12.8", .system = "x86_64-darwin"});
    REQUIRE(nowhere);
    CHECK_FALSE(nowhere->obstacles.empty());

    const auto named = gpu("GTX 750");
    REQUIRE(named);
    REQUIRE(named->gpus.size() == 2);
    CHECK(named->gpus.front().capability == Capability{5, 0});
    CHECK(named->gpus.front().last_release == Version{12, 9});
    CHECK(named->gpus.front().last_branch == 580);
    CHECK(problem_of(gpu("no such GPU")).find("unknown GPU") != std::string::npos);

    const auto provided = provides({.for_tool = "conda"}, "libcublas.so.12");
    REQUIRE(provided);
    CHECK(provided->cuda == Version{12, 9, 2});
    REQUIRE(provided->apply.size() == 1);
    CHECK(provided->apply.front().lines.front() == "conda install -c conda-forge libcublas cuda-version=12.9");
    const auto gone = provides({.cuda = "13.0"}, "nvToolsExt.h");
    REQUIRE(gone);
    CHECK_FALSE(gone->has_file);

    const auto removed = api({}, "cudaDeviceProp::clockRate");
    REQUIRE(removed);
    CHECK(removed->has == false);
    CHECK(removed->changes.back().kind == ApiChangeKind::removed);
    CHECK(removed->changes.back().release == Version{13, 0, 0});
    const auto present = api({.cuda = "12.9"}, "cudaDeviceProp.clockRate");
    CHECK(present->has == true);
    const auto unread = api({.cuda = "11.2"}, "cudaDeviceProp.clockRate");
    CHECK_FALSE(unread->has);
    CHECK(problem_of(api({}, "cudaMemAdvice")).find("did you mean 'cudaMemAdvise'") != std::string::npos);

    const auto one = covers({.cuda = "12.8", .text = "8.0;9.0+PTX", .spelling = "torch", .gpu = "RTX 5090"});
    REQUIRE(one);
    REQUIRE(one->devices.size() == 1);
    CHECK(one->apply.empty());
    CHECK(one->devices.front().runs == true);
    CHECK(one->devices.front().path.size() == 4);
    const auto all = covers({.cuda = "12.8"});
    REQUIRE(all);
    CHECK(all->devices.size() > 10);

    const auto linted = lint({.text = "80-real;90a;101-real", .cuda = "13.0"});
    REQUIRE(linted);
    CHECK_FALSE(linted->clean);
    CHECK(linted->format == "cmake");
    CHECK(linted->fixed.value().find("110") != std::string::npos);

    const auto file = run("nix nvcc", {}, false);
    REQUIRE(file);
    CHECK(file->text.find("gcc") != std::string::npos);
}

TEST_CASE("answers each release and environment like the level of values") {
    for (const Release& release : sampled(tables.releases))
        for (const EnvironmentRow& environment : tables.environments) {
            const auto answer = ask({.cuda = to_string(release.version), .stdenv = std::string(environment.id)});
            REQUIRE_MESSAGE(answer, problem_of(answer));
            CHECK(answer->stdenv.libstdcxx.gcc == environment.libstdcxx);
            CHECK((answer->host_compiler || !answer->rejected.empty()));
        }
}

TEST_CASE("the newest host compiler is the limit of nvcc's check") {
    CHECK(*newest_host_compiler("13.4") == Compiler{Compiler::Family::gcc, 16});
    for (const Release& release : tables.releases)
        for (const auto family : {Compiler::Family::gcc, Compiler::Family::clang}) {
            const auto newest = newest_host_compiler(to_string(release.version), family);
            REQUIRE(newest);
            const auto& enforced = find_host_compilers(tables, family, release.version)->enforced;
            if (enforced) CHECK(newest->major == enforced->max);
        }
    CHECK_FALSE(newest_host_compiler("99.9"));
}

TEST_CASE("reads and writes a list by the rules of a consumer's version") {
    const auto spelled = cudastdenv::spell(
        {.cuda = "12.9", .capabilities = {"10.0", "10.3"}, .forward_compat = false, .consumer = "PyTorch 2.7"},
        "torch");
    REQUIRE(spelled);
    CHECK(spelled->text == "10.0");
    CHECK(spelled->losses.front().text == "PyTorch 2.7 does not accept 10.3 (2.8.0 or later does): it is left out");

    const auto old_word = read_list({"Blackwell", "torch", "12.9", "torch-2.6"});
    REQUIRE(old_word);
    CHECK(old_word->machine_code == std::vector<std::string>{"10.0"});
    const auto word = read_list({.text = "Blackwell", .spelling = "torch", .cuda = "12.9"});
    REQUIRE(word);
    CHECK(word->machine_code.size() == 4);
    CHECK_FALSE(read_list({"10.3", "torch", "12.9", "torch-2.7"}));

    const auto respelled = respell({"Blackwell", "torch", "12.9", "torch-2.7"}, "cmake", "cmake-3.31");
    REQUIRE(respelled);
    CHECK(respelled->text == "100-real;120");
    const auto older = respell({.text = "100f-real", .spelling = "cmake", .cuda = "12.9"}, "cmake", "cmake-3.30");
    REQUIRE(older);
    CHECK(older->text == "100-real");
    CHECK_FALSE(respell({.text = "8.0", .spelling = "torch", .cuda = "12.9"}, "cmake", "torch-2.7"));

    const auto linted = lint({.text = "Rubin", .cuda = "13.4", .consumer = "torch-2.14"});
    REQUIRE(linted);
    CHECK(linted->format == "torch");
    CHECK_FALSE(lint({.text = "Rubin", .cuda = "13.4", .consumer = "torch-2.13"}));
    const auto covered = covers({.cuda = "12.9", .text = "Blackwell", .device = "10.3", .consumer = "torch-2.7"});
    REQUIRE(covered);
    CHECK(covered->devices.front().path.at(1) == "machine code of 10.0");
    const auto newest = covers({.cuda = "12.9", .text = "Blackwell", .device = "10.3", .consumer = "torch"});
    REQUIRE(newest);
    CHECK(newest->devices.front().path.at(1) == "machine code of 10.3");
}

}  // namespace cudastdenv
