// SPDX-License-Identifier: MIT
#include "graph/closure.hpp"

#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace cudastdenv {

namespace {

using Severity = AdvisoryRow::Severity;

/// What a member needs of libstdc++, by what it refers to.
struct Need {
    Version gcc{0, 0, 0};
    NodeIndex because = no_node;
};

/// Releases in the tables with the nvcc of that name: cuda_nvcc-12.8.93 is 12.8.1's and 12.8.2's.
std::vector<Version> releases_with_nvcc(const Tables& tables, std::string_view name) {
    constexpr std::string_view marker = "cuda_nvcc-";
    const std::size_t at = name.find(marker);
    if (at == name.npos) return {};
    std::string_view build = name.substr(at + marker.size());
    build = build.substr(0, build.find('-'));
    std::vector<Version> releases;
    for (const Release& release : tables.releases)
        if (release.nvcc == build) releases.push_back(release.version);
    return releases;
}

class Examiner {
public:
    Examiner(const Tables& tables, const DependencyGraph& graph, std::optional<int> stdenv_libstdcxx)
        : tables_(tables), graph_(graph) {
        closure_.paths = shortest_paths(graph);
        closure_.is_whole = graph.size() > 0 && graph.dangling() == 0;
        closure_.is_of_builds = graph.size() > 0 && std::ranges::all_of(closure_.paths.roots, [&](NodeIndex root) {
                                    return is_derivation(root);
                                });
        names_.reserve(graph.size());
        for (NodeIndex node = 0; node < graph.size(); ++node) names_.push_back(recognise(graph.name(node)));
        measure_depths();
        collect();
        if (stdenv_libstdcxx && !closure_.is_of_builds)
            closure_.libstdcxx.push_back({{*stdenv_libstdcxx, newest_minor}, {}, {}});
        sort_libraries();
    }

    Closure examine() {
        report_older_libstdcxx();
        report_several_libstdcxx();
        report_several_sets();
        report_whole_toolkits();
        for (RefusedHostCompilers& found : refused_host_compilers(tables_, graph_, closure_, names_))
            add(std::move(found));
        if (closure_.host_compilers.size() > 1) add(SeveralHostCompilers{closure_.host_compilers});
        std::ranges::stable_sort(closure_.findings, {}, severity);
        return std::move(closure_);
    }

private:
    template <class Finding>
    void add(Finding finding) {
        closure_.findings.emplace_back(std::move(finding));
    }

    /// Each node's distance from its root. A path's nodes are met in no particular order, so each chain is walked
    /// once up to where the distance is known, and once back.
    void measure_depths() {
        depths_.assign(graph_.size(), unknown);
        std::vector<NodeIndex> chain;
        for (NodeIndex node = 0; node < graph_.size(); ++node) {
            NodeIndex step = node;
            for (; step != no_node && depths_[step] == unknown; step = closure_.paths.before[step])
                chain.push_back(step);
            std::uint32_t depth = step == no_node ? 0 : depths_[step] + 1;
            for (; !chain.empty(); chain.pop_back()) depths_[chain.back()] = depth++;
        }
    }

    [[nodiscard]] bool is_nearer(NodeIndex left, NodeIndex right) const {
        return right == no_node || std::tuple(depths_[left], left) < std::tuple(depths_[right], right);
    }

    void sort_by_distance(std::vector<NodeIndex>& nodes) const {
        std::ranges::sort(nodes, [&](NodeIndex left, NodeIndex right) { return is_nearer(left, right); });
    }

