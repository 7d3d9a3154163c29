// SPDX-License-Identifier: MIT
#include "words/lists.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "tables/lookup.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace cudastdenv::words {

namespace {

constexpr std::string_view leave_out = "leave it out";

SourceIds sources_of(const Tables& tables, Capability capability) {
    const CapabilityRow* row = find_capability(tables, capability);
    return row ? row->nvcc.sources : SourceIds{};
}

Correction correction(std::string_view code, std::string text, SourceIds sources, std::string instead) {
    return {{code, std::move(text), sources}, std::move(instead)};
}

}  // namespace

Correction say(const Tables& tables, const Request& request, const CapabilityProblem& problem) {
    const std::string release = to_string(request.cuda);
    const std::string_view knower = request.nixpkgs_exact ? "nixpkgs" : "nvcc";
    return std::visit(
        Overloaded{
            [&](const UnknownCapability& p) {
                return correction("unknown-capability",
                                  fmt::format("unknown capability {}: {} has no such row; the nearest is {}",
                                              to_string(p.capability), request.nixpkgs_exact ? "nixpkgs" : "the table",
                                              to_string(p.nearest)),
                                  {}, std::string(leave_out));
            },
            [&](const CapabilityTooNew& p) {
                return correction("capability-too-new",
                                  fmt::format("capability {} is too new for CUDA {}: {} knows it from {} on",
                                              to_string(p.capability), release, knower, to_string(p.first)),
                                  sources_of(tables, p.capability), std::string(leave_out));
            },
            [&](const CapabilityTooOld& p) {
                return correction("capability-too-old",
                                  fmt::format("capability {} is too old for CUDA {}: {} knew it until {}",
                                              to_string(p.capability), release, knower, to_string(p.last)),
                                  sources_of(tables, p.capability), std::string(leave_out));
            },
            [&](const CapabilityRenamed& p) {
                return correction("capability-renamed",
                                  fmt::format("capability {} was renamed {} in CUDA {}: use {}",
                                              to_string(p.capability), to_string(p.now), to_string(p.since),
                                              to_string(p.now)),
                                  sources_of(tables, p.capability), to_string(p.now));
            },
            [&](const CapabilityNotYetRenamed& p) {
                return correction("capability-not-yet-renamed",
                                  fmt::format("capability {} is too new for CUDA {}: before {} it was called {}",
                                              to_string(p.capability), release, to_string(p.since),
                                              to_string(p.before)),
                                  sources_of(tables, p.capability), to_string(p.before));
            },
            [](const SlotConflict& p) {
                return correction("slot-conflict",
                                  fmt::format("{} and {} cannot be built together: nvcc takes machine code of one "
                                              "number either family-specific or not; drop one of them",
                                              to_string(p.other), to_string(p.family_specific)),
                                  {}, to_string(p.family_specific) + " alone");
            },
            [&](const JetsonNeedsArm& p) {
                return correction("jetson-needs-arm",
                                  fmt::format("capability {} is a Jetson's: it needs --system aarch64-linux, not {}",
                                              to_string(p.capability), request.system),
                                  {}, std::string(leave_out));
            },
            [&](const JetsonMixed& p) {
                return correction("jetson-mixed",
                                  fmt::format("capability {} is a Jetson's, which in CUDA {} is a platform of its own: "
                                              "it cannot be built together with {}",
                                              to_string(p.jetson), release, to_string(p.other)),
                                  {}, std::string(leave_out));
            },
            [&](const CapabilityExcepted& p) {
                return correction("excepted-gpu", exception_message(*p.row), p.row->sources, std::string(leave_out));
            },
        },
        problem);
}

namespace {

/// `PyTorch 2.7 does not take 10.3 (from 2.8.0 on)`
std::string not_taken_in_words(const TakenElsewhere& not_taken, std::string_view what) {
    const std::string others = not_taken.from ? fmt::format("from {} on", to_string(*not_taken.from))
                                              : fmt::format("up to {}", to_string(*not_taken.until));
    return fmt::format("{} {} does not take {} ({})", not_taken.consumer, to_string(not_taken.version), what, others);
}

std::string changed_entry(std::string_view spelling, const EntryChanged& loss) {
    const std::string asked = to_string(loss.asked);
    const std::string built = to_string(loss.built);
    if (loss.not_taken) return fmt::format("{}: it is written {}", not_taken_in_words(*loss.not_taken, asked), built);
    if (loss.built != baseline_of(loss.asked))
        return fmt::format("{} builds {} where {} is asked", spelling, built, asked);
    const bool is_family = loss.asked.kind == Capability::Kind::family;
    return fmt::format("{} has no {}-specific targets: {} is written {}", spelling,
                       is_family ? "family" : "architecture", asked, built);
}

SourceIds sources_of(const std::optional<TakenElsewhere>& not_taken) {
    return not_taken ? not_taken->sources : SourceIds{};
}

std::string dropped_entry(std::string_view spelling, const EntryDropped& loss) {
    const std::string asked = to_string(loss.asked);
    if (loss.not_taken) return fmt::format("{}: it is left out", not_taken_in_words(*loss.not_taken, asked));
    if (!loss.kept) return fmt::format("{} has no target {}: it is left out", spelling, asked);
    return fmt::format("{} takes one target: {} is kept, {} is left out", spelling, to_string(*loss.kept), asked);
}

}  // namespace

