// SPDX-License-Identifier: MIT
#include "nix/impact.hpp"

#include "core/lists.hpp"
#include "core/versions.hpp"
#include "nix/rows.hpp"
#include "resolve/component.hpp"
#include "resolve/request.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace cudastdenv::nix {

namespace {

using Needed = NixImpactAnswer::Needed;

/// GCCs come before Clangs, the older before the newer.
auto rank_of(Compiler compiler) { return std::tuple(compiler.family == Compiler::Family::clang, compiler.major); }

/// An attribute of a channel that holds a package set.
struct NamedSet {
    std::string attribute;
    SetOnSide set;
};

/// The channel's row, with its release in full.
SetOnSide set_of(const Tables& tables, const PackageSetRow& row) {
    const Release* release = find_release(tables, row.release);
    return {release->version, row.release == release->version};
}

bool is_alias(const NamedSet& named) { return named.attribute != package_set_name(named.set.release); }

NamedSet* find_set(std::vector<NamedSet>& sets, std::string_view attribute) {
    const auto found = std::ranges::find(sets, attribute, &NamedSet::attribute);
    return found == sets.end() ? nullptr : &*found;
}

/// `cudaPackages` is the set of that release, which is made if there is none.
void change_default(const Tables& tables, std::vector<NamedSet>& sets, Version release) {
    const bool names_patch = release != minor_of(release);
    const std::string attribute = package_set_name(release);
    const SetOnSide asked{find_release(tables, release)->version};
    if (const NamedSet* own = find_set(sets, attribute); !own) {
        sets.push_back({attribute, asked});
    } else if (const Version old = own->set.release; names_patch && old != asked.release) {
        for (NamedSet& named : sets)
            if (named.set.release == old) named.set = asked;
    }
    const SetOnSide chosen = find_set(sets, attribute)->set;
    if (NamedSet* alias = find_set(sets, "cudaPackages")) alias->set = chosen;
}

std::vector<NamedSet> sets_of(const Tables& tables, const ImpactSide& side) {
    std::vector<NamedSet> sets;
    for (const PackageSetRow& row : tables.package_sets)
        if (row.channel == side.channel) sets.push_back({std::string(row.attribute), set_of(tables, row)});
    if (side.default_cuda) change_default(tables, sets, *side.default_cuda);
    return sets;
}

/// The stdenv of a compiler that is packaged. Beside the default one a GCC's release is known where it is the
/// channel's.
Stdenv stdenv_with(const ImpactSide& side, const EnvironmentRow* channel, Compiler compiler) {
    Stdenv stdenv = side.stdenv;
    if (compiler == stdenv.compiler) return stdenv;
    stdenv.compiler = compiler;
    if (compiler.family == Compiler::Family::gcc && compiler.major != stdenv.libstdcxx) {
        stdenv.libstdcxx = compiler.major;
        stdenv.libstdcxx_release.reset();
        if (channel && channel->libstdcxx == compiler.major) stdenv.libstdcxx_release = channel->libstdcxx_version;
    }
    return stdenv;
}

std::optional<CxxStandard> standard_in(const Release& release, std::optional<CxxStandard> asked) {
    const bool refused = asked && release.newest_standard && *asked > *release.newest_standard;
    return refused ? std::nullopt : asked;
}

SetInStdenv look_at(const Tables& tables, const ImpactQuestion& question, const ImpactSide& side, Compiler compiler,
                    Version release) {
    SetInStdenv seen;
    Request& request = seen.request;
    request.cuda = release;
    request.system = question.system;
    const EnvironmentRow* channel = find_environment(tables, side.channel);
    request.stdenv = stdenv_with(side, channel, compiler);
    request.available = side.packaged;
    request.compiler_versions = side.versions;
    request.libstdcxx_headers = side.headers;
    request.policy = question.policy;
    request.nixpkgs_exact = question.nixpkgs_exact;
    request.standard = standard_in(*find_release(tables, release), question.standard);
    if (channel) request.toolkit_headers = own_cuda_headers(*channel, release);
    seen.resolution = resolve(tables, request);
    if (seen.host()) return seen;
    const std::vector<Compiler> known = known_compilers(tables);
    Request supposed = request;
    supposed.available = known;
    seen.missing = pick_host_compiler(tables, supposed);
    return seen;
}

std::vector<const AdvisoryRow*> advisories_of(const std::optional<SetInStdenv>& seen) {
    return seen ? seen->resolution.advisories : std::vector<const AdvisoryRow*>();
}

std::vector<const AdvisoryRow*> without(std::vector<const AdvisoryRow*> advisories,
                                        const std::vector<const AdvisoryRow*>& others) {
    std::erase_if(advisories, [&](const AdvisoryRow* advisory) { return contains(others, advisory); });
    return advisories;
}

ImpactChange change_of(const std::optional<SetInStdenv>& before, const std::optional<SetInStdenv>& after) {
    if (!before) return after ? ImpactChange::appears : ImpactChange::unchanged;
    if (!after) return ImpactChange::goes;
    const std::optional<HostCompiler>& had = before->host();
    const std::optional<HostCompiler>& has = after->host();
    if (!had || !has) return had ? ImpactChange::lost : has ? ImpactChange::gained : ImpactChange::unchanged;
    if (had->uses_stdenv && has->uses_stdenv)
        return had->compiler == has->compiler ? ImpactChange::unchanged : ImpactChange::follows;
    const bool same = had->uses_stdenv == has->uses_stdenv && had->compiler == has->compiler;
    return same ? ImpactChange::unchanged : ImpactChange::changed;
}

StdenvImpact impact_in(const Tables& tables, const ImpactQuestion& question, const NixImpactAnswer::Stdenv& stdenv,
                       const SetImpact& set) {
    StdenvImpact impact;
    if (set.before && stdenv.before)
        impact.before = look_at(tables, question, question.before, *stdenv.before, set.before->release);
    if (set.after && stdenv.after)
        impact.after = look_at(tables, question, question.after, *stdenv.after, set.after->release);
    impact.change = change_of(impact.before, impact.after);
    impact.begin = without(advisories_of(impact.after), advisories_of(impact.before));
    impact.end = without(advisories_of(impact.before), advisories_of(impact.after));
    return impact;
}

std::vector<NixImpactAnswer::Stdenv> stdenvs_of(const ImpactQuestion& question) {
    const Compiler before = question.before.stdenv.compiler;
    const Compiler after = question.after.stdenv.compiler;
    std::vector<NixImpactAnswer::Stdenv> stdenvs{{before, after}};
    std::vector<Compiler> all = question.before.packaged;
    all.insert(all.end(), question.after.packaged.begin(), question.after.packaged.end());
    put_in_packaged_order(all);
    for (const Compiler compiler : all) {
        if (compiler == before && compiler == after) continue;
        const auto on = [&](const ImpactSide& side) {
            return contains(side.packaged, compiler) ? std::optional(compiler) : std::nullopt;
        };
        stdenvs.push_back({on(question.before), on(question.after)});
    }
    return stdenvs;
}

/// Each attribute of the two sides once, by its release.
std::vector<SetImpact> paired(std::vector<NamedSet> before, std::vector<NamedSet> after, bool aliases) {
    const auto is_other = [&](const NamedSet& named) { return is_alias(named) != aliases; };
    std::erase_if(before, is_other);
    std::erase_if(after, is_other);
    std::vector<SetImpact> sets;
    for (NamedSet& named : before) sets.push_back({std::move(named.attribute), named.set, std::nullopt, {}});
    for (NamedSet& named : after) {
        const auto found = std::ranges::find(sets, named.attribute, &SetImpact::attribute);
        if (found != sets.end()) found->after = named.set;
        else sets.push_back({std::move(named.attribute), std::nullopt, named.set, {}});
    }
    const auto by = [&](const SetImpact& set) {
        const Version release = aliases ? Version{} : set.before ? set.before->release : set.after->release;
        return std::tuple(minor_of(release), set.attribute);
    };
    std::ranges::sort(sets, {}, by);
    return sets;
}

/// The compiler that a set is wrapped with; absent: none, or the stdenv's own.
std::optional<Compiler> wrapped_with(const std::optional<SetInStdenv>& seen) {
    if (!seen || !seen->host() || seen->host()->uses_stdenv) return std::nullopt;
    return seen->host()->compiler;
}

/// What the sets are wrapped with after, or would be were it packaged, in the stdenvs that `counts` takes.
template <class Counts>
std::vector<Needed> needed_after(const Impact& impact, const ImpactSide& side, Counts counts) {
    std::vector<Needed> needed;
    for (const SetImpact& set : impact.sets)
        for (std::size_t i = 0; i < impact.stdenvs.size(); ++i) {
            const std::optional<SetInStdenv>& seen = set.stdenvs[i].after;
            if (!seen || !counts(i)) continue;
            const std::optional<Compiler> compiler = seen->host() ? wrapped_with(seen) : seen->missing;
            if (!compiler) continue;
            auto found = std::ranges::find(needed, *compiler, &Needed::compiler);
            if (found == needed.end()) {
                needed.push_back({*compiler, contains(side.packaged, *compiler), {}});
                found = needed.end() - 1;
            }
            if (!contains(found->sets, set.attribute)) found->sets.push_back(set.attribute);
        }
    std::ranges::sort(needed, {}, [](const Needed& one) { return rank_of(one.compiler); });
    return needed;
}

void add_needed(const ImpactQuestion& question, Impact& impact) {
    const Compiler own = question.after.stdenv.compiler;
    impact.needed = needed_after(impact, question.after, [](std::size_t stdenv) { return stdenv == 0; });
    impact.other_needed = needed_after(impact, question.after, [&](std::size_t stdenv) {
        const auto& after = impact.stdenvs[stdenv].after;
        return after && after->family != own.family;
    });
    for (const SetImpact& set : impact.sets)
        if (const auto before = wrapped_with(set.stdenvs.front().before);
            before && *before != own &&
            std::ranges::find(impact.needed, *before, &Needed::compiler) == impact.needed.end())
            impact.no_longer_needed.push_back(*before);
    put_in_packaged_order(impact.no_longer_needed);
}

}  // namespace

