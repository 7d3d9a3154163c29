// SPDX-License-Identifier: MIT
#include "matrix/matrix.hpp"

#include "core/lists.hpp"
#include "report/page.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"
#include "words/lists.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace cudastdenv {

namespace {

/// Under the request's policy alone.
CompilerCell judge_compiler(const Tables& tables, const Request& request) {
    const Resolution resolution = resolve(tables, request);
    if (!resolution.host) {
        const Reason& reason = resolution.rejected.front().reason;
        if (const auto* broken = std::get_if<KnownBroken>(&reason)) return BrokenCompiler{broken->advisory};
        return RefusedCompiler{reason};
    }
    if (resolution.broken_by) return BrokenCompiler{resolution.broken_by};
    return UsedCompiler{resolution.host->range, resolution.host->headers, resolution.host->headers_inferred};
}

bool is_bound(const Reason& reason) {
    return std::holds_alternative<TooOld>(reason) || std::holds_alternative<TooNew>(reason);
}

CompilerCell compiler_cell(const Tables& tables, const Release& release, Compiler compiler, Policy policy) {
    CompilerCell cell = judge_compiler(tables, own_stdenv(tables, release, compiler, policy));
    const auto* rejected = std::get_if<RefusedCompiler>(&cell);
    if (!rejected || !is_bound(rejected->reason) || policy == Policy::enforced) return cell;
    const CompilerCell enforced = judge_compiler(tables, own_stdenv(tables, release, compiler, Policy::enforced));
    if (std::holds_alternative<UsedCompiler>(enforced)) return AcceptedCompiler{rejected->reason};
    if (std::holds_alternative<BrokenCompiler>(enforced)) return enforced;
    return cell;
}

CapabilityCell capability_cell(const Tables& tables, const Resolution& resolution, const CapabilityRow& row) {
    const Capability listed[] = {row.capability};
    Request request;
    request.cuda = resolution.release->version;
    request.capabilities = listed;
    if (row.jetson) request.system = jetson_system;
    const std::vector<CapabilityProblem> problems = check_capabilities(tables, request);
    if (!problems.empty()) {
        const auto* renamed = std::get_if<CapabilityNotYetRenamed>(&problems.front());
        const CapabilityRow* before = renamed ? find_capability(tables, renamed->before) : nullptr;
        // It is under its former name only once that is there.
        if (before && is_before(request.cuda, before->nvcc.first))
            return CapabilityProblem{CapabilityTooNew{row.capability, row.nvcc.first}};
        return problems.front();
    }
    const bool in_nixpkgs = std::ranges::binary_search(resolution.supported, row.capability);
    if (row.jetson) return JetsonCapability{&row, in_nixpkgs};
    if (std::ranges::binary_search(resolution.defaults, row.capability)) return DefaultCapability{&row};
    return SupportedCapability{&row, in_nixpkgs};
}

/// What nixpkgs lists and builds by default.
Resolution nixpkgs_lists(const Tables& tables, const Release& release) {
    Request request;
    request.cuda = release.version;
    return resolve(tables, request);
}

/// Drops the compilers at either end of a family that no release uses.
void keep_used(Matrix& matrix, Compiler::Family family) {
    std::optional<Compiler> oldest;
    std::optional<Compiler> newest;
    const auto is_used = [&](std::size_t column) {
        return std::ranges::any_of(matrix.rows, [&](const MatrixRow& row) {
            return std::holds_alternative<UsedCompiler>(row.compilers[column]);
        });
    };
    for (std::size_t i = 0; i < matrix.compilers.size(); ++i) {
        if (matrix.compilers[i].family != family || !is_used(i)) continue;
        if (!oldest) oldest = matrix.compilers[i];
        newest = matrix.compilers[i];
    }
    for (std::size_t i = matrix.compilers.size(); i-- > 0;) {
        const Compiler compiler = matrix.compilers[i];
        if (compiler.family != family || (oldest && *oldest <= compiler && compiler <= *newest)) continue;
        const auto at = static_cast<std::ptrdiff_t>(i);
        matrix.compilers.erase(matrix.compilers.begin() + at);
        for (MatrixRow& row : matrix.rows) row.compilers.erase(row.compilers.begin() + at);
    }
}

}  // namespace

Matrix make_matrix(const Tables& tables, Policy policy) {
    Matrix matrix{.compilers = known_compilers(tables), .rows = {}};
    for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
        MatrixRow row{.release = &*release, .compilers = {}, .capabilities = {}};
        for (const Compiler compiler : matrix.compilers)
            row.compilers.push_back(compiler_cell(tables, *release, compiler, policy));
        const Resolution lists = nixpkgs_lists(tables, *release);
        for (const CapabilityRow& capability : tables.capabilities)
            row.capabilities.push_back(capability_cell(tables, lists, capability));
        matrix.rows.push_back(std::move(row));
    }
    keep_used(matrix, Compiler::Family::gcc);
    keep_used(matrix, Compiler::Family::clang);
    return matrix;
}

}  // namespace cudastdenv

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

