#include "cli/command.hpp"
#include "cli/exit_status.hpp"
#include "cli/question.hpp"
#include "cli/question_options.hpp"
#include "cli/usage_error.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_explain(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    Question question(options);
    if (!options.has("compiler"))
        throw UsageError("explain which compiler? Give one: cudastdenv explain --cuda 12.8 gcc-15");
    const Compiler compiler = read_compiler(question.tables(), options.value("compiler"));
    const bool supposed = question.suppose_available(compiler);
    const Resolution resolution = resolve(question.tables(), question.request());
    const report::Answer answer = question.answer(resolution);
    print_answer(options.has("json") ? report::explanation_json(answer, compiler, supposed)
                                     : report::explanation_text(answer, compiler, supposed, style));
    return exit_status_of(resolution);
}

constexpr std::array<std::string_view, 2> explain_examples{"cudastdenv explain --cuda 12.8 gcc-15",
                                                   "cudastdenv explain --cuda 12.4 --stdenv clang-17 clang-17"};
constexpr std::array<std::string_view, 1> explain_positional{"compiler"};

}  // namespace

const Command explain_command{"explain",
                              "why a compiler is, or is not, the one; each bound with its source",
                              "--cuda V [OPTIONS] COMPILER",
                              explain_examples,
                              explain_positional,
                              question_options,
                              run_explain};

}  // namespace cudastdenv::cli
