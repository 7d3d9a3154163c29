// SPDX-License-Identifier: MIT
#include "cli/chosen_tables.hpp"

#include "host/host.hpp"
#include "host/parts.hpp"

namespace cudastdenv::cli {

namespace {

Host look_at_this_machine(const Tables& tables, asking::HostPart part) {
    const machine::Surroundings here = machine::Surroundings::here();
    if (part == asking::HostPart::all) return machine::look_at(here, tables);
    Host host;
    machine::find_toolkits(here, tables, host);
    return host;
}

}  // namespace

ChosenTables::ChosenTables(const asking::Texts& options) {
    if (options.has("data")) context_.tables = loaded_.emplace(options.value("data")).view();
    else context_.tables = builtin_tables();
    context_.look_at_host = look_at_this_machine;
}

}  // namespace cudastdenv::cli
