#include "nix/diff.hpp"
#include "nix/rows.hpp"

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

TEST_CASE("one row for each minor release, and none for 12.7") {
    const Tables tables = builtin_tables();
    const auto rows = nvcc_rows(tables, Policy::nixpkgs, NvccExtent::usual);
    CHECK(rows.size() == newest_patches(tables).size());
    CHECK(find(rows, {12, 7}) == nullptr);
    CHECK(find(rows, {12, 8})->gcc.max == 14);
}

TEST_CASE("nixpkgs' own rows are repeated, others are filled in within what nvcc lets pass") {
    const Tables tables = builtin_tables();
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

TEST_CASE("every layout is looked for, from the whole checkout down to the file's own folder") {
    const auto places = places_of(Table::cuda);
    for (const char* place : {"pkgs/development/cuda-modules/_cuda/db/bootstrap/cuda.nix",
                              "_cuda/data/cuda.nix", "gpus.nix", "cuda.nix",
                              "pkgs/development/compilers/cudatoolkit/gpus.nix"})
        CHECK(std::find(places.begin(), places.end(), place) != places.end());
}

TEST_CASE("unreadable JSON is a DataError") {
    for (const char* json : {"", "null", "[]", "{\"x\":{}}", "{\"12.8\":1}", "{\"12.8\":{\"gcc\":{}}}",
                             "{\"12.8\":{\"gcc\":{\"minMajorVersion\":\"6\",\"maxMajorVersion\":\"99999999999\"}}}",
                             "{\"12.8\":{\"gccMaxMajorVersion\":\"6\"}}"})
        CHECK_THROWS_AS((void)read_nvcc_rows("nvcc.nix", json), DataError);
    for (const char* json : {"1", "[1]", "{\"9.0\":{}}", "[{\"computeCapability\":\"90\"}]"})
        CHECK_THROWS_AS((void)read_cuda_rows("cuda.nix", json), DataError);
}

TEST_CASE("an empty checkout misses every row of nixpkgs and no other") {
    const Tables tables = builtin_tables();
    const auto nvcc = nvcc_rows(tables, Policy::nixpkgs, NvccExtent::exact);
    const auto cuda = cuda_rows(tables, true);
    const Diff diff = compare(tables, nvcc, {}, cuda, {});
    CHECK(diff.nvcc.size() == nvcc.size());
    CHECK(diff.cuda.size() == cuda_rows(tables, false).size());
    CHECK(diff.agreeing == 0);
}
