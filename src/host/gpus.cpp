// SPDX-License-Identifier: MIT
#include "host/parts.hpp"

#include "core/text.hpp"
#include "os/asking.hpp"
#include "os/regular_file.hpp"
#include "tables/gpu_names.hpp"

#include <cudastdenv/driver.hpp>

#include <algorithm>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// The last part of a line of comma-separated values, which it loses.
std::string_view take_last(std::string_view& line) {
    const std::size_t comma = line.rfind(',');
    const std::string_view last = trimmed(comma == line.npos ? line : line.substr(comma + 1));
    line = comma == line.npos ? std::string_view() : trimmed(line.substr(0, comma));
    return last;
}

std::optional<Capability> capability_by_name(const Tables& tables, std::string_view name) {
    const GpuMeaning answer = find_gpu(tables, name);
    const auto* found = std::get_if<GpuFound>(&answer);
    return found ? std::optional(found->capability) : std::nullopt;
}

/// Reads lines of `name, capability, driver`, or of `name, driver`. False where one of them makes no sense.
bool read_gpu_lines(const Tables& tables, std::string_view output, bool with_capability, Host& host) {
    std::vector<FoundGpu> gpus;
    std::string driver;
    for (std::string_view line : lines_of(output)) {
        if (trimmed(line).empty()) continue;
        driver = take_last(line);
        const std::string_view capability = with_capability ? take_last(line) : std::string_view();
        if (!parse_driver_version(driver) || line.empty()) return false;
        FoundGpu gpu{std::string(line), parse_capability(capability)};
        if (!gpu.capability) gpu.capability = capability_by_name(tables, gpu.name);
        gpus.push_back(std::move(gpu));
    }
    if (gpus.empty()) return false;
    host.gpus = std::move(gpus);
    host.driver = std::move(driver);
    return true;
}

/// False where nvidia-smi is absent or of no help.
bool ask_nvidia_smi(const Surroundings& surroundings, const Tables& tables, Host& host) {
    const fs::path program = surroundings.program("nvidia-smi");
    if (program.empty()) return false;
    const auto query = [&](const char* fields) {
        return ask(surroundings, {program.string(), fields, "--format=csv,noheader"});
    };
    auto answer = query("--query-gpu=name,compute_cap,driver_version");
    // Drivers before 510 don't know the field.
    const bool with_capability = std::holds_alternative<Reply>(answer);
    if (!with_capability && std::holds_alternative<ProgramFails>(std::get<HostNote>(answer)))
        answer = query("--query-gpu=name,driver_version");
    if (const auto* note = std::get_if<HostNote>(&answer)) {
        host.notes.push_back(*note);
        return false;
    }
    if (read_gpu_lines(tables, std::get<Reply>(answer).output, with_capability, host)) return true;
    host.notes.push_back(ProgramSaysNothing{program, "the names of GPUs and the version of a driver"});
    return false;
}

/// `NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue ...`
std::optional<std::string> driver_in_proc(const Surroundings& surroundings) {
    const std::string text = read_start(surroundings.place("/proc/driver/nvidia/version"), 4096);
    std::string_view line = std::string_view(text).substr(0, text.find('\n'));
    if (!take_prefix(line, "NVRM version:")) return std::nullopt;
    while (!line.empty()) {
        line = trimmed(line);
        const std::size_t end = std::min(line.find(' '), line.size());
        const std::string_view word = line.substr(0, end);
        if (word.find('.') != word.npos && parse_driver_version(word)) return std::string(word);
        line.remove_prefix(end);
    }
    return std::nullopt;
}

void read_proc(const Surroundings& surroundings, const Tables& tables, Host& host) {
    host.driver = driver_in_proc(surroundings);
    std::vector<fs::path> folders;
    std::error_code error;
    for (fs::directory_iterator entry(surroundings.place("/proc/driver/nvidia/gpus"), error), end;
         !error && entry != end; entry.increment(error))
        folders.push_back(entry->path());
    std::ranges::sort(folders);
    for (const fs::path& folder : folders) {
        const std::string text = read_start(folder / "information", 4096);
        for (std::string_view line : lines_of(text))
            if (take_prefix(line, "Model:"))
                host.gpus.push_back({std::string(trimmed(line)), capability_by_name(tables, trimmed(line))});
    }
}

}  // namespace

void find_gpus(const Surroundings& surroundings, const Tables& tables, Host& host) {
    if (!ask_nvidia_smi(surroundings, tables, host)) read_proc(surroundings, tables, host);
}

}  // namespace cudastdenv::machine
