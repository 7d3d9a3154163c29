// SPDX-License-Identifier: MIT
#pragma once

/// What is to be tried with the real nvcc, what the tables predict of it, what was seen, and whether the two agree.

#include "core/diagnostic.hpp"
#include "findings/build_environment.hpp"

#include <cudastdenv/describe.hpp>

#include <filesystem>

namespace cudastdenv {

CUDASTDENV_NEW_ENUM(Verdict, (as_predicted, "as-predicted"), (different, "different"), (not_run, "not-run"))

/// What is tried. The GPU is the machine's; PTX is a program that holds nothing but that, of a lower capability.
CUDASTDENV_NEW_ENUM(TrialKind,                   //
                    (compiler, "compiler"),      // an installed compiler by itself
                    (chosen, "chosen"),          // the resolver's choice, as `env` sets it up, for what is resolved
                    (needs, "needs"),            // the symbol versions that the chosen one's program needs
                    (capability, "capability"),  // whether nvcc takes it
                    (gpu, "gpu"),                // the chosen one's program on the GPU
                    (ptx, "ptx"))                // the same of PTX

namespace verify {

/// Which symbol versions a program may need, or does need, at most; each empty where none is known, or needed.
struct SymbolVersions {
    std::string glibcxx = {};  ///< `GLIBCXX_3.4.30`
    std::string cxxabi = {};   ///< `CXXABI_1.3.13`
    std::string glibc = {};    ///< `GLIBC_2.36`
};

/// What becomes of something that is tried: what is expected of it, or what was seen.
struct Outcome {
    enum class Kind : std::uint8_t {
        works,
        refused,  ///< nvcc's own check refuses the compiler
        does_not_build,
        does_not_run,
        gives_no_answer,  ///< it crashes, takes too long or prints without end
        taken,            ///< nvcc takes the capability
        not_taken,
        needs,    ///< no newer symbol versions than `versions`
        unknown,  ///< the tables say nothing of it, or there was no way to try it
    };

    Kind kind = Kind::unknown;
    Diagnostic message = {};
    std::optional<Diagnostic> reason = {};  ///< why the tables expect it; has the sentence where there is no message
    std::optional<int> newest = {};         ///< where the compiler is refused: the newest major that nvcc takes
    SymbolVersions versions = {};

    /// Expected of what nvcc or the compiler refuses.
    static Outcome expected_for(const Diagnostic& reason);
};

[[nodiscard]] Verdict compare(const Outcome& predicted, const Outcome& seen);

/// Whether every version that is needed is one that is there. An unknown limit limits nothing.
[[nodiscard]] bool fits(const SymbolVersions& needed, const SymbolVersions& limit);

/// That a program needs these, or may: `id` is the diagnostic that says so.
[[nodiscard]] Outcome needs(const SymbolVersions& versions, std::string_view id);

/// The first line of a compiler's output that tells of an error, or the first line there is; names of the
/// temporary files in `folder` without what differs from run to run.
[[nodiscard]] std::string error_line(std::string_view output, const std::filesystem::path& folder);

/// What nvcc says where its version check refuses the host compiler.
[[nodiscard]] std::optional<Outcome> refusal(std::string_view output, const std::filesystem::path& folder);

/// A host compiler as it stands on a machine, by itself: with the headers that it picks and the library beside them.
struct Standing {
    Compiler compiler;
    std::optional<int> headers;    ///< GCC major of the libstdc++ headers that it compiles with; absent: it finds none
    std::optional<Version> glibc;  ///< of the headers that it compiles with; absent: unknown
    std::string_view system = "x86_64-linux";
    std::optional<ToolkitHeaders> toolkit_headers = std::nullopt;  ///< where they lie; absent: not known
};

/// What the tables say that becomes of a program of that standard: what nvcc enforces decides whether it is refused,
/// limits of headers and advisories whether it compiles.
[[nodiscard]] Outcome predict(const Tables& tables, const Release& release, const Standing& standing,
                              CxxStandard standard);

/// What is to be verified.
struct VerifySubject {
    const Tables& tables;
    const Host& host;
    /// How this machine's `env` sets up a chosen compiler: machine::build_choice().
    std::function<BuildChoice(const HostCompiler& chosen, const FoundCompiler& compiler)> set_up;
    const FoundToolkit& toolkit;
    Request request;  ///< its release is what the toolkit is held against; the standard is replaced
    bool stdenv_is_host = true;
    std::span<const CxxStandard> standards;
    bool on_gpu = false;
};

/// What a trial shows, each for the row that asks for it.
struct TrialOutcome {
    Outcome build = {};
    Outcome needs = {};
    Outcome on_gpu = {};
};

// A field is one line.
// clang-format off

/// One line of the comparison. Before it is tried it names the trial that fills it; behind that it is said in words.
struct VerifyRow {
    using Kind = TrialKind;

