#include "report/messages.hpp"

#include "core/quote.hpp"
#include "report/overloaded.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::report {

namespace {

/// NVIDIA's name, or the Nix system where its manifests never had one.
std::string_view platform_name(const RedistSystemRow& system) {
    return system.redist == unsupported_redist ? system.nix : system.redist;
}

std::string shipped_in_words(const RedistSystemRow& system) {
    if (!system.last) return fmt::format("from {} on", to_string(*system.first));
    std::string words = fmt::format("from {} to {}", to_string(*system.first), to_string(*system.last));
    if (!system.absent.empty())
        words += fmt::format(", without {}.{}", system.absent.front().major, system.absent.front().minor);
    return words;
}

}  // namespace

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string_view runs_in_words(std::optional<bool> runs) {
    if (!runs) return "not known";
    return *runs ? "runs" : "does not run";
}

std::string joined(std::span<const Capability> capabilities, std::string_view separator) {
    std::vector<std::string> texts;
    for (const Capability capability : capabilities) texts.push_back(to_string(capability));
    return fmt::format("{}", fmt::join(texts, separator));
}

std::string not_shipped_message(const RedistSystemRow& system, Version release) {
    const std::string asked = to_string(release);
    const std::string_view name = platform_name(system);
    if (release < *system.first)
        return fmt::format("NVIDIA ships {} from CUDA {} on, not yet in CUDA {}{}", name, to_string(*system.first),
                           asked, system.jetson ? " (before, each JetPack brought its own)" : "");
    if (system.last && release > *system.last)
        return fmt::format("NVIDIA ended {} after CUDA {} (it began with {}): nothing of CUDA {} is shipped for it",
                           name, to_string(*system.last), to_string(*system.first), asked);
    return fmt::format("NVIDIA ships {} {}; not in CUDA {}", name, shipped_in_words(system), asked);
}

std::string other_redist_message(const OtherRedist& note) {
    return fmt::format("{} was asked; this release and these capabilities go with {} (on Arm they decide which of "
                       "NVIDIA's two platforms it is)",
                       note.asked, note.redist);
}

std::string beyond_message(const Tables& tables, const BeyondTables& note, Version release) {
    std::vector<std::string> unread;
    const auto add = [&](std::string_view what, const std::optional<Version>& through) {
        if (through) unread.push_back(fmt::format("{} (read through {})", what, to_string(*through)));
    };
    add("capabilities", note.capabilities);
    add("platforms", note.platforms);
    add("advisories", note.advisories);
    return fmt::format("not everything of CUDA {} was read yet: that what went before still holds is supposed of {}; "
                       "the tables are of {}, docs/tables.md says how to renew them",
                       to_string(release), fmt::join(unread, ", "), data_date(tables));
}

std::string age_of(const Tables& tables) {
    return fmt::format("data of {}, CUDA releases through {}", data_date(tables),
                       to_string(newest_release(tables)->version));
}

std::string package_set_message(const ResolutionReport& answer) {
    const PackageSet& set = answer.package_set;
    std::string message = fmt::format("{} is CUDA {} in {}", answer.cuda_requested, to_string(answer.request.cuda),
                                      set.channel);
    if (set.assumed) message += " (assumed; --stdenv names another channel)";
    if (!set.patch_known) message += "; which patch release it holds is not known, the newest is taken";
    return message;
}

std::string_view reason_name(const Reason& reason) {
    return std::visit(Overloaded{
                          [](const TooOld&) { return "too-old"; },
                          [](const TooNew&) { return "too-new"; },
                          [](const NewerLibstdcxx&) { return "newer-libstdcxx"; },
                          [](const HeadersTooNew&) { return "headers-too-new"; },
                          [](const OtherFamily&) { return "other-family"; },
                          [](const KnownBroken&) { return "known-broken"; },
                          [](const Superseded&) { return "superseded"; },
                          [](const SystemNotShipped&) { return "system-not-shipped"; },
                          [](const SystemNotCovered&) { return "system-not-covered"; },
                      },
                      reason);
}

std::string_view view_in_words(Policy view) {
    switch (view) {
        case Policy::nixpkgs: return "nixpkgs' table";
        case Policy::documented: return "NVIDIA's installation guide";
        case Policy::enforced: return "nvcc's own check";
    }
    return "";
}

