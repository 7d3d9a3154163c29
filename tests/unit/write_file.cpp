// SPDX-License-Identifier: MIT

#include "machine/os/write_file.hpp"
#include "source_directory.hpp"
#include "temporary.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <filesystem>
#include <string>

using namespace cudastdenv::machine;
using cudastdenv::test::write;

namespace fs = std::filesystem;

namespace {

fs::perms mode(const fs::path& path) { return fs::status(path).permissions(); }

}  // namespace

TEST_CASE("rewriting a file keeps all its permissions") {
    const TemporaryFolder directory("write");
    const fs::path path = directory.path() / "file";
    for (unsigned bits = 0; bits < 01000; bits += 7) {
        // The owner must be able to read the existing file.
        const auto permissions = static_cast<fs::perms>(bits | 0400);
        write(path, "before");
        fs::permissions(path, permissions);
        write_file(path, "after");
        CHECK(mode(path) == permissions);
        CHECK(cudastdenv::contents_of(path) == "after");
        fs::remove(path);
    }
}

TEST_CASE("a new file follows the mask and leaves nothing beside it") {
    const TemporaryFolder directory("write");
    const mode_t before = ::umask(0027);
    write_file(directory.path() / "file", "text");
    ::umask(before);
    CHECK(mode(directory.path() / "file") == static_cast<fs::perms>(0640));
    CHECK(std::distance(fs::directory_iterator(directory.path()), {}) == 1);
}

TEST_CASE("keeps links, and files that already have the text") {
    const TemporaryFolder directory("write");
    const fs::path path = directory.path() / "file", link = directory.path() / "link";
    write(path, "before");
    fs::create_symlink("file", link);
    write_file(link, "after");
    CHECK(fs::is_symlink(link));
    CHECK(cudastdenv::contents_of(path) == "after");
    const auto time = fs::file_time_type{} + std::chrono::hours(1);
    fs::last_write_time(path, time);
    write_file(path, "after");
    CHECK(fs::last_write_time(path) == time);
    CHECK_THROWS_AS(write_file(directory.path(), "text"), MachineError);
    CHECK_THROWS_AS(write_file("", "text"), MachineError);
}
