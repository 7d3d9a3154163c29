// SPDX-License-Identifier: MIT
#include "graph/closure.hpp"

#include "core/format.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <tuple>

namespace cudastdenv {

namespace {

using Kind = StoreName::Kind;

// ---- names of store paths

/// A hash has 32 letters of Nix's base 32.
bool is_hash(std::string_view text) {
    constexpr std::string_view letters = "0123456789abcdfghijklmnpqrsvwxyz";
    return text.size() == 32 && text.find_first_not_of(letters) == text.npos;
}

/// The first three numbers of a version of any length.
struct Numbers {
    int count = 0;  ///< of all numbers
    Version version{0, 0, 0};
};

std::optional<Numbers> take_numbers(std::string_view& text) {
    constexpr std::size_t max_digits = 8;
    Numbers numbers;
    do {
        const auto number = take_number(text, max_digits);
        if (!number) return std::nullopt;
        if (numbers.count == 0) numbers.version.major = *number;
        if (numbers.count == 1) numbers.version.minor = *number;
        if (numbers.count == 2) numbers.version.patch = *number;
        ++numbers.count;
    } while (take_prefix(text, "."));
    return numbers;
}

/// The parts of a name, as Nix splits it: the version begins after the first dash without a letter after it.
struct Parts {
    std::string_view name;
    Numbers version;
    std::string_view output;  ///< `lib`; empty: the output without a suffix
};

std::optional<Parts> split(std::string_view text) {
    std::size_t dash = text.find('-');
    while (dash != text.npos && dash + 1 < text.size() && !is_digit(text[dash + 1])) dash = text.find('-', dash + 1);
    if (dash == text.npos || dash + 1 >= text.size()) return std::nullopt;
    Parts parts{text.substr(0, dash), {}, {}};
    text.remove_prefix(dash + 1);
    const auto numbers = take_numbers(text);
    if (!numbers) return std::nullopt;
    parts.version = *numbers;
    // The date of a snapshot: gcc-15-20250322.
    if (text.size() > 8 && text[0] == '-' && std::ranges::all_of(text.substr(1, 8), is_digit)) text.remove_prefix(9);
    if (text.empty()) return parts;
    if (!take_prefix(text, "-") || !std::ranges::all_of(text, is_letter)) return std::nullopt;
    parts.output = text;
    return parts;
}

/// `gcc` of `aarch64-unknown-linux-gnu-gcc`, with the platform, which has at least two dashes.
bool take_suffix(std::string_view name, std::string_view suffix, std::string_view& platform) {
    if (!name.ends_with(suffix)) return false;
    name.remove_suffix(suffix.size());
    if (name.empty()) return true;
    if (!name.ends_with('-')) return false;
    name.remove_suffix(1);
    if (std::ranges::count(name, '-') < 2) return false;
    platform = name;
    return true;
}

/// GCC and Clang. nixpkgs builds its final GCC with `xgcc`.
StoreName compiler_part(const Parts& parts) {
    constexpr std::array<std::string_view, 5> names{"gcc", "xgcc", "gcc-wrapper", "clang", "clang-wrapper"};
    const Version version = parts.version.version;
    constexpr int max_major = 99;
    if (version.major < 1 || version.major > max_major) return {};
    for (const std::string_view name : names) {
        StoreName found;
        if (!take_suffix(parts.name, name, found.platform)) continue;
        const bool is_gcc = !name.starts_with("clang");
        const bool is_wrapped = name.ends_with("-wrapper");
        if (is_gcc) found.gcc = version;
        if (parts.output == "lib" && is_gcc && !is_wrapped) {
            found.kind = Kind::libstdcxx;
        } else if (parts.output.empty() || parts.output == "out") {
            found.kind = Kind::compiler;
            found.compiler = {is_gcc ? Compiler::Family::gcc : Compiler::Family::clang, version.major};
            found.is_wrapped = is_wrapped;
        }
        return found;
    }
    return {};
}

bool is_cuda_version(const Numbers& numbers) {
    return numbers.version.major >= 5 && numbers.version.major <= 99 && numbers.version.minor <= 99;
}

StoreName part_of(const Numbers& numbers, Kind kind = Kind::cuda_component) {
    return {.kind = kind, .set = {numbers.version.major, numbers.count > 1 ? numbers.version.minor : -1}};
}

/// By the name without the prefix of the release: `cuda_nvcc-12.8.93`. All outputs of cudatoolkit are the toolkit; a
/// name with more after the version (`cudatoolkit-11.8-cudnn-8.9.1`) is another package.
Kind kind_of(const Parts& parts) {
    // nixpkgs' names of its attribute `cudatoolkit`: NVIDIA's installer unpacked, later all packages merged.
    constexpr std::array<std::string_view, 3> whole_toolkits{"cudatoolkit", "cuda-merged", "cuda_merged"};
    if (parts.name == "cuda_nvcc") return Kind::nvcc;
    return contains(whole_toolkits, parts.name) ? Kind::whole_toolkit : Kind::cuda_component;
}

/// `12.8` in `cuda12.8-libcublas-12.8.4.1` and in `nccl-2.20.3-1-cuda-12.2`: nixpkgs adds the set to the name.
std::optional<StoreName> set_in_name(std::string_view text) {
    std::string_view prefixed = text;
    if (take_prefix(prefixed, "cuda") && !prefixed.empty() && is_digit(prefixed[0]))
        if (const auto numbers = take_numbers(prefixed);
            numbers && numbers->count == 2 && is_cuda_version(*numbers) && prefixed.starts_with('-')) {
            const auto parts = split(prefixed.substr(1));
            return part_of(*numbers, parts ? kind_of(*parts) : Kind::cuda_component);
        }
    constexpr std::string_view marker = "-cuda-";
    if (const std::size_t at = text.rfind(marker); at != text.npos) {
        std::string_view rest = text.substr(at + marker.size());
        const auto numbers = take_numbers(rest);
        const bool ends = rest.empty() || rest.starts_with('-');
        if (numbers && numbers->count > 1 && is_cuda_version(*numbers) && ends) return part_of(*numbers);
    }
    return std::nullopt;
}

/// A package with the release in its own version.
std::optional<StoreName> cuda_part(const Parts& parts) {
    // Some components of one release, merged for one package.
    constexpr std::array<std::string_view, 3> merged{"cuda-redist", "cuda-native-redist", "cuda-toolkit"};
    // These components of NVIDIA have versions of three numbers that begin with the two of the release
    // (redistrib_12.8.1.json: cuda_* 12.8.90, libnvjitlink 12.8.93). CCCL had too, and has five numbers in CUDA 13.
    constexpr std::array<std::string_view, 5> components{"libcudla", "libnvfatbin", "libnvjitlink", "libnvptxcompiler",
                                                         "libnvvm"};
    const Numbers& version = parts.version;
    if (!is_cuda_version(version)) return std::nullopt;
    const Kind kind = kind_of(parts);
    if (kind == Kind::whole_toolkit || contains(merged, parts.name)) return part_of(version, kind);
    const bool component = parts.name.starts_with("cuda_") || contains(components, parts.name);
    if (component && version.count == 3) return part_of(version, kind);
    // cuBLAS shares only its first number: 11.11.3.6 is from CUDA 11.8.
    if (parts.name == "libcublas") return StoreName{.kind = kind, .set = {version.version.major, -1}};
    return std::nullopt;
}

// ---- the examination

using Severity = AdvisoryRow::Severity;

/// The member that needs the newest libstdc++ of its platform; of several the nearest to a root.
struct Need {
    Version gcc{0, 0, 0};
    NodeIndex member = no_node;
    NodeIndex because = no_node;  ///< the compiler or libstdc++ of that release that it refers to
};

std::string for_platform(std::string_view platform) { return platform.empty() ? "" : fmt::format(" for {}", platform); }

/// `14.3.0`; `14` for the stdenv's.
std::string format_gcc(Version gcc) { return gcc.patch == -1 ? std::to_string(gcc.major) : to_string(gcc); }

/// `first, second and 3 more`: at most most_listed texts.
std::string listed(const std::vector<std::string>& texts) {
    const std::size_t count = std::min(texts.size(), most_listed);
    std::string text = joined(std::span(texts).first(count), ", ");
    if (texts.size() > count) text += fmt::format(" and {} more", texts.size() - count);
    return text;
}

/// The newest row of the tables that is not newer than the GCC release; nullptr: older than all.
const LibstdcxxRow* libstdcxx_of_gcc(const Tables& tables, Version gcc) noexcept {
    return find_last_in(tables.libstdcxx, [&](const LibstdcxxRow& row) { return !is_before(gcc, row.gcc); });
}

Closure::Part finding_part(std::string what, NodeIndex node, std::vector<NodeIndex> nodes = {}) {
    return {.what = std::move(what), .node = node, .nodes = std::move(nodes)};
}

/// Releases with the nvcc of that name: cuda_nvcc-12.8.93 is that of 12.8.1 and 12.8.2.
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
        closure_.nodes = graph.size();
        closure_.references = graph.references().size();
        closure_.not_listed = graph.dangling();
        closure_.listed_twice = graph.duplicates();
        closure_.stdenv_libstdcxx = stdenv_libstdcxx;
        closure_.paths = shortest_paths(graph);
        closure_.roots = closure_.paths.roots.size();
        closure_.is_of_builds = graph.size() > 0 && std::ranges::all_of(closure_.paths.roots, [&](NodeIndex root) {
                                    return graph_.is_derivation(root);
                                });
        names_.reserve(graph.size());
        for (NodeIndex node = 0; node < graph.size(); ++node) names_.push_back(recognise(graph.name(node)));
        collect();
        if (stdenv_libstdcxx && !closure_.is_of_builds) add_library("", {*stdenv_libstdcxx, newest_minor}, {});
        std::ranges::stable_sort(closure_.libstdcxx, std::greater(), &Closure::Libstdcxx::gcc);
        std::ranges::stable_sort(closure_.libstdcxx, {}, platform_of);
    }

