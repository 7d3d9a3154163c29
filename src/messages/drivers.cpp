// SPDX-License-Identifier: MIT
#include "messages/drivers.hpp"

#include "core/lists.hpp"
#include "messages/diagnostics.hpp"
#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::messages {

namespace {

std::string release_of(const DriverAnswer& answer) { return format_release(answer.release->version); }

std::string package_name(const DriverAnswer& answer) { return compat_package_of(answer.release->version); }

/// The first driver of each branch that lists the product; empty if no list has it.
std::vector<DriverVersion> drivers_from(const GpuKnowledge& gpu) {
    if (!gpu.product || !gpu.product->drivers) return {};
    return {gpu.product->drivers->from.begin(), gpu.product->drivers->from.end()};
}

std::string format_branches(const GpuDriversRow& row) {
    if (row.first_branch && row.last_branch)
        return fmt::format("driver branches {} to {}", *row.first_branch, *row.last_branch);
    if (row.first_branch) return fmt::format("driver branch {} and later", *row.first_branch);
    return row.last_branch ? fmt::format("driver branch {} and older", *row.last_branch) : "";
}

std::string_view sentence_on(const GpuKnowledge& knowledge) {
    const bool is_known = knowledge.known.value_or(false);
    if (knowledge.known == false) return knowledge.after_last ? "gpu-too-old" : "gpu-too-new";
    if (knowledge.has_driver && knowledge.gpu.name.empty())
        return is_known ? "capability-listed" : "capability-unlisted";
    const GpuDriversRow* row = knowledge.has_driver ? nullptr : knowledge.generation;
    if (!drivers_from(knowledge).empty()) return row && row->last_branch ? "gpu-listed-until" : "gpu-listed";
    return row ? "gpu-branches" : "gpu-unlisted";
}

/// The part that GpuFacts and DriverGpu share.
template <class Answer>
void add_drivers(const GpuKnowledge& known, Answer& gpu) {
    if (!known.gpu.name.empty()) gpu.name = known.gpu.name;
    gpu.from = drivers_from(known);
    if (!known.generation) return;
    gpu.first_branch = known.generation->first_branch;
    gpu.last_branch = known.generation->last_branch;
}

/// `CUDA 12.8.1 writes PTX ISA 8.7, which drivers compile from branch 570 on`
std::string format_ptx(const DriverAnswer& answer) {
    if (!answer.ptx_row) return "";
    const std::string drivers = answer.ptx_from_branch
                                    ? fmt::format("which driver branch {} or later compiles", *answer.ptx_from_branch)
                                    : "and no source says which driver compiles it";
    return cited(fmt::format("{} writes PTX ISA {}, {}", release_of(answer), answer.ptx_row->ptx, drivers),
                 answer.ptx_row->sources);
}

std::string format_package(const DriverAnswer& answer, bool has_driver) {
    if (!has_driver && answer.forward)
        return cited(fmt::format("NVIDIA's {}, on data-center GPUs with driver branch {}", package_name(answer),
                                 joined(answer.forward->branches, " or ")),
                     answer.forward->sources);
    if (!has_driver || !answer.package_works) return "";
    if (!answer.package) return "yes: NVIDIA's " + package_name(answer);
    return cited(fmt::format("yes: {} {}", answer.package->package, answer.package->version), answer.package->sources);
}

CompatAnswer::Package to_answer(const DriverAnswer& answer) {
    CompatAnswer::Package package{.name = answer.package->package,
                                  .version = answer.package->version,
                                  .gpus = answer.package->gpus,
                                  .works = answer.package_works,
                                  .sources = answer.package->sources};
    if (answer.forward) package.branches.assign(answer.forward->branches.begin(), answer.forward->branches.end());
    return package;
}

/// `RTX 4090: capability 8.9 (Ada)`; if the name means several: `GTX 750: capability 5.0 or 5.2, ...`
std::string headline(const GpuAnswer& answer) {
    std::vector<Capability> capabilities;
    for (const GpuFacts& gpu : answer.gpus) capabilities.push_back(gpu.capability);
    sort_unique(capabilities);
    if (capabilities.size() > 1)
        return fmt::format("{} matches GPUs of capability {}", answer.requested, joined(capabilities, " and "));
    const GpuFacts& first = answer.gpus.front();
    const std::string what = fmt::format("capability {} ({})", first.capability, first.architecture);
    if (!first.name) return what;
    return fmt::format("{}: {}", answer.gpus.size() > 1 ? answer.requested : *first.name, what);
}

std::string format_newest(const GpuFacts& gpu) {
    const auto version = [](const std::optional<Version>& release) {
        return release ? to_string(*release) : std::string("unknown");
    };
    if (gpu.newest_with_ptx == gpu.newest_without_ptx) return version(gpu.newest_with_ptx);
    return fmt::format("{}; {} with PTX", version(gpu.newest_without_ptx), version(gpu.newest_with_ptx));
}

std::vector<std::string_view> sources_of(const GpuSupport& support) {
    std::vector<std::string_view> sources;
    const auto add = [&](SourceIds ids) { sources.insert(sources.end(), ids.begin(), ids.end()); };
    add(support.capability->nvcc.sources);
    if (support.drivers.generation) add(support.drivers.generation->sources);
    if (const GpuRow* product = support.drivers.product) {
        add(product->sources);
        if (product->drivers) add(product->drivers->sources);
    }
    sort_unique(sources);
    return sources;
}

/// `CUDA 10.0, 10.2 (JetPack 4.2 to 4.6.6)`
std::string format_jetpacks(const Tables& tables, const Gpu& gpu, std::span<const Version> releases) {
    if (releases.empty()) return "none in the tables";
    const auto oldest = best_jetpack(tables, {}, gpu, find_release(tables, releases.front())->version);
    const auto newest = best_jetpack(tables, {}, gpu, find_release(tables, releases.back())->version);
    return fmt::format("{} (with JetPack {} to {})", format_minors(tables, releases), oldest.row->jetpack,
                       newest.row->jetpack);
}

GpuFacts facts_of(const Tables& tables, const GpuSupport& support) {
    const CapabilityRow& row = *support.capability;
    GpuFacts gpu{.capability = row.capability,
                 .architecture = row.architecture,
                 .first_release = row.nvcc.first,
                 .last_release = row.nvcc.last,
                 .sources = sources_of(support),
                 .releases_text = format_releases(row)};
    if (support.drivers.product) gpu.line = support.drivers.product->line;
    add_drivers(support.drivers, gpu);
    if (support.newest_without_ptx) gpu.newest_without_ptx = support.newest_without_ptx->version;
    if (support.newest_with_ptx) gpu.newest_with_ptx = support.newest_with_ptx->version;
    gpu.newest_text = row.jetson ? "that of its JetPack, which contains a Jetson's driver" : format_newest(gpu);
    if (!row.jetson) gpu.drivers_text = describe(support.drivers).text;
    if (!row.jetson) return gpu;
    gpu.jetpack_releases = releases_on(tables, {}, support.drivers.gpu);
    gpu.releases_text = format_jetpacks(tables, support.drivers.gpu, gpu.jetpack_releases);
    return gpu;
}

}  // namespace

