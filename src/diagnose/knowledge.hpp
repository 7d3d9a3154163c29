// SPDX-License-Identifier: MIT
#pragma once

/// The messages that stopped a log's build, and the facts about the machine in the log and the options.

#include "diagnose/log_reader.hpp"
#include "resolve/drivers.hpp"
#include "resolve/resolve.hpp"

#include <cudastdenv/answers.hpp>
#include <cudastdenv/driver.hpp>
#include <cudastdenv/tables.hpp>

namespace cudastdenv::diagnose {

/// The messages that count, in the log's order, the cause first; each once. Excludes quoted messages, those that the
/// log recovered from, and warnings next to a failure. Points into the reading.
[[nodiscard]] std::vector<const SeenMessage*> causes_in(const LogReading& reading);

/// Two lines of a log that cannot both be about the same build.
struct Contradiction {
    SeenFact one;
    SeenFact other;
};

/// The options. They override the log.
struct Given {
    const Release* release = nullptr;
    std::optional<Environment> environment = std::nullopt;
    std::optional<DriverVersion> driver = std::nullopt;
    std::vector<Gpu> gpus = {};
};

struct Knowledge {
    DiagnoseAnswer::Facts facts;           ///< as in the answer
    std::vector<const Release*> releases;  ///< the possible releases, ascending; empty: unknown
    std::optional<DriverVersion> driver;
    std::optional<DiagnoseAnswer::VersionFact> driver_cuda;  ///< the CUDA release of the driver's age
    std::string_view system;                                 ///< Nix's name; empty: unknown
    const EnvironmentRow* environment = nullptr;
    std::vector<Contradiction> contradictions;
    Given given;

    [[nodiscard]] std::optional<Compiler> host() const {
        return facts.host_compiler ? std::optional(facts.host_compiler->value) : std::nullopt;
    }
    [[nodiscard]] std::optional<Version> glibc() const {
        return facts.glibc ? std::optional(facts.glibc->value) : std::nullopt;
    }
    /// Those in the log or the options.
    [[nodiscard]] std::vector<Gpu> gpus() const;
};

/// The facts of the log and the options. Points to rows of `tables`.
[[nodiscard]] Knowledge knowledge_of(const Tables& tables, const LogReading& reading, const Given& given);

/// The value of the first capture of that fact; empty if absent.
[[nodiscard]] std::string_view value_of(const std::vector<Filling>& fillings, Fact fact) noexcept;

/// The newest compiler within a message's bound; absent: the fact is not a bound, or not a compiler's number.
[[nodiscard]] std::optional<Compiler> newest_taken(Fact fact, std::string_view value) noexcept;

/// The capability in `sm_120a`, `compute_86`, `12.0`, `120`, `sm120`.
[[nodiscard]] std::optional<Capability> capability_in(std::string_view text) noexcept;

/// The release of CUDA that a log writes as `12.4`, `12.4.131`, `11040`, `124`.
[[nodiscard]] std::optional<Version> cuda_version_in(std::string_view text) noexcept;

}  // namespace cudastdenv::diagnose
