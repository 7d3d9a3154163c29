// SPDX-License-Identifier: MIT
#include "matrix/cells.hpp"

#include "core/overloaded.hpp"
#include "words/lists.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>

#include <array>

namespace cudastdenv::report {

namespace {

constexpr CellState used_here{"used", "●", "used", "works in a stdenv that has this compiler"};
constexpr CellState accepted{"accepted", "○", "accepted by nvcc only",
                             "nvcc's own check lets it pass, the range that counts does not"};
constexpr CellState broken{"broken", "✕", "known broken", "nvcc's own check lets it pass, and it breaks"};
constexpr CellState too_new{"too-new", "+", "too new", "newer than the release takes"};
constexpr CellState too_old{"too-old", "−", "too old", "older than the release takes"};
constexpr CellState headers{"headers", "h", "headers too new", "no libstdc++ headers that both nvcc and it can parse"};
constexpr CellState other_reason{"other", "?", "not usable", "another reason"};
constexpr std::array compiler_list{used_here, accepted, broken, too_new, too_old, headers, other_reason};

constexpr CellState by_default{"default", "●", "default", "nvcc takes it, and nixpkgs builds for it by default"};
constexpr CellState supported{"supported", "○", "supported", "nvcc takes it"};
constexpr CellState jetson{"jetson", "J", "supported (Jetson)", "nvcc takes it, for Jetsons and on Arm only"};
constexpr CellState not_yet{"not-yet", "+", "not yet", "comes with a later release"};
constexpr CellState no_longer{"no-longer", "−", "no longer", "ended with an earlier release"};
constexpr CellState renamed{"renamed", "→", "renamed", "has another number in this release"};
constexpr std::array capability_list{by_default, supported, jetson, not_yet, no_longer, renamed, other_reason};

const CellState& state_of(const Reason& reason) {
    return std::visit(Overloaded{
                          [](const TooOld&) -> const CellState& { return too_old; },
                          [](const TooNew&) -> const CellState& { return too_new; },
                          [](const NewerLibstdcxx&) -> const CellState& { return other_reason; },
                          [](const HeadersTooNew&) -> const CellState& { return headers; },
                          [](const OtherFamily&) -> const CellState& { return other_reason; },
                          [](const KnownBroken&) -> const CellState& { return broken; },
                          [](const Superseded&) -> const CellState& { return other_reason; },
                          [](const SystemNotShipped&) -> const CellState& { return other_reason; },
                          [](const SystemNotCovered&) -> const CellState& { return other_reason; },
                          [](const StandardNotTaken&) -> const CellState& { return other_reason; },
                      },
                      reason);
}

const CellState& state_of(const CapabilityProblem& problem) {
    return std::visit(Overloaded{
                          [](const UnknownCapability&) -> const CellState& { return other_reason; },
                          [](const CapabilityTooNew&) -> const CellState& { return not_yet; },
                          [](const CapabilityTooOld&) -> const CellState& { return no_longer; },
                          [](const CapabilityRenamed&) -> const CellState& { return renamed; },
                          [](const CapabilityNotYetRenamed&) -> const CellState& { return renamed; },
                          [](const SlotConflict&) -> const CellState& { return other_reason; },
                          [](const JetsonNeedsArm&) -> const CellState& { return other_reason; },
                          [](const JetsonMixed&) -> const CellState& { return other_reason; },
                          [](const CapabilityExcepted&) -> const CellState& { return other_reason; },
                      },
                      problem);
}

std::string used_message(const UsedCompiler& cell, Compiler compiler) {
    std::string message = words::range_in_words(compiler.family, cell.range);
    if (compiler.family == Compiler::Family::clang && cell.headers)
        message += fmt::format("; with the libstdc++ headers of gcc-{}", *cell.headers);
    return message + (cell.headers_inferred ? " (inferred, not measured)" : "");
}

std::string nvcc_takes(const CapabilityRow& row) {
    const NvccCapability& nvcc = row.nvcc;
    if (!nvcc.last) return fmt::format("nvcc takes it from CUDA {} on", to_string(nvcc.first));
    return fmt::format("nvcc takes it from CUDA {} to {}", to_string(nvcc.first), to_string(*nvcc.last));
}

std::string supported_message(const CapabilityRow& row, bool in_nixpkgs) {
    return nvcc_takes(row) + (in_nixpkgs ? "" : "; nixpkgs does not list it in this release");
}

}  // namespace

std::span<const CellState> compiler_states() noexcept { return compiler_list; }
std::span<const CellState> capability_states() noexcept { return capability_list; }

CellText describe(const Tables& tables, const CompilerCell& cell, Compiler compiler) {
    return std::visit(
        Overloaded{
            [&](const UsedCompiler& c) {
                return CellText{&used_here, used_message(c, compiler), c.range.max.sources};
            },
            [&](const AcceptedCompiler& c) {
                const Said said = words::say(tables, c.reason);
                return CellText{&accepted, "nvcc's own check lets it pass, but " + said.text, said.sources};
            },
            [&](const BrokenCompiler& c) {
                const Said said = words::say(tables, KnownBroken{c.advisory});
                return CellText{&broken, said.text, said.sources};
            },
            [&](const RefusedCompiler& c) {
                const Said said = words::say(tables, c.reason);
                return CellText{&state_of(c.reason), said.text, said.sources};
            },
        },
        cell);
}

CellText describe(const Tables& tables, const CapabilityCell& cell, const Release& release) {
    return std::visit(Overloaded{
                          [](const DefaultCapability& c) {
                              return CellText{&by_default, nvcc_takes(*c.row), c.row->nixpkgs->sources};
                          },
                          [](const SupportedCapability& c) {
                              return CellText{&supported, supported_message(*c.row, c.in_nixpkgs), c.row->nvcc.sources};
                          },
                          [](const JetsonCapability& c) {
                              return CellText{&jetson, supported_message(*c.row, c.in_nixpkgs), c.row->nvcc.sources};
                          },
                          [&](const CapabilityProblem& problem) {
                              Request request;
                              request.cuda = release.version;
                              const Said said = words::say(tables, request, problem);
                              return CellText{&state_of(problem), said.text, said.sources};
                          },
                      },
                      cell);
}

}  // namespace cudastdenv::report
