// SPDX-License-Identifier: MIT
// Made-up logs: the texts that are looked for, cut, wrapped, mixed and with bytes of any kind between them. Each is
// read in time, in pieces as at once, and what is read is answered in clean text.
#include "builtin.hpp"
#include "mutate.hpp"

#include "core/quote.hpp"
#include "diagnose/log_reader.hpp"
#include "messages/diagnosis.hpp"
#include "report/text.hpp"
#include "wire/records/shared.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::diagnose;

namespace {

using fuzz::Clock;
constexpr std::chrono::seconds too_long{20};

/// Every text that a log is searched for.
std::vector<std::string_view> all_texts() {
    std::vector<std::string_view> texts;
    for (const MessageTextRow& row : tables.message_texts) texts.push_back(row.text);
    for (const WrapperTextRow& row : tables.wrapper_texts) texts.push_back(row.text);
    for (const SuccessTextRow& row : tables.success_texts) texts.push_back(row.text);
    for (const FactTextRow& row : tables.fact_texts) texts.push_back(row.text);
    for (const ErrorWordRow& row : tables.error_words) texts.push_back(row.text);
    for (const GpuRow& row : tables.gpus) texts.push_back(row.name);
    return texts;
}

constexpr std::array<std::string_view, 22> fillings{"13",
                                                    "12.4",
                                                    "12.8.93",
                                                    "99999999999999999999",
                                                    "14.2.0",
                                                    "sm_120a",
                                                    "compute_86",
                                                    "native",
                                                    "cublas_v2.h",
                                                    "cublas",
                                                    "libcublas.so.12",
                                                    "nvcc",
                                                    "3.4.32",
                                                    "535.129.03",
                                                    "",
                                                    "-1",
                                                    "..",
                                                    "CUDA_CUDART",
                                                    "_ZSt28__throw_bad_array_new_lengthv",
                                                    "a/b/c.h",
                                                    "x\xff",
                                                    "GLIBCXX_"};
constexpr std::array<std::string_view, 10> before{"/usr/include/crt/host_config.h:143:2: error: #error -- ",
                                                  "/usr/include/bits/mathcalls.h(79): error: ",
                                                  "nvcc fatal   : ",
                                                  "#12 3.4 ",
                                                  "> ",
                                                  "CMake Warning at CMakeLists.txt:3 (message):\n  ",
                                                  "x.py:9: UserWarning: ",
                                                  "| ",
                                                  "- fixed \"",
                                                  "ptxas "};
constexpr std::array<std::string_view, 18> between{"\n",       "\n\n",
                                                   "\r\n",     " ",
                                                   "\x1b[31m", "\x1b]0;",
                                                   "&quot;",   "&#",
                                                   "\\n",      "\xe2\x80\x98",
                                                   "\xe2\x80", "`",
                                                   "\"",       std::string_view("\0", 1),
                                                   "\n> ",     "\n#12 0.5 ",
                                                   "?",        " means "};

class LogMaker {
public:
    explicit LogMaker(unsigned long seed) : engine_(static_cast<std::mt19937::result_type>(seed)) {}

    std::string next() {
        std::string log;
        for (std::size_t lines = 1 + below(12); lines > 0; --lines) log += line();
        // Now and then over the borders of what is looked at at once.
        if (below(40) == 0) log.insert(below(log.size()), std::string(1 + below(300'000), "\n x\x1b"[below(4)]));
        for (std::size_t changes = below(6); changes > 0; --changes) change(log);
        return log;
    }

    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : engine_() % bound; }

private:
    template <class Choice>
    std::string_view one_of(const Choice& choice) {
        return choice[below(choice.size())];
    }

    std::string line() {
        std::string line;
        if (below(3) != 0) line += one_of(before);
        std::string_view text = one_of(texts_);
        while (!text.empty()) {
            const std::size_t open = std::min(text.find('{'), text.size());
            line += text.substr(0, open);
            text.remove_prefix(open);
            if (text.empty()) break;
            line += one_of(fillings);
            text.remove_prefix(text.find('}') + 1);
        }
        if (below(4) == 0) line.resize(below(line.size() + 1));
        if (below(4) == 0)
            for (std::size_t width = 20 + below(100), at = width; at < line.size(); at += width + 1)
                line.insert(at, 1, '\n');
        return line + "\n";
    }

    void change(std::string& log) {
        const std::size_t at = below(log.size() + 1);
        switch (below(5)) {
            case 0: log.erase(at, below(30)); return;
            case 1: log.insert(at, log.substr(below(log.size()), below(200))); return;
            case 2: log.insert(at, 1, static_cast<char>(below(256))); return;
            default: log.insert(at, one_of(between)); return;
        }
    }

    std::mt19937 engine_;
    std::vector<std::string_view> texts_ = all_texts();
};

LogReading read_log(LogMaker& maker, std::string_view log, bool in_pieces) {
    return diagnose::read_log(tables, [&] {
        const std::size_t most = in_pieces ? 1 + maker.below(5000) : log.size();
        const std::string_view piece = log.substr(0, most);
        log.remove_prefix(piece.size());
        return piece;
    });
}

bool is_clean(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (!is_plain_text(line)) return false;
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return true;
}

}  // namespace

TEST_CASE("made-up logs") {
    LogMaker maker(fuzz::seed());
    const auto until = Clock::now() + fuzz::duration();
    constexpr int fewest = 40;  // on a loaded machine the first takes all the time
    int diagnosed_ones = 0, others = 0;
    for (int round = 0; round < fewest || Clock::now() < until; ++round) {
        const std::string log = maker.next();
        const auto start = Clock::now();
        const LogReading reading = read_log(maker, log, false);
        const DiagnoseAnswer answer = messages::diagnose_answer(tables, reading, {});
        const std::string in_json = wire::answer_text(answer);
        REQUIRE(Clock::now() - start < too_long);
        CAPTURE(as_plain_text(log));
        REQUIRE(nlohmann::json::accept(in_json));
        REQUIRE(is_clean(in_json));
        REQUIRE(is_clean(report::diagnosis_text(answer, {})));
        for (const DiagnoseAnswer::Finding& finding : answer.findings) {
            REQUIRE(finding.line >= 1);
            REQUIRE(finding.line <= reading.line_count);
        }
        REQUIRE(wire::answer_text(messages::diagnose_answer(tables, read_log(maker, log, true), {})) == in_json);
        ++(answer.findings.empty() ? others : diagnosed_ones);
    }
    MESSAGE(diagnosed_ones, " with a known message, ", others, " without");
    CHECK(diagnosed_ones > 0);
    CHECK(others > 0);
}
