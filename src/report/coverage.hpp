#pragma once

#include "report/resolution_report.hpp"
#include "report/style.hpp"
#include "resolve/coverage.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// The driver of a coverage report.
struct CoverageDriver {
    const DriverAnswer& answer;
    std::string_view requested;  ///< as it was typed
};

/// Versions of the consumer up to `until` embed PTX that the text says nothing of, and the list is judged without it.
struct OlderConsumer {
    int until = 0;
    std::vector<Capability> ptx;      ///< that they embed
    std::vector<Capability> reached;  ///< GPUs that are asked about, and that run by it alone
};

/// What `covers` answers, as the report functions take it.
struct CoverageReport {
    const ResolutionReport& answer;
    const BuildList& list;
    std::string_view format;                     ///< spelling that the list was read in; empty: none
    std::optional<OlderConsumer> older_consumer;  ///< absent: which version reads the text is no matter, or was said
    std::optional<CoverageDriver> driver;        ///< absent: not asked
    bool system_given = false;                   ///< else a Jetson is judged as what it is
    std::string_view gpu;                        ///< the device's name, if it was named
    std::optional<Capability> device_requested;  ///< the one device that was asked for; absent: all
    std::span<const DeviceCoverage> devices;     ///< one where one was asked for
};

/// `machine code of 9.0`, `PTX of 9.0a`
[[nodiscard]] std::string code_in_words(Code code);

/// The name of an obstacle in JSON: `other-major`.
[[nodiscard]] std::string_view code_obstacle_name(const CodeObstacle& obstacle);

/// Why code does not run on a device, without a full stop.
[[nodiscard]] std::string code_obstacle_message(const Tables& tables, Version release, Code code, Capability device,
                                                const CodeObstacle& obstacle);

/// Why the list does not run on a device, or is not known to, in one sentence without a full stop; how it does where it does.
[[nodiscard]] std::string device_message(const CoverageReport& report, const DeviceCoverage& device);

/// The steps from the list to the device; empty where there is no way.
[[nodiscard]] std::vector<std::string> path_in_words(const DeviceCoverage& device);

/// What a reader should know beside the answer.
[[nodiscard]] std::vector<std::string> coverage_notes(const CoverageReport& report);

/// What `covers` prints for a person.
[[nodiscard]] std::string coverage_text(const CoverageReport& report, const Style& style);

/// Ends with a newline.
[[nodiscard]] std::string coverage_json(const CoverageReport& report);

}  // namespace cudastdenv::report
