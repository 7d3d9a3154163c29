// SPDX-License-Identifier: MIT
#include "graph/closure.hpp"

#include "core/lists.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace cudastdenv {

namespace {

using Severity = AdvisoryRow::Severity;
using Kind = StoreName::Kind;

/// A member that needs the newest libstdc++ of its platform; of several the nearest to a root.
struct Need {
    Version gcc{0, 0, 0};
    NodeIndex member = no_node;
    NodeIndex because = no_node;  ///< the compiler or libstdc++ of that release, which it refers to
};

std::string for_platform(std::string_view platform) { return platform.empty() ? "" : fmt::format(" for {}", platform); }

/// A finding that names all of something.
template <class Found, class NameOf, class NodesOf>
ClosureFinding naming_all(std::string_view id, Severity severity, const std::vector<Found>& all, NameOf name_of,
                          NodesOf nodes_of, std::string_view prefix = "") {
    std::vector<std::string> names;
    ClosureFinding finding{{id}, severity};
    for (const Found& found : all) {
        names.push_back(name_of(found));
        if (finding.parts.size() == most_listed) continue;
        const std::vector<NodeIndex> nodes = std::invoke(nodes_of, found);
        finding.parts.push_back({fmt::format("{}{}", prefix, names.back()), nodes.front(), nodes});
    }
    finding.message.arguments.emplace_back("names", listed(names));
    return finding;
}

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

/// For each CUDA package set whose nvcc is among the derivations: what is built with it and with no compiler that it
/// takes, judged by nvcc's own check. In a closure without derivations the same of what refers to both, which can use
/// them together no more. Nothing is found where some compiler is taken, or is not known to be refused, for nvcc may be
/// pointed at it, and where a part of the closure is missing. Compilers that are not wrapped do not count, they may be
/// there for their libraries.
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
        std::vector<bool> is_refused(graph_.size());
        for (const NodeIndex node : refused) is_refused[node] = true;
        const std::vector<bool> has = Reach(graph_, Reach::Along::references).from({&builder, 1}, {});
        for (const ClosureCompiler& found : closure_.host_compilers) {
            const auto node = std::ranges::find_if(found.nodes,
                                                   [&](NodeIndex one) { return has[one] && is_refused[one]; });
            if (node == found.nodes.end()) continue;
            names.push_back(to_string(found.compiler));
            parts.push_back({names.back(), *node});
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

    const Tables& tables_;
    const DependencyGraph& graph_;
    const Closure& closure_;
    std::span<const StoreName> names_;
    std::optional<Reach> referrers_;
    bool of_build_ = false;  ///< the closure has derivations
};

class Examiner {
public:
    Examiner(const Tables& tables, const DependencyGraph& graph, std::optional<int> stdenv_libstdcxx)
        : tables_(tables), graph_(graph) {
        closure_.paths = shortest_paths(graph);
        closure_.is_of_builds = graph.size() > 0 && std::ranges::all_of(closure_.paths.roots, [&](NodeIndex root) {
                                    return is_derivation(root);
                                });
        names_.reserve(graph.size());
        for (NodeIndex node = 0; node < graph.size(); ++node) names_.push_back(recognise(graph.name(node)));
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
        for (ClosureFinding& found : RefusedCompilersFinder(tables_, graph_, closure_, names_).find())
            closure_.findings.push_back(std::move(found));
        // Nothing wrong by itself: an older one may share the newer libstdc++.
        if (closure_.host_compilers.size() > 1)
            closure_.findings.push_back(naming_all(
                "several-host-compilers", Severity::note, closure_.host_compilers,
                [](const ClosureCompiler& found) { return to_string(found.compiler); }, &ClosureCompiler::nodes));
        std::ranges::stable_sort(closure_.findings, {}, &ClosureFinding::severity);
        if (!closure_.findings.empty() && closure_.findings.front().severity != Severity::note) closure_.leakage = true;
        else if (graph_.size() > 0 && graph_.dangling() == 0) closure_.leakage = false;
        return std::move(closure_);
    }

private:
    [[nodiscard]] bool is_nearer(NodeIndex left, NodeIndex right) const {
        const std::vector<std::uint32_t>& depths = closure_.paths.depths;
        return right == no_node || std::tuple(depths[left], left) < std::tuple(depths[right], right);
    }

    void sort_by_distance(std::vector<NodeIndex>& nodes) const {
        std::ranges::sort(nodes, [&](NodeIndex left, NodeIndex right) { return is_nearer(left, right); });
    }

