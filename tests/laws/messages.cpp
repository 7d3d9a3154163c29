// SPDX-License-Identifier: MIT
// Each wording of every message, as its tool prints it, is found as that message and as no other.
#include "builtin.hpp"
#include "diagnose/log_reader.hpp"
#include "messages/message.hpp"
#include "query/answers.hpp"
#include "query/query.hpp"
#include "tables/lookup.hpp"
#include "tables/message_template.hpp"

#include "message_lines.hpp"
#include "sample.hpp"
#include "unit/show.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::diagnose;

namespace {

using Placeholder = TemplatePart::Placeholder;
using laws::message_line;

LogReading read(std::string_view log) {
    return read_log(tables, [&] { return std::exchange(log, {}); });
}

std::vector<std::string> ids_in(const LogReading& reading) {
    std::vector<std::string> ids;
    for (const SeenMessage& seen : reading.messages) ids.emplace_back(seen.wording->message);
    return ids;
}

std::string join(const std::vector<std::string>& ids) {
    std::string text;
    for (const std::string& id : ids) text += id + " ";
    return text;
}

/// Wordings that are found as another message because they share text, with the reason.
struct KnownDifference {
    std::string_view message, text, found;
};
constexpr std::array<KnownDifference, 0> found_as_other{};

bool is_known(const MessageTextRow& row) {
    return std::ranges::any_of(found_as_other, [&](const KnownDifference& known) {
        return known.message == row.message && known.text == row.text;
    });
}

}  // namespace

TEST_CASE("finds each wording as its own message") {
    Sample sample(3, 53);
    std::vector<std::string> wrong;
    for (const MessageTextRow& row : tables.message_texts) {
        if (!sample.takes_next()) continue;
        const LogReading reading = read(message_line(row));
        const std::vector<std::string> ids = ids_in(reading);
        const bool is_own = ids == std::vector<std::string>{std::string(row.message)};
        if (is_own == is_known(row)) wrong.push_back(std::string(row.message) + ": " + message_line(row) + join(ids));
        for (const SeenMessage& seen : reading.messages) {
            CAPTURE(message_line(row));
            const bool is_warning = row.text.find("warning") != row.text.npos || row.outcome == MessageOutcome::cause;
            CHECK((seen.status == FindingStatus::failure || is_warning));
            CHECK(seen.line.number == 1);
        }
    }
    for (const std::string& line : wrong) FAIL_CHECK(line);
}

TEST_CASE("explains each message alone") {
    for (const MessageRow& row : tables.messages) {
        CAPTURE(row.id);
        const messages::AboutMessage about = messages::about(tables, row);
        CHECK_FALSE(about.wordings.empty());
        CHECK_FALSE(about.workarounds.empty());
        CHECK_FALSE(about.sources.empty());
        // If no sentence gives the reason, the cases do.
        CHECK_FALSE((about.why.empty() && about.cases.rows.empty()));
        std::set<std::string> cases;
        for (const auto& one : about.cases.rows) {
            CHECK_FALSE(one[0].empty());
            CHECK_FALSE(one[1].empty());
            CHECK_MESSAGE(cases.insert(one[0] + one[1]).second, one[0], " is there twice");
        }
        for (const auto* sentences : {&about.why, &about.workarounds})
            for (const Sentence& one : *sentences) {
                CHECK_FALSE(one.text.empty());
                CHECK_MESSAGE(one.text.find("  ") == std::string::npos, one.text);
            }
        for (const MessageTextRow* wording : about.wordings) {
            // The printed form has no placeholders, and keeps all literal text.
            const std::string shown = messages::as_printed(wording->text);
            for (const std::string_view kind : {"number", "version", "path", "name"})
                CHECK_MESSAGE(shown.find("{" + std::string(kind)) == std::string::npos, shown);
            const auto parts = parse_template(wording->text).value();
            for (const TemplatePart& part : parts) CHECK(squeezed(shown).find(part.literal) != std::string::npos);
        }
    }
}

