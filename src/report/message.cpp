// SPDX-License-Identifier: MIT
#include "report/page.hpp"
#include "report/text.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::report {

namespace {

/// How to get an answer if the release, machine or GPU is unknown.
constexpr std::string_view how_to_ask = "A log shows which of these it is:";
constexpr std::string_view command_to_ask = "cudastdenv diagnose build.log";

/// The text with its `commands` marked. Unmatched backquotes are part of a message.
template <class Escape, class Mark>
std::string with_commands(std::string_view text, Escape escape, Mark mark) {
    if (std::ranges::count(text, '`') % 2 != 0) return escape(text);
    std::string marked;
    for (bool is_command = false;; is_command = !is_command) {
        const std::size_t end = std::min(text.find('`'), text.size());
        const std::string_view part = text.substr(0, end);
        marked += is_command ? mark(part) : escape(part);
        if (end == text.size()) return marked;
        text.remove_prefix(end + 1);
    }
}

// Markdown

std::string in_backquotes(std::string_view text) { return fmt::format("`{}`", text); }

std::string listed(const std::vector<Said>& all) {
    std::string text;
    for (const Said& said : all)
        text += fmt::format("* {}\n", with_commands(said.text, escape_markdown, in_backquotes));
    return text;
}

std::string fenced(const std::vector<std::string>& lines) {
    return fmt::format("```text\n{}\n```\n", fmt::join(lines, "\n"));
}

std::string titled(std::string_view title, std::string_view text) {
    return text.empty() ? "" : fmt::format("\n{}\n\n{}", title, text);
}

std::string wordings_in_markdown(const words::AboutMessage& message) {
    std::vector<std::string> english, translated;
    for (const MessageTextRow* wording : message.wordings)
        (wording->language ? translated : english).push_back(words::as_printed(wording->text));
    std::string text = titled("**What is printed**", fenced(english));
    if (!translated.empty()) text += titled("In other languages:", fenced(translated));
    return text;
}

std::string lines_in_markdown(const words::AboutMessage& message) {
    std::string text;
    for (const auto& [tool, lines] : message.lines) text += titled(fmt::format("For {}:", tool), fenced(lines));
    return text;
}

std::string sources_in_markdown(const words::AboutMessage& message) {
    std::string text;
    for (const SourceRow* source : message.sources) {
        const std::string title = escape_markdown(source->title);
        text += source->url ? fmt::format("* [{}]({})\n", title, *source->url) : fmt::format("* {}\n", title);
    }
    return text;
}

// HTML

std::string in_code(std::string_view text) { return fmt::format("<code>{}</code>", escape_html(text)); }

std::string listed_in_html(const std::vector<Said>& all) {
    std::string items;
    for (const Said& said : all) items += fmt::format("<li>{}</li>\n", with_commands(said.text, escape_html, in_code));
    return items.empty() ? "" : fmt::format("<ul>\n{}</ul>\n", items);
}

std::string headed(std::string_view tag, std::string_view heading, std::string_view body) {
    return body.empty() ? "" : fmt::format("<{0}>{1}</{0}>\n{2}", tag, heading, body);
}

std::string wordings_in_html(const words::AboutMessage& message) {
    std::string english, translated;
    for (const MessageTextRow* wording : message.wordings) {
        const std::string text = escape_html(words::as_printed(wording->text));
        if (wording->language)
            translated += fmt::format("<li lang=\"{}\"><samp>{}</samp></li>\n", escape_html(*wording->language), text);
        else english += fmt::format("<li><samp>{}</samp></li>\n", text);
    }
    std::string html = fmt::format("<ul>\n{}</ul>\n", english);
    if (!translated.empty())
        html += fmt::format("<details>\n<summary>In other languages</summary>\n<ul>\n{}</ul>\n</details>\n",
                            translated);
    return html;
}

std::string lines_in_html(const words::AboutMessage& message) {
    std::string html;
    for (const auto& [tool, lines] : message.lines)
        html += fmt::format("<p>For {}:</p>\n<pre>{}</pre>\n", tool, escape_html(joined(lines, "\n")));
    return html;
}

std::string sources_in_html(const words::AboutMessage& message) {
    std::string items;
    for (const SourceRow* source : message.sources) {
        const std::string title = escape_html(source->title);
        items += source->url ? fmt::format("<li><a href=\"{}\">{}</a></li>\n", escape_html(*source->url), title)
                             : fmt::format("<li>{}</li>\n", title);
    }
    return fmt::format("<ul>\n{}</ul>\n", items);
}

/// The section without its heading. `tag` is that of the headings in it.
std::string body_of(const words::AboutMessage& message, std::string_view tag) {
    std::string html = fmt::format("<p><code>{}</code></p>\n", escape_html(message.row.id));
    html += headed(tag, "What is printed", wordings_in_html(message));
    html += headed(tag, "Why", listed_in_html(message.why));
    html += headed(tag, "What to do", listed_in_html(message.ways_out) + lines_in_html(message));
    if (!message.cases.rows.empty())
        html += headed(tag, "What it depends on",
                       html_table(message.cases, message.row.title) +
                           fmt::format("<p>{} <code>{}</code></p>\n", how_to_ask, command_to_ask));
    return html + headed(tag, "Sources", sources_in_html(message));
}

/// A fact for each; only the first has the label.
void add_facts(Page& page, std::string_view label, const std::vector<Said>& all) {
    for (const Said& said : all) page.fact(std::exchange(label, ""), page.cited(said.text, said.sources));
}

/// `nvcc does not support this GCC: it is too new (gcc-too-new), line 18`
void add_finding(Page& page, const DiagnoseAnswer::Finding& finding, const Style& style) {
    page.sentence(style.strong(fmt::format("{} ({}), line {}", finding.title, finding.message, finding.line)));
    page.fact("reads", finding.text);
    add_facts(page, "why", finding.why);
    add_facts(page, "fix", finding.remedies);
    for (const auto& [tool, lines] : finding.fix) page.lines_to_type(tool, lines);
}

/// Further facts in the log, and the unknown ones.
void add_context(Page& page, const DiagnoseAnswer& answer) {
    if (!answer.facts_text.empty()) page.fact("known", joined(answer.facts_text, ", "));
    add_facts(page, "odd", answer.oddities);
    if (answer.ask && !answer.unknown.empty())
        page.fact("unknown", fmt::format("{}: run `{}` on the machine", answer.unknown_text, *answer.ask));
    else if (answer.ask) page.fact("more", fmt::format("`{}`", *answer.ask));
}

std::string unknown_message_text(const DiagnoseAnswer& answer, const Style& style) {
    Page page(style);
    page.line(style.strong("Unknown: no known message"));
    if (answer.first_error) page.fact(fmt::format("line {}", answer.first_error_line), *answer.first_error);
    if (!answer.spoken_of_text.empty()) page.fact("mentioned", answer.spoken_of_text);
    return page.take();
}

}  // namespace

