// SPDX-License-Identifier: MIT
#include "words/component.hpp"

#include "words/phrases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cudastdenv::words {

namespace {

/// `libcublas (cuBLAS)`
std::string component_in_words(const ComponentRow& component) {
    return fmt::format("{} ({})", component.id, component.title);
}

/// `in CUDA 12.9 and older cuda_nvcc (nvcc), in CUDA 13.0.0 and newer cuda_crt (headers of nvcc)`
std::string holders_in_words(const std::vector<ComponentHolder>& holders) {
    std::vector<const ComponentHolder*> by_release;
    for (const ComponentHolder& holder : holders) by_release.push_back(&holder);
    std::ranges::sort(by_release, {}, [](const ComponentHolder* holder) { return holder->row->first; });
    std::string words;
    for (const ComponentHolder* holder : by_release)
        words += fmt::format("{}in {} {}", words.empty() ? "" : ", ", releases_in_words(holder->releases()),
                             component_in_words(*holder->component));
    return words;
}

bool holds_in_all_releases(const ComponentHolder& holder) { return !holder.row->first && !holder.row->last; }

std::string_view kind_in_words(ComponentFileKind kind) {
    switch (kind) {
        case ComponentFileKind::header: return "a header";
        case ComponentFileKind::cmake_file: return "a file for CMake";
        case ComponentFileKind::library:
        case ComponentFileKind::shared_library: return "a library";
        case ComponentFileKind::static_library: return "a static library";
        case ComponentFileKind::stub: return "a stub";
        case ComponentFileKind::tool: break;
    }
    return "a tool";
}

std::string install_line(const ComponentPackage& package, Version release, std::string_view nix_set) {
    switch (package.manager) {
        case PackageSource::nixpkgs: break;
        case PackageSource::apt: return fmt::format("apt install {}", package.name);
        case PackageSource::conda:
            return fmt::format("conda install -c conda-forge {} cuda-version={}.{}", package.name, release.major,
                               release.minor);
        case PackageSource::pip: return fmt::format("pip install {}", package.name);
    }
    // A program runs where it is built, all else is of the machine that is built for.
    const bool is_program = package.output == ComponentOutput::bin;
    return fmt::format("{} = [ ({}) ];", is_program ? "nativeBuildInputs" : "buildInputs",
                       nix_expression(package, nix_set));
}

/// A driver cannot be brought along: the program has to find that of the machine.
std::vector<ComponentLines> driver_lines(const ComponentFile& file) {
    const SourceIds sources = file.holders.front().component->sources;
    const bool is_tool = file.kind == ComponentFileKind::tool;
    const std::string program = is_tool ? file.name : "nvidia-smi";
    std::vector<ComponentLines> lines;
    if (file.kind == ComponentFileKind::shared_library) {
        lines.push_back({"nixpkgs",
                         {"nativeBuildInputs = [ autoAddDriverRunpath ];",
                          fmt::format("autoPatchelfIgnoreMissingDeps = [ \"{}\" ];", file.name)},
                         sources});
        lines.push_back({"nix", {"nixGLNvidia PROGRAM"}, sources});
    }
    lines.push_back({"docker", {"docker run --gpus all IMAGE " + program}, sources});
    lines.push_back({"machine", {program}, sources});
    return lines;
}

}  // namespace

Said say(const ComponentFile& file) {
    const ComponentHolder& holder = file.holders.front();
    const std::string asked = file.cmake_name
                                  ? fmt::format("{} is what CMake makes of {}; that", file.cmake_name->name, file.name)
                                  : file.name;
    if (file.is_drivers())
        return {"driver-file",
                fmt::format("{} belongs to the driver and to no component of the toolkit: it comes with the machine",
                            asked),
                holder.row->sources};
    if (file.kind == ComponentFileKind::stub)
        return {"component-stub",
                fmt::format("{} belongs to the driver; NVIDIA's component {} has a stub of it, to link and not to load",
                            asked, component_in_words(*holder.component)),
                holder.row->sources};
    const std::string kind(kind_in_words(file.kind));
    if (file.holders.size() == 1 && holds_in_all_releases(holder))
        return {"component-file",
                fmt::format("{} is {} of NVIDIA's component {}", asked, kind, component_in_words(*holder.component)),
                holder.row->sources};
    return {file.holders.size() == 1 ? "component-file" : "component-moved",
            fmt::format("{} is {} of NVIDIA's component, {}", asked, kind, holders_in_words(file.holders)),
            holder.row->sources};
}

std::optional<Said> say_release(const ComponentFile& file) {
    if (file.is_of_other_release)
        return Said{"library-release", fmt::format("{} is that of no release in the tables", file.name),
                    file.holders.front().row->sources};
    if (!file.named_for || (!file.named_for->min && !file.named_for->max)) return std::nullopt;
    return Said{"library-release", fmt::format("{} is that of {}", file.name, releases_in_words(*file.named_for)),
                file.holders.front().row->sources};
}

std::vector<ComponentLines> lines_for(const Tables& tables, const ComponentFile& file, Version release,
                                      std::string_view nix_set) {
    if (file.is_drivers()) return driver_lines(file);
    std::vector<ComponentLines> all;
    for (const ComponentPackage& package : packages_with(tables, file, release))
        all.push_back({to_string(package.manager), {install_line(package, release, nix_set)}, package.sources});
    return all;
}

std::string nix_expression(const ComponentPackage& package, std::string_view set) {
    const std::string attribute = fmt::format("{}.{}", set, package.name);
    switch (package.output) {
        case ComponentOutput::dev: return "lib.getDev " + attribute;
        case ComponentOutput::lib: return "lib.getLib " + attribute;
        case ComponentOutput::static_libraries: return "lib.getOutput \"static\" " + attribute;
        case ComponentOutput::stubs: return "lib.getOutput \"stubs\" " + attribute;
        case ComponentOutput::bin: break;
    }
    return "lib.getBin " + attribute;
}

}  // namespace cudastdenv::words
