// SPDX-License-Identifier: MIT
#include "words/ingest.hpp"

#include "core/overloaded.hpp"
#include "core/quote.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cudastdenv::words {

namespace {

std::string unknown_check_message(const UnknownCheck& p) {
    if (p.condition.empty())
        return fmt::format("line {}: stops every compiler, under no condition that this program reads", p.line);
    return fmt::format(
        "line {}: GCC or Clang may be stopped here, under a condition that this program does not know: {}", p.line,
        as_plain_text(p.condition));
}

Said say_header(const HeaderProblem& problem) {
    return std::visit(
        Overloaded{
            [](const UnknownCheck& p) -> Said {
                return {"unknown-check", unknown_check_message(p)};
            },
            [](const RepeatedCheck& p) -> Said {
                return {"repeated-check",
                        fmt::format("line {}: checks {} a second time; the first check is the one taken", p.line,
                                    check_in_words(p.check))};
            },
            [](const ImpossibleCheck& p) -> Said {
                return {"impossible-check",
                        fmt::format("line {}: lets no {} pass at all", p.line, check_in_words(p.check))};
            },
            [](const MissingCheck& p) -> Said {
                return {"missing-check", fmt::format("does not check {}", check_in_words(p.check))};
            },
            [](const StrayDirective& p) -> Said {
                return {"stray-directive", fmt::format("line {}: #{} where none can stand", p.line, p.directive)};
            },
            [](const OpenConditional& p) -> Said {
                return {"open-conditional", fmt::format("line {}: this #if has no #endif", p.line)};
            },
            [](const OpenComment& p) -> Said {
                return {"open-comment", fmt::format("line {}: this comment does not end", p.line)};
            },
            [](const LongLine& p) -> Said {
                return {"long-line", fmt::format("line {}: longer than {} KiB", p.line, max_header_line >> 10)};
            },
            [](const DeepNesting& p) -> Said {
                return {"deep-nesting", fmt::format("line {}: #if within #if, too deep to follow", p.line)};
            },
            [](const LargeHeader&) -> Said {
                return {"large-header", fmt::format("the header is larger than {} MiB", max_header_bytes >> 20)};
            },
        },
        problem);
}

std::string clue_in_words(const Clue& clue) {
    const std::string version = clue.build ? "nvcc " + to_string(*clue.build)
                                           : "CUDA " + to_string(clue.release.value_or(Version{}));
    return fmt::format("{} says {}", as_plain_text(clue.where), version);
}

std::string trouble_message(const ToolTrouble& p) {
    switch (p.what) {
        case ToolTrouble::What::missing: return "there is no nvcc and no ptxas to run";
        case ToolTrouble::What::cannot_start: return fmt::format("{} cannot be started: {}", p.tool, p.detail);
        case ToolTrouble::What::hangs: return fmt::format("{} does not end within {} s", p.tool, p.detail);
        case ToolTrouble::What::floods: return fmt::format("{} prints more than 1 MiB", p.tool);
        case ToolTrouble::What::fails: return fmt::format("{} ends with {}", p.tool, p.detail);
        case ToolTrouble::What::says_nothing:
            if (p.detail.empty()) return fmt::format("{} prints nothing", p.tool);
            return fmt::format("{} prints nothing like {} where it belongs", p.tool, p.detail);
        case ToolTrouble::What::unknown_architecture:
            return fmt::format("{} lists {}, which is no architecture that this program can read", p.tool,
                               in_quotes(p.detail));
        case ToolTrouble::What::unknown_standard:
            return fmt::format(
                "{} lists {}, a C++ standard that this program does not know: which is the newest is left "
                "open",
                p.tool, in_quotes(p.detail));
        case ToolTrouble::What::lists_differ: return fmt::format("{} list different architectures", p.tool);
    }
    return {};
}

std::string unknown_release_message(const ReleaseUnknown& p) {
    if (p.build)
        return fmt::format("no release of the tables has nvcc {}; say which one it is with --cuda {}",
                           to_string(*p.build), to_string(p.likely));
    return "nothing here says which release it is: no version.json, no cuda_runtime_api.h, no name of a package; say "
           "it with --cuda 12.8.1";
}

std::string new_release_message(const NewRelease& d) {
    std::string message = fmt::format("{}: the tables do not have it", to_string(d.release));
    if (d.same_nvcc_as) message += fmt::format("; its nvcc is that of {}", to_string(*d.same_nvcc_as));
    return message;
}

std::string_view row_or_none(bool known) { return known ? "the tables do not" : "the tables have no row for it"; }

}  // namespace

