// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <cudastdenv/compiler.hpp>
#include <cudastdenv/tables.hpp>
#include <cudastdenv/version.hpp>

namespace cudastdenv {

/// The CUDA package set of a node: the first two numbers of the release. `minor` is -1 if the name has only the major
/// (libcublas 11.11.3 is from CUDA 11.8).
struct CudaPackageSet {
    int major = 0;
    int minor = -1;

    friend constexpr auto operator<=>(const CudaPackageSet&, const CudaPackageSet&) = default;
};

/// `12.8`, or `11.*` if the minor is unknown.
[[nodiscard]] std::string to_string(CudaPackageSet set);

/// The role of a node, by its name.
struct StoreName {
    enum class Kind : std::uint8_t {
        other,
        cuda_component,
        nvcc,           ///< `cuda_nvcc`
        whole_toolkit,  ///< `cudatoolkit` and `cuda-merged`: all components, including nvcc
        compiler,       ///< a GCC or Clang
        libstdcxx,      ///< a `gcc-*-lib`: the output with libstdc++.so.6
    };

    Kind kind = Kind::other;
    bool is_wrapped = false;  ///< a compiler as builds in nixpkgs use it; others may be present for their libraries
    CudaPackageSet set = {};  ///< of a part of CUDA
    Compiler compiler = {};
    std::optional<Version> gcc = {};  ///< the release of a GCC or of its libstdc++
    /// The target of a cross compiler or its library (`aarch64-unknown-linux-gnu`); empty: the closure's own platform.
    /// Points into the name.
    std::string_view platform = {};

    [[nodiscard]] bool is_cuda() const noexcept {
        return kind == Kind::cuda_component || kind == Kind::nvcc || kind == Kind::whole_toolkit;
    }
};

/// Guesses the role of a node from `/nix/store/HASH-NAME-VERSION-OUTPUT`, with or without the directory and the hash,
/// by nixpkgs' naming. Sources (`gcc-14.3.0.tar.xz`) and patches are not the package itself; a `.drv` counts as its
/// output.
[[nodiscard]] StoreName recognise(std::string_view name) noexcept;

/// The part after `/nix/store/HASH-`.
[[nodiscard]] std::string_view package_name(std::string_view name) noexcept;

}  // namespace cudastdenv
