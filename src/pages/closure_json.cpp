#include "pages/closure.hpp"
#include "wire/json_parts.hpp"

namespace cudastdenv::report {

namespace {

using namespace wire;

/// Of a longer path the middle is left out, and `pathOmitted` says how much.
constexpr std::size_t longest_path = 1000;

Json versions(const std::vector<Version>& releases) {
    Json list = Json::array();
    for (const Version release : releases) list.push_back(to_string(release));
    return list;
}

/// The node's name and its path from a root; null and [] for what is not in the closure.
void put_node(Json& json, const ClosureAnswer& answer, NodeIndex node) {
    json["node"] = nullptr;
    json["path"] = Json::array();
    if (node == no_node) return;
    const DependencyGraph& graph = answer.read.graph;
    json["node"] = graph.name(node);
    const std::vector<NodeIndex> path = answer.closure.paths.to(node);
    const std::size_t omitted = path.size() > longest_path ? path.size() - longest_path : 0;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (omitted == 0 || i < longest_path / 2 || i >= longest_path / 2 + omitted)
            json["path"].push_back(graph.name(path[i]));
    if (omitted > 0) json["pathOmitted"] = omitted;
}

Json sets_json(const ClosureAnswer& answer) {
    Json list = Json::array();
    for (const FoundCudaSet& found : answer.closure.cuda_sets) {
        if (list.size() == most_listed) break;
        Json json{{"set", to_text(found.set)}, {"count", found.count}, {"releases", versions(found.releases)}};
        put_node(json, answer, found.node);
        list.push_back(std::move(json));
    }
    return list;
}

Json libraries_json(const ClosureAnswer& answer) {
    Json list = Json::array();
    for (const FoundLibstdcxx& found : answer.closure.libstdcxx) {
        if (list.size() == most_listed) break;
        const LibstdcxxRow* row = libstdcxx_of_gcc(answer.tables, found.gcc);
        const bool is_stdenvs = found.nodes.empty();
        Json json{{"gcc", is_stdenvs ? std::to_string(found.gcc.major) : to_string(found.gcc)},
                  {"glibcxx", row ? Json(row->glibcxx) : Json(nullptr)},
                  {"platform", found.platform.empty() ? Json(nullptr) : Json(found.platform)},
                  {"stdenv", is_stdenvs},
                  {"count", found.nodes.size()}};
        put_node(json, answer, is_stdenvs ? no_node : found.nodes.front());
        list.push_back(std::move(json));
    }
    return list;
}

Json compilers_json(const ClosureAnswer& answer) {
    Json list = Json::array();
    for (const ClosureCompiler& found : answer.closure.host_compilers) {
        Json json{{"compiler", to_string(found.compiler)}, {"count", found.count}};
        put_node(json, answer, found.node);
        list.push_back(std::move(json));
    }
    return list;
}

Json findings_json(const ClosureAnswer& answer) {
    Json list = Json::array();
    for (const ClosureFinding& finding : answer.closure.findings) {
        if (list.size() == most_listed) break;
        const SaidOfClosure said = say(answer, finding);
        Json parts = Json::array();
        for (const FindingPart& part : said.parts) {
            Json json{{"what", part.what}};
            put_node(json, answer, part.node);
            parts.push_back(std::move(json));
        }
        list.push_back({{"code", said.code},
                        {"severity", to_string(severity(finding))},
                        {"message", said.text},
                        {"parts", parts}});
    }
    return list;
}

/// null where no finding is made in what is not the whole closure.
Json leakage_json(const Closure& closure) {
    if (has_leakage(closure)) return true;
    return closure.is_whole ? Json(false) : Json(nullptr);
}

}  // namespace

std::string closure_json(const ClosureAnswer& answer) {
    const DependencyGraph& graph = answer.read.graph;
    return finish({
        {"schemaVersion", schema_version},
        {"format", to_string(answer.read.format)},
        {"nodes", graph.size()},
        {"references", graph.references().size()},
        {"roots", answer.closure.paths.roots.size()},
        {"notListed", graph.dangling()},
        {"listedTwice", graph.duplicates()},
        {"stdenvLibstdcxx", optional_json(answer.stdenv_libstdcxx)},
        {"ofBuilds", answer.closure.is_of_builds},
        {"leakage", leakage_json(answer.closure)},
        {"cudaPackageSets", sets_json(answer)},
        {"cudaPackageSetCount", answer.closure.cuda_sets.size()},
        {"libstdcxx", libraries_json(answer)},
        {"libstdcxxCount", answer.closure.libstdcxx.size()},
        {"hostCompilers", compilers_json(answer)},
        {"findings", findings_json(answer)},
        {"findingCount", answer.closure.findings.size()},
    });
}

}  // namespace cudastdenv::report
