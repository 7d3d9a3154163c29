// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/resolve.hpp>

namespace cudastdenv {

/// Says which system each part belongs to, where the request builds on another system than it builds for.
void answer_cross(const Tables& tables, const Request& request, Resolution& resolution);

}  // namespace cudastdenv
