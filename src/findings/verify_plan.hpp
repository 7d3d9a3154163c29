// SPDX-License-Identifier: MIT
#pragma once

/// What is to be tried with the real nvcc, and what the tables predict of it.

#include "findings/build_environment.hpp"
#include "findings/verify_outcome.hpp"

#include <cudastdenv/describe.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv::verify {

/// How this machine's `env` sets up a chosen compiler: machine::build_choice().
using SetUp = std::function<BuildChoice(const HostCompiler& chosen, const FoundCompiler& compiler)>;

/// What is to be verified.
struct Subject {
    const Tables& tables;
    const Host& host;
    /// Of each of the host's compilers, in their order: the folder of its own libstdc++.so.6; empty: it has none beside
    /// what it links.
    std::span<const std::filesystem::path> own_libraries;
    SetUp set_up;
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
                     ///< libstdc++, by what `env` exports
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

/// `compiler`, `chosen`, `needs`, `capability`, `gpu`, `ptx`
[[nodiscard]] std::string_view to_string(Row::Kind kind) noexcept;

/// A row before it was tried, and the trial that fills it.
struct PlannedRow {
    enum class Part : std::uint8_t { build, needs, on_gpu };

    Row row;
    std::optional<std::size_t> trial;  ///< absent: `row.seen` says why
    Part part = Part::build;
};

/// The program of the verify room is compiled, linked and run.
struct BuildTrial {
    std::filesystem::path nvcc;
    std::filesystem::path compiler;
    Variables exported;  ///< what `env` exports, which names the compiler; empty: the command line does, by -ccbin
    CxxStandard standard = CxxStandard::cxx17;
    std::vector<std::string> code;         ///< `-arch=sm_75`, or gencodes
    std::filesystem::path library_folder;  ///< of a libstdc++.so.6 that the loader would not find; empty: none
    bool read_needs = false;
    bool run_on_gpu = false;
    /// Once more it is linked with an object that the stdenv's own compiler makes, and that needs this symbol of the
    /// newest version which programs load here; empty: it is not.
    std::filesystem::path newer_compiler = {};
    std::string newer_symbol = {};
};

/// Whether nvcc takes a capability: what it would do is asked, nothing is compiled.
struct CapabilityTrial {
    std::filesystem::path nvcc;
    std::filesystem::path compiler;
    Capability capability;
};

using Trial = std::variant<BuildTrial, CapabilityTrial>;

struct Plan {
    std::vector<Trial> trials;
    std::vector<PlannedRow> rows;  ///< in the order in which they are shown
};

/// Every candidate of the request that is installed, the chosen one, and every capability of the tables.
[[nodiscard]] Plan make_plan(const Subject& subject);

}  // namespace cudastdenv::verify

namespace cudastdenv {

// clang-format off
CUDASTDENV_NAMED_ENUM(name_of_enum, verify::Row::Kind, (compiler, "compiler"), (chosen, "chosen"), (needs, "needs"), (capability, "capability"), (gpu, "gpu"), (ptx, "ptx"))
// clang-format on

}  // namespace cudastdenv
