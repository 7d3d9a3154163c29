// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#if __cplusplus >= 201703L
#include <filesystem>
#include <optional>
#include <string_view>
#include <variant>
#endif

#if __cplusplus >= 201709L
#include <concepts>
#include <span>
// In CUDA 12.0, <ranges> is all that fails with a GCC, which works otherwise: advisory cuda-12.0-ranges.
#if __CUDACC_VER_MAJOR__ != 12 || __CUDACC_VER_MINOR__ != 0
#define CHECKS_VIEWS
#include <ranges>
#endif
#if __has_include(<format>)
#include <format>
#endif
#endif

// A compiler that leaves the standard out with a warning must not pass for one that has it.
static_assert(__cplusplus >= CUDASTDENV_STANDARD, "compiled for an older standard than the one asked");

static int failures = 0;

static void check(bool holds, const char* what) {
    if (holds) return;
    std::printf("check failed: %s\n", what);
    ++failures;
}

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const noexcept = 0;
};

struct Square : Shape {
    explicit Square(double side) : side_(side) {}
    double area() const noexcept override { return side_ * side_; }

private:
    double side_;
};

static void use_containers() {
    std::vector<int> numbers(10);
    std::iota(numbers.begin(), numbers.end(), 1);
    check(std::accumulate(numbers.begin(), numbers.end(), 0) == 55, "sum of a vector");

    std::map<std::string, std::vector<int>> by_name;
    by_name["odd"].push_back(1);
    by_name.emplace("even", std::vector<int>{2, 4});
    check(by_name.size() == 2 && by_name.begin()->first == "even", "order of a map");

    const std::function<int(int)> twice = [&numbers](int n) { return 2 * n + numbers.front(); };
    check(twice(20) == 41, "function with a closure");

    const std::unique_ptr<Shape> square(new Square(3.0));
    const std::shared_ptr<Shape> shared = std::make_shared<Square>(2.0);
    const std::weak_ptr<Shape> weak = shared;
    check(square->area() == 9.0 && weak.lock()->area() == 4.0, "smart pointers");
}

static void use_text() {
    std::ostringstream stream;
    stream << "value " << std::setw(4) << 42 << ' ' << std::fixed << std::setprecision(2) << 1.5;
    check(stream.str() == "value   42 1.50", "formatting of a stream");
    const std::regex word("([a-z]+)-([0-9]+)");
    std::smatch found;
    const std::string compiler = "gcc-12";
    check(std::regex_match(compiler, found, word) && found[2].str() == "12", "regular expression");
    std::mt19937 engine(5489u);
    engine.discard(9999);
    check(engine() == 4123659995u, "random numbers");
}

static void use_threads() {
    std::mutex mutex;
    int total = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        const auto add = [&, i] {
            const std::lock_guard<std::mutex> lock(mutex);
            total += i;
        };
        // That there is no room for another thread says nothing of the compiler.
        try {
            threads.emplace_back(add);
        } catch (const std::system_error&) {
            add();
        }
    }
    for (std::thread& thread : threads) thread.join();
    check(total == 6, "threads");

    using namespace std::chrono;
    const auto begin = steady_clock::now();
    std::this_thread::sleep_for(milliseconds(1));
    check(duration_cast<microseconds>(steady_clock::now() - begin).count() >= 1000, "clock");
    check(std::hypot(3.0, 4.0) == 5.0, "mathematics");
}

#if __cplusplus >= 201703L
static void use_cxx17() {
    namespace fs = std::filesystem;
    const fs::path path = fs::path("folder") / "file.cu";
    check(path.extension() == ".cu" && path.parent_path() == "folder", "parts of a path");
    std::size_t entries = 0;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator("/", error)) entries += !entry.path().empty();
    check(!error && entries > 0, "folder of the root");

    std::optional<std::string> name;
    check(name.value_or("none") == "none", "empty optional");
    name = "gcc";
    check(name.has_value() && name->size() == 3, "optional");

    std::variant<int, std::string> either = std::string("text");
    const std::size_t size = std::visit(
        [](const auto& value) -> std::size_t {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, int>) return 0;
            else return value.size();
        },
        either);
    check(size == 4, "visit of a variant");
    const auto [first, second] = std::pair<int, std::string_view>{1, "one"};
    check(first == 1 && second == "one", "structured binding");
}
#endif

#if __cplusplus >= 201709L
template <std::integral Number>
static Number halved(Number number) {
    return static_cast<Number>(number / 2);
}

static void use_cxx20() {
    const std::vector<int> numbers{1, 2, 3, 4, 5, 6};
#ifdef CHECKS_VIEWS
    int total = 0;
    for (const int square : numbers | std::views::filter([](int n) { return n % 2 == 0; }) |
                                std::views::transform([](int n) { return n * n; }))
        total += square;
    check(total == 56, "pipeline of views");
#endif
    check(std::ranges::max(numbers) == 6, "algorithm of a range");
    const std::span<const int> middle = std::span(numbers).subspan(2, 2);
    check(middle.front() == 3 && middle.size() == 2, "span");
    check(halved(9L) == 4L, "concept");
#if __cplusplus >= 202002L  // GCC 10 has no calendar
    using namespace std::chrono;
    check(sys_days(year(2024) / February / last) - sys_days(year(2024) / February / 1) == days(28), "calendar");
#endif
    check((1.0 <=> 2.0) == std::partial_ordering::less, "ordering");
#ifdef __cpp_lib_format
    check(std::format("{:>5}|{:#x}|{}", 42, 255, "text") == "   42|0xff|text", "format");
#endif
}
#endif

__global__ void scale(float factor, const float* in, float* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = factor * in[i] + 1.0f;
}

static bool succeeded(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return true;
    std::printf("%s: %s\n", what, cudaGetErrorString(error));
    ++failures;
    return false;
}

static void use_gpu() {
    const int count = 1000;
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.0f);
    float* in = nullptr;
    float* out = nullptr;
    const std::size_t bytes = count * sizeof(float);
    if (!succeeded(cudaMalloc(&in, bytes), "memory") || !succeeded(cudaMalloc(&out, bytes), "memory")) return;
    if (!succeeded(cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice), "copy to the GPU")) return;
    scale<<<(count + 255) / 256, 256>>>(2.0f, in, out, count);
    if (!succeeded(cudaGetLastError(), "launch") || !succeeded(cudaDeviceSynchronize(), "kernel")) return;
    if (!succeeded(cudaMemcpy(values.data(), out, bytes, cudaMemcpyDeviceToHost), "copy from the GPU")) return;
    for (int i = 0; i < count; ++i)
        if (values[i] != 2.0f * static_cast<float>(i) + 1.0f) return check(false, "what the kernel computed");
    cudaFree(in);
    cudaFree(out);
}

int main(int argc, char** argv) {
    use_containers();
    use_text();
    use_threads();
#if __cplusplus >= 201703L
    use_cxx17();
#endif
#if __cplusplus >= 201709L
    use_cxx20();
#endif
    if (argc > 1 && std::strcmp(argv[1], "gpu") == 0) use_gpu();
    if (failures == 0) std::cout << "all checks hold" << std::endl;
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
