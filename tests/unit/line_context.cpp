// SPDX-License-Identifier: MIT
#include "diagnose/log_reader.hpp"

#include "tables/message_template.hpp"

#include "show.hpp"

#include <array>

namespace cudastdenv::diagnose {

namespace {

using enum Preamble::Severity;

Preamble preamble_of(const std::string& squeezed_before) {
    static const std::array<std::string, 3> words{"fehler", "\xd0\xbe\xd1\x88\xd0\xb8\xd0\xb1\xd0\xba\xd0\xb0",
                                                  "erreur"};
    return read_preamble(squeezed_before, words);
}

/// Whether the text before a message names a file that matches `files`.
bool names_file(std::string_view before, std::string_view file) {
    const std::string text = squeezed(before);
    const std::array files{file};
    return is_of_files(preamble_of(text), files, [](std::size_t) { return false; });
}

struct Form {
    std::string_view before;
    Preamble::Severity severity;
    std::string_view file;  ///< the file at the end of the preamble; empty: it has no location
};

}  // namespace

TEST_CASE("finds place and severity in each tool's format") {
    for (const Form& form : {Form{"/usr/include/bits/mathcalls.h(79): error: ", error, "mathcalls.h"},
                             Form{"C:\\vc\\yvals.h(12,3): error C1189: #error: ", error, ""},
                             Form{"C:\\vc\\yvals.h(12,3): fatal error C1189: ", error, "yvals.h"},
                             Form{"src/a.cu:31:7: error: ", error, "a.cu"},
                             Form{"src/a.cu:31: warning: ", warning, "a.cu"},
                             Form{"\"src/a.cu\", line 31: catastrophic error: ", error, "a.cu"},
                             Form{"a.cu(12): warning #20011-D: ", warning, "a.cu"},
                             Form{"a.cu(12): error #20011: ", error, "a.cu"},
                             Form{"a.h:1:2: note: ", note, "a.h"},
                             Form{"a.h(1): remark: ", note, "a.h"},
                             Form{"ptxas /tmp/x.ptx, line 26; error   : ", error, "x.ptx"},
                             Form{"nvcc fatal   : ", error, ""},
                             Form{"nvcc warning : ", warning, ""},
                             Form{"ptxas fatal   : ", error, ""},
                             Form{"x.py:9: UserWarning: ", user_warning, "x.py"},
                             Form{"/a/b.cpp:3:4: Fehler: ", error, "b.cpp"},
                             Form{"/a/b.cpp:3:4: \xd0\xbe\xd1\x88\xd0\xb8\xd0\xb1\xd0\xba\xd0\xb0: ", error, "b.cpp"},
                             Form{"/a/b.cpp:3:4: erreur\xc2\xa0: ", error, "b.cpp"},
                             Form{"CMake Warning at CMakeLists.txt:12 (message):\n  ", warning, ""},
                             Form{"CMake Error at CMakeLists.txt:12 (message):\n  ", none, ""},
                             Form{"", none, ""},
                             Form{"some words of a person ", none, ""}}) {
        CAPTURE(form.before);
        const std::string text = squeezed(form.before);
        const Preamble preamble = preamble_of(text);
        CHECK(static_cast<int>(preamble.severity) == static_cast<int>(form.severity));
        if (!form.file.empty()) CHECK(preamble.has_place);
        CHECK(preamble.file.ends_with(form.file));
    }
}

TEST_CASE("separates messages of different headers") {
    CHECK(names_file("/usr/include/x86_64-linux-gnu/bits/mathcalls.h(79): error: ", "bits/mathcalls.h"));
    CHECK(names_file("bits/mathcalls.h:79:3: error: ", "bits/mathcalls.h"));
    CHECK_FALSE(names_file("/opt/other/mathfuncs.h(79): error: ", "bits/mathcalls.h"));
    CHECK_FALSE(names_file("/opt/my_mathcalls.h(79): error: ", "bits/mathcalls.h"));
    CHECK(names_file("/usr/include/c++/11/bits/std_function.h:435:145: error: ", "*std_function.h"));
    // A person who types only the text names no file.
    CHECK(names_file("error: ", "bits/mathcalls.h"));
    CHECK(names_file("", "bits/mathcalls.h"));
}

namespace {

struct Line {
    std::string_view before, behind, above = {};
};

void check_status(std::initializer_list<Line> lines, FindingStatus status) {
    for (const Line& line : lines)
        CHECK_MESSAGE(status_in_line(line.before, line.behind, line.above) == status, line.before, "...", line.behind,
                      " is ", to_string(status_in_line(line.before, line.behind, line.above)));
}

}  // namespace

TEST_CASE("a tool's line is a failure, also if a program quotes it") {
    check_status({{"/usr/include/crt/host_config.h:143:2: error: #error -- ", " are not supported!"},
                  {"a.cu(3): error: ", " in \"x\""},
                  {"RuntimeError: ", ""},
                  {"assertion failed: ", ""},
                  {"", ""},
                  {"/usr/bin/ld: x.o: undefined reference to `", "'"},
                  {"{\"error\": \"", "\", \"code\": 1}"},
                  {"time=x level=error msg=\"", "\""},
                  {"host_config.h:143:2: error: \"", "\""},
                  {"  - ", ""},
                  {"- ", " are not supported by the compiler"},
                  {"ERROR: it is in the log of the build that I made: ", ""},
                  {"  what():  CUDA error: \"", "\""},
                  {"Exception: \"nvcc fatal   : ", "'\""},
                  {"E0312 10:11:12 worker.py:33] ", ""}},
                 FindingStatus::failure);
}

TEST_CASE("a message alone in quotation marks is a failure") {
    check_status({{"\xe2\x80\x9c", "\xe2\x80\x9d"},
                  {"`", "`"},
                  {"\"", "\""},
                  {"`nvcc fatal   : ", "'`."},
                  {"> `", "`"},
                  {"**", "**"},
                  {"<code>", "</code>"}},
                 FindingStatus::failure);
}

TEST_CASE("recognizes quotations and questions") {
    check_status({{"When I run it I get `", "` and it stops."},
                  {"I get a message like \"", "\" since the upgrade"},
                  {"What does ", " mean?"},
                  {"how do I fix ", ""},
                  {"how do I fix ", " on my 5090"},
                  {"I tried to fix this: ", ""},
                  {"", " ?"},
                  {"", "\xef\xbc\x9f"},
                  {"has anybody seen ", "? "},
                  {"the compiler prints \"", "\" there"},
                  {"the line says \xe2\x80\x9c", "\xe2\x80\x9d and more of it"},
                  {"does anyone know why the build does not compile anymore: ", ""},
                  {"- I followed the manual, and now I get \"", "\""},
                  {"It was solved by others, mine still prints `", "`"},
                  {"Is `", "` fixed by the new driver?"}},
                 FindingStatus::quoted);
}

TEST_CASE("recognizes reports that a message is gone") {
    check_status({{"I no longer get the message ", " since the update"},
                  {"It used to say \"", "\", that is gone after the reinstall."},
                  {"fixed by the new image, no more `", "` here"},
                  {"I don't get ", " anymore"},
                  {"\"", "\" on my side.", "fixed by another CUDAHOSTCXX, so no more\n"}},
                 FindingStatus::recovered);
}

TEST_CASE("recognizes source code, search results, lists of changes and manuals") {
    constexpr std::string_view commit = "commit 0007bbc\nAuthor: R <r@x.example>\nDate:   Mon Mar 5\n\n";
    constexpr std::string_view patch = "diff --git a/e.py b/e.py\n@@ -8,4 +8,6 @@ KNOWN = {\n";
    check_status({{"- fixed: users no longer see \"", "\" (#12)"},
                  {"- build: work around `", "` with glibc 2.41"},
                  {"- runtime: clearer than ", " (#587)"},
                  {"    // ", ""},
                  {"+#error -- ", ""},
                  {"  throw std::runtime_error(\"", "\");"},
                  {"fprintf(stderr, \"", "\\n\");"},
                  {"include/host_config.h:143:#error -- ", ""},
                  {"docs/faq.md:12: ", ""},
                  {"src/errors.rs:89:    (\"", "\", Kind::Toolchain),"},
                  {"const TEXT: &str = \"", "\";"},
                  {"| 12.4 | ", " | gcc-13 |"},
                  {"tests/test_build.py::test_message[", "] PASSED"},
                  {"grep -rn \"", "\" ."},
                  {"    return \"", "\";"},
                  {"    \"", "\","},
                  {"    ", " = 209, /* for this device */"},
                  {"    assert home is not None, \"", "\""},
                  {"msgid \"", "\""},
                  {"**Q: I see `", "`.**"},
                  {"<p>Number 9 of our list is <code>", "</code>. It looks frightening.</p>"},
                  {"The README now says what users can do about \"", "\""},
                  {"    Say in the manual what to do about \"", "\"", commit},
                  {"    \"case\": \"", "\"", patch}},
                 FindingStatus::mention);
}

}  // namespace cudastdenv::diagnose
