// SPDX-License-Identifier: MIT
#pragma once

#include "in_process.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace golden {

/// A command line with its output.
struct Case {
    std::string name;
    std::string command_line;  ///< as typed, without the program's name
    Outcome outcome;
};

/// A file of cases, in one of two formats that docs/CONTRIBUTING.md describes.
struct Transcript {
    enum class Format {
        full,    ///< `=== NAME`, `$ ARGUMENTS`, `exit N`, then each output under its own `--- stdout` or `--- stderr`
        errors,  ///< `NAME $ ARGUMENTS`, and the error on stderr with its hint; exit code 2
    };

    std::string name;  ///< name of the file, without its extension
    Format format = Format::full;
    std::vector<Case> cases;
};

/// Throws std::runtime_error with the line if the file is malformed. A case may end after its arguments.
[[nodiscard]] Transcript read_transcript(const std::filesystem::path& path);

/// Throws std::runtime_error if the file could not be read back: an output contains a delimiter line, has no newline at
/// its end, or is not one error.
[[nodiscard]] std::string text_of(const Transcript& transcript);

/// In the format of a transcript of full cases.
[[nodiscard]] std::string text_of(const Case& one);

/// Splits a command line like a POSIX shell without expansions.
[[nodiscard]] std::vector<std::string> split_words(std::string_view command_line);

}  // namespace golden
