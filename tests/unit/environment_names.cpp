// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

using namespace cudastdenv;

namespace {

std::string id_of(std::string_view name) {
    const EnvironmentRow* row = environment_named(builtin_tables(), name);
    return row ? std::string(row->id) : "none";
}

}  // namespace

TEST_CASE("finds an environment by typed and printed names") {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 40> names{{
        {"noble", "ubuntu-24.04"},
        {"Ubuntu 24.04", "ubuntu-24.04"},
        {"Ubuntu 24.04.1 LTS", "ubuntu-24.04"},
        {"ubuntu:24.04", "ubuntu-24.04"},
        {"UBUNTU_24.04", "ubuntu-24.04"},
        {"ubuntu2404", "ubuntu-24.04"},
        {"docker.io/library/ubuntu:noble", "ubuntu-24.04"},
        {"Debian GNU/Linux 12 (bookworm)", "debian-12"},
        {"debian-12.5", "debian-12"},
        {"debian:bookworm-slim", "debian-12"},
        {"python:3.12-slim-bookworm", "debian-12"},
        {"sid", "debian-sid"},
        {"rhel-9.4", "rhel-9"},
        {"Red Hat Enterprise Linux 9.4 (Plow)", "rhel-9"},
        {"Rocky Linux 8.10 (Green Obsidian)", "rhel-8"},
        {"rockylinux:9-minimal", "rhel-9"},
        {"almalinux9", "rhel-9"},
        {"registry.access.redhat.com/ubi9:9.4", "rhel-9"},
        {"CentOS Stream 9", "rhel-9"},
        {"SUSE Linux Enterprise Server 15 SP6", "sles-15"},
        {"opensuse/leap:15.6", "opensuse-leap-15.6"},
        {"opensuse/tumbleweed", "opensuse-tumbleweed"},
        {"Amazon Linux 2023", "amazon-2023"},
        {"Fedora Linux 41 (Workstation Edition)", "fedora-41"},
        {"registry.fedoraproject.org/fedora:41", "fedora-41"},
        {"quay.io/pypa/manylinux_2_28_x86_64", "manylinux-2.28"},
        {"manylinux2014", "manylinux-2014"},
        {"conda", "conda-forge"},
        {"JetPack 6.1", "jetpack-6.2"},
        {"jetpack-6", "jetpack-6.2"},
        {"JetPack 6.0", "jetpack-6.0"},
        {"nvcr.io/nvidia/l4t-jetpack:r36.3.0", "jetpack-6.0"},
        {"nvcr.io/nvidia/l4t-base:r32.7.1", "jetpack-4.6"},
        {"nvcr.io/nvidia/l4t-base:r32.3.1", "jetpack-4.3"},
        {"JetPack 4.4.1", "jetpack-4.6"},
        {"JetPack 7.1", "jetpack-7.0"},
        {"l4t-39.2.0", "jetpack-7.2"},
        {"archlinux:latest", "arch"},
        {"nvidia/cuda:12.4.1-devel-ubuntu22.04", "ubuntu-22.04"},
        {"FROM nvcr.io/nvidia/cuda:12.4.1-cudnn-devel-rockylinux9 AS build", "rhel-9"},
    }};
    for (const auto& named : names) CHECK_MESSAGE(id_of(named.first) == named.second, std::string(named.first));
}

TEST_CASE("rejects text that names no environment") {
    for (const std::string_view name : {"", "-", "gcc-13", "ubuntu-24.11", "ubuntu", "12", "24.04", "debian-99",
                                        "windows", "nvcr.io/nvidia/pytorch:24.05-py3", "(bookworm)"})
        CHECK_MESSAGE(id_of(name) == "none", std::string(name));
}

TEST_CASE("rejects an overlong text quickly") {
    std::string text = "ubuntu";
    while (text.size() < 100'000) text += "/y:24";
    CHECK(id_of(text) == "none");
    CHECK(id_of(text.substr(0, 300)) == "none");
    CHECK(id_of("registry.example.org/" + std::string(200, 'y') + "/ubuntu:24.04") == "ubuntu-24.04");
}

TEST_CASE("each id, title and alias finds its own row") {
    for (const EnvironmentRow& row : tables.environments) {
        CHECK(environment_named(tables, row.id) == &row);
        CHECK_MESSAGE(environment_named(tables, row.title) == &row, std::string(row.title));
        for (const std::string_view alias : row.aliases)
            CHECK_MESSAGE(environment_named(tables, alias) == &row, std::string(alias));
        CHECK_MESSAGE(distribution_of(tables, row), std::string(row.id));
    }
}

TEST_CASE("finds the CUDA release in an image's name") {
    CHECK(cuda_of_image("nvidia/cuda:12.4.1-devel-ubuntu22.04") == "12.4.1");
    CHECK(cuda_of_image("nvidia/cuda:12.4.1") == "12.4.1");
    CHECK(cuda_of_image("pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel") == "12.4");
    for (const std::string_view none : {"ubuntu:22.04", "cuda-12.4", "12.4.1", "nvidia/cuda:latest", "rapidsai/cudf"})
        CHECK_MESSAGE(!cuda_of_image(none), std::string(none));
}

TEST_CASE("the older environment counts its numbers") {
    const auto older = [&](std::string_view left, std::string_view right) {
        return is_older(*find_environment(tables, left), *find_environment(tables, right));
    };
    CHECK(older("rhel-8", "rhel-10"));
    CHECK(older("rhel-9", "rhel-10"));
    CHECK_FALSE(older("rhel-10", "rhel-9"));
    CHECK(older("rhel-8", "rhel-8-gcc-toolset-13"));
    CHECK(older("debian-13", "debian-sid"));
    CHECK_FALSE(older("debian-13", "debian-13"));
    CHECK(older("ubuntu-24.04", "ubuntu-24.10"));
}
