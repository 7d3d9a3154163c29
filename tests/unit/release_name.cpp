// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "query/names.hpp"

#include "show.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cudastdenv::query {

namespace {

/// Only the tables: no query here is about a machine.
Context of(const Tables& tables) { return {tables, {}}; }

std::string complaint(const Tables& tables, std::string_view text) {
    try {
        return "no complaint: " + to_string(read_release_name(of(tables), text).version);
    } catch (const BadInput& error) {
        return error.what();
    }
}

std::string complaint(std::string_view text) { return complaint(builtin_tables(), text); }

Release release_of(std::string_view version, bool preview) {
    return {.version = parse_version(version).value(),
            .nvcc = std::nullopt,
            .date = std::nullopt,
            .preview = preview,
            .newest_standard = CxxStandard::cxx17,
            .sources = {}};
}

}  // namespace

TEST_CASE("parses each release in each format") {
    for (const Release& release : tables.releases) {
        const std::string dots = to_string(release.version);
        std::string bars = dots;
        std::ranges::replace(bars, '.', '_');
        for (const std::string& text : {dots, "cuda-" + dots, "cuda_" + bars, "cudaPackages_" + bars}) {
            CAPTURE(text);
            CHECK(&read_release_name(of(tables), text) == &release);
        }
    }
}

TEST_CASE("two numbers and 'latest' mean the newest public release") {
    for (const std::string_view text : {"12.8", "cuda-12.8", "cuda_12_8"})
        CHECK(&read_release_name(of(tables), text) == find_release(tables, "12.8"_version));
    CHECK(&read_release_name(of(tables), "latest") == newest_release(tables));
}

TEST_CASE("finds a release in output and package names") {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 30> texts{{
        {"v12.8", "12.8"},
        {"12,8", "12.8"},
        {"12_8", "12.8"},
        {" 12.8 ", "12.8"},
        {"CUDA 12.8", "12.8"},
        {"cuda-12-8", "12.8"},
        {"12.8.*", "12.8"},
        {"cu128", "12.8"},
        {"cu118", "11.8"},
        {"12080", "12.8"},
        {"11080", "11.8"},
        {"cuda-toolkit 12.4", "12.4"},
        {"cuda-toolkit-12-4", "12.4"},
        {"CUDA Version: 12.4", "12.4"},
        {"nvcc 12.4", "12.4"},
        {"V12.4.131", "12.4.1"},
        {"12.4.131", "12.4.1"},
        {"12.4.99", "12.4.0"},
        {"11.8.89", "11.8.0"},
        {"cuda_12.4.r12.4/compiler.34097967_0", "12.4"},
        {"Build cuda_12.4.r12.4/compiler.34097967_0", "12.4"},
        {"release 12.4, V12.4.131", "12.4.1"},
        {"Cuda compilation tools, release 12.4, V12.4.131", "12.4.1"},
        {"12.4.131~12.4.1-2", "12.4.1"},
        {"nvidia-cuda-nvcc-cu12==12.4.131", "12.4.1"},
        {"CUDA Toolkit 12.4 Update 1", "12.4.1"},
        {"12.4u1", "12.4.1"},
        {"11.0 Update 1", "11.0.3"},
        {"10.1 Update 2", "10.1.243"},
        {"nvidia/cuda:12.4.1-devel-ubuntu22.04", "12.4.1"},
    }};
    for (const auto& text : texts) {
        CAPTURE(text.first);
        const Release* release = find_release(tables, parse_version(text.second).value());
        CHECK(complaint(text.first) == "no complaint: " + to_string(release->version));
    }
}

TEST_CASE("an ambiguous number means the newest, and lists the others") {
    const ReleaseName name = read_release_name(of(tables), "11.4.152", "");
    CHECK(name.release->version == "11.4.4"_version);
    CHECK(name.others == std::vector<Version>{"11.4.3"_version});
    CHECK_FALSE(name.any_patch);
    CHECK(read_release_name(of(tables), "11.4", "").others.empty());
    CHECK(read_release_name(of(tables), "11.4", "").any_patch);
    for (const Release& release : tables.releases) {
        if (!release.nvcc) continue;
        const ReleaseName by_build = read_release_name(of(tables), "V" + std::string(*release.nvcc), "");
        CHECK_MESSAGE(by_build.release->nvcc == release.nvcc, std::string(*release.nvcc));
        const bool is_one = by_build.release == &release;
        CHECK_MESSAGE((is_one || std::ranges::find(by_build.others, release.version) != by_build.others.end()),
                      to_string(release.version));
    }
}

