// SPDX-License-Identifier: MIT
#pragma once

/// Whether the GPU code of a file runs on GPUs: each fat binary is judged like a list of capabilities.

#include "findings/gpu_code.hpp"
#include "resolve/drivers.hpp"

namespace cudastdenv {

struct CoverageQuestion {
    std::vector<Gpu> gpus = {};                   ///< it must run on each; empty: nothing is judged
    std::optional<DriverVersion> driver = {};     ///< absent: as new as needed
    std::optional<Version> release = {};          ///< absent: by the PTX of the file
    std::optional<std::string_view> system = {};  ///< absent: that of the GPUs
};

/// Fat binaries with the same list.
struct FatbinCoverage {
    BuildList list;
    std::optional<Version> ptx_version = {};  ///< the newest; absent: no PTX
    std::size_t count = 0;
    std::vector<DeviceCoverage> devices = {};  ///< one for each GPU of the question
    /// Linked by nvcc from the code of others, which has the PTX; or without functions, which its compression hides.
    bool is_linked = false;

    /// Whether it runs on each of the GPUs. Absent: unknown.
    [[nodiscard]] std::optional<bool> runs() const;
    /// The GPU that decides: one on which it does not run, if there is one. nullptr: nothing is judged.
    [[nodiscard]] const DeviceCoverage* deciding() const;
    /// Whether all its code is for single GPUs or families (9.0a, 10.0f). Programs choose such code themselves, and
    /// have other code for other GPUs.
    [[nodiscard]] bool is_specific() const;
};

struct CodeCoverage {
    BuildList list;                            ///< of all fat binaries
    std::optional<Version> ptx_version = {};   ///< the newest
    std::optional<Version> release = {};       ///< first that writes such PTX, with two numbers; absent: unknown
    std::vector<FatbinCoverage> fatbins = {};  ///< the most frequent list first
    bool has_general = false;                  ///< whether some are not specific

    /// Whether the fat binary counts for the verdict.
    [[nodiscard]] bool counts(const FatbinCoverage& fatbin) const;
    /// Yes: each fat binary that counts runs. No: none runs.
    [[nodiscard]] HealthVerdict verdict() const;
    /// The most frequent list with that result, one that counts if possible; nullptr: none.
    [[nodiscard]] const FatbinCoverage* first_that(std::optional<bool> runs) const;
};

/// Judges each fat binary by the rules of `covers`. The driver has to run the release of the question or of the file's
/// newest PTX, and compile PTX of the fat binary's own ISA version.
[[nodiscard]] CodeCoverage cover_code(const Tables& tables, const GpuCode& code, const CoverageQuestion& question);

}  // namespace cudastdenv
