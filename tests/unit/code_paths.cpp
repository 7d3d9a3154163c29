// SPDX-License-Identifier: MIT
#include "diagnose/code_paths.hpp"

#include "core/lists.hpp"
#include "diagnose/log_reader.hpp"

#include "builtin.hpp"

#include <doctest/doctest.h>

namespace cudastdenv::diagnose {

namespace {

std::string paths_in(std::string_view text) { return joined(code_paths_in(text), " "); }

std::string paths_of(std::string_view log) {
    const LogReading reading = read_log(tables, [&] { return std::exchange(log, {}); });
    return joined(code_paths_of(tables, reading, false), " ");
}

constexpr std::string_view failure = "CUDA error: no kernel image is available for execution on the device\n";

}  // namespace

TEST_CASE("paths of files that may have code") {
    const auto torch = "/v/lib/python3.12/site-packages/torch/";
    CHECK(paths_in("  File \"/v/lib/python3.12/site-packages/torch/nn/functional.py\", line 8, in f") == torch);
    CHECK(paths_in("/v/lib/python3.12/site-packages/torch/cuda/__init__.py:287: UserWarning: ") == torch);
    CHECK(paths_in("/usr/lib/python3/dist-packages/torch/lib/../x.py") == "/usr/lib/python3/dist-packages/torch/");
    // A library is named itself.
    CHECK(paths_in("/v/site-packages/torch/lib/libtorch_cuda.so(+0x1234) [0x7f]") ==
          "/v/site-packages/torch/lib/libtorch_cuda.so");
    CHECK(paths_in("/opt/x/libfoo.so.1.2: undefined") == "/opt/x/libfoo.so.1.2");
    CHECK(paths_in("user@host:~/project$ ./train --data x") == "./train");
    CHECK(paths_in("pip install ./x-1.0+cu118-cp312-cp312-linux_x86_64.whl.") ==
          "./x-1.0+cu118-cp312-cp312-linux_x86_64.whl");
    CHECK(paths_in("LD_PRELOAD=/a/b.so, '/c/d'; \\\"/e/f\\\"") == "/a/b.so /c/d /e/f");
    CHECK(paths_in("File \"/my env/site-packages/torch/a.py\", line 1") == "/my env/site-packages/torch/");
}

TEST_CASE("texts without such paths") {
    for (const std::string_view text :
         {"train", "https://pytorch.org/get-started/locally", "/usr/lib/python3.12/subprocess.py", "src/main.cu:12",
          "/proc/self/exe", "/dev/nvidia0", "/sys/module/nvidia", "/usr/lib/", "/v/site-packages/six.py", ""})
        CHECK_MESSAGE(paths_in(text).empty(), text);
}

TEST_CASE("a path is at its last place") { CHECK(paths_in("/a/b /c/d\n/a/b") == "/c/d /a/b"); }

TEST_CASE("the nearest path of a log is the first") {
    CHECK(paths_of("./a/one\n./b/two\n" + std::string(failure) + "./c/three\n./a/one\n") ==
          "./b/two ./a/one ./c/three");
    // Only messages about code count.
    CHECK(paths_of("./a/one\nnvcc fatal   : Unsupported gpu architecture 'compute_120'\n").empty());
    CHECK(paths_of("./a/one\n" + std::string(200'000, 'x') + '\n' + std::string(failure)).empty());
    CHECK(paths_of("root@3f2a9c1b7d5e:/work# ./a/one\n" + std::string(failure)).empty());
    std::string many;
    for (int i = 0; i < 20; ++i) many += "./many/p" + std::to_string(i) + "\n";
    const std::string nearest = paths_of(many + std::string(failure));
    CHECK(nearest.starts_with("./many/p19 ./many/p18 "));
    CHECK(nearest.ends_with(" ./many/p12"));
}

TEST_CASE("messages about code") {
    std::size_t count = 0;
    for (const MessageRow& row : tables.messages) count += is_about_code(row) ? 1 : 0;
    CHECK(count == 7);
}

}  // namespace cudastdenv::diagnose
