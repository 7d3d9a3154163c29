#pragma once

#include "findings/host.hpp"
#include "report/style.hpp"
#include "words/said.hpp"

#include <string>

namespace cudastdenv::report {

/// Of which nothing was found, but a program that would say it could not be asked: that is no "none".
struct NotKnown {
    bool toolkits = false;
    bool compilers = false;
    bool gpus = false;
};
[[nodiscard]] NotKnown not_known(const Host& host);

/// What `detect` prints for a person.
[[nodiscard]] std::string host_text(const Host& host, const Style& style);

/// Ends with a newline.
[[nodiscard]] std::string host_json(const Host& host);

[[nodiscard]] words::Said say(const HostNote& note);

}  // namespace cudastdenv::report
