// SPDX-License-Identifier: MIT
#include "query.hpp"

#include "spelling/spell.hpp"

// Each format of one request, and the locations of errors in texts. A law checks that everything can be read back.

namespace cudastdenv {

namespace {

/// R of the comparison of formats: {8.0, 9.0a, 10.0f, 12.0} with PTX of 12.0.
const BuildList request{{"8.0"_cap, "9.0a"_cap, "10.0f"_cap, "12.0"_cap}, {"12.0"_cap}};

Spelled written(std::string_view format, const BuildList& list = request) {
    const Spelling* spelling = find_spelling(format);
    REQUIRE(spelling);
    return write_list(*spelling, {builtin_tables()}, list);
}

ListReadError error_of(std::string_view format, std::string_view text) {
    const ListReadResult read = find_spelling(format)->read({builtin_tables()}, text);
    REQUIRE(std::holds_alternative<ListReadError>(read));
    return std::get<ListReadError>(read);
}

std::ptrdiff_t count(std::string_view id, const Spelled& spelled) {
    return std::ranges::count(spelled.losses, id, &Diagnostic::id);
}

}  // namespace

TEST_CASE("writes one request in each format that can express it") {
    CHECK(written("cmake").text == "80-real;90a-real;100f-real;120");
    CHECK(written("clang").text ==
          "--offload-arch=sm_80 --offload-arch=sm_90a --offload-arch=sm_100f --offload-arch=sm_120 "
          "--no-cuda-include-ptx=all --cuda-include-ptx=sm_120");
    CHECK(written("rules_cuda").text ==
          "--@rules_cuda//cuda:archs=compute_80:sm_80;compute_90a:sm_90a;compute_100f:sm_100f;"
          "compute_120:sm_120,compute_120");
    CHECK(written("cupy").text ==
          "CUPY_NVCC_GENERATE_CODE=\"arch=compute_80,code=sm_80;arch=compute_90a,code=sm_90a;"
          "arch=compute_100f,code=sm_100f;arch=compute_120,code=sm_120;arch=compute_120,code=compute_120\"");
    CHECK(written("xmake").text == R"(add_cugencodes("sm_80","sm_90a","sm_100f","sm_120","compute_120"))");
    for (const std::string_view format : {"cmake", "clang", "rules_cuda", "cupy", "xmake", "gencode", "json"})
        CHECK(written(format).losses.empty());
}

TEST_CASE("reports each loss") {
    const Spelled torch = written("torch");
    CHECK(torch.text == "8.0;9.0a;10.0;12.0+PTX");
    CHECK(torch.losses.size() == 1);
    CHECK(count("no-family-targets", torch) == 1);
    const Spelled hermetic = written("hermetic");
    CHECK(hermetic.text == "HERMETIC_CUDA_COMPUTE_CAPABILITIES=sm_80,sm_90a,sm_100,compute_120");
    CHECK(count("no-family-targets", hermetic) == 1);
    const Spelled meson = written("meson");
    CHECK(meson.text == "nvcc_arch_flags(nvcc, '8.0', '9.0', '10.0', '12.0+PTX')");
    CHECK(count("no-architecture-targets", meson) == 1);
    CHECK(count("no-family-targets", meson) == 1);
    CHECK(written("spack").text == "cuda_arch=80,90a,100f,120");
    CHECK(count("ptx-added", written("spack")) == 1);
    CHECK(written("easybuild").text == "--cuda-compute-capabilities=8.0,9.0a,10.0f,12.0");
    CHECK(count("ptx-dropped", written("easybuild")) == 1);
    CHECK(written("kokkos").text == "-DKokkos_ENABLE_CUDA=ON -DKokkos_ARCH_AMPERE80=ON");
    CHECK(count("entry-dropped-beside", written("kokkos")) == 3);
    CHECK(written("numba").text == "NUMBA_FORCE_CUDA_CC=8.0");
    CHECK(written("triton").text == "TRITON_OVERRIDE_ARCH=sm120");
    CHECK(written("flash-attn").text == "FLASH_ATTN_CUDA_ARCHS=\"80;90;100;120\"");
    CHECK(written("nvhpc").text == "-gpu=cc80,cc90,cc100,cc120");
    const Spelled findcuda = written("findcuda");
    CHECK(findcuda.text == "cuda_select_nvcc_arch_flags(ARCH_FLAGS 8.0 9.0)");
    CHECK(count("entry-dropped", findcuda) == 2);
    CHECK(written("magma").text == "GPU_TARGET=\"sm_80 sm_90a sm_100f sm_120\"");
    CHECK(written("msbuild").text == "compute_80,sm_80;compute_90a,sm_90a;compute_100f,sm_100f;compute_120,sm_120");
    CHECK(written("numbers").text == "80 90a 100f 120");
    CHECK(written("sm").text == "sm_80 sm_90a sm_100f sm_120");
}

TEST_CASE("PTX without machine code adds it unless nvcc rejects it") {
    const Spelled added = written("torch", {{"9.0a"_cap}, {"9.0"_cap}});
    CHECK(added.text == "9.0+PTX;9.0a");
    CHECK(count("machine-code-added", added) == 1);
    const Spelled refused = written("clang", {{"10.0f"_cap}, {"10.0"_cap}});
    CHECK(refused.text == "--offload-arch=sm_100f --no-cuda-include-ptx=all");
    CHECK(count("ptx-dropped", refused) == 1);
}

TEST_CASE("an error has its place") {
    CHECK(error_of("gencode", "-gencode=arch=compute_80,code=sm_9x").offset == 30);
    CHECK(error_of("gencode", "-gencode=arch=compute_80,code=sm_9x").what.id == "list-no-architecture");
    CHECK(error_of("cmake", "80;9x").offset == 3);
    CHECK(error_of("torch", "TORCH_CUDA_ARCH_LIST=\"8.0;10.0f\"").offset == 26);
    CHECK(error_of("torch", "8.0;;9.0").what.id == "list-empty");
    CHECK(error_of("kokkos", "-DKokkos_ARCH_AMPERE80=ON -DKokkos_ARCH_HOPPER90=ON").what.id == "list-several");
    CHECK(error_of("gencode", "-gencode=arch=compute_90,code=lto_90").what.id == "list-link-time-code");
    CHECK(error_of("json", "999E99999999").what.id == "list-unexpected");
    CHECK(error_of("json", "{").what.id == "list-unexpected");
    CHECK(error_of("xmake", "\"sm_80,compute_80,compute_90\"").what.id == "list-refused");
    CHECK(error_of("numba", "9.0a").what.id == "list-unknown-name");
    CHECK(error_of("kokkos", "-DKokkos_ARCH_KEPLER35=ON").what.id == "list-not-taken");
    CHECK(error_of("findcuda", "cuda_select_nvcc_arch_flags(FLAGS 5.2(5.0))").what.id == "list-unexpected");
    CHECK(error_of("msbuild", "sm_80").what.id == "list-unexpected");
    CHECK(error_of("numbers", "12345").what.id == "list-no-architecture");
    for (const Spelling& spelling : spellings())
        CHECK(std::holds_alternative<ListReadError>(spelling.read({builtin_tables()}, "")));
}

TEST_CASE("finds matching formats, the likeliest first") {
    CHECK(spellings_that_fit({builtin_tables()}, "80-real;90").front()->name == "cmake");
    CHECK(spellings_that_fit({builtin_tables()}, "8.0;9.0+PTX").front()->name == "torch");
    CHECK(spellings_that_fit({builtin_tables()}, "-gencode=arch=compute_90,code=sm_90").front()->name == "gencode");
    CHECK(spellings_that_fit({builtin_tables()}, "TRITON_OVERRIDE_ARCH=sm90").front()->name == "triton");
    CHECK(spellings_that_fit({builtin_tables()}, "nothing of the kind").empty());
}

}  // namespace cudastdenv
