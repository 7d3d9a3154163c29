// SPDX-License-Identifier: MIT
#include "matrix/matrix.hpp"

#include "core/lists.hpp"
#include "messages/diagnostics.hpp"
#include "messages/resolution.hpp"
#include "report/text.hpp"
#include "resolve/drivers.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::report {

namespace {

constexpr CellState used_here{"used", "●", "used", "works in an environment that has this compiler"};
constexpr CellState accepted{"accepted", "○", "accepted by nvcc only",
                             "nvcc's check accepts it, the selected limits do not"};
constexpr CellState broken{"broken", "✕", "known broken", "nvcc's check accepts it, but it breaks"};
constexpr CellState too_new{"too-new", "+", "too new", "newer than the release supports", true};
constexpr CellState too_old{"too-old", "−", "too old", "older than the release supports", true};
constexpr CellState headers{"headers", "h", "headers too new", "no libstdc++ headers that both nvcc and it can parse"};
constexpr CellState other_reason{"other", "?", "not usable", "another reason"};
constexpr std::array compiler_list{used_here, accepted, broken, too_new, too_old, headers, other_reason};

constexpr CellState by_default{"default", "●", "default", "nvcc supports it, and nixpkgs builds for it by default"};
constexpr CellState supported{"supported", "○", "supported", "nvcc supports it"};
constexpr CellState jetson{"jetson", "J", "supported (Jetson)", "nvcc supports it, only for Jetsons and on Arm"};
constexpr CellState not_yet{"not-yet", "+", "not yet", "supported by a later release", true};
constexpr CellState no_longer{"no-longer", "−", "no longer", "dropped by an earlier release", true};
constexpr CellState renamed{"renamed", "→", "renamed", "has another number in this release"};
constexpr std::array capability_list{by_default, supported, jetson, not_yet, no_longer, renamed, other_reason};

/// For a reason against a compiler, or a problem of a capability.
const CellState& state_of(std::string_view id) {
    if (id.starts_with("too-old")) return too_old;
    if (id == "too-new") return too_new;
    if (id.starts_with("headers-")) return headers;
    if (id == "known-broken") return broken;
    if (id == "capability-too-new") return not_yet;
    if (id == "capability-too-old") return no_longer;
    return id.ends_with("-renamed") ? renamed : other_reason;
}

Cell cell_of(const Diagnostic& why) { return {&state_of(why.id), messages::text_of(why), why.sources}; }

std::string used_message(const HostCompiler& host) {
    std::string message = messages::format_range(host.compiler.family, host.range);
    if (host.compiler.family == Compiler::Family::clang && host.headers)
        message += fmt::format("; with the libstdc++ headers of gcc-{}", *host.headers);
    return message + (host.headers_inferred ? " (expected, not tested)" : "");
}

Cell compiler_cell_by(Policy policy, const Tables& tables, const Release& release, Compiler compiler) {
    const Resolution resolution = resolve(tables, default_stdenv_request(tables, release, compiler, policy));
    if (!resolution.host) return cell_of(resolution.rejected.front().reason);
    if (resolution.broken_by) return cell_of(known_broken(*resolution.broken_by));
    return {&used_here, used_message(*resolution.host), resolution.host->range.max.sources};
}

/// nvcc's own check may accept a compiler that nixpkgs' range refuses.
Cell compiler_cell(const Tables& tables, const Release& release, Compiler compiler) {
    Cell cell = compiler_cell_by(Policy::nixpkgs, tables, release, compiler);
    if (cell.state != &too_old && cell.state != &too_new) return cell;
    Cell enforced = compiler_cell_by(Policy::enforced, tables, release, compiler);
    if (enforced.state == &broken) return enforced;
    if (enforced.state != &used_here) return cell;
    return {&accepted, "nvcc's check accepts it, but " + cell.message, cell.sources};
}

std::string nvcc_support(const NvccCapability& nvcc) {
    return fmt::format("nvcc supports it in CUDA {} {}", nvcc.first,
                       nvcc.last ? "to " + to_string(*nvcc.last) : "or later");
}

Cell capability_cell(const Tables& tables, const Resolution& resolution, const CapabilityRow& row) {
    const Capability listed[] = {row.capability};
    Request request = plain_request(resolution.release->version, row.jetson ? jetson_system : "");
    request.capabilities = listed;
    std::vector<Diagnostic> problems = check_capabilities(tables, request);
    std::erase_if(problems, is_of_jetpacks);
    if (!problems.empty()) {
        Diagnostic& problem = problems.front();
        const std::optional<Capability> former = parse_capability(argument_of(problem, "before"));
        const CapabilityRow* before = former ? find_capability(tables, *former) : nullptr;
        // Before the former number exists too, the capability is only too new.
        if (before && is_before(request.cuda, before->nvcc.first)) {
            problem.id = "capability-too-new";
            problem.arguments.emplace_back("first", row.nvcc.first);
        }
        return cell_of(problem);
    }
    if (!row.jetson && contains(resolution.defaults, row.capability))
        return {&by_default, nvcc_support(row.nvcc), row.nixpkgs->sources};
    const bool in_nixpkgs = contains(resolution.supported, row.capability);
    return {row.jetson ? &jetson : &supported,
            nvcc_support(row.nvcc) + (in_nixpkgs ? "" : "; nixpkgs does not list it in this release"),
            row.nvcc.sources};
}

/// Drops the unused compilers at either end of a family.
void keep_used(Matrix& matrix, Compiler::Family family) {
    const auto is_used = [&](std::size_t column) {
        return std::ranges::any_of(matrix.rows,
                                   [&](const MatrixRow& row) { return row.compilers[column].state == &used_here; });
    };
    std::size_t first = matrix.compilers.size(), last = 0;
    for (std::size_t i = 0; i < matrix.compilers.size(); ++i)
        if (matrix.compilers[i].family == family && is_used(i)) first = std::min(first, last = i);
    for (std::size_t i = matrix.compilers.size(); i-- > 0;) {
        if (matrix.compilers[i].family != family || (first <= i && i <= last)) continue;
        const auto at = static_cast<std::ptrdiff_t>(i);
        matrix.compilers.erase(matrix.compilers.begin() + at);
        for (MatrixRow& row : matrix.rows) row.compilers.erase(row.compilers.begin() + at);
    }
}

/// `12.8.0 to 12.8.2`; the rows go from the newest to the oldest.
std::string format_run(std::span<const MatrixRow> run) {
    const std::string first = to_string(run.back().release->version);
    return run.size() == 1 ? first : fmt::format("{} to {}", first, run.front().release->version);
}

/// Those of the states that occur.
std::vector<CellState> found_of(std::span<const CellState> states, const Matrix& matrix,
                                std::vector<Cell> MatrixRow::*cells) {
    std::set<std::string_view> ids;
    for (const MatrixRow& row : matrix.rows)
        for (const Cell& cell : row.*cells) ids.insert(cell.state->id);
    std::vector<CellState> found(states.begin(), states.end());
    std::erase_if(found, [&](const CellState& state) { return !ids.contains(state.id); });
    return found;
}

std::string legend(const std::vector<CellState>& found) {
    std::vector<std::string> entries;
    std::vector<std::string_view> blank;
    for (const CellState& state : found)
        if (state.is_beyond_end) blank.push_back(state.name);
        else entries.push_back(fmt::format("{} {}", state.symbol, state.name));
    if (!blank.empty()) entries.push_back(fmt::format("blank: {}", joined(blank, " or ")));
    return joined(entries) + "\n\n";
}

std::string draw(const Matrix& matrix, std::vector<std::string> headings, std::span<const CellState> states,
                 std::vector<Cell> MatrixRow::*cells) {
    Grid grid{std::move(headings), {}};
    const auto are_alike = [&](const MatrixRow& left, const MatrixRow& right) {
        return std::ranges::equal(left.*cells, right.*cells, {}, &Cell::state, &Cell::state);
    };
    for (const std::span<const MatrixRow> run : messages::runs_of(std::span<const MatrixRow>(matrix.rows), are_alike)) {
        std::vector<std::string> line{format_run(run)};
        for (const Cell& cell : run.front().*cells)
            line.emplace_back(cell.state->is_beyond_end ? "" : cell.state->symbol);
        grid.rows.push_back(std::move(line));
    }
    return legend(found_of(states, matrix, cells)) + grid_markdown(grid);
}

/// `6 to 14`: the compilers of a family that the release uses.
std::string used_of(const Matrix& matrix, const MatrixRow& row, Compiler::Family family) {
    std::vector<int> majors;
    for (std::size_t i = 0; i < matrix.compilers.size(); ++i)
        if (matrix.compilers[i].family == family && row.compilers[i].state == &used_here)
            majors.push_back(matrix.compilers[i].major);
    return majors.empty() ? "" : fmt::format("{} to {}", majors.front(), majors.back());
}

/// The first and last baseline capability that nvcc supports.
std::string capabilities_of(const Tables& tables, const MatrixRow& row) {
    std::vector<Capability> taken;
    for (std::size_t i = 0; i < row.capabilities.size(); ++i) {
        const Capability capability = tables.capabilities[i].capability;
        const bool is_taken = contains(std::array{&by_default, &supported, &jetson}, row.capabilities[i].state);
        if (is_taken && capability.kind == Capability::Kind::baseline) taken.push_back(capability);
    }
    return taken.empty() ? "" : fmt::format("{} to {}", taken.front(), taken.back());
}

struct PageColumn {
    std::string_view group;  ///< of adjacent columns: GCC's, a microarchitecture's
    std::string label;       ///< `14`
    std::string full_name;   ///< `gcc-14`
};

/// The distinct lists of sources; a cell has the number of its list.
using SourceLists = std::vector<SourceIds>;

std::size_t number_of_list(SourceIds ids, SourceLists& lists) {
    const auto known = std::ranges::find_if(lists, [&](SourceIds list) { return std::ranges::equal(list, ids); });
    const auto number = static_cast<std::size_t>(known - lists.begin());
    if (number == lists.size()) lists.push_back(ids);
    return number;
}

bool begins_group(const std::vector<PageColumn>& columns, std::size_t i) {
    return i == 0 || columns[i].group != columns[i - 1].group;
}

std::string heads_html(const std::vector<PageColumn>& columns) {
    std::string groups = "<tr><th scope=\"col\" rowspan=\"2\">CUDA</th>", names = "<tr>";
    const auto are_alike = [](const PageColumn& left, const PageColumn& right) { return left.group == right.group; };
    for (const auto group : messages::runs_of(std::span<const PageColumn>(columns), are_alike))
        groups += fmt::format("<th scope=\"colgroup\" colspan=\"{}\" class=\"g\">{}</th>", group.size(),
                              escape_html(group.front().group));
    for (std::size_t i = 0; i < columns.size(); ++i)
        names += fmt::format("<th scope=\"col\"{} data-name=\"{}\">{}</th>",
                             begins_group(columns, i) ? " class=\"g\"" : "", escape_html(columns[i].full_name),
                             escape_html(columns[i].label));
    return groups + "</tr>\n" + names + "</tr>\n";
}

std::string matrix_html(const Matrix& matrix, const std::vector<PageColumn>& columns,
                        std::vector<Cell> MatrixRow::*cells, SourceLists& sources) {
    std::string body;
    for (const MatrixRow& row : matrix.rows) {
        body += fmt::format("<tr data-release=\"{0}\"><th scope=\"row\">{0}{1}</th>", row.release->version,
                            row.release->preview ? " <small>preview</small>" : "");
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto& [state, message, ids] = (row.*cells)[i];
            body +=
                fmt::format("<td class=\"s-{}{}\" data-why=\"{}\" data-sources=\"{}\"><i aria-hidden=\"true\">{}</i>"
                            "<b>{}</b></td>",
                            state->id, begins_group(columns, i) ? " g" : "", escape_html(message),
                            number_of_list(ids, sources), state->symbol, escape_html(state->name));
        }
        body += "</tr>\n";
    }
    return fmt::format("<thead>\n{}</thead>\n<tbody>\n{}</tbody>\n", heads_html(columns), body);
}

