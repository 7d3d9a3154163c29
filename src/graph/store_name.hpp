// SPDX-License-Identifier: MIT
#pragma once

#include "core/std.hpp"

#include <cudastdenv/compiler.hpp>
#include <cudastdenv/tables.hpp>
#include <cudastdenv/version.hpp>

namespace cudastdenv {

/// The CUDA package set that a node belongs to: the release's first two numbers. `minor` is -1 where the name tells
/// the major number only (libcublas 11.11.3 came with CUDA 11.8).
struct CudaPackageSet {
    int major = 0;
    int minor = -1;

    friend constexpr auto operator<=>(const CudaPackageSet&, const CudaPackageSet&) = default;
};

/// `12.8`, or `11.*` where only the major number is known.
[[nodiscard]] std::string to_string(CudaPackageSet set);

/// What a node is to us, by its name.
struct StoreName {
    enum class Kind : std::uint8_t {
        other,
        cuda_component,
        nvcc,           ///< `cuda_nvcc`
        whole_toolkit,  ///< `cudatoolkit` and `cuda-merged`: all components in one, nvcc too
        compiler,       ///< a GCC or Clang
        libstdcxx,      ///< a `gcc-*-lib`: the output that holds libstdc++.so.6
    };

    Kind kind = Kind::other;
    bool is_wrapped = false;  ///< of a compiler: as builds in nixpkgs use one; others may be there for their libraries
    CudaPackageSet set = {};  ///< of a part of CUDA
    Compiler compiler = {};
    std::optional<Version> gcc = {};  ///< the release, of a GCC or its libstdc++
    /// What a cross compiler or its library is for (`aarch64-unknown-linux-gnu`); empty: the closure's own platform.
    /// Points into the name.
    std::string_view platform = {};

    [[nodiscard]] bool is_cuda() const noexcept {
        return kind == Kind::cuda_component || kind == Kind::nvcc || kind == Kind::whole_toolkit;
    }
};

/// Recognises a node by its name: `/nix/store/HASH-NAME-VERSION-OUTPUT`, with or without the folder and the hash.
/// A guess from a name, by how nixpkgs names its packages: sources (`gcc-14.3.0.tar.xz`) and patches are not
/// mistaken for what is built from them; a `.drv` is what it builds.
[[nodiscard]] StoreName recognise(std::string_view name) noexcept;

/// The part after `/nix/store/HASH-`.
[[nodiscard]] std::string_view package_name(std::string_view name) noexcept;

}  // namespace cudastdenv
