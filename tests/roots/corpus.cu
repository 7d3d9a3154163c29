// SPDX-License-Identifier: MIT
// A program for each part of the standard library, of CCCL and of the CUDA headers: corpus.py compiles them.
// A line `//# PART STANDARD [CONDITION]` begins a program, which is tried with that standard or a newer one if the
// preprocessor finds the condition true.

//# algorithm c++11
#include <algorithm>
int run(int* first, int* last) { return std::is_sorted(first, last) ? *std::max_element(first, last) : 0; }

//# any c++17
#include <any>
int run() { return std::any_cast<int>(std::any(3)); }

//# array c++11
#include <array>
int run() { return std::array<int, 3>{{1, 2, 3}}[1]; }

//# atomic c++11
#include <atomic>
int run() { std::atomic<int> n(1); return n.fetch_add(2) + n.load(); }

//# barrier c++20 __cpp_lib_barrier
#include <barrier>
void run() { std::barrier<> all(1); all.arrive_and_wait(); }

//# bit c++20 __cpp_lib_bitops
#include <bit>
int run(unsigned n) { return std::popcount(n) + std::countl_zero(n); }

//# bitset c++11
#include <bitset>
bool run() { return std::bitset<9>(5).test(2); }

//# charconv c++17
#include <charconv>
int run(const char* first, const char* last) { int n = 0; std::from_chars(first, last, n); return n; }

//# chrono c++11
#include <chrono>
long run() { return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::minutes(1)).count(); }

//# chrono-calendar c++20 __GLIBCXX__ && _GLIBCXX_RELEASE >= 11
#include <chrono>
bool run() { using namespace std::chrono; return (year(2024) / February / 29).ok(); }

//# cmath c++11
#include <cmath>
#include <cstdlib>
double run(double x) { return std::sin(x) + std::hypot(x, 1.0) + std::abs(x); }

//# codecvt c++11
#include <codecvt>
int run() { return std::codecvt_utf8<wchar_t>().max_length(); }

//# compare c++20 __cpp_impl_three_way_comparison
#include <compare>
struct Pair { int a, b; auto operator<=>(const Pair&) const = default; };
bool run(Pair a, Pair b) { return a < b; }

//# complex c++11
#include <complex>
double run() { return std::abs(std::sqrt(std::complex<double>(-1, 1))); }

//# concepts c++20 __cpp_lib_concepts
#include <concepts>
template <std::integral T> T twice(T n) { return n + n; }
int run() { return twice(3); }

//# condition_variable c++11
#include <condition_variable>
#include <mutex>
void run(std::condition_variable& ready, std::mutex& m) { std::unique_lock<std::mutex> lock(m); ready.wait(lock); }

//# coroutine c++20 __cpp_lib_coroutine
#include <coroutine>
std::coroutine_handle<> run() { return std::noop_coroutine(); }

//# deque c++11
#include <deque>
int run() { return std::deque<int>(3, 1).front(); }

//# exception c++11
#include <exception>
#include <stdexcept>
void run() { try { throw std::runtime_error("a"); } catch (...) { std::rethrow_exception(std::current_exception()); } }

//# execution c++17 __has_include(<tbb/tbb.h>)
#include <algorithm>
#include <execution>
void run(int* first, int* last) { std::sort(std::execution::seq, first, last); }

//# expected c++23 __cpp_lib_expected
#include <expected>
#include <string>
int run() { return std::expected<int, std::string>(3).value_or(0); }

//# filesystem c++17
#include <filesystem>
bool run() { return std::filesystem::exists(std::filesystem::path("/") / "a"); }

//# flat_map c++23 __cpp_lib_flat_map
#include <flat_map>
int run() { std::flat_map<int, int> m; m[1] = 2; return m.at(1); }

//# format c++20 __cpp_lib_format
#include <format>
#include <string>
std::string run(int n) { return std::format("{:>5} {}", n, "a"); }

//# forward_list c++11
#include <forward_list>
int run() { return std::forward_list<int>(3, 1).front(); }

//# functional c++11
#include <functional>
int run() { std::function<int(int)> f = std::bind(std::plus<int>(), std::placeholders::_1, 1); return f(2); }

//# future c++11
#include <future>
int run() { return std::async([] { return 3; }).get(); }

//# generator c++23 __cpp_lib_generator
#include <generator>
std::generator<int> run() { co_yield 1; }

