// SPDX-License-Identifier: MIT
#include "host/host.hpp"

#include "host/parts.hpp"
#include "os/asking.hpp"
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
