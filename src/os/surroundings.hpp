// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::machine {

/// Whether a program is there that may be run: a regular file.
[[nodiscard]] bool is_program(const std::filesystem::path& path);

/// What a look at the machine starts from, so that a test can give it another one.
struct Surroundings {
    std::map<std::string, std::string, std::less<>> variables;  ///< environment variables
    std::filesystem::path root = "/";                           ///< where `/usr` and `/proc` are
    std::chrono::milliseconds patience{10'000};                 ///< how long a program may take to say what it is

    /// Those of this process.
    [[nodiscard]] static Surroundings here();

    /// Empty where it is not set.
    [[nodiscard]] std::string variable(std::string_view name) const;
    /// The folders of PATH, in order: absolute ones that exist, each once by whatever name.
    [[nodiscard]] std::vector<std::filesystem::path> search_path() const;
    /// The program of that name in the first of these folders that has one; empty: none has.
    [[nodiscard]] std::filesystem::path program(std::string_view name) const;
    /// An absolute path, below `root`.
    [[nodiscard]] std::filesystem::path place(std::string_view absolute) const;
    /// The same without the variables that make nvcc do something else than its command line says.
    [[nodiscard]] Surroundings of_bare_nvcc() const;
    /// For a process: all variables, but messages in English and without colour.
    [[nodiscard]] std::vector<std::string> environment() const;
};

}  // namespace cudastdenv::machine
