// SPDX-License-Identifier: MIT
#include "ask/bad_input.hpp"

namespace cudastdenv::asking {

std::string_view to_string(InputError error) noexcept {
    switch (error) {
        case InputError::missing: return "missing-input";
        case InputError::unknown: return "unknown-name";
        case InputError::ambiguous: return "ambiguous-name";
        case InputError::malformed: return "malformed-input";
        case InputError::contradiction: return "contradiction";
        case InputError::empty: return "empty-input";
        case InputError::unfit: return "unfit-input";
        case InputError::not_here: return "not-on-this-machine";
    }
    return "";
}

}  // namespace cudastdenv::asking
