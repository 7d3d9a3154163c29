// SPDX-License-Identifier: MIT
// Each wording of every message, as its tool prints it, is found as that message and as no other.
#include "builtin.hpp"
#include "diagnose/log_reader.hpp"
#include "messages/message.hpp"
#include "tables/message_template.hpp"

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

/// A library with the text before the placeholder: `-l`, `lib`, `CUDA::`.
std::string library_behind(std::string_view before, Placeholder placeholder) {
    if (placeholder == Placeholder::version) return "12";
    if (before.ends_with("-l") || before.ends_with("::") || before.ends_with("/lib")) return "cublas";
    if (before.ends_with("lib")) return "cublas.so.12";
    return "libcublas.so.12";
}

std::string capability_behind(std::string_view before, Placeholder placeholder, std::string_view message) {
    if (message == "arch-native-or-empty") return "native";
    if (placeholder == Placeholder::version) return "12.0";
    return before.ends_with("_") ? "120" : "sm_120";
}

/// Values of facts, if the value matters.
constexpr std::array<std::pair<Fact, std::string_view>, 13> values{
    {{Fact::header, "cublas_v2.h"},
     {Fact::cmake_file, "CUDA_CUDART"},
     {Fact::program, "nvcc"},
     {Fact::function, "Complete"},
     {Fact::symbol, "_ZSt28__throw_bad_array_new_lengthv"},
     {Fact::glibcxx, "3.4.32"},
     {Fact::cxxabi, "1.3.14"},
     {Fact::glibc_needed, "2.38"},
     {Fact::driver, "535.129.03"},
     {Fact::gnu_version, "140200"},
     {Fact::jit_major, "12"},
     {Fact::jit_minor, "4"},
     {Fact::cxx_standard, "20"}}};

/// The text that a tool would print for that placeholder.
std::string filling_of(const TemplatePart& part, std::string_view before, std::string_view message) {
    if (part.fact == Fact::library) return library_behind(before, part.placeholder);
    if (part.fact == Fact::capability) return capability_behind(before, part.placeholder, message);
    if (part.fact == Fact::symbol && message == "glibc-symbol-undefined") return "__isoc23_strtol";
    const auto value = std::ranges::find(values, part.fact, &std::pair<Fact, std::string_view>::first);
    if (value != values.end()) return std::string(value->second);
    switch (part.placeholder) {
        case Placeholder::number: return "14";
        case Placeholder::version: return "12.4";
        case Placeholder::path: return "/usr/local/cuda/include/that.h";
        case Placeholder::name: return "some_name";
        case Placeholder::none: break;
    }
    return {};
}

/// The text with its placeholders filled, with unchanged blanks and case.
std::string filled(std::string_view text, std::string_view message) {
    std::string result;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        result += text.substr(0, open);
        text.remove_prefix(open);
        if (text.empty()) break;
        const std::size_t close = text.find('}');
        const auto placeholder = parse_template("beside: " + std::string(text.substr(0, close + 1))).value().back();
        result += filling_of(placeholder, result, message);
        text.remove_prefix(close + 1);
    }
    return result;
}

/// The file at the start of a wording's line.
std::string place_of(const MessageTextRow& row) {
    if (row.files.empty()) return "";
    std::string_view file = row.files.front();
    while (!file.empty() && (file.front() == '/' || file.front() == '*')) file.remove_prefix(1);
    return "/usr/include/" + std::string(file) + ":79:12: error: ";
}

/// A wording ends at its last placeholder; its line also has the closing quotation mark.
std::string closing_quote(std::string_view text) {
    if (!text.ends_with('}')) return "";
    const char before = text[text.rfind('{') - 1];
    return before == '\'' || before == '"' ? std::string(1, before) : before == '`' ? "'" : "";
}

std::string line_of(const MessageTextRow& row) {
    return place_of(row) + filled(row.text, row.message) + closing_quote(row.text) + "\n";
}

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
        const LogReading reading = read(line_of(row));
        const std::vector<std::string> ids = ids_in(reading);
        const bool is_own = ids == std::vector<std::string>{std::string(row.message)};
        if (is_own == is_known(row)) wrong.push_back(std::string(row.message) + ": " + line_of(row) + join(ids));
        for (const SeenMessage& seen : reading.messages) {
            CAPTURE(line_of(row));
            CHECK_FALSE(seen.is_quoted);
            CHECK_FALSE(seen.is_warning);
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
        if (parts.back().placeholder != Placeholder::none) continue;
        std::string line = line_of(row);
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
        log += line_of(*row) + "\n-- Looking for something else - found\n\n";
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