//# iomanip c++11
#include <iomanip>
#include <iostream>
void run() { std::cout << std::setw(3) << std::hex << 3 << std::endl; }

//# iterator c++11
#include <iterator>
#include <vector>
void run(std::vector<int>& v) { *std::back_inserter(v) = *std::next(v.begin()); }

//# fstream c++11
#include <fstream>
#include <string>
std::string run() { std::string s; std::ifstream("a") >> s; return s; }

//# latch c++20 __cpp_lib_latch
#include <latch>
void run() { std::latch one(1); one.arrive_and_wait(); }

//# limits c++11
#include <cfloat>
#include <climits>
#include <cstdint>
#include <limits>
int run() { return std::numeric_limits<int>::max() - INT_MAX + static_cast<std::int8_t>(DBL_DIG); }

//# list c++11
#include <list>
int run() { std::list<int> l(3, 1); l.sort(); return l.front(); }

//# locale c++11
#include <clocale>
#include <locale>
bool run() { return std::isalpha('a', std::locale::classic()); }

//# map c++11
#include <map>
#include <string>
int run() { std::map<std::string, int> m; m["a"] = 1; return m.at("a"); }

//# mdspan c++23 __cpp_lib_mdspan
#include <mdspan>
int run(int* data) { return static_cast<int>(std::mdspan(data, 2, 3).extent(1)); }

//# memory c++11
#include <memory>
int run() { return *std::make_shared<int>(1) + *std::unique_ptr<int>(new int(2)); }

//# memory_resource c++17
#include <memory_resource>
#include <vector>
int run() { std::pmr::monotonic_buffer_resource pool; return std::pmr::vector<int>(3, 1, &pool)[0]; }

//# mutex c++11
#include <mutex>
void run() { static std::once_flag once; static std::mutex m; std::lock_guard<std::mutex> l(m); std::call_once(once, [] {}); }

//# new c++11
#include <new>
int* run() { return new (std::nothrow) int(1); }

//# numbers c++20 __cpp_lib_math_constants
#include <numbers>
double run() { return std::numbers::pi; }

//# numeric c++17
#include <numeric>
int run(int* first, int* last) { return std::accumulate(first, last, 0) + std::gcd(4, 6) + std::reduce(first, last); }

//# optional c++17
#include <optional>
#include <string>
int run() { return static_cast<int>(std::optional<std::string>("a")->size()); }

//# print c++23 __cpp_lib_print
#include <print>
void run() { std::print("{}", 3); }

//# queue c++11
#include <queue>
int run() { std::priority_queue<int> q; q.push(1); return q.top(); }

//# random c++11
#include <random>
double run() { std::mt19937 engine(1); return std::normal_distribution<>()(engine); }

//# ranges c++20 __cpp_lib_ranges
#include <ranges>
#include <vector>
int run(const std::vector<int>& v) {
    int sum = 0;
    for (int n : v | std::views::filter([](int n) { return n > 1; }) | std::views::transform([](int n) { return 2 * n; })
                     | std::views::take(3)) sum += n;
    return sum;
}

//# ratio c++11
#include <ratio>
long run() { return std::ratio_add<std::ratio<1, 2>, std::ratio<1, 3>>::num; }

//# regex c++11
#include <regex>
#include <string>
bool run(const std::string& s) { return std::regex_match(s, std::regex("a+")); }

//# scoped_allocator c++11
#include <scoped_allocator>
#include <vector>
int run() { return std::vector<int, std::scoped_allocator_adaptor<std::allocator<int>>>(3, 1)[0]; }

//# semaphore c++20 __cpp_lib_semaphore
#include <semaphore>
void run() { std::binary_semaphore s(1); s.acquire(); }

//# set c++11
#include <set>
bool run() { return std::set<int>{1, 2}.count(1) != 0; }

//# shared_mutex c++17
#include <shared_mutex>
void run() { static std::shared_mutex m; std::shared_lock<std::shared_mutex> l(m); }

//# source_location c++20 __cpp_lib_source_location
#include <source_location>
unsigned run() { return std::source_location::current().line(); }

//# span c++20 __cpp_lib_span
#include <span>
int run(std::span<int> s) { return s.subspan(1).front(); }

//# sstream c++11
#include <sstream>
#include <string>
std::string run() { std::ostringstream out; out << 1.5 << "a"; return out.str(); }

//# stacktrace c++23 __cpp_lib_stacktrace
#include <stacktrace>
unsigned long run() { return std::stacktrace::current().size(); }

