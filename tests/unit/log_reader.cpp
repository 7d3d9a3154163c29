// SPDX-License-Identifier: MIT
#include "diagnose/log_reader.hpp"

#include "log_tables.hpp"
#include "sample.hpp"

#include <array>
#include <cstdlib>
#include <random>

namespace cudastdenv::diagnose {

namespace {

constexpr std::size_t window = 128 * 1024;  // the number of bytes that the reader examines at once
constexpr std::string_view bound_line =
    "/usr/include/crt/host_config.h:143:2: error: #error -- gcc versions later than 13 are not supported!\n";
constexpr std::array<std::string_view, 1> host_config{"host_config.h"};

LogTables some_texts() {
    LogTables texts;
    texts.message("bound", "gcc versions later than {number:gccBound} are not supported", host_config);
    texts.message("architecture", "Unsupported gpu architecture '{name:capability}'");
    texts.fact("cuda release {version:cuda}").fact("g++ (Debian) {version:gcc}");
    texts.wrapper("build stopped").success("100% built").error("error:");
    return texts;
}

/// An empty piece would mean the end.
LogReading read_pieces(const Tables& tables, const std::vector<std::string>& pieces) {
    auto next = pieces.begin();
    return read_log(tables, [&] {
        while (next != pieces.end() && next->empty()) ++next;
        return next == pieces.end() ? std::string_view() : std::string_view(*next++);
    });
}

LogReading read_in_pieces(const Tables& tables, std::string_view log, const std::vector<std::size_t>& cuts) {
    std::vector<std::string> pieces;
    std::size_t begin = 0;
    for (const std::size_t cut : cuts) {
        pieces.emplace_back(log.substr(begin, cut - begin));
        begin = cut;
    }
    pieces.emplace_back(log.substr(begin));
    return read_pieces(tables, pieces);
}

LogReading read_whole(const Tables& tables, std::string_view log) { return read_in_pieces(tables, log, {}); }

std::string shown_line(const LogLine& line) { return std::to_string(line.number) + ": " + line.text + "\n"; }

/// All contents of a reading.
std::string shown_reading(const LogReading& reading) {
    std::string text;
    for (const SeenMessage& message : reading.messages) {
        text += std::string(message.wording->message) + " at " + std::to_string(message.offset);
        for (const Capture& filling : message.fillings) text += " " + filling.text;
        text += " " + std::string(to_string(message.status));
        text += message.is_user_warning ? " user warning" : "";
        text += !message.is_configuring ? "" : *message.is_configuring ? " configuring" : " building";
        text += ", line " + shown_line(message.line);
    }
    for (const SeenFact& fact : reading.facts) text += fact.value + ", line " + std::to_string(fact.line) + "\n";
    for (const SeenGpu& gpu : reading.gpus) text += std::string(gpu.name) + ", line " + std::to_string(gpu.line) + "\n";
    for (const std::string_view tool : reading.tools) text += "tool " + std::string(tool) + "\n";
    if (reading.first_error) text += "first error, line " + shown_line(*reading.first_error);
    text += "failure at " + std::to_string(reading.last_failure.value_or(0)) + "\n";
    for (const LogSuccess& success : reading.successes)
        text += "success at " + std::to_string(success.offset) + ", line " + std::to_string(success.line) + "\n";
    text += "works: " + std::to_string(static_cast<int>(reading.is_reported_working)) + "\n";
    text += std::to_string(reading.windows_lines) + " of Windows from line " +
            std::to_string(reading.first_windows_line) + ", " + std::to_string(reading.posix_lines) + " of others\n";
    return text + std::to_string(reading.line_count) + " lines\n";
}

/// Lines, some with facts, of at least that total size.
std::string long_log(std::mt19937& engine, std::size_t size) {
    constexpr std::array<std::string_view, 12> lines{
        bound_line,
        "nvcc fatal   : Unsupported gpu architecture 'compute_120'\n",
        "#define __CUDACC_VER__ cuda release 12.4\n",
        "error: something else\n",
        "ninja: build stopped: subcommand failed.\n",
        "[100% built] all\n",
        "g++ (Debian) 14.2.0\n",
        "nvcc fatal   : Unsupported gpu archi\ntecture 'compute_1\n03'\n",
        "warning: gcc versions later than 12 are not supported!\r\n",
        "C:\\cuda\\bin\\nvcc.exe cuda release 12.4\r\n",
        "/opt/cuda/bin/nvcc cuda release 12.4\n",
        "\x1b[31mwhat is \"gcc versions later than 11 are not supported\"?\x1b[0m\n"};
    std::string log;
    while (log.size() < size) {
        if (engine() % 40 == 0) log += lines[engine() % lines.size()];
        else log += std::string(engine() % 200, static_cast<char>('a' + engine() % 26)) + "\n";
    }
    return log;
}

}  // namespace

TEST_CASE("finds the kind and number of a line") {
    const LogTables texts = some_texts();
    const LogReading reading = read_whole(texts.tables(),
                                          "cuda release 12.4\r\n\n" + std::string(bound_line) + "build stopped\n");
    REQUIRE(reading.messages.size() == 1);
    CHECK(reading.messages[0].wording->message == "bound");
    CHECK(reading.messages[0].line.number == 3);
    CHECK(reading.messages[0].line.text == bound_line.substr(0, bound_line.size() - 1));
    REQUIRE(reading.facts.size() == 2);
    CHECK(reading.facts[0].value == "12.4");
    CHECK(reading.facts[0].line == 1);
    CHECK(reading.facts[1].value == "13");
    CHECK(reading.last_failure > reading.messages[0].offset);
    CHECK_FALSE(reading.first_error);
}

TEST_CASE("finds the systems of the paths in a line") {
    const auto systems = [](std::string_view line) {
        const PathSystems found = path_systems_in(line);
        return std::string(found.windows ? "windows " : "") + (found.posix ? "posix " : "");
    };
    for (const std::string_view line :
         {"C:\\src\\a.cu(3): error", "error: command 'C:\\\\cuda\\\\nvcc.exe'", "FAILED: D:/c/a.obj",
          "nvcc -Ic:\\inc a.cu", "PS C:\\> nvcc", "cl /EHsc /MD C:/cuda/include/crt/host_config.h"})
        CHECK_MESSAGE(systems(line) == "windows ", line);
    for (const std::string_view line :
         {"/usr/include/math.h(3): error", "nvcc -I/usr/include a.cu", "PATH=/usr/bin:/mnt/c/Windows",
          "error: command '/usr/bin/nvcc' failed", "(/home/a/b.cu)"})
        CHECK_MESSAGE(systems(line) == "posix ", line);
    for (const std::string_view line : {"", ":", "C:", "/", "https://docs.nvidia.com/cuda/", "a/b/c", "cl /EHsc /MD",
                                        "and/or", "abc:\\n", "1:/2", "file:C", "Note: \\n"})
        CHECK_MESSAGE(systems(line).empty(), line);
    CHECK(systems("cp /mnt/c/a.dll C:\\a.dll") == "windows posix ");
}

TEST_CASE("counts a line once for each system") {
    LogTables texts;
    texts.fact("release {version:cuda}").fact("sm_{name:capability}").fact("glibc {version:glibc}");
    const LogReading reading =
        read_whole(texts.tables(), "release 12.4 sm_80\nC:\\a release 12.4 sm_80\n/usr/bin/nvcc release 12.4 sm_80\n"
                                   "glibc 2.41\nD:\\a sm_80 and /usr/bin/nvcc\nC:\\nothing of ours\n");
    CHECK(reading.windows_lines == 2);
    CHECK(reading.first_windows_line == 2);
    CHECK(reading.posix_lines == 3);
}

TEST_CASE("finds the first error that is not a known message") {
    const LogTables texts = some_texts();
    const std::string log = std::string(bound_line) + "a.cpp:1: error: another one\nb.cpp:1: error: a third one\n";
    const LogReading reading = read_whole(texts.tables(), log);
    REQUIRE(reading.first_error);
    CHECK(reading.first_error->number == 2);
    CHECK(reading.first_error->text == "a.cpp:1: error: another one");
}

TEST_CASE("a line is not cut inside a character") {
    const LogTables texts = some_texts();
    std::string character = "\xe8\xbf\x99";
    for (std::size_t shift = 0; shift < 3; ++shift) {
        std::string log(shift, 'x');
        for (int i = 0; i < 120; ++i) log += character;
        log += bound_line.substr(0, bound_line.size() - 1);
        for (int i = 0; i < 120; ++i) log += character;
        const LogReading reading = read_whole(texts.tables(), log);
        REQUIRE(reading.messages.size() == 1);
        const std::string& line = reading.messages[0].line.text;
        CHECK(line.starts_with(character));
        CHECK(line.ends_with(character));
        CHECK(line.find('\\') == std::string::npos);
        CHECK(line.size() <= 300);
    }
}

TEST_CASE("ignores warnings and other headers' messages") {
    const LogTables texts = some_texts();
    CHECK(read_whole(texts.tables(), "other.h:1:2: error: gcc versions later than 13 are not supported")
              .messages.empty());
    const LogReading warned = read_whole(texts.tables(),
                                         "host_config.h:1:2: warning: gcc versions later than 13 are not supported");
    REQUIRE(warned.messages.size() == 1);
    CHECK(warned.messages[0].status == FindingStatus::warning);
}

TEST_CASE("prefers the longer wording at one place") {
    LogTables texts;
    texts.message("short", "is not supported by it").message("long", "the card {name} is not supported by it");
    texts.message("longest", "but the card {name} is not supported by it");
    const LogReading reading = read_whole(texts.tables(), "but the card RTX is not supported by it");
    REQUIRE(reading.messages.size() == 1);
    CHECK(reading.messages[0].wording->message == "longest");
}

TEST_CASE("reads the same for any split of the input") {
    const LogTables texts = some_texts();
    const Tables tables = texts.tables();
    std::mt19937 engine(20261123);
    Sample sample(3, 29);
    for (int round = 0; round < 60; ++round) {
        const std::string log = long_log(engine, engine() % 5 == 0 ? 3 * window : 3000);
        if (!sample.takes_next()) continue;
        const std::string whole = shown_reading(read_whole(tables, log));
        std::vector<std::size_t> cuts;
        for (std::size_t count = engine() % 8; count > 0; --count) cuts.push_back(engine() % log.size());
        std::ranges::sort(cuts);
        REQUIRE(shown_reading(read_in_pieces(tables, log, cuts)) == whole);
    }
    const std::string small = long_log(engine, 2000);
    std::vector<std::size_t> everywhere(small.size());
    for (std::size_t i = 0; i < everywhere.size(); ++i) everywhere[i] = i;
    CHECK(shown_reading(read_in_pieces(tables, small, everywhere)) == shown_reading(read_whole(tables, small)));
}

TEST_CASE("finds a message at a window's border once") {
    const LogTables texts = some_texts();
    const Tables tables = texts.tables();
    const Patterns patterns(tables);
    constexpr std::size_t overlap = 8 * 1024;
    Sample sample(3, 53);
    for (const std::string_view form :
         {bound_line,
          std::string_view("host_config.h:1:2: error: \x1b[31mgcc versions later\r\nthan 1\n3 are not supported"),
          std::string_view(
              "#12 0.5 gcc versions later than &quot;13&quot; are\n#12 0.6 not \xe2\x80\x98supported\xe2\x80\x99")})
        for (const std::size_t border : {window, window - overlap, 2 * window - 2 * overlap})
            for (std::size_t at = border - form.size() - 20; at <= border + 20; at += 3) {
                if (!sample.takes_next()) continue;
                std::string log;
                for (std::size_t line = 0; log.size() + 64 < at; ++line) log += std::string(63, 'x') + "\n";
                log += std::string(at - log.size() - 1, 'y') + "\n";
                const auto lines = static_cast<std::size_t>(std::ranges::count(log, '\n'));
                log += std::string(form) + "\n" + std::string(window, 'z');
                const LogReading reading = read_whole(tables, log);
                REQUIRE(reading.messages.size() == 1);
                REQUIRE(reading.messages[0].fillings[0].text == "13");
                REQUIRE(reading.messages[0].line.number == lines + 1);
            }
}

TEST_CASE("counts lines across many windows") {
    const LogTables texts = some_texts();
    std::vector<std::string> pieces;
    std::size_t line = 0;
    std::vector<std::size_t> expected;
    for (int block = 0; block < 6; ++block) {
        for (int i = 0; i < 3000; ++i, ++line) pieces.emplace_back("-- Looking for something that is there - found\n");
        pieces.emplace_back(bound_line);
        expected.push_back(++line);
    }
    const LogReading reading = read_pieces(texts.tables(), pieces);
    std::vector<std::size_t> numbers;
    for (const SeenMessage& message : reading.messages) numbers.push_back(message.line.number);
    CHECK(numbers == expected);
    CHECK(reading.line_count == line);
}

TEST_CASE("keeps a bounded amount for any log") {
    const LogTables texts = some_texts();
    std::vector<std::string> pieces;
    for (int i = 0; i < 20'000; ++i) {
        const std::string number = std::to_string(i);
        pieces.push_back("nvcc fatal   : Unsupported gpu architecture 'compute_" + number + "'\ncuda release 1." +
                         number + "\nerror: " + number + "\n" + std::string(bound_line));
    }
    const LogReading reading = read_pieces(texts.tables(), pieces);
    CHECK(reading.messages.size() <= 40);
    CHECK(reading.facts.size() <= 120);
}

TEST_CASE("shortens a line's text to plain text") {
    const LogTables texts = some_texts();
    const std::string log = std::string(100'000, 'x') +
                            "\x1b[2J\x07 host_config.h(3): error: gcc versions later than 13 are not supported" +
                            std::string(100'000, '\x01');
    const LogReading reading = read_whole(texts.tables(), log);
    REQUIRE(reading.messages.size() == 1);
    const std::string& text = reading.messages[0].line.text;
    CHECK(text.size() < 1500);
    CHECK(text.find("later than 13") != text.npos);
    CHECK(std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }));
}

TEST_CASE("removes prefixes that other programs add to a line") {
    const LogTables texts = some_texts();
    constexpr std::string_view line = "host_config.h(3): error: gcc versions later than 13 are not supported";
    for (const std::string_view prefix :
         {"", "#8 1.216   ", "web-1  | ", "2026-03-11T08:15:30.1234567Z ", "> ", "> #12 ", "    "}) {
        const LogReading reading = read_whole(texts.tables(), "first\n" + std::string(prefix) + std::string(line));
        REQUIRE_MESSAGE(reading.messages.size() == 1, prefix);
        CHECK_MESSAGE(reading.messages[0].line.text == line, prefix);
        CHECK(reading.messages[0].line.number == 2);
    }
}

TEST_CASE("shows a line without the colors of its terminal") {
    const LogTables texts = some_texts();
    const LogReading reading =
        read_whole(texts.tables(), "a.h:3:1: \x1b[01;31m\x1b[Kerror: \x1b[m\x1b[Kgcc \x1b[1mversions\x1b[0m unknown\n");
    REQUIRE(reading.first_error);
    CHECK(reading.first_error->text == "a.h:3:1: error: gcc versions unknown");
    CHECK(is_compile_error(reading.first_error->text));
}

TEST_CASE("ends a line at \\n within a program's string") {
    const std::string line(bound_line.substr(0, bound_line.size() - 1));
    const LogTables texts = some_texts();
    const LogReading reading = read_whole(texts.tables(), "{\"log\": \"before\\n" + line + "\\nbehind\"}\n");
    REQUIRE(reading.messages.size() == 1);
    CHECK(reading.messages[0].line.text == line);
}

TEST_CASE("reads UTF-16 with a byte order mark") {
    LogTables texts;
    texts.error("error:");
    const auto first_error = [&](bool is_little_endian, std::u16string_view text, std::size_t piece_size) {
        std::string bytes;
        for (const char16_t unit : u"\ufeff" + std::u16string(text)) {
            const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xff);
            bytes += is_little_endian ? std::string{low, high} : std::string{high, low};
        }
        std::vector<std::string> pieces{bytes.substr(0, 2)};  // the mark is read as a whole
        for (std::size_t at = 2; at < bytes.size(); at += piece_size) pieces.push_back(bytes.substr(at, piece_size));
        return read_pieces(texts.tables(), pieces).first_error.value_or(LogLine{}).text;
    };
    for (const bool is_little_endian : {true, false})
        for (const std::size_t piece_size : std::initializer_list<std::size_t>{1, 2, 3, 5, 7, 1000}) {
            CAPTURE(is_little_endian);
            CAPTURE(piece_size);
            const auto read = [&](std::u16string_view text) { return first_error(is_little_endian, text, piece_size); };
            CHECK(read(u"error: \u007f\u00e4\u07ff\u0800\uffff no") ==
                  "error: \\u007f\xc3\xa4\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf no");
            CHECK(read(u"error: \U00010000 \U0001f600 \U0010ffff") ==
                  "error: \xf0\x90\x80\x80 \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf");
            // Half of a character: its first unit without the second one, the second one without the first, both in
            // the wrong order, and two first ones. It is left out, and what follows it is not.
            CHECK(read(std::u16string{u"error: a"} + char16_t{0xd83d} + u"b") == "error: ab");
            CHECK(read(std::u16string{u"error: a"} + char16_t{0xde00} + u"b") == "error: ab");
            CHECK(read(std::u16string{u"error: a"} + char16_t{0xde00} + char16_t{0xd83d} + u"b") == "error: ab");
            CHECK(read(std::u16string{u"error: a"} + char16_t{0xd83d} + u"\U0001f600b") == "error: a\xf0\x9f\x98\x80"
                                                                                           "b");
            CHECK(read(std::u16string{u"error: a"} + char16_t{0xd83d}) == "error: a");
        }
}

TEST_CASE("reads lists of architectures") {
    LogTables texts;
    texts.fact("supports {name:capability}");
    const auto listed = [&](std::string_view log) {
        std::string values;
        for (const SeenFact& fact : read_whole(texts.tables(), log).facts) values += fact.value + " ";
        return values;
    };
    CHECK(listed("supports sm_50 sm_60 sm_90a. The next") == "sm_50 sm_60 sm_90a ");
    CHECK(listed("supports 8.6;9.0;12.0+PTX").starts_with("8.6 9.0 12.0"));
    CHECK(listed("supports sm_50, or not") == "sm_50 ");
}

TEST_CASE("an empty log has one line without content") {
    const LogTables texts = some_texts();
    const LogReading reading = read_whole(texts.tables(), "");
    CHECK(reading.messages.empty());
    CHECK(reading.line_count == 1);
}

}  // namespace cudastdenv::diagnose
