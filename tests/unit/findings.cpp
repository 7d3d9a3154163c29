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
    for (const SeenMessage* cause : causes_in(reading))
        ids += (ids.empty() ? "" : " ") + std::string(cause->wording->message);
    return ids;
}

}  // namespace

TEST_CASE("failures in the log's order, each message once") {
    CHECK(ids_of_causes(reading_of({})).empty());
    CHECK(ids_of_causes(reading_of({seen(first, 1), seen(second, 2), seen(first, 3)})) == "first second");
}

TEST_CASE("ignores a failure that the log recovered from") {
    LogReading reading = reading_of({seen(first, 10), seen(second, 30)});
    reading.last_success = 20;
    CHECK(ids_of_causes(reading) == "second");
    reading.last_success = 40;
    CHECK(ids_of_causes(reading).empty());
    // A failure after the success without its own message belongs to that one.
    reading.last_failure = 50;
    CHECK(ids_of_causes(reading) == "first second");
    // It has its own message.
    reading.last_success = 20;
    CHECK(ids_of_causes(reading) == "second");
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

TEST_CASE("ignores quoted messages and logs that are reported to work") {
    LogReading reading = reading_of({seen(first, 1), seen(second, 2)});
    reading.messages[0].is_quoted = true;
    CHECK(ids_of_causes(reading) == "second");
    reading.is_reported_working = true;
    CHECK(ids_of_causes(reading).empty());
}

TEST_CASE("a warning counts beside a failure, behind it") {
    LogReading reading = reading_of({seen(reason, 1), seen(first, 2)});
    CHECK(ids_of_causes(reading) == "first reason");
    reading.messages[0].is_quoted = true;
    CHECK(ids_of_causes(reading) == "first");
    // A tool that reports a failure as a warning continues.
    reading = reading_of({seen(first, 1), seen(second, 2)});
    reading.messages[0].is_warning = true;
    CHECK(ids_of_causes(reading) == "second");
}

TEST_CASE("counts a warning where nothing better explains the log") {
    LogReading reading = reading_of({seen(reason, 1)});
    CHECK(ids_of_causes(reading).empty());
    reading.line_count = 3;
    CHECK(ids_of_causes(reading) == "reason");
    reading.first_error = LogLine{2, "error: another one"};
    CHECK(ids_of_causes(reading).empty());
    reading.first_error.reset();
    reading.last_success = 2;
    CHECK(ids_of_causes(reading).empty());
}

TEST_CASE("ignores a lone note in a long log") {
    CHECK(ids_of_causes(reading_of({seen(remark, 1)})).empty());
    CHECK(ids_of_causes(reading_of({seen(remark, 1), seen(first, 2)})) == "first remark");
}

TEST_CASE("the causes point into the reading") {
    const LogReading reading = reading_of({seen(first, 1), seen(reason, 2)});
    for (const SeenMessage* cause : causes_in(reading)) {
        CHECK(cause >= reading.messages.data());
        CHECK(cause < reading.messages.data() + reading.messages.size());
    }
}

}  // namespace cudastdenv::diagnose