std::string legend_html(const std::vector<CellState>& found) {
    return fmt::format("<ul class=\"legend\">\n{}</ul>\n", joined(found, "", [](const CellState& state) {
                           return fmt::format("<li><span class=\"key s-{}\" aria-hidden=\"true\">{}</span> "
                                              "<strong>{}</strong>: {}</li>\n",
                                              state.id, state.symbol, escape_html(state.name),
                                              escape_html(state.legend));
                       }));
}

/// The script shows the list of a cell.
std::string source_lists(const Tables& tables, const SourceLists& sources) {
    std::string lists;
    const auto item = [&](std::string_view id) {
        const SourceRow& row = *find_source(tables, id);
        const std::string name = escape_html(id);
        return fmt::format(
            "<li>{}: {}, {} ({} confidence)</li>\n",
            row.url ? fmt::format("<a href=\"{}\" rel=\"noreferrer\">{}</a>", escape_html(*row.url), name) : name,
            escape_html(row.title), escape_html(row.locator), row.confidence);
    };
    for (const SourceIds list : sources) lists += fmt::format("<ul hidden>\n{}</ul>\n", joined(list, "", item));
    return lists;
}

}  // namespace

Matrix make_matrix(const Tables& tables) {
    Matrix matrix{.compilers = known_compilers(tables), .rows = {}};
    for (auto release = tables.releases.rbegin(); release != tables.releases.rend(); ++release) {
        MatrixRow row{.release = &*release, .compilers = {}, .capabilities = {}};
        for (const Compiler compiler : matrix.compilers)
            row.compilers.push_back(compiler_cell(tables, *release, compiler));
        const Resolution lists = resolve(tables, plain_request(release->version));
        for (const CapabilityRow& capability : tables.capabilities)
            row.capabilities.push_back(capability_cell(tables, lists, capability));
        matrix.rows.push_back(std::move(row));
    }
    keep_used(matrix, Compiler::Family::gcc);
    keep_used(matrix, Compiler::Family::clang);
    return matrix;
}

