#pragma once

#include "report/style.hpp"
#include "resolve/releases.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// What `releases` answers, as the report functions take it.
struct ReleasesReport {
    const Tables& tables;
    const ReleasesQuestion& question;
    const ReleasesAnswer& answer;
};

/// Which obstacle leaves a release out: `no-machine-code`; the name does not change.
[[nodiscard]] std::string_view left_out_name(const LeftOutRelease& left_out);

/// Why it is left out, without a full stop.
[[nodiscard]] std::string left_out_message(const ReleasesReport& report, const LeftOutRelease& left_out);

[[nodiscard]] SourceIds left_out_sources(const ReleasesReport& report, const LeftOutRelease& left_out);

/// One release a line, newest first, or what stands in the way of any; with `why`, why each other one is left out.
[[nodiscard]] std::string releases_text(const ReleasesReport& report, bool why, const Style& style);

/// Ends with a newline.
[[nodiscard]] std::string releases_json(const ReleasesReport& report);

/// What is assumed, and what to take care of; each one line, without a full stop.
[[nodiscard]] std::vector<std::string> releases_notes(const ReleasesReport& report);

}  // namespace cudastdenv::report
