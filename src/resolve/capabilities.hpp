// SPDX-License-Identifier: MIT
#pragma once

/// What is built: the meaning of a capability list, whatever its spelling.

#include "resolve/resolve.hpp"

namespace cudastdenv {

/// Adds the capabilities that the release knows under the request's policy, and those of them that are built by
/// default: baseline, not Jetson, not past nixpkgs' last default release. Both are sorted.
void add_known_capabilities(const Tables& tables, const Request& request, Resolution& resolution);

/// The known capability whose number is closest, of the same kind where there is one at that number.
[[nodiscard]] Capability nearest_capability(const Tables& tables, Capability wanted);

/// The capability whose PTX is added to a list, by the rules of forward compatibility.
[[nodiscard]] std::optional<Capability> forward_compatible_ptx(std::span<const Capability> resolved,
                                                               bool nixpkgs_exact) noexcept;

/// Machine code ("cubins") of these capabilities, and PTX of those.
struct BuildList {
    std::vector<Capability> real;  ///< sorted and unique, unless it comes from a request with nixpkgs_exact
    std::vector<Capability> ptx;   ///< likewise

    friend bool operator==(const BuildList&, const BuildList&) = default;
};

/// What a resolution builds.
[[nodiscard]] BuildList build_list(const Resolution& resolution);

/// The machine code's capabilities in the order that nixpkgs wants: it adds PTX of the last one.
[[nodiscard]] std::vector<Capability> in_the_order_of_nixpkgs(const BuildList& list);

/// A word that stands for a list which depends on the release or on the machine.
CUDASTDENV_NEW_ENUM(ListKeyword,               //
                    (all, "all"),              // every baseline capability of the release; PTX of the newest major one
                    (all_major, "all-major"),  // the first of each major, and the oldest; the same PTX
                    (native, "native"))        // those of the GPUs in the machine that builds

/// One entry of a list that was read, as it stood in the text.
struct ListEntry {
    std::string text;
    std::size_t offset = 0;  ///< of its first byte, from 0
    std::optional<Capability> real = {};
    std::optional<Capability> ptx = {};
    std::optional<Capability> compiled_from = {};  ///< the PTX that machine code is made from, if of another capability
    std::optional<ListKeyword> keyword = {};       ///< then there is nothing else
    bool ptx_by_version = false;                   ///< whether there is PTX of `real` depends on the consumer's version
};

/// The entries of a list in the order of the text. One word may stand for several: they have its text and offset.
struct Listing {
    std::vector<ListEntry> entries;
    bool sorted_as_strings = false;  ///< the consumer chose the entry that gets PTX by the order of their texts
};

/// The listing as a version of its consumer has it that embeds PTX of what the text says nothing of, or does not.
[[nodiscard]] Listing with_unasked_ptx(Listing listing, bool embedded);

/// Whether what the listing builds is up to the consumer's version.
[[nodiscard]] bool depends_on_version(const Listing& listing) noexcept;

/// What a listing builds with that release; keywords stand for what nvcc makes of them there. Absent: one of them is
/// `native`, and only the machine that builds knows what that is.
[[nodiscard]] std::optional<BuildList> expand(const Tables& tables, Version release, const Listing& listing);

/// make_flags() of any list, for a Nix system. Forward compatible is what has PTX.
[[nodiscard]] Flags make_flags(const Tables& tables, std::string_view system, const BuildList& list);

/// `-gencode=arch=compute_89,code=sm_89`
[[nodiscard]] std::string gencode_of_real(Capability capability);

/// `-gencode=arch=compute_89,code=compute_89`
[[nodiscard]] std::string gencode_of_ptx(Capability capability);

}  // namespace cudastdenv