std::string compilers_markdown(const Tables&, const Matrix& matrix) {
    std::vector<std::string> headings{"CUDA"};
    std::optional<Compiler::Family> named;
    for (const Compiler compiler : matrix.compilers) {
        const bool is_first = std::exchange(named, compiler.family) != compiler.family;
        headings.push_back(is_first ? to_string(compiler) : std::to_string(compiler.major));
    }
    return draw(matrix, std::move(headings), compiler_list, &MatrixRow::compilers);
}

std::string capabilities_markdown(const Tables& tables, const Matrix& matrix) {
    std::vector<std::string> headings{"CUDA"};
    for (const CapabilityRow& row : tables.capabilities) headings.push_back(to_string(row.capability));
    return draw(matrix, std::move(headings), capability_list, &MatrixRow::capabilities);
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

std::string matrix_page(const Tables& tables, const Matrix& matrix) {
    SourceLists sources;
    std::vector<PageColumn> compilers, capabilities;
    for (const Compiler compiler : matrix.compilers)
        compilers.push_back({compiler.family == Compiler::Family::gcc ? "GCC" : "Clang", std::to_string(compiler.major),
                             to_string(compiler)});
    for (const CapabilityRow& row : tables.capabilities)
        capabilities.push_back({row.architecture, to_string(row.capability), to_string(row.capability)});
    const auto details = [&](const MessageRow& message) { return message_details(messages::about(tables, message)); };
    // First the grids, since they collect the sources.
    const std::map<std::string_view, std::string> parts{
        {"compilers", matrix_html(matrix, compilers, &MatrixRow::compilers, sources)},
        {"capabilities", matrix_html(matrix, capabilities, &MatrixRow::capabilities, sources)},
        {"compilerStates", legend_html(found_of(compiler_list, matrix, &MatrixRow::compilers))},
        {"capabilityStates", legend_html(found_of(capability_list, matrix, &MatrixRow::capabilities))},
        {"messages", joined(tables.messages, "", details)},
        {"sources", source_lists(tables, sources)},
        {"date", escape_html(data_date(tables))},
        {"script", std::string(page::page_js)},
    };
    return html_head("CUDA releases, host compilers and GPU capabilities",
                     fmt::format("{}{}", page::base_css, page::page_css), true) +
           messages::fill_placeholders(page::page_html, [&](std::string_view part) { return parts.at(part); });
}

}  // namespace cudastdenv::report
