#include "query.hpp"
#include "temporary.hpp"

#include "verify/prediction.hpp"
#include "verify/program.hpp"
#include "verify/verify.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace cudastdenv::machine::verify {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A program that /bin/sh runs, in a folder whose name needs quoting.
class FakePrograms {
public:
    fs::path add(const std::string& name, const std::string& body) {
        const fs::path path = folder_.path() / "it's \"a\" folder $HOME" / name;
        test::write_program(path, body);
        return path;
    }

private:
    TemporaryFolder folder_{"unit-verify"};
};

/// Writes what stands behind -o: a program that ends with 0.
constexpr const char* makes_a_program = R"(
while [ $# -gt 0 ]; do
  if [ "$1" = -o ]; then printf '#!/bin/sh\nexit 0\n' > "$2"; chmod +x "$2"; fi
  shift
done)";

Surroundings bare() {
    Surroundings surroundings;
    surroundings.variables = {{"PATH", "/usr/bin:/bin"}, {"NVCC_PREPEND_FLAGS", "-broken"}};
    return surroundings;
}

BuildTrial trial_with(const fs::path& nvcc) {
    return {.nvcc = nvcc,
            .compiler = "/usr/bin/g++-12",
            .standard = CxxStandard::cxx17,
            .code = {"-arch=sm_75"},
            .link_folder = {},
            .library_folder = {}};
}

Seen build_with(const fs::path& nvcc, std::chrono::milliseconds time = 20s) {
    return try_build(trial_with(nvcc), bare(), {.time = time, .output = 100'000}).build;
}

template <class T>
const T& as(const Seen& seen) {
    REQUIRE(std::holds_alternative<T>(seen));
    return std::get<T>(seen);
}

Prediction too_new(int max) { return TooNew{{.major = max, .view = Policy::enforced, .sources = {}}}; }

}  // namespace

TEST_CASE("a build that goes well is seen as such, whatever the folder is called") {
    FakePrograms fakes;
    CHECK(std::holds_alternative<Works>(build_with(fakes.add("nvcc", makes_a_program))));
}

TEST_CASE("nvcc gets no flags from the environment") {
    FakePrograms fakes;
    const fs::path nvcc = fakes.add("nvcc", std::string("[ -z \"$NVCC_PREPEND_FLAGS\" ] || exit 9") + makes_a_program);
    CHECK(std::holds_alternative<Works>(build_with(nvcc)));
}

TEST_CASE("the folder of a newer libstdc++ stands on link lines only") {
    FakePrograms fakes;
    BuildTrial trial = trial_with(fakes.add("nvcc", std::string(R"(
case "$*" in
  *" -c "*) case "$*" in *-L*) exit 8;; esac;;
  *-L/newer*) ;;
  *) exit 9;;
esac)") + makes_a_program));
    trial.link_folder = "/newer";
    CHECK(std::holds_alternative<Works>(try_build(trial, bare(), {}).build));
}

TEST_CASE("whatever nvcc does is seen, and ends nothing else") {
    FakePrograms fakes;
    const auto hangs = as<TookTooLong>(build_with(fakes.add("hangs", "sleep 100 & wait"), 300ms));
    CHECK(hangs.step == Step::compile);
    CHECK(hangs.seconds == 1);
    CHECK(as<Crashed>(build_with(fakes.add("crashes", "kill -SEGV $$"))).signal == 11);
    CHECK(as<PrintedTooMuch>(build_with(fakes.add("floods", "yes"))).step == Step::compile);
    CHECK(as<Failed>(build_with(fakes.add("silent", "exit 1"))).line.empty());
    CHECK(as<Failed>(build_with("/nowhere/nvcc")).line.find("/nowhere/nvcc") == 0);
    const auto nothing = as<Failed>(build_with(fakes.add("writes nothing", "exit 0")));
    CHECK(nothing.step == Step::run);
    const auto fails = as<Failed>(build_with(fakes.add("fails", "echo 'program.cu(3): error: no' >&2; exit 2")));
    CHECK(fails.step == Step::compile);
    CHECK(fails.line == "program.cu(3): error: no");
}

TEST_CASE("only while compiling does nvcc refuse a compiler") {
    FakePrograms fakes;
    const std::string refuses =
        "echo '#error -- unsupported GNU version! gcc versions later than 13 are not supported!' >&2";
    CHECK(as<Refused>(build_with(fakes.add("nvcc", refuses + "; exit 1"))).newest == 13);
    const std::string late = std::string("case \"$*\" in *' -c '*) ;; *) ") + refuses + "; exit 1;; esac" +
                             makes_a_program;
    CHECK(as<Failed>(build_with(fakes.add("late", late))).step == Step::link);
}

