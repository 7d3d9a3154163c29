#include "pages/verify.hpp"

#include "core/quote.hpp"
#include "report/messages.hpp"
#include "report/overloaded.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace cudastdenv::report {

namespace {

using namespace verify;

std::string versions_in_words(const SymbolVersions& versions) {
    std::vector<std::string> words;
    for (const std::string& version : {versions.glibcxx, versions.cxxabi, versions.glibc})
        if (!version.empty()) words.push_back(version);
    return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

std::string_view failure_of(Step step) {
    switch (step) {
        case Step::compile: return "does not compile";
        case Step::link: return "does not link";
        case Step::run: return "does not run";
        case Step::read: return "cannot be read";
    }
    return "";
}

std::string_view name_of(Step step) {
    switch (step) {
        case Step::compile: return "compiling";
        case Step::link: return "linking";
        case Step::run: return "the program";
        case Step::read: return "reading";
    }
    return "";
}

std::string_view why_not_run(NotRun::Why why) {
    switch (why) {
        case NotRun::Why::no_gpu: return "no GPU";
        case NotRun::Why::not_installed: return "the compiler is not installed";
        case NotRun::Why::not_built: return "the program was not built";
    }
    return "";
}

/// What a program printed is shown, not obeyed.
std::string with_line(std::string_view words, std::string_view line) {
    return line.empty() ? std::string(words) : fmt::format("{}: {}", words, as_plain_text(line));
}

}  // namespace

std::string prediction_in_words(const Prediction& prediction) {
    return std::visit(
        Overloaded{
            [](const Works&) { return std::string("works"); },
            [](const TooOld& p) { return "refused: " + reason_message(Reason(p)); },
            [](const TooNew& p) { return "refused: " + reason_message(Reason(p)); },
            [](const KnownBroken& p) { return fmt::format("does not compile: {}", p.advisory->id); },
            [](const HeadersTooNew& p) { return "does not compile: " + reason_message(Reason(p)); },
            [](const NoHeaders&) { return std::string("does not compile: it finds no libstdc++ headers"); },
            [](const Taken&) { return std::string("taken"); },
            [](const NotTaken&) { return std::string("not taken"); },
            [](const NeedsAtMost& p) { return "at most " + versions_in_words(p.versions); },
            [](const RunsBy& p) {
                const std::string capability = to_string(p.code.capability);
                return p.code.form == Code::Form::ptx ? fmt::format("runs by PTX of {}", capability)
                                                      : fmt::format("runs by machine code of {}", capability);
            },
            [](const NoCodeRuns&) { return std::string("does not run: no code in it fits GPU and driver"); },
            [](const NotPredicted&) { return std::string("nothing"); },
        },
        prediction);
}

std::string seen_in_words(const Seen& seen) {
    return std::visit(
        Overloaded{
            [](const Works&) { return std::string("works"); },
            [](const Refused& s) {
                return s.newest ? fmt::format("refused: nvcc takes up to {}", *s.newest) : with_line("refused", s.line);
            },
            [](const Failed& s) { return with_line(failure_of(s.step), s.line); },
            [](const Crashed& s) { return fmt::format("{} was ended by signal {}", name_of(s.step), s.signal); },
            [](const TookTooLong& s) {
                return fmt::format("{} was not done after {} seconds", name_of(s.step), s.seconds);
            },
            [](const PrintedTooMuch& s) { return fmt::format("{} printed too much", name_of(s.step)); },
            [](const Taken&) { return std::string("taken"); },
            [](const NotTaken&) { return std::string("not taken"); },
            [](const Needs& s) { return versions_in_words(s.versions); },
            [](const NotRun& s) { return fmt::format("not run: {}", why_not_run(s.why)); },
        },
        seen);
}

std::string_view prediction_name(const Prediction& prediction) {
    return std::visit(Overloaded{
                          [](const Works&) { return std::string_view("works"); },
                          [](const TooOld& p) { return reason_name(Reason(p)); },
                          [](const TooNew& p) { return reason_name(Reason(p)); },
                          [](const KnownBroken& p) { return reason_name(Reason(p)); },
                          [](const HeadersTooNew& p) { return reason_name(Reason(p)); },
                          [](const NoHeaders&) { return std::string_view("no-headers"); },
                          [](const Taken&) { return std::string_view("taken"); },
                          [](const NotTaken&) { return std::string_view("not-taken"); },
                          [](const NeedsAtMost&) { return std::string_view("needs-at-most"); },
                          [](const RunsBy&) { return std::string_view("runs"); },
                          [](const NoCodeRuns&) { return std::string_view("no-code-runs"); },
                          [](const NotPredicted&) { return std::string_view("not-predicted"); },
                      },
                      prediction);
}

std::string_view seen_name(const Seen& seen) {
    return std::visit(Overloaded{
                          [](const Works&) { return std::string_view("works"); },
                          [](const Refused&) { return std::string_view("refused"); },
                          [](const Failed&) { return std::string_view("failed"); },
                          [](const Crashed&) { return std::string_view("crashed"); },
                          [](const TookTooLong&) { return std::string_view("took-too-long"); },
                          [](const PrintedTooMuch&) { return std::string_view("printed-too-much"); },
                          [](const Taken&) { return std::string_view("taken"); },
                          [](const NotTaken&) { return std::string_view("not-taken"); },
                          [](const Needs&) { return std::string_view("needs"); },
                          [](const NotRun&) { return std::string_view("not-run"); },
                      },
                      seen);
}

}  // namespace cudastdenv::report