//# stdfloat c++23 __STDCPP_FLOAT16_T__
#include <limits>
#include <stdfloat>
float run() { return static_cast<float>(std::numeric_limits<std::float16_t>::max()); }

//# stop_token c++20 __cpp_lib_jthread
#include <stop_token>
bool run() { return std::stop_source().stop_requested(); }

//# string c++11
#include <string>
std::string run() { return std::to_string(std::stoi("1")) + "a"; }

//# string_view c++17
#include <string_view>
bool run(std::string_view s) { return s.substr(1) == "a"; }

//# syncstream c++20 __cpp_lib_syncbuf
#include <iostream>
#include <syncstream>
void run() { std::osyncstream(std::cout) << 1; }

//# system_error c++11
#include <cerrno>
#include <system_error>
int run() { return std::error_code(EINVAL, std::generic_category()).value(); }

//# thread c++11
#include <thread>
void run() { std::thread([] {}).join(); }

//# thread-stop c++20 __cpp_lib_jthread
#include <thread>
void run() { std::jthread t([](std::stop_token) {}); }

//# tuple c++11
#include <tuple>
int run() { int a; std::tie(a, std::ignore) = std::make_tuple(1, 2.0); return a + std::get<0>(std::tuple_cat(std::make_tuple(1))); }

//# type_traits c++11
#include <type_traits>
bool run() { return std::is_same<std::decay<const int&>::type, int>::value && std::is_convertible<int, long>::value; }

//# typeindex c++11
#include <typeindex>
#include <typeinfo>
bool run() { return std::type_index(typeid(int)) == typeid(long); }

//# unordered_map c++11
#include <string>
#include <unordered_map>
#include <unordered_set>
int run() { std::unordered_map<std::string, int> m; m["a"] = 1; return m.at("a") + std::unordered_set<int>{1}.size(); }

//# utility c++11
#include <utility>
int run() { std::pair<int, int> p(1, 2); std::swap(p.first, p.second); return p.first; }

//# valarray c++11
#include <valarray>
double run() { return std::valarray<double>(1.0, 3).sum(); }

//# variant c++17
#include <string>
#include <variant>
std::variant<int, std::string> make() { return std::string("a"); }
bool run() { return std::visit([](auto&& x) { return sizeof(x) > 4; }, make()); }

//# vector c++11
#include <vector>
int run() { std::vector<int> v{3, 1}; v.push_back(2); return v.at(2) + static_cast<int>(std::vector<bool>(3)[1]); }

//# version c++20
#include <version>
long run() { return __cplusplus; }

//# c-headers c++11
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>
int run() { return printf("%d", static_cast<int>(strlen("a"))) + static_cast<int>(sqrt(4.0)); }

//# posix-headers c++11
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
int run() { return getpid(); }

//# kernel c++11
__global__ void kernel(float* p) { p[threadIdx.x] = sinf(p[threadIdx.x]) + rsqrtf(p[0]); }
void run(float* p) { kernel<<<1, 32>>>(p); }

//# lambda c++14
template <class F> __global__ void kernel(F f, int* p) { *p = f(*p); }
__device__ int device(int n) { auto twice = [](auto x) { return x + x; }; return twice(n); }
__global__ void call(int* p) { *p = device(*p); }

//# constexpr-if c++17
template <class T> __global__ void kernel(T* p) { if constexpr (sizeof(T) > 4) *p = 1; else *p = 2; }
void run(int* p) { kernel<<<1, 1>>>(p); }

//# int128 c++11
unsigned long long run(unsigned long long a, unsigned long long b) { return static_cast<unsigned __int128>(a) * b >> 64; }

//# float16-host c++17 defined __FLT16_MANT_DIG__
float run(float x) { return static_cast<float>(static_cast<_Float16>(x) * static_cast<_Float16>(x)); }

//# float16-device c++17 defined __FLT16_MANT_DIG__
__global__ void kernel(float* p) { _Float16 x = static_cast<_Float16>(p[0]); p[1] = static_cast<float>(x * x); }

//# stdfloat-device c++23 __STDCPP_FLOAT16_T__
#include <stdfloat>
__global__ void kernel(float* p) { p[1] = static_cast<float>(static_cast<std::float16_t>(p[0])); }

//# float32-device c++17 defined __GNUC__ && __GNUC__ >= 13 && !defined __clang__
_Float32 run(_Float32 x) { return x * x; }
__global__ void kernel(float* p) { _Float32 x = p[0]; p[1] = x * x; }

