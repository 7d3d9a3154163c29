// SPDX-License-Identifier: MIT
#pragma once

/// Whether lines to type are correct in the language of their tool. Many are checked in one process.

#include "unit/temporary.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::laws {

/// A name in braces that is no shell variable (`{cuda}`), or a word in capitals in place of a value.
[[nodiscard]] bool has_placeholder(std::string_view text);

/// Whether the Windows command prompt (cmd.exe) and the program get the line as it is written: no mark has a meaning
/// outside quotes, the quotes are balanced, only known variables expand, and a known command begins it. It knows
/// quoting only: the tests have no Windows.
[[nodiscard]] bool is_cmd_line(std::string_view line);

/// Lines for a shell, a Dockerfile, a Nix file or the Windows command prompt. They are numbered as they are added.
class Scripts {
public:
    void add(std::string_view tool, std::string_view text);

    /// What the shells, Docker or Nix cannot parse. Without Nix, its lines count as correct.
    [[nodiscard]] std::set<std::size_t> find_malformed() const;

    /// What goes on with the output of a program although it failed. Scripts that differ in numbers only behave the
    /// same, so that one of them is run.
    [[nodiscard]] std::set<std::size_t> find_heedless() const;

    /// Whether find_heedless() runs it.
    [[nodiscard]] bool runs(std::size_t number) const { return substituting_.contains(number); }

private:
    /// The output of a command for each of the files with these numbers, `$f`, in one process of that shell.
    [[nodiscard]] std::vector<std::string> run(const std::string& shell, std::string_view kind,
                                               const std::set<std::size_t>& numbers, const std::string& before,
                                               const std::string& command) const;
    /// Adds those for which the command fails.
    void add_failed(std::set<std::size_t>& failed, const std::string& shell, std::string_view kind,
                    const std::set<std::size_t>& numbers, const std::string& command) const;

    machine::TemporaryFolder folder_{"law-plan"};
    std::size_t count_ = 0;
    std::set<std::size_t> shells_;
    std::set<std::size_t> nix_;
    std::set<std::size_t> substituting_;
    std::set<std::size_t> malformed_;  ///< lines that are none of a Dockerfile
    std::set<std::string> shapes_;
};

}  // namespace cudastdenv::laws
