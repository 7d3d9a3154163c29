#include "ask/answers.hpp"

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/common_options.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_releases(const ParsedOptions& options) { return answer(options, answer_releases); }

constexpr auto releases_options = joined(
    std::array{
        OptionSpec{"compiler", "CC,CC", "one of them is to be the host compiler: gcc-16, clang-19"},
        OptionSpec{"capabilities", "C,C", "all of them are to be built: 6.1,9.0a,Hopper"},
        OptionSpec{"gpu", "NAME,NAME", "machine code is to run on all of them: 'RTX 4090',H100 (`table gpus`)"},
        OptionSpec{"driver", "D", "version of the NVIDIA driver: 550.54.15, 550.54, 580"},
        OptionSpec{"environment", "E", "name of an environment: ubuntu-24.04"},
        system_option,
        OptionSpec{"std", "C++", "C++ standard of the code (default: c++17, or the newest that a release has)"},
        OptionSpec{"glibc", "V", "C library, if not the environment's: 2.41"},
        OptionSpec{"policy", "P", "whose ranges count: nixpkgs (default), documented, enforced"},
        OptionSpec{"why", "", "why each other release is left out"},
    },
    common_options);

constexpr std::array<std::string_view, 2> releases_examples{
    "cudastdenv releases --compiler gcc-16", "cudastdenv releases --capabilities 6.1,9.0 --driver 550.54 --why"};

}  // namespace

const Command releases_command{"releases",
                               "the reverse question: the releases with which all of this works, newest first",
                               "[OPTIONS]",
                               releases_examples,
                               {},
                               releases_options,
                               run_releases};

}  // namespace cudastdenv::cli
