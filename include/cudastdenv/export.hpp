// SPDX-License-Identifier: MIT
#pragma once

/// What every public header includes first.

#if __cplusplus <= 201703L
#error "cudastdenv needs C++20: compile with -std=c++20"
#endif

#include <cudastdenv/config.h>
