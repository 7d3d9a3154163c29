#include "machine/host.hpp"

#include "core/contains.hpp"
#include "machine/host_parts.hpp"

#include <algorithm>
#include <sys/utsname.h>

namespace cudastdenv::machine {

namespace {

std::string nix_system() {
    utsname name{};
    if (::uname(&name) != 0) return "unknown-linux";
    return std::string(name.machine) + "-linux";
}

}  // namespace

Host look_at(const Surroundings& surroundings, const Tables& tables) {
    Host host;
    host.system = nix_system();
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
