/// Answers for page.py, which holds the page against them: for each line of standard input, a GPU's name, the
/// capabilities that find_gpu() finds.

#include "tables/gpu_names.hpp"
#include "tables/lookup.hpp"

#include <cstdio>
#include <iostream>
#include <set>
#include <string>

namespace {

using namespace cudastdenv;

std::set<Capability> capabilities_of(const GpuAnswer& answer) {
    std::set<Capability> capabilities;
    if (const auto* found = std::get_if<GpuFound>(&answer)) capabilities.insert(found->capability);
    if (const auto* ambiguous = std::get_if<GpuAmbiguous>(&answer))
        for (const GpuRow* row : ambiguous->rows) capabilities.insert(row->capability);
    return capabilities;
}

}  // namespace

int main() {
    const Tables tables = builtin_tables();
    for (std::string name; std::getline(std::cin, name);) {
        std::string line;
        for (const Capability capability : capabilities_of(find_gpu(tables, name))) line += ' ' + to_string(capability);
        std::puts(line.c_str());
    }
}
