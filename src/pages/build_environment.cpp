// SPDX-License-Identifier: MIT
#include "pages/build_environment.hpp"

#include "core/quote.hpp"

#include <fmt/format.h>

namespace cudastdenv::report {

namespace {

/// fish knows two escapes between single quotes.
std::string fish_quoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

std::string sh_line(const Assignment& assignment) {
    if (!assignment.value) return fmt::format("unset {}\n", assignment.name);
    return fmt::format("export {}={}\n", assignment.name, shell_quoted(*assignment.value));
}

std::string fish_line(const Assignment& assignment) {
    if (!assignment.value) return fmt::format("set -e {}\n", assignment.name);
    return fmt::format("set -gx {} {}\n", assignment.name, fish_quoted(*assignment.value));
}

/// What stands between double quotes in an instruction: there variables are put in.
std::string dockerfile_line(const Assignment& assignment) {
    std::string quoted;
    for (const char c : assignment.value.value_or("")) {
        if (c == '"' || c == '\\' || c == '$') quoted += '\\';
        quoted += c;
    }
    return fmt::format("ENV {}=\"{}\"\n", assignment.name, quoted);
}

/// A value of several lines stands between two lines that it does not have itself.
std::string github_line(const Assignment& assignment) {
    const std::string value = assignment.value.value_or("");
    if (value.find_first_of("\n\r") == value.npos) return fmt::format("{}={}\n", assignment.name, value);
    std::string end = "END";
    while (value.find(end) != value.npos) end += "_";
    return fmt::format("{}<<{}\n{}\n{}\n", assignment.name, end, value, end);
}

template <class Line>
std::string commented_lines(std::span<const Assignment> assignments, const words::BuildEnvironmentReport* report,
                            Line line) {
    std::string text;
    for (const Assignment& assignment : assignments) {
        for (const std::string& reason : words::reasons_of(assignment, report)) text += fmt::format("# {}\n", reason);
        text += line(assignment);
    }
    return text;
}

}  // namespace

std::string sh_assignments(std::span<const Assignment> assignments, const words::BuildEnvironmentReport* reasons) {
    return commented_lines(assignments, reasons, sh_line);
}

std::string fish_assignments(std::span<const Assignment> assignments, const words::BuildEnvironmentReport* reasons) {
    return commented_lines(assignments, reasons, fish_line);
}

std::string github_assignments(std::span<const Assignment> assignments) {
    std::string text;
    for (const Assignment& assignment : assignments) text += github_line(assignment);
    return text;
}

std::string dockerfile_assignments(std::span<const Assignment> assignments,
                                   const words::BuildEnvironmentReport* reasons) {
    return commented_lines(assignments, reasons, dockerfile_line);
}

bool can_stand_in_dockerfile(std::string_view text) { return text.find_first_of("\n\r") == text.npos; }

}  // namespace cudastdenv::report
