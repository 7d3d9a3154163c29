// SPDX-License-Identifier: MIT
#include "pages/build_environment.hpp"

#include "core/quote.hpp"

#include <fmt/format.h>

namespace cudastdenv::report {

namespace {

using Variable = words::EnvAnswer::Variable;

/// fish knows two escapes between single quotes.
std::string fish_quoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

std::string sh_line(const Variable& variable) {
    if (!variable.value) return fmt::format("unset {}\n", variable.name);
    return fmt::format("export {}={}\n", variable.name, shell_quoted(*variable.value));
}

std::string fish_line(const Variable& variable) {
    if (!variable.value) return fmt::format("set -e {}\n", variable.name);
    return fmt::format("set -gx {} {}\n", variable.name, fish_quoted(*variable.value));
}

/// What stands between double quotes in an instruction: there variables are put in.
std::string dockerfile_line(const Variable& variable) {
    std::string quoted;
    for (const char c : variable.value.value_or(ForeignText{})) {
        if (c == '"' || c == '\\' || c == '$') quoted += '\\';
        quoted += c;
    }
    return fmt::format("ENV {}=\"{}\"\n", variable.name, quoted);
}

/// A value of several lines stands between two lines that it does not have itself.
std::string github_line(const Variable& variable) {
    const std::string value = variable.value.value_or(ForeignText{});
    if (value.find_first_of("\n\r") == value.npos) return fmt::format("{}={}\n", variable.name, value);
    std::string end = "END";
    while (value.find(end) != value.npos) end += "_";
    return fmt::format("{}<<{}\n{}\n{}\n", variable.name, end, value, end);
}

template <class Line>
std::string commented_lines(const words::EnvAnswer& answer, Line line) {
    std::string text;
    for (const Variable& variable : answer.variables) {
        for (const std::string& reason : variable.why) text += fmt::format("# {}\n", reason);
        text += line(variable);
    }
    return text;
}

}  // namespace

std::string sh_assignments(const words::EnvAnswer& answer) { return commented_lines(answer, sh_line); }

std::string fish_assignments(const words::EnvAnswer& answer) { return commented_lines(answer, fish_line); }

std::string github_assignments(const words::EnvAnswer& answer) {
    std::string text;
    for (const Variable& variable : answer.variables) text += github_line(variable);
    return text;
}

std::string dockerfile_assignments(const words::EnvAnswer& answer) { return commented_lines(answer, dockerfile_line); }

bool can_stand_in_dockerfile(std::string_view text) { return text.find_first_of("\n\r") == text.npos; }

}  // namespace cudastdenv::report
