// SPDX-License-Identifier: MIT
#pragma once

/// The component of the toolkit with a file from a message, and the packages with it.

#include "resolve/resolve.hpp"

namespace cudastdenv {

struct CompilerPackage {
    const DistributionRow* distribution = nullptr;
    const EnvironmentRow* environment = {};  ///< `here` if it has the package, otherwise the newest
    Compiler compiler;
    std::string name;                         ///< `g++-14`
    std::optional<std::string> program = {};  ///< its C++ compiler: `g++-14`, a path; absent: unknown
};

/// The package of a compiler in an environment; absent if the environment has no such package or it is unknown.
[[nodiscard]] std::optional<CompilerPackage> package_in(const Tables& tables, const EnvironmentRow& environment,
                                                        Compiler compiler);

/// The package of the compiler that would be chosen if it were installed, for each distribution that has one. `here`:
/// the environment to install in, or nullptr.
[[nodiscard]] std::vector<CompilerPackage> packages_to_install(const Tables& tables, const Request& request,
                                                               const EnvironmentRow* here = nullptr);

/// If no compiler of the stdenv's family works: the newest available one of the other family that would work as the
/// stdenv's own.
[[nodiscard]] std::optional<Compiler> other_stdenv_that_works(const Tables& tables, const Request& request);

enum class ComponentFileKind : std::uint8_t {
    header,          ///< for the compiler: `cublas_v2.h`, `cub/cub.cuh`
    cmake_file,      ///< for CMake: `cccl-config.cmake`
    library,         ///< for the linker: `libcublas.so`
    shared_library,  ///< for the loader: `libcublas.so.12`
    static_library,  ///< for the linker: `libcublas_static.a`
    stub,            ///< for the linker, instead of a library of the driver: `libcuda.so`
    tool,            ///< a program, or a file that only programs read: `ptxas`, `libdevice.10.bc`
};

/// The output of a package in nixpkgs.
enum class ComponentOutput : std::uint8_t { dev, lib, static_libraries, stubs, bin };
[[nodiscard]] ComponentOutput output_of(ComponentFileKind kind) noexcept;

/// The releases in which a component has a file.
struct ComponentHolder {
    const ComponentRow* component = nullptr;
    const ComponentFilesRow* row = nullptr;

    [[nodiscard]] VersionRange releases() const noexcept { return {row->first, row->last}; }
};

struct ComponentFile {
    std::string name;  ///< as in the directory: `libcublas.so.12`, `crt/host_config.h`, `nvcc`
    ComponentFileKind kind = ComponentFileKind::header;
    std::vector<ComponentHolder> holders = {};   ///< by component; not empty, one for each range of releases
    std::optional<VersionRange> named_for = {};  ///< the releases whose libraries have that number in their names
    const CmakeNameRow* cmake_name = nullptr;    ///< if the question used CMake's name
    bool is_of_other_release = false;            ///< its name has a number of no release in the tables
    bool is_windows = false;                     ///< `cublas64_12.dll`: its releases and packages are unknown

    /// Whether the number in its name excludes releases.
    [[nodiscard]] bool is_bounded() const noexcept { return named_for && (named_for->min || named_for->max); }
    /// The first number in the name of a shared library: `9` of `libcudnn.so.9.1`. Empty: none.
    [[nodiscard]] std::string_view soname_number() const noexcept;
    /// Whether it belongs to a library with releases of its own: cuDNN, NCCL.
    [[nodiscard]] bool has_own_releases() const noexcept;
    /// It belongs to the driver, not to a component, so the machine that runs the program has it.
    [[nodiscard]] bool is_drivers() const noexcept;
};

inline constexpr std::string_view driver_component = "nvidia_driver";

/// The file of a message or a command line: `cublas_v2.h`, `/usr/include/crt/host_config.h`, `-lcusolver`, `cusolver`,
/// `libcublas.so.12`, `cublas64_12.dll`, `libcudart_static.a`, `CUDA_CUDART`, `CUDA::cublas`, `CUDA_cublas_LIBRARY`,
/// `ptxas`, `libnccl.so.2`. Absent for other files: `cudnn.h`, `Python.h`.
[[nodiscard]] std::optional<ComponentFile> find_component_file(const Tables& tables, std::string_view name);

/// NVIDIA's component that has the file in that release; nullptr if the release lacks the file.
[[nodiscard]] const ComponentHolder* component_in_release(const ComponentFile& file, Version release) noexcept;

/// The release whose packages to install: `asked`, unless the file's name excludes it; otherwise the newest public
/// release with the file. Absent: no release of the tables has it, or unknown.
[[nodiscard]] std::optional<Version> release_with(const Tables& tables, const ComponentFile& file,
                                                  std::optional<Version> asked);

struct ComponentPackage {
    PackageSource manager = PackageSource::nixpkgs;
    std::string name;  ///< `libcublas-dev-12-8`; for nixpkgs the attribute in a package set, `libcublas`
    ComponentOutput output = ComponentOutput::dev;
    std::optional<std::string_view> extra = {};  ///< of NVIDIA's wheel cuda-toolkit
};

/// The known packages that have the file in that release, in the order of the managers. Empty for a file of Windows.
[[nodiscard]] std::vector<ComponentPackage> packages_with(const Tables& tables, const ComponentFile& file,
                                                          Version release);

}  // namespace cudastdenv
