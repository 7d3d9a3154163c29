// SPDX-License-Identifier: MIT
#include "messages/code_files.hpp"

#include "core/format.hpp"
#include "messages/coverage.hpp"
#include "messages/diagnostics.hpp"
#include "messages/phrases.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::messages {

namespace {

/// The release that the driver was judged for.
Version release_of(const Tables& tables, const CoverageQuestion& question, const CodeCoverage& coverage) {
    return question.release   ? *question.release
           : coverage.release ? *coverage.release
                              : newest_release(tables)->version;
}

/// How a fat binary runs on the GPU that decides, or why not.
std::string format_fatbin(const Tables& tables, Version release, const FatbinCoverage& fatbin) {
    const DeviceCoverage& device = *fatbin.deciding();
    std::string text = describe(tables, release, !fatbin.list.ptx.empty(), device).text;
    return fatbin.devices.size() > 1 && fatbin.runs() != true ? fmt::format("{}: {}", device.device, text) : text;
}

/// The fat binaries that count; with `runs`, only those with that result.
std::size_t count_of(const CodeCoverage& coverage, std::optional<bool> runs = std::nullopt) {
    std::size_t count = 0;
    for (const FatbinCoverage& fatbin : coverage.fatbins)
        if (coverage.counts(fatbin) && (!runs || fatbin.runs() == runs)) count += fatbin.count;
    return count;
}

std::string format_coverage(const Tables& tables, Version release, const CodeCoverage& coverage) {
    if (coverage.fatbins.empty()) return "its GPU code has no functions";
    const HealthVerdict verdict = coverage.verdict();
    const std::optional<bool> decides = verdict == HealthVerdict::yes       ? std::optional(true)
                                        : verdict == HealthVerdict::unknown ? std::nullopt
                                                                            : std::optional(false);
    const FatbinCoverage* deciding = coverage.first_that(decides);
    std::string text = deciding ? format_fatbin(tables, release, *deciding) : "it has no code that a driver loads";
    if (verdict != HealthVerdict::partly) return text;
    return fmt::format("{} of {} run, by {}; the others do not: {}", count_of(coverage, true),
                       counted(count_of(coverage), "fatbin"),
                       format_fatbin(tables, release, *coverage.first_that(true)), text);
}

FilesAnswer::Fatbins to_answer(const Tables& tables, Version release, const FatbinCoverage& fatbin) {
    FilesAnswer::Fatbins shown{.machine_code = fatbin.list.real, .ptx = fatbin.list.ptx, .count = fatbin.count};
    const DeviceCoverage* deciding = fatbin.deciding();
    if (!deciding) return shown;
    shown.runs = fatbin.runs();
    shown.text = format_fatbin(tables, release, fatbin);
    if (shown.runs != true || !deciding->running) return shown;
    shown.how = deciding->running->form;
    shown.code = deciding->running->capability;
    return shown;
}

FilesAnswer::File to_answer(const Tables& tables, const CodeFile& file, const CoverageQuestion& question,
                            const CodeCoverage& coverage) {
    FilesAnswer::File shown{.name = file.name,
                            .machine_code = coverage.list.real,
                            .ptx = coverage.list.ptx,
                            .ptx_version = coverage.ptx_version,
                            .release = coverage.release};
    const Version release = release_of(tables, question, coverage);
    for (const auto& [kind, count] : file.code.kinds)
        shown.codes.push_back({kind.form, kind.capability, kind.ptx_version, kind.compressed, kind.debug, count});
    for (const FatbinCoverage& fatbin : coverage.fatbins) shown.fatbins.push_back(to_answer(tables, release, fatbin));
    if (question.gpus.empty()) return shown;
    shown.verdict = coverage.verdict();
    shown.text = format_coverage(tables, release, coverage);
    return shown;
}

/// Yes or no if it is that for all files.
std::optional<HealthVerdict> verdict_of(const FilesAnswer& answer) {
    std::optional<HealthVerdict> all;
    for (const FilesAnswer::File& file : answer.files) {
        if (!file.verdict) return std::nullopt;
        const HealthVerdict before = all.value_or(*file.verdict);
        const bool is_mixed = before != *file.verdict;
        const bool is_unknown = before != HealthVerdict::no && *file.verdict == HealthVerdict::unknown;
        all = !is_mixed ? before : is_unknown ? HealthVerdict::unknown : HealthVerdict::partly;
    }
    return all;
}

/// The changes with which code would run that does not.
class Fixes {
public:
    Fixes(const Tables& tables, const CoverageQuestion& question) : tables_(tables), question_(question) {}

