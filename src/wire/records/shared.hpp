// SPDX-License-Identifier: MIT
#pragma once

/// Records that several answers have in common. A record says of each key what it means; its JSON and its schema
/// (docs/schema/, docs/json.md) follow from that.

#include "resolve/coverage.hpp"
#include "resolve/drivers.hpp"
#include "spell/spell.hpp"
#include "tables/datum.hpp"
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
    return json_text(datum_of(record)) + '\n';
}

/// A sentence with a name for programs.
struct SaidRecord {
    CodeName code;
    std::string message;
    SourceIds sources;

    static constexpr std::string_view title = "said";
    static constexpr std::string_view meaning =
        "A note, a loss, a problem: its name, the sentence for people, and what it rests on.";
    static constexpr auto fields =
        pack_of(Field{"code", &SaidRecord::code, "Its name, which does not change."},
                Field{"message", &SaidRecord::message, "One sentence without a full stop."},
                Field{"sources", &SaidRecord::sources,
                      "Ids of the sources of the row that it rests on; none where it rests on what was asked."});
};
[[nodiscard]] SaidRecord record_of(const words::Said& said);
[[nodiscard]] std::vector<SaidRecord> records_of(const std::vector<words::Said>& said);

/// A sentence with a name for programs, which rests on what was given alone.
struct ProblemRecord {
    CodeName code;
    std::string message;

    static constexpr std::string_view title = "problem";
    static constexpr std::string_view meaning = "What is wrong, or is not understood.";
    static constexpr auto fields = pack_of(Field{"code", &ProblemRecord::code, "Which one, for programs."},
                                           Field{"message", &ProblemRecord::message, "In words."});
};

/// Why there is no answer, on standard error with --json.
struct ErrorRecord {
    SchemaVersion schema;
    CodeName code;
    std::string message;
    int exit_status;

    static constexpr std::string_view title = "error";
    static constexpr std::string_view meaning = "Why there is no answer.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &ErrorRecord::schema}, Field{"code", &ErrorRecord::code, "What is wrong, for programs."},
        Field{"message", &ErrorRecord::message, "What is wrong, and what would be right."},
        Field{"exitStatus", &ErrorRecord::exit_status,
              "1: the answer is none; 2: bad input; 3: what is needed cannot be read, written or run."});
};

/// The CUDA release that an answer is about.
struct CudaRecord {
    std::string requested;
    Version release;
    std::optional<std::string_view> nvcc;
    std::optional<std::string_view> channel;

    static constexpr std::string_view title = "cuda";
    static constexpr std::string_view meaning = "The CUDA release that the answer is about.";
    static constexpr auto fields =
        pack_of(Field{"requested", &CudaRecord::requested, "As it was asked for: 12.8, latest, cudaPackages_12_8."},
                Field{"release", &CudaRecord::release, "The release that this means."},
                Field{"nvcc", &CudaRecord::nvcc, "The version that its nvcc prints; null: not known."},
                Field{"channel", &CudaRecord::channel,
                      "The nixpkgs channel in which a package set's name was looked up; null: it was not."});
};
[[nodiscard]] CudaRecord cuda_record(const words::ResolutionReport& answer);

/// A program that reads lists of architectures.
struct ConsumerRecord {
    std::string_view name;
    Version version;

    static constexpr std::string_view title = "consumer";
    static constexpr std::string_view meaning = "The program whose rules a list follows, in a version.";
    static constexpr auto fields = pack_of(Field{"name", &ConsumerRecord::name, "As --consumer takes it: torch."},
                                           Field{"version", &ConsumerRecord::version,
                                                 "Three numbers, or two for the newest of its patch releases."});
};
[[nodiscard]] std::optional<ConsumerRecord> consumer_record(const std::optional<ConsumerVersion>& consumer);

/// A system under both its names.
struct SystemRecord {
    std::string_view nix;
    std::string_view redist;

