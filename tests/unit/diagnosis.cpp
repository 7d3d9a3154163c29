// SPDX-License-Identifier: MIT
#include "messages/diagnosis.hpp"

#include "messages/diagnostics.hpp"
#include "messages/message.hpp"

#include "gpu_code_image.hpp"
#include "query.hpp"
#include "query/answers.hpp"
#include "query/query.hpp"

// The answer for each kind of cause. tests/diagnose checks that messages are found.

namespace cudastdenv::messages {

namespace {

using diagnose::Given;

/// A log and its diagnosis.
struct Diagnosed {
    diagnose::LogReading reading;
    Diagnosis diagnosis;

    [[nodiscard]] const ExplainedMessage& first() const { return diagnosis.messages.front(); }
};

Diagnosed diagnosed(std::string_view log, const Given& given = {}) {
    Diagnosed diagnosed{diagnose::read_log(builtin_tables(), [&] { return std::exchange(log, {}); }), {}};
    diagnosed.diagnosis = explain(builtin_tables(), diagnosed.reading, given);
    return diagnosed;
}

/// Sentences as `code: text`, a line each.
std::string shown(const std::vector<Sentence>& all) {
    std::string text;
    for (const Sentence& note : all) text += std::string(note.code) + ": " + note.text + "\n";
    return text;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

/// The reason and the fixes of the first message in a log.
struct Explained {
    ExplainedMessage message;
    std::string why, remedies;
};

Explained explained(std::string_view log, const Given& given = {}) {
    const Diagnosed all = diagnosed(log, given);
    REQUIRE(all.diagnosis.messages.size() >= 1);
    return {all.first(), shown(all.first().finding.why), shown(all.first().finding.remedies)};
}

Given given_release(std::string_view cuda) {
    Given given;
    given.release = find_release(builtin_tables(), parse_version(cuda).value());
    return given;
}

constexpr std::string_view gcc_refused = "/usr/include/crt/host_config.h:143:2: error: #error -- unsupported GNU "
                                         "version! gcc versions later than 13 are not "
                                         "supported!\n";
constexpr std::string_view sinpi =
    "/usr/include/bits/mathcalls.h(79): error: exception specification is incompatible with that of previous function "
    "\"sinpi\" (declared at line 2422 of /usr/local/cuda-12.5/include/crt/math_functions.h)\n";
constexpr std::string_view rsqrt =
    "/usr/include/bits/mathcalls.h(206): error: exception specification is incompatible with that of previous function "
    "\"rsqrt\" (declared at line 591 of /usr/local/cuda-12.5/include/crt/math_functions.h)\n";

}  // namespace

TEST_CASE("a log without a known message has no findings") {
    CHECK(diagnosed("").diagnosis.messages.empty());
    CHECK(diagnosed("error: something else\nmake: *** [all] Error 1\n").diagnosis.messages.empty());
}

TEST_CASE("without a known message, facts that do not go together are odd") {
    const auto oddities_in = [](std::string_view log) {
        const diagnose::LogReading reading = diagnose::read_log(builtin_tables(),
                                                                [&] { return std::exchange(log, {}); });
        return shown(diagnose_answer(builtin_tables(), reading, {}).oddities);
    };
    CHECK(oddities_in("-- The CXX compiler identification is GNU 14.2.0\n"
                      "-- The CUDA compiler identification is NVIDIA 12.4.131\nerror: foo\n") ==
          "compiler-misfit: CUDA 12.4.1 does not accept gcc-14: nvcc's check accepts gcc 13 or older\n");
    CHECK(oddities_in("-- The CXX compiler identification is GNU 13.2.0\n"
                      "-- The CUDA compiler identification is NVIDIA 12.4.131\nerror: foo\n") == "");
    CHECK(oddities_in("NVIDIA GeForce RTX 5090\nCuda compilation tools, release 12.4, V12.4.131\n") ==
          "capability-releases: nvcc supports GeForce RTX 5090 (12.0) in CUDA 12.8 and later, and CUDA 12.4.1 is "
          "older\n");
    CHECK(holds(oddities_in("Driver Version: 470.42.01\nCuda compilation tools, release 12.4, V12.4.131\n"),
                "driver-verdict: driver 470.42.01 with CUDA 12.4.1: does not run"));
}

TEST_CASE("nvcc has accepted the host compiler if its parser prints the error") {
    constexpr std::string_view facts = "-- The CXX compiler identification is GNU 14.2.0\n"
                                       "-- The CUDA compiler identification is NVIDIA 12.4.131\n";
    const auto oddities_with = [&](std::string_view error) {
        const std::string all = std::string(facts) + std::string(error);
        std::string_view log = all;
        const diagnose::LogReading reading = diagnose::read_log(builtin_tables(),
                                                                [&] { return std::exchange(log, {}); });
        return diagnose_answer(builtin_tables(), reading, {}).oddities.size();
    };
    CHECK(oddities_with("/src/a.cu(14): error: no suitable user-defined conversion exists\n") == 0);
    CHECK(oddities_with("/src/a.cpp:14:2: error: no matching function\n") == 1);
    // The finding says so.
    CHECK(oddities_with("/usr/include/c++/14/type_traits(521): error: expected a \"(\"\n") == 0);
    // A finding about the headers of a GCC, which nvcc refuses.
    CHECK(oddities_with("/usr/lib/gcc/x86_64-linux-gnu/14/include/serializeintrin.h(41): error: identifier "
                        "\"__builtin_ia32_serialize\" is undefined\n") == 1);
}

TEST_CASE("a compiler in the log comes before an environment's default one") {
    Given given = given_release("12.5.1");
    given.environment = environment_of(builtin_tables(), *find_environment(builtin_tables(), "arch"));
    const auto host_in = [&](std::string_view log) { return diagnosed(log, given).diagnosis.knowledge.host(); };
    CHECK(host_in("/usr/include/c++/14.1.1/limits(2211): error: user-defined literal operator not found\n") ==
          "gcc-14"_cc);
    CHECK(host_in("error: #error -- unsupported GNU version! gcc versions later than 13 are not supported!\n") ==
          given.environment->stdenv.compiler);
}

TEST_CASE("headers in the default directory are those of the distribution's CUDA") {
    Given given;
    given.environment = environment_of(builtin_tables(), *find_environment(builtin_tables(), "ubuntu-22.04"));
    const auto releases_in = [&](std::string_view directory) {
        return explained(std::string(directory) + "crt/host_config.h:139:2: error: #error -- unsupported GNU version! "
                                                  "gcc versions later than 11 are not supported!\n",
                         given);
    };
    CHECK(holds(releases_in("/usr/include/").why, "CUDA 11.5.1 supports gcc 11 or older"));
    CHECK(releases_in("/usr/include/").message.remedy.compiler == "gcc-10"_cc);
    CHECK(holds(releases_in("/opt/x/include/").why, "CUDA 11.4.1 to 11.8.0 support"));
}

TEST_CASE("another toolchain's log is not of this machine's distribution") {
    Given given;
    given.here = find_environment(builtin_tables(), "debian-12");
    const auto environment_in = [&](std::string_view log) {
        return diagnosed(std::string(log) + std::string(gcc_refused), given).diagnosis.knowledge.environment;
    };
    CHECK(environment_in("") == given.here);
    CHECK(diagnosed(gcc_refused, given).diagnosis.knowledge.is_environment_assumed);
    CHECK_FALSE(environment_in("/nix/store/9hvy-cuda_nvcc/include/crt/host_config.h\n"));
    CHECK_FALSE(environment_in("spack install hypre ^cuda@12.4\n"));
    CHECK_FALSE(environment_in("x86_64-conda-linux-gnu-c++ -c a.cpp\n"));
    CHECK_FALSE(environment_in("Jetson AGX Orin\n"));
}

TEST_CASE("CMake hides that nvcc refuses the host compiler") {
    constexpr std::string_view message = "-- Looking for a CUDA compiler - NOTFOUND\n"
                                         "-- The CXX compiler identification is GNU 16.1.1\n";
    CHECK(holds(explained(message, given_release("13.2.1")).remedies, "use-compiler: use gcc-15 as the host compiler"));
    CHECK_FALSE(holds(explained(message, given_release("13.5.0")).remedies, "use-compiler"));
}

TEST_CASE("a GCC where nvcc refuses a Clang") {
    constexpr std::string_view message = "host_config.h:151:2: error: -- unsupported clang version! clang version must "
                                         "be less than 13 and greater than 3.2\n";
    CHECK(holds(explained(message, given_release("11.5.2")).remedies,
                "use-compiler: use clang-12 as the host compiler\nuse-compiler: or use gcc-10 as the host compiler"));
    Given given = given_release("11.5.2");
    given.environment = environment_of(builtin_tables(), *find_environment(builtin_tables(), "ubuntu-24.04"));
    CHECK(explained(message, given).message.remedy.compiler == "gcc-10"_cc);
}

TEST_CASE("a release before the tables is a fact") {
    Given given;
    given.early = find_early_release(builtin_tables(), "8.0"_version);
    const Explained old = explained("/usr/include/c++/5/type_traits(311): error: identifier \"__float128\" is "
                                    "undefined\n",
                                    given);
    CHECK(holds(old.remedies, "-std=c++11 or later"));
}

TEST_CASE("a PyTorch whose CUDA release has no code for the GPU") {
    constexpr std::string_view no_image = "CUDA error: no kernel image is available for execution on the device\n";
    const auto with_torch = [&](std::string_view torch, std::string_view gpu, std::string_view message) {
        return explained(fmt::format("torch {}\n{}\n{}", torch, gpu, message));
    };
    const Explained older = with_torch("2.7.1+cu126", "NVIDIA GeForce RTX 5080", no_image);
    CHECK(holds(older.why, "wheel-lacks-code: torch 2.7.1 of cu126 does not run on"));
    CHECK(holds(older.remedies, "wheel-use: install torch "));
    CHECK_FALSE(older.message.remedy.list);
    const Explained newer = with_torch("2.9.0+cu130", "Tesla P100", no_image);
    CHECK(holds(newer.remedies, " of cu126, the newest that runs on"));
    // The extension can be another program's.
    const Explained extension = with_torch("2.8.0+cu128", "NVIDIA GeForce RTX 5080", no_image);
    CHECK(holds(extension.why, "torch-can-have-code: CUDA 12.8, with which PyTorch was built, supports"));
    CHECK(extension.message.remedy.list);
    const Explained own = with_torch("2.8.0+cu128", "Tesla P100",
                                     "Tesla P100 with CUDA capability sm_60 is not compatible with the current PyTorch "
                                     "installation.\n");
    CHECK(holds(own.remedies, " of cu126, the newest that runs on"));
    const Explained mismatch = with_torch("2.1.2+cu118", "NVIDIA GeForce RTX 5070",
                                          "The detected CUDA version (12.8) mismatches the version that was used to "
                                          "compile PyTorch (11.8).\n");
    CHECK(holds(mismatch.remedies, " of cu128, the newest that runs on"));
    // The table has no wheels for Jetsons.
    const Explained thor = with_torch("2.7.1+cu126", "Jetson AGX Thor", no_image);
    CHECK(holds(thor.why, "torch-without-code: PyTorch was built with CUDA 12.6, which cannot build for"));
    CHECK(holds(thor.remedies, "use-torch: install a PyTorch that was built with CUDA"));
    const Explained tx2 = with_torch("2.9.0+cu130", "Jetson TX2", no_image);
    CHECK(holds(tx2.remedies, "or older and has code for"));
    const Explained own_jetson = with_torch("2.8.0+cu128", "Jetson TX2",
                                            "Jetson TX2 with CUDA capability sm_62 is not compatible with the current "
                                            "PyTorch installation.\n");
    CHECK(holds(own_jetson.remedies, "use-torch: install a PyTorch with code for"));
    CHECK_FALSE(holds(mismatch.remedies, "Install the toolkit of PyTorch's release"));
}

TEST_CASE("PyTorch's range and a GPU beyond it") {
    const auto with_range = [](std::string_view own, std::string_view range) {
        return explained(
                   fmt::format("which is of cuda capability {}.\nMinimum and Maximum cuda capability supported by "
                               "this version of PyTorch is\n{}\n",
                               own, range))
            .remedies;
    };
    CHECK(with_range("12.1", "(8.0) - (12.0)") ==
          "ignore-warning: ignore the warning: machine code for 12.0 runs on capability 12.1\n");
    CHECK(holds(with_range("12.0", "(5.0) - (9.0)"), "built with CUDA 12.8 or later"));
    CHECK(holds(with_range("12.1", ""), "If the GPU's major version is that of an entry"));
}

TEST_CASE("a runtime of another major release than PyTorch's") {
    const Explained other = explained("torch 2.10.0+cu129\nImportError: libcudart.so.13: cannot open shared object "
                                      "file: No such file or directory\n");
    CHECK(holds(other.remedies, "use-package: install the build of this program for CUDA 12.9, as PyTorch's; "
                                "libcudart.so.13 belongs to another major release"));
    CHECK_FALSE(other.message.missing_file);
}

TEST_CASE("a driver runs later minor releases without their PTX") {
    const auto older_build = [](int driver) {
        return explained(fmt::format("UserWarning: CUDA initialization: The NVIDIA driver on your system is too old "
                                     "(found version {}).\n",
                                     driver))
            .remedies;
    };
    CHECK(holds(older_build(11040), "use a build for CUDA 11.8 or older, with machine code for the GPU: the driver "
                                    "compiles no PTX of releases after 11.4"));
    CHECK(holds(older_build(10020), "use a build for CUDA 10.2 or older, which matches the driver"));
}

TEST_CASE("a GPU with another number in earlier releases") {
    CHECK(holds(
        explained("nvcc fatal   : Unsupported gpu architecture 'compute_110'\n", given_release("12.9.1")).remedies,
        "use-release: or in CUDA 12.9.1 write 10.1 for 11.0, its later number\n"));
    CHECK_FALSE(holds(
        explained("nvcc fatal   : Unsupported gpu architecture 'compute_110'\n", given_release("12.4.1")).remedies,
        "write"));
}

TEST_CASE("NVRTC has no list of architectures") {
    Given given = given_release("13.0.3");
    given.gpus = {{"GeForce GTX 1080", {6, 1}}};
    CHECK(explained("nvrtc: error: invalid value for --gpu-architecture (-arch)\n", given).remedies ==
          "use-release: use a build for CUDA 12.9 or older\n");
    given = given_release("12.6.3");
    given.gpus = {{"GeForce RTX 5080", {12, 0}}};
    CHECK(explained("nvrtc: error: invalid value for --gpu-architecture (-arch)\n", given).remedies ==
          "use-release: use a build for CUDA 12.8 or later\n");
}

TEST_CASE("explains a rejected compiler, with a compiler and a release to use") {
    const Explained refused = explained("g++ (Debian 14.2.0-19) 14.2.0\n" + std::string(gcc_refused));
    CHECK(holds(refused.why, "host-compiler-refused: CUDA 12.4.0 to 12.6.3 support gcc 13 or older, and gcc-14"));
    CHECK(holds(refused.remedies, "use-compiler: use gcc-13 as the host compiler"));
    CHECK(holds(refused.remedies, "use-release: or use CUDA 12.8.0 or later, which supports gcc-14"));
    CHECK(refused.message.remedy.compiler == "gcc-13"_cc);
}

TEST_CASE("a refused compiler that the log does not name") {
    const Explained refused = explained(gcc_refused);
    CHECK(holds(refused.why, "support gcc 13 or older\n"));
    CHECK_FALSE(holds(refused.remedies, "use-release"));
    REQUIRE(refused.message.remedy.compiler);
    CHECK(refused.message.remedy.compiler->major <= 13);
}

TEST_CASE("an option is the release, whatever the log says") {
    const Explained refused = explained(gcc_refused, given_release("11.8"));
    CHECK(holds(refused.why, "supports gcc 11 or older"));
    REQUIRE(refused.message.remedy.compiler);
    CHECK(refused.message.remedy.compiler->major <= 11);
}

TEST_CASE("an advisory: of which releases it does not hold") {
    const Explained advised = explained(sinpi);
    CHECK(advised.message.finding.advisory == "glibc-2.41-sinpi");
    CHECK(advised.why.starts_with("advisory: "));
    CHECK((holds(advised.remedies, "CUDA 13.0.0 or later") || holds(advised.remedies, "13.0")));
}

TEST_CASE("several messages: what fixes all of them") {
    const Diagnosed both = diagnosed(std::string(sinpi) + std::string(rsqrt));
    REQUIRE(both.diagnosis.messages.size() == 2);
    CHECK(both.diagnosis.messages[0].message->id == "glibc-2.41-sinpi");
    CHECK(both.diagnosis.messages[1].message->id == "glibc-2.42-rsqrt");
    CHECK(holds(shown(both.diagnosis.for_all), "use-release: CUDA 13.2.0 fixes all of them"));
    // The message implies a minimum version of the C library.
    REQUIRE(both.diagnosis.knowledge.facts.glibc);
    CHECK(both.diagnosis.knowledge.facts.glibc->value == Version{2, 42, -1});
    CHECK(both.diagnosis.knowledge.facts.glibc->or_newer);
    CHECK(diagnosed(sinpi).diagnosis.for_all.empty());
    Given given;
    given.environment = environment_of(builtin_tables(), *find_environment(builtin_tables(), "debian-12"));
    CHECK(diagnosed(std::string(sinpi) + std::string(rsqrt), given).diagnosis.for_all.empty());
    // No release fixes a missing library, so none fixes both.
    CHECK(diagnosed(std::string(sinpi) + "fatal error: cublas_v2.h: No such file or directory\n")
              .diagnosis.for_all.empty());
}

TEST_CASE("an architecture that nvcc does not know yet, or any more") {
    const auto refused = [](std::string_view name, const Given& given) {
        return explained("nvcc fatal   : Unsupported gpu architecture '" + std::string(name) + "'\n", given);
    };
    const Explained too_new = refused("compute_120", given_release("12.4"));
    CHECK(holds(too_new.why, ", and CUDA 12.4"));
    CHECK(holds(too_new.remedies, "use-release: use CUDA 12.8 or later, or remove 12.0 from the list"));
    CHECK_FALSE(too_new.message.oddity);
    CHECK(holds(refused("compute_30", given_release("12.4")).why, ", and CUDA 12.4"));
    CHECK(holds(refused("compute_99", given_release("12.4")).why,
                "unknown-capability: capability 9.9 is not in the tables"));
    CHECK(holds(refused("compute_120", {}).remedies, "use-release: use a toolkit of CUDA 12.8 or newer"));
}

TEST_CASE("an architecture that has the number of the release") {
    CHECK(
        explained("nvcc fatal   : Unsupported gpu architecture 'compute_101'\n", given_release("10.1")).message.oddity);
}

TEST_CASE("states why a message is no failure") {
    const Diagnosed asked = diagnosed("how do I fix nvcc fatal : Unsupported gpu architecture 'compute_120'\n");
    CHECK(asked.first().finding.status == FindingStatus::quoted);
    CHECK(asked.first().finding.status_reason.value().code == "finding-status");
    CHECK(asked.diagnosis.others.empty());
    const Diagnosed both = diagnosed("// no kernel image is available for execution on the device\n"
                                     "nvcc fatal   : Unsupported gpu architecture 'compute_120'\n");
    CHECK(both.first().finding.status == FindingStatus::failure);
    CHECK_FALSE(both.first().finding.status_reason);
    REQUIRE(both.diagnosis.others.size() == 1);
    const DiagnoseAnswer::OtherMessage& other = both.diagnosis.others.front();
    CHECK(other.message == "no-kernel-image");
    CHECK(other.title == "The program has no code for this GPU");
    CHECK(other.line == 1);
    CHECK(other.status == FindingStatus::mention);
    CHECK(other.reason.text == "source code or a document contains it");
}

TEST_CASE("states no sentence twice in a finding") {
    for (const MessageTextRow& row : builtin_tables().message_texts) {
        diagnose::SeenMessage alone;
        alone.wording = &row;
        const Diagnosis diagnosis = explain_messages(builtin_tables(), {&alone}, {});
        std::set<std::string> texts;
        for (const auto* all : {&diagnosis.messages.front().finding.why, &diagnosis.messages.front().finding.remedies})
            for (const Sentence& one : *all) CHECK_MESSAGE(texts.insert(one.text).second, row.message, ": ", one.text);
    }
}

TEST_CASE("no code for the GPU that the log names") {
    const std::string log = "CUDA error: no kernel image is available for execution on the device\n";
    const Explained missing = explained("NVIDIA GeForce RTX 5090\n" + log);
    CHECK(missing.message.is_answered);
    CHECK(holds(missing.remedies, "build-for: use a build that has machine code for"));
    REQUIRE(missing.message.remedy.list);
    CHECK(missing.message.remedy.list->real == std::vector{"12.0"_cap});
    const Explained unnamed = explained(log);
    CHECK(holds(unnamed.remedies, "name-gpu: "));
    CHECK_FALSE(unnamed.message.remedy.list);
}

TEST_CASE("a driver that is too old") {
    const std::string_view log = "CUDA driver version is insufficient for CUDA runtime version\n";
    CHECK(holds(explained(log).why, "driver-needed: each CUDA release requires a minimum driver"));
    Given given = given_release("12.4");
    given.driver = parse_driver_version("450.80.02");
    const Explained judged = explained(log, given);
    CHECK(holds(judged.why, "driver-verdict: driver 450.80.02 with CUDA 12.4"));
    CHECK(holds(judged.remedies, "use-driver: install "));
    CHECK(holds(explained(log, given_release("12.4")).why, "driver-needed: CUDA 12.4"));
}

TEST_CASE("an older libstdc++ or glibc") {
    const auto needing = [](std::string_view version) {
        return explained("./a: /lib/libstdc++.so.6: version `" + std::string(version) +
                         "' not found (required by ./a)\n");
    };
    const Explained version = needing("GLIBCXX_3.4.32");
    CHECK(holds(version.why, "GLIBCXX_3.4.32 requires the libstdc++ of GCC 13.2 or later"));
    CHECK(version.message.libstdcxx_gcc == "13.2");
    CHECK(holds(version.remedies, "use-environment: "));
    CHECK(holds(explained("ld: a.o: undefined reference to `std::__throw_bad_array_new_length()'\n").why,
                "(GLIBCXX_3.4.29) requires"));
    CHECK(holds(needing("GLIBCXX_3.4.99").why, "GLIBCXX_3.4.99 is newer than every libstdc++ in the tables"));
    CHECK(holds(explained("ld: a.o: undefined reference to `__isoc23_strtol'\n").why,
                "glibc-version: __isoc23_strtol requires glibc 2.38 or later"));
    const Explained glibc = explained("./a: /lib/libc.so.6: version `GLIBC_2.38' not found (required by ./a)\n");
    CHECK(holds(glibc.why, "glibc-version: the program was linked with glibc 2.38 or later"));
    CHECK(holds(glibc.remedies, "use-environment: or run it on "));
}

TEST_CASE("a name that a message begins with, wrapped within") {
    const Explained wrapped =
        explained("ImportError: libcub\nlas.so.12: cannot open shared object file: No such file\n");
    REQUIRE(wrapped.message.missing_file);
    CHECK(wrapped.message.missing_file->file.name == "libcublas.so.12");
    // A complete name does not continue the previous line.
    const Diagnosed whole = diagnosed("it needs lib\nlibcublas.so.12: cannot open shared object file: No such file\n");
    REQUIRE(whole.diagnosis.messages.size() == 1);
    CHECK(whole.first().finding.line == 2);
    CHECK(whole.first().missing_file->file.name == "libcublas.so.12");
    for (const std::string_view none : {"it needs libcublas\nfoo.so.12: cannot open shared object file\n",
                                        "libcub las.so.12: cannot open shared object file\n",
                                        "libcub\n\nx las.so.12: cannot open shared object file\n",
                                        "it needs lib\nfoo.so.12: cannot open shared object file\n"})
        CHECK_MESSAGE(diagnosed(none).diagnosis.messages.empty(), none);
}

TEST_CASE("a file of the toolkit's") {
    const Explained missing = explained("a.cpp:1:10: fatal error: cublas_v2.h: No such file or directory\n");
    REQUIRE(missing.message.missing_file);
    CHECK(missing.message.missing_file->file.name == "cublas_v2.h");
    CHECK(missing.message.missing_file->release);
    // Not a part of the toolkit: no package of a release has it.
    const Diagnosed beside = diagnosed("a.cpp:1:10: fatal error: cudnn.h: No such file or directory\n");
    REQUIRE(beside.diagnosis.messages.size() == 1);
    CHECK(beside.first().finding.message == "nvidia-header-not-found");
    CHECK_FALSE(beside.first().missing_file);
    CHECK(diagnosed("a.cpp:1:10: fatal error: Python.h: No such file or directory\n").diagnosis.messages.empty());
}

TEST_CASE("a release is named where something says which it is") {
    constexpr std::string_view header = "a.cpp:1:10: fatal error: cublas_v2.h: No such file or directory\n";
    CHECK(holds(explained(header).remedies, "install the package of your CUDA release that has cublas_v2.h"));
    const Explained known = explained("-- Found CUDA: /cuda (found version \"12.4\")\n" + std::string(header));
    CHECK(holds(known.remedies, "use-package: install the package of CUDA 12.4.1 that has cublas_v2.h"));
    // The name of the library contains the version.
    const auto lacking = [](std::string_view library) {
        return explained("./a: " + std::string(library) + ": cannot open shared object file\n");
    };
    CHECK_FALSE(holds(lacking("libcublas.so.12").remedies, "your CUDA release"));
    CHECK_FALSE(holds(lacking("libcusparse.so.11").remedies, "your CUDA release"));
    CHECK_FALSE(lacking("libcublas.so.10").message.missing_file->release);
}

TEST_CASE("the loader's message says whose libstdc++ is too old") {
    const auto found = [](std::string_view library, std::string_view file) {
        return explained(
            fmt::format("ImportError: {}: version `GLIBCXX_3.4.30' not found (required by {})\n", library, file));
    };
    const Explained system = found("/lib/libstdc++.so.6", "/home/u/miniconda3/envs/pt/lib/libtorch.so");
    CHECK(holds(system.remedies, "/lib/libstdc++.so.6 was loaded; load conda's newer "));
    CHECK(holds(system.remedies,
                " was loaded; load conda's newer libstdc++ instead (install libstdcxx if it is missing)"));
    REQUIRE(system.message.fix.size() == 1);
    CHECK(system.message.fix.front().tool == PlanTool::conda);
    CHECK(system.message.is_of_conda == false);
    const Explained conda = found("/opt/conda/lib/libstdc++.so.6", "/usr/lib/libfoo.so");
    CHECK(conda.message.is_of_conda == true);
    CHECK(holds(conda.why, "libstdcxx-version: GLIBCXX_3.4.30 requires the libstdc++ of GCC 12.1 or later; "
                           "/opt/conda/lib/libstdc++.so.6 is older"));
    CHECK(conda.remedies == "use-libstdcxx: install a newer libstdc++ in the conda environment, which loads its own\n");
    CHECK(found("/nix/store/a-gcc-11/lib/libstdc++.so.6", "/nix/store/b/bin/b").remedies ==
          "use-libstdcxx: Nix's own libstdc++ was loaded: build the program with cudaPackages.backendStdenv, whose "
          "programs share one libstdc++; one from elsewhere must run without Nix's directories in LD_LIBRARY_PATH\n");
    CHECK(found("/lib/libstdc++.so.6", "/nix/store/b/bin/b").remedies ==
          "use-libstdcxx: a program of Nix loads the libstdc++ of Nix, unless LD_LIBRARY_PATH has another one first: "
          "`unset LD_LIBRARY_PATH`\n");
    CHECK(holds(found("/opt/spack/gcc-8/lib/libstdc++.so.6", "./a").remedies,
                "use-libstdcxx: load the libstdc++ of the compiler that built it: `spack load gcc@12.1:`"));
    CHECK(holds(found("/opt/matlab/libstdc++.so.6", "./a").remedies,
                "use-libstdcxx: /opt/matlab/libstdc++.so.6 is neither the system's nor conda's: remove its directory "
                "from LD_LIBRARY_PATH, or start the program with a newer libstdc++.so.6 in LD_PRELOAD"));
    CHECK(holds(found("/lib/libstdc++.so.6", "/home/u/venv/lib/python3.11/site-packages/a.so").remedies,
                "use-build-for-older-system: use a build of that package for this system, or an older version of it"));
    CHECK(found("/lib/libstdc++.so.6", "./a.out").message.fix.empty());
}

TEST_CASE("an error in a header is judged as its pair") {
    constexpr std::string_view in_gcc_12 = "nvcc a.cu\n/usr/include/c++/12/bits/new.h(5): error: expected a \"{\"\n";
    const Explained supported = explained(in_gcc_12, given_release("12.4.1"));
    CHECK(holds(supported.why, "header-in-limits: the error is in a header of libstdc++ of GCC 12; gcc-12 in c++17 is "
                               "within the limits of CUDA 12.4.1, and no fault of this pair is known"));
    CHECK(
        supported.remedies ==
        "try-small-program: `cudastdenv resolve --cuda host --try` compiles a small program with the compilers of this "
        "machine; if that works, look at the code and the options of this build\n");
    CHECK(holds(explained(in_gcc_12, given_release("11.8.0")).why, "CUDA 11.8.0 supports gcc 11 or older, and gcc-12 "
                                                                   "is newer"));
    const Explained unknown = explained(in_gcc_12);
    CHECK(unknown.why ==
          "header-not-judged: the error is in a header of libstdc++ of GCC 12; each CUDA release compiles "
          "only those of certain versions, and the log does not name the CUDA release\n");
    CHECK(
        holds(unknown.remedies, "name-release: print the release with `nvcc --version`, and pass it (--cuda VERSION)"));
    CHECK(explained("/usr/include/stdlib.h(5): error: expected a \"{\"\n", given_release("12.4.1")).remedies ==
          "name-compiler: the compiler that nvcc starts is the one of -ccbin, otherwise gcc; print its version with "
          "`gcc --version`\n");
    // A Clang with headers that it cannot compile under nvcc.
    const Explained clang = explained("nvcc -ccbin clang++-17 a.cu\n/usr/include/c++/14/bits/new.h(5): error: x\n",
                                      given_release("12.5.1"));
    CHECK(holds(clang.why,
                "header-beyond-limits: the error is in a header of libstdc++ of GCC 14, which is beyond the "
                "limits of CUDA 12.5.1 with clang-17: no libstdc++ headers work: nvcc with this Clang parses "
                "those of gcc-13 or older"));
    CHECK(holds(clang.remedies, "point Clang at the libstdc++ headers of gcc-13"));
    CHECK(clang.message.remedy.compiler == Compiler{Compiler::Family::clang, 17});
    // An advisory on the pair.
    Given given = given_release("12.4.0");
    given.environment = environment_of(builtin_tables(), *find_environment(builtin_tables(), "ubuntu-24.04"));
    CHECK(holds(explained("/usr/include/c++/13/bits/new.h(5): error: x\n", given).why, "advisory: "));
}

TEST_CASE("a driver that is new enough is not the cause") {
    Given given;
    given.release = find_release(builtin_tables(), "12.4.0"_version);
    given.driver = parse_driver_version("580.65.06");
    CHECK(holds(explained("CUDA driver version is insufficient for CUDA runtime version\n", given).why,
                "driver 580.65.06 is new enough for CUDA 12.4.0, so the program found another driver or is built for "
                "another release"));
}

TEST_CASE("a compiler that fixes several messages") {
    Given given;
    given.release = find_release(builtin_tables(), "11.4.0"_version);
    given.environment = environment_of(builtin_tables(), *find_environment(builtin_tables(), "ubuntu-22.04"));
    CHECK(holds(
        shown(diagnosed("error: #error -- unsupported GNU version! gcc versions later than 10 are not supported!\n"
                        "/usr/include/c++/11/bits/std_function.h:435:145: error: parameter packs not expanded "
                        "with '...':\n",
                        given)
                  .diagnosis.for_all),
        "use-compiler: gcc-10 as the host compiler fixes all of them"));
}

TEST_CASE("a bound of a release that is older than the tables") {
    CHECK(holds(explained("host_config.h:121:2: error: #error -- unsupported GNU version! gcc versions later than 6 "
                          "are not supported!\n")
                    .why,
                "CUDA 9.0 to 9.1 support gcc 6 or older"));
    CHECK(holds(explained("host_config.h:121:2: error: #error -- unsupported GNU version! gcc versions later than 3 "
                          "are not supported!\n")
                    .why,
                "this nvcc supports gcc 3 or older"));
    CHECK(holds(explained("host_config.h:121:2: error: -- unsupported clang version! clang version must be less than 5 "
                          "and greater than 3.2\n")
                    .why,
                "this nvcc supports clang 4 or older"));
}

TEST_CASE("a libnvJitLink that lacks a symbol") {
    CHECK(holds(explained("ImportError: libcusparse.so.12: undefined symbol: __nvJitLinkComplete_12_4, version "
                          "libnvJitLink.so.12\n")
                    .why,
                "nvjitlink-symbol: the symbol is in libnvJitLink of CUDA 12.4 and of later 12.x releases"));
}

TEST_CASE("a libnvJitLink that no release of the tables has") {
    CHECK(holds(explained("ImportError: undefined symbol: __nvJitLinkAddData_99_9, version libnvJitLink.so.12\n").why,
                "nvjitlink-symbol: no libnvJitLink in the tables has the symbol"));
}

TEST_CASE("code for a GPU: what there is, and who can make it") {
    const Explained unfit = explained(
        "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation. "
        "The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90.\n");
    CHECK(holds(unfit.why, "built-for: the program is built for 5.0, 6.0, 7.0, 7.5, 8.0, 8.6, 9.0"));
    const Explained refused = explained("ptxas fatal   : Value 'sm_90' is not defined for option 'gpu-name'\n",
                                        given_release("12.8"));
    CHECK(holds(refused.remedies, text_of({"other-tool", {{"cuda", "CUDA 12.8.2"}}})));
    const Explained typed = explained("nvcc fatal   : Unsupported gpu architecture 'compute_120'\n",
                                      given_release("12.0"));
    REQUIRE(typed.message.oddity);
    CHECK(typed.message.oddity->text == "12.0 is the number of the CUDA release: check that you meant an architecture");
}

TEST_CASE("explains a sufficient driver and a missing one") {
    Given given = given_release("12.4");
    given.driver = parse_driver_version("570");
    const Explained driven = explained("CUDA error: CUDA driver version is insufficient for CUDA runtime version\n",
                                       given);
    CHECK(driven.message.finding.remedies.front().text ==
          text_of({"other-driver", {{"driver", "570"}, {"release", "12.4.1"}}}));
    CHECK(holds(explained("ImportError: libnvidia-ml.so.1: cannot open shared object file: No such file or directory\n")
                    .remedies,
                "use-driver: install the driver, or make the machine's driver visible to the program"));
}

TEST_CASE("a glibc that is too old") {
    CHECK(holds(
        explained("./a.out: /lib/libc.so.6: version `GLIBC_2.38' not found (required by ./a.out)\n").remedies,
        "build-on-older: build it on a system with glibc older than 2.38, or use a package built on such a system"));
}

TEST_CASE("explains a message without a log") {
    std::string all;
    for (const MessageRow& row : builtin_tables().messages) {
        const AboutMessage alone = about(builtin_tables(), row);
        all += shown(alone.why) + shown(alone.workarounds);
    }
    for (const std::string_view said :
         {"libstdcxx-version: each libstdc++ release adds symbols",
          "unknown-architecture: each CUDA release supports its own list of architectures",
          "use-release: use a release that supports the architecture, or remove it from the list",
          "name-gpu: build for the GPU that runs it; pass --gpu 'RTX 4090' to see its architecture",
          "use-driver: install a newer driver; `cudastdenv compat --cuda VERSION` prints the minimum",
          "as the host compiler is not affected"})
        CHECK_MESSAGE(holds(all, said), said);
    CHECK(holds(all, text_of({"use-own-libstdcxx"})));
}

TEST_CASE("a message whose own row says what to do") {
    const Explained lacking = explained("make: nvcc: No such file or directory\n");
    REQUIRE(lacking.message.message->remedy);
    CHECK(holds(lacking.remedies, std::string("remedy: ") + std::string(*lacking.message.message->remedy)));
}

TEST_CASE("the environment of the reading machine is only assumed") {
    struct OfMachine : query::OptionTexts {
        OfMachine() {
            values_["stdenv"] = "debian-12";
            variables_["stdenv"] = query::os_release;
        }
    };
    const auto facts_of = [](std::string_view log, const query::OptionTexts& texts) {
        return query::diagnose_answer(query::without_machine(builtin_tables()), texts,
                                      query::read_log_text(builtin_tables(), log))
            .facts;
    };
    CHECK(facts_of("nvcc: command not found\n", OfMachine()).environment == "debian-12");
    CHECK_FALSE(facts_of("nvcc: command not found\n", OfMachine()).host_compiler);
    const DiagnoseAnswer::Facts of_windows = facts_of("'nvcc' is not recognized as an internal\n", OfMachine());
    CHECK_FALSE(of_windows.environment);
    CHECK(of_windows.system->value == "x86_64-windows");
    // An environment that is named is that of the log.
    const auto named = query::OptionTexts().with("stdenv", "debian-12");
    CHECK(facts_of("'nvcc' is not recognized as an internal\n", named).environment == "debian-12");
    CHECK(facts_of("nvcc: command not found\n", named).host_compiler->value == Compiler{Compiler::Family::gcc, 12});
}

TEST_CASE("the code in a log's files is judged for its GPU") {
    constexpr std::string_view log = "GPU: NVIDIA GeForce RTX 5090\nDriver Version: 550.54.15\n$ ./train\n"
                                     "CUDA error: no kernel image is available for execution on the device\n"
                                     "CUDA error: the provided PTX was compiled with an unsupported toolchain\n";
    std::vector<std::string> asked;
    query::Context context = query::without_machine(builtin_tables());
    const auto answer = [&](std::string_view text) {
        return query::diagnose_answer(context, {}, query::read_log_text(builtin_tables(), text));
    };
    CHECK(answer(log).findings.at(0).files.empty());
    context.read_code = [&](const std::vector<std::string>& paths) {
        asked = paths;
        CodeFiles files;
        files.add("./train",
                  read_gpu_code(image::fatbin({{.architecture = 120}, {.kind = 1, .major = 8, .minor = 7}})));
        return files;
    };
    const DiagnoseAnswer diagnosis = answer(log);
    CHECK(asked == std::vector<std::string>{"./train"});
    REQUIRE(diagnosis.findings.size() == 2);
    REQUIRE(diagnosis.findings[0].files.size() == 1);
    CHECK(diagnosis.findings[1].files.empty());
    const FilesAnswer::File& file = diagnosis.findings[0].files.front();
    CHECK(file.name == "./train");
    CHECK(file.verdict == HealthVerdict::no);
    CHECK(holds(*file.text, "the driver does not support this GPU"));
    // Nothing is judged without a GPU.
    const DiagnoseAnswer unknown = answer(log.substr(log.find("$ ./train")));
    CHECK(unknown.findings.at(0).files.at(0).verdict == std::nullopt);
    // The GPU of this machine, if it has the file.
    context.look_at_host = [](const Tables&, query::HostPart) {
        Host host;
        host.driver = "580.65.06";
        host.gpus = {{.name = {"NVIDIA GeForce RTX 5090"}, .capability = Capability{12, 0}}};
        return host;
    };
    const DiagnoseAnswer here = answer(log.substr(log.find("$ ./train")));
    CHECK(here.findings.at(0).files.at(0).verdict == HealthVerdict::yes);
    CHECK(here.facts.driver->value == "580.65.06");
    CHECK(answer("CUDA error: no kernel image is available for execution on the device\n").facts.gpus.empty());
}

TEST_CASE("every explained message points to what was seen in the log") {
    const Diagnosed both = diagnosed(std::string(sinpi) + std::string(rsqrt));
    for (const ExplainedMessage& explained : both.diagnosis.messages) {
        CHECK(explained.seen >= both.reading.messages.data());
        CHECK(explained.seen < both.reading.messages.data() + both.reading.messages.size());
        CHECK(explained.seen->wording->message == explained.message->id);
    }
}

TEST_CASE("Clang's list of architectures is not the toolkit's") {
    const Explained message = explained("clang++: error: unsupported CUDA gpu architecture: sm_120\n");
    CHECK(message.message.finding.program == "clang++");
    CHECK(holds(message.why,
                "Clang has its own list of GPU architectures, which no toolkit changes: this one does not have 12.0"));
    CHECK(holds(message.remedies, "use a newer Clang, whose list has 12.0"));
    CHECK(!holds(message.remedies, "toolkit"));
}

TEST_CASE("facts of two systems are odd") {
    const auto oddities = [](std::string_view log) {
        std::string ids;
        for (const Diagnostic& oddity : diagnosed(log).diagnosis.knowledge.oddities)
            ids += std::string(oddity.id) + ' ';
        return ids;
    };
    CHECK(oddities("Driver Version: 550.54.15\nNvidia driver version: 570.124.06\n") ==
          std::string("two-drivers") + ' ');
    CHECK(oddities("ldd (GNU libc) 2.35\n/lib/libc.so.6: version `GLIBC_2.34' not found (required by ./a)\n") ==
          std::string("glibc-of-other-system") + ' ');
    CHECK(oddities("ldd (GNU libc) 2.31\n/lib/libc.so.6: version `GLIBC_2.34' not found (required by ./a)\n").empty());
}

TEST_CASE("compares the parts that a log names") {
    const auto health = [](std::string_view log) {
        const auto found = health_of(builtin_tables(), diagnosed(log).diagnosis.knowledge);
        return found ? std::string(to_string(found->verdict)) + "\n" + shown(found->checks) : std::string();
    };
    const std::string wheel =
        health("torch==2.5.1+cu121\nNvidia driver version: 550.54.15\nGPU 0: NVIDIA GeForce RTX 4090\n");
    CHECK(wheel.starts_with("yes\n"));
    CHECK(holds(wheel, "driver-verdict: driver 550.54.15 with CUDA 12.1.1"));
    CHECK(holds(wheel, "capability-built: nvcc of CUDA 12.1.1 builds for GeForce RTX 4090"));
    CHECK(holds(wheel, "wheel-list-unknown: whether the wheel has code for"));
    CHECK(health("torch==2.5.1+cu121\nNvidia driver version: 570.124.06\nGPU 0: NVIDIA GeForce RTX 5090\n")
              .starts_with("partly\n"));
    CHECK(health("Driver Version: 550.54.15\nNVIDIA GeForce RTX 5090\n").starts_with("no\n"));
    const std::string nvcc = "Cuda compilation tools, release 12.4, V12.4.131\n";
    CHECK(health(nvcc + "gcc (GCC) 14.2.0\n").starts_with("no\ncompiler-misfit: "));
    CHECK(holds(health(nvcc + "gcc (GCC) 13.2.0\n"), "compiler-accepted: CUDA 12.4.1 accepts gcc-13"));
    CHECK(health("hello\n").empty());
}

}  // namespace cudastdenv::messages
