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

TEST_CASE("a tool's line is not a quotation") {
    struct Line {
        std::string_view before, behind;
    };
    for (const Line& line :
         {Line{"/usr/include/crt/host_config.h:143:2: error: #error -- ", " are not supported!"},
          Line{"a.cu(3): error: ", " in \"x\""}, Line{"RuntimeError: ", ""}, Line{"assertion failed: ", ""},
          Line{"", ""}, Line{"/usr/bin/ld: x.o: undefined reference to `", "'"},
          Line{"{\"error\": \"", "\", \"code\": 1}"}, Line{"time=x level=error msg=\"", "\""},
          Line{"\xe2\x80\x9c", "\xe2\x80\x9d"}, Line{"host_config.h:143:2: error: \"", "\""}, Line{"  - ", ""},
          Line{"ERROR: it is in the log of the build that I made: ", ""}})
        CHECK_MESSAGE(!is_quotation(line.before, line.behind), line.before, "...", line.behind);
}

TEST_CASE("recognizes quoted messages") {
    struct Line {
        std::string_view before, behind;
    };
    for (const Line& line :
         {Line{"I no longer get the message ", " since the update"}, Line{"What does ", " mean?"},
          Line{"- fixed ", " with the new headers of it"}, Line{"    // ", ""}, Line{"+#error -- ", ""},
          Line{"  throw std::runtime_error(\"", "\");"}, Line{"fprintf(stderr, \"", "\\n\");"},
          Line{"include/host_config.h:143:#error -- ", ""}, Line{"docs/faq.md:12: ", ""},
          Line{"| 12.4 | ", " | gcc-13 |"}, Line{"the line says \xe2\x80\x9c", "\xe2\x80\x9d and more of it"},
          Line{"tests/test_build.py::test_message[", "] PASSED"}, Line{"grep -rn \"", "\" ."},
          Line{"    return \"", "\";"}, Line{"    ", " = 209, /* for this device */"},
          Line{"    assert home is not None, \"", "\""}, Line{"the compiler prints \"", "\" there"},
          Line{"has anybody seen ", "? "}})
        CHECK_MESSAGE(is_quotation(line.before, line.behind), line.before, "...", line.behind);
}

}  // namespace cudastdenv::diagnose