    void add(const CodeCoverage& coverage) {
        release_ = question_.release ? question_.release : coverage.release;
        for (const FatbinCoverage& fatbin : coverage.fatbins) {
            if (fatbin.runs() != false || !coverage.counts(fatbin)) continue;
            for (const DeviceCoverage& device : fatbin.devices)
                if (runs(device) == false) add(fatbin, device);
        }
    }

    [[nodiscard]] std::vector<Sentence> take() const {
        std::vector<Sentence> fixes;
        if (branch_ > 0) fixes.push_back(sentence({"code-needs-driver", {{"branch", branch_}}}));
        for (const Capability gpu : to_build_) fixes.push_back(sentence({"code-needs-build", {{"gpu", gpu}}}));
        return fixes;
    }

private:
    void add(const FatbinCoverage& fatbin, const DeviceCoverage& device) {
        bool is_of_driver_only = false;
        for (const CodeVerdict& verdict : device.codes) {
            if (!verdict.obstacle || !is_of_driver(*verdict.obstacle)) continue;
            is_of_driver_only = add_driver(fatbin, device, *verdict.obstacle) || is_of_driver_only;
        }
        if (!is_of_driver_only && !contains(to_build_, device.device)) to_build_.push_back(device.device);
    }

    /// Whether a newer driver helps.
    bool add_driver(const FatbinCoverage& fatbin, const DeviceCoverage& device, CodeObstacle obstacle) {
        std::optional<int> branch;
        if (obstacle == CodeObstacle::gpu_needs_driver) {
            const GpuKnowledge gpu = knowledge_of(tables_, {"", device.device});
            const bool is_ended = gpu.generation && gpu.generation->last_branch && question_.driver &&
                                  question_.driver->branch > *gpu.generation->last_branch;
            if (gpu.generation && !is_ended) branch = gpu.generation->first_branch;
        }
        if (obstacle == CodeObstacle::ptx_needs_driver && fatbin.ptx_version)
            branch = first_branch_of_ptx(tables_, *fatbin.ptx_version);
        if (obstacle == CodeObstacle::driver_runs_nothing && release_)
            if (const auto minimum = minor_version_minimum(tables_, *release_, question_.system.value_or("")))
                branch = minimum->driver.branch;
        if (!branch || (question_.driver && question_.driver->branch >= *branch)) return false;
        branch_ = std::max(branch_, *branch);
        return true;
    }

    const Tables& tables_;
    const CoverageQuestion& question_;
    std::optional<Version> release_;  ///< of the file
    int branch_ = 0;
    std::vector<Capability> to_build_;
};

std::string format_capabilities(std::string_view form, std::optional<std::span<const Capability>> list) {
    if (!list) return fmt::format("{} unknown", form);
    return list->empty() ? fmt::format("no {}", form) : fmt::format("{} of {}", form, joined(*list, " "));
}

}  // namespace

std::string format_code_list(std::optional<std::span<const Capability>> machine_code,
                             std::optional<std::span<const Capability>> ptx) {
    return fmt::format("{}; {}", format_capabilities("machine code", machine_code), format_capabilities("PTX", ptx));
}

FilesAnswer files_answer(const Tables& tables, const CodeFiles& files, const CoverageQuestion& question,
                         std::optional<std::string> gpu, std::optional<std::string> driver) {
    FilesAnswer answer{.gpu = std::move(gpu),
                       .driver = std::move(driver),
                       .without_code = files.without_code,
                       .unreadable = files.unreadable};
    Fixes fixes(tables, question);
    bool is_release_unknown = false;
    for (const CodeFile& file : files.files) {
        const CodeCoverage coverage = cover_code(tables, file.code, question);
        is_release_unknown = is_release_unknown || (!question.release && !coverage.release);
        fixes.add(coverage);
        answer.files.push_back(to_answer(tables, file, question, coverage));
    }
    answer.verdict = verdict_of(answer);
    answer.fixes = fixes.take();
    if (question.driver && is_release_unknown) answer.notes.push_back(sentence({"code-release-unknown", {}}));
    return answer;
}

}  // namespace cudastdenv::messages
