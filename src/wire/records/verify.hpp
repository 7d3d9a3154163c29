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

struct PredictedRecord {
    CodeName name;
    std::string message;
    std::optional<std::string_view> advisory;

    static constexpr std::string_view title = "predicted";
    static constexpr std::string_view meaning = "What the tables foretell.";
    static constexpr auto fields =
        pack_of(Field{"name", &PredictedRecord::name, "For programs."},
                Field{"message", &PredictedRecord::message, "In words."},
                Field{"advisory", &PredictedRecord::advisory, "Id of the advisory that does; null: none does."});
};

struct SeenRecord {
    CodeName name;
    std::string message;

    static constexpr std::string_view title = "seen";
    static constexpr std::string_view meaning = "What happened.";
    static constexpr auto fields = pack_of(Field{"name", &SeenRecord::name, "For programs."},
                                           Field{"message", &SeenRecord::message, "In words."});
};

struct VerifyRowRecord {
    verify::Row::Kind kind;
    std::optional<Compiler> compiler;
    std::optional<ForeignText> path;
    std::optional<CxxStandard> standard;
    std::optional<Capability> capability;
    std::optional<CodeName> rejected;
    PredictedRecord predicted;
    SeenRecord seen;
    verify::Verdict verdict;

    static constexpr std::string_view title = "verifyRow";
    static constexpr std::string_view meaning = "One thing that was tried.";
    static constexpr auto fields = pack_of(
        Field{"kind", &VerifyRowRecord::kind, "What was tried."},
        Field{"compiler", &VerifyRowRecord::compiler, "Null: nvcc alone was asked."},
        Field{"path", &VerifyRowRecord::path,
              "The compiler's file; null: it is not installed, or nvcc alone was asked."},
        Field{"standard", &VerifyRowRecord::standard, "The C++ standard; null: it does not matter."},
        Field{"capability", &VerifyRowRecord::capability, "Null: it does not matter."},
        Field{"rejected", &VerifyRowRecord::rejected, "Why the resolver does not choose the compiler; null: it does."},
        Field{"predicted", &VerifyRowRecord::predicted}, Field{"seen", &VerifyRowRecord::seen},
        Field{"verdict", &VerifyRowRecord::verdict});
};

struct VerifyToolkitRecord {
    std::string nvcc;
    ForeignText path;

    static constexpr std::string_view title = "verifyToolkit";
    static constexpr std::string_view meaning = "The toolkit that was tried.";
    static constexpr auto fields =
        pack_of(Field{"nvcc", &VerifyToolkitRecord::nvcc, "The version that its nvcc prints."},
                Field{"path", &VerifyToolkitRecord::path, "Its nvcc."});
};

struct VerifyStdenvRecord {
    Compiler compiler;
    int libstdcxx;
    std::optional<Version> glibc;

    static constexpr std::string_view title = "verifyStdenv";
    static constexpr std::string_view meaning = "The standard environment that was tried.";
    static constexpr auto fields =
        pack_of(Field{"compiler", &VerifyStdenvRecord::compiler},
                Field{"libstdcxx", &VerifyStdenvRecord::libstdcxx, "GCC major of its libstdc++."},
                Field{"glibc", &VerifyStdenvRecord::glibc, "Null: not known."});
};

struct VerifyRecord {
    SchemaVersion schema;
    CudaRecord cuda;
    VerifyToolkitRecord toolkit;
    Policy policy;
    VerifyStdenvRecord stdenv;
    std::size_t as_predicted;
    std::size_t different;
    std::size_t not_run;
    std::vector<VerifyRowRecord> rows;

    static constexpr std::string_view title = "verify";
    static constexpr std::string_view meaning = "What the tables foretell of a toolkit, and what happened.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &VerifyRecord::schema}, Field{"cuda", &VerifyRecord::cuda},
        Field{"toolkit", &VerifyRecord::toolkit}, Field{"policy", &VerifyRecord::policy, "Whose range counts."},
        Field{"stdenv", &VerifyRecord::stdenv},
        Field{"asPredicted", &VerifyRecord::as_predicted, "Rows that came out as foretold."},
        Field{"different", &VerifyRecord::different, "Rows that did not."},
        Field{"notRun", &VerifyRecord::not_run, "Rows that could not be tried."}, Field{"rows", &VerifyRecord::rows});
};

}  // namespace cudastdenv::wire
