#include "cli/command.hpp"
#include "cli/did_you_mean.hpp"
#include "cli/exit_status.hpp"
#include "cli/question.hpp"
#include "cli/question_options.hpp"
#include "cli/usage_error.hpp"
#include "report/compat.hpp"

#include <fmt/format.h>

#include <array>

namespace cudastdenv::cli {

namespace {

/// No driver with CUDA was ever below this; a smaller number is a CUDA release, which nvidia-smi prints too.
constexpr int lowest_branch = 100;

DriverVersion read_driver(const ParsedOptions& options) {
    if (!options.has("driver")) throw UsageError("which driver? Give --driver 550.54.15, as nvidia-smi shows it");
    const std::string& text = options.value("driver");
    const std::optional<DriverVersion> driver = parse_driver_version(text);
    if (!driver)
        throw UsageError(fmt::format("{} is not a driver version; write one like 550.54.15, 550.54 or 580",
                                     in_quotes(text)));
    if (driver->branch < lowest_branch)
        throw UsageError(fmt::format("{} is not a driver version but looks like a CUDA release; "
                                     "nvidia-smi shows the driver as \"Driver Version\"",
                                     in_quotes(text)));
    return *driver;
}

int run(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const Question question(options);
    const DriverVersion driver = read_driver(options);
    const Resolution resolution = resolve(question.tables(), question.request());
    const report::Answer answer = question.answer(resolution);
    const DriverAnswer verdict = judge_driver(question.tables(), question.request(), driver);
    const report::DriverReport report{answer, verdict, options.value("driver")};
    print_answer(options.has("json") ? report::compat_json(report) : report::compat_text(report, style));
    return verdict.support == DriverSupport::none ? exit_none : exit_answered;
}

constexpr auto options = with_question_options(
    std::array{OptionSpec{"driver", "D", "version of the NVIDIA driver: 550.54.15, 550.54, 580"}});

constexpr std::array<std::string_view, 2> examples{"cudastdenv compat --cuda 12.8 --driver 550.54.15",
                                                   "cudastdenv compat --cuda 13.2 --driver 535 --system linux-sbsa"};

}  // namespace

const Command compat_command{"compat",
                             "does a driver run a release: natively, by minor version, with cuda_compat, or not",
                             "--cuda V --driver D [OPTIONS]",
                             examples,
                             {},
                             options,
                             run};

}  // namespace cudastdenv::cli
