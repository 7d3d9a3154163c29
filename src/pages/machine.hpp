// SPDX-License-Identifier: MIT
#pragma once

#include "found/answers.hpp"
#include "graph/closure.hpp"
#include "report/page.hpp"

namespace cudastdenv::report {

// What the commands of these names print for a person; `ingest --all` a line for each toolkit, and what is different or
// not understood.
[[nodiscard]] std::string detect_text(const found::DetectAnswer& answer, const Style& style);
[[nodiscard]] std::string abi_text(const found::AbiAnswer& answer, const Style& style);
[[nodiscard]] std::string ingest_text(const Toolkit& toolkit, const Style& style);
[[nodiscard]] std::string ingest_all_text(const Ingested& all, const Style& style);
[[nodiscard]] std::string verify_text(const found::VerifyAnswer& answer, const Style& style);

/// What `closure` prints for a person.
[[nodiscard]] std::string closure_text(const Closure& answer, const Style& style);

/// How lines are written that set variables. Whatever a value holds, their reader takes it as text.
struct ShellForm {
    std::string_view names;  ///< with spaces between them
    std::string (*line)(const Assignment& variable);
    bool has_comments = true;        ///< each assignment below one that says why
    std::string_view no_unset = {};  ///< who cannot unset a variable: what is to be unset is empty there; empty: it can
    bool takes_newlines = true;
};

/// For POSIX shells, fish, the file that GITHUB_ENV names (what the later steps of a job have), and a Dockerfile.
[[nodiscard]] std::span<const ShellForm> shell_forms() noexcept;

[[nodiscard]] std::string assignments(const found::EnvAnswer& answer, const ShellForm& form);

}  // namespace cudastdenv::report
