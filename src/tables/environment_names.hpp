// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <optional>
#include <string>
#include <string_view>

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

}  // namespace cudastdenv