    void collect() {
        std::map<CudaPackageSet, FoundCudaSet> sets;
        std::map<std::pair<Compiler::Family, int>, ClosureCompiler> compilers;
        for (NodeIndex node = 0; node < graph_.size(); ++node) {
            const StorePart& part = names_[node].part;
            if (const auto* cuda = std::get_if<CudaPart>(&part)) {
                FoundCudaSet& found = sets[cuda->set];
                found.set = cuda->set;
                found.nodes.push_back(node);
                for (const Version release : releases_with_nvcc(tables_, graph_.name(node)))
                    if (std::ranges::find(found.releases, release) == found.releases.end())
                        found.releases.push_back(release);
            } else if (const auto* compiler = std::get_if<CompilerPart>(&part)) {
                ClosureCompiler& found = compilers[{compiler->compiler.family, -compiler->compiler.major}];
                found.compiler = compiler->compiler;
                found.nodes.push_back(node);
            } else if (const auto* library = std::get_if<LibstdcxxPart>(&part); library && !is_derivation(node)) {
                libraries_[{names_[node].platform, library->gcc}].push_back(node);
            }
        }
        for (auto& [key, found] : compilers) {
            sort_by_distance(found.nodes);
            closure_.host_compilers.push_back(std::move(found));
        }
        for (auto& [key, found] : sets) {
            std::ranges::sort(found.releases);
            sort_by_distance(found.nodes);
            closure_.cuda_sets.insert(closure_.cuda_sets.begin(), std::move(found));
        }
        for (auto& [key, nodes] : libraries_) {
            sort_by_distance(nodes);
            closure_.libstdcxx.push_back({key.second, key.first, nodes});
        }
    }

    /// Sorts by platform, the newest first.
    void sort_libraries() {
        std::ranges::stable_sort(closure_.libstdcxx, [](const FoundLibstdcxx& left, const FoundLibstdcxx& right) {
            return std::tuple(left.platform, right.gcc) < std::tuple(right.platform, left.gcc);
        });
    }

    [[nodiscard]] bool is_derivation(NodeIndex node) const { return graph_.is_derivation(node); }

    [[nodiscard]] bool is_tool(NodeIndex node) const {
        const StorePart& part = names_[node].part;
        return std::holds_alternative<CompilerPart>(part) || std::holds_alternative<LibstdcxxPart>(part);
    }

    /// Whether the libstdc++ of one GCC release may lack symbols that code for another one's needs.
    [[nodiscard]] bool is_older(Version library, Version needed) const {
        if (library.major != needed.major) return library.major < needed.major;
        return library < needed && libstdcxx_of_gcc(tables_, library) != libstdcxx_of_gcc(tables_, needed);
    }

    /// A member that needs the newest libstdc++ of its platform; of several the nearest to a root.
    struct NeediestMember {
        NodeIndex member = no_node;
        Need need;
    };

    /// A member needs the libstdc++ of every GCC that it was compiled with, as far as a reference to the compiler
    /// shows it, and every libstdc++ that it refers to. Compilers themselves are not members, nor are derivations.
    void find_needs_and_loaded() {
        loaded_.assign(graph_.size(), false);
        for (const NodeIndex root : closure_.paths.roots) loaded_[root] = true;
        for (const Reference& reference : graph_.references()) {
            if (is_tool(reference.from) || is_derivation(reference.from)) continue;
            const StoreName& name = names_[reference.to];
            if (const auto* library = std::get_if<LibstdcxxPart>(&name.part)) {
                loaded_[reference.to] = true;
                note_need(name.platform, reference, library->gcc);
            } else if (const auto* compiler = std::get_if<CompilerPart>(&name.part); compiler && compiler->gcc) {
                note_need(name.platform, reference, *compiler->gcc);
            }
        }
    }

    void note_need(std::string_view platform, const Reference& reference, Version gcc) {
        NeediestMember& neediest = neediest_[platform];
        const bool same = neediest.member != no_node && gcc == neediest.need.gcc;
        if (neediest.need.gcc < gcc || (same && is_nearer(reference.from, neediest.member)))
            neediest = {reference.from, {gcc, reference.to}};
    }

    /// What only a compiler refers to is the compiler's own and no member loads it. The stdenv's always counts.
    void report_older_libstdcxx() {
        find_needs_and_loaded();
        for (const auto& [platform, neediest] : neediest_) {
            std::vector<FoundLibstdcxx> older;
            for (FoundLibstdcxx library : libraries_of(platform)) {
                const bool is_stdenvs = library.nodes.empty();
                std::erase_if(library.nodes, [&](NodeIndex node) { return !loaded_[node]; });
                if ((is_stdenvs || !library.nodes.empty()) && is_older(library.gcc, neediest.need.gcc))
                    older.push_back(std::move(library));
            }
            if (!older.empty())
                add(OlderLibstdcxx{std::move(older), neediest.member, neediest.need.gcc, neediest.need.because});
        }
    }

