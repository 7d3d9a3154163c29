#pragma once

#include "report/style.hpp"

#include <cudastdenv/releases.hpp>

#include <string>
#include <vector>

namespace cudastdenv::report {

/// What `releases` answers, as the report functions take it.
struct ReleasesReport {
    const Tables& tables;
    const ReleasesQuestion& question;
    const ReleasesAnswer& answer;
};

/// One release a line, newest first, or what stands in the way of any; with `why`, why each other one is left out.
[[nodiscard]] std::string releases_text(const ReleasesReport& report, bool why, const Style& style);

/// Ends with a newline.
[[nodiscard]] std::string releases_json(const ReleasesReport& report);

/// What is assumed, and what to take care of; each one line, without a full stop.
[[nodiscard]] std::vector<std::string> releases_notes(const ReleasesReport& report);

}  // namespace cudastdenv::report