namespace {

/// `NVIDIA's installation guide begins at 6`
std::string begins_in_words(const Bound& min) {
    const std::string of = min.inferred_from ? fmt::format(" of CUDA {}", to_string(*min.inferred_from)) : "";
    return fmt::format("{}{} begins at {}", view_in_words(min.view), of, min.major);
}

}  // namespace

std::string range_in_words(Compiler::Family family, const HostCompilerRange& range) {
    const std::string_view name = to_string(family);
    if (!range.min) return fmt::format("{} takes {} up to {}", view_in_words(range.max.view), name, range.max.major);
    if (range.min->view == range.max.view)
        return fmt::format("{} takes {} {} to {}", view_in_words(range.max.view), name, range.min->major,
                           range.max.major);
    return fmt::format("{}, {} ends at {} {}", begins_in_words(*range.min), view_in_words(range.max.view), name,
                       range.max.major);
}

std::string reason_message(const Reason& reason) {
    return std::visit(
        Overloaded{
            [](const TooOld& r) { return begins_in_words(r.min); },
            [](const TooNew& r) { return fmt::format("{} ends at {}", view_in_words(r.max.view), r.max.major); },
            [](const NewerLibstdcxx& r) {
                return fmt::format("its own libstdc++ ({}) is newer than the stdenv's ({}), "
                                   "which may lack symbols that its code needs",
                                   r.own, r.stdenv);
            },
            [](const HeadersTooNew& r) {
                if (!r.clang_limit) return std::string("it parses no libstdc++ headers in this C++ standard");
                if (!r.nvcc_limit) return std::string("nvcc parses no libstdc++ headers in this C++ standard");
                return fmt::format("no libstdc++ headers fit: nvcc parses those of gcc-{} and older, "
                                   "this Clang those of gcc-{} and older",
                                   *r.nvcc_limit, *r.clang_limit);
            },
            [](const OtherFamily& r) {
                return fmt::format("the stdenv's compiler is a {}", r.stdenv == Compiler::Family::gcc ? "GCC" : "Clang");
            },
            [](const KnownBroken& r) { return fmt::format("{} ({})", r.advisory->message, r.advisory->id); },
            [](const Superseded& r) {
                return fmt::format("works too, but {} goes first (the stdenv's own, then the newest)",
                                   to_string(r.by));
            },
            [](const SystemNotShipped& r) {
                return r.row ? not_shipped_message(*r.row, r.release)
                             : fmt::format("NVIDIA ships nothing for {}", r.system);
            },
            [](const SystemNotCovered& r) {
                return fmt::format("on {} nvcc takes neither GCC nor a Clang that these tables cover", r.row->nix);
            },
        },
        reason);
}

SourceIds reason_sources(const Tables& tables, const Reason& reason) {
    return std::visit(Overloaded{
                          [](const TooOld& r) { return r.min.sources; },
                          [](const TooNew& r) { return r.max.sources; },
                          [&](const NewerLibstdcxx& r) {
                              const LibstdcxxRow* row = find_libstdcxx(tables, {r.own, 0});
                              return row ? row->sources : SourceIds{};
                          },
                          [](const HeadersTooNew& r) { return r.sources; },
                          [](const OtherFamily&) { return SourceIds{}; },
                          [](const KnownBroken& r) { return r.advisory->sources; },
                          [](const Superseded&) { return SourceIds{}; },
                          [](const SystemNotShipped& r) { return r.row ? r.row->sources : SourceIds{}; },
                          [](const SystemNotCovered&) { return SourceIds{}; },
                      },
                      reason);
}

std::string hidden_message(const Rejection& rejection, const AdvisoryRow& advisory) {
    const bool is_checked = std::holds_alternative<TooOld>(rejection.reason) ||
                            std::holds_alternative<TooNew>(rejection.reason);
    return fmt::format("{}: {} ({})",
                       is_checked ? "with nvcc's check switched off (-allow-unsupported-compiler)" : "besides",
                       advisory.message, advisory.id);
}

namespace {

bool same_run(const Rejection& left, const Rejection& right) {
    if (left.hidden != right.hidden) return false;
    if (left.compiler.family != right.compiler.family) return false;
    if (left.reason.index() != right.reason.index()) return false;
    if (std::holds_alternative<NewerLibstdcxx>(left.reason)) return false;
    // In one answer these say the same of every compiler.
    if (std::holds_alternative<OtherFamily>(left.reason) || std::holds_alternative<Superseded>(left.reason)) return true;
    return reason_message(left.reason) == reason_message(right.reason);
}

}  // namespace