    [[nodiscard]] std::span<const FoundLibstdcxx> libraries_of(std::string_view platform) const {
        const auto first = std::ranges::lower_bound(closure_.libstdcxx, platform, {}, &FoundLibstdcxx::platform);
        const auto last = std::ranges::upper_bound(closure_.libstdcxx, platform, {}, &FoundLibstdcxx::platform);
        return {first, last};
    }

    void report_several_libstdcxx() {
        for (auto first = closure_.libstdcxx.begin(); first != closure_.libstdcxx.end();) {
            const auto libraries = libraries_of(first->platform);
            std::size_t count = 0;
            for (const FoundLibstdcxx& library : libraries) count += std::max<std::size_t>(1, library.nodes.size());
            if (count > 1 && !is_stdenvs_own(libraries)) add(SeveralLibstdcxx{{libraries.begin(), libraries.end()}});
            first += static_cast<std::ptrdiff_t>(libraries.size());
        }
    }

    /// The closure's one libstdc++ may well be the one that the stdenv has.
    [[nodiscard]] static bool is_stdenvs_own(std::span<const FoundLibstdcxx> libraries) {
        return libraries.size() == 2 && libraries[0].gcc.major == libraries[1].gcc.major &&
               libraries[0].nodes.size() + libraries[1].nodes.size() == 1;
    }

    void report_several_sets() {
        std::vector<FoundCudaSet> distinct;
        for (const FoundCudaSet& found : closure_.cuda_sets) {
            const bool known_better = std::ranges::any_of(closure_.cuda_sets, [&](const FoundCudaSet& other) {
                return other.set.major == found.set.major && other.set.minor != -1;
            });
            if (found.set.minor != -1 || !known_better) distinct.push_back(found);
        }
        if (distinct.size() > 1) add(SeveralCudaSets{std::move(distinct)});
    }

    /// A derivation only says what is built with it.
    void report_whole_toolkits() {
        if (closure_.is_of_builds) return;
        WholeToolkit found;
        for (const FoundCudaSet& set : closure_.cuda_sets)
            for (const NodeIndex node : set.nodes)
                if (std::get<CudaPart>(names_[node].part).kind == CudaPart::Kind::whole_toolkit && !is_derivation(node))
                    found.nodes.push_back(node);
        sort_by_distance(found.nodes);
        if (!found.nodes.empty()) add(std::move(found));
    }

    static constexpr std::uint32_t unknown = UINT32_MAX;
    /// The stdenv is known by its GCC's major number; its libstdc++ is taken to be that major's newest.
    static constexpr int newest_minor = 99;

    const Tables& tables_;
    const DependencyGraph& graph_;
    Closure closure_;
    std::vector<StoreName> names_;
    std::vector<std::uint32_t> depths_;
    std::vector<bool> loaded_;
    std::map<std::pair<std::string_view, Version>, std::vector<NodeIndex>> libraries_;
    std::map<std::string_view, NeediestMember> neediest_;
};

}  // namespace

Closure examine_closure(const Tables& tables, const DependencyGraph& graph, std::optional<int> stdenv_libstdcxx) {
    return Examiner(tables, graph, stdenv_libstdcxx).examine();
}

AdvisoryRow::Severity severity(const ClosureFinding& finding) noexcept {
    const auto* refused = std::get_if<RefusedHostCompilers>(&finding);
    if (std::holds_alternative<OlderLibstdcxx>(finding) || (refused && refused->of_build)) return Severity::broken;
    if (std::holds_alternative<SeveralHostCompilers>(finding)) return Severity::note;
    return Severity::caution;
}

bool has_leakage(const Closure& closure) noexcept {
    return std::ranges::any_of(closure.findings,
                               [](const ClosureFinding& finding) { return severity(finding) != Severity::note; });
}

