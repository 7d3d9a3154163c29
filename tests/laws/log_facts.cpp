// SPDX-License-Identifier: MIT
// Facts of a log: people name GPUs and releases in many forms, and a number of another kind is no fact.
#include "builtin.hpp"
#include "diagnose/log_reader.hpp"
#include "tables/names.hpp"

#include "sample.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

using namespace cudastdenv;
using namespace cudastdenv::diagnose;

namespace {

LogReading facts_reading(std::string_view text) {
    return read_log(tables, [&] { return std::exchange(text, {}); });
}

Knowledge knowledge_from(std::string_view text) { return knowledge_of(tables, facts_reading(text), {}); }

/// A sentence around a name.
struct NameSentence {
    std::string_view before, behind;
};

constexpr std::array<NameSentence, 10> name_sentences{{
    {"It fails on my ", "."},
    {"GPU: ", ""},
    {"I tried it with an NVIDIA ", ", and it stops."},
    {"We run two ", " GPUs in one machine."},
    {"| GPU | ", " |"},
    {"| Driver | GPU | CUDA |\n|---|---|---|\n| 570.124.06 | ", " | 12.8 |"},
    {"(my ", ")"},
    {"gpu_name=", ""},
    {"GPU 0: ", " (UUID: GPU-0a1b2c3d)"},
    {"What must I install for the ", " card?"},
}};

std::string joined_by(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// As people write a name.
std::vector<std::string> name_spellings(std::string_view name) {
    std::vector<std::string> all{std::string(name)};
    for (const std::string_view line : {"GeForce ", "RTX ", "GTX ", "Tesla ", "Quadro "})
        if (std::string_view rest = all.back(); take_prefix(rest, line) && !rest.starts_with("Spark"))
            all.emplace_back(rest);
    for (std::size_t i = 0, count = all.size(); i < count; ++i) {
        all.push_back(in_lower_case(all[i]));
        // Nobody joins long words.
        const std::string lower = in_lower_case(all[i]);
        const auto has = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
        if (!has("blackwell") && !has("ada") && !has("gpu") && !has("boost") && !has("black") && !has(" v2") &&
            !has(" se")) {
            all.push_back(joined_by(all[i], " ", ""));
            all.push_back(joined_by(lower, " ", ""));
        }
        all.push_back(joined_by(all[i], " ", "-"));
    }
    sort_unique(all);
    return all;
}

}  // namespace

TEST_CASE("reads every product in every spelling") {
    Sample sample(53, 499);
    std::size_t count = 0;
    std::string list;
    for (const GpuRow& row : tables.gpus)
        for (const std::string& name : name_spellings(row.name)) {
            const GpuMeaning meaning = find_gpu(tables, name);
            // A number without more words is not read as a GPU of three digits, nor a name in parentheses.
            const bool is_short = name.size() < 4 && std::ranges::all_of(name, is_digit);
            if (!meaning.capability || is_short || name.find('(') != name.npos) continue;
            for (const auto& [before, behind] : name_sentences) {
                if (!sample.takes_next()) continue;
                ++count;
                const std::string text = std::string(before) + name + std::string(behind) + "\n";
                const std::vector<Gpu> gpus = knowledge_from(text).gpus();
                const bool is_read = gpus.size() == 1 && gpus.front().capability == *meaning.capability;
                if (!is_read) list += "\n  " + text;
            }
        }
    CHECK(count > 20);
    CHECK_MESSAGE(list.empty(), list);
}

TEST_CASE("reads no GPU in other texts") {
    constexpr auto texts = std::to_array<std::string_view>({
        "The server listens on 0.0.0.0:3090 and on port 4090",
        "line 3090: syntax error",
        "T4 in thread 7 is late",
        "Read a 4090 byte buffer from disk",
        "step 3080/5000 loss 0.4",
        "[ 3090.123456] usb 1-1: new device",
        "commit a100b2c3d4 fixes #3090",
        "see PR 3090 and issue #4090",
        "Thor is the god of thunder, Orin a name",
        "my 2080 lines of code",
        "0xa100 0xA6000 dead beef A1 B2",
        "p40 latency 4090 ms, p99 5090 ms",
        "resolution 1080 p, 3840x2160",
        "it costs 4090 dollars",
        "AES-A100 file_A100.txt A100_model.bin",
        "allocated 3090 MB on GPU 0",
        "GPU 0: 1080 MiB / 24576 MiB",
        "I use a 750 W power supply and a 1080p monitor",
        "use the 980 option on the 710 test cases",
        "GPU memory usage 3090, process 4090 killed",
        "Exit code 3050 on my machine",
        "The A4 paper and the A10 road, K80 is a key, M60 a highway",
        "1080 passed, 2 failed",
        "[1660/3090] Building CXX object",
        "  3090 |   float x;",
        "main.cu(2080): error: expected a \";\"",
        "/build/a100/kernel.cu",
        "pid 4070 exited, uid 1650",
        "at 0x7f3090 in libfoo.so",
        "2080: The file exists",
    });
    for (const std::string_view text : texts) {
        CAPTURE(text);
        CHECK(knowledge_from(std::string(text) + "\n").gpus().empty());
    }
}

TEST_CASE("reads releases as people and package managers write them") {
    struct Form {
        std::string_view before, behind;
        bool is_torch = false;
    };
    constexpr auto forms = std::to_array<Form>({
        {"cuda=", ""},
        {"cuda==", ""},
        {"cuda: ", ".0-1"},
        {"module load CUDA-", ""},
        {"CUDA version: ", ""},
        {"I have CUDA version ", "."},
        {"CUDA ", " on Ubuntu"},
        {"CUDA\xe7\x89\x88\xe6\x9c\xac\xef\xbc\x9a", ""},
        {"conda install cudatoolkit=", " -c pytorch"},
        {"cudatoolkit               ", "    h2bc3f7f_2"},
        {"conda install pytorch pytorch-cuda=", " -c pytorch -c nvidia", true},
        {"pytorch-cuda              ", "    h7e8668a_5    pytorch", true},
        {"pytorch                   2.1.0           py3.10_cuda", "_cudnn8.9.2_0    pytorch", true},
        {"pytorch-2.1.0-py3.10_cuda", "_cudnn8.9.2_0", true},
    });
    for (const Form& form : forms)
        for (const Release& release : tables.releases) {
            const Version minor = minor_of(release.version);
            const std::string text = std::string(form.before) + to_string(minor) + std::string(form.behind) + "\n";
            CAPTURE(text);
            const Knowledge known = knowledge_from(text);
            if (form.is_torch) {
                REQUIRE(known.facts.torch_cuda);
                CHECK(known.facts.torch_cuda->value == minor);
                CHECK(!known.facts.cuda);
            } else {
                REQUIRE(known.facts.cuda);
                CHECK(minor_of(known.facts.cuda->first) == minor);
                CHECK(minor_of(known.facts.cuda->last) == minor);
                CHECK(!known.facts.torch_cuda);
            }
        }
    for (const Release& release : tables.releases) {
        const Version minor = minor_of(release.version);
        const std::string tag = "cu" + std::to_string(minor.major) + std::to_string(minor.minor);
        for (const std::string& text :
             {"torch==2.1.0+" + tag, "torch 2.7.0.dev20250310+" + tag, "PyTorch version: 2.7.0.dev20250310+" + tag,
              "torch 2.9.0, the " + tag + " wheel", "--index-url https://download.pytorch.org/whl/" + tag}) {
            CAPTURE(text);
            const Knowledge known = knowledge_from("torch==2.1.0\n" + text + "\n");
            REQUIRE(known.facts.torch_cuda);
            CHECK(known.facts.torch_cuda->value == minor);
        }
    }
}

TEST_CASE("a number of another kind is no driver or capability") {
    for (const std::string_view text :
         {"CUDA Driver Version: 13000\n", "driver 13000\n", "Driver Version: 12.8\n", "driver 3\n",
          "CUDA 128 threads per block\n", "sm_86 sm_90\n  322 | int x;\n", "-arch=sm_90\n  86 | int x;\n"}) {
        CAPTURE(text);
        const Knowledge known = knowledge_from(text);
        CHECK(!known.facts.driver);
        CHECK(!known.facts.cuda);
        for (const Capability capability : known.facts.architectures.value_or(std::vector<Capability>()))
            CHECK((to_string(capability) == "8.6" || to_string(capability) == "9.0"));
    }
    CHECK(knowledge_from("-arch=sm_90\n  86 | int x;\n").facts.architectures == std::vector{*parse_capability("9.0")});
    const Knowledge both = knowledge_from("CUDA Driver Version: 13000\nDriver Version: 580.126.09\n");
    REQUIRE(both.facts.driver);
    CHECK(both.facts.driver->value == "580.126.09");
    CHECK(to_string(both.driver_cuda->value) == "13.0");
}

TEST_CASE("other facts have a role") {
    struct Case {
        std::string_view text, fact, value;
        FactRole role;
    };
    constexpr auto cases = std::to_array<Case>({
        {"NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.154.05  Thu Dec 28 15:37:48 UTC 2023\n"
         "GCC version:  gcc version 12.3.0 (Ubuntu 12.3.0-1ubuntu1~22.04)\n",
         "hostCompiler", "12.3.0", FactRole::kernel},
        {"Linux version 5.15.0-91-generic (buildd@lcy02) (gcc (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0, GNU ld) #101\n",
         "hostCompiler", "11.4.0", FactRole::kernel},
        {"Python version: 3.10.12 (main, Sep 11 2024, 15:47:36) [GCC 11.4.0] (64-bit runtime)\n", "hostCompiler",
         "11.4.0", FactRole::component},
        {"PyTorch built with:\n  - GCC 9.3\n  - C++ Version: 201703\n", "hostCompiler", "9.3", FactRole::component},
        {"nvidia-cuda-nvrtc-cu12==12.1.105\n", "cuda", "12.1.105", FactRole::component},
        {"this project requires CUDA 12.1\n", "cuda", "12.1", FactRole::required},
        {"You need at least CUDA 11.8 for this.\n", "cuda", "11.8", FactRole::required},
        {"gcc 10 or newer is needed\n", "hostCompiler", "10", FactRole::required},
        {"please install driver 570 or newer\n", "driver", "570", FactRole::required},
        {"It requires an A100.\n", "gpus", "A100", FactRole::required},
    });
    for (const Case& one : cases) {
        CAPTURE(one.text);
        const Knowledge known = knowledge_from(one.text);
        REQUIRE(known.facts.others.size() == 1);
        CHECK(known.facts.others[0].fact == one.fact);
        CHECK(known.facts.others[0].value == one.value);
        CHECK(known.facts.others[0].role == one.role);
        CHECK(!known.facts.host_compiler);
        CHECK(!known.facts.cuda);
        CHECK(known.facts.gpus.empty());
    }
}

TEST_CASE("the facts of the first person count") {
    const Knowledge mail = knowledge_from("> I have CUDA 11.8 and gcc 9.4\n\nI have CUDA 12.4 and gcc 13.2.\n");
    CHECK(to_string(minor_of(mail.facts.cuda->first)) == "12.4");
    CHECK(mail.facts.cuda->role == FactRole::stated);
    CHECK(mail.facts.host_compiler->value.major == 13);
    const Knowledge thread = knowledge_from(
        "alice commented on Jan 5, 2024\nIt fails on my 3090 with CUDA 12.1.\nbob commented on Jan 6, 2024\n"
        "Here an RTX 4090 and CUDA 12.4 work.\n");
    CHECK(to_string(minor_of(thread.facts.cuda->first)) == "12.1");
    REQUIRE(thread.facts.gpus.size() == 1);
    CHECK(thread.facts.gpus[0].name == "GeForce RTX 3090");
    const Knowledge alone = knowledge_from("> Cuda compilation tools, release 12.4, V12.4.131\n");
    CHECK(alone.facts.cuda->role == FactRole::quoted);
    // Nix indents the lines of a build behind this sign.
    const Knowledge nix = knowledge_from("       > Cuda compilation tools, release 12.4, V12.4.131\n");
    CHECK(nix.facts.cuda->role == FactRole::present);
}

TEST_CASE("a fact of the host is not the container's") {
    const Knowledge prompts = knowledge_from(
        "me@box:~$ ldd --version\nldd (Ubuntu GLIBC 2.35-0ubuntu3.1) 2.35\nme@box:~$ docker run -it image\n"
        "root@3f2a9c1b7d5e:/# ./tool\n./tool: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found "
        "(required "
        "by ./tool)\n");
    CHECK(!prompts.facts.glibc);
    REQUIRE(prompts.facts.others.size() == 2);
    CHECK(prompts.facts.others[0].role == FactRole::host);
    const Knowledge contradiction = knowledge_from(
        "ldd (Ubuntu GLIBC 2.35-0ubuntu3.1) 2.35\n./tool: /lib/libc.so.6: version `GLIBC_2.34' not found (required by "
        "./tool)\n");
    CHECK(!contradiction.facts.glibc);
    CHECK(contradiction.oddities.size() == 1);
}

TEST_CASE("an nvcc that ran is more certain than a path") {
    const Knowledge known = knowledge_from(
        "/usr/local/cuda-11.3/bin/ptxas\n#$ cudafe++ -D__CUDACC_VER_MAJOR__=10 -D__CUDACC_VER_MINOR__=1\n");
    CHECK(to_string(minor_of(known.facts.cuda->first)) == "10.1");
    CHECK(known.contradictions.size() == 1);
    const Knowledge nvrtc = knowledge_from("Cuda compilation tools, release 12.5, V12.5.82\ntorch==2.5.1+cu121\n"
                                           "nvrtc: error: invalid value for --gpu-architecture (-arch)\n");
    CHECK(to_string(minor_of(nvrtc.facts.cuda->first)) == "12.1");
}
