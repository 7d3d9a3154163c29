// SPDX-License-Identifier: MIT
#pragma once

/// What `verify` answers.

#include "findings/verify_plan.hpp"
#include "wire/records/shared.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<verify::Row::Kind>{verify::Row::Kind::compiler, verify::Row::Kind::chosen,
                                                           verify::Row::Kind::needs,    verify::Row::Kind::capability,
                                                           verify::Row::Kind::gpu,      verify::Row::Kind::ptx};
template <>
inline constexpr std::array enumerators<verify::Verdict>{verify::Verdict::as_predicted, verify::Verdict::different,
                                                         verify::Verdict::not_run};

}  // namespace cudastdenv

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct PredictedRecord {
    CUDASTDENV_RECORD("predicted", "What the tables foretell.",
        (CodeName, name, "name", "For programs."),
        (std::string, message, "message", "In words."),
        (std::optional<std::string_view>, advisory, "advisory", "Id of the advisory that does; null: none does."))
};

struct SeenRecord {
    CUDASTDENV_RECORD("seen", "What happened.",
        (CodeName, name, "name", "For programs."),
        (std::string, message, "message", "In words."))
};

struct VerifyRowRecord {
    CUDASTDENV_RECORD("verifyRow", "One thing that was tried.",
        (verify::Row::Kind, kind, "kind", "What was tried."),
        (std::optional<Compiler>, compiler, "compiler", "Null: nvcc alone was asked."),
        (std::optional<ForeignText>, path, "path", "The compiler's file; null: it is not installed, or nvcc alone was asked."),
        (std::optional<CxxStandard>, standard, "standard", "The C++ standard; null: it does not matter."),
        (std::optional<Capability>, capability, "capability", "Null: it does not matter."),
        (std::optional<CodeName>, rejected, "rejected", "Why the resolver does not choose the compiler; null: it does."),
        (PredictedRecord, predicted, "predicted"),
        (SeenRecord, seen, "seen"),
        (verify::Verdict, verdict, "verdict"))
};

struct VerifyToolkitRecord {
    CUDASTDENV_RECORD("verifyToolkit", "The toolkit that was tried.",
        (std::string, nvcc, "nvcc", "The version that its nvcc prints."),
        (ForeignText, path, "path", "Its nvcc."))
};

struct VerifyStdenvRecord {
    CUDASTDENV_RECORD("verifyStdenv", "The standard environment that was tried.",
        (Compiler, compiler, "compiler"),
        (int, libstdcxx, "libstdcxx", "GCC major of its libstdc++."),
        (std::optional<Version>, glibc, "glibc", "Null: not known."))
};

struct VerifyRecord {
    CUDASTDENV_RECORD("verify", "What the tables foretell of a toolkit, and what happened.",
        (SchemaVersion, schema, "schemaVersion"),
        (AskedRelease, cuda, "cuda"),
        (VerifyToolkitRecord, toolkit, "toolkit"),
        (Policy, policy, "policy", "Whose range counts."),
        (VerifyStdenvRecord, stdenv, "stdenv"),
        (std::size_t, as_predicted, "asPredicted", "Rows that came out as foretold."),
        (std::size_t, different, "different", "Rows that did not."),
        (std::size_t, not_run, "notRun", "Rows that could not be tried."),
        (std::vector<VerifyRowRecord>, rows, "rows"))
};

}  // namespace cudastdenv::wire
