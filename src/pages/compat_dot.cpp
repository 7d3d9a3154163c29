// SPDX-License-Identifier: MIT
#include "pages/dot.hpp"
#include "pages/graphs.hpp"

#include <algorithm>
#include <vector>

namespace cudastdenv::report {

namespace {

std::string name_of(Version release) { return "CUDA " + to_string(release); }

/// Each once, as they first come.
template <class Get>
auto once(std::span<const CompilerEdge> edges, Get get) {
    std::vector<decltype(get(edges.front()))> values;
    for (const CompilerEdge& edge : edges)
        if (std::ranges::find(values, get(edge)) == values.end()) values.push_back(get(edge));
    return values;
}

}  // namespace

std::string compat_dot(std::span<const CompilerEdge> edges) {
    DotPage page("host compilers");
    for (const Version release : once(edges, [](const CompilerEdge& edge) { return edge.release; }))
        page.node(name_of(release), {{"shape", "box"}});
    auto compilers = once(edges, [](const CompilerEdge& edge) { return edge.compiler; });
    std::ranges::sort(compilers);
    for (const Compiler compiler : compilers) page.node(to_string(compiler), {{"shape", "ellipse"}});
    for (const CompilerEdge& edge : edges) {
        if (!edge.breakage) page.edge(name_of(edge.release), to_string(edge.compiler), {});
        else
            page.edge(name_of(edge.release), to_string(edge.compiler),
                      {{"style", "dashed"},
                       {"color", "red"},
                       {"label", edge.breakage->id},
                       {"tooltip", edge.breakage->message}});
    }
    return page.take();
}

}  // namespace cudastdenv::report
