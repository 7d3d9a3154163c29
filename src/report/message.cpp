// SPDX-License-Identifier: MIT
#include "report/text.hpp"

namespace cudastdenv::report {

namespace {

/// The formats of a markup language. Contents are escaped before they are filled in.
struct Markup {
    std::string (*escape)(std::string_view text);
    std::string (*verbatim)(std::string_view text);  ///< escapes code and addresses
    std::string (*table)(const Grid& grid, std::string_view label);
    std::string_view section;  ///< heading, contents, tag of the heading
    std::string_view code, list, item;
    std::string_view link;  ///< title, address
    std::string_view wordings, wording, translations;
    std::string_view translation;  ///< text, language
    std::string_view lines;        ///< tool, lines
    std::string_view question;     ///< sentence, command
};

constexpr Markup markdown{.escape = escape_markdown,
                          .verbatim = [](std::string_view text) { return std::string(text); },
                          .table = [](const Grid& grid, std::string_view) { return grid_markdown(grid); },
                          .section = "\n**{0}**\n\n{1}",
                          .code = "`{}`",
                          .list = "{}",
                          .item = "* {}\n",
                          .link = "[{}]({})",
                          .wordings = "```text\n{}```\n",
                          .wording = "{}\n",
                          .translations = "\nIn other languages:\n\n```text\n{}```\n",
                          .translation = "{}\n",
                          .lines = "\nFor {}:\n\n```text\n{}\n```\n",
                          .question = "\n{} {}\n"};

constexpr Markup html{.escape = escape_html,
                      .verbatim = escape_html,
                      .table = html_table,
                      .section = "<{2}>{0}</{2}>\n{1}",
                      .code = "<code>{}</code>",
                      .list = "<ul>\n{}</ul>\n",
                      .item = "<li>{}</li>\n",
                      .link = "<a href=\"{1}\">{0}</a>",
                      .wordings = "<ul>\n{}</ul>\n",
                      .wording = "<li><samp>{}</samp></li>\n",
                      .translations = "<details>\n<summary>In other languages</summary>\n<ul>\n{}</ul>\n</details>\n",
                      .translation = "<li lang=\"{1}\"><samp>{0}</samp></li>\n",
                      .lines = "<p>For {}:</p>\n<pre>{}</pre>\n",
                      .question = "<p>{} {}</p>\n"};

template <class... Contents>
std::string filled(std::string_view format, const Contents&... contents) {
    return fmt::format(fmt::runtime(format), contents...);
}

/// The text with its `commands` marked. Unmatched backquotes are part of a message.
std::string with_commands(std::string_view text, const Markup& in) {
    if (std::ranges::count(text, '`') % 2 != 0) return in.escape(text);
    std::string marked;
    for (bool is_command = false;; is_command = !is_command) {
        const std::size_t end = std::min(text.find('`'), text.size());
        const std::string_view part = text.substr(0, end);
        marked += is_command ? filled(in.code, in.verbatim(part)) : in.escape(part);
        if (end == text.size()) return marked;
        text.remove_prefix(end + 1);
    }
}

std::string listed(const std::vector<Sentence>& all, const Markup& in) {
    const auto item = [&](const Sentence& note) { return filled(in.item, with_commands(note.text, in)); };
    return all.empty() ? "" : filled(in.list, joined(all, "", item));
}

std::string wordings_of(const messages::AboutMessage& message, const Markup& in) {
    std::string english, translated;
    for (const MessageTextRow* wording : message.wordings) {
        const std::string text = in.verbatim(messages::as_printed(wording->text));
        if (wording->language) translated += filled(in.translation, text, *wording->language);
        else english += filled(in.wording, text);
    }
    return filled(in.wordings, english) + (translated.empty() ? "" : filled(in.translations, translated));
}

std::string sources_of(const messages::AboutMessage& message, const Markup& in) {
    std::string items;
    for (const SourceRow* source : message.sources) {
        const std::string title = in.escape(source->title);
        items += filled(in.item, source->url ? filled(in.link, title, in.verbatim(*source->url)) : title);
    }
    return filled(in.list, items);
}

/// The sections about a message. `tag` is that of their headings in HTML.
std::string sections_of(const messages::AboutMessage& message, const Markup& in, std::string_view tag = {}) {
    std::string text;
    const auto add = [&](std::string_view heading, const std::string& contents) {
        if (!contents.empty()) text += filled(in.section, heading, contents, tag);
    };
    const auto lines_for = [&](const Plan& plan) {
        return filled(in.lines, to_string(plan.tool), in.verbatim(joined(plan.lines, "\n")));
    };
    add("What is printed", wordings_of(message, in));
    add("Why", listed(message.why, in));
    add("What to do", listed(message.workarounds, in) + joined(message.lines, "", lines_for));
    if (!message.cases.rows.empty())
        add("What it depends on",
            in.table(message.cases, message.row.title) + filled(in.question, "A log shows which of these it is:",
                                                                filled(in.code, "cudastdenv diagnose build.log")));
    add("Sources", sources_of(message, in));
    return text;
}

/// The sentences and commands of the findings above, so that none of them is printed twice.
struct Said {
    std::set<std::string> texts = {};
    std::set<std::vector<std::string>> lines = {};

