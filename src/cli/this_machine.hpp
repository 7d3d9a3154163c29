#pragma once

#include "machine/host.hpp"

#include <cudastdenv/resolve.hpp>

#include <string_view>

namespace cudastdenv::cli {

/// What `--cuda`, `--stdenv` and `--available` call the machine that the command runs on.
inline constexpr std::string_view host_name = "host";

/// The release of the toolkit that a shell here would use. Throws UsageError where there is none, or none that the
/// tables know.
[[nodiscard]] const Release& release_of_this_machine(const Tables& tables);

/// Of several toolkits, the first.
[[nodiscard]] const machine::FoundToolkit& toolkit_of(const machine::Host& host);

/// The default compiler, the libstdc++ that programs load, and the glibc whose headers are compiled with.
/// Throws UsageError where there is no compiler, or no libstdc++.
[[nodiscard]] Stdenv stdenv_of(const Tables& tables, const machine::Host& host);

}  // namespace cudastdenv::cli