std::string message_markdown(const words::AboutMessage& message) {
    std::string text = fmt::format("## {}\n\n`{}`\n", escape_markdown(message.row.title), message.row.id);
    text += wordings_in_markdown(message);
    text += titled("**Why**", listed(message.why));
    text += titled("**What to do**", listed(message.ways_out));
    text += lines_in_markdown(message);
    if (!message.cases.rows.empty())
        text += titled("**What it depends on**",
                       fmt::format("{}\n{} `{}`\n", grid_markdown(message.cases), how_to_ask, command_to_ask));
    return text + titled("**Sources**", sources_in_markdown(message));
}

std::string message_section(const words::AboutMessage& message) {
    return fmt::format("<section class=\"message\" id=\"message-{0}\" aria-labelledby=\"message-{0}-heading\">\n"
                       "<h2 id=\"message-{0}-heading\">{1}</h2>\n{2}</section>\n",
                       escape_html(message.row.id), escape_html(message.row.title), body_of(message, "h3"));
}

std::string message_details(const words::AboutMessage& message) {
    return fmt::format("<details class=\"message\" id=\"message-{}\">\n<summary><h3>{}</h3></summary>\n{}</details>\n",
                       escape_html(message.row.id), escape_html(message.row.title), body_of(message, "h4"));
}

std::string diagnosis_text(const DiagnoseAnswer& answer, const Style& style) {
    if (answer.findings.empty()) return unknown_message_text(answer, style);
    Page page(style);
    for (const DiagnoseAnswer::Finding& finding : answer.findings) {
        if (&finding != &answer.findings.front()) page.gap();
        add_finding(page, finding, style);
    }
    const bool is_last_a_block = !answer.findings.back().fix.empty();
    if (is_last_a_block || answer.findings.size() > 1) page.gap();
    add_facts(page, "for all", answer.for_all);
    add_context(page, answer);
    return page.take();
}

}  // namespace cudastdenv::report