TEST_CASE("types no other release for an early toolkit") {
    const Version newest = newest_release(tables)->version;
    std::vector<std::string> names;
    for (const char separator : {'.', '-', '_'})
        names.push_back(std::to_string(newest.major) + separator + std::to_string(newest.minor));
    Sample sample(7, 997);
    for (const MessageTextRow& wording : tables.message_texts)
        for (const EarlyRelease& early : tables.early_releases)
            for (const PlanTool tool : enumerators<PlanTool>) {
                if (!sample.takes_next()) continue;
                const std::string line = message_line(wording);
                const query::OptionTexts options({{"cuda", to_string(early.version)},
                                                  {std::string(query::environment_of_machine), "ubuntu-24.04"},
                                                  {"for", std::string(to_string(tool))}});
                const DiagnoseAnswer answer = query::diagnose_answer(query::without_machine(tables), options,
                                                                     query::read_log_text(tables, line));
                CHECK(answer.facts.cuda->last == early.version);
                for (const DiagnoseAnswer::Finding& finding : answer.findings)
                    for (const Plan& plan : finding.fix)
                        for (const std::string& typed : plan.lines)
                            for (const std::string& name : names)
                                CHECK_MESSAGE(typed.find(name) == std::string::npos, wording.message, ": ", typed);
            }
}

TEST_CASE("no wording belongs to another message") {
    std::map<std::string, const MessageTextRow*> rows;
    for (const MessageTextRow& row : tables.message_texts) {
        // Placeholders in both texts match, whatever their names.
        std::string text;
        const std::vector<TemplatePart> parts = parse_template(row.text).value();
        for (const TemplatePart& part : parts)
            text += part.placeholder == Placeholder::none
                        ? part.literal
                        : std::string(1, static_cast<char>(1 + static_cast<int>(part.placeholder)));
        const auto added = rows.emplace(text, &row);
        const MessageTextRow& other = *added.first->second;
        // The architecture or the symbol distinguishes the two.
        const bool is_distinguished = row.text.find("{name:capability}") != row.text.npos ||
                                      row.text.find("{name:symbol}") != row.text.npos;
        CHECK_MESSAGE((added.second || is_distinguished || other.message == row.message), row.message, " and ",
                      other.message, ": ", row.text);
    }
}

TEST_CASE("each text has an anchor") {
    const auto check = [](std::string_view text) {
        const auto parts = parse_template(text);
        REQUIRE_MESSAGE(parts, text);
        CHECK_MESSAGE(can_be_found(*parts), text);
    };
    for (const MessageTextRow& row : tables.message_texts) check(row.text);
    for (const WrapperTextRow& row : tables.wrapper_texts) check(row.text);
    for (const SuccessTextRow& row : tables.success_texts) check(row.text);
    for (const FactTextRow& row : tables.fact_texts) check(row.text);
    for (const ErrorWordRow& row : tables.error_words) check(row.text);
}

TEST_CASE("does not find a wording without its end") {
    const Patterns patterns(tables);
    Sample sample(3, 53);
    for (const MessageTextRow& row : tables.message_texts) {
        if (!sample.takes_next()) continue;
        const auto parts = parse_template(row.text).value();
        // The code behind the wording is part of the line.
        if (parts.back().placeholder != Placeholder::none || row.message == "cuda-function-changed") continue;
        std::string line = message_line(row);
        const std::string whole = squeezed(line);
        const auto is_inside_character = [&] { return (static_cast<unsigned char>(line.back()) & 0xc0) == 0x80; };
        while (squeezed(line) == whole) {
            while (is_inside_character()) line.pop_back();
            line.pop_back();
        }
        line += " #";
        NormalizedLog log;
        log.assign(line);
        for (const Fit& fit : patterns.find_all(log, line)) {
            const auto* const* wording = std::get_if<const MessageTextRow*>(fit.row);
            CHECK_MESSAGE((!wording || *wording != &row), line);
        }
    }
}

TEST_CASE("finds all messages of one log in order") {
    std::vector<const MessageTextRow*> rows;
    for (const MessageTextRow& row : tables.message_texts)
        if (!is_known(row)) rows.push_back(&row);
    std::mt19937 engine(20261123);
    std::ranges::shuffle(rows, engine);
    std::string log;
    std::vector<std::string> expected;
    std::map<std::string_view, int> count;
    for (const MessageTextRow* row : rows) {
        log += message_line(*row) + "\n-- Looking for something else - found\n\n";
        // The stored text of a message is bounded.
        if (++count[row->message] <= 4) expected.emplace_back(row->message);
    }
    count.clear();
    std::vector<std::string> found;
    const LogReading reading = read(log);
    for (const SeenMessage& seen : reading.messages)
        if (++count[seen.wording->message] <= 4) found.emplace_back(seen.wording->message);
    CHECK(found.size() == expected.size());
    const auto one = std::ranges::mismatch(expected, found).in1;
    if (one != expected.end()) FAIL_CHECK("no ", *one, " at place ", one - expected.begin());
}