/// `JetPack 6.0 (driver 540.02.00) or later with NVIDIA's cuda-compat-12-8, JetPack 7.2 or later without`
std::string format_jetpack(const DriverAnswer& answer) {
    const JetpackRow& first = *answer.jetson;
    std::string text = fmt::format("JetPack {}{} or later", first.jetpack,
                                   first.driver ? fmt::format(" (driver {})", *first.driver) : "");
    if (answer.jetson_native == &first) return text;
    text += " with NVIDIA's " + package_name(answer);
    return answer.jetson_native ? fmt::format("{}, JetPack {} or later without", text, answer.jetson_native->jetpack)
                                : text;
}

std::string format_needs(const DriverAnswer& answer) {
    if (!answer.obstacles.empty()) return "does not run";
    if (answer.jetson) return format_jetpack(answer);
    const DriversOfGpus gpus = drivers_of(answer.gpus);
    const auto at_least = [&](DriverVersion driver) { return gpus.first ? std::max(driver, *gpus.first) : driver; };
    const auto& minor = answer.minor_version;
    if (!minor && !answer.minimum) return "a driver that no source names";
    const DriverVersion lowest = at_least(minor ? minor->driver : answer.minimum->driver);
    if (gpus.last_branch && lowest.branch > *gpus.last_branch) return "no driver runs it on all of these GPUs";
    std::string words = fmt::format("driver {} or later", lowest);
    if (!answer.minimum) words += "; the native minimum is unknown";
    else if (const DriverVersion native = at_least(answer.minimum->driver); lowest < native)
        words += fmt::format(", natively {} or later", native);
    if (gpus.last_branch) words += fmt::format("; branch {} is the last", *gpus.last_branch);
    return words;
}

std::string format_driver(const DriverAnswer& answer) {
    const DriverLoads loads = loads_of(answer);
    if (loads.gpu == false) return "does not run: the driver does not support the GPU";
    if (!loads.gpu && answer.support != DriverSupport::none)
        return "unknown: no source says that the driver supports the GPU";
    switch (answer.support) {
        case DriverSupport::native: return "runs natively";
        case DriverSupport::minor_version:
            return fmt::format("runs by minor-version compatibility: machine code yes, PTX {}",
                               !answer.ptx_loads   ? "unknown"
                               : *answer.ptx_loads ? "yes"
                                                   : "no");
        case DriverSupport::package: return "runs only with NVIDIA's " + package_name(answer);
        case DriverSupport::unknown: return "unknown";
        case DriverSupport::none: return "does not run";
    }
    return "";
}

