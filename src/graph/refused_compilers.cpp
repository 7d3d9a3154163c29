// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "graph/closure.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv {

namespace {

using Severity = AdvisoryRow::Severity;

/// Whether that release's nvcc ends with an error for that compiler. What is inferred from another release is not
/// known.
bool refuses(const Tables& tables, const Release& release, Compiler compiler) {
    if (!find_host_compilers(tables, compiler.family, release.version)) return false;
    const HostCompilerRange range = host_compiler_range(tables, release.version, compiler.family, Policy::enforced,
                                                        false);
    const auto is_known = [&](const Bound& bound) { return bound.view == Policy::enforced && !bound.inferred_from; };
    if (is_known(range.max) && compiler.major > range.max.major) return true;
    return range.min && is_known(*range.min) && compiler.major < range.min->major;
}

class RefusedCompilersFinder {
public:
    RefusedCompilersFinder(const Tables& tables, const DependencyGraph& graph, const Closure& closure,
                           std::span<const StoreName> recognised)
        : tables_(tables), graph_(graph), closure_(closure), names_(recognised) {
        for (NodeIndex node = 0; node < graph.size() && !of_build_; ++node) of_build_ = graph.is_derivation(node);
    }

    std::vector<ClosureFinding> find() {
        std::vector<ClosureFinding> all;
        for (const FoundCudaSet& set : closure_.cuda_sets)
            if (std::optional<ClosureFinding> found = find_for(set)) all.push_back(std::move(*found));
        return all;
    }

private:
    /// Wrapped compilers among the derivations, by what the set's nvcc does with them.
    struct Compilers {
        std::vector<NodeIndex> refused, others;
    };

    std::optional<ClosureFinding> find_for(const FoundCudaSet& set) {
        const std::vector<NodeIndex> nvccs = nvccs_of(set);
        if (nvccs.empty()) return std::nullopt;
        const Compilers compilers = compilers_for(releases_of(set));
        if (compilers.refused.empty()) return std::nullopt;
        if (!referrers_) referrers_.emplace(graph_, Reach::Along::referrers);
        // Of what is loaded only what refers to both uses them together.
        const std::vector<bool> has_nvcc = of_build_ ? referrers_->from(nvccs, {}) : referring_to(nvccs);
        // What nvcc itself was packaged with is not what it is used with.
        const std::vector<bool> has_refused = of_build_ ? referrers_->from(compilers.refused, nvccs)
                                                        : referring_to(compilers.refused);
        const std::vector<bool> has_other = referrers_->from(compilers.others, {});
        const std::vector<bool> has_unknown = referrers_->from(graph_.dangling_nodes(), {});
        std::vector<bool> is_broken(graph_.size());
        for (NodeIndex node = 0; node < graph_.size(); ++node)
            is_broken[node] = has_nvcc[node] && has_refused[node] && !has_other[node] && !has_unknown[node] &&
                              is_package(node);
        const NodeIndex builder = lowest(is_broken);
        if (builder == no_node) return std::nullopt;
        return finding(set.set, nvccs.front(), builder, compilers.refused);
    }

    [[nodiscard]] ClosureFinding finding(CudaPackageSet set, NodeIndex nvcc, NodeIndex builder,
                                         const std::vector<NodeIndex>& refused) const {
        const std::string package(package_name(graph_.name(builder)));
        std::vector<std::string> names;
        std::vector<FindingPart> parts{{"nvcc of CUDA " + to_string(set), nvcc}};
        for (const auto& [compiler, nodes] : compilers_of(builder, refused)) {
            names.push_back(to_string(compiler));
            parts.push_back({names.back(), nodes.front()});
        }
        parts.push_back({package, builder});
        if (parts.size() > most_listed) parts.resize(most_listed);
        return {{"refused-host-compiler",
                 {{"closure", of_build_ ? "build closure" : "closure"},
                  {"package", package},
                  {"set", set},
                  {"names", listed(names)}}},
                of_build_ ? Severity::broken : Severity::caution,
                std::move(parts)};
    }

