#include "cli/command.hpp"
#include "cli/driver_name.hpp"
#include "cli/exit_status.hpp"
#include "cli/question.hpp"
#include "cli/question_options.hpp"
#include "cli/usage_error.hpp"
#include "report/compat.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_compat(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const Question question(options);
    if (!options.has("driver")) throw UsageError("which driver? Give --driver 550.54.15, as nvidia-smi shows it");
    const DriverVersion driver = read_driver(options.value("driver"));
    const Resolution resolution = resolve(question.tables(), question.request());
    const report::Answer answer = question.answer(resolution);
    const DriverAnswer verdict = judge_driver(question.tables(), question.request(), driver, question.gpus());
    const report::DriverReport report{answer, verdict, options.value("driver")};
    print_answer(options.has("json") ? report::compat_json(report) : report::compat_text(report, style));
    return runs(verdict) == true ? exit_answered : exit_none;
}

constexpr auto compat_options = with_question_options(
    std::array{OptionSpec{"driver", "D", "version of the NVIDIA driver: 550.54.15, 550.54, 580"}});

constexpr std::array<std::string_view, 2> compat_examples{"cudastdenv compat --cuda 12.8 --driver 550.54.15",
                                                   "cudastdenv compat --cuda 13.2 --driver 535 --system linux-sbsa"};

}  // namespace

const Command compat_command{"compat",
                             "does a driver run a release: natively, by minor version, with cuda_compat, or not",
                             "--cuda V --driver D [OPTIONS]",
                             compat_examples,
                             {},
                             compat_options,
                             run_compat};

}  // namespace cudastdenv::cli
