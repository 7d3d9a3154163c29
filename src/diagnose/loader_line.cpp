// SPDX-License-Identifier: MIT
#include "diagnose/loader_line.hpp"

#include "core/text.hpp"

namespace cudastdenv::diagnose {

FileOwner owner_of(std::string_view path) {
    const std::string file = in_lower_case(path);
    const auto has_any = [&](std::initializer_list<std::string_view> parts) {
        return std::ranges::any_of(parts, [&](std::string_view part) { return file.find(part) != file.npos; });
    };
    if (has_any({"/nix/store/"})) return FileOwner::nix;
    // pyenv names its virtual environments like conda.
    if (has_any({"conda", "miniforge", "mamba", "/.pixi/"}) || (has_any({"/envs/"}) && !has_any({"pyenv"})))
        return FileOwner::conda;
    if (has_any({"/spack/", "/spack-"})) return FileOwner::spack;
    if (has_any({"/site-packages/", "/dist-packages/"})) return FileOwner::python;
    constexpr std::array<std::string_view, 7> folders{"/lib/",       "/lib64/",     "/lib32/",      "/usr/lib/",
                                                      "/usr/lib64/", "/usr/lib32/", "/usr/libexec/"};
    const auto begins = [&](std::string_view folder) { return file.starts_with(folder); };
    return std::ranges::any_of(folders, begins) ? FileOwner::system : FileOwner::other;
}

std::optional<LoaderLine> loader_line(std::string_view line) {
    const std::size_t end = line.find(": version ");
    if (end == line.npos) return std::nullopt;
    const std::string_view before = line.substr(0, end);
    const std::string_view loaded = before.substr(before.rfind(' ') + 1);  // all of it without a blank
    // The loader prints the path; a name alone is a person's.
    if (loaded.find('/') == loaded.npos) return std::nullopt;
    LoaderLine found{loaded, owner_of(loaded), std::nullopt};
    constexpr std::string_view asking = "(required by ";
    const std::size_t asker = line.find(asking, end);
    if (asker != line.npos) found.asker = owner_of(line.substr(asker + asking.size()));
    return found;
}

}  // namespace cudastdenv::diagnose