Sentence describe(const GpuKnowledge& knowledge) {
    const GpuDriversRow* row = knowledge.generation;
    const std::string_view id = sentence_on(knowledge);
    const std::string_view code = !knowledge.has_driver ? "gpu-drivers"
                                  : !knowledge.known    ? "gpu-not-known"
                                  : *knowledge.known    ? "gpu-known"
                                                        : "gpu-needs-driver";
    return sentence({id,
                     {{"gpu", format_gpu(knowledge.gpu)},
                      {"capability", knowledge.gpu.capability},
                      {"drivers", joined(drivers_from(knowledge), ", and ")},
                      {"branches", row ? format_branches(*row) : ""},
                      {"first", row ? row->first_branch.value_or(0) : 0},
                      {"last", row ? row->last_branch.value_or(0) : 0}},
                     id.starts_with("gpu-listed") ? knowledge.product->drivers->sources
                     : id == "gpu-unlisted"       ? SourceIds{}
                     : row                        ? row->sources
                                                  : SourceIds{},
                     code});
}

CompatAnswer::UnavailableMode describe(const BlockedMode& obstacle) {
    Sentence why = obstacle.gpu ? describe(*obstacle.gpu) : sentence(obstacle.why);
    return {obstacle.way, why.code, obstacle.is_certain, std::move(why.text), why.sources};
}

std::vector<Sentence> describe_notes(const DriverAnswer& answer, std::string_view driver_requested) {
    std::vector<Sentence> notes;
    for (Diagnostic note : answer.notes) {
        note.arguments.emplace_back("driver", driver_requested);
        notes.push_back(sentence(note));
    }
    return notes;
}

std::vector<DriverGpu> driver_gpus(const DriverAnswer& answer) {
    std::vector<DriverGpu> gpus;
    for (const GpuKnowledge& known : answer.gpus) {
        Sentence note = describe(known);
        DriverGpu gpu{.capability = known.gpu.capability,
                      .known = known.known,
                      .text = std::move(note.text),
                      .sources = note.sources};
        add_drivers(known, gpu);
        gpus.push_back(std::move(gpu));
    }
    return gpus;
}

CompatAnswer compat_answer(const ResolutionReport& question, const DriverAnswer& found,
                           std::string_view driver_requested) {
    const bool has_driver = !driver_requested.empty();
    CompatAnswer answer{.cuda = asked_release(question),
                        .system = {std::string(question.request.system), found.redist},
                        .runs = runs(found),
                        .minimum = found.minimum,
                        .minor_version = found.minor_version,
                        .bundled = found.bundled,
                        .gpus = driver_gpus(found),
                        .capabilities = found,
                        .notes = describe_reading(question),
                        .verdict = has_driver ? format_driver(found) : format_needs(found),
                        .package_text = format_package(found, has_driver)};
    answer.capabilities.ptx_text = format_ptx(found);
    if (!found.ptx) answer.capabilities.ptx_loads = false;
    if (has_driver) {
        answer.driver = driver_requested;
        answer.how = found.support;
    }
    if (found.jetson) answer.jetson = *found.jetson;
    if (found.package) answer.package = to_answer(found);
    // The package is used if the loader finds its libcuda.so before the driver's.
    if (found.package && found.package_works)
        answer.run_path = {fmt::format("${{cudaPackages_{}_{}.{}}}/compat", found.release->version.major,
                                       found.release->version.minor, found.package->package),
                           "/run/opengl-driver/lib"};
    for (const BlockedMode& obstacle : found.obstacles) answer.obstacles.push_back(describe(obstacle));
    for (Sentence& note : describe_notes(found, driver_requested)) answer.notes.push_back(std::move(note));
    return answer;
}

std::string format_releases(const CapabilityRow& row) {
    if (!row.nvcc.last) return fmt::format("CUDA {} and later", row.nvcc.first);
    return fmt::format("CUDA {} to {}", row.nvcc.first, *row.nvcc.last);
}

GpuAnswer gpu_answer(const Tables& tables, std::string_view requested, std::span<const Gpu> gpus) {
    GpuAnswer answer{.requested = std::string(requested)};
    for (const Gpu& gpu : gpus) answer.gpus.push_back(facts_of(tables, support_of(tables, gpu)));
    answer.headline = headline(answer);
    return answer;
}

}  // namespace cudastdenv::messages
