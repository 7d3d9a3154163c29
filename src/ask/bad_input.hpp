#pragma once

#include <stdexcept>
#include <string>

namespace cudastdenv::asking {

/// Input that cannot be answered. what() is one line: what is wrong, and what would be right.
class BadInput : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace cudastdenv::asking
