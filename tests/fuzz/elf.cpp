// SPDX-License-Identifier: MIT
// Mutated ELF files and archives: each is read or refused with one line, quickly, and what is read can be judged.
#include "builtin.hpp"
#include "mutate.hpp"

#include "findings/abi.hpp"
#include "machine/elf/elf.hpp"
#include "machine/os/files.hpp"
#include "source_directory.hpp"
#include "tables/lookup.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

using namespace cudastdenv;
using namespace cudastdenv::machine;

namespace {

using fuzz::Clock;
constexpr std::chrono::seconds too_long{10};

std::string content_of(const std::string& file) { return contents_of(build_directory() / "tests" / file); }

/// One of each kind that elf_image.py makes: of both classes and byte orders.
std::vector<std::string> made_up_files() {
    constexpr std::size_t magic = 8, header = 60, size_in_header = 48;
    const std::string archive = content_of("elf-images.a");
    std::vector<std::string> files;
    for (std::size_t at = magic; at + header <= archive.size();) {
        const std::size_t size = std::stoul(archive.substr(at + size_in_header, 10));
        const std::string content = archive.substr(at + header, size);
        if (content.starts_with("\177ELF")) files.push_back(content);
        at += header + size + size % 2;
    }
    return files;
}

std::string member(std::string_view name, const std::string& data) {
    return fmt::format("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n{}{}", name, 0, 0, 0, 644, data.size(), data,
                       data.size() % 2 == 0 ? "" : "\n");
}

/// Numbers written over the bytes that mean something: those that are not zero, and their neighbours.
class BinaryMutator {
public:
    explicit BinaryMutator(std::vector<std::string> seeds)
        : engine_(static_cast<std::mt19937::result_type>(fuzz::seed())), seeds_(std::move(seeds)) {
        for (const std::string& text : seeds_) {
            auto& places = places_.emplace_back();
            for (std::size_t i = 0; i < text.size(); ++i)
                if (text[i] != 0) places.push_back(i);
        }
    }

    std::string next() {
        const std::size_t chosen = below(seeds_.size());
        std::string bytes = seeds_[chosen];
        for (std::size_t changes = 1 + below(6); changes > 0; --changes) change(bytes, places_[chosen]);
        return bytes;
    }

private:
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : engine_() % bound; }

    std::uint64_t number(const std::string& bytes) {
        constexpr std::array<std::uint64_t, 12> telling{
            0, 1, 2, 7, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, 0x80000000, ~std::uint64_t{0}};
        switch (below(4)) {
            case 0: return telling[below(telling.size())];
            case 1: return below(bytes.size() + 16);
            case 2: return (std::uint64_t{engine_()} << 32) | engine_();
            default: return bytes.size() - below(64);
        }
    }

    void change(std::string& bytes, const std::vector<std::size_t>& places) {
        // Headers come first, and a mistake in them is the most telling one.
        const std::size_t front = std::min<std::size_t>(places.size(), 400);
        const std::size_t at = places[below(below(2) == 0 ? front : places.size())];
        if (at >= bytes.size()) return;
        switch (below(16)) {
            case 0: bytes.resize(at); return;
            case 1: bytes.erase(at, below(40)); return;
            case 2: bytes.insert(at, bytes.substr(places[below(places.size())] % bytes.size(), below(40))); return;
            case 3: bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8))); return;
            default: break;
        }
        const std::size_t width = std::size_t{1} << below(4);
        const std::uint64_t value = number(bytes);
        const bool is_big_endian = below(2) == 0;
        for (std::size_t i = 0; i < width && at + i < bytes.size(); ++i)
            bytes[at + i] = static_cast<char>(value >> (8 * (is_big_endian ? width - 1 - i : i)));
    }

    std::mt19937 engine_;
    std::vector<std::string> seeds_;
    std::vector<std::vector<std::size_t>> places_;
};

struct Counts {
    int read = 0, refused = 0;
};

void check_line(std::string_view line) { REQUIRE(line.find('\n') == line.npos); }

