// SPDX-License-Identifier: MIT
#pragma once

/// Records that several answers have in common. A record says of each key what it means; its JSON and its schema
/// (docs/schema/, docs/json.md) follow from that.

#include "resolve/coverage.hpp"
#include "resolve/drivers.hpp"
#include "spell/spell.hpp"
#include "tables/fields.hpp"
#include "tables/json.hpp"
#include "words/resolution_report.hpp"
#include "words/said.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<Policy>{Policy::nixpkgs, Policy::documented, Policy::enforced};
template <>
inline constexpr std::array enumerators<DriverSupport>{DriverSupport::none, DriverSupport::unknown,
                                                       DriverSupport::package, DriverSupport::minor_version,
                                                       DriverSupport::native};
template <>
inline constexpr std::array enumerators<ApplyTool>{ApplyTool::nvcc,   ApplyTool::cmake, ApplyTool::make,
                                                   ApplyTool::torch,  ApplyTool::conda, ApplyTool::nix,
                                                   ApplyTool::apt,    ApplyTool::spack, ApplyTool::dnf,
                                                   ApplyTool::pacman, ApplyTool::docker};
template <>
inline constexpr std::array enumerators<Code::Form>{Code::Form::machine_code, Code::Form::ptx};

}  // namespace cudastdenv

namespace cudastdenv::wire {

/// For a text that is empty where there is none.
[[nodiscard]] inline std::optional<std::string_view> some_text(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

/// For a text from outside that is empty where there is none.
[[nodiscard]] inline std::optional<ForeignText> some_foreign(std::string text) {
    return text.empty() ? std::nullopt : std::optional(ForeignText{std::move(text)});
}
[[nodiscard]] std::vector<ForeignText> foreign_texts(const std::vector<std::string>& texts);

/// The answer as it is printed: ends with a newline.
template <class T>
std::string answer_text(const T& record) {
    return json_text(record) + '\n';
}

// A field is one line.
// clang-format off

/// A sentence with a name for programs.
struct SaidRecord {
    CUDASTDENV_RECORD("said", "A note, a loss, a problem: its name, the sentence for people, and what it rests on.",
        (CodeName, code, "code", "Its name, which does not change."),
        (std::string, message, "message", "One sentence without a full stop."),
        (SourceIds, sources, "sources", "Ids of the sources of the row that it rests on; none where it rests on what was asked."))
};
[[nodiscard]] SaidRecord record_of(const words::Said& said);
[[nodiscard]] std::vector<SaidRecord> records_of(const std::vector<words::Said>& said);

/// A sentence with a name for programs, which rests on what was given alone.
struct ProblemRecord {
    CUDASTDENV_RECORD("problem", "What is wrong, or is not understood.",
        (CodeName, code, "code", "Which one, for programs."),
        (std::string, message, "message", "In words."))
};

/// Why there is no answer, on standard error with --json.
struct ErrorRecord {
    CUDASTDENV_RECORD("error", "Why there is no answer.",
        (SchemaVersion, schema, "schemaVersion"),
        (CodeName, code, "code", "What is wrong, for programs."),
        (std::string, message, "message", "What is wrong, and what would be right."),
        (int, exit_status, "exitStatus", "1: the answer is none; 2: bad input; 3: what is needed cannot be read, written or run."))
};

/// The CUDA release that an answer is about.
struct CudaRecord {
    CUDASTDENV_RECORD("cuda", "The CUDA release that the answer is about.",
        (std::string, requested, "requested", "As it was asked for: 12.8, latest, cudaPackages_12_8."),
        (Version, release, "release", "The release that this means."),
        (std::optional<std::string_view>, nvcc, "nvcc", "The version that its nvcc prints; null: not known."),
        (std::optional<std::string_view>, channel, "channel", "The nixpkgs channel in which a package set's name was looked up; null: it was not."))
};
[[nodiscard]] CudaRecord cuda_record(const words::ResolutionReport& answer);

/// A program that reads lists of architectures.
struct ConsumerRecord {
    CUDASTDENV_RECORD("consumer", "The program whose rules a list follows, in a version.",
        (std::string_view, name, "name", "As --consumer takes it: torch."),
        (Version, version, "version", "Three numbers, or two for the newest of its patch releases."))
};
[[nodiscard]] std::optional<ConsumerRecord> consumer_record(const std::optional<ConsumerVersion>& consumer);

/// A system under both its names.
struct SystemRecord {
    CUDASTDENV_RECORD("system", "A system.",
        (std::string_view, nix, "nix", "Its Nix name, x86_64-linux."),
        (std::string_view, redist, "redist", "NVIDIA's name for it, linux-x86_64; unsupported: NVIDIA has none."))
};

/// Whether a driver runs one GPU at all.
struct DriverGpuRecord {
    CUDASTDENV_RECORD("driverGpu", "Whether the driver runs a GPU at all.",
        (std::optional<std::string_view>, name, "name", "The product; null: a capability was asked for."),
        (Capability, capability, "capability", "What it is."),
        (std::optional<bool>, known, "known", "Whether the driver runs it; null: not known."),
        (std::vector<DriverVersion>, from, "from", "The first driver of each branch that lists the product."),
        (std::optional<int>, first_branch, "firstBranch", "The first driver branch for GPUs of its capability; null: not known."),
        (std::optional<int>, last_branch, "lastBranch", "The last one; null: none, or not known."),
        (std::string, message, "message", "The same in words."),
        (SourceIds, sources, "sources", "Ids of the sources."))
};
[[nodiscard]] std::vector<DriverGpuRecord> driver_gpus(const DriverAnswer& answer);
/// The first driver of each branch that lists the product; none where no list has it.
[[nodiscard]] std::vector<DriverVersion> drivers_from(const GpuKnowledge& gpu);

/// What to type for one tool.
struct ApplyRecord {
    CUDASTDENV_RECORD("apply", "How to apply the answer with one tool.",
        (ApplyTool, tool, "for", "The tool."),
        (std::vector<std::string>, lines, "lines", "What to type, line by line: for a POSIX shell, but of nix for a Nix file and of docker for a Dockerfile. PACKAGE stands for what is built. Empty: nothing is known to work."))
};
[[nodiscard]] std::vector<ApplyRecord> apply_records(const std::vector<LinesToType>& apply);

/// An advisory that concerns an answer.
struct AdvisoryRecord {
    CUDASTDENV_RECORD("advisory", "A combination that passes nvcc's check and still breaks, or needs care.",
        (std::string_view, id, "id", "Its name."),
        (AdvisoryRow::Severity, severity, "severity", "broken: it does not compile, link or run as it stands."),
        (std::string_view, message, "message", "What happens, and why."),
        (std::optional<std::string_view>, workaround, "workaround", "The way out; null: none is known."),
        (std::vector<WayOut>, ways_out, "waysOut", "Those of it that the program knows, the simplest first. isystem: -isystem with the toolkit's headers, for a GCC; glibc-shim: the header that `env --glibc-shim` writes."),
        (SourceIds, sources, "sources", "Ids of the sources."))
};
[[nodiscard]] std::vector<AdvisoryRecord> advisory_records(const std::vector<const AdvisoryRow*>& advisories);

}  // namespace cudastdenv::wire
