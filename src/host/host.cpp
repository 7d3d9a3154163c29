// SPDX-License-Identifier: MIT
#include "host/host.hpp"

#include "core/text.hpp"
#include "host/parts.hpp"
#include "os/asking.hpp"
#include "os/regular_file.hpp"
#include "tables/lookup.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <future>
#include <iterator>

namespace cudastdenv::machine {

namespace {

std::string machine_name() {
    utsname name{};
    return ::uname(&name) == 0 ? name.machine : "unknown";
}

}  // namespace

std::string nix_system_of(const Tables& tables, std::string_view machine) {
    const std::string nix = std::string(machine) + "-linux";
    if (knows_system(tables, nix)) return nix;
    const std::string redist = "linux-" + std::string(machine);
    const auto row = std::ranges::find(tables.redist_systems, redist, &RedistSystemRow::redist);
    return row == tables.redist_systems.end() ? nix : std::string(row->nix);
}

std::string system_called(const Surroundings& surroundings) {
    const std::string text = read_start(surroundings.place("/etc/os-release"), std::size_t{1} << 14);
    for (std::string_view line : lines_of(text)) {
        line = trimmed(line);
        if (!take_prefix(line, "PRETTY_NAME=")) continue;
        const bool is_quoted = line.size() > 1 && line.front() == line.back() && (line[0] == '"' || line[0] == '\'');
        return std::string(is_quoted ? line.substr(1, line.size() - 2) : line);
    }
    return {};
}

Host look_at(const Surroundings& surroundings, const Tables& tables) {
    Host host;
    host.system = nix_system_of(tables, machine_name());
    // Side by side: each waits for other programs' answers. Each fills a host of its own.
    Host toolkits, gpus;
    auto toolkits_found = std::async(side_by_side, [&] { find_toolkits(surroundings, tables, toolkits); });
    auto gpus_found = std::async(side_by_side, [&] { find_gpus(surroundings, tables, gpus); });
    auto glibc = std::async(side_by_side, [&] { return loaded_glibc(surroundings); });
    find_compilers(surroundings, host);
    host.libstdcxx = loaded_libstdcxx(surroundings, tables, host);
    host.glibc = glibc.get();
    toolkits_found.get();
    gpus_found.get();
    host.toolkits = std::move(toolkits.toolkits);
    for (FoundToolkit& toolkit : host.toolkits) find_headers_of(host, toolkit);
    host.driver = std::move(gpus.driver);
    host.gpus = std::move(gpus.gpus);
    for (Host* part : {&toolkits, &gpus}) std::ranges::move(part->notes, std::back_inserter(host.notes));
    return host;
}

}  // namespace cudastdenv::machine
