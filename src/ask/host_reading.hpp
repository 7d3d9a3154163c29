// SPDX-License-Identifier: MIT
#pragma once

#include "findings/host.hpp"

#include <cudastdenv/resolve.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace cudastdenv::asking {

/// What `--cuda`, `--stdenv` and `--available` call the machine that the command runs on.
inline constexpr std::string_view host_name = "host";

/// The toolkit that a shell there would use: of several, the first. Throws BadInput where there is none, or none of a
/// release that the tables know.
[[nodiscard]] const FoundToolkit& toolkit_of(const Host& host);

/// The default compiler, the libstdc++ that programs load, and the glibc whose headers are compiled with.
/// Throws BadInput where there is no compiler, or no libstdc++.
[[nodiscard]] Stdenv stdenv_of(const Tables& tables, const Host& host);

/// Where the headers lie of the toolkit there that may be of that release, of several the first; absent: not known.
[[nodiscard]] std::optional<ToolkitHeaders> toolkit_headers_of(const Host& host, Version release);

/// What `detect --json` printed, as a question about that machine needs it: system, toolkits, compilers, libraries,
/// driver and GPUs, and no notes. Throws BadInput where it is no such answer.
[[nodiscard]] Host read_host(const Tables& tables, const nlohmann::json& detected);

}  // namespace cudastdenv::asking