const KnownSymbols known(builtin_tables());

void judge(const Binary& binary) {
    const auto [glibcxx, cxxabi,
                glibc] = judge_abi(tables, binary, stdenv_of(tables, tables.environments.front())).newest;
    for (const auto& need : {glibcxx, cxxabi, glibc}) REQUIRE((!need || !need->version.empty()));
    for (const NeededVersion& need : binary.elf.needs) (void)demangled(need.symbol);
}

/// As a member of an archive is read.
bool read_member(const std::string& bytes) {
    static constexpr std::string_view before = "archive";
    RegularFile file;
    file.fd = UniqueFd(::memfd_create("fuzz", MFD_CLOEXEC));
    file.size = before.size() + bytes.size();
    REQUIRE(write_all(file.fd.get(), std::string(before) + bytes));
    try {
        const ElfFile elf = read_elf_file(file, {before.size(), bytes.size()}, "fuzz", &known);
        judge({"fuzz", elf, std::nullopt});
        return true;
    } catch (const MachineError& error) {
        check_line(error.what());
        return false;
    }
}

/// As a file is read.
bool read_file(int fd, const std::string& bytes) {
    REQUIRE(::ftruncate(fd, 0) == 0);
    REQUIRE(::pwrite(fd, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
    RegularFile file;
    file.fd = UniqueFd(::dup(fd));
    file.size = bytes.size();
    Binaries found;
    try {
        read_binary(file, "fuzz", "fuzz", &known, found);
    } catch (const MachineError& error) {
        check_line(error.what());
        return false;
    }
    for (const Binary& binary : found.files) judge(binary);
    for (const std::string& error : found.errors) check_line(error);
    return found.errors.empty();
}

std::vector<std::string> archives_of(const std::string& library) {
    const std::string small = library.substr(0, 4096);
    return {"!<arch>\n" + member("/", "\0\0\0\0") + member("//", "a_long_name_of_a_member.o/\n") +
                member("/0", library) + member("text/", "text") + member("x.o/", small),
            "!<arch>\n" + member("#1/8", "bsd.so\0\0" + library) + member("a/", ""),
            "!<thin>\n" + member("//", "/dev/null/\n../nowhere.o/\n/etc/passwd/\n") + member("/0", "") +
                member("/11", ""),
            content_of("elf-images.a")};
}

Counts try_files(BinaryMutator mutator) {
    const UniqueFd fd(::memfd_create("fuzz", MFD_CLOEXEC));
    REQUIRE(fd);
    Counts counts;
    const auto until = Clock::now() + fuzz::duration() / 2;  // for each of the two kinds
    while (Clock::now() < until) {
        const std::string bytes = mutator.next();
        const auto start = Clock::now();
        const bool is_read = read_file(fd.get(), bytes);
        if (bytes.starts_with("\177ELF")) REQUIRE(read_member(bytes) == is_read);
        REQUIRE(Clock::now() - start < too_long);
        ++(is_read ? counts.read : counts.refused);
    }
    return counts;
}

}  // namespace

TEST_CASE("mutated ELF files") {
    std::vector<std::string> seeds = made_up_files();
    CHECK(seeds.size() > 8);
    seeds.push_back(content_of("libelf-seed.so.p/fuzz_elf_seed.cpp.o"));
    // What a linker makes, as often as all the others.
    seeds.insert(seeds.end(), seeds.size(), content_of("libelf-seed.so"));
    for (const std::string& seed : seeds) REQUIRE(read_member(seed));
    const Counts counts = try_files(BinaryMutator(seeds));
    MESSAGE(counts.read, " read, ", counts.refused, " refused");
    CHECK(counts.read > 0);
    CHECK(counts.refused > 0);
}

TEST_CASE("mutated archives") {
    const Counts counts = try_files(BinaryMutator(archives_of(content_of("libelf-seed.so"))));
    MESSAGE(counts.read, " read, ", counts.refused, " refused");
    CHECK(counts.read > 0);
    CHECK(counts.refused > 0);
}
