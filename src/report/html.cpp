// SPDX-License-Identifier: MIT
#include "report/html.hpp"

#include <fmt/format.h>

namespace cudastdenv::report {

std::string escape_html(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '&') escaped += "&amp;";
        else if (c == '<') escaped += "&lt;";
        else if (c == '>') escaped += "&gt;";
        else if (c == '"') escaped += "&quot;";
        else escaped += c;
    }
    return escaped;
}

std::string html_table(const Grid& grid, std::string_view label) {
    const auto line = [](const std::vector<std::string>& row, std::string_view tag, std::string_view scope) {
        std::string cells;
        for (const std::string& text : row) cells += fmt::format("<{0}{1}>{2}</{0}>", tag, scope, escape_html(text));
        return fmt::format("<tr>{}</tr>\n", cells);
    };
    std::string body;
    for (const auto& row : grid.rows) body += line(row, "td", "");
    return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n"
                       "<table>\n<thead>\n{}</thead>\n<tbody>\n{}</tbody>\n</table>\n</div>\n",
                       escape_html(label), line(grid.headings, "th", " scope=\"col\""), body);
}

std::string html_head(std::string_view title, std::string_view style, bool has_script) {
    const std::string_view policy = has_script ? "; script-src 'unsafe-inline'" : "";
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{}; "
        "base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{} - cudastdenv</title>\n"
        "<style>\n{}</style>\n</head>\n<body>\n",
        policy, escape_html(title), style);
}

}  // namespace cudastdenv::report
