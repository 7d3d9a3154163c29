// SPDX-License-Identifier: MIT
#include "matrix/matrix.hpp"

#include "report/page.hpp"
#include "report/text.hpp"
#include "tables/lookup.hpp"
#include "words/diagnostics.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cudastdenv::report {

namespace {

struct PageColumn {
    std::string_view group;  ///< of columns that belong together: GCC's, a microarchitecture's
    std::string label;       ///< `14`
    std::string full_name;   ///< `gcc-14`
};

/// The lists of sources that cells have, each once; a cell has the number of its list.
using SourceLists = std::vector<SourceIds>;

std::size_t number_of_list(SourceIds ids, SourceLists& lists) {
    const auto known = std::ranges::find_if(lists, [&](SourceIds list) { return std::ranges::equal(list, ids); });
    const auto number = static_cast<std::size_t>(known - lists.begin());
    if (number == lists.size()) lists.push_back(ids);
    return number;
}

/// One grid of the page, row by row.
class GridWriter {
public:
    GridWriter(const Matrix& matrix, SourceLists& sources) : matrix_(matrix), sources_(sources) {}

    void add_column(std::string_view group, std::string label, std::string full_name) {
        columns_.push_back({group, std::move(label), std::move(full_name)});
    }

    [[nodiscard]] std::string write(std::vector<Cell> MatrixRow::*cells) {
        std::string body;
        for (const MatrixRow& row : matrix_.rows) {
            body += row_head(*row.release);
            for (std::size_t i = 0; i < columns_.size(); ++i) body += cell((row.*cells)[i], begins_group(i));
            body += "</tr>\n";
        }
        return fmt::format("<thead>\n{}</thead>\n<tbody>\n{}</tbody>\n", heads(), body);
    }

    /// The states that the grid has, in their order.
    [[nodiscard]] std::string legend(std::span<const CellState> states) const {
        std::string items;
        for (const CellState& state : states)
            if (found_.contains(state.id))
                items += fmt::format("<li><span class=\"key s-{}\" aria-hidden=\"true\">{}</span> "
                                     "<strong>{}</strong>: {}</li>\n",
                                     state.id, state.symbol, escape_html(state.name), escape_html(state.legend));
        return fmt::format("<ul class=\"legend\">\n{}</ul>\n", items);
    }

private:
    [[nodiscard]] bool begins_group(std::size_t i) const {
        return i == 0 || columns_[i].group != columns_[i - 1].group;
    }

    [[nodiscard]] std::string heads() const {
        std::string groups = "<tr><th scope=\"col\" rowspan=\"2\">CUDA</th>", columns = "<tr>";
        const auto are_alike = [](const PageColumn& left, const PageColumn& right) {
            return left.group == right.group;
        };
        for (const auto group : words::runs_of(std::span<const PageColumn>(columns_), are_alike))
            groups += fmt::format("<th scope=\"colgroup\" colspan=\"{}\" class=\"g\">{}</th>", group.size(),
                                  escape_html(group.front().group));
        for (std::size_t i = 0; i < columns_.size(); ++i)
            columns += fmt::format("<th scope=\"col\"{} data-name=\"{}\">{}</th>",
                                   begins_group(i) ? " class=\"g\"" : "", escape_html(columns_[i].full_name),
                                   escape_html(columns_[i].label));
        return groups + "</tr>\n" + columns + "</tr>\n";
    }

    [[nodiscard]] static std::string row_head(const Release& release) {
        const std::string version = to_string(release.version);
        return fmt::format("<tr data-release=\"{0}\"><th scope=\"row\">{0}{1}</th>", version,
                           release.preview ? " <small>preview</small>" : "");
    }

    [[nodiscard]] std::string cell(const Cell& text, bool begins_group) {
        found_.insert(text.state->id);
        return fmt::format("<td class=\"s-{}{}\" data-why=\"{}\" data-sources=\"{}\"><i aria-hidden=\"true\">{}</i>"
                           "<b>{}</b></td>",
                           text.state->id, begins_group ? " g" : "", escape_html(text.message),
                           number_of_list(text.sources, sources_), text.state->symbol, escape_html(text.state->name));
    }

    const Matrix& matrix_;
    SourceLists& sources_;
    std::vector<PageColumn> columns_;
    std::set<std::string_view> found_;
};

std::string source_item(const Tables& tables, std::string_view id) {
    const SourceRow& row = *find_source(tables, id);
    const std::string name = escape_html(id);
    return fmt::format("<li>{}: {}, {} ({} confidence)</li>\n",
                       row.url ? fmt::format("<a href=\"{}\" rel=\"noreferrer\">{}</a>", escape_html(*row.url), name)
                               : name,
                       escape_html(row.title), escape_html(row.locator), row.confidence);
}

/// The script shows those of a cell.
std::string source_lists(const Tables& tables, const SourceLists& sources) {
    std::string lists;
    for (const SourceIds list : sources) {
        lists += "<ul hidden>\n";
        for (const std::string_view id : list) lists += source_item(tables, id);
        lists += "</ul>\n";
    }
    return lists;
}

}  // namespace

std::string matrix_page(const Tables& tables, const Matrix& matrix) {
    SourceLists sources;
    GridWriter compilers(matrix, sources), capabilities(matrix, sources);
    for (const Compiler compiler : matrix.compilers)
        compilers.add_column(compiler.family == Compiler::Family::gcc ? "GCC" : "Clang", std::to_string(compiler.major),
                             to_string(compiler));
    for (const CapabilityRow& row : tables.capabilities)
        capabilities.add_column(row.architecture, to_string(row.capability), to_string(row.capability));
    std::string messages;
    for (const MessageRow& message : tables.messages) messages += message_details(words::about(tables, message));
    // The grids before what they found.
    const std::map<std::string_view, std::string> parts{
        {"compilers", compilers.write(&MatrixRow::compilers)},
        {"capabilities", capabilities.write(&MatrixRow::capabilities)},
        {"compilerStates", compilers.legend(compiler_states())},
        {"capabilityStates", capabilities.legend(capability_states())},
        {"messages", messages},
        {"sources", source_lists(tables, sources)},
        {"date", escape_html(data_date(tables))},
        {"script", std::string(page::page_js)},
    };
    return html_head("CUDA releases, host compilers and GPU capabilities",
                     fmt::format("{}{}", page::base_css, page::page_css), true) +
           words::with_holes_filled(page::page_html, [&](std::string_view part) { return parts.at(part); });
}

}  // namespace cudastdenv::report
