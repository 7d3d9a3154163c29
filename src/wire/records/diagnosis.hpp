// SPDX-License-Identifier: MIT
#pragma once

/// What `diagnose` answers.

#include "wire/records/shared.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct FixRecord {
    CUDASTDENV_RECORD("fix", "What to type against a message.",
        (std::string_view, tool, "for", "For whom: a tool as --for calls it, or a manager of packages."),
        (std::vector<std::string>, lines, "lines", "What to type, line by line."))
};

struct ExplainedMessageRecord {
    CUDASTDENV_RECORD("explainedMessage", "A message that stopped the log.",
        (std::string_view, message, "message", "Its id in the table messages."),
        (std::string_view, title_text, "title", "What happened."),
        (int, line, "line", "Number of the line that it begins in, from 1 on."),
        (ForeignText, text, "text", "That line, without what a terminal cannot show."),
        (std::string, cause, "cause", "Why, in one text."),
        (std::vector<Said>, why, "why", "The same, sentence by sentence, with sources."),
        (std::vector<Said>, remedies, "remedies", "What can be done, the best first."),
        (std::vector<FixRecord>, fix, "fix", "The same as lines to type; none where nothing is known to work."),
        (std::optional<std::string_view>, advisory, "advisory", "Its id, where the cause is one; null: it is none."),
        (std::vector<std::string_view>, sources, "sources", "Ids of all sources."))
};

struct ReleasesFactRecord {
    CUDASTDENV_RECORD("releasesFact", "Releases of CUDA that it can be; the same twice where it is certain.",
        (Version, first, "first", "The oldest."),
        (Version, last, "last", "The newest, included."),
        (std::optional<int>, line, "line", "Of the log; null: an option says it."))
};

struct CompilerFactRecord {
    CUDASTDENV_RECORD("compilerFact", "The host compiler.",
        (Compiler, value, "value", "The compiler."),
        (std::optional<Version>, version, "version", "null: its major version only is known."),
        (std::optional<int>, line, "line", "Of the log; null: an option says it."))
};

struct VersionFactRecord {
    CUDASTDENV_RECORD("versionFact", "A version.",
        (Version, value, "value", "The version."),
        (bool, or_newer, "orNewer", "It is this one or a newer one."),
        (std::optional<int>, line, "line", "Of the log; null: an option says it."))
};

struct TextFactRecord {
    CUDASTDENV_RECORD("textFact", "A driver, or a system.",
        (std::string, value, "value", "As NVIDIA or Nix writes it."),
        (std::optional<int>, line, "line", "Of the log; null: an option says it."))
};

struct GpuFactRecord {
    CUDASTDENV_RECORD("gpuFact", "A GPU.",
        (std::optional<std::string_view>, name, "name", "As the table gpus calls it; null: an option says the capability alone."),
        (Capability, capability, "capability", "Its compute capability."),
        (std::optional<int>, line, "line", "Of the log; null: an option says it."))
};

struct FactsRecord {
    CUDASTDENV_RECORD("facts", "What the log and the options say; null: they do not.",
        (std::optional<ReleasesFactRecord>, cuda, "cuda"),
        (std::optional<CompilerFactRecord>, host_compiler, "hostCompiler"),
        (std::optional<VersionFactRecord>, glibc, "glibc", "The C library."),
        (std::optional<TextFactRecord>, driver, "driver"),
        (std::vector<GpuFactRecord>, gpus, "gpus"),
        (std::optional<std::vector<Capability>>, architectures, "architectures", "That it names."),
        (std::optional<TextFactRecord>, system, "system"),
        (std::optional<std::string_view>, environment, "environment", "Its id."),
        (std::optional<VersionFactRecord>, torch, "torch", "PyTorch."),
        (std::optional<VersionFactRecord>, torch_cuda, "torchCuda", "The CUDA that PyTorch was compiled with."))
};

struct DiagnosisRecord {
    CUDASTDENV_RECORD("diagnose", "What the messages in a log mean.",
        (SchemaVersion, schema, "schemaVersion"),
        (std::vector<ExplainedMessageRecord>, findings, "findings", "In the order in which they stop the build, the first the cause."),
        (std::vector<Said>, for_all, "forAll", "What mends all of several findings."),
        (std::vector<Said>, oddities, "oddities", "Lines that contradict each other, facts that cannot be."),
        (FactsRecord, facts, "facts"),
        (std::optional<ForeignText>, first_error, "firstError", "The first error that is no known message; null: none."),
        (std::vector<std::string_view>, unknown, "unknown", "Facts that would make the answer better."),
        (std::optional<std::string>, ask, "ask", "The command that tells them; null: nothing is missing."))
};

}  // namespace cudastdenv::wire
