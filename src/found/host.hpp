// SPDX-License-Identifier: MIT
#pragma once

#include "findings/build_environment.hpp"
#include "findings/host.hpp"
#include "findings/verify.hpp"
#include "resolve/component.hpp"
#include "tables/shape.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/answers.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::found {

// A field is one line.
// clang-format off

/// What `detect` answers.
struct DetectAnswer {
    struct NamedCompiler {
        CUDASTDENV_RECORD("namedCompiler", "A host compiler that something names.",
            (ForeignText, path, "path", "Its file."),
            (std::string, named_by, "namedBy", "What names it."))
    };
    struct Lack {
        CUDASTDENV_RECORD("toolkitLack", "What a toolkit's nvcc looks for, and does not find.",
            (CodeName, lack, "lack", "Which one, for programs."),
            (std::string, message, "message", "In words."))
    };
    struct Toolkit {
        CUDASTDENV_RECORD("toolkit", "A CUDA toolkit on this machine.",
            (Version, version, "version", "Its release, as far as its nvcc says."),
            (std::vector<Version>, same_build, "sameBuild", "Releases that have the same nvcc."),
            (bool, known, "known", "The tables have the release."),
            (std::string, nvcc, "nvcc", "The version that its nvcc prints."),
            (ForeignText, path, "path", "Its nvcc."),
            (ForeignText, root, "root", "Its folder."),
            (std::string, found_by, "foundBy", "How it was found."),
            (std::optional<ForeignText>, headers, "headers", "The folder of its headers; null: not found."),
            (std::optional<ToolkitHeaders>, headers_place, "headersPlace", "prefix: nvcc hands that folder to the compiler; system: every compiler here searches it by itself; null: not known."),
            (std::optional<NamedCompiler>, host_compiler, "hostCompiler", "The compiler that it hands host code to; null: the one that nvcc finds itself."),
            (std::vector<Lack>, lacks, "lacks", "What keeps programs from being built with it."))
    };
    struct CxxCompiler {
        CUDASTDENV_RECORD("foundCompiler", "A compiler on this machine.",
            (Compiler, compiler, "compiler"),
            (std::string, version, "version", "What it says."),
            (ForeignText, path, "path", "Its C++ driver."),
            (bool, is_default, "default", "It is what c++ means here."),
            (std::optional<int>, libstdcxx_headers, "libstdcxxHeaders", "GCC major of the libstdc++ headers that it finds; null: none."),
            (std::optional<ForeignText>, libstdcxx, "libstdcxx", "The libstdc++.so that it links with; null: not known."),
            (std::optional<Version>, glibc, "glibc", "The glibc that it compiles against; null: not known."),
            (FoundCompiler::Wrapper, wrapper, "wrapper", "What stands in front of it."),
            (std::optional<ForeignText>, wrapped, "wrapped", "The compiler behind that; null: nothing does."))
    };
    CUDASTDENV_RECORD("detect", "What this machine has.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::string, system, "system", "Nix name of the system."),
        (std::optional<std::vector<Toolkit>>, toolkits, "toolkits", "Null: whether there are any is not known."),
        (std::optional<std::vector<CxxCompiler>>, compilers, "compilers", "Null: whether there are any is not known."),
        (std::optional<LoadedLibstdcxx>, libstdcxx, "libstdcxx", "Null: none is found."),
        (std::optional<Version>, glibc, "glibc", "Null: not found."),
        (std::optional<std::string>, driver, "driver", "The driver's version; null: none, or not known."),
        (std::optional<std::vector<FoundGpu>>, gpus, "gpus", "Null: whether there are any is not known."),
        (std::vector<Said>, notes, "notes", "What was left out, and why."))
};
// clang-format on

[[nodiscard]] DetectAnswer detect_answer(const Host& host);

/// What is lacking, and what helps.
[[nodiscard]] Said say(const FoundToolkit& toolkit, ToolkitLack lack);

/// `13.3.1`, or `13.3` where whichever patch is here is meant.
[[nodiscard]] std::string wanted_release(const WantedRelease& wanted);

/// The end of a sentence that says that a release is not here: what is.
[[nodiscard]] std::string but_installed_are(const Host& host);

/// A line that says that a release is not here, and what is.
[[nodiscard]] std::string not_installed_message(const WantedRelease& wanted, const Host& host);

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
[[nodiscard]] EnvAnswer env_answer(std::span<const Assignment> assignments, const words::ResolutionReport& report,
                                   const BuildChoice& choice);

/// Why there is no build environment.
[[nodiscard]] std::string unfit_folder_message(const UnfitFolder& unfit);

/// Why no compiler that is here works, which one of the other family would if it were this machine's default (nullptr:
/// none), and what to install on which distribution; several lines.
[[nodiscard]] std::string nothing_works_message(const words::ResolutionReport& answer, const FoundCompiler* other,
                                                std::span<const CompilerPackage> packages);

// A field is one line.
// clang-format off

/// What `verify` answers.
struct VerifyAnswer {
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
    struct Row {
        CUDASTDENV_RECORD("verifyRow", "One thing that was tried.",
            (verify::VerifyRow::Kind, kind, "kind", "What was tried."),
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
[[nodiscard]] VerifyAnswer verify_answer(const words::ResolutionReport& report, const FoundToolkit& toolkit,
                                         std::span<const verify::VerifyRow> rows);

}  // namespace cudastdenv::found
