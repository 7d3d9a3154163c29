#pragma once

#include <stdexcept>
#include <string>

namespace cudastdenv::cli {

/// Input that cannot be answered. what() is one line: what is wrong, and what would be right.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace cudastdenv::cli
