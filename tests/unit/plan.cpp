// SPDX-License-Identifier: MIT
#include "plan/plan.hpp"

#include "core/lists.hpp"
#include "query.hpp"
#include "tables/lookup.hpp"

#include <string>
#include <vector>

namespace cudastdenv {

namespace {

using Lines = std::vector<std::string>;

Compiler compiler(std::string_view name) { return parse_compiler(name).value(); }

VersionRange release(std::string_view number) {
    const Version version = parse_version(number).value();
    return {version, version};
}

Lines lines(PlanTool tool, const PlanInput& answer) { return make_plan(tool, answer, builtin_tables()).lines; }

const EnvironmentRow* environment(std::string_view id) { return find_environment(builtin_tables(), id); }

BuildList list(std::string_view real, std::string_view ptx) { return {capabilities(real), capabilities(ptx)}; }

const AdvisoryRow* advisory(std::string_view id) {
    const auto rows = builtin_tables().advisories;
    return &*std::ranges::find(rows, id, &AdvisoryRow::id);
}

}  // namespace

TEST_CASE("of nothing there is nothing to type") {
    for (const PlanTool tool : enumerators<PlanTool>) CHECK(lines(tool, {}).empty());
    CHECK(plan_that_fits({}, builtin_tables()).empty());
}

TEST_CASE("a plan states its changes in the order of its lines") {
    const auto changes = [](PlanTool tool, const PlanInput& answer) {
        Lines all;
        for (const Change& change : make_plan(tool, answer, builtin_tables()).changes)
            all.push_back(std::string(to_string(change.kind)) + " " + std::string(change.what) + ": " +
                          change.now.value_or("-") + " > " + change.to.value_or("-"));
        return all;
    };
    PlanInput answer{.releases = release("12.4.1"),
                     .environment = environment("debian-13"),
                     .compiler = compiler("gcc-13"),
                     .now = compiler("gcc-14"),
                     .library = GccQuery{14, {}},
                     .list = list("8.6", "")};
    const Lines in_shell{"select host compiler: gcc-14 > gcc-13", "select linked libstdc++: - > gcc-14",
                         "build-for GPU capabilities: - > 8.6 (Ampere)"};
    CHECK(changes(PlanTool::nvcc, answer) == in_shell);
    Lines with_package = in_shell;
    with_package.insert(with_package.begin(), "install package: - > g++-13");
    CHECK(changes(PlanTool::apt, answer) == with_package);
    CHECK(changes(PlanTool::uv, answer).empty());  // has no lines
    answer.is_here = true;
    CHECK(changes(PlanTool::nvcc, answer) == in_shell);
    answer.is_installed = false;
    CHECK(changes(PlanTool::nvcc, answer) == with_package);
}

TEST_CASE("tools are found by their names") {
    for (const PlanTool tool : enumerators<PlanTool>) CHECK(enumerator_named<PlanTool>(to_string(tool)) == tool);
    CHECK_FALSE(enumerator_named<PlanTool>("none"));
    CHECK_FALSE(enumerator_named<PlanTool>(""));
}

TEST_CASE("a range of releases and a compiler are enough") {
    // nvcc of 12.6 reads the variable; that of 12.4 does not.
    const PlanInput answer{.releases = {parse_version("12.4.0"), parse_version("12.6.3")},
                           .compiler = compiler("gcc-13")};
    CHECK(lines(PlanTool::nvcc, answer) ==
          Lines{"export NVCC_CCBIN=g++-13", "export NVCC_PREPEND_FLAGS=\"-ccbin g++-13 $NVCC_PREPEND_FLAGS\""});
    CHECK(lines(PlanTool::cmake, answer) ==
          Lines{"export CUDAHOSTCXX=g++-13", "cmake -B build -DCMAKE_CUDA_HOST_COMPILER=g++-13"});
    CHECK(lines(PlanTool::torch, answer) == Lines{"export CC=gcc-13 CXX=g++-13"});
    CHECK(lines(PlanTool::meson, answer) == Lines{"meson setup build -Dcuda_ccbindir=g++-13"});
    CHECK(lines(PlanTool::bazel, answer) == Lines{"bazel build --repo_env=CC=gcc-13 //..."});
    CHECK(lines(PlanTool::make, answer).back() == "make CC=gcc-13 CXX=g++-13 HOST_COMPILER=g++-13");
    CHECK(lines(PlanTool::apt, answer).front() == "apt install g++-13");
    CHECK(lines(PlanTool::spack, answer) == Lines{"spack install PACKAGE %gcc@13"});
    CHECK(lines(PlanTool::conda, answer).front() == "conda install -c conda-forge gxx_linux-64=13");
    // The package set, and whether its stdenv has that compiler, depend on the release.
    CHECK(lines(PlanTool::nix, answer).empty());
    CHECK(plan_that_fits(answer, builtin_tables()).front().tool == PlanTool::nvcc);
}

TEST_CASE("sets the variable only where the release reads it") {
    const auto of = [](std::string_view number) {
        return lines(PlanTool::nvcc, {.releases = release(number), .compiler = compiler("gcc-12")});
    };
    CHECK(of("12.8.1") == Lines{"export NVCC_CCBIN=g++-12"});
    CHECK(of("12.4.1") == Lines{"export NVCC_PREPEND_FLAGS=\"-ccbin g++-12 $NVCC_PREPEND_FLAGS\""});
    CHECK(of("11.4.0").size() == 2);
}

TEST_CASE("packages and programs are called as the environment calls them") {
    const auto in = [](std::string_view id, std::string_view name, PlanTool tool) {
        return lines(tool, {.releases = release("12.8.1"), .environment = environment(id), .compiler = compiler(name)});
    };
    CHECK(in("rhel-9", "gcc-14", PlanTool::dnf) ==
          Lines{"dnf install gcc-toolset-14-gcc-c++", "export NVCC_CCBIN=/opt/rh/gcc-toolset-14/root/usr/bin/g++"});
    CHECK(in("rhel-9", "gcc-11", PlanTool::dnf) == Lines{"dnf install gcc-c++", "export NVCC_CCBIN=g++"});
    // With a toolset installed, the system's own compiler is not one, and not the one on PATH.
    CHECK(in("rhel-9-gcc-toolset-14", "gcc-11", PlanTool::dnf) ==
          Lines{"dnf install gcc-c++", "export NVCC_CCBIN=/usr/bin/g++"});
    CHECK(in("rhel-9-gcc-toolset-14", "gcc-14", PlanTool::dnf).front() == "dnf install gcc-toolset-14-gcc-c++");
    CHECK(in("manylinux-2014", "gcc-10", PlanTool::docker).front() == "RUN yum install -y devtoolset-10-gcc-c++");
    CHECK(in("manylinux-2014", "gcc-10", PlanTool::nvcc) ==
          Lines{"export NVCC_CCBIN=/opt/rh/devtoolset-10/root/usr/bin/g++"});
    CHECK(in("manylinux-2.28", "gcc-14", PlanTool::docker).front() == "RUN dnf install -y gcc-toolset-14-gcc-c++");
    CHECK(in("amazon-2023", "gcc-14", PlanTool::dnf) == Lines{"dnf install gcc14-c++", "export NVCC_CCBIN=gcc14-g++"});
    CHECK(in("amazon-2023", "gcc-14", PlanTool::torch) == Lines{"export CC=gcc14-gcc CXX=gcc14-g++"});
    CHECK(in("arch", "gcc-15", PlanTool::pacman) == Lines{"pacman -S gcc15", "export NVCC_CCBIN=g++-15"});
    CHECK(in("nixos-26.05", "gcc-14", PlanTool::nix)
              .front()
              .starts_with("stdenv = pkgs.cudaPackages_12_8.backendStdenv;"));
    // The package set has another compiler, or does not exist.
    CHECK(in("nixos-26.05", "gcc-13", PlanTool::nix).empty());
    CHECK(lines(PlanTool::nix, {.releases = release("11.4.0"),
                                .environment = environment("nixos-26.05"),
                                .compiler = compiler("gcc-11")})
              .empty());
    CHECK(in("debian-12", "gcc-12", PlanTool::docker) ==
          Lines{"RUN apt-get update && apt-get install -y g++-12", "ENV NVCC_CCBIN=\"g++-12\" CUDAHOSTCXX=\"g++-12\""});
    // Not packaged there, and packages of other environments do not apply.
    CHECK(in("debian-12", "gcc-14", PlanTool::apt).empty());
    CHECK(in("debian-12", "gcc-12", PlanTool::dnf).empty());
}

TEST_CASE("names a package without an environment only if all agree") {
    PlanInput answer{.releases = release("13.0.1"), .compiler = compiler("gcc-15")};
    CHECK(lines(PlanTool::apt, answer).front() == "apt install g++-15");
    CHECK(lines(PlanTool::pacman, answer).front() == "pacman -S gcc15");
    // Fedora, RHEL and Amazon Linux have other names.
    CHECK(lines(PlanTool::dnf, answer).empty());
    CHECK(make_plan(PlanTool::dnf, answer, builtin_tables()).depends_on_environment);
    for (const PlanTool tool : {PlanTool::apt, PlanTool::pacman, PlanTool::spack})
        CHECK_FALSE(make_plan(tool, answer, builtin_tables()).depends_on_environment);
    answer = {.releases = release("12.8.1"), .compiler = compiler("gcc-14")};
    CHECK(lines(PlanTool::dnf, answer).empty());
    PlanInput old = answer;
    old.compiler = compiler("gcc-3");
    for (const PlanTool tool : {PlanTool::apt, PlanTool::dnf}) {
        CHECK(lines(tool, old).empty());
        CHECK_FALSE(make_plan(tool, old, builtin_tables()).depends_on_environment);
    }
    PlanInput arm = answer;
    arm.system = "aarch64-linux";
    CHECK(lines(PlanTool::conda, arm).front() == "conda install -c conda-forge gxx_linux-aarch64=14");
}

TEST_CASE("passes a Clang the headers, and links a newer libstdc++") {
    const PlanInput clang{.releases = release("12.8.1"),
                          .compiler = compiler("clang-17"),
                          .headers = GccQuery{13},
                          .library = GccQuery{15}};
    CHECK(lines(PlanTool::nvcc, clang) ==
          Lines{"export NVCC_CCBIN=clang++-17",
                "headers=$(g++-13 -print-libgcc-file-name) && libs=$(g++-15 -print-file-name=libstdc++.so) && "
                "export NVCC_PREPEND_FLAGS=\"-Xcompiler --gcc-install-dir=${headers%/*} -L ${libs%/*} "
                "-Xlinker -rpath=${libs%/*} $NVCC_PREPEND_FLAGS\""});
    CHECK(lines(PlanTool::torch, clang).back() == "export CC=clang-17 CXX=clang++-17");
    CHECK(lines(PlanTool::spack, clang).empty());
}

TEST_CASE("prints the glibc workaround, or nothing without one") {
    PlanInput answer{.releases = release("12.8.1"), .compiler = compiler("gcc-14")};
    answer.advisories = {advisory("glibc-2.41-sinpi")};
    const std::string shim = "eval \"$(cudastdenv env --cuda 12.8 --glibc-shim ~/.cache/cudastdenv/glibc-shim)\"";
    CHECK(lines(PlanTool::nvcc, answer) == Lines{shim});
    CHECK(lines(PlanTool::cmake, answer).front() == shim);
    CHECK(lines(PlanTool::docker, answer)[1].starts_with("RUN mkdir -p /opt/glibc-shim/bits && printf"));
    CHECK(lines(PlanTool::docker, answer)[2].find("-isystem /opt/glibc-shim") != std::string::npos);
    CHECK(lines(PlanTool::spack, answer).empty());

    // The facts of a message.
    const PlanInput only_message{.advisories = {advisory("glibc-2.42-rsqrt")}};
    CHECK(lines(PlanTool::nvcc, only_message) ==
          Lines{"eval \"$(cudastdenv env --glibc-shim ~/.cache/cudastdenv/glibc-shim)\""});

    PlanInput here = answer;
    here.toolkit_headers = "/opt/my cuda/include";
    CHECK(lines(PlanTool::nvcc, here) ==
          Lines{"export NVCC_CCBIN=g++-14",
                "export NVCC_PREPEND_FLAGS=\"-isystem \\\"/opt/my cuda/include\\\" $NVCC_PREPEND_FLAGS\""});

    answer.advisories.push_back(advisory("glibc-2.38-aarch64"));
    for (const PlanTool tool : enumerators<PlanTool>) CHECK(lines(tool, answer).empty());
}

TEST_CASE("a list alone is spelled for who reads it") {
    const PlanInput answer{.releases = release("12.8.1"), .list = list("8.0 12.0", "12.0")};
    CHECK(lines(PlanTool::cmake, answer) == Lines{"cmake -B build -DCMAKE_CUDA_ARCHITECTURES='80-real;120'"});
    CHECK(lines(PlanTool::torch, answer) == Lines{"export TORCH_CUDA_ARCH_LIST='8.0;12.0+PTX'"});
    CHECK(lines(PlanTool::spack, answer) == Lines{"spack install PACKAGE +cuda cuda_arch=80,120 ^cuda@12.8"});
    CHECK(
        lines(PlanTool::nix, answer) ==
        Lines{"config = { cudaSupport = true; cudaCapabilities = [ \"8.0\" \"12.0\" ]; cudaForwardCompat = true; };"});
    CHECK(lines(PlanTool::nvcc, answer).front().starts_with("nvcc -gencode=arch=compute_80,code=sm_80 "));
    CHECK(lines(PlanTool::docker, answer) ==
          Lines{"ENV CUDAARCHS=\"80-real;120\" TORCH_CUDA_ARCH_LIST=\"8.0;12.0+PTX\""});
}

TEST_CASE("writes lines for the Windows command prompt") {
    const PlanInput answer{.releases = release("12.8.1"), .list = list("8.0 12.0", "12.0")};
    const auto builds_with = [&](PlanTool builder, PlanTool tool = PlanTool::windows) {
        PlanInput with = answer;
        with.builder = builder;
        if (tool != PlanTool::windows) with.system = "x86_64-windows";
        return lines(tool, with);
    };
    const Lines by_cmake{"cmake -B build \"-DCMAKE_CUDA_ARCHITECTURES=80-real;120\""};
    const Lines by_torch{"set \"TORCH_CUDA_ARCH_LIST=8.0;12.0+PTX\""};
    CHECK(builds_with(PlanTool::cmake) == by_cmake);
    CHECK(builds_with(PlanTool::torch) == by_torch);
    CHECK(builds_with(PlanTool::bazel).front().starts_with("bazel build \"--"));
    for (const PlanTool other : {PlanTool::nvcc, PlanTool::make, PlanTool::docker})
        CHECK(builds_with(other) == lines(PlanTool::nvcc, answer));
    // On Windows, each tool's lines are for its command prompt.
    CHECK(builds_with(PlanTool::nvcc, PlanTool::cmake) == by_cmake);
    CHECK(builds_with(PlanTool::nvcc, PlanTool::torch) == by_torch);
    for (const PlanTool posix : {PlanTool::make, PlanTool::apt, PlanTool::docker, PlanTool::conda, PlanTool::wsl})
        CHECK(builds_with(PlanTool::nvcc, posix).empty());
    PlanInput fitting = answer;
    fitting.system = "x86_64-windows";
    fitting.builder = PlanTool::torch;
    CHECK(plan_that_fits(fitting, builtin_tables()).front().lines == by_torch);
    // The tables have no host compiler of Windows.
    fitting.compiler = compiler("gcc-13");
    CHECK(plan_that_fits(fitting, builtin_tables()).empty());
    CHECK(lines(PlanTool::windows, {.releases = release("12.8.1"), .compiler = compiler("gcc-13")}).empty());
}

TEST_CASE("omits a list that the tool cannot express completely") {
    const PlanInput answer{
        .releases = release("13.0.1"), .compiler = compiler("gcc-14"), .list = list("8.8 9.0", "9.0")};
    CHECK(lines(PlanTool::spack, answer).empty());
    CHECK(lines(PlanTool::torch, answer) == Lines{"export CC=gcc-14 CXX=g++-14"});
    CHECK(lines(PlanTool::cmake, answer).back().ends_with("='88-real;90'"));
    CHECK(lines(PlanTool::docker, answer).back().find("TORCH") == std::string::npos);
}

TEST_CASE("allows in the spec a compiler that only Spack rejects") {
    const auto spec = [](std::string_view cuda, std::string_view gcc) {
        return lines(PlanTool::spack, {.releases = release(cuda), .compiler = compiler(gcc)}).front();
    };
    CHECK(spec("11.3.1", "gcc-10") == "spack install PACKAGE %gcc@10 ^cuda@11.3+allow-unsupported-compilers");
    CHECK(spec("11.3.1", "gcc-9") == "spack install PACKAGE %gcc@9 ^cuda@11.3");
    CHECK(spec("11.4.0", "gcc-10") == "spack install PACKAGE %gcc@10 ^cuda@11.4");
    CHECK(spec("12.0.0", "gcc-10") == "spack install PACKAGE %gcc@10 ^cuda@12.0");
}

TEST_CASE("a program's path is text to the shell, or is not typed") {
    PlanInput answer{.releases = release("12.8.1"), .compiler = compiler("gcc-14"), .program = "/a b/$(x)'/g++-14"};
    CHECK(lines(PlanTool::nvcc, answer) == Lines{"export NVCC_CCBIN='/a b/$(x)'\\''/g++-14'"});
    CHECK(lines(PlanTool::torch, answer) == Lines{"export CC='/a b/$(x)'\\''/gcc-14' CXX='/a b/$(x)'\\''/g++-14'"});
    answer.program = "/a\x1b[2J/g++-14";
    for (const PlanTool tool : {PlanTool::nvcc, PlanTool::cmake, PlanTool::make, PlanTool::torch})
        CHECK(lines(tool, answer).empty());
}

}  // namespace cudastdenv
