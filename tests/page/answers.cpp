/// Answers for page.py, which holds the page against them: for each line of standard input, a GPU's name, the
/// capabilities that find_gpu() finds, then, where it is one, the releases that find_releases() finds for it.

#include <cudastdenv/gpu_names.hpp>
#include <cudastdenv/releases.hpp>

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

std::string releases_for(const Tables& tables, std::string_view name, Capability capability) {
    ReleasesQuestion question;
    question.conditions.emplace_back(GpuCondition{{{name, capability}}});
    std::string text;
    for (const FittingRelease& fitting : find_releases(tables, question).releases)
        text += ' ' + to_string(fitting.release->version);
    return text;
}

}  // namespace

int main() {
    const Tables tables = builtin_tables();
    for (std::string name; std::getline(std::cin, name);) {
        const std::set<Capability> capabilities = capabilities_of(find_gpu(tables, name));
        std::string line;
        for (const Capability capability : capabilities) line += ' ' + to_string(capability);
        line += '\t';
        if (capabilities.size() == 1) line += releases_for(tables, name, *capabilities.begin());
        std::puts(line.c_str());
    }
}