    void collect() {
        std::map<CudaPackageSet, FoundCudaSet> sets;
        std::map<std::pair<Compiler::Family, int>, ClosureCompiler> compilers;
        for (NodeIndex node = 0; node < graph_.size(); ++node) {
            const StoreName& name = names_[node];
            if (name.is_cuda()) {
                FoundCudaSet& found = sets[name.set];
                found.set = name.set;
                found.nodes.push_back(node);
                for (const Version release : releases_with_nvcc(tables_, graph_.name(node)))
                    if (!contains(found.releases, release)) found.releases.push_back(release);
            } else if (name.kind == Kind::compiler) {
                ClosureCompiler& found = compilers[{name.compiler.family, -name.compiler.major}];
                found.compiler = name.compiler;
                found.nodes.push_back(node);
            } else if (name.kind == Kind::libstdcxx && !is_derivation(node)) {
                libraries_[{name.platform, *name.gcc}].push_back(node);
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
        return names_[node].kind == Kind::compiler || names_[node].kind == Kind::libstdcxx;
    }

    /// Whether the libstdc++ of one GCC release may lack symbols that code for another one's needs.
    [[nodiscard]] bool is_older(Version library, Version needed) const {
        if (library.major != needed.major) return library.major < needed.major;
        return library < needed && libstdcxx_of_gcc(tables_, library) != libstdcxx_of_gcc(tables_, needed);
    }

    /// A member needs the libstdc++ of every GCC that it was compiled with, as far as a reference to the compiler
    /// shows it, and every libstdc++ that it refers to. Compilers themselves are not members, nor are derivations.
    void find_needs_and_loaded() {
        loaded_.assign(graph_.size(), false);
        for (const NodeIndex root : closure_.paths.roots) loaded_[root] = true;
        for (const Reference& reference : graph_.references()) {
            if (is_tool(reference.from) || is_derivation(reference.from)) continue;
            const StoreName& name = names_[reference.to];
            if (name.kind == Kind::libstdcxx) loaded_[reference.to] = true;
            if (is_tool(reference.to) && name.gcc) note_need(name.platform, reference, *name.gcc);
        }
    }

    void note_need(std::string_view platform, const Reference& reference, Version gcc) {
        Need& neediest = neediest_[platform];
        const bool same = neediest.member != no_node && gcc == neediest.gcc;
        if (neediest.gcc < gcc || (same && is_nearer(reference.from, neediest.member)))
            neediest = {gcc, reference.from, reference.to};
    }

    /// A libstdc++ that some member of the closure loads, older than what another member (or the same) needs.
    /// What only a compiler refers to is the compiler's own and no member loads it. The stdenv's always counts.
    void report_older_libstdcxx() {
        find_needs_and_loaded();
        for (const auto& [platform, need] : neediest_) {
            std::vector<FoundLibstdcxx> older;
            for (FoundLibstdcxx library : libraries_of(platform)) {
                const bool is_stdenvs = library.nodes.empty();
                std::erase_if(library.nodes, [&](NodeIndex node) { return !loaded_[node]; });
                if ((is_stdenvs || !library.nodes.empty()) && is_older(library.gcc, need.gcc))
                    older.push_back(std::move(library));
            }
            if (older.empty()) continue;
            const std::string_view member = package_name(graph_.name(need.member));
            const std::string needed = library_in_words(need.gcc);
            std::vector<FindingPart> parts{{fmt::format("{}, which requires that of {}", member, needed), need.member}};
            add_parts(older, parts);
            const Diagnostic message{"older-libstdcxx",
                                     {{"member", member},
                                      {"compiler", package_name(graph_.name(need.because))},
                                      {"needed", needed},
                                      {"platform", for_platform(platform)},
                                      {"older", libraries_in_words(older)}}};
            closure_.findings.push_back({message, Severity::broken, std::move(parts)});
        }
    }

    /// `gcc 14.3.0 (GLIBCXX_3.4.33)`
    [[nodiscard]] std::string library_in_words(Version gcc) const {
        const LibstdcxxRow* row = libstdcxx_of_gcc(tables_, gcc);
        return "gcc " + gcc_in_words(gcc) + (row ? fmt::format(" ({})", row->glibcxx) : "");
    }

    [[nodiscard]] std::string libraries_in_words(std::span<const FoundLibstdcxx> libraries) const {
        std::vector<std::string> texts;
        for (const FoundLibstdcxx& library : libraries) {
            texts.push_back(library_in_words(library.gcc));
            if (library.nodes.empty()) texts.back() += ", the stdenv's";
            if (library.nodes.size() > 1) texts.back() += fmt::format(" in {} builds", library.nodes.size());
        }
        return listed(texts);
    }

    /// A part for each build, as far as there is room.
    void add_parts(std::span<const FoundLibstdcxx> libraries, std::vector<FindingPart>& parts) const {
        const auto add = [&](FindingPart part) {
            if (parts.size() < most_listed) parts.push_back(std::move(part));
        };
        for (const FoundLibstdcxx& library : libraries) {
            const std::string what = "libstdc++ of " + library_in_words(library.gcc);
            if (library.nodes.empty()) add({what + ", the stdenv's"});
            for (std::size_t i = 0; i < library.nodes.size() && parts.size() < most_listed; ++i)
                add({what, library.nodes[i], {library.nodes[i]}});
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
            if (count > 1 && !is_stdenvs_own(libraries)) {
                std::vector<FindingPart> parts;
                add_parts(libraries, parts);
                const Diagnostic message{"several-libstdcxx",
                                         {{"platform", for_platform(first->platform)},
                                          {"names", libraries_in_words(libraries)}}};
                closure_.findings.push_back({message, Severity::caution, std::move(parts)});
            }
            first += static_cast<std::ptrdiff_t>(libraries.size());
        }
    }

    /// The closure's one libstdc++ may well be the one that the stdenv has.
    [[nodiscard]] static bool is_stdenvs_own(std::span<const FoundLibstdcxx> libraries) {
        return libraries.size() == 2 && libraries[0].gcc.major == libraries[1].gcc.major &&
               libraries[0].nodes.size() + libraries[1].nodes.size() == 1;
    }

    /// A set known by its major number only counts where no set of that major is there.
    void report_several_sets() {
        std::vector<FoundCudaSet> distinct;
        for (const FoundCudaSet& found : closure_.cuda_sets) {
            const bool known_better = std::ranges::any_of(closure_.cuda_sets, [&](const FoundCudaSet& other) {
                return other.set.major == found.set.major && other.set.minor != -1;
            });
            if (found.set.minor != -1 || !known_better) distinct.push_back(found);
        }
        if (distinct.size() > 1)
            closure_.findings.push_back(naming_all(
                "several-cuda-package-sets", Severity::caution, distinct,
                [](const FoundCudaSet& found) { return to_string(found.set); }, &FoundCudaSet::nodes, "CUDA "));
    }

    /// All of the CUDA toolkit in what is loaded. A derivation only says what is built with it.
    void report_whole_toolkits() {
        if (closure_.is_of_builds) return;
        std::vector<NodeIndex> nodes;
        for (NodeIndex node = 0; node < graph_.size(); ++node)
            if (names_[node].kind == Kind::whole_toolkit && !is_derivation(node)) nodes.push_back(node);
        if (nodes.empty()) return;
        sort_by_distance(nodes);
        closure_.findings.push_back(naming_all(
            "whole-toolkit", Severity::caution, nodes,
            [&](NodeIndex node) { return std::string(package_name(graph_.name(node))); },
            [](NodeIndex node) { return std::vector{node}; }));
    }

    /// The stdenv is known by its GCC's major number; its libstdc++ is taken to be that major's newest.
    static constexpr int newest_minor = 99;

    const Tables& tables_;
    const DependencyGraph& graph_;
    Closure closure_;
    std::vector<StoreName> names_;
    std::vector<bool> loaded_;
    std::map<std::pair<std::string_view, Version>, std::vector<NodeIndex>> libraries_;
    std::map<std::string_view, Need> neediest_;  // by platform
};

}  // namespace

Closure examine_closure(const Tables& tables, const DependencyGraph& graph, std::optional<int> stdenv_libstdcxx) {
    return Examiner(tables, graph, stdenv_libstdcxx).examine();
}

std::string gcc_in_words(Version gcc) { return gcc.patch == -1 ? std::to_string(gcc.major) : to_string(gcc); }

std::string listed(const std::vector<std::string>& texts) {
    const std::size_t count = std::min(texts.size(), most_listed);
    std::string text = fmt::format("{}", fmt::join(std::span(texts).first(count), ", "));
    if (texts.size() > count) text += fmt::format(" and {} more", texts.size() - count);
    return text;
}

const LibstdcxxRow* libstdcxx_of_gcc(const Tables& tables, Version gcc) noexcept {
    const LibstdcxxRow* newest = nullptr;
    for (const LibstdcxxRow& row : tables.libstdcxx)
        if (!is_before(gcc, row.gcc)) newest = &row;
    return newest;
}

ClosureSizes::ClosureSizes(const DependencyGraph& graph, const Closure& closure) : graph_(graph), closure_(closure) {
    if (graph.has_sizes() && graph.dangling() == 0 && !closure.is_of_builds)
        reach_.emplace(graph, Reach::Along::references);
}

std::optional<std::uint64_t> ClosureSizes::whole() const { return lost_without(closure_.paths.roots); }

std::optional<std::uint64_t> ClosureSizes::lost_without(std::span<const NodeIndex> nodes) const {
    if (!reach_ || nodes.empty()) return std::nullopt;
    const std::vector<bool> kept = reach_->from(closure_.paths.roots, nodes);
    std::uint64_t bytes = 0;
    for (NodeIndex node = 0; node < graph_.size(); ++node) {
        if (kept[node]) continue;
        const std::optional<std::uint64_t> size = graph_.size(node);
        if (!size) return std::nullopt;
        bytes += *size;
    }
    return bytes;
}

}  // namespace cudastdenv