    [[nodiscard]] std::vector<bool> referring_to(const std::vector<NodeIndex>& nodes) const {
        std::vector<bool> is_one(graph_.size()), refers(graph_.size());
        for (const NodeIndex node : nodes) is_one[node] = true;
        for (const Reference& reference : graph_.references())
            if (is_one[reference.to]) refers[reference.from] = true;
        return refers;
    }

    [[nodiscard]] std::vector<NodeIndex> nvccs_of(const FoundCudaSet& set) const {
        std::vector<NodeIndex> nodes;
        for (const NodeIndex node : set.nodes)
            if (names_[node].kind != StoreName::Kind::cuda_component && is_judged(node)) nodes.push_back(node);
        return nodes;
    }

    /// Those that the nvcc's build names, else all of the set.
    [[nodiscard]] std::vector<const Release*> releases_of(const FoundCudaSet& set) const {
        std::vector<const Release*> releases;
        for (const Release& release : tables_.releases) {
            const bool is_of_set = release.version.major == set.set.major && release.version.minor == set.set.minor;
            const bool is_named = contains(set.releases, release.version);
            if (set.releases.empty() ? is_of_set : is_named) releases.push_back(&release);
        }
        return releases;
    }

    [[nodiscard]] Compilers compilers_for(const std::vector<const Release*>& releases) const {
        Compilers compilers;
        if (releases.empty()) return compilers;
        for (const ClosureCompiler& found : closure_.host_compilers) {
            const bool refused = std::ranges::all_of(releases, [&](const Release* release) {
                return refuses(tables_, *release, found.compiler);
            });
            for (const NodeIndex node : found.nodes) {
                if (!is_judged(node) || !names_[node].is_wrapped) continue;
                (refused && names_[node].platform.empty() ? compilers.refused : compilers.others).push_back(node);
            }
        }
        return compilers;
    }

    /// Where there are derivations nothing else counts: what they built is there to be used while building.
    [[nodiscard]] bool is_judged(NodeIndex node) const { return !of_build_ || graph_.is_derivation(node); }

    /// Whether it is somebody else's: neither a compiler nor a part of CUDA.
    [[nodiscard]] bool is_package(NodeIndex node) const {
        return is_judged(node) && names_[node].kind == StoreName::Kind::other;
    }

    /// The first one that refers to no other of them.
    [[nodiscard]] NodeIndex lowest(std::vector<bool> marked) const {
        std::vector<bool> refers_to_another(marked.size());
        for (const Reference& reference : graph_.references())
            if (marked[reference.from] && marked[reference.to]) refers_to_another[reference.from] = true;
        NodeIndex any = no_node;
        for (NodeIndex node = 0; node < marked.size(); ++node) {
            if (!marked[node]) continue;
            if (!refers_to_another[node]) return node;
            if (any == no_node) any = node;
        }
        return any;
    }

    /// Those of the closure's that the builder has.
    [[nodiscard]] std::vector<ClosureCompiler> compilers_of(NodeIndex builder,
                                                            const std::vector<NodeIndex>& refused) const {
        std::vector<bool> is_refused(graph_.size());
        for (const NodeIndex node : refused) is_refused[node] = true;
        const std::vector<bool> has = Reach(graph_, Reach::Along::references).from({&builder, 1}, {});
        std::vector<ClosureCompiler> compilers;
        for (const ClosureCompiler& found : closure_.host_compilers) {
            ClosureCompiler of_builder{found.compiler, {}};
            for (const NodeIndex node : found.nodes)
                if (has[node] && is_refused[node]) of_builder.nodes.push_back(node);
            if (!of_builder.nodes.empty()) compilers.push_back(std::move(of_builder));
        }
        return compilers;
    }

    const Tables& tables_;
    const DependencyGraph& graph_;
    const Closure& closure_;
    std::span<const StoreName> names_;
    std::optional<Reach> referrers_;
    bool of_build_ = false;  ///< the closure has derivations
};

}  // namespace

std::vector<ClosureFinding> refused_host_compilers(const Tables& tables, const DependencyGraph& graph,
                                                   const Closure& closure, std::span<const StoreName> recognised) {
    return RefusedCompilersFinder(tables, graph, closure, recognised).find();
}

}  // namespace cudastdenv
