// SPDX-License-Identifier: MIT
#pragma once

/// What people and programs call an environment or a GPU.

#include "core/std.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// What is compared of an environment's name: its letters, digits and points in lower case, without the words that
/// people and /etc/os-release add and without what stands in parentheses. `Ubuntu 24.04 LTS`, `ubuntu:24.04` and
/// `ubuntu-24.04` are `ubuntu24.04`.
[[nodiscard]] std::string environment_key(std::string_view name);

/// The environment that a person, /etc/os-release or a container image calls so, by id, title or alias; nullptr: none.
/// Where no row is as exact as the name, the row of what stands before its last point is meant: `rhel-9.4` is `rhel-9`.
/// Of an image (`registry/name:tag`) the name of its system is looked for in between: `python:3.12-slim-bookworm`.
[[nodiscard]] const EnvironmentRow* environment_named(const Tables& tables, std::string_view name);

/// The CUDA release that an image's name has, as it is written there: `12.4.1` of
/// `nvidia/cuda:12.4.1-devel-ubuntu22.04`, `12.4` of `pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel`. Absent: none.
[[nodiscard]] std::optional<std::string_view> cuda_of_image(std::string_view image) noexcept;

struct GpuMeaning {
    std::vector<const GpuRow*> rows = {};       ///< that the name fits, in the order of the table
    std::optional<Capability> capability = {};  ///< of them all; absent: they differ, or there are none
    /// Where no row fits: names of rows, the nearest first, at most 5; each once.
    std::vector<std::string_view> nearest = {};
};

/// Which GPU a name means: a row's name, what nvidia-smi prints, or less (`rtx4090`, `4090`, `A100`).
/// Case, spaces, hyphens, `(R)` and the vendor don't count. A name that fits as it stands wins over one to which words
/// like GeForce, RTX, Ada or Edition have to be added; and memory size and form factor (`-SXM4-80GB`) are dropped from
/// its end only as far as it takes for the rest to fit. Anything may be passed: of control characters, other bytes
/// than ASCII and what is too long to be a name, it knows none.
[[nodiscard]] GpuMeaning find_gpu(const Tables& tables, std::string_view name);

}  // namespace cudastdenv
