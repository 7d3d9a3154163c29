#pragma once

#include "report/resolution_report.hpp"
#include "spell/spell.hpp"

#include <string>
#include <string_view>

namespace cudastdenv::report {

/// Each of these ends with a newline. The keys are a contract (README, "JSON").

[[nodiscard]] std::string resolution_json(const ResolutionReport& answer);

[[nodiscard]] std::string explanation_json(const ResolutionReport& answer, Compiler compiler, bool supposed);

[[nodiscard]] std::string capabilities_json(const ResolutionReport& answer, std::span<const Capability> listed);

[[nodiscard]] std::string spelled_json(const ResolutionReport& answer, std::string_view spelling, const Spelled& spelled);

/// One table, as its rows stand in data/*.json.
[[nodiscard]] std::string table_json(const Tables& tables, std::string_view file);

}  // namespace cudastdenv::report