TEST_CASE("the bound is read from what nvcc says") {
    const fs::path folder = "/tmp/t";
    CHECK_FALSE(refusal("error: unsupported\n", folder));
    CHECK(refusal("x\n#error -- unsupported GNU version! gcc versions later than 15 are not supported! y", folder)
              ->newest == 15);
    CHECK(refusal("error: -- unsupported clang version! clang version must be less than 21 and greater than 3.2 .",
                  folder)
              ->newest == 20);
    CHECK_FALSE(refusal("unsupported GNU version! another text", folder)->newest);
    CHECK_FALSE(refusal("unsupported GNU version! gcc versions later than 99999999999", folder)->newest);
}

TEST_CASE("an error line does not differ from run to run") {
    CHECK(error_line("warning: w\n  /tmp/t/program.cu(1): error: x\nerror: y\n", "/tmp/t") ==
          "program.cu(1): error: x");
    CHECK(error_line("/tmp/t/tmpxft_00000b1f_00000000-6_program.o: undefined reference", "/tmp/t") ==
          "tmpxft_program.o: undefined reference");
    CHECK(error_line("\n\nsomething else\nmore", "/tmp/t") == "something else");
    CHECK(error_line("", "/tmp/t").empty());
    CHECK(error_line("error " + std::string(5000, 'x'), "/tmp/t").size() == 400);
}

TEST_CASE("a capability is refused only by nvcc's own words") {
    FakePrograms fakes;
    const auto capability = [&](const fs::path& nvcc) {
        return try_capability({nvcc, "/usr/bin/g++-12", {9, 0, Capability::Kind::architecture}}, bare(), {});
    };
    const fs::path strict = fakes.add("strict", "case \"$*\" in *--dryrun*code=sm_90a*) ;; *) exit 1;; esac");
    CHECK(std::holds_alternative<Taken>(capability(strict)));
    const fs::path old = fakes.add("old",
                                   "echo \"nvcc fatal   : Unsupported gpu architecture 'compute_90a'\" >&2; exit 1");
    CHECK(std::holds_alternative<NotTaken>(capability(old)));
    CHECK(std::holds_alternative<Failed>(capability(fakes.add("broken", "exit 1"))));
}

TEST_CASE("what agrees with what") {
    const Refused at_20{20, ""};
    CHECK(compare(too_new(20), at_20) == Verdict::as_predicted);
    CHECK(compare(too_new(19), at_20) == Verdict::different);
    CHECK(compare(too_new(19), Refused{std::nullopt, ""}) == Verdict::as_predicted);
    CHECK(compare(too_new(20), Works{}) == Verdict::different);
    CHECK(compare(too_new(20), Failed{Step::compile, ""}) == Verdict::different);
    CHECK(compare(Works{}, Works{}) == Verdict::as_predicted);
    CHECK(compare(Works{}, Failed{Step::run, ""}) == Verdict::different);
    CHECK(compare(Works{}, NotRun{NotRun::Why::not_installed}) == Verdict::not_run);

    const Prediction broken = KnownBroken{};
    CHECK(compare(broken, Failed{Step::compile, ""}) == Verdict::as_predicted);
    CHECK(compare(broken, Failed{Step::link, ""}) == Verdict::as_predicted);
    CHECK(compare(broken, Failed{Step::run, ""}) == Verdict::different);
    CHECK(compare(broken, at_20) == Verdict::different);
    CHECK(compare(broken, TookTooLong{}) == Verdict::different);
    CHECK(compare(broken, Works{}) == Verdict::different);

    CHECK(compare(Taken{}, NotTaken{}) == Verdict::different);
    CHECK(compare(NotTaken{}, NotTaken{}) == Verdict::as_predicted);
    CHECK(compare(NoCodeRuns{}, Failed{Step::run, ""}) == Verdict::as_predicted);
    CHECK(compare(NoCodeRuns{}, Works{}) == Verdict::different);
    CHECK(compare(RunsBy{}, Works{}) == Verdict::as_predicted);
}

TEST_CASE("symbol versions fit by number") {
    const SymbolVersions limit{"GLIBCXX_3.4.30", "CXXABI_1.3.13", "GLIBC_2.36"};
    CHECK(fits({"GLIBCXX_3.4.30", "CXXABI_1.3.9", "GLIBC_2.4"}, limit));
    CHECK(fits({"", "", ""}, limit));
    CHECK_FALSE(fits({"GLIBCXX_3.4.31", "", ""}, limit));
    CHECK_FALSE(fits({"", "CXXABI_1.3.15", ""}, limit));
    CHECK_FALSE(fits({"", "", "GLIBC_2.38"}, limit));
    CHECK(fits({"GLIBCXX_3.4.31", "", ""}, {}));
}

TEST_CASE("a compiler without headers compiles nothing, unless nvcc refuses it before") {
    const Tables tables = builtin_tables();
    const Release& release = *find_release(tables, "13.0"_version);
    const auto predicted = [&](Compiler compiler) {
        return predict(tables, release, {.compiler = compiler, .headers = std::nullopt, .glibc = std::nullopt},
                       CxxStandard::cxx17);
    };
    CHECK(std::holds_alternative<NoHeaders>(predicted("clang-19"_cc)));
    CHECK(std::holds_alternative<TooNew>(predicted("clang-22"_cc)));
}

