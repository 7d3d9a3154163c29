// SPDX-License-Identifier: MIT
#include "query/port_questions.hpp"

#include "builtin.hpp"

#include <doctest/doctest.h>

namespace cudastdenv {

namespace {

/// `LINE NAME CODE` of each finding, with what --fix writes.
std::vector<std::string> findings_in(std::string file, std::string text, std::string cuda = "13.0",
                                     std::optional<std::string> from = std::nullopt) {
    std::vector<std::string> all;
    const Result<PortAnswer> answer = port({std::move(file), std::move(text), std::move(cuda), std::move(from)});
    for (const PortAnswer::Finding& finding : (*answer).findings)
        all.push_back(std::to_string(finding.line) + ' ' + finding.name + ' ' + std::string(finding.code) +
                      (finding.is_fixable ? " => " + *finding.instead : ""));
    return all;
}

using Found = std::vector<std::string>;

}  // namespace

TEST_CASE("names by release") {
    const std::string call = "void f() { cudaThreadSynchronize(); }";
    CHECK(findings_in("a.cu", call).size() == 1);
    CHECK(findings_in("a.cu", call, "12.9").empty());
    CHECK(findings_in("a.cu", call, "13.5", "13.0").empty());  // 13.0 has no such name
    CHECK(findings_in("a.cu", "void f() { cudaBindTexture(a); }", "13.0", "12.9").empty());
    CHECK(findings_in("a.cu", "void f() { cudaBindTexture(a); }").size() == 1);
    CHECK_FALSE(port({"a.cu", call, "12.9", "13.0"}));
    CHECK_FALSE(port({"a.cu", call, "11.0", std::nullopt}));
    CHECK_FALSE(port({"a.cu", call, "nonsense", std::nullopt}));
    CHECK(port({"a.cu", call, "13.0", "10.2"}));
}

TEST_CASE("names for device code only") {
    CHECK(findings_in("a.cu", "texture<float> t; int u = saturate(x);").size() == 2);
    CHECK(findings_in("a.cpp", "texture<float> t; int u = saturate(x);").empty());
    CHECK(findings_in("a.cu", "f(texture); bool saturate = true; g(saturate);").empty());
}

TEST_CASE("calls of changed functions") {
    const auto found = [](const std::string& call) {
        return findings_in("a.cu", "void f() {" + call + "; }", "13.0", "12.9");
    };
    CHECK(found("cudaMemAdvise(p, n, a, 0)") == Found{"1 cudaMemAdvise api-signature"});
    CHECK(found("cudaMemAdvise(p, n, a, cudaMemLocation{})").empty());
    CHECK(found("cudaMemAdvise(p, n, a, {b, 0})").empty());
    CHECK(found("cudaMemLocation where; cudaMemAdvise(p, n, a, where)").empty());
    CHECK(found("cudaMemPrefetchAsync(p, n, 0)").size() == 1);
    CHECK(found("cudaMemPrefetchAsync(p, n, device, stream)").size() == 1);
    CHECK(found("cudaMemLocation where; cudaMemPrefetchAsync(p, n, where, 0)").empty());
    CHECK(found("cudaMemPrefetchAsync(p, n, where, 0, stream)").empty());
    CHECK(found("cudaGraphGetEdges(g, nullptr, nullptr, &n)").size() == 1);
    CHECK(found("cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &n)").empty());
    CHECK(found("auto f = &cudaMemAdvise").empty());  // its use is not a call
}

TEST_CASE("successors that follow from other names") {
    CHECK(findings_in("a.cu", "int a = cudaMemAdvise_v2(p);") ==
          Found{"1 cudaMemAdvise_v2 api-removed => cudaMemAdvise"});
    CHECK(findings_in("a.cu", "int a = cuCtxCreate_v3(p);") ==
          Found{"1 cuCtxCreate_v3 api-removed"});  // _v4 is another
    CHECK(findings_in("a.c", "#include <nvToolsExtCuda.h>") ==
          Found{"1 nvToolsExtCuda.h api-removed => nvtx3/nvToolsExtCuda.h"});
}

TEST_CASE("headers that moved") {
    CHECK(findings_in("a.cpp", "#include <cub/cub.cuh>").size() == 1);
    CHECK(findings_in("a.cu", "#include <cub/cub.cuh>").empty());   // nvcc finds it
    CHECK(findings_in("a.hpp", "#include <cub/cub.cuh>").empty());  // a note
    CHECK(findings_in("a.cpp", "#include <cuda_runtime.h>").empty());
}

TEST_CASE("files that are read together") {
    const auto found = [](std::initializer_list<std::pair<std::string, std::string>> files) {
        query::PortReader reader(query::without_machine(builtin_tables()), query::OptionTexts().with("cuda", "13.0"));
        for (const auto& [name, text] : files) reader.add(name, text);
        return reader.answer().findings.size();
    };
    CHECK(found({{"a.h", "extern cudaDeviceProp prop;"}, {"a.cu", "int r = prop.clockRate;"}}) == 1);
    CHECK(found({{"a.cu", "int r = prop.clockRate;"}, {"b.h", "extern cudaDeviceProp prop;"}}) == 1);
    CHECK(found({{"compat.h", "#define cudaThreadSynchronize x"},
                 {"a.cu", "#include <my/compat.h>\nint r = cudaThreadSynchronize();"}}) == 0);
    CHECK(found({{"compat.h", "#define cudaThreadSynchronize x"},
                 {"a.h", "#include \"compat.h\""},
                 {"a.cu", "#include \"a.h\"\nint r = cudaThreadSynchronize();"}}) == 0);
    CHECK(found({{"compat.h", "#define cudaThreadSynchronize x"}, {"a.cu", "int r = cudaThreadSynchronize();"}}) == 1);
    CHECK(found({{"my/nvToolsExt.h", ""}, {"a.cu", "#include \"nvToolsExt.h\""}}) == 0);
    CHECK(found({}) == 0);
}

TEST_CASE("build files") {
    CHECK(findings_in("CMakeLists.txt", "target_link_libraries(a CUDA::nvToolsExt CUDA::cudart)") ==
          Found{"1 CUDA::nvToolsExt api-removed => CUDA::nvtx3"});
    CHECK(findings_in("CMakeLists.txt", "target_link_libraries(a CUDA::nvToolsExt)", "12.8").empty());
    CHECK(findings_in("Makefile", "LIBS = -lcudart -lnvToolsExt") == Found{"1 nvToolsExt api-removed"});
    CHECK(findings_in("CMakeLists.txt", "set(CMAKE_CUDA_ARCHITECTURES 60 80)") == Found{"1 60;80 capability-too-old"});
    CHECK(
        findings_in("CMakeLists.txt", "set(CMAKE_CUDA_ARCHITECTURES 20 80)", "13.0", "12.9").empty());  // already wrong
}

TEST_CASE("text after the changes") {
    using Finding = PortAnswer::Finding;
    const auto at = [](std::size_t line, std::size_t column, std::string name, std::string by) {
        return Finding{
            .line = line, .column = column, .name = std::move(name), .instead = std::move(by), .is_fixable = true};
    };
    const std::vector<Finding> two{at(1, 3, "old", "n"), at(1, 7, "old", "newer")}, later{at(3, 1, "old", "new")};
    CHECK(query::fixed_source("a old old b\n", two) == "a n newer b\n");
    CHECK(query::fixed_source("\n\nold", later) == "\n\nnew");
    CHECK_FALSE(query::fixed_source("\n\nother", later));
    CHECK_FALSE(query::fixed_source("\n", later));
    CHECK(query::fixed_source("", {}) == "");
}

}  // namespace cudastdenv
