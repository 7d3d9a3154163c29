// SPDX-License-Identifier: MIT
// Mutated manifests: each is read or refused with one line, and what is read can be judged.
#include "manifest/manifest.hpp"

#include "mutate.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

using namespace cudastdenv;

TEST_CASE("mutated manifests") {
    fuzz::Mutator mutator({
        R"({"release_date": "2025-03-06", "release_label": "12.8.1", "release_product": "cuda", "cuda_nvcc": {
            "name": "n", "license": "l", "version": "12.8.93", "linux-x86_64": {
            "relative_path": "a/b", "md5": "0", "sha256": "0",
            "size": "1"}}})",
        R"({"release_date": "2025-09-04", "cudnn": {"version": "9.1", "cuda_variant": ["12"], "linux-sbsa": {"cuda12":
            {"relative_path": "a/b", "size": 1}}}})",
        R"({"cuda_cudart": {"linux-x86_64": {"outputs": {"bin": true}}, "linux-sbsa": {"cuda12": {"outputs": {}}}}})",
    });
    const auto until = fuzz::Clock::now() + fuzz::duration();
    int read = 0, refused = 0;
    while (fuzz::Clock::now() < until) {
        try {
            manifest::Manifest manifest = manifest::read_manifest(builtin_tables(), "fuzz", mutator.next());
            manifest::judge_manifest(builtin_tables(), manifest, "redistrib_12.8.1.json");
            ++read;
        } catch (const DataError& error) {
            REQUIRE(std::string_view(error.what()).find('\n') == std::string_view::npos);
            ++refused;
        }
    }
    CHECK(read > 0);
    CHECK(refused > 0);
}
