#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/coverage_question.hpp"
#include "cli/exit_status.hpp"
#include "cli/gpu_option.hpp"
#include "cli/usage_error.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace cudastdenv::cli {

namespace {

struct GpuAsked {
    std::string name;  ///< empty: it was asked for by its capability
    Capability capability;
};

/// The GPU that is asked about; absent: every one.
std::optional<GpuAsked> read_gpu_asked(const ParsedOptions& options) {
    const int given = options.has("device") + options.has("gpu") + options.has("all-devices");
    if (given == 0)
        throw UsageError("on which GPU? Give --device 8.9, --gpu 'RTX 4090' or --all-devices");
    if (given > 1) throw UsageError("--device, --gpu and --all-devices exclude each other; give one of them");
    if (options.has("all-devices")) return std::nullopt;
    const ChosenTables tables(options);
    if (options.has("device")) return GpuAsked{"", read_device(tables.view(), options.value("device"))};
    const GpuFound found = read_gpu(tables.view(), options.value("gpu"));
    return GpuAsked{std::string(found.rows.front()->name), found.capability};
}

int run_covers(const ParsedOptions& options) {
    const report::Style style = stdout_style(options);
    const std::optional<GpuAsked> gpu = read_gpu_asked(options);
    CoverageQuestion question(options, gpu ? std::optional(gpu->capability) : std::nullopt);
    if (gpu) question.ask_for(gpu->capability, gpu->name);
    else question.ask_for_all();
    const report::CoverageReport report = question.report();
    print_answer(options.has("json") ? report::coverage_json(report) : report::coverage_text(report, style));
    const auto is_reached = [](const DeviceCoverage& device) { return device.place == DevicePlace::reached; };
    return std::ranges::any_of(report.devices, is_reached) ? exit_answered : exit_none;
}

constexpr auto covers_options = joined(
    joined(coverage_list_options,
           std::array{
               OptionSpec{"device", "C", "the GPU, by its capability: 8.9"},
               OptionSpec{"gpu", "NAME", "the GPU, by its name: 'RTX 4090', H100 (`table gpus`)"},
               OptionSpec{"all-devices", "", "every GPU that the tables know, holes first"},
           }),
    common_options);

constexpr std::array<std::string_view, 2> covers_examples{
    "cudastdenv covers --cuda 12.8 --capabilities 8.0,9.0 --gpu 'RTX 5090'",
    "cudastdenv covers --cuda 12.8 --format torch '8.0;9.0;12.0+PTX' --all-devices"};

}  // namespace

const Command covers_command{"covers",
                             "does a list run on a GPU: by machine code, by PTX, or not, and why",
                             "--cuda V [--capabilities C,C | --format F TEXT...] "
                             "(--device C | --gpu NAME | --all-devices)",
                             covers_examples,
                             coverage_arguments,
                             covers_options,
                             run_covers};

}  // namespace cudastdenv::cli
