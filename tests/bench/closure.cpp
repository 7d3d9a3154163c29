// SPDX-License-Identifier: MIT
// What a closure costs: reading the JSON, searching the graph, examining it, and all of it; each by the number of
// references, beside what nlohmann's parser takes for the same bytes by itself.
#include "graph/closure.hpp"
#include "graph/dependency_graph.hpp"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <random>
#include <string>

using namespace cudastdenv;

namespace {

constexpr std::int64_t references_per_node = 10;

std::string name_of(std::int64_t number) {
    std::string hash = std::to_string(number);
    hash.insert(0, 32 - hash.size(), '0');
    const char* kind = number % 997 == 0 ? "cuda_cudart-12.8.90" : "package-1.0";
    return "/nix/store/" + hash + "-" + kind;
}

/// `nix path-info --json -r` of a closure in which each node refers to ten later ones.
std::string path_info(std::int64_t references) {
    std::mt19937_64 random(1);
    const std::int64_t nodes = references / references_per_node;
    std::string text = "{";
    for (std::int64_t node = 0; node < nodes; ++node) {
        text += (node == 0 ? "\"" : ",\"") + name_of(node) +
                "\":{\"narHash\":\"sha256-0123456789abcdef0123456789abcdef0123456789a=\","
                "\"narSize\":123456,\"references\":[";
        for (std::int64_t i = 0; i < references_per_node; ++i) {
            const auto span = static_cast<std::uint64_t>(nodes - node);
            text += (i == 0 ? "\"" : ",\"") + name_of(node + static_cast<std::int64_t>(random() % span)) + "\"";
        }
        text += "]}";
    }
    return text + "}";
}

ReadGraph read(const std::string& text) {
    Bytes bytes{std::string_view(text)};
    return read_graph(bytes, "bench", {});
}

/// Takes everything, keeps nothing.
struct NoEvents : nlohmann::json_sax<nlohmann::json> {
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }
};

/// What reading is held against: the same bytes in memory, and nothing made of them.
void only_parse(benchmark::State& state) {
    const std::string text = path_info(state.range(0));
    NoEvents events;
    for (auto _ : state) benchmark::DoNotOptimize(nlohmann::json::sax_parse(text, &events));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
    state.SetComplexityN(state.range(0));
}

/// All that the command does but for printing.
void whole(benchmark::State& state) {
    const std::string text = path_info(state.range(0));
    for (auto _ : state) {
        const ReadGraph found = read(text);
        const Closure closure = examine_closure(builtin_tables(), found.graph, {});
        const LostBytes lost_bytes = lost_bytes_in(found.graph, closure);
        benchmark::DoNotOptimize(closure.size);
        for (const Closure::CudaSet& set : closure.cuda_sets) benchmark::DoNotOptimize(lost_bytes(set.nodes));
    }
    state.SetComplexityN(state.range(0));
}

void read_json(benchmark::State& state) {
    const std::string text = path_info(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(read(text));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
    state.SetComplexityN(state.range(0));
}

void search(benchmark::State& state) {
    const ReadGraph found = read(path_info(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(shortest_paths(found.graph));
    state.SetComplexityN(state.range(0));
}

void examine(benchmark::State& state) {
    const ReadGraph found = read(path_info(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(examine_closure(builtin_tables(), found.graph, {}));
    state.SetComplexityN(state.range(0));
}

BENCHMARK(only_parse)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMicrosecond)->Complexity();
BENCHMARK(whole)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMicrosecond)->Complexity();
BENCHMARK(read_json)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMicrosecond)->Complexity();
BENCHMARK(search)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMicrosecond)->Complexity();
BENCHMARK(examine)->RangeMultiplier(10)->Range(1000, 1000000)->Unit(benchmark::kMicrosecond)->Complexity();

}  // namespace

BENCHMARK_MAIN();