TEST_CASE("an error shows how to write a release") {
    for (const std::string_view text :
         {"", "12", "twelve", "12.8x", "x", "latests", "cuda-", "cudaPackages_", "-", "cu13", "1000000.0", "Latest",
          "gcc 12.4", "12.4 Update 9 of gcc", "cuda12", "128", "12.8.1.2"}) {
        CAPTURE(text);
        CHECK(complaint(text).ends_with("; pass one like 12.8, 12.8.1 or latest"));
    }
    CHECK(complaint("12.4 Update 9").starts_with("unknown CUDA release 12.4"));
    CHECK(complaint("12.4 or 12.6").ends_with("; pass one like 12.8, 12.8.1 or latest"));
    CHECK(complaint("release 12.4, V12.6.85").starts_with("unknown CUDA release 12.6.85"));
}

TEST_CASE("an error names the neighbours of an unknown release") {
    CHECK(complaint("12.7") == "CUDA 12.7 was never released; the nearest are 12.6.3 and 12.8.0");
    CHECK(complaint("12.7.1") == "CUDA 12.7 was never released; the nearest are 12.6.3 and 12.8.0");
    CHECK(complaint("12.8.99").starts_with("unknown CUDA release 12.8.99; the releases of 12.8 are 12.8.0, 12.8.1"));
    CHECK(
        complaint("9.2").starts_with("CUDA 9.2 is older than the tables, which begin at 10.0.130; it supports gcc 7"));
    CHECK(complaint("6.5").starts_with("unknown CUDA release 6.5; the tables begin at 10.0.130"));
    CHECK(complaint("11.9").starts_with("unknown CUDA release 11.9; the nearest are 11.8.0 and 12.0.0"));
    CHECK(complaint("99.0").starts_with("unknown CUDA release 99.0; the newest in the tables (of "));
    CHECK(complaint("99.0").ends_with(") is " + to_string(newest_release(builtin_tables())->version)));
}

TEST_CASE("an error is one line for any input") {
    for (const std::string& text : {std::string("12\n8"), std::string("\x1b[31m"), std::string(100'000, '1'),
                                    std::string("12.8\0", 5), "cuda-" + std::string(100'000, 'x')}) {
        const std::string line = complaint(text);
        CHECK(line.size() < 300);
        CHECK(std::ranges::none_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }));
        CHECK_FALSE(line.starts_with("no complaint"));
    }
}

TEST_CASE("an alias of a package set means its channel's release") {
    for (const PackageSetRow& row : tables.package_sets) {
        CAPTURE(row.attribute);
        const ReleaseName name = read_release_name(of(tables), row.attribute, row.channel);
        CHECK(name.release == find_release(tables, row.release));
    }
    CHECK(&read_release_name(of(tables), "cudaPackages") ==
          find_release(tables, find_package_set(tables, tables.assumed_environment, "cudaPackages")->release));
    CHECK(complaint("cudaPackages_99").find("cudaPackages_99") != std::string::npos);
    CHECK(complaint("cudaPackages_99").find("cudaPackages_12") != std::string::npos);
    for (const std::string_view text : {"cudaPackages_", "cudaPackages12", "cudapackages", "cudaPackages_1x"}) {
        CAPTURE(text);
        CHECK_FALSE(complaint(text).starts_with("no complaint"));
    }
}

TEST_CASE("'latest' is never a preview") {
    // Tables without a public release are invalid.
    const std::array releases{release_of("13.3.1", false), release_of("13.4.0", true)};
    Tables tables;
    tables.releases = releases;
    CHECK(&read_release_name(of(tables), "latest") == releases.data());
    CHECK(complaint(tables, "13.4") == "no complaint: 13.4.0");
    CHECK(complaint(tables, "14.0").ends_with(") is 13.3.1"));
    CHECK(complaint(Tables{}, "latest").starts_with("'latest' is not a CUDA release"));
}

}  // namespace cudastdenv::query
