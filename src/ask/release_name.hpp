// SPDX-License-Identifier: MIT
#pragma once

#include "ask/context.hpp"
#include "findings/host.hpp"

#include <cudastdenv/tables.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// What a text says of a CUDA release.
struct PrintedRelease {
    std::vector<const Release*> meant;  ///< that all of its numbers go with, ascending; empty: none known
    std::optional<Version> version;     ///< the most exact of its numbers
    bool any_patch = false;             ///< no number is more exact than the minor release
};

/// Reads what nvcc, NVIDIA's tools, packages and wheels print: `V12.4.131`, `release 12.4, V12.4.131`,
/// `cuda_12.4.r12.4/compiler.34097967_0`, `CUDA Version: 12.4`, `cu128`, `12080`, `cuda-toolkit-12-8`,
/// `12.4 Update 1`, `nvidia-cuda-nvcc-cu12==12.8.93`. Absent where a word of it is of something else, or there is no
/// number that is a release's.
[[nodiscard]] std::optional<PrintedRelease> printed_release(const Tables& tables, std::string_view text);

/// A release that was typed, and where it was looked up.
struct ReleaseName {
    const Release* release = nullptr;
    std::string_view channel;          ///< of nixpkgs, where a package set's name was looked up there; else empty
    bool patch_known = true;           ///< the channel's row names the patch release
    bool any_patch = false;            ///< only the minor was named, `12.8`: the row is that of its newest patch
    SourceIds sources = {};            ///< of the channel's row
    std::vector<Version> others = {};  ///< that the text may mean too, ascending: their nvcc has the same number
};

/// Reads a release: `12.8`, `12.8.1`, `latest`, `host` for the toolkit of this machine, what nvcc and packages print
/// (printed_release()), a container image with its CUDA, or the name of a package set of nixpkgs:
/// `cudaPackages_12_8`, `cudaPackages_12`, `cudaPackages`. What a package set holds is looked up for `channel`, the
/// id of an environment; of a minor release that the channel has no row for, it is the newest patch release.
/// Throws BadInput that names what would be right.
[[nodiscard]] ReleaseName read_release_name(const Context& context, std::string_view text, std::string_view channel);

/// The same with the channel that is assumed where none is named.
[[nodiscard]] const Release& read_release_name(const Context& context, std::string_view text);

/// The release that a toolkit of this machine is wanted of, by the same texts; absent: `host`, whatever it is of.
[[nodiscard]] std::optional<WantedRelease> read_wanted_release(const Context& context, std::string_view text);

}  // namespace cudastdenv::asking
