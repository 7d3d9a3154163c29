// SPDX-License-Identifier: MIT
#include "matrix/matrix.hpp"

#include "report/page.hpp"
#include "report/text.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace cudastdenv::report {

namespace {

/// Columns that belong together: GCC's, a microarchitecture's.
struct Group {
    std::string name;
    std::size_t size = 0;
};

struct PageColumn {
    std::string label;      ///< `14`
    std::string full_name;  ///< `gcc-14`
    bool begins_group = false;
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
        const bool begins = groups_.empty() || groups_.back().name != group;
        if (begins) groups_.push_back({std::string(group), 0});
        ++groups_.back().size;
        columns_.push_back({std::move(label), std::move(full_name), begins});
    }

    [[nodiscard]] std::string write(std::string_view id, std::string_view caption,
                                    std::vector<Cell> MatrixRow::*cells) {
        std::string body;
        for (const MatrixRow& row : matrix_.rows) {
            body += row_head(*row.release);
            for (std::size_t i = 0; i < columns_.size(); ++i) body += cell((row.*cells)[i], columns_[i].begins_group);
            body += "</tr>\n";
        }
        return fmt::format("<div class=\"scroll\" role=\"group\" aria-labelledby=\"{0}-caption\">\n"
                           "<table id=\"{0}\" class=\"grid\">\n<caption id=\"{0}-caption\">{1}</caption>\n"
                           "<thead>\n{2}</thead>\n<tbody>\n{3}</tbody>\n</table>\n</div>\n",
                           id, escape_html(caption), heads(), body);
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
    [[nodiscard]] std::string heads() const {
        std::string groups = "<tr><th scope=\"col\" rowspan=\"2\">CUDA</th>";
        for (const Group& group : groups_)
            groups += fmt::format("<th scope=\"colgroup\" colspan=\"{}\" class=\"g\">{}</th>", group.size,
                                  escape_html(group.name));
        std::string columns = "<tr>";
        for (const PageColumn& column : columns_)
            columns += fmt::format("<th scope=\"col\"{} data-name=\"{}\">{}</th>",
                                   column.begins_group ? " class=\"g\"" : "", escape_html(column.full_name),
                                   escape_html(column.label));
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
    std::vector<Group> groups_;
    std::vector<PageColumn> columns_;
    std::set<std::string_view> found_;
};

std::string page_section(std::string_view id, std::string_view heading, std::string_view body) {
    return fmt::format("<section aria-labelledby=\"{0}-heading\">\n<h2 id=\"{0}-heading\">{1}</h2>\n{2}</section>\n",
                       id, heading, body);
}

std::string compilers_section(const Matrix& matrix, SourceLists& sources) {
    GridWriter grid(matrix, sources);
    for (const Compiler compiler : matrix.compilers)
        grid.add_column(compiler.family == Compiler::Family::gcc ? "GCC" : "Clang", std::to_string(compiler.major),
                        to_string(compiler));
    const std::string table = grid.write("compilers", "Each CUDA release against the major versions of GCC and Clang",
                                         &MatrixRow::compilers);
    return page_section("compilers", "Host compilers", grid.legend(compiler_states()) + table);
}

std::string capabilities_section(const Tables& tables, const Matrix& matrix, SourceLists& sources) {
    GridWriter grid(matrix, sources);
    for (const CapabilityRow& row : tables.capabilities)
        grid.add_column(row.architecture, to_string(row.capability), to_string(row.capability));
    const std::string table = grid.write("capabilities", "Each CUDA release against the compute capabilities of GPUs",
                                         &MatrixRow::capabilities);
    return page_section("capabilities", "GPU capabilities", grid.legend(capability_states()) + table);
}

std::string messages_section(const Tables& tables) {
    std::string body = "<p>What is printed where something does not fit, why, and what to do. <code>cudastdenv diagnose"
                       "</code> finds these in a log.</p>\n";
    for (const MessageRow& message : tables.messages) body += message_details(words::about(tables, message));
    return page_section("messages", "Messages", body);
}

constexpr std::string_view intro =
    "<header>\n<h1>CUDA releases, host compilers and GPU capabilities</h1>\n"
    "<p>Which GCC and Clang each release works with, and which GPUs it builds for.<span class=\"js\"> Point at a cell, "
    "or walk to it with the arrow keys, to see why it is so and where that stands; Enter goes to the sources, Escape "
    "back.</span></p>\n"
    "<noscript><p>The grids can be read without JavaScript. The reasons need it; "
    "<code>cudastdenv explain</code> prints them too.</p></noscript>\n</header>\n";

std::string source_item(const Tables& tables, std::string_view id) {
    const SourceRow& row = *find_source(tables, id);
    const std::string name = escape_html(id);
    return fmt::format("<li>{}: {}, {} ({} confidence)</li>\n",
                       row.url ? fmt::format("<a href=\"{}\" rel=\"noreferrer\">{}</a>", escape_html(*row.url), name)
                               : name,
                       escape_html(row.title), escape_html(row.locator), row.confidence);
}

/// The script fills in the reason of a cell and shows its sources.
std::string detail_panel(const Tables& tables, const SourceLists& sources) {
    std::string lists;
    for (const SourceIds list : sources) {
        lists += "<ul hidden>\n";
        for (const std::string_view id : list) lists += source_item(tables, id);
        lists += "</ul>\n";
    }
    return fmt::format("<aside id=\"detail\" aria-label=\"Reason and sources\" hidden>\n"
                       "<h2 id=\"detail-title\"></h2>\n<p id=\"detail-message\"></p>\n{}"
                       "<button type=\"button\" id=\"detail-close\" aria-label=\"Close\">\u00d7</button>\n</aside>\n",
                       lists);
}

}  // namespace

std::string matrix_page(const Tables& tables, const Matrix& matrix) {
    SourceLists sources;
    std::string text = html_head("CUDA releases, host compilers and GPU capabilities",
                                 fmt::format("{}{}", page::base_css, page::page_css), true);
    text += intro;
    text += "<main>\n";
    text += compilers_section(matrix, sources);
    text += capabilities_section(tables, matrix, sources);
    text += messages_section(tables);
    text += "</main>\n";
    text += detail_panel(tables, sources);
    text +=
        fmt::format("<footer>\n<p>Made by <code>cudastdenv table --format html</code>; data of {}.</p>\n</footer>\n",
                    escape_html(data_date(tables)));
    return text + fmt::format("<script>{}</script>\n</body>\n</html>\n", page::page_js);
}

}  // namespace cudastdenv::report
