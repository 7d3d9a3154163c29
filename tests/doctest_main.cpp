// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

namespace {

/// Counts what the filters leave over.
struct Chosen : doctest::IReporter {
    explicit Chosen(const doctest::ContextOptions&) {}
    void test_run_end(const doctest::TestRunStats& run) override { count = run.numTestCasesPassingFilters; }

    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_case_start(const doctest::TestCaseData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}

    static inline unsigned count = 0;
};
REGISTER_LISTENER("chosen", 1, Chosen);

}  // namespace

// Filters that leave nothing over must not pass: the file that they name has moved.
int main(int argc, char** argv) {
    doctest::Context context(argc, argv);
    const int result = context.run();
    if (context.shouldExit() || Chosen::count > 0) return result;
    std::fputs("no test case passes the filters\n", stderr);
    return 1;
}
