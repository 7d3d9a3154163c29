// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"
#include "os/process.hpp"
#include "os/surroundings.hpp"

#include <cstddef>
#include <future>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv::machine {

/// What a program may print, in bytes of stdout and of stderr each. A compiler's macros, the longest answer about
/// itself, take a tenth of it.
inline constexpr std::size_t longest_answer = 256u << 10;

/// What a program that was asked about itself printed.
struct Reply {
    std::string output;
    std::string errors;
};

/// For std::async: each wait for a program beside the others; where there can be no further thread, one after the
/// other.
inline constexpr std::launch side_by_side = std::launch::async | std::launch::deferred;

/// Asks a program about itself, within the surroundings' patience and a limit on what it may print.
/// The note says why there is no reply.
[[nodiscard]] std::variant<Reply, HostNote> ask(const Surroundings& surroundings, std::vector<std::string> command,
                                                std::size_t limit = longest_answer);

}  // namespace cudastdenv::machine
