// SPDX-License-Identifier: MIT
#include "pages/table.hpp"

#include "core/lists.hpp"
#include "core/quote.hpp"
#include "report/text.hpp"
#include "tables/lookup.hpp"
#include "tables/shape.hpp"

namespace cudastdenv::report {

namespace {

std::string cell(std::string_view text) { return std::string(text); }
std::string cell(int number) { return std::to_string(number); }
std::string cell(bool truth) { return truth ? "yes" : ""; }
template <TextScalar T>
std::string cell(T value) {
    return to_text(value);
}
std::string cell(const DriverDatum& datum) { return to_string(datum.driver); }
std::string closed(const std::string& low, const std::string& high) {
    if (low == high) return low;
    return fmt::format("{}-{}", low, high);
}
std::string cell(const HostRange& range) { return closed(range.min ? cell(*range.min) : "", cell(range.max)); }
std::string cell(const VersionRange& range) {
    return closed(range.min ? cell(*range.min) : "", range.max ? cell(*range.max) : "");
}
template <class T>
std::string cell(std::span<const T> list) {
    return joined(list, " ", [](const T& value) { return cell(value); });
}
template <class T>
std::string cell(const std::optional<T>& value) {
    return value ? cell(*value) : "";
}
/// Empty if the row is null.
template <class Row, class Member>
std::string cell(const Row* row, Member Row::*member) {
    return row ? cell(row->*member) : "";
}

template <class... Values>
std::vector<std::string> cells(const Values&... values) {
    return {cell(values)...};
}

Grid releases_grid(const Tables& tables) {
    return grid_of({"release", "nvcc", "date", "newest C++", "preview"}, tables.releases, [](const Release& row) {
        return cells(row.version, row.nvcc, row.date, row.newest_standard, row.preview);
    });
}

Grid compilers_grid(const Tables& tables) {
    return grid_of({"family", "first", "last", "nixpkgs", "documented", "enforced"}, tables.host_compilers,
                   [](const HostCompilerRow& row) {
                       return cells(row.family, row.first, row.last, row.nixpkgs, row.documented, row.enforced);
                   });
}

Grid capabilities_grid(const Tables& tables) {
    return grid_of({"capability", "architecture", "jetson", "family", "nvcc", "nixpkgs", "default until", "renamed"},
                   tables.capabilities, [](const CapabilityRow& row) {
                       const auto& nixpkgs = row.nixpkgs;
                       return cells(row.capability, row.architecture, row.jetson, row.family,
                                    closed(cell(row.nvcc.first), cell(row.nvcc.last)),
                                    nixpkgs ? closed(cell(nixpkgs->min), cell(nixpkgs->max)) : "",
                                    nixpkgs ? cell(nixpkgs->dont_default_after) : "",
                                    row.renamed ? cell(row.renamed->to) : "");
                   });
}

Grid libstdcxx_grid(const Tables& tables) {
    return grid_of({"gcc", "soname", "glibcxx", "cxxabi"}, tables.libstdcxx,
                   [](const LibstdcxxRow& row) { return cells(row.gcc, row.soname, row.glibcxx, row.cxxabi); });
}

Grid symbol_versions_grid(const Tables& tables) {
    return grid_of({"version", "symbols", "first"}, tables.symbol_versions, [](const SymbolVersionRow& row) {
        return cells(row.version, std::to_string(row.symbols.size()), row.symbols.front());
    });
}

Grid measured_grid(const Tables& tables) {
    Grid grid = grid_of({"nvcc", "compiler", "standard", "works with libstdc++ of gcc", "fails with that of gcc"},
                        tables.pair_headers, [](const PairHeadersRow& row) {
                            return cells(fmt::format("nvcc {}", row.nvcc), row.compiler, row.standard, row.works,
                                         row.fails);
                        });
    for (const ClangHeadersRow& row : tables.clang_headers)
        grid.rows.push_back({"", fmt::format("clang-{}", row.clang), cell(row.standard),
                             row.max_libstdcxx ? fmt::format("{} or older", *row.max_libstdcxx) : "none", ""});
    return grid;
}

Grid advisories_grid(const Tables& tables) {
    return grid_of({"id", "severity", "releases", "glibc", "message"}, tables.advisories, [](const AdvisoryRow& row) {
        return cells(row.id, row.severity, row.when.releases, row.when.glibc, row.message);
    });
}

Grid environments_grid(const Tables& tables) {
    return grid_of({"id", "compiler", "libstdc++", "glibc", "GCCs", "Clangs"}, tables.environments,
                   [](const EnvironmentRow& row) {
                       return cells(row.id, row.compiler, row.libstdcxx, row.glibc, row.gccs, row.clangs);
                   });
}

Grid redist_grid(const Tables& tables) {
    return grid_of({"nix system", "redist system", "pkgsCross", "jetson", "nixpkgs", "first", "last", "without"},
                   tables.redist_systems, [](const RedistSystemRow& row) {
                       return cells(row.nix, row.redist, row.pkgs_cross, row.jetson, row.nixpkgs, row.first, row.last,
                                    row.absent);
                   });
}

Grid drivers_grid(const Tables& tables) {
    const auto line = [&](const DriverRow& row) {
        const PtxVersionRow* ptx = find_ptx_version(tables, row.release);
        std::vector<std::string_view> packages;
        for (const CompatPackageRow& package : tables.compat_packages)
            if (package.release == row.release) packages.push_back(package.redist);
        packages.erase(std::unique(packages.begin(), packages.end()), packages.end());
        return cells(row.release, row.linux_minimum, row.windows_minimum, row.linux_bundled,
                     cell(find_minor_version(tables, row.release.major), &MinorVersionRow::linux_minimum),
                     cell(ptx, &PtxVersionRow::ptx), cell(ptx, &PtxVersionRow::branch), joined(packages, " "));
    };
    return grid_of({"release", "Linux minimum", "Windows minimum", "bundled", "minor-version minimum", "PTX ISA",
                    "PTX from", "cuda_compat"},
                   tables.drivers, line);
}

Grid package_sets_grid(const Tables& tables) {
    return grid_of({"channel", "attribute", "release", "read in"}, tables.package_sets, [&](const PackageSetRow& row) {
        const std::string_view read_in = is_of_fork(tables, row.sources) ? "a fork of nixpkgs" : "";
        return cells(row.channel, row.attribute, row.release, read_in);
    });
}

Grid gpus_grid(const Tables& tables) {
    const auto line = [&](const GpuRow& row) {
        const GpuDriversRow* generation = find_in(tables.gpu_drivers, row.capability, &GpuDriversRow::capability);
        return cells(row.name, row.capability, row.line, row.drivers ? joined(row.drivers->from) : "",
                     cell(generation, &GpuDriversRow::last_branch), joined(row.aliases));
    };
    return grid_of({"name", "capability", "line", "first drivers", "last branch", "also called"}, tables.gpus, line);
}

template <class Row>
std::string releases_cell(const Row& row) {
    return closed(cell(row.first), cell(row.last));
}

Grid consumers_grid(const Tables& tables) {
    Grid grid{{"consumer", "versions", "CUDA", "takes", "for"}, {}};
    for (const ConsumerRow& consumer : tables.consumers) {
        const auto add = [&](const auto& row, const std::string& what, const std::string& stands_for) {
            if (row.consumer == consumer.id)
                grid.rows.push_back(cells(consumer.id, releases_cell(row), row.cuda, what, stands_for));
        };
        const std::string versions = closed(cell(consumer.oldest), cell(consumer.newest));
        grid.rows.push_back({cell(consumer.id), versions, "", cell(consumer.title), ""});
        for (const ConsumerEntriesRow& row : tables.consumer_entries) add(row, cell(row.entries), "");
        for (const ConsumerRangeRow& row : tables.consumer_ranges)
            add(row, closed(cell(row.lowest), cell(row.highest)), "");
        for (const ConsumerWordRow& row : tables.consumer_words)
            add(row, cell(row.word), cell(row.entries) + (row.ptx ? fmt::format(" PTX of {}", *row.ptx) : ""));
    }
    return grid;
}

/// Full names, which people search for: `libcublas.so.12`.
std::string cell(const ComponentSonameRow& row) {
    return joined(row.libraries, " ",
                  [&](std::string_view library) { return fmt::format("lib{}.so.{}", library, row.number); });
}

/// Without duplicates.
std::string cell(const ComponentPackageRow& row) {
    std::vector<std::string_view> names;
    for (const auto& name : {row.headers, row.linking, row.loading, row.static_libraries, row.stubs, row.tools})
        if (name && !contains(names, *name)) names.push_back(*name);
    return joined(names, " ");
}

Grid components_grid(const Tables& tables) {
    Grid grid{{"component", "releases", "what", "names"}, {}};
    for (const ComponentRow& component : tables.components) {
        const auto add = [&](const auto& row, const std::string& what, const std::string& names) {
            if (row.component == component.id)
                grid.rows.push_back(cells(component.id, releases_cell(row), what, names));
        };
        grid.rows.push_back({cell(component.id), releases_cell(component), "component", cell(component.title)});
        for (const ComponentFilesRow& row : tables.component_files)
            for (const auto& [kind, names] :
                 {std::pair("headers", row.headers), std::pair("CMake files", row.cmake_files),
                  std::pair("libraries", row.libraries), std::pair("static libraries", row.static_libraries),
                  std::pair("stubs", row.stubs), std::pair("tools", row.tools)})
                if (!names.empty()) add(row, kind, cell(names));
        for (const ComponentSonameRow& row : tables.component_sonames) add(row, "loaded as", cell(row));
        for (const ComponentPackageRow& row : tables.component_packages) add(row, cell(row.manager), cell(row));
    }
    for (const CmakeNameRow& row : tables.cmake_names) grid.rows.push_back({"", "", cell(row.file), cell(row.name)});
    return grid;
}

/// Empty where there is no code, and a question mark where it is unknown.
std::string code_cell(const std::optional<std::span<const Capability>>& code) { return code ? cell(*code) : "?"; }

/// The builds of each project, then what its versions require of others.
Grid wheels_grid(const Tables& tables) {
    Grid grid{{"package", "build", "channel", "versions", "systems", "on PyPI", "Python", "CUDA", "code for", "PTX",
               "requires"},
              {}};
    for (const WheelProjectRow& project : tables.wheel_projects) {
        for (const WheelBuildRow& row : tables.wheel_builds)
            if (row.project == project.id)
                grid.rows.push_back(cells(row.install, row.variant, row.channel,
                                          closed(cell(row.first), cell(row.last)), row.systems, row.on_pypi, row.python,
                                          row.cuda, code_cell(row.machine_code), code_cell(row.ptx), row.requirements));
        for (const WheelCompanionRow& row : tables.wheel_companions)
            if (row.project == project.id)
                grid.rows.push_back({cell(project.packages.front()), "", "", closed(cell(row.first), cell(row.last)),
                                     "", "", "", "", "", "", cell(row.requirements)});
    }
    return grid;
}

/// Names that came and went together in a line, packed as in the file; of a struct its fields.
Grid api_grid(const Tables& tables) {
    Grid grid{{"where", "kind", "first", "last", "deprecated", "names"}, {}};
    for (const ApiNamesRow& row : tables.api_names)
        grid.rows.push_back(cells(row.header, row.kind, row.first, row.last, row.deprecated, row.names));
    for (const ApiFieldsRow& row : tables.api_fields)
        grid.rows.push_back(cells(row.parent, ApiEntryKind::field, row.first, row.last, row.deprecated, row.fields));
    return grid;
}

Grid rules_grid(const Tables& tables) {
    return grid_of({"id", "first", "last", "statement"}, tables.rules,
                   [](const RuleRow& row) { return cells(row.id, row.first, row.last, row.statement); });
}

Grid sources_grid(const Tables& tables) {
    return grid_of({"id", "kind", "confidence", "title", "where"}, tables.sources, [](const SourceRow& row) {
        return cells(row.id, row.kind, row.confidence, row.title, row.url.value_or(row.locator));
    });
}

/// One wording a line. The explanation of a message is next to its first wording.
Grid messages_grid(const Tables& tables) {
    Grid grid{{"message", "wording", "printed by", "language", "meaning"}, {}};
    for (const MessageRow& message : tables.messages) {
        std::string meaning(message.title);
        for (const MessageTextRow& text : tables.message_texts) {
            if (text.message != message.id) continue;
            grid.rows.push_back(cells(message.id, text.text, text.tools, text.language, meaning));
            meaning.clear();
        }
    }
    return grid;
}

constexpr std::array all_tables{
    PrintedTable{"advisories", "advisories.json", advisories_grid},
    PrintedTable{"api", "api.json", api_grid},
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
    PrintedTable{"wheels", "wheels.json", wheels_grid},
};

/// A page without a script.
std::string plain_page(std::string_view title, std::string_view body) {
    return fmt::format("{}<main>\n{}</main>\n</body>\n</html>\n", html_head(title, page::base_css, false), body);
}

using NodeKind = CoverageNode::Kind;

/// The capabilities of a list in any form, in the driver's order of preference.
std::vector<Capability> entries_of(const BuildList& list) {
    BuildList all{list.real, {}};
    all.real.insert(all.real.end(), list.ptx.begin(), list.ptx.end());
    std::vector<Capability> entries;
    for (const Code code : codes_of(all)) entries.push_back(code.capability);
    return entries;
}

std::size_t node_in(CoverageGraph& graph, NodeKind kind, Code code) {
    const CoverageNode wanted{kind, code};
    const auto index = static_cast<std::size_t>(std::ranges::find(graph.nodes, wanted) - graph.nodes.begin());
    if (index == graph.nodes.size()) graph.nodes.push_back(wanted);
    return index;
}

const std::optional<CodeObstacle>& obstacle_of(Code code, const DeviceCoverage& device) {
    return std::ranges::find(device.codes, code, &CodeVerdict::code)->obstacle;
}

/// On each matching GPU, the driver is the obstacle.
bool is_loaded_nowhere(Code code, std::span<const DeviceCoverage> devices) {
    bool fits = false;
    for (const DeviceCoverage& device : devices) {
        const std::optional<CodeObstacle>& obstacle = obstacle_of(code, device);
        if (!obstacle) return false;
        fits = fits || is_of_driver(*obstacle);
    }
    return fits;
}

/// The path of PTX is one step longer than that of machine code.
void add_code(CoverageGraph& graph, Code code, std::span<const DeviceCoverage> devices) {
    std::size_t last = node_in(graph, NodeKind::entry, {{}, code.capability});
    const auto add_step = [&](NodeKind kind) {
        const std::size_t next = node_in(graph, kind, code);
        graph.edges.emplace_back(std::exchange(last, next), next);
    };
    add_step(NodeKind::code);
    if (is_loaded_nowhere(code, devices)) return;
    if (code.form == Code::Form::ptx) add_step(NodeKind::compile);
    add_step(NodeKind::load);
    for (const DeviceCoverage& device : devices)
        if (!obstacle_of(code, device))
            graph.edges.emplace_back(last, node_in(graph, NodeKind::device, {{}, device.device}));
}

/// The name of a node, unique within a graph.
std::string name_of(const CoverageNode& node) {
    constexpr std::array<std::string_view, 6> kinds{"list", "entry ", "", "compile ", "load ", "device "};
    const std::string_view kind = kinds.at(static_cast<std::size_t>(node.kind));
    if (node.kind == NodeKind::list) return std::string(kind);
    if (node.kind == NodeKind::entry || node.kind == NodeKind::device)
        return fmt::format("{}{}", kind, node.code.capability);
    return fmt::format("{}{} {}", kind, node.code.form, node.code.capability);
}

/// Attributes of a node or an arrow. Empty ones are omitted.
using Look = std::vector<std::pair<std::string_view, std::string>>;

std::string attributes_of(const Look& look) {
    std::string text;
    for (const auto& [key, value] : look)
        if (!value.empty()) text += fmt::format("{}{}={}", text.empty() ? " [" : ", ", key, dot_quoted(value));
    return text.empty() ? ";\n" : text + "];\n";
}

Look look_of_device(const messages::CoverageReport& report, Capability number) {
    const auto device = std::ranges::find(report.devices, number, &DeviceCoverage::device);
    const CapabilityRow* row = find_capability(report.answer.tables, number);
    const std::string label = row ? fmt::format("{} {}", number, row->architecture) : to_string(number);
    const std::string tooltip = messages::describe(report, *device).text;
    if (device->place == DevicePlace::reached) return {{"shape", "box3d"}, {"label", label}, {"tooltip", tooltip}};
    const bool is_hole = device->place == DevicePlace::hole, is_unknown = device->place == DevicePlace::unknown;
    return {{"shape", "box3d"},
            {"style", "dashed"},
            {"color", is_hole      ? "red"
                      : is_unknown ? "orange"
                                   : "gray"},
            {"fontcolor", "gray40"},
            {"label", fmt::format("{} ({})", label, device->place)},
            {"tooltip", tooltip}};
}

Look look_of_code(const messages::CoverageReport& report, Code code) {
    const std::string label = messages::format_code(code);
    // An obstacle to all code of this form, on any GPU.
    const auto obstacle = report.driver ? load_obstacle(loads_of(report.driver->answer), code.form) : std::nullopt;
    if (!obstacle) return {{"shape", "note"}, {"label", label}};
    const Version release = report.answer.resolution.release->version;
    return {{"shape", "note"},
            {"style", "dashed"},
            {"label", label},
            {"tooltip", messages::describe(report.answer.tables, release, code, {}, *obstacle).text}};
}

Look look_of(const messages::CoverageReport& report, const CoverageNode& node) {
    switch (node.kind) {
        case NodeKind::list:
            return {{"shape", "box"}, {"label", fmt::format("CUDA {}", report.answer.resolution.release->version)}};
        case NodeKind::entry: return {{"shape", "ellipse"}, {"label", to_string(node.code.capability)}};
        case NodeKind::code: return look_of_code(report, node.code);
        case NodeKind::compile: return {{"shape", "cds"}, {"label", "compiled by the driver at load"}};
        case NodeKind::load: return {{"shape", "cds"}, {"label", "loaded by the driver"}};
        case NodeKind::device: return look_of_device(report, node.code.capability);
    }
    return {};
}

/// The label of the arrow to a node, and the rule by which a GPU runs the code.
Look look_of_arrow(const messages::CoverageReport& report, const CoverageNode& from, const CoverageNode& to) {
    if (to.kind == NodeKind::entry) return {{"label", "names"}};
    if (to.kind == NodeKind::code) return {{"label", "nvcc makes"}};
    if (to.kind != NodeKind::device) return {};
    const RuleRow* rule = find_by_id(report.answer.tables.rules, rule_of(from.code));
    return rule ? Look{{"label", std::string(rule->id)}, {"tooltip", std::string(rule->statement)}} : Look{};
}

}  // namespace

std::span<const PrintedTable> printed_tables() noexcept { return all_tables; }

std::string grid_html(const Grid& grid, std::string_view title) {
    return plain_page(title, fmt::format("<h1>{}</h1>\n{}", escape_html(title), html_table(grid, title)));
}

std::string messages_html(const std::vector<messages::AboutMessage>& messages) {
    const bool is_one = messages.size() == 1;
    const std::string title = is_one ? messages::as_printed(messages.front().wordings.front()->text)
                                     : "Messages of CUDA builds and programs";
    std::string body = fmt::format("<h1>{}</h1>\n", escape_html(title));
    for (const messages::AboutMessage& message : messages) body += message_section(message);
    return plain_page(title, body);
}

std::string messages_markdown(const std::vector<messages::AboutMessage>& messages) {
    return joined(messages, "\n", message_markdown);
}

std::string dot_quoted(std::string_view text) {
    // Graphviz has its own escapes in labels and tooltips: \N is the name of the node.
    return '"' + with_backslashes(as_plain_text(text), "\"\\") + '"';
}

CoverageGraph coverage_graph(const BuildList& list, std::span<const DeviceCoverage> devices) {
    CoverageGraph graph;
    const std::size_t root = node_in(graph, NodeKind::list, {});
    for (const Capability entry : entries_of(list))
        graph.edges.emplace_back(root, node_in(graph, NodeKind::entry, {{}, entry}));
    for (const Code code : codes_of(list)) add_code(graph, code, devices);
    for (const DeviceCoverage& device : devices) (void)node_in(graph, NodeKind::device, {{}, device.device});
    return graph;
}

std::string coverage_dot(const messages::CoverageReport& report) {
    const CoverageGraph graph = coverage_graph(report.list, report.devices);
    std::string text = "digraph \"coverage\" {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n"
                       "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    for (const CoverageNode& node : graph.nodes)
        text += fmt::format("  {}{}", dot_quoted(name_of(node)), attributes_of(look_of(report, node)));
    for (const auto& [from, to] : graph.edges)
        text += fmt::format("  {} -> {}{}", dot_quoted(name_of(graph.nodes[from])),
                            dot_quoted(name_of(graph.nodes[to])),
                            attributes_of(look_of_arrow(report, graph.nodes[from], graph.nodes[to])));
    return text + "}\n";
}

}  // namespace cudastdenv::report
