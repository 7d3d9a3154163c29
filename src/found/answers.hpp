// SPDX-License-Identifier: MIT
#pragma once

/// The answers of the commands that examine a machine: `abi`, `detect`, `env`, `ingest` and `verify`.

#include "findings/abi.hpp"
#include "findings/build_environment.hpp"
#include "findings/host.hpp"
#include "findings/ingest.hpp"
#include "findings/verify.hpp"
#include "messages/phrases.hpp"
#include "messages/resolution.hpp"
#include "resolve/component.hpp"

#include <cudastdenv/answers.hpp>

#include <filesystem>

namespace cudastdenv::found {

// A field is one line.
// clang-format off

struct DetectAnswer {
    CUDASTDENV_ANSWER("detect", "Toolkits, compilers, libraries, driver and GPUs of this machine.",
        (std::string, system, "system", "Nix name of the system."),
        (std::optional<std::vector<FoundToolkit>>, toolkits, "toolkits", "Null where it is unknown whether any exist."),
        (std::optional<std::vector<FoundCompiler>>, compilers, "compilers", "Null where it is unknown whether any exist."),
        (std::optional<LoadedLibstdcxx>, libstdcxx, "libstdcxx", "Null where none was found."),
        (std::optional<Version>, glibc, "glibc", "Null where not found."),
        (std::optional<std::string>, driver, "driver", "Driver version; null where absent or unknown."),
        (std::optional<std::vector<FoundGpu>>, gpus, "gpus", "Null where it is unknown whether any exist."),
        (std::vector<Sentence>, notes, "notes", "What was skipped, and why."))
};

struct EnvAnswer {
    CUDASTDENV_ANSWER("env", "The environment variables with which builds find what works here.",
        (Maybe<AskedRelease>, cuda, "cuda", "Absent with --unset."),
        (Maybe<Compiler>, host_compiler, "hostCompiler", "Absent with --unset."),
        (Maybe<bool>, uses_stdenv, "usesStdenv", "Whether it is this machine's default compiler. Absent with --unset."),
        (std::vector<Change>, changes, "changes", "Those of the plan for the program that builds; empty with --unset."),
        (std::vector<Assignment>, variables, "variables", "They make the changes."))
};

struct VerifyAnswer {
    struct Toolkit {
        CUDASTDENV_RECORD("verifyToolkit", "The toolkit under test.",
            (std::string, nvcc, "nvcc", "The version that its nvcc prints."),
            (std::filesystem::path, path, "path", "Path of its nvcc."))
    };
    struct Stdenv {
        CUDASTDENV_RECORD("verifyStdenv", "The environment under test.",
            (Compiler, compiler, "compiler"),
            (int, libstdcxx, "libstdcxx", "GCC major version of its libstdc++."),
            (std::optional<Version>, glibc, "glibc", "Null where unknown."))
    };
    CUDASTDENV_ANSWER("verify", "The predictions of the tables for a toolkit, and the results.",
        (AskedRelease, cuda, "cuda"),
        (Toolkit, toolkit, "toolkit"),
        (Policy, policy, "policy", "The policy for compiler ranges."),
        (Stdenv, stdenv, "stdenv"),
        (std::size_t, as_predicted, "asPredicted", "Rows whose prediction was correct."),
        (std::size_t, different, "different", "Rows whose prediction was wrong."),
        (std::size_t, not_run, "notRun", "Rows that could not be tried."),
        (std::vector<verify::VerifyRow>, rows, "rows"))
};

struct AbiAnswer {
    CUDASTDENV_ANSWER("abi", "The needs of binaries from libstdc++ and glibc.",
        (std::optional<AbiStdenv>, stdenv, "stdenv", "Null where none was named."),
        (std::vector<AbiFile>, files, "files"),
        (std::vector<ForeignText>, unreadable, "unreadable", "Files that could not be read, and why; one sentence each."))
    std::string newest_glibcxx = {};  ///< in the tables
};
// clang-format on

[[nodiscard]] DetectAnswer detect_answer(const Host& host);

/// The lack of a toolkit, and its workaround.
[[nodiscard]] LackMessage describe(const FoundToolkit& toolkit, ToolkitLack lack);

/// `13.3.1`, or `13.3` if any patch is accepted.
[[nodiscard]] std::string wanted_release(const WantedRelease& wanted);

/// The end of a message about a missing release: the installed ones.
[[nodiscard]] std::string but_installed_are(const Host& host);

[[nodiscard]] EnvAnswer env_answer(std::vector<Assignment> assignments, std::vector<Change> changes,
                                   const messages::ResolutionReport& report, const BuildChoice& choice);

/// Several lines: why no installed compiler works; `other`, one of the other family that would work as this machine's
/// default (may be nullptr); and the packages to install.
[[nodiscard]] std::string nothing_works_message(const messages::ResolutionReport& answer, const FoundCompiler* other,
                                                std::span<const CompilerPackage> packages);

/// `report` is the resolved request.
[[nodiscard]] VerifyAnswer verify_answer(const messages::ResolutionReport& report, const FoundToolkit& toolkit,
                                         std::vector<verify::VerifyRow> rows);

/// Each file has its search. `unreadable` are the errors.
[[nodiscard]] AbiAnswer abi_answer(const Tables& tables, const AbiStdenv& stdenv, std::span<const Binary> files,
                                   std::span<const LibrarySearch> searches, const std::vector<std::string>& unreadable);

/// Adds the rest of the answer of `ingest` to a judged toolkit: its rows of data/, as they would be with it, and
/// messages.
void complete(const Tables& tables, Toolkit& toolkit);

}  // namespace cudastdenv::found
