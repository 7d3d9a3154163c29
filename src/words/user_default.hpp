// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/answers.hpp>

#include <string>
#include <vector>

namespace cudastdenv::words {

/// What a question leaves out and a variable of the user's says.
struct UserDefault {
    std::string option;    ///< `stdenv`
    std::string value;     ///< `debian-13`
    std::string variable;  ///< `CUDASTDENV_STDENV`
};

/// One note for each.
[[nodiscard]] std::vector<Said> say(const std::vector<UserDefault>& defaults);

}  // namespace cudastdenv::words
