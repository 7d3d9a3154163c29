// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/compiler.hpp>
#include <cudastdenv/tables.hpp>
#include <cudastdenv/version.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace cudastdenv {

/// The CUDA package set that a node belongs to: the release's first two numbers. `minor` is -1 where the name tells
/// the major number only (libcublas 11.11.3 came with CUDA 11.8).
struct CudaPackageSet {
    int major = 0;
    int minor = -1;

    friend constexpr auto operator<=>(const CudaPackageSet&, const CudaPackageSet&) = default;
};

/// Part of a CUDA package set.
struct CudaPart {
    enum class Kind : std::uint8_t {
        component,
        nvcc,           ///< `cuda_nvcc`
        whole_toolkit,  ///< `cudatoolkit` and `cuda-merged`: all components in one, nvcc too
    };
    CudaPackageSet set;
    Kind kind = Kind::component;
};
/// A GCC or Clang.
struct CompilerPart {
    Compiler compiler;
    std::optional<Version> gcc;  ///< the GCC release; absent for a Clang
    bool is_wrapped = false;     ///< as builds in nixpkgs use one; what is unwrapped may be there for its libraries
};
/// A `gcc-*-lib`: the output that holds libstdc++.so.6.
struct LibstdcxxPart {
    Version gcc;
};

/// What a node is to us; monostate for most.
using StorePart = std::variant<std::monostate, CudaPart, CompilerPart, LibstdcxxPart>;

struct StoreName {
    StorePart part;
    /// What a cross compiler or its library is for (`aarch64-unknown-linux-gnu`); empty: the closure's own platform.
    /// Points into the name.
    std::string_view platform;
};

/// Recognises a node by its name: `/nix/store/HASH-NAME-VERSION-OUTPUT`, with or without the folder and the hash.
/// A guess from a name, by how nixpkgs names its packages: sources (`gcc-14.3.0.tar.xz`) and patches are not
/// mistaken for what is built from them; a `.drv` is what it builds.
[[nodiscard]] StoreName recognise(std::string_view name) noexcept;

/// The part after `/nix/store/HASH-`.
[[nodiscard]] std::string_view package_name(std::string_view name) noexcept;

}  // namespace cudastdenv
