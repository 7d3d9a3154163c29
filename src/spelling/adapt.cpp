// SPDX-License-Identifier: MIT
#include "spelling/spell.hpp"

#include "core/contains.hpp"
#include "spelling/consumer.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

using Kind = Capability::Kind;

/// The entry that the consumer builds for a capability, or nothing.
std::optional<Capability> built_for(const Spelling& spelling, const SpellingContext& context, Capability capability) {
    const Abilities& can = spelling.abilities;
    const bool kind_lost = (capability.kind == Kind::architecture && !can.architecture_specific) ||
                           (capability.kind == Kind::family && !can.family_specific);
    if (kind_lost) capability = baseline_of(capability);
    return spelling.entry ? spelling.entry(context, capability) : capability;
}

/// Takes a list to what a spelling can say, one loss at a time.
class Adapter {
public:
    Adapter(const Spelling& spelling, const SpellingContext& context, const BuildList& list)
        : spelling_(spelling), context_(context), can_(spelling.abilities) {
        adapted_.list.real = map_entries(list.real);
        adapted_.list.ptx = map_entries(list.ptx);
    }

    Adapted run() {
        if (real().empty() && can_.ptx != PtxRule::any && can_.ptx != PtxRule::only) add_real_of_ptx();
        if (!can_.several) keep_one();
        fit_ptx();
        return std::move(adapted_);
    }

private:
    std::vector<Capability>& real() { return adapted_.list.real; }
    std::vector<Capability>& ptx() { return adapted_.list.ptx; }
    void lose(Loss loss) { adapted_.losses.push_back(std::move(loss)); }

    std::vector<Capability> map_entries(const std::vector<Capability>& asked) {
        std::vector<Capability> mapped;
        for (const Capability capability : asked) {
            const std::optional<Capability> built = built_for(spelling_, context_, capability);
            if (built != capability) tell_once(capability, built);
            // What falls together with another entry is written once; what was asked twice stays.
            if (built && (built == capability || !contains(mapped, *built))) mapped.push_back(*built);
        }
        if (std::ranges::is_sorted(asked)) {
            std::ranges::sort(mapped);
            if (mapped.size() < asked.size()) mapped.erase(std::unique(mapped.begin(), mapped.end()), mapped.end());
        }
        return mapped;
    }

    void tell_once(Capability asked, std::optional<Capability> built) {
        if (contains(told_, asked)) return;
        told_.push_back(asked);
        const auto not_taken = spelling::ConsumerRules(context_, spelling_.name).not_taken(asked);
        if (built) lose(EntryChanged{asked, *built, not_taken});
        else lose(EntryDropped{asked, std::nullopt, not_taken});
    }

    template <class Drop>
    void drop_ptx_if(Drop drop) {
        for (const Capability capability : ptx())
            if (drop(capability)) lose(PtxDropped{capability});
        std::erase_if(ptx(), drop);
    }

    /// Whether nvcc would refuse the machine code beside what is there: one number family-specific and not.
    bool conflicts(Capability capability) const {
        const std::vector<Capability>& list = adapted_.list.real;
        if (capability.kind == Kind::family) return contains(list, baseline_of(capability));
        return capability.kind == Kind::baseline &&
               contains(list, Capability{capability.major, capability.minor, Kind::family});
    }

    void add_real_of_ptx() {
        for (const Capability capability : ptx()) {
            if (contains(real(), capability) || conflicts(capability)) continue;
            real().insert(std::ranges::upper_bound(real(), capability), capability);
            lose(RealAdded{capability});
        }
        drop_ptx_if([&](Capability capability) { return !contains(real(), capability); });
    }

    /// Where PTX comes along, that of the lowest entry reaches all the others; where not, each reaches its own GPUs.
    void keep_one() {
        if (real().size() < 2) return;
        const auto [lowest, highest] = std::ranges::minmax(real());
        const bool with_ptx = can_.ptx == PtxRule::every || can_.ptx == PtxRule::newest || can_.ptx == PtxRule::only;
        const Capability kept = with_ptx ? lowest : highest;
        for (const Capability capability : real())
            if (capability != kept) lose(EntryDropped{capability, kept, std::nullopt});
        real() = {kept};
    }

    void fit_ptx() {
        switch (can_.ptx) {
            case PtxRule::any: break;
            case PtxRule::with_real: add_real_of_ptx(); break;
            case PtxRule::last: fit_last(); break;
            case PtxRule::every: set_ptx(real()); break;
            case PtxRule::newest: set_ptx(real().empty() ? real() : std::vector{std::ranges::max(real())}); break;
            case PtxRule::only: fit_only(); break;
            case PtxRule::unsaid: drop_ptx_if([](Capability) { return true; }); break;
        }
    }

    void fit_last() {
        if (ptx().empty()) return;
        const Capability asked = ptx().back();
        drop_ptx_if([&](Capability capability) { return capability != asked; });
        if (contains(real(), asked) || real().empty()) return;
        lose(PtxChanged{asked, real().back()});
        ptx() = {real().back()};
    }

    void fit_only() {
        if (!real().empty()) set_ptx(real());
        else if (!ptx().empty()) set_ptx({std::ranges::min(ptx())});
        for (const Capability capability : real()) lose(RealDropped{capability});
        real().clear();
    }

    void set_ptx(const std::vector<Capability>& wanted) {
        drop_ptx_if([&](Capability capability) { return !contains(wanted, capability); });
        PtxAdded added;
        for (const Capability capability : wanted)
            if (!contains(ptx(), capability)) added.capabilities.push_back(capability);
        if (!added.capabilities.empty()) lose(std::move(added));
        ptx() = wanted;
    }

    const Spelling& spelling_;
    const SpellingContext& context_;
    const Abilities& can_;
    Adapted adapted_;
    std::vector<Capability> told_;
};

}  // namespace

Adapted adapt(const Spelling& spelling, const SpellingContext& context, const BuildList& list) {
    return Adapter(spelling, context, list).run();
}

Spelled write_list(const Spelling& spelling, const SpellingContext& context, const BuildList& list) {
    Adapted adapted = adapt(spelling, context, list);
    const bool nothing_left = adapted.list.real.empty() && adapted.list.ptx.empty();
    return {nothing_left ? std::string() : spelling.write(context, adapted.list), std::move(adapted.losses)};
}

}  // namespace cudastdenv
