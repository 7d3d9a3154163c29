#pragma once

/// Predictions of the tables against what the real nvcc does with the compilers of this machine.

#include "host/host.hpp"
#include "verify/outcome.hpp"
#include "verify/trial.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace cudastdenv::machine::verify {

/// What is to be verified.
struct Subject {
    const Tables& tables;
    const Host& host;
    const FoundToolkit& toolkit;
    Request request;  ///< its release is what the toolkit is held against; the standard is replaced
    bool stdenv_is_host = true;
    std::span<const CxxStandard> standards;
    bool on_gpu = false;
};

/// One line of the comparison.
struct Row {
    enum class Kind : std::uint8_t {
        compiler,    ///< an installed compiler by itself
        chosen,      ///< the one that the resolver chooses, with the resolved capabilities, linked with the stdenv's
                     ///< libstdc++
        needs,       ///< the symbol versions that the chosen one's program needs
        capability,  ///< whether nvcc takes it
        gpu,         ///< the chosen one's program on the machine's GPU
        ptx,  ///< on that GPU, a program that holds nothing but PTX of `capability`, which is lower than the GPU's
    };

    Kind kind = Kind::compiler;
    std::optional<Compiler> compiler;     ///< absent in rows of capabilities
    std::filesystem::path path;           ///< of the compiler; empty: not installed
    std::optional<CxxStandard> standard;  ///< absent in rows of capabilities
    std::optional<Capability> capability;
    std::optional<Reason> rejected;  ///< why the resolver does not choose this compiler
    Prediction predicted;
    Seen seen;

    [[nodiscard]] Verdict verdict() const { return compare(predicted, seen); }
};

/// A row before it was tried, and the trial that fills it.
struct PlannedRow {
    enum class Part : std::uint8_t { build, needs, on_gpu };

    Row row;
    std::optional<std::size_t> trial;  ///< absent: `row.seen` says why
    Part part = Part::build;
};

using Trial = std::variant<BuildTrial, CapabilityTrial>;

struct Plan {
    std::vector<Trial> trials;
    std::vector<PlannedRow> rows;  ///< in the order in which they are shown
};

/// Every candidate of the request that is installed, the chosen one, and every capability of the tables.
[[nodiscard]] Plan make_plan(const Subject& subject);

/// Called after each trial, one call at a time.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

/// Tries everything, `jobs` at once. The rows are those of the plan, whatever the order in which trials end.
/// Throws MachineError where there is no room for temporary files.
[[nodiscard]] std::vector<Row> carry_out(const Plan& plan, const Surroundings& surroundings, const Limits& limits,
                                         std::size_t jobs, const Progress& progress);

}  // namespace cudastdenv::machine::verify
