// SPDX-License-Identifier: MIT
#pragma once

/// What stands around a message in its line: who prints it, and whether it is printed at all or only spoken of.

/// Whether what a message names is what it is about: a file of NVIDIA's, a symbol of a newer libstdc++.

#include "diagnose/patterns.hpp"

#include <cudastdenv/export.hpp>
#include <cudastdenv/tables.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

class MessageFilter {
public:
    explicit MessageFilter(const Tables& tables) : tables_(tables) {}

    /// Whether what it says of a capability is that of a GPU without code, and not what is built.
    [[nodiscard]] bool names_gpu(const MessageTextRow& wording) const;
    [[nodiscard]] bool is_meant(const MessageTextRow& wording, const std::vector<Filling>& fillings);
    /// The version that the symbol came with which a message names; empty: it names none, or says the version itself,
    /// or which one it is is not known.
    [[nodiscard]] std::string_view symbol_version(const std::vector<Filling>& fillings);

private:
    void read_symbols();
    /// The version of libstdc++ that brought a symbol, mangled or as a linker shows it: `GLIBCXX_3.4.29` of
    /// `std::__throw_bad_array_new_length()`. Empty where the tables have no such symbol.
    [[nodiscard]] std::string_view version_of(std::string_view symbol);
    [[nodiscard]] bool is_of_newer_libstdcxx(std::string_view symbol);

    Tables tables_;
    /// Symbols without parameters, with the version; sorted. Read when the first symbol comes.
    std::vector<std::pair<std::string, std::string_view>> symbols_;
};

}  // namespace cudastdenv::diagnose
