// SPDX-License-Identifier: MIT
#pragma once

/// What is wrong with a list of GPU architectures for a release, and what to write instead.

#include "resolve/coverage.hpp"
#include "spelling/spell.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace cudastdenv {

/// nvcc of that release refuses the entry: unknown, too new, too old, renamed; or one number twice, family-specific
/// and not.
struct UnfitEntry {
    CapabilityProblem problem;
};
/// Machine code that cannot be made from that PTX.
struct RefusedPair {
    Capability real;
    Capability from;
};
/// Machine code of one number from family-specific PTX and from other PTX: here from that of `from`.
struct SlotMadeTwice {
    Capability real;
    Capability from;
};
/// PTX of an architecture- or family-specific target: no later GPU compiles it. PTX of `wanted` is for those; absent:
/// there is none that could be said.
struct SpecificPtx {
    Capability ptx;
    std::optional<Capability> wanted;
};
/// No PTX at all: later GPUs have nothing to run.
struct NoPtx {
    Capability wanted;
};
/// PTX, but of a lower target than the highest baseline one.
struct LowPtx {
    Capability highest;
    Capability wanted;
};
/// PTX of a lower target than the highest, because the consumer sorts numbers as strings.
struct StringOrder {
    Capability taken;
    Capability wanted;
};
/// PTX of every target, where that of some is enough.
struct PtxOfEvery {
    std::vector<Capability> enough;
};
/// A Jetson's target among those of other GPUs: each is for a platform of its own.
struct JetsonAmongOthers {
    Capability jetson;
};
/// A Jetson's target, and the system that was named is none that a Jetson runs.
struct JetsonElsewhere {
    Capability jetson;
};
struct Duplicate {
    Code code;
};
/// GPUs of one major number, above the lowest entry and below the highest, that no code of the list runs on.
/// PTX of `ptx` would run there.
struct Uncovered {
    std::vector<Capability> devices;
    std::optional<Capability> ptx;
};
/// `native`
struct DependsOnMachine {};
/// PTX of what the text says nothing of is embedded by versions of the consumer up to `until`, and by no later one; the
/// list is judged as a later one has it.
struct PtxByVersion {
    int until = 0;
};
/// `all`: it holds the Jetsons' targets on every system.
struct AllHoldsJetsons {};

struct Finding {
    using Severity = FindingSeverity;
    using What = std::variant<UnfitEntry, RefusedPair, SlotMadeTwice, SpecificPtx, NoPtx, LowPtx, StringOrder,
                              PtxOfEvery, JetsonAmongOthers, JetsonElsewhere, Duplicate, Uncovered, DependsOnMachine,
                              AllHoldsJetsons, PtxByVersion>;

    Severity severity = Severity::warning;
    What what;
    std::optional<std::size_t> entry;  ///< index in the listing; absent: it is up to the list as a whole
};

struct LintQuestion {
    Version release;  ///< a release of the tables
    /// Nix system that the result runs on. Absent: a list of Jetsons alone is for aarch64-linux, of another one each
    /// target is for the platform that has its GPUs.
    std::optional<std::string_view> system;
    PtxRule ptx = PtxRule::any;                           ///< of the spelling: what it cannot say is not asked for
    std::optional<int> unasked_ptx_until = std::nullopt;  ///< of the spelling
    std::optional<Version> consumer = std::nullopt;       ///< version of its consumer; absent: the newest
};

/// Everything that is wrong with a list, in the order of its entries; what is up to the whole list comes last.
[[nodiscard]] std::vector<Finding> lint(const Tables& tables, const LintQuestion& question, const Listing& listing);

/// Whether nothing but notes was found.
[[nodiscard]] bool is_clean(std::span<const Finding> findings) noexcept;

/// The list without what was found, as far as it can be said without a guess: entries of another release are renamed
/// or left out, PTX is of the highest baseline target, and of a lower one where a GPU needs it. It runs on every GPU
/// that the list runs on. Keywords are written out. Absent: the list says `native`, or nothing of it is left.
[[nodiscard]] std::optional<BuildList> fixed_list(const Tables& tables, const LintQuestion& question,
                                                  const Listing& listing);

/// The text of fixed_list() in the spelling that it was read in; a clean list's own text. Absent where fixed_list() is,
/// or where the spelling has no word for what is left.
[[nodiscard]] std::optional<Spelled> fixed_text(const Tables& tables, const LintQuestion& question,
                                                const Spelling& spelling, std::string_view text,
                                                const Listing& listing);

}  // namespace cudastdenv
