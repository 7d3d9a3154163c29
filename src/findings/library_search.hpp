// SPDX-License-Identifier: MIT
#pragma once

/// Where the loader would find the libraries of a binary.

#include "findings/elf.hpp"

#include <cudastdenv/export.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

/// An entry of a run path.
struct RunPathFolder {
    std::string entry;             ///< as the binary has it: `$ORIGIN/../lib`
    std::filesystem::path folder;  ///< with $ORIGIN replaced; empty: depends on the loader or the working directory
    bool exists = false;
};

struct FoundLibrary {
    enum class By : std::uint8_t { run_path, loader_cache, default_folder };

    std::filesystem::path path;
    By by = By::run_path;
    std::string glibcxx;  ///< newest that it defines; empty: none
    std::string cxxabi;
};

/// `run-path`, `loader-cache`, `default-folder`
[[nodiscard]] std::string_view to_string(FoundLibrary::By by) noexcept;

struct SoughtLibrary {
    std::string name;        ///< `libstdc++.so.6`
    bool is_needed = false;  ///< DT_NEEDED names it; else something may open it by name
    std::optional<FoundLibrary> found;
    std::filesystem::path in_library_path;  ///< what LD_LIBRARY_PATH has; empty: nothing
    std::optional<bool> is_new_enough;      ///< for libstdc++: has found what the binary needs; absent: not known
};

/// How a folder of the cuda_compat package stands to the driver's, where nixpkgs wants it in front.
enum class CompatOrder : std::uint8_t { neither, no_compat, no_driver, compat_first, driver_first };

/// `neither`, `no-compat`, `no-driver`, `compat-first`, `driver-first`
[[nodiscard]] std::string_view to_string(CompatOrder order) noexcept;

struct LibrarySearch {
    std::vector<RunPathFolder> run_path;
    std::vector<SoughtLibrary> libraries;  ///< libstdc++.so.6 where it is needed, libcuda.so.1 where CUDA is
    CompatOrder compat = CompatOrder::neither;
};

[[nodiscard]] CompatOrder compat_order(const std::vector<std::string>& run_path);

}  // namespace cudastdenv
