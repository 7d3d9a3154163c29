// SPDX-License-Identifier: MIT
#pragma once

#include "ask/bad_input.hpp"
#include "ask/texts.hpp"
#include "findings/host.hpp"
#include "report/page.hpp"

#include <cudastdenv/tables.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// How much of a machine a question is about.
enum class HostPart : std::uint8_t { toolkits, all };

/// What a question is asked of: the tables, and the machine that it calls `host`.
struct Context {
    Tables tables;
    /// Called only where a question names the machine. Throws BadInput where there is none to look at.
    std::function<Host(const Tables&, HostPart)> look_at_host;
};

/// What is said beside an answer, and is no part of it.
struct Aside {
    std::string_view kind;  ///< `note`, `warning`, `error`
    std::string text;       ///< one sentence without a full stop
};

/// What a question is answered with, as it is written out.
struct Outcome {
    std::string text = {};  ///< ends with a newline; empty where there is nothing to write
    std::vector<Aside> asides = {};
    bool is_answered = true;  ///< else the answer is "none" or "no"
};

/// How answers are written.
struct Form {
    bool json = false;
    report::Style style = {};  ///< of a text for people
};

/// Answers a question of one kind. Throws BadInput and DataError.
using Answerer = Outcome (*)(const Context& context, const Texts& texts, const Form& form);

/// The tables alone: a question that names the machine is refused.
[[nodiscard]] inline Context without_machine(const Tables& tables) {
    return {tables, [](const Tables&, HostPart) -> Host {
                throw BadInput(InputError::not_here,
                               "'host' is a machine, and none was given; write the release, the compilers and the "
                               "environment that are meant");
            }};
}

}  // namespace cudastdenv::asking