std::vector<std::span<const Rejection>> rejection_runs(std::span<const Rejection> rejections) {
    std::vector<std::span<const Rejection>> runs;
    while (!rejections.empty()) {
        std::size_t length = 1;
        while (length < rejections.size() && same_run(rejections.front(), rejections[length])) ++length;
        runs.push_back(rejections.first(length));
        rejections = rejections.subspan(length);
    }
    return runs;
}

std::string run_in_words(std::span<const Rejection> run) {
    std::string words = to_string(run.back().compiler);
    if (run.size() > 1) words += fmt::format(" to {}", run.front().compiler.major);
    return words;
}

std::string_view note_name(const Note& note) {
    return std::visit(Overloaded{
                          [](const PreviewRelease&) { return "preview"; },
                          [](const RangeFallback&) { return "range-fallback"; },
                          [](const LowerBoundInferred&) { return "lower-bound-inferred"; },
                          [](const BeyondTables&) { return "beyond-tables"; },
                          [](const StandardUnknown&) { return "standard-unknown"; },
                          [](const HeadersInferred&) { return "headers-inferred"; },
                          [](const HeadersOlderThanLibrary&) { return "headers-older-than-library"; },
                          [](const PtxOfBaseline&) { return "ptx-of-baseline"; },
                          [](const NotInNixpkgs&) { return "not-in-nixpkgs"; },
                          [](const DuplicateCapability&) { return "duplicate-capability"; },
                          [](const NotShipped&) { return "not-shipped"; },
                          [](const NotPackagedByNixpkgs&) { return "not-packaged-by-nixpkgs"; },
                          [](const UnsupportedSystem&) { return "unsupported-system"; },
                          [](const GlibcUnknown&) { return "glibc-unknown"; },
                          [](const UnknownCompiler&) { return "unknown-compiler"; },
                          [](const GraceClang&) { return "grace-clang"; },
                          [](const NoToolkitToBuildWith&) { return "no-toolkit-to-build-with"; },
                          [](const OtherRedist&) { return "other-platform"; },
                      },
                      note);
}

SourceIds note_sources(const Note& note) {
    if (const auto* inferred = std::get_if<LowerBoundInferred>(&note)) return inferred->min.sources;
    if (const auto* shipped = std::get_if<NotShipped>(&note)) return shipped->system->sources;
    if (const auto* packaged = std::get_if<NotPackagedByNixpkgs>(&note)) return packaged->system->sources;
    if (const auto* grace = std::get_if<GraceClang>(&note)) return grace->window.sources;
    if (const auto* none = std::get_if<NoToolkitToBuildWith>(&note); none && none->row) return none->row->sources;
    return {};
}

std::string_view loss_name(const Loss& loss) {
    return std::visit(Overloaded{
                          [](const EntryChanged&) { return "entry-changed"; },
                          [](const EntryDropped&) { return "entry-dropped"; },
                          [](const RealAdded&) { return "machine-code-added"; },
                          [](const RealDropped&) { return "machine-code-dropped"; },
                          [](const PtxDropped&) { return "ptx-dropped"; },
                          [](const PtxAdded&) { return "ptx-added"; },
                          [](const PtxChanged&) { return "ptx-changed"; },
                      },
                      loss);
}

