// SPDX-License-Identifier: MIT
#include "matrix/markdown.hpp"

#include "matrix/cells.hpp"
#include "report/grid.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace cudastdenv::report {

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
