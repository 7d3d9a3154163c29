// SPDX-License-Identifier: MIT
#pragma once

#include "findings/build_environment.hpp"
#include "resolve/packages.hpp"
#include "tables/shape.hpp"
#include "words/resolution_report.hpp"

#include <cudastdenv/answers.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

// A field is one line.
// clang-format off

/// What `env` answers.
struct EnvAnswer {
    struct Variable {
        CUDASTDENV_RECORD("variable", "An environment variable.",
            (std::string, name, "name", "Its name."),
            (std::optional<ForeignText>, value, "value", "Null: unset it."),
            (std::vector<ForeignText>, why, "why", "What for, a sentence each."))
    };
    CUDASTDENV_RECORD("env", "The environment variables with which builds find what works here.",
        (SchemaVersion, schema, "schemaVersion"),
        (Maybe<AskedRelease>, cuda, "cuda", "Absent with --unset."),
        (Maybe<Compiler>, host_compiler, "hostCompiler", "Absent with --unset."),
        (Maybe<bool>, uses_stdenv, "usesStdenv", "It is this machine's default compiler. Absent with --unset."),
        (std::vector<Variable>, variables, "variables"))
};

// clang-format on

/// With --unset.
[[nodiscard]] EnvAnswer env_answer(std::span<const Assignment> assignments);
[[nodiscard]] EnvAnswer env_answer(std::span<const Assignment> assignments, const ResolutionReport& report,
                                   const BuildChoice& choice);

/// Why there is no build environment.
[[nodiscard]] std::string unfit_folder_message(const UnfitFolder& unfit);

/// Why no compiler that is here works, which one of the other family would if it were this machine's default (nullptr:
/// none), and what to install on which distribution; several lines.
[[nodiscard]] std::string nothing_works_message(const ResolutionReport& answer, const FoundCompiler* other,
                                                std::span<const CompilerPackage> packages);

}  // namespace cudastdenv::words