void put_in_packaged_order(std::vector<Compiler>& compilers) { sort_unique(compilers, rank_of); }

ImpactSide side_of(const EnvironmentRow& channel) {
    ImpactSide side;
    side.channel = channel.id;
    side.stdenv = stdenv_in(channel);
    side.packaged = packaged_in(channel);
    side.packaged.push_back(channel.compiler);
    put_in_packaged_order(side.packaged);
    side.headers.assign(channel.gccs.begin(), channel.gccs.end());
    side.headers.push_back(channel.libstdcxx);
    return side;
}

ImpactSide with_default_compiler(ImpactSide side, Compiler compiler, const std::optional<Version>& version) {
    const bool is_gcc = compiler.family == Compiler::Family::gcc;
    if (is_gcc && (version || compiler.major != side.stdenv.libstdcxx)) side.stdenv.libstdcxx_release = version;
    if (is_gcc) side.stdenv.libstdcxx = compiler.major;
    side.stdenv.compiler = compiler;
    side.packaged.push_back(compiler);
    put_in_packaged_order(side.packaged);
    if (is_gcc) side.headers.push_back(compiler.major);
    std::erase_if(side.versions, [&](const CompilerVersion& known) { return known.compiler == compiler; });
    if (version) side.versions.push_back({compiler, *version});
    return side;
}

bool is_left_without(const SetImpact& set, const StdenvImpact& impact) noexcept {
    return impact.after && !impact.after->host() && (!set.before || impact.change == ImpactChange::lost);
}

bool leaves_any_without(const Impact& impact) noexcept {
    return std::ranges::any_of(impact.sets, [](const SetImpact& set) {
        return std::ranges::any_of(set.stdenvs,
                                   [&](const StdenvImpact& stdenv) { return is_left_without(set, stdenv); });
    });
}

Impact impact_of(const Tables& tables, const ImpactQuestion& question) {
    Impact impact;
    impact.stdenvs = stdenvs_of(question);
    for (const bool aliases : {false, true}) {
        std::vector<SetImpact>& sets = aliases ? impact.aliases : impact.sets;
        sets = paired(sets_of(tables, question.before), sets_of(tables, question.after), aliases);
        for (SetImpact& set : sets)
            for (const NixImpactAnswer::Stdenv& stdenv : impact.stdenvs)
                set.stdenvs.push_back(impact_in(tables, question, stdenv, set));
    }
    add_needed(question, impact);
    return impact;
}

}  // namespace cudastdenv::nix