    struct Predicted {
        CUDASTDENV_RECORD("predicted", "What the tables foretell.",
            (CodeName, name, "name", "For programs."),
            (std::string, message, "message", "In words."),
            (std::optional<std::string>, advisory, "advisory", "Id of the advisory that does; null: none does."))
    };
    struct Seen {
        CUDASTDENV_RECORD("seen", "What happened.",
            (CodeName, name, "name", "For programs."),
            (std::string, message, "message", "In words."))
    };
    CUDASTDENV_RECORD("verifyRow", "One thing that was tried.",
        (Kind, kind, "kind", "What was tried."),
        (std::optional<Compiler>, compiler, "compiler", "Null: nvcc alone was asked."),
        (OptionalPath, path, "path", "The compiler's file; null: it is not installed, or nvcc alone was asked."),
        (std::optional<CxxStandard>, standard, "standard", "The C++ standard; null: it does not matter."),
        (std::optional<Capability>, capability, "capability", "Null: it does not matter."),
        (std::optional<CodeName>, rejected, "rejected", "Why the resolver does not choose the compiler; null: it does."),
        (Predicted, said_predicted, "predicted"),
        (Seen, said_seen, "seen"),
        (Verdict, said_verdict, "verdict"))
    std::optional<Diagnostic> rejection = {};  ///< why the resolver does not choose this compiler
    Outcome predicted = {};
    Outcome seen = {};
    std::optional<std::size_t> trial = {};  ///< absent: `seen` says why
    Outcome TrialOutcome::*part = &TrialOutcome::build;

    [[nodiscard]] Verdict verdict() const { return compare(predicted, seen); }
};
// clang-format on

/// The program of the verify room is compiled, linked and run; or nvcc is asked whether it takes some code.
struct Trial {
    std::filesystem::path nvcc;
    std::filesystem::path compiler;
    bool is_question = false;  ///< nvcc says what it would do: nothing is compiled
    Variables exported = {};  ///< what `env` exports, which names the compiler; empty: the command line does, by -ccbin
    CxxStandard standard = CxxStandard::cxx17;
    std::vector<std::string> code = {};         ///< `-arch=sm_75`, or gencodes
    std::filesystem::path library_folder = {};  ///< of a libstdc++.so.6 that the loader would not find; empty: none
    bool read_needs = false;
    bool run_on_gpu = false;
    /// Once more it is linked with an object that the stdenv's own compiler makes, and that needs this symbol of the
    /// newest version which programs load here; empty: it is not.
    std::filesystem::path newer_compiler = {};
    std::string newer_symbol = {};
};

struct Plan {
    std::vector<Trial> trials;
    std::vector<VerifyRow> rows;  ///< in the order in which they are shown
};

/// Every candidate of the request that is installed, the chosen one, and every capability of the tables.
[[nodiscard]] Plan make_plan(const VerifySubject& subject);

}  // namespace verify

}  // namespace cudastdenv
