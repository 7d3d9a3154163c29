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

}  // namespace cudastdenv::report