std::string note_message(const ResolutionReport& answer, const Note& note) {
    const std::string release = to_string(answer.request.cuda);
    return std::visit(
        Overloaded{
            [&](const PreviewRelease&) { return fmt::format("CUDA {} is a developer preview", release); },
            [&](const RangeFallback& n) {
                return fmt::format("{} has no row for CUDA {}; {} is used instead", view_in_words(n.wanted), release,
                                   view_in_words(n.used));
            },
            [&](const LowerBoundInferred& n) {
                return fmt::format("that {} begins at {} is inferred from CUDA {}: nobody documents CUDA {} yet",
                                   to_string(n.family), n.min.major, to_string(*n.min.inferred_from), release);
            },
            [&](const BeyondTables& n) { return beyond_message(answer.tables, n, answer.request.cuda); },
            [&](const StandardUnknown& n) {
                return fmt::format("which C++ standards the nvcc of CUDA {} takes is not known; {} is supposed",
                                   release, to_string(n.standard));
            },
            [&](const HeadersInferred& n) {
                std::string_view what = "this nvcc and this Clang";
                if (!n.clang) what = "this nvcc";
                if (!n.nvcc) what = "this Clang";
                return fmt::format("which libstdc++ headers {} can parse in {} is inferred, not measured", what,
                                   to_string(answer.request.standard));
            },
            [&](const HeadersOlderThanLibrary& n) {
                return fmt::format("point Clang at the libstdc++ headers of gcc-{} (--gcc-install-dir from Clang 16 on, "
                                   "--gcc-toolchain before); link with the libstdc++ of gcc-{}",
                                   n.headers, n.library);
            },
            [&](const PtxOfBaseline& n) {
                return fmt::format("PTX of {} is added, not of {}: no later GPU can run that; "
                                   "use --no-forward-compat if the code needs {}",
                                   to_string(n.ptx), to_string(n.listed), to_string(n.listed));
            },
            [&](const NotInNixpkgs& n) {
                return fmt::format("nvcc {} takes {}; nixpkgs does not list it for this release", release,
                                   to_string(n.capability));
            },
            [&](const DuplicateCapability& n) {
                return fmt::format("{} is listed more than once", to_string(n.capability));
            },
            [&](const NotShipped& n) { return not_shipped_message(*n.system, answer.request.cuda); },
            [&](const NotPackagedByNixpkgs& n) {
                return fmt::format("NVIDIA ships {} {}; nixpkgs does not package it", n.system->redist,
                                   shipped_in_words(*n.system));
            },
            [&](const UnsupportedSystem&) {
                return fmt::format("{} is an unsupported system: the stdenv's compiler is used unchecked",
                                   answer.request.system);
            },
            [&](const GlibcUnknown& n) {
                return fmt::format("glibc is not known: from {} on it matters to this release (--glibc)",
                                   to_string(n.from));
            },
            [&](const UnknownCompiler& n) {
                return fmt::format("{} is {} than these tables; nothing is known of its libstdc++",
                                   to_string(n.compiler), n.is_older ? "older" : "newer");
            },
            [&](const GraceClang& n) {
                return fmt::format("NVIDIA's own Clang for Grace has another range: {} to {}", n.window.min.value_or(0),
                                   n.window.max);
            },
            [&](const NoToolkitToBuildWith& n) {
                const std::string why = n.row ? not_shipped_message(*n.row, answer.request.cuda)
                                              : fmt::format("NVIDIA has no toolkit for {}", n.system);
                return fmt::format("nvcc cannot run on the build system: {}", why);
            },
            [&](const OtherRedist& n) { return other_redist_message(n); },
        },
        note);
}

std::string_view problem_name(const CapabilityProblem& problem) {
    return std::visit(Overloaded{
                          [](const UnknownCapability&) { return "unknown-capability"; },
                          [](const CapabilityTooNew&) { return "capability-too-new"; },
                          [](const CapabilityTooOld&) { return "capability-too-old"; },
                          [](const CapabilityRenamed&) { return "capability-renamed"; },
                          [](const CapabilityNotYetRenamed&) { return "capability-not-yet-renamed"; },
                          [](const SlotConflict&) { return "slot-conflict"; },
                          [](const JetsonNeedsArm&) { return "jetson-needs-arm"; },
                          [](const JetsonMixed&) { return "jetson-mixed"; },
                      },
                      problem);
}

SourceIds problem_sources(const Tables& tables, const CapabilityProblem& problem) {
    const auto of_nvcc = [&](Capability capability) {
        const CapabilityRow* row = find_capability(tables, capability);
        return row ? row->nvcc.sources : SourceIds{};
    };
    return std::visit(Overloaded{
                          [](const UnknownCapability&) { return SourceIds{}; },
                          [&](const CapabilityTooNew& p) { return of_nvcc(p.capability); },
                          [&](const CapabilityTooOld& p) { return of_nvcc(p.capability); },
                          [&](const CapabilityRenamed& p) { return of_nvcc(p.capability); },
                          [&](const CapabilityNotYetRenamed& p) { return of_nvcc(p.capability); },
                          [](const SlotConflict&) { return SourceIds{}; },
                          [](const JetsonNeedsArm&) { return SourceIds{}; },
                          [](const JetsonMixed&) { return SourceIds{}; },
                      },
                      problem);
}

