// SPDX-License-Identifier: MIT
// What a program that links the library waits for. `./dev bench` holds it against its limits.

#include "allocations.hpp"
#include "resolve/resolve.hpp"

#include "spelling/spell.hpp"
#include "tables/lookup.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace {

using namespace cudastdenv;

/// Every compiler that the tables' rows name: GCC 4 to 16, Clang 3 to 22.
std::vector<Compiler> known_compilers() {
    std::vector<Compiler> compilers;
    for (int major = 4; major <= 16; ++major) compilers.push_back({Compiler::Family::gcc, major});
    for (int major = 3; major <= 22; ++major) compilers.push_back({Compiler::Family::clang, major});
    return compilers;
}

constexpr int newest_libstdcxx = 15;

Stdenv stdenv_of(Compiler compiler) {
    const bool is_gcc = compiler.family == Compiler::Family::gcc;
    Stdenv stdenv;
    stdenv.compiler = compiler;
    stdenv.libstdcxx = is_gcc ? compiler.major : newest_libstdcxx;
    return stdenv;
}

Request request_for(const Release& release, Compiler stdenv, const std::vector<Compiler>& available) {
    Request request;
    request.cuda = release.version;
    request.stdenv = stdenv_of(stdenv);
    request.available = available;
    return request;
}

/// Runs `answer` in Google Benchmark's loop and reports how often one call allocates.
template <class Answer>
void measure(benchmark::State& state, const Answer& answer) {
    const std::size_t before = allocation_count();
    for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(answer());
    const double allocations = static_cast<double>(allocation_count() - before);
    state.counters["allocations"] = benchmark::Counter(allocations, benchmark::Counter::kAvgIterations);
}

void pick(benchmark::State& state, Compiler stdenv) {
    const Tables tables = builtin_tables();
    const std::vector<Compiler> available = known_compilers();
    const Request request = request_for(*find_release(tables, {12, 8}), stdenv, available);
    measure(state, [&] { return pick_host_compiler(tables, request); });
}

void resolve_one(benchmark::State& state, Compiler stdenv) {
    const Tables tables = builtin_tables();
    const std::vector<Compiler> available = known_compilers();
    const Request request = request_for(*find_release(tables, {12, 8}), stdenv, available);
    measure(state, [&] { return resolve(tables, request); });
}

/// Every release in every stdenv under every policy, in one iteration.
void resolve_all(benchmark::State& state) {
    const Tables tables = builtin_tables();
    const std::vector<Compiler> available = known_compilers();
    measure(state, [&] {
        std::size_t answered = 0;
        for (const Release& release : tables.releases)
            for (const Compiler stdenv : available)
                for (const Policy policy : {Policy::nixpkgs, Policy::documented, Policy::enforced}) {
                    Request request = request_for(release, stdenv, available);
                    request.policy = policy;
                    if (resolve(tables, request).host) ++answered;
                }
        return answered;
    });
}

/// The list of one request in every spelling, with the losses of each.
void write_all_spellings(benchmark::State& state) {
    const Tables tables = builtin_tables();
    using enum Capability::Kind;
    const BuildList list{{{8, 0}, {9, 0, architecture}, {10, 0, family}, {12, 0}}, {{12, 0}}};
    measure(state, [&] {
        std::size_t written = 0;
        for (const Spelling& spelling : spellings()) written += write_list(spelling, {tables}, list).text.size();
        return written;
    });
}

constexpr Compiler gcc_15{Compiler::Family::gcc, 15};
constexpr Compiler clang_21{Compiler::Family::clang, 21};

BENCHMARK_CAPTURE(pick, gcc, gcc_15);
BENCHMARK_CAPTURE(pick, clang, clang_21);
BENCHMARK_CAPTURE(resolve_one, gcc, gcc_15);
BENCHMARK_CAPTURE(resolve_one, clang, clang_21);
BENCHMARK(resolve_all)->Unit(benchmark::kMillisecond);
BENCHMARK(write_all_spellings)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
