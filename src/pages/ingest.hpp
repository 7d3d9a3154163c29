#pragma once

#include "findings/ingest.hpp"
#include "findings/table_update.hpp"
#include "report/style.hpp"
#include "words/said.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::report {

/// A toolkit that was read, and the tables that it was compared with.
struct IngestAnswer {
    const Tables& tables;
    const IngestResult& result;
};

/// What `ingest` prints for a person.
[[nodiscard]] std::string ingest_text(const IngestAnswer& answer, const Style& style);

/// `ingest --json`; ends with a newline.
[[nodiscard]] std::string ingest_json(const IngestAnswer& answer);

/// What `ingest --all` prints: a line for each toolkit, and what is different or not understood.
[[nodiscard]] std::string ingest_all_text(std::span<const IngestResult> results, const Style& style);
[[nodiscard]] std::string ingest_all_json(const Tables& tables, std::span<const IngestResult> results,
                                          std::span<const IngestFailure> failures);

[[nodiscard]] words::Said say(const IngestProblem& problem);

/// What is said of a toolkit that differs from the tables; the sources are those of the tables.
struct SaidOfToolkit : words::Said {
    std::string place;  ///< where the toolkit's side of it was read
};
[[nodiscard]] SaidOfToolkit say(const Toolkit& toolkit, const Difference& difference);

/// `3 to 20`, `up to 15`, `not checked`
[[nodiscard]] std::string bounds_in_words(const std::optional<HeaderBounds>& bounds);
/// `GCC`, `Clang`, `Clang for Grace`
[[nodiscard]] std::string_view check_in_words(HostCheck check);
/// `nvidia-cuda-crt 13.0.88, Linux x86_64`; empty for what is in no package.
[[nodiscard]] std::string package_in_words(const Clue& clue);

/// The rows of data/ that the toolkit has part in, as they stand with what it says: the file and the row in
/// canonical form, indented as there.
struct IngestRow {
    std::string_view file;
    std::string text;
};
[[nodiscard]] std::vector<IngestRow> ingest_rows(const IngestAnswer& answer);

/// Why `--write` leaves a toolkit out; empty: it does not.
[[nodiscard]] std::string not_applied_message(NotApplied reason);

}  // namespace cudastdenv::report
