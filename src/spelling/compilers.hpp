// SPDX-License-Identifier: MIT
#pragma once

#include "spelling/reading.hpp"

namespace cudastdenv::spelling {

/// What follows `-gencode`, taken off the front: `arch=compute_80,code=sm_80`, or the two the other way round.
void take_gencode_pair(Piece& rest, Listing& listing);

}  // namespace cudastdenv::spelling
