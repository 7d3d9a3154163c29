// SPDX-License-Identifier: MIT
#pragma once

#include "findings/verify.hpp"
#include "tables/shape.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/answers.hpp>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

// A field is one line.
// clang-format off

/// What `verify` answers.
struct VerifyAnswer {
    struct Predicted {
        CUDASTDENV_RECORD("predicted", "What the tables foretell.",
            (CodeName, name, "name", "For programs."),
            (std::string, message, "message", "In words."),
            (std::optional<std::string_view>, advisory, "advisory", "Id of the advisory that does; null: none does."))
    };
    struct Seen {
        CUDASTDENV_RECORD("seen", "What happened.",
            (CodeName, name, "name", "For programs."),
            (std::string, message, "message", "In words."))
    };
    struct Row {
        CUDASTDENV_RECORD("verifyRow", "One thing that was tried.",
            (verify::Row::Kind, kind, "kind", "What was tried."),
            (std::optional<Compiler>, compiler, "compiler", "Null: nvcc alone was asked."),
            (std::optional<ForeignText>, path, "path", "The compiler's file; null: it is not installed, or nvcc alone was asked."),
            (std::optional<CxxStandard>, standard, "standard", "The C++ standard; null: it does not matter."),
            (std::optional<Capability>, capability, "capability", "Null: it does not matter."),
            (std::optional<CodeName>, rejected, "rejected", "Why the resolver does not choose the compiler; null: it does."),
            (Predicted, predicted, "predicted"),
            (Seen, seen, "seen"),
            (verify::Verdict, verdict, "verdict"))
    };
    struct Toolkit {
        CUDASTDENV_RECORD("verifyToolkit", "The toolkit that was tried.",
            (std::string, nvcc, "nvcc", "The version that its nvcc prints."),
            (ForeignText, path, "path", "Its nvcc."))
    };
    struct Stdenv {
        CUDASTDENV_RECORD("verifyStdenv", "The standard environment that was tried.",
            (Compiler, compiler, "compiler"),
            (int, libstdcxx, "libstdcxx", "GCC major of its libstdc++."),
            (std::optional<Version>, glibc, "glibc", "Null: not known."))
    };
    CUDASTDENV_RECORD("verify", "What the tables foretell of a toolkit, and what happened.",
        (SchemaVersion, schema, "schemaVersion"),
        (AskedRelease, cuda, "cuda"),
        (Toolkit, toolkit, "toolkit"),
        (Policy, policy, "policy", "Whose range counts."),
        (Stdenv, stdenv, "stdenv"),
        (std::size_t, as_predicted, "asPredicted", "Rows that came out as foretold."),
        (std::size_t, different, "different", "Rows that did not."),
        (std::size_t, not_run, "notRun", "Rows that could not be tried."),
        (std::vector<Row>, rows, "rows"))
};
// clang-format on

/// `report` is what was asked.
[[nodiscard]] VerifyAnswer verify_answer(const ResolutionReport& report, const FoundToolkit& toolkit,
                                         std::span<const verify::Row> rows);

}  // namespace cudastdenv::words
