#include "machine/host.hpp"

#include "core/contains.hpp"
#include "machine/host_parts.hpp"

#include <cudastdenv/lookup.hpp>

#include <algorithm>
#include <sys/utsname.h>

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
    find_compilers(surroundings, host);
    find_libraries(surroundings, tables, host);
    find_toolkits(surroundings, tables, host);
    find_gpus(surroundings, tables, host);
    return host;
}

bool may_be(const FoundToolkit& toolkit, Version release) noexcept {
    return (toolkit.release && toolkit.release->version == release) || contains(toolkit.same_build, release);
}

const FoundCompiler* find_compiler(const Host& host, Compiler compiler) noexcept {
    const auto found = std::ranges::find(host.compilers, compiler, &FoundCompiler::compiler);
    return found == host.compilers.end() ? nullptr : &*found;
}

}  // namespace cudastdenv::machine
