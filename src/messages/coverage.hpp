// SPDX-License-Identifier: MIT
#pragma once

/// Messages about capability lists: the GPUs that they run on, errors, losses, and problems while parsing.

#include "messages/resolution.hpp"
#include "resolve/drivers.hpp"
#include "spelling/spell.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::messages {

/// A problem or loss of a list; `{format}` is the name of its format.
[[nodiscard]] Sentence describe(std::string_view spelling, Diagnostic what);

/// The location of the error in the text, and the correction.
[[nodiscard]] std::string list_error_message(std::string_view spelling, std::string_view text,
                                             const ListReadError& error);

/// `read as torch; it could be spack too`
[[nodiscard]] std::string guess_message(const LintAnswer& answer);

/// The driver of a coverage report.
struct CoverageDriver {
    DriverAnswer answer;
    std::string requested;  ///< as typed
};

/// Versions of the consumer until `until`, inclusive, also embed PTX that is not in the text. The list is checked
/// without it.
struct OlderConsumer {
    int until = 0;
    std::vector<Capability> ptx;      ///< PTX that they embed
    std::vector<Capability> reached;  ///< requested GPUs that run only because of it
};

/// The result of `covers`, together with the query.
struct CoverageReport {
    const ResolutionReport& answer;
    BuildList list;
    std::string_view format = {};  ///< format that the list was read in; empty: none
    /// The program whose rules apply; absent: not known by version, or none.
    std::optional<ConsumerVersion> consumer = {};
    std::string consumer_note = {};  ///< note about the consumer; empty: none
    /// Absent if the version of the consumer does not matter or was named.
    std::optional<OlderConsumer> older_consumer = {};
    std::optional<CoverageDriver> driver = {};        ///< absent: not requested
    bool system_given = false;                        ///< false: a Jetson is checked with its own system
    std::vector<std::string> gpus = {};               ///< names of the devices, if they were named; each once
    std::optional<Capability> device_requested = {};  ///< the one requested device; absent: several
    std::vector<DeviceCoverage> devices = {};         ///< a single one if one was requested
};

/// Whether the list runs on one of the devices; if a name matches several, whether it runs on each. Absent: unknown.
[[nodiscard]] std::optional<bool> runs(const CoverageReport& report);

/// The answer without instructions.
[[nodiscard]] CoversAnswer covers_answer(const CoverageReport& report);

/// `machine code of 9.0`, `PTX of 9.0a`
[[nodiscard]] std::string format_code(Code code);

/// Why code does not run on a device, with the sources of the rule that decides.
[[nodiscard]] Sentence describe(const Tables& tables, Version release, Code code, Capability device,
                                CodeObstacle obstacle);

/// Why the list does not run on a device, or why that is unknown; or how it runs. The code is the device's place.
[[nodiscard]] Sentence describe(const CoverageReport& report, const DeviceCoverage& device);

/// The same for any list that was judged as code of the release. `has_ptx`: whether the list has PTX.
[[nodiscard]] Sentence describe(const Tables& tables, Version release, bool has_ptx, const DeviceCoverage& device);

}  // namespace cudastdenv::messages
