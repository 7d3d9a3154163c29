// SPDX-License-Identifier: MIT
#pragma once

/// What stands around a message in its line: who prints it, and whether it is printed at all or only spoken of.

#include "diagnose/patterns.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv::diagnose {

/// The place and the severity in front of a message: `/usr/include/math.h(79): error: `.
struct Preamble {
    enum class Severity : std::uint8_t {
        none,
        note,
        warning,
        user_warning,  ///< of Python: something failed, and the program goes on without it
        error,
    };

    Severity severity = Severity::none;
    bool has_place = false;
    std::string_view file;  ///< ends with the file's name, squeezed; what stands before it is there too
};

/// `before` is what stands before a message, squeezed; `error_words` how tools of any language begin a failure,
/// squeezed and without the colon.
[[nodiscard]] Preamble read_preamble(std::string_view before, std::span<const std::string> error_words) noexcept;

/// Whether the preamble names one of these files, or none. `is_begin`: whether the log had something that does not
/// count before that byte of Preamble::file.
[[nodiscard]] bool is_of_files(const Preamble& preamble, std::span<const std::string_view> files,
                               const std::function<bool(std::size_t)>& is_begin);

/// Whether a message in a line is spoken of and not printed: it is asked about, or said to be gone, or stands in a
/// source file, in what a search found, in a list of changes or in a manual. `before` and `behind` are the rest of its
/// line.
[[nodiscard]] bool is_spoken_of(std::string_view before, std::string_view behind);

/// The file, library or program that a message names; empty: none. `libcudart.so.{version:library}` names
/// libcudart.so.12.
[[nodiscard]] std::string file_in(const MessageTextRow& wording, const std::vector<Filling>& fillings);

}  // namespace cudastdenv::diagnose
