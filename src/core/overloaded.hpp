// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/export.hpp>

namespace cudastdenv {

/// Lambdas as one visitor for std::visit.
template <class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

}  // namespace cudastdenv