    Closure examine() {
        report_older_libstdcxx();
        report_several_libstdcxx();
        report_several_sets();
        report_whole_toolkits();
        report_refused_compilers();
        // Not a problem alone: an older one may share the newer libstdc++.
        if (closure_.host_compilers.size() > 1)
            report_all(
                "several-host-compilers", Severity::note, closure_.host_compilers,
                [](const Closure::HostCompiler& found) { return to_string(found.compiler); },
                &Closure::HostCompiler::nodes);
        std::ranges::stable_sort(closure_.findings, {}, &Closure::Finding::severity);
        if (!closure_.findings.empty() && closure_.findings.front().severity != Severity::note) closure_.leakage = true;
        else if (closure_.nodes > 0 && closure_.not_listed == 0) closure_.leakage = false;
        cut_and_locate();
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
        std::map<CudaPackageSet, Closure::CudaSet> sets;
        std::map<std::pair<Compiler::Family, int>, Closure::HostCompiler> compilers;
        std::map<std::pair<std::string_view, Version>, std::vector<NodeIndex>> libraries;
        for (NodeIndex node = 0; node < graph_.size(); ++node) {
            const StoreName& name = names_[node];
            if (name.is_cuda()) {
                Closure::CudaSet& found = sets[name.set];
                found.name = to_string(name.set);
                found.set = name.set;
                found.nodes.push_back(node);
                for (const Version release : releases_with_nvcc(tables_, graph_.name(node)))
                    if (!contains(found.releases, release)) found.releases.push_back(release);
            } else if (name.kind == Kind::compiler) {
                Closure::HostCompiler& found = compilers[{name.compiler.family, -name.compiler.major}];
                found.compiler = name.compiler;
                found.nodes.push_back(node);
            } else if (name.kind == Kind::libstdcxx && !graph_.is_derivation(node)) {
                libraries[{name.platform, *name.gcc}].push_back(node);
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
        for (auto& [key, nodes] : libraries) {
            sort_by_distance(nodes);
            add_library(key.first, key.second, nodes);
        }
    }

    void add_library(std::string_view platform, Version gcc, std::vector<NodeIndex> nodes) {
        const LibstdcxxRow* row = libstdcxx_of_gcc(tables_, gcc);
        closure_.libstdcxx.push_back({.gcc_name = format_gcc(gcc),
                                      .glibcxx = row ? std::optional(row->glibcxx) : std::nullopt,
                                      .platform = std::string(platform),
                                      .stdenv = nodes.empty(),
                                      .gcc = gcc,
                                      .nodes = std::move(nodes)});
    }
    static std::string_view platform_of(const Closure::Libstdcxx& library) { return library.platform; }

    [[nodiscard]] bool is_tool(NodeIndex node) const {
        return names_[node].kind == Kind::compiler || names_[node].kind == Kind::libstdcxx;
    }

    /// Whether the libstdc++ of one GCC release may lack symbols that code of another one needs.
    [[nodiscard]] bool is_older(Version library, Version needed) const {
        if (library.major != needed.major) return library.major < needed.major;
        return library < needed && libstdcxx_of_gcc(tables_, library) != libstdcxx_of_gcc(tables_, needed);
    }

    /// A member needs every libstdc++ that it refers to, and that of every GCC that it refers to, since it may be
    /// compiled with it. Compilers and derivations are not members.
    void find_needs_and_loaded() {
        loaded_.assign(graph_.size(), false);
        for (const NodeIndex root : closure_.paths.roots) loaded_[root] = true;
        for (const Reference& reference : graph_.references()) {
            if (is_tool(reference.from) || graph_.is_derivation(reference.from)) continue;
            const StoreName& name = names_[reference.to];
            if (name.kind == Kind::libstdcxx) loaded_[reference.to] = true;
            if (!is_tool(reference.to) || !name.gcc) continue;
            Need& neediest = neediest_[name.platform];
            const bool same = neediest.member != no_node && name.gcc == neediest.gcc;
            if (neediest.gcc < *name.gcc || (same && is_nearer(reference.from, neediest.member)))
                neediest = {*name.gcc, reference.from, reference.to};
        }
    }

    /// A libstdc++ that a member loads and that is older than some member needs. If only a compiler refers to one, no
    /// member loads it. The stdenv's always counts.
    void report_older_libstdcxx() {
        find_needs_and_loaded();
        for (const auto& [platform, need] : neediest_) {
            std::vector<Closure::Libstdcxx> older;
            for (Closure::Libstdcxx library : libraries_of(platform)) {
                std::erase_if(library.nodes, [&](NodeIndex node) { return !loaded_[node]; });
                if ((library.stdenv || !library.nodes.empty()) && is_older(library.gcc, need.gcc))
                    older.push_back(std::move(library));
            }
            if (older.empty()) continue;
            const std::string_view member = package_name(graph_.name(need.member));
            const std::string needed = format_library(need.gcc);
            std::vector<Closure::Part> parts{
                finding_part(fmt::format("{}, which requires that of {}", member, needed), need.member)};
            add_parts(older, parts);
            report(Severity::broken,
                   {"older-libstdcxx",
                    {{"member", member},
                     {"compiler", package_name(graph_.name(need.because))},
                     {"needed", needed},
                     {"platform", for_platform(platform)},
                     {"older", format_libraries(older)}}},
                   std::move(parts));
        }
    }

    /// `gcc 14.3.0 (GLIBCXX_3.4.33)`
    [[nodiscard]] std::string format_library(Version gcc) const {
        const LibstdcxxRow* row = libstdcxx_of_gcc(tables_, gcc);
        return "gcc " + format_gcc(gcc) + (row ? fmt::format(" ({})", row->glibcxx) : "");
    }

    [[nodiscard]] std::string format_libraries(std::span<const Closure::Libstdcxx> libraries) const {
        std::vector<std::string> texts;
        for (const Closure::Libstdcxx& library : libraries) {
            texts.push_back(format_library(library.gcc));
            if (library.stdenv) texts.back() += ", the stdenv's";
            if (library.nodes.size() > 1) texts.back() += fmt::format(" in {} builds", library.nodes.size());
        }
        return listed(texts);
    }

    /// A part for each build, up to most_listed.
    void add_parts(std::span<const Closure::Libstdcxx> libraries, std::vector<Closure::Part>& parts) const {
        for (const Closure::Libstdcxx& library : libraries) {
            const std::string what = "libstdc++ of " + format_library(library.gcc);
            if (library.stdenv) parts.push_back(finding_part(what + ", the stdenv's", no_node));
            for (const NodeIndex node : library.nodes) {
                if (parts.size() >= most_listed) break;
                parts.push_back(finding_part(what, node, {node}));
            }
        }
    }

    [[nodiscard]] std::span<const Closure::Libstdcxx> libraries_of(std::string_view platform) const {
        // Not equal_range(): Clang 14 cannot use libstdc++'s subrange.
        const std::vector<Closure::Libstdcxx>& all = closure_.libstdcxx;
        return {std::ranges::lower_bound(all, platform, {}, platform_of),
                std::ranges::upper_bound(all, platform, {}, platform_of)};
    }

    /// A finding that names all entries of a list.
    template <class Found, class NameOf, class NodesOf>
    void report_all(std::string_view id, Severity severity, const std::vector<Found>& all, NameOf name_of,
                    NodesOf nodes_of, std::string_view prefix = "") {
        std::vector<std::string> names;
        std::vector<Closure::Part> parts;
        for (const Found& found : all) {
            names.push_back(std::invoke(name_of, found));
            const std::vector<NodeIndex> nodes = std::invoke(nodes_of, found);
            parts.push_back(finding_part(fmt::format("{}{}", prefix, names.back()), nodes.front(), nodes));
        }
        report(severity, {id, {{"names", listed(names)}}}, std::move(parts));
    }

    void report(Severity severity, Diagnostic what, std::vector<Closure::Part> parts) {
        parts.resize(std::min(parts.size(), most_listed));
        closure_.findings.push_back({.parts = std::move(parts), .what = std::move(what), .severity = severity});
    }

    void report_several_libstdcxx() {
        for (auto first = closure_.libstdcxx.begin(); first != closure_.libstdcxx.end();) {
            const std::string_view platform = first->platform;
            const auto libraries = libraries_of(platform);
            std::size_t count = 0;
            for (const Closure::Libstdcxx& library : libraries) count += std::max<std::size_t>(1, library.nodes.size());
            // The closure's only libstdc++ may be the stdenv's.
            const bool is_stdenvs = libraries.size() == 2 && libraries[0].gcc.major == libraries[1].gcc.major &&
                                    libraries[0].nodes.size() + libraries[1].nodes.size() == 1;
            if (count > 1 && !is_stdenvs) {
                std::vector<Closure::Part> parts;
                add_parts(libraries, parts);
                report(Severity::caution,
                       {"several-libstdcxx",
                        {{"platform", for_platform(platform)}, {"names", format_libraries(libraries)}}},
                       std::move(parts));
            }
            first += static_cast<std::ptrdiff_t>(libraries.size());
        }
    }

    /// A set with an unknown minor counts only if no set of that major is known better.
    void report_several_sets() {
        std::vector<Closure::CudaSet> distinct;
        for (const Closure::CudaSet& found : closure_.cuda_sets) {
            const bool known_better = std::ranges::any_of(closure_.cuda_sets, [&](const Closure::CudaSet& other) {
                return other.set.major == found.set.major && other.set.minor != -1;
            });
            if (found.set.minor != -1 || !known_better) distinct.push_back(found);
        }
        if (distinct.size() > 1)
            report_all("several-cuda-package-sets", Severity::caution, distinct, &Closure::CudaSet::name,
                       &Closure::CudaSet::nodes, "CUDA ");
    }

    /// The whole CUDA toolkit at run time. A derivation only records what is built with it.
    void report_whole_toolkits() {
        if (closure_.is_of_builds) return;
        std::vector<NodeIndex> nodes;
        for (NodeIndex node = 0; node < graph_.size(); ++node)
            if (names_[node].kind == Kind::whole_toolkit && !graph_.is_derivation(node)) nodes.push_back(node);
        if (nodes.empty()) return;
        sort_by_distance(nodes);
        report_all(
            "whole-toolkit", Severity::caution, nodes,
            [&](NodeIndex node) { return std::string(package_name(graph_.name(node))); },
            [](NodeIndex node) { return std::vector{node}; });
    }

    /// For each CUDA package set whose nvcc is among the derivations: a package that is built with it and only with
    /// compilers that nvcc's own check rejects. In a closure without derivations: a package that refers to both, which
    /// may not use them together. Nothing is reported if some compiler is accepted or unknown, since nvcc may use it,
    /// or if a part of the closure is missing. Unwrapped compilers do not count: they may be present for their
    /// libraries.
    void report_refused_compilers() {
        for (NodeIndex node = 0; node < graph_.size() && !of_build_; ++node) of_build_ = graph_.is_derivation(node);
        for (const Closure::CudaSet& set : closure_.cuda_sets) report_refused_compilers(set);
    }

    /// The wrapped compilers, by the result of the set's nvcc.
    struct Compilers {
        std::vector<NodeIndex> refused, others;
    };

    void report_refused_compilers(const Closure::CudaSet& set) {
        std::vector<NodeIndex> nvccs = set.nodes;
        std::erase_if(nvccs,
                      [&](NodeIndex node) { return names_[node].kind == Kind::cuda_component || !is_judged(node); });
        if (nvccs.empty()) return;
        const Compilers compilers = compilers_for(releases_of(set));
        if (compilers.refused.empty()) return;
        const Reach referrers = reach_along(Along::referrers, graph_);
        // At run time, only a package that refers to both uses them together.
        const std::vector<bool> has_nvcc = of_build_ ? referrers(nvccs, {}) : referring_to(nvccs);
        // nvcc's own build compiler is not its host compiler.
        const std::vector<bool> has_refused = of_build_ ? referrers(compilers.refused, nvccs)
                                                        : referring_to(compilers.refused);
        const std::vector<bool> has_other = referrers(compilers.others, {});
        const std::vector<bool> has_unknown = referrers(graph_.dangling_nodes(), {});
        std::vector<bool> is_broken(graph_.size());
        for (NodeIndex node = 0; node < graph_.size(); ++node)
            is_broken[node] = has_nvcc[node] && has_refused[node] && !has_other[node] && !has_unknown[node] &&
                              is_judged(node) && names_[node].kind == Kind::other;
        const NodeIndex builder = lowest(is_broken);
        if (builder == no_node) return;
        report_refused(set.set, nvccs.front(), builder, compilers.refused);
    }

    void report_refused(CudaPackageSet set, NodeIndex nvcc, NodeIndex builder, const std::vector<NodeIndex>& refused) {
        const std::string package(package_name(graph_.name(builder)));
        std::vector<std::string> names;
        std::vector<Closure::Part> parts{finding_part("nvcc of CUDA " + to_string(set), nvcc)};
        const std::set<NodeIndex> is_refused(refused.begin(), refused.end());
        const std::vector<bool> has = reach_along(Along::references, graph_)({&builder, 1}, {});
        for (const Closure::HostCompiler& found : closure_.host_compilers) {
            const auto node = std::ranges::find_if(found.nodes,
                                                   [&](NodeIndex one) { return has[one] && is_refused.contains(one); });
            if (node == found.nodes.end()) continue;
            names.push_back(to_string(found.compiler));
            parts.push_back(finding_part(names.back(), *node));
        }
        parts.push_back(finding_part(package, builder));
        report(of_build_ ? Severity::broken : Severity::caution,
               {"refused-host-compiler",
                {{"closure", of_build_ ? "build closure" : "closure"},
                 {"package", package},
                 {"set", set},
                 {"names", listed(names)}}},
               std::move(parts));
    }

    [[nodiscard]] std::vector<bool> referring_to(const std::vector<NodeIndex>& nodes) const {
        std::vector<bool> is_one(graph_.size()), refers(graph_.size());
        for (const NodeIndex node : nodes) is_one[node] = true;
        for (const Reference& reference : graph_.references())
            if (is_one[reference.to]) refers[reference.from] = true;
        return refers;
    }

    /// Those with the nvcc's build, otherwise all of the set.
    [[nodiscard]] std::vector<const Release*> releases_of(const Closure::CudaSet& set) const {
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
        for (const Closure::HostCompiler& found : closure_.host_compilers) {
            const bool refused = std::ranges::all_of(releases, [&](const Release* release) {
                return nvcc_refuses(tables_, release->version, found.compiler);
            });
            for (const NodeIndex node : found.nodes) {
                if (!is_judged(node) || !names_[node].is_wrapped) continue;
                (refused && names_[node].platform.empty() ? compilers.refused : compilers.others).push_back(node);
            }
        }
        return compilers;
    }

    /// In a closure with derivations, only they count: their outputs are only used while building.
    [[nodiscard]] bool is_judged(NodeIndex node) const { return !of_build_ || graph_.is_derivation(node); }

    /// The first one that refers to no other of them.
    [[nodiscard]] NodeIndex lowest(const std::vector<bool>& marked) const {
        std::vector<bool> refers_to_another(marked.size());
        for (const Reference& reference : graph_.references())
            if (marked[reference.from] && marked[reference.to]) refers_to_another[reference.from] = true;
        for (NodeIndex node = 0; node < marked.size(); ++node)
            if (marked[node] && !refers_to_another[node]) return node;
        const auto any = std::ranges::find(marked, true);
        return any == marked.end() ? no_node : static_cast<NodeIndex>(any - marked.begin());
    }

    /// Keeps the first most_listed, and returns the original count.
    template <class Found>
    static std::size_t cut(std::vector<Found>& all) {
        const std::size_t count = all.size();
        all.resize(std::min(count, most_listed));
        return count;
    }

    void cut_and_locate() {
        closure_.cuda_set_count = cut(closure_.cuda_sets);
        closure_.libstdcxx_count = cut(closure_.libstdcxx);
        closure_.finding_count = cut(closure_.findings);
        const LostBytes lost_bytes = lost_bytes_in(graph_, closure_);
        closure_.size = lost_bytes(closure_.paths.roots);
        for (Closure::CudaSet& found : closure_.cuda_sets) locate_nearest(found);
        for (Closure::Libstdcxx& found : closure_.libstdcxx) locate_nearest(found);
        for (Closure::HostCompiler& found : closure_.host_compilers) locate_nearest(found);
        for (Closure::Finding& finding : closure_.findings) {
            finding.severity_name = to_string(finding.severity);
            std::vector<NodeIndex> nodes;
            for (Closure::Part& part : finding.parts) {
                locate(part.node, part);
                part.size = lost_bytes(part.nodes);
                nodes.insert(nodes.end(), part.nodes.begin(), part.nodes.end());
            }
            finding.size = lost_bytes(nodes);
        }
    }

    template <class Found>
    void locate_nearest(Found& found) const {
        found.count = found.nodes.size();
        locate(found.nodes.empty() ? no_node : found.nodes.front(), found);
    }

    /// Sets a node's name and its path from a root, unless it is not in the closure. The middle of a long path is left
    /// out.
    template <class Found>
    void locate(NodeIndex node, Found& found) const {
        constexpr std::size_t longest_path = 1000;
        if (node == no_node) return;
        found.node_name = std::string(graph_.name(node));
        const std::vector<NodeIndex> path = closure_.paths.to(node);
        const std::size_t omitted = path.size() > longest_path ? path.size() - longest_path : 0;
        for (std::size_t i = 0; i < path.size(); ++i)
            if (omitted == 0 || i < longest_path / 2 || i >= longest_path / 2 + omitted)
                found.path.push_back({std::string(graph_.name(path[i]))});
        if (omitted > 0) found.path_omitted.value = omitted;
    }

    /// For a stdenv only the GCC major is known, and the newest libstdc++ of that major is assumed.
    static constexpr int newest_minor = 99;

    const Tables& tables_;
    const DependencyGraph& graph_;
    Closure closure_;
    std::vector<StoreName> names_;
    std::vector<bool> loaded_;
    std::map<std::string_view, Need> neediest_;  // by platform
    bool of_build_ = false;                      ///< the closure has derivations
};

}  // namespace

std::string_view package_name(std::string_view name) noexcept {
    if (const std::size_t slash = name.rfind('/'); slash != name.npos) name.remove_prefix(slash + 1);
    if (name.size() > 33 && name[32] == '-' && is_hash(name.substr(0, 32))) name.remove_prefix(33);
    return name;
}

StoreName recognise(std::string_view name) noexcept {
    std::string_view text = package_name(name);
    if (text.ends_with(".drv")) text.remove_suffix(4);
    if (const auto part = set_in_name(text)) return *part;
    // cudatoolkit-11.8-cudnn-8.9.1: the toolkit's version is in the middle.
    if (std::string_view rest = text; take_prefix(rest, "cudatoolkit-"))
        if (const auto numbers = take_numbers(rest);
            numbers && is_cuda_version(*numbers) && rest.starts_with("-cudnn-"))
            return part_of(*numbers);
    const auto parts = split(text);
    if (!parts) return {};
    if (const auto part = cuda_part(*parts)) return *part;
    return compiler_part(*parts);
}

Closure examine_closure(const Tables& tables, const DependencyGraph& graph, std::optional<int> stdenv_libstdcxx) {
    return Examiner(tables, graph, stdenv_libstdcxx).examine();
}

LostBytes lost_bytes_in(const DependencyGraph& graph, const Closure& closure) {
    const bool is_known = graph.has_sizes() && graph.dangling() == 0 && !closure.is_of_builds;
    return [&, reach = is_known ? reach_along(Along::references, graph)
                                : Reach()](std::span<const NodeIndex> nodes) -> std::optional<std::uint64_t> {
        if (!reach || nodes.empty()) return std::nullopt;
        const std::vector<bool> kept = reach(closure.paths.roots, nodes);
        std::uint64_t bytes = 0;
        for (NodeIndex node = 0; node < graph.size(); ++node) {
            if (kept[node]) continue;
            const std::optional<std::uint64_t> size = graph.size(node);
            if (!size) return std::nullopt;
            bytes += *size;
        }
        return bytes;
    };
}

}  // namespace cudastdenv
