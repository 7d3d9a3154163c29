// SPDX-License-Identifier: MIT
#pragma once

#include "ask/bad_input.hpp"

#include <cudastdenv/ask.hpp>
#include <cudastdenv/load.hpp>

namespace cudastdenv::asking {

/// What `give` gives, or the problem that it throws.
template <class T, class Give>
Result<T> result_of(Give give) {
    try {
        return give();
    } catch (const BadInput& error) {
        return Problem{Problem::Kind::bad_input, std::string(to_string(error.error())), error.what()};
    } catch (const DataError& error) {
        return Problem{Problem::Kind::bad_data, "bad-data", error.what()};
    }
}

}  // namespace cudastdenv::asking
