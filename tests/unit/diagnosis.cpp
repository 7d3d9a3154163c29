// SPDX-License-Identifier: MIT
#include "diagnose/diagnosis.hpp"

#include "query.hpp"

// What each kind of cause is answered with; that its message is found is tests/diagnose's matter.

namespace cudastdenv::diagnose {

namespace {

Diagnosis diagnosed(std::string_view log, const Given& given = {}) {
    LogReader reader(builtin_tables());
    reader.add(log);
    return diagnose(builtin_tables(), reader.finish(), given);
}

/// What the first message of a log is explained with.
template <class What>
What cause_in(std::string_view log, const Given& given = {}) {
    const Diagnosis diagnosis = diagnosed(log, given);
    REQUIRE(diagnosis.findings.size() >= 1);
    const What* what = std::get_if<What>(&diagnosis.findings.front().cause);
    REQUIRE(what);
    return *what;
}

Given given_release(std::string_view cuda) {
    Given given;
    given.release = find_release(builtin_tables(), parse_version(cuda).value());
    return given;
}

constexpr std::string_view gcc_refused = "/usr/include/crt/host_config.h:143:2: error: #error -- unsupported GNU "
                                         "version! gcc versions later than 13 are not "
                                         "supported!\n";
constexpr std::string_view sinpi =
    "/usr/include/bits/mathcalls.h(79): error: exception specification is incompatible with that of previous function "
    "\"sinpi\" (declared at line 2422 of /usr/local/cuda-12.5/include/crt/math_functions.h)\n";
constexpr std::string_view rsqrt =
    "/usr/include/bits/mathcalls.h(206): error: exception specification is incompatible with that of previous function "
    "\"rsqrt\" (declared at line 591 of /usr/local/cuda-12.5/include/crt/math_functions.h)\n";

}  // namespace

TEST_CASE("a log without a known message has no findings") {
    CHECK(diagnosed("").findings.empty());
    CHECK(diagnosed("error: something else\nmake: *** [all] Error 1\n").findings.empty());
}

TEST_CASE("a refused compiler: what is taken, what to use, which release takes it") {
    const auto refused = cause_in<RefusedCompiler>("g++ (Debian 14.2.0-19) 14.2.0\n" + std::string(gcc_refused));
    CHECK(refused.family == Compiler::Family::gcc);
    CHECK(refused.newest_taken == 13);
    CHECK(refused.host == "gcc-14"_cc);
    REQUIRE(refused.use);
    CHECK(refused.use->compiler == "gcc-13"_cc);
    REQUIRE(refused.takes_host);
    CHECK(refused.takes_host->version == Version{12, 8, 0});
}

TEST_CASE("a refused compiler that the log does not name") {
    const auto refused = cause_in<RefusedCompiler>(gcc_refused);
    CHECK_FALSE(refused.host);
    CHECK_FALSE(refused.takes_host);
    CHECK(refused.newest_taken == 13);
    REQUIRE(refused.use);
    CHECK(refused.use->compiler.major <= 13);
}

TEST_CASE("an option is the release, whatever the log says") {
    const auto refused = cause_in<RefusedCompiler>(gcc_refused, given_release("11.8"));
    CHECK(refused.newest_taken == 11);
    REQUIRE(refused.use);
    CHECK(refused.use->compiler.major <= 11);
}

TEST_CASE("an advisory: of which releases it does not hold") {
    const auto advised = cause_in<Advised>(sinpi);
    REQUIRE(advised.advisories.size() == 1);
    CHECK(advised.advisories[0]->id == "glibc-2.41-sinpi");
    REQUIRE(advised.mended_in);
    CHECK(advised.mended_in->version == Version{13, 0, 0});
}

TEST_CASE("several messages: what mends all of them") {
    const Diagnosis diagnosis = diagnosed(std::string(sinpi) + std::string(rsqrt));
    REQUIRE(diagnosis.findings.size() == 2);
    CHECK(diagnosis.findings[0].message->id == "glibc-2.41-sinpi");
    CHECK(diagnosis.findings[1].message->id == "glibc-2.42-rsqrt");
    REQUIRE(diagnosis.release_for_all);
    CHECK(diagnosis.release_for_all->version == Version{13, 2, 0});
    // The message tells which C library it is at least.
    REQUIRE(diagnosis.knowledge.glibc);
    CHECK(diagnosis.knowledge.glibc->value == Version{2, 42, -1});
    CHECK(diagnosis.knowledge.glibc_or_newer);
    CHECK(diagnosed(sinpi).release_for_all == nullptr);
}

TEST_CASE("an architecture that nvcc does not know yet, or any more") {
    const auto too_new = cause_in<MissingCode>("nvcc fatal   : Unsupported gpu architecture 'compute_120'\n",
                                               given_release("12.4"));
    CHECK(too_new.capability == "12.0"_cap);
    CHECK(too_new.place == CapabilityPlace::too_new);
    CHECK(too_new.is_refused);
    CHECK_FALSE(too_new.looks_like_release);
    const auto too_old = cause_in<MissingCode>("nvcc fatal   : Unsupported gpu architecture 'compute_30'\n",
                                               given_release("12.4"));
    CHECK(too_old.place == CapabilityPlace::too_old);
    const auto unknown = cause_in<MissingCode>("nvcc fatal   : Unsupported gpu architecture 'compute_99'\n",
                                               given_release("12.4"));
    CHECK(unknown.row == nullptr);
    const auto no_release = cause_in<MissingCode>("nvcc fatal   : Unsupported gpu architecture 'compute_120'\n");
    CHECK(no_release.place == CapabilityPlace::not_known);
}

TEST_CASE("an architecture that has the number of the release") {
    const auto odd = cause_in<MissingCode>("nvcc fatal   : Unsupported gpu architecture 'compute_101'\n",
                                           given_release("10.1"));
    CHECK(odd.looks_like_release);
}

TEST_CASE("no code for the GPU that the log names") {
    const auto missing = cause_in<MissingCode>("NVIDIA GeForce RTX 5090\nRuntimeError: CUDA error: no kernel image is "
                                               "available for execution on the device\n");
    CHECK_FALSE(missing.is_refused);
    REQUIRE(missing.gpu);
    CHECK(missing.gpu->capability == "12.0"_cap);
    CHECK(missing.capability == "12.0"_cap);
    REQUIRE(missing.row);
    const Diagnosis diagnosis =
        diagnosed("RuntimeError: CUDA error: no kernel image is available for execution on the device\n");
    REQUIRE(diagnosis.findings.size() == 1);
    CHECK_FALSE(diagnosis.findings[0].remedy.list);
}

TEST_CASE("a driver that is too old") {
    const std::string_view log = "CUDA driver version is insufficient for CUDA runtime version\n";
    CHECK(cause_in<DriverInQuestion>(log).release == nullptr);
    Given given = given_release("12.4");
    given.driver = parse_driver_version("450.80.02");
    const auto question = cause_in<DriverInQuestion>(log, given);
    REQUIRE(question.verdict);
    REQUIRE(question.needs);
    CHECK_FALSE(cause_in<DriverInQuestion>(log, given_release("12.4")).verdict);
}

TEST_CASE("an older libstdc++ or glibc") {
    const auto version =
        cause_in<OlderLibstdcxx>("./a: /lib/libstdc++.so.6: version `GLIBCXX_3.4.32' not found (required by ./a)\n");
    CHECK(version.version == "GLIBCXX_3.4.32");
    REQUIRE(version.row);
    CHECK(version.row->gcc == Version{13, 2, -1});
    CHECK_FALSE(version.environments.empty());
    const auto symbol =
        cause_in<OlderLibstdcxx>("ld: a.o: undefined reference to `std::__throw_bad_array_new_length()'\n");
    CHECK(symbol.version == "GLIBCXX_3.4.29");
    const auto newer =
        cause_in<OlderLibstdcxx>("./a: /lib/libstdc++.so.6: version `GLIBCXX_3.4.99' not found (required by ./a)\n");
    CHECK(newer.row == nullptr);
    const auto linked = cause_in<OlderGlibc>("ld: a.o: undefined reference to `__isoc23_strtol'\n");
    CHECK(to_string(linked.needed) == "2.38");
    CHECK(linked.symbol == "__isoc23_strtol");
    const auto glibc = cause_in<OlderGlibc>("./a: /lib/libc.so.6: version `GLIBC_2.38' not found (required by ./a)\n");
    CHECK(glibc.needed == Version{2, 38, -1});
    for (const EnvironmentRow* row : glibc.environments) CHECK_FALSE(*row->glibc < glibc.needed);
}

TEST_CASE("a name that a message begins with, wrapped within") {
    const auto wrapped =
        cause_in<MissingFile>("ImportError: libcub\nlas.so.12: cannot open shared object file: No such file\n");
    CHECK(wrapped.file.name == "libcublas.so.12");
    // What is a whole name takes nothing from the line before it.
    const Diagnosis whole = diagnosed("it needs lib\nlibcublas.so.12: cannot open shared object file: No such file\n");
    REQUIRE(whole.findings.size() == 1);
    CHECK(whole.findings.front().seen->line.number == 2);
    CHECK(std::get<MissingFile>(whole.findings.front().cause).file.name == "libcublas.so.12");
    for (const std::string_view none : {"it needs libcublas\nfoo.so.12: cannot open shared object file\n",
                                        "libcub las.so.12: cannot open shared object file\n",
                                        "libcub\n\nx las.so.12: cannot open shared object file\n",
                                        "it needs lib\nfoo.so.12: cannot open shared object file\n"})
        CHECK_MESSAGE(diagnosed(none).findings.empty(), none);
}

TEST_CASE("a file of the toolkit's") {
    const auto missing = cause_in<MissingFile>("a.cpp:1:10: fatal error: cublas_v2.h: No such file or directory\n");
    CHECK(missing.file.name == "cublas_v2.h");
    CHECK(missing.release);
    // Another library's is none of ours.
    CHECK(diagnosed("a.cpp:1:10: fatal error: cudnn.h: No such file or directory\n").findings.empty());
    CHECK(diagnosed("a.cpp:1:10: fatal error: Python.h: No such file or directory\n").findings.empty());
}

TEST_CASE("a release is named where something says which it is") {
    constexpr std::string_view header = "a.cpp:1:10: fatal error: cublas_v2.h: No such file or directory\n";
    CHECK(cause_in<MissingFile>(header).is_newest);
    const auto known = cause_in<MissingFile>("-- Found CUDA: /cuda (found version \"12.4\")\n" + std::string(header));
    CHECK_FALSE(known.is_newest);
    CHECK(known.release == Version{12, 4, 1});
    // The name of the library says it.
    CHECK_FALSE(cause_in<MissingFile>("./a: libcublas.so.12: cannot open shared object file\n").is_newest);
    CHECK_FALSE(cause_in<MissingFile>("./a: libcusparse.so.11: cannot open shared object file\n").is_newest);
    CHECK_FALSE(cause_in<MissingFile>("./a: libcublas.so.10: cannot open shared object file\n").release);
}

TEST_CASE("a bound of a release that is older than the tables") {
    const auto refused = cause_in<RefusedCompiler>("host_config.h:121:2: error: #error -- unsupported GNU version! gcc "
                                                   "versions later than 6 are not supported!\n");
    CHECK(refused.newest_taken == 6);
    const auto clang = cause_in<RefusedCompiler>(
        "host_config.h:121:2: error: -- unsupported clang version! clang version must be less than 5 and greater than "
        "3.2\n");
    CHECK(clang.newest_taken == 4);
}

TEST_CASE("a libnvJitLink that lacks a symbol") {
    const auto older = cause_in<OlderNvJitLink>(
        "ImportError: libcusparse.so.12: undefined symbol: __nvJitLinkComplete_12_4, version libnvJitLink.so.12\n");
    REQUIRE(older.row);
    CHECK(older.row->release == Version{12, 4, -1});
}

TEST_CASE("a message whose own row says what to do") {
    const Diagnosis diagnosis = diagnosed("make: nvcc: No such file or directory\n");
    REQUIRE(diagnosis.findings.size() == 1);
    CHECK(std::holds_alternative<SaidByRow>(diagnosis.findings[0].cause));
    CHECK(diagnosis.findings[0].message->remedy);
}

TEST_CASE("every finding points into its own diagnosis") {
    const Diagnosis diagnosis = diagnosed(std::string(sinpi) + std::string(rsqrt));
    for (const ExplainedMessage& finding : diagnosis.findings) {
        CHECK(finding.seen >= diagnosis.reading.messages.data());
        CHECK(finding.seen < diagnosis.reading.messages.data() + diagnosis.reading.messages.size());
        CHECK(finding.seen->wording->message == finding.message->id);
    }
}

}  // namespace cudastdenv::diagnose
