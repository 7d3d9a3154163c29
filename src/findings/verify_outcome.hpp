// SPDX-License-Identifier: MIT
#pragma once

/// What `verify` expects of a row, what it saw, and whether the two agree. Prose is made in `words`.

#include "findings/host.hpp"
#include "resolve/coverage.hpp"

#include <cudastdenv/describe.hpp>
#include <cudastdenv/resolve.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace cudastdenv::verify {

/// Which symbol versions a program may need, or does need, at most; each empty where none is known, or needed.
struct SymbolVersions {
    std::string glibcxx;  ///< `GLIBCXX_3.4.30`
    std::string cxxabi;   ///< `CXXABI_1.3.13`
    std::string glibc;    ///< `GLIBC_2.36`
};

/// What is expected. A closed list; further alternatives are TooOld, TooNew (nvcc's own check refuses the compiler),
/// KnownBroken and HeadersTooNew (it passes that check, and the program does not compile).
struct Works {};
/// The compiler finds no libstdc++ headers.
struct NoHeaders {};
/// nvcc takes the capability.
struct Taken {};
/// nvcc does not know the capability.
struct NotTaken {};
/// The program needs no newer symbol version than these.
struct NeedsAtMost {
    SymbolVersions versions;
};
/// It runs on the GPU by this code.
struct RunsBy {
    Code code;
};
/// Nothing that is built is for the GPU, or its driver loads none of it.
struct NoCodeRuns {};
/// The toolkit itself does not work, whatever the tables say.
struct ToolkitIncomplete {
    ToolkitLack lack = ToolkitLack::cicc;
};
/// The tables say nothing about it.
struct NotPredicted {};

using Prediction = std::variant<Works, TooOld, TooNew, KnownBroken, HeadersTooNew, NoHeaders, Taken, NotTaken,
                                NeedsAtMost, RunsBy, NoCodeRuns, ToolkitIncomplete, NotPredicted>;

enum class Step : std::uint8_t { compile, link, run, read };

/// What was seen. A closed list, with Works, Taken and NotTaken of above.
/// nvcc's version check.
struct Refused {
    std::optional<int> newest;  ///< the newest major of the family that nvcc says it takes
    std::string line;
};
/// Something else went wrong: `line` is the first line about it, and may be empty.
struct Failed {
    Step step = Step::compile;
    std::string line;
};
struct Crashed {
    Step step = Step::compile;
    int signal = 0;
};
struct TookTooLong {
    Step step = Step::compile;
    int seconds = 0;
};
struct PrintedTooMuch {
    Step step = Step::compile;
};
struct Needs {
    SymbolVersions versions;
};
/// There was no way to try it.
struct NotRun {
    enum class Why : std::uint8_t {
        no_gpu,
        not_installed,
        not_built,
        unfit_folder,  ///< a folder has a name that no flag can hold, so that `env` exports nothing
    };
    Why why = Why::no_gpu;
};

using Seen = std::variant<Works, Refused, Failed, Crashed, TookTooLong, PrintedTooMuch, Taken, NotTaken, Needs, NotRun>;

enum class Verdict : std::uint8_t { as_predicted, different, not_run };

/// `as-predicted`, `different`, `not-run`
[[nodiscard]] std::string_view to_string(Verdict verdict) noexcept;

[[nodiscard]] Verdict compare(const Prediction& prediction, const Seen& seen);

/// Whether every version that is needed is one that is there. An unknown limit limits nothing.
[[nodiscard]] bool fits(const SymbolVersions& needed, const SymbolVersions& limit);

/// The first line of a compiler's output that tells of an error, or the first line there is; names of the
/// temporary files in `folder` without what differs from run to run.
[[nodiscard]] std::string error_line(std::string_view output, const std::filesystem::path& folder);

/// What nvcc says where its version check refuses the host compiler.
[[nodiscard]] std::optional<Refused> refusal(std::string_view output, const std::filesystem::path& folder);

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
[[nodiscard]] Prediction predict(const Tables& tables, const Release& release, const Standing& standing,
                                 CxxStandard standard);

/// Whether nvcc takes that capability in the release.
[[nodiscard]] Prediction predict(const Tables& tables, const Release& release, Capability capability);

}  // namespace cudastdenv::verify

namespace cudastdenv {

// clang-format off
CUDASTDENV_NAMED_ENUM(name_of_enum, verify::Verdict, (as_predicted, "as-predicted"), (different, "different"), (not_run, "not-run"))
// clang-format on

}  // namespace cudastdenv
