// SPDX-License-Identifier: MIT
#pragma once

/// An answer as lines to type, for the tool that somebody builds or installs with. Pure: what is not known is left out,
/// and where nothing is known to help there is no line.

#include "resolve/capabilities.hpp"

#include <cudastdenv/answers.hpp>
#include <cudastdenv/describe.hpp>

namespace cudastdenv {

/// A GCC that is asked where its files are.
struct GccToAsk {
    int major = 0;
    std::string program = {};  ///< where its C++ compiler is on this machine; empty: it goes by its name
};

/// What is to be applied. All of it may be absent.
struct ToApply {
    VersionRange releases = {};                   ///< of CUDA: one, or those that it may be; an absent end: not known
    const EnvironmentRow* environment = nullptr;  ///< that is built in; nullptr: not known
    std::string_view system = "x86_64-linux";     ///< Nix system
    std::optional<Compiler> compiler = {};        ///< the host compiler to use
    bool is_default = false;                      ///< nvcc finds the compiler without being told: nothing to install
    std::string program = {};                     ///< where it is on this machine; empty: it goes by its name
    std::optional<GccToAsk> headers = {};         ///< of a Clang: whose libstdc++ headers it is to be pointed at
    std::optional<GccToAsk> library = {};         ///< whose newer libstdc++ is to be linked; absent: the compiler's own
    std::optional<BuildList> list = {};           ///< what is to be built
    std::vector<const AdvisoryRow*> advisories = {};  ///< that apply to it: what breaks it needs a way out
    std::string toolkit_libraries = {};  ///< folder on this machine that its nvcc does not look into by itself
    std::string toolkit_headers = {};    ///< folder that -isystem is to name on this machine; empty: it would not help
};

/// What to type, one command or definition a line: for a POSIX shell, but of `nix` for a Nix file and of `docker` for a
/// Dockerfile. PACKAGE stands for what is built. Empty: nothing that is known to work.
[[nodiscard]] std::vector<std::string> lines_to_type(ApplyTool tool, const ToApply& answer, const Tables& tables);

/// No environment was named, and those with that manager call the compiler's package each in their own way.
[[nodiscard]] bool hangs_on_environment(ApplyTool tool, const ToApply& answer, const Tables& tables);

/// The tools that fit the environment, the likeliest first, each with lines; empty: nothing is known to work.
[[nodiscard]] std::vector<ApplyTool> tools_that_fit(const ToApply& answer, const Tables& tables);

/// The package manager of an environment is this one, or it has none of these, or the environment is not known.
[[nodiscard]] bool is_for(ApplyTool tool, const EnvironmentRow* environment, const Tables& tables);

/// The attribute of nixpkgs that holds the release, in the channel that the environment is, or else in the assumed one;
/// empty: there is none.
[[nodiscard]] std::string_view nixpkgs_set(Version release, const EnvironmentRow* environment, const Tables& tables);

/// What a C++ compiler is called there: `g++-14`, or a path; absent: not known.
[[nodiscard]] std::optional<std::string> cxx_program(Compiler compiler, const EnvironmentRow* environment,
                                                     const Tables& tables);

/// `gcc-14` for `g++-14`, `/usr/bin/clang` for `/usr/bin/clang++`: compilers come as pairs of such names.
[[nodiscard]] std::string c_compiler_beside(const std::string& cxx);

}  // namespace cudastdenv
