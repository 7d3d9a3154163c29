// SPDX-License-Identifier: MIT
#pragma once

namespace cudastdenv::machine {

/// Opens those of the descriptors 0 to 2 that are closed, the wrong way round: reading and writing fail as before, but
/// no file that is opened later becomes one of them. False where that cannot be done.
[[nodiscard]] bool occupy_standard_streams() noexcept;

}  // namespace cudastdenv::machine