std::string_view check_in_words(HostCheck check) {
    switch (check) {
        case HostCheck::gcc: return "GCC";
        case HostCheck::clang: return "Clang";
        case HostCheck::grace: return "Clang for Grace";
    }
    return {};
}

std::string bounds_in_words(const std::optional<HeaderBounds>& bounds) {
    if (!bounds) return "not checked";
    return bounds->min ? fmt::format("{} to {}", *bounds->min, bounds->max) : fmt::format("up to {}", bounds->max);
}

std::string package_in_words(const Clue& clue) {
    if (clue.package.empty()) return {};
    return as_plain_text(
        fmt::format("{} {}{}{}", clue.package, clue.package_version, clue.platform.empty() ? "" : ", ", clue.platform));
}

Said say(const IngestProblem& problem) {
    return std::visit(
        Overloaded{
            [](const HeaderProblem& p) { return say_header(p); },
            [](const UnreadableClue& p) -> Said {
                return {"unreadable", fmt::format("{}: {}", as_plain_text(p.file), as_plain_text(p.why))};
            },
            [](const CluesDisagree& p) -> Said {
                return {"clues-disagree", fmt::format("{}, but {}", clue_in_words(p.first), clue_in_words(p.second))};
            },
            [](const ReleaseUnknown& p) -> Said {
                return {"release-unknown", unknown_release_message(p)};
            },
            [](const ToolTrouble& p) -> Said {
                return {"tool", trouble_message(p)};
            },
        },
        problem);
}

SaidOfToolkit say(const Toolkit& toolkit, const Difference& difference) {
    const std::string first_clue = toolkit.clues.empty() ? "" : toolkit.clues.front().where;
    return std::visit(Overloaded{
                          [&](const NewRelease& d) -> SaidOfToolkit {
                              return {{"new-release", new_release_message(d)}, first_clue};
                          },
                          [&](const BuildDiffers& d) -> SaidOfToolkit {
                              return {{"build",
                                       fmt::format("{}: nvcc is {} here, {} in the tables", to_string(d.release),
                                                   to_string(d.toolkit), d.tables ? to_string(*d.tables) : "not known"),
                                       d.sources},
                                      first_clue};
                          },
                          [&](const BoundsDiffer& d) -> SaidOfToolkit {
                              return {{"bounds",
                                       fmt::format("{}: {} {} here, {} in the tables", to_string(d.release),
                                                   check_in_words(d.check), bounds_in_words(d.toolkit),
                                                   bounds_in_words(d.tables)),
                                       d.sources},
                                      toolkit.header};
                          },
                          [&](const StandardDiffers& d) -> SaidOfToolkit {
                              return {{"standard",
                                       fmt::format("{}: nvcc takes {} here, {} in the tables", to_string(d.release),
                                                   to_string(d.toolkit), d.tables ? to_string(*d.tables) : "not known"),
                                       d.sources},
                                      toolkit.answers->nvcc + " --help"};
                          },
                          [&](const CapabilityTaken& d) -> SaidOfToolkit {
                              return {{"capability-taken",
                                       fmt::format("{}: nvcc takes {}, {}", to_string(d.release),
                                                   to_string(d.capability), row_or_none(d.known)),
                                       d.sources},
                                      toolkit.answers->capabilities_by};
                          },
                          [&](const CapabilityRefused& d) -> SaidOfToolkit {
                              return {{"capability-refused",
                                       fmt::format("{}: nvcc does not take {}, the tables do", to_string(d.release),
                                                   to_string(d.capability)),
                                       d.sources},
                                      toolkit.answers->capabilities_by};
                          },
                      },
                      difference);
}

std::string not_applied_message(NotApplied reason) {
    switch (reason) {
        case NotApplied::applied:
        case NotApplied::nothing_to_change: return {};
        case NotApplied::no_header: return "a new release without its crt/host_config.h is not written";
        case NotApplied::release_not_exact: return "which release it is is not known well enough to write anything";
        case NotApplied::not_understood: return "what is not understood is not written";
        case NotApplied::only_pinned:
            return "an nvcc that only a meta package pins is not written over the one that the tables have";
    }
    return {};
}

}  // namespace cudastdenv::words
