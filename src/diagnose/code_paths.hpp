// SPDX-License-Identifier: MIT
#pragma once

/// The files in a log that may have the GPU code that a message is about.

#include "core/std.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv::diagnose {

struct LogReading;

/// Whether the message says that a program's machine code or PTX does not run on the GPU.
[[nodiscard]] bool is_about_code(const MessageRow& message);

/// The paths in a text, in its order, each once, at its last place. A path in a Python package
/// (`/x/site-packages/torch/nn/functional.py`) is that of the package's directory, with `/` at its end, unless it is a
/// shared library's. Sources are left out.
[[nodiscard]] std::vector<std::string> code_paths_in(std::string_view text);

/// The paths near the messages that count, the nearest first, each once; at most eight. `is_of_cuda` is as for
/// judge_messages().
[[nodiscard]] std::vector<std::string> code_paths_of(const Tables& tables, const LogReading& reading, bool is_of_cuda);

}  // namespace cudastdenv::diagnose
