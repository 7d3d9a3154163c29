// SPDX-License-Identifier: MIT
// The graph of a list agrees with the engine: for every list of at most three capabilities, with PTX for some of them,
// on every GPU, with every kind of driver.
#include "builtin.hpp"
#include "pages/table.hpp"
#include "resolve/drivers.hpp"
#include "sample.hpp"
#include "tables/lookup.hpp"
#include "unit/show.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace cudastdenv {

namespace {

using report::CoverageGraph;
using report::CoverageNode;

constexpr std::array<DriverLoads, 5> drivers{{{.machine_code = false, .ptx = false, .gpu = true},
                                              {.machine_code = true, .ptx = false, .gpu = true},
                                              {.machine_code = true, .ptx = true, .gpu = true},
                                              {.machine_code = true, .ptx = std::nullopt, .gpu = true},
                                              {.machine_code = true, .ptx = true, .gpu = std::nullopt}}};

std::vector<Capability> known_to(Version release) {
    std::vector<Capability> known;
    for (const CapabilityRow& row : tables.capabilities)
        if (VersionRange{row.nvcc.first, row.nvcc.last}.contains(release)) known.push_back(row.capability);
    return known;
}

/// Calls `check` with each list of one to three capabilities, built as machine code, PTX, or both. The forms rotate, so
/// that three capabilities appear in each of the 27 combinations.
template <class Check>
void each_list(const std::vector<Capability>& known, Check check) {
    std::size_t turn = 0;
    const auto build = [&](std::initializer_list<Capability> chosen) {
        BuildList list;
        std::size_t forms = turn++;
        for (const Capability capability : chosen) {
            if (forms % 3 != 1) list.real.push_back(capability);
            if (forms % 3 != 0) list.ptx.push_back(capability);
            forms /= 3;
        }
        check(list);
    };
    for (const Capability first : known) {
        for (int form = 0; form < 3; ++form) build({first});
        for (const Capability second : sampled<29>(known)) {
            if (!(first < second)) continue;
            for (int forms = 0; forms < 9; ++forms) build({first, second});
            for (const Capability third : known)
                if (second < third) build({first, second, third});
        }
    }
}

/// The path from the list to the GPU with the fewest edges, including both ends, preferring the first edges; empty: no
/// path.
std::vector<CoverageNode> path_to(const CoverageGraph& graph, Capability device) {
    std::vector<std::vector<std::size_t>> next(graph.nodes.size());
    for (const auto& [from, to] : graph.edges) next[from].push_back(to);
    std::vector<std::optional<std::size_t>> before(graph.nodes.size());
    std::vector<std::size_t> reached{0};
    for (std::size_t at = 0; at < reached.size(); ++at)
        for (const std::size_t to : next[reached[at]])
            if (to != 0 && !before[to]) {
                before[to] = reached[at];
                reached.push_back(to);
            }
    const auto is_it = [&](std::size_t node) {
        return graph.nodes[node].kind == CoverageNode::Kind::device && graph.nodes[node].code.capability == device;
    };
    const auto found = std::ranges::find_if(reached, is_it);
    if (found == reached.end()) return {};
    std::vector<CoverageNode> path;
    for (std::optional<std::size_t> node = *found; node; node = before[*node]) path.push_back(graph.nodes[*node]);
    std::ranges::reverse(path);
    return path;
}

/// The code on the path.
std::optional<Code> code_on(const std::vector<CoverageNode>& path) {
    for (const CoverageNode& node : path)
        if (node.kind == CoverageNode::Kind::code) return node.code;
    return std::nullopt;
}

}  // namespace

TEST_CASE("a path exists exactly for GPUs that run the list") {
    long paths = 0;
    long wrong = 0;
    for (const Version release : {Version{11, 8, 0}, Version{12, 9, 1}, Version{13, 4, 1}}) {
        REQUIRE(find_release(tables, release));
        const std::vector<Capability> devices = devices_of(tables, release);
        std::size_t turn = 0;
        each_list(known_to(release), [&](const BuildList& list) {
            // Each GPU has its own driver, because a driver may support only some of them.
            std::vector<DeviceCoverage> covered;
            for (const Capability device : devices)
                covered.push_back(cover_device(tables, list, device, drivers[turn++ % drivers.size()]));
            const CoverageGraph graph = report::coverage_graph(list, covered);
            for (const DeviceCoverage& device : covered) {
                const std::vector<CoverageNode> path = path_to(graph, device.device);
                const bool begins = path.empty() || path.front().kind == CoverageNode::Kind::list;
                if (!begins || code_on(path) != device.running) ++wrong;
                paths += path.empty() ? 0 : 1;
            }
        });
    }
    CHECK(wrong == 0);
    CHECK(paths > where_every_case_is_tried(10'000));
}

TEST_CASE("a GPU outside the graph has no path") {
    const BuildList list{{"9.0"_cap}, {}};
    const std::vector<DeviceCoverage> devices{cover_device(tables, list, "9.0"_cap)};
    const CoverageGraph graph = report::coverage_graph(list, devices);
    CHECK(path_to(graph, "9.0"_cap).size() == 5);
    CHECK(path_to(graph, "8.0"_cap).empty());
}

TEST_CASE("a native driver loads all matching code, and more code helps") {
    for (const Version release : {Version{11, 8, 0}, Version{12, 9, 1}, Version{13, 4, 1}}) {
        const std::vector<Capability> known = known_to(release);
        long lost = 0;
        each_list(known, [&](BuildList list) {
            const std::vector<DeviceCoverage> few = cover_devices(tables, release, list);
            list.real.push_back(known.back());
            list.ptx.push_back(known.front());
            const std::vector<DeviceCoverage> more = cover_devices(tables, release, list);
            for (std::size_t i = 0; i < few.size(); ++i)
                if (few[i].place == DevicePlace::reached && more[i].place != DevicePlace::reached) ++lost;
        });
        CHECK(lost == 0);
    }
}

TEST_CASE("machine code runs one way, and its PTX reaches as far") {
    for (const CapabilityRow& code : tables.capabilities)
        for (const CapabilityRow& gpu : tables.capabilities) {
            if (gpu.capability.kind != Capability::Kind::baseline) continue;
            const Code machine_code{Code::Form::machine_code, code.capability};
            const Code ptx{Code::Form::ptx, code.capability};
            if (code_obstacle(tables, machine_code, gpu.capability)) continue;
            CHECK_MESSAGE(!code_obstacle(tables, ptx, gpu.capability), code.capability, " on ", gpu.capability);
            CHECK(baseline_of(code.capability) <= gpu.capability);
            CHECK(code.jetson == gpu.jetson);
        }
}

}  // namespace cudastdenv
