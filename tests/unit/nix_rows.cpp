// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "core/versions.hpp"
#include "nix/rows.hpp"
#include "nix/update.hpp"
#include "nix/writers.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace cudastdenv;
using namespace cudastdenv::nix;

namespace {

const NvccRow* find(const std::vector<NvccRow>& rows, Version release) {
    const auto is_it = [&](const NvccRow& row) { return row.release == release; };
    const auto found = std::find_if(rows.begin(), rows.end(), is_it);
    return found == rows.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("has one row for each minor release except 12.7") {
    const auto rows = nvcc_rows(tables, Policy::nixpkgs, NvccExtent::usual);
    CHECK(rows.size() == newest_patches(tables).size());
    CHECK(find(rows, {12, 7}) == nullptr);
    CHECK(find(rows, {12, 8})->gcc.max == 14);
}

TEST_CASE("repeats nixpkgs' rows and fills in others within nvcc's limits") {
    for (const NvccRow& row : nvcc_rows(tables, Policy::nixpkgs, NvccExtent::usual)) {
        CAPTURE(to_string(row.release));
        for (const NvccMajors& majors : {row.gcc, row.clang}) {
            CHECK(majors.min > 0);
            CHECK(majors.min <= majors.max);
            CHECK_FALSE(majors.sources.empty());
        }
    }
    for (const NvccRow& row : nvcc_rows(tables, Policy::nixpkgs, NvccExtent::exact))
        CHECK(row.gcc.view == Policy::nixpkgs);
    for (const NvccRow& row : nvcc_rows(tables, Policy::enforced, NvccExtent::usual))
        CHECK(row.gcc.view == Policy::enforced);
}

TEST_CASE("searches each layout from checkout to single file") {
    const auto places = places_of(Table::cuda);
    for (const char* place : {"pkgs/development/cuda-modules/_cuda/db/bootstrap/cuda.nix", "_cuda/data/cuda.nix",
                              "gpus.nix", "cuda.nix", "pkgs/development/compilers/cudatoolkit/gpus.nix"})
        CHECK(std::find(places.begin(), places.end(), place) != places.end());
}

TEST_CASE("throws DataError for a missing table or malformed row") {
    const auto read = [](Table table, const std::string& json) {
        const std::vector<Row> rows = read_rows(table, "x.nix", "{\"rows\":" + json + "}");
        check_rows(Layout(table, rows), "x.nix", rows);
    };
    for (const char* json : {"", "null", "[]", "{\"x\":{}}", "{\"12.8\":1}", "{\"12.8\":{\"gcc\":{}}}",
                             "{\"12.8\":{\"gcc\":{\"minMajorVersion\":\"6\",\"maxMajorVersion\":\"99999999999\"}}}",
                             "{\"12.8\":{\"gccMaxMajorVersion\":\"6\"}}"})
        CHECK_THROWS_AS(read(Table::nvcc, json), DataError);
    for (const char* json : {"1", "[1]", "{\"9.0\":{}}", "[{\"computeCapability\":\"90\"}]"})
        CHECK_THROWS_AS(read(Table::cuda, json), DataError);
}

TEST_CASE("an empty checkout lacks exactly nixpkgs' rows") {
    Diff diff;
    add_table(tables, Table::nvcc, NvccExtent::exact, {}, diff);
    CHECK(diff.differences.size() == nvcc_rows(tables, Policy::nixpkgs, NvccExtent::exact).size());
    diff.differences.clear();
    add_table(tables, Table::cuda, NvccExtent::exact, {}, diff);
    CHECK(diff.differences.size() == cuda_rows(tables, false).size());
    CHECK(diff.agreeing == 0);
}

TEST_CASE("finds a channel's package sets and a variant's packages") {
    for (const PackageSetRow& own : tables.package_sets) {
        if (own.attribute != "cudaPackages") continue;
        for (const Variant& variant : variants(tables, Policy::nixpkgs, own.channel, {})) {
            CAPTURE(own.channel);
            CAPTURE(to_string(variant.capability));
            for (const std::string_view set : variant.sets) {
                const PackageSetRow* row = find_package_set(tables, own.channel, set);
                REQUIRE(row);
                const Version minor{row->release.major, row->release.minor};
                CHECK(std::find(variant.releases.begin(), variant.releases.end(), minor) != variant.releases.end());
            }
            CHECK(variant.use.empty() == variant.sets.empty());
            const std::string name = "pkgsForCudaArch." + real_architecture(variant.capability);
            CHECK((variant.use.empty() || variant.use == name ||
                   std::any_of(variant.sets.begin(), variant.sets.end(), [&](std::string_view set) {
                       return variant.use == name + '.' + std::string(set) + ".pkgs";
                   })));
        }
    }
    const auto use = [&](std::string_view channel, std::optional<Version> preferred, Capability capability) {
        for (const Variant& variant : variants(tables, Policy::nixpkgs, channel, preferred))
            if (variant.capability == capability) return variant.use;
        return std::string("no variant");
    };
    CHECK(use("nixos-26.05", {}, {8, 9}) == "pkgsForCudaArch.sm_89");
    // nixpkgs' manual, with nixpkgs whose own CUDA is 12.6.
    CHECK(use("nixos-25.05", Version{12, 6}, {10, 0}) == "pkgsForCudaArch.sm_100");
    CHECK(use("nixos-25.11", Version{12, 6}, {8, 9}) == "pkgsForCudaArch.sm_89.cudaPackages_12_6.pkgs");
    CHECK(use("nixos-26.05", Version{12, 6}, {10, 0}) == "pkgsForCudaArch.sm_100.cudaPackages_12_8.pkgs");
    CHECK(use("nixos-25.05", {}, {3, 5}) == "pkgsForCudaArch.sm_35.cudaPackages_11_8.pkgs");
    CHECK(use("nixos-26.05", {}, {3, 5}).empty());
}
