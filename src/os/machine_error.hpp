// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace cudastdenv::machine {

/// A process or a file that failed. what() is one line.
class MachineError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace cudastdenv::machine
