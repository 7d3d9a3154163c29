// SPDX-License-Identifier: MIT
#pragma once

/// The meaning of a capability list, in any format.

#include "resolve/resolve.hpp"

namespace cudastdenv {

/// Adds the capabilities that the release supports under the request's policy, and the default ones: baseline, not
/// Jetson, not past nixpkgs' last default release. Both are sorted.
void add_known_capabilities(const Tables& tables, const Request& request, Resolution& resolution);

/// The known capability with the closest number, of the same kind if possible.
[[nodiscard]] Capability nearest_capability(const Tables& tables, Capability wanted);

/// The capability whose PTX forward compatibility adds to a list.
[[nodiscard]] std::optional<Capability> forward_compatible_ptx(std::span<const Capability> resolved,
                                                               bool nixpkgs_exact) noexcept;

/// The capabilities of a build: as machine code ("cubins") and as PTX.
struct BuildList {
    std::vector<Capability> real;  ///< sorted and unique, unless it comes from a request with nixpkgs_exact
    std::vector<Capability> ptx;   ///< likewise

    friend bool operator==(const BuildList&, const BuildList&) = default;
};

[[nodiscard]] inline BuildList build_list(const Resolution& resolution) {
    BuildList list{resolution.resolved, {}};
    if (resolution.ptx) list.ptx.push_back(*resolution.ptx);
    return list;
}

/// The machine code's capabilities in the order for nixpkgs, which adds PTX of the last one.
[[nodiscard]] std::vector<Capability> in_nixpkgs_order(const BuildList& list);

/// A word for a list that depends on the release or on the machine.
CUDASTDENV_NEW_ENUM(ListKeyword,               //
                    (all, "all"),              // every baseline capability of the release; PTX of the newest major one
                    (all_major, "all-major"),  // the first of each major, and the oldest; the same PTX
                    (native, "native"))        // those of the build machine's GPUs

/// One entry of a list, with its text.
struct ListEntry {
    std::string text;
    std::size_t offset = 0;  ///< of its first byte, from 0
    std::optional<Capability> real = {};
    std::optional<Capability> ptx = {};
    std::optional<Capability> compiled_from = {};  ///< the PTX that machine code is made from, if of another capability
    std::optional<ListKeyword> keyword = {};       ///< if set, all of the above are absent
    bool ptx_by_version = false;                   ///< whether there is PTX of `real` depends on the consumer's version
};

/// The entries of a list in the order of the text. A word for several entries gives each of them its text and offset.
struct Listing {
    std::vector<ListEntry> entries;
    bool sorted_as_strings = false;  ///< the consumer adds PTX to the last entry in the order of strings
};

/// The listing for a version of its consumer that embeds PTX without a request, or does not.
[[nodiscard]] Listing with_implied_ptx(Listing listing, bool embedded);

/// Whether the listing's code depends on the consumer's version.
[[nodiscard]] inline bool depends_on_version(const Listing& listing) noexcept {
    return std::ranges::any_of(listing.entries, &ListEntry::ptx_by_version);
}

/// The code that a listing builds with a release, with nvcc's meaning of keywords there. Absent if a keyword is
/// `native`: only the build machine knows its GPUs.
[[nodiscard]] std::optional<BuildList> expand(const Tables& tables, Version release, const Listing& listing);

/// make_flags() of any list, for a Nix system. It is forward compatible if it has PTX.
[[nodiscard]] Flags make_flags(const Tables& tables, std::string_view system, const BuildList& list);

/// `-gencode=arch=compute_89,code=sm_89`
[[nodiscard]] inline std::string gencode_of_real(Capability capability) {
    return "-gencode=arch=" + virtual_architecture(capability) + ",code=" + real_architecture(capability);
}

/// `-gencode=arch=compute_89,code=compute_89`
[[nodiscard]] inline std::string gencode_of_ptx(Capability capability) {
    return "-gencode=arch=" + virtual_architecture(capability) + ",code=" + virtual_architecture(capability);
}

}  // namespace cudastdenv
