// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"

#include <cudastdenv/answers.hpp>

#include <string>

namespace cudastdenv::words {

/// Of which nothing was found, but a program that would say it could not be asked: that is no "none".
struct NotKnown {
    bool toolkits = false;
    bool compilers = false;
    bool gpus = false;
};
[[nodiscard]] NotKnown not_known(const Host& host);

[[nodiscard]] Said say(const HostNote& note);

/// What is lacking, and what helps.
[[nodiscard]] Said say(const FoundToolkit& toolkit, ToolkitLack lack);

/// `13.3.1`, or `13.3` where whichever patch is here is meant.
[[nodiscard]] std::string wanted_release(const WantedRelease& wanted);

/// The end of a sentence that says that a release is not here: what is.
[[nodiscard]] std::string but_installed_are(const Host& host);

/// A line that says that a release is not here, and what is.
[[nodiscard]] std::string not_installed_message(const WantedRelease& wanted, const Host& host);

}  // namespace cudastdenv::words
