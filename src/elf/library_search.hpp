// SPDX-License-Identifier: MIT
#pragma once

/// Where the loader would find the libraries of a binary: its run path, then the loader's cache, then its folders.

#include "findings/library_search.hpp"
#include "os/surroundings.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cudastdenv::machine {

/// Looks for the libraries of one binary after another; what it has read it keeps.
class LibraryFinder {
public:
    explicit LibraryFinder(const Surroundings& surroundings) : surroundings_(surroundings) {}

    [[nodiscard]] LibrarySearch search(const Binary& binary);

private:
    struct Known {
        std::uint16_t machine = 0;
        bool is_64_bit = true;
        bool is_little_endian = true;
        std::string glibcxx, cxxabi;
    };
    struct Candidate {
        std::filesystem::path path;
        FoundLibrary::By by;
    };

    [[nodiscard]] SoughtLibrary seek(const Binary& binary, const LibrarySearch& search, const std::string& name);
    [[nodiscard]] std::vector<Candidate> candidates(const Binary& binary, const LibrarySearch& search,
                                                    const std::string& name);
    [[nodiscard]] std::filesystem::path in_library_path(const ElfFile& elf, const std::string& name);
    /// nullptr: not there, or not for that machine.
    [[nodiscard]] const Known* read(const std::filesystem::path& path, const ElfFile& needed_by);
    [[nodiscard]] const std::multimap<std::string, std::filesystem::path>& loader_cache();

    const Surroundings& surroundings_;
    std::map<std::filesystem::path, std::optional<Known>> known_;
    std::optional<std::multimap<std::string, std::filesystem::path>> cache_;
};

}  // namespace cudastdenv::machine
