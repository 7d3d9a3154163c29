// SPDX-License-Identifier: MIT
#pragma once

#include "ask/context.hpp"
#include "ask/outcome.hpp"
#include "ask/texts.hpp"

#include <string_view>

namespace cudastdenv::asking {

/// What is wrong with the lists that a file of a build sets, a line each: `NAME:LINE: error: ...`. The options are
/// those of `lint`; --format and --compiler leave out lists in other spellings, --consumer is for its own. Of a list
/// that other options nearby may add to only errors are said: what it lacks may stand there. `name`: as it may be
/// printed.
[[nodiscard]] Outcome lint_file(const Context& context, const Texts& texts, std::string_view name,
                                std::string_view file);

}  // namespace cudastdenv::asking
