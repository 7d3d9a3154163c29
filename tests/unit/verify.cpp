// SPDX-License-Identifier: MIT
#include "machine/verify/verify.hpp"
#include "resolve/capabilities.hpp"
#include "show.hpp"
#include "temporary.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace cudastdenv::verify {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A program for /bin/sh, in a directory whose name needs quotes.
class FakePrograms {
public:
    fs::path add(const std::string& name, const std::string& body) {
        const fs::path path = directory_.path() / "it's \"a\" folder $HOME" / name;
        test::write_program(path, body);
        return path;
    }

private:
    machine::TemporaryFolder directory_{"unit-verify"};
};

/// Writes the file in -o: a program that exits with 0.
constexpr const char* makes_a_program = R"(
while [ $# -gt 0 ]; do
  if [ "$1" = -o ]; then printf '#!/bin/sh\nexit 0\n' > "$2"; chmod +x "$2"; fi
  shift
done)";

machine::Surroundings bare() {
    machine::Surroundings surroundings;
    surroundings.variables = {{"PATH", "/usr/bin:/bin"}, {"NVCC_PREPEND_FLAGS", "-broken"}};
    return surroundings;
}

Trial trial_with(const fs::path& nvcc) {
    Trial trial;
    trial.nvcc = nvcc;
    trial.compiler = "/usr/bin/g++-12";
    trial.code = {"-arch=sm_75"};
    return trial;
}

Trial question_of(const fs::path& nvcc, Capability capability) {
    Trial trial = trial_with(nvcc);
    trial.is_question = true;
    trial.code = {gencode_of_real(capability)};
    return trial;
}

using Kind = Outcome::Kind;

Outcome build_with(const fs::path& nvcc, std::chrono::milliseconds time = 20s) {
    return try_build(trial_with(nvcc), bare(), {.time = time, .output = 100'000}).build;
}

/// The argument of the observed outcome, if it is a diagnostic with this id.
std::string sentence(const Outcome& seen, std::string_view id, std::string_view name) {
    CHECK(seen.message.id == id);
    return argument_of(seen.message, name);
}

}  // namespace

TEST_CASE("recognizes a successful build in any directory") {
    FakePrograms fakes;
    CHECK(build_with(fakes.add("nvcc", makes_a_program)).kind == Kind::works);
}

TEST_CASE("passes nvcc no flags from the environment") {
    FakePrograms fakes;
    const fs::path nvcc = fakes.add("nvcc", std::string("[ -z \"$NVCC_PREPEND_FLAGS\" ] || exit 9") + makes_a_program);
    CHECK(build_with(nvcc).kind == Kind::works);
}

TEST_CASE("env's settings are variables, not arguments") {
    FakePrograms fakes;
    Trial trial = trial_with(fakes.add("nvcc", std::string(R"(
case "$*" in *-ccbin*|*newer*) exit 8;; esac
[ "$NVCC_CCBIN $NVCC_PREPEND_FLAGS" = "/usr/bin/g++-12 -L /newer" ] || exit 9)") +
                                                   makes_a_program));
    trial.exported = {{"NVCC_CCBIN", "/usr/bin/g++-12"}, {"NVCC_PREPEND_FLAGS", "-L /newer"}};
    CHECK(try_build(trial, bare(), {}).build.kind == Kind::works);
}

TEST_CASE("survives any behaviour of nvcc") {
    FakePrograms fakes;
    const Outcome hangs = build_with(fakes.add("hangs", "sleep 100 & wait"), 300ms);
    CHECK(sentence(hangs, "took-too-long", "step") == "compiling");
    CHECK(sentence(hangs, "took-too-long", "seconds") == "1");
    CHECK(sentence(build_with(fakes.add("crashes", "kill -SEGV $$")), "crashed", "signal") == "11");
    CHECK(sentence(build_with(fakes.add("floods", "yes")), "printed-too-much", "step") == "compiling");
    CHECK(sentence(build_with(fakes.add("silent", "exit 1")), "does-not-compile", "line").empty());
    CHECK(sentence(build_with("/nowhere/nvcc"), "does-not-compile", "line").starts_with(": /nowhere/nvcc"));
    CHECK(build_with(fakes.add("writes nothing", "exit 0")).kind == Kind::does_not_run);
    CHECK(try_build(trial_with(fakes.add("fails too", "exit 1")), bare(), {}).needs.message.id == "not-built");
    CHECK(sentence(build_with(fakes.add("fails", "echo 'program.cu(3): error: no' >&2; exit 2")), "does-not-compile",
                   "line") == ": program.cu(3): error: no");
}

TEST_CASE("rejects a compiler only for errors while compiling") {
    FakePrograms fakes;
    const std::string refuses =
        "echo '#error -- unsupported GNU version! gcc versions later than 13 are not supported!' >&2";
    CHECK(build_with(fakes.add("nvcc", refuses + "; exit 1")).newest == 13);
    const std::string late = std::string("case \"$*\" in *' -c '*) ;; *) ") + refuses + "; exit 1;; esac" +
                             makes_a_program;
    CHECK(build_with(fakes.add("late", late)).message.id == "does-not-link");
}

TEST_CASE("rejects a capability only for nvcc's own message") {
    FakePrograms fakes;
    const auto capability = [&](const fs::path& nvcc) {
        return try_build(question_of(nvcc, {9, 0, Capability::Kind::architecture}), bare(), {}).build;
    };
    const fs::path strict = fakes.add("strict", "case \"$*\" in *--dryrun*code=sm_90a*) ;; *) exit 1;; esac");
    CHECK(capability(strict).kind == Kind::taken);
    const fs::path old = fakes.add("old",
                                   "echo \"nvcc fatal   : Unsupported gpu architecture 'compute_90a'\" >&2; exit 1");
    CHECK(capability(old).kind == Kind::not_taken);
    CHECK(capability(fakes.add("broken", "exit 1")).kind == Kind::does_not_build);
}

TEST_CASE("keeps rows in planned order for any number of jobs") {
    FakePrograms fakes;
    const fs::path nvcc = fakes.add("nvcc", "case \"$*\" in *sm_90*) sleep 0.3;; *sm_75*) ;; *) exit 1;; esac");
    TrialPlan plan;
    for (const std::string_view name : {"9.0", "7.5", "8.0"}) {
        plan.trials.push_back(question_of(nvcc, parse_capability(name).value()));
        VerifyRow row;
        row.kind = VerifyRow::Kind::capability;
        row.capability = parse_capability(name);
        row.predicted.kind = Kind::taken;
        row.trial = plan.trials.size() - 1;
        plan.rows.push_back(row);
    }
    for (const std::size_t jobs : {1U, 3U, 50U}) {
        std::vector<std::size_t> progress;
        const std::vector<VerifyRow> rows = run_plan(plan, bare(), {}, jobs,
                                                     [&](std::size_t done, std::size_t) { progress.push_back(done); });
        CHECK(progress == std::vector<std::size_t>{1, 2, 3});
        REQUIRE(rows.size() == 3);
        CHECK(to_string(*rows[0].capability) == "9.0");
        CHECK(rows[0].verdict() == Verdict::as_predicted);
        CHECK(rows[1].verdict() == Verdict::as_predicted);
        CHECK(rows[2].verdict() == Verdict::different);
    }
}

TEST_CASE("has a program for each standard") {
    CHECK(program_text.find("std::filesystem") != std::string_view::npos);
    CHECK(program_text.find("__global__") != std::string_view::npos);
}

}  // namespace cudastdenv::verify
