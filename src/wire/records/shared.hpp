// SPDX-License-Identifier: MIT
#pragma once

/// Records that several answers have in common. A record says of each key what it means; its JSON and its schema
/// (docs/schema/, docs/json.md) follow from that.

#include "apply/apply.hpp"
#include "resolve/coverage.hpp"
#include "resolve/drivers.hpp"
#include "spelling/spell.hpp"
#include "tables/fields.hpp"
#include "tables/json.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/answers.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::wire {

/// The answer as it is printed: ends with a newline.
template <class T>
std::string answer_text(const T& record) {
    return json_text(record) + '\n';
}

// A field is one line.
// clang-format off

/// Why there is no answer, on standard error with --json.
struct ErrorRecord {
    CUDASTDENV_RECORD("error", "Why there is no answer.",
        (SchemaVersion, schema, "schemaVersion"),
        (CodeName, code, "code", "What is wrong, for programs."),
        (std::string, message, "message", "What is wrong, and what would be right."),
        (int, exit_status, "exitStatus", "1: the answer is none; 2: bad input; 3: what is needed cannot be read, written or run."))
};

/// What `capabilities` answers.
struct CapabilitiesRecord {
    CUDASTDENV_RECORD("capabilities", "The capabilities that a release builds for by default, or all.",
        (SchemaVersion, schema, "schemaVersion"),
        (AskedRelease, cuda, "cuda"),
        (std::vector<Capability>, capabilities, "capabilities", "In ascending order."))
};

}  // namespace cudastdenv::wire
