// SPDX-License-Identifier: MIT
#pragma once

/// Which component of the toolkit has the file that a message names, and which packages have it.

#include "resolve/resolve.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// A package that brings a host compiler.
struct CompilerPackage {
    const DistributionRow* distribution = nullptr;
    const EnvironmentRow* environment = {};  ///< of the distribution: `here` if it has it, else the newest that has
    Compiler compiler;
    std::string name;                         ///< `g++-14`
    std::optional<std::string> program = {};  ///< the C++ compiler that it brings: `g++-14`, a path; absent: not known
};

/// The package that brings a compiler in an environment; absent: it has none, or none is known.
[[nodiscard]] std::optional<CompilerPackage> package_in(const Tables& tables, const EnvironmentRow& environment,
                                                        Compiler compiler);

/// For each distribution that has one: the package of the compiler that would be chosen if it were installed. `here` is
/// the environment that is installed in, or nullptr.
[[nodiscard]] std::vector<CompilerPackage> packages_to_install(const Tables& tables, const Request& request,
                                                               const EnvironmentRow* here = nullptr);

/// Where no compiler of the stdenv's family works: the newest one of the other family, of those that are available,
/// that would, were it the stdenv's own.
[[nodiscard]] std::optional<Compiler> other_stdenv_that_works(const Tables& tables, const Request& request);

enum class ComponentFileKind : std::uint8_t {
    header,          ///< for the compiler: `cublas_v2.h`, `cub/cub.cuh`
    cmake_file,      ///< for CMake: `cccl-config.cmake`
    library,         ///< for the linker: `libcublas.so`
    shared_library,  ///< for the loader: `libcublas.so.12`
    static_library,  ///< for the linker: `libcublas_static.a`
    stub,            ///< for the linker, in place of a library of the driver's: `libcuda.so`
    tool,            ///< a program, or a file that only programs read: `ptxas`, `libdevice.10.bc`
};

/// In which output of its package nixpkgs has it.
enum class ComponentOutput : std::uint8_t { dev, lib, static_libraries, stubs, bin };
[[nodiscard]] ComponentOutput output_of(ComponentFileKind kind) noexcept;

/// The releases in which a component has a file.
struct ComponentHolder {
    const ComponentRow* component = nullptr;
    const ComponentFilesRow* row = nullptr;

    [[nodiscard]] VersionRange releases() const noexcept { return {row->first, row->last}; }
};

/// A file of the toolkit or of the driver.
struct ComponentFile {
    std::string name;  ///< as it lies there: `libcublas.so.12`, `crt/host_config.h`, `nvcc`
    ComponentFileKind kind = ComponentFileKind::header;
    std::vector<ComponentHolder> holders = {};   ///< by component; one at least, and one for each release that has it
    std::optional<VersionRange> named_for = {};  ///< the releases whose libraries have that number in their names
    const CmakeNameRow* cmake_name = nullptr;    ///< if it was asked for by what CMake calls it
    bool is_of_other_release = false;            ///< its name has a number that it has in no release of the tables
    bool is_windows = false;  ///< `cublas64_12.dll`: in which releases and packages it is, nobody has read

    /// No component has it: it comes with the driver, and so with the machine that runs the program.
    [[nodiscard]] bool is_drivers() const noexcept;
};

inline constexpr std::string_view driver_component = "nvidia_driver";

/// The file that a message or a command line names: `cublas_v2.h`, `/usr/include/crt/host_config.h`, `-lcusolver`,
/// `cusolver`, `libcublas.so.12`, `cublas64_12.dll`, `libcudart_static.a`, `CUDA_CUDART`, `CUDA::cublas`,
/// `CUDA_cublas_LIBRARY`, `ptxas`. Nothing for what is no file of the toolkit or the driver: `cudnn.h`, `libnccl.so.2`,
/// `Python.h`.
[[nodiscard]] std::optional<ComponentFile> find_component_file(const Tables& tables, std::string_view name);

/// Who has it in that release; nullptr: nobody.
[[nodiscard]] const ComponentHolder* holder_in(const ComponentFile& file, Version release) noexcept;

/// The release whose packages are to be installed: `asked`, unless the file's name says another one; then, or if
/// nothing was asked for, the newest public one that has it. Absent: no release of the tables has it, or which has it
/// is not known.
[[nodiscard]] std::optional<Version> release_with(const Tables& tables, const ComponentFile& file,
                                                  std::optional<Version> asked);

/// A package that has the file.
struct ComponentPackage {
    PackageSource manager = PackageSource::nixpkgs;
    std::string name;  ///< `libcublas-dev-12-8`; of nixpkgs the attribute in a package set, `libcublas`
    ComponentOutput output = ComponentOutput::dev;
};

/// Those that are known, in the order of the managers.
[[nodiscard]] std::vector<ComponentPackage> packages_with(const Tables& tables, const ComponentFile& file,
                                                          Version release);

}  // namespace cudastdenv
