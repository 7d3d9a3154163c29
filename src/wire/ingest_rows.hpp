// SPDX-License-Identifier: MIT
#pragma once

#include "tables/json_tree.hpp"
#include "words/ingest.hpp"

#include <string_view>
#include <vector>

namespace cudastdenv::wire {

/// The rows of data/ that the toolkit has part in, as they stand with what it says: the file and the row.
struct IngestRow {
    std::string_view file;
    Json row;
};
[[nodiscard]] std::vector<IngestRow> ingest_rows(const words::IngestAnswer& answer);

}  // namespace cudastdenv::wire
