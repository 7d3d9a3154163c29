// SPDX-License-Identifier: MIT
#pragma once

/// Plans: the changes that an answer asks for, and the lines to type, for a build or install tool. Every line for
/// people comes from here. Pure. Unknown parts are left out; without a known solution a plan has no lines.

#include "findings/build_environment.hpp"
#include "resolve/capabilities.hpp"
#include "resolve/component.hpp"
#include "resolve/wheels.hpp"

#include <cudastdenv/answers.hpp>
#include <cudastdenv/describe.hpp>

namespace cudastdenv {

/// A GCC whose files are looked up.
struct GccQuery {
    int major = 0;
    std::string program = {};  ///< path of its C++ compiler on this machine; empty: its usual name
};

/// The answer to apply. Every member may be absent.
struct PlanInput {
    VersionRange releases = {};                   ///< of CUDA: one, or the possible ones; an absent end: unknown
    const EnvironmentRow* environment = nullptr;  ///< the build environment; nullptr: unknown
    std::string_view system = "x86_64-linux";     ///< Nix system
    std::optional<Compiler> compiler = {};        ///< the host compiler to use
    std::optional<Compiler> now = {};             ///< the host compiler in use
    std::optional<PlanTool> tool = {};            ///< the tool that is asked for
    PlanTool builder = PlanTool::nvcc;            ///< builds after a package manager has installed the compiler
    bool with_find_cuda = false;   ///< CMake's FindCUDA runs nvcc, and has a variable of its own for the host compiler
    bool overrides_ccbin = false;  ///< another host compiler may be named in the build, in a place that is unknown
    SetupOptions setup = {};       ///< what was asked, for the command that sets up this machine
    bool is_here = false;          ///< the lines are for this machine, where that command does the rest
    bool is_installed = true;      ///< the compiler is there
    bool is_default = false;       ///< nvcc finds the compiler without options: nothing to install
    std::string program = {};      ///< its path on this machine; empty: its usual name
    std::optional<GccQuery> headers = {};             ///< for a Clang: the owner of its libstdc++ headers
    std::optional<GccQuery> library = {};             ///< owner of a newer libstdc++ to link; absent: the compiler
    std::optional<BuildList> list = {};               ///< the capabilities to build
    std::vector<const AdvisoryRow*> advisories = {};  ///< that apply to it: those that break it need a workaround
    std::string toolkit_libraries = {};               ///< directory on this machine that its nvcc does not search
    std::string toolkit_headers = {};  ///< directory for -isystem on this machine; empty: it would not help
};

/// The plan for one tool. Its lines are one command or definition each: for a POSIX shell, for a Nix file (`nix`), for
/// a Dockerfile (`docker`), or for the Windows command prompt (`windows`, and any tool if the system is Windows).
/// PACKAGE is a placeholder. No lines: no known solution.
[[nodiscard]] Plan make_plan(PlanTool tool, const PlanInput& answer, const Tables& tables);

/// How to install a file of the toolkit in that release, for each package manager that has it. For files of the driver,
/// how a program finds them. `is_release_known`: otherwise no line names a release. `nix_set` is the attribute of
/// nixpkgs with the release. `system` may be empty: unknown.
[[nodiscard]] std::vector<Plan> plans_for_file(const Tables& tables, const ComponentFile& file, Version release,
                                               bool is_release_known, std::string_view nix_set,
                                               std::string_view system = {});

/// Installs NVIDIA's forward compatibility package with the environment's package manager, from NVIDIA's repositories,
/// and makes the loader find it. Empty: they have no package for that manager, or the environment is unknown.
[[nodiscard]] std::vector<Plan> plans_for_compat_package(Version release, const EnvironmentRow* environment,
                                                         const Tables& tables);

/// The build as pip's requirement: `torch==2.9.1+cu126`, without the suffix where PyPI has it.
[[nodiscard]] std::string wheel_requirement(const Tables& tables, const WheelBuildRow& row, PackageVersion version);

/// The address of the project's index or page that has the build; absent: PyPI has it.
[[nodiscard]] std::optional<std::string> index_of(const Tables& tables, const WheelBuildRow& row);

/// Installs a build with pip and with uv, from PyPI or the project's index, together with other requirements from
/// there. Empty: no index for pip has it.
[[nodiscard]] std::vector<Plan> plans_for_wheel(const Tables& tables, const WheelBuild& build, std::string_view system,
                                                std::span<const std::string> others = {});

/// The plan for the tool that fits the environment best: its package manager, then the builder. Empty: no known
/// solution.
[[nodiscard]] std::vector<Plan> plan_that_fits(const PlanInput& answer, const Tables& tables);

/// Whether lines of the tables for that tool can be typed on that system: on Windows those of its command prompt and of
/// programs that are called as on Linux.
[[nodiscard]] bool is_for_system(PlanTool tool, std::string_view system) noexcept;

/// True if the environment's package manager is this one or is not one of these, or the environment is unknown.
[[nodiscard]] bool is_for(PlanTool tool, const EnvironmentRow* environment, const Tables& tables);

/// True if it installs the environment's packages: apt on Debian, conda in conda-forge, nix in a channel of nixpkgs.
[[nodiscard]] bool is_manager_of(PlanTool tool, const EnvironmentRow* environment, const Tables& tables);

/// The attribute of nixpkgs with the release, in the environment if it is a channel, otherwise in the assumed one;
/// empty if absent.
[[nodiscard]] std::string_view nixpkgs_set(Version release, const EnvironmentRow* environment, const Tables& tables);

/// The name of a C++ compiler there: `g++-14`, or a path; absent: unknown.
[[nodiscard]] std::optional<std::string> cxx_program(Compiler compiler, const EnvironmentRow* environment,
                                                     const Tables& tables);

/// `gcc-14` for `g++-14`, `/usr/bin/clang` for `/usr/bin/clang++`: compilers come in pairs of such names.
[[nodiscard]] std::string c_compiler_beside(const std::string& cxx);

}  // namespace cudastdenv
