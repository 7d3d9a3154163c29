#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::cli {

/// An option of a command.
struct OptionSpec {
    std::string_view name;   ///< without the dashes
    std::string_view value;  ///< what it takes, for the help: `V`; empty: a switch
    std::string_view help;
    char letter = '\0';      ///< the short form, `o` for `-o`
};

/// A command line, taken apart. Every value is the text that was given.
class ParsedOptions {
public:
    /// Throws UsageError: unknown, abbreviated or repeated options, missing or superfluous values and arguments.
    /// A sole positional name `text...` takes all words that are no options, one space between; it is then `text`. A
    /// word that begins with one dash is one of them unless it is, or nearly is, an option of the command; one with two
    /// dashes is, if a compiler or build system takes its list by it.
    /// A sole positional name `file+` takes any number of arguments; list() has them.
    ParsedOptions(std::span<const std::string> arguments, std::span<const OptionSpec> specs,
                  std::span<const std::string_view> positional_names);

    [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
    /// The value of an option that was given.
    [[nodiscard]] const std::string& value(std::string_view name) const { return values_.find(name)->second; }
    /// What the name `file+` took; may be empty.
    [[nodiscard]] const std::vector<std::string>& list() const noexcept { return list_; }
    [[nodiscard]] std::string value_or(std::string_view name, std::string_view fallback) const;
    /// The same command line with that option given, whether or not it was.
    [[nodiscard]] ParsedOptions with(std::string_view name, std::string_view value) const;
    /// The same command line without that option.
    [[nodiscard]] ParsedOptions without(std::string_view name) const;

private:
    std::map<std::string, std::string, std::less<>> values_;
    std::vector<std::string> list_;
};

}  // namespace cudastdenv::cli