Said say(std::string_view spelling, const Loss& loss) {
    return std::visit(
        Overloaded{
            [&](const EntryChanged& l) {
                return said_by(sources_of(l.not_taken), "entry-changed", "{}", changed_entry(spelling, l));
            },
            [&](const EntryDropped& l) {
                return said_by(sources_of(l.not_taken), "entry-dropped", "{}", dropped_entry(spelling, l));
            },
            [&](const RealAdded& l) {
                return said("machine-code-added",
                            "{} has no PTX without machine code of the same target: {} is built too", spelling,
                            real_architecture(l.capability));
            },
            [&](const RealDropped& l) {
                return said("machine-code-dropped", "{} builds no machine code: that of {} is left out", spelling,
                            to_string(l.asked));
            },
            [&](const PtxDropped& l) {
                return said("ptx-dropped", "{} cannot ask for PTX of {}: it is left out", spelling, to_string(l.asked));
            },
            [&](const PtxAdded& l) {
                return said("ptx-added", "{} cannot leave PTX out: that of {} is built too", spelling,
                            joined(l.capabilities, ", "));
            },
            [&](const PtxChanged& l) {
                return said("ptx-changed", "{} always takes PTX of the last element: PTX of {} is written as {}",
                            spelling, to_string(l.asked), to_string(l.written));
            },
        },
        loss);
}

namespace {

std::string error_in_words(const ListReadError& error) {
    const std::string found = error.found.empty() ? "the end of the text" : in_quotes(error.found);
    switch (error.kind) {
        case ListReadError::Kind::not_an_architecture: return fmt::format("{} is no architecture", found);
        case ListReadError::Kind::unknown_name:
            if (error.not_taken) return not_taken_in_words(*error.not_taken, found);
            return fmt::format("{} is no name that it knows", found);
        case ListReadError::Kind::unexpected: return fmt::format("{} is not expected", found);
        case ListReadError::Kind::empty: return std::string("an entry is missing");
        case ListReadError::Kind::several: return fmt::format("it takes one entry, and {} is another", found);
        case ListReadError::Kind::refused: return fmt::format("{} is refused", found);
        case ListReadError::Kind::link_time_code:
            return fmt::format("{} is code for the linker, neither machine code nor PTX", found);
    }
    return "";
}

}  // namespace

std::string list_error_message(std::string_view spelling, std::string_view text, const ListReadError& error) {
    std::string message = fmt::format("as a list for {}: {}: {}", spelling, place_in_words(text, error.offset),
                                      error_in_words(error));
    if (!error.expected.empty()) message += fmt::format(" (right would be: {})", error.expected);
    return message;
}

SpelledAnswer spelled_answer(const ResolutionReport& answer, const Spelling& spelling, const SpellingContext& context) {
    Spelled spelled = write_list(spelling, context, build_list(answer.resolution));
    SpelledAnswer written{.cuda = asked_release(answer),
                          .format = spelling.name,
                          .consumer = consumer_of(spelling, context),
                          .flags = make_flags(answer.tables, answer.request, answer.resolution)};
    if (!spelled.text.empty()) written.text = std::move(spelled.text);
    for (const Loss& loss : spelled.losses) written.losses.push_back(say(spelling.name, loss));
    return written;
}

namespace {

Request request_of(const LintedFor& asked) {
    Request request;
    request.cuda = asked.release.version;
    if (!asked.system.empty()) request.system = asked.system;
    return request;
}

std::string ptx_of(Capability capability) { return "PTX of " + to_string(capability); }

SourceIds sources_of_rule(const Tables& tables, std::string_view id) {
    const RuleRow* rule = find_by_id(tables.rules, id);
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
