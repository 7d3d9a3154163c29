// SPDX-License-Identifier: MIT
#pragma once

#include "report/page.hpp"
#include "words/host.hpp"
#include "words/ingest.hpp"
#include "words/verify.hpp"

#include <string>
#include <string_view>

namespace cudastdenv::report {

/// Lines that a POSIX shell evaluates; each assignment below a comment that says why.
/// Whatever a value holds, the shell takes it as text.
[[nodiscard]] std::string sh_assignments(const words::EnvAnswer& answer);

/// The same for fish.
[[nodiscard]] std::string fish_assignments(const words::EnvAnswer& answer);

/// Lines for the file that GITHUB_ENV names: what the later steps of a job have. They can have no comments, and what is
/// to be unset is empty there.
[[nodiscard]] std::string github_assignments(const words::EnvAnswer& answer);

/// ENV instructions of a Dockerfile, each below a comment that says why. What is to be unset is empty there.
/// Each value is one that can_stand_in_dockerfile().
[[nodiscard]] std::string dockerfile_assignments(const words::EnvAnswer& answer);

/// Whether an instruction of a Dockerfile can hold the text: it ends with the line.
[[nodiscard]] bool can_stand_in_dockerfile(std::string_view text);

/// What `ingest` prints for a person.
[[nodiscard]] std::string ingest_text(const words::IngestAnswer& answer, const Style& style);

/// What `ingest --all` prints: a line for each toolkit, and what is different or not understood.
[[nodiscard]] std::string ingest_all_text(const words::IngestAllAnswer& all, const Style& style);

/// What `verify` prints for a person.
[[nodiscard]] std::string verify_text(const words::VerifyAnswer& answer, const Style& style);

}  // namespace cudastdenv::report
