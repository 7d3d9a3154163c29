// SPDX-License-Identifier: MIT
#pragma once

/// What `env` answers.

#include "wire/records/shared.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct VariableRecord {
    CUDASTDENV_RECORD("variable", "An environment variable.",
        (std::string_view, name, "name", "Its name."),
        (std::optional<ForeignText>, value, "value", "Null: unset it."),
        (std::vector<ForeignText>, why, "why", "What for, a sentence each."))
};

struct EnvRecord {
    CUDASTDENV_RECORD("env", "The environment variables with which builds find what works here.",
        (SchemaVersion, schema, "schemaVersion"),
        (Maybe<AskedRelease>, cuda, "cuda", "Absent with --unset."),
        (Maybe<Compiler>, host_compiler, "hostCompiler", "Absent with --unset."),
        (Maybe<bool>, uses_stdenv, "usesStdenv", "It is this machine's default compiler. Absent with --unset."),
        (std::vector<VariableRecord>, variables, "variables"))
};

}  // namespace cudastdenv::wire
