// SPDX-License-Identifier: MIT
#pragma once

/// `--print`: one value of an answer, for scripts.

#include "ask/outcome.hpp"
#include "ask/owned_request.hpp"
#include "ask/texts.hpp"

#include <cstdint>
#include <optional>

namespace cudastdenv::asking {

enum class PrintedWord : std::uint8_t { host_compiler, cxx, headers, capabilities, ptx, gencode };

/// Absent: it was not asked for. Throws BadInput, also where the form is JSON or a tool's lines are asked for.
[[nodiscard]] std::optional<PrintedWord> read_printed_word(const Texts& texts, const Form& form);

/// One line, or nothing where the answer has no such value. Throws BadInput where no line can hold it.
[[nodiscard]] Outcome print_word(PrintedWord word, const OwnedRequest& question, const Resolution& resolution);

}  // namespace cudastdenv::asking
