// SPDX-License-Identifier: MIT
#include "cli/run.hpp"
#include "machine/os/files.hpp"

#include <csignal>

int main(int argc, char** argv) {
    if (!cudastdenv::machine::occupy_standard_streams()) return cudastdenv::cli::exit_failure;
    // Exceeding the file size limit becomes a write error, with a message and an exit code.
    std::signal(SIGXFSZ, SIG_IGN);
    return cudastdenv::cli::run({argv + (argc > 0 ? 1 : 0), argv + argc}, {stdin, stdout, stderr});
}
