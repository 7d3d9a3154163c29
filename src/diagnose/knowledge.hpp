// SPDX-License-Identifier: MIT
#pragma once

/// Which of the messages in a log stopped it, and what it and the options beside it say of the machine.

#include "diagnose/log_reader.hpp"
#include "resolve/drivers.hpp"
#include "resolve/resolve.hpp"

#include <cudastdenv/answers.hpp>
#include <cudastdenv/driver.hpp>
#include <cudastdenv/tables.hpp>

namespace cudastdenv::diagnose {

/// The messages that count, in the log's order, the first the cause: each once, none that is only spoken of, that the
/// log got over, or that is a warning beside something else. Points into the reading.
[[nodiscard]] std::vector<const SeenMessage*> causes_in(const LogReading& reading);

/// Two lines of a log that cannot both be about the same build.
struct Contradiction {
    SeenFact one;
    SeenFact other;
};

/// What options say. They win over the log.
struct Given {
    const Release* release = nullptr;
    std::optional<Environment> environment = std::nullopt;
    std::optional<DriverVersion> driver = std::nullopt;
    std::vector<Gpu> gpus = {};
};

struct Knowledge {
    DiagnoseAnswer::Facts facts;           ///< as they are answered
    std::vector<const Release*> releases;  ///< those that it can be, ascending; empty: not known
    std::optional<DriverVersion> driver;
    std::optional<DiagnoseAnswer::VersionFact> driver_cuda;  ///< the CUDA release that the driver is as new as
    std::string_view system;                                 ///< Nix's name; empty: not known
    const EnvironmentRow* environment = nullptr;
    std::vector<Contradiction> contradictions;
    Given given;

    [[nodiscard]] std::optional<Compiler> host() const {
        return facts.host_compiler ? std::optional(facts.host_compiler->value) : std::nullopt;
    }
    [[nodiscard]] std::optional<Version> glibc() const {
        return facts.glibc ? std::optional(facts.glibc->value) : std::nullopt;
    }
    /// Those that the log or an option names.
    [[nodiscard]] std::vector<Gpu> gpus() const;
};

/// What the log and the options say. Points to rows of `tables`.
[[nodiscard]] Knowledge knowledge_of(const Tables& tables, const LogReading& reading, const Given& given);

/// The value of the first filling of that kind; empty: there is none.
[[nodiscard]] std::string_view value_of(const std::vector<Filling>& fillings, Fact fact) noexcept;

/// The newest compiler that a message's bound lets pass; absent: the fact is no bound, or no number of a compiler.
[[nodiscard]] std::optional<Compiler> newest_taken(Fact fact, std::string_view value) noexcept;

/// The capability in `sm_120a`, `compute_86`, `12.0`, `120`, `sm120`.
[[nodiscard]] std::optional<Capability> capability_in(std::string_view text) noexcept;

/// The release of CUDA that a log writes as `12.4`, `12.4.131`, `11040`, `124`.
[[nodiscard]] std::optional<Version> cuda_version_in(std::string_view text) noexcept;

}  // namespace cudastdenv::diagnose
