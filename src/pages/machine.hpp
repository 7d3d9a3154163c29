// SPDX-License-Identifier: MIT
#pragma once

#include "found/answers.hpp"
#include "graph/closure.hpp"
#include "report/page.hpp"

namespace cudastdenv::report {

// Text output of the commands with these names. `ingest --all` prints a line for each toolkit, and below it differences
// and problems.
[[nodiscard]] std::string detect_text(const found::DetectAnswer& answer, const Style& style);
[[nodiscard]] std::string abi_text(const found::AbiAnswer& answer, const Style& style);
[[nodiscard]] std::string ingest_text(const Toolkit& toolkit, const Style& style);
[[nodiscard]] std::string ingest_all_text(const Ingested& all, const Style& style);
[[nodiscard]] std::string verify_text(const found::VerifyAnswer& answer, const Style& style);
[[nodiscard]] std::string closure_text(const Closure& answer, const Style& style);

/// The format of lines that set variables. Values are quoted, so that any content is read as text.
struct ShellForm {
    std::string_view names;  ///< separated by spaces
    std::string (*line)(const Assignment& variable);
    bool has_comments = true;  ///< whether each assignment follows a comment with the reason
    std::string_view no_unset =
        {};  ///< the reader that cannot unset a variable, which becomes empty instead; empty: it can
    bool takes_newlines = true;
};

/// For POSIX shells, fish, GITHUB_ENV (a file for the later steps of a job), and a Dockerfile.
[[nodiscard]] std::span<const ShellForm> shell_forms() noexcept;

[[nodiscard]] std::string assignments(const found::EnvAnswer& answer, const ShellForm& form);

}  // namespace cudastdenv::report
