#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>

namespace cudastdenv::machine {

/// An expression that may read one folder and nothing else.
struct NixEvaluation {
    std::string expression;             ///< finds the folder as `<checkout>`
    std::filesystem::path folder;
    std::chrono::milliseconds time_limit{30'000};
};

/// Evaluates it strictly with `nix-instantiate`, restricted: no store, no network, no environment, no import from a
/// derivation. Returns JSON. Throws MachineError with the first line of what Nix says.
[[nodiscard]] std::string evaluate(const NixEvaluation& evaluation);

/// The first of these paths that is a file in `folder`, or an empty path. Throws MachineError if `folder` is no folder.
[[nodiscard]] std::filesystem::path find_file(const std::filesystem::path& folder, std::span<const std::string> paths);

}  // namespace cudastdenv::machine