namespace {

/// The marks of a release's cells; a mark that says no more than where a range ends is left blank.
using Marks = std::vector<const CellState*>;

bool is_blank(const CellState& state) {
    for (const std::string_view id : {"too-new", "too-old", "not-yet", "no-longer"})
        if (state.id == id) return true;
    return false;
}

/// `12.8.0 to 12.8.2`; the rows go from the newest to the oldest.
std::string run_in_words(std::span<const MatrixRow> run) {
    const std::string first = to_string(run.back().release->version);
    return run.size() == 1 ? first : fmt::format("{} to {}", first, to_string(run.front().release->version));
}

std::string legend(std::span<const CellState> states, const std::set<std::string_view>& found) {
    std::vector<std::string> entries;
    std::vector<std::string_view> blank;
    for (const CellState& state : states) {
        if (!found.contains(state.id)) continue;
        if (is_blank(state)) blank.push_back(state.name);
        else entries.push_back(fmt::format("{} {}", state.symbol, state.name));
    }
    if (!blank.empty()) entries.push_back(fmt::format("blank: {}", fmt::join(blank, " or ")));
    return fmt::format("{}\n\n", fmt::join(entries, ", "));
}

std::string draw(const Matrix& matrix, std::vector<std::string> headings, std::span<const CellState> states,
                 const std::function<Marks(const MatrixRow&)>& marks_of) {
    Grid grid{std::move(headings), {}};
    std::set<std::string_view> found;
    std::span<const MatrixRow> rest = matrix.rows;
    while (!rest.empty()) {
        const Marks marks = marks_of(rest.front());
        std::size_t length = 1;
        while (length < rest.size() && marks_of(rest[length]) == marks) ++length;
        std::vector<std::string> line{run_in_words(rest.first(length))};
        for (const CellState* state : marks) {
            found.insert(state->id);
            line.emplace_back(is_blank(*state) ? "" : state->symbol);
        }
        grid.rows.push_back(std::move(line));
        rest = rest.subspan(length);
    }
    return legend(states, found) + grid_markdown(grid);
}

/// `6 to 14`: the compilers of a family that the release uses.
std::string used_of(const Matrix& matrix, const MatrixRow& row, Compiler::Family family) {
    std::vector<int> majors;
    for (std::size_t i = 0; i < matrix.compilers.size(); ++i)
        if (matrix.compilers[i].family == family && std::holds_alternative<UsedCompiler>(row.compilers[i]))
            majors.push_back(matrix.compilers[i].major);
    if (majors.empty()) return "";
    return fmt::format("{} to {}", majors.front(), majors.back());
}

/// The baseline capabilities at either end of what nvcc takes.
std::string capabilities_of(const Tables& tables, const MatrixRow& row) {
    std::optional<Capability> first;
    std::optional<Capability> last;
    for (std::size_t i = 0; i < row.capabilities.size(); ++i) {
        const Capability capability = tables.capabilities[i].capability;
        if (std::holds_alternative<CapabilityProblem>(row.capabilities[i])) continue;
        if (capability.kind != Capability::Kind::baseline) continue;
        if (!first) first = capability;
        last = capability;
    }
    return first ? fmt::format("{} to {}", to_string(*first), to_string(*last)) : "";
}

}  // namespace

std::string compilers_markdown(const Tables& tables, const Matrix& matrix) {
    std::vector<std::string> headings{"CUDA"};
    std::optional<Compiler::Family> named;
    for (const Compiler compiler : matrix.compilers) {
        const std::string_view family = compiler.family == named ? "" : to_string(compiler.family);
        headings.push_back(fmt::format("{}{}{}", family, family.empty() ? "" : "-", compiler.major));
        named = compiler.family;
    }
    return draw(matrix, std::move(headings), compiler_states(), [&](const MatrixRow& row) {
        Marks marks;
        for (std::size_t i = 0; i < row.compilers.size(); ++i)
            marks.push_back(describe(tables, row.compilers[i], matrix.compilers[i]).state);
        return marks;
    });
}

std::string capabilities_markdown(const Tables& tables, const Matrix& matrix) {
    std::vector<std::string> headings{"CUDA"};
    for (const CapabilityRow& row : tables.capabilities) headings.push_back(to_string(row.capability));
    return draw(matrix, std::move(headings), capability_states(), [&](const MatrixRow& row) {
        Marks marks;
        for (const CapabilityCell& cell : row.capabilities) marks.push_back(describe(tables, cell, *row.release).state);
        return marks;
    });
}

std::string releases_markdown(const Tables& tables, const Matrix& matrix) {
    Grid grid{{"CUDA", "nvcc", "date", "newest C++", "GCC", "Clang", "capabilities", "driver from"}, {}};
    for (const MatrixRow& row : matrix.rows) {
        const Release& release = *row.release;
        const auto driver = driver_minimum(tables, release.version, Request{}.system);
        grid.rows.push_back({to_string(release.version) + (release.preview ? " (preview)" : ""),
                             std::string(release.nvcc.value_or("")), std::string(release.date.value_or("")),
                             release.newest_standard ? std::string(to_string(*release.newest_standard)) : "",
                             used_of(matrix, row, Compiler::Family::gcc), used_of(matrix, row, Compiler::Family::clang),
                             capabilities_of(tables, row), driver ? to_string(driver->driver) : ""});
    }
    return grid_markdown(grid);
}

}  // namespace cudastdenv::report
