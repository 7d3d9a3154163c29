// SPDX-License-Identifier: MIT
#pragma once

#include "ask/bad_input.hpp"
#include "ask/context.hpp"

namespace cudastdenv::asking {

/// The tables alone: a question that names the machine is refused.
[[nodiscard]] inline Context without_machine(const Tables& tables) {
    return {tables, [](const Tables&, HostPart) -> Host {
                throw BadInput(InputError::not_here,
                               "'host' is a machine, and none was given; write the release, the compilers and the "
                               "environment that are meant");
            }};
}

}  // namespace cudastdenv::asking
