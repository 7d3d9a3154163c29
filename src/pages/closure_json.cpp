// SPDX-License-Identifier: MIT
#include "pages/closure.hpp"
#include "wire/records/closure.hpp"

namespace cudastdenv::report {

namespace {

/// Of a longer path the middle is left out, and `pathOmitted` says how much.
constexpr std::size_t longest_path = 1000;

/// A record with the node's name and its path from a root; null and [] for what is not in the closure.
template <class Record>
Record node_record(const ClosureAnswer& answer, NodeIndex node) {
    Record record{};
    if (node == no_node) return record;
    const DependencyGraph& graph = answer.read.graph;
    record.node = ForeignText{std::string(graph.name(node))};
    const std::vector<NodeIndex> path = answer.closure.paths.to(node);
    const std::size_t omitted = path.size() > longest_path ? path.size() - longest_path : 0;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (omitted == 0 || i < longest_path / 2 || i >= longest_path / 2 + omitted)
            record.path.push_back({std::string(graph.name(path[i]))});
    if (omitted > 0) record.path_omitted.value = omitted;
    return record;
}

/// At most most_listed of a list.
template <class T>
std::span<const T> first_of(const std::vector<T>& list) {
    return std::span(list).first(std::min(list.size(), most_listed));
}

wire::ClosureSetRecord set_record(const ClosureAnswer& answer, const FoundCudaSet& found) {
    auto record = node_record<wire::ClosureSetRecord>(answer, found.nodes.front());
    record.set = to_text(found.set);
    record.count = found.nodes.size();
    record.releases = found.releases;
    return record;
}

wire::ClosureLibstdcxxRecord library_record(const ClosureAnswer& answer, const FoundLibstdcxx& found) {
    const LibstdcxxRow* row = libstdcxx_of_gcc(answer.tables, found.gcc);
    const bool is_stdenvs = found.nodes.empty();
    auto record = node_record<wire::ClosureLibstdcxxRecord>(answer, is_stdenvs ? no_node : found.nodes.front());
    record.gcc = is_stdenvs ? std::to_string(found.gcc.major) : to_string(found.gcc);
    if (row) record.glibcxx = row->glibcxx;
    record.platform = some_foreign(std::string(found.platform));
    record.stdenv = is_stdenvs;
    record.count = found.nodes.size();
    return record;
}

wire::ClosureCompilerRecord compiler_record(const ClosureAnswer& answer, const ClosureCompiler& found) {
    auto record = node_record<wire::ClosureCompilerRecord>(answer, found.nodes.front());
    record.compiler = found.compiler;
    record.count = found.nodes.size();
    return record;
}

wire::ClosureFindingRecord closure_finding_record(const ClosureAnswer& answer, const ClosureFinding& finding) {
    SaidOfClosure said = say(answer, finding);
    wire::ClosureFindingRecord record{
        {said.code}, {to_string(severity(finding))}, std::move(said.text), size_of(answer, said), {}};
    for (FindingPart& part : said.parts) {
        auto& part_record = record.parts.emplace_back(node_record<wire::FindingPartRecord>(answer, part.node));
        part_record.what = std::move(part.what);
        part_record.size = answer.sizes.lost_without(part.nodes);
    }
    return record;
}

/// Absent where no finding is made in what is not the whole closure.
std::optional<bool> leakage_of(const Closure& closure) {
    if (has_leakage(closure)) return true;
    return closure.is_whole ? std::optional(false) : std::nullopt;
}

}  // namespace

std::string closure_json(const ClosureAnswer& answer) {
    const DependencyGraph& graph = answer.read.graph;
    const Closure& closure = answer.closure;
    wire::ClosureRecord record{.format = to_string(answer.read.format),
                               .nodes = graph.size(),
                               .references = graph.references().size(),
                               .roots = closure.paths.roots.size(),
                               .not_listed = graph.dangling(),
                               .listed_twice = graph.duplicates(),
                               .size = answer.sizes.whole(),
                               .stdenv_libstdcxx = answer.stdenv_libstdcxx,
                               .of_builds = closure.is_of_builds,
                               .leakage = leakage_of(closure),
                               .cuda_sets = {},
                               .cuda_set_count = closure.cuda_sets.size(),
                               .libstdcxx = {},
                               .libstdcxx_count = closure.libstdcxx.size(),
                               .host_compilers = {},
                               .findings = {},
                               .finding_count = closure.findings.size()};
    for (const FoundCudaSet& found : first_of(closure.cuda_sets)) record.cuda_sets.push_back(set_record(answer, found));
    for (const FoundLibstdcxx& found : first_of(closure.libstdcxx))
        record.libstdcxx.push_back(library_record(answer, found));
    for (const ClosureCompiler& found : closure.host_compilers)
        record.host_compilers.push_back(compiler_record(answer, found));
    for (const ClosureFinding& finding : first_of(closure.findings))
        record.findings.push_back(closure_finding_record(answer, finding));
    return wire::answer_text(record);
}

}  // namespace cudastdenv::report