//# float128-host c++17 defined __SIZEOF_FLOAT128__
float run(float x) { return static_cast<float>(static_cast<__float128>(x) * x); }

//# bfloat16-host c++17 defined __BFLT16_MANT_DIG__
float run(float x) { return static_cast<float>(static_cast<__bf16>(x)); }

//# cuda_fp16.h c++11
#include <cuda_fp16.h>
__global__ void kernel(float* p) { p[1] = __half2float(__hadd(__float2half(p[0]), __float2half(1.0f))); }

//# cuda_bf16.h c++11 __has_include(<cuda_bf16.h>)
#include <cuda_bf16.h>
__global__ void kernel(float* p) { p[1] = __bfloat162float(__float2bfloat16(p[0])); }

//# cuda_fp8.h c++11 __has_include(<cuda_fp8.h>)
#include <cuda_fp8.h>
__global__ void kernel(float* p) { p[1] = static_cast<float>(__nv_fp8_e4m3(p[0])); }

//# cuda_fp6.h c++11 __has_include(<cuda_fp6.h>)
#include <cuda_fp6.h>
__global__ void kernel(float* p) { p[1] = static_cast<float>(__nv_fp6_e2m3(p[0])); }

//# cuda_fp4.h c++11 __has_include(<cuda_fp4.h>)
#include <cuda_fp4.h>
__global__ void kernel(float* p) { p[1] = static_cast<float>(__nv_fp4_e2m1(p[0])); }

//# cuComplex.h c++11
#include <cuComplex.h>
__global__ void kernel(cuDoubleComplex* p) { p[1] = cuCmul(p[0], p[0]); }

//# mma.h c++11
#include <mma.h>
__global__ void kernel(float* p) {
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> f;
    nvcuda::wmma::fill_fragment(f, 0.0f);
    nvcuda::wmma::store_matrix_sync(p, f, 16, nvcuda::wmma::mem_row_major);
}

//# cuda_pipeline.h c++11 __has_include(<cuda_pipeline.h>)
#include <cuda_pipeline.h>
__global__ void kernel(int* p) { __shared__ int s[32]; __pipeline_memcpy_async(s, p, 4); __pipeline_commit(); __pipeline_wait_prior(0); p[1] = s[0]; }

//# cooperative_groups.h c++11
#include <cooperative_groups.h>
__global__ void kernel(int* p) { auto block = cooperative_groups::this_thread_block(); block.sync(); *p = block.thread_rank(); }

//# cooperative_groups-reduce c++14 __has_include(<cooperative_groups/reduce.h>)
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
__global__ void kernel(int* p) {
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    *p = cooperative_groups::reduce(tile, *p, cooperative_groups::plus<int>());
}

//# cooperative_groups-memcpy_async c++11 __has_include(<cooperative_groups/memcpy_async.h>)
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
__global__ void kernel(int* p) {
    __shared__ int s[32];
    auto block = cooperative_groups::this_thread_block();
    cooperative_groups::memcpy_async(block, s, p, sizeof(s));
    cooperative_groups::wait(block);
    p[1] = s[0];
}

//# cuda/std/array c++14 __has_include(<cuda/std/array>)
#include <cuda/std/array>
__global__ void kernel(int* p) { cuda::std::array<int, 2> a{{1, 2}}; *p = a[1]; }

//# cuda/std/atomic c++14 __has_include(<cuda/std/atomic>)
#include <cuda/std/atomic>
__global__ void kernel(cuda::std::atomic<int>* p) { p->fetch_add(1); }

//# cuda/std/chrono c++14 __has_include(<cuda/std/chrono>)
#include <cuda/std/chrono>
__global__ void kernel(long* p) { *p = cuda::std::chrono::duration_cast<cuda::std::chrono::seconds>(cuda::std::chrono::minutes(1)).count(); }

//# cuda/std/complex c++14 __has_include(<cuda/std/complex>)
#include <cuda/std/complex>
__global__ void kernel(float* p) { p[1] = (cuda::std::complex<float>(p[0], 1.0f) * cuda::std::complex<float>(1.0f, 2.0f)).real(); }

//# cuda/std/functional c++14 __has_include(<cuda/std/functional>)
#include <cuda/std/functional>
__global__ void kernel(int* p) { *p = cuda::std::plus<int>()(*p, 1); }

