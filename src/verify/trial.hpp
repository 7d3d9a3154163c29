#pragma once

#include "os/surroundings.hpp"
#include "verify/outcome.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cudastdenv::machine::verify {

/// What every trial is run with.
struct Limits {
    std::chrono::milliseconds time{300'000};  ///< for each program that is run
    std::size_t output = 4u << 20;            ///< bytes
};

/// The program of verify_program.hpp is compiled, linked and run.
struct BuildTrial {
    std::filesystem::path nvcc;
    std::filesystem::path compiler;
    CxxStandard standard = CxxStandard::cxx17;
    std::vector<std::string> code;         ///< `-arch=sm_75`, or gencodes
    std::filesystem::path link_folder;     ///< searched first while linking; empty: none
    std::filesystem::path library_folder;  ///< of a libstdc++.so.6 that the loader would not find; empty: none
    bool read_needs = false;
    bool run_on_gpu = false;
};

struct BuildOutcome {
    Seen build;
    std::optional<Seen> needs;
    std::optional<Seen> on_gpu;
};

/// Never throws for what the programs do; MachineError where there is no room for the files.
[[nodiscard]] BuildOutcome try_build(const BuildTrial& trial, const Surroundings& surroundings, const Limits& limits);

/// Whether nvcc takes a capability: what it would do is asked, nothing is compiled.
struct CapabilityTrial {
    std::filesystem::path nvcc;
    std::filesystem::path compiler;
    Capability capability;
};

[[nodiscard]] Seen try_capability(const CapabilityTrial& trial, const Surroundings& surroundings, const Limits& limits);

/// The first line of a compiler's output that tells of an error, or the first line there is; names of the
/// temporary files in `folder` without what differs from run to run.
[[nodiscard]] std::string error_line(std::string_view output, const std::filesystem::path& folder);

/// What nvcc says where its version check refuses the host compiler.
[[nodiscard]] std::optional<Refused> refusal(std::string_view output, const std::filesystem::path& folder);

}  // namespace cudastdenv::machine::verify
