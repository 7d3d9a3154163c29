// SPDX-License-Identifier: MIT
#pragma once

/// Every public header includes this first.

#if __cplusplus <= 201703L
#error "cudastdenv needs C++20: compile with -std=c++20"
#endif

#include <cudastdenv/config.h>
