// SPDX-License-Identifier: MIT
#include "words/lists.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

SourceIds sources_of_rule(const Tables& tables, std::string_view id) {
    const RuleRow* rule = find_by_id(tables.rules, id);
    return rule ? rule->sources : SourceIds{};
}

}  // namespace

Correction say(const LintedFor& asked, const Finding& finding) {
    if (const auto* unfit = std::get_if<UnfitEntry>(&finding.what)) {
        Correction said = say(asked.tables, request_of(asked), unfit->problem);
        if (std::holds_alternative<SlotConflict>(unfit->problem))
            said.sources = sources_of_rule(asked.tables, "target-slots");
        return said;
    }
    Diagnostic what = std::get<Diagnostic>(finding.what);
    what.arguments.emplace_back("format", asked.spelling);
    return {said(what), instead_of(what)};
}

std::string guess_message(const LintAnswer& answer) {
    if (answer.also_fits.empty()) return fmt::format("read as {}", answer.format);
    return fmt::format("read as {}; it could be {} too", answer.format, fmt::join(answer.also_fits, ", "));
}

}  // namespace cudastdenv::words
