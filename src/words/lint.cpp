// SPDX-License-Identifier: MIT
#include "words/lint.hpp"

#include "core/overloaded.hpp"
#include "tables/lookup.hpp"
#include "words/lists.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace cudastdenv::words {

namespace {

Request request_of(const LintedFor& asked) {
    Request request;
    request.cuda = asked.release.version;
    if (!asked.system.empty()) request.system = asked.system;
    return request;
}

std::string ptx_of(Capability capability) { return "PTX of " + to_string(capability); }

SourceIds sources_of_rule(const Tables& tables, std::string_view id) {
    const RuleRow* rule = find_rule(tables, id);
    return rule ? rule->sources : SourceIds{};
}

/// Says a finding that rests on a rule, with the rule's sources.
class ByRule {
public:
    explicit ByRule(const Tables& tables) : tables_(tables) {}

    Correction operator()(std::string_view code, std::string_view rule, std::string text,
                          std::string instead = "") const {
        return {{code, std::move(text), sources_of_rule(tables_, rule)}, std::move(instead)};
    }

private:
    const Tables& tables_;
};

Correction say_specific_ptx(const ByRule& by_rule, const SpecificPtx& finding) {
    const std::string ptx = to_string(finding.ptx);
    std::string instead = fmt::format("machine code of {} {}", ptx,
                                      finding.wanted ? "and " + ptx_of(*finding.wanted) : "without PTX");
    if (finding.ptx.kind == Capability::Kind::family)
        return by_rule("family-specific-ptx", "ptx-family",
                       fmt::format("PTX of {} reaches its family only, and no later GPU", ptx), std::move(instead));
    return by_rule("architecture-specific-ptx", "ptx-architecture",
                   fmt::format("PTX of {} runs on no other GPU than its machine code does", ptx), std::move(instead));
}

}  // namespace

Correction say(const LintedFor& asked, const Finding& finding) {
    const ByRule by_rule(asked.tables);
    return std::visit(
        Overloaded{
            [&](const UnfitEntry& f) {
                Correction said = say(asked.tables, request_of(asked), f.problem);
                if (std::holds_alternative<SlotConflict>(f.problem))
                    said.sources = sources_of_rule(asked.tables, "target-slots");
                return said;
            },
            [&](const RefusedPair& f) {
                const std::string real = to_string(f.real);
                return by_rule("refused-pair", "target-pairs",
                               fmt::format("nvcc makes no {} from PTX of {}", real, to_string(f.from)),
                               fmt::format("{} from PTX of {}", real, to_string(baseline_of(f.real))));
            },
            [&](const SlotMadeTwice& f) {
                const std::string real = to_string(f.real);
                return by_rule("slot-conflict", "target-slots",
                               fmt::format("machine code of {} is made from family-specific PTX here and from PTX of "
                                           "{} elsewhere, and nvcc makes it from one of both",
                                           real, to_string(f.from)),
                               real + " from PTX of one");
            },
            [&](const SpecificPtx& f) { return say_specific_ptx(by_rule, f); },
            [&](const NoPtx& f) {
                return by_rule("no-ptx", "ptx-baseline", "there is no PTX: GPUs that come later have nothing to run",
                               ptx_of(f.wanted));
            },
            [&](const LowPtx& f) {
                return by_rule("low-ptx", "ptx-baseline",
                               fmt::format("PTX is of {} only: later GPUs do not get what was written for {}",
                                           to_string(f.highest), to_string(f.wanted)),
                               ptx_of(f.wanted));
            },
            [&](const StringOrder& f) {
                return by_rule("string-order", "list-string-order",
                               fmt::format("{} sorts these numbers as strings and takes PTX of {}, not of {}",
                                           asked.spelling, to_string(f.taken), to_string(f.wanted)),
                               "sm_ and compute_ instead of numbers with dots");
            },
            [&](const PtxOfEvery& f) {
                const std::string enough = joined(f.enough, " and ");
                return by_rule("ptx-of-every", "ptx-baseline",
                               fmt::format("PTX of every target makes programs larger; that of {} is enough", enough),
                               "PTX of " + enough);
            },
            [&](const JetsonAmongOthers& f) {
                return by_rule("jetson-among-others", "cubin-jetson",
                               fmt::format("{} is a Jetson's, the others are not: machine code of it runs on "
                                           "aarch64-linux alone, and on no GPU of the others",
                                           to_string(f.jetson)));
            },
            [&](const JetsonElsewhere& f) {
                return by_rule("jetson-elsewhere", "cubin-jetson",
                               fmt::format("{} is a Jetson's, and no Jetson is {}", to_string(f.jetson), asked.system),
                               "leave it out");
            },
            [&](const Duplicate& f) {
                const std::string_view form = f.code.form == Code::Form::ptx ? "PTX" : "machine code";
                return by_rule("duplicate", "list-duplicate",
                               fmt::format("{} of {} is there already", form, to_string(f.code.capability)),
                               "leave it out");
            },
            [&](const Uncovered& f) {
                return by_rule("uncovered", "ptx-baseline",
                               fmt::format("nothing of the list runs on {}", joined(f.devices, ", ")),
                               (f.ptx ? ptx_of(*f.ptx) : to_string(f.devices.front())) + " as well");
            },
            [&](const DependsOnMachine&) {
                return by_rule("depends-on-machine", "list-native", "what it means depends on the machine that builds");
            },
            [&](const AllHoldsJetsons&) {
                return by_rule("all-holds-jetsons", "list-all", "it holds the Jetsons' targets too, on every system");
            },
            [&](const PtxByVersion& f) {
                return by_rule("ptx-by-version", "",
                               fmt::format("up to {0}-{1} PTX of every target is embedded unless it is refused, from "
                                           "{0}-{2} on none unless it is wanted; judged as from {0}-{2} on "
                                           "(--compiler {0}-{1} judges otherwise)",
                                           asked.spelling, f.until, f.until + 1));
            },
        },
        finding.what);
}

std::string guess_message(const LintAnswer& answer) {
    if (answer.also_fits.empty()) return fmt::format("read as {}", answer.format);
    return fmt::format("read as {}; it could be {} too", answer.format, fmt::join(answer.also_fits, ", "));
}

}  // namespace cudastdenv::words