std::string problem_message(const Request& request, const CapabilityProblem& problem) {
    const std::string release = to_string(request.cuda);
    const std::string_view knower = request.nixpkgs_exact ? "nixpkgs" : "nvcc";
    return std::visit(
        Overloaded{
            [&](const UnknownCapability& p) {
                return fmt::format("unknown capability {}: {} has no such row; the nearest is {}",
                                   to_string(p.capability), request.nixpkgs_exact ? "nixpkgs" : "the table",
                                   to_string(p.nearest));
            },
            [&](const CapabilityTooNew& p) {
                return fmt::format("capability {} is too new for CUDA {}: {} knows it from {} on",
                                   to_string(p.capability), release, knower, to_string(p.first));
            },
            [&](const CapabilityTooOld& p) {
                return fmt::format("capability {} is too old for CUDA {}: {} knew it until {}", to_string(p.capability),
                                   release, knower, to_string(p.last));
            },
            [&](const CapabilityRenamed& p) {
                return fmt::format("capability {} was renamed {} in CUDA {}: use {}", to_string(p.capability),
                                   to_string(p.now), to_string(p.since), to_string(p.now));
            },
            [&](const CapabilityNotYetRenamed& p) {
                return fmt::format("capability {} is too new for CUDA {}: before {} it was called {}",
                                   to_string(p.capability), release, to_string(p.since), to_string(p.before));
            },
            [&](const SlotConflict& p) {
                return fmt::format("{} and {} cannot be built together: nvcc takes machine code of one number either "
                                   "family-specific or not; drop one of them",
                                   to_string(p.other), to_string(p.family_specific));
            },
            [&](const JetsonNeedsArm& p) {
                return fmt::format("capability {} is a Jetson's: it needs --system aarch64-linux, not {}",
                                   to_string(p.capability), request.system);
            },
            [&](const JetsonMixed& p) {
                return fmt::format("capability {} is a Jetson's, which in CUDA {} is a platform of its own: "
                                   "it cannot be built together with {}",
                                   to_string(p.jetson), release, to_string(p.other));
            },
        },
        problem);
}

std::string loss_message(std::string_view spelling, const Loss& loss) {
    using Kind = Capability::Kind;
    return std::visit(
        Overloaded{
            [&](const EntryChanged& l) {
                const bool suffix_lost = l.built == baseline_of(l.asked);
                if (suffix_lost && l.asked.kind == Kind::family)
                    return fmt::format("{} has no family-specific targets: {} is written {}", spelling,
                                       to_string(l.asked), to_string(l.built));
                if (suffix_lost)
                    return fmt::format("{} has no architecture-specific targets: {} is written {}", spelling,
                                       to_string(l.asked), to_string(l.built));
                return fmt::format("{} builds {} where {} is asked", spelling, to_string(l.built), to_string(l.asked));
            },
            [&](const EntryDropped& l) {
                if (!l.kept) return fmt::format("{} has no target {}: it is left out", spelling, to_string(l.asked));
                return fmt::format("{} takes one target: {} is kept, {} is left out", spelling, to_string(*l.kept),
                                   to_string(l.asked));
            },
            [&](const RealAdded& l) {
                return fmt::format("{} has no PTX without machine code of the same target: {} is built too", spelling,
                                   real_architecture(l.capability));
            },
            [&](const RealDropped& l) {
                return fmt::format("{} builds no machine code: that of {} is left out", spelling, to_string(l.asked));
            },
            [&](const PtxDropped& l) {
                return fmt::format("{} cannot ask for PTX of {}: it is left out", spelling, to_string(l.asked));
            },
            [&](const PtxAdded& l) {
                return fmt::format("{} cannot leave PTX out: that of {} is built too", spelling,
                                   joined(l.capabilities, ", "));
            },
            [&](const PtxChanged& l) {
                return fmt::format("{} always takes PTX of the last element: PTX of {} is written as {}", spelling,
                                   to_string(l.asked), to_string(l.written));
            },
        },
        loss);
}

std::string place_in_words(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t column = offset - (before.rfind('\n') + 1) + 1;
    if (text.find('\n') == text.npos) return fmt::format("column {}", column);
    return fmt::format("line {}, column {}", std::ranges::count(before, '\n') + 1, column);
}

namespace {

std::string problem_in_words(const ListReadError& error) {
    const std::string found = error.found.empty() ? "the end of the text" : in_quotes(error.found);
    switch (error.kind) {
        case ListReadError::Kind::not_an_architecture: return fmt::format("{} is no architecture", found);
        case ListReadError::Kind::unknown_name: return fmt::format("{} is no name that it knows", found);
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
                                      problem_in_words(error));
    if (!error.expected.empty()) message += fmt::format(" (right would be: {})", error.expected);
    return message;
}

}  // namespace cudastdenv::report
