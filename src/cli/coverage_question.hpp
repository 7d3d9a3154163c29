#pragma once

#include "cli/common_options.hpp"
#include "cli/question.hpp"
#include "graph/coverage.hpp"
#include "report/coverage.hpp"

#include <cudastdenv/coverage.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

/// The options by which `covers` and `graph coverage` take a list and a driver.
inline constexpr std::array coverage_list_options{
    cuda_option,
    OptionSpec{"capabilities", "C,C", "7.5,9.0a,sm_100,Hopper (default: the release's default list)"},
    OptionSpec{"no-forward-compat", "", "without PTX"},
    OptionSpec{"format", "F", "read TEXT in this spelling instead; `flags --format list` names them"},
    OptionSpec{"driver", "D", "version of the NVIDIA driver: 550.54.15, 580 (default: as new as the release)"},
    system_option,
};

/// The text of a list, as `covers` and `graph coverage` call their one argument.
inline constexpr std::array<std::string_view, 1> coverage_arguments{"text..."};

/// A list, by capabilities or in a spelling, and a driver. Owns what its report points to, so it stays where it is.
class CoverageQuestion {
public:
    /// Throws UsageError and DataError.
    explicit CoverageQuestion(const ParsedOptions& options);
    CoverageQuestion(const CoverageQuestion&) = delete;
    CoverageQuestion& operator=(const CoverageQuestion&) = delete;

    [[nodiscard]] const Tables& tables() const noexcept { return question_.tables(); }

    /// Judges one GPU, by the number that is asked for; `gpu` is its name, or empty. The last of these two counts.
    void ask_for(Capability device, std::string_view gpu);
    void ask_for_all();
    [[nodiscard]] report::CoverageReport report() const;

private:
    void read_text(const ParsedOptions& options);
    void read_driver_option(const ParsedOptions& options);
    /// Judges the driver, if one is asked for, for that GPU or for none.
    [[nodiscard]] std::optional<DriverAnswer> judge_driver_for(std::span<const Gpu> gpus) const;
    void draw();

    Question question_;
    Resolution resolution_;
    report::Answer answer_;
    std::string format_;
    std::vector<Capability> named_;  ///< capabilities that the text names, as a request has them
    BuildList list_;
    std::string driver_requested_;
    std::optional<DriverVersion> driver_version_;
    std::optional<DriverAnswer> driver_;
    std::optional<Capability> device_requested_;
    std::string gpu_;
    std::vector<DeviceCoverage> devices_;
    CoverageGraph graph_;
};

}  // namespace cudastdenv::cli
