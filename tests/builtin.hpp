// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// The tables that the tests use by default.
inline const Tables tables = builtin_tables();

}  // namespace cudastdenv
