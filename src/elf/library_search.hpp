// SPDX-License-Identifier: MIT
#pragma once

/// Where the loader would find the libraries of a binary: its run path, then the loader's cache, then its folders.

#include "findings/elf.hpp"
#include "os/process.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cudastdenv::machine {

/// What glibc's `ld.so.cache` says: libraries by name, several of one name in the loader's order. Empty where it is
/// none of this machine's byte order, or one from before glibc 2.32 that holds the old form too.
[[nodiscard]] std::multimap<std::string, std::filesystem::path> read_loader_cache(std::span<const std::byte> bytes);

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