const LibstdcxxRow* libstdcxx_of_gcc(const Tables& tables, Version gcc) noexcept {
    const LibstdcxxRow* newest = nullptr;
    for (const LibstdcxxRow& row : tables.libstdcxx)
        if (!is_before(gcc, row.gcc)) newest = &row;
    return newest;
}

namespace {

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

class Finder {
public:
    Finder(const Tables& tables, const DependencyGraph& graph, const Closure& closure,
           std::span<const StoreName> recognised)
        : tables_(tables), graph_(graph), closure_(closure), names_(recognised) {
        for (NodeIndex node = 0; node < graph.size() && !of_build_; ++node) of_build_ = graph.is_derivation(node);
    }

    std::vector<RefusedHostCompilers> find() {
        std::vector<RefusedHostCompilers> all;
        for (const FoundCudaSet& set : closure_.cuda_sets)
            if (std::optional<RefusedHostCompilers> found = find_for(set)) all.push_back(std::move(*found));
        return all;
    }

private:
    /// Wrapped compilers among the derivations, by what the set's nvcc does with them.
    struct Compilers {
        std::vector<NodeIndex> refused, others;
    };

    std::optional<RefusedHostCompilers> find_for(const FoundCudaSet& set) {
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
        return RefusedHostCompilers{of_build_, set.set, nvccs.front(), builder,
                                    compilers_of(builder, compilers.refused)};
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
            if (std::get<CudaPart>(names_[node].part).kind != CudaPart::Kind::component && is_judged(node))
                nodes.push_back(node);
        return nodes;
    }

    /// Those that the nvcc's build names, else all of the set.
    [[nodiscard]] std::vector<const Release*> releases_of(const FoundCudaSet& set) const {
        std::vector<const Release*> releases;
        for (const Release& release : tables_.releases) {
            const bool is_of_set = release.version.major == set.set.major && release.version.minor == set.set.minor;
            const bool is_named = std::ranges::find(set.releases, release.version) != set.releases.end();
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
                if (!is_judged(node) || !std::get<CompilerPart>(names_[node].part).is_wrapped) continue;
                (refused && names_[node].platform.empty() ? compilers.refused : compilers.others).push_back(node);
            }
        }
        return compilers;
    }

    /// Where there are derivations nothing else counts: what they built is there to be used while building.
    [[nodiscard]] bool is_judged(NodeIndex node) const { return !of_build_ || graph_.is_derivation(node); }

    /// Whether it is somebody else's: neither a compiler nor a part of CUDA.
    [[nodiscard]] bool is_package(NodeIndex node) const {
        return is_judged(node) && std::holds_alternative<std::monostate>(names_[node].part);
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

std::vector<RefusedHostCompilers> refused_host_compilers(const Tables& tables, const DependencyGraph& graph,
                                                         const Closure& closure,
                                                         std::span<const StoreName> recognised) {
    return Finder(tables, graph, closure, recognised).find();
}

ClosureSizes::ClosureSizes(const DependencyGraph& graph, const Closure& closure) : graph_(graph), closure_(closure) {
    if (graph.has_sizes() && closure.is_whole && !closure.is_of_builds) reach_.emplace(graph, Reach::Along::references);
}

template <class Counts>
std::optional<std::uint64_t> ClosureSizes::sum(Counts counts) const {
    std::uint64_t bytes = 0;
    for (NodeIndex node = 0; node < graph_.size(); ++node) {
        if (!counts(node)) continue;
        const std::optional<std::uint64_t> size = graph_.size(node);
        if (!size) return std::nullopt;
        bytes += *size;
    }
    return bytes;
}

std::optional<std::uint64_t> ClosureSizes::whole() const {
    if (!reach_) return std::nullopt;
    return sum([](NodeIndex) { return true; });
}

std::optional<std::uint64_t> ClosureSizes::lost_without(std::span<const NodeIndex> nodes) const {
    if (!reach_ || nodes.empty()) return std::nullopt;
    const std::vector<bool> kept = reach_->from(closure_.paths.roots, nodes);
    return sum([&](NodeIndex node) { return !kept[node]; });
}

}  // namespace cudastdenv
