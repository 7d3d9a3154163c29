// SPDX-License-Identifier: MIT
#include "os/asking.hpp"

#include "os/machine_error.hpp"

namespace cudastdenv::machine {

namespace fs = std::filesystem;

std::variant<Reply, HostNote> ask(const Surroundings& surroundings, std::vector<std::string> command,
                                  std::size_t limit) {
    const fs::path program = command.front();
    Process process{.arguments = std::move(command),
                    .environment = surroundings.environment(),
                    .time_limit = surroundings.patience,
                    .output_limit = limit,
                    .memory_limit = 0};
    Finished finished;
    try {
        finished = run(process);
    } catch (const MachineError& error) {
        return ProgramCannotStart{program, error.what()};
    }
    switch (finished.end) {
        case Finished::End::out_of_time: {
            const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(surroundings.patience);
            return ProgramHangs{program, static_cast<int>(seconds.count())};
        }
        case Finished::End::too_much_output: return ProgramFloods{program};
        case Finished::End::signalled: return ProgramFails{program, finished.status, true};
        case Finished::End::exited: break;
    }
    if (finished.status != 0) return ProgramFails{program, finished.status, false};
    return Reply{std::move(finished.output), std::move(finished.errors)};
}

}  // namespace cudastdenv::machine
