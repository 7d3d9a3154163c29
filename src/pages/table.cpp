// SPDX-License-Identifier: MIT
#include "pages/table.hpp"

#include "core/lists.hpp"
#include "report/message.hpp"
#include "report/page.hpp"
#include "tables/lookup.hpp"
#include "tables/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace cudastdenv::report {

namespace {

std::string cell(std::string_view text) { return std::string(text); }
std::string cell(int number) { return std::to_string(number); }
std::string cell(bool truth) { return truth ? "yes" : ""; }
template <TextScalar T>
std::string cell(T value) {
    return to_text(value);
}
std::string cell(const HostRange& range);
std::string cell(const VersionRange& range);
std::string cell(const DriverDatum& datum) { return to_string(datum.driver); }
template <class T>
std::string cell(const std::optional<T>& value) {
    return value ? cell(*value) : "";
}
template <class T>
std::string cell(std::span<const T> list) {
    std::vector<std::string> texts;
    for (const T& value : list) texts.push_back(cell(value));
    return fmt::format("{}", fmt::join(texts, " "));
}

std::string closed(const std::string& low, const std::string& high) {
    if (low.empty() && high.empty()) return "";
    if (low == high) return low;
    return fmt::format("{}-{}", low, high);
}
std::string cell(const HostRange& range) { return closed(cell(range.min), cell(range.max)); }
std::string cell(const VersionRange& range) { return closed(cell(range.min), cell(range.max)); }

Grid releases_grid(const Tables& tables) {
    Grid grid{{"release", "nvcc", "date", "newest C++", "preview"}, {}};
    for (const Release& row : tables.releases)
        grid.rows.push_back(
            {cell(row.version), cell(row.nvcc), cell(row.date), cell(row.newest_standard), cell(row.preview)});
    return grid;
}

Grid compilers_grid(const Tables& tables) {
    Grid grid{{"family", "first", "last", "nixpkgs", "documented", "enforced"}, {}};
    for (const HostCompilerRow& row : tables.host_compilers)
        grid.rows.push_back({cell(row.family), cell(row.first), cell(row.last), cell(row.nixpkgs), cell(row.documented),
                             cell(row.enforced)});
    return grid;
}

Grid capabilities_grid(const Tables& tables) {
    Grid grid{{"capability", "architecture", "jetson", "family", "nvcc", "nixpkgs", "default until", "renamed"}, {}};
    for (const CapabilityRow& row : tables.capabilities)
        grid.rows.push_back({cell(row.capability), cell(row.architecture), cell(row.jetson), cell(row.family),
                             closed(cell(row.nvcc.first), cell(row.nvcc.last)),
                             row.nixpkgs ? closed(cell(row.nixpkgs->min), cell(row.nixpkgs->max)) : "",
                             row.nixpkgs ? cell(row.nixpkgs->dont_default_after) : "",
                             row.renamed ? cell(row.renamed->to) : ""});
    return grid;
}

Grid libstdcxx_grid(const Tables& tables) {
    Grid grid{{"gcc", "soname", "glibcxx", "cxxabi"}, {}};
    for (const LibstdcxxRow& row : tables.libstdcxx)
        grid.rows.push_back({cell(row.gcc), cell(row.soname), cell(row.glibcxx), cell(row.cxxabi)});
    return grid;
}

Grid symbol_versions_grid(const Tables& tables) {
    Grid grid{{"version", "symbols", "first"}, {}};
    for (const SymbolVersionRow& row : tables.symbol_versions)
        grid.rows.push_back({cell(row.version), std::to_string(row.symbols.size()), cell(row.symbols.front())});
    return grid;
}

Grid measured_grid(const Tables& tables) {
    Grid grid{{"nvcc", "compiler", "standard", "works with libstdc++ of gcc", "fails with that of gcc"}, {}};
    for (const PairHeadersRow& row : tables.pair_headers)
        grid.rows.push_back({fmt::format("nvcc {}", to_string(row.nvcc)), cell(row.compiler), cell(row.standard),
                             cell(row.works), cell(row.fails)});
    for (const ClangHeadersRow& row : tables.clang_headers)
        grid.rows.push_back({"", fmt::format("clang-{}", row.clang), cell(row.standard),
                             row.max_libstdcxx ? fmt::format("up to {}", *row.max_libstdcxx) : "none", ""});
    return grid;
}

Grid advisories_grid(const Tables& tables) {
    Grid grid{{"id", "severity", "releases", "glibc", "message"}, {}};
    for (const AdvisoryRow& row : tables.advisories)
        grid.rows.push_back(
            {cell(row.id), cell(row.severity), cell(row.when.releases), cell(row.when.glibc), cell(row.message)});
    return grid;
}

Grid environments_grid(const Tables& tables) {
    Grid grid{{"id", "compiler", "libstdc++", "glibc", "GCCs", "Clangs"}, {}};
    for (const EnvironmentRow& row : tables.environments)
        grid.rows.push_back(
            {cell(row.id), cell(row.compiler), cell(row.libstdcxx), cell(row.glibc), cell(row.gccs), cell(row.clangs)});
    return grid;
}

Grid redist_grid(const Tables& tables) {
    Grid grid{{"nix system", "redist system", "pkgsCross", "jetson", "nixpkgs", "first", "last", "without"}, {}};
    for (const RedistSystemRow& row : tables.redist_systems)
        grid.rows.push_back({cell(row.nix), cell(row.redist), cell(row.pkgs_cross), cell(row.jetson), cell(row.nixpkgs),
                             cell(row.first), cell(row.last), cell(row.absent)});
    return grid;
}

Grid drivers_grid(const Tables& tables) {
    Grid grid{{"release", "Linux minimum", "Windows minimum", "bundled", "minor versions from", "PTX ISA", "PTX from",
               "cuda_compat"},
              {}};
    for (const DriverRow& row : tables.drivers) {
        const MinorVersionRow* minor = find_minor_version(tables, row.release.major);
        const PtxVersionRow* ptx = find_ptx_version(tables, row.release);
        std::vector<std::string> packages;
        for (const CompatPackageRow& package : tables.compat_packages)
            if (package.release == row.release) packages.push_back(cell(package.redist));
        packages.erase(std::unique(packages.begin(), packages.end()), packages.end());
        grid.rows.push_back({cell(row.release), cell(row.linux_minimum), cell(row.windows_minimum),
                             cell(row.linux_bundled), minor ? cell(minor->linux_minimum) : "",
                             ptx ? cell(ptx->ptx) : "", ptx ? cell(ptx->branch) : "",
                             fmt::format("{}", fmt::join(packages, " "))});
    }
    return grid;
}

Grid package_sets_grid(const Tables& tables) {
    Grid grid{{"channel", "attribute", "release", "read in"}, {}};
    for (const PackageSetRow& row : tables.package_sets)
        grid.rows.push_back({cell(row.channel), cell(row.attribute), cell(row.release),
                             is_of_fork(tables, row.sources) ? "a fork of nixpkgs" : ""});
    return grid;
}

Grid gpus_grid(const Tables& tables) {
    Grid grid{{"name", "capability", "line", "drivers from", "last branch", "also called"}, {}};
    for (const GpuRow& row : tables.gpus) {
        const auto generation = std::ranges::find(tables.gpu_drivers, row.capability, &GpuDriversRow::capability);
        const bool has_last = generation != tables.gpu_drivers.end() && generation->last_branch;
        std::vector<std::string> from;
        if (row.drivers)
            for (const DriverVersion driver : row.drivers->from) from.push_back(to_string(driver));
        grid.rows.push_back({cell(row.name), cell(row.capability), cell(row.line),
                             fmt::format("{}", fmt::join(from, ", ")), has_last ? cell(*generation->last_branch) : "",
                             fmt::format("{}", fmt::join(row.aliases, ", "))});
    }
    return grid;
}

/// The entries, the last one with PTX where the word brings that along.
std::string cell(const ConsumerWordRow& row) {
    const std::string entries = cell(row.entries);
    return row.ptx ? entries + "+PTX" : entries;
}

template <class Row>
void add_consumer_row(Grid& grid, const ConsumerRow& consumer, const Row& row, std::string what,
                      std::string stands_for) {
    if (row.consumer != consumer.id) return;
    grid.rows.push_back({cell(consumer.id), closed(cell(row.first), cell(row.last)), cell(row.cuda), std::move(what),
                         std::move(stands_for)});
}

Grid consumers_grid(const Tables& tables) {
    Grid grid{{"consumer", "versions", "CUDA", "takes", "for"}, {}};
    for (const ConsumerRow& consumer : tables.consumers) {
        grid.rows.push_back(
            {cell(consumer.id), closed(cell(consumer.oldest), cell(consumer.newest)), "", cell(consumer.title), ""});
        for (const ConsumerEntriesRow& row : tables.consumer_entries)
            add_consumer_row(grid, consumer, row, cell(row.entries), "");
        for (const ConsumerRangeRow& row : tables.consumer_ranges)
            add_consumer_row(grid, consumer, row, closed(cell(row.lowest), cell(row.highest)), "");
        for (const ConsumerWordRow& row : tables.consumer_words)
            add_consumer_row(grid, consumer, row, cell(row.word), cell(row));
    }
    return grid;
}

template <class Row>
std::string releases_cell(const Row& row) {
    return closed(cell(row.first), cell(row.last));
}

void add_files(Grid& grid, const ComponentFilesRow& row, std::string_view kind,
               std::span<const std::string_view> names) {
    if (!names.empty()) grid.rows.push_back({cell(row.component), releases_cell(row), cell(kind), cell(names)});
}

/// Whole names, since people look for those: `libcublas.so.12`.
std::string cell(const ComponentSonameRow& row) {
    std::vector<std::string> names;
    for (const std::string_view library : row.libraries)
        names.push_back(fmt::format("lib{}.so.{}", library, row.number));
    return fmt::format("{}", fmt::join(names, " "));
}

/// Each package once.
std::string cell(const ComponentPackageRow& row) {
    std::vector<std::string> names;
    for (const auto& name : {row.headers, row.linking, row.loading, row.static_libraries, row.stubs, row.tools})
        if (name && !contains(names, *name)) names.emplace_back(*name);
    return fmt::format("{}", fmt::join(names, " "));
}

Grid components_grid(const Tables& tables) {
    Grid grid{{"component", "releases", "what", "names"}, {}};
    for (const ComponentRow& component : tables.components) {
        grid.rows.push_back({cell(component.id), releases_cell(component), "component", cell(component.title)});
        for (const ComponentFilesRow& row : tables.component_files) {
            if (row.component != component.id) continue;
            add_files(grid, row, "headers", row.headers);
            add_files(grid, row, "CMake files", row.cmake_files);
            add_files(grid, row, "libraries", row.libraries);
            add_files(grid, row, "static libraries", row.static_libraries);
            add_files(grid, row, "stubs", row.stubs);
            add_files(grid, row, "tools", row.tools);
        }
        for (const ComponentSonameRow& row : tables.component_sonames)
            if (row.component == component.id)
                grid.rows.push_back({cell(row.component), releases_cell(row), "loaded as", cell(row)});
        for (const ComponentPackageRow& row : tables.component_packages)
            if (row.component == component.id)
                grid.rows.push_back({cell(row.component), releases_cell(row), cell(row.manager), cell(row)});
    }
    for (const CmakeNameRow& row : tables.cmake_names) grid.rows.push_back({"", "", cell(row.file), cell(row.name)});
    return grid;
}

Grid rules_grid(const Tables& tables) {
    Grid grid{{"id", "statement"}, {}};
    for (const RuleRow& row : tables.rules) grid.rows.push_back({cell(row.id), cell(row.statement)});
    return grid;
}

Grid sources_grid(const Tables& tables) {
    Grid grid{{"id", "kind", "confidence", "title", "where"}, {}};
    for (const SourceRow& row : tables.sources)
        grid.rows.push_back({cell(row.id), cell(row.kind), cell(row.confidence), cell(row.title),
                             row.url ? cell(*row.url) : cell(row.locator)});
    return grid;
}

/// A wording of each line; what answers a message stands beside the first one.
Grid messages_grid(const Tables& tables) {
    Grid grid{{"message", "wording", "printed by", "language", "what it means"}, {}};
    for (const MessageRow& message : tables.messages) {
        std::string meaning(message.title);
        for (const MessageTextRow& text : tables.message_texts) {
            if (text.message != message.id) continue;
            grid.rows.push_back({cell(message.id), cell(text.text), cell(text.tools), cell(text.language), meaning});
            meaning.clear();
        }
    }
    return grid;
}

constexpr std::array entries{
    PrintedTable{"advisories", "advisories.json", advisories_grid},
    PrintedTable{"capabilities", "capabilities.json", capabilities_grid, capabilities_markdown},
    PrintedTable{"compilers", "host_compilers.json", compilers_grid, compilers_markdown},
    PrintedTable{"components", "components.json", components_grid},
    PrintedTable{"consumers", "consumers.json", consumers_grid},
    PrintedTable{"drivers", "drivers.json", drivers_grid},
    PrintedTable{"environments", "environments.json", environments_grid},
    PrintedTable{"gpus", "gpus.json", gpus_grid},
    PrintedTable{"libstdcxx", "libstdcxx.json", libstdcxx_grid},
    PrintedTable{"measured", "measured.json", measured_grid},
    PrintedTable{"messages", "messages.json", messages_grid},
    PrintedTable{"package-sets", "package_sets.json", package_sets_grid},
    PrintedTable{"redist", "redist.json", redist_grid},
    PrintedTable{"releases", "releases.json", releases_grid, releases_markdown},
    PrintedTable{"rules", "rules.json", rules_grid},
    PrintedTable{"sources", "sources.json", sources_grid},
    PrintedTable{"symbol-versions", "symbol_versions.json", symbol_versions_grid},
};

/// A page without a script.
std::string plain_page(std::string_view title, std::string_view body) {
    return fmt::format("{}<main>\n{}</main>\n</body>\n</html>\n", html_head(title, page::base_css, false), body);
}

}  // namespace

std::span<const PrintedTable> printed_tables() noexcept { return entries; }

std::string grid_html(const Grid& grid, std::string_view title) {
    return plain_page(title, fmt::format("<h1>{}</h1>\n{}", escape_html(title), html_table(grid, title)));
}

std::string messages_html(const std::vector<words::AboutMessage>& messages) {
    const bool is_one = messages.size() == 1;
    const std::string title = is_one ? words::as_printed(messages.front().wordings.front()->text)
                                     : "Messages of CUDA builds and programs";
    std::string body = fmt::format("<h1>{}</h1>\n", escape_html(title));
    for (const words::AboutMessage& message : messages) body += message_section(message);
    return plain_page(title, body);
}

std::string messages_markdown(const std::vector<words::AboutMessage>& messages) {
    std::vector<std::string> sections;
    for (const words::AboutMessage& message : messages) sections.push_back(message_markdown(message));
    return fmt::format("{}", fmt::join(sections, "\n"));
}

}  // namespace cudastdenv::report
