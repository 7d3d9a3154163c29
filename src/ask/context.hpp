// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"

#include <cudastdenv/tables.hpp>

#include <cstdint>
#include <functional>

namespace cudastdenv::asking {

/// How much of a machine a question is about.
enum class HostPart : std::uint8_t { toolkits, all };

/// What a question is asked of: the tables, and the machine that it calls `host`.
struct Context {
    Tables tables;
    /// Called only where a question names the machine. Throws BadInput where there is none to look at.
    std::function<Host(const Tables&, HostPart)> look_at_host;
};

}  // namespace cudastdenv::asking
