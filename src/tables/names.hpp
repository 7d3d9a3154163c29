// SPDX-License-Identifier: MIT
#pragma once

/// What people and programs call an environment or a GPU.

#include "core/std.hpp"

#include <cudastdenv/tables.hpp>

namespace cudastdenv {

/// The part of an environment's name that is compared: lower-case letters, digits and points, without words that people
/// and /etc/os-release add and without parentheses. `Ubuntu 24.04 LTS`, `ubuntu:24.04` and `ubuntu-24.04` become
/// `ubuntu24.04`.
[[nodiscard]] std::string environment_key(std::string_view name);

/// The environment with this id, title or alias, as a person, /etc/os-release or a container image writes it; nullptr
/// if unknown. If no row is that exact, numbers are dropped from the end: `rhel-9.4` is `rhel-9`. In an image
/// (`registry/name:tag`) any part can name the system: `python:3.12-slim-bookworm`.
[[nodiscard]] const EnvironmentRow* environment_named(const Tables& tables, std::string_view name);

/// The CUDA release in an image's name, as written there: `12.4.1` of `nvidia/cuda:12.4.1-devel-ubuntu22.04`, `12.4` of
/// `pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel`; absent if the name has no release.
[[nodiscard]] std::optional<std::string_view> cuda_of_image(std::string_view image) noexcept;

struct GpuMeaning {
    std::vector<const GpuRow*> rows = {};       ///< that the name fits, in the order of the table
    std::optional<Capability> capability = {};  ///< of all rows; absent: they differ, or no row matches
    /// If no row matches: the nearest names of rows, at most 5, each once.
    std::vector<std::string_view> nearest = {};
};

/// Finds the GPU of a name: a row's name, nvidia-smi's output, or less (`rtx4090`, `4090`, `A100`). Ignores case,
/// spaces, hyphens, `(R)` and the vendor. An exact match wins over a match that adds words like GeForce, RTX, Ada or
/// Edition. Memory size and form factor (`-SXM4-80GB`) are dropped from the end only until the rest matches. Accepts
/// any text; one with control characters, bytes above ASCII or too many characters matches nothing.
[[nodiscard]] GpuMeaning find_gpu(const Tables& tables, std::string_view name);

/// Whether find_gpu() finds rows. Faster for other texts, because it looks for no near names.
[[nodiscard]] bool knows_gpu(const Tables& tables, std::string_view name);

}  // namespace cudastdenv
