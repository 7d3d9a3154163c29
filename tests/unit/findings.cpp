// SPDX-License-Identifier: MIT
#include "diagnose/log_reader.hpp"

#include "log_tables.hpp"

// Tests which messages of a reading count. The readings are made without a log, so that they do not depend on texts.

namespace cudastdenv::diagnose {

namespace {

using Outcome = MessageTextRow::Outcome;

MessageTextRow wording(std::string_view id, Outcome outcome = Outcome::failure) {
    MessageTextRow row;
    row.message = id;
    row.outcome = outcome;
    return row;
}
const MessageTextRow first = wording("first"), second = wording("second"), reason = wording("reason", Outcome::warning),
                     remark = wording("remark", Outcome::note);

SeenMessage seen(const MessageTextRow& row, std::uint64_t offset) {
    SeenMessage message;
    message.wording = &row;
    message.offset = offset;
    message.line.number = 1;
    return message;
}

LogReading reading_of(std::vector<SeenMessage> messages) {
    LogReading reading;
    reading.messages = std::move(messages);
    reading.line_count = 100;
    return reading;
}

std::string ids_of_causes(const LogReading& reading) {
    std::string ids;
    for (const JudgedMessage& one : judge_messages(reading))
        if (one.counts) ids += (ids.empty() ? "" : " ") + std::string(one.seen->wording->message);
    return ids;
}

/// All messages with their status and the reason; those that count are marked.
std::string statuses_in(const LogReading& reading) {
    std::string text;
    for (const JudgedMessage& one : judge_messages(reading)) {
        if (!text.empty()) text += ", ";
        text += (one.counts ? "*" : "") + std::string(one.seen->wording->message) + " ";
        text += std::string(to_string(one.status)) + (one.reason ? " " + std::string(one.reason->id) : "");
    }
    return text;
}

SuccessTextRow success_wording(std::string_view text, std::span<const std::string_view> tools) {
    SuccessTextRow row;
    row.text = text;
    row.tools = tools;
    return row;
}
constexpr std::array<std::string_view, 1> of_cmake{"cmake"}, of_pip{"pip"}, of_ctest{"ctest"}, of_torch{"torch"};
const SuccessTextRow built = success_wording("[100%] Built target {name}", of_cmake),
                     configured = success_wording("Build files have been written to:", of_cmake),
                     installed = success_wording("Successfully installed {name}", of_pip),
                     tested = success_wording("100% tests passed", of_ctest);

LogSuccess success(const SuccessTextRow& row, std::uint64_t offset, std::vector<std::string> packages = {}) {
    return {.wording = &row, .packages = std::move(packages), .offset = offset, .line = 7};
}

SeenMessage seen_as(const MessageTextRow& row, std::uint64_t offset, FindingStatus status) {
    SeenMessage message = seen(row, offset);
    message.status = status;
    return message;
}

}  // namespace

TEST_CASE("failures in the log's order, each message once") {
    CHECK(ids_of_causes(reading_of({})).empty());
    CHECK(ids_of_causes(reading_of({seen(first, 1), seen(second, 2), seen(first, 3)})) == "first second");
}

TEST_CASE("ignores a failure that the log recovered from") {
    LogReading reading = reading_of({seen(first, 10), seen(second, 30)});
    reading.successes = {success(built, 20)};
    CHECK(statuses_in(reading) == "*second failure, first recovered status-succeeded");
    reading.successes = {success(built, 40)};
    CHECK(ids_of_causes(reading).empty());
    // A failure after the success without its own message belongs to that one.
    reading.last_failure = 50;
    CHECK(ids_of_causes(reading) == "first second");
    // It has its own message.
    reading.successes = {success(built, 20)};
    CHECK(ids_of_causes(reading) == "second");
}

TEST_CASE("a success of another build changes nothing") {
    LogReading reading = reading_of({seen(first, 10)});
    reading.facts = {{Fact::package, "pool", 1}};
    reading.successes = {success(installed, 20, {"numpy"})};
    CHECK(statuses_in(reading) == "*first failure");
    reading.successes.push_back(success(installed, 30, {"numpy", "pool"}));
    CHECK(statuses_in(reading) == "first recovered status-succeeded");
    // A configuration is a success of its own messages only.
    reading.successes = {success(configured, 20)};
    CHECK(statuses_in(reading) == "*first failure");
    reading.messages[0].is_configuring = true;
    CHECK(statuses_in(reading) == "first recovered status-succeeded");
    // A program fails outside of a build.
    MessageTextRow running = wording("running");
    running.tools = of_torch;
    reading = reading_of({seen(running, 10)});
    reading.successes = {success(configured, 20), success(built, 30)};
    CHECK(statuses_in(reading) == "*running failure");
    reading.successes.push_back(success(tested, 40));
    CHECK(statuses_in(reading) == "running recovered status-succeeded");
    reading.successes.pop_back();
    reading.messages[0].is_configuring = false;
    CHECK(statuses_in(reading) == "running recovered status-succeeded");
}

TEST_CASE("ignores only the library that was loaded later") {
    MessageTextRow missing = wording("missing"), named = wording("named");
    missing.text = "libcuda.so.1: cannot open";
    named.text = "libcudart.so.{version:library}: cannot open";
    SeenMessage runtime = seen(named, 20);
    runtime.fillings = {{Fact::library, "12"}};
    LogReading reading = reading_of({seen(missing, 10), runtime});
    CHECK(ids_of_causes(reading) == "missing named");
    reading.loaded = {{"libcuda.so.1", 5}, {"libcudart.so.11", 30}, {"libm.so.6", 40}};
    CHECK(ids_of_causes(reading) == "missing named");
    reading.loaded.push_back({"libcudart.so.12", 30});
    CHECK(ids_of_causes(reading) == "missing");
    reading.loaded.front().offset = 15;
    CHECK(ids_of_causes(reading).empty());
    // It fails again.
    reading.messages.push_back(seen(missing, 50));
    CHECK(ids_of_causes(reading) == "missing");
}

TEST_CASE("a wrapper alone is no cause") {
    LogReading reading = reading_of({});
    reading.last_failure = 5;
    CHECK(ids_of_causes(reading).empty());
}

TEST_CASE("a quoted message counts where nothing failed") {
    LogReading reading = reading_of({seen_as(first, 1, FindingStatus::quoted), seen(second, 2)});
    CHECK(statuses_in(reading) == "*second failure, first quoted status-quoted");
    reading.messages.pop_back();
    CHECK(statuses_in(reading) == "*first quoted status-quoted");
    reading.messages[0].is_partial = true;
    CHECK(statuses_in(reading) == "*first quoted status-partial");
    reading.is_reported_working = true;
    CHECK(statuses_in(reading) == "first recovered status-gone");
}

TEST_CASE("pip that reaches no index says nothing about the package") {
    const MessageTextRow no_file = wording("pip-no-file");
    LogReading reading = reading_of({seen(no_file, 1)});
    CHECK(statuses_in(reading) == "*pip-no-file failure");
    reading.tools = {"no-network"};
    CHECK(statuses_in(reading) == "pip-no-file mention status-without-network");
}

TEST_CASE("documents and reports of success never count") {
    const LogReading reading =
        reading_of({seen_as(first, 1, FindingStatus::mention), seen_as(second, 2, FindingStatus::recovered)});
    CHECK(statuses_in(reading) == "second recovered status-gone, first mention status-mention");
}

TEST_CASE("a warning counts beside a failure, behind it") {
    LogReading reading = reading_of({seen(reason, 1), seen(first, 2)});
    CHECK(statuses_in(reading) == "*first failure, *reason warning status-explains");
    reading.messages[0].status = FindingStatus::mention;
    CHECK(ids_of_causes(reading) == "first");
    // A tool that reports a failure as a warning continues.
    reading = reading_of({seen_as(first, 1, FindingStatus::warning), seen(second, 2)});
    CHECK(statuses_in(reading) == "*second failure, first warning status-warning");
}

TEST_CASE("counts a warning where nothing better explains the log") {
    LogReading reading = reading_of({seen(reason, 1)});
    CHECK(statuses_in(reading) == "reason warning status-warning");
    reading.line_count = 3;
    CHECK(statuses_in(reading) == "*reason warning status-warning");
    reading.first_error = LogLine{2, "error: another one"};
    CHECK(ids_of_causes(reading).empty());
    reading.first_error.reset();
    reading.successes = {success(tested, 2)};
    CHECK(ids_of_causes(reading).empty());
}

TEST_CASE("Python's warning counts however long the log is") {
    LogReading reading = reading_of({seen_as(first, 1, FindingStatus::warning)});
    CHECK(ids_of_causes(reading).empty());
    reading.messages[0].is_user_warning = true;
    CHECK(statuses_in(reading) == "*first warning status-warning");
    reading.first_error = LogLine{50, "error: another one"};
    CHECK(statuses_in(reading) == "*first warning status-explains");
    reading.messages.push_back(seen(second, 9));
    CHECK(statuses_in(reading) == "*second failure, *first warning status-explains");
}

TEST_CASE("counts a warning that explains the compiler's error behind it") {
    const MessageTextRow ignored = wording("ignored", Outcome::cause);
    LogReading reading = reading_of({seen_as(ignored, 1, FindingStatus::warning)});
    CHECK(ids_of_causes(reading).empty());
    reading.first_error = LogLine{9, "program: error while reading"};
    CHECK(ids_of_causes(reading).empty());
    for (const std::string_view error : {"a.cu(21): error: no member span", "a.cu:11:10: fatal error: x.h"}) {
        reading.first_error = LogLine{9, std::string(error)};
        CHECK(statuses_in(reading) == "*ignored warning status-explains");
    }
    reading.first_error->number = 1;
    reading.messages[0].line.number = 5;
    CHECK(ids_of_causes(reading).empty());
}

TEST_CASE("counts what any build prints if the log shows CUDA") {
    const MessageTextRow killed = wording("killed", Outcome::any_build);
    LogReading reading = reading_of({seen(killed, 5)});
    CHECK(judge_messages(reading).empty());
    CHECK(judge_messages(reading, true).size() == 1);
    reading.tools = {"cmake"};
    CHECK(judge_messages(reading).empty());
    reading.tools = {"cmake", "nvcc"};
    CHECK(statuses_in(reading) == "*killed failure");
    reading.tools.clear();
    for (const Fact fact : {Fact::nvcc, Fact::capability, Fact::torch_cuda}) {
        reading.facts = {SeenFact{fact, "12.4"}};
        CHECK(statuses_in(reading) == "*killed failure");
    }
}

TEST_CASE("ignores a lone note in a long log") {
    CHECK(ids_of_causes(reading_of({seen(remark, 1)})).empty());
    CHECK(ids_of_causes(reading_of({seen(remark, 1), seen(first, 2)})) == "first remark");
}

TEST_CASE("judges each message once, in the reading") {
    const LogReading reading =
        reading_of({seen_as(first, 1, FindingStatus::mention), seen(first, 2), seen(reason, 3), seen(first, 4)});
    const std::vector<JudgedMessage> judged = judge_messages(reading);
    REQUIRE(judged.size() == 2);
    CHECK(judged[0].seen == &reading.messages[1]);
    CHECK(judged[1].seen == &reading.messages[2]);
}

}  // namespace cudastdenv::diagnose
