// SPDX-License-Identifier: MIT
#include "diagnose/patterns.hpp"

#include "log_tables.hpp"

namespace cudastdenv::diagnose {

namespace {

constexpr std::string_view bound_text = "gcc versions later than {number:gccBound} are not supported";
constexpr std::string_view pair_text = "the detected version ('{version:cuda}', '{version:torchCuda}') mismatches";

/// The contents of the placeholders at each match of the text, `13`, `12.8|12.6`.
std::vector<std::string> fillings_in(std::string_view text, std::string_view raw) {
    LogTables texts;
    texts.message("m", text);
    const Tables tables = texts.tables();
    NormalizedLog log;
    log.assign(raw);
    std::vector<std::string> found;
    for (const Fit& fit : Patterns(tables).find_all(log, raw)) {
        CHECK(fit.begin < fit.end);
        CHECK(fit.end <= log.text().size());
        std::string values;
        for (const Capture& filling : fit.fillings) values += (values.empty() ? "" : "|") + filling.text;
        found.push_back(fit.is_cut_off ? values + " (cut off)" : values);
    }
    return found;
}

using Values = std::vector<std::string>;

}  // namespace

TEST_CASE("a placeholder keeps its text as written") {
    CHECK(fillings_in(bound_text, "gcc versions later than 13 are not supported!") == Values{"13"});
    CHECK(fillings_in(bound_text, "gcc versions later than eleven are not supported!").empty());
    CHECK(fillings_in(bound_text, "gcc versions later than are not supported!").empty());
    CHECK(fillings_in(bound_text, "gcc versions later than 13.1 are not supported!").empty());
    CHECK(fillings_in("release {version:cuda}, V{version:nvcc}", "release 12.4, V12.4.131") == Values{"12.4|12.4.131"});
    CHECK(fillings_in("identifier \"{name:symbol}\" is undefined", "identifier \"__nv_BF16::x~\" is undefined") ==
          Values{"__nv_BF16::x~"});
    CHECK(fillings_in("fatal error: {path:header}: No such file", "fatal error: cuda/std/Array.h: No such file") ==
          Values{"cuda/std/Array.h"});
    CHECK(fillings_in("fatal error: {path:header}: No such file", "fatal error: a(b).h: No such file").empty());
}

TEST_CASE("finds a placeholder at either end of the template") {
    CHECK(fillings_in("nvcc: NVIDIA release {version:cuda}", "nvcc: NVIDIA release 12.4. Built on") == Values{"12.4"});
    CHECK(fillings_in("for architecture {name:capability}", "for architecture sm_90, and others") == Values{"sm_90"});
    CHECK(fillings_in("for architecture {name:capability}", "for architecture\n").empty());
    CHECK(fillings_in("{name:function} is no intrinsic", "x = __hmax2 is no intrinsic") == Values{"__hmax2"});
    CHECK(fillings_in("{number} errors detected in it", "12 errors detected in it") == Values{""});
}

TEST_CASE("adjacent placeholders cover the ignored text between them") {
    CHECK(fillings_in(pair_text, "the detected version ('12.8', '12.6') mismatches") == Values{"12.8|12.6"});
    CHECK(fillings_in(pair_text, "the detected version (12.8, 12.6) mismatches") == Values{"12.8|12.6"});
    CHECK(fillings_in(pair_text, "the detected version ('12.8', \n'12.6') mismatches") == Values{"12.8|12.6"});
}

TEST_CASE("finds wrapped text, even within words and numbers") {
    const std::string text = "gcc versions later than 13 are not supported!";
    for (std::size_t at = 1; at < text.size(); ++at)
        for (const std::string_view wrap : {"\n", "\r\n", "\n\n", "\n> ", "\n    ", " \n"}) {
            const bool is_blank_in_number = wrap == " \n" && at == text.find("13") + 1;
            if (is_blank_in_number) continue;
            const std::string wrapped = text.substr(0, at) + std::string(wrap) + text.substr(at);
            CHECK_MESSAGE(fillings_in(bound_text, wrapped) == Values{"13"}, wrapped);
        }
}

TEST_CASE("a placeholder ends at a blank or 300 bytes") {
    CHECK(fillings_in(bound_text, "gcc versions later than 1 3 are not supported!").empty());
    const auto named = [](std::size_t length) {
        return fillings_in("identifier {name:symbol} is undefined",
                           "identifier " + std::string(length, 'a') + " is undefined");
    };
    CHECK(named(290).size() == 1);
    CHECK(named(310).empty());
}

TEST_CASE("accepts a truncated long line with most of the text") {
    const std::string message = "gcc versions later than 13 are not supp";
    const std::string in_front(40, 'x');
    CHECK(fillings_in(bound_text, in_front + message + "\nnext") == Values{"13 (cut off)"});
    CHECK(fillings_in(bound_text, in_front + message) == Values{"13 (cut off)"});
    CHECK(fillings_in("exception specification is incompatible", in_front + "exception specification is incom\n") ==
          Values{" (cut off)"});
    // The line is too short, continues, or contains too little.
    CHECK(fillings_in(bound_text, message + "\nnext").empty());
    CHECK(fillings_in(bound_text, in_front + message + " and so on\n").empty());
    CHECK(fillings_in(bound_text, std::string(80, 'x') + "gcc versions l\n").empty());
    // Another number is not cut off.
    const std::string_view killed = "did not complete successfully: exit code: 137";
    const std::string code = in_front + "did not complete successfully: exit code: ";
    CHECK(fillings_in(killed, code + "1\nnext").empty());
    CHECK(fillings_in(killed, code + "\nnext") == Values{" (cut off)"});
}

TEST_CASE("finds each text at each place") {
    LogTables texts;
    texts.message("short", "is not supported").message("long", "gpu {name:capability} is not supported");
    texts.fact("this card: {name:gpu}").wrapper("build stopped").success("all is well").error("error:");
    const Tables tables = texts.tables();
    const std::string raw = "error: gpu sm_1 is not supported\nthis card: H100\nerror: gpu sm_2 is not "
                            "supported\nbuild stopped\nall is well";
    NormalizedLog log;
    log.assign(raw);
    std::vector<int> found(std::variant_size_v<TextRow>);
    const Patterns patterns(tables);
    for (const Fit& fit : patterns.find_all(log, raw)) ++found[fit.row->index()];
    CHECK(found == std::vector{4, 1, 1, 1, 2, 0});
}

TEST_CASE("finds a short GPU name only after the vendor") {
    const auto found = [](std::string_view raw) {
        NormalizedLog log;
        log.assign(raw);
        Tables tables;
        tables.gpus = builtin_tables().gpus;
        std::vector<std::string> names;
        const Patterns patterns(tables);
        for (const Fit& fit : patterns.find_all(log, raw)) names.emplace_back(std::get<const GpuRow*>(*fit.row)->name);
        return names;
    };
    CHECK(found("device 0: rtx 4090\n") == Values{"GeForce RTX 4090"});
    CHECK(found("device 0: rtx 4090 d\n") == Values{"GeForce RTX 4090", "GeForce RTX 4090 D"});
    // The next word is not part of the name.
    CHECK(found("rtx 4090, driver 535") == Values{"GeForce RTX 4090"});
    CHECK(found("NVIDIA L4") == Values{"L4"});
    CHECK(found("in L4 and T4 of the table").empty());
}

}  // namespace cudastdenv::diagnose
