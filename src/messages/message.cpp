// SPDX-License-Identifier: MIT
#include "messages/message.hpp"

#include "core/lists.hpp"
#include "core/versions.hpp"
#include "findings/abi.hpp"
#include "messages/diagnosis.hpp"
#include "messages/diagnostics.hpp"
#include "messages/drivers.hpp"
#include "messages/phrases.hpp"
#include "resolve/api.hpp"
#include "resolve/drivers.hpp"
#include "resolve/resolve.hpp"
#include "tables/check_api.hpp"
#include "tables/lookup.hpp"
#include "tables/message_template.hpp"

namespace cudastdenv::messages {

namespace {

/// `libcublas (cuBLAS)`, `cuDNN`
std::string format_component(const ComponentRow& component) {
    if (component.own_releases) return std::string(component.title);
    return fmt::format("{} ({})", component.id, component.title);
}

/// `cuda_nvcc (nvcc) in CUDA 12.9 and older, cuda_crt (headers of nvcc) in CUDA 13.0.0 and newer`
std::string format_holders(std::vector<ComponentHolder> holders) {
    std::ranges::sort(holders, {}, [](const ComponentHolder& holder) { return holder.row->first; });
    return joined(holders, ", ", [](const ComponentHolder& holder) {
        return fmt::format("{} in {}", format_component(*holder.component), format_releases(holder.releases()));
    });
}

/// In the order of ComponentFileKind.
constexpr std::array format_kinds{"a header",         "a file for CMake", "a library", "a library",
                                  "a static library", "a stub",           "a tool"};

constexpr std::string_view any_text = "\u2026";

/// The values of the placeholders in the wordings.
std::vector<Fact> facts_of(const std::vector<const MessageTextRow*>& wordings) {
    std::vector<Fact> facts;
    for (const MessageTextRow* wording : wordings) {
        const auto parts = parse_template(wording->text);  // valid, because the loader has parsed it
        for (const TemplatePart& part : *parts) facts.push_back(part.fact);
    }
    sort_unique(facts);
    return facts;
}

/// The limit in the words of the message, if it states it: `gcc versions later than 13 are not supported`
std::string format_bound(const std::vector<const MessageTextRow*>& wordings, Compiler::Family family, int newest) {
    const bool is_gcc = family == Compiler::Family::gcc;
    const std::string_view placeholder = is_gcc ? "version:gccBound" : "number:clangBound";
    for (const MessageTextRow* wording : wordings)
        if (wording->text.find(placeholder) != wording->text.npos)
            return fill_placeholders(wording->text, [&](std::string_view found) {
                return found == placeholder ? std::to_string(is_gcc ? newest : newest + 1) : std::string(any_text);
            });
    return fmt::format("{} {} or older", family, newest);
}

/// Releases with the same maximum version are adjacent.
Grid compiler_cases(const Tables& tables, const std::vector<const MessageTextRow*>& wordings,
                    const std::vector<Fact>& facts) {
    const bool is_of_gcc = contains(facts, Fact::gcc_bound) || contains(facts, Fact::gcc);
    const bool is_of_clang = contains(facts, Fact::clang_bound) || contains(facts, Fact::clang);
    Grid cases{{"bound", "in"}, {}};
    const auto newest = [](const HostCompilerRow& row) { return row.enforced ? row.enforced->max : 0; };
    const auto are_alike = [&](const HostCompilerRow& left, const HostCompilerRow& right) {
        return left.family == right.family && newest(left) == newest(right);
    };
    const auto are_alike_early = [](const EarlyRelease& left, const EarlyRelease& right) {
        return left.newest_gcc == right.newest_gcc;
    };
    for (const auto run : runs_of(tables.early_releases, are_alike_early))
        if (is_of_gcc)
            cases.rows.push_back({format_bound(wordings, Compiler::Family::gcc, run.front().newest_gcc),
                                  format_releases(VersionRange{run.front().version, run.back().version})});
    for (const auto run : runs_of(tables.host_compilers, are_alike)) {
        const HostCompilerRow& row = run.front();
        const bool is_plausible_place = row.family == Compiler::Family::gcc ? is_of_gcc : is_of_clang;
        if (is_plausible_place && row.enforced)
            cases.rows.push_back({format_bound(wordings, row.family, newest(row)),
                                  format_releases(VersionRange{row.first, run.back().last})});
    }
    return cases;
}

Grid advisory_cases(const Tables& tables, const MessageRow& message) {
    Grid cases{{"advisory", "in"}, {}};
    for (const std::string_view id : message.advisories)
        if (const AdvisoryRow* row = find_by_id(tables.advisories, id))
            cases.rows.push_back({std::string(id), format_releases(row->when.releases.value_or(VersionRange{}))});
    return cases;
}

Grid architecture_cases(const Tables& tables) {
    return grid_of({"architecture", "supported by nvcc in"}, tables.capabilities, [](const CapabilityRow& row) {
        return std::vector{fmt::format("{} ({}, {})", row.capability, real_architecture(row.capability),
                                       virtual_architecture(row.capability)),
                           format_releases(row)};
    });
}

Grid driver_cases(const Tables& tables) {
    Grid cases{{"release", "requires"}, {}};
    const auto needs = [&](const Release& release) {
        return format_needs(drivers_for(tables, plain_request(release.version)));
    };
    const auto are_alike = [&](const Release& left, const Release& right) { return needs(left) == needs(right); };
    for (const auto run : runs_of(tables.releases, are_alike))
        cases.rows.push_back(
            {format_releases(VersionRange{run.front().version, run.back().version}), needs(run.front())});
    return cases;
}

void add_symbol_version(const Tables& tables, AbiPart part, std::string_view version, std::string_view with,
                        Grid& cases) {
    if (std::ranges::any_of(cases.rows, [&](const auto& row) { return row[0] == version; })) return;
    const auto environments = first_environments(tables, {{.part = part, .number = number_of(part, version)}});
    const std::string where = joined(environments, ", ", &EnvironmentRow::id);
    cases.rows.push_back(
        {std::string(version), fmt::format("{}{}{}", with, with.empty() || where.empty() ? "" : "; ", where)});
}

Grid library_cases(const Tables& tables, const std::vector<Fact>& facts) {
    Grid cases{{"version", "first in"}, {}};
    for (const LibstdcxxRow& row : tables.libstdcxx) {
        const std::string gcc = fmt::format("GCC {}", row.gcc);
        if (contains(facts, Fact::glibcxx)) add_symbol_version(tables, AbiPart::glibcxx, row.glibcxx, gcc, cases);
        if (contains(facts, Fact::cxxabi)) add_symbol_version(tables, AbiPart::cxxabi, row.cxxabi, gcc, cases);
    }
    if (!contains(facts, Fact::glibc_needed)) return cases;
    std::vector<Version> versions;
    for (const EnvironmentRow& row : tables.environments)
        if (row.glibc) versions.push_back(*row.glibc);
    sort_unique(versions);
    for (const Version version : versions)
        add_symbol_version(tables, AbiPart::glibc, fmt::format("{}{}", prefix_of(AbiPart::glibc), version), "", cases);
    return cases;
}

/// The text directly before the placeholder of a library's name, `-l`. Texts with such a prefix are the names to
/// search for.
std::vector<std::string> starts_of_library_names(const std::vector<const MessageTextRow*>& wordings) {
    std::vector<std::string> starts;
    for (const MessageTextRow* wording : wordings) {
        const std::size_t placeholder = wording->text.find(":library}");
        if (placeholder == wording->text.npos) continue;
        const std::string_view before = wording->text.substr(0, wording->text.rfind('{', placeholder));
        const std::size_t blank = before.find_last_of(" '`");
        starts.emplace_back(before.substr(blank == before.npos ? 0 : blank + 1));
    }
    return starts;
}

Grid ptx_cases(const Tables& tables) {
    return grid_of({"release", "driver for its PTX"}, tables.ptx_versions, [](const PtxVersionRow& row) {
        return std::vector{format_release(row.release),
                           row.branch ? fmt::format("branch {} or later", *row.branch) : "unknown"};
    });
}

std::vector<std::string> file_names(const ComponentFilesRow& row, const std::vector<Fact>& facts) {
    std::vector<std::string> names;
    if (contains(facts, Fact::header)) names.assign(row.headers.begin(), row.headers.end());
    if (contains(facts, Fact::library))
        for (const auto libraries : {row.libraries, row.static_libraries})
            for (const std::string_view library : libraries) names.push_back(fmt::format("-l{}", library));
    return names;
}

std::vector<std::string> sonames(const ComponentSonameRow& row) {
    std::vector<std::string> names;
    const std::string_view number = contains(row.number, '{') ? any_text : row.number;
    for (const std::string_view library : row.libraries) names.push_back(fmt::format("lib{}.so.{}", library, number));
    return names;
}

Grid file_cases(const Tables& tables, const std::vector<const MessageTextRow*>& wordings,
                const std::vector<Fact>& facts) {
    Grid cases{{"file", "component"}, {}};
    const std::vector<std::string> starts = starts_of_library_names(wordings);
    const auto is_other = [&](const std::string& name) {
        return !contains(facts, Fact::header) &&
               std::ranges::none_of(starts, [&](const std::string& start) { return name.starts_with(start); });
    };
    const auto add = [&](const ComponentRow& component, const auto& row, std::vector<std::string> names) {
        std::erase_if(names, is_other);
        if (row.component != component.id || names.empty()) return;
        const std::string releases = format_releases(VersionRange{row.first, row.last});
        cases.rows.push_back({joined(names), fmt::format("{}, {}", component.title, releases)});
    };
    for (const ComponentRow& component : tables.components) {
        for (const ComponentFilesRow& row : tables.component_files) add(component, row, file_names(row, facts));
        if (!contains(facts, Fact::library)) continue;
        for (const ComponentSonameRow& row : tables.component_sonames) add(component, row, sonames(row));
    }
    if (contains(facts, Fact::cmake_file))
        for (const CmakeNameRow& row : tables.cmake_names)
            cases.rows.push_back({std::string(row.name), std::string(row.file)});
    return cases;
}

Grid jit_cases(const Tables& tables) {
    return grid_of({"newest symbol", "in libnvJitLink of"}, tables.nvjitlink_libraries, [](const NvJitLinkRow& row) {
        return std::vector{fmt::format("__nvJitLink{}_{}", any_text, row.newest_symbol), format_release(row.release)};
    });
}

/// The names that NVIDIA replaced.
Grid name_cases(const Tables& tables) {
    return grid_of({"name", "instead"}, tables.api_successors, [](const ApiSuccessorRow& row) {
        const std::string name = row.parent ? fmt::format("{}::{}", *row.parent, row.name) : std::string(row.name);
        const std::string_view instead = replacement(&row);
        return std::vector{name, std::string(instead.empty() ? "nothing" : instead)};
    });
}

/// The functions whose parameters changed.
Grid signature_cases(const Tables& tables) {
    return grid_of({"functions", "changed in"}, tables.api_signatures, [](const ApiSignatureRow& row) {
        std::vector<std::string> names;
        for_each_packed_name(row.names, [&](const std::string& name) { names.push_back(name); });
        return std::vector{joined(names), format_release(row.release)};
    });
}

Grid cases_of(const Tables& tables, const MessageRow& message, const std::vector<const MessageTextRow*>& wordings) {
    const std::vector<Fact> facts = facts_of(wordings);
    switch (message.cause) {
        case MessageRow::Cause::advisory: return advisory_cases(tables, message);
        case MessageRow::Cause::host_compiler: return compiler_cases(tables, wordings, facts);
        case MessageRow::Cause::architecture:
        case MessageRow::Cause::coverage: return architecture_cases(tables);
        case MessageRow::Cause::driver:
        case MessageRow::Cause::native_driver: return driver_cases(tables);
        case MessageRow::Cause::ptx: return ptx_cases(tables);
        case MessageRow::Cause::libstdcxx: return library_cases(tables, facts);
        case MessageRow::Cause::component: return file_cases(tables, wordings, facts);
        case MessageRow::Cause::api:
            return contains(facts, Fact::symbol) ? name_cases(tables) : signature_cases(tables);
        case MessageRow::Cause::header:
        case MessageRow::Cause::list:
        case MessageRow::Cause::itself: break;
    }
    return contains(facts, Fact::jit_major) ? jit_cases(tables) : Grid{};
}

}  // namespace

std::vector<Sentence> describe(const ComponentFile& file) {
    const ComponentHolder& holder = file.holders.front();
    const bool is_one = file.holders.size() == 1;
    const bool is_always_there = is_one && !holder.row->first && !holder.row->last;
    const std::string_view id = file.is_drivers()                      ? "driver-file"
                                : file.has_own_releases()              ? "own-file"
                                : file.kind == ComponentFileKind::stub ? "component-stub"
                                : is_always_there                      ? "component-file"
                                : is_one                               ? "component-in-releases"
                                                                       : "component-moved";
    const std::string asked = file.cmake_name ? fmt::format("{} ({} in CMake)", file.name, file.cmake_name->name)
                                              : file.name;
    std::vector<Sentence> all{sentence({id,
                                        {{"asked", asked},
                                         {"kind", format_kinds.at(static_cast<std::size_t>(file.kind))},
                                         {"component", format_component(*holder.component)},
                                         {"holders", format_holders(file.holders)}},
                                        holder.row->sources})};
    if (!file.is_of_other_release && !file.is_bounded()) return all;
    const std::string releases = file.is_of_other_release ? "no release in the tables"
                                                          : format_releases(*file.named_for);
    all.push_back(sentence({"library-release", {{"file", file.name}, {"releases", releases}}, holder.row->sources}));
    return all;
}

std::string as_printed(std::string_view text) {
    return fill_placeholders(text, [](std::string_view) { return any_text; });
}

AboutMessage about(const Tables& tables, const MessageRow& row) {
    AboutMessage about{row, {}, {}, {}, {}, {}, {}};
    for (const MessageTextRow& text : tables.message_texts)
        if (text.message == row.id) about.wordings.push_back(&text);
    std::stable_partition(about.wordings.begin(), about.wordings.end(),
                          [](const MessageTextRow* text) { return !text->language; });
    const diagnose::SeenMessage alone{.wording = about.wordings.front(), .line = {}, .fillings = {}};
    DiagnoseAnswer::Finding finding = std::move(explain_messages(tables, {&alone}, {}).messages.front().finding);
    about.why = std::move(finding.why);
    about.workarounds = std::move(finding.remedies);
    for (const MessageLinesRow& lines : tables.message_lines) {
        if (lines.message != row.id) continue;
        about.lines.push_back({lines.tool, {{lines.change, lines.what, {}, {}}}, {}});
        for (const std::string_view line : lines.lines) about.lines.back().lines.push_back(as_printed(line));
    }
    about.cases = cases_of(tables, row, about.wordings);
    const auto add_sources = [&](SourceIds ids) {
        for (const std::string_view id : ids)
            if (const SourceRow* source = find_source(tables, id); source && !contains(about.sources, source))
                about.sources.push_back(source);
    };
    add_sources(row.sources);
    for (const auto* list : {&about.why, &about.workarounds})
        for (const Sentence& one : *list) add_sources(one.sources);
    for (const MessageTextRow* text : about.wordings) add_sources(text->sources);
    return about;
}

}  // namespace cudastdenv::messages
