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
    const nix::Manifest& manifest = answer.manifest;
    const nix::ManifestVerdict& verdict = answer.verdict;
    std::string words = verdict.is_cuda ? "CUDA" : manifest.product.empty() ? "unnamed product" : manifest.product;
    if (verdict.release) words += " " + to_string(*verdict.release);
    else if (!manifest.label.empty()) words += " " + manifest.label;
    if (!manifest.date.empty()) words += fmt::format(" of {}", manifest.date);
    return words;
}

std::string kind_in_words(nix::Manifest::Kind kind) {
    switch (kind) {
        case nix::Manifest::Kind::redistrib: return "NVIDIA's manifest of redistributable packages";
        case nix::Manifest::Kind::feature: return "a feature manifest";
    }
    return {};
}

std::string package_in_words(const nix::ManifestPackage& package) {
    std::vector<std::string> systems;
    for (const nix::ManifestPlatform& platform : package.platforms) {
        systems.push_back(platform.system);
        if (!platform.variants.empty()) systems.back() += fmt::format(" ({})", fmt::join(platform.variants, " "));
    }
    const std::string where = systems.empty() ? "nowhere" : fmt::format("{}", fmt::join(systems, ", "));
    return package.version.empty() ? where : fmt::format("{}: {}", package.version, where);
}

std::string state_in_words(const ManifestAnswer& answer, const nix::TableState& table) {
    using State = nix::TableState::State;
    switch (table.state) {
        case State::agrees: return "has it";
        case State::lacks:
            if (table.table == "redist") return "lacks a system";
            return fmt::format("lacks {}{}", table.table == "sources" ? "nvidia-redistrib-" : "",
                               to_string(*answer.verdict.release));
        case State::differs: return "says otherwise";
    }
    return {};
}

void print_tables(Page& page, const ManifestAnswer& answer, const Style& style) {
    if (answer.verdict.tables.empty()) return;
    page.gap();
    page.line("Our tables");
    for (const nix::TableState& table : answer.verdict.tables) {
        const bool agrees = table.state == nix::TableState::State::agrees;
        page.item(table.table, agrees ? style.good(table.table) : style.warn(table.table),
                  state_in_words(answer, table));
    }
}

template <class Row>
void print_rows(Page& page, std::string_view heading, const std::vector<Row>& rows) {
    if (rows.empty()) return;
    page.gap();
    page.line(heading);
    for (std::size_t i = 0; i < rows.size(); ++i) page.line(canonical(rows[i], 4) + (i + 1 < rows.size() ? "," : ""));
}

void print_new_rows(Page& page, const ManifestAnswer& answer) {
    const nix::ManifestVerdict& verdict = answer.verdict;
    print_rows(page, "For releases.json (newestStandard is not in a manifest: nvcc --help says it)",
               verdict.new_releases);
    print_rows(page, "For redist.json, instead of the row of the same names, if there is one", verdict.new_redist_rows);
}

std::size_t count_problems(const ManifestAnswer& answer) {
    return answer.manifest.problem_count + answer.verdict.problems.size();
}

std::string count_in_words(const ManifestAnswer& answer, const Style& style) {
    const std::size_t count = count_problems(answer);
    if (count == 0) return style.good("no problems");
    return style.bad(counted(count, "problem"));
}

void print_problems(Page& page, const ManifestAnswer& answer) {
    if (count_problems(answer) == 0) return;
    page.gap();
    page.line("Problems");
    for (const auto* problems : {&answer.manifest.problems, &answer.verdict.problems})
        for (const nix::ManifestProblem& problem : *problems) {
            const SaidAt said = say(problem);
            page.bullet(
                fmt::format("{}{}{} [{}]", said.pointer, said.pointer.empty() ? "" : ": ", said.text, said.code));
        }
    if (answer.manifest.problem_count > answer.manifest.problems.size())
        page.bullet(fmt::format("and {} more", answer.manifest.problem_count - answer.manifest.problems.size()));
}

}  // namespace

std::string manifest_text(const ManifestAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(fmt::format("{}: {} ({})", style.strong(title(answer)), count_in_words(answer, style),
                              kind_in_words(answer.manifest.kind)));
    page.gap();
    if (answer.verdict.is_cuda && answer.manifest.kind == nix::Manifest::Kind::redistrib)
        page.row("nvcc",
                 answer.verdict.nvcc.empty() ? "not among the packages, or without a version" : answer.verdict.nvcc);
    page.line(fmt::format("Packages ({})", answer.manifest.packages.size()));
    for (const nix::ManifestPackage& package : answer.manifest.packages)
        page.item(package.name, package.name, package_in_words(package));
    print_tables(page, answer, style);
    print_new_rows(page, answer);
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
