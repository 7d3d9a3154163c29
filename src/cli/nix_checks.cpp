#include "ask/answers.hpp"
#include "cli/answer.hpp"
#include "cli/nix.hpp"
#include "cli/output_option.hpp"

#include <array>

namespace cudastdenv::cli {

namespace {

int run_nix_checks(const ParsedOptions& options) { return write_answer(options, answer_nix_checks); }

constexpr std::array nix_checks_options{
    output_option,
    OptionSpec{"cuda", "V,V", "releases to check (default: all)"},
    OptionSpec{"system", "S", "Nix system name (default: x86_64-linux)"},
    OptionSpec{"stdenv", "CC", "the standard environment: a compiler like gcc-15, or a name like nixos-26.05"},
    OptionSpec{"std", "C++", "C++ standard of the code (default: c++17, or the newest that the release has)"},
    OptionSpec{"available", "CC,CC", "compilers to check (default: all that are known, or the environment's)"},
    OptionSpec{"policy", "P", "whose ranges count: nixpkgs (default), documented, enforced"},
    OptionSpec{"nixpkgs-exact", "", "the compilers that nixpkgs itself would use"},
    OptionSpec{"data", "DIR", "read the tables from JSON files instead of the built-in ones"},
    OptionSpec{"json", "", "the checks' names, releases and compilers as JSON"},
    OptionSpec{"help", "", "show this help", 'h'},
};
constexpr std::array<std::string_view, 2> nix_checks_examples{"cudastdenv nix checks -o checks.nix",
                                                   "cudastdenv nix checks --cuda 12.8,13.0 --stdenv nixos-26.05"};

}  // namespace

const Command nix_checks_command{"nix checks",
                                 "derivations that compile and link with each release and host compiler",
                                 "[--cuda V,V] [OPTIONS]",
                                 nix_checks_examples,
                                 {},
                                 nix_checks_options,
                                 run_nix_checks};

}  // namespace cudastdenv::cli
