// SPDX-License-Identifier: MIT
#pragma once

#include "findings/ingest.hpp"
#include "findings/table_update.hpp"

#include <cudastdenv/answers.hpp>

#include <string>
#include <string_view>

namespace cudastdenv::words {

/// A toolkit that was read, and the tables that it was compared with.
struct IngestAnswer {
    const Tables& tables;
    const IngestResult& result;
};

[[nodiscard]] Said say(const IngestProblem& problem);

/// What is said of a toolkit that differs from the tables; the sources are those of the tables.
struct SaidOfToolkit : Said {
    std::string place;  ///< where the toolkit's side of it was read
};
[[nodiscard]] SaidOfToolkit say(const Toolkit& toolkit, const Difference& difference);

/// `3 to 20`, `up to 15`, `not checked`
[[nodiscard]] std::string bounds_in_words(const std::optional<HeaderBounds>& bounds);
/// `GCC`, `Clang`, `Clang for Grace`
[[nodiscard]] std::string_view check_in_words(HostCheck check);
/// `nvidia-cuda-crt 13.0.88, Linux x86_64`; empty for what is in no package.
[[nodiscard]] std::string package_in_words(const Clue& clue);

/// Why `--write` leaves a toolkit out; empty: it does not.
[[nodiscard]] std::string not_applied_message(NotApplied reason);

}  // namespace cudastdenv::words
