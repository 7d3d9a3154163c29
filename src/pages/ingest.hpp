// SPDX-License-Identifier: MIT
#pragma once

#include "report/style.hpp"
#include "words/ingest.hpp"

#include <string>

namespace cudastdenv::report {

/// What `ingest` prints for a person.
[[nodiscard]] std::string ingest_text(const words::IngestAnswer& answer, const Style& style);

/// What `ingest --all` prints: a line for each toolkit, and what is different or not understood.
[[nodiscard]] std::string ingest_all_text(const words::IngestAllAnswer& all, const Style& style);

}  // namespace cudastdenv::report
