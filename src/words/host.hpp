// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"
#include "words/said.hpp"

namespace cudastdenv::words {

/// Of which nothing was found, but a program that would say it could not be asked: that is no "none".
struct NotKnown {
    bool toolkits = false;
    bool compilers = false;
    bool gpus = false;
};
[[nodiscard]] NotKnown not_known(const Host& host);

[[nodiscard]] Said say(const HostNote& note);

}  // namespace cudastdenv::words
