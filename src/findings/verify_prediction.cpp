// SPDX-License-Identifier: MIT
#include "findings/verify_prediction.hpp"

#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace cudastdenv::verify {

namespace {

Prediction as_prediction(const Reason& reason) {
    if (const auto* old = std::get_if<TooOld>(&reason)) return *old;
    if (const auto* fresh = std::get_if<TooNew>(&reason)) return *fresh;
    if (const auto* headers = std::get_if<HeadersTooNew>(&reason)) return *headers;
    if (const auto* broken = std::get_if<KnownBroken>(&reason)) return *broken;
    // The others compare candidates, and here is one alone.
    return NotPredicted{};
}

}  // namespace

Prediction predict(const Tables& tables, const Release& release, const Standing& standing, CxxStandard standard) {
    const std::array headers{standing.headers.value_or(0)};
    Request request = own_stdenv(tables, release, standing.compiler, Policy::enforced);
    request.system = standing.system;
    request.any_system = true;
    request.standard = standard;
    request.stdenv.glibc = standing.glibc;
    request.toolkit_headers = standing.toolkit_headers;
    request.stdenv.libstdcxx = std::max(standing.compiler.family == Compiler::Family::gcc ? standing.compiler.major : 0,
                                        headers.front());
    request.libstdcxx_headers = headers;

    const Resolution resolution = resolve(tables, request);
    const Reason* reason = resolution.rejected.empty() ? nullptr : &resolution.rejected.front().reason;
    const bool refused = reason && (std::holds_alternative<TooOld>(*reason) || std::holds_alternative<TooNew>(*reason));
    if (refused) return as_prediction(*reason);
    // What glibc breaks breaks with any compiler, so it is what is seen.
    if (resolution.broken_by) return KnownBroken{resolution.broken_by};
    if (!standing.headers) return NoHeaders{};
    return reason ? as_prediction(*reason) : Works{};
}

Prediction predict(const Tables& tables, const Release& release, Capability capability) {
    const CapabilityRow* row = find_capability(tables, capability);
    if (row && row->nvcc.takes_in(release.version)) return Taken{};
    return NotTaken{};
}

}  // namespace cudastdenv::verify
