// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>

namespace cudastdenv::cli {

/// Where a command reads and writes. The caller opens and closes them.
struct Streams {
    std::FILE* in = nullptr;
    std::FILE* out = nullptr;
    std::FILE* err = nullptr;
};

}  // namespace cudastdenv::cli
