// SPDX-License-Identifier: MIT
#include "messages/wheels.hpp"

#include "messages/code_files.hpp"
#include "messages/coverage.hpp"
#include "messages/diagnostics.hpp"
#include "plan/plan.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::messages {

namespace {

/// Why the driver does not load code that fits the GPU, or why that is unknown; absent: the code is the reason.
std::optional<Sentence> driver_obstacle(const Tables& tables, const WheelBuild& build, const DeviceCoverage& device) {
    for (const auto& [code, obstacle] : device.codes) {
        if (!obstacle || !is_of_driver(*obstacle)) continue;
        if (!build.row->cuda && !is_certain(*obstacle)) return sentence({"wheel-cuda-unknown"});
        const Version release = build.row->cuda.value_or(Version{});
        Sentence why = describe(tables, release, code, device.device, *obstacle);
        why.text = fmt::format("{}: {}", format_code(code), why.text);
        return why;
    }
    return std::nullopt;
}

}  // namespace

std::string format_python(const VersionRange& python) {
    if (python.min && python.max) return fmt::format("{} to {}", *python.min, *python.max);
    if (python.min) return fmt::format("{} or later", *python.min);
    return python.max ? fmt::format("{} or older", *python.max) : "";
}

std::string format_build(const WheelFacts& build) {
    return fmt::format("{} {}{}{}", build.install, build.version,
                       build.variant ? " of " + std::string(*build.variant) : "",
                       build.channel ? " from " + std::string(*build.channel) : "");
}

Sentence describe(const Tables& tables, const WheelBuild& build) {
    const DeviceCoverage& device = *build.deciding();
    const WheelBuildRow& row = *build.row;
    if (device.running) {
        const bool is_ptx = device.running->form == CodeForm::ptx;
        return {"reached", format_code(*device.running) + (is_ptx ? ", which the driver compiles at load" : "")};
    }
    if (row.machine_code && row.ptx && row.machine_code->empty() && row.ptx->empty())
        return sentence({"wheel-without-code", {}, row.sources});
    if (std::optional<Sentence> why = driver_obstacle(tables, build, device)) return *std::move(why);
    return sentence({"wheel-code", {{"code", format_code_list(row.machine_code, row.ptx)}}, row.sources});
}

WheelFacts wheel_facts(const Tables& tables, const WheelBuild& build, const WheelQuestion& question) {
    const WheelBuildRow& row = *build.row;
    WheelFacts facts{.project = row.project,
                     .install = row.install,
                     .version = build.version,
                     .variant = row.variant,
                     .channel = row.channel,
                     .cuda = row.cuda,
                     .machine_code = row.machine_code,
                     .ptx = row.ptx,
                     .on_pypi = row.on_pypi,
                     .index = index_of(tables, row),
                     .python = row.python,
                     .driver = needed_driver(tables, row, question),
                     .runs = build.runs,
                     .how = {},
                     .code = {},
                     .text = {},
                     .sources = row.sources};
    const DeviceCoverage* device = build.deciding();
    if (!device) return facts;
    facts.text = describe(tables, build).text;
    if (device->running) {
        facts.how = device->running->form;
        facts.driver = needed_driver(tables, row, question, device->running->form);
        facts.code = device->running->capability;
    }
    return facts;
}

std::vector<WheelAnswer::Companion> companions_of(const Tables& tables, const WheelBuild& build) {
    std::vector<WheelAnswer::Companion> all;
    for (const WheelCompanionRow* row :
         cudastdenv::companions_of(tables, package_in(build.row->install), build.version))
        all.push_back({row->project, row->first, row->last});
    return all;
}

}  // namespace cudastdenv::messages
