// SPDX-License-Identifier: MIT
#pragma once

#include "apply/apply.hpp"
#include "words/user_default.hpp"

#include <cudastdenv/resolve.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace cudastdenv::words {

/// Where it was looked up which release a package set's name means.
struct PackageSet {
    std::string_view channel;  ///< empty: the release was not named as a package set, or its name says it all
    bool assumed = false;      ///< no channel was named
    bool patch_known = true;   ///< else the newest patch release is taken
    SourceIds sources = {};    ///< of the channel's row
};

/// A resolution together with what was asked.
struct ResolutionReport {
    const Tables& tables;
    const Request& request;
    const Resolution& resolution;
    std::string_view cuda_requested;  ///< as it was typed: `12.8`
    PackageSet package_set;
    std::span<const Version> other_releases = {};  ///< that what was typed may mean too
    std::string_view environment;                  ///< the environment that was named, or empty
    bool stdenv_assumed = false;                   ///< no stdenv was named
    bool available_assumed = false;                ///< nothing says which compilers are at hand: any is
    bool libstdcxx_assumed = false;                ///< the stdenv is a Clang, and nothing says whose libstdc++ it has
    bool system_assumed = false;                   ///< nothing says which system it is for
    std::vector<UserDefault> defaults = {};        ///< what the user's variables say
    std::vector<LinesToType> apply = {};           ///< what to type, for each tool that was asked for or fits
};

/// The release that it is about.
[[nodiscard]] AskedRelease asked_release(const ResolutionReport& answer);

}  // namespace cudastdenv::words
