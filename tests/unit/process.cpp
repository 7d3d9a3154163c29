// SPDX-License-Identifier: MIT
#include "os/process.hpp"

#include "temporary.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <string>

using namespace cudastdenv::machine;
using cudastdenv::test::write_program;

namespace fs = std::filesystem;

namespace {

/// A shell script in a folder of its own that writes `bytes` zeros to `file` there.
Finished write_zeros(const fs::path& folder, int bytes, std::size_t file_limit) {
    const fs::path program = folder / "writer";
    write_program(program, "/usr/bin/head -c " + std::to_string(bytes) + " /dev/zero > " + (folder / "file").string());
    return run({.arguments = {program.string()}, .environment = {"PATH=/usr/bin:/bin"}, .file_limit = file_limit});
}

}  // namespace

TEST_CASE("a program writes no file larger than its limit") {
    const TemporaryFolder folder("process");
    const Finished stopped = write_zeros(folder.path(), 100'000, 4096);
    CHECK((stopped.end == Finished::End::signalled || stopped.status != 0));
    CHECK(fs::file_size(folder.path() / "file") <= 4096);
}

TEST_CASE("up to its limit, and without one, it writes what it wants") {
    const TemporaryFolder folder("process");
    for (const std::size_t limit : {std::size_t{0}, std::size_t{100'000}}) {
        const Finished finished = write_zeros(folder.path(), 100'000, limit);
        CHECK(finished.end == Finished::End::exited);
        CHECK(finished.status == 0);
        CHECK(fs::file_size(folder.path() / "file") == 100'000);
    }
}