    [[nodiscard]] std::vector<Sentence> without_said(std::vector<Sentence> all) {
        std::erase_if(all, [&](const Sentence& one) { return !texts.insert(one.text).second; });
        return all;
    }
};

/// `on RTX 4090 (8.9) with driver 550`
std::string format_gpus(const DiagnoseAnswer::Facts& facts) {
    std::vector<Gpu> gpus;
    for (const DiagnoseAnswer::GpuFact& gpu : facts.gpus) gpus.push_back({gpu.name.value_or(""), gpu.capability});
    return fmt::format("on {}{}", cudastdenv::format_gpus(gpus),
                       facts.driver ? fmt::format(" with driver {}", facts.driver->value) : "");
}

/// `nvcc does not support this GCC: it is too new (gcc-too-new), line 18`
void add_finding(Page& page, const DiagnoseAnswer::Finding& finding, const DiagnoseAnswer::Facts& facts,
                 const Style& style, Said& said) {
    page.sentence(style.strong(fmt::format("{} ({}), line {}", finding.title, finding.message, finding.line)));
    page.fact("reads", finding.text);
    if (finding.status_reason)
        page.fact("status", fmt::format("{}: {}", to_string(finding.status), finding.status_reason->text));
    page.facts("why", said.without_said(finding.why));
    if (!finding.files.empty()) add_files(page, finding.files, format_gpus(facts), style);
    std::vector<Sentence> remedies = said.without_said(finding.remedies);
    if (remedies.size() < finding.remedies.size())
        remedies.insert(remedies.begin(), {.code = {}, .text = "as above", .sources = {}});
    std::vector<Plan> plans = finding.fix;
    std::erase_if(plans, [&](const Plan& plan) { return !said.lines.insert(plan.lines).second; });
    page.facts("fix", remedies);
    page.plans(plans);
}

/// The findings behind the first one, in one line each.
void add_following(Page& page, std::span<const DiagnoseAnswer::Finding> findings, const Style& style) {
    std::string_view label = "then";
    for (const DiagnoseAnswer::Finding& finding : findings) {
        const std::string whole = fmt::format("line {}: {} ({})", finding.line, finding.title, finding.message);
        const bool fits = whole.size() + fact_width <= style.width;
        page.fact(std::exchange(label, ""), fits ? whole : fmt::format("line {}: {}", finding.line, finding.message));
    }
    if (!findings.empty()) page.fact("", "--all explains each of them");
}

/// The messages that do not count: a few in one line, or with their reasons.
void add_others(Page& page, std::span<const DiagnoseAnswer::OtherMessage> others, const Style& style) {
    constexpr std::size_t shown = 3;
    const auto named = [](const DiagnoseAnswer::OtherMessage& other) {
        return fmt::format("{} ({}, line {})", other.message, to_string(other.status), other.line);
    };
    std::string_view label = "also seen";
    if (style.shown.all)
        for (const DiagnoseAnswer::OtherMessage& other : others)
            page.fact(std::exchange(label, ""), fmt::format("{}: {}", named(other), other.reason.text));
    else if (!others.empty())
        page.fact(label, joined(others.first(std::min(shown, others.size())), ", ", named) +
                             (others.size() > shown ? fmt::format(" and {} more (--all)", others.size() - shown) : ""));
}

void add_facts(Page& page, const DiagnoseAnswer& answer) {
    if (!answer.facts_text.empty()) page.fact("known", joined(answer.facts_text));
    page.facts("odd", answer.oddities);
}

/// Further facts in the log, and the unknown ones.
void add_context(Page& page, const DiagnoseAnswer& answer) {
    add_facts(page, answer);
    if (!answer.unknown.empty())
        page.fact("unknown",
                  answer.unknown_text + (answer.ask ? fmt::format(": run `{}` on the machine", *answer.ask) : ""));
    else if (answer.ask) page.fact("more", fmt::format("`{}`", *answer.ask));
}

/// The answer with the first findings in full, and a line for each of the others.
std::string findings_text(const DiagnoseAnswer& answer, std::size_t opened, const Style& style,
                          bool has_context = true) {
    const std::span<const DiagnoseAnswer::Finding> findings = answer.findings;
    Page page(style);
    Said said;
    for (const DiagnoseAnswer::Finding& finding : findings.first(opened)) {
        if (&finding != &findings.front()) page.gap();
        add_finding(page, finding, answer.facts, style, said);
    }
    if (!findings[opened - 1].fix.empty() || opened > 1) page.gap();
    add_following(page, findings.subspan(opened), style);
    page.facts("for all", answer.for_all);
    if (has_context) add_others(page, answer.other_messages, style);
    if (has_context) add_context(page, answer);
    else page.facts("odd", answer.oddities);
    return page.take();
}

std::string unknown_message_text(const DiagnoseAnswer& answer, const Style& style) {
    Page page(style);
    const std::string unknown = fmt::format("Unknown: no known message{}",
                                            answer.oddities.empty() ? "" : ", but the facts are odd");
    page.sentence(style.strong(answer.other_text.empty() ? unknown : answer.other_text));
    if (answer.first_error) page.fact(fmt::format("line {}", answer.first_error_line), *answer.first_error);
    add_facts(page, answer);
    const std::span<const DiagnoseAnswer::OtherMessage> others = answer.other_messages;
    add_others(page, style.shown.all ? others : others.subspan(std::min<std::size_t>(1, others.size())), style);
    return page.take();
}

}  // namespace

std::string message_markdown(const messages::AboutMessage& message) {
    return fmt::format("## {}\n\n`{}`\n{}", escape_markdown(message.row.title), message.row.id,
                       sections_of(message, markdown));
}

std::string message_section(const messages::AboutMessage& message) {
    return fmt::format("<section class=\"message\" id=\"message-{0}\" aria-labelledby=\"message-{0}-heading\">\n"
                       "<h2 id=\"message-{0}-heading\">{1}</h2>\n<p><code>{0}</code></p>\n{2}</section>\n",
                       escape_html(message.row.id), escape_html(message.row.title), sections_of(message, html, "h3"));
}

std::string message_details(const messages::AboutMessage& message) {
    return fmt::format("<details class=\"message\" id=\"message-{0}\">\n<summary><h3>{1}</h3></summary>\n"
                       "<p><code>{0}</code></p>\n{2}</details>\n",
                       escape_html(message.row.id), escape_html(message.row.title), sections_of(message, html, "h4"));
}

std::string health_text(const DiagnoseAnswer& answer, const Style& style) {
    const DiagnoseAnswer::Health& health = *answer.health;
    Page page(style);
    using enum HealthVerdict;
    if (health.verdict == yes) page.sentence(style.good("Yes: " + health.headline));
    else if (health.verdict == no) page.sentence(style.bad("No: " + health.headline));
    else page.sentence(style.warn((health.verdict == partly ? "Partly: " : "Unknown: ") + health.headline));
    // The headline of a failure is its check.
    page.facts("checks", std::vector(health.checks.begin() + (health.verdict == yes ? 0 : 1), health.checks.end()));
    if (!answer.facts_text.empty()) page.fact("known", joined(answer.facts_text));
    page.facts("odd", answer.oddities);
    return page.take();
}

std::string diagnosis_text(const DiagnoseAnswer& answer, const Style& style) {
    if (answer.findings.empty()) return unknown_message_text(answer, style);
    const std::size_t count = answer.findings.size();
    if (style.shown.all || count <= 2) return findings_text(answer, count, style);
    // As many as a screen has room for; each has at least three lines.
    constexpr std::ptrdiff_t lines_of_screen = 24;
    std::size_t opened = std::min<std::size_t>(count, lines_of_screen / 3);
    std::string text = findings_text(answer, opened, style);
    const auto is_too_long = [&] { return std::ranges::count(text, '\n') > lines_of_screen; };
    while (opened > 1 && is_too_long()) text = findings_text(answer, --opened, style);
    return is_too_long() ? findings_text(answer, opened, style, false) : text;
}

}  // namespace cudastdenv::report
