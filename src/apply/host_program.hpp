// SPDX-License-Identifier: MIT
#pragma once

#include "apply/apply.hpp"

#include <cudastdenv/tables.hpp>

#include <optional>
#include <string>

namespace cudastdenv::apply {

/// How a shell calls the host compiler. Each is a word of a line, and quoted where it has to be.
struct HostProgram {
    std::string cxx;   ///< `g++-14`, `"$CXX"`
    std::string cc;    ///< `gcc-14`, `"$CC"`
    std::string flag;  ///< the first within double quotes, as a word of nvcc's flags; empty: it cannot stand there
};

/// Absent: there is no compiler in the answer, or what it is called is not known.
[[nodiscard]] std::optional<HostProgram> host_program(const ToApply& answer, const Tables& tables);

/// The release, where it is one.
[[nodiscard]] std::optional<Version> only_release(const ToApply& answer);

/// The attribute of nixpkgs that holds that release, in the channel of the answer; empty: there is none.
[[nodiscard]] std::string_view package_set(const ToApply& answer, const Tables& tables);

/// Whether the stdenv of that package set has the answer's compiler.
[[nodiscard]] bool is_choice_of_nixpkgs(const ToApply& answer, const Tables& tables);

}  // namespace cudastdenv::apply
