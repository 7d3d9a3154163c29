// SPDX-License-Identifier: MIT
#include "nix/features.hpp"
#include "report/page.hpp"
#include "report/text.hpp"
#include "tables/fields.hpp"
#include "tables/json.hpp"
#include "words/manifest.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::report {

namespace {

using namespace words;

std::string title(const ManifestAnswer& answer) {
    const std::string product(answer.product.value_or("unnamed product"));
    std::string words = product == "cuda" ? "CUDA" : product;
    if (answer.release) words += " " + to_string(*answer.release);
    else if (answer.label) words += fmt::format(" {}", *answer.label);
    if (answer.date) words += fmt::format(" of {}", *answer.date);
    return words;
}

std::string package_in_words(const ManifestAnswer::Package& package) {
    std::vector<std::string> systems;
    for (const auto& [system, variants] : package.systems.entries) {
        systems.emplace_back(system);
        if (!variants.empty()) systems.back() += fmt::format(" ({})", fmt::join(variants, " "));
    }
    const std::string where = systems.empty() ? "nowhere" : fmt::format("{}", fmt::join(systems, ", "));
    return package.version ? fmt::format("{}: {}", *package.version, where) : where;
}

std::string state_in_words(const ManifestAnswer& answer, std::string_view table, nix::TableState::State state) {
    using State = nix::TableState::State;
    switch (state) {
        case State::agrees: return "has it";
        case State::lacks:
            if (table == "redist") return "lacks a system";
            return fmt::format("lacks {}{}", table == "sources" ? "nvidia-redistrib-" : "", to_string(*answer.release));
        case State::differs: return "says otherwise";
    }
    return {};
}

void print_tables(Page& page, const ManifestAnswer& answer, const Style& style) {
    if (answer.tables.entries.empty()) return;
    page.gap();
    page.line("Our tables");
    for (const auto& [table, state] : answer.tables.entries) {
        const bool agrees = state == nix::TableState::State::agrees;
        page.item(table, agrees ? style.good(table) : style.warn(table), state_in_words(answer, table, state));
    }
}

template <class Row>
void print_rows(Page& page, std::string_view heading, const std::vector<Row>& rows) {
    if (rows.empty()) return;
    page.gap();
    page.line(heading);
    for (std::size_t i = 0; i < rows.size(); ++i) page.line(canonical(rows[i], 4) + (i + 1 < rows.size() ? "," : ""));
}

void print_problems(Page& page, const ManifestAnswer& answer) {
    if (answer.problem_count == 0) return;
    page.gap();
    page.line("Problems");
    for (const ManifestAnswer::Problem& problem : answer.problems)
        page.bullet(fmt::format("{}{}{} [{}]", problem.pointer, problem.pointer.empty() ? "" : ": ", problem.message,
                                std::string_view(problem.code)));
    if (answer.problem_count > answer.problems.size())
        page.bullet(fmt::format("and {} more", answer.problem_count - answer.problems.size()));
}

}  // namespace

std::string manifest_text(const ManifestAnswer& answer, const Style& style) {
    const bool is_redistrib = answer.kind == "redistrib";
    Page page(style);
    page.sentence(fmt::format("{}: {} ({})", style.strong(title(answer)),
                              answer.problem_count == 0 ? style.good("no problems")
                                                        : style.bad(counted(answer.problem_count, "problem")),
                              is_redistrib ? "NVIDIA's manifest of redistributable packages" : "a feature manifest"));
    page.gap();
    if (answer.product == "cuda" && is_redistrib)
        page.row("nvcc", std::string(answer.nvcc.value_or("not among the packages, or without a version")));
    page.line(fmt::format("Packages ({})", answer.packages.size()));
    for (const ManifestAnswer::Package& package : answer.packages)
        page.item(package.name, package.name, package_in_words(package));
    print_tables(page, answer, style);
    print_rows(page, "For releases.json (newestStandard is not in a manifest: nvcc --help says it)",
               answer.new_rows.releases);
    print_rows(page, "For redist.json, instead of the row of the same names, if there is one", answer.new_rows.redist);
    print_problems(page, answer);
    return page.take();
}

namespace {

/// `cuda_cudart linux-x86_64`
std::string archive_in_words(const nix::ManifestArchive& archive) {
    return fmt::format("{} {}{}{}", archive.package, archive.system, archive.variant.empty() ? "" : " ",
                       archive.variant);
}

std::string outputs_in_words(const nix::PackageOutputs& outputs) {
    std::vector<std::string_view> names;
    for (const nix::OutputName& output : nix::output_names)
        if (outputs.*output.has) names.push_back(output.name);
    return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

std::vector<std::string> features_missing(const nix::FoundFeatures& found) {
    std::vector<std::string> notes;
    for (const nix::ManifestArchive& archive : found.missing)
        notes.push_back(
            fmt::format("{}: left out, its archive is not there: {}", archive_in_words(archive), archive.path));
    if (found.unnamed > 0)
        notes.push_back(
            fmt::format("{}: left out, without a path or a hash that can be used", counted(found.unnamed, "archive")));
    return notes;
}

std::string features_text(const nix::FoundFeatures& found, const Style& style) {
    Page page(style);
    page.line(fmt::format("{} of {}; of {} it is not known", style.strong("Outputs"),
                          counted(found.packages.size(), "archive"), found.missing.size() + found.unnamed));
    for (const nix::PackageFeatures& package : found.packages) {
        const std::string words = outputs_in_words(package.outputs);
        page.bullet(
            fmt::format("{}: {}", archive_in_words(package.archive), words.empty() ? "none of its own" : words));
    }
    return page.take();
}

}  // namespace cudastdenv::report
