#pragma once

#include "report/resolution_report.hpp"
#include "report/style.hpp"
#include "resolve/drivers.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::report {

/// What `compat` answers, as the report functions take it.
struct DriverReport {
    const ResolutionReport& answer;
    const DriverAnswer& driver_answer;
    std::string_view driver_requested;  ///< as it was typed: `550.54`
};

/// `runs by minor-version compatibility: machine code yes, PTX no`
[[nodiscard]] std::string driver_in_words(const DriverAnswer& answer);

/// For each GPU whether the driver knows it, and by which rows.
[[nodiscard]] nlohmann::ordered_json driver_gpus_json(const DriverAnswer& answer);

[[nodiscard]] std::string driver_note_message(const DriverReport& report, const DriverNote& note);

/// Which it is: `driver-too-old`; the name does not change.
[[nodiscard]] std::string_view obstacle_name(const DriverObstacle& obstacle);

/// What stands in a driver's way, or is not known of it, without a full stop. `system` is the Nix system that was asked for.
[[nodiscard]] std::string obstacle_message(std::string_view system, const DriverAnswer& answer,
                                           const DriverObstacle& obstacle);

[[nodiscard]] SourceIds obstacle_sources(const DriverObstacle& obstacle);

/// From what NVIDIA excepts a GPU, and in which releases.
[[nodiscard]] std::string exception_message(const RedistExceptionRow& row);

/// Why NVIDIA ships nothing of the release for the system.
[[nodiscard]] std::string no_platform_message(const NoPlatform& obstacle, std::string_view system, Version release);

/// What `compat` prints for a person.
[[nodiscard]] std::string compat_text(const DriverReport& report, const Style& style);

/// Ends with a newline.
[[nodiscard]] std::string compat_json(const DriverReport& report);

}  // namespace cudastdenv::report