//# cuda/std/limits c++14 __has_include(<cuda/std/limits>)
#include <cuda/std/limits>
__global__ void kernel(int* p) { *p = cuda::std::numeric_limits<int>::max(); }

//# cuda/std/mdspan c++17 __has_include(<cuda/std/mdspan>)
#include <cuda/std/mdspan>
__global__ void kernel(int* p) { p[1] = cuda::std::mdspan<int, cuda::std::extents<int, 2, 3>>(p).extent(1); }

//# cuda/std/optional c++17 __has_include(<cuda/std/optional>)
#include <cuda/std/optional>
__global__ void kernel(int* p) { *p = cuda::std::optional<int>(3).value_or(0); }

//# cuda/std/span c++14 __has_include(<cuda/std/span>)
#include <cuda/std/span>
__global__ void kernel(int* p) { *p = cuda::std::span<int, 2>(p, 2)[1]; }

//# cuda/std/tuple c++14 __has_include(<cuda/std/tuple>)
#include <cuda/std/tuple>
__global__ void kernel(int* p) { *p = cuda::std::get<1>(cuda::std::make_tuple(1, 2)); }

//# cuda/std/type_traits c++14 __has_include(<cuda/std/type_traits>)
#include <cuda/std/type_traits>
__global__ void kernel(int* p) { *p = cuda::std::is_same<int, cuda::std::decay<const int&>::type>::value; }

//# cuda/std/variant c++17 __has_include(<cuda/std/variant>)
#include <cuda/std/variant>
__global__ void kernel(int* p) { *p = static_cast<int>(cuda::std::variant<int, float>(1.0f).index()); }

//# cuda/atomic c++14 __has_include(<cuda/atomic>)
#include <cuda/atomic>
__global__ void kernel(cuda::atomic<int, cuda::thread_scope_device>* p) { p->fetch_add(1); }

//# cuda/functional c++14 __has_include(<cuda/functional>)
#include <cuda/functional>
__global__ void kernel(int* p) { *p = 1; }

//# cub-block c++14 __has_include(<cub/block/block_reduce.cuh>)
#include <cub/block/block_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>
__global__ void kernel(int* p) {
    __shared__ cub::BlockReduce<int, 128>::TempStorage storage;
    *p = cub::BlockReduce<int, 128>(storage).Sum(*p);
}

//# cub-device c++14 __has_include(<cub/device/device_reduce.cuh>)
#include <cub/device/device_reduce.cuh>
cudaError_t run(int* in, int* out) { size_t size = 0; return cub::DeviceReduce::Sum(nullptr, size, in, out, 3); }

//# thrust-tuple c++14 __has_include(<thrust/tuple.h>)
#include <thrust/complex.h>
#include <thrust/pair.h>
#include <thrust/tuple.h>
__global__ void kernel(float* p) { p[1] = thrust::get<0>(thrust::make_tuple(thrust::abs(thrust::complex<float>(p[0], 1.0f)), 2)); }

//# thrust-device_vector c++14 __has_include(<thrust/device_vector.h>)
#include <thrust/device_vector.h>
#include <thrust/transform.h>
void run(thrust::device_vector<int>& v) { thrust::transform(v.begin(), v.end(), v.begin(), thrust::negate<int>()); }

//# thrust-host c++14 __has_include(<thrust/host_vector.h>)
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
void run(thrust::host_vector<int>& v) { thrust::sort(thrust::host, v.begin(), v.end()); }

//# immintrin.h c++11
#include <immintrin.h>
int run() { return _mm_cvtsi128_si32(_mm_set1_epi32(1)); }

//# x86intrin.h c++11
#include <x86intrin.h>
unsigned long long run() { return __rdtsc(); }

//# emmintrin.h c++11
#include <emmintrin.h>
#include <mm_malloc.h>
#include <xmmintrin.h>
int run() { return _mm_cvtsi128_si32(_mm_set1_epi32(1)); }

//# coroutine-header c++20
#include <coroutine>
int run() { return 0; }

//# standard c++20
static_assert(__cplusplus > 201703L, "compiled for an older standard");

//# class-to-float c++23
#include <cmath>
struct Half {
    unsigned short bits;
    __host__ __device__ operator float() const { return bits; }
};
__global__ void kernel(Half* in, float* out) { *out = std::abs(*in); }

//# cpuid.h c++11
#include <cpuid.h>
unsigned run() { unsigned a = 0, b, c, d; __get_cpuid(0, &a, &b, &c, &d); return a; }