TEST_CASE("a program is planned for each compiler and standard, and each capability once") {
    const Tables tables = builtin_tables();
    Host host;
    host.system = "x86_64-linux";
    for (const std::string_view name : {"gcc-14", "gcc-12"}) {
        FoundCompiler compiler;
        compiler.compiler = parse_compiler(name).value();
        compiler.path = "/usr/bin/" + std::string(name);
        compiler.libstdcxx_headers = compiler.compiler.major;
        compiler.libstdcxx = "/usr/lib/" + std::string(name) + "/libstdc++.so";
        host.compilers.push_back(compiler);
    }
    const Asked asked({.cuda = "12.4.1", .stdenv = "gcc-14", .available = "gcc-12 gcc-13", .libstdcxx = 14});
    FoundToolkit toolkit;
    toolkit.nvcc = "/opt/bin/nvcc";
    const std::array standards{CxxStandard::cxx17, CxxStandard::cxx20};
    const Subject subject{.tables = tables,
                          .host = host,
                          .toolkit = toolkit,
                          .request = asked.request(),
                          .stdenv_is_host = false,
                          .standards = standards,
                          .on_gpu = true};
    const Plan plan = make_plan(subject);
    const auto count = [&](Row::Kind kind) {
        return std::ranges::count(plan.rows, kind, [](const PlannedRow& planned) { return planned.row.kind; });
    };
    CHECK(count(Row::Kind::compiler) == 4);
    // gcc-13 is chosen and not installed.
    CHECK(count(Row::Kind::chosen) == 2);
    CHECK(count(Row::Kind::needs) == 0);
    CHECK(count(Row::Kind::capability) == static_cast<std::ptrdiff_t>(tables.capabilities.size()));
    CHECK(plan.trials.size() == 4 + tables.capabilities.size());

    const Asked second({.cuda = "12.4.1", .stdenv = "gcc-14", .available = "gcc-12", .libstdcxx = 14});
    Subject installed = subject;
    installed.request = second.request();
    const Plan with_chosen = make_plan(installed);
    std::vector<Row> rows;
    for (const PlannedRow& planned : with_chosen.rows)
        if (planned.row.kind != Row::Kind::capability && planned.row.kind != Row::Kind::compiler)
            rows.push_back(planned.row);
    REQUIRE(rows.size() == 8);
    CHECK(std::get<NeedsAtMost>(rows[1].predicted).versions.glibcxx == "GLIBCXX_3.4.33");
    CHECK(compare(rows[2].predicted, rows[2].seen) == Verdict::not_run);
    const auto is_chosen = [](const Trial& trial) {
        const auto* build = std::get_if<BuildTrial>(&trial);
        return build && build->read_needs;
    };
    const auto chosen = std::ranges::find_if(with_chosen.trials, is_chosen);
    REQUIRE(chosen != with_chosen.trials.end());
    CHECK(std::get<BuildTrial>(*chosen).link_folder == "/usr/lib/gcc-14");
    CHECK(std::get<BuildTrial>(*chosen).code.size() > 1);
}

TEST_CASE("rows keep the order of the plan, however many work at once") {
    FakePrograms fakes;
    const fs::path nvcc = fakes.add("nvcc", "case \"$*\" in *sm_90*) sleep 0.3;; *sm_75*) ;; *) exit 1;; esac");
    Plan plan;
    for (const std::string_view name : {"9.0", "7.5", "8.0"}) {
        plan.trials.emplace_back(CapabilityTrial{nvcc, "/usr/bin/g++-12", parse_capability(name).value()});
        PlannedRow planned;
        planned.row.kind = Row::Kind::capability;
        planned.row.capability = parse_capability(name);
        planned.row.predicted = Taken{};
        planned.trial = plan.trials.size() - 1;
        plan.rows.push_back(planned);
    }
    for (const std::size_t jobs : {1U, 3U, 50U}) {
        std::vector<std::size_t> progress;
        const std::vector<Row> rows = carry_out(plan, bare(), {}, jobs,
                                                [&](std::size_t done, std::size_t) { progress.push_back(done); });
        CHECK(progress == std::vector<std::size_t>{1, 2, 3});
        REQUIRE(rows.size() == 3);
        CHECK(to_string(*rows[0].capability) == "9.0");
        CHECK(rows[0].verdict() == Verdict::as_predicted);
        CHECK(rows[1].verdict() == Verdict::as_predicted);
        CHECK(rows[2].verdict() == Verdict::different);
    }
}

TEST_CASE("the program is for each standard") {
    CHECK(program_text().find("std::filesystem") != std::string_view::npos);
    CHECK(program_text().find("__global__") != std::string_view::npos);
}

}  // namespace cudastdenv::machine::verify
