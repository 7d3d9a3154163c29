// SPDX-License-Identifier: MIT
#pragma once

/// What is said of capability lists: on which GPUs they run, what is wrong in one, what a spelling cannot say, what
/// cannot be read.

#include "resolve/drivers.hpp"
#include "spelling/spell.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::words {

/// The list of a resolution in a spelling.
[[nodiscard]] SpelledAnswer spelled_answer(const ResolutionReport& answer, const Spelling& spelling,
                                           const SpellingContext& context);

/// What is wrong in a list, or was lost of it; `{format}` is the name of its spelling.
[[nodiscard]] Said say(std::string_view spelling, Diagnostic what);

/// Where in the text what is wrong, and what would be right.
[[nodiscard]] std::string list_error_message(std::string_view spelling, std::string_view text,
                                             const ListReadError& error);

/// `read as torch; it could be spack too`
[[nodiscard]] std::string guess_message(const LintAnswer& answer);

/// The driver of a coverage report.
struct CoverageDriver {
    DriverAnswer answer;
    std::string requested;  ///< as it was typed
};

/// Versions of the consumer up to `until` embed PTX that the text says nothing of, and the list is judged without it.
struct OlderConsumer {
    int until = 0;
    std::vector<Capability> ptx;      ///< that they embed
    std::vector<Capability> reached;  ///< GPUs that are asked about, and that run by it alone
};

/// What `covers` answers, together with what was asked.
struct CoverageReport {
    const ResolutionReport& answer;
    BuildList list;
    std::string_view format = {};  ///< spelling that the list was read in; empty: none
    /// Whose rules it was read by; absent: not known by version, or none.
    std::optional<ConsumerVersion> consumer = {};
    std::string consumer_note = {};  ///< what to say of that one; empty: nothing
    /// Absent: which version reads the text is no matter, or was said.
    std::optional<OlderConsumer> older_consumer = {};
    std::optional<CoverageDriver> driver = {};        ///< absent: not asked
    bool system_given = false;                        ///< else a Jetson is judged as what it is
    std::vector<std::string> gpus = {};               ///< the names of the devices, if they were named; each once
    std::optional<Capability> device_requested = {};  ///< the one device that was asked for; absent: several
    std::vector<DeviceCoverage> devices = {};         ///< one where one was asked for
};

/// Whether the list runs: on one of the devices; where a name stands for several, on whichever it is. Absent: not
/// known.
[[nodiscard]] std::optional<bool> runs(const CoverageReport& report);

/// But for what to type so that it runs.
[[nodiscard]] CoversAnswer covers_answer(const CoverageReport& report);

/// `machine code of 9.0`, `PTX of 9.0a`
[[nodiscard]] std::string code_in_words(Code code);

/// Why code does not run on a device; the sources are those of the rule that says so.
[[nodiscard]] Said say(const Tables& tables, Version release, Code code, Capability device, CodeObstacle obstacle);

/// Why the list does not run on a device, or is not known to; how it does where it does. The code is the device's
/// place.
[[nodiscard]] Said say(const CoverageReport& report, const DeviceCoverage& device);

}  // namespace cudastdenv::words
