// SPDX-License-Identifier: MIT
#include "query.hpp"

#include "resolve/capabilities.hpp"
#include "resolve/resolve.hpp"

namespace cudastdenv {

namespace {

Flags flags(const Query& query) {
    const Asked asked(query);
    return make_flags(builtin_tables(), asked.request(), resolve(builtin_tables(), asked.request()));
}

using OptionTexts = std::vector<std::string>;

}  // namespace

TEST_CASE("formats one capability as an argument of nvcc") {
    CHECK(gencode_of_real("8.9"_cap) == "-gencode=arch=compute_89,code=sm_89");
    CHECK(gencode_of_real("10.0f"_cap) == "-gencode=arch=compute_100f,code=sm_100f");
    CHECK(gencode_of_ptx("8.9"_cap) == "-gencode=arch=compute_89,code=compute_89");
}

TEST_CASE("returns the ten attributes of nixpkgs") {
    const Flags found = flags({.cuda = "12.8", .capabilities = "9.0a 8.9 8.6"});
    CHECK(found.cuda_capabilities == OptionTexts{"8.6", "8.9", "9.0a"});
    CHECK(found.cuda_forward_compat);
    CHECK(found.gencode == OptionTexts{"-gencode=arch=compute_86,code=sm_86", "-gencode=arch=compute_89,code=sm_89",
                                       "-gencode=arch=compute_90a,code=sm_90a",
                                       "-gencode=arch=compute_89,code=compute_89"});
    CHECK(found.gencode_string == "-gencode=arch=compute_86,code=sm_86 -gencode=arch=compute_89,code=sm_89 "
                                  "-gencode=arch=compute_90a,code=sm_90a -gencode=arch=compute_89,code=compute_89");
    CHECK(found.real_arches == OptionTexts{"sm_86", "sm_89", "sm_90a"});
    CHECK(found.virtual_arches == OptionTexts{"compute_86", "compute_89", "compute_90a"});
    CHECK(found.arch_names == OptionTexts{"Ada", "Ampere", "Hopper"});
    CHECK(found.arches == OptionTexts{"sm_86", "sm_89", "sm_90a", "compute_89"});
    CHECK(found.cmake_cuda_architectures_string == "86;89;90a");
    CHECK_FALSE(found.is_jetson_build);
}

TEST_CASE("omits PTX without forward compatibility") {
    const Flags found = flags({.cuda = "12.8", .capabilities = "8.9", .forward_compat = false});
    CHECK_FALSE(found.cuda_forward_compat);
    CHECK(found.gencode == OptionTexts{"-gencode=arch=compute_89,code=sm_89"});
    CHECK(found.arches == found.real_arches);
}

TEST_CASE("nixpkgs-exact keeps order, duplicates and the last element's PTX") {
    const Flags found = flags({.cuda = "12.8", .capabilities = "9.0a 8.9 9.0a", .exact = true});
    CHECK(found.cuda_capabilities == OptionTexts{"9.0a", "8.9", "9.0a"});
    CHECK(found.arches == OptionTexts{"sm_90a", "sm_89", "sm_90a", "compute_90a"});
    CHECK(found.arch_names == OptionTexts{"Ada", "Hopper"});
}

TEST_CASE("only Arm builds for Jetsons are Jetson builds") {
    CHECK(flags({.cuda = "12.6", .capabilities = "8.7", .system = "aarch64-linux"}).is_jetson_build);
    CHECK_FALSE(flags({.cuda = "12.6", .capabilities = "8.9", .system = "aarch64-linux"}).is_jetson_build);
    CHECK_FALSE(flags({.cuda = "12.6", .capabilities = "8.7", .system = "x86_64-linux"}).is_jetson_build);
}

TEST_CASE("formats an unknown capability without a name") {
    const Flags found = flags({.cuda = "12.8", .capabilities = "99.9"});
    CHECK(found.real_arches == OptionTexts{"sm_999"});
    CHECK(found.arch_names.empty());
}

}  // namespace cudastdenv
