// SPDX-License-Identifier: MIT
#pragma once

/// Trials with the real nvcc: what is tried, what the tables predict, what happened, and whether the two agree.

#include "findings/build_environment.hpp"

namespace cudastdenv {

CUDASTDENV_NEW_ENUM(Verdict, (as_predicted, "as-predicted"), (different, "different"), (not_run, "not-run"))

/// The kind of trial. The GPU is the machine's. The ptx program contains only PTX, of a lower capability.
CUDASTDENV_NEW_ENUM(TrialKind,                   //
                    (compiler, "compiler"),      // an installed compiler without `env`
                    (chosen, "chosen"),          // the resolver's choice, as `env` sets it up, with the resolved list
                    (needs, "needs"),            // symbol versions that its program needs
                    (capability, "capability"),  // whether nvcc supports it
                    (gpu, "gpu"),                // its program on the GPU
                    (ptx, "ptx"))                // the same with PTX only

namespace verify {

/// The maximum symbol versions that a program may need, or does need. Empty: unknown, or not needed.
struct SymbolVersions {
    std::string glibcxx = {};  ///< `GLIBCXX_3.4.30`
    std::string cxxabi = {};   ///< `CXXABI_1.3.13`
    std::string glibc = {};    ///< `GLIBC_2.36`
};

/// The expected or actual result of a trial.
struct Outcome {
    enum class Kind : std::uint8_t {
        works,
        refused,  ///< nvcc's own check rejects the compiler
        does_not_build,
        does_not_run,
        gives_no_answer,  ///< a crash, a timeout or endless output
        taken,            ///< nvcc supports the capability
        not_taken,
        needs,    ///< no symbol versions newer than `versions`
        unknown,  ///< not in the tables, or impossible to try
    };

    Kind kind = Kind::unknown;
    Diagnostic message = {};
    std::optional<Diagnostic> reason = {};  ///< why the tables predict it; used as the message if that is empty
    std::optional<int> newest = {};         ///< if the compiler is rejected: the newest major version that nvcc accepts
    SymbolVersions versions = {};

    /// The expected outcome for a reason of nvcc or of the compiler.
    static Outcome expected_for(const Diagnostic& reason);
};

[[nodiscard]] Verdict compare(const Outcome& predicted, const Outcome& seen);

/// Whether the environment has every needed version. An unknown limit is no limit.
[[nodiscard]] bool fits(const SymbolVersions& needed, const SymbolVersions& limit);

/// The outcome that a program needs, or may need, these versions. `id` is the diagnostic.
[[nodiscard]] Outcome needs(const SymbolVersions& versions, std::string_view id);

/// The first lines with an error in a compiler's output, at most `most`, otherwise the first line. Names of temporary
/// files in `folder` are reduced to what is the same in each run.
[[nodiscard]] std::vector<std::string> error_lines(std::string_view output, const std::filesystem::path& folder,
                                                   std::size_t most);

/// The outcome if nvcc's version check rejects the host compiler.
[[nodiscard]] std::optional<Outcome> refusal(std::string_view output, const std::filesystem::path& folder);

/// A host compiler as installed: with its default headers, and its own library.
struct Standing {
    Compiler compiler;
    std::optional<int> headers;    ///< GCC major version of its libstdc++ headers; absent: it finds none
    std::optional<Version> glibc;  ///< of the headers that it compiles with; absent: unknown
    std::string_view system = "x86_64-linux";
    std::optional<ToolkitHeaders> toolkit_headers = std::nullopt;  ///< location of the headers; absent: unknown
};

/// The prediction for a program of that standard. The enforced range decides whether nvcc rejects it. Limits of headers
/// and advisories decide whether it compiles.
[[nodiscard]] Outcome predict(const Tables& tables, const Release& release, const Standing& standing,
                              CxxStandard standard);

/// The subject of a verification.
struct VerifySubject {
    const Tables& tables;
    const Host& host;
    /// Sets up a chosen compiler like `env` on this machine: machine::build_choice().
    std::function<BuildChoice(const HostCompiler& chosen, const FoundCompiler& compiler)> set_up;
    const FoundToolkit& toolkit;
    Request request;  ///< its release is compared with the toolkit; the standard is replaced
    bool stdenv_is_host = true;
    std::span<const CxxStandard> standards;
    bool on_gpu = false;
};

/// The results of a trial, each for the row that needs it.
struct TrialOutcome {
    Outcome build = {};
    Outcome needs = {};
    Outcome on_gpu = {};
};

// One line for each field.
// clang-format off

/// One line of the comparison. Before the trial it refers to it; afterwards it has the messages.
struct VerifyRow {
    using Kind = TrialKind;

    struct Predicted {
        CUDASTDENV_RECORD("predicted", "The prediction of the tables.",
            (CodeName, name, "name", "Code."),
            (std::string, message, "message", "The message."),
            (std::optional<std::string>, advisory, "advisory", "Id of the advisory that predicts it; null where none does."))
    };
    struct Seen {
        CUDASTDENV_RECORD("seen", "What happened.",
            (CodeName, name, "name", "Code."),
            (std::string, message, "message", "The message."))
    };
    CUDASTDENV_RECORD("verifyRow", "One trial.",
        (Kind, kind, "kind", "What was tried."),
        (std::optional<Compiler>, compiler, "compiler", "Null where only nvcc was run."),
        (OptionalPath, path, "path", "The compiler's file; null where it is not installed or only nvcc was run."),
        (std::optional<CxxStandard>, standard, "standard", "C++ standard; null where it does not matter."),
        (std::optional<Capability>, capability, "capability", "Null where it does not matter."),
        (std::optional<CodeName>, rejected, "rejected", "Why resolve does not choose the compiler; null where it does."),
        (Predicted, said_predicted, "predicted"),
        (Seen, said_seen, "seen"),
        (Verdict, said_verdict, "verdict"))
    std::optional<Diagnostic> rejection = {};  ///< why the resolver does not choose this compiler
    Outcome predicted = {};
    Outcome seen = {};
    std::optional<std::size_t> trial = {};  ///< absent: `seen` has the reason
    Outcome TrialOutcome::*part = &TrialOutcome::build;

    [[nodiscard]] Verdict verdict() const { return compare(predicted, seen); }
};
// clang-format on

/// Compiles, links and runs the test program, or asks nvcc whether it supports some code.
struct Trial {
    std::filesystem::path nvcc;
    std::filesystem::path compiler;
    bool is_question = false;  ///< nvcc only prints what it would do, and compiles nothing
    Variables exported = {};   ///< variables of `env`, which name the compiler; empty: -ccbin does
    CxxStandard standard = CxxStandard::cxx17;
    std::vector<std::string> code = {};         ///< `-arch=sm_75`, or gencodes
    std::filesystem::path library_folder = {};  ///< of a libstdc++.so.6 that the loader would not find; empty: none
    bool names_library = true;  ///< whether the compiler prints where its libstdc++ is, so that `env` can link with it
    bool read_needs = false, run_on_gpu = false;
    /// Also links the program with an object that the stdenv's own compiler builds. That object needs this symbol of
    /// the newest version that programs load here. Empty: no such object.
    std::filesystem::path newer_compiler = {};
    std::string newer_symbol = {};
};

struct TrialPlan {
    std::vector<Trial> trials;
    std::vector<VerifyRow> rows;  ///< in output order
};

/// Includes each installed candidate of the request, the chosen one, and each capability of the tables.
[[nodiscard]] TrialPlan plan_trials(const VerifySubject& subject);

}  // namespace verify

}  // namespace cudastdenv
