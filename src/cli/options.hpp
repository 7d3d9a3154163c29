// SPDX-License-Identifier: MIT
#pragma once

#include "ask/command_options.hpp"
#include "ask/context.hpp"
#include "cli/run.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

using namespace asking;  // the commands put questions

/// A variable of the user's that says what a question leaves out.
struct DefaultVariable {
    std::string_view option;
    const char* name;
};
inline constexpr std::array<DefaultVariable, 3> default_variables{{
    {"cuda", "CUDASTDENV_CUDA"},
    {"stdenv", "CUDASTDENV_STDENV"},
    {"system", "CUDASTDENV_SYSTEM"},
}};
/// Where the others are this machine's to say.
inline constexpr std::array release_variable{default_variables.front()};

/// The option that a word names: `--cuda`, `--cuda=12.8`, `-o` or `-ofile`; nullptr: none.
[[nodiscard]] const OptionSpec* find_option(std::string_view word, std::span<const OptionSpec> specs);

/// A command line, taken apart. Every value is the text that was given.
class ParsedOptions : public Texts {
public:
    /// Throws BadInput: unknown, abbreviated or repeated options, missing or superfluous values and arguments.
    /// A first positional name `cuda` takes a release that stands first, where no option names one.
    /// A last positional name `text...` takes all words that are no options, one space between; it is then `text`. A
    /// word that begins with one dash is one of them unless it is, or nearly is, an option of the command, and even
    /// then behind another word if the option takes a value; one with two dashes is, if a compiler or build system
    /// takes its list by it. A sole positional name `file+` takes any number of arguments; list() has them.
    ParsedOptions(std::span<const std::string> arguments, std::span<const OptionSpec> specs,
                  std::span<const std::string_view> positional_names, const Streams& streams = {});

    /// What the name `file+` took; may be empty.
    [[nodiscard]] const std::vector<std::string>& list() const noexcept { return list_; }

    /// The same with what was not given from variables of the user's. An empty one says nothing.
    [[nodiscard]] ParsedOptions with_defaults(std::span<const DefaultVariable> variables) const;

    /// Where the command that they are for reads and writes.
    [[nodiscard]] const Streams& streams() const noexcept { return streams_; }

private:
    std::vector<std::string> list_;
    Streams streams_;
};

}  // namespace cudastdenv::cli
