// SPDX-License-Identifier: MIT
#include "findings/library_search.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

constexpr std::string_view driver_folder = "/run/opengl-driver";

bool lies_in(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool is_compat(std::string_view entry) { return entry.find("cuda_compat") != entry.npos; }

}  // namespace

std::string_view to_string(FoundLibrary::By by) noexcept {
    switch (by) {
        case FoundLibrary::By::run_path: return "run-path";
        case FoundLibrary::By::loader_cache: return "loader-cache";
        case FoundLibrary::By::default_folder: return "default-folder";
    }
    return {};
}

std::string_view to_string(CompatOrder order) noexcept {
    switch (order) {
        case CompatOrder::neither: return "neither";
        case CompatOrder::no_compat: return "no-compat";
        case CompatOrder::no_driver: return "no-driver";
        case CompatOrder::compat_first: return "compat-first";
        case CompatOrder::driver_first: return "driver-first";
    }
    return {};
}

CompatOrder compat_order(const std::vector<std::string>& run_path) {
    const auto compat = std::ranges::find_if(run_path, is_compat);
    const auto driver = std::ranges::find_if(run_path,
                                             [](const std::string& entry) { return lies_in(entry, driver_folder); });
    if (compat == run_path.end()) return driver == run_path.end() ? CompatOrder::neither : CompatOrder::no_compat;
    if (driver == run_path.end()) return CompatOrder::no_driver;
    return compat < driver ? CompatOrder::compat_first : CompatOrder::driver_first;
}

}  // namespace cudastdenv