    static constexpr std::string_view title = "system";
    static constexpr std::string_view meaning = "A system.";
    static constexpr auto fields = pack_of(Field{"nix", &SystemRecord::nix, "Its Nix name, x86_64-linux."},
                                           Field{"redist", &SystemRecord::redist,
                                                 "NVIDIA's name for it, linux-x86_64; unsupported: NVIDIA has none."});
};

/// Whether a driver runs one GPU at all.
struct DriverGpuRecord {
    std::optional<std::string_view> name;
    Capability capability;
    std::optional<bool> known;
    std::vector<DriverVersion> from;
    std::optional<int> first_branch;
    std::optional<int> last_branch;
    std::string message;
    SourceIds sources;

    static constexpr std::string_view title = "driverGpu";
    static constexpr std::string_view meaning = "Whether the driver runs a GPU at all.";
    static constexpr auto fields =
        pack_of(Field{"name", &DriverGpuRecord::name, "The product; null: a capability was asked for."},
                Field{"capability", &DriverGpuRecord::capability, "What it is."},
                Field{"known", &DriverGpuRecord::known, "Whether the driver runs it; null: not known."},
                Field{"from", &DriverGpuRecord::from, "The first driver of each branch that lists the product."},
                Field{"firstBranch", &DriverGpuRecord::first_branch,
                      "The first driver branch for GPUs of its capability; null: not known."},
                Field{"lastBranch", &DriverGpuRecord::last_branch, "The last one; null: none, or not known."},
                Field{"message", &DriverGpuRecord::message, "The same in words."},
                Field{"sources", &DriverGpuRecord::sources, "Ids of the sources."});
};
[[nodiscard]] std::vector<DriverGpuRecord> driver_gpus(const DriverAnswer& answer);
/// The first driver of each branch that lists the product; none where no list has it.
[[nodiscard]] std::vector<DriverVersion> drivers_from(const GpuKnowledge& gpu);

/// What to type for one tool.
struct ApplyRecord {
    ApplyTool tool;
    std::vector<std::string> lines;

    static constexpr std::string_view title = "apply";
    static constexpr std::string_view meaning = "How to apply the answer with one tool.";
    static constexpr auto fields =
        pack_of(Field{"for", &ApplyRecord::tool, "The tool."},
                Field{"lines", &ApplyRecord::lines,
                      "What to type, line by line: for a POSIX shell, but of nix for a Nix file and of docker for a "
                      "Dockerfile. PACKAGE stands for what is built. Empty: nothing is known to work."});
};
[[nodiscard]] std::vector<ApplyRecord> apply_records(const std::vector<LinesToType>& apply);

/// An advisory that concerns an answer.
struct AdvisoryRecord {
    std::string_view id;
    AdvisoryRow::Severity severity;
    std::string_view message;
    std::optional<std::string_view> workaround;
    std::vector<WayOut> ways_out;
    SourceIds sources;

    static constexpr std::string_view title = "advisory";
    static constexpr std::string_view meaning =
        "A combination that passes nvcc's check and still breaks, or needs care.";
    static constexpr auto fields =
        pack_of(Field{"id", &AdvisoryRecord::id, "Its name."},
                Field{"severity", &AdvisoryRecord::severity, "broken: it does not compile, link or run as it stands."},
                Field{"message", &AdvisoryRecord::message, "What happens, and why."},
                Field{"workaround", &AdvisoryRecord::workaround, "The way out; null: none is known."},
                Field{"waysOut", &AdvisoryRecord::ways_out,
                      "Those of it that the program knows, the simplest first. isystem: -isystem with the toolkit's "
                      "headers, for a GCC; glibc-shim: the header that `env --glibc-shim` writes."},
                Field{"sources", &AdvisoryRecord::sources, "Ids of the sources."});
};
[[nodiscard]] std::vector<AdvisoryRecord> advisory_records(const std::vector<const AdvisoryRow*>& advisories);

}  // namespace cudastdenv::wire
